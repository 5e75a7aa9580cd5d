"""One definition of each formula: its equation, its units, its documentation, its public function."""

import ast
import contextlib
import doctest
import inspect
import re
import subprocess
import sys
from fractions import Fraction

import pytest
import yaml
from latex2mathml.converter import convert

import chipledger.compute
from chipledger.compute import MODULES, Formula, questions
from chipledger.compute.case import Case, cases
from chipledger.compute.dimension import DIMENSIONS, offered
from chipledger.compute.expression import Exact, filled, fold, names, parse, readable
from chipledger.compute.measure import comes_out, powers
from chipledger.compute.question import question
from chipledger.compute.shared import PEAK
from chipledger.compute.symbolic import latex
from places import TESTS

EVERY_CASE = [(formula, case) for formula in questions().values() for case in formula.cases]
NAMES = [f"{formula.name}[{' '.join(case.key)}]" for formula, case in EVERY_CASE]


def units_of(formula: Formula, case: Case, operation: str) -> tuple[tuple[str, str], ...]:
    given = []
    for name in case.names:
        dimension = formula.parameters[name].dimension
        unit = offered("money/time" if dimension == "money/time, or per chip" else dimension)[0]
        given.append((name, unit.replace("FLOP", operation)))
    return tuple(given)


@pytest.mark.parametrize(("formula", "case"), EVERY_CASE, ids=NAMES)
@pytest.mark.parametrize("operation", ["FLOP", "OP"])
def test_the_units_of_every_formula_come_out(formula: Formula, case: Case, operation: str) -> None:
    given = units_of(formula, case, operation)
    unit = formula.unit.format(operation=operation, per_chip="", per_device="", of_each="")
    assert comes_out(case.text, given, unit, operation)
    # The check can fail: a result measured in something else, and a wrong unit of any one parameter.
    assert not comes_out(case.text, given, "volt", operation)


@pytest.mark.parametrize(("formula", "case"), EVERY_CASE, ids=NAMES)
def test_every_parameter_enters_the_units(formula: Formula, case: Case) -> None:
    given = dict(units_of(formula, case, "FLOP"))
    for name in case.names:
        if formula.parameters[name].dimension == "any":
            continue
        wrong = tuple({**given, name: f"volt*{given[name]}"}.items())
        unit = formula.unit.format(operation="FLOP", per_chip="", per_device="", of_each="")
        with contextlib.suppress(TypeError):  # where a sum of unlike terms says so itself
            assert not comes_out(case.text, wrong, unit, "FLOP")


@pytest.mark.parametrize(("formula", "case"), EVERY_CASE, ids=NAMES)
def test_every_equation_can_be_set(formula: Formula, case: Case) -> None:
    equation = formula.equation(case)
    assert equation.startswith(f"{formula.symbol} = ")
    assert "<math" in convert(equation)
    for name in case.names:
        assert formula.parameters[name].symbol in equation, name


def test_equations_read_as_they_are_written() -> None:
    equations = {name: formula.latex for name, formula in questions().items()}
    assert equations["ridge_point"] == r"I^{*} = \frac{C}{\beta}"
    assert equations["device_floor"] == r"n = \left\lceil{\frac{M o + K}{m \left(1 - r\right)}}\right\rceil"
    assert equations["time_floor"] == r"T = \max\left(\frac{A}{n C u}, \frac{Q}{n \beta}\right)"
    assert equations["training_flops"] == "A = k N D"
    assert latex(parse("a * (b - 1) / (2 * c)"), {"a": "a", "b": "b", "c": "c"}) == r"\frac{a \left(b - 1\right)}{2 c}"


