"""The vocabulary files: properties, their conditions, and how long figures of a series stay fresh."""

from __future__ import annotations

import re
from collections.abc import Mapping as AbstractMapping
from dataclasses import replace
from fractions import Fraction

from chipledger import units
from chipledger.errors import IntervalError, UnitError, did_you_mean
from chipledger.interval import number
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import Mapping, Scalar, Sequence
from chipledger.records import Conditions, Property

_DAYS = re.compile(r"[1-9]\d{0,3}", re.ASCII)
_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")

_PROPERTY_KEYS = (
    "id",
    "title",
    "definition",
    "type",
    "dimensions",
    "unit",
    "required",
    "optional",
    "defaults",
    "bounds",
    "measured",
    "series",
    "values",
    "words",
)


def read_conditions(reader: Reader, root: Mapping) -> dict[str, tuple[str, ...]]:
    """Condition names and their values; ``any`` in place of a list allows any text.

    ``list`` allows any text too, and says that it can name several values, joined by commas.
    """
    found: dict[str, tuple[str, ...]] = {}
    node = root.items.get("conditions")
    if not isinstance(node, Mapping):
        told = "no mapping of condition names to values; allowed: conditions: {name: [value, value]}"
        reader.fault(root.lines.get("conditions", root.line), "conditions", told)
        reader.lost.add("condition")
        return found
    for key, values in node.items.items():
        if isinstance(values, Scalar) and values.text in ("any", "list"):
            found[key] = ()
            continue
        items = values.items if isinstance(values, Sequence) else ()
        texts = [item.text for item in items if isinstance(item, Scalar) and item.text.strip()]
        if texts and len(texts) == len(items):
            found[key] = tuple(texts)
        else:
            reader.fault(
                node.lines[key], key[:80], "not a list of values; allowed: [one, two], or the words any or list"
            )
            reader.lost.add("condition", key)
    return found


def read_lists(root: Mapping) -> frozenset[str]:
    """Names of the conditions that can hold several values."""
    node = root.items.get("conditions")
    items = node.items.items() if isinstance(node, Mapping) else ()
    return frozenset(key for key, values in items if isinstance(values, Scalar) and values.text == "list")


def read_synonyms(reader: Reader, root: Mapping, conditions: dict[str, tuple[str, ...]]) -> dict[str, dict[str, str]]:
    """Other spellings of a condition's values: by condition, the spelling and the value that it means."""
    found: dict[str, dict[str, str]] = {}
    node = root.items.get("synonyms")
    if node is None:
        return found
    for key, pairs in node.items.items() if isinstance(node, Mapping) else [("synonyms", node)]:
        values = conditions.get(key, ())
        if not isinstance(pairs, Mapping):
            reader.fault(node.line, key[:80], "not a mapping; allowed: synonyms: {condition: {spelling: value}}")
            continue
        for spelling, target in pairs.items.items():
            word = target.text if isinstance(target, Scalar) else ""
            if word not in values or spelling in values:
                told = f"{spelling[:60]!r} for {word[:60]!r}{did_you_mean(word[:60], values)}"
                reader.fault(pairs.lines[spelling], key[:80], told)
            found.setdefault(key, {})[spelling] = word
    return found


def read_properties(reader: Reader, root: Mapping, conditions: dict[str, tuple[str, ...]]) -> dict[str, Property]:
    """Properties by id."""
    reader.only(root, ("conditions", "synonyms", "properties"))
    found: dict[str, Property] = {}
    lines: dict[str, int] = {}
    for node in reader.entries(root, "properties"):
        entry = Entry(reader, node, called(node, "property"), _PROPERTY_KEYS)
        prop = _property(entry, conditions)
        if prop is None:
            entry.give_up("property")
        elif prop.id in found:
            entry.fault(f"property {prop.id!r} is defined twice; first on line {lines[prop.id]}; allowed: once", "id")
        else:
            found[prop.id], lines[prop.id] = prop, node.line
    return found


def _days_fault(text: str) -> str | None:
    return None if _DAYS.fullmatch(text) else "allowed: a number of days"


