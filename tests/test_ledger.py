"""Questions to the miniature ledger: strict ones get one answer or a clear error, loose ones get everything."""

import datetime
import json
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chipledger
from chipledger import errors
from chipledger.ledger import Ledger
from chipledger.records import Conditions, Missing
from chipledger.search import words
from places import GOOD

FP8 = {"precision": "fp8", "sparsity": "dense"}
BF16 = {"precision": "bf16", "sparsity": "dense"}


def relations(fact):
    return {other.claim.id: other.relation for other in fact.others}


# -- get ----------------------------------------------------------------------------------------


def test_a_fact_carries_everything(small: Ledger):
    fact = small.get("alpha2", "memory_bandwidth")
    assert fact.published
    assert fact.claim.id == "a2-bw"
    assert (fact.text, fact.value, fact.unit) == ("2.9 TB/s", Decimal("2.9"), "TB/s")
    assert fact.conditions == {"scope": "chip"}
    assert (fact.interval.low, fact.interval.high) == (Fraction(57, 20), Fraction(59, 20))
    assert fact.quantity.to("GB/s").magnitude == pytest.approx(2900)
    assert fact.source.id == "alpha-docs"
    assert fact.reason == "the later date"
    assert [claim.id for claim in fact.claims] == ["a2-bw", "a2-bw-analyst", "a2-bw-guide"]
    assert relations(fact) == {"a2-bw-guide": "coarser print", "a2-bw-analyst": "differs"}
    # (2400 - 2900) / 2900
    assert fact.others[1].gap == Fraction(-5, 29)
    assert fact.others[1].text == "differs (-17 %)"
    assert fact.assumptions == ()
    assert fact.as_of is None


def test_superseded_and_coarser_claims_stay_visible(small: Ledger):
    fact = small.get("alpha2", "peak_compute", **FP8)
    assert fact.claim.id == "a2-fp8-new"
    assert relations(fact) == {"a2-fp8-press": "coarser print", "a2-fp8-old": "superseded"}
    # (1287 - 1299) / 1299 is -0.92 %
    assert fact.others[1].text == "superseded by a later version of its page (-0.92 %)"


def test_conditions_with_a_default_are_part_of_the_fact(small: Ledger):
    fact = small.get("alpha2", "peak_compute", **FP8)
    assert fact.conditions == {**FP8, "scope": "chip", "unit_kind": "tensor"}
    assert small.get("alpha2", "peak_compute", unit_kind="tensor", scope="chip", **FP8) == fact


@pytest.mark.parametrize("name", ["alpha2", "a2", "A2", "ALPHA 2", "Alpha Two", "  alpha2  "])
def test_ids_names_and_aliases_find_a_subject(small: Ledger, name):
    assert small.get(name, "memory_capacity").text == "96 GiB"


@pytest.mark.parametrize("name", ["alpha", "alpha22", "a2.bo", "alph2", "alpha-2", "", "alpha2-box2", "a2\u00a0box"])
def test_a_subject_is_never_matched_by_part_of_its_name(small: Ledger, name):
    with pytest.raises(errors.UnknownSubject, match="no subject"):
        small.get(name, "memory_capacity")


def test_an_unknown_subject_names_the_nearest(small: Ledger):
    with pytest.raises(errors.UnknownSubject, match="no subject 'alpha3'; did you mean alpha") as caught:
        small.get("alpha3", "memory_capacity")
    assert {"alpha1", "alpha2"} <= set(caught.value.choices)
    with pytest.raises(errors.UnknownSubject, match="`find` searches loosely"):
        small.get("qqqq", "memory_capacity")


def test_an_unknown_property_names_the_nearest(small: Ledger):
    with pytest.raises(errors.UnknownProperty, match="no property 'memory_bandwith'; did you mean memory_bandwidth"):
        small.get("alpha2", "memory_bandwith")
    with pytest.raises(errors.UnknownProperty, match="allowed: achieved_bandwidth, chips") as caught:
        small.get("alpha2", "zzz")
    assert "power" in caught.value.choices


def test_an_unknown_condition_names_what_is_allowed(small: Ledger):
    with pytest.raises(errors.UnknownCondition, match="memory_bandwidth takes no condition 'precision'; allowed: "):
        small.get("alpha2", "memory_bandwidth", precision="fp8")
    with pytest.raises(errors.UnknownCondition, match="peak_compute: precision cannot be 'fp9'; did you mean fp8"):
        small.get("alpha2", "peak_compute", precision="fp9")
    with pytest.raises(errors.UnknownCondition, match="allowed: bf16, fp8, int8, unstated") as caught:
        small.get("alpha2", "peak_compute", precision="zzzzz")
    assert caught.value.choices == ("fp8", "bf16", "int8", "unstated")
    with pytest.raises(errors.UnknownCondition, match="basis cannot be 'official'"):
        small.get("alpha2", "memory_bandwidth", basis="official")


def test_an_ambiguous_question_lists_what_differs(small: Ledger):
    with pytest.raises(errors.AmbiguousQuestion) as caught:
        small.get("alpha2", "peak_compute")
    told = str(caught.value)
    assert "alpha2.peak_compute has 3 answers" in told
    assert "precision: bf16, fp8" in told
    assert "sparsity: dense, sparse" in told
    assert "scope" not in told
    assert len(caught.value.choices) == 3
    with pytest.raises(
        errors.AmbiguousQuestion, match=r"\(precision=fp8\) has 2 answers; say which \(sparsity: dense, s"
    ):
        small.get("alpha2", "peak_compute", precision="fp8")


