"""Equations that the world promises between facts, and what came of checking them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from chipledger.interval import Interval

#: How the two sides of an identity should stand to one another, and the sign.
RELATIONS = {"equal": "=", "at_least": "≥", "at_most": "≤"}

#: What checking an identity can say.
VERDICTS = ("in conflict", "at the edge", "reconciled", "open")

#: The rule that lays every standing claim beside the selected one; its conflicts are listed by question.
AGREEMENT = "claims-agree"

#: What an explanation of a conflict rests on.
EXPLANATIONS = {
    "sourced": "a source says so",
    "ours": "fits arithmetically; no source says so",
    "unexplained": "unexplained by the sources",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """One equation, written out.

    Attributes
    ----------
    id, title : str
    left, right : str
        Formulas over the names of `facts`.
    facts : mapping of str to mapping
        What each name stands for: a question (``subject``, ``property`` and conditions) or one ``claim``.
    relation : str
        One of `RELATIONS`.
    """

    id: str
    title: str
    left: str
    right: str
    facts: Mapping[str, Mapping[str, str]] = field(hash=False)
    relation: str = "equal"


@dataclass(frozen=True, slots=True)
class Rule:
    """One equation that fits many subjects.

    Attributes
    ----------
    id, title : str
    pattern : str
        Which pattern finds its subjects.
    words : mapping of str to tuple of str
        What the pattern is told: properties, scopes, the sign.
    """

    id: str
    title: str
    pattern: str
    words: Mapping[str, tuple[str, ...]] = field(hash=False)

    def one(self, key: str, default: str = "") -> str:
        """The only word under a key."""
        return self.words.get(key, (default,))[0]


@dataclass(frozen=True, slots=True)
class Known:
    """A conflict that the ledger knows of.

    Attributes
    ----------
    results : tuple of str
        Ids of the results that are in conflict.
    kind : str
        One of `EXPLANATIONS`.
    explanation : str
    source : str or None
        The source that explains it.
    file, line : str, int
        Where the listing stands.
    """

    results: tuple[str, ...]
    kind: str
    explanation: str
    source: str | None = None
    file: str = ""
    line: int = 0

    @property
    def text(self) -> str:
        """The explanation, with what it rests on."""
        told = EXPLANATIONS[self.kind]
        if not self.explanation:
            return told
        return f"{self.explanation} ({self.source if self.source else told})"


@dataclass(frozen=True, slots=True)
class Equations:
    """What a data folder says about identities.

    Attributes
    ----------
    identities : tuple of Identity
        Those written out.
    rules : tuple of Rule
        Those that fit many subjects.
    known : tuple of Known
        The conflicts that are listed.
    """

    identities: tuple[Identity, ...] = ()
    rules: tuple[Rule, ...] = ()
    known: tuple[Known, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an identity, evaluated.

    Attributes
    ----------
    formula, filled : str
        With names, and with the printed values in their place.
    interval : Interval
        What the inputs allow, in `unit`.
    value : Fraction
        From the printed values alone, in `unit`.
    unit : str
    inputs : tuple of str
        Ids of the claims that went in.
    """

    formula: str
    filled: str
    interval: Interval
    value: Fraction
    unit: str
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An identity, checked.

    Attributes
    ----------
    id : str
        The rule or identity, and what it was checked on.
    rule, title : str
    relation : str
    verdict : str
        One of `VERDICTS`.
    left, right : Side or None
        ``None`` where the verdict is open.
    gap : Fraction or None
        How far the left side's printed value lies from the right side's, as a share of the latter.
    inputs : tuple of str
        Ids of all claims that went in.
    shared : tuple of str
        Claims that stand on both sides: the result is then no evidence.
    since : str or None
        The date of the latest input: the verdict can be no older.
    reason : str
        Why the verdict is open.
    fault : bool
        The identity itself is wrong: its sides measure different things.
    known : Known or None
        The listing of a conflict.
    """

    id: str
    rule: str
    title: str
    relation: str
    verdict: str
    left: Side | None
    right: Side | None
    gap: Fraction | None = None
    inputs: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    since: str | None = None
    reason: str = ""
    fault: bool = False
    known: Known | None = None

    @property
    def bound(self) -> bool:
        """Whether a side has an open end: what it says is then only a bound."""
        return any(side is not None and not side.interval.bounded for side in (self.left, self.right))

    @property
    def evidence(self) -> bool:
        """Whether the result counts as evidence for its inputs."""
        return self.verdict == "reconciled" and not self.shared and not self.bound
