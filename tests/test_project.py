"""The files around the code keep their word: pins, versions, the README's commands and examples."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import chipledger

ROOT = Path(__file__).resolve().parent.parent


def pinned() -> dict[str, str]:
    """Each entry of requirements.txt, by its normalised name."""
    text = (ROOT / "requirements.txt").read_text().replace("\\\n", " ")
    entries = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {re.split(r"==", entry)[0].lower().replace("_", "-"): entry for entry in entries}


def test_every_requirement_is_pinned_by_version_and_hash():
    entry = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+( ; [^:/@]+?)?( +--hash=sha256:[0-9a-f]{64})+ *")
    assert len(pinned()) > 50
    assert [text for text in pinned().values() if not entry.fullmatch(text)] == []


def test_every_direct_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for group in (project["project"]["optional-dependencies"], project["dependency-groups"]):
        wanted += [name for names in group.values() for name in names]
    names = [re.match(r"[A-Za-z0-9._-]+", text)[0].lower().replace("_", "-") for text in wanted]
    assert [name for name in names if name not in pinned()] == []


def test_version_is_the_same_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    latest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert citation["version"] == latest[1] == chipledger.__version__


def test_readme_opens_with_the_two_commands():
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if line]
    assert lines[0] == "# Chip Ledger"
    assert lines[1] == "```sh"
    assert [line.split("#")[0].strip() for line in lines[2:4]] == ["make book", "make test"]


def test_commands_that_the_documents_name_exist():
    text = "".join((ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "Makefile"))
    named = sorted(set(re.findall(r"(?:`|')make ([a-z-]+)", text)))
    assert {"book", "check", "clean", "clean-all", "lint", "lock", "serve", "test"} <= set(named)
    for name in named:
        # -n prints what would run and runs nothing
        assert subprocess.run(["make", "-n", name], cwd=ROOT, capture_output=True).returncode == 0, name


def test_python_in_the_readme_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    exec(compile("\n".join(blocks), "README.md", "exec"), {})
    ledger = chipledger.load()
    assert capsys.readouterr().out.startswith(ledger.get("trainium2", "memory_bandwidth").text + "\n")


def test_ci_runs_make_test_from_any_folder(tmp_path):
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    result = subprocess.run(
        [script], cwd=tmp_path, env={**os.environ, "MAKEFLAGS": "n"}, capture_output=True, text=True, check=True
    )
    assert "src/bootstrap.py test" in result.stdout


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_use_actions_by_commit(workflow):
    jobs = yaml.safe_load(workflow.read_text())["jobs"].values()
    used = [step["uses"] for job in jobs for step in job["steps"] if "uses" in step]
    assert used
    assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name)] == []
