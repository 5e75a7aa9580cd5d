"""Editions: what a record holds, and what differs between two ledgers whose differences are known by heart."""

import json
import shutil
from pathlib import Path

import pytest

import chipledger
from chipledger.edition import Question, compare, edition_of, hashed, read_edition, recorded, written
from chipledger.errors import DataFaults, QuestionError
from chipledger.ledger import Ledger
from chipledger.reading.tombstones import read_tombstones, tombstone_faults
from places import DATA, GOOD

CHIP = hashed("scope=chip")
FP8 = hashed("precision=fp8 scope=chip sparsity=dense unit_kind=tensor")
NEW_CLAIM = """\
- id: a2-bw-later
  property: memory_bandwidth
  value: 2.85
  unit: TB/s
  printed: 2.85 TB/s
  conditions: {scope: chip}
  basis: published
  source: alpha-docs
  locator: table 7
  observed_on: 2025-06-01
"""


@pytest.fixture
def edited(tmp_path) -> Path:
    """The miniature ledger with one edit of each kind.

    Added: a2-bw-later, printed with more digits and later than a2-bw, so that it answers. Changed: a2-bf16 (another
    value), a2-mem (another locator only). Withdrawn: a2-fp8-new, so that a2-fp8-old answers.
    """
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    path = folder / "claims" / "alpha2.yaml"
    head, *entries = path.read_text("utf-8").split("\n- id: ")
    kept = [entry for entry in entries if not entry.startswith("a2-fp8-new\n")]
    assert len(kept) == len(entries) - 1
    text = "\n- id: ".join([head, *kept]).rstrip("\n") + "\n" + NEW_CLAIM
    for old, new in [
        ("value: 667\n  unit: TFLOP/s\n  printed: 667", "value: 668\n  unit: TFLOP/s\n  printed: 668"),
        ("printed: 96 GiB\n  conditions: {scope: chip}\n  basis: published\n  source: alpha-docs\n  locator: table 1",
         "printed: 96 GiB\n  conditions: {scope: chip}\n  basis: published\n  source: alpha-docs\n  locator: table 9"),
    ]:  # fmt: skip
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")
    return folder


def test_a_record_says_what_each_claim_says_and_which_questions_it_answers(small: Ledger):
    edition = edition_of(small, "2025.05.0")
    line = edition.claims["a2-bw"]
    assert (line.subject, line.property, line.text, line.conditions) == ("alpha2", "memory_bandwidth", "2.9 TB/s", CHIP)
    assert line.answers == (CHIP,)
    assert edition.claims["a2-bw-guide"].answers == ()
    assert edition.claims["a2-power"].text == "about 500 W"
    assert edition.claims["a2-hbm"].text == "HBM3"
    assert edition.words[CHIP] == "scope=chip"
    assert edition.answers()[Question("alpha2", "memory_bandwidth", CHIP)] == "a2-bw"
    assert len(edition.answers()) == len(small.facts())


def test_a_record_is_read_back_as_it_was_written(small: Ledger, tmp_path):
    edition = edition_of(small, "2025.05.0")
    text = written(edition)
    (tmp_path / "2025.05.0.json").write_text(text, "utf-8")
    again = read_edition(tmp_path / "2025.05.0.json")
    assert again == edition
    assert written(again) == text
    assert len([row for row in text.splitlines() if row.startswith('"a2-bw":')]) == 1
    assert json.loads(text)["claims"]["a2-bw"][2:4] == ["2.9", "TB/s"]


def test_the_differences_of_two_ledgers(small: Ledger, edited: Path):
    changes = compare(edition_of(small, "before"), edition_of(chipledger.load(edited), "after"))
    assert changes.added == ("a2-bw-later",)
    assert changes.changed == ("a2-bf16", "a2-mem")
    assert changes.withdrawn == ("a2-fp8-new",)
    assert [q[:2] for q in changes.reselected] == [("alpha2", "memory_bandwidth"), ("alpha2", "peak_compute")]
    back = compare(changes.after, changes.before)
    assert (back.added, back.withdrawn, back.changed) == (changes.withdrawn, changes.added, changes.changed)
    assert not compare(changes.after, changes.after)


def test_the_answers_that_an_edit_moves(small: Ledger, edited: Path):
    changes = compare(edition_of(small, "before"), edition_of(chipledger.load(edited), "after"))
    moves = {(move.question.property, changes.words(move.question.conditions)): move.text for move in changes.moves()}
    assert moves == {
        ("memory_bandwidth", "scope=chip"): "2.9 TB/s [a2-bw] -> 2.85 TB/s [a2-bw-later]",
        ("memory_capacity", "scope=chip"): "96 GiB [a2-mem] stays; what is beside or behind it changed",
        ("peak_compute", "precision=bf16 scope=chip sparsity=dense unit_kind=tensor"): (
            "667 TFLOP/s -> 668 TFLOP/s [a2-bf16]"
        ),
        ("peak_compute", "precision=fp8 scope=chip sparsity=dense unit_kind=tensor"): (
            "1299 TFLOP/s [a2-fp8-new] -> 1287 TFLOP/s [a2-fp8-old]"
        ),
    }


