"""A built site, checked as files: complete, self-contained, and true to the ledger.

What only a browser can tell (that charts draw, that nothing scrolls sideways) the browser tests check.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from chipledger import units
from chipledger.errors import ChipledgerError
from chipledger.interval import Interval

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

    from chipledger.ledger import Ledger
    from chipledger.records import Claim

#: Elements that make a browser fetch something, and the attributes that name it.
_FETCHES = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "track": ("src",),
    "input": ("src",),
    "use": ("href", "xlink:href"),
    "image": ("href", "xlink:href"),
    "form": ("action",),
}

#: Links that lead nowhere by themselves.
_IDLE_LINKS = {"canonical", "next", "prev", "license", "author", "alternate"}

_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")

#: Figures that some page must show; which claims answer them is the ledger's business.
KNOWN = (("trainium2", "memory_bandwidth"), ("trainium2", "memory_capacity"))


def faults(folder: Path, ledger: Ledger) -> list[str]:
    """Everything wrong with a built site.

    Parameters
    ----------
    folder : Path
        Holds ``index.html``.
    ledger : Ledger
        What the figures on the pages must agree with.

    Returns
    -------
    list of str
        One line a fault, with the page it is on; empty when all is well.
    """
    from bs4 import BeautifulSoup

    if not (folder / "index.html").is_file():
        return [f"index.html: missing in {folder.name}/; the landing page must be built there"]
    paths = sorted(folder.rglob("*.html"))
    pages = {path: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser") for path in paths}
    found: list[str] = []
    shown: set[str] = set()
    for path, page in pages.items():
        name = path.relative_to(folder).as_posix()
        checks = (frame_faults(page), host_faults(page), link_faults(page, path, folder, pages), chart_faults(page))
        found += [f"{name}: {fault}" for check in checks for fault in check]
        found += [f"{name}: {fault}" for fault in figure_faults(page, ledger, shown)]
    for path in sorted(folder.rglob("*.css")):
        name = path.relative_to(folder).as_posix()
        found += [f"{name}: {fault}" for fault in style_faults(path.read_text(encoding="utf-8"), path.parent)]
    return found + list(_unknown(ledger, shown))


def frame_faults(page: BeautifulSoup) -> Iterator[str]:
    """Whether the page has its frame, and no script that its policy would refuse."""
    if page.find("main") is None or page.find("title") is None:
        yield "no title or no main part; this is not a page of the book"
    if page.find("meta", attrs={"http-equiv": "Content-Security-Policy"}) is None:
        yield "no content security policy"
    for script in page.find_all("script", src=False):
        if script.get("type") != "application/json":
            yield f"a script in the page, which the policy refuses: {script.get_text()[:60]!r}"
    for tag in page.find_all(True):
        for attribute in tag.attrs:
            if attribute.startswith("on"):
                yield f"<{tag.name} {attribute}>, which the policy refuses"


def host_faults(page: BeautifulSoup) -> Iterator[str]:
    """What the page would ask of another host."""
    for tag, address in _fetched(page):
        parts = urlsplit(address)
        if parts.netloc or parts.scheme in ("http", "https", "ftp"):
            yield f"<{tag.name}> asks another host: {address}"
    for style in page.find_all("style"):
        yield from style_faults(style.get_text(), None)


def style_faults(css: str, folder: Path | None) -> Iterator[str]:
    """What a style sheet would ask of another host, or of a file that is not there."""
    for match in _URL.finditer(css):
        address = (match[1] or match[2]).strip()
        parts = urlsplit(address)
        if parts.netloc or parts.scheme in ("http", "https"):
            yield f"style asks another host: {address}"
        elif folder is not None and parts.path and parts.scheme != "data" and not (folder / parts.path).is_file():
            yield f"style asks for a missing file: {address}"


def _fetched(page: BeautifulSoup) -> Iterator[tuple[Tag, str]]:
    for name, attributes in _FETCHES.items():
        for tag in page.find_all(name):
            for attribute in attributes:
                value = str(tag.get(attribute) or "")
                for candidate in value.split(",") if attribute == "srcset" else [value]:
                    if candidate.strip():
                        yield tag, candidate.split()[0]
    for link in page.find_all("link", href=True):
        if not _IDLE_LINKS & set(link.get("rel") or ()):
            yield link, str(link["href"])


def link_faults(page: BeautifulSoup, path: Path, folder: Path, pages: dict[Path, BeautifulSoup]) -> Iterator[str]:
    """Links and files that lead nowhere within the site."""
    asked = [(tag, address) for tag, address in _fetched(page)]
    asked += [(tag, str(tag["href"])) for tag in page.find_all("a", href=True)]
    for tag, address in asked:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or address in ("#", ""):
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
        if target.is_dir():
            target /= "index.html"
        if not target.is_relative_to(folder.resolve()) or not target.is_file():
            yield f"<{tag.name}> leads nowhere: {address}"
        elif parts.fragment and target.suffix == ".html":
            there = next((soup for known, soup in pages.items() if known.resolve() == target), None)
            if there is not None and there.find(id=unquote(parts.fragment)) is None:
                yield f"<{tag.name}> leads to no such place: {address}"


def chart_faults(page: BeautifulSoup) -> Iterator[str]:
    """Charts without picture, words or specification, or without the script that draws them."""
    charts = page.find_all("figure", class_="chart")
    for chart in charts:
        name = chart.get("id")
        script = chart.find("script", type="application/json")
        try:
            spec = json.loads(script.get_text() if script else "")
        except ValueError:
            yield f"{name}: no readable specification"
            continue
        if not spec.get("description"):
            yield f"{name}: no description in words"
        picture = chart.find(class_="chart-picture")
        if picture is None or picture.find("svg") is None:
            yield f"{name}: no static picture"
    drawers = [tag for tag in page.find_all("script", src=True) if tag.get("data-vega")]
    if bool(charts) != bool(drawers):
        yield "the chart script is on a page without charts" if drawers else "charts, and no script that draws them"


def figure_faults(page: BeautifulSoup, ledger: Ledger, shown: set[str]) -> Iterator[str]:
    """Figures that name no claim, or not the value of the claim that they name."""
    for data in page.find_all("data"):
        inputs = str(data.get("data-inputs") or "").split()
        named = [*inputs, str(data["data-fact"])] if data.get("data-fact") else inputs
        for name in named:
            if name not in ledger.claims:
                yield f"{data.get_text()!r} rests on {name!r}, which the ledger does not hold"
        claim = ledger.claims.get(str(data.get("data-fact")))
        if claim is None:
            continue
        shown.add(claim.id)
        unit, value = data.get("data-unit"), str(data.get("value"))
        if claim.number and unit and _is_number(value) and not _agrees(claim, value, str(unit)):
            yield f"{value!r} {unit} is not what {claim.id} says: {claim.text}"
        if not data.get("title"):
            yield f"{data.get_text()!r} does not say where it is from"


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _agrees(claim: Claim, value: str, unit: str) -> bool:
    if unit == (claim.unit or ""):
        return value in (claim.value, claim.upper)
    try:
        factor = units.ratio(claim.unit or "one", unit)
    except ChipledgerError:
        return False
    for printed in filter(None, (claim.value, claim.upper)):
        allowed = Interval.printed(printed, exact=claim.exact).scaled(factor)
        exact = Fraction(printed) * factor
        # A figure that its source means exactly is shown with four digits in another unit.
        if allowed.contains(Interval.exactly(value)) or abs(Fraction(value) - exact) <= abs(exact) / 2000:
            return True
    return False


def _unknown(ledger: Ledger, shown: set[str]) -> Iterator[str]:
    for subject, prop in KNOWN:
        fact = ledger.get(subject, prop)
        if fact.claim is not None and fact.claim.id not in shown:
            yield f"no page shows {subject} {prop} ({fact.text}, {fact.claim.id})"
