"""What a visit to a page of the site finds wrong; the same functions judge the site and the broken copies."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, Route
from playwright.sync_api import TimeoutError as Late

#: Widths in CSS pixels: a small phone and a desktop.
PHONE, DESKTOP = 360, 1280
HEIGHT = 800
SCHEMES = ("light", "dark")

#: How long a chart may take to draw, in milliseconds, on a machine that is busy with other things.
PATIENCE = 20_000

#: The marks of a drawn chart; axes, legends and titles are no marks.
MARKS = ".chart-live svg .role-mark > :is(path, text, line, image)"

#: Files that a server sends compressed.
_TEXT = (".html", ".css", ".js", ".json", ".svg")


@dataclass
class Visit:
    """A page under observation.

    Attributes
    ----------
    page : Page
    allowed : str
        What every address that the page asks for must start with.
    faults : list of str
        What went wrong, in the order in which it did.
    weights : dict of str to int
        Bytes of each file as a server would send it, by address.
    """

    page: Page
    allowed: str
    faults: list[str] = field(default_factory=list)
    weights: dict[str, int] = field(default_factory=dict)

    def watch(self) -> None:
        """Refuse all but the allowed addresses, and note what fails."""
        self.page.route("**/*", self._route)
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("console", lambda m: m.type in ("error", "warning") and self._note(f"console {m.type}: {m.text}"))
        self.page.on("pageerror", lambda error: self._note(f"script error: {error}"))

    def _note(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)

    def _route(self, route: Route) -> None:
        address = route.request.url
        if address.startswith(self.allowed) or urlsplit(address).scheme in ("data", "blob"):
            route.continue_()
        else:
            self._note(f"asked outside the site: {address}")
            route.abort()

    def _failed(self, request: Request) -> None:
        self._note(f"request failed: {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"answer {response.status}: {response.url}")

    def weigh(self, response: Response) -> None:
        """Note the size of an answer, compressed where servers compress."""
        if urlsplit(response.url).scheme not in ("data", "blob"):
            body = response.body()
            text = urlsplit(response.url).path.endswith((*_TEXT, "/"))
            self.weights[response.url] = len(gzip.compress(body, 6) if text else body)


@contextmanager
def visit(
    browser: Browser, address: str, allowed: str, *, width: int = DESKTOP, scheme: str = "light", scripts: bool = True
) -> Iterator[Visit]:
    """Open an address in a browser of its own.

    Parameters
    ----------
    browser : Browser
    address : str
    allowed : str
        What every address asked for must start with.
    width : int
    scheme : {"light", "dark"}
    scripts : bool
    """
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": HEIGHT},
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=scripts,
        reduced_motion="reduce",
        service_workers="block",
    )
    try:
        seen = Visit(context.new_page(), allowed)
        seen.watch()
        seen.page.goto(address, wait_until="load")
        yield seen
    finally:
        context.close()


def faults_everywhere(browser: Browser, address: str, allowed: str) -> list[str]:
    """Open a page once and judge it at both widths in both schemes, as a reader who turns a phone or the light would.

    Returns
    -------
    list of str
        Each fault with the width and scheme at which it was first seen.
    """
    found: list[str] = []
    with visit(browser, address, allowed) as seen:
        for width in (DESKTOP, PHONE):
            seen.page.set_viewport_size({"width": width, "height": HEIGHT})
            for scheme in SCHEMES:
                seen.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                before = len(seen.faults)
                look = [*chart_faults(seen.page), *layout_faults(seen.page), *figure_faults(seen.page)]
                look += [*colour_faults(seen.page, scheme), *seen.faults[before:]]
                found += [f"at {width} px, {scheme}: {fault}" for fault in look]
        found += [fault for fault in seen.faults if not any(line.endswith(fault) for line in found)]
    return found


def chart_faults(page: Page) -> Iterator[str]:
    """Charts that have not drawn their marks, or have no words."""
    for figure in page.locator("figure.chart").all():
        name = figure.get_attribute("id")
        figure.scroll_into_view_if_needed()
        try:
            figure.locator(".chart-live svg .role-mark").first.wait_for(state="attached", timeout=PATIENCE)
        except Late:
            yield f"chart {name} is not drawn"
            continue
        if figure.locator(MARKS).count() == 0:
            yield f"chart {name} has no marks"
        if not figure.locator(".chart-live svg").is_visible():
            yield f"chart {name} is hidden"
        words = figure.locator(".chart-live[role='graphics-document'], .chart-live [role='graphics-document']").first
        if not (words.get_attribute("aria-label") or "").strip():
            yield f"chart {name} has no words"


def layout_faults(page: Page) -> Iterator[str]:
    """A page that scrolls sideways, and what sticks out of it."""
    wide = page.evaluate(
        """() => {
            const root = document.documentElement;
            if (root.scrollWidth <= root.clientWidth) return null;
            const inside = (e) => e.closest(".scroll, pre, .chart-live, .chart-picture, math");
            const out = [...document.body.querySelectorAll("*")]
                .filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1 && !inside(e));
            return [root.scrollWidth, root.clientWidth, out.slice(-1).map((e) => e.outerHTML.slice(0, 80))[0] ?? ""];
        }"""
    )
    if wide:
        yield f"scrolls sideways: {wide[0]} px in {wide[1]} px, because of {wide[2]!r}"


def figure_faults(page: Page) -> Iterator[str]:
    """Figures that a reader cannot see: no words, no room, or hidden other than in a closed drawer."""
    yield from page.evaluate(
        """() => [...document.querySelectorAll("main data")]
            .filter((e) => !e.closest("details:not([open])"))
            .filter((e) => !e.textContent.trim() || !e.getClientRects().length
                || getComputedStyle(e).visibility !== "visible")
            .map((e) => `figure ${e.getAttribute("data-fact") ?? e.outerHTML.slice(0, 60)} is not visible`)"""
    )


def colour_faults(page: Page, scheme: str) -> Iterator[str]:
    """Paper or ink of the other scheme."""
    paper, ink = page.evaluate(
        """() => {
            const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
            const look = (e, what) => light(getComputedStyle(e)[what]);
            return [look(document.documentElement, "backgroundColor"), look(document.body, "color")];
        }"""
    )
    if (paper > ink) != (scheme == "light"):
        yield f"the page is not {scheme}"
    wrong = page.evaluate(
        """(dark) => [...document.querySelectorAll(".chart-live svg :is(.role-axis-label, .role-title) text")]
            .filter((e) => {
                const sum = getComputedStyle(e).fill.match(/[\\d.]+/g).slice(0, 3).reduce((s, p) => s + Number(p), 0);
                return dark ? sum < 300 : sum > 500;
            }).length""",
        scheme == "dark",
    )
    if wrong:
        yield f"{wrong} words of charts are not legible in {scheme}"
