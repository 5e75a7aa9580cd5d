"""Facts in, derived values out: conditions are respected, claims and assumptions carried."""

from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from chipledger.compute import Refused, memory, network, power, price, roofline, scale, serving, training
from chipledger.errors import ChipledgerError
from chipledger.interval import Interval
from chipledger.ledger import Ledger
from chipledger.records import Derived
from tolerance import in_unit


@dataclass
class Known:
    """As much of a fact as a calculation looks at."""

    property: Any
    value: str
    unit: str
    conditions: dict[str, str] = field(default_factory=dict)
    subject: Any = field(default_factory=lambda: SimpleNamespace(id="chip-x"))
    assumptions: tuple[str, ...] = ()

    @property
    def claim(self) -> Any:
        return SimpleNamespace(id=f"c-{self.property.id}", value=self.value)

    @property
    def interval(self) -> Interval:
        return Interval.printed(self.value)

    @property
    def text(self) -> str:
        return f"{self.value} {self.unit}"


def known(name: str, value: str, unit: str, **conditions: str) -> Known:
    return Known(SimpleNamespace(id=name), value, unit, conditions)


def peak(value: str = "667", unit: str = "TFLOP/s", **conditions: str) -> Known:
    return known(
        "peak_compute", value, unit, **{"precision": "bf16", "sparsity": "dense", "scope": "chip", **conditions}
    )


def memory_rate(value: str = "2.9", scope: str = "chip") -> Known:
    return known("memory_bandwidth", value, "TB/s", scope=scope)


def link(direction: str, value: str = "900") -> Known:
    return known("scaleup_bandwidth", value, "GB/s", direction=direction, scope="chip")


def refused(function: Any, **given: object) -> str:
    with pytest.raises(Refused) as caught:
        function(**given)
    return str(caught.value)


# -- what is carried ---------------------------------------------------------------------------------


def test_a_ridge_point_of_printed_figures() -> None:
    # 667 / 2.9 = 230; 666.5 / 2.95 = 225.93 and 667.5 / 2.85 = 234.21
    answer = roofline.ridge_point(peak_compute=peak(), bandwidth=memory_rate())
    assert answer.text == "230 FLOP/byte"
    assert answer.interval == Interval(Fraction("666.5") / Fraction("2.95"), Fraction("667.5") / Fraction("2.85"))
    assert answer.inputs == ("c-memory_bandwidth", "c-peak_compute")
    assert answer.assumptions == ()
    assert answer.formula == "ridge_point = peak_compute / bandwidth"
    assert answer.working == "(667 TFLOP/s) / (2.9 TB/s)"
    assert [given.origin for given in answer.parameters] == ["fact", "fact"]
    assert answer.parameters[0].told == "chip-x.peak_compute [c-peak_compute]"
    assert answer.latex == r"I^{*} = \frac{C}{\beta}"
    assert isinstance(answer, Derived)


def test_claims_and_assumptions_pass_through_a_chain() -> None:
    capacity = known("memory_capacity", "96", "GB", scope="chip")
    count = known("chips", "16", "chip", scope="instance")
    total = scale.system_memory(devices=count, device_memory=capacity)
    share = scale.spec_ratio(amount=total, reference="768 GB")
    assert share.exact == 2
    assert share.inputs == ("c-chips", "c-memory_capacity")
    assert share.assumptions == ("reference = 768 GB (given)",)
    # 95.5 x 15.5 / 768 and 96.5 x 16.5 / 768
    assert share.interval == Interval(
        Fraction("95.5") * Fraction("15.5") / 768, Fraction("96.5") * Fraction("16.5") / 768
    )
    again = scale.spec_ratio(amount=share, reference=2)
    assert again.assumptions == ("reference = 768 GB (given)", "reference = 2 (given)")


def test_a_derived_value_of_another_maker_is_taken_at_its_interval() -> None:
    made = Derived(0.1 + 0.2, "TB/s", Interval.exactly(Fraction(3, 10)), "elsewhere", ("x",), ("assumed",))
    answer = roofline.ridge_point(peak_compute="300 TFLOP/s", bandwidth=made)
    assert (answer.exact, answer.inputs) == (1000, ("x",))
    assert answer.assumptions[0] == "assumed"
    infinite = Derived(float("inf"), "TB/s", Interval(None, None), "elsewhere", ())
    assert "is not a number" in refused(roofline.ridge_point, peak_compute="1 TFLOP/s", bandwidth=infinite)


