"""The selection rule, written down once.

Of the claims that answer one question, the selected one is found in this order:

1. never a superseded claim: a later version of the same page answers the same question;
2. never an erratum;
3. the stronger basis: published, measured (only for properties that ask for measurements), claimed,
   reported, estimated, projected;
4. the kind of source: vendor documentation, datasheet, announcement, academic, analyst, press, catalogue;
5. a source that was read, before one only seen quoted;
6. the later date at which it was said, or failing that at which it was observed;
7. the print with more digits.

Claims that are still tied and print different values need a line in ``data/selections.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chipledger.dates import period_end, period_start, wrong
from chipledger.interval import significant_digits
from chipledger.records import BASES, SOURCE_KINDS, Choice, Claim, Source

#: The steps of the rule after the two exclusions, in the words used to explain a choice.
STEPS = (
    "the stronger basis",
    "the kind of source that ranks higher",
    "a source that was read, not only seen quoted",
    "the later date",
    "the print with more digits",
)


@dataclass(frozen=True, slots=True)
class Selected:
    """What the rule came to.

    Attributes
    ----------
    claim : Claim or None
        ``None`` when every claim is superseded or an erratum.
    reason : str
    tied : tuple of Claim
        Claims that the rule could not tell from the selected one and that print another value.
    """

    claim: Claim | None
    reason: str
    tied: tuple[Claim, ...] = ()


def superseded(claims: Iterable[Claim], sources: Mapping[str, Source]) -> dict[str, Claim]:
    """Which claims a later version of their own page replaces.

    Parameters
    ----------
    claims : iterable of Claim
        Claims that answer one question.
    sources : mapping
        Sources by id.

    Returns
    -------
    dict
        The id of each superseded claim, and a claim of the latest version that replaces it.
    """
    pages: dict[str, list[Claim]] = {}
    for claim in claims:
        if not claim.erratum:
            pages.setdefault(sources[claim.source].document, []).append(claim)
    found: dict[str, Claim] = {}
    for group in pages.values():
        for claim in group:
            newer = [other for other in group if _replaces(other, claim, sources)]
            if newer:
                found[claim.id] = max(newer, key=lambda c: (sources[c.source].revision, _when(c), c.id))
    return found


def _replaces(new: Claim, old: Claim, sources: Mapping[str, Source]) -> bool:
    """Whether one claim stands in a version of the page that is known to be later than the other's.

    Only another version replaces: two figures in one version of a page are a conflict, not history.
    Where the order of two versions is not known, both stand.
    """
    if new.source == old.source:
        return False
    revisions = sources[new.source].revision, sources[old.source].revision
    if any(revisions):
        return all(revisions) and revisions[0] > revisions[1]
    if new.said_on and old.said_on:
        first, last = old.said_on, new.said_on
    else:
        # A page looked at on a day shows its state of that day, which began at some unknown earlier time.
        first, last = old.observed_on or old.said_on or "", new.said_on or new.observed_on or ""
    return bool(first and last) and period_start(last) > period_end(first)


def select(
    claims: Sequence[Claim], sources: Mapping[str, Source], choice: Choice | None = None, *, measured: bool = False
) -> Selected:
    """Apply the rule to the claims that answer one question.

    Parameters
    ----------
    claims : sequence of Claim
        In any order; the answer does not depend on it.
    sources : mapping
        Sources by id.
    choice : Choice, optional
        The line of the selections file for this question.
    measured : bool
        Whether the property asks for measurements; otherwise measured figures do not answer.

    Returns
    -------
    Selected
    """
    old = superseded(claims, sources)
    live = [c for c in claims if c.id not in old and not c.erratum and (measured or c.basis != "measured")]
    live.sort(key=lambda c: c.id)
    if not live:
        return Selected(None, "every claim is superseded, a known erratum of its page, or a measurement")
    if choice is not None:
        chosen = next((c for c in live if c.id == choice.choose), None)
        if chosen is not None:
            return Selected(chosen, choice.reason)
    if len(live) == 1:
        return Selected(live[0], "the only claim" if len(claims) == 1 else "the only claim that still stands")
    ranked = [(_rank(claim, sources), claim) for claim in live]
    best = max(rank for rank, _ in ranked)
    first = [claim for rank, claim in ranked if rank == best]
    tied = tuple(c for c in first[1:] if _says(c) != _says(first[0]))
    return Selected(first[0], _reason(best, [rank for rank, _ in ranked], bool(tied)), tied)


def _rank(claim: Claim, sources: Mapping[str, Source]) -> tuple[int, int, int, str, int]:
    source = sources[claim.source]
    return (
        -BASES.index(claim.basis),
        -SOURCE_KINDS[source.kind],
        0 if source.via else 1,
        _when(claim),
        _digits(claim),
    )


def _digits(claim: Claim) -> int:
    """How much a print says: a day says more than its month; other text is not measured."""
    if claim.number:
        return significant_digits(claim.value)
    return len(claim.value) if wrong(claim.value) is None else 0


def _when(claim: Claim) -> str:
    return period_end(claim.date) if claim.date else ""


def _says(claim: Claim) -> object:
    return (claim.base, claim.canonical) if claim.number else spelled(claim.value)


def spelled(text: str) -> str:
    """Text without what does not change its meaning: letter case, spaces, hyphens.

    Examples
    --------
    >>> spelled("3 nm") == spelled("3nm"), spelled("HBM3e") == spelled("HBM3E")
    (True, True)
    """
    return "".join(letter for letter in text.casefold() if not letter.isspace() and letter not in "-\u2010\u2011")


def _reason(best: tuple[object, ...], ranks: Sequence[tuple[object, ...]], tied: bool) -> str:
    if tied:
        return "tied: the rule cannot choose"
    others = [rank for rank in ranks if rank != best]
    if not others:
        return "all claims that rank equally print the same"
    runner_up = max(others)
    step = next(index for index in range(len(best)) if best[index] != runner_up[index])
    return STEPS[step]
