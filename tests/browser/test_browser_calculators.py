"""The calculators of the pages: they answer as Python does, whatever is typed, and stand without scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Page
from visiting import visit

from chipledger import units
from chipledger.compute import Answer, Refused, questions
from chipledger.compute.dimension import spelled
from sampling import samples

#: Random inputs for each calculator that is tried; the engine of the browser has all of them tried elsewhere.
TRIES = 200

TRIED = ("ridge_point", "device_floor", "kv_cache_size", "training_time", "chips_for_site_power", "stacked_discount")


@pytest.fixture(scope="module")
def calculator_pages(site: Path) -> list[str]:
    """Names of the pages that have a calculator."""
    names = [path.name for path in sorted(site.glob("*.html")) if 'class="calculator"' in path.read_text("utf-8")]
    assert names, "no page has a calculator"
    return names


@pytest.fixture(scope="module")
def page(browser: Browser, at_root: str, calculator_pages: list[str]) -> Iterator[Page]:
    """A page with the calculators' script, under the policy of the site."""
    with visit(browser, at_root + calculator_pages[0], at_root) as seen:
        yield seen.page
        assert seen.faults == []


def ask(page: Page, name: str, inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page answers to many inputs at once."""
    call = "([name, all]) => all.map((one) => chipledgerCalculator.answer(chipledgerCalculators[name], one))"
    return page.evaluate(call, [name, inputs])  # type: ignore[no-any-return]


def compare(answer: Answer | Refused, script: dict[str, Any]) -> None:
    """Values and ends of intervals to six significant digits; an open end only against an open end."""
    assert script["ok"] == isinstance(answer, Answer), (script, str(answer))
    if isinstance(answer, Refused):
        return
    ratio = units.ratio(spelled(script["unit"]), spelled(answer.unit))
    for mine, other in (("value", answer.exact), ("low", answer.interval.low), ("high", answer.interval.high)):
        assert (script[mine] is None) == (other is None), (script, answer)
        if other is not None:
            assert isclose(script[mine] * ratio, float(other), rel_tol=5e-7), (mine, script, answer)


def python(name: str, given: dict[str, Any]) -> Answer | Refused:
    function = questions()[name].function
    assert function is not None
    try:
        return function(**given)
    except Refused as error:
        return error


@pytest.mark.parametrize("question", TRIED)
def test_random_inputs_give_the_same_on_the_page(question: str, page: Page) -> None:
    random = Random(f"browser {question}")
    formula = questions()[question]
    found = [samples(random, formula, formula.cases[turn % len(formula.cases)]) for turn in range(TRIES)]
    scripts = ask(page, question, [{name: sample.script for name, sample in one.items()} for one in found])
    answers = [python(question, {name: sample.python for name, sample in one.items()}) for one in found]
    assert sum(isinstance(answer, Answer) for answer in answers) > TRIES / 2
    for answer, script in zip(answers, scripts, strict=True):
        compare(answer, script)


def test_ceilings_and_floors_turn_at_the_same_place(page: Page) -> None:
    inputs, expected = [], []
    for capacity in ("0.1", "0.3", "7", "33.33", "96"):
        for reserve in ("0", "0.1", "0.15", "0.7"):
            for devices in (1, 3, 10, 1000):
                needed = Fraction(capacity) * (1 - Fraction(reserve)) * devices
                for hair in (Fraction(0), Fraction(1, 10**12), Fraction(-1, 10**12)):
                    value = needed + hair
                    memory = {"value": f"{value.numerator}/{value.denominator}", "unit": "GiB"}
                    device = {"value": capacity, "unit": "GiB"}
                    inputs.append({"required_memory": memory, "device_memory": device, "reserve": {"value": reserve}})
                    expected.append(devices + (hair > 0))
    assert [script["value"] for script in ask(page, "device_floor", inputs)] == expected
    power = [
        {"site_power": {"value": value, "unit": "MW"}, "unit_power": {"value": "0.1", "unit": "MW"}}
        for value in ("0.3", "0.29999999999999", "0.30000000000001")
    ]
    # Three tenths over one tenth is three, which floating point puts just below.
    assert [script["value"] for script in ask(page, "chips_for_site_power", power)] == [3, 2, 3]


def test_first_values_give_what_the_build_worked_out(
    browser: Browser, at_root: str, site: Path, calculator_pages: list[str]
) -> None:
    for name in calculator_pages:
        built = BeautifulSoup((site / name).read_text("utf-8"), "html.parser").select("section.calculator")
        with visit(browser, at_root + name, at_root) as seen:
            shown = seen.page.locator("section.calculator")
            assert shown.count() == len(built)
            for number, section in enumerate(built):
                live = shown.nth(number)
                value = section.select_one(".calculator-answer data")
                result = live.evaluate("(section) => section.answer")
                assert result["ok"], (name, result)
                assert isclose(result["value"], float(str(value["value"])), rel_tol=5e-7), name
                assert live.locator(".calculator-answer").inner_text() == value.get_text(), name
                assert live.locator("[data-case]:visible math").count() == 1
            assert seen.faults == []


@pytest.mark.parametrize("place", ["at_root", "below", "in_folder"])
def test_a_reader_types_and_the_answer_follows(place: str, browser: Browser, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(place)
    with visit(browser, f"{address}does-it-fit.html", address) as seen:
        form = seen.page.locator("section.calculator[data-question='device_floor']")
        result = form.get_by_role("status")
        first = result.inner_text()
        form.get_by_label("Number of parameters", exact=False).first.fill("320")
        form.get_by_label("Size of one stored parameter").first.fill("1")
        form.get_by_label("Working budget besides", exact=False).first.fill("32")
        form.get_by_label("Unit of: working budget besides", exact=False).select_option("GB")
        form.get_by_label("Share of the memory that is kept free").first.fill("0.15")
        # (320 + 32) GB / (96 GiB x 0.85) = 4.017
        assert result.inner_text().startswith("5 chips (4.017 before rounding up)\n")
        assert "divide evenly by 5" in result.inner_text()
        field = form.get_by_label("Share of the memory that is kept free").first
        field.fill("1.5")
        assert "1.5 is out of range; allowed: 0 or more, below 1" in result.inner_text()
        assert field.get_attribute("aria-invalid") == "true"
        field.fill("many")
        assert "many is not a number" in result.inner_text()
        form.get_by_role("button", name="First values again").click()
        seen.page.wait_for_function(
            "(text) => document.querySelector('.calculator-result').innerText === text", arg=first
        )
        assert field.get_attribute("aria-invalid") is None
        assert seen.faults == []


def test_the_keyboard_reaches_every_field_and_each_has_a_name(browser: Browser, at_root: str) -> None:
    with visit(browser, f"{at_root}does-it-fit.html", at_root) as seen:
        form = seen.page.locator("section.calculator[data-question='device_floor']")
        fields = form.locator("input, select")
        fields.first.focus()
        for number in range(fields.count()):
            told = seen.page.evaluate(
                "() => [document.activeElement.name ?? '', document.activeElement.tagName, "
                "[...(document.activeElement.labels ?? [])].map((one) => one.innerText).join() "
                "|| document.activeElement.getAttribute('aria-label')]"
            )
            assert told[1] in ("INPUT", "SELECT"), (number, told)
            assert told[2], (number, told)
            seen.page.keyboard.press("Tab")
            # The link to the source of a first value stands between two fields.
            while seen.page.evaluate("() => document.activeElement.tagName") == "A":
                seen.page.keyboard.press("Tab")
        assert seen.page.evaluate("() => document.activeElement.type") == "reset"


def test_without_scripts_the_equation_and_the_answer_stand(browser: Browser, in_folder: str) -> None:
    with visit(browser, f"{in_folder}does-it-fit.html", in_folder, scripts=False) as seen:
        form = seen.page.locator("section.calculator").first
        assert form.locator(".calculator-equations [data-case]:visible math").count() == 1
        assert form.locator(".calculator-answer").inner_text() == "9 chips (8.731 before rounding up)"
        assert all(field.is_disabled() for field in form.locator("input, select").all())


def test_only_pages_with_a_calculator_load_the_script(site: Path, calculator_pages: list[str]) -> None:
    loading = [path.name for path in sorted(site.glob("*.html")) if "_static/calculators-" in path.read_text("utf-8")]
    assert loading == calculator_pages
    [script] = (site / "_static").glob("calculators-*.js")
    text = script.read_text("utf-8")
    assert all(f"{json.dumps(name)}: " in text for name in questions())
    for word in ("eval(", "new Function", "innerHTML", "document.write"):
        assert word not in text
