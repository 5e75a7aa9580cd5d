"""Settled questions about the lead subjects, put to the real ledger: the answer, and what others print beside it."""

from pathlib import Path

import pytest
import yaml

from chipledger import units
from chipledger.interval import last_digit, number
from chipledger.ledger import Ledger
from chipledger.numerals import is_number
from chipledger.records import Claim
from chipledger.selection import spelled

CASES = yaml.load((Path(__file__).parent / "cases" / "facts.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)["facts"]
BY_ID = {case["id"]: case for case in CASES}


def within_rounding(claim: Claim, value: str, unit: str | None, *, exactly: bool = False) -> bool:
    """Whether a claim prints a figure, give or take half a unit of the figure's last digit; text is spelled alike."""
    if unit is None or not is_number(value):
        return not claim.number and spelled(value) in spelled(claim.value)
    if not claim.number or claim.base != units.base_unit(unit):
        return False
    factor = units.factor(unit)
    values = [number(text) * claim.factor / factor for text in (claim.value, claim.upper) if text]
    return any(abs(found - number(value)) <= (0 if exactly else last_digit(value) / 2) for found in values)


def test_the_comparison_with_a_printed_figure():
    def claim(value: str, unit: str) -> Claim:
        base = {"id": "x", "subject": "s", "property": "p", "conditions": {}, "printed": value, "source": "src"}
        size = {"factor": units.factor(unit), "base": units.base_unit(unit)}
        return Claim(**base, value=value, unit=unit, locator="here", basis="published", **size)

    assert within_rounding(claim("2900", "GB/s"), "2.9", "TB/s")
    assert within_rounding(claim("2.94", "TB/s"), "2.9", "TB/s")
    assert not within_rounding(claim("3", "TB/s"), "2.9", "TB/s")
    assert not within_rounding(claim("2.9", "TFLOP/s"), "2.9", "TB/s")
    assert within_rounding(claim("989.4", "TFLOP/s"), "989", "TFLOPS")
    assert not within_rounding(claim("96", "GB"), "96", "GiB")


def test_cases_are_distinct_and_complete():
    assert len(BY_ID) == len(CASES) == 37
    assert all(
        {"id", "question", "subject", "property", "conditions", "answer", "read_at"} <= set(case) for case in CASES
    )


@pytest.mark.parametrize("ident", BY_ID)
def test_the_answer(real: Ledger, ident):
    case = BY_ID[ident]
    fact = real.get(case["subject"], case["property"], **case["conditions"])
    answer = case["answer"]
    if answer == "null":
        assert not fact.published
        assert fact.missing.looked_in
        return
    assert fact.claim is not None, fact.reason
    assert within_rounding(fact.claim, answer["value"], answer.get("unit")), fact.text


def near(ledger: Ledger, ident: str) -> set[str]:
    """A subject, its family and variants, what it is made of and what it is part of."""
    subject = ledger.vocabulary.subject(ident)
    parts = {part.subject for part in subject.made_of}
    wholes = {s.id for s in ledger.subjects.values() if any(part.subject == subject.id for part in s.made_of)}
    variants = {s.id for s in ledger.subjects.values() if s.family and s.family in (subject.id, subject.family)}
    return {subject.id, *parts, *wholes, *variants, *([subject.family] if subject.family else [])}


ALSO = [
    (case["id"], said["value"], said.get("unit"))
    for case in CASES
    for said in case.get("also_said", [])
    if not {"computed", "of"} & set(said)
]
OF_OTHERS = [
    (case["id"], said["value"], said["unit"]) for case in CASES for said in case.get("also_said", []) if "of" in said
]


@pytest.mark.parametrize(("ident", "value", "unit"), ALSO)
def test_what_others_print_stands_beside_it(real: Ledger, ident, value, unit):
    subjects = near(real, BY_ID[ident]["subject"])
    said = [claim for claim in real.claims.values() if claim.subject in subjects]
    assert any(within_rounding(claim, value, unit, exactly=True) for claim in said)


@pytest.mark.parametrize(("ident", "value", "unit"), OF_OTHERS)
def test_what_is_said_of_another_subject_is_not_among_its_answers(real: Ledger, ident, value, unit):
    case = BY_ID[ident]
    fact = real.get(case["subject"], case["property"], **case["conditions"])
    assert not any(within_rounding(claim, value, unit) for claim in fact.claims)


def test_the_trap_is_not_the_answer(real: Ledger):
    """The figures that a careless product would give, each for a question of the file."""
    traps = {
        "aws-trn2-bf16": ("2563", "TFLOPS"),
        "aws-trn2-hbm-bw": ("3.0", "TB/s"),
        "aws-trn2-cores": ("4", "core"),
        "aws-trn2-48xl-neuronlink": ("1.28", "TB/s"),
        "aws-trn2-us-hbm": ("6144", "GB"),
        "aws-trn3-mxfp4": ("5034", "TFLOPS"),
        "aws-trn3-g2-efa": ("28800", "GB/s"),
        "aws-trn1-bf16": ("210", "TFLOPS"),
        "aws-trn1-32xl-bw": ("9.8", "TB/s"),
        "nvidia-gold-01-h100-sxm-bf16-dense": ("1979", "TFLOPS"),
        "nvidia-gold-07-h100-sxm-nvlink": ("450", "GB/s"),
        "nvidia-gold-16-h100-nvl-bw": ("7.8", "TB/s"),
        "nvidia-gold-19-h200-sxm-memory": ("144", "GB"),
        "nvidia-gold-25-b200-memory": ("192", "GB"),
        "nvidia-gold-28-b200-fp4-dense": ("18", "PFLOPS"),
        "nvidia-gold-31-b200-tdp": ("1200", "W"),
        "nvidia-gold-34-b200-transistors": ("104000000000", "transistor"),
        "tpu-tpu7x-bf16": ("4614", "TFLOPS"),
        "tpu-tpu7x-hbm-bw": ("7.2", "TB/s"),
        "tpu-v6e-int8": ("1836", "TFLOPS"),
        "tpu-v6e-hbm-bw": ("1640", "GB/s"),
        "tpu-v5p-hbm": ("95", "GB"),
        "tpu-v5p-max-job": ("8960", "chip"),
        "tpu-v5e-vmem": ("64", "MiB"),
    }
    fallen = []
    for ident, (value, unit) in traps.items():
        case = BY_ID[ident]
        claim = real.get(case["subject"], case["property"], **case["conditions"]).claim
        if within_rounding(claim, value, unit):
            fallen.append(ident)
    assert fallen == []
