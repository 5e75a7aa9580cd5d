"""What accelerator time, tokens and training runs cost."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import (
    AVERAGE,
    BANDWIDTH,
    DEVICES,
    HOURS,
    MEMORY,
    PEAK,
    PRICE,
    SERVING,
    TIME,
    UTILIZATION,
)

_RENT = "one purchase option, region and date at a time; host, storage and network come with it"


@question(
    "instance_price / devices",
    symbol="p",
    unit="USD/chip/hour",
    source=(
        "Amazon EC2 Capacity Blocks for ML pricing, https://aws.amazon.com/ec2/capacityblocks/pricing/ "
        "(effective hourly rate for each accelerator)"
    ),
    limits=(
        "one purchase option, region and date at a time; host, storage and network come with it; a chip is not always "
        "what a vendor counts as one accelerator"
    ),
    parameters={
        "instance_price": Parameter("p_i", "money/time", "price of one instance for a time", facts=("price_per_hour",)),
        "devices": DEVICES.but(meaning="accelerators of the instance", because=""),
    },
)
def price_per_accelerator_hour(*, instance_price: Value, devices: Value, assume: Assume = None) -> Answer:
    """Price of an instance over its accelerators.

    Examples
    --------
    >>> price_per_accelerator_hour(instance_price="40 USD/hour", devices="16 chip").text
    '2.5 USD/chip/hour'
    """
    return answer("price_per_accelerator_hour", locals())


@question(
    {
        "token_rate": "price * devices / (token_rate * utilization)",
        "tokens time": "price * devices * time / (tokens * utilization)",
    },
    symbol=r"\pi",
    unit="USD/Mtoken",
    source=(
        "GMI Cloud, Cost Per Million Tokens Comes From One Formula, "
        "https://www.gmicloud.ai/en/blog/cost-per-million-tokens-formula"
    ),
    limits=(
        "the rate is that of all devices together; input and output tokens cost differently; without a utilization it "
        "is the cost at full load"
    ),
    parameters={
        "price": PRICE,
        "devices": DEVICES,
        "token_rate": Parameter("r", "token/time", "tokens of all devices together in a time"),
        "tokens": Parameter("G", "token", "tokens"),
        "time": Parameter("T", "time", "time that they take"),
        "utilization": UTILIZATION.but(meaning="share of the time that is sold or used", because="full load"),
    },
)
def price_per_token(
    *,
    price: Value,
    devices: Value = "1 chip",
    token_rate: Value | None = None,
    tokens: Value | None = None,
    time: Value | None = None,
    utilization: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Cost of generated or processed tokens.

    Examples
    --------
    >>> price_per_token(price="3.6 USD/chip/hour", token_rate="1000 token/s").text
    '1 USD/Mtoken'
    """
    return answer("price_per_token", locals())


@question(
    "hours * price",
    terms={"hours": {"accelerator_hours": "accelerator_hours", "devices time": "devices * time"}},
    symbol="K",
    unit="USD",
    source="DeepSeek-V3 Technical Report, arXiv:2412.19437, table 1",
    limits="rental value of one run, not research, data or staff; the assumed price is part of the answer",
    parameters={
        "accelerator_hours": HOURS,
        "devices": AVERAGE.but(because=""),
        "time": TIME,
        "price": PRICE,
    },
)
def training_cost(
    *,
    accelerator_hours: Value | None = None,
    devices: Value | None = None,
    time: Value | None = None,
    price: Value,
    assume: Assume = None,
) -> Answer:
    """Device time times its price.

    Examples
    --------
    >>> training_cost(devices="100 chip", time="10 hour", price="2 USD/chip/hour").text
    '2,000 USD'
    """
    return answer("training_cost", locals())


@question(
    "peak_compute / price",
    symbol="G",
    unit="P{operation}/USD",
    source=SERVING,
    limits=(
        "tables headed FLOPs per dollar often print FLOP/s for each USD/hour, which is 3600 times smaller in number; "
        "peak compute, not what is delivered"
    ),
    parameters={"peak_compute": PEAK, "price": PRICE},
)
def compute_per_price(*, peak_compute: Value, price: Value, assume: Assume = None) -> Answer:
    """Peak compute that money rents.

    Examples
    --------
    >>> compute_per_price(peak_compute="100 TFLOP/s", price="3.6 USD/chip/hour").text
    '100 PFLOP/USD'
    """
    return answer("compute_per_price", locals())


@question(
    "device_memory / price",
    symbol="G",
    unit="GB*hour/USD",
    source="arithmetic, as compute_per_price",
    limits=_RENT,
    parameters={"device_memory": MEMORY, "price": PRICE},
)
def memory_per_price(*, device_memory: Value, price: Value, assume: Assume = None) -> Answer:
    """Memory that money rents.

    Examples
    --------
    >>> memory_per_price(device_memory="100 GB", price="2 USD/chip/hour").text
    '50 GB*hour/USD'
    """
    return answer("memory_per_price", locals())


@question(
    "bandwidth / price",
    symbol="G",
    unit="TB/USD",
    source="arithmetic, as compute_per_price",
    limits=_RENT,
    parameters={"bandwidth": BANDWIDTH, "price": PRICE},
)
def bandwidth_per_price(*, bandwidth: Value, price: Value, assume: Assume = None) -> Answer:
    """Memory traffic that money rents.

    Examples
    --------
    >>> bandwidth_per_price(bandwidth="2 TB/s", price="3.6 USD/chip/hour").text
    '2,000 TB/USD'
    """
    return answer("bandwidth_per_price", locals())
