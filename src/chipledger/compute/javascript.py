"""Formulas as JavaScript: what `calculator.js` needs to answer on a page as `Formula.answer` does here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from chipledger import units
from chipledger.compute.dimension import base, ladder, offered, spelled
from chipledger.compute.expression import fold, parse, sized
from chipledger.compute.measure import OPERATIONS
from chipledger.compute.parameter import Limits, Parameter
from chipledger.compute.requirement import Requirement

if TYPE_CHECKING:
    from chipledger.compute.case import Case
    from chipledger.compute.formula import Formula


class _Script:
    """Calls of the exact arithmetic in `calculator.js`."""

    def number(self, value: Fraction, unit: str) -> str:
        exact = sized(value, unit)
        return f"q.of({exact.numerator})" if exact.denominator == 1 else f"q.of({exact.numerator}, {exact.denominator})"

    def add(self, a: str, b: str) -> str:
        return f"q.add({a}, {b})"

    def sub(self, a: str, b: str) -> str:
        return f"q.sub({a}, {b})"

    def mul(self, a: str, b: str) -> str:
        return f"q.mul({a}, {b})"

    def div(self, a: str, b: str) -> str:
        return f"q.div({a}, {b})"

    def power(self, a: str, exponent: int) -> str:
        return f"q.power({a}, {exponent})"

    def ceil(self, a: str) -> str:
        return f"q.ceil({a})"

    def floor(self, a: str) -> str:
        return f"q.floor({a})"

    def most(self, arms: Sequence[str], labels: Sequence[str]) -> str:
        return f"q.most([{', '.join(arms)}], {json.dumps(list(labels))})"

    def least(self, arms: Sequence[str], labels: Sequence[str]) -> str:
        return f"q.least([{', '.join(arms)}], {json.dumps(list(labels))})"


def runtime() -> str:
    """The script that answers: exact arithmetic, limits, intervals. It defines ``chipledgerCalculator``."""
    folder = files("chipledger.compute")
    return "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("exact.js", "calculator.js"))


def library(formulas: Iterable[Formula]) -> str:
    """The script and the definitions of some calculators, for one file of a site.

    It defines ``chipledgerCalculator.answer(definition, inputs)`` and ``chipledgerCalculators``, the
    definitions by name. Nothing in it is evaluated from text, so that a strict content security policy holds.

    Examples
    --------
    >>> from chipledger.compute import questions
    >>> library([questions()["ridge_point"]]).count("chipledgerCalculators =")
    1
    """
    entries = ",\n".join(f"{json.dumps(formula.name)}: {definition(formula)}" for formula in formulas)
    return f"{runtime()}globalThis.chipledgerCalculators = {{\n{entries}\n}};\n"


def definition(formula: Formula) -> str:
    """A formula as a JavaScript expression.

    Examples
    --------
    >>> from chipledger.compute import questions
    >>> "q.div(p.peak_compute, p.bandwidth)" in definition(questions()["ridge_point"])
    True
    """
    unit = formula.unit.format(operation=OPERATIONS[0], per_chip="", per_device="", of_each="")
    head = {
        "name": formula.name,
        "module": formula.module,
        "title": formula.title,
        "symbol": formula.symbol,
        "unit": formula.unit,
        "factor": _exact(units.factor(spelled(unit))),
        "ladder": [[step, _exact(units.factor(step))] for step in ladder(unit)],
        "least": formula.least,
        "most": formula.most,
        "excess": formula.excess,
        "divides": list(formula.divides),
        "source": formula.source,
        "limits": list(formula.limits),
        "parameters": {name: _parameter(parameter) for name, parameter in formula.parameters.items()},
    }
    cases = ",\n".join(_case(formula, case) for case in formula.cases)
    requires = ",\n".join(map(_requirement, formula.requires))
    return f"Object.assign({json.dumps(head)}, {{\ncases: [\n{cases}\n],\nrequires: [{requires}]\n}})"


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _parameter(parameter: Parameter) -> dict[str, Any]:
    offer = {unit: [_exact(units.factor(unit)), units.base_unit(base(unit))] for unit in offered(parameter.dimension)}
    return {
        "symbol": parameter.symbol,
        "meaning": parameter.meaning,
        "because": parameter.because,
        "dimension": parameter.dimension,
        "required": parameter.required,
        "default": parameter.default,
        "bare": parameter.plain_unit,
        "words": list(parameter.words),
        "units": offer,
        "limits": _limits(parameter.limits),
        "same": parameter.dimension if parameter.dimension in ("any", "money/time, or per chip") else "",
    }


def _limits(limits: Limits) -> dict[str, Any]:
    return {
        "low": limits.low,
        "high": limits.high,
        "above": limits.above,
        "below": limits.below,
        "whole": limits.whole,
        "text": str(limits),
    }


def _case(formula: Formula, case: Case) -> str:
    from chipledger.compute.formula import rounded

    directions = formula.directions(case)
    inner = rounded(case.node)
    data = {"needs": list(case.key), "names": list(case.names), "directions": directions}
    data["equation"] = formula.equation(case)
    parts = [f"value: (p, q) => {_script(case.node, case.names)}"]
    if inner is not None:
        parts.append(f"unrounded: (p, q) => {_script(inner, case.names)}")
    return f"Object.assign({json.dumps(data)}, {{{', '.join(parts)}}})"


def _script(node: Any, names: Sequence[str]) -> str:
    return str(fold(node, _Script(), {name: f"p.{name}" for name in names}))


def _requirement(requirement: Requirement) -> str:
    greater, less = (_script(parse(side), requirement.names) for side in (requirement.greater, requirement.less))
    test = f"q.compare({greater}, {less}) {'>' if requirement.strictly else '>='} 0"
    data = {"names": list(requirement.names), "reason": requirement.reason}
    return f"Object.assign({json.dumps(data)}, {{met: (p, q) => {test}}})"