def test_what_leaves_no_choice_may_be_left_out(small: Ledger):
    assert small.get("alpha2", "peak_compute", sparsity="sparse").text == "2,563 TFLOP/s"
    assert small.get("alpha2", "peak_compute", precision="bf16").text == "667 TFLOP/s"


def test_what_is_said_without_a_condition_can_be_asked_for(small: Ledger):
    with pytest.raises(errors.AmbiguousQuestion, match="region: east, not given"):
        small.get("beta-pcie", "memory_type")
    fact = small.get("beta-pcie", "memory_type", region="not given")
    assert (fact.text, fact.conditions) == ("HBM2", {})
    assert small.get("beta-pcie", "memory_type", region="east").text == "HBM2e"
    with pytest.raises(errors.NoClaim):
        small.get("beta-pcie", "memory_type", region="west")
    # a condition that every claim must state is always given
    with pytest.raises(errors.UnknownCondition, match="scope cannot be 'not given'"):
        small.get("alpha2", "memory_bandwidth", scope="not given")


def test_nothing_on_record_says_what_is(small: Ledger):
    with pytest.raises(errors.NoClaim, match="nothing on record; on record: precision=fp8 scope=instance"):
        small.get("alpha2-box", "peak_compute", precision="bf16")
    with pytest.raises(
        errors.NoClaim, match=r"alpha2-box.power: nothing on record; alpha2-box has: chips; peak_compute"
    ):
        small.get("alpha2-box", "power")


def test_text_and_dates_are_facts_without_a_quantity(small: Ledger):
    fact = small.get("alpha2", "memory_type")
    assert (fact.value, fact.text, fact.unit) == ("HBM3", "HBM3", None)
    for ask in (lambda: fact.interval, lambda: fact.quantity):
        with pytest.raises(errors.NotANumber, match=r"alpha2.memory_type is text: 'HBM3'"):
            ask()
    assert small.get("alpha2", "ga_date").text == "2024-12-03"


# -- not published ------------------------------------------------------------------------------


def test_not_published_is_an_answer_with_what_others_say(small: Ledger):
    fact = small.get("alpha2", "power", scope="chip", power_kind="tdp")
    assert not fact.published
    assert (fact.text, fact.value, fact.unit, fact.source) == ("not published", None, None, None)
    assert fact.reason == "Alpha publishes no power figure"
    assert fact.missing.looked_in == ("alpha-docs", "alpha-guide")
    assert relations(fact) == {"a2-power": "said by others"}
    assert fact.others[0].gap is None
    assert "looked in alpha-docs, alpha-guide on 2025-05-01" in str(fact)
    with pytest.raises(errors.NotANumber, match=r"alpha2.power is not published, so it has no quantity"):
        _ = fact.quantity
    assert small.get("alpha2", "power") == small.get("alpha2", "power", scope="chip")


def test_an_estimate_answers_when_it_is_asked_for(small: Ledger):
    fact = small.get("alpha2", "power", basis="estimated")
    assert (fact.text, fact.claim.basis) == ("about 500 W", "estimated")
    with pytest.raises(errors.NoClaim, match="basis=measured"):
        small.get("alpha2", "power", basis="measured")


def test_another_question_than_the_one_not_published(small: Ledger):
    with pytest.raises(errors.NoClaim):
        small.get("alpha2", "power", power_kind="typical")


def test_a_wider_question_is_answered_by_what_is_published():
    from dataclasses import replace

    whole = chipledger_small()
    typical = replace(
        whole.claims["a2-power"],
        id="a2-typical",
        conditions=Conditions(scope="chip", power_kind="typical"),
        basis="published",
        source="alpha-docs",
    )
    ledger = Ledger(whole.vocabulary, whole.sources, [typical], whole.not_published)
    assert ledger.get("alpha2", "power").claim.id == "a2-typical"
    assert ledger.get("alpha2", "power", power_kind="typical").published
    assert not ledger.get("alpha2", "power", power_kind="tdp").published


def test_a_condition_not_given_is_none_of_the_conditions_of_an_unpublished_fact():
    whole = chipledger_small()
    record = Missing("gamma", "memory_type", Conditions(), "nobody says", ("gamma-docs",), "2025")
    ledger = Ledger(whole.vocabulary, whole.sources, [], [record])
    assert ledger.get("gamma", "memory_type", region="not given").conditions == {}
    assert ledger.get("gamma", "memory_type", region="east").conditions == {"region": "east"}


def test_a_record_without_conditions_answers_every_question(small: Ledger):
    fact = small.get("gamma", "ga_date")
    assert (fact.text, fact.others) == ("not published", ())
    assert small.history("gamma", "ga_date") == []


def test_missing_lists_what_was_looked_for(small: Ledger):
    assert [record.property for record in small.missing("a2")] == ["power"]
    assert small.missing("alpha1") == ()


# -- families and form factors ------------------------------------------------------------------


def test_a_family_lists_its_variants(small: Ledger):
    with pytest.raises(
        errors.AmbiguousQuestion, match="Beta is sold in several forms; ask for beta-pcie or beta-sxm"
    ) as e:
        small.get("beta", "memory_bandwidth")
    assert e.value.choices == ("beta-pcie", "beta-sxm")


