"""The one look of all charts: vendor colours and shapes, type, grid, and words for conditions.

Colours lie half-way between light and dark, so that a chart reads on white and on black paper alike;
the background is transparent. The site's pages put their own ink in place of `INK` and `GRID`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt

#: Colour and shape of each vendor. Told apart by eyes with any of the three colour-vision deficiencies, and
#: by the shape alone; at least three to one against white and against the site's dark paper.
VENDORS: Mapping[str, tuple[str, str]] = {
    "AWS": ("#c1560f", "circle"),
    "NVIDIA": ("#27996c", "square"),
    "Google": ("#5560e6", "triangle-up"),
    "AMD": ("#e0409f", "diamond"),
    "Intel": ("#27738a", "triangle-down"),
}

#: Vendors without a colour of their own.
OTHERS = ("#757b83", "cross")

#: Text, lines and marks that stand for no vendor; legible on either paper.
INK = "#71777f"

#: Ticks on a horizontal axis: fewer on a phone.
TICKS = alt.ExprRef("max(3, floor(width / 80))")

#: Grid lines, faint on either paper.
GRID = "#8b929a40"

CONFIG: Mapping[str, Any] = {
    "background": None,
    "font": "Inter, system-ui, sans-serif",
    "axis": {
        "domainColor": INK,
        "gridColor": GRID,
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 220,
        "tickColor": INK,
        "titleColor": INK,
        "titleFontSize": 12,
        "titleFontWeight": 500,
    },
    "axisY": {"domain": False, "ticks": False},
    "header": {"labelColor": INK, "titleColor": INK},
    "legend": {
        "labelColor": INK,
        "labelFontSize": 12,
        "orient": "top",
        "symbolStrokeWidth": 2,
        "title": None,
        "titleColor": INK,
    },
    "rule": {"color": INK},
    "text": {"color": INK, "fontSize": 12},
    "title": {"anchor": "start", "color": INK, "fontSize": 15, "fontWeight": 600, "subtitleColor": INK},
    "view": {"continuousHeight": 380, "continuousWidth": 640, "discreteHeight": {"step": 30}, "stroke": None},
}


def vendor_scales(vendors: Iterable[str]) -> tuple[alt.Scale, alt.Scale]:
    """The scales of the colour and of the shape of some vendors, in the fixed order.

    Parameters
    ----------
    vendors : iterable of str

    Returns
    -------
    tuple of altair.Scale
        For colours, and for shapes.

    Examples
    --------
    >>> vendor_scales(["NVIDIA", "AWS"])[1].to_dict()
    {'domain': ['AWS', 'NVIDIA'], 'range': ['circle', 'square']}
    """
    wanted = set(vendors)
    known = [vendor for vendor in VENDORS if vendor in wanted]
    domain = known + sorted(wanted - set(known))
    looks = [VENDORS.get(vendor, OTHERS) for vendor in domain]
    colours = alt.Scale(domain=domain, range=[colour for colour, _ in looks])
    return colours, alt.Scale(domain=domain, range=[shape for _, shape in looks])
