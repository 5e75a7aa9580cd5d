"""The commands themselves, by the names that the Makefile gives them."""

import errno
import os
import shutil
import signal
import sys

from commands import browser, environment, server
from commands.places import BUILD, HTML, PYTHON, ROOT, VENV
from commands.steps import Stop, in_parts, run, say

UV = "uv==0.13.9"


def build() -> None:
    """Execute every chapter and build the site, strictly."""
    run("building the site", [PYTHON, "-m", "chipledger.site", "build"])
    if not (HTML / "index.html").is_file():
        raise Stop(f"building the site left no {(HTML / 'index.html').relative_to(ROOT)}")


def book() -> None:
    """Set up and build the site."""
    in_parts("make book", [("set-up", environment.setup), ("build", build)])
    say(f"Open {(HTML / 'index.html').as_uri()} or run: make serve")


def serve() -> None:
    """Set up, build the site and serve it on loopback."""
    ports = server.ports()
    book()
    server.serve(ports)


def run_tests() -> None:
    """Run the tests, the examples in docstrings, and every chapter against its stored outputs."""
    run("pytest", [PYTHON, "-m", "pytest", "--nbval", "--durations=10", "tests", "src", "book"])


def test() -> None:
    """Set up and run every check there is, the strict build among them."""
    parts = [("set-up", environment.setup), ("browser", browser.ensure), ("build", build), ("tests", run_tests)]
    in_parts("make test", parts)


def chapters() -> None:
    """Run every chapter in place and store its results, for a change of the data or of a chapter."""
    environment.setup()
    run("running the chapters", [PYTHON, "-m", "chipledger.site.execute", *sorted((ROOT / "book").glob("*.ipynb"))])


def check() -> None:
    """Check the data and nothing else."""
    environment.setup()
    run("checking the data", [VENV / "bin" / "chipledger", "check"])


def lint() -> None:
    """Check style and types of the code."""
    environment.setup()
    run("ruff", [PYTHON, "-m", "ruff", "check", "src", "tests", "book"])
    run("mypy", [PYTHON, "-m", "mypy"])


def lock() -> None:
    """Write requirements.txt anew from pyproject.toml: the newest versions allowed, each with its hashes."""
    tool = BUILD / "lock"
    run("making a place for uv", [sys.executable, "-m", "venv", "--clear", tool], "lock.log")
    run("installing uv", [tool / "bin" / "python", "-m", "pip", "install", UV], "lock.log")
    os.environ["UV_CUSTOM_COMPILE_COMMAND"] = "make lock"
    sources = ["pyproject.toml", "--all-extras", "--group", "dev", "--upgrade", "--output-file", "requirements.txt"]
    run("pinning packages", [tool / "bin" / "uv", "pip", "compile", "--quiet", *sources], "lock.log")
    say("Pinned: requirements.txt")


def clean() -> None:
    """Remove what was built; the set-up stays."""
    if BUILD.is_dir():
        shutil.rmtree(BUILD)
    for top in ("src", "tests", "book", "data"):
        for name in ("__pycache__", ".ipynb_checkpoints"):
            for folder in list((ROOT / top).rglob(name)):
                shutil.rmtree(folder)
    say("Removed what was built; .venv stays (make clean-all removes it too)")


def clean_all() -> None:
    """Remove what was built, and the set-up."""
    environment.remove()
    clean()


COMMANDS = {
    "book": book,
    "serve": serve,
    "test": test,
    "chapters": chapters,
    "check": check,
    "lint": lint,
    "lock": lock,
    "setup": environment.setup,
    "clean": clean,
    "clean-all": clean_all,
}


def reason_of(error: OSError) -> str:
    """One line for a failure that the operating system reported."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full{where}"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"no write permission in {ROOT}: {error.strerror}{where}"
    return f"{error.strerror or error}{where}"


def stopped_by(number: int, frame: object) -> None:
    """Turn a polite request to end into the same tidy end as Ctrl-C."""
    raise KeyboardInterrupt


def main(arguments: list[str]) -> int:
    """Run one command; exit status 0 if it did all it should, 1 if not, 2 if there is no such command."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        say(f"usage: make {' | '.join(COMMANDS)}")
        return 2
    signal.signal(signal.SIGTERM, stopped_by)
    try:
        COMMANDS[arguments[0]]()
    except Stop as problem:
        print(problem, file=sys.stderr, flush=True)
    except OSError as error:
        print(f"make {arguments[0]}: {reason_of(error)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Interrupted; the same command takes it up again.", file=sys.stderr, flush=True)
        return 130
    else:
        return 0
    return 1
