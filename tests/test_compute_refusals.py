"""What is refused, and that the refusal names the parameter, the value and what is allowed."""

from decimal import Decimal
from fractions import Fraction

import pytest

from chipledger import units
from chipledger.compute import (
    Refused,
    find,
    memory,
    network,
    power,
    price,
    questions,
    roofline,
    scale,
    serving,
    training,
)
from chipledger.errors import ChipledgerError, QuestionError

RIDGE = {"peak_compute": "100 TFLOP/s", "bandwidth": "2 TB/s"}
FLOOR = {"required_memory": "100 GB", "device_memory": "80 GB"}
MFU = {"token_rate": "1000 token/s", "parameters": "1e9", "peak_compute": "100 TFLOP/s"}


def refusal(name: str, **given: object) -> Refused:
    function = questions()[name].function
    assert function is not None
    with pytest.raises(Refused) as caught:
        function(**given)
    assert isinstance(caught.value, ChipledgerError) and isinstance(caught.value, QuestionError)
    return caught.value


@pytest.mark.parametrize(
    ("name", "given", "parameter", "said"),
    [
        # wrong dimension
        ("ridge_point", {**RIDGE, "bandwidth": "2 TB"}, "bandwidth", "'2 TB' is information; allowed: information/time"),
        ("ridge_point", {**RIDGE, "bandwidth": "2 THz"}, "bandwidth", "allowed: information/time"),
        ("ridge_point", {**RIDGE, "bandwidth": "16"}, "bandwidth", "has no unit"),
        ("ridge_point", {**RIDGE, "bandwidth": 16}, "bandwidth", "has no unit"),
        ("ridge_point", {**RIDGE, "peak_compute": "100 TFLOP"}, "peak_compute", "allowed: operation/time"),
        ("weights_size", {"parameters": "7e9 token"}, "parameters", "is token; allowed: parameter"),
        ("training_flops", {"parameters": "1e9", "tokens": "5 chip"}, "tokens", "allowed: token"),
        ("system_compute", {"devices": "16 GB", "peak_compute": "1 TFLOP/s"}, "devices", "allowed: devices"),
        ("training_cost", {"accelerator_hours": "5 hour", "price": "2 USD/chip/hour"}, "accelerator_hours", "chip*time"),
        ("training_cost", {"accelerator_hours": "5", "price": "2 USD/hour"}, "price", "money/chip/time"),
        ("energy_per_run", {"time": "1 hour", "power": "5 kWh"}, "power", "allowed: power"),
        # floating-point and integer operations
        ("time_floor", {"work": "1 TFLOP", "peak_compute": "1 TOP/s"}, "work and peak_compute", "do not mix"),
        ("spec_ratio", {"amount": "1 TFLOP/s", "reference": "1 TOP/s"}, "amount and reference", "do not mix"),
        ("spec_ratio", {"amount": "1 GB", "reference": "1"}, "amount and reference", "measure the same"),
        (
            "break_even_price",
            {"reference_price": "2 USD/hour", "rate": "1 token/s", "reference_rate": "1 TFLOP/s"},
            "rate and reference_rate",
            "measure the same",
        ),
        (
            "implied_throughput_ratio",
            {"gain": 0.3, "price_a": "2 USD/hour", "price_b": "2 USD/chip/hour"},
            "price_a and price_b",
            "measure the same",
        ),
        # sizes and counts
        ("device_floor", {**FLOOR, "required_memory": "-1 GB"}, "required_memory", "-1 GB is out of range; allowed: above 0"),
        ("device_floor", {**FLOOR, "device_memory": "0 GB"}, "device_memory", "allowed: above 0"),
        ("device_floor", {**FLOOR, "extra_memory": "-1 byte"}, "extra_memory", "allowed: 0 or more"),
        ("system_compute", {"devices": 0, "peak_compute": "1 TFLOP/s"}, "devices", "allowed: a whole number, 1 or more"),
        ("system_compute", {"devices": "0 chip", "peak_compute": "1 TFLOP/s"}, "devices", "0 chip is out of range"),
        ("system_compute", {"devices": 2.5, "peak_compute": "1 TFLOP/s"}, "devices", "a whole number"),
        ("all_reduce_time", {"size": "1 GB", "bandwidth": "1 GB/s", "devices": "0 chip"}, "devices", "1 or more"),
        ("time_floor", {"work": "1 FLOP", "peak_compute": "1 FLOP/s", "devices": -1}, "devices", "1 or more"),
        ("arithmetic_intensity", {"rows": 0, "inner": 1, "columns": 1}, "rows", "a whole number, 1 or more"),
        ("ring_collective_time", {"operation": "all_gather", "size": "1 GB", "bandwidth": "1 GB/s", "devices": 1}, "devices", "2 or more"),
        # shares
        ("device_floor", {**FLOOR, "reserve": 1}, "reserve", "1 is out of range; allowed: 0 or more, below 1"),
        ("device_floor", {**FLOOR, "reserve": "120 percent"}, "reserve", "below 1"),
        ("device_floor", {**FLOOR, "reserve": -0.1}, "reserve", "0 or more"),
        ("prefill_time_floor", {"parameters": 1e9, "tokens": 1, "peak_compute": "1 TFLOP/s", "utilization": 1.01}, "utilization", "up to 1"),
        ("prefill_time_floor", {"parameters": 1e9, "tokens": 1, "peak_compute": "1 TFLOP/s", "utilization": 0}, "utilization", "above 0"),
        ("stacked_discount", {"first": "40", "second": 0.1}, "first", "40 is out of range; allowed: 0 or more, up to 1"),
        ("stacked_discount", {"first": 0.4, "second": -0.1}, "second", "0 or more"),
        ("site_power", {"power": "1 kW", "pue": 0.9}, "pue", "allowed: 1 or more"),
        ("weights_size", {"parameters": 1e9, "overhead": 0.5}, "overhead", "1 or more"),
        # more than there is
        ("critical_batch", {**RIDGE, "total_experts": 2, "active_experts": 4}, "total_experts and active_experts", "more experts work"),
        (
            "sequence_capacity",
            {"device_memory": "16 GB", "weights": "20 GB", "cache_per_token": "1 kB/token", "context": 1},
            "devices and device_memory and weights",
            "the weights alone do not fit",
        ),
        (
            "decode_crossover_batch",
            {"weights": "1 GB", "cache_per_sequence": "1 GB", "parameters": 1e9, "bandwidth": "1 TB/s", "peak_compute": "100 TFLOP/s"},
            "parameters and bandwidth and peak_compute and cache_per_sequence",
            "memory binds at every batch",
        ),
        (
            "parameter_count",
            {"layers": 1, "hidden": 64, "vocabulary": 10, "heads": 8, "kv_heads": 3, "head_width": 8},
            "heads and kv_heads",
            "do not divide evenly",
        ),
        (
            "parameter_count",
            {"layers": 1, "hidden": 64, "vocabulary": 10, "heads": 2, "kv_heads": 4, "head_width": 8},
            "heads and kv_heads",
            "more key-value heads than query heads",
        ),
        # more than the peak
        ("model_flops_utilization", {**MFU, "token_rate": "20000 token/s"}, "passes and token_rate and flop_per_parameter_token", "1.2 is more than 1: no device does more than its peak"),
        ("model_flops_utilization", {"achieved": "101 TFLOP/s", "peak_compute": "100 TFLOP/s"}, "achieved and peak_compute", "precision and sparsity"),
        (
            "implied_utilization",
            {"parameters": 1e9, "tokens": "60e9", "accelerator_hours": 900, "peak_compute": "100 TFLOP/s"},
            "flop_per_parameter_token and parameters",
            "1.111 is more than 1",
        ),
        ("break_even_utilization", {"price": "21 USD/hour", "reference_price": "20 USD/hour"}, "price", "costs more for the work"),
        # a division by zero
        ("arithmetic_intensity", {"rows": 1, "inner": 1, "columns": 1, "input_size": "0 byte", "weight_size": "0 byte", "output_size": "0 byte"}, "input_size and weight_size and output_size", "division by zero"),
        # too little, too much, without effect
        ("ridge_point", {"peak_compute": "1 TFLOP/s"}, "bandwidth", "is missing, and ridge_point has no answer without it"),
        ("ridge_point", {**RIDGE, "bandwidth": None}, "bandwidth", "is missing"),
        ("kv_cache_size", {"layers": 4}, "", "needs one of: kv_width; latent_width; kv_heads with head_width; given: neither"),
        ("kv_cache_size", {"layers": 4, "kv_heads": 8}, "", "given: kv_heads"),
        ("kv_cache_size", {"layers": 4, "kv_width": 8, "latent_width": 8}, "", "needs only one of"),
        ("training_time", {"work": "1 FLOP", "parameters": 1, "tokens": 1, "devices": 1, "compute": "1 FLOP/s"}, "", "needs only one of: work; parameters with tokens"),
        ("training_time", {"work": "1 FLOP", "flop_per_parameter_token": 8, "devices": 1, "compute": "1 FLOP/s"}, "flop_per_parameter_token", "has no effect"),
        ("time_floor", {"work": "1 FLOP", "peak_compute": "1 FLOP/s", "bandwidth": "1 GB/s"}, "bandwidth", "has no effect without traffic"),
        ("parameter_count", {"layers": 1, "hidden": 64, "vocabulary": 10, "kv_heads": 4}, "kv_heads", "has no effect without head_width"),
        ("energy_per_run", {"accelerator_hours": 5, "devices": 2, "power": "1 kW"}, "devices", "has no effect"),
        # names and words
        ("ridge_point", {"peak_compute": "1 TFLOP/s", "bandwith": "1 TB/s"}, "bandwith", "did you mean bandwidth?"),
        ("device_floor", {**FLOOR, "whole": "maybe"}, "whole", "'maybe' is no choice; allowed: yes or no"),
        ("ring_collective_time", {"operation": "broadcast", "size": "1 GB", "bandwidth": "1 GB/s", "devices": 2}, "operation", "all_gather or reduce_scatter"),
        # assumptions
        ("ridge_point", {**RIDGE, "assume": {"sparsty": "dense"}}, "assume", "did you mean sparsity?"),
        ("ridge_point", {**RIDGE, "assume": {"sparsity": "very"}}, "assume", "allowed: dense or sparse"),
        ("ridge_point", {**RIDGE, "assume": {"sparsity": "unstated"}}, "assume", "allowed: dense or sparse"),
        ("ridge_point", {**RIDGE, "assume": "dense"}, "assume", "is not a mapping"),
        ("spec_ratio", {"amount": "1 GB", "reference": "1 GB", "across": ["colour"]}, "across", "no condition 'colour'"),
        ("spec_ratio", {"amount": "1 GB", "reference": "1 GB", "across": 5}, "across", "is not a list"),
        ("ridge_point", {**RIDGE, "across": ["scope"]}, "across", "has no such parameter"),
    ],
)  # fmt: skip
def test_a_calculation_that_cannot_be_made(name: str, given: dict[str, object], parameter: str, said: str) -> None:
    error = refusal(name, **given)
    assert said in str(error)
    assert error.parameter.startswith(parameter)
    assert len(str(error)) < 700


