"""Intake batches: what became of every entry that was handed in.

A batch is a folder: ``batch.yaml`` says which ids were received, and every other file lists entries. Each received
id stands in exactly one entry of one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from chipledger.errors import DataFaults, Fault
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import Mapping as Node
from chipledger.reading.yamlfile import Scalar, read
from chipledger.records import RELAY, Claim, Recipe, Source

#: Why an entry was left out, and what that means.
REASONS: Mapping[str, str] = {
    "no_public_address": "its source has no address that a reader could open",
    "not_supported": "its page does not say what the entry says",
    "out_of_scope": "it is about nothing that the ledger holds",
    "restated": "another entry, its twin, says the same from a better source",
    "known_error": "a third party's slip about something that others state correctly",
}

#: What an entry can become.
OUTCOMES = ("claim", "recipe", "merged", "left_out")

_KEYS = ("id", *OUTCOMES, "twin", "words")
_NUMBERED = re.compile(r"(.*?)(\d+)")


@dataclass(frozen=True, slots=True)
class Received:
    """Ids that were handed in, from the first to the last without a gap."""

    area: str
    about: str
    first: str
    last: str

    def ids(self) -> Iterator[str]:
        """Every id.

        Examples
        --------
        >>> list(Received("aws", "AWS", "aws-0009", "aws-0011").ids())
        ['aws-0009', 'aws-0010', 'aws-0011']
        """
        stem, low = _split(self.first)
        high = _split(self.last)[1]
        for number in range(int(low), int(high) + 1):
            yield f"{stem}{number:0{len(low)}d}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one entry.

    Attributes
    ----------
    id : str
    kind : str
        One of `OUTCOMES`.
    to : str
        The claim or recipe that it became or was merged with, or one of `REASONS`.
    twin, words : str or None
        For what was left out: the entry that says the same, and more about why.
    file, line : str, int
        Where it stands.
    """

    id: str
    kind: str
    to: str
    twin: str | None
    words: str | None
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch: what was received, and what became of it."""

    name: str
    received: tuple[Received, ...]
    outcomes: Mapping[str, Outcome]

    def counts(self) -> dict[str, dict[str, int]]:
        """How many entries of each area became what."""
        return {
            part.area: {
                kind: number
                for kind in OUTCOMES
                if (number := sum(self.outcomes[i].kind == kind for i in part.ids() if i in self.outcomes))
            }
            for part in self.received
        }


def read_intake(folder: Path) -> dict[str, Batch]:
    """Every batch under a folder, by name.

    Raises
    ------
    DataFaults
        With every fault, each with file and line: an id that was received and is in no entry, an entry in two
        places or never received, a reason that is not among `REASONS`.
    """
    faults: list[Fault] = []
    places: dict[str, str] = {}
    batches = {}
    for path in sorted(path for path in folder.iterdir() if path.is_dir()):
        received: list[Received] = []
        outcomes: dict[str, Outcome] = {}
        for file in sorted(path.glob("*.yaml")):
            name = f"{path.name}/{file.name}"
            root = read(file, name, faults)
            if root is None:
                continue
            reader = Reader(name, faults)
            if file.name == "batch.yaml":
                received = _received(reader, root)
                continue
            reader.only(root, ("entries",))
            for node in reader.entries(root, "entries"):
                outcome = _outcome(Entry(reader, node, called(node, "entry"), _KEYS))
                if outcome is None:
                    continue
                if outcome.id in places:
                    told = f"stands here and in {places[outcome.id]}; allowed: one place"
                    reader.fault(outcome.line, outcome.id, told)
                places[outcome.id] = f"{name}:{outcome.line}"
                outcomes[outcome.id] = outcome
        wanted = {ident for part in received for ident in part.ids()}
        for ident in sorted(wanted - set(outcomes)):
            faults.append(Fault(f"{path.name}/batch.yaml", 1, ident, "was received and is in no entry; allowed: one"))
        for ident in sorted(set(outcomes) - wanted):
            faults.append(Fault(outcomes[ident].file, outcomes[ident].line, ident, "is no id that was received"))
        batches[path.name] = Batch(path.name, tuple(received), outcomes)
    if faults:
        raise DataFaults(faults)
    return batches


def intake_faults(
    batch: Batch,
    claims: Mapping[str, Claim],
    recipes: Mapping[str, Recipe],
    sources: Mapping[str, Source],
    withdrawn: Mapping[str, object],
) -> list[Fault]:
    """Where a batch does not fit the ledger: names that lead nowhere, sources without an address.

    Parameters
    ----------
    batch : Batch
    claims, recipes, sources : mapping
        Of the ledger, by id.
    withdrawn : mapping
        Withdrawn claims by id: an entry may still name one.
    """
    faults = []
    for outcome in batch.outcomes.values():
        ident = outcome.twin if outcome.kind == "left_out" else outcome.to
        kept: Claim | Recipe | None = claims.get(ident or "") if outcome.kind != "recipe" else None
        if kept is None and outcome.kind != "claim":
            kept = recipes.get(ident or "")
        if ident and kept is None and ident not in withdrawn:
            faults.append(Fault(outcome.file, outcome.line, outcome.id, f"{ident!r} is not in the ledger"))
        source = sources[kept.source] if kept else None
        if source and (source.kind == RELAY or not source.url):
            faults.append(Fault(outcome.file, outcome.line, outcome.id, f"source {source.id!r} has no public address"))
    return faults


def _received(reader: Reader, root: Node) -> list[Received]:
    reader.only(root, ("batch", "received"))
    found = []
    for node in reader.entries(root, "received"):
        named = node.items.get("area")
        name = named.text[:80] if isinstance(named, Scalar) else "a part without area"
        entry = Entry(reader, node, name, ("area", "about", "first", "last", "count"))
        area, about = entry.text("area", required=True), entry.text("about", required=True)
        first, last = entry.ident("first"), entry.ident("last")
        number = entry.parsed("count", lambda t: None if t.isdecimal() else "allowed: a number", required=True)
        if not (entry.good and area and about and first and last and number):
            continue
        part = Received(area, about, first, last)
        if _split(first)[0] != _split(last)[0]:
            entry.fault(f"{first} and {last} are not of one kind; allowed: two ids that differ in their number")
        elif (count := sum(1 for _ in part.ids())) != int(number):
            entry.fault(f"{first} to {last} are {count}; allowed: that count", "count")
        else:
            found.append(part)
    return found


def _outcome(entry: Entry) -> Outcome | None:
    ident = entry.ident("id")
    kinds = [kind for kind in OUTCOMES if kind in entry.node.items]
    if len(kinds) != 1:
        entry.fault(f"{len(kinds)} outcomes; allowed: one of {', '.join(OUTCOMES)}")
        return None
    [kind] = kinds
    twin, words = entry.ident("twin", required=False), entry.text("words")
    to = entry.choice(kind, REASONS, required=True) if kind == "left_out" else entry.ident(kind)
    if kind != "left_out" and (twin or words):
        entry.fault("twin and words explain what was left out; allowed: neither here")
    if to == "restated" and not twin:
        entry.fault("restated by what? allowed: twin, the id of the entry that says the same", kind)
    if to in ("not_supported", "out_of_scope", "known_error") and not words:
        entry.fault(f"{to} without words; allowed: words that say what was found", kind)
    if not (entry.good and ident and to):
        return None
    return Outcome(ident, kind, to, twin, words, entry.reader.file, entry.node.line)


def _split(ident: str) -> tuple[str, str]:
    match = _NUMBERED.fullmatch(ident)
    return (match[1], match[2]) if match else (ident, "0")
