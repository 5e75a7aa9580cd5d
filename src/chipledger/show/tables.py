"""Facts as tables: one below the other, side by side, and what is not published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chipledger.digits import converted
from chipledger.errors import NoClaim, QuestionError, did_you_mean
from chipledger.fact import Fact, dated
from chipledger.ledger import Ledger
from chipledger.records import value_text
from chipledger.show import words
from chipledger.show.cells import Cell, Table

#: Columns that a table of facts can have, and their titles.
COLUMNS: Mapping[str, str] = {
    "subject": "Subject",
    "property": "Property",
    "conditions": "Conditions",
    "figure": "Figure",
    "allows": "Allows",
    "said": "Who says so",
    "basis": "Basis",
    "source": "Source",
    "date": "Date",
    "reason": "Selected for",
    "others": "Others say",
}

#: Relations of `other.Other`, short enough for a cell.
_RELATIONS: Mapping[str, str] = {
    "agrees": "agrees",
    "coarser print": "coarser print",
    "finer print": "finer print",
    "within bound": "as a bound",
    "differs": "differs",
    "measured": "measured",
    "earlier": "on earlier days",
    "later": "on later days",
    "superseded": "before its page changed",
    "erratum": "known to be wrong",
    "said by others": "said by others",
}

#: How many rival claims of one kind a cell names before it only counts them.
_RIVALS = 3


def table(facts: Iterable[Fact], columns: Sequence[str] = (), caption: str = "") -> Table:
    """Facts one below the other.

    Parameters
    ----------
    facts : iterable of Fact
    columns : sequence of str, optional
        Names from `COLUMNS`; left out, those that tell the facts apart and where they come from.
    caption : str

    Raises
    ------
    QuestionError
        For a column that there is not.

    Examples
    --------
    >>> import chipledger
    >>> ledger = chipledger.load()
    >>> print(table([ledger.get("trainium2", "memory_bandwidth")], ["subject", "figure", "allows"]))
    Subject    Figure    Allows
    ---------  --------  -----------------
    Trainium2  2.9 TB/s  2.85 to 2.95 TB/s
    """
    every = list(facts)
    shown = tuple(columns) or _telling(every)
    for name in shown:
        if name not in COLUMNS:
            raise QuestionError(f"no column {name!r}{did_you_mean(name, COLUMNS)}", tuple(COLUMNS))
    titles = tuple(COLUMNS[name] for name in shown)
    return Table(titles, tuple(tuple(_cell(fact, name) for name in shown) for fact in every), caption)


def _telling(facts: Sequence[Fact]) -> tuple[str, ...]:
    """What tells the facts apart, and then what they say; a lone fact is named by its property."""
    out = ["subject"] if len({fact.subject.id for fact in facts}) > 1 else []
    if len({fact.property.id for fact in facts}) > 1 or len(facts) == 1:
        out.append("property")
    named = bool(out)
    conditions = ["conditions"] if any(fact.conditions for fact in facts) or not named else []
    return (*out, "figure", *conditions, "said", "others") if named else (*conditions, "figure", "said", "others")


def _cell(fact: Fact, column: str) -> Cell:
    claim, source = fact.claim, fact.source
    match column:
        case "subject":
            return Cell(fact.subject.name)
        case "property":
            return Cell(fact.property.title)
        case "conditions":
            return Cell(words.conditions(fact.conditions))
        case "figure":
            return Cell(fact.text, fact, words.assumed(fact))
        case "reason":
            return Cell(fact.reason)
        case "others":
            return Cell(_rivals(fact))
    if claim is None or source is None:
        return Cell("")
    match column:
        case "allows":
            unit = claim.unit or ""
            return Cell(f"{fact.interval} {unit}".rstrip() if claim.number else "")
        case "said":
            page = f"{source.publisher}, {source.title}"
            return Cell(page, href=source.url, before=f"{claim.basis} by ", after=f"; {dated(claim)}")
        case "basis":
            return Cell(claim.basis)
        case "source":
            return Cell(f"{source.publisher}, {source.title}", href=source.url)
    return Cell(dated(claim))


def _rivals(fact: Fact) -> str:
    """What others print, each figure once; prints that say the same are only counted."""
    same, told = 0, dict[str, dict[str, None]]()
    for other in fact.others:
        word = _RELATIONS[other.relation]
        if other.relation == "agrees":
            same += 1
        elif other.relation == "superseded" and other.claim.text == fact.text:
            continue
        else:
            gap = f", {words.gap(other)}" if other.gap else ""
            who = f" ({other.source.publisher}{gap})" if word in ("differs", "said by others") else ""
            told.setdefault(word, {}).setdefault(f"{other.claim.text}{who}")
    agree = [f"{same} more {'agrees' if same == 1 else 'agree'}"] if same else []
    return "; ".join(agree + [f"{word}: {', '.join(_first(said))}" for word, said in told.items()])


def _first(said: Iterable[str]) -> list[str]:
    every = list(said)
    return [*every[:_RIVALS], *([f"and {len(every) - _RIVALS} more"] if len(every) > _RIVALS else [])]


def side_by_side(
    ledger: Ledger,
    subjects: Sequence[str],
    questions: Sequence[tuple[str, Mapping[str, str]]],
    *,
    assume: Mapping[str, str] | None = None,
    caption: str = "",
) -> Table:
    """Subjects below one another, and the same questions put to each.

    Parameters
    ----------
    ledger : Ledger
    subjects : sequence of str
    questions : sequence of (str, mapping)
        A property and the conditions of the question. The entry ``unit`` asks for a unit instead of the
        printed one.
    assume : mapping of str to str, optional
        Conditions to take for granted where a source leaves them unstated; such cells say so.
    caption : str

    Raises
    ------
    AmbiguousQuestion
        If the conditions leave more than one answer.

    Examples
    --------
    >>> import chipledger
    >>> print(side_by_side(
    ...     chipledger.load(), ["trainium2", "h200-sxm"], [("memory_bandwidth", {"scope": "chip"})],
    ... ))
    Subject    Memory bandwidth (per chip)
    ---------  ---------------------------
    Trainium2  2.9 TB/s
    H200 SXM   4.8 TB/s
    """
    titles = ["Subject"]
    for name, given in questions:
        prop = ledger.vocabulary.property(name)
        told = words.conditions({key: value for key, value in given.items() if key != "unit"})
        titles.append(f"{prop.title} ({told})" if told else prop.title)
    rows = []
    for name in subjects:
        subject = ledger.vocabulary.subject(name)
        rows.append((Cell(subject.name), *(_answer(ledger, subject.id, *question, assume) for question in questions)))
    return Table(tuple(titles), tuple(rows), caption)


def _answer(
    ledger: Ledger, subject: str, prop: str, given: Mapping[str, str], assume: Mapping[str, str] | None
) -> Cell:
    asked = {key: value for key, value in given.items() if key != "unit"}
    takes = ledger.vocabulary.property(prop).conditions
    taken = {key: value for key, value in (assume or {}).items() if key in takes}
    try:
        fact = ledger.get(subject, prop, assume=taken, **asked)
    except NoClaim:
        return Cell("nothing on record")
    text, claim = fact.text, fact.claim
    if claim is not None and claim.number and (unit := given.get("unit")):
        upper = converted(claim, unit, claim.upper)[0] if claim.upper else None
        text = value_text(converted(claim, unit)[0], unit, claim.modifier, upper)
    return Cell(text, fact, words.assumed(fact), None if fact.source is None else fact.source.url)


def missing_table(ledger: Ledger, subject: str, caption: str = "") -> Table:
    """What was looked for about a subject and is not published.

    Parameters
    ----------
    ledger : Ledger
    subject : str
    caption : str

    Raises
    ------
    UnknownSubject
        For a subject that the ledger does not know.

    Examples
    --------
    >>> import chipledger
    >>> missing_table(chipledger.load(), "trainium2").titles[0]
    'Property'
    """
    records = ledger.missing(subject)
    searches = [
        ("; ".join(dict.fromkeys(ledger.sources[name].title for name in record.looked_in)), record.looked_on)
        for record in records
    ]
    # The search that most rows share is said once; the others are said where they differ.
    shared = max(searches, key=searches.count, default=("", ""))
    rows = [
        (
            Cell(ledger.properties[record.property].title, note=words.conditions(record.conditions)),
            Cell(record.reason, after="" if search == shared else f" (looked for in {search[0]}, last on {search[1]})"),
        )
        for record, search in zip(records, searches, strict=True)
    ]
    if records:
        unless = "" if len(set(searches)) == 1 else ", unless the row says otherwise"
        caption = f"{caption} Looked for in {shared[0]}, last on {shared[1]}{unless}.".strip()
    return Table(("Property", "What is known"), tuple(rows), caption)
