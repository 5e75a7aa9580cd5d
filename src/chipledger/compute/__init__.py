"""Calculations on facts: each formula defined once, asked in Python, on the command line and on the page.

The questions live in eight modules, each a function of named parameters that takes quantities, text,
facts or derived values and returns an `Answer`. `questions` lists them all.
"""

from __future__ import annotations

from chipledger.compute import memory, network, power, price, roofline, scale, serving, training
from chipledger.compute.answer import Answer, Input
from chipledger.compute.formula import Formula
from chipledger.compute.parameter import Parameter
from chipledger.compute.question import formulas
from chipledger.compute.refusal import Refused
from chipledger.errors import did_you_mean, nearest

__all__ = [
    "MODULES",
    "Answer",
    "Formula",
    "Input",
    "Parameter",
    "Refused",
    "find",
    "memory",
    "network",
    "power",
    "price",
    "questions",
    "roofline",
    "scale",
    "serving",
    "training",
]

#: The modules, in the order in which a reader meets their questions.
MODULES = ("roofline", "memory", "training", "serving", "network", "price", "power", "scale")


def questions() -> dict[str, Formula]:
    """Every question by name, module by module.

    Returns
    -------
    dict of str to Formula
        Its ``function`` answers, ``verb`` is its name on the command line, ``latex`` its equation and
        ``javascript`` its calculator.

    Examples
    --------
    >>> questions()["device_floor"].verb
    'device-floor'
    """
    found = formulas()
    return dict(sorted(found.items(), key=lambda item: MODULES.index(item[1].module)))


def find(name: str) -> Formula:
    """The question of this name, in either spelling.

    Raises
    ------
    Refused
        Otherwise, with the nearest names.

    Examples
    --------
    >>> find("device-floor").question
    'memory.device_floor'
    """
    known = formulas()
    key = str(name)[:80].replace("-", "_")
    if key not in known:
        raise Refused("", f"no question {str(name)[:80]!r}{did_you_mean(key, known)}", nearest(key, known))
    return known[key]
