"""One question over time: what was said when, and what the ledger would have answered."""

from __future__ import annotations

from typing import Any

import altair as alt

from chipledger.errors import NotANumber, QuestionError
from chipledger.fact import dated
from chipledger.ledger import Ledger
from chipledger.records import Claim
from chipledger.selection import period_end
from chipledger.show import words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import INK, OTHERS, VENDORS

_COLUMNS = (
    ("when", "When"),
    ("figure", "Figure"),
    ("conditions", "For"),
    ("publisher", "Who"),
    ("basis", "Basis"),
    ("answer", "The answer from then on"),
    ("title", "Source"),
    ("url", "Link"),
)


def history_chart(ledger: Ledger, subject: str, property: str, *, alt: str, **conditions: Any) -> Chart:
    """Every dated claim about one question, and the answer that the selection rule gave at each time.

    The steps are the answers; the marks are claims with their intervals. Dates stand at equal distances, so that
    days between two versions of a page are not lost beside years; a month or a year stands at its last day,
    because a claim is not on record before it can have been made. A click opens the source.

    Parameters
    ----------
    ledger : Ledger
    subject, property : str
    alt : str
        What the chart shows, in words.
    **conditions
        What narrows the question.

    Returns
    -------
    Chart

    Raises
    ------
    NotANumber
        If the property is not a number.
    QuestionError
        If no claim has a date, or the question itself cannot be answered.

    Examples
    --------
    >>> import chipledger
    >>> chart = history_chart(
    ...     chipledger.load(), "trainium2", "peak_compute", precision="fp8", sparsity="dense", scope="chip",
    ...     alt="Trainium2's dense FP8 peak over time.",
    ... )
    >>> chart.rows[0]["figure"], chart.rows[-1]["answer"]
    ('1,287 TFLOP/s', '1,299 TFLOP/s')
    """
    fact = ledger.get(subject, property, **conditions)
    claims = [claim for claim in ledger.history(subject, property, **conditions) if claim.number]
    if not claims:
        raise NotANumber(f"{fact.subject.id}.{fact.property.id} is {fact.text!r}; only numbers can be drawn")
    at = [claim for claim in claims if claim.date]
    if not at:
        raise QuestionError(f"{fact.subject.id}.{fact.property.id}: no claim about it has a date")
    unit = str(fact.unit or fact.property.unit)
    rows = [_row(claim, ledger, unit, conditions) for claim in at]
    undated = len(claims) - len(at)
    caption = (
        "Steps are what the selection rule answered at the time, marks are claims. Dates stand at equal distances, "
        "a year or a month at its last day."
    )
    if undated:
        caption += " Claims without a date are left out."
    sources = sources_of(ledger.sources[claim.source] for claim in at)
    colour = VENDORS.get(fact.subject.vendor, OTHERS)[0]
    return Chart(_draw(rows, words.asked(fact, unit), colour), alt, _COLUMNS, rows, sources, caption)


def _row(claim: Claim, ledger: Ledger, unit: str, conditions: dict[str, Any]) -> dict[str, Any]:
    source = ledger.sources[claim.source]
    then = _answer(ledger.at(str(claim.date)), claim, conditions)
    low, high = words.ends_in(claim, unit)
    return {
        "day": period_end(str(claim.date)),
        "value": words.value_in(claim, unit),
        "low": low,
        "high": high,
        "standing": then is not None and then.id == claim.id,
        "answered": None if then is None else words.value_in(then, unit),
        "answer": "none: several figures rank alike" if then is None else then.text,
        "when": dated(claim),
        "figure": claim.text,
        "conditions": words.conditions(claim.conditions),
        "publisher": source.publisher,
        "basis": claim.basis,
        "title": source.title,
        "url": source.url,
    }


def _answer(ledger: Ledger, claim: Claim, conditions: dict[str, Any]) -> Claim | None:
    """What the ledger of a day answered; nothing where the rule could not tell two figures apart."""
    try:
        return ledger.get(claim.subject, claim.property, **conditions).claim
    except QuestionError:
        return None


def _draw(rows: list[dict[str, Any]], title: str, colour: str) -> alt.LayerChart | alt.FacetChart:
    base = alt.Chart(named_data(rows, "claims"), height=280).encode(
        x=alt.X("day:O", title=None, axis=alt.Axis(labelAngle=-35), scale=alt.Scale(type="point", padding=0.5)),
        tooltip=[alt.Tooltip(f"{field}:N", title=name) for field, name in _COLUMNS if field != "url"],
        href=alt.Href("url:N"),
    )
    scale, axis = alt.Scale(zero=False, padding=16), alt.Axis(tickCount=6)
    steps = base.mark_line(interpolate="step-after", strokeWidth=2.5, color=colour, tooltip=None)
    spread = base.mark_rule(strokeWidth=1.5, color=INK)
    points = base.mark_point(size=90, opacity=1, filled=True, cursor="pointer")
    standing = alt.condition("datum.standing", alt.value(colour), alt.value(INK))
    shape = alt.condition("datum.standing", alt.value("circle"), alt.value("diamond"))
    return alt.layer(
        steps.encode(y=alt.Y("answered:Q", title=title, scale=scale, axis=axis)),
        spread.encode(y=alt.Y("low:Q", title=title, scale=scale, axis=axis), y2="high:Q"),
        points.encode(y=alt.Y("value:Q", title=title, scale=scale, axis=axis), color=standing, shape=shape),
    )
