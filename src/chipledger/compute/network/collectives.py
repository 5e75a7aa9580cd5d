"""Lower bounds of collectives from bandwidth alone."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.roofline import EXPERTS_EXIST
from chipledger.compute.shared import CHOSEN, DEVICES, ELEMENT, EXPERTS, LINK, PEAK, SIZE, WEIGHT_BYTES

_THAKUR = (
    "Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in MPICH, IJHPCA 19(1), 2005"
)
_SHARDING = "How To Scale Your Model, Sharded Matrices and How to Multiply Them, https://jax-ml.github.io/scaling-book/sharding/"
_LIMITS = (
    "bandwidth only: below about the bandwidth times the hop latency the latency rules; the bandwidth is what one "
    "device can receive: its one-way bandwidth through a switch or on a line, that of both neighbours on a ring, times "
    "the axes used on a torus"
)
_SHARE: dict[str, dict[str, str]] = {"share": {"": "1", "devices": "1 - 1 / devices"}}
_PARAMETERS = {
    "size": SIZE,
    "bandwidth": LINK.but(meaning="bandwidth with which one device receives, one way"),
    "devices": DEVICES.but(because="very many"),
}


@question(
    "size * share / bandwidth",
    terms=_SHARE,
    symbol="T",
    unit="second",
    source=f"{_THAKUR}; {_SHARDING}",
    limits=_LIMITS,
    parameters={**_PARAMETERS, "size": SIZE.but(meaning="size of the gathered array")},
)
def all_gather_time(*, size: Value, bandwidth: Value, devices: Value | None = None, assume: Assume = None) -> Answer:
    """Least time for every device to hold the whole array.

    Examples
    --------
    >>> all_gather_time(size="800 MB", bandwidth="100 GB/s", devices=8).text
    '7 ms'
    """
    return answer("all_gather_time", locals())


@question(
    "size * share / bandwidth",
    terms=_SHARE,
    symbol="T",
    unit="second",
    source=_THAKUR,
    limits=f"{_LIMITS}; reduction inside the network can beat it",
    parameters={**_PARAMETERS, "size": SIZE.but(meaning="size of the unreduced array of one device")},
)
def reduce_scatter_time(
    *, size: Value, bandwidth: Value, devices: Value | None = None, assume: Assume = None
) -> Answer:
    """Least time for every device to hold the sum of its own shard.

    Examples
    --------
    >>> reduce_scatter_time(size="800 MB", bandwidth="100 GB/s", devices=8).text
    '7 ms'
    """
    return answer("reduce_scatter_time", locals())


@question(
    "2 * size * share / bandwidth",
    terms=_SHARE,
    symbol="T",
    unit="second",
    source=(
        "Patarasuk, Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69(2), 2009; "
        "NVIDIA nccl-tests, doc/PERFORMANCE.md, whose bus bandwidth gives the measured time"
    ),
    limits=f"{_LIMITS}; reduction in the switch needs half of it",
    parameters={**_PARAMETERS, "size": SIZE.but(meaning="size of the array of one device")},
)
def all_reduce_time(*, size: Value, bandwidth: Value, devices: Value | None = None, assume: Assume = None) -> Answer:
    """Least time for every device to hold the whole sum.

    Examples
    --------
    >>> all_reduce_time(size="800 MB", bandwidth="100 GB/s", devices=8).text
    '14 ms'
    """
    return answer("all_reduce_time", locals())


@question(
    "rounds * of(1, '1/token') * tokens * experts_per_token * width * (dispatch_size + combine_size) / bandwidth",
    symbol="T",
    unit="second",
    source="DeepSeek-AI, Insights into DeepSeek-V3, arXiv:2505.09343, section 2.3.2",
    limits="bandwidth only, and all traffic leaves the device; one-way bandwidth; balanced routing",
    parameters={
        "tokens": Parameter("t", "token", "tokens of one device"),
        "experts_per_token": Parameter("k", "count", "experts that a token is sent to", COUNT),
        "width": Parameter("D", "count", "width of a token", COUNT, facts=("hidden_size",)),
        "dispatch_size": ELEMENT.but(symbol="a", meaning="size of one element on the way out", because="FP8"),
        "combine_size": ELEMENT.but(symbol="c", meaning="size of one element on the way back", because="BF16"),
        "bandwidth": LINK.but(meaning="bandwidth of one device, one way"),
        "rounds": Parameter("R", "count", "times that it happens: layers and micro-batches", COUNT, because="once"),
    },
)
def all_to_all_time(
    *,
    tokens: Value,
    experts_per_token: Value,
    width: Value,
    dispatch_size: Value = "1 byte",
    combine_size: Value = "2 byte",
    bandwidth: Value,
    rounds: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Time for tokens to reach their experts and return.

    Examples
    --------
    >>> all_to_all_time(tokens="10 token", experts_per_token=4, width=5000, bandwidth="60 GB/s").text
    '10 us'
    """
    return answer("all_to_all_time", locals())


@question(
    "total_experts * bytes_per_parameter * peak_compute * share * everyone"
    " / (of(2, 'operation/parameter/token') * active_experts * axes * bandwidth)",
    terms={"share": {"": "1", "groups": "(1 - 1 / groups)"}, "everyone": {"": "1", "devices": "devices"}},
    symbol="B^{*}",
    unit="token{of_each}",
    source=(
        "How To Scale Your Model, How to Parallelize a Transformer for Training, "
        "https://jax-ml.github.io/scaling-book/training/"
    ),
    limits=(
        "the bandwidth is that of a collective on one axis, both neighbours of a ring together; perfect overlap; "
        "traffic and arithmetic of one precision, as 8-bit halves the bytes and doubles the rate"
    ),
    parameters={
        "peak_compute": PEAK,
        "bandwidth": LINK.but(meaning="bandwidth with which one device receives on one axis, one way"),
        "axes": Parameter("a", "count", "axes used at once", COUNT, because="one axis"),
        "bytes_per_parameter": WEIGHT_BYTES,
        "total_experts": EXPERTS,
        "active_experts": CHOSEN,
        "groups": Parameter("X", "count", "devices among which the parameters are shared", COUNT, because="very many"),
        "devices": DEVICES.but(because="the answer is for each device"),
    },
    requires=[EXPERTS_EXIST],
)
def data_parallel_critical_batch(
    *,
    peak_compute: Value,
    bandwidth: Value,
    axes: Value = 1,
    bytes_per_parameter: Value = "2 byte/parameter",
    total_experts: Value = 1,
    active_experts: Value = 1,
    groups: Value | None = None,
    devices: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Tokens above which data-parallel or fully sharded training hides its traffic.

    Examples
    --------
    >>> data_parallel_critical_batch(peak_compute="100 TFLOP/s", bandwidth="100 GB/s").text
    '1,000 token/chip'
    """
    return answer("data_parallel_critical_batch", locals())
