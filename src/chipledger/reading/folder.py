"""A whole data folder: every file read, every fault reported, rows in equal rows out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from chipledger.errors import ChipledgerError, DataFaults, Fault
from chipledger.reading import claims as claimfiles
from chipledger.reading import decisions
from chipledger.reading.fields import Lost, Reader
from chipledger.reading.identities import Identities
from chipledger.reading.recipes import read_recipe_files
from chipledger.reading.sources import read_sources, settle_sources
from chipledger.reading.subjects import read_subjects, settle_subjects
from chipledger.reading.vocabulary import read_conditions, read_horizons, read_lists, read_properties, read_synonyms
from chipledger.reading.yamlfile import Mapping, read
from chipledger.records import Choice, Claim, Gap, Missing, Property, Recipe, Source
from chipledger.records.identity import Equations
from chipledger.vocabulary import Vocabulary


@dataclass(frozen=True)
class Contents:
    """What a data folder holds."""

    vocabulary: Vocabulary
    sources: dict[str, Source]
    claims: dict[str, Claim]
    missing: tuple[Missing, ...]
    choices: tuple[Choice, ...]
    recipes: dict[str, Recipe]
    gaps: tuple[Gap, ...]
    equations: Equations = field(default_factory=Equations)


def data_folder() -> Path:
    """The repository's data folder.

    Raises
    ------
    ChipledgerError
        If the package does not stand in a checkout.
    """
    folder = Path(__file__).resolve().parents[3] / "data"
    if not (folder / "properties.yaml").is_file():
        raise ChipledgerError("no data folder beside this package; name one: chipledger.load('data/')")
    return folder


def read_folder(folder: Path) -> Contents:
    """Read and check a data folder.

    Parameters
    ----------
    folder : Path
        Holds ``properties.yaml``, ``selections.yaml``, ``missing.yaml`` and the folders ``subjects``,
        ``sources`` and ``claims``; a folder ``properties`` may hold more of the vocabulary, and a file
        ``horizons.yaml`` how long figures of a series stay fresh; a file ``identities.yaml`` and a folder
        ``identities`` what should agree, and which conflicts are known.

    Returns
    -------
    Contents

    Raises
    ------
    DataFaults
        With every fault found, each with file and line.
    """
    if not folder.is_dir():
        raise ChipledgerError(f"no data folder {str(folder)!r}; allowed: a folder that holds properties.yaml")
    faults: list[Fault] = []
    lost = Lost()

    def opened(name: str, *kinds: str) -> list[tuple[Reader, Mapping]]:
        root = read(folder / name, name, faults)
        if root is not None:
            return [(Reader(name, faults, lost), root)]
        for kind in kinds:
            lost.add(kind)
        return []

    def each(sub: str, kind: str) -> list[tuple[Reader, Mapping]]:
        paths = sorted(path for path in (folder / sub).rglob("*") if path.is_file())
        names = [path.relative_to(folder).as_posix() for path in paths]
        if not names:
            faults.append(Fault(sub, 1, sub, "no such folder, or nothing in it; allowed: a folder of .yaml files"))
            lost.add(kind)
        for name in names:
            if not name.endswith(".yaml"):
                faults.append(Fault(name, 1, name, "not a .yaml file; allowed: .yaml files only"))
        return [pair for name in names if name.endswith(".yaml") for pair in opened(name, kind)]

    conditions: dict[str, tuple[str, ...]] = {}
    properties: dict[str, Property] = {}
    lists: frozenset[str] = frozenset()
    synonyms: dict[str, dict[str, str]] = {}
    for pair in opened("properties.yaml", "property", "condition"):
        conditions, lists = read_conditions(*pair), read_lists(pair[1])
        synonyms = read_synonyms(*pair, conditions)
        properties = read_properties(*pair, conditions)
    for pair in each("properties", "property") if (folder / "properties").is_dir() else ():
        for name, prop in read_properties(*pair, conditions).items():
            if properties.setdefault(name, prop) is not prop:
                told = f"property {name!r} is defined in two files; allowed: once"
                faults.append(Fault(pair[0].file, 1, name, told))
    if (folder / "horizons.yaml").is_file():
        for pair in opened("horizons.yaml"):
            properties = read_horizons(*pair, properties)
    subjects = settle_subjects([s for p in each("subjects", "subject") for s in read_subjects(*p)], conditions)
    sources = settle_sources([s for p in each("sources", "source") for s in read_sources(*p)])
    known = claimfiles.Known(subjects, properties, conditions, sources, lists)
    read_claims = [
        (claim, pair[0].file, line)
        for pair in each("claims", "claim")
        for claim, line in claimfiles.read_claims(*pair, known)
    ]
    claims = claimfiles.duplicates(read_claims, faults)
    missing = [m for p in opened("missing.yaml") for m in decisions.read_missing(*p, known)]
    choices = [c for p in opened("selections.yaml", "choice") for c in decisions.read_choices(*p, known)]
    decisions.check_missing(missing, claims, known)
    settled = decisions.check_choices(choices, claims, known, faults, lost)
    identities = Identities()
    for pair in opened("identities.yaml") if (folder / "identities.yaml").is_file() else ():
        identities.read(*pair)
    for pair in each("identities", "identity") if (folder / "identities").is_dir() else ():
        identities.read(*pair)
    files = each("recipes", "recipe") if (folder / "recipes").is_dir() else []
    recipes, gaps = read_recipe_files(files, known, faults)
    if faults:
        raise DataFaults(faults)
    vocabulary = Vocabulary(subjects, properties, conditions, lists, synonyms)
    decided = tuple(m for m, _ in missing), tuple(settled.values())
    return Contents(vocabulary, sources, claims, *decided, recipes, gaps, identities.equations())
