"""The closed vocabulary: subjects by exact name, properties, conditions and their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from chipledger.errors import UnknownCondition, UnknownProperty, UnknownSubject, did_you_mean, nearest
from chipledger.records import NOT_GIVEN, Conditions, Property, Subject


@dataclass(frozen=True)
class Vocabulary:
    """The words a question may use.

    Attributes
    ----------
    subjects : mapping of str to Subject
    properties : mapping of str to Property
    conditions : mapping of str to tuple of str
        Condition names and their allowed values; an empty tuple allows any text (a region, an instance).
    lists : frozenset of str
        Conditions whose text can name several values, joined by commas.
    synonyms : mapping of str to mapping of str to str
        Other spellings of a condition's values, and the value that each means.
    """

    subjects: Mapping[str, Subject]
    properties: Mapping[str, Property]
    conditions: Mapping[str, tuple[str, ...]]
    lists: frozenset[str] = frozenset()
    synonyms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for subject in self.subjects.values():
            for name in (subject.id, subject.name, *subject.aliases):
                self._names.setdefault(name.casefold(), subject.id)

    def subject(self, name: str) -> Subject:
        """The subject with this id or exact alias (letter case aside).

        Raises
        ------
        UnknownSubject
            Otherwise, with the nearest names.
        """
        known = self._names.get(str(name).strip().casefold())
        if known is None:
            close = nearest(str(name).casefold(), self._names)
            ids = tuple(dict.fromkeys(self._names[word] for word in close))
            hint = f"; did you mean {' or '.join(ids[:3])}?" if ids else "; `find` searches loosely"
            raise UnknownSubject(f"no subject {str(name)[:80]!r}{hint}", ids)
        return self.subjects[known]

    def property(self, name: str) -> Property:
        """The property of this name.

        Raises
        ------
        UnknownProperty
            Otherwise, with the nearest names.
        """
        found = self.properties.get(str(name))
        if found is None:
            hint = did_you_mean(str(name)[:80], self.properties)
            choices = nearest(str(name), self.properties) or sorted(self.properties)
            raise UnknownProperty(f"no property {str(name)[:80]!r}{hint}", choices)
        return found

    def check(self, prop: Property, asked: Mapping[str, object]) -> Conditions:
        """The conditions of a question, checked against what the property takes.

        Raises
        ------
        UnknownCondition
            For a condition the property does not take, or a value the condition does not have.
        """
        allowed = (*prop.conditions, "form_factor")
        checked: dict[str, str] = {}
        for key, given in asked.items():
            value = self.synonyms.get(key, {}).get(str(given), str(given))
            if key not in allowed:
                told = f"{prop.id} takes no condition {key[:80]!r}{did_you_mean(key[:80], allowed)}"
                raise UnknownCondition(told, nearest(key, allowed) or allowed)
            values = self.conditions.get(key, ())
            if values and value not in values and not (value == NOT_GIVEN and key in prop.optional):
                told = f"{prop.id}: {key} cannot be {value[:80]!r}{did_you_mean(value[:80], values)}"
                raise UnknownCondition(told, nearest(value, values) or values)
            checked[key] = value
        return Conditions(checked)

    def chips(self, subject: Subject) -> int:
        """How many chips a subject is made of, however deep; one for a chip, zero when its parts are not on record."""
        if subject.kind == "chip":
            return 1
        parts = ((part.count, self.subjects[part.subject]) for part in subject.made_of)
        return sum(count * self.chips(part) for count, part in parts)

    def variants(self, subject: Subject) -> tuple[Subject, ...]:
        """The variants sold under a family's name, by id."""
        return tuple(sorted((s for s in self.subjects.values() if s.family == subject.id), key=lambda s: s.id))


def spread(sets: Iterable[Conditions]) -> dict[str, tuple[str, ...]]:
    """In which conditions several sets differ, and the values that they have.

    Examples
    --------
    >>> spread([Conditions(precision="fp8"), Conditions(precision="bf16")])
    {'precision': ('bf16', 'fp8')}
    """
    listed = list(sets)
    keys = sorted({key for conditions in listed for key in conditions})
    found = {key: tuple(sorted({c.get(key, NOT_GIVEN) for c in listed})) for key in keys}
    return {key: values for key, values in found.items() if len(values) > 1}