ODD: list[object] = [
    "", " ", "nan", "nan TB/s", "inf TB/s", "-inf", "1e999 TB/s", "1e99 TB/s", "9" * 60 + " TB/s", "x" * 5000, "TB/s",
    "2 TB/s and more", "2 TB/s;", "2,900 GB/s", "2_900 GB/s", "٢ TB/s", "2 Gb/s", "2 TB/s # x", "1 to TB/s", "\x00",
    "over", "2 TB/s" * 40, "1e-60 TB/s", float("nan"), float("inf"), -float("inf"), 10**400, 10**6000, 1e308, 5e-324, True, False, [], {}, (),
    object(), b"2 TB/s", complex(1, 2), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1e9999999"),
    Fraction(10**200), lambda: 2, type, {"value": 2}, [2, 3],
]  # fmt: skip


@pytest.mark.parametrize("value", ODD, ids=lambda value: f"{type(value).__name__}{str(value)[:12] if isinstance(value, str) else ''}")
def test_odd_values_are_refused_by_every_kind_of_parameter(value: object) -> None:
    for name, given in (
        ("bandwidth", {"peak_compute": "1 TFLOP/s"}),
        ("peak_compute", {"bandwidth": "1 TB/s"}),
    ):
        error = refusal("ridge_point", **given, **{name: value})
        assert str(error).startswith(f"{name}: ")
        assert len(str(error)) < 400
    if not isinstance(value, str) or "TB/s" in value or not value.strip():
        assert str(refusal("device_floor", **FLOOR, reserve=value)).startswith("reserve: ")
        assert str(refusal("system_memory", devices=value, device_memory="1 GB")).startswith("devices: ")


