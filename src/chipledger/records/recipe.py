"""What runs where: a model, the hardware, the engine, and how sure the source is."""

from __future__ import annotations

from dataclasses import dataclass

#: What a source says of a recipe, the surest word first, and what each word means.
STATUSES: dict[str, str] = {
    "tested": "the source reports a run, a passed test or its own verification on this hardware",
    "supported": "the source says that it runs, or gives the commands, and reports no run",
    "beta": "supported, in software that its maker calls a beta",
    "listed": "in a list of models or of configurations, with no word on how it went",
    "ended": "once offered, and withdrawn by its maker on the day in `since`",
    "not_supported": "the source says that it does not run",
}

#: Statuses that say no.
REFUSALS = ("ended", "not_supported")

#: What a model is run for.
WORKLOADS = ("inference", "training")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One line of a source about a model on some hardware.

    Attributes
    ----------
    id : str
    models : tuple of str
        Ids of the models, or of the families that the source names.
    model_named : str or None
        The model in the source's words, where the ledger has no subject for it or the words say more.
    hardware : tuple of str
        Ids of the chips, instances or systems.
    hardware_named : str or None
        The hardware in words, where the source names no product.
    workload : str
        One of `WORKLOADS`.
    engines : tuple of str
        The software that runs the model; several where any of them will do.
    engine_version : str or None
    precisions : tuple of str
        Values of the condition ``precision``.
    layout : str or None
        Parallelism, counts and limits, in the source's terms.
    status : str
        One of `STATUSES`.
    printed, source, locator : str
    since : str or None
        The first day that the recipe stands in its source, by the source's dates or history. The engine's
        version is the one read on `observed_on`, and may be later. For ``ended``, the day that it ended.
    said_on, observed_on, note : str or None
    """

    id: str
    models: tuple[str, ...]
    model_named: str | None
    hardware: tuple[str, ...]
    hardware_named: str | None
    workload: str
    engines: tuple[str, ...]
    engine_version: str | None
    precisions: tuple[str, ...]
    layout: str | None
    status: str
    printed: str
    source: str
    locator: str
    since: str | None = None
    said_on: str | None = None
    observed_on: str | None = None
    note: str | None = None

    @property
    def date(self) -> str | None:
        """The date that the recipe speaks for: when it was said, or failing that when it was observed."""
        return self.said_on or self.observed_on


@dataclass(frozen=True, slots=True)
class Gap:
    """Recipes that are known to be absent from the ledger, or that were looked for and not found.

    Attributes
    ----------
    models, hardware, engines : tuple of str
        What the gap is about; empty means any.
    reason : str
    looked_in : tuple of str
        Ids of the sources that were searched.
    looked_on : str
    """

    models: tuple[str, ...]
    hardware: tuple[str, ...]
    engines: tuple[str, ...]
    reason: str
    looked_in: tuple[str, ...]
    looked_on: str
