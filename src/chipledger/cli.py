"""The command line: ``chipledger get trainium2 memory_bandwidth``.

Results go to standard output, words about them to standard error. The exit status is 0 when found or
passed, 1 when a check failed, 2 when the question cannot be answered as asked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import chipledger
from chipledger.errors import ChipledgerError, DataFaults, QuestionError, did_you_mean
from chipledger.ledger import Ledger

_EPILOG = "Conditions are flags of their own: --precision fp8 --sparsity dense --scope chip."


def parser() -> argparse.ArgumentParser:
    """The command line's grammar, without the conditions, which are flags of any name."""
    top = argparse.ArgumentParser(
        prog="chipledger", description="Citation-backed figures of AI accelerators.", epilog=_EPILOG, allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"chipledger {chipledger.__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB")

    def verb(name: str, text: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=text, description=text, epilog=_EPILOG, allow_abbrev=False)
        made.add_argument("--json", action="store_true", help="print JSON")
        made.add_argument("--data", metavar="DIR", help="read this data folder instead of the packaged ledger")
        return made

    def question(name: str, text: str) -> argparse.ArgumentParser:
        made = verb(name, text)
        made.add_argument("--as-of", metavar="DATE", help="what had been said by the end of this day")
        return made

    get = question("get", "one fact, with its source and what else was said")
    get.add_argument("subject")
    get.add_argument("property")
    get.add_argument("--basis", help="answer only from claims of this basis")
    get.add_argument("--unit", help="also show the value in this unit")
    get.add_argument("--assume", action="append", default=[], metavar="CONDITION=VALUE", help="where a source is silent")
    cite = question("cite", "a fact as a reference")
    cite.add_argument("subject")
    cite.add_argument("property")
    cite.add_argument("--style", default="text", help="text, bibtex or csl-json")
    find = question("find", "facts that fit loose words")
    find.add_argument("words", nargs="+")
    find.add_argument("--limit", type=int, default=20)
    compare = question("compare", "the same question put to several subjects")
    compare.add_argument("property")
    compare.add_argument("subjects", nargs="+")
    compare.add_argument("--assume", action="append", default=[], metavar="CONDITION=VALUE")
    history = question("history", "every claim about a question, oldest first")
    history.add_argument("subject")
    history.add_argument("property")
    missing = question("missing", "what is not published about a subject")
    missing.add_argument("subject")
    conflicts = question("conflicts", "facts that some standing claim contradicts")
    conflicts.add_argument("subject", nargs="?")
    verb("check", "check the data folder")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    grammar = parser()
    try:
        known, rest = grammar.parse_known_args(argv)
        if known.verb is None:
            grammar.print_help()
            return 0
        return _VERBS[known.verb](known, _conditions(rest))
    except DataFaults as error:
        print(error, file=sys.stderr)
        return 1
    except ChipledgerError as error:
        print(f"chipledger: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader closed the pipe (`| head`): nothing more to say, and nothing to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _conditions(rest: Sequence[str]) -> dict[str, str]:
    """Leftover words as conditions: ``--precision fp8`` or ``--precision=fp8``."""
    found: dict[str, str] = {}
    words = list(rest)
    while words:
        word = words.pop(0)
        name, given, value = word.partition("=")
        if not name.startswith("--") or len(name) < 3:
            raise QuestionError(f"what is {word[:60]!r}? conditions are written --name value")
        if not given:
            if not words or words[0].startswith("--"):
                raise QuestionError(f"{name} has no value; conditions are written --name value")
            value = words.pop(0)
        key = name[2:].replace("-", "_")
        if key in found:
            raise QuestionError(f"{name} is given twice")
        found[key] = value
    return found


def _ledger(known: argparse.Namespace) -> Ledger:
    ledger = chipledger.load(known.data)
    return ledger.at(known.as_of) if getattr(known, "as_of", None) else ledger


def _assume(pairs: Sequence[str]) -> dict[str, str]:
    taken: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise QuestionError(f"--assume {pair[:60]!r} is not CONDITION=VALUE")
        taken[key] = value
    return taken


def _print(known: argparse.Namespace, record: Any, text: str) -> None:
    print(json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True) if known.json else text)


