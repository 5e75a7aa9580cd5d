"""Facts about several subjects, held against each other on one basis or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipledger.errors import NotComparable
from chipledger.fact import Fact
from chipledger.records import UNSTATED, Conditions, Property
from chipledger.vocabulary import spread


@dataclass(frozen=True, slots=True)
class Comparison:
    """Facts about several subjects on one basis.

    Attributes
    ----------
    property : Property
    facts : tuple of Fact
        In the order asked.
    left_out : mapping of str to str
        Subjects that have no answer on this basis, and why.
    """

    property: Property
    facts: tuple[Fact, ...]
    left_out: Mapping[str, str]


def check(prop: Property, facts: Sequence[Fact], assume: Mapping[str, str]) -> None:
    """Refuse facts that hold under different conditions, or that measure different things.

    Raises
    ------
    NotComparable
        With the conditions that differ.
    """
    answered = [fact for fact in facts if fact.claim is not None]
    names = f"{prop.id} of {', '.join(fact.subject.id for fact in answered)}"
    differing = spread(_basis(fact, assume) for fact in answered)
    if differing:
        told = "; ".join(f"{key}: {' against '.join(values)}" for key, values in differing.items())
        raise NotComparable(f"{names}: {told}", tuple(differing))
    bases = sorted({fact.claim.base for fact in answered if fact.claim})
    if len(bases) > 1:
        raise NotComparable(f"{names}: unit: {' against '.join(bases)}", ("unit",))


def _basis(fact: Fact, assume: Mapping[str, str]) -> Conditions:
    """The conditions of a fact, with what was assumed where its source is silent."""
    filled = {k: v for k, v in assume.items() if fact.conditions.get(k) == UNSTATED}
    return Conditions({**fact.conditions, **filled})
