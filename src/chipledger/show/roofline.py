"""Rooflines: how fast each chip may go at each arithmetic intensity, and where given pieces of work stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import altair as alt

from chipledger import units
from chipledger.compute import Answer
from chipledger.compute.roofline import attainable_rate, ridge_point
from chipledger.errors import QuestionError
from chipledger.fact import Fact
from chipledger.ledger import Ledger
from chipledger.show import labels, words
from chipledger.show.notebook import Chart, named_data, sources_of
from chipledger.show.theme import vendor_scales

#: Height of the drawing, and its width on a phone, on a tablet and on a desk.
_HEIGHT = 360
_WIDTHS = (210, 520, 840)

#: How far the drawing reaches beyond the outermost ridge points and works, in decades.
_BEYOND = 0.7

#: How far from a corner its ceilings are kept clear of names, as a share of the width, and at how many points.
_NEAR, _STEPS = 0.3, 8

_RATE, _INTENSITY = "TFLOP/s", "FLOP/byte"

_COLUMNS = (
    ("work", "Work"),
    ("name", "Chip"),
    ("compute", "Peak compute"),
    ("compute said", "Who says so"),
    ("url", "Source of the peak"),
    ("bandwidth", "Memory bandwidth"),
    ("bandwidth said", "Who says that"),
    ("bandwidth url", "Source of the bandwidth"),
    ("ridge", "Ridge point"),
    ("intensity", "Operations per byte"),
    ("rate", "At most"),
    ("bound", "What binds"),
)


def roofline_chart(
    ledger: Ledger,
    subjects: Sequence[str],
    *,
    alt: str,
    works: Mapping[str, Answer] | None = None,
    assume: Mapping[str, str] | None = None,
    **basis: Any,
) -> Chart:
    """The roofline of each chip: a slope where bandwidth binds, a roof where compute does.

    Parameters
    ----------
    ledger : Ledger
    subjects : sequence of str
        Chips, by id or alias.
    alt : str
        What the chart shows, in words.
    works : mapping of str to Answer, optional
        Arithmetic intensities by the name of the work; the reader chooses which is marked on every roofline.
    assume : mapping of str to str, optional
        Conditions to take for granted where a source leaves them unstated; such rooflines are dotted.
    **basis
        Conditions of the peak: ``precision`` and ``sparsity``.

    Returns
    -------
    Chart

    Raises
    ------
    QuestionError
        If no chip has both figures, or a word is unknown.
    NotComparable
        If the figures do not stand on one basis.

    Examples
    --------
    >>> import chipledger
    >>> chart = roofline_chart(
    ...     chipledger.load(), ["trainium2"], precision="bf16", sparsity="dense", alt="The roofline of Trainium2."
    ... )
    >>> chart.rows[0]["ridge"]
    '230 FLOP/byte'
    """
    peaks = ledger.compare(subjects, "peak_compute", assume=assume, scope="chip", unit_kind="tensor", **basis)
    rates = ledger.compare(subjects, "memory_bandwidth", scope="chip")
    speed = {fact.subject.id: fact for fact in rates.facts if fact.published}
    pairs = [(fact, speed[fact.subject.id]) for fact in peaks.facts if fact.published and fact.subject.id in speed]
    if not pairs:
        raise QuestionError("no roofline: none of the chips has a peak and a bandwidth on this basis")
    ridges = [ridge_point(peak_compute=peak, bandwidth=rate) for peak, rate in pairs]
    marks: list[dict[str, Any]] = [
        {"work": name, "x": _in(work, _INTENSITY), "intensity": work.text} for name, work in (works or {}).items()
    ]
    for mark in marks:
        mark["told"] = f"{mark['work']}: {mark['intensity']}"
    places = [_in(ridge, _INTENSITY) for ridge in ridges] + [mark["x"] for mark in marks]
    x_range = (_beyond(min(places), -_BEYOND), _beyond(max(places), _BEYOND))
    chips = [_chip(*pair, ridge, x_range) for pair, ridge in zip(pairs, ridges, strict=True)]
    y_range = (_beyond(min(row["low y"] for row in chips), 0), _beyond(max(row["y"] for row in chips), 0.15))
    _label(chips, x_range, y_range)
    reached = [_reached(name, work, *pair) for name, work in (works or {}).items() for pair in pairs]
    title = f"Attainable compute, {words.conditions(basis)} ({_RATE})"
    drawn = _draw(chips, marks, reached, title, x_range, y_range)
    sources = sources_of(fact.sources[fact.claim.source] for pair in pairs for fact in pair if fact.claim)
    return Chart(drawn, alt, _COLUMNS, [*chips, *reached], sources, _caption(chips, bool(marks)))


def _in(answer: Answer, unit: str) -> float:
    return words.plotted(answer.to(unit).exact)


def _beyond(value: float, decades: float) -> float:
    return words.plotted(Fraction(value * 10**decades))


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def _label(chips: Sequence[dict[str, Any]], x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
    """A side for each name, clear of the other corners and of the ceilings beside them."""
    corners = [(_share(row["x"], x_range), 1 - _share(row["y"], y_range)) for row in chips]
    points = [(x, y, row["name"]) for (x, y), row in zip(corners, chips, strict=True)]
    # One decade of intensity is one of compute, so every slope is as steep as the axes are long.
    steep = math.log(x_range[1] / x_range[0]) / math.log(y_range[1] / y_range[0])
    steps = [step / _STEPS * _NEAR for step in range(1, _STEPS + 1)]
    points += [(x + step, y, "") for x, y in corners for step in steps]
    points += [(x - step, y + step * steep, "") for x, y in corners for step in steps]
    sides = labels.place(points, [(width, _HEIGHT) for width in _WIDTHS])
    for row, side in zip(chips, sides, strict=False):
        row["align"], row["baseline"], row["dx"], row["dy"] = labels.SIDES[side]


def _chip(peak: Fact, rate: Fact, ridge: Answer, x_range: tuple[float, float]) -> dict[str, Any]:
    assert peak.claim is not None
    assert rate.claim is not None
    # So many terabytes a second make so many TFLOP/s for each operation per byte.
    slope = Fraction(str(rate.value)) * units.ratio(str(rate.unit), "TB/s")
    return {
        "name": peak.subject.name,
        "vendor": peak.subject.vendor,
        "low x": x_range[0],
        "low y": words.plotted(slope * Fraction(x_range[0])),
        "x": _in(ridge, _INTENSITY),
        "y": words.value_in(peak.claim, _RATE),
        "high x": x_range[1],
        "compute": ", ".join(filter(None, (peak.text, words.conditions(peak.conditions), words.assumed(peak)))),
        "compute said": words.said(peak.claim, peak.sources[peak.claim.source], titled=True),
        "bandwidth": rate.text,
        "bandwidth said": words.said(rate.claim, rate.sources[rate.claim.source], titled=True),
        "ridge": ridge.text,
        "assumed": words.assumed(peak),
        "url": peak.sources[peak.claim.source].url,
        "bandwidth url": rate.sources[rate.claim.source].url,
    }


def _reached(name: str, work: Answer, peak: Fact, rate: Fact) -> dict[str, Any]:
    most = attainable_rate(intensity=work, peak_compute=peak, bandwidth=rate)
    return {
        "work": name,
        "name": peak.subject.name,
        "vendor": peak.subject.vendor,
        "x": _in(work, _INTENSITY),
        "y": _in(most, _RATE),
        "rate": most.text,
        "bound": ", ".join(most.remarks).removeprefix("bound by "),
    }


def _draw(
    chips: Sequence[dict[str, Any]],
    marks: Sequence[dict[str, Any]],
    reached: Sequence[dict[str, Any]],
    title: str,
    x_range: tuple[float, float],
    y_range: tuple[float, float],
) -> alt.LayerChart | alt.FacetChart:
    colours, shapes = vendor_scales(row["vendor"] for row in chips)

    def across(field: str) -> alt.X:
        name = f"Arithmetic intensity ({_INTENSITY})"
        return alt.X(f"{field}:Q", title=name, scale=_scale(x_range), axis=_axis())

    def upright(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", title=title, scale=_scale(y_range), axis=_axis())

    x, y = across("x"), upright("y")
    colour = alt.Color("vendor:N", scale=colours, legend=alt.Legend(symbolOpacity=1))
    every = alt.Chart(named_data(chips, "chips"), height=_HEIGHT)
    dotted = alt.condition("datum.assumed === ''", alt.value([1, 0]), alt.value([2, 3]))
    line = every.mark_rule(strokeWidth=2.25).encode(color=colour, strokeDash=dotted)
    layers = [
        line.encode(x=across("low x"), x2="x:Q", y=upright("low y"), y2="y:Q"),
        line.encode(x=x, x2="high x:Q", y=y),
        every.mark_point(size=80, filled=True, opacity=1, cursor="pointer").encode(
            x=x,
            y=y,
            color=colour,
            shape=alt.Shape("vendor:N", scale=shapes),
            href="url:N",
            tooltip=_tooltip("name", "compute", "compute said", "bandwidth", "bandwidth said", "ridge"),
        ),
        every.mark_text(
            align=_of("align"), baseline=_of("baseline"), dx=_of("dx"), dy=_of("dy"), fontWeight=500
        ).encode(x=x, y=y, text="name:N"),
    ]
    if not marks:
        return alt.layer(*layers)
    chosen = alt.param(
        name="marked",
        value=marks[0]["work"],
        bind=alt.binding_select(options=[mark["work"] for mark in marks], name="Work "),
    )
    lines = alt.Chart(named_data(marks, "works")).transform_filter("datum.work === marked")
    layers += [
        lines.mark_rule(strokeDash=[6, 4], strokeWidth=1.5).encode(x=x),
        lines.mark_text(align="left", baseline="top", fontWeight=600).encode(
            x=alt.value(10), y=alt.value(4), text="told:N"
        ),
        alt.Chart(named_data(reached, "reached"))
        .transform_filter("datum.work === marked")
        .mark_point(size=130, strokeWidth=2, opacity=1)
        .encode(
            x=x,
            y=y,
            color=colour,
            shape=alt.Shape("vendor:N", scale=shapes),
            tooltip=_tooltip("work", "name", "rate", "bound"),
        ),
    ]
    return alt.layer(*layers).add_params(chosen)


def _tooltip(*fields: str) -> list[alt.Tooltip]:
    titles = dict(_COLUMNS)
    return [alt.Tooltip(f"{field}:N", title=titles[field]) for field in fields]


def _of(field: str) -> alt.ExprRef:
    return alt.ExprRef(f"datum.{field}")


def _scale(ends: tuple[float, float]) -> alt.Scale:
    return alt.Scale(type="log", domain=list(ends), nice=False)


def _axis() -> alt.Axis:
    return alt.Axis(format="~r", tickCount=6)


def _caption(rows: Sequence[Mapping[str, Any]], marked: bool) -> str:
    told = ["Left of its corner a chip waits for memory, right of it for its arithmetic."]
    if marked:
        told.append("The dashed line marks the chosen work, and where it meets the ceiling of each chip.")
    if names := [str(row["name"]) for row in rows if row["assumed"]]:
        what = " and ".join(sorted({str(row["assumed"]) for row in rows if row["assumed"]}))
        told.append(f"Dotted ceilings are {what}, because the source does not say: {', '.join(names)}.")
    return " ".join(told)
