"""Formulas of identities: names, whole numbers and the four operations.

A name may stand only once in a formula: then every operation is monotone in each of its inputs and the
interval of the result is exact, not merely an enclosure.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache

from chipledger.errors import QuestionError
from chipledger.identities.term import Term

#: Longer formulas are mistakes.
_LONGEST = 100

_OPERATIONS: dict[type[ast.operator], Callable[[Term, Term], Term]] = {
    ast.Add: Term.plus,
    ast.Sub: lambda left, right: left.plus(right, -1),
    ast.Mult: Term.times,
    ast.Div: Term.over,
}


def wrong(text: str, names: frozenset[str] | set[str]) -> str | None:
    """What is wrong with a formula, or ``None``.

    Examples
    --------
    >>> wrong("chips * peak", {"chips", "peak"}) is None
    True
    >>> wrong("peak / peak", {"peak"})
    "'peak' stands more than once; allowed: each name once, so that the interval is exact"
    """
    try:
        used = _names(_parsed(text))
    except QuestionError as error:
        return str(error)
    for name in used:
        if name not in names:
            return f"{name!r} is not among the facts; allowed: {', '.join(sorted(names)) or 'whole numbers only'}"
        if used.count(name) > 1:
            return f"{name!r} stands more than once; allowed: each name once, so that the interval is exact"
    return None


def names(text: str) -> tuple[str, ...]:
    """The names in a formula, in the order that they stand in.

    Examples
    --------
    >>> names("(chips * peak) / 2")
    ('chips', 'peak')
    """
    return tuple(_names(_parsed(text)))


def evaluate(text: str, terms: Mapping[str, Term]) -> Term:
    """The value of a formula.

    Raises
    ------
    IntervalError
        If a divisor may be zero.
    UnitError
        If what is added measures different things.
    QuestionError
        If the text is no formula.
    """
    return _value(_parsed(text), terms)


def _value(node: ast.expr, terms: Mapping[str, Term]) -> Term:
    if isinstance(node, ast.BinOp):
        return _OPERATIONS[type(node.op)](_value(node.left, terms), _value(node.right, terms))
    if isinstance(node, ast.Name):
        return terms[node.id]
    assert isinstance(node, ast.Constant)
    return Term.exactly(int(str(node.value)))


def _names(node: ast.expr) -> list[str]:
    if isinstance(node, ast.BinOp):
        return [*_names(node.left), *_names(node.right)]
    return [node.id] if isinstance(node, ast.Name) else []


@cache
def _parsed(text: str) -> ast.expr:
    told = f"{text[:60]!r} is no formula; allowed: names, whole numbers, + - * / and parentheses"
    if len(text) > _LONGEST:
        raise QuestionError(told)
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise QuestionError(told) from error
    if not _allowed(node):
        raise QuestionError(told)
    return node


def _allowed(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _OPERATIONS and _allowed(node.left) and _allowed(node.right)
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)