def read_horizons(reader: Reader, root: Mapping, properties: AbstractMapping[str, Property]) -> dict[str, Property]:
    """The properties, those of a series with the days after which their figures count as stale."""
    reader.only(root, ("horizons",))
    found = dict(properties)
    named: set[str] = set()
    for node in reader.entries(root, "horizons"):
        family = node.items.get("family")
        name = family.text[:80] if isinstance(family, Scalar) else "a family without name"
        entry = Entry(reader, node, name, ("family", "days", "properties"))
        entry.text("family", required=True)
        days = entry.parsed("days", _days_fault, required=True)
        for word in entry.words("properties"):
            if not entry.known("properties", word, "property", properties, "unknown property {}"):
                continue
            if word in named:
                entry.fault(f"{word!r} is in two families; allowed: one", "properties")
            if not properties[word].series:
                entry.fault(f"{word!r} is no series; allowed: properties whose claims are steps in time", "properties")
            named.add(word)
            if days:
                found[word] = replace(properties[word], horizon_days=int(days))
    for word, prop in properties.items():
        if prop.series and word not in named:
            reader.fault(root.line, word, "a series in no family; allowed: naming it in one, with its horizon")
    return found


def _property(entry: Entry, conditions: dict[str, tuple[str, ...]]) -> Property | None:
    ident = entry.parsed("id", lambda t: None if _ID.fullmatch(t) else "allowed: snake_case", required=True)
    title, definition = entry.text("title", required=True), entry.text("definition", required=True)
    kind = entry.choice("type", ("number", "text", "date"), required=True)
    unit = entry.text("unit")
    dimensions = entry.words("dimensions")
    for word in dimensions:
        if word not in units.DIMENSIONS:
            hint = did_you_mean(word[:60], units.DIMENSIONS)
            entry.fault(f"unknown dimension {word[:60]!r}{hint}", "dimensions")
    if kind == "number" and not (dimensions and unit):
        entry.fault("a number without dimensions or unit; allowed: a list of dimension names, and a unit to show")
    if kind in ("text", "date"):
        for key in ("dimensions", "unit", "bounds"):
            if key in entry.node.items:
                entry.fault(f"a {kind} has no {key}; allowed: type number, or no {key}", key)
    if unit and dimensions:
        try:
            if units.dimension(unit) not in dimensions:
                told = f"unit {unit!r} measures {units.dimension(unit)}"
                entry.fault(f"{told}; allowed: a unit of {' or '.join(dimensions)}", "unit")
        except UnitError as error:
            entry.fault(f"{error}; allowed: a unit of {' or '.join(dimensions)}", "unit")
    required, optional = entry.words("required"), entry.words("optional")
    for key, names in (("required", required), ("optional", optional)):
        for word in names:
            entry.known(key, word, "condition", conditions, "unknown condition {}")
    defaults = entry.pairs("defaults")
    for key, value in defaults.items():
        if key not in required + optional or (conditions.get(key) and value not in conditions[key]):
            told = f"default {key[:60]}={value[:60]} is no condition of this property, or not a value of it"
            entry.fault(f"{told}; allowed: {', '.join(required + optional) or 'none'}", "defaults")
    bounds = _bounds(entry, unit, conditions.get("scope", ()))
    measured, series, values = entry.flag("measured"), entry.flag("series"), entry.words("values")
    if values and kind != "text":
        entry.fault(f"a {kind} has no closed values; allowed: type text, or no values", "values")
    if not entry.good or ident is None or title is None or definition is None or kind is None:
        return None
    return Property(
        id=ident,
        title=title,
        definition=definition,
        type=kind,  # type: ignore[arg-type]
        dimensions=dimensions,
        unit=unit,
        required=required,
        optional=optional,
        defaults=Conditions(defaults),
        bounds=bounds,
        measured=measured,
        series=series,
        values=values,
        words=entry.words("words"),
    )


def _bounds(entry: Entry, unit: str | None, scopes: tuple[str, ...]) -> dict[str, tuple[Fraction, Fraction]]:
    node = entry.node.items.get("bounds")
    if node is None:
        return {}
    if not isinstance(node, Mapping) or unit is None:
        entry.fault("bounds without a unit or scopes; allowed: a unit, and {scope: [low, high]}", "bounds")
        return {}
    found = {}
    for scope, pair in node.items.items():
        if scopes and scope not in (*scopes, "any"):
            entry.fault(f"bounds of unknown scope {scope[:60]!r}{did_you_mean(scope[:60], (*scopes, 'any'))}", "bounds")
        ends = pair.items if isinstance(pair, Sequence) else ()
        texts = [end.text for end in ends if isinstance(end, Scalar)]
        try:
            low, high = map(number, texts)
        except (IntervalError, ValueError):
            entry.fault(f"bounds of {scope[:60]}: {texts[:4]}; allowed: [low, high]", "bounds")
            continue
        if low > high:
            entry.fault(f"bounds of {scope[:60]} run backwards: {texts}; allowed: [low, high]", "bounds")
        found[scope] = (low, high)
    return found
