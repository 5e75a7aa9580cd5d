"""Every question of the vocabulary once with round inputs, the answer worked out by hand beside it."""

from fractions import Fraction

import pytest
import yaml

from chipledger.compute import MODULES, questions
from places import TESTS
from tolerance import in_unit

VOCABULARY = yaml.safe_load((TESTS / "cases" / "questions.yaml").read_text(encoding="utf-8"))

#: Question, inputs, answer, unit.
WORKED: list[tuple[str, dict[str, object], str, str]] = [
    # 600e12 / 3e12
    ("ridge_point", {"peak_compute": "600 TFLOP/s", "bandwidth": "3 TB/s"}, "200", "FLOP/byte"),
    # 8 experts over 2, one byte: 4 x 1 x 600e12 / (2 x 3e12)
    (
        "critical_batch",
        {
            "peak_compute": "600 TFLOP/s",
            "bandwidth": "3 TB/s",
            "bytes_per_parameter": 1,
            "total_experts": 8,
            "active_experts": 2,
        },
        "400",
        "token",
    ),
    # 2 x 100 x 400 x 200 = 16e6 over 100 x 200 + 2 x 200 x 400 + 4 x 100 x 400 = 340,000 byte: 800/17
    (
        "arithmetic_intensity",
        {
            "rows": 100,
            "inner": 200,
            "columns": 400,
            "input_size": "1 byte",
            "weight_size": "2 byte",
            "output_size": "4 byte",
        },
        "800/17",
        "FLOP/byte",
    ),
    # 128 x 2048 x 2e9 = 5.24288e14
    (
        "peak_compute",
        {"units": 128, "operations_per_cycle": "2048 FLOP", "clock": "2 GHz"},
        "524.288",
        "TFLOP/s",
    ),
    # compute: 6e15 / (2 x 600e12 x 0.5) = 10 s; traffic: 30e12 / (2 x 3e12) = 5 s
    (
        "time_floor",
        {
            "work": "6 PFLOP",
            "peak_compute": "600 TFLOP/s",
            "traffic": "30 TB",
            "bandwidth": "3 TB/s",
            "devices": "2 chip",
            "utilization": 0.5,
        },
        "10",
        "second",
    ),
    # 2 x 10 x 1000 x 3000 = 6e7 FLOP in 0.1 us; 2 x (10,000 + 3,000,000 + 30,000) = 6.08e6 byte at 3.04e12 B/s in 2 us
    (
        "matmul_time_floor",
        {"rows": 10, "inner": 1000, "columns": 3000, "peak_compute": "600 TFLOP/s", "bandwidth": "3.04 TB/s"},
        "2",
        "us",
    ),
    # layer: 2 x 64 x 64 + 2 x 64 x 16 + 3 x 64 x 200 + 2 x 64 = 48,768; 5 of them; (2 x 1000 + 1) x 64 = 128,064
    (
        "parameter_count",
        {
            "layers": 5,
            "hidden": 64,
            "vocabulary": 1000,
            "feed_forward": 200,
            "heads": 8,
            "kv_heads": 2,
            "head_width": 8,
        },
        "371904",
        "parameter",
    ),
    # 4 bits and an eighth of 8 bits are 5 bits: 8e9 x 5 / 8 = 5e9, and a tenth more
    (
        "weights_size",
        {
            "parameters": "8e9",
            "bits_per_parameter": 4,
            "scale_bits": 8,
            "block": "8 parameter",
            "overhead": 1.1,
        },
        "5.5",
        "GB",
    ),
    # 2 x 4 x 100 x 10 layers x 1 byte = 8000 byte a token; 500 tokens, 3 sequences
    (
        "kv_cache_size",
        {
            "layers": 10,
            "kv_heads": 4,
            "head_width": 100,
            "element_size": "1 byte",
            "context": "500 token",
            "sequences": 3,
        },
        "12",
        "MB",
    ),
    # 2/2 + 2/4 + 12/8 = 3 byte for each of 1e9, and 4 for each of 5e6
    (
        "training_state_size",
        {
            "parameters": "1e9",
            "weight_shards": 2,
            "gradient_shards": "4 chip",
            "optimizer_shards": 8,
            "live_parameters": "5e6",
        },
        "3.02",
        "GB",
    ),
    # 17 x 2 x 1e6 x 100 x 3
    (
        "activation_size",
        {"batch_tokens": "1e6 token", "width": 100, "layers": 3, "tensors_per_layer": 17},
        "10.2",
        "GB",
    ),
    # (100e9 x 2 x 1.2 + 10e9) / (80e9 x 0.9) = 250/72 = 3.47
    (
        "device_floor",
        {
            "parameters": "100e9",
            "overhead": 1.2,
            "extra_memory": "10 GB",
            "device_memory": "80 GB",
            "reserve": "10 percent",
        },
        "4",
        "chip",
    ),
    # (4 x 80 - 200) / (1 MB x 1000) = 120 exactly: a floor that is not to fall to 119
    (
        "sequence_capacity",
        {
            "devices": "4 chip",
            "device_memory": "80 GB",
            "weights": "200 GB",
            "cache_per_token": "1 MB/token",
            "context": "1000 token",
        },
        "120",
        "one",
    ),
    # 2 x 3e9 x 1e9
    (
        "training_flops",
        {"parameters": "3e9", "tokens": "1e9", "flop_per_parameter_token": 2},
        "6e18",
        "FLOP",
    ),
    # 100e12 x 10 x 3600
    ("delivered_flops", {"achieved": "100 TFLOP/s", "devices": 10, "time": "1 hour"}, "3.6e18", "FLOP"),
    # 6 x 1e9 x 1e12 = 6e21 over 100 x 500e12 x 0.4 = 2e16 is 300,000 s
    (
        "training_time",
        {
            "parameters": "1e9",
            "tokens": "1e12",
            "devices": "100 chip",
            "compute": "500 TFLOP/s",
            "utilization": 0.4,
        },
        "300000",
        "second",
    ),
    # 1e9 tokens at 1000 tokens a second and chip: 1e6 s = 2500/9 hours
    (
        "accelerator_hours",
        {"tokens": "1e9 token", "device_token_rate": "1000 token/second/chip"},
        "2500/9",
        "chip*hour",
    ),
    # 96 x 2 x 60 x 4 x 10^2 = 4,608,000; times 1 + 60/60 + 640/640 = 3; over 3 x 4.608 s
    (
        "achieved_compute",
        {
            "sequences": 2,
            "sequence_length": "60 token",
            "layers": 4,
            "hidden": 10,
            "vocabulary": 640,
            "devices": 3,
            "time": "4.608 second",
        },
        "1e6",
        "FLOP/s",
    ),
    # 6 x 1e9 + 12 x 10 x 5000 x 5000 = 9e9 FLOP a token; 4/3 x 1e6 x 9e9 = 1.2e16 over 24 x 1e15
    (
        "model_flops_utilization",
        {
            "token_rate": "1e6 token/s",
            "parameters": "1e9",
            "layers": 10,
            "attention_width": 5000,
            "sequence_length": "5000 token",
            "passes": 4,
            "devices": 24,
            "peak_compute": "1 PFLOP/s",
        },
        "1/2",
        "one",
    ),
    # caches: 10 x 1e9 / (2 x 1e12) = 5 ms; weights: 20e9 / 2e12 = 10 ms; compute: 2 x 10e9 x 10 / (2 x 1e14) = 1 ms
    (
        "decode_time_floor",
        {
            "weights": "20 GB",
            "cache_per_sequence": "1 GB",
            "sequences": 10,
            "devices": 2,
            "bandwidth": "1 TB/s",
            "parameters": "10e9",
            "peak_compute": "100 TFLOP/s",
        },
        "15",
        "ms",
    ),
    # 10 tokens each 15 ms, for each of 4 devices: 10 / 0.015 / 4 = 500/3
    (
        "token_throughput",
        {
            "sequences": 10,
            "weights": "20 GB",
            "cache_per_sequence": "1 GB",
            "devices": 2,
            "bandwidth": "1 TB/s",
            "per_devices": 4,
        },
        "500/3",
        "token/s/chip",
    ),
    # 2 x 10e9 x 1000 = 2e13 over 4 x 100e12 x 0.5
    (
        "prefill_time_floor",
        {
            "parameters": "10e9",
            "tokens": "1000 token",
            "devices": 4,
            "peak_compute": "100 TFLOP/s",
            "utilization": 0.5,
        },
        "100",
        "ms",
    ),
    # 64 sequences a step of 20 ms are 3200 tokens a second; 200 tokens a request: 16; over 8 devices: 2
    (
        "request_rate",
        {"sequences": 64, "step_time": "20 ms", "generated": "200 token", "per_devices": "8 chip"},
        "2",
        "1/second/chip",
    ),
    # 6e9 / (3 x 100e9) = 20 ms and 5 x 2 us
    (
        "transfer_time",
        {"size": "6 GB", "bandwidth": "100 GB/s", "links": 3, "hops": 5, "hop_latency": "2 us"},
        "20.01",
        "ms",
    ),
    # 16e9 x 3/4 / 100e9
    ("all_gather_time", {"size": "16 GB", "bandwidth": "100 GB/s", "devices": 4}, "120", "ms"),
    # the same by construction
    ("reduce_scatter_time", {"size": "16 GB", "bandwidth": "100 GB/s", "devices": 4}, "120", "ms"),
    # and both of them: 2 x 120
    ("all_reduce_time", {"size": "16 GB", "bandwidth": "100 GB/s", "devices": 4}, "240", "ms"),
    # 100 x 8 x 5000 x (1 + 2) = 12e6 byte over 60e9 is 200 us, ten times
    (
        "all_to_all_time",
        {"tokens": "100 token", "experts_per_token": 8, "width": 5000, "bandwidth": "60 GB/s", "rounds": 10},
        "2",
        "ms",
    ),
    # 600e12 x 2 / (2 x 2 x 100e9) = 3000, times 3/4 for four groups, times 16 devices
    (
        "data_parallel_critical_batch",
        {"peak_compute": "600 TFLOP/s", "bandwidth": "100 GB/s", "axes": 2, "groups": 4, "devices": "16 chip"},
        "36000",
        "token",
    ),
    # 36 / 16
    (
        "price_per_accelerator_hour",
        {"instance_price": "36 USD/hour", "devices": "16 chip"},
        "2.25",
        "USD/chip/hour",
    ),
    # 2 chips x 1.8 USD = 3.6 USD an hour, 0.001 USD a second, at 500 x 0.5 tokens a second: 4e-6 USD a token
    (
        "price_per_token",
        {"price": "1.8 USD/chip/hour", "devices": 2, "token_rate": "500 token/s", "utilization": 0.5},
        "4",
        "USD/Mtoken",
    ),
    # 50 chips x 48 hours x 1.25
    (
        "training_cost",
        {"devices": 50, "time": "2 day", "price": "1.25 USD/chip/hour"},
        "3000",
        "USD",
    ),
    # 600e12 x 3600 / 2
    (
        "compute_per_price",
        {"peak_compute": "600 TFLOP/s", "price": "2 USD/chip/hour"},
        "1.08e18",
        "FLOP/USD",
    ),
    # 1 - 30/48
    ("relative_saving", {"amount": "30 USD/hour", "reference": "48 USD/hour"}, "0.375", "one"),
    # 1 - 0.7 x 0.9
    ("stacked_discount", {"first": 0.3, "second": "10 percent"}, "37", "percent"),
    # 1.5 x 20 / 40
    (
        "implied_throughput_ratio",
        {"gain": 0.5, "price_a": "20 USD/hour", "price_b": "40 USD/hour"},
        "0.75",
        "one",
    ),
    # 40 x 300 / 400
    (
        "break_even_price",
        {"reference_price": "40 USD/chip/hour", "rate": "300 token/s", "reference_rate": "400 token/s"},
        "30",
        "USD/chip/hour",
    ),
    # 8 x 100 h x 0.5 kW x 0.8 x 1.25
    (
        "energy_per_run",
        {"devices": 8, "time": "100 hour", "power": "500 W", "utilization": 0.8, "pue": 1.25},
        "400",
        "kWh",
    ),
    # 2000 kWh x 0.3 x 1.5 = 900 kg
    (
        "emissions_per_run",
        {"energy": "2 MWh", "carbon_intensity": "0.3 kg/kWh", "pue": 1.5},
        "0.9",
        "tonne",
    ),
    # 20 x 40 kW x 0.9 x 1.25
    (
        "site_power",
        {"devices": "20 rack", "power": "40 kW", "utilization": 0.9, "pue": 1.25},
        "900",
        "kW",
    ),
    # 3000 / (40 x 1.25) = 60 exactly
    ("chips_for_site_power", {"site_power": "3 MW", "unit_power": "40 kW", "pue": 1.25}, "60", "one"),
    # 64 x 250
    ("system_compute", {"devices": "64 chip", "peak_compute": "250 TOP/s"}, "16", "POP/s"),
    # 16 x 96 x 2^30 / 2^40
    ("system_memory", {"devices": "16 chip", "device_memory": "96 GiB"}, "1.5", "TiB"),
    # 2 x 18 x 25
    ("system_bandwidth", {"devices": 2, "links": "18 link", "bandwidth": "25 GB/s"}, "900", "GB/s"),
    # 3.2 Tbit/s are 400 GB/s, a half of 800
    ("spec_ratio", {"amount": "3.2 Tbit/s", "reference": "800 GB/s"}, "0.5", "one"),
]


