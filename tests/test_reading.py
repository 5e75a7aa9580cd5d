"""The loader: every fault with its own small bad file, all of them at once, and no traceback whatever the text.

tests/data/bad holds one folder a fault, laid over a copy of the miniature ledger (tests/data/good), or over an
almost empty one (tests/data/bare) for faults of the vocabulary. faults.txt beside them says what the loader must say.
"""

import datetime
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chipledger
from chipledger.errors import ChipledgerError, DataFaults, Fault
from chipledger.reading import yamlfile
from chipledger.reading.fields import ID, date_fault
from chipledger.reading.yamlfile import Mapping, Scalar, Sequence
from places import BAD, DATA, GOOD, TESTS

BARE = TESTS / "data" / "bare"
FILES = {p.relative_to(GOOD).as_posix(): p.read_text("utf-8") for p in GOOD.rglob("*.yaml")}


def expected_faults() -> dict[str, list[str]]:
    """The faults of each case, from faults.txt."""
    today = datetime.date.today().isoformat()
    found: dict[str, list[str]] = {}
    for line in (BAD / "faults.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(line.replace("TODAY", today))
    return found


EXPECTED = expected_faults()


def said_of(folder: Path) -> list[str]:
    """What the loader says of a folder, sorted by file and line."""
    with pytest.raises(DataFaults) as caught:
        chipledger.load(folder)
    faults = [str(fault) for fault in caught.value.faults]
    plural = "s" if len(faults) > 1 else ""
    assert str(caught.value) == "\n".join([f"{len(faults)} fault{plural} in the data", *faults])
    return faults


def alike(said: str, wanted: str) -> bool:
    """Whether a fault is the one wanted; what follows an ellipsis is a library's own wording."""
    return said.startswith(wanted[:-1]) if wanted.endswith("…") else said == wanted


def laid_over(base: Path, case: Path, where: Path) -> Path:
    shutil.copytree(base, where)
    shutil.copytree(case, where, dirs_exist_ok=True)
    return where


def test_every_case_is_listed():
    folders = {p.name for p in BAD.iterdir() if p.is_dir() and p.name != "vocabulary"}
    folders |= {f"vocabulary/{p.name}" for p in (BAD / "vocabulary").iterdir()}
    assert folders == set(EXPECTED)
    assert all(EXPECTED.values())


@pytest.mark.parametrize("case", EXPECTED)
def test_a_fault_is_reported_with_file_line_subject_value_and_what_is_allowed(case, tmp_path):
    base = BARE if case.startswith("vocabulary/") else GOOD
    faults = said_of(laid_over(base, BAD / case, tmp_path / "data"))
    assert len(faults) == len(EXPECTED[case]), faults
    for said, wanted in zip(faults, EXPECTED[case], strict=True):
        assert alike(said, wanted)
        assert re.search(r"allowed|did you mean|only a range has two|in the future|before 2012", said)


def test_all_faults_of_all_files_are_reported_at_once(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    wanted = []
    for case, faults in EXPECTED.items():
        bad = BAD / case / "claims" / "bad.yaml"
        if bad.is_file() and all(fault.startswith("claims/bad.yaml") for fault in faults):
            shutil.copy(bad, folder / "claims" / f"{case}.yaml")
            renamed = [fault.replace("claims/bad.yaml", f"claims/{case}.yaml") for fault in faults]
            wanted += [fault.replace(": bad: ", f": {case}: ") for fault in renamed]
    assert len(wanted) > 80
    faults = said_of(folder)
    lost = [fault for fault in wanted if not any(alike(said, fault) for said in faults)]
    assert lost == []


def test_faults_are_sorted_and_carry_their_parts(tmp_path):
    folder = laid_over(GOOD, BAD / "unknown-unit", tmp_path / "data")
    (folder / "sources" / "bad.yaml").write_text("sources: 5\n")
    with pytest.raises(DataFaults) as caught:
        chipledger.load(folder)
    unit, source = caught.value.faults
    assert (unit.file, unit.line, unit.subject) == ("claims/bad.yaml", 6, "alpha1.memory_capacity [bad]")
    assert unit.message == "unknown unit 'Gib'; allowed: a unit of information, such as GB"
    assert source == Fault(
        "sources/bad.yaml", 1, "sources/bad.yaml", "'sources' is not a list; allowed: a list of entries"
    )
    assert isinstance(caught.value, ChipledgerError)


# -- one fault is not reported as many ------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        ("sources/all.yaml", "  kind: vendor_datasheet", "  kind: datasheet", "sources/all.yaml:34: beta-sheet: kind"),
        ("subjects/beta.yaml", "  kind: family", "  kind: clan", "subjects/beta.yaml:4: beta: kind 'clan'"),
        ("properties.yaml", "  unit: TFLOP/s", "  unit: TFLIP/s", "properties.yaml:18: peak_compute: unknown unit"),
        (
            "properties.yaml",
            "  power_kind: [tdp, typical]",
            "  power_kind: 5",
            "properties.yaml:8: power_kind: not a list",
        ),
        (
            "claims/gamma.yaml",
            "  value: 31",
            "  value: 3I",
            "claims/gamma.yaml:45: gamma.memory_capacity [g-mem-b]: value",
        ),
        ("selections.yaml", "  reason: the", "  raisin: the", "selections.yaml:"),
        ("missing.yaml", "missing:", "absent:", "missing.yaml:1: missing.yaml: "),
    ],
)
def test_what_refers_to_a_faulty_entry_is_not_blamed(tmp_path, file, old, new, wanted):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    faults = said_of(folder)
    assert all(fault.startswith(wanted.partition(":")[0]) for fault in faults)
    assert faults[0].startswith(wanted)
    assert len(faults) <= 2


