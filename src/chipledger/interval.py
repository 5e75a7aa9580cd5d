"""Intervals: what printed digits allow, and the arithmetic that carries it.

Ends are exact fractions, so that two intervals that touch are told from two that overlap. An end
that is ``None`` is open: ``over 1,000,000`` has no upper end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from chipledger.errors import IntervalError
from chipledger.numerals import last_digit, number, plain, significant_digits

__all__ = ["MODIFIERS", "Interval", "last_digit", "number", "plain", "significant_digits"]

#: Modifiers a source may put before a number, and what each does to its interval.
MODIFIERS = {
    "about": "half a unit of the last digit, either way; trailing zeros of a whole number do not count as digits",
    "nearly": "no more than the number, and no less than what still rounds up to it",
    "over": "the number or more",
    "at_least": "the number or more",
    "up_to": "the number or less",
    "range": "from the first number to the second",
}


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval of exact numbers.

    Attributes
    ----------
    low, high : Fraction or None
        The ends; ``None`` means that there is none on that side.

    Raises
    ------
    IntervalError
        If `low` is above `high`.

    Examples
    --------
    >>> sixteen = Interval.exactly(16)
    >>> str(sixteen * Interval.printed("1299"))
    '20776 to 20792'
    """

    low: Fraction | None
    high: Fraction | None

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            told = f"an interval from {plain(self.low)} to {plain(self.high)} runs backwards"
            raise IntervalError(f"{told}; allowed: the smaller number first")

    @classmethod
    def exactly(cls, value: Fraction | int | str) -> Self:
        """The interval that holds one number only."""
        exact = Fraction(value)
        return cls(exact, exact)

    @classmethod
    def printed(cls, text: str, modifier: str | None = None, *, upper: str | None = None, exact: bool = False) -> Self:
        """What a printed number allows.

        Parameters
        ----------
        text : str
            The number as printed, without separators: ``2.9`` allows 2.85 to 2.95.
        modifier : str, optional
            One of `MODIFIERS`.
        upper : str, optional
            The second number of a range.
        exact : bool
            The source means this number and no other (16 chips, 96 GiB).

        Raises
        ------
        IntervalError
            For an unknown modifier, or a range without its second number.

        Examples
        --------
        >>> str(Interval.printed("2.9")), str(Interval.printed("500000", "nearly"))
        ('2.85 to 2.95', '450000 to 500000')
        """
        value = number(text)
        if (modifier == "range") != (upper is not None):
            raise IntervalError(f"{text!r}: a range needs both its numbers, and only a range has two")
        if modifier is None:
            half = Fraction(0) if exact else last_digit(text) / 2
            return cls(value - half, value + half)
        if modifier == "range":
            return cls(value, number(str(upper)))
        half = last_digit(text, significant=True) / 2
        match modifier:
            case "about":
                return cls(value - half, value + half)
            case "nearly":
                return cls(value - half, value)
            case "over" | "at_least":
                return cls(value, None)
            case "up_to":
                return cls(None, value)
        raise IntervalError(f"unknown modifier {modifier!r}; allowed: {', '.join(MODIFIERS)}")

    @property
    def bounded(self) -> bool:
        """Whether both ends are known."""
        return self.low is not None and self.high is not None

    @property
    def width(self) -> Fraction | None:
        """`high` less `low`, or ``None`` when an end is open."""
        return None if self.low is None or self.high is None else self.high - self.low

    def contains(self, other: Interval) -> bool:
        """Whether every number of `other` is in this interval too."""
        low = self.low is None or (other.low is not None and self.low <= other.low)
        high = self.high is None or (other.high is not None and other.high <= self.high)
        return low and high

    def overlaps(self, other: Interval) -> bool:
        """Whether the two share more than an end point, or a number that is all of one of them."""
        if self.contains(other) or other.contains(self):
            return True
        below = self.high is None or other.low is None or other.low < self.high
        above = self.low is None or other.high is None or self.low < other.high
        return below and above

    def __add__(self, other: Interval) -> Interval:
        return Interval(_sum(self.low, other.low), _sum(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(None if self.high is None else -self.high, None if self.low is None else -self.low)

    def __sub__(self, other: Interval) -> Interval:
        return self + (-other)

    def __mul__(self, other: Interval) -> Interval:
        return _hull(_product(a, b) for a in _ends(self) for b in _ends(other))

    def __truediv__(self, other: Interval) -> Interval:
        if other.contains(Interval.exactly(0)):
            raise IntervalError(f"cannot divide by {other}: it holds zero")
        # Zero stands for what 1/x comes near where the end is open.
        low, high = (Fraction(0) if end is None else 1 / end for end in (other.high, other.low))
        return self * Interval(low, high)

    def scaled(self, factor: Fraction) -> Interval:
        """Every number times an exact factor: a change of unit."""
        return self * Interval.exactly(factor)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "any number"
        if self.low is None:
            return f"up to {plain(self.high)}"
        if self.high is None:
            return f"at least {plain(self.low)}"
        if self.low == self.high:
            return f"exactly {plain(self.low)}"
        return f"{plain(self.low)} to {plain(self.high)}"


_INFINITE = float("inf")


def _sum(a: Fraction | None, b: Fraction | None) -> Fraction | None:
    return None if a is None or b is None else a + b


def _ends(interval: Interval) -> tuple[Fraction | float, Fraction | float]:
    low = -_INFINITE if interval.low is None else interval.low
    high = _INFINITE if interval.high is None else interval.high
    return low, high


def _product(a: Fraction | float, b: Fraction | float) -> Fraction | float:
    # In interval arithmetic zero times an open end is zero: the zero is a number, the end is a limit.
    return Fraction(0) if a == 0 or b == 0 else _times(a, b)


def _times(a: Fraction | float, b: Fraction | float) -> Fraction | float:
    if isinstance(a, float) or isinstance(b, float):
        return _INFINITE if (a > 0) == (b > 0) else -_INFINITE
    return a * b


def _hull(products: Iterable[Fraction | float]) -> Interval:
    values = list(products)
    low, high = min(values), max(values)
    return Interval(None if isinstance(low, float) else low, None if isinstance(high, float) else high)