def test_what_the_caller_supplies_is_an_assumption_with_its_reading() -> None:
    answer = roofline.critical_batch(peak_compute="100 TFLOP/s", bandwidth=memory_rate("2"), total_experts=4)
    assert answer.assumptions == (
        "peak_compute = 100 TFLOP/s (given, taken as dense)",
        "bytes_per_parameter = 2 byte/parameter (default: weights of two bytes (BF16 or FP16))",
        "total_experts = 4 (given)",
        "active_experts = 1 (default: a dense model)",
    )
    moved = network.transfer_time(size="1 GB", bandwidth="1 GB/s")
    assert "bandwidth = 1 GB/s (given, taken as one-way)" in moved.assumptions


def test_an_answer_as_plain_data() -> None:
    data = roofline.ridge_point(peak_compute=peak(), bandwidth=memory_rate()).as_dict()
    assert data["question"] == "roofline.ridge_point"
    assert data["unit"] == "FLOP/byte"
    assert round(data["value"], 6) == 230
    assert data["parameters"][1]["interval"] == {"low": 2.85, "high": 2.95}
    assert data["parameters"][1]["claims"] == ["c-memory_bandwidth"]
    assert data["source"].startswith("Williams")


# -- dense and sparse, stated and unstated ---------------------------------------------------------------


def test_a_sparse_peak_is_not_a_dense_one() -> None:
    said = refused(roofline.ridge_point, peak_compute=peak(sparsity="sparse"), bandwidth=memory_rate())
    assert said.startswith("peak_compute: 667 TFLOP/s of chip-x.peak_compute [c-peak_compute] is sparse, not dense")
    assert "dense_rate" in said


def test_a_sparse_peak_is_converted_on_purpose() -> None:
    dense = roofline.dense_rate(peak_compute=peak("2600", sparsity="sparse"), speed_up=4)
    assert in_unit(dense, "TFLOP/s") == 650
    assert dense.conditions == {"precision": "bf16", "scope": "chip", "sparsity": "dense"}
    answer = roofline.ridge_point(peak_compute=dense, bandwidth=memory_rate("2.6"))
    assert answer.exact == 250
    assert "speed_up = 4 (given)" in answer.assumptions
    assert "is dense, not sparse" in refused(roofline.dense_rate, peak_compute=peak(), speed_up=2)


def test_an_unstated_sparsity_needs_an_assumption_which_the_answer_carries() -> None:
    silent = peak(sparsity="unstated")
    said = refused(roofline.ridge_point, peak_compute=silent, bandwidth=memory_rate())
    assert "the sparsity of chip-x.peak_compute [c-peak_compute] is unstated" in said
    assert "assume={'sparsity': 'dense'}" in said
    answer = roofline.ridge_point(peak_compute=silent, bandwidth=memory_rate(), assume={"sparsity": "dense"})
    assert answer.assumptions == ("sparsity=dense is assumed for peak_compute; the source does not state it",)
    assert "is sparse, not dense" in refused(
        roofline.ridge_point, peak_compute=silent, bandwidth=memory_rate(), assume={"sparsity": "sparse"}
    )


def test_an_assumption_made_in_the_ledger_counts() -> None:
    silent = peak(sparsity="unstated")
    silent.assumptions = ("sparsity=dense is assumed; the source does not state it",)
    answer = roofline.ridge_point(peak_compute=silent, bandwidth=memory_rate())
    assert answer.assumptions == silent.assumptions


def test_an_assumption_does_not_override_what_is_stated() -> None:
    answer = scale.system_compute(devices="2 chip", peak_compute=peak(sparsity="sparse"), assume={"sparsity": "dense"})
    assert answer.conditions == {"precision": "bf16", "sparsity": "sparse"}
    assert answer.assumptions == ("devices = 2 chip (given)",)