@pytest.mark.parametrize("file", sorted(FILES))
@pytest.mark.parametrize("harm", ["tab", "latin-1", "emptied"])
def test_an_unreadable_file_is_one_fault(tmp_path, file, harm):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    path = folder / file
    if harm == "tab":
        path.write_text(f"{FILES[file]}\t\n", "utf-8")
    elif harm == "latin-1":
        path.write_bytes(FILES[file].encode() + b"# \xe9\n")
    else:
        path.write_bytes(b"")
    [fault] = said_of(folder)
    assert fault.startswith(f"{file}:")


@pytest.mark.parametrize("file", ["properties.yaml", "missing.yaml", "selections.yaml"])
def test_a_missing_file_is_one_fault(tmp_path, file):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    (folder / file).unlink()
    assert said_of(folder) == [f"{file}:1: {file.removesuffix('.yaml')}: cannot be read: No such file or directory"]
    (folder / file).mkdir()
    assert said_of(folder) == [f"{file}:1: {file.removesuffix('.yaml')}: cannot be read: Is a directory"]


@pytest.mark.parametrize("sub", ["subjects", "sources", "claims"])
@pytest.mark.parametrize("harm", ["gone", "emptied"])
def test_a_missing_folder_is_a_fault(tmp_path, sub, harm):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    shutil.rmtree(folder / sub)
    if harm == "emptied":
        (folder / sub).mkdir()
    told = f"{sub}:1: {sub}: no such folder, or nothing in it; allowed: a folder of .yaml files"
    assert said_of(folder) == [told]


