"""Changes between editions in words and as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chipledger.edition.difference import Changes, Move

#: The kinds of change, in the order in which they are told.
KINDS = ("added", "changed", "withdrawn", "reselected")


def headline(changes: Changes) -> str:
    """How many claims changed in which way."""
    told = ", ".join(f"{len(getattr(changes, kind)):,} {kind}" for kind in KINDS)
    return f"since {changes.before.version}: {told}"


def spelled(changes: Changes, moves: Sequence[Move]) -> list[str]:
    """One line a move."""
    lines = []
    for move in moves:
        words = changes.words(move.question.conditions)
        asked = f" ({words})" if words else ""
        lines.append(f"  {move.question.subject}.{move.question.property}{asked}: {move.text}")
    return lines


def changes_record(changes: Changes, moves: Sequence[Move]) -> dict[str, Any]:
    """Changes as a plain record: claims by kind of change, and every question whose answer they touch."""
    reselected = set(changes.reselected)
    return {
        "before": changes.before.version,
        "after": changes.after.version,
        "added": [_claim(changes, ident) for ident in changes.added],
        "changed": [_claim(changes, ident) for ident in changes.changed],
        "withdrawn": [_claim(changes, ident) for ident in changes.withdrawn],
        "reselected": [_moved(changes, move) for move in moves if move.question in reselected],
        "facts": [_moved(changes, move) for move in moves],
    }


def by_subject(record: dict[str, Any]) -> Iterator[str]:
    """A record of changes as lines: each kind with its number, then subject by subject."""
    yield f"{record['before']} -> {record['after']}"
    for kind in KINDS:
        yield f"{kind}: {len(record[kind]):,}"
        subject = None
        for row in sorted(record[kind], key=lambda row: (row["subject"], row["property"])):
            if row["subject"] != subject:
                subject = row["subject"]
                yield f"  {subject}"
            asked = f"{row['property']} ({row['conditions']})" if row["conditions"] else row["property"]
            yield f"    {asked}: {row['text']}"


def _claim(changes: Changes, ident: str) -> dict[str, Any]:
    old, new = changes.before.claims.get(ident), changes.after.claims.get(ident)
    line = new or old
    if line is None:
        raise KeyError(ident)
    record: dict[str, Any] = {"id": ident, "subject": line.subject, "property": line.property}
    record |= {"conditions": changes.words(line.conditions), "was": old and old.text, "is": new and new.text}
    if new is None:
        record["reason"] = changes.after.withdrawn.get(ident, "no reason is on record")
        record["text"] = f"{record['was']} [{ident}]: {record['reason']}"
    elif old is None:
        record["text"] = f"{record['is']} [{ident}]"
    elif old.text != new.text:
        record["text"] = f"{record['was']} -> {record['is']} [{ident}]"
    elif old.conditions != new.conditions:
        record["text"] = f"{record['is']} [{ident}]: its conditions"
    else:
        record["text"] = f"{record['is']} [{ident}]: its source, date, basis or notes"
    return record


def _moved(changes: Changes, move: Move) -> dict[str, Any]:
    return {
        "subject": move.question.subject,
        "property": move.question.property,
        "conditions": changes.words(move.question.conditions),
        "before": move.before,
        "after": move.after,
        "text": move.text,
    }
