"""Every error that Chip Ledger raises on purpose.

A reader's mistake ends in one of these, with the subject, the offending value and what was allowed
in its message; never in a traceback from below and never in a wrong number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches


class ChipledgerError(Exception):
    """Base class of all errors raised on purpose."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else self.__class__.__name__


class UnitError(ChipledgerError, ValueError):
    """An unknown unit, a unit of the wrong dimension, or a value without its unit."""


class IntervalError(ChipledgerError, ValueError):
    """A printed number that cannot be read, or an operation on intervals that has no answer."""


class QuestionError(ChipledgerError, LookupError):
    """A question that cannot be answered as it was asked.

    Attributes
    ----------
    choices : tuple of str
        What would have been accepted, nearest first.
    """

    def __init__(self, message: str, choices: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.choices = tuple(choices)


class UnknownSubject(QuestionError):
    """No subject has this id or exact alias."""


class UnknownProperty(QuestionError):
    """The vocabulary has no property of this name."""


class UnknownCondition(QuestionError):
    """A condition, or a value of one, that the property does not take."""


class AmbiguousQuestion(QuestionError):
    """The conditions given leave more than one fact."""


class NoClaim(QuestionError):
    """The ledger holds no claim that answers, and no record that it is not published."""


class NoDatedClaim(QuestionError):
    """Claims exist, but none is dated so early: this is not the same as 'not published'."""


class NotComparable(QuestionError):
    """Facts whose conditions differ were offered for one comparison."""


class NotANumber(QuestionError):
    """A number was asked of a fact that is text, or that is not published."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong in one data file.

    Attributes
    ----------
    file, line : str, int
        Where it stands.
    subject : str
        Whose entry it is: ``trainium2.memory_bandwidth``, a source id, a file.
    message : str
        The offending value and what was allowed.
    """

    file: str
    line: int
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.subject}: {self.message}"


class DataFaults(ChipledgerError):
    """Everything wrong in a data folder, reported at once.

    Attributes
    ----------
    faults : tuple of Fault
        Sorted by file and line.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        count = len(self.faults)
        head = f"{count} fault{'s' if count != 1 else ''} in the data"
        super().__init__("\n".join([head, *map(str, self.faults)]))

    def __reduce__(self) -> tuple[type[DataFaults], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


def nearest(word: str, allowed: Iterable[str], most: int = 5) -> list[str]:
    """The allowed words that look most like `word`, nearest first.

    Parameters
    ----------
    word : str
        What was typed.
    allowed : iterable of str
        What would have been accepted.
    most : int
        How many to return.

    Returns
    -------
    list of str

    Examples
    --------
    >>> nearest("memory_bandwith", ["memory_capacity", "memory_bandwidth"])[0]
    'memory_bandwidth'
    """
    return get_close_matches(word, sorted(set(allowed)), n=most, cutoff=0.5)


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """The tail of a message that names the nearest allowed words.

    Examples
    --------
    >>> did_you_mean("trn3x", ["trn3", "h100"])
    '; did you mean trn3?'
    >>> did_you_mean("zzz", ["trn3", "h100"])
    '; allowed: h100, trn3'
    """
    words = sorted(set(allowed))
    close = nearest(word, words, most=3)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    shown = ", ".join(words[:12])
    more = f" and {len(words) - 12} more" if len(words) > 12 else ""
    return f"; allowed: {shown}{more}"
