"""Cases: which expression answers, depending on which optional parameters are given."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from chipledger.compute import expression
from chipledger.compute.argument import Argument
from chipledger.compute.refusal import Refused

if TYPE_CHECKING:
    from chipledger.compute.formula import Formula

#: One expression, or one for each set of parameters that may be given (names separated by spaces).
Alternatives = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """An expression and what must be given for it.

    Attributes
    ----------
    needs : frozenset of str
        Names of optional parameters, and choices of words as ``whole=no``.
    node : ast.expr
    key : tuple of str
        What it needs, sorted.
    names : tuple of str
        The parameters that it uses.
    text : str
        The expression.
    line : str
        The expression as readers see it.
    """

    needs: frozenset[str]
    node: ast.expr
    key: tuple[str, ...] = field(init=False)
    names: tuple[str, ...] = field(init=False)
    text: str = field(init=False)
    line: str = field(init=False)

    def __post_init__(self) -> None:
        told = {
            "key": tuple(sorted(self.needs)),
            "names": expression.names(self.node),
            "text": ast.unparse(self.node),
            "line": expression.readable(self.node),
        }
        for name, value in told.items():
            object.__setattr__(self, name, value)


def cases(main: Alternatives, terms: Mapping[str, Alternatives]) -> tuple[Case, ...]:
    """Every combination of alternatives that one set of parameters can call for, those that need least first.

    Examples
    --------
    >>> [case.text for case in cases("size * share", {"share": {"": "1", "n": "1 - 1 / n"}})]
    ['size * 1', 'size * (1 - 1 / n)']
    """
    parts = {"": _listed(main), **{name: _listed(term) for name, term in terms.items()}}
    found: dict[frozenset[str], Case] = {}
    for picks in product(*parts.values()):
        needs = frozenset().union(*picks)
        words = [need.partition("=")[0] for need in needs if "=" in need]
        if len(words) != len(set(words)):
            continue
        if all(_best(part, needs) == [pick] for part, pick in zip(parts.values(), picks, strict=True)):
            chosen = {name: part[pick] for (name, part), pick in zip(parts.items(), picks, strict=True)}
            found[needs] = Case(needs, _whole(chosen))
    return tuple(sorted(found.values(), key=lambda case: (len(case.needs), case.key)))


def _listed(term: Alternatives) -> dict[frozenset[str], str]:
    return {frozenset(needs.split()): text for needs, text in ({"": term} if isinstance(term, str) else term).items()}


def _best(sets: Iterable[frozenset[str]], given: frozenset[str]) -> list[frozenset[str]]:
    """The sets that are given in full and not part of another such set."""
    fitting = [needs for needs in sets if needs <= given]
    return [needs for needs in fitting if not any(needs < other for other in fitting)]


def _whole(chosen: Mapping[str, str]) -> ast.expr:
    parts = {name: expression.parse(text) for name, text in chosen.items() if name}
    node = expression.parse(chosen[""])
    while set(expression.names(node)) & set(parts):
        node = expression.substitute(node, parts)
    return node


def choose(formula: Formula, arguments: Mapping[str, Argument]) -> Case:
    """The case for what is given.

    Raises
    ------
    Refused
        If too little, too much, or something without effect is given.
    """
    given = frozenset(f"{name}={a.word}" if a.word else name for name, a in arguments.items())
    best = _best([case.needs for case in formula.cases], given)
    if len(best) != 1:
        raise Refused("", _ways(formula, arguments, one=bool(best)))
    case = next(case for case in formula.cases if case.needs == best[0])
    concerned = {*case.names, *formula.divides}
    for name, argument in arguments.items():
        if argument.origin != "default" and not argument.word and name not in concerned:
            raise Refused(name, _no_effect(formula, name, case, frozenset(arguments)))
    return case


def _ways(formula: Formula, arguments: Mapping[str, Argument], *, one: bool) -> str:
    optional = {name for name, parameter in formula.parameters.items() if not parameter.required}
    ways = [_spoken(n for n in formula.parameters if n in optional & case.needs) for case in formula.cases]
    listed = list(dict.fromkeys(way for way in ways if way))
    had = _spoken(name for name, a in arguments.items() if name in optional and a.origin != "default") or "neither"
    return f"{formula.name} needs {'only one of' if one else 'one of'}: {'; '.join(listed)}; given: {had}"


def _no_effect(formula: Formula, name: str, case: Case, given: frozenset[str]) -> str:
    using = [other for other in formula.cases if name in other.names]
    lacking = min(({n for n in other.needs if "=" not in n} - given for other in using), key=len, default=set())
    if lacking:
        return f"has no effect without {_spoken(sorted(lacking))}"
    instead = _spoken(n for n in case.key if "=" not in n)
    return f"has no effect beside {instead}" if instead else "has no effect here"


def _spoken(names: Iterable[str]) -> str:
    return " with ".join(names)
