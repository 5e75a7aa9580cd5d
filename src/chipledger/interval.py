"""Intervals: what printed digits allow, and the arithmetic that carries it.

Ends are exact fractions, so that two intervals that touch are told from two that overlap. An end
that is ``None`` is open: ``over 1,000,000`` has no upper end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from chipledger.errors import IntervalError

#: Modifiers a source may put before a number, and what each does to its interval.
MODIFIERS = {
    "about": "half a unit of the last digit, either way; trailing zeros of a whole number do not count as digits",
    "nearly": "no more than the number, and no less than what still rounds up to it",
    "over": "the number or more",
    "at_least": "the number or more",
    "up_to": "the number or less",
    "range": "from the first number to the second",
}

_NUMBER = re.compile(r"[+-]?(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?", re.ASCII)

#: Digits beyond which a "number" is an attack or a typing error, not a figure.
_LONGEST = 40


def number(text: str) -> Fraction:
    """The exact value of a printed number.

    Parameters
    ----------
    text : str
        Digits with an optional decimal point and exponent; no separators, no unit.

    Returns
    -------
    Fraction

    Raises
    ------
    IntervalError
        If `text` is not such a number (``NaN``, ``1_000``, ``1,299``, an empty string).

    Examples
    --------
    >>> number("2.90")
    Fraction(29, 10)
    """
    if len(text) > _LONGEST or not _NUMBER.fullmatch(text):
        raise IntervalError(f"{text[:_LONGEST]!r} is not a plain number; allowed: digits, one point, an exponent")
    return Fraction(text)


def last_digit(text: str, *, significant: bool = False) -> Fraction:
    """The size of one unit of the last printed digit.

    Parameters
    ----------
    text : str
        A printed number.
    significant : bool
        Skip the trailing zeros of a whole number (``500000`` then counts in hundred thousands).

    Examples
    --------
    >>> last_digit("2.9"), last_digit("1299"), last_digit("500000", significant=True)
    (Fraction(1, 10), Fraction(1, 1), Fraction(100000, 1))
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise IntervalError(f"{text!r} is not a plain number; allowed: digits, one point, an exponent")
    whole, decimals, exponent = match.groups()
    scale = Fraction(10) ** int(exponent or 0)
    if decimals:
        return scale / 10 ** len(decimals)
    if significant and whole.strip("0"):
        return scale * 10 ** (len(whole) - len(whole.rstrip("0")))
    return scale


def significant_digits(text: str) -> int:
    """How many digits a printed number shows, leading zeros aside.

    Examples
    --------
    >>> significant_digits("2.90"), significant_digits("3"), significant_digits("0.36")
    (3, 1, 2)
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return 0
    return len((match[1] + (match[2] or "")).lstrip("0"))


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
            raise IntervalError(f"an interval from {plain(self.low)} to {plain(self.high)} runs backwards")

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


def plain(value: Fraction | None, digits: int = 6) -> str:
    """A fraction in plain decimal digits, rounded to `digits` significant ones.

    Whole numbers keep all their digits.

    Examples
    --------
    >>> plain(Fraction(57, 20)), plain(Fraction(2, 3)), plain(Fraction(362448))
    ('2.85', '0.666667', '362448')
    """
    if value is None:
        return "none"
    if value.denominator == 1:
        return str(value.numerator)
    magnitude = 0
    size = abs(value)
    while size >= 10:
        size, magnitude = size / 10, magnitude + 1
    while size < 1:
        size, magnitude = size * 10, magnitude - 1
    places = max(digits - 1 - magnitude, 0)
    rounded = round(value, places)
    return f"{'-' if rounded < 0 else ''}{_decimal(abs(rounded), places)}"


def _decimal(value: Fraction, places: int) -> str:
    scaled = round(value * 10**places)
    if not places:
        return str(scaled)
    whole, part = divmod(scaled, 10**places)
    decimals = f"{part:0{places}d}".rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)


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
