"""The subject files."""

from __future__ import annotations

import re
from collections.abc import Callable

from chipledger.errors import did_you_mean
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import Mapping
from chipledger.records import SUBJECT_KINDS, Part, Subject

#: How many of a part: more than seven digits is a typing error.
_COUNT = re.compile(r"[1-9][0-9]{0,6}")

_SUBJECT_KEYS = (
    "id",
    "name",
    "kind",
    "vendor",
    "aliases",
    "form_factor",
    "made_of",
    "predecessor",
    "family",
    "lead",
    "note",
)


def read_subjects(reader: Reader, root: Mapping) -> list[tuple[Subject, Entry]]:
    """The subjects of one file, with the entries that they came from."""
    reader.only(root, ("subjects",))
    found = []
    for node in reader.entries(root, "subjects"):
        entry = Entry(reader, node, called(node, "subject"), _SUBJECT_KEYS)
        ident, name = entry.ident("id"), entry.text("name", required=True)
        kind = entry.choice("kind", SUBJECT_KINDS, required=True)
        vendor = entry.text("vendor", required=True)
        parts = _parts(entry)
        aliases = entry.words("aliases")
        lead = entry.flag("lead")
        form_factor, predecessor = entry.text("form_factor"), entry.text("predecessor")
        family, note = entry.text("family"), entry.text("note")
        if entry.good and ident and name and kind and vendor:
            subject = Subject(
                id=ident,
                name=name,
                kind=kind,
                vendor=vendor,
                aliases=aliases,
                form_factor=form_factor,
                made_of=parts,
                predecessor=predecessor,
                family=family,
                lead=lead,
                note=note,
            )
            found.append((subject, entry))
        else:
            entry.give_up("subject")
    return found


def _parts(entry: Entry) -> tuple[Part, ...]:
    found = []
    for node in entry.nodes("made_of"):
        if not isinstance(node, Mapping):
            entry.fault("made_of holds what is no part; allowed: {count: 1, subject: id}", "made_of")
            continue
        part = Entry(entry.reader, node, f"{entry.name}.made_of", ("count", "subject"))
        count = part.parsed("count", lambda t: None if _COUNT.fullmatch(t) else "allowed: 1, 2, 3 ...", required=True)
        subject = part.ident("subject")
        if count and subject:
            found.append(Part(int(count), subject))
        entry.good &= part.good
    return tuple(found)


def settle_subjects(read: list[tuple[Subject, Entry]], conditions: dict[str, tuple[str, ...]]) -> dict[str, Subject]:
    """Subjects by id, after the checks that need all of them: no name collides, every reference leads somewhere."""
    found: dict[str, Subject] = {}
    names: dict[str, str] = {}
    for subject, entry in read:
        _claim_names(subject, entry, found, names)
        found.setdefault(subject.id, subject)
    forms = conditions.get("form_factor", ())
    for subject, entry in read:
        for key, target in (("predecessor", subject.predecessor), ("family", subject.family)):
            if target:
                entry.known(key, target, "subject", found, f"{key} {{}} is no subject")
        for part in subject.made_of:
            entry.known("made_of", part.subject, "subject", found, "made of {}, which is no subject")
        if subject.form_factor and forms and subject.form_factor not in forms:
            hint = did_you_mean(subject.form_factor[:60], forms)
            entry.fault(f"form_factor {subject.form_factor[:60]!r} is none of the vocabulary{hint}", "form_factor")
        for key, leads in _REFERENCES.items():
            if _returns(subject.id, found, leads):
                entry.fault(f"{key} leads back to {subject.id!r}; allowed: other subjects", key)
    return found


def _claim_names(subject: Subject, entry: Entry, found: dict[str, Subject], names: dict[str, str]) -> None:
    for name in dict.fromkeys(n.casefold() for n in (subject.id, subject.name, *subject.aliases)):
        taken = names.setdefault(name, subject.id)
        if taken != subject.id or (name == subject.id and subject.id in found):
            entry.fault(f"the name {name[:80]!r} already belongs to {taken}; allowed: a name of its own", "aliases")
    folded = [alias.casefold() for alias in subject.aliases]
    for alias in sorted({a for a in folded if folded.count(a) > 1}):
        entry.fault(f"alias {alias[:80]!r} is given twice; allowed: once", "aliases")


#: What leads from one subject to others, and must never lead back.
_REFERENCES: dict[str, Callable[[Subject], tuple[str, ...]]] = {
    "made_of": lambda subject: tuple(part.subject for part in subject.made_of),
    "predecessor": lambda subject: (subject.predecessor,) if subject.predecessor else (),
    "family": lambda subject: (subject.family,) if subject.family else (),
}


def _returns(start: str, found: dict[str, Subject], leads: Callable[[Subject], tuple[str, ...]]) -> bool:
    """Whether following references from a subject comes back to it."""
    seen: set[str] = set()
    ahead = list(leads(found[start]))
    while ahead:
        name = ahead.pop()
        if name == start:
            return True
        if name in found and name not in seen:
            seen.add(name)
            ahead += leads(found[name])
    return False
