"""How near an answer must come to a printed one: the forms that the case files use."""

import re
from fractions import Fraction

from chipledger import units
from chipledger.compute import Answer
from chipledger.compute.dimension import spelled


def in_unit(answer: Answer, unit: str) -> Fraction:
    """The exact value of an answer in another unit."""
    if unit == "(FLOP/second)/(USD/hour)":  # more than the registry's own notation allows
        return answer.exact * units.ratio(answer.unit, "FLOP/USD") / 3600
    return answer.exact * units.ratio(spelled(answer.unit), spelled(unit))


def agrees(value: Fraction, printed: Fraction, tolerance: str) -> bool:
    """Whether a value comes out as printed."""
    if tolerance == "exact":
        return value == printed
    if match := re.fullmatch(r"half unit of (\S+)", tolerance):
        return abs(value - printed) <= Fraction(match[1]) / 2
    if match := re.fullmatch(r"truncated to (\S+)", tolerance):
        return printed <= value < printed + Fraction(match[1])
    match = re.fullmatch(r"(?:approximate|inputs rounded): (\S+)%", tolerance)
    assert match, f"unknown tolerance {tolerance!r}"
    return abs(value - printed) <= abs(printed) * Fraction(match[1]) / 100
