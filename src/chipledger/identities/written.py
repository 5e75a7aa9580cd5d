"""Identities that are written out one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chipledger.errors import QuestionError
from chipledger.identities import formula
from chipledger.identities.book import Book
from chipledger.identities.evaluation import Bound, check, opened
from chipledger.records import Claim
from chipledger.records.identity import Identity, Result


def written(book: Book, identity: Identity) -> Result:
    """An identity checked on the facts and claims that it names; open where they are not on record."""
    bound: dict[str, Bound] = {}
    for name in dict.fromkeys((*formula.names(identity.left), *formula.names(identity.right))):
        found = _found(book, identity.facts[name])
        if isinstance(found, str):
            return opened(identity.id, identity.id, identity.title, identity.relation, f"{name}: {found}")
        bound[name] = found
    return check(
        book, identity.id, identity.id, identity.title, identity.left, identity.right, bound, identity.relation
    )


def _found(book: Book, asked: Mapping[str, str]) -> Claim | str:
    """The claim that a binding leads to, or why there is none.

    ``exactly: true`` takes the printed number for the exact one, as memory is sold in whole gigabytes.
    """
    words = dict(asked)
    exactly = words.pop("exactly", "false") == "true"
    if "claim" in words:
        claim = book.claims.get(words["claim"])
        if claim is None:
            return f"no claim {words['claim']!r} is on record"
        return replace(claim, exact=True) if exactly else claim
    try:
        subject, prop, basis = words.pop("subject"), words.pop("property"), words.pop("basis", None)
        conditions: dict[str, Any] = dict(words)
        fact = book.get(subject, prop, basis=basis, **conditions)
    except QuestionError as error:
        return str(error)
    return fact.claim or fact.reason