@pytest.mark.parametrize(("name", "inputs", "value", "unit"), WORKED, ids=lambda v: v if isinstance(v, str) else "")
def test_an_answer_worked_out_by_hand(name: str, inputs: dict[str, object], value: str, unit: str) -> None:
    function = questions()[name].function
    assert function is not None
    answer = function(**inputs)
    assert in_unit(answer, unit) == Fraction(value)
    assert answer.interval.low == answer.exact == answer.interval.high
    assert answer.value == float(answer.exact)


def test_every_question_of_the_vocabulary_is_worked_out() -> None:
    assert [name for name, *_ in WORKED] == [name for module in VOCABULARY.values() for name in module]


@pytest.mark.parametrize("module", MODULES)
def test_names_and_defaults_are_those_of_the_vocabulary(module: str) -> None:
    for name, parameters in VOCABULARY[module].items():
        formula = questions()[name]
        assert formula.module == module
        # Further parameters may follow; those of the vocabulary keep their names, order and defaults.
        ours = {
            p.name: "required" if p.required else "none" if p.default is None else str(p.default)
            for p in formula.parameters.values()
        }
        assert list(ours)[: len(parameters)] == list(parameters), name
        assert {key: ours[key] for key in parameters} == parameters, name


def test_which_resource_binds_is_told() -> None:
    # 1e12 / 1e14 = 10 ms of compute against 10e9 / 2e12 = 5 ms of traffic; with 20 GB both take 10 ms.
    floor = questions()["time_floor"].function
    assert floor is not None
    given = {"work": "1 TFLOP", "peak_compute": "100 TFLOP/s", "bandwidth": "2 TB/s"}
    assert floor(**given, traffic="10 GB").remarks == ("bound by compute",)
    assert floor(**given, traffic="20 GB").remarks == ("bound by compute and bandwidth",)
    assert floor(**given, traffic="30 GB").remarks == ("bound by bandwidth",)


