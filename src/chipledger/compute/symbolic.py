"""What sympy does for a formula: the printed equation, and the direction in which each parameter moves it.

The only room that imports sympy, and only when one of the two is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter

from chipledger.compute.expression import fold
from chipledger.compute.parameter import Limits


def _of_arms(self: Any, printer: Any, exp: Any = None) -> str:
    return rf"\{self.func.__name__}\left({', '.join(printer._print(arm) for arm in self.args)}\right)"


#: Sympy's own maximum forgets the order of its arms.
_MAX = type("max", (sympy.Function,), {"_latex": _of_arms})
_MIN = type("min", (sympy.Function,), {"_latex": _of_arms})


class _Printed:
    """Sympy trees that keep the order in which the formula was written."""

    def number(self, value: Fraction, unit: str) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    def add(self, a: Any, b: Any) -> Any:
        return sympy.Add(*(a.args if a.is_Add else (a,)), b, evaluate=False)

    def sub(self, a: Any, b: Any) -> Any:
        return self.add(a, sympy.Mul(-1, b, evaluate=False))

    def mul(self, a: Any, b: Any) -> Any:
        return b if a == 1 else a if b == 1 else sympy.Mul(a, b, evaluate=False)

    def div(self, a: Any, b: Any) -> Any:
        below = sympy.Pow(b, -1, evaluate=False)
        return below if a == 1 else sympy.Mul(a, below, evaluate=False)

    def power(self, a: Any, exponent: int) -> Any:
        return sympy.Pow(a, exponent, evaluate=False)

    def ceil(self, a: Any) -> Any:
        return sympy.ceiling(a, evaluate=False)

    def floor(self, a: Any) -> Any:
        return sympy.floor(a, evaluate=False)

    def most(self, arms: Sequence[Any], labels: Sequence[str]) -> Any:
        return _MAX(*arms)

    def least(self, arms: Sequence[Any], labels: Sequence[str]) -> Any:
        return _MIN(*arms)


class _Reckoned(_Printed):
    """Sympy trees that simplify themselves."""

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def div(self, a: Any, b: Any) -> Any:
        return a / b

    def power(self, a: Any, exponent: int) -> Any:
        return a**exponent

    def ceil(self, a: Any) -> Any:
        return _STEP(a)

    floor = ceil

    def most(self, arms: Sequence[Any], labels: Sequence[str]) -> Any:
        return _CHOICE(*arms)

    least = most


#: A function that never falls as its argument grows, by whole steps or otherwise.
_STEP = sympy.Function("step")
#: A function that is, everywhere, one of its arguments, and does not jump between them.
_CHOICE = sympy.Function("choice")


class _Printer(LatexPrinter):
    def _print_Add(self, expr: Any, order: Any = None) -> str:  # noqa: N802 - the name is sympy's
        return str(super()._print_Add(expr, order="none"))


def latex(node: ast.expr, symbols: Mapping[str, str]) -> str:
    """An expression as LaTeX.

    Parameters
    ----------
    node : ast.expr
    symbols : mapping of str to str
        The letter of each name.

    Examples
    --------
    >>> from chipledger.compute.expression import parse
    >>> latex(parse("peak / bandwidth"), {"peak": "C", "bandwidth": "\\\\beta"})
    '\\\\frac{C}{\\\\beta}'
    """
    letters = {name: sympy.Symbol(name, positive=True) for name in symbols}
    tree = fold(node, _Printed(), letters)
    printer = _Printer({"order": "none", "symbol_names": {letters[name]: text for name, text in symbols.items()}})
    return str(printer.doprint(tree))


def directions(
    node: ast.expr, limits: Mapping[str, Limits], positive: Sequence[ast.expr] = ()
) -> dict[str, int | None]:
    """How an expression moves as each of its names grows, over all values within the limits.

    Parameters
    ----------
    node : ast.expr
    limits : mapping of str to Limits
        Which values each name takes.
    positive : sequence of ast.expr
        What is known not to be negative besides.

    Returns
    -------
    dict
        1 where it never falls, -1 where it never rises, 0 where it does not move, ``None`` where
        neither could be shown.

    Examples
    --------
    >>> from chipledger.compute.expression import parse
    >>> from chipledger.compute.parameter import POSITIVE, SHARE
    >>> directions(parse("2 * a * b / (a + b)"), {"a": POSITIVE, "b": POSITIVE})
    {'a': 1, 'b': 1}
    >>> directions(parse("a * (1 - a)"), {"a": SHARE})
    {'a': None}
    """
    letters = {name: sympy.Symbol(name, real=True) for name in limits}
    tree = fold(node, _Reckoned(), letters)
    values = {letters[name]: _domain(name, limit) for name, limit in limits.items()}
    domain = _Domain(values, [fold(known, _Reckoned(), letters) for known in positive])
    return {name: _direction(tree, letters[name], domain) for name in limits}


def _domain(name: str, limit: Limits) -> Any:
    """A positive symbol's way through the values within limits: from one to infinity, from zero to one."""
    step = sympy.Symbol(f"_{name}", positive=True)
    if limit.low is None:
        return sympy.Symbol(name, real=True)
    if limit.high is None:
        return limit.low + step
    return limit.low + (limit.high - limit.low) / (1 + step)


