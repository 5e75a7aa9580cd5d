"""The calculators of the page give what Python gives: values, ends of intervals, refusals, remarks."""

import json
from collections.abc import Callable
from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

import pytest
import yaml
from py_mini_racer import MiniRacer

from chipledger import units
from chipledger.compute import Answer, Formula, Refused, questions
from chipledger.compute.dimension import spelled
from chipledger.compute.javascript import library
from chipledger.interval import Interval
from places import TESTS
from sampling import Sample, samples

REFUSED = yaml.safe_load((TESTS / "cases" / "refusals_on_the_page.yaml").read_text(encoding="utf-8"))

#: Random inputs for each calculator, spread over its cases.
TRIES = 200

Calculator = Callable[[str, dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    """What a page runs, in the engine of a browser."""
    engine = MiniRacer()
    engine.eval(library(questions().values()))

    def ask(name: str, inputs: dict[str, Any]) -> dict[str, Any]:
        call = f"chipledgerCalculator.answer(chipledgerCalculators[{json.dumps(name)}], {json.dumps(inputs)})"
        return json.loads(str(engine.eval(f"JSON.stringify({call})")))  # type: ignore[no-any-return]

    return ask


def python(formula: Formula, found: dict[str, Sample]) -> Answer | Refused:
    assert formula.function is not None
    try:
        return formula.function(**{name: sample.python for name, sample in found.items()})
    except Refused as error:
        return error


def same(a: float | None, b: Fraction | None) -> bool:
    """To six significant digits; an open end only against an open end."""
    return (a is None) == (b is None) and (a is None or b is None or isclose(a, float(b), rel_tol=5e-7))


def compare(answer: Answer | Refused, script: dict[str, Any]) -> None:
    if isinstance(answer, Refused):
        assert not script["ok"], (str(answer), script)
        return
    assert script["ok"], (answer, script)
    assert units.ratio(spelled(script["unit"]), spelled(answer.unit)) == 1
    assert same(script["value"], answer.exact), (script, answer)
    assert same(script["low"], answer.interval.low), (script, answer)
    assert same(script["high"], answer.interval.high), (script, answer)
    assert same(script["unrounded"], answer.unrounded), (script, answer)
    shown = answer.readable()
    assert script["shown"]["unit"] == shown.unit
    assert same(script["shown"]["value"], shown.exact)
    told = [f"bound by {' and '.join(script['binding'])}"] if script["binding"] else []
    assert (*told, *script["remarks"]) == answer.remarks
    assert tuple(sorted(script["needs"])) == answer.case
    assert script["equation"] == answer.latex


@pytest.mark.parametrize("formula", questions().values(), ids=lambda formula: formula.name)
def test_random_inputs_give_the_same_on_the_page(formula: Formula, calculator: Calculator) -> None:
    random = Random(formula.name)
    answered = attempts = 0
    while answered < TRIES and attempts < 10 * TRIES:
        case = formula.cases[attempts % len(formula.cases)]
        found = samples(random, formula, case)
        answer = python(formula, found)
        compare(answer, calculator(formula.name, {name: sample.script for name, sample in found.items()}))
        answered += isinstance(answer, Answer)
        attempts += 1
    assert answered == TRIES


def exactly(value: Fraction | int | str, unit: str = "one") -> Sample:
    exact = Fraction(value)
    text = str(value) if not isinstance(value, Fraction) else f"{exact.numerator}/{exact.denominator}"
    return Sample(text, unit, Interval.exactly(exact))


@pytest.mark.parametrize("capacity", ["1", "0.1", "0.3", "7", "33.33", "96"])
@pytest.mark.parametrize("reserve", ["0", "0.1", "0.15", "0.7"])
@pytest.mark.parametrize("devices", [1, 3, 10, 1000])
def test_ceilings_and_floors_turn_at_the_same_place(
    capacity: str, reserve: str, devices: int, calculator: Calculator
) -> None:
    room = Fraction(capacity) * (1 - Fraction(reserve))
    for hair, floor, held in ((Fraction(0), devices, devices), (Fraction(1, 10**12), devices + 1, devices)):
        needed = f"{float(devices * room):.10f}"
        assert Fraction(needed) == devices * room  # a decimal number that floating point would blur
        needed = f"{needed}{'01' if hair else ''}"
        inputs = {
            "required_memory": {"value": needed, "unit": "GiB"},
            "device_memory": {"value": capacity, "unit": "GiB"},
            "reserve": {"value": reserve},
        }
        formula = questions()["device_floor"]
        assert formula.function is not None
        answer = formula.function(required_memory=f"{needed} GiB", device_memory=f"{capacity} GiB", reserve=reserve)
        compare(answer, calculator("device_floor", inputs))
        assert answer.exact == floor
        power = questions()["chips_for_site_power"]
        assert power.function is not None
        answer = power.function(site_power=f"{needed} MW", unit_power=f"{float(room):.10f} MW")
        script = calculator(
            "chips_for_site_power",
            {
                "site_power": {"value": needed, "unit": "MW"},
                "unit_power": {"value": f"{float(room):.10f}", "unit": "MW"},
            },
        )
        compare(answer, script)
        assert answer.exact == held


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case['question']}: {case['parameter']}")
def test_the_page_refuses_too(case: dict[str, Any], calculator: Calculator) -> None:
    script = calculator(case["question"], case["inputs"])
    assert script["ok"] is False
    assert script["parameter"] == case["parameter"]
    assert script["reason"]


@pytest.mark.parametrize(
    "odd", ["", " ", "nan", "Infinity", "1e999", "1,000", "0x10", "1/0", "--1", "1e-60", "9" * 70, None, [], {}]
)
def test_the_page_refuses_what_is_no_number(odd: object, calculator: Calculator) -> None:
    peak = {"value": odd, "unit": "TFLOP/s"}
    script = calculator("ridge_point", {"peak_compute": peak, "bandwidth": {"value": "1", "unit": "TB/s"}})
    assert (script["ok"], script["parameter"]) == (False, "peak_compute")


def test_no_calculator_needs_text_to_be_evaluated() -> None:
    # A content security policy without unsafe-eval must not stop the page.
    script = library(questions().values())
    for word in ("eval(", "new Function", "import(", "innerHTML", "</script"):
        assert word not in script


def test_a_calculator_says_all_that_a_form_needs() -> None:
    engine = MiniRacer()
    for formula in questions().values():
        data = json.loads(str(engine.eval(f"JSON.stringify({formula.javascript})")))
        assert data["title"].endswith(".")
        assert data["source"]
        assert data["limits"]
        assert list(data["parameters"]) == list(formula.parameters)
        for name, parameter in data["parameters"].items():
            assert parameter["meaning"], name
            assert parameter["words"] or parameter["units"], name
            assert not parameter["bare"] or parameter["bare"] in parameter["units"], name
        assert all(case["equation"].startswith(formula.symbol) for case in data["cases"])
