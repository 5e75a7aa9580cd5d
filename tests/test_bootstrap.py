"""The commands in bad conditions: one clear line, a non-zero exit, and nothing that a rerun trips over.

Most tests work in a small project: the real Makefile, bootstrap.py and commands, one tiny package to install from
a folder, and a stand-in for the site. Nothing here reaches a network.
"""

import ast
import contextlib
import errno
import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from commands import browser, main, steps

REPOSITORY = Path(__file__).resolve().parent.parent
BOOTSTRAP = REPOSITORY / "src" / "bootstrap.py"

BACKEND = '''
import zipfile
def get_requires_for_build_editable(config_settings=None):
    return []
def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    import pathlib
    name = "chipledger-1.0-py3-none-any.whl"
    info = "chipledger-1.0.dist-info/"
    files = {
        "chipledger.pth": str(pathlib.Path("src").resolve()),
        info + "METADATA": "Metadata-Version: 2.1\\nName: chipledger\\nVersion: 1.0\\n",
        info + "WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    files[info + "RECORD"] = "".join(f"{file},,\\n" for file in [*files, info + "RECORD"])
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)
    return name
'''

SITE = '''
import os, pathlib, sys, time, tiny
if pathlib.Path("slow").exists():
    print("pid", os.getpid(), flush=True)
    time.sleep(60)
if pathlib.Path("broken").exists():
    sys.exit(3)
html = pathlib.Path("_build/html")
html.mkdir(parents=True, exist_ok=True)
(html / "index.html").write_text("the site")
'''


