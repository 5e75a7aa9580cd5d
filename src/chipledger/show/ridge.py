"""Chips between their two ceilings: peak compute against memory bandwidth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import altair as alt

from chipledger import units
from chipledger.digits import digits
from chipledger.errors import QuestionError
from chipledger.fact import Fact
from chipledger.ledger import Comparison, Ledger
from chipledger.records import Subject, grouped
from chipledger.show import labels, words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import vendor_scales

#: Height of the drawing, and its width on a phone, on a tablet and on a desk.
_HEIGHT = 330
_WIDTHS = (210, 520, 840)

_COLUMNS = (
    ("name", "Chip"),
    ("compute", "Peak compute"),
    ("compute said", "Who says so"),
    ("url", "Source of the peak"),
    ("bandwidth", "Memory bandwidth"),
    ("bandwidth said", "Who says that"),
    ("bandwidth url", "Source of the bandwidth"),
    ("ridge", "Operations per byte"),
)


def ridge_map(
    ledger: Ledger,
    subjects: Sequence[str],
    *,
    line: str,
    alt: str,
    assume: Mapping[str, str] | None = None,
    **basis: Any,
) -> Chart:
    """Peak compute against memory bandwidth, both on logarithmic axes.

    A diagonal joins all chips with as many operations per byte of memory traffic as a chosen one: a chip above
    it needs more reuse of each byte to be kept busy, a chip below it less. Chips that follow one another are
    joined. A click opens the source of the peak.

    Parameters
    ----------
    ledger : Ledger
    subjects : sequence of str
        Chips, by id or alias.
    line : str
        The chip through which the diagonal runs until the reader chooses another.
    alt : str
        What the chart shows, in words.
    assume : mapping of str to str, optional
        Conditions to take for granted where a source leaves them unstated; such marks are hollow and say so.
    **basis
        Conditions of the peak: ``precision`` and ``sparsity``.

    Returns
    -------
    Chart

    Raises
    ------
    QuestionError
        If `line` has no place on the chart, or a word is unknown.
    NotComparable
        If the figures do not stand on one basis.

    Examples
    --------
    >>> import chipledger
    >>> chart = ridge_map(
    ...     chipledger.load(), ["trainium2", "h100-sxm"], line="trainium2",
    ...     precision="bf16", sparsity="dense", alt="Trainium2 and H100 SXM between their ceilings.",
    ... )
    >>> [row["ridge"] for row in chart.rows if row["name"] == "Trainium2"]
    ['230 FLOP/byte']
    """
    peaks = ledger.compare(subjects, "peak_compute", assume=assume, scope="chip", unit_kind="tensor", **basis)
    rates = ledger.compare(subjects, "memory_bandwidth", scope="chip")
    speed = {fact.subject.id: fact for fact in rates.facts if fact.published}
    pairs = [(fact, speed[fact.subject.id]) for fact in peaks.facts if fact.published and fact.subject.id in speed]
    chosen = ledger.vocabulary.subject(line)
    if chosen.id not in {peak.subject.id for peak, _ in pairs}:
        names = tuple(peak.subject.id for peak, _ in pairs)
        raise QuestionError(f"no line through {line!r}: it has no place on this chart; allowed: {names}", names)
    unit_y, unit_x = str(peaks.property.unit), str(rates.property.unit)
    x_range = _range([words.value_in(rate.claim, unit_x) for _, rate in pairs if rate.claim])
    y_range = _range([words.value_in(peak.claim, unit_y) for peak, _ in pairs if peak.claim])
    rows = [_row(peak, rate, unit_y, unit_x, ledger.subjects) for peak, rate in pairs]
    _label(rows, x_range, y_range)
    for row in rows:
        row |= _diagonal(row["y"] / row["x"], x_range, y_range)
    titles = (f"Peak compute, {words.conditions(basis)} ({unit_y})", f"Memory bandwidth ({unit_x})")
    drawn = _draw(rows, chosen.name, titles, y_range, x_range)
    sources = sources_of(fact.sources[fact.claim.source] for pair in pairs for fact in pair if fact.claim)
    return Chart(drawn, alt, _COLUMNS, rows, sources, _caption(rows, peaks, rates, ledger.subjects))


def _row(peak: Fact, rate: Fact, unit_y: str, unit_x: str, subjects: Mapping[str, Subject]) -> dict[str, Any]:
    assert peak.claim is not None
    assert rate.claim is not None
    ratio = _ratio(peak, rate)
    (low, high), (left, right) = words.ends_in(peak.claim, unit_y), words.ends_in(rate.claim, unit_x)
    return {
        "name": peak.subject.name,
        "vendor": peak.subject.vendor,
        "line": _lineage(peak.subject, subjects),
        "x": words.value_in(rate.claim, unit_x),
        "left": left,
        "right": right,
        "y": words.value_in(peak.claim, unit_y),
        "low": low,
        "high": high,
        "compute": ", ".join(filter(None, (peak.text, words.conditions(peak.conditions), words.assumed(peak)))),
        "compute said": words.said(peak.claim, peak.sources[peak.claim.source], titled=True),
        "bandwidth": rate.text,
        "bandwidth said": words.said(rate.claim, rate.sources[rate.claim.source], titled=True),
        "ridge": f"{grouped(ratio)} FLOP/byte",
        "told": f"Dashed: {grouped(ratio)} FLOP/byte, as {peak.subject.name}",
        "assumed": words.assumed(peak),
        "url": peak.sources[peak.claim.source].url,
        "bandwidth url": rate.sources[rate.claim.source].url,
    }


def _ratio(peak: Fact, rate: Fact) -> str:
    per_byte = units.ratio(str(peak.unit), "FLOP/s") / units.ratio(str(rate.unit), "byte/s")
    value = Fraction(str(peak.value)) / Fraction(str(rate.value)) * per_byte
    return digits(value, (peak.interval / rate.interval).scaled(per_byte))


def _lineage(subject: Subject, subjects: Mapping[str, Subject]) -> str:
    while subject.predecessor:
        subject = subjects[subject.predecessor]
    return subject.id


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Room on both sides of the values, on a logarithmic axis."""
    low, high = math.log10(min(values)), math.log10(max(values))
    room = 0.12 * max(high - low, 0.5)
    return words.plotted(Fraction(10 ** (low - room))), words.plotted(Fraction(10 ** (high + room)))


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def _label(rows: Sequence[dict[str, Any]], x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
    points = [(_share(row["x"], x_range), 1 - _share(row["y"], y_range), row["name"]) for row in rows]
    for row, side in zip(rows, labels.place(points, [(width, _HEIGHT) for width in _WIDTHS]), strict=True):
        row["align"], row["baseline"], row["dx"], row["dy"] = labels.SIDES[side]


def _diagonal(slope: float, x_range: tuple[float, float], y_range: tuple[float, float]) -> dict[str, float]:
    """The part of the line of equal operations per byte that lies in the drawing."""
    left, right = max(x_range[0], y_range[0] / slope), min(x_range[1], y_range[1] / slope)
    ends = {"from x": left, "from y": left * slope, "to x": right, "to y": right * slope}
    return {key: words.plotted(Fraction(value)) for key, value in ends.items()}


def _draw(
    rows: Sequence[dict[str, Any]],
    chosen: str,
    titles: tuple[str, str],
    y_range: tuple[float, float],
    x_range: tuple[float, float],
) -> alt.LayerChart | alt.FacetChart:
    colours, shapes = vendor_scales(row["vendor"] for row in rows)
    y = alt.Y("y:Q", title=titles[0], scale=_scale(y_range), axis=_axis(y_range))
    x = alt.X("x:Q", title=titles[1], scale=_scale(x_range), axis=_axis(x_range))
    colour = alt.Color("vendor:N", scale=colours, legend=alt.Legend(symbolOpacity=1))
    through = alt.param(
        name="through",
        value=chosen,
        bind=alt.binding_select(options=[row["name"] for row in rows], name="Same operations per byte as "),
    )
    chips = alt.Chart(named_data(rows, "chips"), height=_HEIGHT).encode(x=x, y=y)
    chosen_one = chips.transform_filter("datum.name === through")
    diagonal = chosen_one.mark_rule(strokeDash=[6, 4], strokeWidth=1.5).encode(
        x="from x:Q", y="from y:Q", x2="to x:Q", y2="to y:Q"
    )
    told = chosen_one.mark_text(align="left", baseline="top", fontWeight=600).encode(
        x=alt.value(10), y=alt.value(4), text="told:N"
    )
    trail = chips.mark_line(strokeWidth=2, opacity=0.35).encode(detail="line:N", color=colour, order="y:Q")
    across = chips.transform_filter("isValid(datum.left) && isValid(datum.right)").mark_rule(strokeWidth=1.5)
    upright = chips.transform_filter("isValid(datum.low) && isValid(datum.high)").mark_rule(strokeWidth=1.5)
    points = chips.mark_point(size=110, strokeWidth=2, opacity=1, cursor="pointer").encode(
        color=colour,
        shape=alt.Shape("vendor:N", scale=shapes),
        fill=alt.condition("datum.assumed === ''", colour, alt.value("transparent")),
        href="url:N",
        tooltip=[alt.Tooltip(f"{field}:N", title=title) for field, title in _COLUMNS if not field.endswith("url")],
    )
    names = chips.mark_text(
        align=_of("align"), baseline=_of("baseline"), dx=_of("dx"), dy=_of("dy"), fontWeight=500
    ).encode(text="name:N")
    return alt.layer(
        trail,
        diagonal,
        told,
        across.encode(x="left:Q", x2="right:Q", color=colour),
        upright.encode(y="low:Q", y2="high:Q", color=colour),
        points,
        names,
    ).add_params(through)


def _of(field: str) -> alt.ExprRef:
    return alt.ExprRef(f"datum.{field}")


def _scale(ends: tuple[float, float]) -> alt.Scale:
    return alt.Scale(type="log", domain=list(ends), nice=False)


def _axis(ends: tuple[float, float]) -> alt.Axis:
    """Ticks at one, two and five of each decade."""
    decades = range(math.floor(math.log10(ends[0])), math.ceil(math.log10(ends[1])) + 1)
    ticks = [words.plotted(step * Fraction(10) ** decade) for decade in decades for step in (1, 2, 5)]
    return alt.Axis(values=[tick for tick in ticks if ends[0] <= tick <= ends[1]], format="~r")


def _caption(
    rows: Sequence[Mapping[str, Any]], peaks: Comparison, rates: Comparison, subjects: Mapping[str, Subject]
) -> str:
    told = [
        "Above the dashed line a chip needs more reuse of each byte to be kept busy, below it less.",
        "Thin lines show what the printed digits allow; successors are joined.",
    ]
    if names := [str(row["name"]) for row in rows if row["assumed"]]:
        what = " and ".join(sorted({str(row["assumed"]) for row in rows if row["assumed"]}))
        told.append(f"Hollow marks are {what}, because the source does not say: {', '.join(names)}.")
    silent = {fact.subject.id for side in (peaks, rates) for fact in side.facts if not fact.published}
    out = sorted({*peaks.left_out, *rates.left_out, *silent})
    if out:
        told.append(f"No figure on this basis: {', '.join(subjects[name].name for name in out)}.")
    return " ".join(told)
