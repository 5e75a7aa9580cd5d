"""What identities ask of a ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from chipledger.errors import NotANumber
from chipledger.fact import Fact
from chipledger.questions import spoken
from chipledger.records import Claim, Property, Source, Subject
from chipledger.vocabulary import Vocabulary


class Book(Protocol):
    """A ledger, as far as identities need it."""

    vocabulary: Vocabulary
    sources: Mapping[str, Source]
    claims: dict[str, Claim]

    @property
    def subjects(self) -> Mapping[str, Subject]:
        """Every subject by id."""

    @property
    def properties(self) -> Mapping[str, Property]:
        """Every property by id."""

    def get(
        self,
        subject: str,
        property: str,
        *,
        basis: str | None = None,
        assume: Mapping[str, str] | None = None,
        **conditions: object,
    ) -> Fact:
        """The answer to one question."""

    def facts(self, subject: str | None = None) -> list[Fact]:
        """Every fact that has a selected claim."""


class Reading:
    """A ledger whose facts are selected once, however many rules go through them.

    Parameters
    ----------
    book : Book
    """

    def __init__(self, book: Book) -> None:
        self.vocabulary, self.sources, self.claims = book.vocabulary, book.sources, book.claims
        self.get = book.get
        self._facts = book.facts()

    @property
    def subjects(self) -> Mapping[str, Subject]:
        """Every subject by id."""
        return self.vocabulary.subjects

    @property
    def properties(self) -> Mapping[str, Property]:
        """Every property by id."""
        return self.vocabulary.properties

    def facts(self, subject: str | None = None) -> list[Fact]:
        """Every fact that has a selected claim."""
        return [fact for fact in self._facts if subject in (None, fact.subject.id)]


def numbers(book: Book, properties: Collection[str]) -> Iterator[Fact]:
    """The facts about some properties that are numbers."""
    for fact in book.facts():
        if fact.property.id in properties and fact.claim is not None and fact.claim.number:
            yield fact


def claim_of(fact: Fact) -> Claim:
    """The claim that answers a fact.

    Raises
    ------
    NotANumber
        If the fact is not published.
    """
    if fact.claim is None:
        raise NotANumber(f"{asked(fact)} is not published")
    return fact.claim


def asked(fact: Fact) -> str:
    """The question that a fact answers, in words."""
    return spoken(fact.subject, fact.property, fact.conditions)
