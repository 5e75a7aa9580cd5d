"""What stands in a formula: an interval, the printed value, and what they measure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from chipledger.errors import IntervalError, NotANumber, UnitError
from chipledger.interval import Interval
from chipledger.records import Claim

#: Units that count things: sixteen chips times a rate of one chip is a rate, not a rate of chips.
COUNTS = frozenset({"chip", "core", "die", "stack", "instance", "rack", "link", "engine", "one", "1"})

#: Powers of base units, sorted.
Powers = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A number with what it may be.

    Attributes
    ----------
    interval : Interval
        In base units.
    value : Fraction
        The printed value, in base units; the middle of a range.
    powers : tuple of (str, int)
        The base units; what merely counts is left out.
    """

    interval: Interval
    value: Fraction
    powers: Powers = ()

    @classmethod
    def exactly(cls, value: Fraction | int | str) -> Term:
        """A number that is known exactly and measures nothing."""
        return cls(Interval.exactly(value), Fraction(value))

    @classmethod
    def of(cls, claim: Claim) -> Term:
        """What a claim says.

        Raises
        ------
        NotANumber
            If it is text.
        """
        interval = claim.canonical
        if interval is None:
            raise NotANumber(f"{claim.id} is text: {claim.value[:80]!r}; an identity needs a number")
        printed = Fraction(claim.value)
        if claim.upper:
            printed = (printed + Fraction(claim.upper)) / 2
        return cls(interval, printed * claim.factor, powers(claim.base))

    def plus(self, other: Term, sign: int = 1) -> Term:
        """The sum, or with ``-1`` the difference.

        Raises
        ------
        UnitError
            If the two measure different things.
        """
        if self.powers != other.powers:
            raise UnitError(f"cannot add {spelled(self.powers)} and {spelled(other.powers)}")
        interval = self.interval + other.interval if sign > 0 else self.interval - other.interval
        return Term(interval, self.value + sign * other.value, self.powers)

    def times(self, other: Term) -> Term:
        """The product."""
        return Term(self.interval * other.interval, self.value * other.value, _joined(self.powers, other.powers, 1))

    def over(self, other: Term) -> Term:
        """The quotient.

        Raises
        ------
        IntervalError
            If the divisor may be zero.
        """
        interval = self.interval / other.interval
        if not other.value:
            raise IntervalError("cannot divide by a printed zero")
        return Term(interval, self.value / other.value, _joined(self.powers, other.powers, -1))


def powers(base: str) -> Powers:
    """A base unit's text as powers, counts left out.

    Examples
    --------
    >>> powers("bit / second"), powers("chip"), powers("metre ** 2")
    ((('bit', 1), ('second', -1)), (), (('metre', 2),))
    """
    found: dict[str, int] = {}
    above, *below = base.split(" / ")
    for text, sign in [*((word, 1) for word in above.split(" * ")), *((word, -1) for word in below)]:
        name, _, power = text.partition(" ** ")
        if name and name not in COUNTS:
            found[name] = found.get(name, 0) + sign * int(power or 1)
    return _kept(found)


def spelled(units: Powers) -> str:
    """Powers as text.

    Examples
    --------
    >>> spelled((("bit", 1), ("second", -1))), spelled(())
    ('bit / second', 'one')
    """
    above = [name if power == 1 else f"{name} ** {power}" for name, power in units if power > 0]
    below = [name if power == -1 else f"{name} ** {-power}" for name, power in units if power < 0]
    return " / ".join([" * ".join(above) or ("1" if below else "one"), *below])


def _joined(left: Powers, right: Powers, sign: int) -> Powers:
    found = dict(left)
    for name, power in right:
        found[name] = found.get(name, 0) + sign * power
    return _kept(found)


def _kept(found: dict[str, int]) -> Powers:
    return tuple(sorted((name, power) for name, power in found.items() if power))