class Silent:
    """An object of the caller's that cannot even be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_an_object_that_cannot_be_printed_is_still_named() -> None:
    assert "<Silent>" in str(refusal("ridge_point", peak_compute=Silent(), bandwidth="1 TB/s"))


def test_a_broken_quantity_is_refused() -> None:
    class Odd:
        magnitude = [1, 2]
        units = "TB / s"

    assert str(refusal("ridge_point", peak_compute="1 TFLOP/s", bandwidth=Odd())).startswith("bandwidth: ")


@pytest.mark.parametrize("name", list(questions()))
def test_no_question_lets_a_nameless_unknown_or_odd_parameter_through(name: str) -> None:
    function = questions()[name].function
    assert function is not None
    for call in (lambda: function("1 GB"), lambda: function(no_such_thing=1), lambda: function()):
        with pytest.raises(Refused):
            call()
    for parameter in questions()[name].parameters:
        for value in ("", "nan", float("nan"), 10**500, object(), "-1 GB", "1 Gb", {"a": 1}):
            with pytest.raises(ChipledgerError):
                function(**{parameter: value})


def test_quantities_texts_numbers_and_fractions_mean_the_same() -> None:
    same = [
        roofline.ridge_point(peak_compute=peak, bandwidth=bandwidth).exact
        for peak, bandwidth in (
            ("100 TFLOP/s", "2.5 TB/s"),
            (units.quantity(100, "TFLOP/s"), units.quantity(2.5, "TB/s")),
            (units.quantity(0.1, "PFLOP/s"), units.registry()("2500 GB/s")),
            ("1e14 FLOP/s", "20 Tbit/s"),
        )
    ]
    assert same == [40] * 4
    shares: list[object] = [0.15, "0.15", "15 percent", "15%", Fraction(3, 20), Decimal("0.15"), units.quantity(15, "percent")]
    for share in shares:
        assert memory.device_floor(**FLOOR, reserve=share).unrounded == Fraction(100, 68)  # type: ignore[arg-type]


def test_a_foreign_registry_of_pint_is_read_by_name_or_refused() -> None:
    import pint

    stock = pint.UnitRegistry(cache_folder=None)
    assert roofline.ridge_point(peak_compute="100 TFLOP/s", bandwidth=stock("2 terabyte/s")).exact == 50
    # Stock pint takes a byte for the number eight: what it makes of this sum has no unit left.
    with pytest.raises(Refused, match="is a pure number"):
        memory.device_floor(required_memory=stock("96 GB") + 5, device_memory="80 GB")
    with pytest.raises(Refused, match="unknown unit"):
        memory.device_floor(required_memory=stock("2 furlong"), device_memory="80 GB")


def test_a_plain_number_stands_where_the_name_says_the_unit() -> None:
    assert memory.weights_size(parameters=8, bits_per_parameter=4).exact == 4
    assert training.training_flops(parameters="1e9", tokens=1000, flop_per_parameter_token=2).exact == 2 * 10**12
    assert price.training_cost(accelerator_hours=10, price="2 USD/chip/hour").exact == 20
    assert serving.request_rate(sequences=10, step_time="1 second", generated=5).exact == 2
    assert power.site_power(devices=4, power="1 kW").exact == 4000
    assert network.transfer_time(size="8 GB", bandwidth="1 GB/s", links=2).exact == 4
    assert scale.spec_ratio(amount=3, reference=2).exact == Fraction(3, 2)


def test_question_names_in_either_spelling_and_the_nearest_of_unknown_ones() -> None:
    assert find("device-floor") is find("device_floor") is questions()["device_floor"]
    with pytest.raises(Refused, match="did you mean device_floor") as caught:
        find("devicefloor")
    assert "device_floor" in caught.value.choices
    for odd in ("", "x" * 9999, None, 5):
        with pytest.raises(Refused):
            find(odd)  # type: ignore[arg-type]


def test_an_answer_converts_only_to_its_own_kind() -> None:
    answer = roofline.time_floor(traffic="1 TB", bandwidth="10 TB/s")
    assert answer.to("ms").value == 100
    for odd in ("GB", "ms/", "", None, 5, "Gb"):
        with pytest.raises(ChipledgerError):
            answer.to(odd)  # type: ignore[arg-type]
