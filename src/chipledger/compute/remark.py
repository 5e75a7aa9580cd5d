"""Remarks: what a count of devices does not certify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


def divisibility(names: Sequence[str], given: Mapping[str, int], count: Fraction) -> list[str]:
    """Whether what must be split over devices splits evenly.

    Parameters
    ----------
    names : sequence of str
        Everything that could have been given.
    given : mapping of str to int
        What was.
    count : Fraction
        The number of devices; nothing is said about a ratio.

    Examples
    --------
    >>> divisibility(("heads", "layers"), {"heads": 64}, Fraction(5))
    ['64 heads do not divide evenly by 5; the next count that does is 8', 'not checked: whether layers divide evenly']
    """
    if count.denominator != 1 or not names:
        return []
    told = [_one(name, number, int(count)) for name, number in given.items()]
    if left := [name for name in names if name not in given]:
        told.append(f"not checked: whether {', '.join(left)} divide evenly")
    return told


def _one(name: str, number: int, count: int) -> str:
    if number % count == 0:
        return f"{number} {name} divide evenly by {count}"
    following = next((n for n in range(count, min(number, 10**6) + 1) if number % n == 0), None)
    more = f"the next count that does is {following}" if following else "there are more devices than that"
    return f"{number} {name} do not divide evenly by {count}; {more}"
