"""The language of the roles: what is read, and what is refused with which words."""

import pytest

from chipledger.errors import QuestionError
from chipledger.site.grammar import Ask, Count, read_count, read_derived, read_fact


def test_a_question_alone():
    assert read_fact("trainium2 memory_bandwidth") == Ask("trainium2", "memory_bandwidth")


def test_conditions_and_options_over_several_lines():
    ask = read_fact("h100-sxm peak_compute precision=bf16\n sparsity=dense ; unit=PFLOP/s show=value\nas-of=2025-06")
    assert ask.conditions == {"precision": "bf16", "sparsity": "dense"}
    assert (ask.unit, ask.show, ask.as_of) == ("PFLOP/s", "value", "2025-06")


def test_assumptions():
    ask = read_fact("tpu-v5e peak_compute precision=bf16 ; assume=sparsity:dense,unit_kind:tensor")
    assert ask.assume == {"sparsity": "dense", "unit_kind": "tensor"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a subject, a property"),
        ("trainium2", "'trainium2'; allowed: a subject, a property"),
        ("trainium2 precision=bf16", "a subject, a property"),
        ("trainium2 memory_bandwidth chip", "'chip'; allowed: name=value"),
        ("trainium2 memory_bandwidth scope=", "'scope='"),
        ("trainium2 memory_bandwidth scope=chip scope=core", "scope is given twice"),
        ("trainium2 memory_bandwidth ; units=GB/s", "did you mean unit?"),
        ("trainium2 memory_bandwidth ; show=valu", "did you mean value?"),
        ("trainium2 memory_bandwidth ; assume=dense", "assume=condition:value"),
    ],
)
def test_a_question_that_cannot_be_read(text, words):
    with pytest.raises(QuestionError) as caught:
        read_fact(text)
    assert words in str(caught.value)


def test_a_computed_value():
    asked = read_derived("share: a peak_compute sparsity=dense / b peak_compute sparsity=sparse ; across=sparsity")
    assert (asked.kind, asked.across) == ("share", ("sparsity",))
    assert asked.left == Ask("a", "peak_compute", {"sparsity": "dense"})
    assert asked.right == Ask("b", "peak_compute", {"sparsity": "sparse"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a memory_bandwidth / b memory_bandwidth", "allowed: ratio:, share:, more:, sum:, difference:"),
        ("quotient: a memory_bandwidth / b memory_bandwidth", "'quotient'; allowed: ratio:"),
        ("ratio: a memory_bandwidth - b memory_bandwidth", "one '/' between them"),
        ("ratio: a memory_bandwidth / b memory_bandwidth / c memory_bandwidth", "one '/' between them"),
        ("ratio: a / b memory_bandwidth", "a subject, a property"),
        ("ratio: a memory_bandwidth / b memory_bandwidth ; unit=GB/s", "ratio has no unit"),
    ],
)
def test_a_computation_that_cannot_be_read(text, words):
    with pytest.raises(QuestionError) as caught:
        read_derived(text)
    assert words in str(caught.value)


def test_counts():
    assert read_count("claims") == Count("claims")
    assert read_count("sources subject=trainium2") == Count("sources", "trainium2")


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "allowed: claims"), ("claim", "did you mean claims?"), ("claims vendor=AWS", "'vendor=AWS'")],
)
def test_a_count_that_cannot_be_read(text, words):
    with pytest.raises(QuestionError) as caught:
        read_count(text)
    assert words in str(caught.value)
