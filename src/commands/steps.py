"""Steps of a command: run something, show that it goes on, and say in one line why it failed."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from commands.places import HOME, LOGS, ROOT, VENV

#: Seconds between two signs of life of a quiet step.
HEARTBEAT = 10.0

#: Settings of the caller that would reach into `.venv`.
UNWANTED = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "JUPYTER_PATH")

#: What a tool's log says, and what that means for whoever ran the command. The first match counts.
CAUSES = (
    (r"No space left on device|Disk quota exceeded", "the disk is full"),
    (r"DO NOT MATCH THE HASHES", "a downloaded package is not the one recorded in requirements.txt (its hash differs)"),
    (r"Hashes are required in", "requirements.txt names a package without its hash"),
    (r"Permission denied|Read-only file system|Operation not permitted", "no write permission"),
    (r"CERTIFICATE_VERIFY_FAILED|certificate verify failed", "the certificate of the package index is not trusted"),
    (
        r"NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|Max retries exceeded|Retrying \(Retry"
        r"|Connection (refused|reset|aborted|timed out)|name resolution|Network is unreachable|Could not resolve"
        r"|Temporary failure resolving|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT",
        "no network: the package index cannot be reached",
    ),
)


class Stop(Exception):
    """The command cannot go on; the message is the one line that the user sees."""


def say(text: str) -> None:
    """Print a line at once, so that it stays in order with what child processes print."""
    print(text, flush=True)


def seconds(since: float) -> str:
    """Time passed since `since` (a `time.monotonic()` value), in whole seconds."""
    return f"{time.monotonic() - since:.0f} s"


def child_environment() -> dict[str, str]:
    """Environment for what runs inside `.venv`, free of the caller's Python and Jupyter settings."""
    env = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    env["VIRTUAL_ENV"] = str(VENV)
    env["PATH"] = f"{VENV / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
    # A kernel or a start-up script from the caller's home would change what chapters show.
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        folder = HOME / name.lower()
        folder.mkdir(parents=True, exist_ok=True)
        env[name] = str(folder)
    return env


def output_of(command: Sequence[str | Path]) -> str:
    """What a command inside `.venv` prints; an empty string where it does not run."""
    try:
        result = subprocess.run(
            command,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.strip()


def last_line(log: Path) -> str:
    """Last line that says something in a log, shortened to fit a terminal."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line.strip()[:100] for line in reversed(lines) if line.strip()), "")


def explain(log: str) -> str:
    """One clause saying why a logged step failed.

    Examples
    --------
    >>> explain("OSError: [Errno 28] No space left on device")
    'the disk is full'
    """
    for pattern, meaning in CAUSES:
        if re.search(pattern, log):
            return meaning
    lines = [line.strip() for line in log.splitlines()]
    for pattern in (r"([\w.]+\.)?\w+(Error|Exception): \S", r"(error|e): "):
        errors = [line for line in lines if re.match(pattern, line, re.IGNORECASE)]
        if errors:
            return errors[-1][:200]
    return "see the log"


def run(what: str, command: Sequence[str | Path], log: str = "") -> None:
    """Run a command to its end, in the root folder.

    Parameters
    ----------
    what : str
        The step in words.
    command : sequence of str or Path
    log : str, optional
        Name of a file under `_build/logs` that takes the output, while a line every few seconds tells how the step
        gets on. Left out: the output is shown as it comes.

    Raises
    ------
    Stop
        If it exits with anything but 0.
    """
    start = time.monotonic()
    path = LOGS / log if log else Path(os.devnull)
    if log:
        LOGS.mkdir(parents=True, exist_ok=True)
        say(f"  {what} ...")
    with path.open("wb") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=file if log else None,
            stderr=subprocess.STDOUT if log else None,
        )
        try:
            while True:
                try:
                    status = process.wait(HEARTBEAT)
                    break
                except subprocess.TimeoutExpired:
                    if log:
                        say(f"    {seconds(start)}: {last_line(path)}")
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if status == 0:
        return
    how = f"was ended by signal {-status}" if status < 0 else f"failed (exit {status})"
    if not log:
        raise Stop(f"{what} {how}")
    reason = explain(path.read_text(encoding="utf-8", errors="replace"))
    if shutil.disk_usage(ROOT).free < 2**20:  # there may have been no room for the log itself
        reason = "the disk is full"
    raise Stop(f"{what} {how}: {reason} [{path.relative_to(ROOT)}]")


def in_parts(command: str, parts: Sequence[tuple[str, Callable[[], None]]]) -> None:
    """Run the parts of a command in order and say how long each took.

    Raises
    ------
    Stop
        If a part stops; its name and its time lead the message.
    """
    times = []
    begin = time.monotonic()
    for number, (name, part) in enumerate(parts, 1):
        start = time.monotonic()
        say(f"[{number}/{len(parts)}] {name}")
        try:
            part()
        except Stop as problem:
            raise Stop(f"{command}: {name} failed after {seconds(begin)}. {problem}") from None
        times.append(f"{name} {seconds(start)}")
    say(f"{command}: all done in {seconds(begin)} ({', '.join(times)})")
