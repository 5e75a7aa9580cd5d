"""Tables that scroll inside themselves, whoever wrote them: chapters in Markdown, code cells in HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from chipledger.site.nodes import SCROLL_OPEN, scroll_box

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL | re.IGNORECASE)
_STYLE = re.compile(r"<style scoped>.*?</style>\s*", re.DOTALL)
_BORDER = re.compile(r'(<table\b[^>]*?) border="\d+"')


def boxed(html: str) -> str:
    """Put each table of a piece of HTML into a scrolling box, and leave its looks to the style sheet.

    Parameters
    ----------
    html : str

    Returns
    -------
    str

    Examples
    --------
    >>> boxed('<table border="1"></table>')
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table></table></div>'
    """
    if 'class="scroll"' in html:
        return html
    plain = _BORDER.sub(r"\1", _STYLE.sub("", html)).replace("<th></th>", "<td></td>")
    return _TABLE.sub(lambda match: f"{SCROLL_OPEN}{match[0]}</div>", plain)


def box_tables(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Box every table of a page."""
    if app.builder.format != "html":
        return
    for table in list(doctree.findall(nodes.table)):
        box = scroll_box()
        table.replace_self(box)
        box += table
    for raw in list(doctree.findall(nodes.raw)):
        if "html" in raw.get("format", "") and "<table" in raw.astext():
            raw.replace_self(nodes.raw("", boxed(raw.astext()), format="html"))
