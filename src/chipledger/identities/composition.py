"""Parts and wholes: sixteen chips make the instance, eight cores make the chip."""

from __future__ import annotations

from collections.abc import Iterator

from chipledger.fact import Fact
from chipledger.identities.book import Book
from chipledger.identities.evaluation import check
from chipledger.records import Subject
from chipledger.records.identity import Result, Rule


def composition(book: Book, rule: Rule) -> Iterator[Result]:
    """Every fact of a whole against the same fact of what it is made of, level by level.

    The rule's words: ``properties``; ``own``, which scopes speak for a subject of each kind as a whole
    (``kind:scope``); ``ignore``, conditions that may differ; ``relation``.
    """
    properties, relation = set(rule.words.get("properties", ())), rule.one("relation", "equal")
    loose = {"scope", *rule.words.get("ignore", ())}
    own: dict[str, set[str]] = {}
    for word in rule.words.get("own", ()):
        kind, _, scope = word.partition(":")
        own.setdefault(kind, set()).add(scope)
    facts: dict[str, list[Fact]] = {}
    for fact in book.facts():
        claim = fact.claim
        if fact.property.id in properties and claim is not None and claim.number:
            if fact.conditions.get("scope") in own.get(fact.subject.kind, ()):
                facts.setdefault(fact.subject.id, []).append(fact)
    for whole in sorted(facts):
        for count, part in _parts(book, book.subjects[whole]):
            for fact, other in _pairs(facts[whole], facts.get(part.id, ()), loose):
                ident = f"{rule.id}: {_asked(fact)} from {count} x {part.id}"
                ident += f" ({_kept(other, loose)})" if loose != {"scope"} else ""
                bound = {"n": count, "part": other.claim, "whole": fact.claim}
                yield check(book, ident, rule.id, rule.title, "n * part", "whole", bound, relation)


def counted(book: Book, rule: Rule) -> Iterator[Result]:
    """Every count of chips or cores against what the subject is made of.

    The rule's words: ``property``, and ``kind``, the kind of subject that is counted.
    """
    kind = rule.one("kind")
    for fact in book.facts():
        if fact.property.id != rule.one("property") or fact.claim is None or not fact.claim.number:
            continue
        if fact.conditions.get("scope") not in rule.words.get("scopes", ()):
            continue
        total = sum(count for count, part in _parts(book, fact.subject) if part.kind == kind)
        if total:
            ident = f"{rule.id}: {_asked(fact)}"
            yield check(book, ident, rule.id, rule.title, "n", "whole", {"n": total, "whole": fact.claim})


def _parts(book: Book, whole: Subject, times: int = 1) -> Iterator[tuple[int, Subject]]:
    """What a subject is made of, however deep; a whole of unlike parts is not the multiple of one."""
    if len(whole.made_of) == 1:
        [part] = whole.made_of
        inner = book.subjects[part.subject]
        yield times * part.count, inner
        yield from _parts(book, inner, times * part.count)


def _pairs(wholes: list[Fact], parts: object, loose: set[str]) -> Iterator[tuple[Fact, Fact]]:
    assert isinstance(parts, list | tuple)
    for fact in wholes:
        for other in parts:
            if fact.property.id == other.property.id and _same(fact, other, loose):
                yield fact, other


def _same(one: Fact, two: Fact, loose: set[str]) -> bool:
    if one.claim is None or two.claim is None or one.claim.base != two.claim.base:
        return False
    return set(one.conditions.differing(two.conditions)) <= loose


def _asked(fact: Fact) -> str:
    return f"{fact.subject.id}.{fact.property.id}" + (f" ({fact.conditions})" if fact.conditions else "")


def _kept(fact: Fact, loose: set[str]) -> str:
    return " ".join(f"{key}={fact.conditions[key]}" for key in sorted(loose - {"scope"}) if key in fact.conditions)
