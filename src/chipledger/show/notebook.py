"""Charts as notebooks keep them: a Vega-Lite specification that is the same at every run, and its words.

Altair's own display loads scripts from other hosts, numbers its elements at random and uses a MIME type that
notebook files refuse. A `Chart` displays as ``application/vnd.vegalite.v6+json`` with its data inside, and as
plain text for those who cannot see it. It holds no picture: fonts differ from machine to machine, so the site
makes pictures when it is built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from chipledger.errors import ChipledgerError
from chipledger.records import Source
from chipledger.show.theme import CONFIG

#: The type under which a chart travels in a notebook.
MIME = "application/vnd.vegalite.v6+json"

#: Names that Altair makes up from a counter, which differ with what ran before.
_MADE_UP = re.compile(r"(?:param|view|concat|layer|data)[_-]\w+")

#: So many sources a caption names; more of them only the data name.
_NAMED = 3

Row = Mapping[str, Any]


class ChartError(ChipledgerError, ValueError):
    """A chart that could not be told in words, or would differ from run to run."""


@dataclass(frozen=True)
class Chart:
    """A chart with its words, its data and its sources.

    Attributes
    ----------
    chart : altair.TopLevelMixin
        What is drawn.
    alt : str
        What it shows, in words, for those who cannot see it.
    columns : sequence of (str, str)
        Fields of `rows` and their titles, for the table behind the chart.
    rows : sequence of mapping
        What the table shows.
    sources : tuple of Source
        Where the figures come from.
    caption : str
        The line below the chart.

    Raises
    ------
    ChartError
        If `alt` or the sources are missing.
    """

    chart: Any
    alt: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Row]
    sources: tuple[Source, ...]
    caption: str = ""

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ChartError("a chart needs alt=...: what it shows, in words, for those who cannot see it")
        if not self.sources:
            raise ChartError("a chart needs the sources of its figures; allowed: at least one")

    def to_dict(self) -> dict[str, Any]:
        """The specification, the same whenever and wherever it is made.

        Raises
        ------
        ChartError
            If a parameter, a view or a data set bears a name made up at run time.
        """
        spec = self.chart.to_dict()
        spec["config"] = dict(CONFIG)
        spec["description"] = self.alt
        spec["usermeta"] = {"chipledger": self._words()}
        if names := sorted(_made_up(spec)):
            raise ChartError(f"the chart's parts are named {', '.join(names)}: made up anew at every run; name them")
        return json.loads(json.dumps(spec, sort_keys=True, allow_nan=False))

    def _words(self) -> dict[str, Any]:
        caption, sources = self.caption, self.sources
        if len(sources) > _NAMED:
            publishers = dict.fromkeys(source.publisher for source in sources)
            caption = f"{caption} Figures by {', '.join(publishers)}; the data below link each to its page.".strip()
            sources = ()
        return {
            "caption": caption,
            "columns": [{"field": field, "title": title} for field, title in self.columns],
            "sources": [{"title": f"{s.publisher}, {s.title}", "url": s.url} for s in sources],
        }

    @property
    def text(self) -> str:
        """The chart in words: what it shows, its figures as a table, its caption."""
        columns = [(field, title) for field, title in self.columns if not field.endswith("url")]
        table = aligned([title for _, title in columns], [_cells(row, columns) for row in self.rows])
        return "\n\n".join(part for part in (self.alt, table, self.caption) if part)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {MIME: self.to_dict(), "text/plain": self.text}


def named_data(rows: Sequence[Row], name: str) -> alt.InlineData:
    """Rows as chart data under a name that stays.

    Parameters
    ----------
    rows : sequence of mapping
    name : str
    """
    return alt.InlineData(values=[dict(row) for row in rows], name=name)


def sources_of(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Each page once, whatever its versions, by publisher and title."""
    pages = {(source.publisher, source.title): source for source in sorted(sources, key=lambda s: s.id, reverse=True)}
    return tuple(page for _, page in sorted(pages.items(), key=lambda item: tuple(map(str.casefold, item[0]))))


def aligned(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as plain text.

    Examples
    --------
    >>> print(aligned(["Chip", "Memory"], [["Trainium2", "96 GiB"], ["H200 SXM", "141 GB"]]))
    Chip       Memory
    ---------  ------
    Trainium2  96 GiB
    H200 SXM   141 GB
    """
    lines = [list(titles), *([*row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    lines.insert(1, ["-" * width for width in widths])
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines)
    return "\n".join("  ".join(cells).rstrip() for cells in padded)


def _cells(row: Row, columns: Sequence[tuple[str, str]]) -> list[str]:
    return ["" if row.get(field) is None else str(row[field]) for field, _ in columns]


def _made_up(node: Any) -> set[str]:
    if isinstance(node, Mapping):
        own = {node["name"]} if isinstance(node.get("name"), str) and _MADE_UP.fullmatch(node["name"]) else set()
        own |= set(node.get("datasets", ()))
        return own.union(*(_made_up(value) for key, value in node.items() if key != "values"))
    if isinstance(node, list):
        return set().union(*map(_made_up, node))
    return set()
