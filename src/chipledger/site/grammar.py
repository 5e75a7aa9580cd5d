"""The small language of the roles in the chapters; text in, questions out, no ledger and no Sphinx.

A question names a subject, a property and the conditions that narrow it; options follow a semicolon::

    trainium2 memory_bandwidth
    h100-sxm peak_compute precision=bf16 sparsity=dense
    trainium2 memory_bandwidth ; unit=GiB/s show=value
    tpu-v5e peak_compute precision=bf16 ; assume=sparsity:dense
    trainium3 power ; basis=estimated as-of=2025-06-01
    trainium2 memory_bandwidth ; claim=aws-0025

The last one quotes one claim about the question, which need not be the answer.

A computed value names what it is, then two questions with a sign between them. A condition that is
meant to differ between the two is named, so that nothing is mixed by accident::

    ratio: trainium3 memory_bandwidth / trainium2 memory_bandwidth
    more: h200-sxm memory_capacity / h100-sxm memory_capacity
    share: h100-sxm peak_compute sparsity=dense / h100-sxm peak_compute sparsity=sparse ; across=sparsity

A count names what is counted, and optionally of which subject: ``claims``, ``sources subject=trainium2``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from chipledger.errors import QuestionError, did_you_mean

#: What a fact can be shown as.
SHOWS = ("text", "value", "quantity", "printed", "subject", "source", "date")

#: Options of a fact, after the semicolon.
FACT_OPTIONS = ("unit", "show", "as-of", "basis", "assume", "claim")

#: What can be computed from two facts, the sign it takes, and what it says.
KINDS: Mapping[str, tuple[str, str]] = {
    "ratio": ("/", "the first divided by the second"),
    "share": ("/", "the first as a percentage of the second"),
    "more": ("/", "by how many percent the first exceeds the second"),
    "sum": ("+", "both together"),
    "difference": ("-", "the first less the second"),
}

#: Options of a computed value.
DERIVED_OPTIONS = ("unit", "across", "as-of", "assume")

#: What can be counted.
COUNTS = ("claims", "sources", "subjects", "facts", "properties", "conflicts", "missing")


@dataclass(frozen=True, slots=True)
class Ask:
    """One question, and how its answer is to be shown.

    Attributes
    ----------
    subject, property : str
    conditions : mapping of str to str
    show : str
        One of `SHOWS`.
    unit, as_of, basis : str or None
    assume : mapping of str to str
    claim : str or None
        The id of the claim to quote; left out, the selected one answers.
    """

    subject: str
    property: str
    conditions: Mapping[str, str] = field(default_factory=dict)
    show: str = "text"
    unit: str | None = None
    as_of: str | None = None
    basis: str | None = None
    assume: Mapping[str, str] = field(default_factory=dict)
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """A computed value: two questions, and what is made of their answers.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    left, right : Ask
    across : tuple of str
        Conditions in which the two may differ.
    unit : str or None
    """

    kind: str
    left: Ask
    right: Ask
    across: tuple[str, ...] = ()
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """What to count: one of `COUNTS`, of one subject or of all."""

    what: str
    subject: str | None = None


def read_fact(text: str) -> Ask:
    """The question that a ``fact`` role asks.

    Raises
    ------
    QuestionError
        Naming the word that cannot be read, and what was allowed.

    Examples
    --------
    >>> read_fact("trainium2 memory_bandwidth ; unit=GiB/s").unit
    'GiB/s'
    """
    body, options = _options(text, FACT_OPTIONS)
    show = options.get("show", "text")
    if show not in SHOWS:
        _refuse(f"show={show!r}", did_you_mean(show, SHOWS))
    return _ask(
        body.split(),
        show=show,
        unit=options.get("unit"),
        as_of=options.get("as-of"),
        basis=options.get("basis"),
        assume=_assume(options),
        claim=options.get("claim"),
    )


def read_derived(text: str) -> Sum:
    """The computation that a ``derived`` role asks for.

    Raises
    ------
    QuestionError
        Naming the word that cannot be read, and what was allowed.

    Examples
    --------
    >>> read_derived("ratio: trainium3 memory_bandwidth / trainium2 memory_bandwidth").right.subject
    'trainium2'
    """
    body, options = _options(text, DERIVED_OPTIONS)
    kind, colon, rest = body.partition(":")
    kind = kind.strip()
    if not colon or kind not in KINDS:
        _refuse(f"{kind!r}", "; allowed: " + ", ".join(f"{name}:" for name in KINDS))
    sign, _ = KINDS[kind]
    words = rest.split()
    if words.count(sign) != 1:
        _refuse(f"{rest.strip()!r}", f"; {kind} takes two questions with one {sign!r} between them")
    at = words.index(sign)
    shared = {"as_of": options.get("as-of"), "assume": _assume(options)}
    across = tuple(word for word in options.get("across", "").split(",") if word)
    if "unit" in options and sign == "/":
        _refuse(f"unit={options['unit']!r}", f"; {kind} has no unit")
    return Sum(kind, _ask(words[:at], **shared), _ask(words[at + 1 :], **shared), across, options.get("unit"))


def read_count(text: str) -> Count:
    """What a ``count`` role counts.

    Raises
    ------
    QuestionError
        Naming the word that cannot be read, and what was allowed.

    Examples
    --------
    >>> read_count("claims subject=trainium2")
    Count(what='claims', subject='trainium2')
    """
    what, *rest = text.split() or [""]
    if what not in COUNTS:
        _refuse(repr(what), did_you_mean(what, COUNTS))
    pairs = _pairs(rest, ("subject",))
    return Count(what, pairs.get("subject"))


def _refuse(what: str, allowed: str) -> NoReturn:
    raise QuestionError(f"cannot read {what}{allowed}")


def _options(text: str, allowed: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    body, _, tail = text.partition(";")
    return body, _pairs(tail.split(), allowed)


def _pairs(words: list[str], allowed: tuple[str, ...] | None = None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            _refuse(repr(word), "; allowed: name=value")
        if allowed is not None and key not in allowed:
            _refuse(repr(word), did_you_mean(key, allowed))
        if key in pairs:
            _refuse(repr(word), f"; {key} is given twice")
        pairs[key] = value
    return pairs


def _assume(options: Mapping[str, str]) -> dict[str, str]:
    pairs = {}
    for word in options.get("assume", "").split(","):
        if word:
            key, colon, value = word.partition(":")
            if not (key and colon and value):
                _refuse(f"assume={word!r}", "; allowed: assume=condition:value")
            pairs[key] = value
    return pairs


def _ask(words: list[str], **options: object) -> Ask:
    if len(words) < 2 or "=" in words[0] or "=" in words[1]:
        _refuse(repr(" ".join(words)), "; allowed: a subject, a property, then condition=value")
    return Ask(words[0], words[1], _pairs(words[2:]), **options)  # type: ignore[arg-type]
