"""Prices: the accelerator-hour is the instance-hour over its accelerators, and one price as a share of another."""

from __future__ import annotations

from collections.abc import Iterator

from chipledger.dates import period_end
from chipledger.identities.book import Book, claim_of, numbers
from chipledger.identities.evaluation import Bound, check, opened
from chipledger.records import Claim
from chipledger.records.identity import Result, Rule

#: Of two offers on one basis, these are the same.
_BASIS = ("purchase", "min_term", "os", "currency")


def per_chip(book: Book, rule: Rule) -> Iterator[Result]:
    """Every price of an accelerator-hour beside the instance-hour of the same offer on the same page.

    The rule's words: ``whole`` and ``part``, the two properties.
    """
    offers: dict[tuple[object, ...], Claim] = {}
    for claim in _standing(book, rule.one("whole")):
        offers.setdefault(_offer(claim), claim)
    counts = {f.subject.id: claim_of(f) for f in numbers(book, {"chips"}) if f.conditions.get("scope") != "rack"}
    for claim in _standing(book, rule.one("part")):
        whole = offers.get(_offer(claim))
        if whole is None:
            continue
        ident = f"{rule.id}: {claim.id} from {whole.id}"
        count: Bound | None = book.vocabulary.chips(book.subjects[claim.subject]) or counts.get(claim.subject)
        if count is None:
            yield opened(ident, rule.id, rule.title, "equal", f"how many chips {claim.subject} holds is not on record")
        else:
            bound: dict[str, Bound] = {"hour": whole, "chips": count, "chip_hour": claim}
            yield check(book, ident, rule.id, rule.title, "hour / chips", "chip_hour", bound)


def price_ratios(book: Book, rule: Rule) -> Iterator[Result]:
    """Every claim that one price is a share of another, for each dated pair of prices on one basis.

    Known errata are checked too: that no pair of prices bears them out is what makes them errata.

    The rule's words: ``property``, the claims; ``price``, what is compared.
    """
    for said in book.claims.values():
        if said.property != rule.one("property"):
            continue
        found = 0
        for own, other in _pairs(book, rule.one("price"), said.subject, said.conditions.get("against", "")):
            found += 1
            title = f"{said.subject} as a share of {other.subject}, {own.conditions['purchase']}, {own.date}"
            bound: dict[str, Bound] = {"own": own, "other": other, "said": said}
            ident = f"{rule.id}: {said.id} by {own.id} over {other.id}"
            yield check(book, ident, rule.id, title, "own / other", "said", bound)
        if not found:
            told = "no two prices of one day and one basis are on record"
            yield opened(f"{rule.id}: {said.id}", rule.id, rule.title, "equal", told)


def _pairs(book: Book, price: str, subject: str, against: str) -> Iterator[tuple[Claim, Claim]]:
    prices = list(_standing(book, price))
    theirs = [claim for claim in prices if claim.subject == against]
    for own in (claim for claim in prices if claim.subject == subject):
        for other in theirs:
            alike = all(own.conditions.get(key) == other.conditions.get(key) for key in _BASIS)
            if alike and own.date and _day(own) == _day(other) and _regions(own) & _regions(other):
                yield own, other


def _standing(book: Book, prop: str) -> Iterator[Claim]:
    return (claim for claim in book.claims.values() if claim.property == prop and not claim.erratum)


def _offer(claim: Claim) -> tuple[object, ...]:
    return claim.subject, claim.source, claim.conditions, claim.date


def _day(claim: Claim) -> str:
    return period_end(claim.date or "")


def _regions(claim: Claim) -> set[str]:
    return {region.strip() for region in claim.conditions.get("region", "").split(",")}
