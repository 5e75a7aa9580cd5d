"""The answer to one question: the selected claim, why it was selected, and every other claim."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from chipledger import cite as citing
from chipledger.errors import NotANumber, QuestionError
from chipledger.interval import Interval
from chipledger.other import Other, others
from chipledger.records import Claim, Conditions, Missing, Property, Source, Subject

if TYPE_CHECKING:
    from chipledger.units import Quantity


@dataclass(frozen=True, slots=True)
class Fact:
    """The answer to one question.

    Attributes
    ----------
    subject : Subject
    property : Property
    conditions : Conditions
        All of them, also those that the question could leave out.
    claim : Claim or None
        The selected claim; ``None`` when the figure is not published.
    reason : str
        Why this claim, or why there is none.
    claims : tuple of Claim
        Every claim that answers this very question.
    sources : mapping of str to Source
    missing : Missing or None
        The record that says where it was looked for.
    assumptions : tuple of str
        What the caller assumed where the source is silent.
    as_of : str or None
        The date that the ledger was asked to speak for.

    Examples
    --------
    >>> import chipledger
    >>> fact = chipledger.load().get("trainium2", "memory_bandwidth")
    >>> fact.text, str(fact.interval)
    ('2.9 TB/s', '2.85 to 2.95')
    """

    subject: Subject
    property: Property
    conditions: Conditions
    claim: Claim | None
    reason: str
    claims: tuple[Claim, ...]
    sources: Mapping[str, Source] = field(repr=False, compare=False)
    missing: Missing | None = None
    assumptions: tuple[str, ...] = ()
    as_of: str | None = None

    @builtins.property
    def published(self) -> bool:
        """Whether the question has an answer."""
        return self.claim is not None

    @builtins.property
    def value(self) -> Decimal | str | None:
        """The number with its printed digits, the text, or ``None`` when not published."""
        if self.claim is None:
            return None
        return Decimal(self.claim.value) if self.claim.number else self.claim.value

    @builtins.property
    def unit(self) -> str | None:
        """The unit of `value`, as the source means it."""
        return None if self.claim is None else self.claim.unit

    @builtins.property
    def text(self) -> str:
        """Value and unit, ready to print."""
        return "not published" if self.claim is None else self.claim.text

    @builtins.property
    def source(self) -> Source | None:
        """The source of the selected claim."""
        return None if self.claim is None else self.sources[self.claim.source]

    @builtins.property
    def interval(self) -> Interval:
        """What the printed digits allow, in `unit`.

        Raises
        ------
        NotANumber
            If the fact is text, or not published.
        """
        return self._number()[0]

    @builtins.property
    def quantity(self) -> Quantity:
        """The value as a pint quantity.

        Raises
        ------
        NotANumber
            If the fact is text, or not published.
        """
        from chipledger import units

        _, claim = self._number()
        return units.quantity(claim.value, claim.unit or "one")

    def _number(self) -> tuple[Interval, Claim]:
        interval = None if self.claim is None else self.claim.interval
        if self.claim is None or interval is None:
            kind = "not published" if self.claim is None else f"text: {self.claim.value!r}"
            raise NotANumber(f"{self.subject.id}.{self.property.id} is {kind}, so it has no quantity")
        return interval, self.claim

    @builtins.property
    def others(self) -> tuple[Other, ...]:
        """Every other claim about this question, the nearest first, with how it compares."""
        return others(self.claim, self.claims, self.property, self.sources)

    def cite(self, style: str = "text") -> str:
        """The fact with its source, ready to paste.

        Parameters
        ----------
        style : {"text", "bibtex", "csl-json"}

        Raises
        ------
        QuestionError
            For another style, or when there is no source to refer to because nothing is published.
        """
        citing.check(style)
        if self.claim is None:
            if style != "text":
                name = f"{self.subject.id}.{self.property.id}"
                raise QuestionError(f"{name} is not published: nothing to cite as {style}")
            looked = f" Looked in {', '.join(self.missing.looked_in)}." if self.missing else ""
            asked = f"{self.subject.name}, {self.property.title.lower()}"
            return f"{asked}: not published. {self.reason.rstrip('.')}.{looked}"
        source = self.sources[self.claim.source]
        return citing.cite(self.claim, source, self.subject.name, self.property.title, style)

    def __str__(self) -> str:
        conditions = f" ({self.conditions})" if self.conditions else ""
        lines = [f"{self.subject.name}, {self.property.title.lower()}{conditions}: {self.text}"]
        if self.claim is None:
            lines.append(f"  {self.reason}")
            if self.missing:
                lines.append(f"  looked in {', '.join(self.missing.looked_in)} on {self.missing.looked_on}")
        else:
            source = self.sources[self.claim.source]
            lines.append(f"  {self.claim.basis} by {source.publisher}: {source.title}, {self.claim.locator}")
            lines.append(f"  {dated(self.claim)}; {source.url}")
            lines.append(f"  selected: {self.reason}")
        lines += [f"  assumed: {assumption}" for assumption in self.assumptions]
        lines += [f"  also: {o.claim.text}, {o.source.publisher}, {dated(o.claim)}: {o.text}" for o in self.others]
        return "\n".join(lines)


def dated(claim: Claim) -> str:
    """When a claim was said or observed, in words.

    Examples
    --------
    >>> from chipledger.records import Claim, Conditions
    >>> dated(Claim("x", "s", "p", Conditions(), "1", "one", "1", "src", "here", "published", said_on="2024-12-03"))
    'said on 2024-12-03'
    """
    if claim.said_on:
        return f"said on {claim.said_on}"
    return f"observed on {claim.observed_on}" if claim.observed_on else "undated"
