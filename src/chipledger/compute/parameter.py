"""Parameters of formulas: what each means, which units and values it takes, and what it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from chipledger.compute.dimension import DIMENSIONS, Dimension
from chipledger.interval import Interval


@dataclass(frozen=True, slots=True)
class Limits:
    """Which values a parameter takes.

    Attributes
    ----------
    low, high : int or None
        The ends, in base units; ``None`` where there is none.
    above, below : bool
        The end itself is not allowed.
    whole : bool
        Only whole numbers.

    Examples
    --------
    >>> str(USED), str(COUNT)
    ('above 0, up to 1', 'a whole number, 1 or more')
    """

    low: int | None = 0
    high: int | None = None
    above: bool = True
    below: bool = False
    whole: bool = False

    def allow(self, value: Fraction) -> bool:
        """Whether a value is within the limits."""
        if self.whole and value.denominator != 1:
            return False
        if self.low is not None and (value < self.low or (self.above and value == self.low)):
            return False
        return self.high is None or value < self.high or (not self.below and value == self.high)

    def within(self, interval: Interval) -> Interval:
        """The part of an interval that is within the limits, ends included."""
        low = _larger(interval.low, self.low)
        high = interval.high if self.high is None else min(_or(interval.high, self.high), Fraction(self.high))
        return Interval(low, high)

    def __str__(self) -> str:
        low = "" if self.low is None else f"above {self.low}" if self.above else f"{self.low} or more"
        if self.high is None:
            text = low or "any number"
        else:
            text = f"{low}, {'below' if self.below else 'up to'} {self.high}" if low else f"up to {self.high}"
        return f"a whole number, {text}" if self.whole else text


def _or(value: Fraction | None, other: int) -> Fraction:
    return Fraction(other) if value is None else value


def _larger(value: Fraction | None, other: int | None) -> Fraction | None:
    return value if other is None else max(_or(value, other), Fraction(other))


POSITIVE = Limits()
ANY = Limits(low=None)
NOT_NEGATIVE = Limits(above=False)
COUNT = Limits(low=1, above=False, whole=True)
SHARE = Limits(high=1, above=False)
USED = Limits(high=1)
SPARE = Limits(high=1, above=False, below=True)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One named input of a formula.

    Attributes
    ----------
    symbol : str
        Its letter in the equation, as LaTeX.
    dimension : str
        One of `dimension.DIMENSIONS`.
    meaning : str
        What it is, in a line.
    limits : Limits
    because : str
        Where the default comes from, or what leaving the parameter out means.
    words : tuple of str
        For a choice between words, what can be chosen.
    bare : str or None
        The unit of a plain number, where the name of the parameter says it.
    also : tuple of str
        Units of counted things that may be given for a plain number.
    asks : mapping of str to str
        Conditions that a fact given here must hold under: ``{"sparsity": "dense"}``.
    taken : str
        What a plain value is taken to be, in a word: ``dense``.
    facts : tuple of str
        Properties of the ledger that answer it, the first that is on record.
    each : bool
        It is stated for one device; facts given for such parameters must share their scope.
    name : str
    default : str, int or None
    required : bool
    """

    symbol: str
    dimension: str
    meaning: str
    limits: Limits = POSITIVE
    because: str = ""
    words: tuple[str, ...] = ()
    bare: str | None = None
    also: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    taken: str = ""
    facts: tuple[str, ...] = ()
    each: bool = False
    name: str = ""
    default: str | int | None = None
    required: bool = True

    def but(self, **changes: Any) -> Parameter:
        """The same parameter with some attributes changed."""
        return replace(self, **changes)

    @property
    def kind(self) -> Dimension:
        """Its dimension."""
        return DIMENSIONS[self.dimension]

    @property
    def plain_unit(self) -> str | None:
        """The unit of a plain number, or ``None`` when a plain number is refused."""
        return self.bare or self.kind.bare

    def takes(self, unit: str) -> bool:
        """Whether a unit measures this, or counts it."""
        return self.kind.takes(unit) or unit in self.also

    @property
    def per_chip(self) -> bool:
        """Whether the result is per chip when this is."""
        return self.dimension == "money/time, or per chip"

    @property
    def allowed(self) -> str:
        """What it takes, in words: dimension, an example of a unit, limits."""
        if self.words:
            return " or ".join(self.words)
        units = self.kind.units
        example = f", such as {units[0]}" if units and units[0] != "one" else ""
        return f"{self.dimension}{example}; {self.limits}"
