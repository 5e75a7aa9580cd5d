"""What must hold between parameters for a formula to have a meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chipledger.compute.expression import Exact, Extended, Undetermined, fold, names, parse


@dataclass(frozen=True, slots=True)
class Requirement:
    """The first expression is at least the second, or above it.

    Attributes
    ----------
    greater, less : str
        Expressions over the parameters of a formula.
    reason : str
        Why a calculation that breaks it is refused.
    strictly : bool
        They may not be equal.

    Examples
    --------
    >>> Requirement("total", "active", "more active than there are").met({"total": 8, "active": 2})
    True
    """

    greater: str
    less: str
    reason: str
    strictly: bool = False

    def met(self, point: Mapping[str, Extended]) -> bool:
        """Whether it holds at a point; it does where it speaks of something that was not given."""
        if not set(self.names) <= set(point):
            return True
        try:
            a, b = (fold(parse(side), Exact(limits=True), point) for side in (self.greater, self.less))
        except Undetermined:
            return False
        return bool(a > b if self.strictly else a >= b)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that it speaks of."""
        return names(parse(f"({self.greater}) - ({self.less})"))
