"""Claim against claim: what else is said beside the selected claim."""

from __future__ import annotations

from collections.abc import Iterator

from chipledger.identities.book import Book, asked, claim_of
from chipledger.identities.evaluation import Bound, check
from chipledger.records.identity import AGREEMENT, Result, Rule

#: Relations of claims that stand beside the selected one; of the rest, time or the page itself disposed.
_STANDING = frozenset({"agrees", "coarser print", "finer print", "within bound", "differs"})


def agreement(book: Book, rule: Rule) -> Iterator[Result]:
    """Every standing number against the selected one of its question.

    A price list that names many regions at once asks one question for each of them; two claims meet only once.
    """
    met: set[tuple[str, str]] = set()
    for fact in book.facts():
        if fact.claim is None or not fact.claim.number:
            continue
        selected = claim_of(fact)
        for other in fact.others:
            pair = (other.claim.id, selected.id)
            if other.relation not in _STANDING or not other.claim.number or pair in met or pair[::-1] in met:
                continue
            met.add(pair)
            bound: dict[str, Bound] = {"other": other.claim, "selected": selected}
            ident = listed(asked(fact), *pair)
            yield check(book, ident, rule.id, rule.title, "other", "selected", bound)


def listed(question: str, other: str, selected: str) -> str:
    """The id of the result that lays one claim beside the selected one."""
    return f"{AGREEMENT}: {question}: {other} beside {selected}"
