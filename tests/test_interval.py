"""Intervals: what printed digits allow, and arithmetic that never loses the true value. Worked out by hand."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipledger.errors import ChipledgerError, IntervalError
from chipledger.interval import MODIFIERS, Interval, last_digit, number, plain, significant_digits

F = Fraction


def between(low: object, high: object) -> Interval:
    """An interval from two numbers written as text, ``None`` for an open end."""
    return Interval(None if low is None else F(str(low)), None if high is None else F(str(high)))


# -- printed numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "step", "digits"),
    [
        ("2.9", "2.9", "0.1", 2),
        ("2.90", "2.9", "0.01", 3),
        ("3", "3", "1", 1),
        ("1299", "1299", "1", 4),
        ("1300", "1300", "1", 4),
        ("0.36", "0.36", "0.01", 2),
        ("0.05", "0.05", "0.01", 1),
        ("0", "0", "1", 0),
        ("208e9", "208000000000", "1000000000", 3),
        ("8.1e11", "810000000000", "10000000000", 2),
        ("5e-3", "0.005", "0.001", 1),
        ("-1.5", "-1.5", "0.1", 2),
        ("+7", "7", "1", 1),
        ("007", "7", "1", 1),
    ],
)
def test_a_printed_number_keeps_its_digits(text, value, step, digits):
    assert number(text) == F(value)
    assert last_digit(text) == F(step)
    assert significant_digits(text) == digits


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "nan", "NaN", "inf", "-inf", "1,299", "1_000", "1 000", "2.9 ", "2.", ".9", "1e", "1e999", "1E5"),
        *("0x10", "1:30", "2.9.0", "--1", "½", "\uff12", "٣", "²", "1/2", "9" * 41, "abc", "1e1.5", "2.9\n"),
    ],
)
def test_what_is_no_plain_number_is_refused(text):
    with pytest.raises(IntervalError, match="is not a plain number; allowed: digits, one point, an exponent"):
        number(text)
    with pytest.raises(ChipledgerError):
        Interval.printed(text)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("500000", "100000"),
        ("500", "100"),
        ("1299", "1"),
        ("1290", "10"),
        ("0", "1"),
        ("2.50", "0.01"),
        ("5e3", "1000"),
    ],
)
def test_trailing_zeros_of_a_whole_number_may_be_no_digits(text, step):
    assert last_digit(text, significant=True) == F(step)


@pytest.mark.parametrize("text", ["abc", "", "1_000"])
def test_digits_of_what_is_no_number(text):
    with pytest.raises(IntervalError):
        last_digit(text)
    assert significant_digits(text) == 0


@pytest.mark.parametrize(
    ("text", "options", "low", "high"),
    [
        ("2.9", {}, "2.85", "2.95"),
        ("2.90", {}, "2.895", "2.905"),
        ("3", {}, "2.5", "3.5"),
        ("1299", {}, "1298.5", "1299.5"),
        ("208e9", {}, "207500000000", "208500000000"),
        ("0.36", {}, "0.355", "0.365"),
        ("16", {"exact": True}, "16", "16"),
        ("96", {"exact": True}, "96", "96"),
        ("500", {"modifier": "about"}, "450", "550"),
        ("2400", {"modifier": "about"}, "2350", "2450"),
        ("2.9", {"modifier": "about"}, "2.85", "2.95"),
        ("500000", {"modifier": "nearly"}, "450000", "500000"),
        ("1000000", {"modifier": "over"}, "1000000", None),
        ("4", {"modifier": "at_least"}, "4", None),
        ("4.4", {"modifier": "up_to"}, None, "4.4"),
        ("30", {"modifier": "range", "upper": "40"}, "30", "40"),
        ("5", {"modifier": "range", "upper": "5"}, "5", "5"),
    ],
)
def test_what_a_print_allows(text, options, low, high):
    assert Interval.printed(text, **options) == between(low, high)


def test_every_modifier_is_tried_above():
    assert set(MODIFIERS) == {"about", "nearly", "over", "at_least", "up_to", "range"}


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        ("5", {"modifier": "range"}, "a range needs both its numbers"),
        ("5", {"upper": "6"}, "only a range has two"),
        ("5", {"modifier": "about", "upper": "6"}, "only a range has two"),
        ("40", {"modifier": "range", "upper": "30"}, "from 40 to 30 runs backwards"),
        ("40", {"modifier": "range", "upper": "x"}, "'x' is not a plain number"),
        ("5", {"modifier": "roughly"}, "unknown modifier 'roughly'; allowed: about, nearly, over"),
        ("9e99", {"modifier": "range", "upper": "1"}, "runs backwards"),
    ],
)
def test_prints_that_make_no_interval(text, options, told):
    with pytest.raises(IntervalError, match=told):
        Interval.printed(text, **options)


# -- the hand-worked cases ----------------------------------------------------------------------


def printed(text: str) -> Interval:
    return Interval.printed(text)


def times(count: int, text: str) -> Interval:
    return Interval.exactly(count) * printed(text)


@pytest.mark.parametrize(
    ("interval", "low", "high"),
    [
        (times(16, "1299"), "20776", "20792"),  # 16 x 1298.5, 16 x 1299.5
        (times(64, "2.9"), "182.4", "188.8"),  # 64 x 2.85, 64 x 2.95
        (times(64, "1299"), "83104", "83168"),
        (times(8, "158"), "1260", "1268"),
        (times(8, "79"), "628", "636"),
        (times(8, "20"), "156", "164"),
        (Interval.exactly(144) * Interval.exactly(144), "20736", "20736"),
        (Interval.exactly(2) + printed("1.5"), "3.45", "3.55"),
        (printed("10") - printed("2.5"), "6.95", "8.05"),  # 9.5 - 2.55, 10.5 - 2.45
        (-printed("2.9"), "-2.95", "-2.85"),
        (printed("2.9").scaled(F(1000)), "2850", "2950"),
        (printed("2.9").scaled(F(-2)), "-5.9", "-5.7"),
    ],
)
def test_arithmetic_by_hand(interval, low, high):
    assert interval == between(low, high)


@pytest.mark.parametrize(
    ("quotient", "low", "high"),
    [
        # 706 / 185: 705.5 / 185.5 and 706.5 / 184.5
        (printed("706") / printed("185"), "3.8032", "3.8293"),
        # 144 x 4.9 over 64 x 2.9: 698.4 / 188.8 and 712.8 / 182.4
        (times(144, "4.9") / times(64, "2.9"), "3.6992", "3.9079"),
        # 362 / 83.2: 361.5 / 83.25 and 362.5 / 83.15
        (printed("362") / printed("83.2"), "4.3423", "4.3596"),
        # 667 / 2.9: 666.5 / 2.95 and 667.5 / 2.85
        (printed("667") / printed("2.9"), "225.9322", "234.2105"),
        # 655 / 2.9: 654.5 / 2.95 and 655.5 / 2.85
        (printed("655") / printed("2.9"), "221.8644", "230.0000"),
        # 35.7608 / 16: 35.76075 / 16 and 35.76085 / 16
        (printed("35.7608") / Interval.exactly(16), "2.2350", "2.2351"),
    ],
)
def test_division_by_hand(quotient, low, high):
    assert abs(quotient.low - F(low)) <= F(1, 20000)
    assert abs(quotient.high - F(high)) <= F(1, 20000)


def verdict(one: Interval, two: Interval) -> str:
    """The design's words for how two intervals stand to each other."""
    if one.contains(two) or two.contains(one):
        return "reconciled"
    return "at the edge" if one.overlaps(two) else "in conflict"


