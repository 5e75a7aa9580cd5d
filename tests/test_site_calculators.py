"""Calculators as the site makes them: first values, the form, the answer, and faults that name themselves."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from chipledger.compute import Answer, questions
from chipledger.errors import ChipledgerError
from chipledger.ledger import Ledger
from chipledger.site.calculators import answer, answer_node, read, script
from chipledger.site.forms import form, values
from chipledger.site.grammar import Ask

PEAK = "peak_compute: trainium2 peak_compute precision=bf16 sparsity=dense scope=chip"
RATE = "bandwidth: trainium2 memory_bandwidth scope=chip"


def made(ledger: Ledger, name: str, *lines: str) -> BeautifulSoup:
    formula, first = read(ledger, name, list(lines))
    return BeautifulSoup(form(formula, first, 3), "html.parser")


def test_first_values_are_figures_examples_or_other_answers(real: Ledger) -> None:
    lines = ["weights: weights_size(parameters: llama-3-1-70b parameter_count)", "devices: 4", RATE]
    formula, first = read(real, "decode_time_floor", lines)
    assert formula.name == "decode_time_floor"
    assert first["devices"] == "4"
    assert isinstance(first["bandwidth"], tuple)
    assert isinstance(first["bandwidth"][0], Ask)
    weights = values(first)["weights"]
    assert isinstance(weights, Answer)
    assert weights.exact == 140 * 10**9


def test_the_form_says_what_each_field_is(real: Ledger) -> None:
    page = made(real, "ridge_point", PEAK, RATE)
    fields = page.select("input")
    assert [field["name"] for field in fields] == ["peak_compute", "bandwidth"]
    for field in fields:
        label = page.find("label", attrs={"for": field["id"]})
        assert label is not None
        assert label.get_text().strip()
        hint = page.find(id=field["aria-describedby"])
        assert hint is not None
        assert "Above 0" in hint.get_text()
        assert "Trainium2" in hint.get_text()
        unit = page.find("select", attrs={"data-unit-of": field["name"]})
        assert unit is not None
        assert unit["aria-label"]
        assert field.has_attr("required")
    assert (fields[1]["value"], fields[1]["data-low"], fields[1]["data-high"]) == ("2.9", "57/20", "59/20")
    assert page.select_one("fieldset[disabled]") is not None
    status = page.find(attrs={"role": "status"})
    assert status is not None
    assert "230 FLOP/byte" in status.get_text()
    assert "225.932 to 234.211" in status.get_text()
    assert len(page.find_all("script")) == 0
    assert len({tag["id"] for tag in page.find_all(id=True)}) == len(page.find_all(id=True))


def test_figures_of_a_form_name_their_claims(real: Ledger) -> None:
    page = made(real, "ridge_point", PEAK, RATE)
    claims = [str(data["data-fact"]) for data in page.select("small data")]
    assert [real.claims[name].property for name in claims] == ["peak_compute", "memory_bandwidth"]
    [result] = page.select(".calculator-answer data")
    assert sorted(str(result["data-inputs"]).split()) == sorted(claims)
    assert str(result["title"]).startswith("Computed: ridge_point = peak_compute / bandwidth")


def test_one_equation_is_shown_and_the_others_wait(real: Ledger) -> None:
    memory = "device_memory: trainium2 memory_capacity scope=chip"
    page = made(real, "device_floor", "parameters: llama-3-1-405b parameter_count", memory, "reserve: 0.1")
    cases = page.select("[data-case]")
    assert len(cases) == len(questions()["device_floor"].cases) == 4
    assert [case["data-case"] for case in cases if not case.has_attr("hidden")] == ["parameters whole=yes"]
    assert all(case.find("math") for case in cases)
    box = page.find("input", attrs={"name": "parameters"})
    assert box is not None
    # 405e9 is shown in thousands of millions, with the room that three printed digits leave.
    assert (box["value"], box["data-first-unit"]) == ("405", "Gparameter")
    assert (Fraction(str(box["data-low"])), Fraction(str(box["data-high"]))) == (Fraction("404.5"), Fraction("405.5"))


def test_an_assumption_stays_with_its_first_value(real: Ledger) -> None:
    peak = "peak_compute: tpu-v6e peak_compute precision=bf16 sparsity=dense scope=chip ; assume=sparsity:dense"
    page = made(real, "ridge_point", peak, "bandwidth: tpu-v6e memory_bandwidth scope=chip")
    box = page.find("input", attrs={"name": "peak_compute"})
    assert box is not None
    assert str(box["data-assumed"]).startswith("sparsity=dense is assumed")
    about = page.select_one("details")
    assert about is not None
    assert "Sparsity=dense is assumed" in about.get_text()


@pytest.mark.parametrize("formula", questions().values(), ids=lambda formula: formula.name)
def test_every_question_has_a_form(formula) -> None:
    for parameter in formula.parameters.values():
        from chipledger.site.forms import _field

        assert f'name="{parameter.name}"' in _field("x", parameter, None)


@pytest.mark.parametrize(
    ("name", "lines", "told"),
    [
        ("ridge_pont", [], "no question 'ridge_pont'; did you mean ridge_point"),
        ("ridge_point", [PEAK], "bandwidth: is missing"),
        ("ridge_point", [PEAK, "bandwith: 1 TB/s"], "did you mean bandwidth"),
        ("ridge_point", [PEAK, "bandwidth 1 TB/s"], "cannot read"),
        ("ridge_point", [PEAK, "bandwidth: trainium9 memory_bandwidth"], "no subject 'trainium9'"),
        ("ridge_point", [PEAK, "bandwidth: 1 TB"], "is information"),
        ("ridge_point", [PEAK, "bandwidth: nothing_known(a: 1)"], "no question 'nothing_known'"),
    ],
)
def test_a_fault_names_itself(name: str, lines: list[str], told: str, real: Ledger) -> None:
    with pytest.raises(ChipledgerError) as caught:
        made(real, name, *lines)
    assert told in str(caught.value)


def test_the_role_puts_an_answer_into_the_text(real: Ledger) -> None:
    text = f"ridge_point | {PEAK} | {RATE}"
    assert answer(real, text).text == "230 FLOP/byte"
    node = answer_node(real, text)
    assert node.astext() == "230 FLOP/byte"
    assert float(node["data"]["value"]) == pytest.approx(230)
    assert all(claim in real.claims for claim in node["data"]["data-inputs"].split())


def test_the_script_is_named_after_what_it_holds() -> None:
    name, text = script()
    assert name.startswith("calculators-")
    assert name.endswith(".js")
    assert all(f"{json.dumps(question)}: " in text for question in questions())
    assert script() == (name, text)