def _get(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    fact = _ledger(known).get(
        known.subject, known.property, basis=known.basis, assume=_assume(known.assume), **conditions
    )
    record, text = fact_record(fact), str(fact)
    if known.unit:
        shown = fact.quantity.to(_unit(known.unit, fact.unit))
        record["converted"] = {"value": shown.magnitude, "unit": known.unit}
        text += f"\n  in {known.unit}: {shown.magnitude:.6g}"
    _print(known, record, text)
    return 0


def _unit(wanted: str, own: str | None) -> str:
    from chipledger import units

    units.ratio(own or "one", wanted)
    return wanted


def _cite(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    text = _ledger(known).get(known.subject, known.property, **conditions).cite(known.style)
    _print(known, {"citation": text, "style": known.style}, text)
    return 0


def _find(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    _none(conditions)
    facts = _ledger(known).find(" ".join(known.words), known.limit)
    rows = [(f.subject.id, f.property.id, str(f.conditions), f.text, f.source.publisher if f.source else "") for f in facts]
    if not facts:
        print("nothing fits", file=sys.stderr)
    _print(known, [fact_record(f) for f in facts], _table(rows))
    return 0


def _compare(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    result = _ledger(known).compare(known.subjects, known.property, assume=_assume(known.assume), **conditions)
    rows = [
        (f.subject.id, f.text, str(f.interval) if f.published and f.claim and f.claim.number else "", *f.assumptions)
        for f in result.facts
    ]
    record = {"facts": [fact_record(f) for f in result.facts], "left_out": dict(result.left_out)}
    _print(known, record, _table(rows))
    for name, reason in result.left_out.items():
        print(f"left out: {name}: {reason}", file=sys.stderr)
    return 0


def _history(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import claim_record

    ledger = _ledger(known)
    claims = ledger.history(known.subject, known.property, **conditions)
    rows = [
        (c.date or "undated", c.text, c.basis, ledger.sources[c.source].publisher, str(c.conditions), c.id) for c in claims
    ]
    _print(known, [claim_record(c, ledger.sources[c.source]) for c in claims], _table(rows))
    return 0


def _missing(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    _none(conditions)
    records = _ledger(known).missing(known.subject)
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
    _print(known, plain, _table(rows))
    return 0


def _conflicts(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    from chipledger.export import fact_record

    _none(conditions)
    facts = _ledger(known).conflicts(known.subject)
    rows = [
        (f.subject.id, f.property.id, f.text, o.claim.text, o.source.publisher, o.text)
        for f in facts
        for o in f.others
        if o.relation == "differs"
    ]
    _print(known, [fact_record(f) for f in facts], _table(rows))
    return 0


def _check(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    _none(conditions)
    try:
        ledger = chipledger.load(Path(known.data) if known.data else None)
    except DataFaults as error:
        if known.json:
            faults = [{"file": f.file, "line": f.line, "subject": f.subject, "message": f.message} for f in error.faults]
            print(json.dumps({"passed": False, "faults": faults}, ensure_ascii=False, indent=2))
            return 1
        raise
    counts = {"claims": len(ledger.claims), "sources": len(ledger.sources), "subjects": len(ledger.subjects)}
    counts["facts"] = len(ledger.facts())
    text = "passed: " + ", ".join(f"{number:,} {name}" for name, number in counts.items())
    _print(known, {"passed": True, "faults": [], **counts}, text)
    return 0


def _none(conditions: dict[str, str]) -> None:
    if conditions:
        names = ", ".join(f"--{name}" for name in conditions)
        raise QuestionError(f"this command takes no {names}{did_you_mean(next(iter(conditions)), ('json', 'data'))}")


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """Aligned columns; numbers keep the digits that were printed."""
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    filled = [row + ("",) * (width - len(row)) for row in rows]
    sizes = [max(len(row[column]) for row in filled) for column in range(width)]
    return "\n".join("  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip() for row in filled)


_VERBS: dict[str, Callable[[argparse.Namespace, dict[str, str]], int]] = {
    "get": _get,
    "cite": _cite,
    "find": _find,
    "compare": _compare,
    "history": _history,
    "missing": _missing,
    "conflicts": _conflicts,
    "check": _check,
}
