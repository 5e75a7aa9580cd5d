"""Intervals of results: nothing that the inputs allow lies outside, and no end is further out than need be."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chipledger.compute import Answer, Formula, Refused, find, price, questions, roofline, scale
from chipledger.compute.case import Case
from chipledger.compute.enclosure import BOUND, EXACT, RANGE, enclose
from chipledger.compute.expression import parse
from chipledger.compute.parameter import POSITIVE, SHARE, Limits
from chipledger.compute.symbolic import directions
from chipledger.interval import Interval
from chipledger.records import Derived
from sampling import Sample, samples

EVERY_CASE = [(formula, case) for formula in questions().values() for case in formula.cases]
NAMES = [f"{formula.name}[{' '.join(case.key)}]" for formula, case in EVERY_CASE]


def ask(formula: Formula, given: dict[str, object]) -> Answer | None:
    """The answer; none where random inputs break what must hold between them, the only thing that may go wrong."""
    assert formula.function is not None
    try:
        return formula.function(**given)
    except Refused as error:
        if any(told in str(error) for told in ("is more than 1", *(r.reason for r in formula.requires))):
            return None
        raise


def at(sample: Sample, value: Fraction) -> object:
    return sample.text if sample.word else Derived(0.0, sample.unit, Interval.exactly(value), "a point", ())


def inside(random: Random, sample: Sample, limits: Limits) -> Fraction:
    """Some value that the interval and the limits allow."""
    value = Fraction(sample.text) if not sample.word else Fraction(0)
    least = Fraction(limits.low or 0)
    low = max(sample.interval.low if sample.interval.low is not None else value / 1000, least)
    high = sample.interval.high if sample.interval.high is not None else value * 1000
    high = min(high, Fraction(limits.high)) if limits.high is not None else high
    if limits.whole:
        return Fraction(random.randint(int(low), int(high)))
    return low + (high - low) * Fraction(random.randint(0, 16), 16)


@pytest.mark.parametrize(("formula", "case"), EVERY_CASE, ids=NAMES)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_nothing_that_the_inputs_allow_lies_outside(formula: Formula, case: Case, seed: int) -> None:
    random = Random(seed)
    found = samples(random, formula, case)
    answer = ask(formula, {name: sample.python for name, sample in found.items()})
    if answer is None:
        return
    assert answer.case == case.key
    assert answer.interval.contains(Interval.exactly(answer.exact))
    for _ in range(4):
        point = {name: at(s, inside(random, s, formula.parameters[name].limits)) for name, s in found.items()}
        other = ask(formula, point)
        assert other is None or answer.interval.contains(Interval.exactly(other.exact)), (found, point)


@pytest.mark.parametrize(("formula", "case"), EVERY_CASE, ids=NAMES)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_ends_are_reached_at_corners(formula: Formula, case: Case, seed: int) -> None:
    random = Random(seed)
    found = samples(random, formula, case)
    loose = [n for n, s in found.items() if s.interval.bounded and s.interval.width]
    for name in [*loose[4:], *(n for n, s in found.items() if not s.interval.bounded)]:
        found[name] = Sample(found[name].text, found[name].unit, Interval.exactly(Fraction(found[name].text)))
    answer = ask(formula, {name: sample.python for name, sample in found.items()})
    if answer is None:
        return
    ends = [{*(found[name].interval.low, found[name].interval.high)} for name in found if not found[name].word]
    names = [name for name in found if not found[name].word]
    words = {name: s.text for name, s in found.items() if s.word}
    corners = [
        ask(formula, words | {n: at(found[n], v) for n, v in zip(names, c, strict=True)}) for c in product(*ends)
    ]
    values = [corner.exact for corner in corners if corner is not None]
    if len(values) < len(corners):  # the formula has no meaning at some corner, so that its end is open or the limit
        return
    assert (answer.interval.low, answer.interval.high) == (min(values), max(values))


def test_every_question_moves_one_way_with_each_parameter() -> None:
    unclear = {
        (formula.name, name)
        for formula, case in EVERY_CASE
        for name, direction in formula.directions(case).items()
        if direction is None
    }
    assert all(0 not in formula.directions(case).values() for formula, case in EVERY_CASE), "a parameter without effect"
    # Round a ring of an odd length a byte goes a little less than half the way, and more devices shorten a switch's
    # share of an all-to-all while adding steps. These are counts, which are exact in practice.
    assert {name for name, _ in unclear} == {
        "ring_collective_time",
        "torus_collective_time",
        "switched_collective_time",
    }
    assert {parameter for _, parameter in unclear} == {"devices", "length", "width", "height"}


def test_printed_digits_carry_through() -> None:
    # 666.5 / 2.95 = 225.93 and 667.5 / 2.85 = 234.21 FLOP/byte
    peak, bandwidth = (
        Derived(value, unit, Interval.printed(text), "as printed", ())
        for value, unit, text in ((667.0, "TFLOP/s", "667"), (2.9, "TB/s", "2.9"))
    )
    answer = roofline.ridge_point(peak_compute=peak, bandwidth=bandwidth)
    assert answer.interval == Interval(Fraction("666.5") / Fraction("2.95"), Fraction("667.5") / Fraction("2.85"))
    assert answer.text == "230 FLOP/byte"
    assert answer.enclosure == RANGE


def test_texts_may_say_how_sure_they_are() -> None:
    # (1 + 0.3) x 20 / 40 and (1 + 0.4) x 20 / 40
    ratio = price.implied_throughput_ratio(gain="30 to 40 percent", price_a="20 USD/hour", price_b="40 USD/hour")
    assert ratio.interval == Interval(Fraction("0.65"), Fraction("0.7"))
    # more than a million chips of 1 TFLOP/s: at least 1 EFLOP/s, with no upper end
    fleet = scale.system_compute(devices="over 1000000 chip", peak_compute="1 TFLOP/s")
    assert fleet.interval == Interval(Fraction(10**18), None)
    assert str(fleet).splitlines()[1] == "  interval: at least 1 EFLOP/s"
    assert fleet.text == "at least 1 EFLOP/s"
    # a peak of 100 TFLOP/s or more takes 10 ms or less for 1 TFLOP
    floor = roofline.time_floor(work="1 TFLOP", peak_compute="over 100 TFLOP/s")
    assert (floor.text, floor.interval) == ("0 to 10 ms", Interval(Fraction(0), Fraction(1, 100)))
    saving = price.relative_saving(amount="over 10 USD/hour", reference="20 USD/hour")
    assert (saving.text, saving.interval) == ("up to 0.5", Interval(None, Fraction(1, 2)))
    wide = scale.spec_ratio(amount="1 to 5 GB", reference="1 GB")
    assert wide.text == "1 to 5"
    # about 500,000: half a unit of the five either way
    about = scale.system_compute(devices="about 500000 chip", peak_compute="1 TFLOP/s")
    assert about.interval == Interval(Fraction(450000 * 10**12), Fraction(550000 * 10**12))
    # up to 2 TB/s: the ridge is at least 100 / 2, without an upper end
    ridge = roofline.ridge_point(peak_compute="100 TFLOP/s", bandwidth="up to 2 TB/s")
    assert ridge.interval == Interval(Fraction(50), None)


def test_ceilings_and_floors_have_the_ends_of_whole_numbers() -> None:
    floor = find("device_floor").function
    capacity = find("chips_for_site_power").function
    assert floor is not None
    assert capacity is not None
    # 395/100 and 405/100 round up to 4 and 5; 4 itself does not round up
    between = Derived(400.0, "GB", Interval(Fraction(395), Fraction(405)), "about 400", ())
    answer = floor(required_memory=between, device_memory="100 GB")
    assert (answer.exact, answer.interval) == (4, Interval(Fraction(4), Fraction(5)))
    # 9.5 MW / 1 MW rounds down to 9, 10 stays 10
    power = Derived(10.0, "MW", Interval(Fraction("9.5"), Fraction(10)), "nearly 10", ())
    assert capacity(site_power=power, unit_power="1 MW").interval == Interval(Fraction(9), Fraction(10))


def test_an_input_that_occurs_twice_leaves_no_more_room_than_it_has() -> None:
    # 2 M N K / (2 M K + 2 K N + 2 M N) with N = K = 100 and M from 50 to 150: at 50 it is 25, at 150 37.5.
    # Interval arithmetic on the parts would give 2 x 50 x 1e4 / 8e4 = 12.5 to 75.
    rows = Derived(100.0, "one", Interval(Fraction(50), Fraction(150)), "rows", ())
    answer = roofline.arithmetic_intensity(rows=rows, inner=100, columns=100)
    assert answer.interval == Interval(Fraction(25), Fraction("37.5"))


def test_exact_inputs_leave_no_room() -> None:
    answer = roofline.ridge_point(peak_compute="100 TFLOP/s", bandwidth="3 TB/s")
    assert answer.interval == Interval.exactly(Fraction(100, 3))
    assert answer.enclosure == EXACT


def test_an_interval_never_passes_what_cannot_be_passed() -> None:
    utilization = find("model_flops_utilization").function
    assert utilization is not None
    # 99 +- 2 of 100: the value is 0.99, and no utilization is above 1
    rate = Derived(99.0, "TFLOP/s", Interval(Fraction(97), Fraction(101)), "measured", ())
    assert utilization(achieved=rate, peak_compute="100 TFLOP/s").interval == Interval(Fraction("0.97"), Fraction(1))
    # A share of 0.95 +- 0.1 is at most 1: 200 / (100 x 1) to 200 / (100 x 0.85)
    share = Derived(0.95, "one", Interval(Fraction("0.85"), Fraction("1.05")), "about", ())
    floor = roofline.time_floor(work="200 TFLOP", peak_compute="100 TFLOP/s", utilization=share)
    assert floor.interval == Interval(Fraction(2), Fraction(200, 85))


@pytest.mark.parametrize(
    ("text", "limits", "expected"),
    [
        ("a / b", {}, {"a": 1, "b": -1}),
        ("a * b / (a + b)", {}, {"a": 1, "b": 1}),
        ("a - b", {}, {"a": 1, "b": -1}),
        ("a * (1 - a)", {"a": SHARE}, {"a": None}),
        ("a * a", {"a": Limits(low=None)}, {"a": None}),
        ("max(a, 1 / a)", {}, {"a": None}),
        ("max(a / b, c / b)", {}, {"a": 1, "b": -1, "c": 1}),
        ("min(a * b, b)", {}, {"a": 1, "b": 1}),
        ("ceil(a / b)", {}, {"a": 1, "b": -1}),
        ("b - floor(a / 2)", {}, {"a": -1, "b": 1}),
        ("ceil(a) - a", {}, {"a": None}),
        ("ceil(max(a, b) / c)", {}, {"a": 1, "b": 1, "c": -1}),
        ("1 + of(2, 'byte') * 0 * a", {}, {"a": 0}),
    ],
)
def test_directions_are_found(text: str, limits: dict[str, Limits], expected: dict[str, int | None]) -> None:
    assert directions(parse(text), {name: limits.get(name, POSITIVE) for name in expected}) == expected


def test_what_is_known_besides_decides_a_direction() -> None:
    everywhere = dict.fromkeys("abc", POSITIVE)
    assert directions(parse("(a - b) / c"), everywhere)["c"] is None
    assert directions(parse("(a - b) / c"), everywhere, [parse("a - b")])["c"] == -1


@given(st.fractions(0, 1), st.fractions(0, 1), st.fractions(0, 1))
def test_without_a_direction_the_bound_holds_all_the_same(a: Fraction, b: Fraction, share: Fraction) -> None:
    low, high = min(a, b), max(a, b)
    node = parse("x * (1 - x) + max(x, y) - min(x, y) + ceil(x) - floor(y)")
    box = {"x": Interval(low, high), "y": Interval(low, high)}
    interval, how = enclose(node, {"x": None, "y": None}, box)
    assert how == (BOUND.format("x and y") if low != high else RANGE)
    x = low + share * (high - low)
    value = x * (1 - x) + 0 + x.__ceil__() - x.__floor__()
    assert interval.contains(Interval.exactly(value))


def test_a_divisor_that_may_be_zero_leaves_everything_open() -> None:
    interval, how = enclose(
        parse("a / (b - c)"),
        {"a": 1, "b": None, "c": None},
        {"a": Interval.exactly(1), "b": Interval(Fraction(1), Fraction(3)), "c": Interval.exactly(2)},
    )
    assert (interval, how) == (Interval(None, None), BOUND.format("b"))
