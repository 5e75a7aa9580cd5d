"""What changed from one edition to another: claims, and the answers that they give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chipledger.edition.record import Edition, Line, Question


@dataclass(frozen=True, slots=True)
class Move:
    """A question whose answer is not what it was, or that other claims now speak about.

    Attributes
    ----------
    question : Question
    before, after : str or None
        The id of the selected claim.
    said, says : str
        What it said and says; empty where there was or is no answer.
    """

    question: Question
    before: str | None
    after: str | None
    said: str
    says: str

    @property
    def text(self) -> str:
        """What happened, in words."""
        if self.before is None:
            return f"now {self.says} [{self.after}]"
        if self.after is None:
            return f"no answer any more; was {self.said} [{self.before}]"
        if self.before != self.after:
            return f"{self.said} [{self.before}] -> {self.says} [{self.after}]"
        if self.said != self.says:
            return f"{self.said} -> {self.says} [{self.after}]"
        return f"{self.says} [{self.after}] stays; what is beside or behind it changed"


@dataclass(frozen=True)
class Changes:
    """What differs between two editions.

    Attributes
    ----------
    before, after : Edition
    added, changed, withdrawn : tuple of str
        Ids of claims.
    reselected : tuple of Question
        Questions that both answer, with different claims.
    """

    before: Edition
    after: Edition
    added: tuple[str, ...]
    changed: tuple[str, ...]
    withdrawn: tuple[str, ...]
    reselected: tuple[Question, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.withdrawn or self.reselected)

    def words(self, conditions: str) -> str:
        """What a hash of conditions stands for; the hash itself where neither edition knows."""
        known = self.known(conditions)
        return f"conditions {conditions}" if known is None else known

    def known(self, conditions: str) -> str | None:
        """What a hash of conditions stands for, where either edition knows."""
        return self.after.words.get(conditions, self.before.words.get(conditions))

    def moves(self) -> Iterator[Move]:
        """Every question that a changed claim touches, in the order of subject, property and conditions."""
        old, new = self.before.answers(), self.after.answers()
        touched = {question for question in {*old, *new} if old.get(question) != new.get(question)}
        for ident in (*self.added, *self.changed, *self.withdrawn):
            for edition, answers in ((self.before, old), (self.after, new)):
                if (line := edition.claims.get(ident)) is not None:
                    keys = {*line.answers, line.conditions}
                    touched |= {q for key in keys if (q := Question(line.subject, line.property, key)) in answers}
        for question in sorted(touched, key=lambda q: (q.subject, q.property, self.words(q.conditions))):
            was, now = old.get(question), new.get(question)
            said = self.before.claims[was].text if was else ""
            yield Move(question, was, now, said, self.after.claims[now].text if now else "")


def compare(before: Edition, after: Edition) -> Changes:
    """What was added, changed, withdrawn and reselected from one edition to another.

    Examples
    --------
    >>> import chipledger
    >>> from chipledger.edition import edition_of
    >>> now = edition_of(chipledger.load(), "now")
    >>> bool(compare(now, now))
    False
    """
    old, new = before.claims, after.claims
    changed = tuple(sorted(i for i in old.keys() & new.keys() if _said(old[i]) != _said(new[i])))
    was, now = before.answers(), after.answers()
    reselected = tuple(sorted(q for q in was.keys() & now.keys() if was[q] != now[q]))
    added, withdrawn = tuple(sorted(new.keys() - old.keys())), tuple(sorted(old.keys() - new.keys()))
    return Changes(before, after, added, changed, withdrawn, reselected)


def _said(line: Line) -> tuple[str, ...]:
    return (line.subject, line.property, line.value, line.unit, line.conditions, line.rest)
