"""``python -m chipledger.site build`` builds and checks the site; ``verify`` checks one that is built."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import chipledger
from chipledger.errors import ChipledgerError
from chipledger.site import verify
from chipledger.site.build import build


def main(arguments: list[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : list of str, optional
        Left out: those of the process.

    Returns
    -------
    int
        0 when all is well, 1 when not, 130 when interrupted.
    """
    parser = argparse.ArgumentParser(prog="python -m chipledger.site", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (("build", "build the book and check it"), ("verify", "check a site that is built")):
        command = commands.add_parser(name, help=does, description=does)
        command.add_argument("--root", type=Path, default=Path(), help="the repository (default: this folder)")
        command.add_argument("--out", type=Path, default=Path("_build"), help="where html/ is (default: _build)")
    given = parser.parse_args(arguments)
    try:
        if given.command == "verify":
            found = verify.faults(given.out / "html", chipledger.load(given.root / "data"))
            print("\n".join(found) or "the site is in order")
            return 1 if found else 0
        page = build(given.root.resolve(), given.out.resolve())
    except ChipledgerError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the site of before, if there was one, is as it was", file=sys.stderr)
        return 130
    print(f"open {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
