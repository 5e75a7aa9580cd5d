"""The answer of a calculation: a derived value that can show how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from chipledger import units
from chipledger.compute.dimension import readable, spelled
from chipledger.compute.refusal import quoted
from chipledger.digits import digits
from chipledger.errors import UnitError
from chipledger.interval import Interval, plain
from chipledger.records import Derived, grouped, unit_text


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a calculation.

    Attributes
    ----------
    name, symbol, meaning : str
    text : str
        The value with its unit, as it was given.
    value : float
        In `unit`.
    unit : str
    interval : Interval
        In `unit`.
    origin : str
        ``given``, ``default``, ``fact`` or ``derived``.
    told : str
        Where it comes from, in words.
    claims : tuple of str
    """

    name: str
    symbol: str
    meaning: str
    text: str
    value: float
    unit: str
    interval: Interval
    origin: str
    told: str
    claims: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} = {self.text} ({self.told})"


@dataclass(frozen=True, slots=True)
class Answer(Derived):
    """A derived value with everything that went into it.

    Attributes
    ----------
    exact : Fraction
        The value without rounding, in `unit`.
    question : str
        Module and name: ``memory.device_floor``.
    parameters : tuple of Input
    working : str
        The formula with the values in place of the names.
    source : str
        Where the formula comes from.
    limits : tuple of str
        What the formula leaves out.
    conditions : mapping of str to str
        What the result is of: precision, sparsity, direction.
    remarks : tuple of str
        What the result does not certify, and which of its limits decided.
    unrounded : Fraction or None
        Before rounding up or down to a whole number, where the formula does so.
    enclosure : str
        How tight the interval is.
    case : tuple of str
        Which of the formula's expressions answered.

    Examples
    --------
    >>> from chipledger.compute.memory import device_floor
    >>> answer = device_floor(required_memory="100 GB", device_memory="30 GB")
    >>> answer.text, answer.unrounded
    ('4 chips (3.333 before rounding up)', Fraction(10, 3))
    """

    exact: Fraction = Fraction(0)
    question: str = ""
    parameters: tuple[Input, ...] = ()
    working: str = ""
    source: str = ""
    limits: tuple[str, ...] = ()
    conditions: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    unrounded: Fraction | None = None
    enclosure: str = ""
    case: tuple[str, ...] = ()

    @property
    def latex(self) -> str:
        """The equation that gave it, as LaTeX."""
        from chipledger.compute import questions

        return questions()[self.question.rpartition(".")[2]].equations[self.case]

    @property
    def quantity(self):  # type: ignore[no-untyped-def]
        """The value as a pint quantity."""
        return units.quantity(self.value, spelled(self.unit))

    @property
    def text(self) -> str:
        """Value and unit, ready to print, with no more digits than the inputs allow."""
        if self.unrounded is not None:
            way = "up" if self.exact >= self.unrounded else "down"
            shown = (plain(self.unrounded, digits) for digits in range(4, 40))
            # A hair above a whole number must not be shown as that number.
            before = next((text for text in shown if Fraction(text).denominator != 1), str(self.exact))
            return f"{self._number} ({grouped(before)} before rounding {way})"
        return self._number

    @property
    def _number(self) -> str:
        best = self.readable()
        number = _digits(best.exact, best.interval)
        return f"{number} {_spoken(best.unit, number)}".rstrip()

    def readable(self) -> Answer:
        """The same answer in the unit in which it reads best."""
        return self.to(readable(self.exact, self.unit))

    def to(self, unit: str) -> Answer:
        """The same answer in another unit.

        Raises
        ------
        UnitError
            If the unit measures something else.

        Examples
        --------
        >>> from chipledger.compute.roofline import time_floor
        >>> time_floor(traffic="1 TB", bandwidth="10 TB/s").to("ms").value
        100.0
        """
        if not isinstance(unit, str):
            raise UnitError(f"{quoted(unit)} is not the name of a unit")
        ratio = units.ratio(spelled(self.unit), spelled(unit))
        value = self.exact * ratio
        return replace(self, value=float(value), exact=value, unit=unit, interval=self.interval.scaled(ratio))

    def __str__(self) -> str:
        best = self.readable()
        lines = [f"{self.question}: {self.text}", f"  interval: {best.interval} {_spoken(best.unit, '2')}".rstrip()]
        lines += [f"  {self.formula}", f"  = {self.working}"]
        lines += [f"  {given}" for given in self.parameters]
        lines += [f"  {remark}" for remark in self.remarks]
        return "\n".join([*lines, f"  source: {self.source}", *(f"  limit: {limit}" for limit in self.limits)])

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON.

        Examples
        --------
        >>> from chipledger.compute.roofline import ridge_point
        >>> ridge_point(peak_compute="100 TFLOP/s", bandwidth="2 TB/s").as_dict()["interval"]
        {'low': 50.0, 'high': 50.0}
        """
        return {
            "question": self.question,
            "value": self.value,
            "unit": self.unit,
            "interval": _ends(self.interval),
            "enclosure": self.enclosure,
            "text": self.text,
            "unrounded": None if self.unrounded is None else float(self.unrounded),
            "formula": self.formula,
            "working": self.working,
            "parameters": [_input(given) for given in self.parameters],
            "inputs": list(self.inputs),
            "assumptions": list(self.assumptions),
            "conditions": dict(self.conditions),
            "remarks": list(self.remarks),
            "limits": list(self.limits),
            "source": self.source,
        }


def _digits(value: Fraction, interval: Interval) -> str:
    """The digits that the inputs allow; where they allow next to anything, the interval itself."""
    low, high = (None if end is None else grouped(plain(end, 4)) for end in (interval.low, interval.high))
    if interval.low is None or interval.high is None:
        return f"at least {low}" if low else f"up to {high}" if high else plain(value, 4)
    if interval.width and interval.width >= abs(value):
        return f"{low} to {high}"
    return grouped(digits(value, interval))


def _spoken(unit: str, number: str) -> str:
    """A unit after a number: requests are so many per second, device time is in chip hours."""
    if unit.startswith("1/"):
        return unit.replace("1/", "/").replace("/", " per ").strip()
    return unit.replace("*", " ") + "s" if "*" in unit and "/" not in unit else unit_text(unit, number)


def _ends(interval: Interval) -> dict[str, float | None]:
    return {
        "low": None if interval.low is None else float(interval.low),
        "high": None if interval.high is None else float(interval.high),
    }


def _input(given: Input) -> dict[str, Any]:
    return {
        "name": given.name,
        "symbol": given.symbol,
        "meaning": given.meaning,
        "text": given.text,
        "value": given.value,
        "unit": given.unit,
        "interval": _ends(given.interval),
        "origin": given.origin,
        "told": given.told,
        "claims": list(given.claims),
    }
