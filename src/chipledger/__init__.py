"""Chip Ledger: citation-backed figures of AI accelerators, with units, conditions and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chipledger.errors import ChipledgerError, DataFaults, QuestionError, UnitError

if TYPE_CHECKING:
    import os
    from types import ModuleType

    from chipledger.ledger import Ledger

__all__ = ["ChipledgerError", "DataFaults", "QuestionError", "UnitError", "__version__", "load"]

__version__ = "2026.11.0"


def load(path: str | os.PathLike[str] | None = None) -> Ledger:
    """The ledger.

    Parameters
    ----------
    path : str or path-like, optional
        A folder of YAML files to read. Left out: the ledger that the package carries.

    Returns
    -------
    Ledger

    Raises
    ------
    DataFaults
        With every fault of the folder, each with file and line.

    Examples
    --------
    >>> import chipledger
    >>> len(chipledger.load().claims) > 0
    True
    """
    from pathlib import Path

    from chipledger.ledger import Ledger
    from chipledger.reading import data_folder, read_folder
    from chipledger.recipes import Recipes

    contents = read_folder(data_folder() if path is None else Path(path))
    recipes = Recipes(contents.vocabulary, contents.sources, contents.recipes.values(), contents.gaps)
    claims = contents.claims.values()
    held = (contents.vocabulary, contents.sources, claims, contents.missing, contents.choices)
    return Ledger(*held, recipes=recipes, equations=contents.equations)


def __getattr__(name: str) -> ModuleType:
    """Open `chipledger.compute` when it is first asked for: most look-ups never calculate."""
    if name != "compute":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module("chipledger.compute")
