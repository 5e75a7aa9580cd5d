"""Facts, claims and sources as plain records: what JSON, CSV and other programs see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chipledger.fact import Fact, Other
from chipledger.interval import Interval, plain
from chipledger.records import Claim, Source
from chipledger.records.identity import Result, Side


def interval_record(interval: Interval | None) -> dict[str, float | None] | None:
    """The ends of an interval as numbers; an open end is ``null``."""
    if interval is None:
        return None
    return {"low": _number(interval.low), "high": _number(interval.high)}


def source_record(source: Source) -> dict[str, Any]:
    """A source with every field that it has."""
    record = {
        "id": source.id,
        "title": source.title,
        "publisher": source.publisher,
        "url": source.url or None,
        "published": source.published,
        "version": source.version,
        "kind": source.kind,
        "read_as": source.read_as,
        "copy_of": source.copy_of,
        "document": source.document,
        "note": source.note,
    }
    return {key: value for key, value in record.items() if value is not None}


def claim_record(claim: Claim, source: Source) -> dict[str, Any]:
    """A claim with its source's address, its printed digits and its interval in its own unit."""
    return {
        "id": claim.id,
        "subject": claim.subject,
        "property": claim.property,
        "conditions": dict(claim.conditions),
        "value": claim.value,
        "upper": claim.upper,
        "unit": claim.unit,
        "text": claim.text,
        "printed": claim.printed,
        "modifier": claim.modifier,
        "exact": claim.exact,
        "interval": interval_record(claim.interval),
        "basis": claim.basis,
        "said_on": claim.said_on,
        "observed_on": claim.observed_on,
        "erratum": claim.erratum,
        "note": claim.note,
        "source": {"id": source.id, "title": source.title, "publisher": source.publisher, "url": source.url},
        "locator": claim.locator,
    }


def fact_record(fact: Fact) -> dict[str, Any]:
    """A fact: the answer, why it is the answer, and every other claim with how it compares.

    Examples
    --------
    >>> import chipledger
    >>> record = fact_record(chipledger.load().get("trainium2", "memory_bandwidth"))
    >>> record["published"], record["text"]
    (True, '2.9 TB/s')
    """
    missing = fact.missing
    return {
        "subject": fact.subject.id,
        "property": fact.property.id,
        "conditions": dict(fact.conditions),
        "published": fact.published,
        "text": fact.text,
        "value": None if fact.claim is None else fact.claim.value,
        "unit": fact.unit,
        "claim": None if fact.claim is None else claim_record(fact.claim, fact.sources[fact.claim.source]),
        "reason": fact.reason,
        "assumptions": list(fact.assumptions),
        "as_of": fact.as_of,
        "looked_in": list(missing.looked_in) if missing else [],
        "looked_on": missing.looked_on if missing else None,
        "others": [other_record(other) for other in fact.others],
    }


def other_record(other: Other) -> dict[str, Any]:
    """A claim that was not selected, with how it compares."""
    return {
        "relation": other.relation,
        "gap": _number(other.gap),
        "claim": claim_record(other.claim, other.source),
    }


def result_record(result: Result) -> dict[str, Any]:
    """An identity, checked: both sides with their intervals in base units, the verdict, and its explanation."""
    return {
        "id": result.id,
        "rule": result.rule,
        "title": result.title,
        "relation": result.relation,
        "verdict": result.verdict,
        "left": _side_record(result.left),
        "right": _side_record(result.right),
        "gap": _number(result.gap),
        "inputs": list(result.inputs),
        "shared": list(result.shared),
        "since": result.since,
        "reason": result.reason or None,
        "explanation": None if result.known is None else result.known.text,
        "explained_by": None if result.known is None else result.known.kind,
        "explaining_source": None if result.known is None else result.known.source,
    }


def _side_record(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {
        "formula": side.formula,
        "filled": side.filled,
        "interval": interval_record(side.interval),
        "value": _number(side.value),
        "unit": side.unit,
        "inputs": list(side.inputs),
    }


def _number(value: Fraction | None) -> float | None:
    """A fraction as the shortest number that stands for it to six digits, so that files do not churn."""
    return None if value is None else float(plain(value, 12))
