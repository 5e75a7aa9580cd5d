"""Charts on the page: what MyST-NB calls for an Altair chart among a cell's results.

A cell's result reaches a page as a chart when it holds ``application/vnd.vegalite.v6+json``. The
specification carries its data and a ``description``; under ``usermeta.chipledger`` it may say more:

``caption``
    The line below the chart.
``sources``
    A list of ``{"title": ..., "url": ...}``, named after the caption.
``columns``
    A list of ``{"field": ..., "title": ...}`` for the table behind the chart; left out, the table shows
    what the tooltips show.

The figure holds the specification, compiled to Vega, as inert JSON, which the page's script draws; a static
picture for readers without scripts and for print; and the data as a table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, ClassVar
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.util import logging

from chipledger.interval import plain
from chipledger.records import grouped
from chipledger.site import vega
from chipledger.site.nodes import SCROLL_OPEN, chart_figure

#: The name under which a chart travels in a notebook.
MIME = "application/vnd.vegalite.v6+json"

_log = logging.getLogger(__name__)


class ChartRenderer:
    """The MyST-NB plug-in (entry point group ``myst_nb.mime_renderers``)."""

    mime_priority_overrides: ClassVar[Sequence[tuple[str, str, int | None]]] = [("html", MIME, 1)]

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Turn one result of a code cell into a figure.

        Parameters
        ----------
        renderer : myst_nb.core.render.NbElementRenderer
        data : myst_nb.core.render.MimeData
        inline : bool

        Returns
        -------
        list of nodes, or None
            ``None`` when the result is not a chart.
        """
        if data.mime_type != MIME or inline:
            return None
        spec = data.content if isinstance(data.content, Mapping) else json.loads(data.content)
        name = f"chart-{(data.cell_index or 0) + 1}-{(data.output_index or 0) + 1}"
        try:
            return [chart_figure(html=figure(spec, name))]
        except ValueError as error:
            # MyST-NB counts cells in ten thousands of lines.
            place = f"{renderer.renderer.document['source']}:{((data.cell_index or 0) + 1) * 10000}"
            _log.warning(str(error), location=place, type="chipledger", subtype="chart")
            return [nodes.paragraph("", f"This chart could not be drawn: {error}")]


def figure(spec: Mapping[str, Any], name: str) -> str:
    """A whole figure.

    Parameters
    ----------
    spec : mapping
        Vega-Lite, with its data.
    name : str
        The figure's id, unique on its page.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ValueError
        If the chart has no description, would fetch data, or cannot be drawn.
    """
    own = (spec.get("usermeta") or {}).get("chipledger") or {}
    drawn = vega.dressed(spec)
    words = escape(str(drawn["description"]))
    parts = [
        f'<figure class="chart" id="{escape(name)}">',
        '<div class="chart-live"></div>',
        f'<div class="chart-picture" role="img" aria-label="{words}">{vega.picture(drawn, name)}</div>',
        _caption(own),
        _data(spec, own),
        f'<script type="application/json">{inert(vega.compiled(drawn))}</script>',
        "</figure>\n",
    ]
    return "".join(parts)


def inert(spec: Mapping[str, Any]) -> str:
    """JSON that can stand inside a ``script`` element whatever its strings hold.

    Examples
    --------
    >>> inert({"a": "</script>"})
    '{"a":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(spec, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _caption(own: Mapping[str, Any]) -> str:
    words = escape(str(own.get("caption") or ""))
    links = [
        f'<a href="{escape(str(source["url"]))}" rel="external">{escape(str(source["title"]))}</a>'
        for source in own.get("sources") or ()
    ]
    if links:
        words = f"{words} {'Source' if len(links) == 1 else 'Sources'}: {', '.join(links)}.".strip()
    return f"<figcaption>{words}</figcaption>" if words else ""


def _data(spec: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    columns = [(str(c["field"]), str(c.get("title") or c["field"])) for c in own.get("columns") or ()]
    columns = columns or list(_tooltip_columns(spec))
    tables = [table for rows in rows_of(spec) if (table := _table(rows, columns))]
    if not tables:
        return ""
    return f"<details><summary>Show the data</summary>{''.join(tables)}</details>"


def rows_of(spec: Mapping[str, Any]) -> list[list[Mapping[str, Any]]]:
    """Every set of rows that a chart carries."""
    found = [rows for rows in (spec.get("datasets") or {}).values() if isinstance(rows, list)]
    found += [node["data"]["values"] for node in _walk(spec) if isinstance(_values(node), list)]
    return [[row for row in rows if isinstance(row, Mapping)] for rows in found]


def _values(node: Mapping[str, Any]) -> Any:
    data = node.get("data")
    return data.get("values") if isinstance(data, Mapping) else None


def _tooltip_columns(spec: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for node in _walk(spec):
        tooltip = (node.get("encoding") or {}).get("tooltip")
        for entry in tooltip if isinstance(tooltip, list) else [tooltip]:
            field = entry.get("field") if isinstance(entry, Mapping) else None
            if isinstance(entry, Mapping) and isinstance(field, str) and field not in seen:
                seen.add(field)
                yield field, str(entry.get("title") or field)


def _walk(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, Mapping):
        yield node
        for key, value in node.items():
            if key not in ("datasets", "usermeta"):
                yield from _walk(value)
    elif isinstance(node, list):
        for item in node:
            yield from _walk(item)


def _table(rows: Sequence[Mapping[str, Any]], columns: Iterable[tuple[str, str]]) -> str:
    shown = [(field, title) for field, title in columns if any(field in row for row in rows)]
    if rows and not shown:
        shown = [(field, field) for field in rows[0]]
    if not rows:
        return ""
    numeric = {field for field, _ in shown if all(_is_number(row.get(field)) for row in rows)}
    head = "".join(f'<th scope="col"{_kind(field, numeric)}>{escape(title)}</th>' for field, title in shown)
    body = "".join(
        "<tr>" + "".join(f"<td{_kind(field, numeric)}>{_cell(row.get(field))}</td>" for field, _ in shown) + "</tr>"
        for row in rows
    )
    return f"{SCROLL_OPEN}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _kind(field: str, numeric: set[str]) -> str:
    return ' class="number"' if field in numeric else ""


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return escape(grouped(plain(Fraction(str(value)))))
    text = str(value)
    if re.match(r"https?://", text):
        # A link is named after where it leads.
        return f'<a href="{escape(text)}" rel="external">{escape(urlsplit(text).netloc.removeprefix("www."))}</a>'
    return escape(text)
