"""Vega for the site: one script made at build time, chart colours that follow the page, static pictures."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

#: The Vega-Lite that charts are drawn with, in the browser and for pictures.
VEGA_LITE = "6.4"

#: Width of a static picture, for charts that fill their column.
PICTURE_WIDTH = 640

#: What every chart takes from the page: custom properties of the style sheet, so that a drawn chart
#: follows the theme, and the printer, without being drawn again. These win over a chart's own settings.
_PAGE: dict[str, Any] = {
    "background": None,
    "font": "Inter, system-ui, sans-serif",
    "axis": {
        "domainColor": "var(--chart-line)",
        "gridColor": "var(--chart-grid)",
        "labelColor": "var(--chart-soft)",
        "tickColor": "var(--chart-line)",
        "titleColor": "var(--chart-ink)",
    },
    "header": {"labelColor": "var(--chart-ink)", "titleColor": "var(--chart-ink)"},
    "legend": {"labelColor": "var(--chart-soft)", "titleColor": "var(--chart-ink)"},
    "rule": {"color": "var(--chart-line)"},
    "text": {"color": "var(--chart-ink)"},
    "title": {"color": "var(--chart-ink)", "subtitleColor": "var(--chart-soft)"},
}

#: What a chart may set otherwise.
_DEFAULTS: dict[str, Any] = {
    "axis": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 500, "labelLimit": 220},
    "header": {"labelFontSize": 12, "titleFontSize": 12},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 500, "labelLimit": 260},
    "mark": {"color": "var(--chart-1)"},
    "range": {"category": [f"var(--chart-{n})" for n in range(1, 7)]},
    "title": {"anchor": "start", "fontSize": 15, "fontWeight": 600, "offset": 12, "subtitleFontSize": 13},
    "view": {"stroke": None},
}

#: What must come with a copy of the libraries.
_NOTICE = """/*! Vega, Vega-Lite, Vega-Embed, Vega-Tooltip, Vega-Interpreter:
Copyright University of Washington Interactive Data Lab, BSD-3-Clause. D3: Copyright Mike Bostock, ISC.
The licence texts: vega-licence.txt, beside this file. */
"""


@cache
def bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script that sets ``window.vegaEmbed``."""
    import vl_convert

    return _NOTICE + vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def write_bundle(folder: Path) -> str:
    """Write the script where the site's static files are.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    str
        The file's name, which changes with its contents, so that browsers can keep it for ever.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / bundle_name()).write_text(bundle(), encoding="utf-8")
    return bundle_name()


@cache
def bundle_name() -> str:
    """The name of the script's file, which changes with its contents."""
    return f"vega-{hashlib.sha256(bundle().encode()).hexdigest()[:12]}.js"


def dressed(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A specification in the clothes of the page.

    Parameters
    ----------
    spec : mapping
        Vega-Lite. It is left as it is.

    Returns
    -------
    dict
        With the page's colours; as wide as its column, unless it sets a width or is made of several views.

    Raises
    ------
    ValueError
        If the chart does not say in words what it shows, or would fetch its data.
    """
    out = copy.deepcopy(dict(spec))
    if not str(out.get("description") or "").strip():
        raise ValueError("a chart needs a description: what it shows, in words, for those who cannot see it")
    if urls := sorted(_urls(out)):
        raise ValueError(f"a chart carries its data; this one would fetch {urls[0]!r}")
    out.pop("usermeta", None)
    out["config"] = merged(merged(_DEFAULTS, out.get("config") or {}), _PAGE)
    if single(out):
        out.setdefault("width", "container")
        out.setdefault("autosize", {"type": "fit-x", "contains": "padding"})
    return out


def single(spec: Mapping[str, Any]) -> bool:
    """Whether a chart is one view, which can be as wide as its column."""
    facets = {"row", "column", "facet"} & set(spec.get("encoding") or {})
    return ("mark" in spec or "layer" in spec) and not facets


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two nested settings as one; `over` wins.

    Examples
    --------
    >>> merged({"a": {"x": 1, "y": 1}}, {"a": {"y": 2}})
    {'a': {'x': 1, 'y': 2}}
    """
    out = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(out.get(key), Mapping)
        out[key] = merged(out[key], value) if both else value
    return out


def compiled(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A dressed Vega-Lite specification as the Vega that draws it.

    The page's script then has less to do, on a phone above all, and every fault of a chart is a fault of
    the build.

    Raises
    ------
    ValueError
        If Vega-Lite cannot make sense of the specification.
    """
    import vl_convert

    try:
        return dict(vl_convert.vegalite_to_vega(dict(spec), vl_version=VEGA_LITE))
    except Exception as error:  # the converter raises bare ValueErrors with a JavaScript stack
        raise ValueError(f"the chart cannot be drawn: {str(error).splitlines()[0]}") from error


def picture(spec: Mapping[str, Any], prefix: str) -> str:
    """A chart as SVG to be put into a page, for readers without scripts and for print.

    Parameters
    ----------
    spec : mapping
        As `dressed` returns it.
    prefix : str
        Put before the names inside the picture, which are shared by the whole page.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If the chart cannot be drawn.
    """
    import vl_convert

    still = dict(spec)
    if still.get("width") == "container":
        still["width"] = PICTURE_WIDTH
    try:
        svg = str(vl_convert.vegalite_to_svg(still, vl_version=VEGA_LITE, allowed_base_urls=[]))
    except Exception as error:  # the converter raises bare ValueErrors with a JavaScript stack
        raise ValueError(f"the chart cannot be drawn: {str(error).splitlines()[0]}") from error
    return _slim(svg, prefix)


_NOISE = re.compile(r' (?:aria-[a-z]+|role|xmlns(?::xlink)?|version|pointer-events)="[^"]*"')
_LINK = re.compile(r"</?a\b[^>]*>")
_LONG = re.compile(r"(\d+\.\d\d)\d+")
_SHAPE = re.compile(r' (?:d|transform|x2|y2|x|y|width|height)="[^"]*"')
_NAME = re.compile(r'(id="|url\(#)')


def _slim(svg: str, prefix: str) -> str:
    # The picture as a whole has one description; its parts need none, no links (the table has them), and no
    # thousandths of a pixel.
    svg = _NOISE.sub("", _LINK.sub("", svg))
    svg = _SHAPE.sub(lambda match: _LONG.sub(r"\1", match[0]), svg)
    return _NAME.sub(rf"\g<1>{prefix}-", svg)


def _urls(node: Any) -> set[str]:
    if isinstance(node, Mapping):
        data = node.get("data")
        own = {str(data["url"])} if isinstance(data, Mapping) and "url" in data else set()
        return own.union(*(_urls(value) for key, value in node.items() if key != "datasets"))
    if isinstance(node, list):
        return set().union(*map(_urls, node))
    return set()
