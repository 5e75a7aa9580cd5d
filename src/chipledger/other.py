"""The claims beside the selected one, and how each compares with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from chipledger.dates import period_end
from chipledger.interval import plain
from chipledger.records import Claim, Property, Source
from chipledger.selection import spelled, superseded

#: Relations, the nearest first.
_ORDER = (
    "said by others",
    "agrees",
    "finer print",
    "coarser print",
    "within bound",
    "differs",
    "earlier",
    "later",
    "measured",
    "superseded",
    "erratum",
)


@dataclass(frozen=True, slots=True)
class Other:
    """A claim that was not selected, and how it compares with the one that was.

    Attributes
    ----------
    claim : Claim
    source : Source
    relation : str
        ``agrees``, ``coarser print``, ``finer print``, ``within bound``, ``differs``, ``superseded``,
        ``erratum`` or ``measured``; of a series also ``earlier`` and ``later``; of a fact that is not
        published, ``said by others``.
    gap : Fraction or None
        How far its value lies from the selected one, as a share of it; ``None`` where they agree.
    """

    claim: Claim
    source: Source
    relation: str
    gap: Fraction | None = None

    @property
    def text(self) -> str:
        """The relation in words, with the gap where there is one."""
        words = {
            "agrees": "agrees within printed precision",
            "coarser print": "a coarser print of the same",
            "finer print": "a finer print of the same",
            "within bound": "fits: one of the two is only a bound",
            "differs": "differs",
            "earlier": "of an earlier date",
            "later": "of a later date",
            "superseded": "superseded by a later version of its page",
            "erratum": "a known erratum of its page",
            "measured": "a measurement, not a specification",
            "said by others": "said by others; the vendor does not publish it",
        }[self.relation]
        if self.gap and self.gap > 1:
            words += f" ({plain(1 + self.gap, 2)} times the selected value)"
        elif self.gap:
            words += f" ({'+' if self.gap > 0 else '-'}{plain(abs(self.gap) * 100, 2)} %)"
        return words


def others(
    selected: Claim | None, claims: Iterable[Claim], prop: Property, sources: Mapping[str, Source]
) -> tuple[Other, ...]:
    """Every claim about a question but the selected one, the nearest first.

    Parameters
    ----------
    selected : Claim or None
        ``None`` when the figure is not published.
    claims : iterable of Claim
        All that answer the question.
    prop : Property
    sources : mapping
        Sources by id.
    """
    every = tuple(claims)
    old = superseded(every, sources)
    found = []
    for claim in every:
        if selected is not None and claim.id == selected.id:
            continue
        distance = None if selected is None else _gap(selected, claim)
        if claim.erratum:
            relation = "erratum"
        elif selected is None:
            relation = "said by others"
        elif prop.series and _another_day(selected, claim):
            relation = "earlier" if period_end(claim.date or "") < period_end(selected.date or "") else "later"
        elif claim.id in old:
            relation = "superseded"
        elif claim.basis == "measured" and not prop.measured:
            relation = "measured"
        else:
            relation = _relation(selected, claim, prop)
            distance = distance if relation in ("differs", "within bound") else None
        found.append(Other(claim, sources[claim.source], relation, distance))
    return tuple(sorted(found, key=lambda other: (_ORDER.index(other.relation), other.claim.id)))


def _another_day(selected: Claim, claim: Claim) -> bool:
    return bool(selected.date and claim.date and period_end(selected.date) != period_end(claim.date))


def _relation(selected: Claim, claim: Claim, prop: Property) -> str:
    mine, other = selected.canonical, claim.canonical
    if mine is None or other is None:
        return _worded(selected.value, claim.value, prop)
    if selected.base != claim.base or not mine.overlaps(other):
        return "differs"
    if mine == other:
        return "agrees"
    if not (mine.bounded and other.bounded):
        return "within bound"
    if other.contains(mine):
        return "coarser print"
    return "finer print" if mine.contains(other) else "agrees"


def _worded(mine: str, other: str, prop: Property) -> str:
    if spelled(mine) == spelled(other):
        return "agrees"
    if prop.type == "date":
        # A month holds its days as a coarse print holds a fine one.
        if mine.startswith(f"{other}-"):
            return "coarser print"
        if other.startswith(f"{mine}-"):
            return "finer print"
    return "differs"


def _gap(selected: Claim, claim: Claim) -> Fraction | None:
    if not (selected.number and claim.number) or selected.base != claim.base:
        return None
    mine = Fraction(selected.value) * selected.factor
    if not mine:
        return None
    # The nearer end of a range tells how far it lies away.
    values = [Fraction(value) * claim.factor for value in (claim.value, claim.upper) if value]
    return min(((value - mine) / mine for value in values), key=abs)