def test_what_a_device_floor_does_not_certify() -> None:
    floor = questions()["device_floor"].function
    assert floor is not None
    answer = floor(required_memory="350 GB", device_memory="80 GB", heads=64, layers=80)
    assert answer.text == "5 chips (4.375 before rounding up)"
    assert answer.remarks == (
        "80 layers divide evenly by 5",
        "64 heads do not divide evenly by 5; the next count that does is 8",
        "not checked: whether experts divide evenly",
    )
    assert floor(required_memory="350 GB", device_memory="80 GB", heads=3).remarks[0].endswith("more devices than that")
    assert floor(required_memory="350 GB", device_memory="80 GB", whole=False, heads=64).remarks == ()


@pytest.mark.parametrize(
    ("extra", "capacity", "devices", "before"),
    [  # 96 GiB x 0.85 = 87.617 GB; 352 / 87.617 = 4.0175; 96 GB x 0.85 = 81.6: 352 / 81.6 = 4.3137
        ("32 GB", "96 GiB", 5, "4.017"),
        ("32 GB", "96 GB", 5, "4.314"),
        ("31.5 GB", "96 GiB", 5, "4.012"),  # 351.5 / 87.617 = 4.01176
        ("30 GB", "96 GiB", 4, "3.995"),  # 350 / 87.617 = 3.99464
    ],
)
def test_rounding_an_input_would_decide_the_floor(extra: str, capacity: str, devices: int, before: str) -> None:
    floor = questions()["device_floor"].function
    assert floor is not None
    answer = floor(
        parameters="320e9", bytes_per_parameter="1", extra_memory=extra, device_memory=capacity, reserve="0.15"
    )
    assert answer.exact == devices
    assert f"({before} before rounding up)" in answer.text


