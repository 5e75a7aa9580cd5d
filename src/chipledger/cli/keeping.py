"""Verbs about editions: ``changes``, ``edition``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import chipledger
from chipledger.cli.grammar import Grammar
from chipledger.cli.words import folder_of, none, put
from chipledger.edition import (
    Edition,
    by_subject,
    changes_record,
    compare,
    edition_of,
    last_edition,
    read_edition,
    recorded,
    written,
)
from chipledger.errors import QuestionError, did_you_mean
from chipledger.reading.tombstones import read_tombstones


def add(grammar: Grammar) -> None:
    """Add these verbs."""
    changes = grammar.verb(
        "changes", "what was added, changed, withdrawn and reselected between two editions", _changes
    )
    changes.add_argument("before", nargs="?", help="a version, a record or a data folder; left out: the last edition")
    changes.add_argument("after", nargs="?", help="the same; left out: the data folder as it stands")
    edition = grammar.verb("edition", "the record of the ledger as an edition, for data/editions", _edition)
    edition.add_argument("version", nargs="?", default=chipledger.__version__)


def _changes(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    folder = folder_of(known)
    before = _named(known.before, folder) if known.before else last_edition(folder)
    if before is None:
        raise QuestionError("no edition is on record yet; allowed: naming what to compare with")
    after = _named(known.after, folder) if known.after else _standing(folder, "the data as they stand")
    changes = compare(before, after)
    record = changes_record(changes, list(changes.moves()))
    put(known, record, "\n".join(by_subject(record)))
    return 0


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
    raise QuestionError(
        f"no edition {name[:60]!r}{did_you_mean(name[:60], versions) if versions else '; none is kept'}"
    )


def _standing(folder: Path, version: str) -> Edition:
    return edition_of(chipledger.load(folder), version, read_tombstones(folder))


def _edition(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    print(written(_standing(folder_of(known), known.version)), end="")
    print(f"keep it as data/editions/{known.version}.json", file=sys.stderr)
    return 0
