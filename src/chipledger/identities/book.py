"""What identities ask of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from chipledger.fact import Fact
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

    def get(self, subject: str, property: str, **conditions: object) -> Fact:
        """The answer to one question."""

    def facts(self, subject: str | None = None) -> list[Fact]:
        """Every fact that has a selected claim."""
