"""Arguments: whatever a caller may hand in, read into an exact value with its interval and origin."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Real
from typing import Any, Protocol

from chipledger import units
from chipledger.compute.dimension import named, spelled
from chipledger.compute.parameter import Parameter
from chipledger.compute.refusal import Refused, quoted
from chipledger.errors import ChipledgerError, UnitError
from chipledger.interval import Interval, number
from chipledger.records import Derived


class Quantity(Protocol):
    """A pint quantity."""

    @property
    def magnitude(self) -> Any: ...
    @property
    def units(self) -> Any: ...


class Known(Protocol):
    """A fact of the ledger."""

    @property
    def claim(self) -> Any: ...
    @property
    def interval(self) -> Interval: ...


#: What a parameter takes: a quantity, a text such as ``"2 TB/s"``, a fact, a derived value, or a plain number.
Value = str | int | float | Fraction | Decimal | Derived | Quantity | Known

#: Magnitudes beyond which a number is a slip of the keyboard, in base units.
_LARGEST_POWER = 45
_LARGEST = Fraction(10) ** _LARGEST_POWER

_MODIFIERS = {"about": "about", "nearly": "nearly", "over": "over", "at least": "at_least", "up to": "up_to"}
_DIGITS = r"[+-]?\d[\d.,_]*(?:[eE][+-]?\d+)?"
_TEXT = re.compile(
    rf"(?:(?P<modifier>{'|'.join(_MODIFIERS)})\s+)?(?P<number>{_DIGITS})"
    rf"(?:\s+to\s+(?P<upper>{_DIGITS}))?\s*(?P<unit>.*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Argument:
    """One input of a calculation, as it was understood.

    Attributes
    ----------
    parameter : Parameter
    value : Fraction
        In base units.
    interval : Interval
        In base units.
    unit : str
        As it was given.
    text : str
        Value and unit, ready to print.
    origin : str
        ``given``, ``default``, ``fact`` or ``derived``.
    name : str
        What the fact is about, or which calculation it comes from.
    claims : tuple of str
    assumptions : tuple of str
    conditions : mapping of str to str
    word : str
        For a choice between words, the word.
    """

    parameter: Parameter
    value: Fraction
    interval: Interval
    unit: str
    text: str
    origin: str
    name: str = ""
    claims: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    conditions: Mapping[str, str] = field(default_factory=dict)
    word: str = ""

    def as_default(self) -> Argument:
        """The same value, taken because none was given."""
        return replace(self, origin="default")

    @property
    def told(self) -> str:
        """Where the value comes from, in words."""
        if self.origin == "given":
            return f"given, taken as {self.parameter.taken}" if self.parameter.taken else "given"
        if self.origin == "default":
            return f"default: {self.parameter.because}" if self.parameter.because else "default"
        return self.name


def read(parameter: Parameter, value: object) -> Argument:
    """Understand one value.

    Parameters
    ----------
    parameter : Parameter
    value : str, number, pint.Quantity, Fact or Derived
        Text may say ``30 to 40 percent``, ``over 1000000 chip`` or ``about 2 TB/s``; without such a word it
        is meant exactly. The value of a range is its first number, as it is for a fact; the interval holds both.

    Raises
    ------
    Refused
        If the value is not a number of the right dimension within the parameter's limits.

    Examples
    --------
    >>> from chipledger.compute.parameter import Parameter
    >>> read(Parameter("m", "information", "memory", name="device_memory"), "96 GiB").value
    Fraction(824633720832, 1)
    """
    try:
        argument = _read(parameter, value)
    except Refused:
        raise
    except ChipledgerError as error:
        raise Refused(parameter.name, f"{error}; allowed: {parameter.allowed}") from error
    if abs(argument.value) > _LARGEST or (argument.value and abs(argument.value) < 1 / _LARGEST):
        raise Refused(parameter.name, f"{quoted(value)} is beyond any sensible size; allowed: {parameter.allowed}")
    if not parameter.words and not parameter.limits.allow(argument.value):
        raise Refused(parameter.name, f"{argument.text} is out of range; allowed: {parameter.limits}")
    return argument


def _read(parameter: Parameter, value: object) -> Argument:
    if parameter.words:
        return _word(parameter, value)
    if isinstance(value, Derived):
        return _derived(parameter, value)
    if hasattr(value, "claim") and hasattr(value, "interval"):
        return _fact(parameter, value)
    if isinstance(value, str):
        return _text(parameter, value)
    if hasattr(value, "magnitude") and hasattr(value, "units"):
        return _plain(parameter, value.magnitude, str(value.units).replace("dimensionless", "one"))
    return _plain(parameter, value, None)


def _word(parameter: Parameter, value: object) -> Argument:
    word = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    if word not in parameter.words:
        choices = parameter.words
        raise Refused(parameter.name, f"{quoted(value)} is no choice; allowed: {parameter.allowed}", choices)
    nothing = Interval.exactly(0)
    return Argument(parameter, Fraction(0), nothing, "one", str(word), "given", word=str(word))


def _text(parameter: Parameter, text: str) -> Argument:
    match = _TEXT.fullmatch(text.strip()) if len(text) <= 200 else None
    if match is None:
        what = f"{quoted(text)} is not a number with a unit"
        raise Refused(parameter.name, f"{what}; allowed: {parameter.allowed}")
    first, upper = match["number"].lower(), match["upper"] and match["upper"].lower()
    modifier = "range" if upper else _MODIFIERS.get(match["modifier"] or "")
    interval = Interval.printed(first, modifier, upper=upper, exact=modifier is None)
    shown = text.strip()
    if not match["unit"] and parameter.plain_unit not in (None, "one"):
        shown = f"{shown} {parameter.plain_unit}"
    return _measured(parameter, number(first), interval, match["unit"].strip() or None, shown)


def _plain(parameter: Parameter, value: object, unit: str | None) -> Argument:
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        kinds = "a quantity, a text such as '2 TB/s', a fact, a derived value or a plain number"
        raise Refused(parameter.name, f"{quoted(value)} is not {kinds}; allowed: {parameter.allowed}")
    if isinstance(value, Integral):
        exact = Fraction(int(value))
    elif isinstance(value, Fraction):
        exact = value
    elif isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > _LARGEST_POWER:
        raise Refused(parameter.name, f"{quoted(value)} is beyond any sensible size; allowed: {parameter.allowed}")
    elif not (value.is_finite() if isinstance(value, Decimal) else isfinite(value)):
        raise Refused(parameter.name, f"{value} is not a number; allowed: {parameter.allowed}")
    else:
        # A float means the decimal number that it prints as, not the binary one beside it.
        exact = Fraction(str(value) if isinstance(value, Decimal) else repr(float(value)))
    if abs(exact) > _LARGEST:
        raise Refused(parameter.name, f"{quoted(value)} is beyond any sensible size; allowed: {parameter.allowed}")
    shown = str(value) if not isinstance(value, Fraction) else f"{float(value):g}"
    used = unit or parameter.plain_unit
    text = shown if used in (None, "one") else f"{shown} {_short(used)}"
    return _measured(parameter, exact, Interval.exactly(exact), unit, text)


def _short(unit: str) -> str:
    return unit.replace(" / ", "/").replace(" * ", "*")


def _measured(parameter: Parameter, value: Fraction, interval: Interval, unit: str | None, text: str) -> Argument:
    used = unit or parameter.plain_unit
    if used is None:
        allowed = parameter.allowed
        raise Refused(parameter.name, f"{quoted(text)} has no unit; allowed: {allowed}")
    factor = _factor(parameter, used, text)
    limited = parameter.limits.within
    inside = limited(interval.scaled(factor)) if parameter.limits.allow(value * factor) else interval.scaled(factor)
    counted = "one" if used in parameter.also else _short(used)
    return Argument(parameter, value * factor, inside, counted, text, "given")


def _factor(parameter: Parameter, unit: str, text: str) -> Fraction:
    name = spelled(unit)
    try:
        fits = parameter.takes(name)
    except UnitError as error:
        raise Refused(parameter.name, f"{quoted(text)}: {error}; allowed: {parameter.allowed}") from error
    if not fits:
        raise Refused(parameter.name, f"{quoted(text)} is {named(name)}; allowed: {parameter.allowed}")
    return units.factor(name)


def _derived(parameter: Parameter, given: Derived) -> Argument:
    exact = getattr(given, "exact", None)
    if exact is None and given.interval.low is not None and given.interval.low == given.interval.high:
        exact = given.interval.low
    if exact is None:
        if not isfinite(given.value):
            raise Refused(parameter.name, f"{given.value} is not a number; allowed: {parameter.allowed}")
        exact = Fraction(repr(float(given.value)))
    text = getattr(given, "text", "") or f"{given.value:g} {given.unit}"
    name = getattr(given, "question", "") or given.formula
    conditions = dict(getattr(given, "conditions", {}))
    return _sourced(parameter, exact, given.interval, given.unit, text)(
        origin="derived", name=name, claims=given.inputs, assumptions=given.assumptions, conditions=conditions
    )


def _fact(parameter: Parameter, given: Any) -> Argument:
    interval, claim = given.interval, given.claim  # a fact without a number says so itself
    about = f"{given.subject.id}.{given.property.id}"
    unit = per_chip(parameter, given.unit or "one", given.conditions, about)
    assumptions = tuple(given.assumptions)
    conditions = {**given.conditions, **assumed(assumptions)}
    return _sourced(parameter, Fraction(str(claim.value)), interval, unit, f"{given.text}")(
        origin="fact", name=f"{about} [{claim.id}]", claims=(claim.id,), assumptions=assumptions, conditions=conditions
    )


def _sourced(
    parameter: Parameter, value: Fraction, interval: Interval, unit: str, text: str
) -> Callable[..., Argument]:
    """What facts and derived values have in common; the rest is filled in by the caller."""
    base = _measured(parameter, value, interval, unit, text)

    def fill(**rest: Any) -> Argument:
        return Argument(parameter, base.value, base.interval, base.unit, text, **rest)

    return fill


def assumed(assumptions: tuple[str, ...]) -> dict[str, str]:
    """Conditions that a fact's own assumptions settle.

    Examples
    --------
    >>> assumed(("sparsity=dense is assumed; the source does not state it",))
    {'sparsity': 'dense'}
    """
    found = (re.match(r"(\w+)=(\S+) is assumed\b", text) for text in assumptions)
    return {match[1]: match[2] for match in found if match}


def per_chip(parameter: Parameter, unit: str, conditions: Mapping[str, str], about: str) -> str:
    """The unit of a price; prices of a chip are recorded per hour, and their name or scope says that it is a chip's.

    Raises
    ------
    Refused
        For the price of something else than a chip where the price of a chip is needed.
    """
    if parameter.dimension != "money/chip/time" or "chip" in unit:
        return unit
    if "per_chip" in about or conditions.get("scope") == "chip":
        return f"{unit}/chip"
    raise Refused(parameter.name, f"{about} is not the price of one chip; divide it with price_per_accelerator_hour")
