"""A browser, and the built site at a root, under a sub-path and as a folder."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from serving import serve

from chipledger.site.once import stamp
from places import DATA, REPOSITORY

SITE = REPOSITORY / "_build" / "html"

#: What a browser is told, so that it asks for nothing by itself and resolves no name.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. A machine without one fails the checks: they are never left out."""
    path = os.environ.get("CHIPLEDGER_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail("no Chromium; `make test` installs one, or name one in CHIPLEDGER_CHROMIUM")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=[*QUIET, *sandbox])
        yield running
        running.close()


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site; it must be that of the present sources."""
    if not (SITE / "index.html").is_file():
        pytest.fail("no site in _build/html; `make book` builds it")
    built = json.loads((SITE / "build.json").read_text())["made_from"]
    if built != stamp(DATA, REPOSITORY / "book"):
        pytest.fail("the site in _build/html is older than its sources; `make book` builds it anew")
    return SITE


@pytest.fixture(scope="session")
def at_root(site: Path) -> Iterator[str]:
    """Address of the site at the root of a host."""
    with serve(site, "/") as address:
        yield address


@pytest.fixture(scope="session")
def below(site: Path) -> Iterator[str]:
    """Address of the site below a path, as on a project site."""
    with serve(site, "/chipledger/") as address:
        yield address


@pytest.fixture(scope="session")
def in_folder(site: Path) -> str:
    """Address of the site as a folder on disk."""
    return f"{site.as_uri()}/"


@pytest.fixture(scope="session")
def chart_pages(site: Path) -> list[str]:
    """Names of the pages that have a chart."""
    found = [path.relative_to(site).as_posix() for path in pages(site) if 'class="chart"' in path.read_text("utf-8")]
    assert found, "no page has a chart"
    return found


def pages(site: Path) -> list[Path]:
    """Every page of a site."""
    return sorted(site.rglob("*.html"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for ``name`` once for each page.

    Without a built site the front page stands for all, so that the tests fail rather than vanish.
    """
    if "name" in metafunc.fixturenames:
        names = [path.relative_to(SITE).as_posix() for path in pages(SITE)] or ["index.html"]
        metafunc.parametrize("name", names)
