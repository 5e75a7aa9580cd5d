"""The claim files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from chipledger import units
from chipledger.errors import Fault, IntervalError, UnitError, did_you_mean
from chipledger.interval import MODIFIERS, Interval, plain
from chipledger.numerals import is_number
from chipledger.reading.fields import Entry, Reader, date_fault
from chipledger.reading.yamlfile import Mapping, Scalar
from chipledger.records import BASES, NOT_GIVEN, RELAY, Claim, Conditions, Property, Source, Subject

_CLAIM_KEYS = (
    "id",
    "property",
    "value",
    "upper",
    "unit",
    "printed",
    "modifier",
    "exact",
    "conditions",
    "basis",
    "source",
    "locator",
    "said_on",
    "observed_on",
    "erratum",
    "note",
)

_COUNTING = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"

#: Numbers that pages print as words.
_WORDS = {word: str(number) for number, word in enumerate(_COUNTING.split())}


@dataclass(frozen=True)
class Known:
    """What claims may refer to."""

    subjects: dict[str, Subject]
    properties: dict[str, Property]
    conditions: dict[str, tuple[str, ...]]
    sources: dict[str, Source]
    lists: frozenset[str] = frozenset()


def read_claims(reader: Reader, root: Mapping, known: Known) -> list[tuple[Claim, int]]:
    """The claims of one file, each with its line; one file holds one subject's claims."""
    node = root.items.get("subject")
    subject = node.text if isinstance(node, Scalar) else ""
    if subject not in known.subjects and ("subject", subject) not in reader.lost:
        told = f"{subject[:80]!r} is no subject{did_you_mean(subject[:80], known.subjects)}"
        reader.fault(root.lines.get("subject", root.line), subject[:80] or reader.file, told)
    reader.only(root, ("subject", "claims"))
    found = []
    for item in reader.entries(root, "claims"):
        entry = Entry(reader, item, _named(subject, item), _CLAIM_KEYS)
        claim = _claim(entry, subject, known)
        if claim is not None and subject in known.subjects:
            found.append((claim, item.line))
        else:
            entry.give_up("claim")
    return found


def _claim(entry: Entry, subject: str, known: Known) -> Claim | None:
    ident = entry.ident("id")
    name, source = entry.text("property", required=True), entry.text("source", required=True)
    if name:
        entry.known("property", name, "property", known.properties, "unknown property {}")
    prop = known.properties.get(name or "")
    if (
        source
        and entry.known("source", source, "source", known.sources, "unknown source {}")
        and known.sources[source].kind == RELAY
    ):
        entry.fault(f"source {source!r} has no public address; allowed: a source that readers can reach", "source")
    value, printed = entry.text("value", required=True), entry.text("printed", required=True)
    locator = entry.text("locator", required=True)
    basis = entry.choice("basis", BASES, required=True)
    modifier, upper = entry.choice("modifier", MODIFIERS), entry.text("upper")
    note, exact, erratum = entry.text("note"), entry.flag("exact"), entry.flag("erratum")
    said_on, observed_on = entry.date("said_on"), entry.date("observed_on")
    unit = entry.text("unit")
    if basis == "estimated" and not note:
        entry.fault("an estimate without a note; allowed: a note that says how it was estimated", "basis")
    if exact and modifier:
        entry.fault(f"exact and {modifier!r} at once; allowed: one of them", "exact")
    if prop is None or value is None:
        return None
    if basis == "measured" and not prop.measured:
        told = f"basis measured, but {prop.id} does not ask for a measurement"
        entry.fault(f"{told}; allowed: another basis, or a property that does", "basis")
    conditions = _conditions(entry, prop, known.conditions)
    factor, base = Fraction(1), ""
    if prop.type == "number":
        factor, base = _number(entry, prop, conditions, value, upper, unit, modifier, exact, erratum)
        if printed and not note:
            _printed(entry, [digits for digits in (value, upper) if digits and is_number(digits)], printed)
    else:
        for key in ("unit", "upper", "modifier", "exact"):
            if key in entry.node.items:
                entry.fault(f"{prop.id} is {prop.type}, which has no {key}; allowed: leaving it out", key)
        if prop.values and value not in prop.values:
            entry.fault(f"value {value[:60]!r}{did_you_mean(value[:60], prop.values)}", "value")
        if prop.type == "date" and (wrong := date_fault(value, "9999-12-31")):
            entry.fault(f"value {value[:60]!r}: {wrong}", "value")
    if not entry.good or not (ident and source in known.sources and printed and locator and basis):
        return None
    return Claim(
        id=ident,
        subject=subject,
        property=prop.id,
        conditions=conditions,
        value=value,
        unit=unit,
        printed=printed,
        source=source,
        locator=locator,
        basis=basis,
        said_on=said_on,
        observed_on=observed_on,
        upper=upper,
        modifier=modifier,
        exact=exact,
        erratum=erratum,
        note=note,
        factor=factor,
        base=base,
        number=prop.type == "number",
    )


