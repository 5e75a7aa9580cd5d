"""The file of withdrawn claims: ids that once stood in an edition, and why they went."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from chipledger.errors import DataFaults, Fault
from chipledger.reading.fields import Entry, Reader, called
from chipledger.reading.yamlfile import read
from chipledger.records import Tombstone

#: Where withdrawn claims are named, beside the folders of claims.
FILE = "withdrawn.yaml"

_KEYS = ("id", "withdrawn_on", "reason", "instead")


def read_tombstones(folder: Path) -> dict[str, Tombstone]:
    """Withdrawn claims by id; none where the folder has no such file.

    Raises
    ------
    DataFaults
        With every fault of the file, each with its line.
    """
    if not (folder / FILE).is_file():
        return {}
    faults: list[Fault] = []
    found: dict[str, Tombstone] = {}
    root = read(folder / FILE, FILE, faults)
    if root is not None:
        reader = Reader(FILE, faults)
        reader.only(root, ("withdrawn",))
        for node in reader.entries(root, "withdrawn"):
            entry = Entry(reader, node, called(node, "withdrawn claim"), _KEYS)
            ident, day = entry.ident("id"), entry.date("withdrawn_on", required=True)
            reason, instead = entry.text("reason", required=True), entry.ident("instead", required=False)
            if ident in found:
                entry.fault(f"{ident!r} is withdrawn twice; allowed: once", "id")
            if entry.good and ident and day and reason:
                found[ident] = Tombstone(ident, day, reason, instead)
    if faults:
        raise DataFaults(faults)
    return found


def tombstone_faults(
    tombstones: dict[str, Tombstone], standing: Collection[str], once: Collection[str], edition: str
) -> list[Fault]:
    """Ids that went without a word, and ids that are used again.

    Parameters
    ----------
    tombstones : dict
    standing : collection of str
        Ids of the claims that stand now.
    once : collection of str
        Ids of the claims of the last edition.
    edition : str
        What to call that edition.
    """
    faults = []
    for ident in sorted(set(once) - set(standing) - set(tombstones)):
        told = f"stood in edition {edition} and is gone; allowed: keeping the claim, or an entry here with the reason"
        faults.append(Fault(FILE, 1, ident, told))
    for ident in sorted(set(tombstones) & set(standing)):
        faults.append(Fault(FILE, 1, ident, "withdrawn, and stands as a claim; allowed: a new id for a new claim"))
    for stone in tombstones.values():
        if stone.instead and stone.instead not in standing:
            told = f"instead names {stone.instead!r}, which is no claim; allowed: the id of a claim that stands"
            faults.append(Fault(FILE, 1, stone.id, told))
    return faults
