"""Collectives on a ring, a torus or through a switch, with what each hop costs."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.network.transfer import HOP
from chipledger.compute.parameter import Limits, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import DEVICES, LINK, SIZE

_SHARDING = "How To Scale Your Model, Sharded Matrices and How to Multiply Them, https://jax-ml.github.io/scaling-book/sharding/"
_SEVERAL = Limits(low=2, above=False, whole=True)
_OPERATIONS = ("all_gather", "reduce_scatter", "all_reduce", "all_to_all")
_OPERATION = Parameter("", "one of", "the collective", words=_OPERATIONS)
_SIZES = SIZE.but(
    meaning="size of the gathered array, of the unreduced array of one device, or of all arrays sent all-to-all"
)
_NEIGHBOUR = LINK.but(symbol="w", meaning="bandwidth of one link to one neighbour, one way")
_LIMITS = (
    "the latency and bandwidth model: links busy in both directions all the time, and a hop's latency for each step of "
    "the way; less where sending hides latency; no reduction inside the network"
)


def _four(once: str, everyone: str) -> dict[str, str]:
    """The time of each collective: an all-reduce is a reduce-scatter and an all-gather."""
    return {
        "operation=all_gather": once,
        "operation=reduce_scatter": once,
        "operation=all_reduce": f"2 * ({once})",
        "operation=all_to_all": everyone,
    }


@question(
    _four(
        "size * (1 - 1 / devices) / (2 * bandwidth) + floor(devices / 2) * hop_latency",
        "size * floor(devices**2 / 4) / (2 * devices**2 * bandwidth) + floor(devices / 2) * hop_latency",
    ),
    symbol="T",
    unit="second",
    source=f"{_SHARDING}; Patarasuk, Yuan, JPDC 69(2), 2009, for the bandwidth of the ring",
    limits=(
        f"{_LIMITS}; each device sends to both neighbours of a closed ring; in an all-to-all each device sends an "
        f"equal part to every other, the shorter way round"
    ),
    parameters={
        "operation": _OPERATION,
        "size": _SIZES,
        "bandwidth": _NEIGHBOUR,
        "devices": DEVICES.but(limits=_SEVERAL, because=""),
        "hop_latency": HOP,
    },
)
def ring_collective_time(
    *,
    operation: str,
    size: Value,
    bandwidth: Value,
    devices: Value,
    hop_latency: Value = "0 us",
    assume: Assume = None,
) -> Answer:
    """Time of a collective on a ring that sends both ways.

    Examples
    --------
    >>> ring_collective_time(
    ...     operation="all_gather", size="80 MB", bandwidth="50 GB/s", devices=8, hop_latency="1 us").text
    '704 us'
    """
    return answer("ring_collective_time", locals())


def _torus(lengths: tuple[str, ...]) -> dict[str, str]:
    devices, axes, hops = " * ".join(lengths), len(lengths), " + ".join(f"floor({one} / 2)" for one in lengths)
    once = f"size * (1 - 1 / ({devices})) / ({2 * axes} * bandwidth) + ({hops}) * hop_latency"
    # Half of the way round, on average, for every byte: the links of each axis carry that much.
    each = [f"floor({one}**2 / 4) / {one}" for one in lengths]
    longest = f"max({', '.join(each)}) / (2 * {devices} * bandwidth)"
    if axes == 1:
        longest = f"floor({devices}**2 / 4) / (2 * {devices}**2 * bandwidth)"
    everyone = f"size * {longest} + ({hops}) * hop_latency"
    return {" ".join([need, *lengths[1:]]): text for need, text in _four(once, everyone).items()}


@question(
    {**_torus(("length",)), **_torus(("length", "width")), **_torus(("length", "width", "height"))},
    symbol="T",
    unit="second",
    source=_SHARDING,
    limits=(
        f"{_LIMITS}; every axis closes to a ring and all axes work at once; an all-to-all is held up by the longest "
        "axis"
    ),
    parameters={
        "operation": _OPERATION,
        "size": _SIZES,
        "bandwidth": _NEIGHBOUR,
        "length": Parameter("x", "count", "devices along the first axis", _SEVERAL, also=("chip",)),
        "width": Parameter("y", "count", "devices along the second axis", _SEVERAL, also=("chip",)),
        "height": Parameter("z", "count", "devices along the third axis", _SEVERAL, also=("chip",)),
        "hop_latency": HOP,
    },
)
def torus_collective_time(
    *,
    operation: str,
    size: Value,
    bandwidth: Value,
    length: Value,
    width: Value | None = None,
    height: Value | None = None,
    hop_latency: Value = "0 us",
    assume: Assume = None,
) -> Answer:
    """Time of a collective on a torus of one, two or three axes.

    Examples
    --------
    >>> torus_collective_time(operation="all_gather", size="160 MB", bandwidth="50 GB/s", length=4, width=4).text
    '750 us'
    """
    return answer("torus_collective_time", locals())


_STEPS = "(devices - 1) * hop_latency"


@question(
    _four(
        f"size * (1 - 1 / devices) / bandwidth + {_STEPS}",
        f"size * (1 - 1 / devices) / (devices * bandwidth) + {_STEPS}",
    ),
    symbol="T",
    unit="second",
    source=(
        "Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in MPICH, IJHPCA 19(1), 2005 "
        "(ring and pairwise exchange)"
    ),
    limits=(
        "the ring and pairwise algorithms, which take a step for every other device; algorithms that double their "
        "distance take fewer steps; no reduction in the switch"
    ),
    parameters={
        "operation": _OPERATION,
        "size": _SIZES,
        "bandwidth": LINK.but(meaning="bandwidth of one device into the switch, one way"),
        "devices": DEVICES.but(limits=_SEVERAL, because=""),
        "hop_latency": HOP.but(meaning="latency of one step"),
    },
)
def switched_collective_time(
    *,
    operation: str,
    size: Value,
    bandwidth: Value,
    devices: Value,
    hop_latency: Value = "0 us",
    assume: Assume = None,
) -> Answer:
    """Time of a collective through a switch, a step for each other device.

    Examples
    --------
    >>> switched_collective_time(
    ...     operation="all_reduce", size="800 MB", bandwidth="100 GB/s", devices=8, hop_latency="5 us").text
    '14.07 ms'
    """
    return answer("switched_collective_time", locals())
