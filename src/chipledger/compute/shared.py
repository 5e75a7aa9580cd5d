"""Parameters that many questions have in common."""

from __future__ import annotations

from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, POSITIVE, SPARE, USED, Limits, Parameter

PEAK = Parameter(
    "C",
    "operation/time",
    "peak rate of one device, dense, at the precision of the arithmetic",
    asks={"sparsity": "dense"},
    taken="dense",
    facts=("peak_compute",),
    each=True,
)
BANDWIDTH = Parameter(
    r"\beta",
    "information/time",
    "memory bandwidth of one device",
    asks={"direction": "unidirectional"},
    facts=("memory_bandwidth",),
    each=True,
)
LINK = Parameter(
    "W",
    "information/time",
    "network bandwidth, one way",
    asks={"direction": "unidirectional"},
    taken="one-way",
    facts=("scaleup_bandwidth", "scaleup_link_bandwidth", "scaleout_bandwidth"),
)
DEVICES = Parameter("n", "devices", "number of devices", COUNT, because="one device", facts=("chips",))
MEMORY = Parameter(
    "m",
    "information",
    "memory of one device, or what of it the allocation exposes",
    facts=("memory_capacity",),
    each=True,
)
POWER = Parameter("p", "power", "power of one device; say whether average or design limit", facts=("power",), each=True)
UTILIZATION = Parameter("u", "fraction", "share of the rate that is reached", USED, because="the ceiling itself")
RESERVE = Parameter("r", "fraction", "share of the memory that is kept free", SPARE, because="nothing kept free")
PUE = Parameter(
    r"\mathrm{PUE}",
    "count",
    "power usage effectiveness: all power of the site over that of its computers",
    Limits(low=1, above=False),
    because="computers only",
)
PRICE = Parameter("p", "money/chip/time", "price of one device for a time", facts=("price_per_chip_hour",), each=True)
PARAMETERS = Parameter("P", "parameter", "number of parameters", facts=("parameter_count",))
ACTIVE = PARAMETERS.but(
    meaning="number of parameters that work on a token: the active ones of a mixture of experts",
    facts=("active_parameter_count", "parameter_count"),
)
OVERHEAD = Parameter(
    "o", "count", "factor on the size for what else is stored", Limits(low=1, above=False), because="nothing else"
)
WEIGHT_BYTES = Parameter(
    "b",
    "information/parameter",
    "size of one stored parameter",
    because="weights of two bytes (BF16 or FP16)",
    bare="byte/parameter",
)
ELEMENT = Parameter("b", "information", "size of one element", because="elements of two bytes (BF16 or FP16)")
LAYERS = Parameter("L", "count", "number of layers", COUNT, also=("layer",), facts=("layer_count",))
HIDDEN = Parameter("D", "count", "width of the model", COUNT, facts=("hidden_size",))
HEADS = Parameter("N", "count", "number of query heads", COUNT, facts=("attention_head_count",))
KV_HEADS = Parameter("K", "count", "number of key-value heads, not of query heads", COUNT, facts=("kv_head_count",))
HEAD_WIDTH = Parameter("H", "count", "width of one head, as the model states it", COUNT, facts=("head_dim",))
TOKENS = Parameter("D", "token", "number of tokens", facts=("training_tokens",))
CONTEXT = Parameter("S", "token", "tokens of one sequence")
SEQUENCES = Parameter("B", "count", "number of sequences", also=("sequence", "request"), because="one sequence")
EXPERTS = Parameter("E", "count", "experts of a layer", COUNT, because="a dense model", facts=("expert_count",))
CHOSEN = Parameter(
    "k", "count", "experts that work on a token", COUNT, because="a dense model", facts=("active_expert_count",)
)
PER_TOKEN = Parameter(
    "k",
    "operation/parameter/token",
    "operations for each parameter and token: 6 forward and backward, 8 with full recomputation, 2 forward only",
    because="a forward and a backward pass",
)
RUN = ACTIVE.but(symbol="N")
WORK = Parameter("A", "operation", "compute of the run", facts=("training_compute",))
TIME = Parameter("T", "time", "duration")
HOURS = Parameter("H", "chip*time", "device time", bare="chip*hour", facts=("training_accelerator_hours",))
ACHIEVED = PEAK.but(symbol="X", meaning="sustained rate of one device, not its peak", asks={}, taken="", facts=())
AVERAGE = DEVICES.but(limits=POSITIVE, meaning="number of devices, on average")
ATTENTION = {
    "layers": LAYERS,
    "attention_width": Parameter("d", "count", "heads times head width", COUNT),
    "sequence_length": CONTEXT,
}
SIZE = Parameter("V", "information", "size of the message", NOT_NEGATIVE)

#: Where serving arithmetic is worked out in full.
SERVING = (
    "How To Scale Your Model, Serving LLaMA 3-70B on TPUs, https://jax-ml.github.io/scaling-book/applied-inference/"
)

MEGATRON = (
    "Narayanan et al., Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM, "
    "arXiv:2104.04473"
)