@pytest.mark.parametrize(
    ("computed", "stated", "expected"),
    [
        (times(16, "1299"), printed("20.8").scaled(F(1000)), "reconciled"),
        (times(64, "2.9"), printed("185"), "reconciled"),
        (times(64, "1299"), printed("83.2").scaled(F(1000)), "at the edge"),
        (times(8, "158"), printed("1299"), "in conflict"),
        (times(8, "79"), printed("667"), "in conflict"),
        (times(8, "20"), printed("181"), "in conflict"),
        (printed("667") / printed("2.9"), printed("225.9"), "at the edge"),
        (printed("655") / printed("2.9"), printed("225.9"), "reconciled"),
        (printed("706") / printed("185"), printed("3.9"), "in conflict"),
        (times(144, "4.9") / times(64, "2.9"), printed("3.9"), "at the edge"),
        (printed("362") / printed("83.2"), printed("4.4"), "at the edge"),
        (printed("362") / printed("83.2"), Interval.printed("4.4", "up_to"), "reconciled"),
        (Interval.exactly(144 * 144), printed("20.7").scaled(F(1000)), "reconciled"),
        (Interval.exactly(144 * 144).scaled(F(2**30, 10**9)), printed("20.7").scaled(F(1000)), "in conflict"),
        (printed("35.7608") / Interval.exactly(16), printed("2.235"), "reconciled"),
        (printed("2.9") / printed("0.8"), printed("3.6"), "reconciled"),
        (printed("2.9") / printed("820").scaled(F(1, 1000)), printed("3.6"), "at the edge"),
        (printed("2.9") / printed("820").scaled(F(2**30, 10**12)), printed("3.6"), "in conflict"),
        (printed("2.9"), printed("3"), "reconciled"),  # a coarser print of the same
        (printed("1298"), printed("1299"), "in conflict"),  # they touch at 1298.5
    ],
)
def test_verdicts_by_hand(computed, stated, expected):
    assert verdict(computed, stated) == expected
    assert verdict(stated, computed) == expected


