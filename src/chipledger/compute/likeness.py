"""Kind safety: what a fact must state before it may enter a calculation, and which facts may meet in one.

Dense is not sparse, one way is not both, a chip is not an instance. What a source leaves unstated is
used only under an assumption of the caller's, and the result carries it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from chipledger.compute.argument import Argument
from chipledger.compute.refusal import Refused, quoted
from chipledger.errors import did_you_mean
from chipledger.records import UNSTATED

#: Conditions that may be assumed where a source is silent, and the values that they take.
ASSUMABLE: dict[str, tuple[str, ...]] = {
    "sparsity": ("dense", "sparse"),
    "direction": ("unidirectional", "bidirectional"),
    "precision": (),
    "counted_as": ("gain", "ratio", "saving"),
    "power_kind": (),
    "network": (),
    "reach": (),
    "memory": (),
}

#: Conditions that no calculation takes unstated.
_NEEDED = ("sparsity", "direction", "precision", "counted_as")

#: Conditions that make two figures alike or unlike.
_TELLING = ("precision", "sparsity", "direction", "unit_kind", "scope", "purchase", "region", "power_kind", "reach")

#: A package is what a vendor sells as one chip.
_SAME = {"package": "chip"}

_ONE_WAY = "; one_way_bandwidth halves a figure of both directions, on the assumption that they are equal"
_DENSE = "; dense_rate divides a sparse rate by the speed-up that its vendor states"
_GAIN = "; a ratio of x is a gain of x - 1, and a saving of s is one of 1/(1 - s) - 1"


def assumptions(assume: object) -> dict[str, str]:
    """The caller's assumptions, checked.

    Raises
    ------
    Refused
        If a condition or its value is unknown.

    Examples
    --------
    >>> assumptions({"sparsity": "dense"})
    {'sparsity': 'dense'}
    """
    if assume is None:
        return {}
    if not isinstance(assume, Mapping):
        example = "{'sparsity': 'dense'}"
        raise Refused("assume", f"{quoted(assume)} is not a mapping of conditions to values; allowed: {example}")
    for key, value in assume.items():
        if key not in ASSUMABLE:
            raise Refused("assume", f"no condition {quoted(key)}{did_you_mean(str(key)[:40], ASSUMABLE)}", ASSUMABLE)
        values = ASSUMABLE[key]
        if not isinstance(value, str) or value == UNSTATED or (values and value not in values):
            allowed = " or ".join(values) or "what the source is taken to mean"
            raise Refused("assume", f"{key} cannot be {quoted(value)}; allowed: {allowed}", values)
    return dict(assume)


def settle(argument: Argument, assume: Mapping[str, str]) -> Argument:
    """An argument whose conditions are all stated, by its source or by the caller.

    Raises
    ------
    Refused
        If a condition that matters is unstated, or is not the one that the question asks for.
    """
    name = argument.parameter.name
    stated = dict(argument.conditions)
    added: list[str] = []
    for key, value in argument.conditions.items():
        if value != UNSTATED:
            continue
        if key in assume:
            stated[key] = assume[key]
            added.append(f"{key}={assume[key]} is assumed for {name}; the source does not state it")
        elif key in _NEEDED:
            example = (argument.parameter.asks.get(key) or (ASSUMABLE[key] or ("bf16",))[0]).join("''")
            raise Refused(
                name, f"the {key} of {argument.name} is unstated; pass assume={{'{key}': {example}}} to go on", (key,)
            )
    for key, wanted in argument.parameter.asks.items():
        if key in stated and stated[key] != wanted:
            way = {"unidirectional": _ONE_WAY, "dense": _DENSE, "gain": _GAIN}.get(wanted, "")
            raise Refused(name, f"{argument.text} of {argument.name} is {stated[key]}, not {wanted}{way}", (wanted,))
    return replace(argument, conditions=stated, assumptions=(*argument.assumptions, *added))


def agree(arguments: Sequence[Argument], alike: Sequence[str], across: Sequence[str]) -> None:
    """Refuse facts that may not meet in one calculation.

    Parameters
    ----------
    arguments : sequence of Argument
    alike : sequence of str
        Parameters that are compared with each other, so that all telling conditions must be the same.
    across : sequence of str
        Conditions in which the caller wants them to differ.

    Raises
    ------
    Refused
        Naming the condition and both values.
    """
    compared = [a for a in arguments if a.parameter.name in alike and a.conditions]
    _same(compared, [key for key in _TELLING if key not in across])
    _same([a for a in arguments if a.parameter.each and a.conditions], ["scope"])
    rates = [a for a in arguments if a.parameter.dimension == "operation/time" and a.conditions]
    _same(rates, ["precision", "sparsity", "unit_kind"])
    _counted_twice(arguments)


def _same(arguments: Sequence[Argument], keys: Sequence[str]) -> None:
    for first, second in combinations(arguments, 2):
        for key in keys:
            one, two = (_SAME.get(a.conditions.get(key, ""), a.conditions.get(key, "")) for a in (first, second))
            if one and two and one != two:
                names = f"{first.parameter.name} and {second.parameter.name}"
                raise Refused(
                    names, f"{first.name} has {key}={one} and {second.name} has {key}={two}; they are not alike", (key,)
                )


def _counted_twice(arguments: Sequence[Argument]) -> None:
    """A figure of a whole instance must not be multiplied by the chips in it."""
    devices = next((a for a in arguments if a.parameter.name == "devices"), None)
    if devices is None or "chip" not in devices.unit or devices.value <= 1:
        return
    for argument in arguments:
        scope = argument.conditions.get("scope", "chip")
        if argument.parameter.each and _SAME.get(scope, scope) != "chip":
            raise Refused(
                argument.parameter.name,
                f"{argument.text} of {argument.name} is of one {scope}, and would be multiplied by {devices.text}",
            )


def across(words: object, alike: Sequence[str]) -> tuple[str, ...]:
    """The conditions in which the caller lets compared figures differ, checked.

    Raises
    ------
    Refused
        If there is nothing to compare, or a condition is unknown.
    """
    if not words:
        return ()
    listed = (words,) if isinstance(words, str) else words
    if not isinstance(listed, list | tuple | set | frozenset) or not alike:
        raise Refused("across", f"{quoted(words)} is not a list of conditions of two figures that are compared")
    for word in listed:
        if word not in _TELLING:
            raise Refused("across", f"no condition {quoted(word)}{did_you_mean(str(word)[:40], _TELLING)}", _TELLING)
    return tuple(sorted(listed))


def kept(arguments: Sequence[Argument], keys: Sequence[str]) -> dict[str, str]:
    """The conditions that a result inherits, where all of its facts agree on them."""
    found: dict[str, str] = {}
    for key in keys:
        values = {a.conditions[key] for a in arguments if key in a.conditions}
        if len(values) == 1:
            found[key] = values.pop()
    return found
