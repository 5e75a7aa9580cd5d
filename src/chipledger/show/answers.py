"""Answers of calculations side by side, with what their inputs allow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import altair as alt

from chipledger.compute import Answer
from chipledger.errors import QuestionError
from chipledger.ledger import Ledger
from chipledger.records import unit_text
from chipledger.show import words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import INK, TICKS, vendor_scales

#: How answers tell of inputs that no source gave.
_SUPPLIED = re.compile(r" = .* \((?:given|default)\b")

#: Height of one bar and its gap.
_STEP = 34

#: How long the axis is beside the longest bar.
_ROOM = Fraction(8, 5)

_COLUMNS = (
    ("choice", "Choice"),
    ("name", "Of"),
    ("answer", "Answer"),
    ("allowed", "Inputs allow"),
    ("working", "Worked out"),
    ("told", "Remarks"),
)

#: Fields that link the pages behind an answer; the same page once.
_LINKS = ("first url", "second url", "third url", "fourth url", "fifth url", "sixth url")


def answers_chart(
    ledger: Ledger,
    answers: Mapping[str, Mapping[str, Answer]],
    *,
    unit: str,
    title: str,
    choose: str,
    alt: str,
) -> Chart:
    """Answers to one question as bars; the reader chooses between several sets of them.

    Parameters
    ----------
    ledger : Ledger
        Holds the claims that went into the answers.
    answers : mapping of str to mapping of str to Answer
        For each choice, answers by subject id or by any other name.
    unit : str
        In which they are drawn.
    title : str
        What is drawn, for the axis.
    choose : str
        What the choice is about, in a word.
    alt : str
        What the chart shows, in words.

    Returns
    -------
    Chart

    Raises
    ------
    QuestionError
        If there are no answers, or they answer different questions.
    UnitError
        If the unit measures something else.

    Examples
    --------
    >>> import chipledger
    >>> ledger = chipledger.load()
    >>> memory = ledger.get("trainium2", "memory_capacity", scope="chip")
    >>> floor = chipledger.compute.memory.device_floor(required_memory="1 TB", device_memory=memory)
    >>> chart = answers_chart(ledger, {"all": {"trainium2": floor}}, unit="chip", title="Chips", choose="Set",
    ...     alt="Chips that hold a working set.")
    >>> chart.rows[0]["answer"]
    '10 chips (9.701 before rounding up)'
    """
    questions = {answer.question for group in answers.values() for answer in group.values()}
    if len(questions) != 1:
        raise QuestionError(f"a chart shows answers to one question, not to {', '.join(sorted(questions)) or 'none'}")
    rows = [
        _row(ledger, choice, name, answer, unit) for choice, group in answers.items() for name, answer in group.items()
    ]
    used = sorted({claim for group in answers.values() for answer in group.values() for claim in answer.inputs})
    sources = sources_of(ledger.sources[ledger.claims[claim].source] for claim in used)
    shown = unit_text(unit, "2")
    name = f"{title} ({shown})" if shown else title
    drawn = _draw(rows, list(answers), name, choose)
    columns = [(field, choose if field == "choice" else name) for field, name in _COLUMNS]
    columns += [(field, f"The {field.split()[0]} source") for field in _LINKS if any(field in row for row in rows)]
    return Chart(drawn, alt, columns, rows, sources, _caption(rows, answers))


def _row(ledger: Ledger, choice: str, name: str, answer: Answer, unit: str) -> dict[str, Any]:
    subject = ledger.subjects.get(name)
    shown = answer.to(unit)
    low, high = (None if end is None else words.plotted(end) for end in (shown.interval.low, shown.interval.high))
    pages = dict.fromkeys(ledger.sources[ledger.claims[claim].source].url for claim in answer.inputs)
    return {
        **dict(zip(_LINKS, pages, strict=False)),
        "choice": choice,
        "name": subject.name if subject else name,
        "vendor": subject.vendor if subject else "",
        "value": words.plotted(shown.exact),
        "low": low,
        "high": high,
        "end": max(words.plotted(shown.exact), high or 0),
        "answer": answer.text,
        "allowed": str(answer).splitlines()[1].strip().removeprefix("interval: "),
        "working": f"{answer.question} = {answer.working}",
        "told": "; ".join(answer.remarks),
    }


def _draw(
    rows: Sequence[dict[str, Any]], choices: Sequence[str], title: str, choose: str
) -> alt.LayerChart | alt.FacetChart:
    names = list(dict.fromkeys(row["name"] for row in rows))
    most = max(row["end"] for row in rows)
    vendors = {row["vendor"] for row in rows if row["vendor"]}
    # Room for the words beside the longest bar.
    room = alt.Scale(domain=[0, words.plotted(Fraction(most) * _ROOM)])
    x = alt.X("value:Q", title=title, scale=room, axis=alt.Axis(tickCount=TICKS))
    y = alt.Y("name:N", title=None, sort=names)
    bars = alt.Chart(named_data(rows, "answers"), height={"step": _STEP}).encode(y=y)
    if len(choices) > 1:
        bars = bars.transform_filter("datum.choice === chosen")
    colour: Any = alt.value(INK)
    if vendors:
        colour = alt.Color("vendor:N", scale=vendor_scales(vendors)[0])
    tooltip = [alt.Tooltip(f"{field}:N", title=name) for field, name in _COLUMNS if field != "choice"]
    across = bars.transform_filter("isValid(datum.low) && isValid(datum.high) && datum.low < datum.high")
    layers = [
        bars.mark_bar(height=16).encode(x=x, color=colour, tooltip=tooltip),
        across.mark_rule(strokeWidth=2.5).encode(x=alt.X("low:Q"), x2="high:Q"),
        bars.mark_text(align="left", dx=8).encode(x=alt.X("end:Q"), text="answer:N"),
    ]
    if len(choices) == 1:
        return alt.layer(*layers)
    chosen = alt.param(name="chosen", value=choices[0], bind=alt.binding_select(options=choices, name=f"{choose} "))
    return alt.layer(*layers).add_params(chosen)


def _caption(rows: Sequence[Mapping[str, Any]], answers: Mapping[str, Mapping[str, Answer]]) -> str:
    every = [answer for group in answers.values() for answer in group.values()]
    told = []
    if any(row["low"] is not None and row["high"] is not None and row["low"] < row["high"] for row in rows):
        told.append("Thin lines show what the printed digits of the inputs allow.")
    # What was given, or left as it is, stands in the working of each answer.
    taken = sorted({text for answer in every for text in answer.assumptions if not _SUPPLIED.search(text)})
    if taken:
        told.append(f"Taken for granted: {'; '.join(taken)}.")
    return " ".join(told)
