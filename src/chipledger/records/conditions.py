"""The conditions under which a claim holds: part of the question, never a footnote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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

    def each(self, lists: Iterable[str]) -> list[Conditions]:
        """These conditions once for every value of those that hold several, joined by commas.

        Parameters
        ----------
        lists : iterable of str
            Names of the conditions that can hold several values.

        Examples
        --------
        >>> [str(one) for one in Conditions(region="us-east-1, us-west-2").each(["region"])]
        ['region=us-east-1', 'region=us-west-2']
        """
        found: list[dict[str, str]] = [self._map]
        for key in lists:
            if "," in self._map.get(key, ""):
                values = [value.strip() for value in self._map[key].split(",")]
                found = [{**one, key: value} for one in found for value in dict.fromkeys(values) if value]
        return [self] if len(found) == 1 and found[0] is self._map else [Conditions(one) for one in found]

    def differing(self, other: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the conditions in which two sets differ, sorted."""
        return tuple(sorted(key for key in {*self, *other} if self.get(key) != other.get(key)))
