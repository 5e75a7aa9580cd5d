"""One question, every claim: who says what, when, and what the printed digits allow."""

from __future__ import annotations

from typing import Any

import altair as alt

from chipledger.errors import NotANumber
from chipledger.fact import Fact, dated
from chipledger.records import Claim
from chipledger.show import words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import INK, OTHERS, TICKS, VENDORS

#: How a claim stands, the strongest first: what it is called, and the shape of its mark.
_STANDING = {
    "selected": "circle",
    "agrees": "square",
    "differs": "diamond",
    "replaced or wrong": "M-1,-1L1,1M1,-1L-1,1",
    "of another day": "triangle-down",
    "measured": "triangle-up",
    "said by others": "triangle-right",
}

#: Relations of `fact.Other` and how the chart groups them.
_GROUPS = {
    "agrees": "agrees",
    "coarser print": "agrees",
    "finer print": "agrees",
    "within bound": "agrees",
    "differs": "differs",
    "earlier": "of another day",
    "later": "of another day",
    "superseded": "replaced or wrong",
    "erratum": "replaced or wrong",
    "measured": "measured",
    "said by others": "said by others",
}

_COLUMNS = (
    ("figure", "Figure"),
    ("conditions", "For"),
    ("publisher", "Who"),
    ("date", "When"),
    ("basis", "Basis"),
    ("relation", "Compared with the selected"),
    ("title", "Source"),
    ("url", "Link"),
    ("where", "Where in it"),
)


def claims_chart(fact: Fact, *, alt: str) -> Chart:
    """Every claim about one question, each with the interval that its printed digits allow.

    The selected claim comes first, and the band behind all of them is its interval: a claim whose line crosses
    the band may say the same thing in other digits. A click opens the source.

    Parameters
    ----------
    fact : Fact
        A number.
    alt : str
        What the chart shows, in words.

    Returns
    -------
    Chart

    Raises
    ------
    NotANumber
        If the fact is text, or nothing is claimed about it.

    Examples
    --------
    >>> import chipledger
    >>> fact = chipledger.load().get("trainium2", "memory_bandwidth")
    >>> claims_chart(fact, alt="What is said about Trainium2's memory bandwidth.").rows[0]["figure"]
    '2.9 TB/s'
    """
    claims = [(fact.claim, "selected", "the selected claim")] if fact.claim else []
    claims += [(other.claim, _GROUPS[other.relation], other.text) for other in fact.others]
    numeric = [entry for entry in claims if entry[0].number]
    if not numeric:
        raise NotANumber(f"{fact.subject.id}.{fact.property.id} is {fact.text!r}; only numbers can be drawn")
    unit = _unit(fact)
    rows = [_row(claim, standing, relation, fact, unit) for claim, standing, relation in numeric]
    sources = sources_of(fact.sources[claim.source] for claim, _, _ in numeric)
    return Chart(_draw(rows, fact, unit), alt, _COLUMNS, rows, sources, _caption(fact))


def _unit(fact: Fact) -> str:
    return str(fact.unit or fact.property.unit)


def _row(claim: Claim, standing: str, relation: str, fact: Fact, unit: str) -> dict[str, Any]:
    source = fact.sources[claim.source]
    low, high = words.ends_in(claim, unit)
    return {
        "id": claim.id,
        "value": words.value_in(claim, unit),
        "low": low,
        "high": high,
        "standing": standing,
        "figure": claim.text,
        "conditions": words.conditions(claim.conditions),
        "label": f"{claim.text} · {claim.date or 'undated'} · {source.publisher}",
        "publisher": source.publisher,
        "title": source.title,
        "date": dated(claim),
        "basis": claim.basis,
        "relation": relation,
        "where": claim.locator,
        "url": source.url,
    }


def _draw(rows: list[dict[str, Any]], fact: Fact, unit: str) -> alt.LayerChart | alt.FacetChart:
    colour = VENDORS.get(fact.subject.vendor, OTHERS)[0]
    standings = [name for name in _STANDING if any(row["standing"] == name for row in rows)]
    scale = alt.Scale(zero=False, padding=28)
    base = alt.Chart(named_data(rows, "claims"), height=alt.Step(42)).encode(
        y=alt.Y("id:N", sort=[row["id"] for row in rows], axis=None),
        x=alt.X("value:Q", title=words.asked(fact, unit), axis=alt.Axis(tickCount=TICKS), scale=scale),
        href=alt.Href("url:N"),
        tooltip=[alt.Tooltip(f"{field}:N", title=name) for field, name in _COLUMNS if field != "url"],
    )
    inks = [colour if name == "selected" else INK for name in standings]
    fills = ["transparent" if name == "replaced or wrong" else ink for name, ink in zip(standings, inks, strict=True)]
    tone = alt.Color("standing:N", scale=alt.Scale(domain=standings, range=inks))
    chosen = base.transform_filter("datum.standing === 'selected'")
    band = chosen.mark_rect(opacity=0.16, tooltip=None).encode(
        x="low:Q", x2="high:Q", y=alt.value(0), y2=alt.value("height"), color=alt.value(colour)
    )
    spread = base.mark_rule(strokeWidth=2.5, strokeCap="round").encode(x="low:Q", x2="high:Q", color=tone)
    points = base.mark_point(size=90, opacity=1, strokeWidth=2, cursor="pointer").encode(
        color=tone,
        fill=alt.Fill("standing:N", scale=alt.Scale(domain=standings, range=fills)),
        shape=alt.Shape("standing:N", scale=alt.Scale(domain=standings, range=[_STANDING[s] for s in standings])),
    )
    told = base.mark_text(align="left", baseline="bottom", dy=-8, limit=alt.ExprRef("width - 8"))
    told = told.encode(x=alt.value(4), text="label:N")
    return alt.layer(band, spread, points, told)


def _caption(fact: Fact) -> str:
    told = []
    if fact.claim:
        told.append(f"The band is what the selected figure allows. Selected: {fact.reason}.")
        told.append("Crosses are replaced by a later version of their own page, or known to be wrong.")
    else:
        told.append(f"The vendor does not publish this: {fact.reason}.")
    told += [f"Assumed: {text}." for text in words.assumptions([fact])]
    return " ".join(told)
