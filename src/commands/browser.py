"""The browser that checks the site: found, or else installed; never gone without."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from commands.places import PYTHON
from commands.steps import Stop, output_of, run, say

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

#: Prints where Playwright would have put a Chromium of its own.
OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def runs(browser: str) -> bool:
    """Whether a browser starts at all: a package's stub, or one that lacks libraries, does not."""
    try:
        result = subprocess.run([browser, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def driver_runs() -> bool:
    """Whether Playwright's driver starts: on a minimal Debian it lacks a library."""
    return bool(output_of([PYTHON, "-m", "playwright", "--version"]))


def find() -> str:
    """Path of a Chromium that runs, Playwright's own being the last choice, or an empty string."""
    for name in NAMES:
        path = shutil.which(name)
        if path and runs(path):
            return path
    path = output_of([PYTHON, "-c", OWN])
    return path if path and runs(path) else ""


def attempt(steps: Mapping[str, Sequence[str | Path]]) -> None:
    """Run named steps one after the other up to the first that fails, which is told but ends nothing."""
    try:
        for what, command in steps.items():
            run(what, command, "browser.log")
    except Stop as problem:
        say(f"  {problem}")


def ensure() -> None:
    """Find or install what the browser checks need, and say in CHIPLEDGER_CHROMIUM where Chromium is.

    Raises
    ------
    Stop
        If it is not there in the end: the browser checks are never left out.
    """
    asked = os.environ.get("CHROMIUM", "")
    found = (shutil.which(asked) or "") if asked else find()
    if asked and not (found and runs(found)):
        raise Stop(f"CHROMIUM={asked} does not run")
    lacking = ([] if found else ["chromium"]) + ([] if driver_runs() else ["libatomic1"])
    if lacking and os.geteuid() == 0 and shutil.which("apt-get"):
        os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
        install = ["apt-get", "install", "-y", "--no-install-recommends", *lacking]
        update = ["apt-get", "update"]
        attempt({"updating the list of packages": update, f"installing {' and '.join(lacking)}": install})
        found = found or find()
    if not found and driver_runs():
        attempt({"installing Playwright's Chromium": [PYTHON, "-m", "playwright", "install", "chromium"]})
        found = find()
    if not found:
        raise Stop("no Chromium, and none could be installed; install chromium or set CHROMIUM=/path/to/it")
    if not driver_runs():
        raise Stop("Playwright's driver does not run; on Debian or Ubuntu: apt-get install libatomic1")
    say(f"Browser: {found}")
    os.environ["CHIPLEDGER_CHROMIUM"] = found
