"""Mathematics as MathML, made at build time: nothing to load, nothing to run, and screen readers can read it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

#: How many parts an element has that has a fixed number of them.
_PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}

_log = logging.getLogger(__name__)


def mathml(latex: str, display: str) -> str:
    """A formula as a ``math`` element.

    Parameters
    ----------
    latex : str
    display : {"inline", "block"}

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If the formula cannot be read.

    Examples
    --------
    >>> "<mfrac>" in mathml(r"\\frac{a}{b}", "inline")
    True
    """
    # Costs a tenth of a second to import, which pages without formulas need not pay.
    from latex2mathml.converter import convert

    latex = latex.strip()
    try:
        made = str(convert(latex, display=display))
        tree = ElementTree.fromstring(made)
    except Exception as error:  # the library has a dozen error classes and no common one
        raise ValueError(f"cannot read the formula {latex!r}: {type(error).__name__}") from error
    # The library passes on what it does not understand, and leaves out what is missing.
    unknown = [part.text for part in tree.iter() if part.text and "\\" in part.text]
    if unknown:
        raise ValueError(f"cannot read the formula {latex!r}: unknown {', '.join(unknown)}")
    for part in tree.iter():
        name = part.tag.rpartition("}")[2]
        if len(part) != _PARTS.get(name, len(part)):
            raise ValueError(f"cannot read the formula {latex!r}: a part of a {name[1:]} is missing")
    return made


def _write(translator: HTML5Translator, node: nodes.Element, display: str) -> None:
    try:
        translator.body.append(mathml(node.astext(), display))
    except ValueError as error:
        _log.warning(str(error), location=node, type="chipledger", subtype="math")
        translator.body.append(f"<code>{escape(node.astext())}</code>")


def visit_math(translator: HTML5Translator, node: nodes.math) -> None:
    """Write a formula in running text."""
    _write(translator, node, "inline")
    raise nodes.SkipNode


def visit_math_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula on a line of its own, with its number if it has one."""
    translator.body.append(translator.starttag(node, "div", CLASS="formula"))
    _write(translator, node, "block")
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})</span>')
        translator.add_permalink_ref(node, "Link to this equation")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def add_math(app: Sphinx) -> None:
    """Offer the renderer under the name ``mathml``."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
