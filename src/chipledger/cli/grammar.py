"""What can be typed: verbs, their words and options, and conditions as flags of any name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import chipledger
from chipledger.errors import QuestionError, did_you_mean

_EPILOG = "Conditions are flags of their own: --precision fp8 --sparsity dense --scope chip."

#: Does what a verb says, and returns the exit status.
Run = Callable[[argparse.Namespace, dict[str, str]], int]


class _Parser(argparse.ArgumentParser):
    """A parser that refuses as everything else here does: in one line, with what was allowed."""

    def error(self, message: str) -> NoReturn:
        if match := re.search(r"argument VERB: invalid choice: '(.*?)' \(choose from (.*)\)", message):
            raise QuestionError(
                f"no verb {match[1][:60]!r}{did_you_mean(match[1][:60], re.findall(r'[a-z]+', match[2]))}"
            )
        raise QuestionError(f"{message}; {' '.join(self.format_usage().split())}")


@dataclass(frozen=True, slots=True)
class Asked:
    """One command as it was typed."""

    verb: Run
    known: argparse.Namespace
    conditions: dict[str, str]

    def run(self) -> int:
        """Do it; returns the exit status."""
        return self.verb(self.known, self.conditions)


@dataclass
class Grammar:
    """Verbs are added to it, then it reads what was typed."""

    top: argparse.ArgumentParser = field(init=False)

    def __post_init__(self) -> None:
        self.top = _Parser(
            prog="chipledger",
            description="Citation-backed figures of AI accelerators.",
            epilog=_EPILOG,
            allow_abbrev=False,
        )
        self.top.add_argument("--version", action="version", version=f"chipledger {chipledger.__version__}")
        self._verbs = self.top.add_subparsers(dest="verb", metavar="VERB")
        self._parsers: dict[str, argparse.ArgumentParser] = {}

    def verb(self, name: str, text: str, run: Run) -> argparse.ArgumentParser:
        """Add a verb that reads a data folder."""
        made = self._verbs.add_parser(name, help=text, description=text, epilog=_EPILOG, allow_abbrev=False)
        made.add_argument("--json", action="store_true", help="print JSON")
        made.add_argument("--data", metavar="DIR", help="read this data folder instead of the packaged ledger")
        made.set_defaults(run=run)
        self._parsers[name] = made
        return made

    def question(self, name: str, text: str, run: Run) -> argparse.ArgumentParser:
        """Add a verb that can be asked for an earlier day."""
        made = self.verb(name, text, run)
        made.add_argument("--as-of", metavar="DATE", help="what had been said by the end of this day")
        return made

    def read(self, argv: Sequence[str]) -> Asked | None:
        """Understand a command; ``None`` when no verb was given.

        Raises
        ------
        QuestionError
            For a verb, a word or an option that is not understood.
        """
        words, conditions = self._separate(list(argv))
        known = self.top.parse_args(words)
        return None if known.verb is None else Asked(known.run, known, conditions)

    def _separate(self, argv: list[str]) -> tuple[list[str], dict[str, str]]:
        """Conditions apart from the rest: every ``--name value`` or ``--name=value`` that is no option of the verb."""
        verb = next((self._parsers[word] for word in argv if word in self._parsers), None)
        words: list[str] = []
        found: dict[str, str] = {}
        while argv:
            word = argv.pop(0)
            name, given, value = word.partition("=")
            if verb is None or not re.match(r"--\w", name) or name in verb._option_string_actions:
                words.append(word)
                continue
            if not given:
                if not argv or argv[0].startswith("--"):
                    raise QuestionError(f"{name} has no value; conditions are written --name value")
                value = argv.pop(0)
            key = name[2:].replace("-", "_")
            if key in found:
                raise QuestionError(f"{name} is given twice")
            found[key] = value
        return words, found


def count(text: str) -> int:
    """A whole number above zero, for options that count."""
    if not re.fullmatch(r"[1-9]\d{0,6}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no count; allowed: 1, 2, 3 ...")
    return int(text)
