"""Every identity of the data folder, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from chipledger.identities.agreement import agreement
from chipledger.identities.book import Book
from chipledger.identities.composition import composition, counted
from chipledger.identities.prices import per_chip, price_ratios
from chipledger.identities.ratios import ratios
from chipledger.identities.sparsity import sparsity
from chipledger.identities.written import written
from chipledger.records.identity import VERDICTS, Identity, Known, Result, Rule

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


def reconcile(
    book: Book, identities: Iterable[Identity], rules: Iterable[Rule], known: Iterable[Known] = ()
) -> tuple[Result, ...]:
    """Check everything.

    Parameters
    ----------
    book : Book
        A ledger.
    identities : iterable of Identity
        Those written out.
    rules : iterable of Rule
        Those that fit many subjects.
    known : iterable of Known
        Conflicts that are listed with an explanation; each result that is one carries its listing.

    Returns
    -------
    tuple of Result
        The conflicts first, then by id.
    """
    listed = {ident: entry for entry in known for ident in entry.results}
    found = [written(book, identity) for identity in identities]
    for rule in rules:
        found += PATTERNS[rule.pattern](book, rule)
    found = [replace(r, known=listed.get(r.id)) if r.verdict == "in conflict" else r for r in found]
    return tuple(sorted(found, key=lambda result: (VERDICTS.index(result.verdict), result.id)))
