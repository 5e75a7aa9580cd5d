"""The fewest devices that hold a working set."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, NOT_NEGATIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import HEADS, LAYERS, MEMORY, OVERHEAD, PARAMETERS, RESERVE, SERVING, WEIGHT_BYTES

_RATIO = "(size * overhead + extra_memory) / (device_memory * (1 - reserve))"


@question(
    {"whole=yes": f"ceil({_RATIO})", "whole=no": _RATIO},
    terms={"size": {"required_memory": "required_memory", "parameters": "parameters * bytes_per_parameter"}},
    symbol="n",
    unit="chip",
    source=f"{SERVING} (minimum slice sizes)",
    limits=(
        "capacity only: it says nothing on speed; never rounds down; mind GB and GiB; all parameters of a mixture of "
        "experts, not the active ones"
    ),
    parameters={
        "required_memory": Parameter("M", "information", "working set"),
        "parameters": PARAMETERS,
        "bytes_per_parameter": WEIGHT_BYTES,
        "overhead": OVERHEAD,
        "extra_memory": Parameter(
            "K", "information", "working budget besides: caches, activations", NOT_NEGATIVE, because="nothing besides"
        ),
        "device_memory": MEMORY,
        "reserve": RESERVE,
        "whole": Parameter("", "one of", "whether to round up to whole devices", words=("yes", "no")),
        "layers": LAYERS,
        "heads": HEADS,
        "experts": Parameter("E", "count", "experts of a layer", COUNT, facts=("expert_count",)),
    },
    divides=("layers", "heads", "experts"),
)
def device_floor(
    *,
    required_memory: Value | None = None,
    parameters: Value | None = None,
    bytes_per_parameter: Value = "2 byte/parameter",
    overhead: Value = 1,
    extra_memory: Value = "0 byte",
    device_memory: Value,
    reserve: Value = 0,
    whole: str | bool = "yes",
    layers: Value | None = None,
    heads: Value | None = None,
    experts: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Fewest devices whose memory holds a working set.

    Examples
    --------
    >>> floor = device_floor(parameters="10e9 parameter", device_memory="9 GB", heads=8)
    >>> floor.text, floor.remarks[0]
    ('3 chips (2.222 before rounding up)', '8 heads do not divide evenly by 3; the next count that does is 4')
    """
    return answer("device_floor", locals())
