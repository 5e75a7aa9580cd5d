"""Rows in equal rows out: every entry that was handed in became a claim, a recipe, part of a twin, or was left out."""

import re
import shutil
from pathlib import Path

import pytest

from chipledger.errors import DataFaults
from chipledger.ledger import Ledger
from chipledger.reading.intake import OUTCOMES, REASONS, Batch, Outcome, intake_faults, read_intake
from chipledger.reading.tombstones import read_tombstones
from chipledger.records import RELAY
from places import DATA

INTAKE = DATA / "intake"

#: What was handed in with the first batch, by area: counted where it was handed in, not here.
HANDED_IN = {
    "aws": 750,
    "nvidia": 1178,
    "tpu": 547,
    "others": 371,
    "prices": 651,
    "deployments": 430,
    "models": 780,
    "measurements": 1205,
    "recipes": 614,
    "recipes_refused": 14,
}


@pytest.fixture(scope="module")
def first() -> Batch:
    return read_intake(INTAKE)["2026-10"]


def test_each_entry_stands_once(first: Batch):
    assert {part.area: len(list(part.ids())) for part in first.received} == HANDED_IN
    # Counted as text too, so that nothing rests on how the files are read.
    ids = [
        ident
        for path in sorted((INTAKE / "2026-10").glob("*.yaml"))
        for ident in re.findall(r"^- \{id: ([^,]+),", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(ids) == len(set(ids)) == sum(HANDED_IN.values()) == len(first.outcomes)


def test_each_outcome_leads_to_what_is_in_the_ledger_and_has_a_public_source(first: Batch, real: Ledger):
    recipes = real.recipes.all
    assert [str(f) for f in intake_faults(first, real.claims, recipes, real.sources, read_tombstones(DATA))] == []


def test_most_entries_entered_and_the_rest_say_why(first: Batch):
    counts = first.counts()
    assert list(counts) == list(HANDED_IN)
    for area, by_kind in counts.items():
        assert sum(by_kind.values()) == HANDED_IN[area]
        assert by_kind.get("left_out", 0) < HANDED_IN[area] / 10, area
        became = "recipe" if area.startswith("recipes") else "claim"
        assert by_kind[became] > HANDED_IN[area] / 2, area
        assert not by_kind.get("claim" if became == "recipe" else "recipe")
    left = [outcome for outcome in first.outcomes.values() if outcome.kind == "left_out"]
    assert {outcome.to for outcome in left} <= set(REASONS)
    assert all(outcome.words for outcome in left if outcome.to not in ("no_public_address", "restated"))


def test_what_was_left_out_is_not_in_the_ledger(first: Batch, real: Ledger):
    left = {ident for ident, outcome in first.outcomes.items() if outcome.kind == "left_out"}
    assert left & (set(real.claims) | set(real.recipes.all)) == set()


def test_nothing_entered_from_a_source_without_a_public_address(real: Ledger):
    entered = [*real.claims.values(), *real.recipes.all.values()]
    sources = {one.source for one in entered}
    assert [ident for ident in sorted(sources) if real.sources[ident].kind == RELAY] == []
    assert [ident for ident in sorted(sources) if not real.sources[ident].url.startswith("http")] == []


def test_the_readme_lists_every_reason_and_outcome():
    text = (INTAKE / "README.md").read_text("utf-8")
    for word in (*REASONS, *OUTCOMES):
        assert f"`{word}`" in text, word


BATCH = """\
batch: "2030-01"
received:
- {area: a, about: "As", first: a-01, last: a-04, count: 4}
"""
ENTRIES = """\
entries:
- {id: a-01, claim: a-01}
- {id: a-02, merged: a-01}
- {id: a-03, left_out: no_public_address}
- {id: a-04, left_out: restated, twin: a-01}
"""


def folder_with(where: Path, entries: str = ENTRIES, batch: str = BATCH) -> Path:
    folder = where / "intake" / "2030-01"
    folder.mkdir(parents=True)
    (folder / "batch.yaml").write_text(batch, "utf-8")
    (folder / "a.yaml").write_text(entries, "utf-8")
    return folder.parent


def test_a_small_batch_is_read(tmp_path):
    batch = read_intake(folder_with(tmp_path))["2030-01"]
    assert batch.outcomes["a-02"] == Outcome("a-02", "merged", "a-01", None, None, "2030-01/a.yaml", 3)
    assert (batch.outcomes["a-04"].to, batch.outcomes["a-04"].twin) == ("restated", "a-01")
    assert batch.counts() == {"a": {"claim": 1, "merged": 1, "left_out": 2}}


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("- {id: a-02, merged: a-01}\n", "", "2030-01/batch.yaml:1: a-02: was received and is in no entry"),
        ("id: a-02", "id: a-05", "2030-01/a.yaml:3: a-05: is no id that was received"),
        ("id: a-02", "id: a-01", "2030-01/a.yaml:3: a-01: stands here and in 2030-01/a.yaml:2; allowed: one place"),
        ("merged: a-01", "merged: a-01, claim: a-02", "2030-01/a.yaml:3: a-02: 2 outcomes; allowed: one of"),
        (", merged: a-01", "", "2030-01/a.yaml:3: a-02: 0 outcomes; allowed: one of"),
        ("no_public_address", "no_adress", "2030-01/a.yaml:4: a-03: left_out 'no_adress'"),
        ("no_public_address", "out_of_scope", "2030-01/a.yaml:4: a-03: out_of_scope without words"),
        (", twin: a-01", "", "2030-01/a.yaml:5: a-04: restated by what?"),
        ("claim: a-01", "claim: a-01, words: because", "2030-01/a.yaml:2: a-01: twin and words explain"),
        ("claim: a-01", "clam: a-01", "2030-01/a.yaml:2: a-01: unknown key 'clam'"),
    ],
)
def test_faults_of_a_batch_are_reported_with_their_line(tmp_path, old, new, wanted):
    assert old in ENTRIES
    with pytest.raises(DataFaults) as caught:
        read_intake(folder_with(tmp_path, ENTRIES.replace(old, new, 1)))
    assert any(str(fault).startswith(wanted) for fault in caught.value.faults), str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("count: 4", "count: 5", "2030-01/batch.yaml:3: a: a-01 to a-04 are 4"),
        ("count: 4", "count: many", "2030-01/batch.yaml:3: a: count 'many'"),
        ("last: a-04", "last: b-04", "2030-01/batch.yaml:3: a: a-01 and b-04 are not of one kind"),
        ("area: a, ", "", "2030-01/batch.yaml:3: a part without area: no area"),
    ],
)
def test_faults_of_what_was_received_are_reported(tmp_path, old, new, wanted):
    with pytest.raises(DataFaults) as caught:
        read_intake(folder_with(tmp_path, batch=BATCH.replace(old, new, 1)))
    assert any(str(fault).startswith(wanted) for fault in caught.value.faults), str(caught.value)


def test_an_id_of_one_batch_is_refused_in_another(tmp_path):
    folder = folder_with(tmp_path)
    shutil.copytree(folder / "2030-01", folder / "2030-02")
    with pytest.raises(DataFaults, match=r"2030-02/a\.yaml:2: a-01: stands here and in 2030-01/a\.yaml:2"):
        read_intake(folder)


def test_an_outcome_that_leads_nowhere_is_a_fault(tmp_path, small: Ledger):
    entries = ENTRIES.replace("claim: a-01", "claim: a2-bw").replace("merged: a-01", "merged: a2-gone")
    batch = read_intake(folder_with(tmp_path, entries.replace("twin: a-01", "twin: a2-mem")))["2030-01"]
    recipes = small.recipes.all
    [fault] = intake_faults(batch, small.claims, recipes, small.sources, {})
    assert str(fault) == "2030-01/a.yaml:3: a-02: 'a2-gone' is not in the ledger"
    assert intake_faults(batch, small.claims, recipes, small.sources, {"a2-gone": None}) == []
