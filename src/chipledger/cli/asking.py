"""Verbs that ask: ``get``, ``cite``, ``find``, ``compare``, ``history``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from chipledger.age import Age, age
from chipledger.cli.grammar import Grammar, count
from chipledger.cli.words import assumed, ledger_of, none, put, table


def add(grammar: Grammar) -> None:
    """Add these verbs."""
    assume = {"action": "append", "default": [], "metavar": "CONDITION=VALUE", "help": "where a source is silent"}
    get = grammar.question("get", "one fact, with its source and what else was said", _get)
    get.add_argument("subject")
    get.add_argument("property")
    get.add_argument("--basis", help="answer only from claims of this basis")
    get.add_argument("--unit", help="also show the value in this unit")
    get.add_argument("--assume", **assume)  # type: ignore[arg-type]
    cite = grammar.question("cite", "a fact as a reference", _cite)
    cite.add_argument("subject")
    cite.add_argument("property")
    cite.add_argument("--style", default="text", help="text, bibtex or csl-json")
    find = grammar.question("find", "facts that fit loose words", _find)
    find.add_argument("words", nargs="+")
    find.add_argument("--limit", type=count, default=20)
    compare = grammar.question("compare", "the same question put to several subjects", _compare)
    compare.add_argument("property")
    compare.add_argument("subjects", nargs="+")
    compare.add_argument("--assume", **assume)  # type: ignore[arg-type]
    history = grammar.question("history", "every claim about a question, oldest first", _history)
    history.add_argument("subject")
    history.add_argument("property")


def _get(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    fact = ledger_of(known).get(
        known.subject, known.property, basis=known.basis, assume=assumed(known.assume), **conditions
    )
    record, text = fact_record(fact), str(fact)
    if known.unit:
        from chipledger import units

        units.ratio(fact.unit or "one", known.unit)
        shown = fact.quantity.to(known.unit)
        record["converted"] = {"value": shown.magnitude, "unit": known.unit}
        text += f"\n  in {known.unit}: {shown.magnitude:.6g}"
    old = age(fact)
    record["age"] = None if old is None else age_record(old)
    if old is not None:
        text += f"\n  {old.text}" + (f": {old.bound}" if old.bound else "")
        if old.stale and old.days is not None:
            text += f"; stale after {old.horizon:,} days: look again at {old.look_again}"
    put(known, record, text)
    return 0


def age_record(old: Age) -> dict[str, Any]:
    """An age as a plain record."""
    return {
        "as_of": old.date,
        "bounded_by": old.bound,
        "days": old.days,
        "horizon_days": old.horizon,
        "stale": old.stale,
        "look_again": old.look_again,
    }


def _cite(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    text = ledger_of(known).get(known.subject, known.property, basis=None, assume=None, **conditions).cite(known.style)
    put(known, {"citation": text, "style": known.style}, text)
    return 0


def _find(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    none(conditions)
    facts = ledger_of(known).find(" ".join(known.words), known.limit)
    rows = [
        (f.subject.id, f.property.id, str(f.conditions), f.text, f.source.publisher if f.source else "") for f in facts
    ]
    if not facts:
        print("nothing fits", file=sys.stderr)
    put(known, [fact_record(f) for f in facts], table(rows))
    return 0


def _compare(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    result = ledger_of(known).compare(known.subjects, known.property, assume=assumed(known.assume), **conditions)
    rows = [
        (f.subject.id, f.text, str(f.interval) if f.published and f.claim and f.claim.number else "", *f.assumptions)
        for f in result.facts
    ]
    record = {"facts": [fact_record(f) for f in result.facts], "left_out": dict(result.left_out)}
    put(known, record, table(rows))
    for name, reason in result.left_out.items():
        print(f"left out: {name}: {reason}", file=sys.stderr)
    return 0


def _history(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import claim_record

    ledger = ledger_of(known)
    claims = ledger.history(known.subject, known.property, **conditions)
    rows = [
        (c.date or "undated", c.text, c.basis, ledger.sources[c.source].publisher, str(c.conditions), c.id)
        for c in claims
    ]
    put(known, [claim_record(c, ledger.sources[c.source]) for c in claims], table(rows))
    return 0
