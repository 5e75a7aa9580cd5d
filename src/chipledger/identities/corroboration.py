"""What stands on more than its own source, counted strictly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from chipledger.identities.book import Book
from chipledger.interval import Interval
from chipledger.records import Claim, Source
from chipledger.records.identity import Result

#: An interval wider than this share of its middle shows nothing.
WIDEST = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Corroboration:
    """Why a claim counts as corroborated.

    Attributes
    ----------
    claim : str
    identity : str or None
        The reconciled identity whose other inputs come from other documents.
    beside : str or None
        The agreeing claim of an independent publisher.
    """

    claim: str
    identity: str | None = None
    beside: str | None = None


def corroborated(book: Book, results: Iterable[Result]) -> dict[str, Corroboration]:
    """The claims that something other than their own source bears out.

    A claim counts when it stands in a reconciled equation whose other inputs come from different documents and whose
    sides are no wider than a tenth, or beside an agreeing claim of an independent publisher. Versions of one
    document, one source quoted by another, reports of what a vendor said, and one figure in two units do not count.

    Parameters
    ----------
    book : Book
    results : iterable of Result

    Returns
    -------
    dict of str to Corroboration
        By claim id.
    """
    found: dict[str, Corroboration] = {}
    for result in results:
        if not result.evidence or result.relation != "equal" or not narrow(result):
            continue
        claims = [book.claims[name] for name in result.inputs]
        for claim in claims:
            others = [other for other in claims if other.id != claim.id]
            if not others or claim.id in found or claim.erratum:
                continue
            if restates(result):
                [other] = others
                if independent(other, claim, book.sources):
                    found[claim.id] = Corroboration(claim.id, beside=other.id)
            elif all(_document(o, book.sources) != _document(claim, book.sources) for o in others):
                found[claim.id] = Corroboration(claim.id, identity=result.id)
    return found


def restates(result: Result) -> bool:
    """Whether an identity merely lays one claim beside another, as a figure in two units does."""
    return all(side is not None and side.formula.isidentifier() for side in (result.left, result.right))


def narrow(result: Result) -> bool:
    """Whether both sides are tight enough to show something."""
    return all(side is not None and _tight(side.interval) for side in (result.left, result.right))


def _tight(interval: Interval) -> bool:
    if interval.low is None or interval.high is None:
        return False
    return interval.high - interval.low <= WIDEST * abs(interval.high + interval.low) / 2


def independent(witness: Claim, claim: Claim, sources: Mapping[str, Source]) -> bool:
    """Whether a claim speaks for another that it agrees with.

    What is merely reported repeats somebody; two sources of vendors, two of one publisher and two that quote one
    another are no two witnesses.
    """
    mine, other = sources[claim.source], sources[witness.source]
    if witness.basis == "reported":
        return False
    if _origin(mine, sources) == _origin(other, sources) or mine.document == other.document:
        return False
    if _house(mine.publisher) == _house(other.publisher):
        return False
    return not (_vendor(mine) and _vendor(other))


def _document(claim: Claim, sources: Mapping[str, Source]) -> str:
    return sources[_origin(sources[claim.source], sources)].document


def _origin(source: Source, sources: Mapping[str, Source]) -> str:
    """The source through which a source was seen, as far back as it goes."""
    seen = {source.id}
    while source.via in sources and source.via not in seen:
        source = sources[str(source.via)]
        seen.add(source.id)
    return source.id


def _house(publisher: str) -> str:
    return publisher.casefold().replace(",", " ").split()[0]


def _vendor(source: Source) -> bool:
    return source.kind.startswith("vendor") or source.kind == "company_filing"
