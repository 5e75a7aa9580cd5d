"""What is refused, and that the refusal names the parameter, the value and what is allowed."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import pytest
import yaml

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
from places import TESTS

CASES = yaml.safe_load((TESTS / "cases" / "refusals.yaml").read_text(encoding="utf-8"))
FLOOR = {"required_memory": "100 GB", "device_memory": "80 GB"}


def refusal(name: str, **given: object) -> Refused:
    function = questions()[name].function
    assert function is not None
    with pytest.raises(Refused) as caught:
        function(**given)
    assert isinstance(caught.value, ChipledgerError)
    assert isinstance(caught.value, QuestionError)
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question']}: {case['said'][:40]}")
def test_a_calculation_that_cannot_be_made(case: dict[str, Any]) -> None:
    error = refusal(case["question"], **case["inputs"])
    assert case["said"] in str(error)
    assert error.parameter.startswith(case["parameter"])
    assert len(str(error)) < 700


ODD: list[object] = [
    "", " ", "nan", "nan TB/s", "inf TB/s", "-inf", "1e999 TB/s", "1e99 TB/s", "9" * 60 + " TB/s", "x" * 5000, "TB/s",
    "2 TB/s and more", "2 TB/s;", "2,900 GB/s", "2_900 GB/s", "٢ TB/s", "2 Gb/s", "2 TB/s # x", "1 to TB/s", "\x00",
    "over", "2 TB/s" * 40, "1e-60 TB/s", float("nan"), float("inf"), -float("inf"), 10**400, 10**6000, 1e308, 5e-324,
    True, False, [], {}, (),
    object(), b"2 TB/s", complex(1, 2), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1e9999999"),
    Fraction(10**200), lambda: 2, type, {"value": 2}, [2, 3],
]  # fmt: skip


@pytest.mark.parametrize(
    "value", ODD, ids=lambda value: f"{type(value).__name__}{str(value)[:12] if isinstance(value, str) else ''}"
)
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
        magnitude: ClassVar[list[int]] = [1, 2]
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
    shares: list[object] = [
        0.15,
        "0.15",
        "15 percent",
        "15%",
        Fraction(3, 20),
        Decimal("0.15"),
        units.quantity(15, "percent"),
    ]
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
