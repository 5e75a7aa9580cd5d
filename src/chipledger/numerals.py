"""Printed numbers: text with its digits on one side, exact fractions on the other."""

from __future__ import annotations

import re
from fractions import Fraction

from chipledger.errors import IntervalError

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
    _read(text)
    return Fraction(text)


def _read(text: str) -> re.Match[str]:
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > _LONGEST:
        raise IntervalError(f"{text[:_LONGEST]!r} is not a plain number; allowed: digits, one point, an exponent")
    return match


def is_number(text: str) -> bool:
    """Whether `number` can read a text."""
    return len(text) <= _LONGEST and _NUMBER.fullmatch(text) is not None


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
    whole, decimals, exponent = _read(text).groups()
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