def test_a_form_factor_picks_the_variant(small: Ledger):
    assert small.get("beta", "memory_bandwidth", form_factor="sxm").text == "3.35 TB/s"
    assert small.get("beta", "memory_bandwidth", form_factor="pcie").text == "2 TB/s"
    with pytest.raises(errors.AmbiguousQuestion, match="ask for beta-pcie or beta-sxm"):
        small.get("beta", "memory_bandwidth", form_factor="nvl")


def test_what_is_said_of_the_family_answers_for_it(small: Ledger):
    assert small.get("beta", "memory_type").text == "HBM2e"
    with pytest.raises(errors.NoClaim, match="on record for the family, beta") as caught:
        small.get("beta-sxm", "memory_type")
    assert caught.value.choices == ("beta",)
    with pytest.raises(errors.NoClaim):
        small.get("beta", "memory_type", form_factor="sxm")


def test_a_form_factor_may_restate_the_subject(small: Ledger):
    assert small.get("beta-sxm", "memory_bandwidth", form_factor="sxm").text == "3.35 TB/s"
    with pytest.raises(errors.NoClaim, match="beta-sxm is not 'pcie'; it is sxm"):
        small.get("beta-sxm", "memory_bandwidth", form_factor="pcie")
    with pytest.raises(errors.NoClaim, match="alpha2 is not 'sxm'; it is of no form factor"):
        small.get("alpha2", "memory_bandwidth", form_factor="sxm")


def test_a_form_factor_that_a_claim_states_is_a_condition():
    from dataclasses import replace

    whole = chipledger_small()
    power = replace(whole.properties["power"], optional=("form_factor",))
    vocabulary = replace(whole.vocabulary, properties={**whole.properties, "power": power})
    base = replace(whole.claims["a2-power"], subject="gamma")
    claims = [
        replace(base, id=form, value=value, conditions=Conditions(base.conditions, form_factor=form))
        for form, value in (("sxm", "700"), ("pcie", "350"))
    ]
    ledger = Ledger(vocabulary, whole.sources, claims)
    assert ledger.get("gamma", "power", form_factor="pcie").claim.value == "350"
    with pytest.raises(errors.AmbiguousQuestion, match="form_factor: pcie, sxm"):
        ledger.get("gamma", "power")
    with pytest.raises(errors.NoClaim, match="nothing on record"):
        ledger.get("gamma", "power", form_factor="nvl")


# -- unstated, assumed --------------------------------------------------------------------------


def test_what_a_source_leaves_out_is_not_filled_in(small: Ledger):
    fact = small.get("gamma", "peak_compute", precision="bf16")
    assert fact.conditions["sparsity"] == "unstated"
    with pytest.raises(errors.NoClaim, match=r"on record: .*sparsity=unstated"):
        small.get("gamma", "peak_compute", **BF16)


@pytest.mark.parametrize("asked", [BF16, {"precision": "bf16"}])
def test_an_assumption_fills_a_silence_and_is_carried(small: Ledger, asked):
    fact = small.get("gamma", "peak_compute", assume={"sparsity": "dense"}, **asked)
    assert fact.text == "918 TFLOP/s"
    assert fact.assumptions == ("sparsity=dense is assumed; the source does not state it",)
    assert "assumed: sparsity=dense" in str(fact)
    assert fact.conditions["sparsity"] == "unstated"


def test_an_assumption_changes_nothing_that_is_stated(small: Ledger):
    fact = small.get("alpha2", "peak_compute", assume={"sparsity": "sparse"}, **FP8)
    assert (fact.text, fact.assumptions) == ("1,299 TFLOP/s", ())
    with pytest.raises(errors.NoClaim):
        small.get("gamma", "peak_compute", precision="bf16", sparsity="sparse", assume={"sparsity": "dense"})
    unstated = small.get("gamma", "peak_compute", precision="bf16", sparsity="unstated", assume={"sparsity": "dense"})
    assert unstated.assumptions == ()


def test_an_assumption_is_checked_like_a_condition(small: Ledger):
    with pytest.raises(errors.UnknownCondition):
        small.get("gamma", "peak_compute", precision="bf16", assume={"sparsity": "thick"})
    with pytest.raises(errors.UnknownCondition):
        small.get("gamma", "peak_compute", precision="bf16", assume={"direction": "unidirectional"})


# -- compare ------------------------------------------------------------------------------------


def test_facts_on_one_basis_compare(small: Ledger):
    found = small.compare(["alpha2", "beta-sxm"], "peak_compute", **BF16)
    assert [(fact.subject.id, fact.text) for fact in found.facts] == [
        ("alpha2", "667 TFLOP/s"),
        ("beta-sxm", "989.4 TFLOP/s"),
    ]
    assert found.left_out == {}
    assert found.property.id == "peak_compute"


def test_the_unstated_is_kept_out_unless_assumed(small: Ledger):
    found = small.compare(["alpha2", "gamma"], "peak_compute", **BF16)
    assert [fact.subject.id for fact in found.facts] == ["alpha2"]
    assert list(found.left_out) == ["gamma"]
    assert "sparsity=unstated" in found.left_out["gamma"]
    found = small.compare(["alpha2", "gamma"], "peak_compute", assume={"sparsity": "dense"}, **BF16)
    assert [(fact.subject.id, bool(fact.assumptions)) for fact in found.facts] == [("alpha2", False), ("gamma", True)]


