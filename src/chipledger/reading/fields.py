"""Typed fields out of YAML nodes; everything wrong with an entry is noted, nothing raises."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from chipledger import dates
from chipledger.errors import Fault, did_you_mean
from chipledger.reading.yamlfile import Mapping, Node, Scalar, Sequence

ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
_ADDRESS = re.compile(r"https?://[^\s<>\"'{}|\\^`]+")

#: The earliest date that any figure in this field can carry.
_EARLIEST = "2012"


class Lost:
    """Names whose own entries are faulty: what refers to them is not blamed for it."""

    def __init__(self) -> None:
        self._names: set[tuple[str, str]] = set()

    def add(self, kind: str, name: str | None = None) -> None:
        """Note that an entry, or for ``None`` a whole file of this kind, could not be read."""
        self._names.add((kind, name or ""))

    def __contains__(self, pair: tuple[str, str]) -> bool:
        return pair in self._names or (pair[0], "") in self._names


@dataclass
class Reader:
    """Collects faults while entries are read.

    Attributes
    ----------
    file : str
        Name to print.
    faults : list of Fault
    lost : Lost
    today : str
        Dates later than this are impossible.
    """

    file: str
    faults: list[Fault]
    lost: Lost = field(default_factory=Lost)
    today: str = field(default_factory=lambda: datetime.date.today().isoformat())

    def fault(self, line: int, subject: str, message: str) -> None:
        """Note one thing wrong."""
        self.faults.append(Fault(self.file, line, subject, message))

    def only(self, root: Mapping, allowed: Iterable[str]) -> None:
        """Note every key of a file that is not among `allowed`."""
        keys = tuple(allowed)
        for name in root.items:
            if name not in keys:
                self.fault(root.lines[name], self.file, f"unknown key {name[:60]!r}{did_you_mean(name[:60], keys)}")

    def entries(self, root: Mapping, key: str) -> list[Mapping]:
        """The list of mappings under `key`."""
        node = root.items.get(key)
        if node is None:
            self.fault(root.line, self.file, f"no {key!r}; allowed: a list under {key!r}")
            return []
        if not isinstance(node, Sequence):
            self.fault(node.line, self.file, f"{key!r} is not a list; allowed: a list of entries")
            return []
        found = []
        for item in node.items:
            if isinstance(item, Mapping):
                found.append(item)
            else:
                self.fault(item.line, self.file, f"an entry of {key!r} is not a mapping; allowed: names and values")
        return found


class Entry:
    """One mapping, read field by field.

    Parameters
    ----------
    reader : Reader
    node : Mapping
    name : str
        What to call the entry in faults.
    allowed : iterable of str
        The keys it may have.
    """

    def __init__(self, reader: Reader, node: Mapping, name: str, allowed: Iterable[str]) -> None:
        self.reader, self.node, self.name = reader, node, name
        self.good = True
        keys = tuple(allowed)
        for key in node.items:
            if key not in keys:
                self.fault(f"unknown key {key[:60]!r}{did_you_mean(key[:60], keys)}", key)

    def fault(self, message: str, key: str | None = None) -> None:
        """Note that the entry is wrong, at the line of `key` or of the entry."""
        self.good = False
        line = self.node.lines.get(key, self.node.line) if key else self.node.line
        self.reader.fault(line, self.name, message)

    def give_up(self, kind: str) -> None:
        """Note that the entry cannot be used, so that nothing that refers to it is blamed."""
        ident = self.node.items.get("id")
        self.reader.lost.add(kind, ident.text if isinstance(ident, Scalar) else None)

    def known(self, key: str, name: str, kind: str, found: Iterable[str], what: str) -> bool:
        """Whether a name leads somewhere; if not, and it is not that entry's own fault, that is noted."""
        words = tuple(found)
        if name in words:
            return True
        if (kind, name) not in self.reader.lost:
            self.fault(f"{what.format(repr(name[:80]))}{did_you_mean(name[:80], words)}", key)
        return False

    def text(self, key: str, *, required: bool = False) -> str | None:
        """A piece of text."""
        node = self.node.items.get(key)
        if node is None:
            if required:
                self.fault(f"no {key}; allowed: an entry that states it")
            return None
        if not isinstance(node, Scalar):
            self.fault(f"{key} is not text; allowed: one value", key)
            return None
        return node.text if self._plain(key, node.text) else None

    def _plain(self, key: str, text: str) -> bool:
        if not text.strip():
            self.fault(f"{key} is empty; allowed: leaving it out, or a value", key)
            return False
        if text != text.strip(" "):
            self.fault(f"{key} {text[:80]!r} begins or ends with a space; allowed: no space there", key)
            return False
        return True

    def parsed(self, key: str, parse: Callable[[str], str | None], *, required: bool = False) -> str | None:
        """Text that `parse` accepts; `parse` returns what is wrong, or ``None``."""
        text = self.text(key, required=required)
        if text is not None and (wrong := parse(text)):
            self.fault(f"{key} {text[:80]!r}: {wrong}", key)
            return None
        return text

    def ident(self, key: str, *, required: bool = True) -> str | None:
        """An id: lower-case words joined by hyphens or points."""
        allowed = "allowed: a-z, 0-9, hyphens and points between"
        return self.parsed(key, lambda t: None if ID.fullmatch(t) else allowed, required=required)

    def choice(self, key: str, allowed: Iterable[str], *, required: bool = False) -> str | None:
        """One of some words."""
        words = tuple(allowed)
        return self.parsed(key, lambda t: None if t in words else did_you_mean(t, words)[2:], required=required)

    def date(self, key: str, *, required: bool = False) -> str | None:
        """A date as precise as it is known."""
        return self.parsed(key, lambda t: date_fault(t, self.reader.today), required=required)

    def address(self, key: str) -> str | None:
        """A public web address."""
        return self.parsed(
            key, lambda t: None if _ADDRESS.fullmatch(t) else "allowed: an http or https address", required=True
        )

    def flag(self, key: str) -> bool:
        """``true`` or ``false``; left out means false."""
        return self.choice(key, ("true", "false")) == "true"

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        node = self.node.items.get(key)
        if node is None:
            return ()
        if not isinstance(node, Sequence) or not all(isinstance(item, Scalar) for item in node.items):
            self.fault(f"{key} is not a list of words; allowed: [one, two]", key)
            return ()
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        return tuple(text for text in texts if self._plain(key, text))

    def pairs(self, key: str) -> dict[str, str]:
        """A mapping of names to texts."""
        node = self.node.items.get(key)
        if node is None:
            return {}
        if not isinstance(node, Mapping) or not all(isinstance(item, Scalar) for item in node.items.values()):
            self.fault(f"{key} is not a mapping of names to values; allowed: {{name: value}}", key)
            return {}
        return {name: item.text for name, item in node.items.items() if isinstance(item, Scalar)}

    def nodes(self, key: str) -> tuple[Node, ...]:
        """The items of a list, whatever they are."""
        node = self.node.items.get(key)
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.fault(f"{key} is not a list; allowed: a list", key)
            return ()
        return node.items


def called(node: Mapping, kind: str) -> str:
    """What to call an entry in faults: its id."""
    ident = node.items.get("id")
    return ident.text[:80] if isinstance(ident, Scalar) and ident.text.strip() else f"a {kind} without id"


def date_fault(text: str, today: str) -> str | None:
    """What is wrong with a date, or ``None``.

    Examples
    --------
    >>> date_fault("2025-02-30", "2026-01-01")
    'there is no such day; allowed: YYYY-MM-DD, YYYY-MM or YYYY'
    >>> date_fault("2024-12", "2026-01-01") is None
    True
    """
    if fault := dates.wrong(text):
        return fault
    if text < _EARLIEST:
        return f"before {_EARLIEST}, when none of this hardware existed"
    if text > today[: len(text)]:
        return f"in the future (today is {today})"
    return None
