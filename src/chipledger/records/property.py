"""The words of the vocabulary: what can be claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from chipledger.records.conditions import Conditions

ValueType = Literal["number", "text", "date"]


@dataclass(frozen=True, slots=True)
class Property:
    """One word of the vocabulary.

    Attributes
    ----------
    id, title, definition : str
    type : {"number", "text", "date"}
    dimensions : tuple of str
        Names from `units.DIMENSIONS`; a number has at least one.
    unit : str or None
        The unit to show when sources use several.
    required, optional : tuple of str
        Conditions that a claim must, and may, state.
    defaults : Conditions
        Values that hold when a claim does not state the condition, as the definition says.
    bounds : mapping of scope to (low, high)
        Plausible values in `unit`; the key ``any`` serves scopes not listed.
    measured : bool
        Whether this asks for a measurement.
    series : bool
        Whether claims of different dates are steps of one history (a price, a fleet), not rivals.
    values : tuple of str
        The words that a text may be; empty allows any.
    words : tuple of str
        Loose words that people search it by.
    horizon_days : int or None
        After how many days without a newer claim a figure of this series counts as stale.
    """

    id: str
    title: str
    definition: str
    type: ValueType
    dimensions: tuple[str, ...] = ()
    unit: str | None = None
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    defaults: Conditions = field(default_factory=Conditions)
    bounds: Mapping[str, tuple[Fraction, Fraction]] = field(default_factory=dict, hash=False)
    measured: bool = False
    series: bool = False
    values: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    horizon_days: int | None = None

    @property
    def conditions(self) -> tuple[str, ...]:
        """Every condition that a claim of this property can carry."""
        return self.required + self.optional
