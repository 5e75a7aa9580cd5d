"""The selection rule, each step alone and before the next, and what replaces what."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipledger import units
from chipledger.records import BASES, SOURCE_KINDS, Choice, Claim, Conditions, Source
from chipledger.selection import STEPS, select, spelled, superseded

STEP = dict(zip(("basis", "kind", "read", "date", "digits"), STEPS, strict=True))


def source(ident="src", *, kind="vendor_documentation", via=None, document=None, revision=0):
    read_as = f"via:{via}" if via else "copy"
    url = f"https://{ident}.example/"
    return Source(ident, ident, ident, url, None, None, kind, read_as, None, document or ident, None, revision)


def claim(ident, value="5", *, src="src", basis="published", unit="TB/s", **more):
    return Claim(
        id=ident,
        subject="chip",
        property="memory_bandwidth",
        conditions=Conditions(scope="chip"),
        value=value,
        unit=unit,
        printed=value,
        source=src,
        locator="here",
        basis=basis,
        factor=units.factor(unit) if unit else 1,
        base=units.base_unit(unit) if unit else "",
        number=unit is not None,
        **more,
    )


def table(*sources):
    return {record.id: record for record in sources}


# -- one step at a time -------------------------------------------------------------------------


@pytest.mark.parametrize(("stronger", "weaker"), list(itertools.pairwise(BASES)))
def test_the_stronger_basis_answers(stronger, weaker):
    sources = table(source())
    claims = [claim("a", "5", basis=weaker), claim("b", "6", basis=stronger)]
    chosen = select(claims, sources, measured=True)
    assert (chosen.claim.id, chosen.reason, chosen.tied) == ("b", STEP["basis"], ())


def test_the_order_of_bases_is_the_written_one():
    assert BASES == ("published", "measured", "claimed", "reported", "estimated", "projected")


def test_measurements_answer_only_questions_about_measurements():
    sources = table(source())
    claims = [claim("a", "5", basis="measured"), claim("b", "6", basis="projected")]
    assert select(claims, sources).claim.id == "b"
    assert select(claims, sources, measured=True).claim.id == "a"
    alone = select(claims[:1], sources)
    assert alone.claim is None
    assert "a measurement" in alone.reason


ORDER = (
    ("vendor_documentation", "vendor_price_list"),
    ("vendor_datasheet",),
    ("vendor_announcement", "company_filing"),
    ("academic",),
    ("analyst",),
    ("press",),
    ("catalogue",),
)


def test_every_kind_of_source_is_ranked_below():
    assert sorted(itertools.chain(*ORDER)) == sorted(SOURCE_KINDS)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [(one, two) for first, second in itertools.pairwise(ORDER) for one in first for two in second],
)
def test_the_kind_of_source_that_ranks_higher_answers(higher, lower):
    sources = table(source("one", kind=lower), source("two", kind=higher))
    claims = [claim("a", "5", src="one"), claim("b", "6", src="two")]
    assert (select(claims, sources).claim.id, select(claims, sources).reason) == ("b", STEP["kind"])


@pytest.mark.parametrize("kinds", [group for group in ORDER if len(group) > 1])
def test_kinds_that_weigh_the_same_do_not_choose(kinds):
    sources = table(*(source(f"s{number}", kind=kind) for number, kind in enumerate(kinds)))
    claims = [claim(f"c{number}", str(number + 5), src=f"s{number}") for number in range(len(kinds))]
    assert len(select(claims, sources).tied) == len(kinds) - 1


def test_a_source_that_was_read_answers_before_one_seen_quoted():
    sources = table(source("one", via="two"), source("two"))
    claims = [claim("a", "5", src="one", said_on="2026-01-01"), claim("b", "6", src="two", said_on="2024-01-01")]
    assert (select(claims, sources).claim.id, select(claims, sources).reason) == ("b", STEP["read"])


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ({"said_on": "2024-12-03"}, {"said_on": "2024-12-04"}),
        ({"said_on": "2024-12-03"}, {"said_on": "2025"}),
        ({"said_on": "2024-12-03"}, {"said_on": "2024-12"}),  # a month may mean its last day
        ({"said_on": "2024-02-28"}, {"said_on": "2024-02"}),
        ({}, {"said_on": "2012"}),
        ({}, {"observed_on": "2012"}),
        ({"observed_on": "2024-01-01"}, {"observed_on": "2024-01-02"}),
        ({"said_on": "2023-01-01"}, {"observed_on": "2024-01-02"}),
        ({"said_on": "2023-01-01", "observed_on": "2026-01-01"}, {"said_on": "2024-01-01"}),
    ],
)
def test_the_later_date_answers(earlier, later):
    sources = table(source("one"), source("two"))
    claims = [claim("a", "5", src="one", **later), claim("b", "6", src="two", **earlier)]
    assert (select(claims, sources).claim.id, select(claims, sources).reason) == ("a", STEP["date"])


@pytest.mark.parametrize(("fewer", "more"), [("3", "2.9"), ("2.9", "2.90"), ("0.36", "0.362"), ("2e3", "2004")])
def test_the_print_with_more_digits_answers(fewer, more):
    sources = table(source("one"), source("two"))
    claims = [claim("a", fewer, src="one"), claim("b", more, src="two")]
    assert (select(claims, sources).claim.id, select(claims, sources).reason) == ("b", STEP["digits"])


def test_a_day_says_more_than_its_month():
    sources = table(source("one"), source("two"))
    claims = [claim("a", "2024-12", src="one", unit=None), claim("b", "2024-12-03", src="two", unit=None)]
    assert (select(claims, sources).claim.id, select(claims, sources).reason) == ("b", STEP["digits"])


# -- precedence ---------------------------------------------------------------------------------


def _losing(step):
    """A claim that is as good as can be but for one step."""
    kind = "press" if step == "kind" else "docs"
    read = "quoted" if step == "read" else "read"
    return {
        "basis": "claimed" if step == "basis" else "published",
        "src": f"{read}-{kind}",
        "said_on": "2024-01-01" if step == "date" else "2025-01-01",
        "value": "3" if step == "digits" else "2.90",
    }


SOURCES = table(
    source("read-docs"),
    source("quoted-docs", via="read-docs"),
    source("read-press", kind="press"),
    source("quoted-press", kind="press", via="read-docs"),
)


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(STEP, 2)))
def test_an_earlier_step_outweighs_a_later_one(first, second):
    loses_early, loses_late = claim("a", **_losing(first)), claim("b", **_losing(second))
    chosen = select([loses_early, loses_late], SOURCES)
    assert (chosen.claim.id, chosen.reason) == ("b", STEP[first])


# -- supersession -------------------------------------------------------------------------------

PAGE = table(
    source("page"),
    source("page-old", document="page"),
    source("page-older", document="page"),
    source("elsewhere"),
    source("rev1", document="page", revision=1),
    source("rev2", document="page", revision=2),
    source("rev3", document="page", revision=3),
)


def replaced(*claims):
    return {old: new.id for old, new in superseded(claims, PAGE).items()}


def test_a_later_version_replaces_every_earlier_one():
    new = claim("new", "667", src="page", said_on="2026-08-21")
    old = claim("old", "655", src="page-old", said_on="2024-12-03")
    older = claim("older", "650", src="page-older", said_on="2024-11-01")
    assert replaced(new, old, older) == {"old": "new", "older": "new"}
    assert replaced(old, older) == {"older": "old"}
    assert select([older, old, new], PAGE).claim.id == "new"


def test_an_earlier_version_does_not_answer_however_strong():
    new = claim("new", "2.9", src="page", said_on="2026-08-21", basis="projected")
    old = claim("old", "2.94321", src="page-old", said_on="2024-12-03", basis="published")
    chosen = select([old, new], PAGE)
    assert (chosen.claim.id, chosen.reason) == ("new", "the only claim that still stands")


def test_the_same_figure_in_a_later_version_replaces_too():
    assert replaced(
        claim("new", src="page", said_on="2025-01-01"), claim("old", src="page-old", said_on="2024-01-01")
    ) == {"old": "new"}


def test_other_pages_replace_nothing():
    assert not replaced(
        claim("new", src="page", said_on="2026-01-01"), claim("old", src="elsewhere", said_on="2020-01-01")
    )


def test_two_figures_of_one_version_are_a_conflict_and_no_history():
    one = claim("one", "16", src="page", said_on="2025-01-01")
    two = claim("two", "20", src="page", said_on="2025-01-01")
    late = claim("late", "24", src="page", said_on="2026-01-01")
    assert not replaced(one, two)
    assert not replaced(one, two, late)
    old = claim("old", "18", src="page-old", said_on="2024-01-01")
    assert set(replaced(one, two, old)) == {"old"}


def test_an_erratum_neither_answers_nor_replaces():
    wrong = claim("wrong", "9.8", src="page", said_on="2026-01-01", erratum=True)
    old = claim("old", "13.1", src="page-old", said_on="2024-01-01")
    assert not replaced(wrong, old)
    assert select([wrong, old], PAGE).claim.id == "old"
    assert select([wrong], PAGE).claim is None


def test_revisions_order_versions_without_dates():
    claims = [claim(f"c{number}", str(number), src=f"rev{number}") for number in (1, 2, 3)]
    assert replaced(*claims) == {"c1": "c3", "c2": "c3"}
    assert replaced(*claims[:2]) == {"c1": "c2"}


def test_revisions_outweigh_dates():
    assert replaced(claim("a", src="rev1", said_on="2026-01-01"), claim("b", src="rev2", said_on="2024-01-01")) == {
        "a": "b"
    }


def test_versions_whose_order_is_not_known_both_stand():
    dated = claim("dated", src="page", said_on="2025-02-18")
    undated = claim("undated", src="page-old")
    assert not replaced(dated, undated)
    assert not replaced(undated, claim("too", src="page-older"))
    for old, new in (("rev", "dated"), ("dated", "rev")):
        dates = {old: "2024-01-01", new: "2026-01-01"}
        assert not replaced(
            claim("dated", src="page", said_on=dates["dated"]), claim("rev", src="rev1", said_on=dates["rev"])
        )


@pytest.mark.parametrize(
    ("old", "new", "known"),
    [
        ({"said_on": "2024-12-03"}, {"said_on": "2024-12-06"}, True),
        ({"said_on": "2024-12-06"}, {"said_on": "2024-12-06"}, False),
        # within one month the order is not known; in the next it is
        ({"said_on": "2024-12-06"}, {"said_on": "2024-12"}, False),
        ({"said_on": "2024-12"}, {"said_on": "2024-12-06"}, False),
        ({"said_on": "2024-12"}, {"said_on": "2025-01-01"}, True),
        ({"said_on": "2024"}, {"said_on": "2024-06"}, False),
        ({"said_on": "2024"}, {"said_on": "2025"}, True),
        # a page looked at on a day shows its state of that day
        ({"said_on": "2024-12-06"}, {"observed_on": "2026-08-21"}, True),
        ({"observed_on": "2026-08-12"}, {"observed_on": "2026-10-15"}, True),
        ({"observed_on": "2026-08-12"}, {"said_on": "2026-08-13"}, True),
        # ... and may have stood so long before: looked at on one day, neither is known to be later
        ({"said_on": "2026-08-17", "observed_on": "2026-08-21"}, {"observed_on": "2026-08-21"}, False),
        ({"said_on": "2024-12-06", "observed_on": "2026-08-21"}, {"said_on": "2024-12-07"}, True),
    ],
)
def test_a_version_replaces_only_what_is_known_to_be_earlier(old, new, known):
    first, second = claim("old", "5", src="page-old", **old), claim("new", "6", src="page", **new)
    assert replaced(first, second) == ({"old": "new"} if known else {})
    assert replaced(second, first) == ({"old": "new"} if known else {})


# -- ties and choices ---------------------------------------------------------------------------


def test_what_the_rule_cannot_choose_is_tied():
    sources = table(source())
    claims = [claim("b", "16"), claim("a", "20"), claim("c", "16")]
    chosen = select(claims, sources)
    assert chosen.reason == "tied: the rule cannot choose"
    assert [c.id for c in chosen.tied] == ["b", "c"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"value": "2900", "unit": "GB/s"}, {"value": "2900", "unit": "GB/s"}),
        ({"value": "2.9", "unit": "TB/s"}, {"value": "29e2", "unit": "GB/s"}),
        ({"value": "3 nm", "unit": None}, {"value": "3nm", "unit": None}),
        ({"value": "HBM3E", "unit": None}, {"value": "HBM3e", "unit": None}),
    ],
)
def test_equal_prints_are_no_tie(one, two):
    sources = table(source("one"), source("two"))
    assert not select([claim("a", src="one", **one), claim("b", src="two", **two)], sources).tied


def test_one_number_printed_to_another_digit_is_a_tie():
    # 8 Gbit/s allows 7.5 to 8.5, 1 GB/s allows 4 to 12
    sources = table(source("one"), source("two"))
    chosen = select([claim("a", "8", src="one", unit="Gbit/s"), claim("b", "1", src="two", unit="GB/s")], sources)
    assert len(chosen.tied) == 1


def test_the_same_digits_of_another_dimension_are_a_tie():
    sources = table(source("one"), source("two"))
    chosen = select([claim("a", "5", src="one", unit="TFLOP/s"), claim("b", "5", src="two", unit="TOP/s")], sources)
    assert [c.id for c in chosen.tied] == ["b"]


def test_other_words_are_a_tie():
    sources = table(source("one"), source("two"))
    chosen = select([claim("a", "HBM3", src="one", unit=None), claim("b", "HBM3e", src="two", unit=None)], sources)
    assert len(chosen.tied) == 1
    assert spelled("TSMC N3-P") == spelled("tsmc n3p")
    assert spelled("N3E") != spelled("N3P")


def choice(ident, reason="because"):
    return Choice("chip", "memory_bandwidth", Conditions(scope="chip"), ident, {"other": "1"}, reason)


def test_a_choice_outweighs_the_rule_and_gives_its_reason():
    claims = [claim("a", "16"), claim("b", "20", basis="estimated")]
    chosen = select(claims, table(source()), choice("b", "the page was corrected"))
    assert (chosen.claim.id, chosen.reason, chosen.tied) == ("b", "the page was corrected", ())


def test_a_choice_cannot_bring_back_what_does_not_stand():
    new = claim("new", "6", src="page", said_on="2026-01-01")
    old = claim("old", "5", src="page-old", said_on="2024-01-01")
    wrong = claim("wrong", "7", src="elsewhere", erratum=True)
    for ident in ("old", "wrong", "gone"):
        assert select([new, old, wrong], PAGE, choice(ident)).claim.id == "new"


def test_reasons_for_the_only_claim():
    assert select([claim("a")], table(source())).reason == "the only claim"
    claims = [claim("a", src="page"), claim("b", src="elsewhere", erratum=True)]
    assert select(claims, PAGE).reason == "the only claim that still stands"
    twins = [claim("a", src="page"), claim("b", src="elsewhere")]
    assert select(twins, PAGE).reason == "all claims that rank equally print the same"
    assert select([], PAGE).claim is None


# -- whatever the order -------------------------------------------------------------------------


@st.composite
def claim_lists(draw):
    count = draw(st.integers(1, 6))
    dates = st.sampled_from([None, "2024", "2024-06", "2024-06-15", "2025-01-01", "2026"])
    return [
        claim(
            f"c{number}",
            draw(st.sampled_from(["2.9", "3", "2.90", "2.4"])),
            src=draw(st.sampled_from([*SOURCES, *PAGE])),
            basis=draw(st.sampled_from(BASES)),
            said_on=draw(dates),
            observed_on=draw(dates),
            erratum=draw(st.sampled_from([False, False, False, True])),
        )
        for number in range(count)
    ]


@given(claim_lists().flatmap(lambda claims: st.tuples(st.just(claims), st.permutations(claims))), st.booleans())
def test_the_order_of_claims_does_not_matter(lists, measured):
    claims, shuffled = lists
    sources = {**SOURCES, **PAGE}
    first, second = (select(order, sources, measured=measured) for order in (claims, shuffled))
    assert first == second
    assert {k: v.id for k, v in superseded(claims, sources).items()} == {
        k: v.id for k, v in superseded(shuffled, sources).items()
    }


@given(claim_lists())
def test_something_always_stands(claims):
    sources = {**SOURCES, **PAGE}
    old = superseded(claims, sources)
    assert all(not new.erratum and new.id != ident for ident, new in old.items())
    answers = [c for c in claims if not c.erratum]
    if answers:
        assert any(c.id not in old for c in answers)
        chosen = select(claims, sources, measured=True)
        assert chosen.claim in answers
        assert chosen.claim.id not in old
        assert chosen.claim not in chosen.tied
