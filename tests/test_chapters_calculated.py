"""What the chapters with calculators say in words is what their figures give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from chipledger.compute import memory, network, power, price, roofline, scale, serving, training
from chipledger.fact import Fact
from chipledger.ledger import Ledger
from places import REPOSITORY

BOOK = REPOSITORY / "book"
DENSE = {"precision": "bf16", "sparsity": "dense", "unit_kind": "tensor", "scope": "chip"}
FOUR = ("trainium2", "h100-sxm", "h200-sxm", "b200")
ROOFS = (*FOUR, "tpu-v6e")


def text_of(name: str) -> str:
    import nbformat

    cells = nbformat.read(BOOK / f"{name}.ipynb", as_version=4).cells
    return " ".join(" ".join(cell.source for cell in cells).split())


@pytest.fixture(scope="module")
def peaks(real: Ledger) -> dict[str, Fact]:
    return {chip: real.get(chip, "peak_compute", assume={"sparsity": "dense"}, **DENSE) for chip in ROOFS}


@pytest.fixture(scope="module")
def rates(real: Ledger) -> dict[str, Fact]:
    return {chip: real.get(chip, "memory_bandwidth", scope="chip") for chip in ROOFS}


def test_few_tokens_follow_bandwidth_and_many_follow_peaks(
    real: Ledger, peaks: dict[str, Fact], rates: dict[str, Fact]
) -> None:
    hidden, inner = real.get("llama-3-1-70b", "hidden_size"), real.get("llama-3-1-70b", "ffn_size", part="dense_mlp")
    bound = {}
    for rows in (1, 4096):
        work = roofline.arithmetic_intensity(rows=rows, inner=hidden, columns=inner)
        for chip in ROOFS:
            most = roofline.attainable_rate(intensity=work, peak_compute=peaks[chip], bandwidth=rates[chip])
            bound[rows, chip] = most.remarks
    assert {bound[1, chip] for chip in ROOFS} == {("bound by bandwidth",)}
    assert {bound[4096, chip] for chip in ROOFS} == {("bound by compute",)}
    # 2 x 8192 x 28672 operations over 2 x (8192 x 28672 + 8192 + 28672) bytes.
    one = roofline.arithmetic_intensity(rows=1, inner=hidden, columns=inner)
    assert one.exact == Fraction(8192 * 28672, 8192 * 28672 + 8192 + 28672)


def test_the_rooflines_look_as_their_words_say(peaks: dict[str, Fact], rates: dict[str, Fact]) -> None:
    told = text_of("roofline")
    assert "Trainium2 has the lowest roof and" in told
    ridge = {chip: roofline.ridge_point(peak_compute=peaks[chip], bandwidth=rates[chip]).exact for chip in ROOFS}
    roof = {chip: peaks[chip].interval.scaled(1) for chip in ROOFS}
    assert min(ROOFS, key=lambda chip: roof[chip].low) == "trainium2"
    assert max(ROOFS, key=lambda chip: roof[chip].low) == "b200"
    assert peaks["h100-sxm"].text == peaks["h200-sxm"].text
    assert ridge["h200-sxm"] < ridge["h100-sxm"]
    slope = {chip: ridge[chip] and Fraction(str(peaks[chip].value)) / ridge[chip] for chip in ROOFS}
    assert min(slope, key=lambda chip: slope[chip]) == "tpu-v6e"
    assert max(slope, key=lambda chip: slope[chip]) == "b200"
    # 667 / 2.9 = 230, 989 / 3.35 = 295, 989 / 4.8 = 206, 2250 / 7.7 = 292.
    assert [round(ridge[chip]) for chip in FOUR] == [230, 295, 206, 292]


def test_precision_moves_the_corner_in_tokens_as_told(real: Ledger, rates: dict[str, Fact]) -> None:
    peak = {p: real.get("trainium2", "peak_compute", **{**DENSE, "precision": p}) for p in ("bf16", "fp8")}
    corner = [
        roofline.critical_batch(peak_compute=peak[p], bandwidth=rates["trainium2"], bytes_per_parameter=size).exact
        for p, size in (("bf16", 2), ("fp8", 1), ("bf16", 1))
    ]
    # 667 / 2.9 = 230.0; 1299 / 2 / 2.9 = 224.0; half of the first.
    assert [round(batch) for batch in corner] == [230, 224, 115]


def test_who_needs_most_and_fewest_chips(real: Ledger) -> None:
    capacity = {chip: real.get(chip, "memory_capacity", scope="chip") for chip in (*ROOFS, "trainium3", "tpu7x")}
    parameters = real.get("llama-3-1-405b", "parameter_count")
    for size in ("2", "1", "0.5"):
        need = {
            chip: memory.device_floor(
                parameters=parameters, bytes_per_parameter=size, device_memory=fact, reserve="0.1"
            ).exact
            for chip, fact in capacity.items()
        }
        assert max(need, key=lambda chip: need[chip]) == "tpu-v6e"
        assert need["b200"] == need["tpu7x"] == min(need.values())
    edge = memory.device_floor(parameters=parameters, device_memory=capacity["b200"], reserve="0.1")
    # 405e9 x 2 / (180e9 x 0.9) is 5; the parameters may be 405.5e9.
    assert (edge.exact, edge.unrounded, edge.interval.high) == (5, 5, 6)
    assert "one chip more is needed; the interval says so" in text_of("does-it-fit")


def test_the_run_took_the_share_that_is_told(real: Ledger, peaks: dict[str, Fact]) -> None:
    run = {
        name: real.get("llama-3-1-405b", prop)
        for name, prop in (("parameters", "parameter_count"), ("tokens", "training_tokens"))
    }
    hours = real.get("llama-3-1-405b", "training_accelerator_hours", accelerator="h100-sxm")
    share = training.implied_utilization(**run, accelerator_hours=hours, peak_compute=peaks["h100-sxm"])
    # 6 x 405e9 x 15.6e12 / (30.84e6 x 3600 x 989e12) = 0.3452
    assert share.exact == pytest.approx(0.3452, abs=5e-5)
    reported = real.get("llama-3-1-405b", "reported_mfu", accelerator="h100-sxm").interval
    assert share.interval.high < reported.low / 100
    times = {
        chip: training.training_time(**run, devices=16384, utilization="0.4", compute=peaks[chip]).exact
        for chip in FOUR
    }
    assert max(times, key=lambda chip: times[chip]) == "trainium2"
    assert min(times, key=lambda chip: times[chip]) == "b200"
    assert times["h100-sxm"] == times["h200-sxm"]


def test_readers_are_served_in_the_order_of_bandwidths(real: Ledger, rates: dict[str, Fact]) -> None:
    weights = memory.weights_size(parameters=real.get("llama-3-1-70b", "parameter_count"))
    best = {chip: serving.token_throughput(weights=weights, devices=4, bandwidth=rates[chip]).exact for chip in FOUR}
    assert sorted(best, key=lambda chip: best[chip], reverse=True) == ["b200", "h200-sxm", "h100-sxm", "trainium2"]
    # 140e9 / (4 x 2.9e12) seconds for a token.
    assert best["trainium2"] == Fraction(4 * 29 * 10**11, 140 * 10**9)


def test_the_claim_implies_what_is_told(real: Ledger, peaks: dict[str, Fact], rates: dict[str, Fact]) -> None:
    where = {"region": "us-east-2", "purchase": "capacity_block"}
    claim = real.get("trn2-48xlarge", "price_performance_claim", against="p5en-48xlarge")
    own = real.get("trn2-48xlarge", "price_per_hour", **where)
    other = real.get("p5en-48xlarge", "price_per_hour", **where)
    assert claim.source is not None
    assert real.subjects["trn2-48xlarge"].vendor == "AWS"
    implied = price.implied_throughput_ratio(gain=claim, price_a=own, price_b=other)
    # 1.3 x 35.7608 / 63.158 = 0.736 to 1.4 x the same = 0.793: slower throughout, by less than it is cheaper.
    assert implied.interval.low == pytest.approx(0.7361, abs=5e-5)
    assert implied.interval.high == pytest.approx(0.7927, abs=5e-5)
    assert implied.interval.high < 1
    assert implied.interval.low > Fraction("35.7608") / Fraction("63.158")
    counts = [real.get(name, "chips", scope="instance") for name in ("trn2-48xlarge", "p5en-48xlarge")]
    made = [
        scale.system_compute(devices=count, peak_compute=peaks[chip])
        for count, chip in zip(counts, ("trainium2", "h200-sxm"), strict=True)
    ]
    # 16 x 667 / (8 x 989)
    assert scale.spec_ratio(amount=made[0], reference=made[1]).exact == Fraction(16 * 667, 8 * 989)


def test_summing_up_takes_the_time_that_is_told(real: Ledger) -> None:
    size = memory.weights_size(parameters=real.get("llama-3-1-70b", "parameter_count"))
    one_way = {
        chip: real.get(chip, "scaleup_bandwidth", direction="unidirectional", scope="chip")
        for chip in (*FOUR, "trainium3")
    }
    both = real.get("tpu-v6e", "scaleup_bandwidth", direction="bidirectional", scope="chip")
    rate = {**one_way, "tpu-v6e": network.one_way_bandwidth(bandwidth=both)}
    time = {chip: network.all_reduce_time(size=size, bandwidth=each, devices=8).exact for chip, each in rate.items()}
    # 2 x 140 GB x 7/8 over 640 GB/s
    assert time["trainium2"] == Fraction(245, 640)
    assert sorted(set(time.values())) == [time[c] for c in ("trainium3", "b200", "trainium2", "h100-sxm", "tpu-v6e")]
    assert time["h100-sxm"] == time["h200-sxm"]
    assert one_way["trainium2"].claim is not None
    assert one_way["trainium2"].claim.basis == "reported"


def test_power_comes_out_as_told(real: Ledger) -> None:
    hours = real.get("llama-3-1-405b", "training_accelerator_hours", accelerator="h100-sxm")
    watts = real.get("llama-3-1-405b", "training_device_power", accelerator="h100-sxm")
    run = power.energy_per_run(accelerator_hours=hours, power=watts)
    # 30.84e6 chip hours at 700 W
    assert run.to("GWh").exact == Fraction("21.588")
    landed = real.get("trainium2", "deployed_chips", stage="landed")
    each = real.get("trainium2", "power", power_kind="estimate", scope="chip")
    assert landed.source is not None
    assert (landed.source.publisher, each.claim and each.claim.basis) == ("Amazon", "estimated")
    fleet = power.site_power(devices=landed, power=each)
    # 1.4e6 x 500 W, from 1.35e6 x 450 W to 1.45e6 x 550 W; the other estimate lies within.
    assert fleet.to("MW").interval.low == Fraction("607.5")
    assert fleet.to("MW").interval.high == Fraction("797.5")
    other = real.get("trainium2", "current_power", power_kind="estimate", power_scope="chip_nameplate")
    assert fleet.to("MW").interval.contains(other.interval)
    assert not real.get("trainium2", "power", power_kind="tdp", scope="chip").published
    unit = {chip: real.get(chip, "power", power_kind="tdp", scope="chip").interval.low for chip in ("h100-sxm", "b200")}
    assert each.interval.high < unit["h100-sxm"] < unit["b200"]
