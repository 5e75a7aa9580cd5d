"""Start of every `make` command: finds a Python that fits and hands over to the package `commands`.

Python 3.6 can parse this file: an interpreter that is too old has to get as far as saying so. What comes after
the check, in `commands`, is written for the Python that is needed, and with the standard library only.
"""

import os
import shutil
import subprocess
import sys
from typing import List, Tuple

OLDEST, NEWEST = (3, 11), (3, 13)


def fits(version: Tuple[int, ...]) -> bool:
    """Whether a version is one that the commands promise to run on."""
    return OLDEST <= version[:2] <= NEWEST


def version_of(python: str) -> Tuple[int, ...]:
    """Version that an interpreter reports, or an empty tuple where it does not run (a shim with nothing behind it)."""
    try:
        out = subprocess.check_output(
            [python, "-c", "import sys; print('%d %d %d' % sys.version_info[:3])"], stderr=subprocess.DEVNULL
        )
        return tuple(int(part) for part in out.split())
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def other_python() -> str:
    """Newest interpreter on PATH that fits, or an empty string; PYTHON=... leaves no choice."""
    if os.environ.get("PYTHON"):
        return ""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        candidate = shutil.which("python3.{}".format(minor))
        if candidate and fits(version_of(candidate)):
            return candidate
    return ""


def main(arguments: List[str]) -> int:
    """Run one command and return its exit status."""
    found = tuple(sys.version_info[:3])
    if fits(found):
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # PYTHONSAFEPATH leaves it out
        from commands.main import main as run

        return run(arguments)
    text = ".".join(str(part) for part in found)
    python = other_python()
    if not python:
        sys.stderr.write("Python 3.11 to 3.13 needed, found {} ({})\n".format(text, sys.executable))
        return 1
    sys.stdout.write("Using {} ({} is {})\n".format(python, sys.executable, text))
    sys.stdout.flush()
    return os.execv(python, [python, os.path.abspath(__file__), *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
