"""What training keeps in memory: weights, gradients, optimizer state and activations."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import NOT_NEGATIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import (
    CONTEXT,
    DEVICES,
    ELEMENT,
    HEADS,
    HIDDEN,
    LAYERS,
    PARAMETERS,
    SEQUENCES,
    WEIGHT_BYTES,
)

_KORTHIKANTI = "Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, arXiv:2205.05198"
_SHARDS = DEVICES.but(because="not sharded", facts=())


@question(
    "parameters * (weight_bytes / weight_shards + gradient_bytes / gradient_shards"
    " + optimizer_bytes / optimizer_shards) + live_bytes * live_parameters",
    symbol="M",
    unit="byte",
    source="Rajbhandari et al., ZeRO, arXiv:1910.02054, section 3 and figure 1",
    limits=(
        "no activations, buffers or fragmentation; stage 1 shards the optimizer state, stage 2 the gradients too, "
        "stage 3 the weights too, and then gathers a layer at a time; all parameters of a mixture of experts; "
        "FP32 gradients or 8-bit optimizers change the bytes"
    ),
    parameters={
        "parameters": PARAMETERS,
        "weight_bytes": WEIGHT_BYTES.but(symbol="b_w", meaning="weights", limits=NOT_NEGATIVE, because="BF16 or FP16"),
        "gradient_bytes": WEIGHT_BYTES.but(
            symbol="b_g", meaning="gradients", limits=NOT_NEGATIVE, because="BF16 or FP16"
        ),
        "optimizer_bytes": WEIGHT_BYTES.but(
            symbol="b_o",
            meaning="optimizer state",
            limits=NOT_NEGATIVE,
            because="FP32 master weights and the two moments of Adam",
        ),
        "weight_shards": _SHARDS.but(symbol="n_w", meaning="devices that share the weights"),
        "gradient_shards": _SHARDS.but(symbol="n_g", meaning="devices that share the gradients"),
        "optimizer_shards": _SHARDS.but(symbol="n_o", meaning="devices that share the optimizer state"),
        "live_parameters": PARAMETERS.but(
            symbol="P_l", meaning="gathered parameters", limits=NOT_NEGATIVE, because="nothing gathered", facts=()
        ),
        "live_bytes": WEIGHT_BYTES.but(
            symbol="b_l", meaning="gathered weights and gradients", because="a weight and a gradient of two bytes"
        ),
    },
)
def training_state_size(
    *,
    parameters: Value,
    weight_bytes: Value = "2 byte/parameter",
    gradient_bytes: Value = "2 byte/parameter",
    optimizer_bytes: Value = "12 byte/parameter",
    weight_shards: Value = 1,
    gradient_shards: Value = 1,
    optimizer_shards: Value = 1,
    live_parameters: Value = "0 parameter",
    live_bytes: Value = "4 byte/parameter",
    assume: Assume = None,
) -> Answer:
    """Weights, gradients and optimizer state on one device in mixed-precision training.

    Examples
    --------
    >>> training_state_size(parameters="1e9 parameter", optimizer_shards=4).text
    '7 GB'
    """
    return answer("training_state_size", locals())


@question(
    "tensors_per_layer * element_size * of(1, '1/token') * batch_tokens * width * layers",
    symbol="M",
    unit="byte",
    source=f"{_KORTHIKANTI}, section 4",
    limits=(
        "the number of tensors depends on what is recomputed and must be said; without fused attention the scores grow "
        "with the square of the context; the whole batch over all devices, to be divided by the sharding"
    ),
    parameters={
        "batch_tokens": Parameter("T", "token", "tokens of the batch"),
        "width": HIDDEN,
        "layers": LAYERS.but(because="one layer"),
        "tensors_per_layer": Parameter(
            "c", "count", "tensors of batch and width kept in each layer", because="full recomputation keeps the input"
        ),
        "element_size": ELEMENT,
    },
)
def activation_size(
    *,
    batch_tokens: Value,
    width: Value,
    layers: Value = 1,
    tensors_per_layer: Value = 1,
    element_size: Value = "2 byte",
    assume: Assume = None,
) -> Answer:
    """Activations kept for the backward pass.

    Examples
    --------
    >>> activation_size(batch_tokens="1000 token", width=500, layers=10).text
    '10 MB'
    """
    return answer("activation_size", locals())


_ELEMENTS = "sequence_length * sequences * hidden * layers"
_SCORES = "of(5, 'byte/token/token') * heads * sequence_length / (hidden * tensor_shards)"


@question(
    {
        "recomputation=none sequence_parallel=yes heads": (
            f"{_ELEMENTS} * (of(34, 'byte/token') / tensor_shards + {_SCORES})"
        ),
        "recomputation=none sequence_parallel=no heads": (
            f"{_ELEMENTS} * (of(10, 'byte/token') + of(24, 'byte/token') / tensor_shards + {_SCORES})"
        ),
        "recomputation=selective sequence_parallel=yes": f"{_ELEMENTS} * of(34, 'byte/token') / tensor_shards",
        "recomputation=selective sequence_parallel=no": (
            f"{_ELEMENTS} * (of(10, 'byte/token') + of(24, 'byte/token') / tensor_shards)"
        ),
        "recomputation=full": f"{_ELEMENTS} * of(2, 'byte/token')",
    },
    symbol="M",
    unit="byte",
    source=f"{_KORTHIKANTI}, table 2",
    limits=(
        "a plain transformer with a feed-forward width of four times its own, 16-bit activations and dropout masks; no "
        "fused attention unless recomputed; one pipeline stage with all layers; embeddings and logits are left out"
    ),
    parameters={
        "sequence_length": CONTEXT.but(symbol="s"),
        "sequences": SEQUENCES.but(symbol="b", meaning="sequences of a micro-batch"),
        "hidden": HIDDEN.but(symbol="h"),
        "layers": LAYERS,
        "heads": HEADS.but(symbol="a"),
        "recomputation": Parameter(
            "", "one of", "what the backward pass computes again", words=("none", "selective", "full")
        ),
        "tensor_shards": _SHARDS.but(symbol="t", meaning="devices that share each layer"),
        "sequence_parallel": Parameter(
            "", "one of", "whether they share what lies between the matrices too", words=("yes", "no")
        ),
    },
)
def transformer_activation_size(
    *,
    sequence_length: Value,
    sequences: Value = 1,
    hidden: Value,
    layers: Value,
    heads: Value | None = None,
    recomputation: str = "none",
    tensor_shards: Value = 1,
    sequence_parallel: str | bool = "yes",
    assume: Assume = None,
) -> Answer:
    """Activations that one device keeps for the backward pass, from the shape of the model.

    Examples
    --------
    >>> transformer_activation_size(
    ...     sequence_length="1000 token", hidden=5000, layers=10, recomputation="selective").text
    '1.7 GB'
    """
    return answer("transformer_activation_size", locals())