def test_a_refusal_names_the_conditions_that_differ(small: Ledger):
    with pytest.raises(errors.NotComparable, match="direction: bidirectional against unidirectional") as caught:
        small.compare(["beta-sxm", "gamma"], "scaleup_bandwidth")
    assert caught.value.choices == ("direction",)
    assert "scaleup_bandwidth of beta-sxm, gamma" in str(caught.value)
    with pytest.raises(errors.NotComparable, match="direction: bidirectional against unidirectional against unstated"):
        small.compare(["alpha2", "beta-sxm", "gamma"], "scaleup_bandwidth")
    with pytest.raises(errors.NotComparable, match="scope: chip against instance"):
        small.compare(["alpha2", "alpha2-box"], "peak_compute", **FP8)


def test_an_assumption_may_put_facts_on_one_basis(small: Ledger):
    found = small.compare(["alpha2", "beta-sxm"], "scaleup_bandwidth", assume={"direction": "bidirectional"})
    assert [len(fact.assumptions) for fact in found.facts] == [1, 0]
    with pytest.raises(errors.NotComparable, match="direction: bidirectional against unidirectional"):
        small.compare(["alpha2", "gamma"], "scaleup_bandwidth", assume={"direction": "bidirectional"})


def test_floating_point_is_not_compared_with_integers(small: Ledger):
    int8 = {"precision": "int8", "sparsity": "dense"}
    with pytest.raises(errors.NotComparable, match="unit: FLOP / second against OP / second"):
        small.compare(["beta-sxm", "gamma"], "peak_compute", **int8)


def test_comparing_is_as_strict_as_asking(small: Ledger):
    with pytest.raises(errors.AmbiguousQuestion):
        small.compare(["alpha2", "beta-sxm"], "peak_compute")
    with pytest.raises(errors.UnknownSubject):
        small.compare(["alpha2", "alpha9"], "memory_bandwidth")
    with pytest.raises(errors.UnknownProperty):
        small.compare([], "speed_of_light")
    assert small.compare([], "memory_bandwidth").facts == ()


def test_a_figure_not_published_stands_in_the_comparison(small: Ledger):
    found = small.compare(["alpha2", "gamma"], "power", scope="chip", power_kind="tdp")
    assert [fact.text for fact in found.facts] == ["not published"]
    assert list(found.left_out) == ["gamma"]
    estimated = small.compare(["alpha2"], "power", basis="estimated")
    assert [fact.text for fact in estimated.facts] == ["about 500 W"]


# -- history, conflicts, facts ------------------------------------------------------------------


def test_history_is_oldest_first_and_undated_last(small: Ledger):
    assert [claim.id for claim in small.history("alpha2", "peak_compute", **FP8)] == [
        "a2-fp8-press",
        "a2-fp8-old",
        "a2-fp8-new",
    ]
    assert [claim.id for claim in small.history("alpha2", "memory_bandwidth")] == [
        "a2-bw-analyst",
        "a2-bw-guide",
        "a2-bw",
    ]
    assert len(small.history("alpha2", "peak_compute")) == 5
    with pytest.raises(errors.NoClaim):
        small.history("alpha1", "power")
    with pytest.raises(errors.AmbiguousQuestion):
        small.history("beta", "memory_bandwidth")
    assert [claim.id for claim in small.history("alpha2", "power")] == ["a2-power"]


def test_conflicts_are_facts_that_a_standing_claim_contradicts(small: Ledger):
    assert [(fact.subject.id, fact.property.id) for fact in small.conflicts()] == [
        ("alpha2", "memory_bandwidth"),
        ("gamma", "memory_capacity"),
    ]
    assert [fact.claim.id for fact in small.conflicts("gamma")] == ["g-mem-a"]
    assert small.get("gamma", "memory_capacity").reason == "the table is kept up to date, the text is not"
    assert small.conflicts("alpha1") == []


def test_every_claim_is_in_one_fact_or_under_one_record(small: Ledger):
    in_facts = [claim.id for fact in small.facts() for claim in fact.claims]
    unpublished = [other.claim.id for other in small.get("alpha2", "power").others]
    assert sorted([*in_facts, *unpublished]) == sorted(small.claims)
    assert {fact.subject.id for fact in small.facts("a2")} == {"alpha2"}
    assert all(fact.published for fact in small.facts())


# -- at -----------------------------------------------------------------------------------------


def test_as_of_a_day_only_what_had_been_said(small: Ledger):
    assert small.at("2024-02-29").get("alpha2", "peak_compute", **FP8).claim.id == "a2-fp8-press"
    then = small.at("2024-03-01").get("alpha2", "peak_compute", **FP8)
    assert (then.claim.id, then.as_of) == ("a2-fp8-old", "2024-03-01")
    assert small.at("2025-05-01").get("alpha2", "peak_compute", **FP8).claim.id == "a2-fp8-new"


def test_a_month_counts_only_when_it_is_over(small: Ledger):
    assert small.at("2025-01-30").get("alpha2", "memory_bandwidth").claim.id == "a2-bw-analyst"
    assert small.at("2025-01-31").get("alpha2", "memory_bandwidth").claim.id == "a2-bw-guide"
    assert small.at("2025-01").get("alpha2", "memory_bandwidth").claim.id == "a2-bw-guide"
    assert small.at(datetime.date(2025, 1, 31)).as_of == "2025-01-31"
    assert small.at(datetime.datetime(2025, 1, 31, 12)).as_of == "2025-01-31"
    assert small.at("2024").as_of == "2024-12-31"


