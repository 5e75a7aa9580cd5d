"""How old a figure is, and whether it is time to look again: prices and fleets change, memory sizes do not."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from chipledger.dates import last_day, period_end
from chipledger.fact import Fact
from chipledger.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Age:
    """The age of a figure that is one step of a series.

    Attributes
    ----------
    fact : Fact
    date : str or None
        What the figure speaks for; ``None`` when nothing dates it.
    days : int or None
        How old it is on the day asked about; of a month or a year, counted from its last day.
    horizon : int or None
        After how many days it counts as stale.
    """

    fact: Fact
    date: str | None
    days: int | None
    horizon: int | None

    @property
    def stale(self) -> bool:
        """Whether it is older than its horizon; what has no date is."""
        return self.days is None or (self.horizon is not None and self.days > self.horizon)

    @property
    def look_again(self) -> str:
        """The address of the page to look at again."""
        return self.fact.source.url if self.fact.source else ""

    @property
    def bound(self) -> str | None:
        """What the claim's note says about its time, where nothing dates it."""
        return self.fact.claim.note if self.days is None and self.fact.claim else None

    @property
    def text(self) -> str:
        """The age in words."""
        if self.days is None:
            return "undated"
        least = "" if self.date == period_end(self.date or "") else "at least "
        return f"as of {self.date} ({least}{self.days:,} day{'s' if self.days != 1 else ''} old)"


def age(fact: Fact, *, today: str | datetime.date | None = None, horizon: int | None = None) -> Age | None:
    """The age of a fact; ``None`` for what is no series, or not published.

    Parameters
    ----------
    fact : Fact
    today : str or date, optional
        The day to count to; left out, the day that the fact was asked for, or else the current one.
    horizon : int, optional
        Days to use instead of the property's own.

    Raises
    ------
    QuestionError
        If `today` is no date.

    Examples
    --------
    >>> import chipledger
    >>> age(chipledger.load().get("trainium2", "memory_bandwidth", scope="chip")) is None
    True
    """
    claim = fact.claim
    if claim is None or not fact.property.series:
        return None
    limit = fact.property.horizon_days if horizon is None else horizon
    if claim.date is None:
        return Age(fact, None, None, limit)
    day = datetime.date.fromisoformat(last_day(today or fact.as_of or datetime.date.today()))
    since = datetime.date.fromisoformat(period_end(claim.date))
    return Age(fact, claim.date, max((day - since).days, 0), limit)


def stale(
    ledger: Ledger,
    subject: str | None = None,
    *,
    today: str | datetime.date | None = None,
    horizon: int | None = None,
) -> list[Age]:
    """Figures of series that are older than their horizon, the undated first, then the oldest.

    Parameters
    ----------
    ledger : Ledger
    subject : str, optional
        Only its figures.
    today : str or date, optional
        The day to count to; left out, the day that the ledger speaks for, or else the current one.
    horizon : int, optional
        Days to use instead of each property's own.

    Raises
    ------
    UnknownSubject, QuestionError
        If `subject` is none, or `today` is no date.

    Examples
    --------
    >>> import chipledger
    >>> [one for one in stale(chipledger.load(), horizon=1_000_000) if one.date]
    []
    """
    ages = [age(fact, today=today, horizon=horizon) for fact in ledger.facts(subject)]
    old = [one for one in ages if one is not None and one.stale]
    return sorted(old, key=lambda one: (one.days is not None, -(one.days or 0)))
