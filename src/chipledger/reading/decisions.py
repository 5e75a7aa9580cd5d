"""What is not published, and which of several equal claims answers."""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from dataclasses import replace

from chipledger.errors import Fault
from chipledger.reading.claims import Known, stated
from chipledger.reading.fields import Entry, Lost, Reader
from chipledger.reading.yamlfile import Mapping, Scalar
from chipledger.records import Choice, Claim, Conditions, Missing, Property
from chipledger.selection import select, superseded

_MISSING_KEYS = ("subject", "property", "conditions", "reason", "looked_in", "looked_on")
_CHOICE_KEYS = ("subject", "property", "conditions", "choose", "over", "reason")


def read_missing(reader: Reader, root: Mapping, known: Known) -> list[tuple[Missing, Entry]]:
    """Records of what was looked for and not found."""
    reader.only(root, ("missing",))
    found = []
    for node in reader.entries(root, "missing"):
        entry = Entry(reader, node, _question(node), _MISSING_KEYS)
        subject, prop = _words(entry, known)
        conditions = Conditions(stated(entry, prop, known.conditions) if prop else {})
        reason, looked_on = entry.text("reason", required=True), entry.date("looked_on", required=True)
        looked_in = entry.words("looked_in")
        if not looked_in:
            entry.fault("looked_in names no source; allowed: a list of source ids")
        for source in looked_in:
            entry.known("looked_in", source, "source", known.sources, "looked_in {} is no source")
        if entry.good and subject and prop and reason and looked_on:
            found.append((Missing(subject, prop.id, conditions, reason, looked_in, looked_on), entry))
    return found


def read_choices(reader: Reader, root: Mapping, known: Known) -> list[tuple[Choice, Entry]]:
    """The lines of the selections file."""
    reader.only(root, ("selections",))
    found = []
    for node in reader.entries(root, "selections"):
        entry = Entry(reader, node, _question(node), _CHOICE_KEYS)
        subject, prop = _words(entry, known)
        conditions = Conditions({**prop.defaults, **stated(entry, prop, known.conditions)}) if prop else Conditions()
        choose, over = entry.ident("choose"), entry.pairs("over")
        reason = entry.text("reason", required=True)
        if not over:
            entry.fault("over names no rejected claim; allowed: {claim id: the value rejected}")
        if entry.good and subject and prop and choose and reason:
            found.append((Choice(subject, prop.id, conditions, choose, over, reason), entry))
        else:
            entry.give_up("choice")
    return found


def check_missing(read: list[tuple[Missing, Entry]], claims: AbstractMapping[str, Claim], known: Known) -> None:
    """Nothing is recorded as not published that a vendor's own source publishes."""
    own = ("published", "claimed")
    seen: set[tuple[str, str, Conditions]] = set()
    for record, entry in read:
        key = (record.subject, record.property, record.conditions)
        if key in seen:
            entry.fault("a second record for one question; allowed: one")
        seen.add(key)
        for claim in claims.values():
            if (claim.subject, claim.property) != (record.subject, record.property) or claim.erratum:
                continue
            kind = known.sources[claim.source].kind
            if claim.basis in own and kind.startswith("vendor") and claim.conditions.meets(record.conditions):
                told = f"recorded as not published, but claim {claim.id} ({claim.text}) publishes it"
                entry.fault(f"{told}; allowed: one of the two", "property")


def check_choices(
    read: list[tuple[Choice, Entry]],
    claims: AbstractMapping[str, Claim],
    known: Known,
    faults: list[Fault],
    lost: Lost,
) -> dict[tuple[str, str, Conditions], Choice]:
    """Each line still chooses and rejects what it says; each tie has a line."""
    questions: dict[tuple[str, str, Conditions], list[Claim]] = {}
    for claim in claims.values():
        for conditions in claim.conditions.each(known.lists):
            questions.setdefault((claim.subject, claim.property, conditions), []).append(claim)
    choices: dict[tuple[str, str, Conditions], Choice] = {}
    for choice, entry in read:
        for conditions in choice.conditions.each(known.lists):
            key = (choice.subject, choice.property, conditions)
            group = {claim.id: claim for claim in questions.get(key, [])}
            if key in choices:
                entry.fault("a second line for one question; allowed: one")
            _check_choice(choice, entry, group, known)
            choices[key] = replace(choice, conditions=conditions)
    for key, group_ in questions.items():
        if key in choices or ("choice", "") in lost:
            continue
        selected = select(group_, known.sources, measured=known.properties[key[1]].measured)
        if selected.claim is not None and selected.tied:
            said = ", ".join(f"{c.id} ({c.text})" for c in (selected.claim, *selected.tied))
            question = f"{key[0]}.{key[1]} ({key[2]})"
            told = f"tied: {said}; allowed: a line that chooses, with its reason"
            faults.append(Fault("selections.yaml", 1, question, told))
    return choices


def _check_choice(choice: Choice, entry: Entry, group: dict[str, Claim], known: Known) -> None:
    if choice.choose not in group:
        if ("claim", choice.choose) not in entry.reader.lost:
            entry.fault(f"chooses {choice.choose!r}, which does not answer this question{_of(group)}", "choose")
    elif choice.choose in superseded(group.values(), known.sources) or group[choice.choose].erratum:
        told = "which is superseded or an erratum; allowed: a claim that still stands"
        entry.fault(f"chooses {choice.choose!r}, {told}", "choose")
    for rejected, value in choice.over.items():
        if rejected == choice.choose:
            entry.fault(f"{rejected!r} is chosen and rejected at once; allowed: one of them", "over")
        elif rejected not in group:
            if ("claim", rejected) not in entry.reader.lost:
                entry.fault(f"rejected claim {rejected!r} is gone{_of(group)}", "over")
        elif group[rejected].value != value:
            told = f"rejected {rejected} now prints {group[rejected].value}, not {value[:40]}"
            entry.fault(f"{told}; allowed: the value that it prints", "over")


def _of(group: AbstractMapping[str, Claim]) -> str:
    return f"; allowed: {', '.join(sorted(group))}" if group else "; no claim answers it"


def _words(entry: Entry, known: Known) -> tuple[str | None, Property | None]:
    subject, name = entry.text("subject", required=True), entry.text("property", required=True)
    if subject:
        entry.known("subject", subject, "subject", known.subjects, "{} is no subject")
    if name:
        entry.known("property", name, "property", known.properties, "unknown property {}")
    return subject if subject in known.subjects else None, known.properties.get(name or "")


def _question(node: Mapping) -> str:
    words = [n.text[:80] for key in ("subject", "property") if isinstance(n := node.items.get(key), Scalar)]
    return ".".join(words) or "an entry without subject"
