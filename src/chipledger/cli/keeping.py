"""Verbs for who keeps the ledger: ``check``, ``changes``, ``edition``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chipledger
from chipledger.cli.grammar import Grammar
from chipledger.cli.words import folder_of, none, put
from chipledger.edition import Changes, Edition, Move, compare, edition_of, read_edition, recorded, written
from chipledger.errors import ChipledgerError, DataFaults, QuestionError, did_you_mean
from chipledger.ledger import Ledger
from chipledger.reading import data_folder
from chipledger.reading.tombstones import read_tombstones, tombstone_faults
from chipledger.records import Tombstone

#: Moves that `check` spells out; `changes` spells out all.
_SPELLED = 20


def add(grammar: Grammar) -> None:
    """Add these verbs."""
    grammar.verb("check", "check the data folder, and say what it moves since the last edition", _check)
    changes = grammar.verb("changes", "what was added, changed, withdrawn and reselected between two editions", _changes)
    changes.add_argument("before", nargs="?", help="a version, a record or a data folder; left out: the last edition")
    changes.add_argument("after", nargs="?", help="the same; left out: the data folder as it stands")
    edition = grammar.verb("edition", "the record of the ledger as an edition, for data/editions", _edition)
    edition.add_argument("version", nargs="?", default=chipledger.__version__)


def _check(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    folder = folder_of(known)
    try:
        ledger, stones = chipledger.load(folder), read_tombstones(folder)
        now = edition_of(ledger, "the data as they stand", stones)
        last = _last(folder)
        once = (last.claims, last.version) if last else ((), "")
        if faults := tombstone_faults(stones, ledger.claims, *once):
            raise DataFaults(faults)
    except DataFaults as error:
        if known.json:
            found = [{"file": f.file, "line": f.line, "subject": f.subject, "message": f.message} for f in error.faults]
            print(json.dumps({"passed": False, "faults": found}, ensure_ascii=False, indent=2))
            return 1
        raise
    counts = {"claims": len(ledger.claims), "sources": len(ledger.sources), "subjects": len(ledger.subjects)}
    counts["facts"] = len(ledger.facts())
    record: dict[str, Any] = {"passed": True, "faults": [], **counts, "moves": None}
    lines = ["passed: " + ", ".join(f"{number:,} {name}" for name, number in counts.items())]
    if last is not None:
        changes = compare(last, now)
        moves = list(changes.moves())
        shown, may = _chapters(folder, ledger, changes, moves)
        record["moves"] = {**_record(changes, moves), "chapters": shown, "chapters_that_name_the_subject": may}
        lines += [_headline(changes), *_spelled(changes, moves[:_SPELLED])]
        if len(moves) > _SPELLED:
            lines.append(f"  and {len(moves) - _SPELLED:,} more: chipledger changes")
        if moves:
            lines.append(f"chapters that show it: {', '.join(shown) or 'none'}")
        if may:
            lines.append(f"chapters that name the subject and may: {', '.join(may)}")
    put(known, record, "\n".join(lines))
    return 0


def _last(folder: Path) -> Edition | None:
    paths = list(recorded(folder).values())
    return read_edition(paths[-1]) if paths else None


def _chapters(folder: Path, ledger: Ledger, changes: Changes, moves: Sequence[Move]) -> tuple[list[str], list[str]]:
    """Names of the chapters that show what moved, and of those whose code names its subject."""
    if not moves:
        return [], []
    from chipledger.site.uses import chapters

    book = folder.resolve().parent / "book"
    shown, may = [], []
    about = {(move.question.subject, move.question.property): set[str]() for move in moves}
    for ident in (*changes.added, *changes.changed, *changes.withdrawn):
        for edition in (changes.before, changes.after):
            if (line := edition.claims.get(ident)) and (line.subject, line.property) in about:
                about[line.subject, line.property].add(ident)
    known = {**changes.before.words, **changes.after.words}
    for chapter in chapters(book):
        for move in moves:
            subject, prop, conditions = move.question
            ids = {ident for ident in (move.before, move.after) if ident} | about[subject, prop]
            if chapter.shows(ledger.vocabulary, subject, prop, known.get(conditions), ids):
                shown.append(chapter.name)
                break
        else:
            if any(chapter.may_show(ledger.vocabulary, move.question.subject) for move in moves):
                may.append(chapter.name)
    return shown, may


def _headline(changes: Changes) -> str:
    numbers = {"added": changes.added, "changed": changes.changed, "withdrawn": changes.withdrawn}
    told = ", ".join(f"{len(ids):,} {name}" for name, ids in numbers.items())
    return f"since {changes.before.version}: {told}, {len(changes.reselected):,} reselected"


def _spelled(changes: Changes, moves: Sequence[Move]) -> list[str]:
    lines = []
    for move in moves:
        words = changes.words(move.question.conditions)
        asked = f" ({words})" if words else ""
        lines.append(f"  {move.question.subject}.{move.question.property}{asked}: {move.text}")
    return lines


def _record(changes: Changes, moves: Sequence[Move]) -> dict[str, Any]:
    def claims(ids: Sequence[str]) -> list[dict[str, Any]]:
        return [_claim(changes, ident) for ident in ids]

    return {
        "before": changes.before.version,
        "after": changes.after.version,
        "added": claims(changes.added),
        "changed": claims(changes.changed),
        "withdrawn": claims(changes.withdrawn),
        "reselected": [_moved(changes, move) for move in moves if move.question in set(changes.reselected)],
        "facts": [_moved(changes, move) for move in moves],
    }


def _claim(changes: Changes, ident: str) -> dict[str, Any]:
    old, new = changes.before.claims.get(ident), changes.after.claims.get(ident)
    line = new or old
    assert line is not None
    record = {"id": ident, "subject": line.subject, "property": line.property, "conditions": changes.words(line.conditions)}
    if old is not None:
        record["was"] = old.text
    if new is not None:
        record["is"] = new.text
    if new is None:
        record["reason"] = changes.after.withdrawn.get(ident, "no reason is on record")
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


def _changes(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    folder = folder_of(known)
    before = _named(known.before, folder) if known.before else _last(folder)
    if before is None:
        raise QuestionError("no edition is on record yet; allowed: naming what to compare with")
    after = _named(known.after, folder) if known.after else _standing(folder, "the data as they stand")
    changes = compare(before, after)
    moves = list(changes.moves())
    record = _record(changes, moves)
    lines = [f"{before.version} -> {after.version}"]
    for title in ("added", "changed", "withdrawn", "reselected"):
        lines += [f"{title}: {len(record[title]):,}", *_by_subject(title, record[title])]
    put(known, record, "\n".join(lines))
    return 0


def _by_subject(title: str, rows: Sequence[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    subject = None
    for row in sorted(rows, key=lambda row: (row["subject"], row["property"])):
        if row["subject"] != subject:
            subject = row["subject"]
            lines.append(f"  {subject}")
        asked = f"{row['property']} ({row['conditions']})" if row["conditions"] else row["property"]
        if title == "reselected":
            told = row["text"]
        elif title == "withdrawn":
            told = f"{row['was']} [{row['id']}]: {row['reason']}"
        elif title == "changed":
            same = row["was"] == row["is"]
            told = f"{row['was']} -> {row['is']} [{row['id']}]" if not same else f"{row['is']} [{row['id']}]: its source, date or notes"
        else:
            told = f"{row['is']} [{row['id']}]"
        lines.append(f"    {asked}: {told}")
    return lines


def _named(name: str, folder: Path) -> Edition:
    """An edition by version, by the file of its record, or a data folder as it stands."""
    versions = recorded(folder)
    if name in versions:
        return read_edition(versions[name])
    path = Path(name)
    if path.is_dir():
        return _standing(path, name)
    if path.is_file():
        return read_edition(path)
    raise QuestionError(f"no edition {name[:60]!r}{did_you_mean(name, versions) if versions else '; none is on record'}")


def _standing(folder: Path, version: str) -> Edition:
    return edition_of(chipledger.load(folder), version, read_tombstones(folder))


def _edition(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    print(written(_standing(folder_of(known), known.version)), end="")
    print(f"keep it as data/editions/{known.version}.json", file=sys.stderr)
    return 0
