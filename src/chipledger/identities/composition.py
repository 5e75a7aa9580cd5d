"""Parts and wholes: sixteen chips make the instance, eight cores make the chip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chipledger.fact import Fact
from chipledger.identities.book import Book, asked, claim_of, numbers
from chipledger.identities.evaluation import Bound, check
from chipledger.records import Subject
from chipledger.records.identity import Result, Rule


def composition(book: Book, rule: Rule) -> Iterator[Result]:
    """Every fact of a whole against the same fact of what it is made of, level by level.

    The rule's words: ``properties``; ``own``, which scopes speak for a subject of each kind as a whole
    (``kind:scope``); ``ignore``, conditions that may differ; ``relation``.
    """
    properties, relation = set(rule.words.get("properties", ())), rule.one("relation", "equal")
    loose = {"scope", *rule.words.get("ignore", ())}
    facts: dict[str, list[Fact]] = {}
    for fact in numbers(book, properties):
        if _own(fact, rule):
            facts.setdefault(fact.subject.id, []).append(fact)
    for whole in sorted(facts):
        for count, part in _parts(book, book.subjects[whole]):
            for fact, other in _pairs(facts[whole], facts.get(part.id, ()), loose):
                ident = f"{rule.id}: {asked(fact)} from {count} x {part.id}"
                ident += f" ({_kept(other, loose)})" if loose != {"scope"} else ""
                bound: dict[str, Bound] = {"n": count, "part": claim_of(other), "whole": claim_of(fact)}
                # A whole of one part only restates it.
                left = "n * part" if count > 1 else "part"
                yield check(book, ident, rule.id, rule.title, left, "whole", bound, relation)


def counted(book: Book, rule: Rule) -> Iterator[Result]:
    """Every count of chips or cores against what the subject is made of.

    The rule's words: ``property``; ``kind``, the kind of subject that is counted; ``own``.
    """
    kind = rule.one("kind")
    for fact in numbers(book, {rule.one("property")}):
        if not _own(fact, rule):
            continue
        total = sum(count for count, part in _parts(book, fact.subject) if part.kind == kind)
        if total:
            ident = f"{rule.id}: {asked(fact)}"
            yield check(book, ident, rule.id, rule.title, "n", "whole", {"n": total, "whole": claim_of(fact)})


def _parts(book: Book, whole: Subject, times: int = 1) -> Iterator[tuple[int, Subject]]:
    """What a subject is made of, down to the chip; only a chip is taken to its cores.

    A whole of unlike parts is not the multiple of one of them.
    """
    if len(whole.made_of) == 1:
        [part] = whole.made_of
        inner = book.subjects[part.subject]
        yield times * part.count, inner
        if inner.kind != "chip":
            yield from _parts(book, inner, times * part.count)


def _pairs(wholes: Sequence[Fact], parts: Sequence[Fact], loose: set[str]) -> Iterator[tuple[Fact, Fact]]:
    for fact in wholes:
        for other in parts:
            alike = fact.property.id == other.property.id and claim_of(fact).base == claim_of(other).base
            if alike and set(fact.conditions.differing(other.conditions)) <= loose:
                yield fact, other


def _own(fact: Fact, rule: Rule) -> bool:
    """Whether a fact speaks for its subject as a whole, not for a part of it or for something that holds it."""
    return f"{fact.subject.kind}:{fact.conditions.get('scope')}" in rule.words.get("own", ())


def _kept(fact: Fact, loose: set[str]) -> str:
    return " ".join(f"{key}={fact.conditions[key]}" for key in sorted(loose - {"scope"}) if key in fact.conditions)
