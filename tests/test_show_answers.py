"""Charts of answers and rooflines: what they draw is what the calculations give."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from chipledger import show
from chipledger.compute import memory, roofline
from chipledger.errors import QuestionError
from chipledger.ledger import Ledger

WORDS = "What the chart shows, said for those who cannot see it."
BASIS = {"precision": "bf16", "sparsity": "dense"}


def floors(ledger: Ledger, size: str) -> dict[str, object]:
    parameters = ledger.get("llama-3-1-405b", "parameter_count")
    return {
        chip: memory.device_floor(
            parameters=parameters,
            bytes_per_parameter=size,
            device_memory=ledger.get(chip, "memory_capacity", scope="chip"),
        )
        for chip in ("trainium2", "b200")
    }


def test_bars_are_answers_with_their_room(real: Ledger) -> None:
    sets = {"two bytes": floors(real, "2"), "one byte": floors(real, "1")}
    chart = show.answers_chart(real, sets, unit="chip", title="Chips", choose="Weights", alt=WORDS)
    # 810e9 / 103.079e9 = 7.858; 810 / 180 = 4.5; half of both.
    assert [(row["choice"], row["name"], row["value"]) for row in chart.rows] == [
        ("two bytes", "Trainium2", 8.0),
        ("two bytes", "B200", 5.0),
        ("one byte", "Trainium2", 4.0),
        ("one byte", "B200", 3.0),
    ]
    spec = chart.to_dict()
    [choice] = spec["params"]
    assert choice["bind"]["options"] == ["two bytes", "one byte"]
    assert {row["vendor"] for row in chart.rows} == {"AWS", "NVIDIA"}
    assert all(row["first url"].startswith("https://") for row in chart.rows)
    assert chart.to_dict() == json.loads(json.dumps(spec))


def test_an_answer_that_may_be_more_says_so(real: Ledger) -> None:
    sets = {
        "all": {
            "b200": memory.device_floor(
                parameters=real.get("llama-3-1-405b", "parameter_count"),
                reserve="0.1",
                device_memory=real.get("b200", "memory_capacity", scope="chip"),
            )
        }
    }
    chart = show.answers_chart(real, sets, unit="chip", title="Chips", choose="Set", alt=WORDS)
    [row] = chart.rows
    assert (row["low"], row["value"], row["high"], row["end"]) == (5.0, 5.0, 6.0, 6.0)
    assert "Thin lines" in chart.caption
    assert "params" not in chart.to_dict()


def test_only_answers_to_one_question_share_a_chart(real: Ledger) -> None:
    other = memory.weights_size(parameters=real.get("llama-3-1-405b", "parameter_count"))
    with pytest.raises(QuestionError, match="answers to one question"):
        show.answers_chart(
            real, {"all": {**floors(real, "2"), "x": other}}, unit="chip", title="Chips", choose="Set", alt=WORDS
        )
    with pytest.raises(QuestionError, match="not to none"):
        show.answers_chart(real, {}, unit="chip", title="Chips", choose="Set", alt=WORDS)


def test_a_roofline_is_a_slope_and_a_roof(real: Ledger) -> None:
    work = roofline.arithmetic_intensity(rows=300, inner=300, columns=300)
    chips = ["trainium2", "h200-sxm", "tpu-v6e"]
    chart = show.roofline_chart(
        real, chips, works={"a product": work}, assume={"sparsity": "dense"}, alt=WORDS, **BASIS
    )
    trainium2, h200, tpu, *reached = chart.rows
    assert trainium2["y"] == 667.0
    assert trainium2["x"] == pytest.approx(float(Fraction(667) / Fraction("2.9")))
    for row, rate in ((trainium2, 2.9), (h200, 4.8), (tpu, 1.638)):
        # The slope is the bandwidth, and it ends where the roof begins.
        assert row["low y"] / row["low x"] == pytest.approx(rate)
        assert row["y"] / row["x"] == pytest.approx(rate)
        assert row["high x"] > row["x"] > row["low x"]
    assert (trainium2["assumed"], tpu["assumed"]) == ("", "assumed dense")
    # 100 operations for each byte, at 2.9, 4.8 and 1.638 TB/s.
    assert [round(row["y"], 6) for row in reached] == [290.0, 480.0, 163.8]
    assert {row["bound"] for row in reached} == {"bandwidth"}
    assert "Dotted ceilings are assumed dense" in chart.caption
    assert chart.to_dict()["params"][0]["bind"]["options"] == ["a product"]


def test_a_roofline_needs_a_chip_with_both_figures(real: Ledger) -> None:
    with pytest.raises(QuestionError):
        show.roofline_chart(real, ["groq-lpu-v1-that-is-not-there"], alt=WORDS, **BASIS)