def test_equations_do_not_depend_on_the_run() -> None:
    code = (
        "from chipledger.compute import questions\n"
        "print([(list(f.equations.values()), f.javascript) for f in questions().values()])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(runs) == 1


@pytest.mark.parametrize("formula", questions().values(), ids=lambda formula: formula.name)
def test_a_question_is_a_documented_function(formula: Formula) -> None:
    function = getattr(getattr(chipledger.compute, formula.module), formula.name)
    assert function is formula.function
    signature = inspect.signature(function)
    assert list(signature.parameters) == [
        *formula.parameters, "assume", *(["across"] if formula.alike else [])
    ]  # fmt: skip
    assert all(p.kind is p.KEYWORD_ONLY and p.annotation is not p.empty for p in signature.parameters.values())
    assert signature.return_annotation == "Answer"
    text = inspect.getdoc(function) or ""
    assert text.startswith(formula.title)
    assert formula.title.endswith(".")
    assert len(formula.title) < 100
    for section in ("Parameters", "Returns", "Raises", "Notes", "References", "Examples"):
        assert f"\n{section}\n{'-' * len(section)}\n" in text, section
    for name, parameter in formula.parameters.items():
        assert re.search(rf"^{name} : ", text, re.MULTILINE)
        assert parameter.meaning
        assert parameter.dimension in DIMENSIONS
        # A default that is not neutral says where it comes from.
        assert parameter.required or parameter.because or parameter.words or parameter.default is None, name
    assert formula.source
    assert all(formula.limits)
    assert doctest.DocTestParser().get_examples(text)
    assert formula.verb == formula.name.replace("_", "-")


def test_the_modules_hold_the_questions_and_nothing_is_hidden() -> None:
    for module in MODULES:
        public = getattr(chipledger.compute, module)
        ours = {name for name, formula in questions().items() if formula.module == module}
        assert ours
        assert all(hasattr(public, name) for name in ours)
    assert list(dict.fromkeys(formula.module for formula in questions().values())) == list(MODULES)
    vocabulary = yaml.safe_load((TESTS / "cases" / "questions.yaml").read_text(encoding="utf-8"))
    assert len([name for module in vocabulary.values() for name in module]) == 45


def test_importing_the_package_costs_neither_sympy_nor_pint() -> None:
    for code, absent in (
        ("import chipledger", ("sympy", "pint", "chipledger.compute")),
        ("import chipledger.compute", ("sympy", "pint", "pandas", "altair", "yaml")),
        # exact inputs need no directions, and so no sympy
        (
            "from chipledger.compute import memory; memory.weights_size(parameters=1)",
            ("sympy", "pandas"),
        ),
    ):
        check = f"import sys; {code}; print([name for name in {absent!r} if name in sys.modules])"
        run = subprocess.run(
            [sys.executable, "-c", check], env={"PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert run.stdout.strip() == "[]", code


def test_a_signature_and_its_formula_must_name_the_same_parameters() -> None:
    with pytest.raises(TypeError, match=r"takes \['x'\], its formula describes \['peak_compute'\]"):

        @question("peak_compute", symbol="x", unit="one", source="s", limits="l", parameters={"peak_compute": PEAK})
        def odd(*, x: object) -> object:
            """Odd."""


# -- the language of expressions --------------------------------------------------------------------------------


def test_expressions_are_reckoned_exactly() -> None:
    values = {"a": Fraction(7), "b": Fraction(1, 3)}
    # 7/3 = 2.33; ceil 3, floor 2; 3 - 2 + 7^2 x 16 bit = 785
    assert fold(parse("ceil(a * b) - floor(a * b) + a**2 * of(2, 'byte')"), Exact(), values) == 785
    arithmetic = Exact()
    assert fold(parse("max(one=a, two=7) + min(a, three=b)"), arithmetic, values) == Fraction(22, 3)
    assert arithmetic.binding == ["one", "two", "three"]


@pytest.mark.parametrize(
    "text", ["a if b else c", "a.b", "a[0]", "f(a)", "a % b", "2.5 * a", "'a'", "lambda: a", "a ** b", "-a"]
)
def test_nothing_else_is_in_the_language(text: str) -> None:
    with pytest.raises((TypeError, KeyError)):
        fold(parse(text), Exact(), {name: Fraction(1) for name in "abc"})


def test_expressions_for_reading() -> None:
    node = parse("of(1, 'parameter') * (a + of(2, '1/token') * b) / max(x=a, y=b)")
    assert readable(node) == "(a + 2 * b) / max(a, b)"
    assert names(node) == ("a", "b")
    assert filled("(a + 2 * b) / max(a, b)", {"a": "1 GB", "b": "3"}) == "((1 GB) + 2 * 3) / max((1 GB), 3)"
    assert ast.unparse(parse("a/b")) == "a / b"


def test_cases_follow_what_is_given() -> None:
    found = cases({"a": "a", "b c": "b * c * more"}, {"more": {"": "1", "d": "d", "d e": "d * e"}})
    assert [(case.key, case.line) for case in found] == [
        (("a",), "a"),
        (("a", "d"), "a"),
        (("b", "c"), "b * c"),
        (("a", "d", "e"), "a"),
        (("b", "c", "d"), "b * c * d"),
        (("b", "c", "d", "e"), "b * c * (d * e)"),
    ]


def test_powers_of_base_units() -> None:
    assert powers("W") == powers("J/s") != powers("J")
    assert powers("USD/Mtoken") == {("USD", 1), ("token", -1)}
    assert powers("one") == powers("percent") == frozenset()
