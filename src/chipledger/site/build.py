"""The whole build: read the data, build the book strictly, check the site, and only then put it in place.

The site is made in a folder beside the one it belongs in. An interrupted or failed build leaves the
site of before as it was, and never half a new one.
"""

from __future__ import annotations

import fcntl
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chipledger
from chipledger.errors import ChipledgerError
from chipledger.site import verify

#: Seconds of silence after which a build says that it is still at work.
_PATIENCE = 15

_PROGRESS = re.compile(r"(?:reading sources|writing output)\.\.\. \[ *(\d+)%\] (.*)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_COMPLAINT = re.compile(r"\b(WARNING|ERROR|CRITICAL|SEVERE): ")
_CELL = re.compile(r"(\.ipynb):(\d{5,}):")
#: In the log of a chapter that failed: the line at fault, the error itself, and the chapter.
_AT = re.compile(r"^-+> *\d+ (.*)", re.MULTILINE)
_ERROR = re.compile(r"^(\w+(?:\.\w+)*: .*)\n+The above exception was the direct cause", re.MULTILINE)
_CHAPTER = re.compile(r"ExecutionError: (\S+\.(?:ipynb|md))")


class BuildError(ChipledgerError):
    """The site could not be built; the message says why, in a few lines."""


class Steps:
    """Says what is being done and how long it has taken so far."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def say(self, words: str) -> None:
        """Print one line with the elapsed seconds."""
        print(f"[{time.monotonic() - self._start:5.0f} s] {words}", flush=True)


def build(root: Path, out: Path) -> Path:
    """Build and check the site.

    Parameters
    ----------
    root : Path
        The repository: holds ``_config.yml``, ``book`` and ``data``.
    out : Path
        The site is put into ``html`` below it.

    Returns
    -------
    Path
        The landing page.

    Raises
    ------
    BuildError
        When something is missing, the strict build fails, or the site is not what it must be.
    DataFaults
        When the data folder has faults.
    """
    for needed in ("_config.yml", "book/_toc.yml", "data/properties.yaml"):
        if not (root / needed).is_file():
            raise BuildError(f"{needed} is missing in {root}; build from the repository's top folder")
    steps = Steps()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"cannot write to {out}: {error.strerror}") from error
    with _alone(out):
        stage = out / ".building"
        shutil.rmtree(stage, ignore_errors=True)
        try:
            steps.say("reading the data")
            ledger = chipledger.load(root / "data")
            steps.say(f"{len(ledger.claims):,} claims are in order; running the chapters and building the pages")
            _jupyter_book(root, stage, out / "build.log", steps)
            steps.say("checking the site")
            html = stage / "_build" / "html"
            if found := verify.faults(html, ledger):
                raise BuildError("\n".join([f"{len(found)} faults in the built site", *found[:40]]))
            _swap(html, out / "html", stage / "before")
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    steps.say("the site is built and checked")
    return out / "html" / "index.html"


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BuildError(f"another build is at work in {out}; wait for it") from error
        yield


def _swap(new: Path, place: Path, aside: Path) -> None:
    """Put a finished site where the old one is; both moves are renames within one folder tree."""
    if place.exists():
        place.rename(aside)
    try:
        new.rename(place)
    except BaseException:
        if aside.exists():
            aside.rename(place)
        raise


def _jupyter_book(root: Path, stage: Path, log: Path, steps: Steps) -> None:
    """Run the strict build, showing how far it is."""
    command = [
        *(sys.executable, "-c", "from jupyter_book.cli.main import main; main()", "build", str(root / "book")),
        *("--config", str(root / "_config.yml"), "--toc", str(root / "book" / "_toc.yml")),
        *("--path-output", str(stage), "-n", "-W", "--keep-going"),
    ]
    stage.mkdir()
    # The debugger of the notebook kernel prints a warning of its own when this is not set.
    environment = {**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1", "PYTHONUNBUFFERED": "1"}
    complaints: list[str] = []
    with (
        log.open("w", encoding="utf-8") as record,
        subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        try:
            for line in _lines(process, steps):
                record.write(line + "\n")
                if match := _PROGRESS.match(line):
                    doing = "reading and running" if "reading" in line else "writing"
                    steps.say(f"  {match[1]:>3}% {doing} {match[2]}")
                elif _COMPLAINT.search(line):
                    # MyST-NB counts cells in ten thousands of lines.
                    told = _CELL.sub(lambda found: f"{found[1]}, cell {int(found[2]) // 10000}:", line)
                    complaints.append(told.replace(f"{root}/", ""))
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        why = complaints or list(_cell_failure(log.read_text(encoding="utf-8"), root))
        raise BuildError("\n".join(["the strict build failed", *why[:40], f"the whole log: {log}"]))


def _cell_failure(text: str, root: Path) -> Iterator[str]:
    """What a code cell failed on, from a log that is mostly the tools' own call stacks; else the log's end."""
    chapter = _CHAPTER.search(text)
    cell = text.find("CellExecutionError: An error occurred")
    if chapter is None or cell < 0:
        yield from text.splitlines()[-15:]
        return
    yield f"{chapter[1].replace(f'{root}/', '')}: a code cell failed"
    if at := _AT.search(text, cell):
        yield f"  at: {at[1].strip()}"
    if error := _ERROR.search(text, cell):
        yield f"  {error[1]}"


def _lines(process: subprocess.Popen[str], steps: Steps) -> Iterator[str]:
    """The lines of a process, without colours; a sign of life where it is silent for long."""
    lines: queue.Queue[str | None] = queue.Queue()

    def pump() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(_COLOUR.sub("", line.rstrip("\n")))
        lines.put(None)

    threading.Thread(target=pump, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=_PATIENCE)
        except queue.Empty:
            steps.say("  still at work")
            continue
        if line is None:
            process.wait()
            return
        yield line