class _Domain:
    """Where a formula holds: the values of each name, and what else is known not to be negative."""

    def __init__(self, values: Mapping[Any, Any], positive: Sequence[Any]) -> None:
        self.values = values
        self.known: dict[Any, int] = {}
        for whole in positive:
            above, _ = sympy.fraction(sympy.together(whole.subs(values)))
            constant, factors = sympy.factor_list(above)
            unknown = [part for part, power in factors if power % 2 and _of_terms(part) is None]
            if len(unknown) == 1:
                rest = [_of_terms(part) or 1 for part, power in factors if power % 2 and part not in unknown]
                self.known[unknown[0]] = (1 if constant > 0 else -1) * sympy.prod(rest)

    def sign(self, slope: Any) -> int | None:
        """The sign that a slope has everywhere in the domain."""
        above, below = sympy.fraction(sympy.together(slope.subs(self.values)))
        return _times(self._fixed(above), self._fixed(below))

    def _fixed(self, whole: Any) -> int | None:
        if whole == 0:
            return 0
        # Most often all terms share a sign, which saves the factors.
        plain = _of_terms(whole)
        if plain is not None:
            return plain
        constant, factors = sympy.factor_list(whole)
        sign: int | None = 1 if constant > 0 else -1
        for part, power in factors:
            if power % 2:
                sign = _times(sign, self.known.get(part) or _of_terms(part))
        return sign


def _direction(tree: Any, name: Any, domain: _Domain) -> int | None:
    return _agreed(_branch(branch, name, domain) for branch in _branches(tree))


def _agreed(signs: Iterable[int | None]) -> int | None:
    found = set(signs) - {0}
    if not found:
        return 0
    return found.pop() if len(found) == 1 else None


def _branches(tree: Any) -> list[Any]:
    """Every tree that choosing one argument of each choice gives; what lies within steps is left alone."""
    held = _held(tree)
    outside = tree.xreplace(held)
    choices = sorted(outside.atoms(_CHOICE), key=str)
    if not choices:
        return [tree]
    back = {symbol: step for step, symbol in held.items()}
    found: list[Any] = []
    for arms in product(*(choice.args for choice in choices)):
        found += _branches(outside.xreplace(dict(zip(choices, arms, strict=True))).xreplace(back))
    return list(dict.fromkeys(found))


def _held(tree: Any) -> dict[Any, Any]:
    """The outermost steps of a tree, each with a symbol to stand for it."""
    steps = tree.atoms(_STEP)
    outer = [step for step in steps if not any(other.has(step) for other in steps - {step})]
    return {step: sympy.Symbol(f"_held{i}", positive=True) for i, step in enumerate(sorted(outer, key=str))}


def _branch(tree: Any, name: Any, domain: _Domain) -> int | None:
    """The direction of a tree without choices: its own, and through each of its steps."""
    held = _held(tree)
    flat = tree.xreplace(held)
    signs = [domain.sign(sympy.diff(flat, name))]
    for step, symbol in held.items():
        outer, inner = domain.sign(sympy.diff(flat, symbol)), _direction(step.args[0], name, domain)
        signs.append(0 if 0 in (outer, inner) else _times(outer, inner))
    return _agreed(signs)


def _of_terms(part: Any) -> int | None:
    """The sign of a sum, if all of its terms share it; every symbol is positive unless it may be anything."""
    terms = sympy.Add.make_args(sympy.expand(part))
    signs = {1 if term.is_positive else -1 if term.is_negative else None for term in terms}
    return signs.pop() if len(signs) == 1 else None


def _times(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b
