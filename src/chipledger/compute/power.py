"""Power and energy: what runs and tokens take, and how much a site can hold."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import NOT_NEGATIVE, POSITIVE, Parameter
from chipledger.compute.question import Assume, answer, question
from chipledger.compute.shared import DEVICES, HOURS, POWER, PUE, TIME, UTILIZATION

_UNITS = DEVICES.but(limits=POSITIVE, meaning="number of units: chips, trays, racks or buildings", because="one unit")
_UNIT_POWER = POWER.but(meaning="power of one such unit")
_DRAW = UTILIZATION.but(meaning="share of the power that is drawn", because="all of it is drawn")


@question(
    "amount * power * utilization * pue",
    terms={"amount": {"time": "devices * time", "accelerator_hours": "accelerator_hours"}},
    symbol="E",
    unit="kWh",
    source="Patterson et al., arXiv:2104.10350; Strubell et al., arXiv:1906.02243",
    limits=(
        "average draw and design limit are different powers, say which; accelerators only, unless the power is a share "
        "of the server's; count the power usage effectiveness once"
    ),
    parameters={
        "devices": _UNITS,
        "time": TIME,
        "accelerator_hours": HOURS,
        "power": _UNIT_POWER,
        "utilization": _DRAW,
        "pue": PUE,
    },
)
def energy_per_run(
    *,
    devices: Value = 1,
    time: Value | None = None,
    accelerator_hours: Value | None = None,
    power: Value,
    utilization: Value = 1,
    pue: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Energy of devices over a time.

    Examples
    --------
    >>> energy_per_run(devices="10 chip", time="10 hour", power="500 W", pue=1.2).text
    '60 kWh'
    """
    return answer("energy_per_run", locals())


@question(
    "energy * carbon_intensity * pue",
    symbol="m",
    unit="tonne",
    source=(
        "Luccioni et al., Estimating the Carbon Footprint of BLOOM, arXiv:2211.02001; Lacoste et al., arXiv:1910.09700"
    ),
    limits=(
        "gross intensity is the grid's, net intensity counts purchases; leave the power usage effectiveness at 1 when "
        "the energy includes it; embodied emissions are left out"
    ),
    parameters={
        "energy": Parameter("E", "energy", "energy used"),
        "carbon_intensity": Parameter("c", "mass/energy", "CO2 equivalent for each unit of energy", NOT_NEGATIVE),
        "pue": PUE.but(because="included in the energy"),
    },
)
def emissions_per_run(*, energy: Value, carbon_intensity: Value, pue: Value = 1, assume: Assume = None) -> Answer:
    """Operational CO2 equivalent of an energy use.

    Examples
    --------
    >>> emissions_per_run(energy="10 MWh", carbon_intensity="0.4 kg/kWh").text
    '4 tonnes'
    """
    return answer("emissions_per_run", locals())


@question(
    "devices * power * utilization * pue",
    symbol="P",
    unit="W",
    source="NVIDIA Mission Control systems administration guide, rack planning; ISO/IEC 30134-2 for the PUE",
    limits=(
        "the power must be of the unit that is counted; the accelerators of a server are not the server; power of the "
        "computers and of the utility differ by the power usage effectiveness"
    ),
    parameters={"devices": _UNITS, "power": _UNIT_POWER, "utilization": _DRAW, "pue": PUE},
)
def site_power(
    *, devices: Value = 1, power: Value, utilization: Value = 1, pue: Value = 1, assume: Assume = None
) -> Answer:
    """Power of a number of units.

    Examples
    --------
    >>> site_power(devices="100 rack", power="50 kW", pue=1.2).text
    '6 MW'
    """
    return answer("site_power", locals())


@question(
    "floor(site_power / (unit_power * pue))",
    symbol="n",
    unit="one",
    source=(
        "datacentres.com, AI infrastructure requirements, "
        "https://www.datacentres.com/guides/ai-infrastructure-requirements (facility-level arithmetic)"
    ),
    limits=(
        "the power of a chip must carry the host's and the network's share; say whether the site's power is that of "
        "its computers or of the utility; rounds down"
    ),
    parameters={
        "site_power": Parameter("P", "power", "power of the site", facts=("planned_power", "current_power")),
        "unit_power": POWER.but(meaning="power of one unit: chip, rack", each=False),
        "pue": PUE.but(because="the power of the computers"),
    },
)
def chips_for_site_power(*, site_power: Value, unit_power: Value, pue: Value = 1, assume: Assume = None) -> Answer:
    """Units that a site's power allows.

    Examples
    --------
    >>> chips_for_site_power(site_power="1 MW", unit_power="130 kW").text
    '7 (7.692 before rounding down)'
    """
    return answer("chips_for_site_power", locals())


@question(
    "devices * power * utilization * pue / token_rate",
    symbol="e",
    unit="J/token",
    source="power over rate; Patterson et al., arXiv:2104.10350, for what the power must hold",
    limits=(
        "power and rate are of the same load; the rate is that of all devices together; average draw and design limit "
        "are different powers, say which"
    ),
    parameters={
        "devices": _UNITS,
        "power": _UNIT_POWER,
        "token_rate": Parameter("r", "token/time", "tokens of all units together in a time"),
        "utilization": _DRAW,
        "pue": PUE,
    },
)
def energy_per_token(
    *,
    devices: Value = 1,
    power: Value,
    token_rate: Value,
    utilization: Value = 1,
    pue: Value = 1,
    assume: Assume = None,
) -> Answer:
    """Energy of each token.

    Examples
    --------
    >>> energy_per_token(devices="8 chip", power="500 W", token_rate="1000 token/s").text
    '4 J/token'
    """
    return answer("energy_per_token", locals())


@question(
    "energy * electricity_price * pue",
    symbol="K",
    unit="USD",
    source="arithmetic",
    limits=(
        "energy charges only, no demand charges; leave the power usage effectiveness at 1 when the energy includes it"
    ),
    parameters={
        "energy": Parameter("E", "energy", "energy used"),
        "electricity_price": Parameter("p", "money/energy", "price of energy"),
        "pue": PUE.but(because="included in the energy"),
    },
)
def energy_cost(*, energy: Value, electricity_price: Value, pue: Value = 1, assume: Assume = None) -> Answer:
    """Cost of an energy use.

    Examples
    --------
    >>> energy_cost(energy="10 MWh", electricity_price="0.05 USD/kWh").text
    '500 USD'
    """
    return answer("energy_cost", locals())
