"""The command line: ``chipledger get trainium2 memory_bandwidth``.

Results go to standard output, words about them to standard error. The exit status is 0 when found or
passed, 1 when a check failed, 2 when the question cannot be answered as asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from chipledger.cli import asking, calculating, checking, keeping, listing
from chipledger.cli.grammar import Grammar
from chipledger.errors import ChipledgerError, DataFaults

__all__ = ["grammar", "main"]


def grammar() -> Grammar:
    """The command line's grammar, with every verb."""
    made = Grammar()
    for room in (asking, listing, calculating, checking, keeping):
        room.add(made)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        # A reader that is gone shows itself only here, where what was printed leaves.
        sys.stdout.flush()
        return status
    except DataFaults as error:
        print(error, file=sys.stderr)
        return 1
    except ChipledgerError as error:
        print(f"chipledger: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader closed the pipe (`| head`): nothing more to say, and nothing to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(argv: Sequence[str]) -> int:
    made = grammar()
    asked = made.read(argv)
    if asked is None:
        made.top.print_help()
        return 0
    return asked.run()
