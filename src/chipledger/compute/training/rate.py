"""How well a run uses its devices."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import (
    ACHIEVED,
    ATTENTION,
    AVERAGE,
    CONTEXT,
    DEVICES,
    HIDDEN,
    HOURS,
    LAYERS,
    MEGATRON,
    PEAK,
    PER_TOKEN,
    RUN,
    TIME,
    TOKENS,
    WORK,
)

_PALM = "Chowdhery et al., PaLM, arXiv:2204.02311, section 4.1 and appendix B"
_SCORES = "of(12, 'operation/token/token') * layers * attention_width * sequence_length"
_EXCESS = (
    "no device does more than its peak; check that rate and peak are of the same precision and sparsity, that the rate "
    "is that of all devices or of one as the formula says, and that totals are not taken for rates"
)


@question(
    {
        "work": "work / (devices * time)",
        "sequences sequence_length layers hidden vocabulary": (
            "of(96, 'operation/token') * sequences * sequence_length * layers * hidden**2"
            " * (1 + sequence_length / (of(6, 'token') * hidden) + vocabulary / (16 * layers * hidden))"
            " / (devices * time)"
        ),
    },
    symbol="X",
    unit="{operation}/s",
    source=f"{MEGATRON}, equation 3",
    limits=(
        "the shape counts four passes, that is full recomputation of activations, for a plain transformer with a "
        "feed-forward width of four times its own and full attention; these are operations of the hardware, so the "
        "rate is above that of the model's own"
    ),
    parameters={
        "work": WORK.but(meaning="operations done"),
        "sequences": Parameter("B", "count", "sequences of a batch", COUNT, also=("sequence",)),
        "sequence_length": CONTEXT.but(symbol="s"),
        "layers": LAYERS,
        "hidden": HIDDEN.but(symbol="h"),
        "vocabulary": Parameter("V", "count", "size of the vocabulary", COUNT, facts=("vocabulary_size",)),
        "devices": AVERAGE,
        "time": TIME,
    },
)
def achieved_compute(
    *,
    work: Value | None = None,
    sequences: Value | None = None,
    sequence_length: Value | None = None,
    layers: Value | None = None,
    hidden: Value | None = None,
    vocabulary: Value | None = None,
    devices: Value = 1,
    time: Value,
    assume: Assume = None,
) -> Answer:
    """Sustained rate of each device.

    Examples
    --------
    >>> achieved_compute(work="864e15 FLOP", devices="100 chip", time="86.4 second").text
    '100 TFLOP/s'
    """
    return answer("achieved_compute", locals())


@question(
    {
        "achieved": "achieved / peak_compute",
        "token_rate parameters": "passes * token_rate * flop_per_parameter_token * parameters"
        " / (3 * devices * peak_compute)",
        "token_rate parameters layers attention_width sequence_length": (
            f"passes * token_rate * (flop_per_parameter_token * parameters + {_SCORES}) / (3 * devices * peak_compute)"
        ),
    },
    symbol="u",
    unit="one",
    source=_PALM,
    limits=(
        "the token rate is that of all devices; dense peak of the precision in use; pages differ on the attention term "
        "(absent, causal, full) and on counting embeddings; active parameters for a mixture of experts; three passes "
        "give the model's utilization, four the hardware's with a recomputed forward pass"
    ),
    parameters={
        "token_rate": Parameter("r", "token/time", "tokens that all devices together train on in a time"),
        "parameters": RUN,
        **ATTENTION,
        "flop_per_parameter_token": PER_TOKEN,
        "passes": Parameter(
            "p", "count", "passes counted: one forward and two backward, or one more", because="nothing recomputed"
        ),
        "achieved": ACHIEVED,
        "devices": DEVICES,
        "peak_compute": PEAK,
    },
    most=1,
    excess=_EXCESS,
)
def model_flops_utilization(
    *,
    token_rate: Value | None = None,
    parameters: Value | None = None,
    layers: Value | None = None,
    attention_width: Value | None = None,
    sequence_length: Value | None = None,
    flop_per_parameter_token: Value = "6 FLOP/parameter/token",
    passes: Value = 3,
    achieved: Value | None = None,
    devices: Value = 1,
    peak_compute: Value,
    assume: Assume = None,
) -> Answer:
    """Share of the peak that a model's own operations reach.

    Examples
    --------
    >>> model_flops_utilization(achieved="40 TFLOP/s", peak_compute="100 TFLOP/s").text
    '0.4'
    """
    return answer("model_flops_utilization", locals())


@question(
    "flop_per_parameter_token * parameters * tokens / (accelerator_hours * peak_compute)",
    symbol="u",
    unit="one",
    source=f"{_PALM}, turned around: the model's operations over what the published device time could have done",
    limits=(
        "attention, logits and embeddings are left out; published hours may hold restarts and evaluation, or leave out "
        "failed runs; dense peak of the training precision; active parameters for a mixture of experts"
    ),
    parameters={
        "parameters": RUN,
        "tokens": TOKENS,
        "accelerator_hours": HOURS,
        "peak_compute": PEAK,
        "flop_per_parameter_token": PER_TOKEN,
    },
    most=1,
    excess=_EXCESS,
)
def implied_utilization(
    *,
    parameters: Value,
    tokens: Value,
    accelerator_hours: Value,
    peak_compute: Value,
    flop_per_parameter_token: Value = "6 FLOP/parameter/token",
    assume: Assume = None,
) -> Answer:
    """Utilization that published device time implies.

    Examples
    --------
    >>> implied_utilization(
    ...     parameters="1e9 parameter", tokens="60e9 token",
    ...     accelerator_hours="2000 chip*hour", peak_compute="100 TFLOP/s").text
    '0.5'
    """
    return answer("implied_utilization", locals())
