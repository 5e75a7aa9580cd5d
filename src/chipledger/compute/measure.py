"""Whether the units of a formula come out, and which kind of operation it counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from chipledger import units
from chipledger.compute.dimension import base, spelled
from chipledger.compute.expression import fold, parse
from chipledger.compute.refusal import Refused

#: The two kinds of operation, which never mix.
OPERATIONS = ("FLOP", "OP")

#: Base units with their powers, those of zero left out.
Powers = frozenset[tuple[str, int]]

_FACTOR = re.compile(r"([*/]?) ?([a-zA-Z_]+)(?: \*\* (\d+))?")


@cache
def powers(unit: str) -> Powers:
    """The base units of a unit, from the registry.

    Examples
    --------
    >>> sorted(powers("TB/s"))
    [('bit', 1), ('second', -1)]
    """
    text = units.base_unit(spelled(unit)).removeprefix("1 ")
    found = {name: (-1 if sign == "/" else 1) * int(power or 1) for sign, name, power in _FACTOR.findall(text)}
    return frozenset(found.items())


class _Units:
    """Powers of base units; a sum of unlike ones has none."""

    def __init__(self, operation: str) -> None:
        self.operation = operation

    def number(self, value: Fraction, unit: str) -> Powers:
        return powers(base(unit.replace("operation", self.operation)))

    def add(self, a: Powers, b: Powers) -> Powers:
        if a != b:
            raise TypeError(f"{sorted(a)} added to {sorted(b)}")
        return a

    sub = add

    def mul(self, a: Powers, b: Powers) -> Powers:
        return _product(a, b, 1)

    def div(self, a: Powers, b: Powers) -> Powers:
        return _product(a, b, -1)

    def power(self, a: Powers, exponent: int) -> Powers:
        return frozenset((name, power * exponent) for name, power in a)

    def ceil(self, a: Powers) -> Powers:
        return self.add(a, frozenset())

    floor = ceil

    def most(self, arms: Sequence[Powers], labels: Sequence[str]) -> Powers:
        for arm in arms:
            self.add(arms[0], arm)
        return arms[0]

    least = most


def _product(a: Powers, b: Powers, sign: int) -> Powers:
    total: Counter[str] = Counter(dict(a))
    for name, power in b:
        total[name] += sign * power
    return frozenset((name, power) for name, power in total.items() if power)


@cache
def comes_out(expression: str, given: tuple[tuple[str, str], ...], unit: str, operation: str) -> bool:
    """Whether an expression over quantities in the given units has the dimension of `unit`.

    Counts of devices weigh nothing, neither in what is given nor in the result.

    Raises
    ------
    TypeError
        If two terms of a sum do not measure the same.

    Examples
    --------
    >>> comes_out("work / rate", (("work", "TFLOP"), ("rate", "TFLOP/s")), "ms", "FLOP")
    True
    """
    weights = {name: powers(base(one)) for name, one in given}
    return bool(fold(parse(expression), _Units(operation), weights) == powers(base(unit)))


def operation_of(given: Mapping[str, str]) -> str:
    """The kind of operation that a calculation counts: FLOP unless something is given in OP.

    Parameters
    ----------
    given : mapping of str to str
        The unit of each parameter.

    Raises
    ------
    Refused
        If some are in FLOP and some in OP.

    Examples
    --------
    >>> operation_of({"peak_compute": "TOP/s", "bandwidth": "TB/s"})
    'OP'
    """
    kinds = {name: kind for name, unit in given.items() for kind in OPERATIONS if kind in dict(powers(unit))}
    if len(set(kinds.values())) > 1:
        told = ", ".join(f"{name} in {given[name]}" for name in kinds)
        raise Refused(" and ".join(kinds), f"floating-point and integer operations do not mix: {told}")
    return next(iter(kinds.values()), OPERATIONS[0])


def alike(given: Mapping[str, str]) -> None:
    """Refuse parameters that must measure the same, whatever it is, and do not.

    Raises
    ------
    Refused
    """
    if len({powers(unit) for unit in given.values()}) > 1:
        told = ", ".join(f"{name} is in {unit}" for name, unit in given.items())
        raise Refused(" and ".join(given), f"they must measure the same: {told}")