def test_no_dated_claim_is_not_not_published(small: Ledger):
    with pytest.raises(
        errors.NoDatedClaim, match="no dated claim before 2024-05-31; the earliest is of 2024-06"
    ) as caught:
        small.at("2024-05-31").get("alpha2", "memory_bandwidth")
    assert not isinstance(caught.value, errors.NoClaim)
    with pytest.raises(errors.NoDatedClaim, match="what is on record is undated"):
        small.at("2026-01-01").get("alpha2", "memory_type")
    with pytest.raises(errors.NoDatedClaim):
        small.at("2024-02-28").history("alpha2", "peak_compute", **FP8)
    with pytest.raises(errors.NoClaim):
        small.at("2024-02-28").get("alpha1", "power")
    with pytest.raises(errors.NoDatedClaim, match="basis=published"):
        small.at("2024-12-31").get("alpha2", "memory_bandwidth", basis="published")


def test_what_a_later_search_did_not_find_was_not_published_before(small: Ledger):
    before = small.at("2024-06-30").get("alpha2", "power")
    assert (before.published, relations(before)) == (False, {"a2-power": "said by others"})
    # before anybody said anything, the answer is that nothing is dated so early
    with pytest.raises(errors.NoDatedClaim):
        small.at("2024-06-29").get("alpha2", "power")
    assert not small.at("2020").get("gamma", "ga_date").published
    assert len(small.at("2020").missing("gamma")) == 1


def test_a_comparison_as_of_a_day_leaves_out_what_was_not_yet_said(small: Ledger):
    found = small.at("2024-12-31").compare(["beta-sxm", "alpha2"], "memory_bandwidth")
    assert [fact.claim.id for fact in found.facts] == ["b-bw", "a2-bw-analyst"]
    found = small.at("2024-01-01").compare(["beta-sxm", "alpha2"], "memory_bandwidth")
    assert [fact.claim.id for fact in found.facts] == ["b-bw"]
    assert "no dated claim before" in found.left_out["alpha2"]


@pytest.mark.parametrize(
    "date",
    [
        "2024-13",
        "2024-02-30",
        "2024-00",
        "24-01-01",
        "yesterday",
        "",
        "2024-1-1",
        "0000",
        "2024-01-01T00",
        "\uff12\uff10\uff12\uff14",
    ],
)
def test_no_such_date(small: Ledger, date):
    with pytest.raises(errors.QuestionError, match="is no date"):
        small.at(date)


def test_of_two_days_the_last_one_asked_for_counts(small: Ledger):
    assert small.at("2020").at("2025-05-01").get("alpha2", "memory_bandwidth").claim.id == "a2-bw"
    assert small.at("2026").at("2025-01-31").get("alpha2", "memory_bandwidth").claim.id == "a2-bw-guide"


days = st.dates(datetime.date(2022, 1, 1), datetime.date(2026, 12, 31))


@given(days, days)
def test_as_of_is_monotone(one, two):
    ledger = chipledger_small()
    earlier, later = sorted((one, two))
    before, after = ledger.at(earlier), ledger.at(later)
    assert set(before.claims) <= set(after.claims) <= set(ledger.claims)
    assert set(before.not_published) <= set(after.not_published)
    assert set(after.at(earlier).claims) == set(before.claims)
    assert set(before.at(later).claims) == set(after.claims)


def test_as_of_the_far_future_all_that_is_dated(small: Ledger):
    assert set(small.claims) - set(small.at("9999").claims) == {"a2-hbm"}


# -- ties ---------------------------------------------------------------------------------------


def tied_ledger() -> Ledger:
    """The miniature ledger without its line that chooses."""
    whole = chipledger_small()
    return Ledger(whole.vocabulary, whole.sources, whole.claims.values(), whole.not_published)


def test_a_tie_is_no_answer():
    ledger = tied_ledger()
    for _ in range(2):
        with pytest.raises(
            errors.AmbiguousQuestion, match=r"cannot choose between 32 GB \[g-mem-a\], 31 GB \[g-mem-b\]"
        ) as e:
            ledger.get("gamma", "memory_capacity")
        assert e.value.choices == ("g-mem-a", "g-mem-b")
        # ... but what is said is found
        assert [fact.claim.id for fact in ledger.conflicts("gamma")] == ["g-mem-a"]


def test_only_errata_are_no_answer():
    from dataclasses import replace

    whole = chipledger_small()
    wrong = replace(whole.claims["b-bw"], erratum=True)
    ledger = Ledger(whole.vocabulary, whole.sources, [wrong])
    with pytest.raises(errors.NoClaim, match="known erratum"):
        ledger.get("beta-sxm", "memory_bandwidth")
    assert ledger.facts() == []
    assert [claim.id for claim in ledger.history("beta-sxm", "memory_bandwidth")] == ["b-bw"]


# -- find ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a2 hbm bandwidth", ("alpha2", "memory_bandwidth")),
        ("ALPHA2 flops fp8 sparse", ("alpha2", "peak_compute")),
        ("alpha2 watts", ("alpha2", "power")),
        ("beta sxm bandw", ("beta-sxm", "memory_bandwidth")),
        ("box chips", ("alpha2-box", "chips")),
        ("gamma available", ("gamma", "ga_date")),
    ],
)
def test_loose_words_find_facts(small: Ledger, text, first):
    found = small.find(text)[0]
    assert (found.subject.id, found.property.id) == first


