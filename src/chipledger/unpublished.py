"""What was looked for and is not published, as an answer to a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chipledger.dates import period_end
from chipledger.errors import NoDatedClaim
from chipledger.fact import Fact
from chipledger.questions import ByConditions, Questions, of_basis, spoken
from chipledger.records import NOT_GIVEN, Conditions, Missing, Property, Source, Subject
from chipledger.vocabulary import Vocabulary


def covering(
    records: Iterable[Missing], subject: Subject, prop: Property, asked: Conditions, matching: Iterable[Conditions]
) -> Missing | None:
    """The record that answers a question, if there is one.

    Parameters
    ----------
    records : iterable of Missing
    subject : Subject
    prop : Property
    asked : Conditions
    matching : iterable of Conditions
        The conditions of the claims that fit the question.
    """
    for record in records:
        if (record.subject, record.property) != (subject.id, prop.id):
            continue
        if any(asked.get(k, v) != v for k, v in record.conditions.items()):
            continue
        # A question wider than the record is answered by it only when nothing else fits.
        wider = any(k not in asked for k in record.conditions)
        if not wider or all(c.meets(record.conditions) for c in matching):
            return record
    return None


def undated(
    questions: Questions, subject: Subject, prop: Property, asked: Conditions, basis: str | None, as_of: str | None
) -> NoDatedClaim | None:
    """The error for what is on record, but was not yet said on a day."""
    later, _ = questions.narrow(subject, prop, asked, {})
    claims = [claim for group in of_basis(later, basis).values() for claim in group]
    if not claims:
        return None
    dates = sorted((claim.date for claim in claims if claim.date), key=period_end)
    told = f"the earliest is of {dates[0]}" if dates else "what is on record is undated"
    return NoDatedClaim(f"{spoken(subject, prop, asked, basis)}: no dated claim before {as_of}; {told}")


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
