"""The one way in which a calculation says no: with the parameter, the value, and what was allowed."""

from __future__ import annotations

from collections.abc import Iterable

from chipledger.errors import QuestionError


class Refused(QuestionError, ValueError):
    """A calculation that cannot be made as it was asked.

    Attributes
    ----------
    parameter : str
        The parameter at fault; empty when it is not a single one.
    choices : tuple of str
        What would have been accepted, nearest first, where that can be listed.

    Examples
    --------
    >>> str(Refused("reserve", "1.5 is out of range; allowed: 0 or more, below 1"))
    'reserve: 1.5 is out of range; allowed: 0 or more, below 1'
    """

    def __init__(self, parameter: str, reason: str, choices: Iterable[str] = ()) -> None:
        super().__init__(f"{parameter}: {reason}" if parameter else reason, choices)
        self.parameter = parameter
        self.reason = reason


def quoted(value: object, most: int = 60) -> str:
    """A value for a message, however large or odd it is.

    Examples
    --------
    >>> quoted("x" * 100)[-4:], quoted(10**5000)
    ("...'", 'a whole number of 16610 bits')
    """
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a whole number of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # an object of the caller's whose own repr fails must not hide what is wrong with it
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 4]}...{text[-1] if text[-1] in chr(39) + chr(34) else ''}"
