"""What claims are about."""

from __future__ import annotations

from dataclasses import dataclass

#: What a subject can be.
SUBJECT_KINDS = (
    "family",
    "chip",
    "core",
    "die",
    "module",
    "instance",
    "system",
    "rack",
    "pod",
    "link",
    "cluster",
    "site",
    "company",
    "deal",
    "fleet",
    "release",
    "model",
)


@dataclass(frozen=True, slots=True)
class Part:
    """How many of another subject a subject holds."""

    count: int
    subject: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What claims are about.

    Attributes
    ----------
    id, name, kind, vendor : str
    aliases : tuple of str
        Exact other names, as people type them; matching ignores letter case only.
    form_factor : str or None
        Restates the subject as a condition: ``h100-sxm`` is ``sxm``.
    made_of : tuple of Part
    predecessor : str or None
    family : str or None
        The generic name under which variants are sold.
    lead : bool
        Whether the ledger promises full coverage of it.
    note : str or None
    """

    id: str
    name: str
    kind: str
    vendor: str
    aliases: tuple[str, ...] = ()
    form_factor: str | None = None
    made_of: tuple[Part, ...] = ()
    predecessor: str | None = None
    family: str | None = None
    lead: bool = False
    note: str | None = None
