"""YAML files as trees of text with line numbers; the only room that imports YAML.

Scalars stay the text that was written: nothing is turned into a number, a date or a boolean here, so
the digits of ``2.90`` survive and ``NO`` is not ``False``. What other YAML readers would take for
something else has to be quoted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from chipledger.errors import Fault

#: Larger files are split; a file above this size is a mistake or an attack.
LARGEST = 8_000_000

#: Records are flat: nothing legitimate nests deeper.
_DEEPEST = 12

#: What may be invisible: everything but line ends, printable ASCII and the letters of most languages.
_SUSPECT = re.compile(r"[^\n\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u4e00-\u9fff]")

#: Plain text that begins like this, or is this short, may be taken for something else.
_DOUBTFUL = re.compile(r"[-+.~\d].*|\w{1,4}", re.ASCII | re.DOTALL)

_SURPRISES = (
    (re.compile(r"(?i:yes|no|on|off|y|n|null|~)"), "other YAML readers take it for a boolean or nothing"),
    (re.compile(r"[-+]?\d[\d,]*_[\d_,.]*"), "other YAML readers drop the underscore"),
    (re.compile(r"[-+]?\d+(:[0-5]?\d)+(\.\d*)?"), "other YAML readers take it for base sixty"),
    (re.compile(r"[-+]?0[0-7]+|0o[0-7]+|0x[0-9a-fA-F]+|0b[01]+"), "other YAML readers take it for another base"),
    (re.compile(r"[-+]?\.(?i:inf|nan)"), "not a number that can be printed"),
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text and the line it begins on."""

    line: int
    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    line: int
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """Named nodes, with the line of each name."""

    line: int
    items: dict[str, Node]
    lines: dict[str, int]


Node = Scalar | Sequence | Mapping


class _Bad(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message


def read(path: Path, name: str, faults: list[Fault]) -> Mapping | None:
    """A YAML file as a mapping of nodes; what is wrong with it goes to `faults`.

    Parameters
    ----------
    path : Path
    name : str
        The name of the file to print in faults.
    faults : list of Fault
        Receives what is wrong; the answer is then ``None``, or lacks only what was refused.

    Returns
    -------
    Mapping or None
    """

    def fault(line: int, message: str) -> None:
        faults.append(Fault(name, line, path.stem, message))

    try:
        raw = path.read_bytes()
    except OSError as error:
        fault(1, f"cannot be read: {error.strerror or 'unknown reason'}")
        return None
    if len(raw) > LARGEST:
        fault(1, f"{len(raw)} bytes; allowed: at most {LARGEST}")
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        fault(raw.count(b"\n", 0, error.start) + 1, f"byte 0x{raw[error.start]:02x} is not UTF-8; allowed: UTF-8 text")
        return None
    if not text.strip():
        fault(1, "the file is empty; allowed: a mapping of names to entries")
        return None
    if unprintable := list(_unprintable(text)):
        for number, message in unprintable:
            fault(number, message)
        return None
    try:
        root = _tree(text, fault)
    except _Bad as bad:
        fault(bad.line, bad.message)
        return None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = str(getattr(error, "problem", None) or error).replace("\n", " ")
        fault(mark.line + 1 if mark else 1, f"not YAML: {problem}; allowed: one mapping of names to entries")
        return None
    if not isinstance(root, Mapping):
        fault(root.line if root else 1, "not a mapping; allowed: a mapping of names to entries")
        return None
    return root


def _unprintable(text: str) -> Iterator[tuple[int, str]]:
    """The first character of each line that readers cannot see or that ends a line for YAML alone."""
    last = 0
    for match in _SUSPECT.finditer(text.replace("\r\n", "\n")):
        letter, number = match[0], match.string.count("\n", 0, match.start()) + 1
        if number == last:
            continue
        if letter == "\t":
            yield number, "a tab; allowed: spaces"
        elif unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp"):
            yield number, f"invisible character U+{ord(letter):04X}; allowed: printable text"
        else:
            continue
        last = number


def _tree(text: str, fault: Any) -> Node | None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    events = yaml.parse(text, Loader=loader)
    root: Node | None = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _Bad(_line(event), "a second document; allowed: one a file")
            root = _node(next(events), events, fault, 0)
    return root


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _node(event: Any, events: Iterator[Any], fault: Any, depth: int) -> Node:
    line = _line(event)
    if depth > _DEEPEST:
        raise _Bad(line, f"nested too deeply; allowed: {_DEEPEST} levels")
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _Bad(line, "an anchor or alias; allowed: writing the entry out")
    if getattr(event, "tag", None) and event.tag != "!":
        raise _Bad(line, f"a tag {event.tag[:40]!r}; allowed: untagged values")
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event, line, fault)
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_node(inner, events, fault, depth + 1))
        return Sequence(line, tuple(items))
    found: dict[str, Node] = {}
    lines: dict[str, int] = {}
    while not isinstance(inner := next(events), yaml.MappingEndEvent):
        key = _node(inner, events, fault, depth + 1)
        value = _node(next(events), events, fault, depth + 1)
        if not isinstance(key, Scalar):
            raise _Bad(key.line, "a name that is not text; allowed: a word")
        if key.text in found:
            fault(key.line, f"{key.text!r} is given twice; allowed: once")
            continue
        found[key.text] = value
        lines[key.text] = key.line
    return Mapping(line, found, lines)


def _scalar(event: Any, line: int, fault: Any) -> Scalar:
    quoted = bool(event.style)  # plain text has no style: the C parser says so with an empty one
    if not quoted and _DOUBTFUL.fullmatch(event.value):
        for pattern, why in _SURPRISES:
            if pattern.fullmatch(event.value):
                fault(line, f"unquoted {event.value!r}: {why}; allowed: quote it if it is meant")
    return Scalar(line, event.value, quoted)
