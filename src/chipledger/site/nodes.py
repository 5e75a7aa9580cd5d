"""The page elements of the site as docutils nodes, with the HTML that each becomes.

Builders other than HTML see the plain text.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class figure_in_text(nodes.Inline, nodes.TextElement):  # noqa: N801 (docutils names nodes so)
    """A figure in prose.

    Attributes
    ----------
    data : dict of str to str
        Attributes of the ``data`` element.
    href : str or None
        Where its source is.
    """


class chart_figure(nodes.General, nodes.Element):  # noqa: N801
    """A drawn chart; attribute ``html`` holds the whole figure."""


class scroll_box(nodes.General, nodes.Element):  # noqa: N801
    """A box in which a wide table scrolls by itself."""


def visit_figure_in_text(translator: HTML5Translator, node: figure_in_text) -> None:
    """Open ``<data>`` and, where there is a source, the link to it."""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node["data"].items())
    translator.body.append(f"<data{attributes}>")
    if node["href"]:
        translator.body.append(f'<a href="{escape(node["href"])}" rel="external">')
    else:
        # Keyboard users must reach the note too, so what is no link is a stop of its own.
        translator.body.append('<span class="fact-plain" tabindex="0">')


def depart_figure_in_text(translator: HTML5Translator, node: figure_in_text) -> None:
    """Close what `visit_figure_in_text` opened."""
    translator.body.append("</a></data>" if node["href"] else "</span></data>")


def visit_chart_figure(translator: HTML5Translator, node: chart_figure) -> None:
    """Write the figure as it was made."""
    translator.body.append(node["html"])
    raise nodes.SkipNode


def visit_scroll_box(translator: HTML5Translator, node: scroll_box) -> None:
    """Open a box that the keyboard can reach and scroll."""
    translator.body.append(SCROLL_OPEN)


def depart_scroll_box(translator: HTML5Translator, node: scroll_box) -> None:
    """Close the box."""
    translator.body.append("</div>\n")


def visit_hidden_code(translator: HTML5Translator, node: nodes.Element) -> None:
    """Open what hides a cell's code: as MyST-NB does, without the label that contradicts its words."""
    classes = escape(" ".join(node["classes"]))
    translator.body.append(
        f'<details class="hide {classes}"><summary><span class="collapsed">{escape(node["prompt_show"])}</span>'
        f'<span class="expanded">{escape(node["prompt_hide"])}</span></summary>\n'
    )


def depart_hidden_code(translator: HTML5Translator, node: nodes.Element) -> None:
    """Close it."""
    translator.body.append("</details>\n")


#: How a scrolling box starts, also in HTML that code cells wrote.
SCROLL_OPEN = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


def _plain(translator: object, node: nodes.Element) -> None:
    """Other formats: the text alone."""


def _skip(translator: object, node: nodes.Element) -> None:
    raise nodes.SkipNode


def add_nodes(app: Sphinx) -> None:
    """Register the nodes with a Sphinx application."""
    from myst_nb.sphinx_ import HideCodeCellNode

    others = ("latex", "text", "man", "texinfo")
    words: dict[str, Any] = dict.fromkeys(others, (_plain, _plain))
    nothing: dict[str, Any] = dict.fromkeys(others, (_skip, None))
    app.add_node(figure_in_text, html=(visit_figure_in_text, depart_figure_in_text), **words)
    app.add_node(scroll_box, html=(visit_scroll_box, depart_scroll_box), **words)
    app.add_node(chart_figure, html=(visit_chart_figure, None), **nothing)
    app.add_node(HideCodeCellNode, override=True, html=(visit_hidden_code, depart_hidden_code))