def tiny_wheel(folder: Path) -> str:
    """Write a wheel of a package with one empty module and return its SHA-256."""
    folder.mkdir()
    path = folder / "tiny-1.0-py3-none-any.whl"
    info = "tiny-1.0.dist-info/"
    files = {
        "tiny.py": "",
        info + "METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
        info + "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[info + "RECORD"] = "".join(f"{name},,\n" for name in [*files, info + "RECORD"])
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make_project(root: Path) -> Path:
    """Lay out the small project in an empty folder."""
    site = root / "src" / "chipledger" / "site"
    site.mkdir(parents=True)
    shutil.copy(BOOTSTRAP, root / "src")
    shutil.copytree(BOOTSTRAP.parent / "commands", root / "src" / "commands")
    shutil.copy(REPOSITORY / "Makefile", root)
    (site.parent / "__init__.py").write_text("")
    (site / "__init__.py").write_text("")
    (site / "__main__.py").write_text(SITE)
    (root / "backend.py").write_text(BACKEND)
    (root / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "chipledger"\nversion = "1.0"\n'
    )
    (root / "requirements.txt").write_text(f"tiny==1.0 --hash=sha256:{tiny_wheel(root / 'wheels')}\n")
    return root


@pytest.fixture
def project(tmp_path):
    return make_project(tmp_path)


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    """A set-up that is killed at work, then has no network, then succeeds: its folder and the later two results."""
    root = make_project(tmp_path_factory.mktemp("attempts"))
    first = subprocess.Popen(
        command(root, "setup"), env=environment(root), stdout=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not (root / ".venv" / "bin").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert (root / ".venv" / "bin").exists()
    # Port 9 of this computer refuses at once, as a computer without a network does.
    offline = run(root, "book", PIP_NO_INDEX="", PIP_FIND_LINKS="", PIP_INDEX_URL="http://127.0.0.1:9/simple")
    return root, offline, run(root, "book")


@pytest.fixture(scope="module")
def ready(attempts):
    """A project whose set-up is done."""
    root, _, done = attempts
    assert done.returncode == 0, done.stderr
    return root


def environment(root: Path, **changes: str) -> dict[str, str]:
    """Surroundings in which pip knows the folder of wheels and nothing else."""
    own = ("PIP_", "PYTHON", "PORT", "CHROMIUM", "MAKE")
    env = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    env.update(PIP_CONFIG_FILE=os.devnull, PIP_NO_CACHE_DIR="1", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(root / "wheels"))
    env.update(changes)
    return {name: value for name, value in env.items() if value != ""}


def command(root: Path, name: str, prelude: str = "") -> list[str]:
    """Command line that runs bootstrap.py, with some Python before it to stand in for other surroundings."""
    script = str(root / "src" / "bootstrap.py")
    if not prelude:
        return [sys.executable, script, name]
    start = f"sys.argv = [{script!r}, {name!r}]\nrunpy.run_path({script!r}, run_name='__main__')"
    return [sys.executable, "-c", f"import runpy, sys\n{prelude}\n{start}"]


def run(root: Path, name: str, prelude: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(root, name, prelude),
        env=environment(root, **changes),
        cwd=root.parent,
        capture_output=True,
        text=True,
        timeout=120,
    )


def the_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one line of a command that failed as it should."""
    assert result.returncode == 1, result.stdout
    assert "Traceback" not in result.stdout + result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    return result.stderr.strip()


def executable(path: Path, script: str) -> Path:
    """Write a shell script that can be run."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


# --- Python -----------------------------------------------------------------------------------------------------


def python_that_is(version: str, at: Path, name: str) -> Path:
    """An interpreter that says it is of some version."""
    at.mkdir(exist_ok=True)
    fake = f"import sys, runpy; sys.version_info = {version}; sys.argv = sys.argv[1:]"
    return executable(
        at / name,
        f'case "$1" in -c) exec "{sys.executable}" -c "{fake}; exec(sys.argv[0])" "$2";; esac\n'
        f"exec \"{sys.executable}\" -c \"{fake}; runpy.run_path(sys.argv[0], run_name='__main__')\" \"$@\"",
    )


@pytest.mark.parametrize(("version", "text"), [("(3, 9, 2)", "3.9.2"), ("(3, 14, 0)", "3.14.0")])
def test_a_python_that_does_not_fit_is_named(project, version, text):
    result = run(project, "book", f"sys.version_info = {version}", PYTHON="python3")
    assert the_line(result).startswith(f"Python 3.11 to 3.13 needed, found {text} (")
    assert not (project / ".venv").exists()
    assert not (project / "_build").exists()


def test_make_says_the_same_of_an_old_python(project, tmp_path):
    old = python_that_is("(3, 9, 2)", tmp_path / "bin", "python3")
    result = subprocess.run(
        ["make", "-C", str(project), "book", f"PYTHON={old}"], env=environment(project), capture_output=True, text=True
    )
    assert result.returncode == 2
    assert result.stderr.splitlines()[0].startswith("Python 3.11 to 3.13 needed, found 3.9.2 (")


@pytest.mark.parametrize("version", ["(2, 7, 18)", "(3, 5, 3)"])
def test_make_needs_no_parsable_python_to_say_so(project, tmp_path, version):
    old = python_that_is(version, tmp_path / "bin", "python")
    result = subprocess.run(
        ["make", "-C", str(project), "test", f"PYTHON={old}"], env=environment(project), capture_output=True, text=True
    )
    assert result.returncode == 2
    assert result.stderr.splitlines()[0] == f"Python 3.11 to 3.13 needed, found none (PYTHON={old})"


def test_another_python_on_the_path_is_used(ready, tmp_path):
    old = python_that_is("(3, 9, 2)", tmp_path / "bin", "python3")
    executable(tmp_path / "bin" / "python3.13", "exit 127")  # a shim with nothing behind it
    python_that_is("(3, 12, 1)", tmp_path / "bin", "python3.12")
    path = f"{old.parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["make", "-C", str(ready), "setup"], env=environment(ready, PATH=path), capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    assert f"Using {tmp_path}/bin/python3.12 ({sys.executable} is " in result.stdout
    assert "Set-up: reusing .venv" in result.stdout


def test_it_parses_on_old_pythons():
    ast.parse(BOOTSTRAP.read_text(), feature_version=(3, 7))


def test_missing_venv_module_names_the_package(project):
    result = run(project, "book", "sys.modules['ensurepip'] = None")
    assert the_line(result).endswith("on Debian or Ubuntu: apt-get install python3-venv")
    assert not (project / ".venv").exists()


# --- set-up -----------------------------------------------------------------------------------------------------


def test_no_network_is_said(attempts):
    line = the_line(attempts[1])
    assert line.startswith("make book: set-up failed after ")
    assert "no network: the package index cannot be reached [_build/logs/pip.log]" in line


def test_a_set_up_that_was_interrupted_and_then_failed_is_done_again(attempts):
    root, _, done = attempts
    assert done.returncode == 0, done.stderr
    assert "Set-up: done in " in done.stdout
    assert (root / "_build" / "html" / "index.html").read_text() == "the site"
    assert f"Open file://{root}/_build/html/index.html or run: make serve" in done.stdout


def test_a_finished_set_up_is_reused(ready):
    again = run(ready, "book")
    assert again.returncode == 0, again.stderr
    assert "Set-up: reusing .venv" in again.stdout
    assert "making .venv" not in again.stdout


def test_a_package_without_a_recorded_hash_is_refused(project):
    (project / "requirements.txt").write_text("tiny==1.0\n")
    assert "requirements.txt names a package without its hash" in the_line(run(project, "setup"))


def test_changed_project_file_installs_the_package_only(ready):
    with open(ready / "pyproject.toml", "a") as file:
        file.write("# changed\n")
    result = run(ready, "setup")
    assert result.returncode == 0, result.stderr
    assert "installing chipledger" in result.stdout
    assert "making .venv" not in result.stdout


def test_a_folder_that_someone_else_made_is_left_alone(project):
    (project / ".venv").mkdir()
    (project / ".venv" / "mine").write_text("mine")
    assert "was not made by this command" in the_line(run(project, "setup"))
    assert (project / ".venv" / "mine").read_text() == "mine"


@pytest.mark.parametrize("name", [".venv", "_build"])
def test_a_file_in_the_way_is_named(project, name):
    (project / name).write_text("")
    assert str(project / name) in the_line(run(project, "setup"))
    assert (project / name).is_file()


def test_no_write_permission_is_said(project):
    if os.geteuid() == 0:  # root may write anywhere but in the kernel's own folders
        (project / "_build").symlink_to("/sys")
    else:
        project.chmod(0o555)
    line = the_line(run(project, "setup"))
    project.chmod(0o755)
    assert line.startswith(f"make setup: no write permission in {project}: ")
    assert not (project / ".venv").exists()


def test_full_disk_is_said(project):
    full = "import os, errno\ndef full(*a): raise OSError(errno.ENOSPC, 'No space', 'x')\nos.replace = full"
    assert the_line(run(project, "setup", full)) == "make setup: the disk is full (x)"
    assert "Set-up: into .venv" in run(project, "setup", "sys.modules['ensurepip'] = None").stdout


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated",
            "a downloaded package is not the one recorded in requirements.txt (its hash differs)",
        ),
        ("ERROR: Could not install packages: [Errno 13] Permission denied: '/x'", "no write permission"),
        ("E: Temporary failure resolving 'a.example'", "no network: the package index cannot be reached"),
        ("ERROR: No matching distribution found for tiny==1.0", "ERROR: No matching distribution found for tiny==1.0"),
        ("  File x\n  ValueError: bad field\nerror: failed", "ValueError: bad field"),
        ("nothing to see", "see the log"),
    ],
)
def test_reason_of_a_failed_step(log, reason):
    assert steps.explain(log) == reason


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_reason_of_a_refused_write(number):
    assert main.reason_of(OSError(number, "no", "/x")).startswith("no write permission in ")


