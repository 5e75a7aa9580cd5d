"""What a build needs once: the ledger, and a digest of everything that pages are made from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError

import chipledger
from chipledger.errors import ChipledgerError

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from chipledger.ledger import Ledger

_ledgers: dict[str, Ledger] = {}


def data_folder(app: Sphinx) -> Path:
    """The data folder of a build; ``chipledger_data`` is relative to the chapters."""
    return (Path(app.srcdir) / app.config.chipledger_data).resolve()


def ledger_of(app: Sphinx) -> Ledger:
    """The ledger of a build, read once.

    Raises
    ------
    ExtensionError
        With every fault of the data folder.
    """
    key = app.config.chipledger_inputs
    if key not in _ledgers:
        try:
            _ledgers[key] = chipledger.load(data_folder(app))
        except ChipledgerError as error:
            raise ExtensionError(str(error)) from error
    return _ledgers[key]


def digest(*folders: Path) -> str:
    """One word for the contents of folders: names and bytes, compiled files aside.

    Parameters
    ----------
    *folders : Path

    Returns
    -------
    str
        Sixteen hexadecimal digits.
    """
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            parts = path.relative_to(folder).parts
            if path.is_file() and path.suffix != ".pyc" and not any(part.startswith((".", "__py")) for part in parts):
                total.update("/".join(parts).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def stamp(data: Path, book: Path) -> str:
    """A digest of everything that a site is made from.

    A site carries it, so that whoever checks the site can tell whether it is that of the present sources.

    Parameters
    ----------
    data, book : Path
        The folders of the data and of the chapters.
    """
    return digest(data, book, Path(chipledger.__file__).parent)


def note_inputs(app: Sphinx, config: Config) -> None:
    """Make every page depend on the data and on this package.

    Sphinx re-reads a page when its own text changed. Figures come from the ledger, so a page read before the
    data changed would keep its old figures; a changed configuration value makes Sphinx read all again.
    """
    package = Path(chipledger.__file__).parent
    config.chipledger_inputs = digest(data_folder(app), package)
