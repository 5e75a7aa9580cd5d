"""Sparse rates beside dense ones."""

from __future__ import annotations

from collections.abc import Iterator

from chipledger.fact import Fact
from chipledger.identities.book import Book, asked, claim_of, numbers
from chipledger.identities.evaluation import Bound, check
from chipledger.records import Conditions
from chipledger.records.identity import Result, Rule


def sparsity(book: Book, rule: Rule) -> Iterator[Result]:
    """Every rate stated for sparse operands against the dense rate under otherwise the same conditions.

    The rule's words: ``property``; ``left`` and ``right``, formulas over ``sparse`` and ``dense``; ``relation``;
    ``vendor``, whose subjects it holds for, when not for all.
    """
    vendors = rule.words.get("vendor")
    facts = [f for f in numbers(book, {rule.one("property")}) if vendors is None or f.subject.vendor in vendors]
    dense = {_apart(fact): fact for fact in facts if fact.conditions.get("sparsity") == "dense"}
    for fact in facts:
        other = dense.get(_apart(fact))
        if fact.conditions.get("sparsity") != "sparse" or other is None or claim_of(other).base != claim_of(fact).base:
            continue
        bound: dict[str, Bound] = {"sparse": claim_of(fact), "dense": claim_of(other)}
        left, right, relation = (rule.one(key) for key in ("left", "right", "relation"))
        yield check(book, f"{rule.id}: {asked(fact)}", rule.id, rule.title, left, right, bound, relation)


def _apart(fact: Fact) -> tuple[str, Conditions]:
    """Whose rate, under which conditions but the sparsity."""
    return fact.subject.id, Conditions({k: v for k, v in fact.conditions.items() if k != "sparsity"})