def test_a_hair_above_a_whole_number_is_not_shown_as_it() -> None:
    # 400.000001 / 100 needs five devices; "4 before rounding up" would look like a mistake.
    floor = questions()["device_floor"].function
    assert floor is not None
    assert (
        floor(required_memory="400.000001 GB", device_memory="100 GB").text == "5 chips (4.00000001 before rounding up)"
    )
    assert floor(required_memory="400 GB", device_memory="100 GB").text == "4 chips (4 before rounding up)"


def test_active_parameters_for_speed_and_all_of_them_for_memory() -> None:
    # 320e9 of 1 byte need 320 GB; a step of an 18e9-parameter pass reads 18 GB.
    weights = questions()["weights_size"].function
    decode = questions()["decode_time_floor"].function
    assert weights is not None
    assert decode is not None
    assert in_unit(weights(parameters="320e9", bits_per_parameter=8), "GB") == 320
    assert in_unit(decode(weights="18 GB", bandwidth="3 TB/s"), "ms") == 6


def test_fewer_bits_never_need_more() -> None:
    weights = questions()["weights_size"].function
    assert weights is not None
    sizes = [weights(parameters="7e9", bits_per_parameter=bits).exact for bits in range(1, 33)]
    assert sizes == sorted(sizes)
    # 70e9 x 2 byte = 140 GB = 130.385 GiB
    answer = weights(parameters="70e9")
    assert answer.text == "140 GB"
    assert answer.to("GiB").exact == Fraction(140 * 10**9, 2**30)


def test_what_other_calculators_got_wrong() -> None:
    ask = {name: formula.function for name, formula in questions().items()}
    floor, weights, cost, cache = (ask[n] for n in ("device_floor", "weights_size", "training_cost", "kv_cache_size"))
    assert floor is not None
    assert weights is not None
    assert cost is not None
    assert cache is not None
    # 700 / 80 = 8.75, and 700 / 68 = 10.29 with 15 % kept free
    assert floor(required_memory="700 GB", device_memory="80 GB").exact == 9
    assert floor(required_memory="700 GB", device_memory="80 GB", reserve="15 %").exact == 11
    # 100e12 parameters of two bytes are 200 TB, which are 181.9 TiB
    assert weights(parameters="100e12").text == "200 TB"
    assert round(float(in_unit(weights(parameters="100e12"), "TiB")), 1) == 181.9
    # five dollars an hour for a day
    assert cost(devices=1, time="1 day", price="5 USD/chip/hour").exact == 120
    # the width of a head is the model's own, not the quotient of its width and its heads: 2 x 36 x 8 x 128 x 2 byte
    assert cache(layers=36, kv_heads=8, head_width=128).exact == 2 * 36 * 8 * 128 * 2
