"""Conditions that merely restate the subject or the claim: a count of chips, a modifier, a lower bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from chipledger.errors import IntervalError, NoClaim, UnknownCondition, did_you_mean
from chipledger.interval import MODIFIERS, number
from chipledger.questions import ByConditions
from chipledger.records import Claim, Property, Subject
from chipledger.vocabulary import Vocabulary

#: What a question may say of the claim itself, beside the conditions.
NAMES = ("chips", "modifier", "lower_bound")


@dataclass(frozen=True, slots=True)
class Restated:
    """What a question says of the claim that should answer it.

    Attributes
    ----------
    modifier : str or None
        One of `interval.MODIFIERS`.
    lower_bound : Fraction or None
        The number that the claim gives as a bound from below.
    """

    modifier: str | None = None
    lower_bound: Fraction | None = None

    def kept(self, matching: ByConditions) -> ByConditions:
        """Only the claims that are as the question says."""
        if self.modifier is None and self.lower_bound is None:
            return matching
        found = {conditions: [c for c in claims if self._fits(c)] for conditions, claims in matching.items()}
        return {conditions: claims for conditions, claims in found.items() if claims}

    def _fits(self, claim: Claim) -> bool:
        if self.modifier not in (None, claim.modifier):
            return False
        if self.lower_bound is None:
            return True
        return claim.number and claim.modifier in ("at_least", "over") and number(claim.value) == self.lower_bound


def split(
    subject: Subject, prop: Property, asked: Mapping[str, object], vocabulary: Vocabulary
) -> tuple[dict[str, object], Restated]:
    """The conditions of a question apart from what it restates.

    Raises
    ------
    UnknownCondition
        For a modifier that does not exist, or a lower bound that is no number.
    NoClaim
        For a count of chips that the subject does not have.
    """
    rest = {key: value for key, value in asked.items() if key not in NAMES or key in prop.conditions}
    said = {key: str(value) for key, value in asked.items() if key not in rest}
    if (chips := said.get("chips")) is not None and chips != str(held := vocabulary.chips(subject)):
        told = f"it holds {held}" if held else "how many it holds is not on record"
        raise NoClaim(f"{subject.id} does not hold {chips[:40]} chips; {told}")
    if (modifier := said.get("modifier")) is not None and modifier not in MODIFIERS:
        raise UnknownCondition(
            f"modifier cannot be {modifier[:80]!r}{did_you_mean(modifier[:80], MODIFIERS)}", MODIFIERS
        )
    bound = said.get("lower_bound")
    try:
        return rest, Restated(modifier, None if bound is None else number(bound))
    except IntervalError as error:
        raise UnknownCondition(f"lower_bound: {error}") from error