def test_a_file_too_large_is_refused_unread(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    shutil.copytree(BARE, folder)
    size = len((folder / "properties.yaml").read_bytes())
    monkeypatch.setattr(yamlfile, "LARGEST", size - 1)
    assert said_of(folder) == [f"properties.yaml:1: properties: {size} bytes; allowed: at most {size - 1}"]


def test_no_folder_at_all(tmp_path):
    for path in (tmp_path / "nowhere", GOOD / "missing.yaml"):
        with pytest.raises(ChipledgerError, match=r"no data folder .*; allowed: a folder that holds properties.yaml"):
            chipledger.load(path)


def test_without_a_path_the_repository_answers(monkeypatch):
    from chipledger.reading import folder

    assert folder.data_folder() == DATA
    monkeypatch.setattr(folder, "__file__", str(GOOD / "a" / "b" / "c" / "d.py"))
    with pytest.raises(ChipledgerError, match=r"no data folder beside this package; name one: chipledger.load"):
        chipledger.load()


# -- what is read, stays as written ---------------------------------------------------------------


def test_rows_in_equal_rows_out():
    ledger = chipledger.load(GOOD)

    def rows(*names):
        return sum(len(re.findall(r"^- ", FILES[name], re.MULTILINE)) for name in names)

    assert len(ledger.claims) == rows(*(name for name in FILES if name.startswith("claims/"))) == 30
    assert len(ledger.sources) == rows("sources/all.yaml") == 10
    assert len(ledger.subjects) == rows("subjects/alpha.yaml", "subjects/beta.yaml") == 7
    assert len(ledger.properties) == rows("properties.yaml") == 9
    assert len(ledger.not_published) == rows("missing.yaml") == 2
    assert len(ledger.choices) == rows("selections.yaml") == 1


def test_printed_digits_and_every_field_survive():
    ledger = chipledger.load(GOOD)
    claim = ledger.claims["a2-bw-analyst"]
    assert (claim.value, claim.unit, claim.printed, claim.modifier) == ("2400", "GB/s", "some 2,400 GB/s", "about")
    assert (claim.subject, claim.property, claim.conditions) == ("alpha2", "memory_bandwidth", {"scope": "chip"})
    assert (claim.basis, claim.source, claim.locator) == ("estimated", "analyst", "second page")
    assert (claim.said_on, claim.observed_on, claim.date) == ("2024-06", None, "2024-06")
    assert (claim.exact, claim.erratum, claim.number, claim.note) == (False, False, True, "from the number of stacks")
    assert (claim.factor, claim.base) == (8 * 10**9, "bit / second")
    assert ledger.claims["a2-mem"].exact
    assert ledger.claims["b-bf16"].value == "989.4"
    assert ledger.claims["a2-fp8-new"].conditions["unit_kind"] == "tensor"
    source = ledger.sources["alpha-docs-2024"]
    assert (source.document, source.published, source.version) == ("alpha-docs", "2024-03-01", "of 2024-03-01")
    assert (source.via, ledger.sources["alpha-press"].via) == (None, "daily")
    assert ledger.sources["clippings"].kind == "relay"
    box = ledger.subjects["alpha2-box"]
    assert [(part.count, part.subject) for part in box.made_of] == [(4, "alpha2")]
    assert ledger.properties["achieved_bandwidth"].measured


def test_scalars_stay_the_text_that_was_written(tmp_path):
    path = tmp_path / "file.yaml"
    path.write_text("a: 2.90\nb: 2024-12-03\nc: 'NO'\nd: \"1_000\"\ne: [1e3, true]\nf: {g: 07.0}\n", "utf-8")
    faults: list[Fault] = []
    root = yamlfile.read(path, "file.yaml", faults)
    assert faults == []
    texts = {key: node.text for key, node in root.items.items() if isinstance(node, Scalar)}
    assert texts == {"a": "2.90", "b": "2024-12-03", "c": "NO", "d": "1_000"}
    assert root.items["e"] == Sequence(5, (Scalar(5, "1e3"), Scalar(5, "true")))
    assert root.items["f"] == Mapping(6, {"g": Scalar(6, "07.0")}, {"g": 6})
    assert root.items["c"].quoted


@pytest.mark.parametrize("text", ["yes", "No", "ON", "off", "y", "N", "~", "null", "NULL", "1_0", "1:30", "0o7", "0b1"])
@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_surprises_are_refused_by_either_parser(tmp_path, monkeypatch, text, loader):
    if loader == "SafeLoader":
        monkeypatch.delattr(yamlfile.yaml, "CSafeLoader", raising=False)
    path = tmp_path / "file.yaml"
    path.write_text(f"a: {text}\nb: '{text}'\n", "utf-8")
    faults: list[Fault] = []
    yamlfile.read(path, "file.yaml", faults)
    assert [fault.line for fault in faults] == [1]
    assert f"unquoted {text!r}" in faults[0].message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2024-12-03", None),
        ("2024-12", None),
        ("2024", None),
        ("2024-02-29", None),
        ("2023-02-29", "no such day"),
        ("2025-13", "no such day"),
        ("2025-00-10", "no such day"),
        ("2011-12-31", "before 2012"),
        ("2025-06-02", "in the future (today is 2025-06-01)"),
        ("2025-07", "in the future"),
        ("2025-06", None),
        ("2026", "in the future"),
        ("2025", None),
        ("25-06-01", "not a date"),
        ("2025-6-1", "not a date"),
        ("2025/06/01", "not a date"),
        ("2025-06-01T00:00", "not a date"),
        ("\uff12\uff10\uff12\uff15", "not a date"),
        ("", "not a date"),
    ],
)
def test_dates(text, told):
    said = date_fault(text, "2025-06-01")
    assert said is None if told is None else told in said


