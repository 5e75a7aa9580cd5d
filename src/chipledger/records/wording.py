"""Printed values as readers see them."""

from __future__ import annotations

#: How a modifier is written before a number.
_SPOKEN = {"about": "about ", "nearly": "nearly ", "over": "over ", "at_least": "at least ", "up_to": "up to "}

#: Units written as a sign or not at all.
_SIGNS = {"percent": "%", "one": "", "1": ""}

#: Words whose plural is not the word and an s.
_PLURALS = {"hertz": "hertz", "switch": "switches", "times": "times", "vcpu": "vCPUs", "rack_unit": "rack units"}

#: Powers of ten that sources print as words.
_LARGE = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion"}


def grouped(value: str) -> str:
    """A printed number with thousands separators; an exponent that has a word becomes that word.

    Examples
    --------
    >>> grouped("1299"), grouped("2.90"), grouped("208e9"), grouped("HBM3")
    ('1,299', '2.90', '208 billion', 'HBM3')
    """
    if not value.isascii():
        return value
    mantissa, _, exponent = value.partition("e")
    if exponent in _LARGE and mantissa.replace(".", "", 1).isdigit():
        return f"{grouped(mantissa)} {_LARGE[exponent]}"
    whole, point, decimals = value.partition(".")
    if not whole.isdigit() or len(whole) < 4 or (point and not decimals.isdigit()):
        return value
    return f"{int(whole):,}{point}{decimals}"


def unit_text(unit: str | None, value: str = "") -> str:
    """A unit as readers see it, plural where it is a word.

    Examples
    --------
    >>> unit_text("chip", "16"), unit_text("chip", "1"), unit_text("TB/s", "2.9"), unit_text("percent")
    ('chips', 'chip', 'TB/s', '%')
    """
    if not unit:
        return ""
    if unit in _SIGNS:
        return _SIGNS[unit]
    # Symbols hold a capital or are short (kW, mm, s); what is left is a word.
    word = unit.replace("_", "").isalpha() and unit.islower() and len(unit) > 2
    if word and value not in ("1", ""):
        return _PLURALS.get(unit, f"{unit}s")
    return "vCPU" if unit == "vcpu" else unit.replace("_", " ")


def value_text(value: str, unit: str | None, modifier: str | None = None, upper: str | None = None) -> str:
    """A printed value with its unit and modifier.

    Examples
    --------
    >>> value_text("1000000", "chip", "over")
    'over 1,000,000 chips'
    >>> value_text("30", "percent", "range", "40")
    '30 to 40 %'
    """
    number = f"{grouped(value)} to {grouped(upper)}" if upper else grouped(value)
    return f"{_SPOKEN.get(modifier or '', '')}{number} {unit_text(unit, upper or value)}".rstrip()
