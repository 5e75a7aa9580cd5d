"""Dates as precise as they are known: a year, a month or a day, as text."""

from __future__ import annotations

import calendar
import datetime
import re

from chipledger.errors import QuestionError

_DATE = re.compile(r"\d{4}(-\d{2}){0,2}", re.ASCII)


def period_start(date: str) -> str:
    """The first day that a date of any precision can mean.

    Examples
    --------
    >>> period_start("2024-02"), period_start("2024"), period_start("2024-12-03")
    ('2024-02-01', '2024-01-01', '2024-12-03')
    """
    return f"{date}-01-01"[:10]


def period_end(date: str) -> str:
    """The last day that a date of any precision can mean, so that a month is never taken for its first day.

    Examples
    --------
    >>> period_end("2024-02"), period_end("2024"), period_end("2024-12-03")
    ('2024-02-29', '2024-12-31', '2024-12-03')
    """
    parts = date.split("-")
    if len(parts) == 1:
        return f"{date}-12-31"
    if len(parts) == 2:
        return f"{date}-{calendar.monthrange(int(parts[0]), int(parts[1]))[1]:02d}"
    return date


def wrong(text: str) -> str | None:
    """What is wrong with a date, or ``None``.

    Examples
    --------
    >>> wrong("2025-02-30")
    'there is no such day; allowed: YYYY-MM-DD, YYYY-MM or YYYY'
    >>> wrong("2024-12") is None
    True
    """
    allowed = "allowed: YYYY-MM-DD, YYYY-MM or YYYY"
    if not _DATE.fullmatch(text):
        return f"not a date; {allowed}"
    try:
        datetime.date.fromisoformat(period_start(text))
    except ValueError:
        return f"there is no such day; {allowed}"
    return None


def last_day(date: str | datetime.date) -> str:
    """A date as ``YYYY-MM-DD``; a month or a year means its last day.

    Raises
    ------
    QuestionError
        If there is no such date.

    Examples
    --------
    >>> last_day("2025-06")
    '2025-06-30'
    """
    text = f"{date:%Y-%m-%d}" if isinstance(date, datetime.date) else str(date)
    if fault := wrong(text):
        raise QuestionError(f"{text[:40]!r} is no date: {fault}")
    return period_end(text)
