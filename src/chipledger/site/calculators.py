"""Calculators on the page: the directive ``calculator``, a form of one question, and the role ``answer``, its result.

The directive names the question; each line below it gives a parameter its first value, as a figure of the
ledger or, where no figure can answer, as an example of the writer's::

    ```{calculator} device_floor
    device_memory: trainium2 memory_capacity scope=chip
    parameters: llama-3-1-405b parameter_count
    reserve: 0.1
    ```

The page holds the equation of every case, a form, and the answer for the first values, worked out when the site
is built. One script for the whole site, made from the same formulas, answers whatever the reader types; only pages
with a calculator load it. Without scripts the form stays closed and the answer stands.

The role says the same in one line and puts the answer into the text::

    {answer}`ridge_point | peak_compute: trainium2 peak_compute precision=bf16 sparsity=dense | bandwidth: ...`
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from chipledger.compute import Answer, Formula, find, questions
from chipledger.compute.javascript import library
from chipledger.errors import ChipledgerError, QuestionError, did_you_mean
from chipledger.ledger import Ledger
from chipledger.site import figures
from chipledger.site.forms import First, form, told, values
from chipledger.site.grammar import read_fact
from chipledger.site.nodes import figure_in_text
from chipledger.site.once import ledger_of
from chipledger.site.roles import FigureRole
from chipledger.site.theme import FOLDER

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_log = logging.getLogger(__name__)

#: A first value that another question answers: ``weights_size(parameters: llama-3-1-70b parameter_count)``.
_NESTED = re.compile(r"(\w+)\((.*)\)")


class calculator_form(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """A calculator; attribute ``html`` holds it whole."""


class CalculatorDirective(SphinxDirective):
    """The directive ``calculator``."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The calculator, or a warning that the strict build turns into a failure."""
        try:
            formula, first = read(ledger_of(self.env.app), self.arguments[0], list(self.content))
            return [calculator_form(html=form(formula, first, self.env.new_serialno("calculator")))]
        except (ChipledgerError, ValueError) as error:
            message = f"{{calculator}} {self.arguments[0]}: {error}"
            _log.warning(message, location=self.get_location(), type="chipledger", subtype="calculator")
            return []


def read(ledger: Ledger, name: str, lines: list[str]) -> tuple[Formula, dict[str, First]]:
    """What a directive says: the question, and the first value of each parameter that has one.

    Parameters
    ----------
    ledger : Ledger
    name : str
    lines : list of str
        ``parameter: value``, the value typed, a question to the ledger, or another calculation of the same form.

    Raises
    ------
    QuestionError
        If there is no such question, parameter or figure.

    Examples
    --------
    >>> import chipledger
    >>> formula, first = read(chipledger.load(), "ridge_point", ["peak_compute: 100 TFLOP/s", "bandwidth: 2 TB/s"])
    >>> formula.question, first["bandwidth"]
    ('roofline.ridge_point', '2 TB/s')
    """
    formula = find(name)
    first: dict[str, First] = {}
    for line in filter(None, (line.strip() for line in lines)):
        parameter, colon, text = (part.strip() for part in line.partition(":"))
        if not colon or parameter not in formula.parameters:
            raise QuestionError(f"cannot read {line!r}{did_you_mean(parameter, formula.parameters)}")
        if nested := _NESTED.fullmatch(text):
            first[parameter] = answer(ledger, "|".join([nested[1], *nested[2].split(",")]))
        elif text[:1].isalpha() and not formula.parameters[parameter].words:
            ask = read_fact(text)
            first[parameter] = (ask, figures.answer(ledger, ask))
        else:
            first[parameter] = text
    return formula, first


def answer(ledger: Ledger, text: str) -> Answer:
    """What the role ``answer`` answers.

    Raises
    ------
    QuestionError
        If the question cannot be read, or has no answer.

    Examples
    --------
    >>> import chipledger
    >>> answer(chipledger.load(), "ridge_point | peak_compute: 100 TFLOP/s | bandwidth: 2 TB/s").text
    '50 FLOP/byte'
    """
    name, *lines = text.split("|")
    formula, first = read(ledger, name.strip(), lines)
    assert formula.function is not None
    return formula.function(**values(first))


def answer_node(ledger: Ledger, text: str) -> nodes.Node:
    """The node of an ``answer`` role."""
    found = answer(ledger, text)
    value, note = told(found)
    data = {"class": "fact", "value": value, "data-inputs": " ".join(found.inputs), "title": note}
    return figure_in_text(found.text, found.text, data=data, href=None)


@cache
def script() -> tuple[str, str]:
    """The file name and the text of the one script behind all calculators."""
    text = library(questions().values()) + (FOLDER / "calculators.js").read_text(encoding="utf-8")
    return f"calculators-{hashlib.sha256(text.encode()).hexdigest()[:10]}.js", text


def page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page with a calculator load the script; the first such page writes it."""
    if doctree is None or next(iter(doctree.findall(calculator_form)), None) is None:
        return
    name, text = script()
    path = Path(app.outdir) / "_static" / name
    if not path.is_file():
        for old in path.parent.glob("calculators-*.js"):
            old.unlink()
        path.write_text(text, encoding="utf-8")
    app.add_js_file(name, loading_method="defer")


def visit_calculator_form(translator: HTML5Translator, node: calculator_form) -> None:
    """Write the calculator as it was made."""
    translator.body.append(node["html"])
    raise nodes.SkipNode


def _skip(translator: object, node: nodes.Element) -> None:
    raise nodes.SkipNode


def add_calculators(app: Sphinx) -> None:
    """Register the directive with a Sphinx application."""
    others: dict[str, Any] = dict.fromkeys(("latex", "text", "man", "texinfo"), (_skip, None))
    app.add_node(calculator_form, html=(visit_calculator_form, None), **others)
    app.add_directive("calculator", CalculatorDirective)
    app.add_role("answer", FigureRole("answer", answer_node))
    app.connect("html-page-context", page_context)
