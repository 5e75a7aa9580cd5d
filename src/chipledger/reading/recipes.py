"""The recipe files."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as AbstractMapping

from chipledger.dates import period_end, period_start
from chipledger.errors import Fault
from chipledger.reading.claims import Known
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import Mapping, Scalar
from chipledger.records import RELAY, Subject
from chipledger.records.recipe import STATUSES, WORKLOADS, Gap, Recipe

_RECIPE_KEYS = (
    "id",
    "model",
    "model_named",
    "hardware",
    "hardware_named",
    "workload",
    "engine",
    "engine_version",
    "precision",
    "layout",
    "status",
    "since",
    "printed",
    "source",
    "locator",
    "said_on",
    "observed_on",
    "note",
)

_GAP_KEYS = ("model", "hardware", "engine", "reason", "looked_in", "looked_on")


#: The file of what the others lack.
GAPS = "recipes/gaps.yaml"


def read_recipe_files(
    files: Iterable[tuple[Reader, Mapping]], known: Known, faults: list[Fault]
) -> tuple[dict[str, Recipe], tuple[Gap, ...]]:
    """The recipes of a folder, by id, and what is known to be absent from them."""
    recipes: list[tuple[Recipe, str, int]] = []
    gaps: list[Gap] = []
    for reader, root in files:
        if reader.file == GAPS:
            gaps += read_gaps(reader, root, known)
        else:
            recipes += [(recipe, reader.file, line) for recipe, line in read_recipes(reader, root, known)]
    return recipes_by_id(recipes, faults), tuple(gaps)


def read_recipes(reader: Reader, root: Mapping, known: Known) -> list[tuple[Recipe, int]]:
    """The recipes of one file, each with its line."""
    reader.only(root, ("recipes",))
    found = []
    names = _names(known.subjects.values())
    models = _models(known.subjects)
    for node in reader.entries(root, "recipes"):
        entry = Entry(reader, node, called(node, "recipe"), _RECIPE_KEYS)
        recipe = _recipe(entry, known, names, models)
        if recipe is not None:
            found.append((recipe, node.line))
        else:
            entry.give_up("recipe")
    return found


def read_gaps(reader: Reader, root: Mapping, known: Known) -> list[Gap]:
    """What is known to be absent from the recipes."""
    reader.only(root, ("gaps",))
    found = []
    models = _models(known.subjects)
    for node in reader.entries(root, "gaps"):
        entry = Entry(reader, node, "a gap", _GAP_KEYS)
        about = _subjects(entry, "model", known, models, True), _subjects(entry, "hardware", known, models, False)
        engines, looked_in = _some(entry, "engine"), _some(entry, "looked_in")
        reason, looked_on = entry.text("reason", required=True), entry.date("looked_on", required=True)
        for source in looked_in:
            entry.known("looked_in", source, "source", known.sources, "looked_in {} is no source")
        if entry.good and reason and looked_on:
            found.append(Gap(*about, engines, reason, looked_in, looked_on))
    return found


def recipes_by_id(read: Iterable[tuple[Recipe, str, int]], faults: list[Fault]) -> dict[str, Recipe]:
    """Recipes by id; the same id twice, or the same statement of one source twice, is a fault."""
    found: dict[str, Recipe] = {}
    where: dict[str, str] = {}
    statements: dict[tuple[object, ...], str] = {}
    for recipe, file, line in read:
        if recipe.id in found:
            told = f"id {recipe.id!r} is taken, at {where[recipe.id]}; allowed: an id of its own"
            faults.append(Fault(file, line, recipe.id, told))
        statement = (
            recipe.source,
            frozenset(recipe.models),
            recipe.model_named,
            frozenset(recipe.hardware),
            recipe.hardware_named,
            recipe.workload,
            frozenset(recipe.engines),
            recipe.engine_version,
            frozenset(recipe.precisions),
            recipe.layout,
            recipe.status,
            recipe.said_on,
            recipe.observed_on,
        )
        if (twin := statements.setdefault(statement, recipe.id)) != recipe.id:
            told = f"says the same as {twin}, at {where[twin]}; allowed: one of them"
            faults.append(Fault(file, line, recipe.id, told))
        found.setdefault(recipe.id, recipe)
        where.setdefault(recipe.id, f"{file}:{line}")
    return found


def _recipe(entry: Entry, known: Known, names: AbstractMapping[str, str], model_ids: frozenset[str]) -> Recipe | None:
    ident = entry.ident("id")
    models = _subjects(entry, "model", known, model_ids, True)
    hardware = _subjects(entry, "hardware", known, model_ids, False)
    model_named = _named(entry, "model", models, names)
    hardware_named = _named(entry, "hardware", hardware, names)
    workload = entry.choice("workload", WORKLOADS, required=True)
    status = entry.choice("status", STATUSES, required=True)
    engines, precisions = _some(entry, "engine"), _some(entry, "precision")
    if not engines and "engine" not in entry.node.items:
        entry.fault("no engine; allowed: the software that runs the model")
    for precision in precisions:
        entry.known("precision", precision, "condition", known.conditions.get("precision", ()), "precision {}")
    source = entry.text("source", required=True)
    if (
        source
        and entry.known("source", source, "source", known.sources, "unknown source {}")
        and known.sources[source].kind == RELAY
    ):
        entry.fault(f"source {source!r} has no public address; allowed: a source that readers can reach", "source")
    printed, locator = entry.text("printed", required=True), entry.text("locator", required=True)
    version, layout, note = entry.text("engine_version"), entry.text("layout"), entry.text("note")
    since, said_on, observed_on = entry.date("since"), entry.date("said_on"), entry.date("observed_on")
    last = said_on or observed_on
    if since and last and period_start(since) > period_end(last):
        entry.fault(f"since {since} is after {last}, when the source spoke; allowed: that day or before", "since")
    if status == "ended" and not since and "since" not in entry.node.items:
        entry.fault("ended without since; allowed: the day that it ended", "status")
    if not entry.good or not (ident and workload and status and source and printed and locator):
        return None
    return Recipe(
        id=ident,
        models=models,
        model_named=model_named,
        hardware=hardware,
        hardware_named=hardware_named,
        workload=workload,
        engines=engines,
        engine_version=version,
        precisions=precisions,
        layout=layout,
        status=status,
        printed=printed,
        source=source,
        locator=locator,
        since=since,
        said_on=said_on,
        observed_on=observed_on,
        note=note,
    )


def _some(entry: Entry, key: str) -> tuple[str, ...]:
    """One text or a list of them, none twice."""
    node = entry.node.items.get(key)
    if isinstance(node, Scalar):
        one = entry.text(key)
        return (one,) if one else ()
    found = entry.words(key)
    if node is not None and not found and entry.good:
        entry.fault(f"{key} is an empty list; allowed: leaving it out, or a value", key)
    for word in sorted({word for word in found if found.count(word) > 1}):
        entry.fault(f"{key} names {word[:80]!r} twice; allowed: once", key)
    return found


def _subjects(entry: Entry, key: str, known: Known, models: frozenset[str], wanted: bool) -> tuple[str, ...]:
    """The subjects under a key: models where `wanted`, anything else otherwise."""
    found = _some(entry, key)
    for name in found:
        there = entry.known(key, name, "subject", known.subjects, f"{key} {{}} is no subject")
        if there and (name in models) != wanted:
            kind = "a model or a family of models" if wanted else "hardware"
            entry.fault(f"{key} {name!r} is a {known.subjects[name].kind}; allowed: {kind}", key)
    return found


def _named(entry: Entry, key: str, ids: tuple[str, ...], names: AbstractMapping[str, str]) -> str | None:
    """The words for what the ledger has no subject for; a name that leads to a subject belongs under `key`."""
    words = entry.text(f"{key}_named")
    if not words and not ids and not {key, f"{key}_named"} & set(entry.node.items):
        entry.fault(f"no {key}; allowed: {key}, a subject, or {key}_named, the words of the source")
    owner = names.get((words or "").casefold())
    if owner and owner not in ids:
        told = f"{key}_named {(words or '')[:80]!r} is the subject {owner}; allowed: {key}: {owner}"
        entry.fault(told, f"{key}_named")
    return words


def _names(subjects: Iterable[Subject]) -> dict[str, str]:
    """Ids by every name that subjects have, in lower case."""
    return {n.casefold(): s.id for s in subjects for n in (s.id, s.name, *s.aliases)}


def _models(subjects: AbstractMapping[str, Subject]) -> frozenset[str]:
    """Ids of models and of families of models."""
    models = [subject for subject in subjects.values() if subject.kind == "model"]
    return frozenset([subject.id for subject in models] + [subject.family for subject in models if subject.family])
