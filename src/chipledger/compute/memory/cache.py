"""What key-value caches take, and how many fit."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.requirement import Requirement
from chipledger.compute.shared import (
    CONTEXT,
    DEVICES,
    ELEMENT,
    HEAD_WIDTH,
    KV_HEADS,
    LAYERS,
    MEMORY,
    SEQUENCES,
    SERVING,
)


@question(
    "elements * layers * element_size * context * sequences",
    terms={
        "elements": {
            "kv_heads head_width": "of(2, '1/token') * kv_heads * head_width",
            "kv_width": "of(2, '1/token') * kv_width",
            "latent_width": "of(1, '1/token') * latent_width",
        }
    },
    symbol="M",
    unit="byte",
    source=(
        "Pope et al., Efficiently Scaling Transformer Inference, arXiv:2211.05102; Ainslie et al., GQA, "
        "arXiv:2305.13245; DeepSeek-V2 (latent attention), arXiv:2405.04434; Kwon et al., PagedAttention, "
        "arXiv:2309.06180"
    ),
    limits=(
        "key-value heads, not query heads; sliding-window and linear layers hold less; padding of blocks, and copies "
        "on tensor-parallel ranks beyond the key-value heads, hold more: this is the architecture's size, not an "
        "engine's"
    ),
    parameters={
        "layers": LAYERS.but(meaning="number of layers that hold a cache"),
        "kv_heads": KV_HEADS,
        "head_width": HEAD_WIDTH,
        "kv_width": Parameter("w", "count", "key-value heads times head width", COUNT),
        "latent_width": Parameter("d_c", "count", "latent and rotary width together, of latent attention", COUNT),
        "element_size": ELEMENT,
        "context": CONTEXT.but(because="the size for one token"),
        "sequences": SEQUENCES,
    },
)
def kv_cache_size(
    *,
    layers: Value,
    kv_heads: Value | None = None,
    head_width: Value | None = None,
    kv_width: Value | None = None,
    latent_width: Value | None = None,
    element_size: Value = "2 byte",
    context: Value = "1 token",
    sequences: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Key-value cache of a number of sequences.

    Examples
    --------
    >>> kv_cache_size(layers=10, kv_heads=5, head_width=100, context="1000 token").text
    '20 MB'
    """
    return answer("kv_cache_size", locals())


@question(
    "floor((devices * device_memory - weights) / (cache_per_token * context))",
    symbol="B",
    unit="one",
    source=f"{SERVING}; Kwon et al., PagedAttention, arXiv:2309.06180, for why the allocated length counts",
    limits=(
        "every sequence at its full length; no activations and no reserve; a context of one token gives the tokens "
        "that fit"
    ),
    parameters={
        "devices": DEVICES,
        "device_memory": MEMORY,
        "weights": Parameter("W", "information", "size of the weights", NOT_NEGATIVE),
        "cache_per_token": Parameter(r"\kappa", "information/token", "cache of one token", bare=None),
        "context": CONTEXT.but(meaning="allocated tokens of one sequence"),
    },
    requires=[Requirement("devices * device_memory", "weights", "the weights alone do not fit")],
)
def sequence_capacity(
    *,
    devices: Value = 1,
    device_memory: Value,
    weights: Value,
    cache_per_token: Value,
    context: Value,
    assume: Assume = None,
) -> Answer:
    """Sequences whose caches fit beside the weights.

    Examples
    --------
    >>> sequence_capacity(
    ...     devices=2, device_memory="10 GB", weights="5 GB", cache_per_token="1 MB/token", context="4000 token").text
    '3 (3.75 before rounding down)'
    """
    return answer("sequence_capacity", locals())
