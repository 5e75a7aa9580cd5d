"""The conditions under which a claim holds: part of the question, never a footnote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

#: The value of a condition that a source leaves out.
UNSTATED = "unstated"

#: The way to ask for claims that do not carry an optional condition at all.
NOT_GIVEN = "not given"


class Conditions(Mapping[str, str]):
    """The conditions of a question or a claim: an immutable, hashable mapping in sorted order.

    Examples
    --------
    >>> str(Conditions(sparsity="dense", precision="fp8"))
    'precision=fp8 sparsity=dense'
    """

    __slots__ = ("_items", "_map")

    def __init__(self, items: Mapping[str, str] | None = None, /, **more: str) -> None:
        merged = {**(items or {}), **more}
        self._items = tuple(sorted(merged.items()))
        self._map = dict(self._items)

    def __getitem__(self, key: str) -> str:
        return self._map[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._map)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def __eq__(self, other: object) -> bool:
        return dict(self._items) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __str__(self) -> str:
        return " ".join(f"{key}={value}" for key, value in self._items)

    def __repr__(self) -> str:
        return f"Conditions({self})"

    def meets(self, asked: Mapping[str, str]) -> bool:
        """Whether every condition asked for is stated here with that value; `NOT_GIVEN` asks for its absence."""
        return all(self._map.get(key, NOT_GIVEN) == value for key, value in asked.items())

    def differing(self, other: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the conditions in which two sets differ, sorted."""
        return tuple(sorted(key for key in {*self, *other} if self.get(key) != other.get(key)))