def stated(entry: Entry, prop: Property, allowed: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """The conditions that an entry states, checked against what its property takes."""
    found = entry.pairs("conditions")
    for key, value in found.items():
        if key not in prop.conditions:
            told = did_you_mean(key[:60], prop.conditions) if prop.conditions else "; allowed: none"
            entry.fault(f"{prop.id} takes no condition {key[:60]!r}{told}", "conditions")
        elif allowed.get(key) and value not in allowed[key]:
            entry.fault(f"condition {key} is {value[:60]!r}{did_you_mean(value[:60], allowed[key])}", "conditions")
        elif not value.strip() or value == NOT_GIVEN:
            entry.fault(f"condition {key} is {value[:60]!r}; allowed: leaving it out, or a value", "conditions")
    return found


def _conditions(entry: Entry, prop: Property, allowed: dict[str, tuple[str, ...]]) -> Conditions:
    filled = {**prop.defaults, **stated(entry, prop, allowed)}
    for key in prop.required:
        if key not in filled:
            values = ", ".join(allowed.get(key, ())) or "any text"
            entry.fault(f"{prop.id} must state {key}; allowed: {values}", "conditions")
    return Conditions(filled)


def _number(
    entry: Entry,
    prop: Property,
    conditions: Conditions,
    value: str,
    upper: str | None,
    unit: str | None,
    modifier: str | None,
    exact: bool,
    erratum: bool,
) -> tuple[Fraction, str]:
    if unit is None:
        entry.fault(f"no unit; allowed: a unit of {' or '.join(prop.dimensions)}, such as {prop.unit}")
        return Fraction(1), ""
    try:
        factor, base, measures = units.factor(unit), units.base_unit(unit), units.dimension(unit)
    except UnitError as error:
        entry.fault(f"{error}; allowed: a unit of {' or '.join(prop.dimensions)}, such as {prop.unit}", "unit")
        return Fraction(1), ""
    if measures not in prop.dimensions:
        allowed = " or ".join(prop.dimensions)
        entry.fault(f"unit {unit!r} measures {measures}; allowed: {allowed}, such as {prop.unit}", "unit")
        return factor, base
    try:
        interval = Interval.printed(value, modifier, upper=upper, exact=exact)
    except IntervalError as error:
        entry.fault(f"value: {error}", "value")
        return factor, base
    scope = conditions.get("scope", "any")
    bounds = prop.bounds.get(scope, prop.bounds.get("any"))
    # Bounds are in the property's own unit; a claim in another dimension (OP/s beside FLOP/s) keeps its scale.
    if bounds and prop.unit and not erratum:
        size = factor / units.factor(prop.unit)
        for end in (interval.low, interval.high):
            if end is not None and not bounds[0] <= end * size <= bounds[1]:
                told = f"{value} {unit} is {plain(end * size)} {prop.unit}"
                allowed = f"{plain(bounds[0])} to {plain(bounds[1])}"
                entry.fault(f"{told}; allowed, as plausible for {scope}: {allowed}", "value")
                break
    return factor, base


def _printed(entry: Entry, values: list[str], printed: str) -> None:
    """The printed words must hold the digits of the value, or the number in words; a note may explain otherwise.

    Only the digits count, not where the point stands: ``8.1e11`` holds 0.81, ``208 billion`` holds 208e9. All of
    them count, because the last one says how exactly the source knows: ``208 billion`` does not hold 208000000000.
    """
    bare = re.sub(r"(?<=\d)[,_\u202f\u00a0 ](?=\d{3}(?!\d))", "", printed)
    numbers = {_digits(text) for text in re.findall(r"\d+(?:\.\d+)?", bare)}
    spelled = {number for word, number in _WORDS.items() if re.search(rf"\b{word}\b", printed, re.IGNORECASE)}
    for value in values:
        if _digits(value) not in numbers and value not in spelled:
            told = f"printed {printed[:80]!r} does not hold the value {value[:40]}"
            entry.fault(f"{told}; allowed: the same digits, or a note that explains", "printed")


def _digits(text: str) -> str:
    return text.partition("e")[0].replace(".", "").lstrip("0")


def _named(subject: str, node: Mapping) -> str:
    prop, ident = node.items.get("property"), node.items.get("id")
    name = f"{subject[:80]}.{prop.text[:80] if isinstance(prop, Scalar) else 'a claim'}"
    return f"{name} [{ident.text[:80]}]" if isinstance(ident, Scalar) else name


def duplicates(read: list[tuple[Claim, str, int]], faults: list[Fault]) -> dict[str, Claim]:
    """Claims by id; the same id twice, or the same statement of one source twice, is a fault."""
    found: dict[str, Claim] = {}
    where: dict[str, str] = {}
    statements: dict[tuple[object, ...], str] = {}
    for claim, file, line in read:
        name = f"{claim.subject}.{claim.property} [{claim.id}]"
        if claim.id in found:
            told = f"id {claim.id!r} is taken, at {where[claim.id]}; allowed: an id of its own"
            faults.append(Fault(file, line, name, told))
        statement = (
            claim.source,
            claim.subject,
            claim.property,
            claim.conditions,
            claim.value,
            claim.unit,
            claim.upper,
            claim.modifier,
            claim.said_on,
            claim.observed_on,
        )
        if (twin := statements.setdefault(statement, claim.id)) != claim.id:
            faults.append(Fault(file, line, name, f"says the same as {twin}, at {where[twin]}; allowed: one of them"))
        found.setdefault(claim.id, claim)
        where.setdefault(claim.id, f"{file}:{line}")
    return found
