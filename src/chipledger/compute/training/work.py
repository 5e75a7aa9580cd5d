"""How much compute a run takes, or delivered."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import ACHIEVED, ATTENTION, AVERAGE, PER_TOKEN, RUN, TIME, TOKENS

#: What the attention of a token over a context costs, in parameters of the same cost.
_SCORES = "of(2, 'parameter/token') * layers * attention_width * sequence_length"


@question(
    "flop_per_parameter_token * parameters * tokens",
    symbol="A",
    unit="{operation}",
    source=(
        "Kaplan et al., Scaling Laws for Neural Language Models, arXiv:2001.08361, section 2.1; "
        "Hoffmann et al., arXiv:2203.15556"
    ),
    limits=(
        "active parameters for a mixture of experts; leaves out attention over the context, the logits and the "
        "embeddings, so published totals that count them are some per cent higher; 8 operations count what the "
        "hardware does, not what the model needs"
    ),
    parameters={"parameters": RUN, "tokens": TOKENS, "flop_per_parameter_token": PER_TOKEN},
)
def training_flops(
    *,
    parameters: Value,
    tokens: Value,
    flop_per_parameter_token: Value = "6 FLOP/parameter/token",
    assume: Assume = None,
) -> Answer:
    """Compute of a training run, or of a pass over some tokens.

    Examples
    --------
    >>> training_flops(parameters="1e9 parameter", tokens="10e9 token").text
    '60 EFLOP'
    """
    return answer("training_flops", locals())


@question(
    f"flop_per_parameter_token * tokens * (parameters + share * {_SCORES})",
    terms={"share": {"causal=no": "1", "causal=yes": "1 / 2"}},
    symbol="A",
    unit="{operation}",
    source="Chowdhery et al., PaLM, arXiv:2204.02311, appendix B: 6 N + 12 L H Q T for a token, forward and backward",
    limits=(
        "active parameters for a mixture of experts; pages differ on the attention term: in full, as here by default, "
        "or half of it where a token attends only to earlier ones; leaves out the logits and the embeddings"
    ),
    parameters={
        "parameters": RUN,
        "tokens": TOKENS,
        **ATTENTION,
        "flop_per_parameter_token": PER_TOKEN,
        "causal": Parameter("", "one of", "whether to count only attention to earlier tokens", words=("yes", "no")),
    },
)
def training_flops_with_attention(
    *,
    parameters: Value,
    tokens: Value,
    layers: Value,
    attention_width: Value,
    sequence_length: Value,
    flop_per_parameter_token: Value = "6 FLOP/parameter/token",
    causal: str | bool = "no",
    assume: Assume = None,
) -> Answer:
    """Compute of a training run, attention over the context included.

    Examples
    --------
    >>> training_flops_with_attention(
    ...     parameters="1e9 parameter", tokens="10e9 token",
    ...     layers=10, attention_width=1000, sequence_length="5000 token").text
    '66 EFLOP'
    """
    return answer("training_flops_with_attention", locals())


@question(
    "achieved * devices * time",
    symbol="A",
    unit="{operation}",
    source="Patterson et al., Carbon Emissions and Large Neural Network Training, arXiv:2104.10350, table 4",
    limits="the rate is the sustained one of each device, not the peak; a petaflop/s-day is the work of a day",
    parameters={"achieved": ACHIEVED, "devices": AVERAGE, "time": TIME},
)
def delivered_flops(*, achieved: Value, devices: Value = 1, time: Value, assume: Assume = None) -> Answer:
    """Compute done in a run, from its measured rate.

    Examples
    --------
    >>> delivered_flops(achieved="50 TFLOP/s", devices="10 chip", time="1000 second").text
    '500 PFLOP'
    """
    return answer("delivered_flops", locals())
