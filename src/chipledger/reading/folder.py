"""A whole data folder: every file read, every fault reported, rows in equal rows out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chipledger.errors import ChipledgerError, DataFaults, Fault
from chipledger.reading import claims as claimfiles
from chipledger.reading import decisions
from chipledger.reading.fields import Lost, Reader
from chipledger.reading.sources import read_sources, settle_sources
from chipledger.reading.subjects import read_subjects, settle_subjects
from chipledger.reading.vocabulary import read_conditions, read_properties
from chipledger.reading.yamlfile import Mapping, read
from chipledger.records import Choice, Claim, Missing, Property, Source
from chipledger.vocabulary import Vocabulary


@dataclass(frozen=True)
class Contents:
    """What a data folder holds."""

    vocabulary: Vocabulary
    sources: dict[str, Source]
    claims: dict[str, Claim]
    missing: tuple[Missing, ...]
    choices: tuple[Choice, ...]


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
        ``sources`` and ``claims``.

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
        names = [f"{sub}/{path.name}" for path in sorted((folder / sub).glob("*"))]
        if not names:
            faults.append(Fault(sub, 1, sub, "no such folder, or nothing in it; allowed: a folder of .yaml files"))
            lost.add(kind)
        for name in names:
            if not name.endswith(".yaml"):
                faults.append(Fault(name, 1, name, "not a .yaml file; allowed: .yaml files only"))
        return [pair for name in names if name.endswith(".yaml") for pair in opened(name, kind)]

    conditions: dict[str, tuple[str, ...]] = {}
    properties: dict[str, Property] = {}
    for pair in opened("properties.yaml", "property", "condition"):
        conditions = read_conditions(*pair)
        properties = read_properties(*pair, conditions)
    subjects = settle_subjects([s for p in each("subjects", "subject") for s in read_subjects(*p)], conditions)
    sources = settle_sources([s for p in each("sources", "source") for s in read_sources(*p)])
    known = claimfiles.Known(subjects, properties, conditions, sources)
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
    if faults:
        raise DataFaults(faults)
    vocabulary = Vocabulary(subjects, properties, conditions)
    return Contents(vocabulary, sources, claims, tuple(m for m, _ in missing), tuple(settled.values()))
