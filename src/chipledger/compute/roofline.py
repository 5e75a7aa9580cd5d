"""Rooflines: how fast compute and bandwidth let a piece of work go, and which of them binds."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.requirement import Requirement
from chipledger.compute.shared import BANDWIDTH, CHOSEN, DEVICES, ELEMENT, EXPERTS, PEAK, UTILIZATION, WEIGHT_BYTES

_WILLIAMS = (
    "Williams, Waterman, Patterson: Roofline: An Insightful Visual Performance Model for Multicore Architectures, "
    "CACM 52(4), 2009, doi:10.1145/1498765.1498785"
)
_SCALING = "How To Scale Your Model, All About Rooflines, https://jax-ml.github.io/scaling-book/roofline/"

_ROWS = Parameter("M", "count", "rows of the input and of the output", COUNT)
_INNER = Parameter("K", "count", "columns of the input, rows of the weights", COUNT)
_COLUMNS = Parameter("N", "count", "columns of the weights and of the output", COUNT)
_INPUT_SIZE = ELEMENT.but(symbol="a", meaning="size of one element of the input", limits=NOT_NEGATIVE)
_WEIGHT_SIZE = ELEMENT.but(symbol="b", meaning="size of one element of the weights", limits=NOT_NEGATIVE)
_OUTPUT_SIZE = ELEMENT.but(
    symbol="c", meaning="size of one element of the output; 0 counts loads only", limits=NOT_NEGATIVE
)
_SHAPE = {"rows": _ROWS, "inner": _INNER, "columns": _COLUMNS}
_SIZES = {"input_size": _INPUT_SIZE, "weight_size": _WEIGHT_SIZE, "output_size": _OUTPUT_SIZE}
_TRAFFIC = "input_size * rows * inner + weight_size * inner * columns + output_size * rows * columns"
_MULTIPLY_ADDS = "of(2, 'operation') * rows * columns * inner"

EXPERTS_EXIST = Requirement("total_experts", "active_experts", "more experts work on a token than there are")


@question(
    "peak_compute / bandwidth",
    symbol="I^{*}",
    unit="{operation}/byte",
    source=_WILLIAMS,
    limits=(
        "one peak for each precision and sparsity: a dense FP8 ridge is not the BF16 ridge; with a link or a host bus "
        "in place of memory it is the ridge against that resource, one way; peaks at boost clock overstate it"
    ),
    parameters={"peak_compute": PEAK, "bandwidth": BANDWIDTH.but(meaning="bandwidth of one device's memory or link")},
)
def ridge_point(*, peak_compute: Value, bandwidth: Value, assume: Assume = None) -> Answer:
    """Arithmetic intensity at which compute and bandwidth take equally long.

    Examples
    --------
    >>> ridge_point(peak_compute="100 TFLOP/s", bandwidth="2 TB/s").text
    '50 FLOP/byte'
    """
    return answer("ridge_point", locals())


@question(
    "total_experts * bytes_per_parameter * peak_compute"
    " / (of(2, 'operation/parameter/token') * active_experts * bandwidth)",
    symbol="B^{*}",
    unit="token",
    source=_SCALING,
    limits=(
        "activations are neglected, so the batch must be far below both widths; the stored width of the weights may "
        "differ from the precision of the arithmetic; per replica, not per cluster; attention over a KV cache has no "
        "such batch; routing is taken as balanced"
    ),
    parameters={
        "peak_compute": PEAK,
        "bandwidth": BANDWIDTH,
        "bytes_per_parameter": WEIGHT_BYTES,
        "total_experts": EXPERTS,
        "active_experts": CHOSEN,
    },
    requires=[EXPERTS_EXIST],
)
def critical_batch(
    *,
    peak_compute: Value,
    bandwidth: Value,
    bytes_per_parameter: Value = "2 byte/parameter",
    total_experts: Value = 1,
    active_experts: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Tokens per step above which a weight-stationary matrix product is bound by compute.

    Examples
    --------
    >>> critical_batch(peak_compute="100 TFLOP/s", bandwidth="2 TB/s").text
    '50 tokens'
    """
    return answer("critical_batch", locals())


@question(
    f"{_MULTIPLY_ADDS} / ({_TRAFFIC})",
    symbol="I",
    unit="{operation}/byte",
    source=(
        "NVIDIA, Matrix Multiplication Background User Guide, "
        "https://docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication/"
    ),
    limits="each operand moves once, as with perfect reuse on the chip; a multiply-add counts as two operations",
    parameters={**_SHAPE, **_SIZES},
)
def arithmetic_intensity(
    *,
    rows: Value,
    inner: Value,
    columns: Value,
    input_size: Value = "2 byte",
    weight_size: Value = "2 byte",
    output_size: Value = "2 byte",
    assume: Assume = None,
) -> Answer:
    """Operations for each byte that one matrix product moves.

    Examples
    --------
    >>> arithmetic_intensity(rows=300, inner=300, columns=300).text
    '100 FLOP/byte'
    """
    return answer("arithmetic_intensity", locals())


