"""Editions: what the ledger held when it was released, and what changed between two of them.

`edition_of` makes the record of a ledger, `compare` says what differs between two records, and `changes_record` and
`by_subject` tell it to programs and readers.
"""

from chipledger.edition.difference import Changes, Move, compare
from chipledger.edition.record import (
    Edition,
    Line,
    Question,
    edition_of,
    hashed,
    last_edition,
    read_edition,
    recorded,
    written,
)
from chipledger.edition.telling import by_subject, changes_record, headline, spelled

__all__ = [
    "Changes",
    "Edition",
    "Line",
    "Move",
    "Question",
    "by_subject",
    "changes_record",
    "compare",
    "edition_of",
    "hashed",
    "headline",
    "last_edition",
    "read_edition",
    "recorded",
    "spelled",
    "written",
]