# -- touching, holding, open ends ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "overlap"),
    [
        ((1, 2), (2, 3), False),
        ((1, 2), (1.5, 3), True),
        ((1, 2), (3, 4), False),
        ((2, 2), (1, 2), True),  # a number that is all of one of them
        ((2, 2), (2, 2), True),
        ((1, 4), (2, 3), True),
        ((None, 2), (2, None), False),
        ((None, 2), (1, None), True),
        ((None, 2), (3, None), False),
        ((None, None), (1, 1), True),
        ((None, 2), (None, 1), True),
        ((5, None), (7, None), True),
        ((2, 2), (2.5, 3), False),
    ],
)
def test_touching_is_not_overlapping(one, two, overlap):
    assert between(*one).overlaps(between(*two)) is overlap
    assert between(*two).overlaps(between(*one)) is overlap


@pytest.mark.parametrize(
    ("outer", "inner", "holds"),
    [
        ((1, 4), (2, 3), True),
        ((1, 4), (1, 4), True),
        ((1, 4), (0, 3), False),
        ((1, 4), (2, 5), False),
        ((None, 4), (2, 3), True),
        ((None, 4), (None, 3), True),
        ((1, 4), (None, 3), False),
        ((1, None), (2, None), True),
        ((1, 4), (2, None), False),
        ((None, None), (None, None), True),
    ],
)
def test_containing(outer, inner, holds):
    assert between(*outer).contains(between(*inner)) is holds


@pytest.mark.parametrize(
    ("result", "low", "high"),
    [
        (between(1, None) + between(2, 3), 3, None),
        (between(None, 1) + between(2, None), None, None),
        (between(1, None) - between(2, 3), -2, None),
        (between(1, 2) - between(2, None), None, 0),
        (between(2, None) * between(3, 4), 6, None),
        (between(-2, None) * between(3, 4), -8, None),
        (between(2, None) * between(-4, -3), None, -6),
        (between(2, None) * between(-1, 1), None, None),
        (between(None, None) * between(0, 0), 0, 0),
        (between(0, None) * between(0, None), 0, None),
        (between(None, -1) * between(None, -2), 2, None),
        (between(8, 16) / between(2, None), 0, 8),
        (between(8, None) / between(2, 4), 2, None),
        (between(8, 16) / between(None, -2), -8, 0),
        (between(8, 16) / between(-4, -2), -8, -2),
        (between(-16, 8) / between(2, 4), -8, 4),
        (between(1, None) / between(2, None), 0, None),
    ],
)
def test_open_ends_are_carried(result, low, high):
    assert result == between(low, high)


@pytest.mark.parametrize("divisor", [(0, 0), (-1, 1), (0, 1), (-1, 0), (0, None), (None, 0), (None, None), (-1, None)])
def test_division_by_what_may_be_zero_is_refused(divisor):
    with pytest.raises(IntervalError, match=r"cannot divide by .*: it holds zero"):
        between(1, 2) / between(*divisor)


def test_an_interval_that_runs_backwards_is_refused():
    with pytest.raises(IntervalError, match="from 3 to 2 runs backwards"):
        between(3, 2)


