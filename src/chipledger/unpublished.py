"""What was looked for and is not published, as an answer to a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chipledger.fact import Fact
from chipledger.questions import ByConditions
from chipledger.records import NOT_GIVEN, Conditions, Missing, Source
from chipledger.vocabulary import Vocabulary


def covering(
    records: Iterable[Missing], subject: str, prop: str, asked: Conditions, matching: ByConditions
) -> Missing | None:
    """The record that answers a question, if there is one.

    Parameters
    ----------
    records : iterable of Missing
    subject, prop : str
        Ids.
    asked : Conditions
    matching : dict
        The claims that fit the question, by their conditions.
    """
    for record in records:
        if (record.subject, record.property) != (subject, prop):
            continue
        if any(asked.get(k, v) != v for k, v in record.conditions.items()):
            continue
        # A question wider than the record is answered by it only when nothing else fits.
        wider = any(k not in asked for k in record.conditions)
        if not wider or all(c.meets(record.conditions) for c in matching):
            return record
    return None


def absent(
    record: Missing,
    asked: Mapping[str, str],
    matching: ByConditions,
    vocabulary: Vocabulary,
    sources: Mapping[str, Source],
    as_of: str | None,
) -> Fact:
    """The fact that a figure is not published, with what others say of it."""
    return Fact(
        vocabulary.subjects[record.subject],
        vocabulary.properties[record.property],
        Conditions({k: v for k, v in {**record.conditions, **asked}.items() if v != NOT_GIVEN}),
        None,
        record.reason,
        tuple(sorted({c.id: c for group in matching.values() for c in group}.values(), key=lambda c: c.id)),
        sources,
        missing=record,
        as_of=as_of,
    )
