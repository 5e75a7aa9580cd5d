"""How long a run takes, and how much device time."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import AVERAGE, DEVICES, MEGATRON, PEAK, PER_TOKEN, RUN, TIME, TOKENS, UTILIZATION, WORK


@question(
    "amount / (devices * compute * utilization)",
    terms={"amount": {"work": "work", "parameters tokens": "flop_per_parameter_token * parameters * tokens"}},
    symbol="T",
    unit="second",
    source=f"{MEGATRON}, section 5.1",
    limits=(
        "no attention, logits or embeddings beyond what the operations for each parameter count; no restarts, "
        "evaluation or ramp-up; utilization falls with scale; dense peak of the training precision"
    ),
    parameters={
        "work": WORK,
        "parameters": RUN,
        "tokens": TOKENS,
        "flop_per_parameter_token": PER_TOKEN,
        "devices": DEVICES,
        "compute": PEAK.but(meaning="peak of one device, or the rate that it reaches with a utilization of 1"),
        "utilization": UTILIZATION,
    },
)
def training_time(
    *,
    work: Value | None = None,
    parameters: Value | None = None,
    tokens: Value | None = None,
    flop_per_parameter_token: Value = "6 FLOP/parameter/token",
    devices: Value,
    compute: Value,
    utilization: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Time of a training run on a number of devices.

    Examples
    --------
    >>> training_time(work="864e18 FLOP", devices="100 chip", compute="200 TFLOP/s", utilization=0.5).text
    '1 day'
    """
    return answer("training_time", locals())


@question(
    {
        "devices time": "devices * time",
        "tokens device_time_per_token": "tokens * device_time_per_token",
        "tokens device_token_rate": "tokens / device_token_rate",
    },
    symbol="H",
    unit="chip*hour",
    source="DeepSeek-V3 Technical Report, arXiv:2412.19437, table 1; model cards that report accelerator hours",
    limits="published totals may leave out failed and preliminary runs; node hours and core hours are other units",
    parameters={
        "devices": AVERAGE,
        "time": TIME,
        "tokens": TOKENS,
        "device_time_per_token": Parameter("h", "chip*time/token", "device time for each token"),
        "device_token_rate": Parameter("r", "token/time/chip", "tokens that one device trains on in a time"),
    },
)
def accelerator_hours(
    *,
    devices: Value | None = None,
    time: Value | None = None,
    tokens: Value | None = None,
    device_time_per_token: Value | None = None,
    device_token_rate: Value | None = None,
    assume: Assume = None,
) -> Answer:
    """Device time of a run.

    Examples
    --------
    >>> accelerator_hours(devices="100 chip", time="2 day").text
    '4,800 chip hours'
    """
    return answer("accelerator_hours", locals())
