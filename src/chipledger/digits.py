"""How many digits a computed or converted figure may show: no more than its inputs allow."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from chipledger import units
from chipledger.errors import NotANumber
from chipledger.interval import Interval, plain, significant_digits
from chipledger.records import Claim

#: Significant digits of a figure that its source means exactly, in another unit.
_EXACT_DIGITS = 4


def converted(claim: Claim, unit: str, value: str | None = None) -> tuple[str, str]:
    """A claim's number in another unit, with no more digits than it was printed with.

    Parameters
    ----------
    claim : Claim
    unit : str
    value : str, optional
        Which of the claim's numbers; the first when left out.

    Returns
    -------
    tuple of str
        Digits and unit.

    Raises
    ------
    NotANumber
        If the claim is text.
    UnitError
        If the unit measures something else.

    Examples
    --------
    >>> import chipledger
    >>> converted(chipledger.load().get("trainium2", "memory_bandwidth").claim, "GB/s")
    ('2900', 'GB/s')
    """
    if not claim.number or claim.unit is None:
        raise NotANumber(f"{claim.subject}.{claim.property} is text: {claim.value!r}; it has no unit")
    factor = units.ratio(claim.unit, unit)
    printed = value or claim.value
    # An exact count of bytes would show a dozen digits that nobody reads.
    if power_of_ten(factor) and not (claim.exact and significant_digits(printed) > _EXACT_DIGITS):
        return _shifted(printed, factor), unit
    # The digits of the number alone decide; a modifier such as "over" is said in words beside it.
    return digits(Fraction(printed) * factor, Interval.printed(printed, exact=claim.exact).scaled(factor)), unit


def power_of_ten(factor: Fraction) -> bool:
    """Whether a change of unit only moves the point.

    Examples
    --------
    >>> power_of_ten(Fraction(1, 1000)), power_of_ten(Fraction(1024))
    (True, False)
    """
    top, bottom = str(factor.numerator), str(factor.denominator)
    return top.rstrip("0") == "1" and bottom.rstrip("0") == "1"


def _shifted(printed: str, factor: Fraction) -> str:
    """Move the point and keep the printed digits: 2.90 TB/s is 2900 GB/s, 4900 GB/s is 4.900 TB/s."""
    shift = len(str(factor.numerator)) - len(str(factor.denominator))
    return f"{Decimal(printed).scaleb(shift):f}"


def digits(value: Fraction, interval: Interval) -> str:
    """The fewest digits of a value that its inputs allow.

    The step of the last digit is the smallest power of ten that is not below the interval's width, as it
    is for a printed number; it shrinks until what is shown lies within the interval.

    Parameters
    ----------
    value : Fraction
    interval : Interval
        What the inputs allow, around `value`.

    Examples
    --------
    >>> digits(Fraction(49, 29), Interval(Fraction(97, 59), Fraction(99, 57)))
    '1.7'
    """
    width = interval.width
    if not width:
        return plain(value, _EXACT_DIGITS)
    places = 0
    while Fraction(10) ** -places < width:
        places -= 1
    while Fraction(10) ** -(places + 1) >= width:
        places += 1
    shown = _rounded(value, places)
    while not interval.contains(Interval.exactly(shown)):
        places += 1
        shown = _rounded(value, places)
    return f"{Decimal(shown.numerator) / Decimal(shown.denominator):.{max(places, 0)}f}"


def _rounded(value: Fraction, places: int) -> Fraction:
    step = Fraction(10) ** -places
    return round(value / step) * step
