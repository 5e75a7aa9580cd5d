"""Questions: the decorator that turns a signature and a formula into a public function, and their list."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec

from chipledger.compute.answer import Answer
from chipledger.compute.case import Alternatives
from chipledger.compute.document import docstring
from chipledger.compute.formula import Formula
from chipledger.compute.parameter import Parameter
from chipledger.compute.refusal import Refused, quoted
from chipledger.compute.requirement import Requirement
from chipledger.errors import did_you_mean, nearest

P = ParamSpec("P")

#: Conditions to take for granted where a source is silent.
Assume = Mapping[str, str] | None
#: Conditions in which figures that are compared may differ.
Across = Sequence[str] | None

#: What every question takes besides its parameters.
_BESIDES = ("assume", "across")

_FORMULAS: dict[str, Formula] = {}


def question(
    expression: Alternatives,
    *,
    symbol: str,
    unit: str,
    source: str,
    limits: str,
    parameters: Mapping[str, Parameter],
    terms: Mapping[str, Alternatives] | None = None,
    requires: Sequence[Requirement] = (),
    **more: Any,
) -> Callable[[Callable[P, Answer]], Callable[P, Answer]]:
    """Make a public function of a formula.

    The names and defaults of the parameters stand in the function's signature, the question in the
    first line of its docstring, the example in its last section; everything else comes from the formula.

    Parameters
    ----------
    expression, symbol, unit, source, parameters, terms, requires
        As `Formula` has them.
    limits : str
        What the formula leaves out; sentences separated by semicolons.
    **more
        Further attributes of `Formula`.

    Raises
    ------
    TypeError
        If signature and formula name different parameters.
    """

    def decorate(function: Callable[P, Answer]) -> Callable[P, Answer]:
        title, _, examples = (inspect.getdoc(function) or "").partition("\n\n")
        taken = _parameters(function, parameters)

        @wraps(function)
        def ask(*args: P.args, **given: P.kwargs) -> Answer:
            _check(formula, args, given)
            return function(*args, **given)

        formula = Formula(
            name=function.__name__,
            module=function.__module__.removeprefix("chipledger.compute.").partition(".")[0],
            title=title,
            expression=expression,
            symbol=symbol,
            unit=unit,
            parameters=taken,
            source=source,
            limits=tuple(part.strip() for part in limits.split(";")),
            terms=terms or {},
            requires=tuple(requires),
            function=ask,
            **more,
        )
        ask.__doc__ = docstring(formula, examples.partition("--------\n")[2])
        _FORMULAS[formula.name] = formula
        return ask

    return decorate


def answer(name: str, given: Mapping[str, object]) -> Answer:
    """Answer the question of this name with the values of a call."""
    return _FORMULAS[name].answer(given)


def formulas() -> dict[str, Formula]:
    """Every formula by name, in the order in which they are defined."""
    return dict(_FORMULAS)


def _parameters(function: Callable[..., Answer], described: Mapping[str, Parameter]) -> dict[str, Parameter]:
    signature = {name: p for name, p in inspect.signature(function).parameters.items() if name not in _BESIDES}
    if list(signature) != list(described):
        raise TypeError(f"{function.__name__} takes {list(signature)}, its formula describes {list(described)}")
    return {
        name: described[name].but(
            name=name,
            default=None if p.default is inspect.Parameter.empty else p.default,
            required=p.default is inspect.Parameter.empty,
        )
        for name, p in signature.items()
    }


def _check(formula: Formula, args: Sequence[object], given: Mapping[str, object]) -> None:
    """Refuse what Python would answer with a traceback: unknown, nameless and missing parameters."""
    allowed = [*formula.parameters, "assume", *(["across"] if formula.alike else [])]
    if args:
        raise Refused(
            "", f"{formula.name} takes its parameters by name, not {quoted(args[0])}; allowed: {allowed[0]}=..."
        )
    for name in given:
        if name not in allowed:
            raise Refused(
                name, f"{formula.name} has no such parameter{did_you_mean(name, allowed)}", nearest(name, allowed)
            )
    for name, parameter in formula.parameters.items():
        if parameter.required and name not in given:
            raise Refused(
                name, f"is missing, and {formula.name} has no answer without it; allowed: {parameter.allowed}"
            )
