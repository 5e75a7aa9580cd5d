"""Scale: systems from devices, and ratios between figures."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import COUNT, Parameter
from chipledger.compute.question import Across, Assume, answer, question
from chipledger.compute.shared import DEVICES, LINK, MEMORY, PEAK

_TRN2 = "AWS Neuron Documentation, Amazon EC2 Trn2 Architecture"
_COUNT = DEVICES.but(meaning="devices of the system", because="")


@question(
    "devices * peak_compute",
    symbol="C_s",
    unit="{operation}/s",
    source=f"{_TRN2} (instance and UltraServer tables)",
    limits=(
        "dense and sparse never mix; a figure multiplied up from a rounded one differs in its last digit; chips, "
        "packages and cores are different counts"
    ),
    parameters={"devices": _COUNT, "peak_compute": PEAK.but(asks={}, taken="")},
    keeps=("precision", "sparsity"),
)
def system_compute(*, devices: Value, peak_compute: Value, assume: Assume = None) -> Answer:
    """Compute of a system from one device.

    Examples
    --------
    >>> system_compute(devices="16 chip", peak_compute="100 TFLOP/s").text
    '1.6 PFLOP/s'
    """
    return answer("system_compute", locals())


@question(
    "devices * device_memory",
    symbol="m_s",
    unit="byte",
    source="AWS Neuron Documentation, Amazon EC2 Trn2 and Trn3 Architecture",
    limits="GiB divided by 1000 is not TB; the sum is not one address space",
    parameters={"devices": _COUNT, "device_memory": MEMORY},
)
def system_memory(*, devices: Value, device_memory: Value, assume: Assume = None) -> Answer:
    """Memory of a system from one device.

    Examples
    --------
    >>> system_memory(devices="16 chip", device_memory="100 GB").text
    '1.6 TB'
    """
    return answer("system_memory", locals())


@question(
    "devices * links * bandwidth",
    symbol="W_s",
    unit="byte/s",
    source=f"{_TRN2}; How To Scale Your Model, How to Think About GPUs, https://jax-ml.github.io/scaling-book/gpus/",
    limits=(
        "one-way and two-way are kept apart, and a vendor's total is often both; what goes in is not what a bisection "
        "carries"
    ),
    parameters={
        "devices": DEVICES,
        "links": Parameter(
            "k", "count", "links of one device", COUNT, also=("link",), because="a bandwidth of the device"
        ),
        "bandwidth": LINK.but(
            symbol="w", meaning="bandwidth of one link, or of one device when links are left out", asks={}, taken=""
        ),
    },
    keeps=("direction",),
)
def system_bandwidth(*, devices: Value = 1, links: Value = 1, bandwidth: Value, assume: Assume = None) -> Answer:
    """Bandwidth of a system from its devices and links.

    Examples
    --------
    >>> system_bandwidth(devices="16 chip", links=4, bandwidth="50 GB/s").text
    '3.2 TB/s'
    """
    return answer("system_bandwidth", locals())


@question(
    "amount / reference",
    symbol="x",
    unit="one",
    source="AWS Neuron Documentation, Trainium2 Architecture (improvement factors)",
    limits=(
        "same precision, sparsity, direction and scope on both sides; GB/s against Gbit/s; many pages truncate; twice "
        "as much is not two times more"
    ),
    parameters={
        "amount": Parameter("a", "any", "the one figure"),
        "reference": Parameter("b", "any", "the figure that it is compared with"),
    },
    alike=("amount", "reference"),
)
def spec_ratio(*, amount: Value, reference: Value, assume: Assume = None, across: Across = None) -> Answer:
    """How many times one figure is another.

    Examples
    --------
    >>> spec_ratio(amount="200 GB/s", reference="400 Gbit/s").text
    '4'
    """
    return answer("spec_ratio", locals())
