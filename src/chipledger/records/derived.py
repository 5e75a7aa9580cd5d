"""Values computed from facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chipledger.interval import Interval

if TYPE_CHECKING:
    from chipledger.units import Quantity


@dataclass(frozen=True, slots=True)
class Derived:
    """A value computed from facts.

    Attributes
    ----------
    value : float
        In `unit`.
    unit : str
    interval : Interval
        In `unit`.
    formula : str
    inputs : tuple of str
        Ids of all claims that went in, sorted, each once.
    assumptions : tuple of str
        What the caller supplied that no source states.
    """

    value: float
    unit: str
    interval: Interval
    formula: str
    inputs: tuple[str, ...]
    assumptions: tuple[str, ...] = ()

    @property
    def quantity(self) -> Quantity:
        """The value as a pint quantity."""
        from chipledger import units

        return units.quantity(self.value, self.unit)
