"""The command line as a user meets it: what goes where, which status it ends with, what it says to a mistake."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import chipledger
from chipledger.cli import grammar, main
from places import GOOD, PACKAGE, TESTS

PRICED = TESTS / "data" / "priced"
FP8 = ["--precision", "fp8", "--sparsity", "dense"]


@pytest.fixture
def run(capsys):
    """Run a command on the miniature ledger; its status, its results, its words about them."""

    def running(*words: str, data: Path = GOOD) -> tuple[int, str, str]:
        status = main([*words, "--data", str(data)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return running


def test_get_prints_the_fact_and_nothing_else(run):
    status, out, err = run("get", "alpha2", "memory_bandwidth")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Alpha Two, memory bandwidth (scope=chip): 2.9 TB/s"
    assert "also: 3 TB/s, Alpha" in out


@pytest.mark.parametrize(
    "flags",
    [
        ["--precision", "fp8", "--sparsity", "dense"],
        ["--precision=fp8", "--sparsity=dense"],
        ["--sparsity", "dense", "--precision=fp8", "--unit-kind", "tensor"],
    ],
)
def test_conditions_are_flags_wherever_they_stand(run, flags):
    # alpha2's dense fp8 peak is printed as 1,299
    for words in (["get", "alpha2", "peak_compute", *flags], ["get", *flags, "alpha2", "peak_compute"]):
        status, out, err = run(*words)
        assert (status, err) == (0, "")
        assert out.splitlines()[0].endswith(": 1,299 TFLOP/s")


def test_json_is_one_record_on_standard_output(run):
    status, out, err = run("get", "alpha2", "peak_compute", *FP8, "--json")
    record = json.loads(out)
    assert (status, err) == (0, "")
    assert (record["claim"]["id"], record["value"], record["unit"]) == ("a2-fp8-new", "1299", "TFLOP/s")
    assert record["age"] is None


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["find", "alpha", "bandwidth"], None),
        (["compare", "memory_bandwidth", "alpha1", "alpha2"], "facts"),
        (["history", "alpha2", "memory_bandwidth"], None),
        (["cite", "alpha2", "memory_bandwidth"], "citation"),
        (["missing", "alpha2"], None),
        (["conflicts"], None),
        (["stale"], None),
        (["check"], "passed"),
    ],
)
def test_every_verb_prints_json(run, words, key):
    status, out, _ = run(*words, "--json")
    record = json.loads(out)
    assert status == 0
    assert record[key] if key else isinstance(record, list)


def test_unit_shows_the_value_in_another_unit_too(run):
    _, out, _ = run("get", "alpha2", "memory_capacity", "--unit", "GB")
    # 96 x 2**30 bytes
    assert out.splitlines()[0].endswith(": 96 GiB")
    assert "\n  in GB: 103.079" in out
    _, out, _ = run("get", "alpha2", "memory_capacity", "--unit", "GB", "--json")
    assert json.loads(out)["converted"] == {"unit": "GB", "value": pytest.approx(103.079215104)}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["get", "alpha3", "power"], "'alpha3'"),
        (["get", "alpha2", "memory_bandwith"], "did you mean memory_bandwidth"),
        (["get", "alpha2", "peak_compute", "--precision", "fp9"], "did you mean fp8"),
        (["get", "alpha2", "peak_compute", "--precison", "fp8"], "did you mean precision"),
        (["get", "alpha2", "peak_compute"], "say which"),
        (["get", "alpha2", "memory_bandwidth", "--unit", "GHz"], "GHz"),
        (["get", "alpha2", "memory_bandwidth", "--unit", "parsnip"], "parsnip"),
        (["get", "alpha2", "memory_type", "--unit", "GB"], "GB"),
        (["get", "alpha2", "memory_bandwidth", "--as-of", "yesterday"], "'yesterday' is no date"),
        (["get", "alpha2", "memory_bandwidth", "--as-of", "2020-01-01"], "no dated claim before 2020-01-01"),
        (["get", "alpha2", "memory_bandwidth", "--basis", "guessed"], "'guessed'"),
        (["get", "alpha2", "memory_bandwidth", "--assume", "sparsity"], "--assume 'sparsity' is not CONDITION=VALUE"),
        (["get", "alpha2", "memory_bandwidth", "--scope"], "--scope has no value"),
        (["get", "alpha2", "memory_bandwidth", "--scope", "chip", "--scope=core"], "--scope is given twice"),
        (["get", "alpha2"], "the following arguments are required: property; usage: chipledger get"),
        (["get", "alpha2", "memory_bandwidth", "now"], "unrecognized arguments: now"),
        (
            ["cite", "alpha2", "memory_bandwidth", "--style", "bibtext"],
            "cannot cite as 'bibtext'; allowed: text, bibtex, csl-json",
        ),
        (["find", "alpha", "--limit", "0"], "'0' is no count"),
        (["find", "alpha", "--precision", "fp8"], "this command takes no --precision"),
        (["compare", "peak_compute", "alpha2", "alpha2-box", *FP8], "scope"),
        (["missing", "alpha9"], "'alpha9'"),
        (["stale", "--horizon", "soon"], "'soon' is no count"),
        (["changes"], "no edition is on record yet"),
        (["changes", "2026.1.0"], "no edition '2026.1.0'; none is kept"),
        (["gett", "alpha2"], "no verb 'gett'; did you mean get?"),
    ],
)
def test_a_question_that_cannot_be_answered_is_one_line_of_words_and_status_2(run, words, told):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("chipledger: ")
    assert told in err
    assert err.count("\n") == 1


def test_as_of_asks_for_an_earlier_day(run):
    _, now, _ = run("get", "alpha2", "peak_compute", *FP8)
    _, then, _ = run("get", "alpha2", "peak_compute", *FP8, "--as-of", "2024-12-31")
    assert (now.splitlines()[0][-13:], then.splitlines()[0][-13:]) == ("1,299 TFLOP/s", "1,287 TFLOP/s")


def test_what_a_comparison_leaves_out_goes_to_standard_error(run):
    status, out, err = run("compare", "memory_bandwidth", "alpha1", "alpha2", "alpha2-box")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["alpha1", "alpha2"]
    assert err.startswith("left out: alpha2-box: ")


def test_finding_nothing_is_no_mistake(run):
    assert run("find", "zzzz") == (0, "", "nothing fits\n")


def test_history_and_citations(run):
    _, out, _ = run("history", "alpha2", "peak_compute", *FP8)
    assert [line.split()[-1] for line in out.splitlines()] == ["a2-fp8-press", "a2-fp8-old", "a2-fp8-new"]
    _, out, _ = run("cite", "alpha2", "memory_bandwidth", "--style", "bibtex")
    assert out.startswith("@")


def test_a_price_carries_its_age(run, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(PRICED, folder)
    (folder / "horizons.yaml").write_text(
        "horizons:\n- {family: all, days: 100, properties: [price, fleet]}\n", "utf-8"
    )
    asked = ["get", "delta-box", "price", "--purchase", "on-demand", "--region", "east"]
    _, out, _ = run(*asked, "--as-of", "2025-06-30", data=folder)
    assert out.splitlines()[-1] == "  as of 2025-06-01 (29 days old)"
    _, out, _ = run(*asked, "--as-of", "2026-06-01", data=folder)
    last = out.splitlines()[-1]
    assert last.startswith("  as of 2025-06-01 (365 days old); stale after 100 days: look again at https://")
    _, out, _ = run(*asked, "--as-of", "2026-06-01", "--json", data=folder)
    told = json.loads(out)["age"]
    assert (told["days"], told["horizon_days"], told["stale"]) == (365, 100, True)
    status, out, _ = run("stale", "--as-of", "2025-06-30", "--json", data=folder)
    # 2024-12-03 to 2025-06-30: 209 days; 2025-01-01: 180 days; the price of June is 29 days old
    assert status == 0
    assert [(row["claim"], row["days"]) for row in json.loads(out)] == [("p-2024", 209), ("f-over", 180)]
    prices = folder / "claims" / "box.yaml"
    text = prices.read_text("utf-8").replace("  said_on: 2026-10-03\n", "  note: before the list of November\n")
    prices.write_text(text, "utf-8")
    _, out, _ = run("get", "delta-box", "price", "--purchase", "spot", data=folder)
    assert out.splitlines()[-1] == "  undated: before the list of November"
    status, out, err = run("stale", "--as-of", "2025-06-30", "--horizon", "365", data=folder)
    assert (status, out, err) == (0, "", "nothing is stale\n")


def test_a_faulty_folder_fails_with_file_and_line(run, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    path = folder / "claims" / "alpha1.yaml"
    path.write_text(path.read_text("utf-8").replace("TB/s\n", "TB/x\n", 1), "utf-8")
    for verb in (["check"], ["get", "alpha2", "power"]):
        status, out, err = run(*verb, data=folder)
        assert (status, out) == (1, "")
        assert "claims/alpha1.yaml:6: " in err
    status, out, err = run("check", "--json", data=folder)
    [fault] = json.loads(out)["faults"]
    assert (status, err) == (1, "")
    assert (fault["file"], fault["line"]) == ("claims/alpha1.yaml", 6)


def test_a_folder_that_is_not_there_is_a_question_of_the_wrong_kind(run, tmp_path):
    status, out, err = run("check", data=tmp_path / "nowhere")
    assert (status, out) == (2, "")
    assert "no data folder" in err


def notebook(*cells: tuple[str, str]) -> str:
    made = [{"cell_type": kind, "source": [text], "outputs": []} for kind, text in cells]
    return json.dumps({"cells": made})


@pytest.fixture
def kept(tmp_path) -> Path:
    """A copy of the miniature ledger with its edition on record, and a book of three chapters."""
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    (folder / "editions").mkdir()
    command = [sys.executable, "-m", "chipledger", "edition", "2025.05.0", "--data", str(folder)]
    record = subprocess.run(command, capture_output=True, check=True, env=environment()).stdout
    (folder / "editions" / "2025.05.0.json").write_bytes(record)
    book = tmp_path / "book"
    book.mkdir()
    (book / "asks.ipynb").write_text(notebook(("markdown", "It reads at {fact}`alpha2 memory_bandwidth\nscope=chip`.")))
    (book / "names.ipynb").write_text(notebook(("code", "show.table(ledger.facts('alpha2'))")))
    (book / "other.ipynb").write_text(notebook(("markdown", "It has {fact}`alpha2 memory_capacity`.")))
    return folder


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}


def test_check_says_what_an_edit_moves(run, kept):
    status, out, err = run("check", data=kept)
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("passed: ")
    assert out.splitlines()[-1] == "since 2025.05.0: 0 added, 0 changed, 0 withdrawn, 0 reselected"
    path = kept / "claims" / "alpha2.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("value: 2.9\n", "value: 2.8\n").replace("2.9 TB/s", "2.8 TB/s"), "utf-8")
    status, out, _ = run("check", data=kept)
    assert status == 0
    assert out.splitlines()[-5:] == [
        "since 2025.05.0: 0 added, 1 changed, 0 withdrawn, 0 reselected",
        "  alpha2.memory_bandwidth (scope=chip): 2.9 TB/s -> 2.8 TB/s [a2-bw]",
        "identities that it enters: none",
        "chapters that show it: asks",
        "chapters whose code names the subject and may show it: names",
    ]
    _, out, _ = run("check", "--json", data=kept)
    moves = json.loads(out)["moves"]
    assert [(row["id"], row["was"], row["is"]) for row in moves["changed"]] == [("a2-bw", "2.9 TB/s", "2.8 TB/s")]
    assert (moves["chapters"], moves["chapters_that_name_the_subject"]) == (["asks"], ["names"])


def test_check_refuses_a_claim_that_went_without_a_word(run, kept):
    path = kept / "claims" / "alpha1.yaml"
    path.write_text(path.read_text("utf-8").replace("id: a1-bw", "id: a1-bandwidth"), "utf-8")
    status, out, err = run("check", data=kept)
    assert (status, out) == (1, "")
    assert "withdrawn.yaml:1: a1-bw: stood in edition 2025.05.0 and is gone" in err
    stone = "withdrawn:\n- {id: a1-bw, withdrawn_on: 2025-06-01, reason: a better id, instead: a1-bandwidth}\n"
    (kept / "withdrawn.yaml").write_text(stone, "utf-8")
    status, out, _ = run("check", data=kept)
    assert status == 0
    assert "1 added, 0 changed, 1 withdrawn, 1 reselected" in out


def test_changes_between_records_and_folders(run, kept):
    status, out, _ = run("changes", str(GOOD), str(GOOD), data=kept)
    assert (status, out.splitlines()[1:]) == (0, ["added: 0", "changed: 0", "withdrawn: 0", "reselected: 0"])
    path = kept / "claims" / "alpha1.yaml"
    path.write_text(path.read_text("utf-8").replace("id: a1-bw", "id: a1-bandwidth"), "utf-8")
    stone = "withdrawn:\n- {id: a1-bw, withdrawn_on: 2025-06-01, reason: a better id}\n"
    (kept / "withdrawn.yaml").write_text(stone, "utf-8")
    record = str(kept / "editions" / "2025.05.0.json")
    for before in ("2025.05.0", record):
        _, out, _ = run("changes", before, data=kept)
        assert out.splitlines() == [
            "2025.05.0 -> the data as they stand",
            "added: 1",
            "  alpha1",
            "    memory_bandwidth (scope=chip): 0.8 TB/s [a1-bandwidth]",
            "changed: 0",
            "withdrawn: 1",
            "  alpha1",
            "    memory_bandwidth (scope=chip): 0.8 TB/s [a1-bw]: a better id",
            "reselected: 1",
            "  alpha1",
            "    memory_bandwidth (scope=chip): 0.8 TB/s [a1-bw] -> 0.8 TB/s [a1-bandwidth]",
        ]
    status, _, err = run("changes", "2025.06.0", data=kept)
    assert (status, "did you mean 2025.05.0?" in err) == (2, True)


def test_no_verb_shows_the_help(capsys):
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(f"\n    {verb} " in out for verb in ("get", "find", "compare", "history", "stale", "check", "changes"))


@pytest.mark.parametrize("words", [["--version"], ["get", "--help"]])
def test_version_and_help_end_well(words, capsys):
    with pytest.raises(SystemExit) as ended:
        grammar().read(words)
    assert not ended.value.code
    assert capsys.readouterr().out.startswith(f"chipledger {chipledger.__version__}" if len(words) == 1 else "usage:")


def test_a_reader_that_stops_reading_is_no_trouble():
    command = [sys.executable, "-m", "chipledger", "find", "alpha", "--data", str(GOOD)]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment(), check=False)
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_the_status_reaches_the_shell():
    for words, status in ((["get", "alpha2", "memory_type"], 0), (["get", "alpha2", "weight"], 2)):
        command = [sys.executable, "-m", "chipledger", *words, "--data", str(GOOD)]
        assert subprocess.run(command, capture_output=True, env=environment(), check=False).returncode == status