def test_a_search_finds_what_is_not_published(small: Ledger):
    found = small.find("alpha2 tdp")
    assert [fact.text for fact in found] == ["not published"]
    assert relations(found[0]) == {"a2-power": "said by others"}


def test_a_search_prefers_all_words_and_keeps_to_its_limit(small: Ledger):
    assert {fact.subject.id for fact in small.find("beta bandwidth")} == {"beta-sxm", "beta-pcie"}
    assert len(small.find("alpha2", 3)) == 3
    assert small.find("alpha2", 0) == small.find("alpha2", -1) == small.find("", 5) == small.find("zzzz") == []
    assert len(small.find("a", 1000)) <= len(small.facts()) + 2


def test_a_whole_word_outranks_the_beginning_of_one(small: Ledger):
    # "a2" is a name of alpha2, and only the beginning of alpha2-box's "a2.box"
    subjects = [fact.subject.id for fact in small.find("a2", 100)]
    assert set(subjects) == {"alpha2", "alpha2-box"}
    assert subjects == sorted(subjects)


def test_words_of_a_text():
    assert words("TRN2.48xlarge  HBM-bandwidth, 2.9!") == ["trn2.48xlarge", "hbm", "bandwidth", "2.9"]
    assert words(" _-. ") == []


_kept: list[Ledger] = []


def chipledger_small() -> Ledger:
    """The miniature ledger, for tests that hypothesis runs many times."""
    if not _kept:
        _kept.append(chipledger.load(GOOD))
    return _kept[0]


@given(st.text(max_size=60), st.integers(-5, 50))
def test_find_never_raises(text, limit):
    found = chipledger_small().find(text, limit)
    assert len(found) <= max(limit, 0)


names = st.one_of(st.text(max_size=30), st.sampled_from(["alpha2", "beta", "beta-sxm", "gamma", "a2"]))
properties = st.one_of(st.text(max_size=30), st.sampled_from(["peak_compute", "power", "memory_bandwidth", "ga_date"]))
keys = st.one_of(st.text(min_size=1, max_size=12), st.sampled_from(["precision", "sparsity", "scope", "form_factor"]))
values = st.one_of(st.text(max_size=12), st.sampled_from(["fp8", "dense", "chip", "unstated", "sxm"]), st.integers())
asked = st.dictionaries(keys, values, max_size=3).filter(
    lambda found: not {"subject", "property", "basis", "assume", "self", "subjects"} & set(found)
)


@given(names, properties, asked, asked, st.one_of(st.none(), st.text(max_size=9), st.just("estimated")))
def test_get_answers_or_raises_on_purpose(name, prop, conditions, assume, basis):
    ledger = chipledger_small()
    for ask in (
        lambda: ledger.get(name, prop, basis=basis, assume=assume, **conditions),
        lambda: ledger.compare([name, "alpha2"], prop, basis=basis, assume=assume, **conditions),
        lambda: ledger.history(name, prop, **conditions),
        lambda: ledger.at("2024-12-31").get(name, prop, **conditions),
        lambda: (ledger.facts(name), ledger.missing(name), ledger.conflicts(name)),
        lambda: ledger.at(name),
    ):
        told = "answered"
        try:
            ask()
        except errors.ChipledgerError as error:
            told = str(error)
        assert 0 < len(told) < 2000


# -- how claims compare -------------------------------------------------------------------------


def answered(small, selected, other, **more):
    """How one claim stands to another, each given as text and options."""
    from dataclasses import replace

    from chipledger.other import others

    base = small.claims["a2-bw"]
    prop = small.properties[more.pop("property", "memory_bandwidth")]

    def made(ident, value, **options):
        return replace(base, id=ident, value=value, **options)

    one, two = made("one", *selected[:1], **dict(selected[1:])), made("two", *other[:1], **dict(other[1:]))
    [found] = others(one, [one, two], prop, small.sources)
    return found


OPEN = ("modifier", "over")
UP_TO = ("modifier", "up_to")


@pytest.mark.parametrize(
    ("selected", "other", "relation", "text"),
    [
        (["2.9"], ["2.9"], "agrees", "agrees within printed precision"),
        (["2.9"], ["3"], "coarser print", "a coarser print of the same"),
        (["3"], ["2.9"], "finer print", "a finer print of the same"),
        (["2.9"], ["2.94"], "finer print", "a finer print of the same"),
        (["2.9"], ["2.99"], "differs", "differs (+3.1 %)"),  # 0.09 / 2.9
        (["20"], ["16"], "differs", "differs (-20 %)"),
        (["2.9"], ["2.8"], "differs", "differs (-3.4 %)"),  # they touch at 2.85
        (["1"], ["2"], "differs", "differs (+100 %)"),
        (["2"], ["5"], "differs", "differs (2.5 times the selected value)"),
        (["3"], ["2000"], "differs", "differs (667 times the selected value)"),
        (["2"], ["0"], "differs", "differs (-100 %)"),
        (["0"], ["2"], "differs", "differs"),  # nothing is a share of nothing
        (["1299"], ["1299", ("exact", True)], "finer print", "a finer print of the same"),
        (["5", ("modifier", "range"), ("upper", "7")], ["6"], "finer print", "a finer print of the same"),
        (["5"], ["6", ("modifier", "range"), ("upper", "7")], "differs", "differs (+20 %)"),
        (["8"], ["5", ("modifier", "range"), ("upper", "6")], "differs", "differs (-25 %)"),
        (["5.4"], ["5.35", ("modifier", "range"), ("upper", "5.6")], "coarser print", "a coarser print of the same"),
        (["5.4"], ["5.4", ("modifier", "range"), ("upper", "5.6")], "agrees", "agrees within printed precision"),
        (["5", UP_TO], ["5"], "within bound", "fits: one of the two is only a bound"),
        (["5"], ["4", OPEN], "within bound", "fits: one of the two is only a bound (-20 %)"),
        (["180"], ["192", UP_TO], "within bound", "fits: one of the two is only a bound (+6.7 %)"),
        (["5", UP_TO], ["5", UP_TO], "agrees", "agrees within printed precision"),
        (["5"], ["6", OPEN], "differs", "differs (+20 %)"),
        (["5"], ["5", ("erratum", True)], "erratum", "a known erratum of its page"),
        (["5"], ["4", ("basis", "measured")], "measured", "a measurement, not a specification (-20 %)"),
    ],
)
def test_relations(small: Ledger, selected, other, relation, text):
    found = answered(small, selected, other)
    assert (found.relation, found.text) == (relation, text)