@pytest.mark.parametrize("text", ["a", "trn2.48xlarge", "h100-sxm", "3d", "a-1.b"])
def test_ids(text):
    assert ID.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["", ".", "..", "../a", "a/b", "a\\b", "A", "a_b", "-a", "a-", "a..b", "a b", "é", "a\n"]
)
def test_no_ids(text):
    assert not ID.fullmatch(text)


# -- whatever the text ----------------------------------------------------------------------------

FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    where = tmp_path_factory.mktemp("fuzz") / "data"
    shutil.copytree(GOOD, where)
    return where


def loads_or_says_why(folder: Path, file: str, content: bytes) -> None:
    path = folder / file
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(content)
    faults: tuple[Fault, ...] = ()
    try:
        chipledger.load(folder)
    except DataFaults as error:
        faults = error.faults
    finally:
        path.unlink() if before is None else path.write_bytes(before)
    assert all(fault.line >= 1 and fault.message and fault.subject for fault in faults)


yamlish = st.text(st.sampled_from("ab:- \n[]{},#&*!|>'\"%@`?\t0123._~=<\\é\u200b"), max_size=80)


@FUZZ
@given(st.one_of(st.text(max_size=80), yamlish), st.sampled_from(["claims/fuzz.yaml", *sorted(FILES)]))
def test_any_text_is_read_or_refused(folder, text, file):
    loads_or_says_why(folder, file, text.encode("utf-8", "surrogatepass"))


@FUZZ
@given(st.binary(max_size=60), st.sampled_from(sorted(FILES)))
def test_any_bytes_are_read_or_refused(folder, content, file):
    loads_or_says_why(folder, file, content)


pieces = st.one_of(
    st.sampled_from(
        ["", "[]", "{}", "null", "~", "- ", "\n", "  ", "x", "9" * 50, ": ", "'", "\t", "1e99", "../x", "{a: [b]}"]
    ),
    st.text(max_size=6),
)


@FUZZ
@given(st.data())
def test_a_damaged_file_is_read_or_refused(folder, data):
    file = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[file]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + data.draw(pieces) + text[end:]
    loads_or_says_why(folder, file, text.encode("utf-8", "surrogatepass"))


@FUZZ
@given(st.data())
def test_a_replaced_value_is_read_or_refused(folder, data):
    file = data.draw(st.sampled_from(sorted(FILES)))
    lines = FILES[file].split("\n")
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if ": " in line]))
    key = lines[number].partition(": ")[0]
    lines[number] = f"{key}: {data.draw(pieces)}"
    loads_or_says_why(folder, file, "\n".join(lines).encode("utf-8", "surrogatepass"))


def test_deep_nesting_ends_quickly(folder):
    for text in ("[" * 100_000, "a: " + "{a: " * 50_000, "- " * 50_000, "? " * 50_000):
        loads_or_says_why(folder, "claims/fuzz.yaml", text.encode())
