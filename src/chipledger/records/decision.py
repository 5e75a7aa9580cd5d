"""What was decided about questions: not published, or which of several equal claims answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chipledger.records.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Missing:
    """A property that was looked for and is not published.

    Attributes
    ----------
    subject, property : str
    conditions : Conditions
        Which question it answers; empty means all questions about the property.
    reason : str
    looked_in : tuple of str
        Ids of the sources that were searched.
    looked_on : str
        When they were last searched.
    """

    subject: str
    property: str
    conditions: Conditions
    reason: str
    looked_in: tuple[str, ...]
    looked_on: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the selections file: which of several equal claims answers, and why.

    Attributes
    ----------
    subject, property : str
    conditions : Conditions
    choose : str
        The id of the chosen claim.
    over : mapping of str to str
        Rejected claim ids, each with the value that was rejected.
    reason : str
    """

    subject: str
    property: str
    conditions: Conditions
    choose: str
    over: Mapping[str, str] = field(hash=False)
    reason: str
