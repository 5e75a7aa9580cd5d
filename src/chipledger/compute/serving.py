"""Serving: ceilings on the speed of decoding and prefill, which are not predictions."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.requirement import Requirement
from chipledger.compute.shared import ACTIVE, BANDWIDTH, DEVICES, LAYERS, PEAK, SEQUENCES, SERVING, UTILIZATION

_POPE = "Pope et al., Efficiently Scaling Transformer Inference, arXiv:2211.05102"
_INFERENCE = (
    "How To Scale Your Model, All About Transformer Inference, https://jax-ml.github.io/scaling-book/inference/"
)

_WEIGHTS = Parameter("W", "information", "size of the weights that a step reads")
_CACHE = Parameter("Z", "information", "cache of one sequence", NOT_NEGATIVE, because="no cache")
_READ = "sequences * cache_per_sequence / (devices * bandwidth)"
_MEMORY_FLOOR = f"{_READ} + weights / (devices * bandwidth)"
_FLOOR = (
    f"{_READ} + max(bandwidth=weights / (devices * bandwidth),"
    " compute=of(2, 'operation/parameter') * parameters * sequences / (devices * peak_compute))"
)
_STEP = {
    "weights": _WEIGHTS,
    "cache_per_sequence": _CACHE,
    "sequences": SEQUENCES,
    "devices": DEVICES,
    "bandwidth": BANDWIDTH,
    "parameters": ACTIVE,
    "peak_compute": PEAK,
}
_LIMITS = (
    "a ceiling on speed, not a prediction: nothing is sent between devices, and sharding is perfect; dense models, for "
    "a mixture of experts reads the experts that the batch touches; the weights must fit the devices"
)
_PER = DEVICES.but(symbol="n_p", meaning="devices by which the rate is divided", because="the rate of the whole system")


@question(
    {"": _MEMORY_FLOOR, "parameters peak_compute": _FLOOR},
    symbol="T",
    unit="second",
    source=f"{_POPE}; {_INFERENCE}",
    limits=_LIMITS,
    parameters=_STEP,
)
def decode_time_floor(
    *,
    weights: Value,
    cache_per_sequence: Value = "0 byte",
    sequences: Value = 1,
    devices: Value = 1,
    bandwidth: Value,
    parameters: Value | None = None,
    peak_compute: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Least time of one decoding step, which reads all weights and all caches once.

    Examples
    --------
    >>> decode_time_floor(weights="18 GB", cache_per_sequence="1 GB", sequences=2, bandwidth="2 TB/s").text
    '10 ms'
    """
    return answer("decode_time_floor", locals())


