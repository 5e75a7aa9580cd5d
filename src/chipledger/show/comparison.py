"""Several subjects, one question, one basis: bars with the choice of the basis inside the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import altair as alt

from chipledger.errors import AmbiguousQuestion, NoClaim, QuestionError
from chipledger.fact import Fact
from chipledger.ledger import Ledger
from chipledger.records import UNSTATED, Property
from chipledger.show import words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import TICKS, vendor_scales

#: What the chart says of a subject without a figure on a basis.
_NOTHING = "nothing on record"

#: The check box under which figures with assumptions appear.
_ASSUMING = "assuming"

_COLUMNS = (
    ("name", "Subject"),
    ("basis", "On the basis"),
    ("figure", "Figure"),
    ("said", "Who and when"),
    ("title", "Source"),
    ("url", "Link"),
)


def comparison_chart(
    ledger: Ledger,
    subjects: Sequence[str],
    property: str,
    *,
    choose: Mapping[str, Sequence[str]] | None = None,
    alt: str,
    assume: Mapping[str, str] | None = None,
    **fixed: Any,
) -> Chart:
    """The same question put to several subjects, always on one basis at a time.

    Each condition in `choose` becomes a menu in the chart. A subject that has no figure on the chosen basis
    stays in the chart and says so. Figures that need an assumption are drawn as outlines, say what is
    assumed, and go away with a check box. A click opens the source.

    Parameters
    ----------
    ledger : Ledger
    subjects : sequence of str
    property : str
        A property that is a number.
    choose : mapping of str to sequence of str, optional
        Conditions that the reader may choose, and the values of each; the chart opens with the first.
    alt : str
        What the chart shows, in words.
    assume : mapping of str to str, optional
        Conditions to take for granted where a source leaves them unstated.
    **fixed
        The other conditions.

    Returns
    -------
    Chart

    Raises
    ------
    QuestionError
        If no subject has a figure on the basis that the chart opens with.
    AmbiguousQuestion
        If the conditions leave more than one answer.

    Examples
    --------
    >>> import chipledger
    >>> chart = comparison_chart(
    ...     chipledger.load(), ["trainium2", "h200-sxm"], "memory_bandwidth", scope="chip",
    ...     alt="Memory bandwidth of Trainium2 and H200 SXM.",
    ... )
    >>> [row["figure"] for row in chart.rows]
    ['2.9 TB/s', '4.8 TB/s']
    """
    options = {name: list(values) for name, values in (choose or {}).items()}
    prop = ledger.vocabulary.property(property)
    first = {name: values[0] for name, values in options.items()}
    asked = [{**fixed, **dict(zip(options, values, strict=True))} for values in product(*options.values())]
    answers = [(name, basis, _answer(ledger, name, prop, assume, basis)) for basis in asked for name in subjects]
    rows = [row for name, basis, fact in answers for row in _rows(ledger, name, basis, fact, prop)]
    if not any("value" in row and all(row[key] == value for key, value in first.items()) for row in rows):
        told = words.conditions({**fixed, **first})
        raise QuestionError(f"{prop.id} ({told}): no figure for any of {', '.join(subjects)}")
    facts = [fact for _, _, fact in answers if fact and fact.claim]
    sources = sources_of(fact.sources[fact.claim.source] for fact in facts if fact.claim)
    assumptions = words.assumptions(facts)
    names = [ledger.vocabulary.subject(name).name for name in subjects]
    drawn = _draw(rows, names, prop, options, assumptions)
    return Chart(drawn, alt, _COLUMNS, rows, sources, _caption(assumptions, rows))


def _answer(
    ledger: Ledger, subject: str, prop: Property, assume: Mapping[str, str] | None, basis: Mapping[str, str]
) -> Fact | None:
    try:
        return ledger.get(subject, prop.id, assume=assume, **basis)
    except AmbiguousQuestion:
        raise
    except NoClaim:
        return None


def _rows(
    ledger: Ledger, name: str, basis: Mapping[str, str], fact: Fact | None, prop: Property
) -> Iterator[dict[str, Any]]:
    subject = ledger.vocabulary.subject(name)
    row = {"name": subject.name, "vendor": subject.vendor, "basis": words.conditions(basis), "when": "always", **basis}
    if fact is None or fact.claim is None:
        silent = _NOTHING if fact is None else "not published"
        yield row | {"figure": silent}
        return
    claim, source = fact.claim, fact.sources[fact.claim.source]
    row |= {"said": words.said(claim, source), "title": source.title, "url": source.url}
    if not words.same_kind(claim, str(prop.unit)):
        yield row | {"figure": f"{fact.text}: measured in another unit"}
        return
    low, high = words.ends_in(claim, str(prop.unit))
    assumed = words.assumed(fact)
    if assumed:
        unstated = ", ".join(words.condition(key, value) for key, value in fact.conditions.items() if value == UNSTATED)
        yield row | {"figure": unstated, "when": "not assuming"}
    yield row | {
        "value": words.value_in(claim, str(prop.unit)),
        "low": low,
        "high": high,
        "figure": f"{fact.text}, {assumed}" if assumed else fact.text,
        "assumed": assumed,
        "when": "assuming" if assumed else "always",
    }


def _draw(
    rows: Sequence[dict[str, Any]],
    names: Sequence[str],
    prop: Property,
    options: Mapping[str, Sequence[str]],
    assumptions: Sequence[str],
) -> alt.LayerChart | alt.FacetChart:
    colours, _ = vendor_scales(row["vendor"] for row in rows)
    colour = alt.Color("vendor:N", scale=colours)
    base = alt.Chart(named_data(rows, "figures"), height=alt.Step(46)).encode(
        y=alt.Y("name:N", sort=list(names), axis=None),
        tooltip=[alt.Tooltip(f"{field}:N", title=title) for field, title in _COLUMNS if field != "url"],
    )
    for name in options:
        base = base.transform_filter(f"datum.{name} === {name}")
    if assumptions:
        base = base.transform_filter(f"datum.when === 'always' || (datum.when === 'assuming') === {_ASSUMING}")
    title = f"{prop.title} ({prop.unit})"
    x = alt.X("value:Q", title=title, axis=alt.Axis(tickCount=TICKS), scale=alt.Scale(zero=True))
    opacity = alt.condition("!datum.assumed", alt.value(0.9), alt.value(0.1))
    bars = base.mark_bar(height=13, yOffset=9, strokeWidth=2, cursor="pointer").encode(
        x=x, color=colour, stroke=alt.Stroke("vendor:N", scale=colours), fillOpacity=opacity, href="url:N"
    )
    ends = base.transform_filter("isValid(datum.low) && isValid(datum.high) && datum.low < datum.high")
    spread = ends.mark_rule(strokeWidth=2, yOffset=9).encode(x="low:Q", x2="high:Q")
    names_ = base.mark_text(align="left", dx=1, yOffset=-8, fontWeight=600).encode(x=alt.value(0), text="name:N")
    figures = base.mark_text(align="right", yOffset=-8).encode(x=alt.value("width"), text="figure:N")
    params = [
        alt.param(
            name=name,
            value=values[0],
            bind=alt.binding_select(
                options=list(values),
                labels=[words.condition(name, value) for value in values],
                name=f"{name.replace('_', ' ').capitalize()} ",
            ),
        )
        for name, values in options.items()
    ]
    if assumptions:
        told = f"{' and '.join(assumptions).capitalize()} "
        params.append(alt.param(name=_ASSUMING, value=True, bind=alt.binding_checkbox(name=told)))
    return alt.layer(bars, spread, names_, figures).add_params(*params)


def _spread(row: Mapping[str, Any]) -> bool:
    low, high = row.get("low"), row.get("high")
    return low is not None and high is not None and low < high


def _caption(assumptions: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    told = ["Thin lines show what the printed digits allow."] if any(_spread(row) for row in rows) else []
    if assumptions:
        told.append(f"Outlined bars stand on an assumption: {' and '.join(assumptions)}.")
    if any(row["figure"] == _NOTHING for row in rows):
        told.append(
            f"'{_NOTHING.capitalize()}' means that the ledger holds no figure on that basis, not that none exists."
        )
    return " ".join(told)
