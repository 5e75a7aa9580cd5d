"""Two intervals, one verdict."""

from __future__ import annotations

from chipledger.interval import Interval


def verdict(left: Interval, right: Interval, relation: str = "equal") -> str:
    """How two sides stand to one another.

    Parameters
    ----------
    left, right : Interval
        In one unit.
    relation : {"equal", "at_least", "at_most"}
        What the left should be beside the right. A bound is the right side with one end opened.

    Returns
    -------
    str
        ``reconciled`` when one interval contains the other, ``at the edge`` when they overlap and neither does,
        ``in conflict`` when they do not overlap or merely touch.

    Examples
    --------
    >>> verdict(Interval.printed("1298"), Interval.printed("1299"))
    'in conflict'
    >>> verdict(Interval.printed("2563"), Interval.printed("667"), "at_least")
    'reconciled'
    """
    right = opened(right, relation)
    if left.contains(right) or right.contains(left):
        return "reconciled"
    return "at the edge" if left.overlaps(right) else "in conflict"


def opened(right: Interval, relation: str) -> Interval:
    """The right side as the relation means it: with its upper end open for ``at_least``, its lower for ``at_most``."""
    if relation == "at_least":
        return Interval(right.low, None)
    return Interval(None, right.high) if relation == "at_most" else right
