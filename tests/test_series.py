"""Series over time, conditions that hold several values, other spellings, and questions that restate the claim."""

import shutil

import pytest

import chipledger
from chipledger import errors
from chipledger.ledger import Ledger
from places import TESTS

PRICED = TESTS / "data" / "priced"
EAST = {"purchase": "on_demand", "region": "east"}


@pytest.fixture(scope="module")
def priced() -> Ledger:
    return chipledger.load(PRICED)


def test_a_claim_about_several_regions_answers_for_each(priced: Ledger):
    for region in ("east", "west"):
        fact = priced.at("2024-12-31").get("delta-box", "price", purchase="on_demand", region=region)
        assert (fact.claim.id, fact.conditions["region"]) == ("p-2024", region)
    with pytest.raises(errors.AmbiguousQuestion, match="region: east, west"):
        priced.get("delta-box", "price", purchase="on_demand")
    with pytest.raises(errors.NoClaim):
        priced.get("delta-box", "price", purchase="on_demand", region="east, west")


def test_a_claim_about_several_regions_is_one_claim(priced: Ledger):
    assert len(priced.claims) == 7
    assert [claim.id for claim in priced.history("delta-box", "price", purchase="on_demand")] == [
        "p-2024",
        "p-2025",
        "p-2025-news",
    ]


def test_an_earlier_price_is_history_and_no_conflict(priced: Ledger):
    fact = priced.get("delta-box", "price", **EAST)
    assert fact.claim.id == "p-2025"
    assert {other.claim.id: other.relation for other in fact.others} == {
        "p-2024": "earlier",
        "p-2025-news": "coarser print",
    }
    # (44.70 - 35.76) / 35.76
    assert {other.claim.id: other.text for other in fact.others}["p-2024"] == "of an earlier date (+25 %)"
    assert priced.conflicts() == []
    then = priced.at("2024-12-31").get("delta-box", "price", **EAST)
    assert (then.text, then.others) == ("44.70 USD/h", ())


def test_other_spellings_of_a_value(priced: Ledger):
    for spelling in ("on_demand", "on-demand", "ondemand"):
        assert priced.get("delta-box", "price", purchase=spelling, region="east").claim.id == "p-2025"
    with pytest.raises(errors.UnknownCondition, match="purchase cannot be 'on demand'; did you mean on_demand"):
        priced.get("delta-box", "price", purchase="on demand")


def test_a_day_may_be_part_of_the_question(priced: Ledger):
    fact = priced.get("delta-box", "price", as_of="2025-05-31", **EAST)
    assert (fact.claim.id, fact.as_of) == ("p-2024", "2025-05-31")
    with pytest.raises(errors.NoDatedClaim):
        priced.get("delta-box", "price", as_of="2020", **EAST)
    with pytest.raises(errors.QuestionError, match="is no date"):
        priced.get("delta-box", "price", as_of="soon", **EAST)


def test_a_question_may_restate_how_many_chips(priced: Ledger):
    assert priced.get("delta-box", "price", chips=8, **EAST).claim.id == "p-2025"
    with pytest.raises(errors.NoClaim, match="delta-box does not hold 16 chips; it holds 8"):
        priced.get("delta-box", "price", chips=16, **EAST)
    with pytest.raises(errors.NoClaim, match="mystery-box does not hold 8 chips; how many it holds is not on record"):
        priced.get("mystery-box", "price", chips=8, **EAST)


def test_a_question_may_restate_the_modifier_or_the_bound(priced: Ledger):
    assert priced.get("delta-box", "fleet").claim.id == "f-nearly"
    assert priced.get("delta-box", "fleet", modifier="nearly").text == "nearly 500,000 chips"
    assert priced.get("delta-box", "fleet", modifier="over", lower_bound=200000).claim.id == "f-over"
    for wrong in ({"modifier": "about"}, {"lower_bound": 500000}, {"lower_bound": 200001}):
        with pytest.raises(errors.NoClaim):
            priced.get("delta-box", "fleet", **wrong)
    with pytest.raises(errors.UnknownCondition, match="modifier cannot be 'roughly'; allowed: about"):
        priced.get("delta-box", "fleet", modifier="roughly")
    with pytest.raises(errors.UnknownCondition, match="lower_bound: 'many' is not a plain number"):
        priced.get("delta-box", "fleet", lower_bound="many")


def test_a_fact_asked_for_by_its_modifier_is_not_taken_for_the_general_one(priced: Ledger):
    ledger = chipledger.load(PRICED)
    assert ledger.get("delta-box", "fleet", modifier="over").claim.id == "f-over"
    assert ledger.get("delta-box", "fleet").claim.id == "f-nearly"
    assert ledger.get("delta-box", "fleet", modifier="over").claim.id == "f-over"


def test_more_of_the_vocabulary_may_stand_in_a_folder(priced: Ledger, tmp_path):
    assert priced.get("delta-box", "stage").text == "preview"
    folder = tmp_path / "data"
    shutil.copytree(PRICED, folder)
    shutil.copy(folder / "properties" / "stage.yaml", folder / "properties" / "twice.yaml")
    with pytest.raises(errors.DataFaults, match=r"properties/twice.yaml:1: stage: property 'stage' is defined in two"):
        chipledger.load(folder)


SPELLINGS = "purchase: {on-demand: on_demand, ondemand: on_demand}"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "claims/box.yaml",
            "value: preview",
            "value: beta",
            "box.yaml:65: .*value 'beta'; allowed: preview, production",
        ),
        (
            "properties.yaml",
            "on-demand: on_demand",
            "on-demand: on-demand",
            "yaml:6: purchase: 'on-demand' for 'on-dema",
        ),
        ("properties.yaml", "{on-demand: on_demand", "{spot: on_demand", "yaml:6: purchase: 'spot' for 'on_demand'"),
        ("properties.yaml", SPELLINGS, "purchase: ondemand", "yaml:6: purchase: not a mapping; allowed: synonyms: "),
        (
            "properties.yaml",
            f"\n  {SPELLINGS}",
            " 5",
            "properties.yaml:5: synonyms: not a mapping; allowed: synonyms: ",
        ),
        ("properties.yaml", "region: list", "region: several", r"yaml:4: region: not a list of values; allowed: \["),
        ("properties/stage.yaml", "type: text", "type: date", "a date has no closed values; allowed: type text, or"),
        ("claims/box.yaml", "id: p-spot", "id: p-2024", r"id 'p-2024' is taken, at claims/box.yaml:3; allowed: an id"),
    ],
)
def test_faults(tmp_path, file, old, new, told):
    folder = tmp_path / "data"
    shutil.copytree(PRICED, folder)
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(errors.DataFaults, match=told):
        chipledger.load(folder)
