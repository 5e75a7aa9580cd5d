"""The virtual environment in `.venv`: made with pinned packages, reused while it fits, never half there.

A stamp in it says what it was made from. The stamp is emptied first and written last, so a set-up that was
interrupted is seen as such and done again.
"""

import errno
import fcntl
import hashlib
import importlib
import json
import platform
import shutil
import sys
import time

from commands.places import BUILD, PYTHON, ROOT, VENV
from commands.steps import Stop, run, say, seconds

STAMP = VENV / "setup.json"


def digest(*parts: bytes) -> str:
    """Short fingerprint of some bytes, in order."""
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:32]


def wanted() -> dict[str, str]:
    """Stamp of a finished set-up of this folder with this interpreter."""
    here = "\n".join([str(ROOT), sys.base_prefix, platform.python_version(), platform.machine()])
    return {
        "environment": digest((ROOT / "requirements.txt").read_bytes(), here.encode()),
        "package": digest((ROOT / "pyproject.toml").read_bytes()),
    }


def read_stamp() -> dict[str, str]:
    """Stamp of the set-up in `.venv`: empty where there is none, or where it was interrupted."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if PYTHON.exists() else {}


def write_stamp(stamp: dict[str, str]) -> None:
    """Replace the stamp in one move, so that it is never half-written."""
    new = STAMP.with_suffix(".new")
    new.write_text(json.dumps(stamp))
    new.replace(STAMP)


def empty() -> None:
    """Empty `.venv`, all but the stamp that marks it as ours.

    Raises
    ------
    Stop
        If something else is in its place: what someone else made is left alone.
    """
    if VENV.exists() and not VENV.is_dir():
        raise Stop(f"{VENV} is in the way: it is not a folder")
    VENV.mkdir(exist_ok=True)
    content = list(VENV.iterdir())
    if content and STAMP not in content:
        raise Stop(f"{VENV} is in the way: it was not made by this command; move it elsewhere")
    write_stamp({})
    for path in content:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path != STAMP:
            path.unlink(missing_ok=True)


def remove() -> None:
    """Remove `.venv`, if it is there and ours."""
    if VENV.exists():
        empty()
        STAMP.unlink()
        VENV.rmdir()


def pip_install(what: str, arguments: list[str]) -> None:
    """Run `pip install` of `.venv`, quietly and without questions."""
    options = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
    run(what, [PYTHON, "-m", "pip", "install", *options, *arguments], "pip.log")


def make() -> None:
    """Make `.venv` anew, with the packages that requirements.txt pins by hash."""
    try:
        importlib.import_module("ensurepip")
        importlib.import_module("venv")
    except ImportError:
        hint = "on Debian or Ubuntu: apt-get install python3-venv"
        raise Stop(f"{sys.executable} has no venv module; {hint}") from None
    empty()
    run(f"making .venv with Python {platform.python_version()}", [sys.executable, "-m", "venv", VENV], "venv.log")
    # Wheels only: no package runs code of its own while it is installed, and none needs a compiler.
    options = ["--require-hashes", "--only-binary", ":all:", "--retries", "2"]
    pip_install("installing pinned packages", [*options, "-r", "requirements.txt"])


def setup() -> None:
    """Bring `.venv` up to date; nothing is done where it is."""
    want = wanted()
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            say("Set-up: another one is at work in this folder; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        have = read_stamp()
        if have == want:
            say("Set-up: reusing .venv")
            return
        start = time.monotonic()
        if have.get("environment") != want["environment"]:
            say("Set-up: into .venv; the first time takes a minute or more")
            make()
        else:
            say("Set-up: reusing the packages in .venv")
        write_stamp({"environment": want["environment"]})
        pip_install("installing chipledger", ["--no-deps", "--no-index", "--no-build-isolation", "-e", "."])
        write_stamp(want)
        say(f"Set-up: done in {seconds(start)}")
