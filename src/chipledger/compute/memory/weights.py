"""What the weights of a model take, and how many there are."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Limits, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.requirement import Requirement
from chipledger.compute.shared import HEAD_WIDTH, HEADS, HIDDEN, KV_HEADS, LAYERS, OVERHEAD, PARAMETERS

_SHAPE = (
    "How To Scale Your Model, All the Transformer Math You Need to Know, "
    "https://jax-ml.github.io/scaling-book/transformers/"
)
VECTORS = Limits(above=False, whole=True)
VOCABULARY = Parameter("V", "count", "size of the vocabulary", COUNT, facts=("vocabulary_size",))

GROUPED = Requirement("heads", "kv_heads", "more key-value heads than query heads")
WHOLE_GROUPS = Requirement(
    "floor(heads / kv_heads) * kv_heads", "heads", "query heads do not divide evenly among the key-value heads"
)


@question(
    "of(1, 'parameter') * (layers * (2 * hidden * query_width + 2 * hidden * key_width"
    " + feed_forward_matrices * hidden * inner_width + layer_vectors * hidden)"
    " + (embedding_matrices * vocabulary + positions + model_vectors) * hidden)",
    terms={
        "query_width": {"": "hidden", "heads head_width": "heads * head_width"},
        "key_width": {"": "query_width", "kv_heads head_width": "kv_heads * head_width"},
        "inner_width": {"": "4 * hidden", "feed_forward": "feed_forward"},
    },
    symbol="P",
    unit="parameter",
    source=_SHAPE,
    limits=(
        "dense models only: a mixture of experts multiplies its feed-forward part by its experts and adds routers; "
        "files may store buffers that are no parameters; a padded vocabulary counts as stored"
    ),
    parameters={
        "layers": LAYERS,
        "hidden": HIDDEN,
        "vocabulary": VOCABULARY,
        "feed_forward": Parameter("F", "count", "width of the feed-forward part", COUNT, facts=("ffn_size",)),
        "heads": HEADS,
        "kv_heads": KV_HEADS,
        "head_width": HEAD_WIDTH,
        "feed_forward_matrices": Parameter(
            "g", "count", "matrices of a feed-forward part: 3 when gated, 2 when plain", COUNT, because="gated"
        ),
        "embedding_matrices": Parameter(
            "e", "count", "vocabulary matrices: 1 when input and output share theirs", COUNT, because="not shared"
        ),
        "positions": Parameter("s", "count", "learned positions", VECTORS, because="none are learned"),
        "layer_vectors": Parameter(
            "c", "count", "vectors of the model's width in each layer: norms and biases", VECTORS, because="two norms"
        ),
        "model_vectors": Parameter(
            "c_0", "count", "such vectors outside of the layers", VECTORS, because="the last norm"
        ),
    },
    requires=[GROUPED, WHOLE_GROUPS],
)
def parameter_count(
    *,
    layers: Value,
    hidden: Value,
    vocabulary: Value,
    feed_forward: Value | None = None,
    heads: Value | None = None,
    kv_heads: Value | None = None,
    head_width: Value | None = None,
    feed_forward_matrices: Value = 3,
    embedding_matrices: Value = 2,
    positions: Value = 0,
    layer_vectors: Value = 2,
    model_vectors: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Number of parameters of a dense decoder-only transformer, from its shape.

    Examples
    --------
    >>> parameter_count(layers=1, hidden=10, vocabulary=100).text
    '3,630 parameters'
    """
    return answer("parameter_count", locals())


@question(
    "parameters * (bits_per_parameter + scale_bits / block) * overhead",
    symbol="M",
    unit="byte",
    source=(
        "OCP Microscaling Formats (MX) Specification 1.0 for block scales; "
        "Transformer Math 101, https://blog.eleuther.ai/transformer-math/, for the rest"
    ),
    limits=(
        "all parameters of a mixture of experts, never the active ones; quantized files often keep embeddings or norms "
        "at 16 bits; an overhead factor is a rule of thumb for serving, not a size of weights"
    ),
    parameters={
        "parameters": PARAMETERS.but(meaning="number of parameters; all of them for a mixture of experts"),
        "bits_per_parameter": Parameter(
            "q", "information/parameter", "size of one parameter", bare="bit/parameter", because="BF16 or FP16"
        ),
        "scale_bits": Parameter(
            "s", "information", "size of a block's scale", NOT_NEGATIVE, bare="bit", because="none"
        ),
        "block": Parameter("g", "parameter", "parameters that share a scale", because="no blocks"),
        "overhead": OVERHEAD,
    },
)
def weights_size(
    *,
    parameters: Value,
    bits_per_parameter: Value = "16 bit/parameter",
    scale_bits: Value = "0 bit",
    block: Value = "1 parameter",
    overhead: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Bytes that the weights of a model take.

    Examples
    --------
    >>> weights_size(parameters="10e9 parameter").text
    '20 GB'
    """
    return answer("weights_size", locals())