def test_width_and_bounds():
    assert between(1, 3).width == 2
    assert between(1, 1).width == 0
    assert between(1, None).width is None
    assert between(1, 3).bounded
    assert not between(None, 3).bounded


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (between("2.85", "2.95"), "2.85 to 2.95"),
        (between(16, 16), "exactly 16"),
        (between(None, 4), "up to 4"),
        (between(4, None), "at least 4"),
        (between(None, None), "any number"),
        (Interval(F(1, 3), F(2, 3)), "0.333333 to 0.666667"),
    ],
)
def test_intervals_in_words(interval, text):
    assert str(interval) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (F(57, 20), "2.85"),
        (F(-57, 20), "-2.85"),
        (F(2, 3), "0.666667"),
        (F(1, 8192), "0.00012207"),  # 0.0001220703125
        (F(362448), "362448"),
        (F(10**30), "1" + "0" * 30),
        (F(12345678901, 10), "1234567890"),  # the whole part is never rounded away; halves go to even
        (F(99999999, 10**7), "10"),
        (F(0), "0"),
        (None, "none"),
    ],
)
def test_fractions_in_plain_digits(value, text):
    assert plain(value) == text
    assert "e" not in plain(value).replace("none", "")


# -- whatever the numbers -----------------------------------------------------------------------

numbers = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=1000)
members = st.floats(0, 1).map(F)


@st.composite
def intervals_with_member(draw):
    """An interval, open ends included, and a number in it."""
    low, high = sorted((draw(numbers), draw(numbers)))
    inside = low + (high - low) * draw(members)
    opened = draw(st.sampled_from(["", "low", "high", "both"]))
    return Interval(None if opened in ("low", "both") else low, None if opened in ("high", "both") else high), inside


@given(intervals_with_member(), intervals_with_member())
def test_the_true_value_is_never_lost(first, second):
    (a, x), (b, y) = first, second
    assert a.contains(Interval.exactly(x))
    assert (a + b).contains(Interval.exactly(x + y))
    assert (a - b).contains(Interval.exactly(x - y))
    assert (a * b).contains(Interval.exactly(x * y))
    assert (-a).contains(Interval.exactly(-x))
    if b.contains(Interval.exactly(0)):
        with pytest.raises(IntervalError):
            a / b
    else:
        assert (a / b).contains(Interval.exactly(x / y))


@given(numbers, numbers, numbers, numbers)
def test_products_and_quotients_are_no_wider_than_they_must_be(a, b, c, d):
    first, second = Interval(min(a, b), max(a, b)), Interval(min(c, d), max(c, d))
    products = [x * y for x in (a, b) for y in (c, d)]
    assert first * second == Interval(min(products), max(products))
    if not second.contains(Interval.exactly(0)):
        quotients = [x / y for x in (a, b) for y in (c, d)]
        assert first / second == Interval(min(quotients), max(quotients))


@given(intervals_with_member(), intervals_with_member())
def test_overlap_is_mutual_and_follows_from_containing(first, second):
    a, b = first[0], second[0]
    assert a.overlaps(b) == b.overlaps(a)
    if a.contains(b):
        assert a.overlaps(b)
    assert a.overlaps(a)
    assert a.contains(a)


@given(st.integers(0, 10**9), st.integers(0, 12))
def test_a_print_holds_itself_and_what_rounds_to_it(digits, places):
    text = f"{digits:0{places + 1}d}"
    text = f"{text[:-places]}.{text[-places:]}" if places else text
    interval = Interval.printed(text)
    step = F(1, 10**places)
    assert interval == Interval(number(text) - step / 2, number(text) + step / 2)
    assert interval.contains(Interval.exactly(text))
    assert interval.contains(Interval.printed(text, exact=True))
    finer = Interval.printed(f"{text}0" if places else f"{text}.0")
    assert interval.contains(finer)
    assert not finer.contains(interval)


@given(st.text(max_size=50))
def test_any_text_is_a_number_or_an_interval_error(text):
    for read in (number, last_digit, Interval.printed):
        with contextlib.suppress(IntervalError):
            read(text)
    assert significant_digits(text) >= 0


@given(st.fractions(max_denominator=10**9))
def test_plain_digits_are_near(value):
    told = plain(value)
    assert "e" not in told.lower()
    assert abs(F(told) - value) <= abs(value) / 10**5
