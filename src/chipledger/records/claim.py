"""One source's statement, with the digits that the source printed."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from fractions import Fraction

from chipledger.interval import Interval
from chipledger.records.conditions import Conditions
from chipledger.records.wording import value_text

#: What a claim rests on, strongest first. Measured figures answer only questions about measurements.
BASES = ("published", "measured", "claimed", "reported", "estimated", "projected")


@dataclass(frozen=True, slots=True)
class Claim:
    """One source's statement.

    Attributes
    ----------
    id, subject, property : str
    conditions : Conditions
    value : str
        The digits as printed, without separators (``2.9`` is not ``2.90``), or the text.
    unit : str or None
        As that source means it.
    printed : str
        The words on the page.
    source, locator : str
        The source's id, and where in it the figure stands.
    basis : str
        One of `BASES`.
    said_on : str or None
        When the source said it, or the date it speaks for.
    observed_on : str or None
        The date of the copy that was read.
    upper : str or None
        The second number of a range.
    modifier : str or None
        One of `interval.MODIFIERS`.
    exact : bool
        The source means this number and no other.
    erratum : bool
        The page prints it and it is known to be wrong.
    note : str or None
    factor : Fraction
        Exact size of `unit` in `base`.
    base : str
        The base unit, as text; claims of one base can be compared.
    number : bool
        Whether the value is a number.
    """

    id: str
    subject: str
    property: str
    conditions: Conditions
    value: str
    unit: str | None
    printed: str
    source: str
    locator: str
    basis: str
    said_on: str | None = None
    observed_on: str | None = None
    upper: str | None = None
    modifier: str | None = None
    exact: bool = False
    erratum: bool = False
    note: str | None = None
    factor: Fraction = Fraction(1)
    base: str = ""
    number: bool = True

    @builtins.property
    def interval(self) -> Interval | None:
        """What the printed digits allow, in the claim's own unit; ``None`` for text."""
        if not self.number:
            return None
        return Interval.printed(self.value, self.modifier, upper=self.upper, exact=self.exact)

    @builtins.property
    def canonical(self) -> Interval | None:
        """The interval in base units, in which claims of different units compare."""
        interval = self.interval
        return None if interval is None else interval.scaled(self.factor)

    @builtins.property
    def date(self) -> str | None:
        """The date that orders the claim: when it was said, or failing that when it was observed."""
        return self.said_on or self.observed_on

    @builtins.property
    def text(self) -> str:
        """Value and unit, ready to print: ``2.9 TB/s``, ``over 1,000,000 chips``; text stays as it is."""
        if not self.number:
            return self.value
        return value_text(self.value, self.unit, self.modifier, self.upper)
