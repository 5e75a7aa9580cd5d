"""Answers for the page: figures in the unit asked for, computed values, counts, and the notes that go with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from chipledger import units
from chipledger.digits import converted, digits
from chipledger.errors import NotANumber, NotComparable, QuestionError
from chipledger.fact import Fact, dated
from chipledger.interval import Interval
from chipledger.ledger import Ledger
from chipledger.records import Claim, Derived, grouped, unit_text, value_text
from chipledger.site.grammar import KINDS, Ask, Count, Sum

#: How many rival claims a note lists before it only counts them.
_RIVALS = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """What a role puts on the page.

    Attributes
    ----------
    text : str
        What the reader sees.
    value : str
        The same as a machine reads it; empty when not published.
    note : str
        What a hover says, one thing a line.
    claims : tuple of str
        Ids of the claims behind it.
    href : str or None
        Where the source is.
    unit : str
    question : str
        Subject and property, for a figure that is not published.
    """

    text: str
    value: str
    note: str
    claims: tuple[str, ...] = ()
    href: str | None = None
    unit: str = ""
    question: str = ""


def answer(ledger: Ledger, ask: Ask) -> Fact:
    """Put one question to a ledger.

    Raises
    ------
    QuestionError
        As `Ledger.get`.
    """
    at = ledger if ask.as_of is None else ledger.at(ask.as_of)
    return at.get(ask.subject, ask.property, basis=ask.basis, assume=ask.assume or None, **ask.conditions)


def show(ledger: Ledger, ask: Ask) -> Shown:
    """What a ``fact`` role shows.

    Parameters
    ----------
    ledger : Ledger
    ask : Ask

    Returns
    -------
    Shown

    Raises
    ------
    QuestionError, UnitError
        When the question has no answer, or the unit measures something else.

    Examples
    --------
    >>> import chipledger
    >>> from chipledger.site.grammar import read_fact
    >>> show(chipledger.load(), read_fact("trainium2 memory_bandwidth ; unit=GB/s")).text
    '2,900 GB/s'
    """
    fact = answer(ledger, ask)
    told = note(fact)
    if ask.claim is not None:
        fact, told = quoted(fact, ask.claim)
    claim, source = fact.claim, fact.source
    if claim is None or source is None:
        return Shown("not published", "", told, question=f"{fact.subject.id}.{fact.property.id}")
    value, unit = (claim.value, claim.unit) if ask.unit is None else converted(claim, ask.unit)
    upper = claim.upper
    if ask.unit is not None and upper is not None:
        upper, _ = converted(claim, ask.unit, upper)
    texts = {
        "text": value_text(value, unit, claim.modifier, upper),
        "value": grouped(value),
        "quantity": value_text(value, unit),
        "printed": claim.printed,
        "subject": fact.subject.name,
        "source": f"{source.publisher}, {source.title}",
        "date": claim.date or "undated",
    }
    return Shown(texts[ask.show], value, told, (claim.id,), source.url, unit or "")


def quoted(fact: Fact, name: str) -> tuple[Fact, str]:
    """One claim about a question in the place of the answer, and a note that says so.

    Raises
    ------
    QuestionError
        When no claim of this id is about the question.
    """
    claim = next((claim for claim in fact.claims if claim.id == name), None)
    if claim is None:
        ids = tuple(claim.id for claim in fact.claims)
        question = f"{fact.subject.id}.{fact.property.id}"
        raise QuestionError(f"no claim {name!r} is about {question}; allowed: {', '.join(ids)}", ids)
    instead = replace(fact, claim=claim, missing=None)
    return instead, f"{note(instead)}\nOne claim of several; the ledger's answer: {fact.text}"


def note(fact: Fact) -> str:
    """What a figure's hover says: conditions, words on the page, source, date, and what others say."""
    conditions = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in fact.conditions.items())
    lines = [f"{fact.subject.name}, {fact.property.title.lower()}: {fact.text}"]
    if conditions:
        lines.append(f"For {conditions}")
    if fact.claim is None:
        lines.append(fact.reason)
        if fact.missing:
            titles = [fact.sources[name].title for name in fact.missing.looked_in if name in fact.sources]
            lines.append(f"Looked for in {'; '.join(titles)}, last on {fact.missing.looked_on}")
    else:
        source = fact.sources[fact.claim.source]
        lines.append(f"Printed as “{fact.claim.printed}”")
        lines.append(f"{fact.claim.basis.capitalize()} by {source.publisher}: {source.title}, {fact.claim.locator}")
        lines.append(dated(fact.claim).capitalize())
    lines += [f"Assumed: {assumption}" for assumption in fact.assumptions]
    others = fact.others
    lines += [f"Also {other.claim.text}, {other.source.publisher}: {other.text}" for other in others[:_RIVALS]]
    if len(others) > _RIVALS:
        lines.append(f"And {len(others) - _RIVALS} more claims")
    return "\n".join(lines)