@question(
    "sequences * tokens_per_sequence / (share * step)",
    terms={
        "share": {"": "1", "per_devices": "per_devices"},
        "step": {
            "time": "time",
            "weights bandwidth": _MEMORY_FLOOR,
            "weights bandwidth parameters peak_compute": _FLOOR,
        },
    },
    symbol="r",
    unit="token/s{per_device}",
    source=_INFERENCE,
    limits=(
        "one user gets a token each step, the system one for each sequence; a batch's rate must not be priced as one "
        f"user's speed; {_LIMITS}"
    ),
    parameters={
        "sequences": SEQUENCES,
        "tokens_per_sequence": Parameter("s", "token", "tokens of each sequence in the time", because="one step"),
        "time": Parameter("T", "time", "time of the step or of the whole"),
        "per_devices": _PER,
        "weights": _WEIGHTS,
        "cache_per_sequence": _CACHE,
        "devices": DEVICES,
        "bandwidth": BANDWIDTH,
        "parameters": ACTIVE,
        "peak_compute": PEAK,
    },
)
def token_throughput(
    *,
    sequences: Value = 1,
    tokens_per_sequence: Value = "1 token",
    time: Value | None = None,
    per_devices: Value | None = None,
    weights: Value | None = None,
    cache_per_sequence: Value = "0 byte",
    devices: Value = 1,
    bandwidth: Value | None = None,
    parameters: Value | None = None,
    peak_compute: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Tokens in a time that a batch gives.

    Examples
    --------
    >>> token_throughput(sequences=8, time="10 ms").text
    '800 token/s'
    """
    return answer("token_throughput", locals())


@question(
    "of(2, 'operation/parameter/token') * parameters * tokens / (devices * peak_compute * utilization)",
    symbol="T",
    unit="second",
    source=_POPE,
    limits=(
        "prompts long enough to be bound by compute; attention over the prompt is left out, and grows with the square "
        "of its length; active parameters for a mixture of experts"
    ),
    parameters={
        "parameters": ACTIVE,
        "tokens": Parameter("S", "token", "tokens of the prompt"),
        "devices": DEVICES,
        "peak_compute": PEAK,
        "utilization": UTILIZATION,
    },
)
def prefill_time_floor(
    *,
    parameters: Value,
    tokens: Value,
    devices: Value = 1,
    peak_compute: Value,
    utilization: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Least time to process a prompt.

    Examples
    --------
    >>> prefill_time_floor(parameters="5e9 parameter", tokens="1000 token", peak_compute="100 TFLOP/s").text
    '100 ms'
    """
    return answer("prefill_time_floor", locals())


@question(
    "sequences * of(1, 'token') / (share * step_time * generated)",
    terms={"share": {"": "1", "per_devices": "per_devices"}},
    symbol="q",
    unit="1/second{per_device}",
    source=SERVING,
    limits=(
        "prefill is not counted; the number of generated tokens is a mean; the batch must fit, see sequence_capacity; "
        "one token for each sequence and step"
    ),
    parameters={
        "sequences": SEQUENCES,
        "step_time": Parameter("T", "time", "time of a decoding step"),
        "generated": Parameter("G", "token", "tokens generated for a request, on average"),
        "per_devices": _PER,
    },
)
def request_rate(
    *,
    sequences: Value,
    step_time: Value,
    generated: Value,
    per_devices: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Requests in a time that a steady batch completes.

    Examples
    --------
    >>> request_rate(sequences=10, step_time="20 ms", generated="100 token").text
    '5 per second'
    """
    return answer("request_rate", locals())


@question(
    "weights / (of(2, 'operation/parameter') * parameters * bandwidth / peak_compute - cache_per_sequence)",
    symbol="B^{*}",
    unit="one",
    source=f"{_POPE}, section 2.1; the two terms of decode_time_floor set equal, with the caches in the memory term",
    limits=(
        "reading weights and caches is set against arithmetic, as if they overlap; past a cache that takes longer to "
        "read than its token to compute there is no such batch; dense models"
    ),
    parameters={
        "weights": _WEIGHTS,
        "cache_per_sequence": _CACHE,
        "parameters": ACTIVE,
        "bandwidth": BANDWIDTH,
        "peak_compute": PEAK,
    },
    requires=[
        Requirement(
            "of(2, 'operation/parameter') * parameters * bandwidth / peak_compute",
            "cache_per_sequence",
            "reading a sequence's cache takes longer than computing its token, so memory binds at every batch",
            strictly=True,
        )
    ],
)
def decode_crossover_batch(
    *,
    weights: Value,
    cache_per_sequence: Value = "0 byte",
    parameters: Value,
    bandwidth: Value,
    peak_compute: Value,
    assume: Assume = None,
) -> Answer:
    """Batch at which a decoding step takes as long to compute as to read weights and caches.

    Examples
    --------
    >>> decode_crossover_batch(
    ...     weights="20 GB", cache_per_sequence="200 MB", parameters="10e9 parameter",
    ...     bandwidth="2 TB/s", peak_compute="100 TFLOP/s").text
    '100'
    """
    return answer("decode_crossover_batch", locals())


@question(
    "of(2, 'operation/parameter/token') * parameters * tokens + scores * layers * attention_width * tokens**2",
    terms={"scores": {"causal=no": "of(4, 'operation/token/token')", "causal=yes": "of(2, 'operation/token/token')"}},
    symbol="A",
    unit="{operation}",
    source="Chowdhery et al., PaLM, arXiv:2204.02311, appendix B: a third of its 12 L H Q T is the forward pass",
    limits=(
        "no logits or embeddings beyond what the parameters count; with causal attention half of the scores are needed"
    ),
    parameters={
        "parameters": ACTIVE,
        "tokens": Parameter("S", "token", "tokens of the prompt"),
        "layers": LAYERS,
        "attention_width": Parameter("d", "count", "heads times head width", COUNT),
        "causal": Parameter("", "one of", "whether each token attends only to earlier ones", words=("yes", "no")),
    },
)
def prefill_flops(
    *,
    parameters: Value,
    tokens: Value,
    layers: Value,
    attention_width: Value,
    causal: str | bool = "yes",
    assume: Assume = None,
) -> Answer:
    """Compute of a prompt, attention over itself included.

    Examples
    --------
    >>> prefill_flops(parameters="1e9 parameter", tokens="1000 token", layers=10, attention_width=1000).text
    '2.02 TFLOP'
    """
    return answer("prefill_flops", locals())
