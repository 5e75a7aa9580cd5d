"""The record of an edition: what the ledger held when it was released.

An edition is recorded as the ids of its claims with what they say, under which conditions (as a short hash), and which
questions each of them answers. That is enough to tell what was added, changed, withdrawn or reselected
since, without keeping the ledger's files.
"""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from chipledger.errors import QuestionError
from chipledger.ledger import Ledger
from chipledger.records import Claim, Tombstone

#: Letters of a hash: enough to tell the conditions of one property apart.
_LETTERS = 8


class Question(NamedTuple):
    """A question: whose, which property, under which conditions (a hash)."""

    subject: str
    property: str
    conditions: str


@dataclass(frozen=True, slots=True)
class Line:
    """What an edition remembers of a claim.

    Attributes
    ----------
    subject, property : str
    value : str
        As printed, with its modifier and the upper end of a range.
    unit : str
        Empty for text.
    conditions : str
        A hash of them.
    rest : str
        A hash of everything else: source, locator, dates, basis, notes.
    answers : tuple of str
        Hashes of the conditions under which this claim is the selected one.
    """

    subject: str
    property: str
    value: str
    unit: str
    conditions: str
    rest: str
    answers: tuple[str, ...] = ()

    @builtins.property
    def text(self) -> str:
        """Value and unit."""
        return f"{self.value} {self.unit}".rstrip()


@dataclass(frozen=True)
class Edition:
    """A released state of the ledger.

    Attributes
    ----------
    version : str
    claims : mapping of str to Line
    withdrawn : mapping of str to str
        Why claims went, by id.
    words : mapping of str to str
        What the hashes of conditions stand for, where that is known.
    """

    version: str
    claims: Mapping[str, Line]
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def answers(self) -> dict[Question, str]:
        """The id of the selected claim, by question."""
        return {
            Question(line.subject, line.property, conditions): ident
            for ident, line in self.claims.items()
            for conditions in line.answers
        }


def hashed(text: str) -> str:
    """A short hash that is the same on every machine.

    Examples
    --------
    >>> len(hashed("scope=chip")), hashed("scope=chip") == hashed("scope=core")
    (8, False)
    """
    return hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]


def edition_of(ledger: Ledger, version: str, tombstones: Mapping[str, Tombstone] | None = None) -> Edition:
    """The record of a ledger as it stands.

    Examples
    --------
    >>> import chipledger
    >>> edition = edition_of(chipledger.load(), "now")
    >>> edition.claims["aws-0010"].text
    '2.9 TB/s'
    """
    words = {hashed(str(c)): str(c) for claim in ledger.claims.values() for c in [claim.conditions]}
    answers: dict[str, list[str]] = {}
    for fact in ledger.facts():
        if fact.claim is not None:
            words[key := hashed(str(fact.conditions))] = str(fact.conditions)
            answers.setdefault(fact.claim.id, []).append(key)
    claims = {ident: _line(claim, sorted(answers.get(ident, ()))) for ident, claim in ledger.claims.items()}
    return Edition(version, claims, {i: stone.reason for i, stone in (tombstones or {}).items()}, words)


def _line(claim: Claim, answers: list[str]) -> Line:
    value = claim.value + (f" to {claim.upper}" if claim.upper else "")
    if claim.modifier and not claim.upper:
        value = f"{claim.modifier.replace('_', ' ')} {value}"
    rest = (claim.printed, claim.source, claim.locator, claim.basis, claim.said_on, claim.observed_on)
    marks = (claim.exact, claim.erratum, claim.note, claim.modifier)
    unit, key = claim.unit or "", hashed(str(claim.conditions))
    return Line(claim.subject, claim.property, value, unit, key, hashed(repr((rest, marks))), tuple(answers))


def written(edition: Edition) -> str:
    """An edition as JSON, one claim a line so that two records can be compared by eye."""

    def line(ident: str, row: Any) -> str:
        return f"{json.dumps(ident)}: {json.dumps(row, ensure_ascii=False, separators=(',', ':'))}"

    def block(rows: Mapping[str, Any]) -> str:
        return "{\n" + ",\n".join(line(ident, rows[ident]) for ident in sorted(rows)) + "\n}" if rows else "{}"

    claims = {
        ident: [row.subject, row.property, row.value, row.unit, row.conditions, row.rest, list(row.answers)]
        for ident, row in edition.claims.items()
    }
    version = json.dumps(edition.version)
    return f'{{\n"version": {version},\n"claims": {block(claims)},\n"withdrawn": {block(edition.withdrawn)}\n}}\n'


def read_edition(path: Path) -> Edition:
    """The record of an edition.

    Raises
    ------
    QuestionError
        If the file is not such a record.
    """
    try:
        record = json.loads(path.read_text("utf-8"))
        rows = record["claims"].items()
        claims = {ident: _row(row) for ident, row in rows}
        return Edition(str(record["version"]), claims, dict(record["withdrawn"]))
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        told = "allowed: JSON with version, claims and withdrawn, as `chipledger edition` prints it"
        raise QuestionError(f"{path.name!r} is no record of an edition; {told}") from None


def _row(row: list[Any]) -> Line:
    subject, prop, value, unit, conditions, rest, answers = row
    return Line(subject, prop, value, unit, conditions, rest, tuple(answers))


def recorded(folder: Path) -> dict[str, Path]:
    """The records beside a data folder, by version, the oldest first."""
    paths = (folder / "editions").glob("*.json") if (folder / "editions").is_dir() else ()
    return {path.stem: path for path in sorted(paths, key=lambda path: _order(path.stem))}


def last_edition(folder: Path) -> Edition | None:
    """The latest edition on record beside a data folder; ``None`` where there is none."""
    paths = list(recorded(folder).values())
    return read_edition(paths[-1]) if paths else None


def _order(version: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in version.split("."))
