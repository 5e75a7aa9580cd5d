"""A table that notebooks show: HTML that keeps each figure's claim, and plain text; the same at every run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from chipledger.fact import Fact
from chipledger.show import words
from chipledger.show.notebook import aligned

#: Dates are marked, so that no line breaks inside one.
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")

#: Letters from which on a cell holds words that need room to be read.
_WORDY = 40


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Attributes
    ----------
    text : str
    fact : Fact or None
        The fact whose figure it shows.
    note : str
        What stands beside the figure: an assumption.
    href : str or None
        Where `text` leads.
    before, after : str
        Words around it that are no link.
    """

    text: str
    fact: Fact | None = None
    note: str = ""
    href: str | None = None
    before: str = ""
    after: str = ""

    @property
    def order(self) -> str:
        """What sorting goes by: the number in base units, so that 2.9 TB/s comes after 820 GB/s."""
        claim = self.fact.claim if self.fact else None
        return str(float(claim.factor) * float(claim.value)) if claim and claim.number else ""

    @property
    def html(self) -> str:
        """The cell's contents, with the claim's id where there is a claim."""
        text = _dated(self.text)
        if self.fact is not None and self.order:
            text = text.replace(" ", "\N{NO-BREAK SPACE}")
        if self.href:
            text = f'<a href="{escape(self.href)}" rel="external">{text}</a>'
        if self.fact is not None and self.fact.claim is not None:
            claim = self.fact.claim
            told = escape(f"{words.said(claim, self.fact.sources[claim.source])}; printed as “{claim.printed}”")
            unit = f' data-unit="{escape(claim.unit)}"' if claim.unit else ""
            names = f'value="{escape(claim.value)}" data-fact="{escape(claim.id)}"{unit}'
            text = f'<data {names} title="{told}">{text}</data>'
        elif self.fact is not None:
            question = f"{self.fact.subject.id}.{self.fact.property.id}"
            text = f'<data value="" data-missing="{question}" title="{escape(self.fact.reason)}">{text}</data>'
        note = f" <small>({escape(self.note)})</small>" if self.note else ""
        return f"{_dated(self.before)}{text}{_dated(self.after)}{note}"

    @property
    def plain(self) -> str:
        """The cell as text."""
        note = f" ({self.note})" if self.note else ""
        return f"{self.before}{self.text}{self.after}{note}"


def _dated(text: str) -> str:
    # A percent sign stays with its number.
    return _DATE.sub(r"<time>\g<0></time>", escape(text)).replace(" %", "\N{NO-BREAK SPACE}%")


@dataclass(frozen=True)
class Table:
    """A table that notebooks show as HTML and as text, the same at every run.

    Attributes
    ----------
    titles : tuple of str
    rows : tuple of tuple of Cell
        The first cell of a row names it.
    caption : str
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""

    def __str__(self) -> str:
        table = aligned(self.titles, [[cell.plain for cell in row] for row in self.rows])
        return f"{table}\n\n{self.caption}".rstrip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        numeric = [any(row[column].order for row in self.rows) for column in range(len(self.titles))]
        wordy = [any(len(row[column].plain) > _WORDY for row in self.rows) for column in range(len(self.titles))]
        kinds = [
            ' class="number"' if number else ' class="words"' if long else ""
            for number, long in zip(numeric, wordy, strict=True)
        ]
        head = "".join(f'<th scope="col"{kind}>{escape(t)}</th>' for t, kind in zip(self.titles, kinds, strict=True))
        body = "\n".join(f"<tr>{self._row(row, kinds)}</tr>" for row in self.rows)
        caption = f"<caption>{escape(self.caption)}</caption>\n" if self.caption else ""
        return f'<table class="facts">\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>'

    @staticmethod
    def _row(row: Sequence[Cell], kinds: Sequence[str]) -> str:
        first, *rest = row
        cells = [f'<th scope="row">{first.html}</th>']
        for cell, kind in zip(rest, kinds[1:], strict=True):
            order = f' data-sort="{cell.order}"' if cell.order else ""
            cells.append(f"<td{kind}{order}>{cell.html}</td>")
        return "".join(cells)
