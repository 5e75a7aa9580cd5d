"""Identities on the real ledger: settled verdicts, their intervals worked out by hand, and the known conflicts."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

import chipledger
from chipledger import units
from chipledger.identities import corroborated, failures
from chipledger.interval import Interval
from chipledger.ledger import Ledger
from chipledger.records.identity import Result

CASES = yaml.load((Path(__file__).parent / "cases" / "reconciliation.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
CASES = CASES["cases"]

#: Fewer would mean that a rule has lost its subjects.
AT_LEAST = {
    "claims-agree": 1000,
    "parts": 200,
    "parts-power": 10,
    "chips-counted": 40,
    "cores-counted": 5,
    "sparse-not-below-dense": 90,
    "sparse-twice-dense": 60,
    "ratio-claims": 120,
    "chip-hour": 60,
    "price-ratio": 5,
}


@pytest.fixture(scope="module")
def results(real: Ledger) -> dict[str, Result]:
    return {result.id: result for result in real.identities()}


def end(text: str, unit: str | None) -> Fraction | None:
    """An end of an interval as it is written in the cases, in base units."""
    if text == "none":
        return None
    above, _, below = text.partition("/")
    return Fraction(above) / Fraction(below or 1) * (units.factor(unit) if unit else 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_settled_verdict_comes_out_of_its_printed_digits(case, results):
    result = results[case["id"]]
    assert result.verdict == case["verdict"]
    for side, wanted in ((result.left, case["left"]), (result.right, case["right"])):
        assert side.interval == Interval(*(end(text, case.get("unit")) for text in wanted))
        assert side.interval.low is None or side.interval.low <= side.value <= side.interval.high
    if case["verdict"] == "in conflict":
        assert result.known is not None
        assert result.known.kind == case["explained"]
        assert result.gap
        assert result.since
    else:
        assert result.known is None


def test_what_explains_a_conflict_is_told_with_what_it_rests_on(results):
    said = results["ratio-claims: aws-0024"].known
    assert said.source == "neuron-trainium2"
    assert said.text.endswith("(neuron-trainium2)")
    ours = results["trn3-ultraserver-memory-in-gib"].known
    assert ours.text.endswith("(fits arithmetically; no source says so)")
    assert results["trn3-bandwidth-gain-printed"].known.text == "unexplained by the sources"


def test_the_gap_is_that_of_the_printed_values(results):
    conditions = "precision=fp8 scope=chip sparsity=dense unit_kind=tensor"
    core = f"parts: trainium2.peak_compute ({conditions}) from 8 x neuroncore-v3"
    assert results[core].gap == Fraction(8 * 158 - 1299, 1299)
    assert results["trn2-intensity"].gap == Fraction("667") / Fraction("2.9") / Fraction("225.9") - 1


def test_a_bound_is_no_evidence(results):
    assert results["trn3-compute-gain-aws-0381"].bound
    assert not results["trn3-compute-gain-aws-0381"].evidence
    assert results["trn2-ultraserver-bandwidth"].evidence


def test_every_conflict_is_listed_and_every_listed_one_stands(real, results):
    assert failures(results.values(), real.equations.known, real.sources) == []
    assert {result.known.kind for result in results.values() if result.known} == {"sourced", "ours", "unexplained"}


@pytest.mark.parametrize("ident", ["aws-0002", "aws-0169", "aws-0183", "dep-0194", "pr-x008", "nv-0201"])
def test_a_changed_digit_is_noticed(ident, real):
    claim = real.claims[ident]
    digit = str((int(claim.value[0]) + 4) % 9 + 1)
    changed = {**real.claims, ident: replace(claim, value=digit + claim.value[1:])}
    held = (real.vocabulary, real.sources, changed.values(), real.not_published, real.choices)
    moved = Ledger(*held, equations=real.equations)
    assert failures(moved.identities(), real.equations.known, real.sources)


def test_each_rule_finds_its_subjects(real, results):
    found = Counter(result.rule for result in results.values())
    assert {rule: number for rule, number in AT_LEAST.items() if found[rule] < number} == {}
    assert set(AT_LEAST) == {rule.id for rule in real.equations.rules}


def test_the_ids_of_results_are_unique(real, results):
    assert len(real.identities()) == len(results) >= 250


def test_no_written_identity_is_open_or_wrong(real, results):
    assert [f"{i.id}: {results[i.id].reason}" for i in real.equations.identities if not results[i.id].inputs] == []
    assert [result.id for result in results.values() if result.fault] == []


def test_conflicts_come_first_and_one_subject_can_be_asked_for(real):
    verdicts = [result.verdict for result in real.identities()]
    first_other = next(place for place, verdict in enumerate(verdicts) if verdict != "in conflict")
    assert "in conflict" not in verdicts[first_other:]
    own = real.identities("trn2")
    assert own == real.identities("trainium2")
    assert all(any(real.claims[name].subject == "trainium2" for name in result.inputs) for result in own)
    assert len(own) >= 60


def test_every_relative_claim_of_a_specification_has_its_identity(real, results):
    said = {c.id for c in real.claims.values() if c.property == "capacity_ratio_claim" and not c.erratum}
    words = next(rule for rule in real.equations.rules if rule.id == "ratio-claims").words
    missing = {ident for ident in said if f"ratio-claims: {ident}" not in results} - set(words["elsewhere"])
    assert missing == set()
    used = {name for identity in real.equations.identities for name in results[identity.id].inputs}
    assert set(words["elsewhere"]) <= used
    assert {word.partition(":")[0] for word in words["settle"]} <= said


def test_earlier_the_same_identities_are_open(real):
    early = {result.id: result for result in real.at("2024-12-31").identities()}
    assert early["trn3-compute-gain-aws-0424"].verdict == "open"
    assert "own" in early["trn3-compute-gain-aws-0424"].reason
    assert early["trn2-ultraserver-bandwidth"].verdict == "open"


def test_corroboration_of_the_lead_subjects(real, results):
    found = corroborated(real, results.values())
    chip_total = (
        "parts: trn2-ultraserver.peak_compute (precision=fp8 scope=system sparsity=dense unit_kind=tensor) from"
    )
    assert found["aws-0002"].identity.startswith("parts: trn2")
    assert not any(entry.identity == f"{chip_total} 64 x trainium2" for entry in found.values())
    for entry in found.values():
        assert (entry.identity is None) != (entry.beside is None)
        own = real.sources[real.claims[entry.claim].source]
        if entry.beside:
            assert real.sources[real.claims[entry.beside].source].publisher != own.publisher
        else:
            others = [real.claims[name] for name in results[entry.identity].inputs if name != entry.claim]
            assert own.document not in {real.sources[claim.source].document for claim in others}


def test_a_folder_without_identities_has_none():
    assert chipledger.load(Path(__file__).parent / "data" / "good").identities() == ()