def test_a_question_can_appear_and_vanish(small: Ledger, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(GOOD, folder)
    path = folder / "claims" / "alpha1.yaml"
    path.write_text(path.read_text("utf-8").replace("{scope: chip}", "{scope: core}"), "utf-8")
    changes = compare(edition_of(small, "before"), edition_of(chipledger.load(folder), "after"))
    assert (changes.added, changes.changed, changes.withdrawn, changes.reselected) == ((), ("a1-bw",), (), ())
    assert [(changes.words(move.question.conditions), move.text) for move in changes.moves()] == [
        ("scope=chip", "no answer any more; was 0.8 TB/s [a1-bw]"),
        ("scope=core", "now 0.8 TB/s [a1-bw]"),
    ]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": "x", "claims": {"a": ["b"]}, "withdrawn": {}}', '{"version": "x", "claims": 3}'],
)
def test_what_is_no_record_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(QuestionError, match=r"'x\.json' is no record of an edition"):
        read_edition(path)


def test_records_are_in_the_order_of_their_versions(tmp_path):
    (tmp_path / "editions").mkdir()
    for version in ("2026.9.0", "2026.11.0", "2026.11.10", "2026.11.2", "2025.12.0"):
        (tmp_path / "editions" / f"{version}.json").write_text("{}")
    assert list(recorded(tmp_path)) == ["2025.12.0", "2026.9.0", "2026.11.0", "2026.11.2", "2026.11.10"]
    assert recorded(tmp_path / "editions") == {}


def test_a_withdrawn_claim_leaves_a_stone(tmp_path):
    (tmp_path / "withdrawn.yaml").write_text(
        "withdrawn:\n"
        "- {id: a-1, withdrawn_on: 2026-11-30, reason: the page never said it, instead: a-2}\n"
        "- {id: a-3, withdrawn_on: 2026-11, reason: read twice}\n"
    )
    stones = read_tombstones(tmp_path)
    assert [(s.id, s.reason, s.instead) for s in stones.values()] == [
        ("a-1", "the page never said it", "a-2"),
        ("a-3", "read twice", None),
    ]
    assert tombstone_faults(stones, {"a-2"}, {"a-1", "a-2", "a-3"}, "x") == []

    def said(standing, once):
        return [str(fault) for fault in tombstone_faults(stones, standing, once, "2026.1.0")]

    [gone] = said({"a-2"}, {"a-4"})
    assert gone.startswith("withdrawn.yaml:1: a-4: stood in edition 2026.1.0 and is gone; allowed: keeping the claim")
    [reused] = said({"a-2", "a-3"}, ())
    assert reused.startswith("withdrawn.yaml:1: a-3: withdrawn, and stands as a claim; allowed: a new id")
    [lost] = said((), ())
    assert lost.startswith("withdrawn.yaml:1: a-1: instead names 'a-2', which is no claim")
    assert read_tombstones(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("{id: a-1, withdrawn_on: 2026-11-30}", "withdrawn.yaml:2: a-1: no reason"),
        ("{id: a-1, reason: wrong}", "withdrawn.yaml:2: a-1: no withdrawn_on"),
        ("{id: A 1, reason: wrong, withdrawn_on: 2026}", "withdrawn.yaml:2: A 1: id 'A 1'"),
        ("{id: a-0, reason: wrong, withdrawn_on: 2026}", "withdrawn.yaml:3: a-0: 'a-0' is withdrawn twice"),
        ("{id: a-1, why: wrong, withdrawn_on: 2026}", "withdrawn.yaml:2: a-1: unknown key 'why'"),
    ],
)
def test_faults_of_a_stone_are_reported_with_their_line(tmp_path, entry, wanted):
    second = "- {id: a-0, withdrawn_on: 2026, reason: read twice}\n"
    (tmp_path / "withdrawn.yaml").write_text(f"withdrawn:\n- {entry}\n{second}")
    with pytest.raises(DataFaults) as caught:
        read_tombstones(tmp_path)
    assert any(str(fault).startswith(wanted) for fault in caught.value.faults), str(caught.value)


def test_the_editions_of_the_real_ledger_can_be_compared_with_it(real: Ledger):
    versions = recorded(DATA)
    assert versions
    stones = read_tombstones(DATA)
    now = edition_of(real, "now", stones)
    for version, path in versions.items():
        then = read_edition(path)
        assert then.version == version
        assert set(then.claims) - set(now.claims) <= set(stones)
        assert tombstone_faults(stones, real.claims, then.claims, version) == []
        assert all(line.subject in real.subjects for line in then.claims.values() if line.answers)
