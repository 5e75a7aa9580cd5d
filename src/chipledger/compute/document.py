"""Docstrings of questions, made from their formulas."""

from __future__ import annotations

from textwrap import fill, indent
from typing import TYPE_CHECKING

from chipledger.compute.parameter import Parameter

if TYPE_CHECKING:
    from chipledger.compute.case import Case
    from chipledger.compute.formula import Formula

_WIDTH = 100

_ASSUME = """assume : mapping of str to str, optional
    Conditions to take for granted where the source of a fact leaves them unstated, such as
    ``{"sparsity": "dense"}``; the answer carries them."""

_ACROSS = """across : sequence of str, optional
    Conditions in which the figures compared are meant to differ, such as ``["purchase"]``."""

_RAISES = """Refused
    For an unknown or missing parameter, a wrong dimension, a value out of range, a fact that does not
    state what the formula needs, or facts that are not alike; the message names the parameter, its
    value and what is allowed."""


def docstring(formula: Formula, examples: str) -> str:
    """The numpydoc docstring of a question.

    Parameters
    ----------
    formula : Formula
    examples : str
        The example, as doctest.

    Examples
    --------
    >>> from chipledger.compute import questions
    >>> docstring(questions()["ridge_point"], "").splitlines()[0]
    'Arithmetic intensity at which compute and bandwidth take equally long.'
    """
    parameters = "\n".join([*map(_parameter, formula.parameters.values()), _ASSUME, *([_ACROSS] * bool(formula.alike))])
    unit = formula.unit.format(operation="FLOP", per_chip="", per_device="", of_each="")
    sections = {
        "Parameters": parameters,
        "Returns": f"Answer\n    In {unit}, with its interval, formula, assumptions and the claims that went in.",
        "Raises": _RAISES,
        "Notes": "\n\n".join(["::", indent("\n".join(_formulas(formula)), "    "), *map(_filled, formula.limits)]),
        "References": _filled(formula.source),
        "Examples": examples,
    }
    parts = [f"{name}\n{'-' * len(name)}\n{text}" for name, text in sections.items() if text]
    return "\n\n".join([formula.title, *parts]) + "\n"


def _parameter(parameter: Parameter) -> str:
    kind = " or ".join(repr(word) for word in parameter.words) or parameter.dimension
    if parameter.default is not None:
        kind += f", default {parameter.default}"
    elif not parameter.required:
        kind += ", optional"
    meaning = parameter.meaning[0].upper() + parameter.meaning[1:]
    lines = [f"{meaning} ({parameter.limits})." if not parameter.words else f"{meaning}."]
    if parameter.because:
        lines.append(f"{parameter.because[0].upper()}{parameter.because[1:]}.")
    return f"{parameter.name} : {kind}\n{indent(fill(' '.join(lines), _WIDTH - 4), '    ')}"


def _formulas(formula: Formula) -> list[str]:
    if len(formula.cases) == 1:
        return [f"{formula.name} = {formula.cases[0].line}"]
    return [f"{formula.name} = {case.line}{_when(case)}" for case in formula.cases]


def _when(case: Case) -> str:
    return f"    # given {', '.join(case.key)}" if case.needs else ""


def _filled(text: str) -> str:
    return fill(text[0].upper() + text[1:] + ("" if text.endswith(".") else "."), _WIDTH)
