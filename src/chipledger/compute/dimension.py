"""The dimensions of parameters: which units each takes, and which unit a plain number stands for.

A device count enters a formula as its number, so chips, racks and the like weigh nothing in the
formula's own units; only what goes in and what comes out names them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from chipledger import units
from chipledger.errors import UnitError

#: What can be counted as a device: accelerators as their vendor sells them, or other things.
DEVICES = ("chip", "one", "rack", "instance", "building", "site", "die", "core", "switch")


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a parameter measures.

    Attributes
    ----------
    name : str
        As the list of questions writes it: ``information/time``, ``count``, ``any``.
    units : tuple of str
        Units that a form offers, the usual one first. Any unit that measures the same is taken;
        an empty tuple takes every unit.
    bare : str or None
        The unit of a plain number; without one, a plain number is refused.
    """

    name: str
    units: tuple[str, ...] = ()
    bare: str | None = None

    def takes(self, unit: str) -> bool:
        """Whether `unit` measures this.

        Raises
        ------
        UnitError
            If no such unit exists.
        """
        asked = units.dimension(unit)
        return not self.units or any(asked == units.dimension(known) for known in self.units)


_INFORMATION = ("GB", "GiB", "TB", "TiB", "MB", "MiB", "kB", "KiB", "byte", "bit", "PB")
_MONEY_RATE = ("USD/hour", "USD/minute", "USD/day", "USD/month", "USD/year")

#: Every dimension by name.
DIMENSIONS = {
    dimension.name: dimension
    for dimension in (
        Dimension("any", (), "one"),
        Dimension("one of"),
        Dimension("count", ("one",), "one"),
        Dimension("fraction", ("one", "percent"), "one"),
        Dimension("devices", DEVICES, "one"),
        Dimension("chip", ("chip",), "chip"),
        Dimension("information", _INFORMATION),
        Dimension("information/time", ("TB/s", "GB/s", "GiB/s", "MB/s", "Gbit/s", "Tbit/s")),
        Dimension("information/parameter", ("byte/parameter", "bit/parameter")),
        Dimension("information/token", ("kB/token", "byte/token", "KiB/token", "MB/token", "MiB/token")),
        Dimension("operation", ("FLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "OP", "TOP")),
        Dimension("operation/time", ("TFLOP/s", "PFLOP/s", "EFLOP/s", "GFLOP/s", "TOP/s", "POP/s")),
        Dimension("operation/information", ("FLOP/byte", "OP/byte")),
        Dimension("operation/parameter/token", ("FLOP/parameter/token", "OP/parameter/token"), "FLOP/parameter/token"),
        Dimension("1/time", ("MHz", "GHz", "kHz", "Hz")),
        Dimension("time", ("second", "ns", "us", "ms", "minute", "hour", "day", "year")),
        Dimension("token", ("token", "ktoken", "Mtoken", "Gtoken", "Ttoken"), "token"),
        Dimension("token/time", ("token/s", "ktoken/s", "Mtoken/s")),
        Dimension("token/time/chip", ("token/s/chip", "ktoken/s/chip")),
        Dimension("parameter", ("Gparameter", "parameter", "Mparameter", "Tparameter"), "parameter"),
        Dimension("chip*time", ("chip*hour", "chip*day", "chip*second"), "chip*hour"),
        Dimension("chip*time/token", ("chip*hour/Ttoken", "chip*hour/Mtoken", "chip*second/token")),
        Dimension("power", ("W", "kW", "MW", "GW")),
        Dimension("energy", ("kWh", "Wh", "MWh", "GWh", "TWh", "J")),
        Dimension("mass/energy", ("kg/kWh", "g/kWh", "tonne/MWh")),
        Dimension("money", ("USD", "kUSD", "MUSD", "GUSD")),
        Dimension("money/time", _MONEY_RATE),
        Dimension("money/chip/time", tuple(unit.replace("USD", "USD/chip") for unit in _MONEY_RATE)),
        Dimension("money/time, or per chip", ("USD/hour", "USD/chip/hour")),
        Dimension("money/token", ("USD/Mtoken", "USD/ktoken", "USD/token")),
        Dimension("money/energy", ("USD/kWh", "USD/MWh")),
    )
}

#: Units to show a result in, smallest first; the first is used below one of the next.
_LADDERS = (
    ("ns", "us", "ms", "second", "minute", "hour", "day", "year"),
    ("byte", "kB", "MB", "GB", "TB", "PB", "EB"),
    ("byte/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"),
    ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP"),
    ("OP", "kOP", "MOP", "GOP", "TOP", "POP", "EOP", "ZOP", "YOP"),
    ("FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s", "ZFLOP/s"),
    ("OP/s", "kOP/s", "MOP/s", "GOP/s", "TOP/s", "POP/s", "EOP/s", "ZOP/s"),
    ("W", "kW", "MW", "GW"),
    ("Wh", "kWh", "MWh", "GWh", "TWh"),
    ("gram", "kg", "tonne"),
)


def base(unit: str) -> str:
    """A unit with everything that counts devices taken out: what it weighs in a formula.

    Examples
    --------
    >>> base("USD/chip/hour"), base("chip*hour"), base("rack")
    ('USD/one/hour', 'one*hour', 'one')
    """
    return re.sub(rf"\b(?:{'|'.join(DEVICES)})s?\b", "one", spelled(unit))


def spelled(unit: str) -> str:
    """A unit as the registry reads it: it wants a word, not a digit, above the stroke.

    Examples
    --------
    >>> spelled("1/second"), spelled(""), spelled("TB/s")
    ('one/second', 'one', 'TB/s')
    """
    return re.sub(r"^1(?=/)", "one", unit.strip()) or "one"


def readable(value: Fraction, unit: str) -> str:
    """The unit, of the same kind, in which a value reads best.

    Examples
    --------
    >>> readable(Fraction(86, 10**7), "second"), readable(Fraction(5), "chip")
    ('us', 'chip')
    """
    steps = ladder(unit)
    if not value or not steps:
        return unit
    fitting = [step for step in steps if abs(value) * units.ratio(unit, step) >= 1]
    return fitting[-1] if fitting else steps[0]


def ladder(unit: str) -> tuple[str, ...]:
    """The units of a kind in which results are shown, smallest first; none for units that stay as they are.

    Examples
    --------
    >>> ladder("W")
    ('W', 'kW', 'MW', 'GW')
    """
    return next((steps for steps in _LADDERS if unit in steps), ())


def offered(dimension: str) -> tuple[str, ...]:
    """The units that a form offers for a dimension; for any of them, the usual one of each.

    Examples
    --------
    >>> offered("fraction"), offered("any")[:3]
    (('one', 'percent'), ('one', 'chip', 'GB'))
    """
    if dimension != "any":
        return DIMENSIONS[dimension].units
    return tuple(dict.fromkeys(kind.units[0] for kind in DIMENSIONS.values() if kind.units))


def named(unit: str) -> str:
    """What a unit measures, for a message.

    Raises
    ------
    UnitError
        If no such unit exists.

    Examples
    --------
    >>> named("GB/s"), named("one")
    ('information/time', 'a pure number')
    """
    try:
        words = units.dimension(spelled(unit))
    except UnitError as error:
        raise UnitError(f"unknown unit {unit[:40]!r}") from error
    return "a pure number" if words == "number" else words.replace("[", "").replace("]", "")
