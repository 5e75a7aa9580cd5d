"""Run chapters in place, so that their stored results are those of the data as it is now.

``python -m chipledger.site.execute book/*.ipynb``

What differs from run to run or from machine to machine is left out of the files: times, versions, the
names of kernels. A chapter that fails stays as it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from chipledger.errors import ChipledgerError

#: All that a chapter says about how it is run.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

#: What a cell may say about itself.
_KEPT = ("tags",)

#: Seconds that a cell may take.
_PATIENCE = 120


class ChapterError(ChipledgerError):
    """A chapter that cannot be read or run; the message names it, the cell and the error."""


def execute(path: Path) -> bool:
    """Run a chapter and store its results.

    Parameters
    ----------
    path : Path

    Returns
    -------
    bool
        Whether the file changed.

    Raises
    ------
    ChapterError
        If it cannot be read, a cell fails, or a cell writes to the error stream.
    """
    try:
        before = path.read_text(encoding="utf-8")
        notebook = nbformat.reads(before, as_version=4)
    except (OSError, UnicodeDecodeError, nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise ChapterError(f"{path}: cannot be read as a notebook: {str(error).splitlines()[0]}") from error
    # The debugger of the kernel prints a warning of its own when this is not set.
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    client = NotebookClient(
        notebook,
        timeout=_PATIENCE,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise ChapterError(f"{path}: a cell failed: {error.ename}: {error.evalue}") from error
    except (CellTimeoutError, DeadKernelError) as error:
        raise ChapterError(f"{path}: a cell failed: {str(error).splitlines()[0]}") from error
    after = normalised(notebook)
    if noisy := [cell.id for cell in notebook.cells if _writes_errors(cell)]:
        raise ChapterError(f"{path}: cell {noisy[0]} writes to the error stream; a chapter must not")
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def normalised(notebook: nbformat.NotebookNode) -> str:
    """A notebook as text, without what differs from run to run.

    Parameters
    ----------
    notebook : NotebookNode
        Changed in place.

    Returns
    -------
    str
    """
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count = 0
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in _KEPT if cell.metadata.get(key)})
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
    return nbformat.writes(notebook) + "\n"


def _writes_errors(cell: nbformat.NotebookNode) -> bool:
    return any(output.get("name") == "stderr" for output in cell.get("outputs", ()))


def main(arguments: list[str] | None = None) -> int:
    """Run the chapters named on the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Left out: those of the process.

    Returns
    -------
    int
        0 when all ran, 1 when one failed.
    """
    parser = argparse.ArgumentParser(prog="python -m chipledger.site.execute", description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="+", type=Path, metavar="chapter.ipynb")
    failed = 0
    for path in parser.parse_args(arguments).chapters:
        try:
            print(f"{path}: {'new results' if execute(path) else 'as it was'}", flush=True)
        except ChapterError as error:
            print(error, file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
