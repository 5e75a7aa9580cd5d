"""Intervals of results: what a formula can give when each input may be anywhere in its interval.

Where the result moves one way only as an input grows, its ends lie at the ends of that input, however
often the input occurs in the formula; evaluating there gives the exact range. Inputs of which that
cannot be shown go through interval arithmetic, which is right but may be wider than need be.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from chipledger.compute.expression import INFINITE, Exact, Extended, Undetermined, fold, sized
from chipledger.errors import IntervalError
from chipledger.interval import Interval

#: Tests whether the formula has a meaning at a point.
Allowed = Callable[[Mapping[str, Extended]], bool]

EXACT = "exact: no input leaves room"
RANGE = "the exact range: the result moves one way with each input, so its ends lie at theirs"
BOUND = "an outer bound: the result does not move one way with {}"


def enclose(
    node: ast.expr,
    directions: Mapping[str, int | None],
    intervals: Mapping[str, Interval],
    allowed: Allowed = lambda point: True,
    least: int | None = None,
) -> tuple[Interval, str]:
    """The interval of a formula's result, and how tight it is.

    Parameters
    ----------
    node : ast.expr
    directions : mapping of str to int or None
        As `symbolic.directions` gives them.
    intervals : mapping of str to Interval
    allowed : callable
        Whether the formula has a meaning at a point; an end where it has none is open.
    least : int, optional
        What the result is never below.

    Returns
    -------
    tuple of Interval and str

    Examples
    --------
    >>> from chipledger.compute.expression import parse
    >>> interval, how = enclose(parse("a / b"), {"a": 1, "b": -1}, {
    ...     "a": Interval.exactly(6), "b": Interval(Fraction(2), Fraction(3))})
    >>> str(interval), how == RANGE
    ('2 to 3', True)
    """
    loose = sorted(n for n, i in intervals.items() if directions.get(n) is None and (i.low is None or i.low != i.high))
    floor = None if least is None else Fraction(least)
    if loose:
        low = _natural(node, directions, intervals, -1).low
        high = _natural(node, directions, intervals, 1).high
    else:
        low = _corner(node, directions, intervals, allowed, -1)
        high = _corner(node, directions, intervals, allowed, 1)
    low = floor if low is None or (floor is not None and low < floor) else low
    how = BOUND.format(" and ".join(loose)) if loose else RANGE
    return Interval(low, high), how


def _end(interval: Interval, upper: bool) -> Extended:
    end = interval.high if upper else interval.low
    return (INFINITE if upper else -INFINITE) if end is None else end


def _corner(
    node: ast.expr, directions: Mapping[str, int | None], intervals: Mapping[str, Interval], allowed: Allowed, side: int
) -> Fraction | None:
    """The value at the corner where the result is least (side -1) or greatest (side 1)."""
    point = {name: _end(interval, (directions.get(name) or 1) == side) for name, interval in intervals.items()}
    try:
        if not allowed(point):
            return None
        value = fold(node, Exact(limits=True), point)
    except Undetermined:
        return None
    return None if isinstance(value, float) else value


def _natural(
    node: ast.expr, directions: Mapping[str, int | None], intervals: Mapping[str, Interval], side: int
) -> Interval:
    """Interval arithmetic, with inputs of known direction held at the end that matters."""
    held: dict[str, Interval] = {}
    for name, interval in intervals.items():
        end = _end(interval, (directions.get(name) or 1) == side) if directions.get(name) is not None else INFINITE
        held[name] = interval if isinstance(end, float) else Interval.exactly(end)
    try:
        return fold(node, _Intervals(), held)
    except IntervalError:  # a divisor that may be zero
        return Interval(None, None)


class _Intervals:
    """Interval arithmetic."""

    def number(self, value: Fraction, unit: str) -> Interval:
        return Interval.exactly(sized(value, unit))

    def add(self, a: Interval, b: Interval) -> Interval:
        return a + b

    def sub(self, a: Interval, b: Interval) -> Interval:
        return a - b

    def mul(self, a: Interval, b: Interval) -> Interval:
        return a * b

    def div(self, a: Interval, b: Interval) -> Interval:
        return a / b

    def power(self, a: Interval, exponent: int) -> Interval:
        result = Interval.exactly(1)
        for _ in range(exponent):
            result = result * a
        return result

    def ceil(self, a: Interval) -> Interval:
        return _each(a, lambda end: Fraction(end.__ceil__()))

    def floor(self, a: Interval) -> Interval:
        return _each(a, lambda end: Fraction(end.__floor__()))

    def most(self, arms: Sequence[Interval], labels: Sequence[str]) -> Interval:
        lows = [arm.low for arm in arms if arm.low is not None]
        highs = [arm.high for arm in arms if arm.high is not None]
        return Interval(max(lows, default=None), max(highs) if len(highs) == len(arms) else None)

    def least(self, arms: Sequence[Interval], labels: Sequence[str]) -> Interval:
        lows = [arm.low for arm in arms if arm.low is not None]
        highs = [arm.high for arm in arms if arm.high is not None]
        return Interval(min(lows) if len(lows) == len(arms) else None, min(highs, default=None))


def _each(interval: Interval, step: Callable[[Fraction], Fraction]) -> Interval:
    return Interval(*(None if end is None else step(end) for end in (interval.low, interval.high)))
