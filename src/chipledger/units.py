"""The one pint registry, made from one closed file; the only room that imports pint.

Two registries are built from ``units.txt``: `registry`, with floats, for readers' arithmetic, and an
exact one, with fractions, for intervals and canonical values. Both are built on first use, because a
look-up that converts nothing need not pay for them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from chipledger.errors import UnitError

if TYPE_CHECKING:
    import pint

    #: What other rooms call a quantity, without importing pint for it.
    Quantity = pint.Quantity[float]

#: Dimensions by name, as the property vocabulary uses them, with a unit of each.
DIMENSIONS = {
    "information": "bit",
    "information/time": "bit/second",
    "computation": "FLOP",
    "integer computation": "OP",
    "computation/time": "FLOP/second",
    "integer computation/time": "OP/second",
    "computation/information": "FLOP/bit",
    "computation/cycle": "FLOP/cycle",
    "currency": "USD",
    "currency/time": "USD/second",
    "currency/token": "USD/token",
    "power": "watt",
    "energy": "joule",
    "time": "second",
    "frequency": "hertz",
    "length": "metre",
    "area": "metre**2",
    "number": "one",
    "chip": "chip",
    "token": "token",
    "token/time": "token/second",
    "token/time/chip": "token/second/chip",
    "sequence/time": "sequence/second",
    "sample/time": "sample/second",
    "information/token": "byte/token",
    "accelerator time": "chip*hour",
    "parameter": "parameter",
    "core": "core",
    "vcpu": "vcpu",
    "transistor": "transistor",
    "instance": "instance",
    "die": "die",
    "stack": "stack",
    "link": "link",
    "lane": "lane",
    "engine": "engine",
    "interface": "interface",
    "switch": "switch",
    "site": "site",
    "building": "building",
    "rack": "rack",
    "rack height": "rack_unit",
    "request": "request",
    "sequence": "sequence",
    "sample": "sample",
    "step": "step",
    "cycle": "cycle",
    "layer": "layer",
    "item": "item",
    "mass": "gram",
    "voltage": "volt",
}

#: How a unit is written: names multiplied, divided, raised to a small power. What pint reads beyond
#: this (comments, juxtaposition, powers large enough to hang it) is no unit here.
_NAME = r"[A-Za-z_%]+(?: ?\*\* ?[1-9])?"
_UNIT = re.compile(rf"1|(?:1 ?/ ?)?{_NAME}(?: ?[*/] ?{_NAME}){{0,5}}")


def _build(**options: Any) -> pint.UnitRegistry:
    import pint

    with as_file(files("chipledger") / "units.txt") as path:
        return pint.UnitRegistry(str(path), cache_folder=None, **options)


@cache
def registry() -> pint.UnitRegistry:
    """The registry of readers' quantities (floating point).

    Returns
    -------
    pint.UnitRegistry

    Examples
    --------
    >>> f"{registry()('2.9 TB/s').to('GB/s'):.6g}"
    '2900 gigabyte / second'
    """
    import pint

    built = _build()
    # Quantities must survive pickling (notebooks, multiprocessing), which goes through this hook.
    pint.set_application_registry(built)
    return built


@cache
def _exact_registry() -> pint.UnitRegistry:
    return _build(non_int_type=Fraction)


@cache
def _known(unit: str) -> tuple[Fraction, str, str]:
    if not _UNIT.fullmatch(unit):
        raise UnitError(f"unknown unit {unit[:80]!r}")
    exact = _exact_registry()
    try:
        parsed = exact.parse_units("one" if unit == "1" else unit)
        base = exact.Quantity(Fraction(1), parsed).to_base_units()
    except Exception as error:  # pint hands the text to tokenizers that raise errors of their own
        raise UnitError(f"unknown unit {unit[:80]!r}") from error
    return Fraction(base.magnitude), _spelled(base.unit_items()), _spelled(parsed.dimensionality.items())


def _spelled(powers: Iterable[tuple[str, Any]]) -> str:
    """Units or dimensions with their powers, as text; pint cannot print powers that are fractions."""
    terms = sorted((name, Fraction(power)) for name, power in powers)
    above = [name if power == 1 else f"{name} ** {power}" for name, power in terms if power > 0]
    below = [name if power == -1 else f"{name} ** {-power}" for name, power in terms if power < 0]
    return " / ".join([" * ".join(above) or "1", *below])


def factor(unit: str) -> Fraction:
    """The exact size of a unit in base units.

    Parameters
    ----------
    unit : str
        A unit of ``units.txt``: ``TB/s``, ``GiB``, ``TFLOP/s``.

    Returns
    -------
    Fraction

    Raises
    ------
    UnitError
        If the file does not define it.

    Examples
    --------
    >>> factor("GiB")
    Fraction(8589934592, 1)
    """
    return _known(unit)[0]


def base_unit(unit: str) -> str:
    """The base unit that `unit` is measured in, as text.

    Examples
    --------
    >>> base_unit("GiB/s")
    'bit / second'
    """
    return _known(unit)[1]


def dimension(unit: str) -> str:
    """The name of a unit's dimension, from `DIMENSIONS` where it has one there.

    Raises
    ------
    UnitError
        If the unit is unknown.

    Examples
    --------
    >>> dimension("TB/s"), dimension("TFLOP/s"), dimension("USD/h")
    ('information/time', 'computation/time', 'currency/time')
    """
    wanted = _known(unit)[2]
    return _dimension_names().get(wanted, wanted)


@cache
def _dimension_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name, unit in DIMENSIONS.items():
        names.setdefault(_known(unit)[2], name)
    return names


def ratio(unit: str, other: str) -> Fraction:
    """How many of `other` one of `unit` is, exactly.

    Raises
    ------
    UnitError
        If either is unknown or they measure different things.

    Examples
    --------
    >>> ratio("GiB", "MiB")
    Fraction(1024, 1)
    """
    if _known(unit)[2] != _known(other)[2]:
        raise UnitError(f"cannot convert {unit} ({dimension(unit)}) to {other} ({dimension(other)})")
    return factor(unit) / factor(other)


def quantity(value: float | Fraction | str, unit: str) -> Quantity:
    """A pint quantity of the readers' registry.

    Raises
    ------
    UnitError
        If the unit is unknown, or the value is no finite number.

    Examples
    --------
    >>> str(quantity("96", "GiB").to("MiB"))
    '98304.0 mebibyte'
    """
    _known(unit)
    try:
        magnitude = float(value)
    except (ValueError, OverflowError) as error:
        raise UnitError(f"{str(value)[:80]!r} {unit} is no finite number") from error
    if not math.isfinite(magnitude):
        raise UnitError(f"{str(value)[:80]!r} {unit} is no finite number")
    return registry().Quantity(magnitude, "one" if unit == "1" else unit)