# -- one way and two ways -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (network.transfer_time, {"size": "1 GB"}),
        (network.all_gather_time, {"size": "1 GB"}),
        (network.reduce_scatter_time, {"size": "1 GB"}),
        (network.all_reduce_time, {"size": "1 GB", "devices": 8}),
        (network.all_to_all_time, {"tokens": 1, "experts_per_token": 1, "width": 1}),
        (network.data_parallel_critical_batch, {"peak_compute": "1 PFLOP/s"}),
        (network.ring_collective_time, {"operation": "all_reduce", "size": "1 GB", "devices": 8}),
        (network.torus_collective_time, {"operation": "all_reduce", "size": "1 GB", "length": 8}),
        (network.switched_collective_time, {"operation": "all_reduce", "size": "1 GB", "devices": 8}),
        (roofline.ridge_point, {"peak_compute": "1 PFLOP/s"}),
        (roofline.time_floor, {"traffic": "1 GB"}),
    ],
)
def test_both_directions_are_refused_where_one_is_needed(function: Any, given: dict[str, object]) -> None:
    said = refused(function, **given, bandwidth=link("bidirectional"))
    assert "900 GB/s of chip-x.scaleup_bandwidth [c-scaleup_bandwidth] is bidirectional, not unidirectional" in said
    assert "one_way_bandwidth" in said
    said = refused(function, **given, bandwidth=link("unstated"))
    assert "assume={'direction': 'unidirectional'}" in said
    one_way = network.one_way_bandwidth(bandwidth=link("bidirectional"))
    stated = function(**given, bandwidth=link("unidirectional", "450"))
    assert function(**given, bandwidth=one_way).exact == stated.exact
    assumed = function(**given, bandwidth=link("unstated", "450"), assume={"direction": "unidirectional"})
    assert assumed.exact == stated.exact
    assert "direction=unidirectional is assumed for bandwidth; the source does not state it" in assumed.assumptions


def test_halving_a_bandwidth_is_on_record_and_done_once() -> None:
    one_way = network.one_way_bandwidth(bandwidth=link("bidirectional"))
    assert in_unit(one_way, "GB/s") == 450
    assert one_way.assumptions == ("both directions of the bandwidth are taken to be equal",)
    assert "is unidirectional, not bidirectional" in refused(network.one_way_bandwidth, bandwidth=one_way)


def test_a_system_keeps_the_direction_of_its_links() -> None:
    total = scale.system_bandwidth(devices="16 chip", bandwidth=link("bidirectional"))
    assert total.conditions == {"direction": "bidirectional"}
    assert "is bidirectional" in refused(network.transfer_time, size="1 GB", bandwidth=total)


# -- like with like ------------------------------------------------------------------------------------------


def test_figures_of_different_conditions_do_not_compare() -> None:
    said = refused(scale.spec_ratio, amount=peak(), reference=peak(precision="fp8"))
    assert said.startswith("amount and reference: ")
    assert "precision=bf16" in said
    assert "precision=fp8" in said
    assert "sparsity" in refused(scale.spec_ratio, amount=peak(), reference=peak(sparsity="sparse"))
    assert "scope" in refused(scale.spec_ratio, amount=peak(), reference=peak(scope="instance"))
    assert "direction" in refused(scale.spec_ratio, amount=link("unidirectional"), reference=link("bidirectional"))
    answer = scale.spec_ratio(amount=peak(), reference=peak("1334", precision="fp8"), across=["precision"])
    assert answer.exact == Fraction(1, 2)


def test_prices_compare_only_on_one_basis() -> None:
    spot = known("price_per_hour", "10", "USD/h", purchase="spot", region="r1", scope="instance")
    rented = known("price_per_hour", "40", "USD/h", purchase="on_demand", region="r1", scope="instance")
    assert "purchase=spot" in refused(price.relative_saving, amount=spot, reference=rented)
    assert price.relative_saving(amount=spot, reference=rented, across="purchase").exact == Fraction(3, 4)
    assert "purchase" in refused(price.implied_throughput_ratio, gain=0.3, price_a=spot, price_b=rented)


def test_a_gain_is_neither_a_ratio_nor_a_saving() -> None:
    # 40 % better at half the price is 0.7 times as fast; "1.4 times" would be read as 140 % better
    prices = {"price_a": "20 USD/hour", "price_b": "40 USD/hour"}
    gain = known("price_performance_claim", "40", "percent", counted_as="gain")
    assert price.implied_throughput_ratio(gain=gain, **prices).exact == Fraction("0.7")
    for counted in ("ratio", "saving"):
        claim = known("price_performance_claim", "1.4", "times", counted_as=counted)
        assert f"is {counted}, not gain; a ratio of x is a gain of x - 1" in refused(
            price.implied_throughput_ratio, gain=claim, **prices
        )


def test_a_rate_above_the_peak_of_another_precision_is_told_from_it() -> None:
    measured = known("achieved", "500", "TFLOP/s", precision="fp8", scope="chip")
    said = refused(training.model_flops_utilization, achieved=measured, peak_compute=peak())
    assert "precision=fp8" in said
    assert "precision=bf16" in said


def test_figures_of_one_device_share_their_scope() -> None:
    assert "scope" in refused(roofline.ridge_point, peak_compute=peak(), bandwidth=memory_rate(scope="instance"))
    whole = roofline.ridge_point(
        peak_compute=peak("10672", scope="instance"), bandwidth=memory_rate("46.4", "instance")
    )
    assert whole.exact == 230
    assert roofline.ridge_point(peak_compute=peak(scope="package"), bandwidth=memory_rate()).exact == 230


