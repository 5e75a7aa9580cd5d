"""What the verbs share: the ledger that is asked, assumptions, tables and JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import chipledger
from chipledger.errors import QuestionError, did_you_mean
from chipledger.ledger import Ledger


def ledger_of(known: argparse.Namespace) -> Ledger:
    """The ledger that a command asks, as of the day that it asks for."""
    ledger = chipledger.load(known.data)
    return ledger.at(known.as_of) if getattr(known, "as_of", None) else ledger


def folder_of(known: argparse.Namespace) -> Path:
    """The data folder that a command is about."""
    from chipledger.reading import data_folder

    return Path(known.data) if known.data else data_folder()


def assumed(pairs: Sequence[str]) -> dict[str, str]:
    """What ``--assume CONDITION=VALUE`` takes for granted."""
    taken: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise QuestionError(f"--assume {pair[:60]!r} is not CONDITION=VALUE")
        taken[key] = value
    return taken


def none(conditions: dict[str, str]) -> None:
    """Refuse conditions where a command takes none."""
    if conditions:
        names = ", ".join(f"--{name}" for name in conditions)
        raise QuestionError(f"this command takes no {names}{did_you_mean(next(iter(conditions)), ('json', 'data'))}")


def put(known: argparse.Namespace, record: Any, text: str) -> None:
    """Print a result: the record as JSON where that was asked for, else the text."""
    if known.json:
        print(json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True))
    elif text:
        print(text)


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Aligned columns; numbers keep the digits that were printed."""
    every = list(rows)
    width = max(map(len, every), default=0)
    filled = [row + ("",) * (width - len(row)) for row in every]
    sizes = [max(len(row[column]) for row in filled) for column in range(width)]
    return "\n".join(
        "  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip() for row in filled
    )
