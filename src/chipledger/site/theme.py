"""The page frame: what the templates in ``theme/`` are told about the site and about each page."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from docutils import nodes

import chipledger
from chipledger.site import vega
from chipledger.site.nodes import chart_figure

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

FOLDER = Path(__file__).parent / "theme"

TAGLINE = "Sourced figures of the hardware that trains and serves AI models"

#: Nothing from another host, no script in the page, nothing that turns text into code. Styles may stand in
#: the page, because charts and tables set them.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)

#: Styles that the builder and its extensions offer and the book's own style sheet replaces.
_REPLACED_STYLES = re.compile(r"^_static/(basic|pygments|mystnb\.[0-9a-f]+)\.css$")

#: Scripts that only searching needs, and widgets that no page uses.
_REPLACED_SCRIPTS = re.compile(
    r"^(https?:.*|_static/(documentation_options|doctools|sphinx_highlight|searchtools|language_data)\.js)$"
)

#: In the order in which they depend on each other.
_SEARCH_SCRIPTS = (
    "_static/documentation_options.js",
    "_static/doctools.js",
    "_static/sphinx_highlight.js",
    "_static/searchtools.js",
    "_static/language_data.js",
    "searchindex.js",
)


def settle(app: Sphinx, config: Config) -> None:
    """Fit the configuration that Jupyter Book makes to this theme.

    Jupyter Book always passes the options of its own theme and of extensions that are not loaded here. The
    contents file it passes on as it was named on the command line, and Sphinx looks for it below the chapters.
    """
    contents = Path(config.external_toc_path)
    if not (Path(app.srcdir) / contents).is_file() and contents.is_file():
        config.external_toc_path = str(contents.resolve())
    config.html_theme_options = {}
    if address := os.environ.get("CHIPLEDGER_SITE_URL", "").strip():
        config.html_baseurl = address.rstrip("/") + "/"


@cache
def _digest(name: str) -> str:
    return hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:10]


def page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell a page's template what it needs."""
    pathto: Callable[..., str] = context["pathto"]
    charts = doctree is not None and next(iter(doctree.findall(chart_figure)), None) is not None

    def asset(name: str) -> str:
        return f"{pathto('_static/' + name, 1)}?v={_digest(name)}"

    context.update(
        site_policy=POLICY,
        site_tagline=TAGLINE,
        site_edition=chipledger.__version__,
        site_style=asset("chipledger.css"),
        site_scripts=[asset("theme.js")],
        site_deferred=[asset("site.js")],
        site_contents=_contents(context),
        page_contents=_sections(context),
        page_description=_description(doctree) if doctree is not None else TAGLINE,
        page_vega=_bundle(app) if charts else "",
        page_charts=asset("charts.js") if charts else "",
        notebook_name=_notebook(app, pagename),
    )
    if templatename == "search.html":
        first, *others = (pathto(name, 1) for name in _SEARCH_SCRIPTS)
        # The site's own script sets an option before the search reads it.
        context["site_deferred"] = [first, *context["site_deferred"], *others]
    context["css_files"] = [f for f in context["css_files"] if not _matches(_REPLACED_STYLES, f, "chipledger.css")]
    context["script_files"] = [f for f in context["script_files"] if not _matches(_REPLACED_SCRIPTS, f)]


def _matches(pattern: re.Pattern[str], asset: Any, own: str = "") -> bool:
    name = str(getattr(asset, "filename", asset) or "")
    return bool(pattern.match(name)) or (own != "" and name == f"_static/{own}")


def _bundle(app: Sphinx) -> str:
    """The name of the drawing library, written when the first page with a chart is."""
    folder = Path(app.outdir) / "_static"
    written = sorted(path.name for path in folder.glob("vega-*.js"))
    return written[0] if written == [vega.bundle_name()] else vega.write_bundle(folder)


def _contents(context: dict[str, Any]) -> str:
    html = context["toctree"](collapse=True, maxdepth=2, includehidden=True, titles_only=True) or ""
    # Sphinx calls the names of parts headings and gives them no level.
    html = str(html).replace('class="caption" role="heading"', 'class="caption"')
    return re.sub(r'(<a class="[^"]*\bcurrent\b[^"]*")', r'\1 aria-current="page"', html)


def _sections(context: dict[str, Any]) -> str:
    """The headings below the title, where there are at least two."""
    match = re.search(r"</a>\s*(<ul>.*</ul>)\s*</li>\s*</ul>\s*$", str(context.get("toc") or ""), re.DOTALL)
    sections = match[1] if match else ""
    return sections if sections.count("<a ") > 1 else ""


def _description(doctree: nodes.document, longest: int = 155) -> str:
    """The first paragraph, cut at a word."""
    for paragraph in doctree.findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split())
        if len(text) > 40:
            return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0].rstrip(",;:") + " …"
    return TAGLINE


def _notebook(app: Sphinx, pagename: str) -> str:
    """The file name under which a chapter is saved, or nothing where the page is no notebook."""
    if pagename not in app.env.all_docs:
        return ""
    path = PurePosixPath(Path(app.env.doc2path(pagename)).as_posix())
    return path.name if path.suffix == ".ipynb" else ""
