"""Verbs that calculate, one for each question: ``chipledger device-floor --chip trainium2 --parameters 320e9``."""

from __future__ import annotations

import argparse
from typing import Any

from chipledger.cli.grammar import Grammar
from chipledger.cli.taking import Taking, unused
from chipledger.cli.words import assumed, ledger_of, put
from chipledger.compute import Answer, Formula, questions
from chipledger.fact import dated
from chipledger.ledger import Ledger

_FROM = "a parameter may also name a figure of the ledger: 'trainium2 memory_capacity scope=chip'"


def add(grammar: Grammar) -> None:
    """Add these verbs."""
    for formula in questions().values():
        verb = grammar.question(formula.verb, formula.title[0].lower() + formula.title[1:].rstrip("."), _calculate)
        verb.set_defaults(formula=formula)
        for name, parameter in formula.parameters.items():
            told = f"{parameter.meaning}: {parameter.allowed}".replace("%", "%%")
            if parameter.default is not None:
                told += f"; default {parameter.default}"
            verb.add_argument(f"--{name.replace('_', '-')}", dest=f"given {name}", metavar="VALUE", help=told)
        verb.add_argument("--chip", metavar="SUBJECT", help=f"take figures of this chip or instance; {_FROM}")
        verb.add_argument("--model", metavar="SUBJECT", help="take figures of this model")
        verb.add_argument("--basis", help="take only claims of this basis from the ledger")
        verb.add_argument(
            "--assume", action="append", default=[], metavar="CONDITION=VALUE", help="where a source is silent"
        )
        if formula.alike:
            verb.add_argument(
                "--across",
                action="append",
                default=[],
                metavar="CONDITION",
                help="in which the figures are meant to differ",
            )


def _calculate(known: argparse.Namespace, conditions: dict[str, str]) -> int:
    formula: Formula = known.formula
    typed = {name: getattr(known, f"given {name}") for name in formula.parameters}
    ledger = ledger_of(known)
    taking = Taking(ledger, conditions, assumed(known.assume), known.basis)
    given: dict[str, Any] = {
        name: text if formula.parameters[name].words else taking.named(text)
        for name, text in typed.items()
        if text is not None
    }
    subjects = [(name, eager) for name, eager in ((known.chip, False), (known.model, True)) if name]
    given |= taking.all(formula, subjects, given)
    unused(formula, taking)
    besides: dict[str, Any] = {"assume": taking.assume or None}
    if formula.alike:
        besides["across"] = known.across or None
    assert formula.function is not None
    answer = formula.function(**given, **besides)
    put(known, _record(answer, ledger), _text(answer, ledger))
    return 0


def _record(answer: Answer, ledger: Ledger) -> dict[str, Any]:
    from chipledger.export import claim_record

    claims = [ledger.claims[name] for name in answer.inputs]
    sources = [claim_record(claim, ledger.sources[claim.source]) for claim in claims]
    return {**answer.as_dict(), "latex": answer.latex, "claims": sources}


def _text(answer: Answer, ledger: Ledger) -> str:
    lines = [*str(answer).splitlines()[:2], "equation:", f"  {answer.formula}", f"  = {answer.working}", "inputs:"]
    for one in answer.parameters:
        lines.append(f"  {one}")
        for name in one.claims:
            claim = ledger.claims[name]
            source = ledger.sources[claim.source]
            lines.append(f"    {name}: {claim.basis} by {source.publisher}, {source.title}; {dated(claim)}")
            lines += [f"    {source.url}"] if source.url else []
    given = {str(one) for one in answer.parameters}
    for title, words in (
        ("assumptions", [text for text in answer.assumptions if text not in given]),
        ("remarks", answer.remarks),
        ("limits", answer.limits),
    ):
        lines += [f"{title}:", *(f"  {text}" for text in words)] if words else []
    return "\n".join([*lines, f"formula from: {answer.source}"])
