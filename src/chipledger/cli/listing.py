"""Verbs that list what needs attention: ``missing``, ``conflicts``, ``stale``."""

from __future__ import annotations

import argparse
import sys

from chipledger.age import stale
from chipledger.cli.asking import age_record
from chipledger.cli.grammar import Grammar, count
from chipledger.cli.words import ledger_of, none, put, table


def add(grammar: Grammar) -> None:
    """Add these verbs."""
    missing = grammar.question("missing", "what is not published about a subject", _missing)
    missing.add_argument("subject")
    conflicts = grammar.question("conflicts", "facts that some standing claim contradicts", _conflicts)
    conflicts.add_argument("subject", nargs="?")
    old = grammar.question("stale", "prices and fleet figures past their horizon, and where to look again", _stale)
    old.add_argument("subject", nargs="?")
    old.add_argument("--horizon", type=count, metavar="DAYS", help="days instead of each property's own horizon")


def _missing(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    records = ledger_of(known).missing(known.subject)
    rows = [(m.property, str(m.conditions), m.reason, m.looked_on) for m in records]
    plain = [
        {
            "subject": m.subject,
            "property": m.property,
            "conditions": dict(m.conditions),
            "reason": m.reason,
            "looked_in": list(m.looked_in),
            "looked_on": m.looked_on,
        }
        for m in records
    ]
    put(known, plain, table(rows))
    return 0


def _conflicts(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    none(conditions)
    facts = ledger_of(known).conflicts(known.subject)
    rows = [
        (f.subject.id, f.property.id, f.text, o.claim.text, o.source.publisher, o.text)
        for f in facts
        for o in f.others
        if o.relation == "differs"
    ]
    put(known, [fact_record(f) for f in facts], table(rows))
    return 0


def _stale(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    none(conditions)
    old = stale(ledger_of(known), known.subject, horizon=known.horizon)
    rows = [
        (one.text, one.fact.subject.id, one.fact.property.id, str(one.fact.conditions), one.fact.text, one.look_again)
        for one in old
    ]
    plain = [
        {
            "subject": one.fact.subject.id,
            "property": one.fact.property.id,
            "conditions": dict(one.fact.conditions),
            "text": one.fact.text,
            "claim": one.fact.claim.id if one.fact.claim else None,
            **age_record(one),
        }
        for one in old
    ]
    if not old:
        print("nothing is stale", file=sys.stderr)
    put(known, plain, table(rows))
    return 0
