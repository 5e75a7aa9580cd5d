"""One equation between claims, evaluated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from chipledger.dates import period_end
from chipledger.errors import ChipledgerError, UnitError
from chipledger.identities import formula
from chipledger.identities.book import Book
from chipledger.identities.term import Term, spelled
from chipledger.identities.verdict import verdict
from chipledger.records import Claim
from chipledger.records.identity import Result, Side

#: What a name stands for: a claim, or a number that is known exactly.
Bound = Claim | int


def check(
    book: Book,
    ident: str,
    rule: str,
    title: str,
    left: str,
    right: str,
    bound: Mapping[str, Bound],
    relation: str = "equal",
) -> Result:
    """Evaluate both sides of an equation and compare them.

    Parameters
    ----------
    book : Book
    ident, rule, title : str
    left, right : str
        Formulas over the names in `bound`.
    bound : mapping of str to Claim or int
    relation : str

    Returns
    -------
    Result
        Open where a side cannot be evaluated (a divisor may be zero, a claim is text), and where the identity
        itself is wrong because its sides measure different things.
    """
    try:
        one, two = (_side(text, bound) for text in (left, right))
        if one.unit != two.unit:
            raise UnitError(f"the left side is in {one.unit}, the right in {two.unit}; allowed: one unit")
    except ChipledgerError as error:
        return replace(opened(ident, rule, title, relation, str(error)), fault=isinstance(error, UnitError))
    inputs = tuple(dict.fromkeys((*one.inputs, *two.inputs)))
    return Result(
        ident,
        rule,
        title,
        relation,
        verdict(one.interval, two.interval, relation),
        one,
        two,
        gap=(one.value - two.value) / two.value if two.value else None,
        inputs=inputs,
        shared=tuple(name for name in one.inputs if name in two.inputs),
        since=_latest(book, inputs),
    )


def opened(ident: str, rule: str, title: str, relation: str, reason: str) -> Result:
    """An identity that cannot be checked, with the reason."""
    return Result(ident, rule, title, relation, "open", None, None, reason=reason)


def _side(text: str, bound: Mapping[str, Bound]) -> Side:
    used = {name: bound[name] for name in formula.names(text)}
    terms = {name: Term.exactly(b) if isinstance(b, int) else Term.of(b) for name, b in used.items()}
    term = formula.evaluate(text, terms)
    inputs = tuple(b.id for b in used.values() if not isinstance(b, int))
    filled = re.sub(r"[A-Za-z_]\w*", lambda match: _printed(used[match[0]]), text)
    return Side(text, filled, term.interval, term.value, spelled(term.powers), inputs)


def _printed(bound: Bound) -> str:
    return str(bound) if isinstance(bound, int) else f"({bound.text})"


def _latest(book: Book, inputs: tuple[str, ...]) -> str | None:
    dates = [date for name in inputs if (date := book.claims[name].date)]
    return max(dates, key=period_end, default=None)
