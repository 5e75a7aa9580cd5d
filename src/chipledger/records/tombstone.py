"""What stays of a claim that was withdrawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A claim that once stood in an edition and does not any more; its id is never used again.

    Attributes
    ----------
    id : str
    withdrawn_on : str
    reason : str
        Why it went.
    instead : str or None
        The id of a claim that says what it should have said.
    """

    id: str
    withdrawn_on: str
    reason: str
    instead: str | None = None