def derive(ledger: Ledger, asked: Sum) -> tuple[Derived, str]:
    """Compute a value from two facts.

    Returns
    -------
    tuple of Derived and str
        The value with its interval and inputs, and its digits as the page shows them.

    Raises
    ------
    NotComparable
        When the two hold under different conditions that `asked` does not name.
    NotANumber
        When either is text, not published, or has an open end that the result cannot carry.
    UnitError
        When they measure different things.
    """
    left, right = answer(ledger, asked.left), answer(ledger, asked.right)
    inputs = tuple(sorted({_numeric(left).id, _numeric(right).id}))
    shared = {*left.conditions} & {*right.conditions} - {*asked.across}
    differing = [name for name in sorted(shared) if left.conditions[name] != right.conditions[name]]
    if differing:
        told = "; ".join(f"{name}: {left.conditions[name]} against {right.conditions[name]}" for name in differing)
        raise NotComparable(f"{asked.kind} of facts that differ in {told}; say across={','.join(differing)} if meant")
    unit = asked.unit or left.unit or "one"
    (a, mine), (b, other) = _in(left, unit), _in(right, unit)
    one, hundred = Interval.exactly(1), Fraction(100)
    value, interval, result = {
        "ratio": lambda: (a / b, mine / other, "one"),
        "share": lambda: (a / b * hundred, (mine / other).scaled(hundred), "percent"),
        "more": lambda: ((a / b - 1) * hundred, (mine / other - one).scaled(hundred), "percent"),
        "sum": lambda: (a + b, mine + other, unit),
        "difference": lambda: (a - b, mine - other, unit),
    }[asked.kind]()
    if not interval.bounded:
        raise NotANumber(f"{asked.kind} of {left.text} and {right.text} has no bounds to round by")
    formula = f"{_named(left)} {KINDS[asked.kind][0]} {_named(right)}"
    assumptions = tuple(sorted({*left.assumptions, *right.assumptions}))
    return Derived(float(value), result, interval, formula, inputs, assumptions), digits(value, interval)


def show_derived(ledger: Ledger, asked: Sum) -> Shown:
    """What a ``derived`` role shows; raises as `derive`."""
    derived, text = derive(ledger, asked)
    lines = [f"Computed: {derived.formula}", f"The printed digits allow {derived.interval}"]
    lines += [f"Assumed: {assumption}" for assumption in derived.assumptions]
    unit = unit_text(derived.unit, text)
    return Shown(f"{grouped(text)} {unit}".rstrip(), text, "\n".join(lines), derived.inputs, unit=derived.unit)


def count(ledger: Ledger, asked: Count) -> Shown:
    """What a ``count`` role shows.

    Raises
    ------
    UnknownSubject
        For a subject that the ledger does not know.
    QuestionError
        When what is counted does not belong to a subject.
    """
    subject = None if asked.subject is None else ledger.vocabulary.subject(asked.subject)
    claims = [claim for claim in ledger.claims.values() if subject is None or claim.subject == subject.id]
    every: Mapping[str, int] = {
        "claims": len(claims),
        "sources": len(ledger.sources if subject is None else {claim.source for claim in claims}),
        "facts": len(ledger.facts(asked.subject)),
        "conflicts": len(ledger.conflicts(asked.subject)),
        "missing": len(ledger.not_published if subject is None else ledger.missing(subject.id)),
        "properties": len({claim.property for claim in claims}),
        "subjects": len({claim.subject for claim in claims}),
    }
    if subject is not None and asked.what == "subjects":
        raise QuestionError(f"cannot count the subjects of {subject.id}; leave subject={asked.subject} out")
    number = str(every[asked.what])
    of = f" about {subject.name}" if subject else ""
    return Shown(grouped(number), number, f"Counted in the ledger: {asked.what}{of}")


def _numeric(fact: Fact) -> Claim:
    if fact.claim is None or not fact.claim.number:
        raise NotANumber(f"{fact.subject.id}.{fact.property.id} is {fact.text!r}; only numbers can be computed with")
    return fact.claim


def _in(fact: Fact, unit: str) -> tuple[Fraction, Interval]:
    factor = units.ratio(fact.unit or "one", unit)
    return Fraction(str(fact.value)) * factor, fact.interval.scaled(factor)


def _named(fact: Fact) -> str:
    return f"{fact.text} ({fact.subject.name}, {fact.property.title.lower()})"
