"""Relative claims: '4 times the bandwidth', '70 % more'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chipledger.errors import UnknownSubject
from chipledger.fact import Fact
from chipledger.identities.book import Book, claim_of
from chipledger.identities.evaluation import Bound, check, opened
from chipledger.records import Claim
from chipledger.records.identity import Result, Rule

#: What a relative claim makes of its number, by the condition counted_as.
COUNTED = {"ratio": "said", "gain": "1 + said", "saving": "1 - said"}


def ratios(book: Book, rule: Rule) -> Iterator[Result]:
    """Every claim that a specification is a multiple of another subject's, against the two specifications.

    The rule's words: ``property``; ``settle``, what a claim leaves out and its page makes plain, a condition or which
    variant of a family (``claim:condition=value``, ``claim:subject=id``, ``claim:against=id``); ``elsewhere``, claims
    that identities of their own speak of.
    """
    settled = _settled(rule.words.get("settle", ()))
    facts: dict[tuple[str, str], list[Fact]] = {}
    for fact in book.facts():
        if fact.claim is not None and fact.claim.number:
            facts.setdefault((fact.subject.id, fact.property.id), []).append(fact)
    for claim in book.claims.values():
        if claim.id in rule.words.get("elsewhere", ()) or claim.erratum:
            continue
        if claim.property == rule.one("property"):
            yield _checked(book, rule, claim, facts, settled.get(claim.id, {}))


def _settled(words: Sequence[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for word in words:
        claim, _, pair = word.partition(":")
        key, _, value = pair.partition("=")
        found.setdefault(claim, {})[key] = value
    return found


def _checked(
    book: Book,
    rule: Rule,
    claim: Claim,
    facts: Mapping[tuple[str, str], Sequence[Fact]],
    settled: Mapping[str, str],
) -> Result:
    ident = f"{rule.id}: {claim.id}"
    of, against = claim.conditions.get("of", ""), settled.get("against", claim.conditions.get("against", ""))
    subject = settled.get("subject", claim.subject)
    title = f"{subject} against {against}: {of}, {claim.text}"

    def left_open(reason: str) -> Result:
        return opened(ident, rule.id, title, "equal", reason)

    if of not in book.properties:
        return left_open(f"{of!r} is no property of the ledger")
    try:
        other = book.vocabulary.subject(against)
    except UnknownSubject:
        return left_open(f"{against!r} is no subject of the ledger")
    wanted = {key: claim.conditions[key] for key in ("scope", "precision") if key in claim.conditions}
    mine, theirs = ([f for f in facts.get((s, of), ()) if _fits(f, wanted, settled)] for s in (subject, other.id))
    pairs = [(a, b) for a in mine for b in theirs if a.conditions == b.conditions and _base(a) == _base(b)]
    pairs = [pair for pair in pairs if pair[0].conditions.get("sparsity") == "dense"] or pairs
    pairs = [pair for pair in pairs if _same_page(book, pair[0], claim)] or pairs
    if not pairs:
        lacking = subject if not mine else other.id if not theirs else f"{subject} and {other.id} alike"
        return left_open(f"no {of} of {lacking} is on record as the claim means it")
    if len(pairs) > 1:
        told = "; ".join(sorted(str(a.conditions) for a, _ in pairs)[:6])
        return left_open(f"the claim does not say which {of} it means: {told}")
    [(one, two)] = pairs
    bound: dict[str, Bound] = {"own": claim_of(one), "other": claim_of(two), "said": claim}
    return check(book, ident, rule.id, title, "own / other", COUNTED[claim.conditions["counted_as"]], bound)


def _fits(fact: Fact, wanted: Mapping[str, str], settled: Mapping[str, str]) -> bool:
    stated = {key: value for key, value in wanted.items() if key in fact.property.conditions}
    plain = {key: value for key, value in settled.items() if key not in ("subject", "against")}
    return fact.conditions.meets({**stated, **plain})


def _same_page(book: Book, fact: Fact, claim: Claim) -> bool:
    return book.sources[claim_of(fact).source].document == book.sources[claim.source].document


def _base(fact: Fact) -> str:
    return claim_of(fact).base
