"""What the roles show, worked out by hand from the miniature ledger."""

import pytest

from chipledger.errors import NotANumber, NotComparable, QuestionError, UnitError
from chipledger.site.figures import count, derive, show, show_derived
from chipledger.site.grammar import read_count, read_derived, read_fact


def shown(ledger, text):
    return show(ledger, read_fact(text))


def test_a_figure_as_printed(small):
    figure = shown(small, "alpha2 memory_bandwidth")
    assert (figure.text, figure.value, figure.unit) == ("2.9 TB/s", "2.9", "TB/s")
    assert (figure.claims, figure.href) == (("a2-bw",), "https://alpha.example/docs")


def test_its_note_says_where_it_is_from_and_what_others_say(small):
    lines = shown(small, "alpha2 memory_bandwidth").note.splitlines()
    assert lines[0] == "Alpha Two, memory bandwidth: 2.9 TB/s"
    assert "For scope chip" in lines
    assert "Printed as “2.9 TB/s”" in lines
    assert "Published by Alpha: Alpha architecture, 100% of it, table 1" in lines
    assert "Observed on 2025-05-01" in lines
    assert "Also 3 TB/s, Alpha: a coarser print of the same" in lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A power of ten moves the point and keeps the digits.
        ("alpha2 memory_bandwidth ; unit=GB/s", "2,900 GB/s"),
        ("alpha2 memory_bandwidth ; unit=GB/s show=value", "2,900"),
        # 2.85 to 2.95 TB/s are 2,654 to 2,747 GiB/s: the tens are not known.
        ("alpha2 memory_bandwidth ; unit=GiB/s", "2,700 GiB/s"),
        # 96 GiB are meant exactly: 96 x 1.073741824 = 103.0792...
        ("alpha2 memory_capacity ; unit=GB", "103.1 GB"),
        ("alpha2 memory_capacity ; show=source", "Alpha, Alpha architecture, 100% of it"),
        ("alpha2 memory_capacity ; show=subject", "Alpha Two"),
        ("alpha2 memory_bandwidth ; show=printed", "2.9 TB/s"),
        ("alpha2 memory_bandwidth ; show=date", "2025-05-01"),
        ("alpha2 memory_bandwidth ; basis=estimated", "about 2,400 GB/s"),
        ("alpha2 memory_bandwidth ; basis=estimated show=quantity", "2,400 GB/s"),
        ("alpha2 peak_compute precision=fp8 sparsity=dense ; as-of=2024-12-31", "1,287 TFLOP/s"),
        ("alpha2 memory_type", "HBM3"),
    ],
)
def test_what_is_shown(small, text, expected):
    assert shown(small, text).text == expected


def test_what_is_assumed_is_said(small):
    figure = shown(small, "gamma peak_compute precision=bf16 sparsity=dense ; assume=sparsity:dense")
    assert figure.text == "918 TFLOP/s"
    assert "Assumed: sparsity=dense is assumed; the source does not state it" in figure.note


def test_what_is_not_published_says_where_it_was_looked_for(small):
    figure = shown(small, "alpha2 power power_kind=tdp")
    assert (figure.text, figure.value, figure.claims) == ("not published", "", ())
    assert figure.question == "alpha2.power"
    assert "Alpha publishes no power figure" in figure.note
    assert "Looked for in Alpha architecture, 100% of it; Alpha guide, last on 2025-05-01" in figure.note


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 3.35 / 2.9 = 1.155...; the digits allow 1.134 to 1.177, so 1.2 would say too much and 1.16 does not.
        ("ratio: beta-sxm memory_bandwidth / alpha2 memory_bandwidth", "1.16"),
        ("more: beta-sxm memory_bandwidth / alpha2 memory_bandwidth", "16 %"),
        # 2.9 / 0.8 = 3.625; 2.85 / 0.85 = 3.35 to 2.95 / 0.75 = 3.93.
        ("ratio: alpha2 memory_bandwidth / alpha1 memory_bandwidth", "3.6"),
        # 667 / 989.4 = 0.67415; 666.5 / 989.45 = 0.67361 to 667.5 / 989.35 = 0.67469.
        ("share: alpha2 peak_compute precision=bf16 / beta-sxm peak_compute precision=bf16", "67.4 %"),
        # 2.9 + 3.35 = 6.25 within 0.055 either way; half goes to the even digit.
        ("sum: alpha2 memory_bandwidth + beta-sxm memory_bandwidth", "6.2 TB/s"),
        ("difference: beta-sxm memory_bandwidth - beta-pcie memory_bandwidth ; unit=GB/s", "1,000 GB/s"),
    ],
)
def test_computed_values_show_what_their_inputs_allow(small, text, expected):
    assert show_derived(small, read_derived(text)).text == expected


def test_a_computed_value_names_its_inputs(small):
    derived, _ = derive(small, read_derived("ratio: beta-sxm memory_bandwidth / alpha2 memory_bandwidth"))
    assert derived.inputs == ("a2-bw", "b-bw")
    assert str(derived.interval) == "1.1339 to 1.17719"


def test_mixed_conditions_are_refused_unless_named(small):
    text = "ratio: beta-sxm scaleup_bandwidth / gamma scaleup_bandwidth"
    with pytest.raises(NotComparable, match="direction: bidirectional against unidirectional"):
        derive(small, read_derived(text))
    # 900 / 800 = 1.125; 899.5 / 800.5 = 1.1237 to 900.5 / 799.5 = 1.1263: three decimals are the fewest that fit.
    assert show_derived(small, read_derived(f"{text} ; across=direction")).text == "1.125"


def test_different_dimensions_are_refused(small):
    with pytest.raises(UnitError):
        derive(small, read_derived("ratio: alpha2 memory_bandwidth / alpha2 memory_capacity"))


@pytest.mark.parametrize("right", ["alpha2 memory_type", "alpha2 power power_kind=tdp"])
def test_words_and_what_is_not_published_are_not_computed_with(small, right):
    with pytest.raises(NotANumber):
        derive(small, read_derived(f"ratio: alpha2 memory_bandwidth / {right}"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("claims subject=alpha2", "14"),
        ("sources subject=alpha2", "6"),
        ("subjects", "7"),
        ("missing", "2"),
        ("missing subject=gamma", "1"),
    ],
)
def test_counts(small, text, expected):
    assert count(small, read_count(text)).text == expected


def test_subjects_of_a_subject_are_not_counted(small):
    with pytest.raises(QuestionError, match="cannot count the subjects of alpha2"):
        count(small, read_count("subjects subject=a2"))


def test_a_rival_claim_can_be_quoted_with_its_own_source(small):
    figure = shown(small, "alpha2 memory_bandwidth ; claim=a2-bw-guide")
    assert (figure.text, figure.claims, figure.href) == ("3 TB/s", ("a2-bw-guide",), small.sources["alpha-guide"].url)
    assert figure.note.splitlines()[-1] == "One claim of several; the ledger's answer: 2.9 TB/s"


def test_an_estimate_of_what_is_not_published_can_be_quoted(small):
    figure = shown(small, "alpha2 power scope=chip power_kind=tdp ; claim=a2-power")
    assert figure.text == "about 500 W"
    assert figure.note.splitlines()[-1] == "One claim of several; the ledger's answer: not published"


def test_a_claim_about_another_question_cannot_be_quoted(small):
    with pytest.raises(QuestionError, match=r"no claim 'a1-bw' is about alpha2\.memory_bandwidth; allowed: a2-bw,"):
        shown(small, "alpha2 memory_bandwidth ; claim=a1-bw")
