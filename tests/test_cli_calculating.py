"""The command line calculates: figures typed and taken from the ledger, their sources, and refusals in one line."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import chipledger
from chipledger.cli import grammar, main
from chipledger.compute import questions
from chipledger.ledger import Ledger

FLOOR = ["device-floor", "--bytes-per-parameter", "1", "--extra-memory", "32 GB", "--reserve", "0.15"]


@pytest.fixture(autouse=True)
def one_ledger(real: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the data once, not at every command."""
    monkeypatch.setattr(chipledger, "load", lambda path=None: real)


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


def test_every_question_is_a_verb_with_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(questions()) > 60
    for formula in questions().values():
        with pytest.raises(SystemExit) as left:
            grammar().read([formula.verb, "--help"])
        assert left.value.code == 0
        told = capsys.readouterr().out
        for name in formula.parameters:
            assert f"--{name.replace('_', '-')} " in told, formula.verb


def test_the_floor_of_a_chip(capsys: pytest.CaptureFixture[str]) -> None:
    # (320e9 + 32e9) / (96 x 2**30 x 0.85) = 352e9 / 87.617e9 = 4.017
    told = said(capsys, *FLOOR, "--chip", "trainium2", "--parameters", "320e9")
    assert told.splitlines()[0] == "memory.device_floor: 5 chips (4.017 before rounding up)"
    assert "  interval: exactly 5 chips" in told
    assert "device_memory = 96 GiB (trainium2.memory_capacity [" in told
    assert "published by AWS Neuron Documentation, Trainium2 Architecture" in told
    assert "device_floor = ceil(" in told


def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(said(capsys, *FLOOR, "--chip", "trainium2", "--parameters", "320e9", "--json"))
    assert (record["value"], record["unit"]) == (5.0, "chip")
    assert record["unrounded"] == pytest.approx(float(Fraction(352 * 10**9) / (96 * 2**30 * Fraction("0.85"))))
    assert record["interval"] == {"low": 5.0, "high": 5.0}
    [claim] = record["claims"]
    assert [claim["id"]] == record["inputs"]
    assert (claim["subject"], claim["text"]) == ("trainium2", "96 GiB")
    assert claim["source"]["url"].startswith("https://")
    assert record["latex"].startswith("n = ")


def test_a_model_stands_for_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    # 405e9 x 2 / (96 x 2**30 x 0.9) = 8.731; 126 layers are 14 x 9, 128 heads are no multiple of 9.
    told = said(capsys, "device-floor", "--chip", "trainium2", "--model", "llama-3-1-405b", "--reserve", "0.1")
    assert told.startswith("memory.device_floor: 9 chips (8.731 before rounding up)\n")
    assert "126 layers divide evenly by 9" in told
    assert "128 heads do not divide evenly by 9" in told
    assert "Llama 3.1 model card" in told


def test_what_is_typed_goes_before_what_the_model_has(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ("--parameters", "100e9", "--device-memory", "100 GB")
    told = said(capsys, "device-floor", "--model", "llama-3-1-405b", *typed)
    assert told.startswith("memory.device_floor: 2 chips (")
    assert "parameters = 100e9 parameter (given)" in told


def test_a_chip_is_asked_for_what_the_formula_needs(capsys: pytest.CaptureFixture[str]) -> None:
    # Dense, on the tensor units, per chip: 667 / 2.9 = 230.
    told = said(capsys, "ridge-point", "--chip", "trainium2", "--precision", "bf16")
    assert told.startswith("roofline.ridge_point: 230 FLOP/byte\n")
    error = refused(capsys, "ridge-point", "--chip", "trainium2")
    assert "say which (precision: bf16, fp16, fp32, fp8, tf32)" in error
    error = refused(capsys, "ridge-point", "--chip", "trainium2", "--precision", "fp8", "--sparsity", "sparse")
    assert "is sparse, not dense" in error


def test_what_a_source_leaves_unstated_is_assumed_aloud_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("ridge-point", "--chip", "tpu-v6e", "--precision", "bf16")
    assert "--assume sparsity=dense" in refused(capsys, *asked)
    told = said(capsys, *asked, "--assume", "sparsity=dense")
    # 918 / 1.638 = 560.4
    assert told.startswith("roofline.ridge_point: 560 FLOP/byte\n")
    assert "assumptions:\n  sparsity=dense is assumed" in told


def test_a_parameter_may_name_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    # 35.7608 / 16 = 2.23505
    price = "trn2-48xlarge price_per_hour region=us-east-2 purchase=capacity_block"
    told = said(
        capsys,
        "price-per-accelerator-hour",
        "--instance-price",
        price,
        "--devices",
        "trn2-48xlarge chips scope=instance",
    )
    assert told.startswith("price.price_per_accelerator_hour: 2.23505 USD/chip/hour\n")
    error = refused(capsys, "ridge-point", "--peak-compute", "trainium2 peak_computes", "--bandwidth", "1 TB/s")
    assert "peak_compute" in error


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["device-floor"], "device_memory: is missing"),
        (["device-floor", "--chip", "trainium2"], "device_floor needs one of"),
        (["device-floor", "--chip", "trainium9", "--parameters", "1e9"], "no subject 'trainium9'"),
        (["device-floor", "--chip", "trainium2", "--paramters", "1e9"], "--paramters has no effect; did you mean"),
        (
            ["device-floor", "--chip", "trainium2", "--parameters", "1e9", "--precision", "bf16"],
            "--precision has no effect",
        ),
        (["device-floor", "--chip", "trainium2", "--parameters", "-5"], "-5 parameter is out of range"),
        (["device-floor", "--chip", "trainium2", "--parameters", "96 GB"], "'96 GB' is information"),
        (["device-floor", "--chip", "trainium2", "--parameters", "many"], "'many' is not a number"),
        (["device-floor", "--chip", "trainium2", "--parameters", "1e9", "--whole", "maybe"], "no choice"),
        (["device-floor", "--chip", "trainium2", "--parameters", "1e9", "--assume", "dense"], "is not CONDITION=VALUE"),
        (["model-flops-utilization", "--model", "llama-3-1-405b", "--tokens", "nan"], "model-flops-utilization"),
    ],
)
def test_refusals_are_one_line(argv: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in refused(capsys, *argv)
