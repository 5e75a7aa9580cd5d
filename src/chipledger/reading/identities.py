"""Identities, the rules that fit many subjects, and the conflicts that are known.

What an identity names is looked up when it is checked, not here: it may speak of what is not on record, and is then
open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chipledger.identities.agreement import listed
from chipledger.identities.formula import wrong
from chipledger.identities.reconcile import PATTERNS
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import Mapping, Node, Scalar, Sequence
from chipledger.records.identity import EXPLANATIONS, RELATIONS, Equations, Identity, Known, Rule

_WORDS: tuple[str, ...] = (
    "property",
    "properties",
    "own",
    "ignore",
    "relation",
    "left",
    "right",
    "vendor",
    "kind",
    "settle",
    "elsewhere",
    "whole",
    "part",
    "price",
)
_KEYS = {
    "rules": ("id", "title", "pattern", *_WORDS),
    "identities": ("id", "title", "left", "right", "facts", "relation", "each"),
    "known": ("results", "kind", "explanation", "source"),
    "agreements": ("question", "selected", "differ", "kind", "explanation", "source"),
}
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass
class Identities:
    """What the data folder says about identities.

    Attributes
    ----------
    rules : list of Rule
    identities : list of Identity
    known : list of Known
    """

    rules: list[Rule] = field(default_factory=list)
    identities: list[Identity] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)

    def read(self, reader: Reader, root: Mapping) -> None:
        """Add what one file holds; faults go to the reader."""
        reader.only(root, _KEYS)
        for key, add in (
            ("rules", self._rule),
            ("identities", self._identity),
            ("known", self._known),
            ("agreements", self._agreement),
        ):
            for node in reader.entries(root, key) if key in root.items else ():
                for one in _each(reader, node) if key == "identities" else (node,):
                    add(Entry(reader, one, _called(one), _KEYS[key]))

    def equations(self) -> Equations:
        """All of it, to be kept."""
        return Equations(tuple(self.identities), tuple(self.rules), tuple(self.known))

    def _rule(self, entry: Entry) -> None:
        ident, title = entry.ident("id"), entry.text("title", required=True)
        pattern = entry.choice("pattern", PATTERNS, required=True)
        if "relation" in entry.node.items:
            entry.choice("relation", RELATIONS)
        words = {key: _listed(entry, key) for key in _WORDS if key in entry.node.items}
        if ident and self._new(entry, ident) and title and pattern and entry.good:
            self.rules.append(Rule(ident, title, pattern, words))

    def _identity(self, entry: Entry) -> None:
        ident, title = entry.ident("id"), entry.text("title", required=True)
        relation = entry.choice("relation", RELATIONS) or "equal"
        left, right = entry.text("left", required=True), entry.text("right", required=True)
        facts = _facts(entry)
        for side, text in (("left", left), ("right", right)):
            if text and (why := wrong(text, set(facts))):
                entry.fault(f"{side}: {why}", side)
        if ident and self._new(entry, ident) and title and left and right and entry.good:
            self.identities.append(Identity(ident, title, left, right, facts, relation))

    def _known(self, entry: Entry) -> None:
        results = entry.words("results")
        if not results:
            entry.fault("results names no result; allowed: a list of result ids", "results")
        self._explained(entry, results)

    def _agreement(self, entry: Entry) -> None:
        question, selected = entry.text("question", required=True), entry.ident("selected")
        differ = entry.words("differ")
        if not differ:
            entry.fault("differ names no claim; allowed: a list of claim ids", "differ")
        if question and selected:
            self._explained(entry, tuple(listed(question, other, selected) for other in differ))

    def _explained(self, entry: Entry, results: tuple[str, ...]) -> None:
        kind = entry.choice("kind", EXPLANATIONS) or "unexplained"
        told, source = entry.text("explanation") or "", entry.ident("source", required=False)
        if (kind == "sourced") != (source is not None):
            entry.fault(
                "an explanation that a source gives names it, and no other does; allowed: kind sourced with a source"
            )
        if kind != "unexplained" and not told:
            entry.fault("no explanation; allowed: one, or kind unexplained")
        for ident in results:
            if any(ident in known.results for known in self.known) or results.count(ident) > 1:
                entry.fault(f"{ident[:120]!r} is listed twice; allowed: once")
        if entry.good:
            self.known.append(Known(results, kind, told, source, entry.reader.file, entry.node.line))

    def _new(self, entry: Entry, ident: str) -> bool:
        if ident in {*(rule.id for rule in self.rules), *(other.id for other in self.identities)}:
            entry.fault(f"a second identity {ident!r}; allowed: one", "id")
        return entry.good


def _each(reader: Reader, node: Mapping) -> list[Mapping]:
    """An entry once for every line of its `each`, with the words of the line in place of ``{word}``."""
    lines = node.items.get("each")
    if lines is None:
        return [node]
    found = []
    for line in lines.items if isinstance(lines, Sequence) else ():
        if isinstance(line, Mapping) and all(isinstance(item, Scalar) for item in line.items.values()):
            found.append(
                _filled(node, {key: item.text for key, item in line.items.items() if isinstance(item, Scalar)})
            )
    if not found or not isinstance(lines, Sequence) or len(found) != len(lines.items):
        reader.fault(lines.line, _called(node), "each is not a list of words and values; allowed: [{word: value}]")
    return found


def _filled(node: Mapping, words: dict[str, str]) -> Mapping:
    def text(scalar: Scalar) -> Scalar:
        filled = scalar.text
        for word, value in words.items():
            filled = filled.replace(f"{{{word}}}", value)
        return Scalar(scalar.line, filled, scalar.quoted)

    items: dict[str, Node] = {}
    for key, item in node.items.items():
        if isinstance(item, Mapping):
            items[key] = _filled(item, words)
        elif key != "each":
            items[key] = text(item) if isinstance(item, Scalar) else item
    return Mapping(node.line, items, node.lines)


def _facts(entry: Entry) -> dict[str, dict[str, str]]:
    node = entry.node.items.get("facts")
    if not isinstance(node, Mapping):
        entry.fault(
            "facts is not a mapping; allowed: {name: {subject: ..., property: ...}} or {name: {claim: ...}}", "facts"
        )
        return {}
    found = {}
    for name, item in node.items.items():
        if not isinstance(item, Mapping) or not all(isinstance(word, Scalar) for word in item.items.values()):
            entry.fault(
                f"fact {name[:40]!r} is not a mapping of words; allowed: subject and property, or claim", "facts"
            )
            continue
        words = {key: word.text for key, word in item.items.items() if isinstance(word, Scalar)}
        if not _NAME.fullmatch(name):
            entry.fault(f"fact {name[:40]!r}; allowed: a name of a-z, 0-9 and underscores", "facts")
        if "assume" in words:
            entry.fault(f"fact {name[:40]!r} assumes something; allowed: what the sources state", "facts")
        if words.get("exactly", "true") not in ("true", "false"):
            entry.fault(
                f"fact {name[:40]!r}: exactly cannot be {words['exactly'][:40]!r}; allowed: true or false", "facts"
            )
        if set(words) - {"exactly"} != {"claim"} and not {"subject", "property"} <= set(words):
            entry.fault(f"fact {name[:40]!r} leads nowhere; allowed: subject and property, or claim alone", "facts")
        found[name] = words
    return found


def _listed(entry: Entry, key: str) -> tuple[str, ...]:
    """One word or a list of words."""
    if isinstance(entry.node.items.get(key), Scalar):
        text = entry.text(key)
        return (text,) if text else ()
    return entry.words(key)


def _called(node: Mapping) -> str:
    """What to call an entry in faults: its id, or the first result or the question that it lists."""
    for key in ("question", "results"):
        item = node.items.get(key)
        first = item.items[0] if isinstance(item, Sequence) and item.items else item
        if isinstance(first, Scalar):
            return first.text[:80]
    return called(node, "identity")
