"""Facts as pandas frames, for readers' own analysis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from chipledger.fact import Fact
from chipledger.show import words

if TYPE_CHECKING:
    import pandas as pd


def frame(facts: Iterable[Fact]) -> pd.DataFrame:
    """Facts as a pandas frame, one row each, numbers as numbers in the property's unit.

    Parameters
    ----------
    facts : iterable of Fact

    Returns
    -------
    pandas.DataFrame
        Columns: subject, property, conditions, value, unit, low, high, printed, basis, publisher, source, url,
        said_on, observed_on, claim, assumed. What is not published has no value.

    Examples
    --------
    >>> import chipledger
    >>> ledger = chipledger.load()
    >>> frame([ledger.get("trainium2", "memory_bandwidth")])["value"].tolist()
    [2.9]
    """
    import pandas as pd

    return pd.DataFrame([_record(fact) for fact in facts])


def _record(fact: Fact) -> dict[str, Any]:
    claim, source = fact.claim, fact.source
    record: dict[str, Any] = {
        "subject": fact.subject.id,
        "property": fact.property.id,
        "conditions": str(fact.conditions),
    }
    number = claim is not None and claim.number
    unit = str(fact.property.unit or "one")
    if claim is not None and number and not words.same_kind(claim, unit):
        unit = str(claim.unit)
    low, high = words.ends_in(claim, unit) if claim is not None and number else (None, None)
    value = words.value_in(claim, unit) if claim is not None and number else None
    record |= {"value": value, "unit": unit if number else None, "low": low, "high": high, "printed": fact.text}
    record |= {
        "basis": claim.basis if claim else None,
        "publisher": source.publisher if source else None,
        "source": source.title if source else None,
        "url": source.url if source else None,
        "said_on": claim.said_on if claim else None,
        "observed_on": claim.observed_on if claim else None,
        "claim": claim.id if claim else None,
        "assumed": words.assumed(fact) or None,
    }
    return record
