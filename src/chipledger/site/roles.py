"""The roles with which chapters name figures instead of typing them: ``fact``, ``derived``, ``count``.

What they understand is written in `chipledger.site.grammar`. A role that cannot be answered is a warning
with file and text, which the strict build turns into a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from chipledger.errors import ChipledgerError
from chipledger.ledger import Ledger
from chipledger.site import figures
from chipledger.site.grammar import read_count, read_derived, read_fact
from chipledger.site.nodes import figure_in_text
from chipledger.site.once import ledger_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_log = logging.getLogger(__name__)

Answer = Callable[[Ledger, str], nodes.Node]


class FigureRole(SphinxRole):
    """A role that puts one figure into the text.

    Parameters
    ----------
    role : str
        Its name, for messages.
    answer : callable
        Turns the ledger and the role's text into a node, or raises `ChipledgerError`.
    """

    def __init__(self, role: str, answer: Answer) -> None:
        super().__init__()
        self.role = role
        self.answer = answer

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The node, or the text as it stands after a warning."""
        try:
            return [self.answer(ledger_of(self.env.app), self.text)], []
        except ChipledgerError as error:
            message = f"{{{self.role}}}`{self.text}`: {error}"
            _log.warning(message, location=self.get_location(), type="chipledger", subtype="role")
            return [nodes.problematic(self.rawtext, self.rawtext)], []


def fact_node(ledger: Ledger, text: str) -> nodes.Node:
    """The node of a ``fact`` role."""
    ask = read_fact(text)
    shown = figures.show(ledger, ask)
    data = {"class": "fact", "value": shown.value, "title": shown.note}
    if not shown.claims:
        data["data-missing"] = shown.question
        return _node(shown, data)
    data["data-fact"] = shown.claims[0]
    if ask.show in ("subject", "source", "date", "printed"):
        # These are words about the figure: what a machine reads must be what a reader reads.
        data["value"] = shown.text
    elif shown.unit:
        data["data-unit"] = shown.unit
    return _node(shown, data)


def derived_node(ledger: Ledger, text: str) -> nodes.Node:
    """The node of a ``derived`` role."""
    shown = figures.show_derived(ledger, read_derived(text))
    data = {"class": "fact", "value": shown.value, "data-inputs": " ".join(shown.claims), "title": shown.note}
    return _node(shown, data)


def count_node(ledger: Ledger, text: str) -> nodes.Node:
    """The node of a ``count`` role."""
    shown = figures.count(ledger, read_count(text))
    return _node(shown, {"class": "fact", "value": shown.value, "data-count": text.strip(), "title": shown.note})


def _node(shown: figures.Shown, data: dict[str, str]) -> nodes.Node:
    return figure_in_text(shown.text, shown.text, data=data, href=shown.href)


def add_roles(app: Sphinx) -> None:
    """Register the roles with a Sphinx application."""
    for name, answer in (("fact", fact_node), ("derived", derived_node), ("count", count_node)):
        app.add_role(name, FigureRole(name, answer))
