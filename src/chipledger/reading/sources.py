"""The source files."""

from __future__ import annotations

import re

from chipledger.reading.fields import ID, Entry, Reader, called
from chipledger.reading.yamlfile import Mapping
from chipledger.records import RELAY, SOURCE_KINDS, Source

_SOURCE_KEYS = (
    "id",
    "title",
    "publisher",
    "url",
    "published",
    "version",
    "kind",
    "read_as",
    "copy_of",
    "document",
    "revision",
    "note",
)
#: Which of the undated versions of a page a record is.
_REVISION = re.compile(r"[1-9][0-9]?")

_RELAY_KEYS = ("id", "title", "publisher", "published", "version", "note")


def read_sources(reader: Reader, root: Mapping) -> list[tuple[Source, Entry]]:
    """The sources of one file, with the entries that they came from."""
    reader.only(root, ("sources", "relays"))
    found = []
    kinds = (("sources", _SOURCE_KEYS, _source), ("relays", _RELAY_KEYS, _relay))
    for kind, keys, parse in kinds:
        if kind not in root.items and (kind == "relays" or "relays" in root.items):
            continue
        for node in reader.entries(root, kind):
            entry = Entry(reader, node, called(node, kind.removesuffix("s")), keys)
            if record := parse(entry):
                found.append((record, entry))
            else:
                entry.give_up("source")
    return found


def _source(entry: Entry) -> Source | None:
    ident = entry.ident("id")
    title, publisher = entry.text("title", required=True), entry.text("publisher", required=True)
    url = entry.address("url")
    kind = entry.choice("kind", SOURCE_KINDS, required=True)
    published = entry.date("published")
    read_as = entry.parsed("read_as", _read_as_fault, required=True)
    version, copy_of = entry.text("version"), entry.text("copy_of")
    document, note = entry.ident("document", required=False), entry.text("note")
    revision = entry.parsed("revision", lambda t: None if _REVISION.fullmatch(t) else "allowed: 1, 2, 3 ... 99")
    if not (entry.good and ident and title and publisher and url and kind and read_as):
        return None
    return Source(
        id=ident,
        title=title,
        publisher=publisher,
        url=url,
        published=published,
        version=version,
        kind=kind,
        read_as=read_as,
        copy_of=copy_of,
        document=document or ident,
        note=note,
        revision=int(revision or 0),
    )


def _read_as_fault(text: str) -> str | None:
    good = text == "copy" or ID.fullmatch(text.removeprefix("via:"))
    return None if good and (text == "copy" or text.startswith("via:")) else "allowed: copy, via:<source id>"


def _relay(entry: Entry) -> Source | None:
    """A record with no public address, through which other sources were seen."""
    ident, title = entry.ident("id"), entry.text("title", required=True)
    publisher, published = entry.text("publisher", required=True), entry.date("published")
    version, note = entry.text("version"), entry.text("note")
    if not (entry.good and ident and title and publisher):
        return None
    return Source(ident, title, publisher, "", published, version, RELAY, "copy", None, ident, note)


def settle_sources(read: list[tuple[Source, Entry]]) -> dict[str, Source]:
    """Sources by id, after the checks that need all of them."""
    found: dict[str, Source] = {}
    for source, entry in read:
        if source.id in found:
            entry.fault(f"source {source.id!r} is defined twice; allowed: one record a source", "id")
        found.setdefault(source.id, source)
    for source, entry in read:
        if entry.known("document", source.document, "source", found, "document {} is no source"):
            stands = found[source.document].document
            if stands != source.document:
                told = f"document {source.document!r} is itself a version of {stands!r}"
                entry.fault(f"{told}; allowed: the id that stands for the page", "document")
        _follow(source, entry, found)
    _check_revisions(read)
    return found


def _check_revisions(read: list[tuple[Source, Entry]]) -> None:
    """Either dates order the versions of a page, or each has a revision of its own."""
    pages: dict[str, dict[int, str]] = {}
    for source, _ in read:
        if source.revision:
            pages.setdefault(source.document, {}).setdefault(source.revision, source.id)
    for source, entry in read:
        taken = pages.get(source.document, {})
        if taken and not source.revision:
            told = f"no revision, which other versions of {source.document!r} have"
            entry.fault(f"{told}; allowed: a revision for each version of a page, or for none")
        elif taken and taken[source.revision] != source.id:
            told = f"revision {source.revision} of {source.document!r} is {taken[source.revision]!r} already"
            entry.fault(f"{told}; allowed: another number", "revision")


def _follow(source: Source, entry: Entry, found: dict[str, Source]) -> None:
    """A chain of ``via`` ends at a source that was read."""
    if source.via and not entry.known("read_as", source.via, "source", found, "via {} leads nowhere"):
        return
    seen: set[str] = set()
    current: Source | None = source
    while current and current.via:
        if current.id in seen:
            entry.fault(f"via {source.via!r} leads back to itself; allowed: a source that was read", "read_as")
            return
        seen.add(current.id)
        current = found.get(current.via)