@pytest.mark.parametrize(
    ("selected", "other", "relation"),
    [
        ("2024-12-03", "2024-12", "coarser print"),
        ("2024-12", "2024-12-03", "finer print"),
        ("2024-12-03", "2024", "coarser print"),
        ("2024-12-03", "2024-12-03", "agrees"),
        ("2024-12-03", "2024-11", "differs"),
        ("2024-12-03", "2024-12-0", "differs"),
    ],
)
def test_a_month_is_a_coarser_print_of_its_days(small: Ledger, selected, other, relation):
    text = [("number", False), ("unit", None)]
    assert answered(small, [selected, *text], [other, *text], property="ga_date").relation == relation


def test_texts_agree_whatever_their_spaces(small: Ledger):
    text = [("number", False), ("unit", None)]
    assert answered(small, ["3 nm", *text], ["3nm", *text], property="memory_type").relation == "agrees"
    found = answered(small, ["HBM3", *text], ["HBM3e", *text], property="memory_type")
    assert (found.relation, found.text, found.gap) == ("differs", "differs", None)
    # what looks like a year and a month is a date only where dates are asked for
    assert answered(small, ["2024-12", *text], ["2024", *text], property="memory_type").relation == "differs"


def test_units_of_one_dimension_compare_and_others_never_agree(small: Ledger):
    gigabytes = [("unit", "GB/s"), ("factor", Fraction(8 * 10**9))]
    assert answered(small, ["2.9"], ["2900", *gigabytes]).relation == "finer print"
    assert answered(small, ["2.9"], ["2400", *gigabytes]).text == "differs (-17 %)"
    other = answered(small, ["2.9"], ["2.9", ("base", "OP / second")])
    assert (other.relation, other.gap, other.text) == ("differs", None, "differs")


# -- citations ----------------------------------------------------------------------------------


def test_a_fact_cites_its_source(small: Ledger):
    fact = small.get("alpha2", "memory_bandwidth")
    assert fact.cite() == (
        "Alpha Two, memory bandwidth (scope=chip): 2.9 TB/s; printed as '2.9 TB/s', table 1. "
        "Alpha. Alpha architecture, 100% of it. https://alpha.example/docs [a2-bw]"
    )


def test_bibtex_escapes_what_would_cut_a_title_short(small: Ledger):
    text = small.get("alpha2", "memory_bandwidth").cite("bibtex")
    assert text.startswith("@misc{a2-bw,\n")
    assert r"title = {{Alpha architecture, 100\% of it}}" in text
    assert "urldate = {2025-05-01}" in text
    assert "url = {https://alpha.example/docs}" in text
    assert text.count("{") == text.count("}")


def test_csl_json_has_dates_in_parts(small: Ledger):
    [record] = json.loads(small.get("beta", "memory_type").cite("csl-json"))
    assert record["title"] == "Beta datasheet"
    assert record["URL"] == "https://beta.example/sheet.pdf"
    [analyst] = json.loads(small.get("alpha2", "power", basis="estimated").cite("csl-json"))
    assert analyst["issued"] == {"date-parts": [[2024, 6]]}


def test_a_citation_names_version_and_date_of_the_page(small: Ledger):
    fact = small.at("2024-03-01").get("alpha2", "peak_compute", **FP8)
    assert (
        "Alpha. Alpha architecture. of 2024-03-01. 2024-03-01. https://alpha.example/docs [a2-fp8-old]" in fact.cite()
    )
    assert "year = {2024}" in fact.cite("bibtex")
    [record] = json.loads(fact.cite("csl-json"))
    assert (record["version"], record["issued"]) == ("of 2024-03-01", {"date-parts": [[2024, 3, 1]]})
    [observed] = json.loads(small.get("alpha2", "memory_bandwidth").cite("csl-json"))
    assert observed["accessed"] == {"date-parts": [[2025, 5, 1]]}


def test_a_source_seen_only_quoted_is_cited_as_that(small: Ledger):
    fact = small.at("2024-02-29").get("alpha2", "peak_compute", **FP8)
    for style in ("text", "bibtex", "csl-json"):
        assert "seen only as quoted by daily" in fact.cite(style)


