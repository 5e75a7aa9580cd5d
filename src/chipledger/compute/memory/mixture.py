"""How many parameters a mixture of experts has, and how many of them work on a token."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.memory.weights import GROUPED, VECTORS, VOCABULARY, WHOLE_GROUPS
from chipledger.compute.parameter import COUNT, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.requirement import Requirement
from chipledger.compute.shared import CHOSEN, EXPERTS, HEAD_WIDTH, HEADS, HIDDEN, KV_HEADS, LAYERS


@question(
    "of(1, 'parameter') * (layers * (2 * hidden * heads * head_width + 2 * hidden * kv_heads * head_width"
    " + (counted + shared_experts) * feed_forward_matrices * hidden * expert_width + hidden * experts"
    " + layer_vectors * hidden) + (embedding_matrices * vocabulary + model_vectors) * hidden)",
    terms={"counted": {"": "experts", "active_experts": "active_experts"}},
    symbol="P",
    unit="parameter",
    source="Jiang et al., Mixtral of Experts, arXiv:2401.04088, with parameter_count for what is not an expert",
    limits=(
        "every layer has the same experts and one router; models whose first layers are dense, or whose attention is "
        "latent, count differently; weights take all parameters, arithmetic the active ones"
    ),
    parameters={
        "layers": LAYERS,
        "hidden": HIDDEN,
        "vocabulary": VOCABULARY,
        "expert_width": Parameter("F", "count", "feed-forward width of one expert", COUNT, facts=("ffn_size",)),
        "heads": HEADS,
        "kv_heads": KV_HEADS,
        "head_width": HEAD_WIDTH,
        "experts": EXPERTS.but(because=""),
        "active_experts": CHOSEN.but(because="all of them are counted"),
        "shared_experts": Parameter(
            "E_s", "count", "experts that work on every token", VECTORS, because="none", facts=("shared_expert_count",)
        ),
        "feed_forward_matrices": Parameter("g", "count", "matrices of an expert", COUNT, because="gated"),
        "embedding_matrices": Parameter("e", "count", "vocabulary matrices", COUNT, because="not shared"),
        "layer_vectors": Parameter("c", "count", "vectors in each layer", VECTORS, because="two norms"),
        "model_vectors": Parameter("c_0", "count", "vectors outside of the layers", VECTORS, because="the last norm"),
    },
    requires=[GROUPED, WHOLE_GROUPS, Requirement("experts", "active_experts", "more active experts than there are")],
)
def mixture_parameter_count(
    *,
    layers: Value,
    hidden: Value,
    vocabulary: Value,
    expert_width: Value,
    heads: Value,
    kv_heads: Value,
    head_width: Value,
    experts: Value,
    active_experts: Value | None = None,
    shared_experts: Value = 0,
    feed_forward_matrices: Value = 3,
    embedding_matrices: Value = 2,
    layer_vectors: Value = 2,
    model_vectors: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Number of parameters of a mixture of experts: all of them, or those that work on a token.

    Examples
    --------
    >>> shape = dict(layers=1, hidden=10, vocabulary=100, expert_width=40, heads=2, kv_heads=1, head_width=5, experts=4)
    >>> mixture_parameter_count(**shape).text, mixture_parameter_count(**shape, active_experts=2).text
    ('7,170 parameters', '4,770 parameters')
    """
    return answer("mixture_parameter_count", locals())
