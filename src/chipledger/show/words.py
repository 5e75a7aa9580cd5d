"""How readers see a claim: its conditions, its source and its date in words, its figure in one unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from chipledger import units
from chipledger.fact import Fact, dated
from chipledger.interval import Interval, plain
from chipledger.other import Other
from chipledger.records import UNSTATED, Claim, Source, unit_text

#: Conditions whose value says it all.
_BARE = ("sparsity", "unit_kind", "form_factor", "network")

_SPOKEN = {
    ("direction", "unidirectional"): "one way",
    ("direction", "bidirectional"): "both ways",
    ("power_kind", "tdp"): "design power (TDP)",
    ("power_kind", "max"): "maximum",
}

#: Values that the reader takes for granted, so that saying them only adds noise.
_SILENT = {("unit_kind", "tensor")}

#: Significant digits of numbers in charts: more than any source prints, fewer than floating point invents.
_DIGITS = 12


def condition(key: str, value: str) -> str:
    """One condition in words.

    Examples
    --------
    >>> condition("precision", "bf16"), condition("sparsity", "unstated"), condition("scope", "chip")
    ('BF16', 'sparsity unstated', 'per chip')
    """
    if value == UNSTATED:
        return f"{key.replace('_', ' ')} unstated"
    if (key, value) in _SPOKEN:
        return _SPOKEN[key, value]
    if key == "precision":
        return value.upper()
    if key == "scope":
        return f"per {value}"
    return value.replace("_", " ") if key in _BARE else f"{key} {value}".replace("_", " ")


def conditions(given: Mapping[str, str]) -> str:
    """All conditions in words, the scope last.

    Examples
    --------
    >>> conditions({"precision": "fp8", "scope": "chip", "sparsity": "dense", "unit_kind": "tensor"})
    'FP8, dense, per chip'
    """
    told = [(key, value) for key, value in given.items() if (key, value) not in _SILENT]
    told.sort(key=lambda pair: (pair[0] == "scope", pair[0]))
    return ", ".join(condition(key, value) for key, value in told)


def said(claim: Claim, source: Source, *, titled: bool = False) -> str:
    """Who says it and when; with the title of the page where it is not named beside it.

    Examples
    --------
    >>> import chipledger
    >>> fact = chipledger.load().get("trainium2", "memory_bandwidth")
    >>> said(fact.claim, fact.source).split(";")[0]
    'published by AWS Neuron Documentation'
    """
    page = f"{source.publisher}, {source.title}" if titled else source.publisher
    return f"{claim.basis} by {page}; {dated(claim)}"


def gap(other: Other) -> str:
    """How far a rival claim lies from the selected one; empty where that is not known.

    Examples
    --------
    >>> import chipledger
    >>> rivals = chipledger.load().get("trainium2", "cc_core_count", scope="chip").others
    >>> [gap(other) for other in rivals if other.relation == "differs"][0]
    '+25 %'
    """
    if not other.gap:
        return ""
    if other.gap > 1:
        return f"{plain(1 + other.gap, 2)} times as much"
    return f"{'+' if other.gap > 0 else '-'}{plain(abs(other.gap) * 100, 2)} %"


def asked(fact: Fact, unit: str) -> str:
    """What a fact is about, in words for an axis.

    Examples
    --------
    >>> import chipledger
    >>> asked(chipledger.load().get("trainium2", "memory_bandwidth", scope="chip"), "TB/s")
    'Memory bandwidth, Trainium2, per chip (TB/s)'
    """
    about = ", ".join(filter(None, (fact.property.title, fact.subject.name, conditions(fact.conditions))))
    return f"{about} ({unit_text(unit, '2')})"


def assumed(fact: Fact) -> str:
    """What was assumed for a fact, short enough to stand beside its figure; empty when nothing was.

    Examples
    --------
    >>> import chipledger
    >>> ledger = chipledger.load()
    >>> question = {"precision": "bf16", "sparsity": "dense", "scope": "chip"}
    >>> assumed(ledger.get("tpu-v5e", "peak_compute", assume={"sparsity": "dense"}, **question))
    'assumed dense'
    """
    return ", ".join(f"assumed {condition(key, value)}" for key, value in _taken(fact))


def assumptions(facts: Iterable[Fact]) -> list[str]:
    """What was assumed for any of several facts, each once, as a demand that a reader can take back.

    Examples
    --------
    >>> import chipledger
    >>> ledger = chipledger.load()
    >>> question = {"precision": "bf16", "sparsity": "dense", "scope": "chip"}
    >>> assumptions([ledger.get("tpu-v5e", "peak_compute", assume={"sparsity": "dense"}, **question)])
    ['an unstated sparsity is taken as dense']
    """
    taken = sorted({pair for fact in facts for pair in _taken(fact)})
    return [f"an unstated {key.replace('_', ' ')} is taken as {condition(key, value)}" for key, value in taken]


def _taken(fact: Fact) -> list[tuple[str, str]]:
    """The conditions that an answer took for granted; the ledger writes them as ``name=value`` and a reason."""
    pairs = [text.split(" ")[0].partition("=") for text in fact.assumptions]
    return [(key, value) for key, _, value in pairs]


def value_in(claim: Claim, unit: str) -> float:
    """A claim's number in another unit, as a float for axes and sorting.

    Raises
    ------
    UnitError
        If the unit measures something else.

    Examples
    --------
    >>> import chipledger
    >>> value_in(chipledger.load().get("trainium2", "memory_bandwidth").claim, "GB/s")
    2900.0
    """
    return plotted(Fraction(claim.value) * units.ratio(claim.unit or "one", unit))


def same_kind(claim: Claim, unit: str) -> bool:
    """Whether a claim's number can be said in another unit: TFLOP/s and TOP/s are not one kind.

    Examples
    --------
    >>> import chipledger
    >>> same_kind(chipledger.load().get("trainium2", "memory_bandwidth").claim, "TFLOP/s")
    False
    """
    return units.dimension(claim.unit or "one") == units.dimension(unit)


def ends_in(claim: Claim, unit: str) -> tuple[float | None, float | None]:
    """The ends of a claim's interval in another unit; ``None`` where it is open."""
    interval = claim.interval or Interval(None, None)
    low, high = interval.low, interval.high
    factor = units.ratio(claim.unit or "one", unit)
    return (None if low is None else plotted(low * factor)), (None if high is None else plotted(high * factor))


def plotted(value: Fraction) -> float:
    """An exact number as the float that charts carry.

    Examples
    --------
    >>> plotted(Fraction(1, 3))
    0.333333333333
    """
    return float(f"{float(value):.{_DIGITS}g}")