def test_what_is_not_published_cites_where_it_was_looked_for(small: Ledger):
    fact = small.get("alpha2", "power")
    assert fact.cite() == (
        "Alpha Two, power: not published. Alpha publishes no power figure. Looked in alpha-docs, alpha-guide."
    )
    with pytest.raises(errors.QuestionError, match=r"alpha2.power is not published: nothing to cite as bibtex"):
        fact.cite("bibtex")


@pytest.mark.parametrize("question", ["power", "memory_bandwidth"])
def test_an_unknown_style_is_refused(small: Ledger, question):
    with pytest.raises(errors.QuestionError, match="cannot cite as 'apa'; allowed: text, bibtex, csl-json"):
        small.get("alpha2", question).cite("apa")


# -- records ------------------------------------------------------------------------------------


def test_conditions_are_a_value():
    one, two = Conditions(precision="fp8", sparsity="dense"), Conditions({"sparsity": "dense"}, precision="fp8")
    assert one == two == {"precision": "fp8", "sparsity": "dense"}
    assert hash(one) == hash(two)
    assert {one: 1}[two] == 1
    assert str(two) == "precision=fp8 sparsity=dense"
    assert repr(two) == "Conditions(precision=fp8 sparsity=dense)"
    assert one.meets({"direction": "not given"})
    assert not one.meets({"precision": "not given"})
    assert one != Conditions(precision="fp8")
    assert one != "precision=fp8 sparsity=dense"
    assert one.differing({"precision": "fp8", "scope": "chip"}) == ("scope", "sparsity")
    assert one.meets({"precision": "fp8"})
    assert not one.meets({"scope": "chip"})
    assert pickle.loads(pickle.dumps(one)) == one


def test_facts_are_values_that_survive_pickling(small: Ledger):
    fact = small.get("alpha2", "memory_bandwidth")
    assert {fact, small.get("a2", "memory_bandwidth")} == {fact}
    kept = pickle.loads(pickle.dumps(fact))
    assert kept == fact
    assert kept.others == fact.others
    with pytest.raises(AttributeError):
        fact.claim = None


def test_errors_survive_pickling():
    question = errors.UnknownSubject("no subject 'x'", ("y",))
    faults = errors.DataFaults([errors.Fault("b.yaml", 2, "s", "m"), errors.Fault("a.yaml", 1, "s", "m")])
    assert pickle.loads(pickle.dumps(question)).choices == ("y",)
    assert (
        str(pickle.loads(pickle.dumps(faults))) == str(faults) == "2 faults in the data\na.yaml:1: s: m\nb.yaml:2: s: m"
    )


@pytest.mark.parametrize(
    ("value", "unit", "modifier", "upper", "text"),
    [
        ("2.9", "TB/s", None, None, "2.9 TB/s"),
        ("2.90", "TB/s", None, None, "2.90 TB/s"),
        ("1299", "TFLOP/s", None, None, "1,299 TFLOP/s"),
        ("1000000", "chip", "over", None, "over 1,000,000 chips"),
        ("16", "chip", None, None, "16 chips"),
        ("1", "chip", None, None, "1 chip"),
        ("2", "die", None, None, "2 dies"),
        ("2", "switch", None, None, "2 switches"),
        ("192", "vcpu", None, None, "192 vCPUs"),
        ("4", "rack_unit", None, None, "4 rack units"),
        ("1", "rack_unit", None, None, "1 rack unit"),
        ("5", "mm**2", None, None, "5 mm**2"),
        ("7", "kg", None, None, "7 kg"),
        ("30", "percent", "range", "40", "30 to 40 %"),
        ("1", "chip", "range", "2", "1 to 2 chips"),
        ("4.4", "times", "up_to", None, "up to 4.4 times"),
        ("208e9", "transistor", None, None, "208 billion transistors"),
        ("5", "one", "about", None, "about 5"),
        ("12345.678", "USD", None, None, "12,345.678 USD"),
        ("-5", "USD", "at_least", None, "at least -5 USD"),
    ],
)
def test_figures_in_words(value, unit, modifier, upper, text):
    from chipledger.records import value_text

    assert value_text(value, unit, modifier, upper) == text


def test_values_without_a_unit_and_in_other_scripts():
    from chipledger.records import grouped, unit_text

    assert unit_text(None) == unit_text("") == unit_text("1") == ""
    assert grouped("٣٣٣٣") == "٣٣٣٣"
    assert grouped("5e14") == "5e14"


def test_dates_of_claims_in_words(small: Ledger):
    from chipledger.fact import dated

    told = [dated(small.claims[ident]) for ident in ("a2-bw-guide", "a2-bw", "a2-hbm")]
    assert told == ["said on 2025-01", "observed on 2025-05-01", "undated"]


def test_a_derived_value_has_a_quantity():
    from chipledger.interval import Interval
    from chipledger.records import Derived

    derived = Derived(11.6, "TB/s", Interval.printed("11.6"), "4 * 2.9", ("a2-bw", "box-chips"))
    assert derived.quantity.to("GB/s").magnitude == pytest.approx(11600)


@pytest.mark.parametrize("value", ["2024", "20241203", "2024-12-03", "HBM3", "12345 nm", "٣٣٣٣", "²²²²"])
def test_text_stays_as_it_is(small: Ledger, value):
    from dataclasses import replace

    assert replace(small.claims["a2-ga"], value=value).text == value