def test_a_second_set_up_waits_for_the_first(ready):
    with open(ready / "_build" / "setup.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(
            command(ready, "setup"), env=environment(ready), stdout=subprocess.PIPE, text=True, cwd=ready
        )
        assert second.stdout.readline() == "Set-up: another one is at work in this folder; waiting for it\n"
        assert second.poll() is None
    out, _ = second.communicate(timeout=60)
    assert second.returncode == 0
    assert out.startswith("Set-up:")


def test_quiet_steps_show_that_they_go_on(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(steps, "HEARTBEAT", 0.2)
    monkeypatch.setattr(steps, "LOGS", tmp_path)
    code = "import time; print('working on it', flush=True); time.sleep(0.7)"
    steps.run("a step", [sys.executable, "-c", code], "step.log")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  a step ..."
    assert any(line.endswith(" s: working on it") for line in lines[1:])


# --- build and serve --------------------------------------------------------------------------------------------


def test_a_build_that_fails_fails_the_command(ready):
    (ready / "broken").write_text("")
    result = run(ready, "book")
    (ready / "broken").unlink()
    line = the_line(result)
    assert line.startswith("make book: build failed after ")
    assert line.endswith("building the site failed (exit 3)")


def test_an_interrupted_build_leaves_nothing_running(ready):
    (ready / "slow").write_text("")
    build = subprocess.Popen(
        command(ready, "book"),
        env=environment(ready),
        cwd=ready,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    child = next(int(line.split()[1]) for line in build.stdout if line.startswith("pid "))
    build.terminate()
    _, err = build.communicate(timeout=30)
    (ready / "slow").unlink()
    assert build.returncode == 130
    assert err == "Interrupted; the same command takes it up again.\n"
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.parametrize("port", ["http", "65536", "-1"])
def test_a_port_that_is_none_is_refused(ready, port):
    assert the_line(run(ready, "serve", PORT=port)) == f"PORT={port} is not a port: a number from 0 to 65535 is"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_site_is_served_on_the_next_free_port(ready, end):
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # whoever else has taken it serves the purpose as well
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        server = subprocess.Popen(
            command(ready, "serve"), env=environment(ready), cwd=ready, stdout=subprocess.PIPE, text=True
        )
        address = next(line.split()[1] for line in server.stdout if line.startswith("Serving "))
        assert address.startswith("http://127.0.0.1:80")
        assert address != "http://127.0.0.1:8000/"
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert answer.read() == b"the site"
        server.send_signal(end)
        out, _ = server.communicate(timeout=30)
    assert out == "Stopped.\n"
    assert server.returncode == 0


def test_a_port_asked_for_and_taken_is_said(ready):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert the_line(run(ready, "serve", PORT=port)) == f"no free port: {port} is taken"


def test_clean_keeps_the_set_up_and_clean_all_does_not(project):
    for made in ("_build/html/index.html", ".venv/setup.json", ".venv/lib/tiny.py", "src/__pycache__/x.pyc"):
        (project / made).parent.mkdir(parents=True, exist_ok=True)
        (project / made).write_text("{}")
    assert run(project, "clean").returncode == 0
    assert not (project / "_build").exists()
    assert not (project / "src" / "__pycache__").exists()
    assert (project / ".venv" / "lib" / "tiny.py").exists()
    assert run(project, "clean-all").returncode == 0
    assert not (project / ".venv").exists()


# --- browser ----------------------------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch):
    """A computer without a browser, and what was run on it, all in vain."""
    ran = []

    def refuse(what, command, log):
        ran.append(command)
        raise steps.Stop(f"{what} failed")

    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("DEBIAN_FRONTEND", "noninteractive")
    monkeypatch.setenv("CHIPLEDGER_CHROMIUM", "")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(browser, "NAMES", ())
    monkeypatch.setattr(browser, "output_of", lambda command: "Version 1" if command[-1] == "--version" else "")
    monkeypatch.setattr(browser, "run", refuse)
    return ran


@pytest.fixture
def root_on_debian(bare, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


def test_a_missing_browser_is_a_failure(bare):
    with pytest.raises(steps.Stop, match="no Chromium, and none could be installed; install chromium or set CHROMIUM"):
        browser.ensure()
    assert [command[1:] for command in bare] == [["-m", "playwright", "install", "chromium"]]


def test_root_on_debian_tries_its_package_first(bare, root_on_debian):
    with pytest.raises(steps.Stop, match="none could be installed"):
        browser.ensure()
    assert bare[0] == ["apt-get", "update"]
    assert bare[1][1:] == ["-m", "playwright", "install", "chromium"]


def test_root_on_a_minimal_debian_installs_the_library_of_the_driver_too(bare, root_on_debian, monkeypatch):
    monkeypatch.setattr(browser, "run", lambda what, command, log: bare.append(command))
    monkeypatch.setattr(browser, "output_of", lambda command: "")
    with pytest.raises(steps.Stop, match="no Chromium"):
        browser.ensure()
    assert bare[1][:3] == ["apt-get", "install", "-y"]
    assert bare[1][-2:] == ["chromium", "libatomic1"]


def test_a_driver_that_does_not_run_is_a_failure(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(browser, "output_of", lambda command: "")
    monkeypatch.setattr(browser, "NAMES", [str(executable(tmp_path / "chromium", "exit 0"))])
    with pytest.raises(steps.Stop, match="Playwright's driver does not run"):
        browser.ensure()


def test_an_installed_browser_is_used(bare, monkeypatch, tmp_path):
    chromium = tmp_path / "chromium"
    monkeypatch.setattr(browser, "run", lambda what, command, log: executable(chromium, "exit 0"))
    monkeypatch.setattr(browser, "NAMES", [str(chromium)])
    browser.ensure()
    assert os.environ["CHIPLEDGER_CHROMIUM"] == str(chromium)


def test_a_browser_that_does_not_start_is_none(bare, monkeypatch, tmp_path):
    stub = executable(tmp_path / "chromium", "echo install the snap; exit 1")
    monkeypatch.setattr(browser, "NAMES", [str(stub)])
    assert browser.find() == ""
    monkeypatch.setenv("CHROMIUM", str(stub))
    with pytest.raises(steps.Stop, match="does not run"):
        browser.ensure()
