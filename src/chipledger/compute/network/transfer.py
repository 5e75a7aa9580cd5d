"""One message over links."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Limits, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import LINK, SIZE

HOP = Parameter("t", "time", "latency of one hop", NOT_NEGATIVE, because="latency left out")
_COUNT = Limits(above=False, whole=True)


@question(
    "size / (links * bandwidth) + hops * hop_latency",
    symbol="T",
    unit="second",
    source=(
        "Hockney, The communication challenge for MPP: Intel Paragon and Meiko CS-2, Parallel Computing 20(3), 1994 "
        "(latency and bandwidth)"
    ),
    limits=(
        "one-way bandwidth of one link; GB/s against Gbit/s is a factor of eight, and GiB is more than GB; what "
        "encoding takes is not included"
    ),
    parameters={
        "size": SIZE,
        "bandwidth": LINK.but(meaning="bandwidth of one link, one way"),
        "links": Parameter("k", "count", "links used at once", COUNT, also=("link",), because="one link"),
        "hops": Parameter("h", "count", "hops on the way", _COUNT, because="latency left out"),
        "hop_latency": HOP,
    },
)
def transfer_time(
    *,
    size: Value,
    bandwidth: Value,
    links: Value = 1,
    hops: Value = 0,
    hop_latency: Value = "0 us",
    assume: Assume = None,
) -> Answer:
    """Time to move a message over one or more links.

    Examples
    --------
    >>> transfer_time(size="1 GB", bandwidth="100 GB/s", links=2).text
    '5 ms'
    """
    return answer("transfer_time", locals())


@question(
    "bandwidth / 2",
    symbol="W",
    unit="GB/s",
    source="arithmetic; vendors add up both directions of a full-duplex link",
    limits="an explicit conversion: both directions are taken to be equal",
    parameters={
        "bandwidth": LINK.but(
            symbol="W_2", meaning="bandwidth of both directions", asks={"direction": "bidirectional"}, taken="two-way"
        )
    },
    keeps=("scope",),
    sets={"direction": "unidirectional"},
    assumes=("both directions of the bandwidth are taken to be equal",),
)
def one_way_bandwidth(*, bandwidth: Value, assume: Assume = None) -> Answer:
    """One-way bandwidth behind a figure of both directions.

    Examples
    --------
    >>> one_way_bandwidth(bandwidth="200 GB/s").text
    '100 GB/s'
    """
    return answer("one_way_bandwidth", locals())


@question(
    "ways * axes * bandwidth",
    terms={"ways": {"wraparound=yes": "2", "wraparound=no": "1"}},
    symbol="W",
    unit="GB/s",
    source=(
        "How To Scale Your Model, Sharded Matrices and How to Multiply Them, https://jax-ml.github.io/scaling-book/sharding/"
    ),
    limits=(
        "what one device can receive at once: from both neighbours of a ring, from one on a line, on each axis; "
        "through a switch it is the device's own one-way bandwidth"
    ),
    parameters={
        "bandwidth": LINK.but(symbol="w", meaning="bandwidth of one link to one neighbour, one way"),
        "axes": Parameter("a", "count", "axes of the torus used at once", COUNT, because="one axis"),
        "wraparound": Parameter("", "one of", "whether the axis closes to a ring", words=("yes", "no")),
    },
    sets={"direction": "unidirectional"},
)
def collective_bandwidth(
    *, bandwidth: Value, axes: Value = 1, wraparound: str | bool = "yes", assume: Assume = None
) -> Answer:
    """Bandwidth with which one device of a ring or torus takes part in a collective.

    Examples
    --------
    >>> collective_bandwidth(bandwidth="50 GB/s", axes=3).text
    '300 GB/s'
    """
    return answer("collective_bandwidth", locals())