def test_a_figure_of_an_instance_is_not_multiplied_by_its_chips() -> None:
    said = refused(scale.system_compute, devices="16 chip", peak_compute=peak("10672", scope="instance"))
    assert "is of one instance, and would be multiplied by 16 chip" in said
    four = scale.system_compute(devices=4, peak_compute=peak("10672", scope="instance"))
    assert in_unit(four, "TFLOP/s") == 4 * 10672


def test_the_price_of_an_instance_is_not_that_of_a_chip() -> None:
    instance = known("price_per_hour", "32", "USD/h", scope="instance")
    chip = known("price_per_chip_hour", "2", "USD/h")
    assert "price_per_accelerator_hour" in refused(price.training_cost, accelerator_hours=10, price=instance)
    assert price.training_cost(accelerator_hours=10, price=chip).exact == 20
    assert price.training_cost(accelerator_hours=10, price=known("rate", "2", "USD/h", scope="chip")).exact == 20
    each = price.price_per_accelerator_hour(instance_price=instance, devices="16 chip")
    assert price.training_cost(accelerator_hours=10, price=each).exact == 20


# -- with the ledger -------------------------------------------------------------------------------------------


def test_trainium2_between_its_ceilings(real: Ledger) -> None:
    rate = real.get("trainium2", "peak_compute", precision="bf16", sparsity="dense", scope="chip")
    bandwidth = real.get("trainium2", "memory_bandwidth", scope="chip")
    answer = roofline.ridge_point(peak_compute=rate, bandwidth=bandwidth)
    assert answer.text == "230 FLOP/byte"
    assert rate.claim is not None
    assert bandwidth.claim is not None
    assert answer.inputs == tuple(sorted([rate.claim.id, bandwidth.claim.id]))


def test_five_trainium2_hold_what_three_were_said_to(real: Ledger) -> None:
    capacity = real.get("trainium2", "memory_capacity", scope="chip")
    answer = memory.device_floor(
        parameters="320e9", bytes_per_parameter="1", extra_memory="32 GB", device_memory=capacity, reserve="0.15"
    )
    assert answer.text == "5 chips (4.017 before rounding up)"
    assert capacity.claim is not None
    assert answer.inputs == (capacity.claim.id,)


def test_a_tpu_peak_does_not_say_that_it_is_dense(real: Ledger) -> None:
    rate = real.get("tpu-v5p", "peak_compute", precision="bf16", scope="chip")
    bandwidth = real.get("tpu-v5p", "memory_bandwidth", scope="chip")
    assert "sparsity" in refused(roofline.ridge_point, peak_compute=rate, bandwidth=bandwidth)
    asked = roofline.ridge_point(peak_compute=rate, bandwidth=bandwidth, assume={"sparsity": "dense"})
    # 459e12 / 2765e9 = 166.0
    assert asked.text == "166 FLOP/byte"
    assert "sparsity=dense is assumed" in asked.assumptions[0]
    settled = real.get(
        "tpu-v5p", "peak_compute", precision="bf16", sparsity="dense", scope="chip", assume={"sparsity": "dense"}
    )
    assert roofline.ridge_point(peak_compute=settled, bandwidth=bandwidth).exact == asked.exact


def test_nvlink_is_printed_for_both_directions(real: Ledger) -> None:
    both = real.get("h100-sxm", "scaleup_bandwidth", scope="chip", direction="bidirectional")
    assert "bidirectional" in refused(network.all_reduce_time, size="1 GB", bandwidth=both, devices=8)
    one_way = network.one_way_bandwidth(bandwidth=both)
    # 2 x 1e9 x 7/8 / 450e9 = 3.889 ms
    assert agrees_to(network.all_reduce_time(size="1 GB", bandwidth=one_way, devices=8).value, 3.889e-3)


def agrees_to(value: float, expected: float) -> bool:
    return abs(value / expected - 1) < 1e-3


def test_what_is_not_published_or_no_number_is_refused_by_name(real: Ledger) -> None:
    silent = [fact for fact in (_get(real, record) for record in real.not_published) if fact is not None]
    assert silent
    for fact in silent[:10]:
        assert refused(power.site_power, power=fact).startswith("power: ")
    words = real.get("trainium2", "memory_type")
    assert "is text" in refused(serving.decode_time_floor, weights="1 GB", bandwidth=words)


def _get(ledger: Ledger, record: Any) -> Any:
    try:
        fact = ledger.get(record.subject, record.property, **record.conditions)
    except ChipledgerError:
        return None
    return None if fact.published else fact
