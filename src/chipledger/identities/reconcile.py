"""Every identity of the data folder, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from chipledger.identities.agreement import agreement
from chipledger.identities.book import Book, Reading
from chipledger.identities.composition import composition, counted
from chipledger.identities.prices import per_chip, price_ratios
from chipledger.identities.ratios import ratios
from chipledger.identities.sparsity import sparsity
from chipledger.identities.written import written
from chipledger.records.identity import VERDICTS, Equations, Result, Rule

#: How the subjects of a rule are found, by the name that the data folder uses.
PATTERNS: dict[str, Callable[[Book, Rule], Iterator[Result]]] = {
    "composition": composition,
    "counted": counted,
    "sparsity": sparsity,
    "ratio_claims": ratios,
    "price_per_chip": per_chip,
    "price_ratios": price_ratios,
    "claims_agree": agreement,
}


def reconcile(book: Book, equations: Equations) -> tuple[Result, ...]:
    """Check everything.

    Parameters
    ----------
    book : Book
        A ledger.
    equations : Equations
        A result in conflict that is listed carries its listing.

    Returns
    -------
    tuple of Result
        The conflicts first, then by id.
    """
    book = Reading(book)
    listed = {ident: entry for entry in equations.known for ident in entry.results}
    found = [written(book, identity) for identity in equations.identities]
    for rule in equations.rules:
        found += PATTERNS[rule.pattern](book, rule)
    found = [replace(r, known=listed.get(r.id)) if r.verdict == "in conflict" else r for r in found]
    return tuple(sorted(found, key=lambda result: (VERDICTS.index(result.verdict), result.id)))