@question(
    "units * operations_per_cycle * clock",
    symbol="C",
    unit="{operation}/s",
    source="Machine Learning Engineering Open Book, compute/accelerator, https://github.com/stas00/ml-engineering",
    limits=(
        "a fused multiply-add is two operations; which clock a vendor rates at (base, boost, maximum) is often "
        "unstated; tensor units and vector units are different peaks"
    ),
    parameters={
        "units": Parameter("n_u", "count", "number of units", COUNT, also=("core", "engine"), facts=("core_count",)),
        "operations_per_cycle": Parameter("w", "operation", "operations of one unit in one cycle", bare="FLOP"),
        "clock": Parameter("f", "1/time", "cycles in a time", facts=("core_clock",)),
    },
)
def peak_compute(*, units: Value, operations_per_cycle: Value, clock: Value, assume: Assume = None) -> Answer:
    """Rated compute from the number of units, operations per cycle and clock.

    Examples
    --------
    >>> peak_compute(units=100, operations_per_cycle="1000 FLOP", clock="1 GHz").text
    '100 TFLOP/s'
    """
    return answer("peak_compute", locals())


@question(
    {
        "work peak_compute": "work / (devices * peak_compute * utilization)",
        "traffic bandwidth": "traffic / (devices * bandwidth)",
        "work peak_compute traffic bandwidth": (
            "max(compute=work / (devices * peak_compute * utilization), bandwidth=traffic / (devices * bandwidth))"
        ),
    },
    symbol="T",
    unit="second",
    source=_WILLIAMS,
    limits=(
        "a floor: perfect overlap of compute and traffic, and an even spread over devices; without overlap the bound "
        "is the sum, not the maximum; utilization applies to compute only"
    ),
    parameters={
        "work": Parameter("A", "operation", "operations to be done", NOT_NEGATIVE),
        "traffic": Parameter("Q", "information", "bytes to be moved", NOT_NEGATIVE),
        "peak_compute": PEAK,
        "bandwidth": BANDWIDTH,
        "devices": DEVICES,
        "utilization": UTILIZATION,
    },
)
def time_floor(
    *,
    work: Value | None = None,
    traffic: Value | None = None,
    peak_compute: Value | None = None,
    bandwidth: Value | None = None,
    devices: Value = 1,
    utilization: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Least time for a known amount of work and traffic.

    Examples
    --------
    >>> floor = time_floor(work="1 TFLOP", peak_compute="100 TFLOP/s", traffic="10 GB", bandwidth="2 TB/s")
    >>> floor.text, floor.remarks
    ('10 ms', ('bound by compute',))
    """
    return answer("time_floor", locals())


@question(
    f"max(compute={_MULTIPLY_ADDS} / (devices * peak_compute), bandwidth=({_TRAFFIC}) / (devices * bandwidth))",
    symbol="T",
    unit="second",
    source=_SCALING,
    limits=(
        "each operand moves once; perfect overlap and an even spread over devices; nothing is sent between devices "
        "that share the product"
    ),
    parameters={**_SHAPE, "peak_compute": PEAK, "bandwidth": BANDWIDTH, **_SIZES, "devices": DEVICES},
)
def matmul_time_floor(
    *,
    rows: Value,
    inner: Value,
    columns: Value,
    peak_compute: Value,
    bandwidth: Value,
    input_size: Value = "2 byte",
    weight_size: Value = "2 byte",
    output_size: Value = "2 byte",
    devices: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Least time of one matrix product, given by its shape.

    Examples
    --------
    >>> product = matmul_time_floor(
    ...     rows=1000, inner=1000, columns=1000, peak_compute="100 TFLOP/s", bandwidth="2 TB/s")
    >>> product.text, product.remarks
    ('20 us', ('bound by compute',))
    """
    return answer("matmul_time_floor", locals())


@question(
    "min(compute=devices * peak_compute * utilization, bandwidth=intensity * devices * bandwidth)",
    symbol="X",
    unit="{operation}/s",
    source=_WILLIAMS,
    limits="a ceiling: perfect overlap and an even spread; utilization applies to compute only",
    parameters={
        "intensity": Parameter("I", "operation/information", "operations for each byte moved"),
        "peak_compute": PEAK,
        "bandwidth": BANDWIDTH,
        "devices": DEVICES,
        "utilization": UTILIZATION,
    },
    keeps=("precision", "sparsity"),
)
def attainable_rate(
    *,
    intensity: Value,
    peak_compute: Value,
    bandwidth: Value,
    devices: Value = 1,
    utilization: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Rate that the roofline allows work of a given arithmetic intensity.

    Examples
    --------
    >>> rate = attainable_rate(intensity="10 FLOP/byte", peak_compute="100 TFLOP/s", bandwidth="2 TB/s")
    >>> rate.text, rate.remarks
    ('20 TFLOP/s', ('bound by bandwidth',))
    """
    return answer("attainable_rate", locals())


@question(
    "peak_compute / speed_up",
    symbol="C",
    unit="{operation}/s",
    source="NVIDIA, Accelerating Inference with Sparsity: two of four weights skipped double the rate (2:4)",
    limits="an explicit conversion: the speed-up is what the vendor of the sparse rate states for it",
    parameters={
        "peak_compute": PEAK.but(
            symbol="C_s", meaning="peak rate with structured sparsity", asks={"sparsity": "sparse"}, taken="sparse"
        ),
        "speed_up": Parameter("s", "count", "how many times the dense rate the sparse one is"),
    },
    keeps=("precision", "scope"),
    sets={"sparsity": "dense"},
)
def dense_rate(*, peak_compute: Value, speed_up: Value, assume: Assume = None) -> Answer:
    """Dense rate behind a rate with structured sparsity.

    Examples
    --------
    >>> dense_rate(peak_compute="200 TFLOP/s", speed_up=2).text
    '100 TFLOP/s'
    """
    return answer("dense_rate", locals())
