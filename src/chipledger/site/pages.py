"""Files of the site that are not chapters: the page for wrong addresses, headers, a site map."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chipledger
from chipledger.site.once import data_folder, stamp
from chipledger.site.theme import POLICY

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def lost_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page that a server shows for an address it does not have.

    It is shown at any depth, so it carries its style with it; its links start at the site's address, when
    the build knows that.
    """
    yield "404", {"site_address": app.config.html_baseurl or ""}, "404.html"


def headers() -> str:
    """The headers file that static hosts read: the policy of the pages, and how long files keep."""
    return (
        "/*\n"
        f"  Content-Security-Policy: {POLICY}; frame-ancestors 'none'\n"
        "  X-Content-Type-Options: nosniff\n"
        "  Referrer-Policy: strict-origin-when-cross-origin\n"
        "/_static/vega-*\n"
        "  Cache-Control: public, max-age=31536000, immutable\n"
        "/_static/fonts/*\n"
        "  Cache-Control: public, max-age=31536000, immutable\n"
    )


def site_map(address: str, names: list[str]) -> str:
    """A site map.

    Parameters
    ----------
    address : str
        Of the site, ending in a slash.
    names : list of str
        Pages, without ``.html``.

    Examples
    --------
    >>> print(site_map("https://example.org/book/", ["index"]).splitlines()[2])
    <url><loc>https://example.org/book/</loc></url>
    """
    pages = ["" if name == "index" else f"{name}.html" for name in sorted(names)]
    lines = [f"<url><loc>{escape(address + page)}</loc></url>" for page in pages]
    head = ['<?xml version="1.0" encoding="utf-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']
    return "\n".join([*head, *lines, "</urlset>\n"])


def write_extras(app: Sphinx, exception: Exception | None) -> None:
    """Write what stands beside the pages, once they are all there."""
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    # GitHub's own site builder would leave out folders that start with an underscore.
    (folder / ".nojekyll").write_text("", encoding="utf-8")
    (folder / "_headers").write_text(headers(), encoding="utf-8")
    made_from = {"edition": chipledger.__version__, "made_from": stamp(data_folder(app), Path(app.srcdir))}
    (folder / "build.json").write_text(json.dumps(made_from) + "\n", encoding="utf-8")
    if address := app.config.html_baseurl:
        (folder / "sitemap.xml").write_text(site_map(address, list(app.env.all_docs)), encoding="utf-8")
        (folder / "robots.txt").write_text(f"User-agent: *\nSitemap: {address}sitemap.xml\n", encoding="utf-8")
