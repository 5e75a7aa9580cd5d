"""The verb ``check``: whether the data folder stands, and what it moves since the last edition."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chipledger
from chipledger.cli.grammar import Grammar
from chipledger.cli.reconciling import reconciliation
from chipledger.cli.words import folder_of, none, put
from chipledger.edition import (
    Changes,
    Edition,
    Move,
    changes_record,
    compare,
    edition_of,
    headline,
    last_edition,
    spelled,
)
from chipledger.errors import DataFaults
from chipledger.ledger import Ledger
from chipledger.reading.tombstones import read_tombstones, tombstone_faults

#: How many moves and identities are spelled out; `changes` spells out all moves.
_SPELLED = 20


def add(grammar: Grammar) -> None:
    """Add this verb."""
    grammar.verb("check", "check the data folder, and say what it moves since the last edition", _check)


def _check(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    folder = folder_of(known)
    try:
        ledger, last, now = _read(folder)
    except DataFaults as error:
        if known.json:
            found = [{"file": f.file, "line": f.line, "subject": f.subject, "message": f.message} for f in error.faults]
            print(json.dumps({"passed": False, "faults": found}, ensure_ascii=False, indent=2))
            return 1
        raise
    counts = {"claims": len(ledger.claims), "sources": len(ledger.sources), "subjects": len(ledger.subjects)}
    counts["facts"] = len(ledger.facts())
    balance, verdicts, told = reconciliation(ledger)
    record: dict[str, Any] = {"passed": not told, "faults": told, **counts, **balance, "moves": None}
    lines = [("failed: " if told else "passed: ") + ", ".join(f"{number:,} {name}" for name, number in counts.items())]
    lines += [verdicts, *told]
    if last is not None:
        record["moves"], moved = _moved(folder, ledger, compare(last, now))
        lines += moved
    put(known, record, "\n".join(lines))
    return 1 if record["faults"] else 0


def _read(folder: Path) -> tuple[Ledger, Edition | None, Edition]:
    """The ledger, the last edition, and the ledger as an edition."""
    ledger, stones = chipledger.load(folder), read_tombstones(folder)
    last = last_edition(folder)
    once = (last.claims, last.version) if last else ((), "")
    if faults := tombstone_faults(stones, ledger.claims, *once):
        raise DataFaults(faults)
    return ledger, last, edition_of(ledger, "the data as they stand", stones)


def _moved(folder: Path, ledger: Ledger, changes: Changes) -> tuple[dict[str, Any], list[str]]:
    """What the difference touches, as a record and in words."""
    moves = list(changes.moves())
    record, lines = changes_record(changes, moves), [headline(changes), *spelled(changes, moves[:_SPELLED])]
    if len(moves) > _SPELLED:
        lines.append(f"  and {len(moves) - _SPELLED:,} more; `chipledger changes` spells out every claim")
    shown, may = _chapters(folder, ledger, changes, moves)
    touched = {ident for move in moves for ident in (move.before, move.after)} | {*changes.added, *changes.changed}
    entered = [result for result in ledger.identities() if touched & {*result.inputs}] if moves else []
    record |= {
        "identities": [{"id": result.id, "verdict": result.verdict} for result in entered],
        "chapters": shown,
        "chapters_that_name_the_subject": may,
    }
    if not moves:
        return record, lines
    verdicts = Counter(result.verdict for result in entered)
    counted = ", ".join(f"{number:,} {verdict}" for verdict, number in verdicts.items())
    lines.append(f"identities that it enters: {counted or 'none'}")
    uneven = [result for result in entered if result.verdict != "reconciled"]
    lines += [f"  {result.verdict}: {result.id}" for result in uneven[:_SPELLED]]
    lines.append(f"chapters that show it: {', '.join(shown) or 'none'}")
    if may:
        lines.append(f"chapters whose code names the subject and may show it: {', '.join(may)}")
    return record, lines


def _chapters(folder: Path, ledger: Ledger, changes: Changes, moves: Sequence[Move]) -> tuple[list[str], list[str]]:
    """Names of the chapters that show what moved, and of those whose code names its subject."""
    if not moves:
        return [], []
    from chipledger.site.uses import chapters

    ids = {(move.question.subject, move.question.property): {move.before, move.after} for move in moves}
    for ident in (*changes.added, *changes.changed, *changes.withdrawn):
        for edition in (changes.before, changes.after):
            if (line := edition.claims.get(ident)) and (line.subject, line.property) in ids:
                ids[line.subject, line.property].add(ident)
    shown, may = [], []
    for chapter in chapters(folder.resolve().parent / "book"):
        for move in moves:
            subject, prop, conditions = move.question
            claims = {ident for ident in ids[subject, prop] if ident}
            if chapter.shows(ledger.vocabulary, subject, prop, changes.known(conditions), claims):
                shown.append(chapter.name)
                break
        else:
            if any(chapter.may_show(ledger.vocabulary, move.question.subject) for move in moves):
                may.append(chapter.name)
    return shown, may
