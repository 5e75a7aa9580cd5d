"""Which chapters show which figures: what their roles ask, what their stored results hold, what their code names."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chipledger.errors import ChipledgerError
from chipledger.records import Conditions
from chipledger.site.grammar import Ask, read_derived, read_fact
from chipledger.vocabulary import Vocabulary

_ROLE = re.compile(r"\{(fact|derived)\}`([^`]+)`")
_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)+")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, and what it takes from the ledger.

    Attributes
    ----------
    name : str
        The notebook's name, without ending.
    asks : tuple of Ask
        The questions of its roles.
    held : frozenset of str
        Words of its stored results that may be ids of claims.
    named : frozenset of str
        Texts in its code: subjects, properties and whatever else.
    """

    name: str
    asks: tuple[Ask, ...]
    held: frozenset[str]
    named: frozenset[str]

    def shows(self, vocabulary: Vocabulary, subject: str, property: str, conditions: str | None, ids: set[str]) -> bool:
        """Whether a figure stands in the chapter.

        Parameters
        ----------
        vocabulary : Vocabulary
        subject, property : str
            Ids.
        conditions : str or None
            As ``name=value`` words; ``None`` when not known, which fits every question.
        ids : set of str
            The claims that were or are the answer, or stand beside it.
        """
        if ids & self.held:
            return True
        return any(ask.claim in ids or _asks(ask, vocabulary, subject, property, conditions) for ask in self.asks)

    def may_show(self, vocabulary: Vocabulary, subject: str) -> bool:
        """Whether the chapter's code names a subject, so that what is said of it may come up."""
        found = vocabulary.subjects.get(subject)
        return subject in self.named or (found is not None and any(alias in self.named for alias in found.aliases))


def chapters(folder: Path) -> list[Chapter]:
    """The chapters of a book, by name; none where there is no such folder."""
    return [_chapter(path) for path in sorted(folder.glob("*.ipynb"))] if folder.is_dir() else []


def _chapter(path: Path) -> Chapter:
    asks: list[Ask] = []
    held: set[str] = set()
    named: set[str] = set()
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            asks += _asked(source)
        elif cell["cell_type"] == "code":
            named |= _texts(source)
            held |= set(_ID.findall(json.dumps(cell.get("outputs", []))))
    return Chapter(path.stem, tuple(asks), frozenset(held), frozenset(named))


def _asked(source: str) -> Iterator[Ask]:
    """The questions of the roles in a cell; one that cannot be read is the build's to report."""
    for role, text in _ROLE.findall(source):
        words = " ".join(text.split())
        try:
            if role == "fact":
                yield read_fact(words)
            else:
                both = read_derived(words)
                yield from (both.left, both.right)
        except ChipledgerError:
            continue


def _texts(source: str) -> set[str]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return set()
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _asks(ask: Ask, vocabulary: Vocabulary, subject: str, property: str, conditions: str | None) -> bool:
    try:
        prop = vocabulary.property(ask.property)
        if prop.id != property or vocabulary.subject(ask.subject).id != subject:
            return False
        asked = vocabulary.check(prop, {k: v for k, v in ask.conditions.items() if k not in ask.assume})
    except ChipledgerError:
        return False
    if conditions is None:
        return True
    stated = Conditions(dict(word.partition("=")[::2] for word in _pairs(conditions)))
    # A form factor may stand for the subject's own, which its claims do not repeat.
    return stated.meets({key: value for key, value in asked.items() if key != "form_factor" or key in stated})


def _pairs(conditions: str) -> list[str]:
    """``scope=chip region=US East`` as pairs: a value may hold spaces, a name never does."""
    return re.split(r" (?=\w+=)", conditions) if conditions else []
