"""How old figures of a series are, which of them are stale, and the file that says after how long."""

import datetime
import shutil

import pytest

import chipledger
from chipledger.age import age, stale
from chipledger.errors import DataFaults, QuestionError, UnknownSubject
from chipledger.ledger import Ledger
from places import TESTS

PRICED = TESTS / "data" / "priced"
HORIZONS = """\
horizons:
- family: prices
  days: 90
  properties: [price]
- family: fleets
  days: 180
  properties: [fleet]
"""
EAST = {"purchase": "on_demand", "region": "east"}
SPOT = {"purchase": "spot", "region": "west"}


def with_horizons(where, text=HORIZONS):
    folder = where / "data"
    shutil.copytree(PRICED, folder)
    (folder / "horizons.yaml").write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def priced(tmp_path_factory) -> Ledger:
    return chipledger.load(with_horizons(tmp_path_factory.mktemp("priced")))


def test_an_age_is_counted_in_days_from_what_the_figure_speaks_for(priced: Ledger):
    fact = priced.get("delta-box", "price", **EAST)
    # 2025-06-01 to 2025-08-30: 29 + 31 + 30 days
    for today, days, old in [("2025-06-01", 0, False), ("2025-08-30", 90, False), ("2025-08-31", 91, True)]:
        found = age(fact, today=today)
        assert (found.date, found.days, found.horizon, found.stale) == ("2025-06-01", days, 90, old)
    assert age(fact, today="2025-06-02").text == "as of 2025-06-01 (1 day old)"
    assert age(fact, today="2025-08-31").text == "as of 2025-06-01 (91 days old)"
    assert age(fact, today=datetime.date(2028, 6, 1)).text == "as of 2025-06-01 (1,096 days old)"


def test_a_horizon_can_be_given(priced: Ledger):
    fact = priced.get("delta-box", "price", **EAST)
    assert [age(fact, today="2025-07-01", horizon=days).stale for days in (29, 30, 31)] == [True, False, False]


def test_a_month_is_as_young_as_its_last_day(tmp_path):
    folder = with_horizons(tmp_path)
    claims = folder / "claims" / "box.yaml"
    claims.write_text(claims.read_text("utf-8").replace("said_on: 2026-10-03", "said_on: 2026-10"), "utf-8")
    found = age(chipledger.load(folder).get("delta-box", "price", **SPOT), today="2026-11-30")
    assert (found.days, found.text) == (30, "as of 2026-10 (at least 30 days old)")


def test_what_nothing_dates_is_stale_and_says_so(tmp_path):
    folder = with_horizons(tmp_path)
    claims = folder / "claims" / "box.yaml"
    undated = claims.read_text("utf-8").replace("  said_on: 2026-10-03\n", "  note: before the list of November\n")
    claims.write_text(undated, "utf-8")
    ledger = chipledger.load(folder)
    found = age(ledger.get("delta-box", "price", **SPOT), today="2026-11-30")
    assert (found.days, found.stale, found.text) == (None, True, "undated")
    assert found.bound == "before the list of November"
    assert age(ledger.get("delta-box", "price", **EAST)).bound is None
    assert stale(ledger, today="2000-01-01")[0].fact.claim.id == "p-spot"


def test_what_is_no_series_has_no_age(priced: Ledger, small: Ledger):
    assert age(priced.get("delta-box", "stage")) is None
    assert age(small.get("alpha2", "memory_bandwidth")) is None


def test_stale_figures_come_oldest_first_and_say_where_to_look_again(priced: Ledger):
    # On 2026-12-01: the on-demand prices of June 2025 (east) and December 2024 (west), the fleet of October 2025;
    # the spot price of 2026-10-03 is 59 days old.
    found = stale(priced, today="2026-12-01")
    assert [(one.fact.claim.id, one.days) for one in found] == [("p-2024", 728), ("p-2025", 548), ("f-nearly", 398)]
    assert all(one.look_again == one.fact.source.url and one.look_again.startswith("https://") for one in found)
    assert [one.fact.claim.id for one in stale(priced, today="2026-12-01", horizon=58)][-1] == "p-spot"
    assert [one.fact.claim.id for one in stale(priced, today="2026-04-01")] == ["p-2024", "p-2025"]
    with pytest.raises(UnknownSubject, match="delta-box"):
        stale(priced, "delta-bix")
    with pytest.raises(QuestionError, match="no date"):
        stale(priced, today="tomorrow")


def test_the_ledger_of_a_day_counts_to_that_day(priced: Ledger):
    then = priced.at("2025-01-31")
    assert age(then.get("delta-box", "price", **EAST)).days == 59
    assert stale(then) == []
    assert [one.fact.claim.id for one in stale(priced.at("2025-03-04"))] == ["p-2024", "p-2024"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("days: 90", "days: 0", "horizons.yaml:3: prices: days '0': allowed: a number of days"),
        ("days: 90", "days: soon", "horizons.yaml:3: prices: days 'soon': allowed: a number of days"),
        ("  days: 90\n", "", "horizons.yaml:2: prices: no days"),
        ("[price]", "[pric]", "horizons.yaml:4: prices: unknown property 'pric'; did you mean price?"),
        ("[price]", "[price, stage]", "horizons.yaml:4: prices: 'stage' is no series"),
        ("[fleet]", "[fleet, price]", "horizons.yaml:7: fleets: 'price' is in two families; allowed: one"),
        ("[fleet]", "[]", "horizons.yaml:1: fleet: a series in no family"),
        ("family: fleets", "fam: fleets", "horizons.yaml:5: a family without name: unknown key 'fam'"),
    ],
)
def test_faults_of_the_horizons_are_reported_with_their_line(tmp_path, old, new, wanted):
    assert old in HORIZONS
    with pytest.raises(DataFaults) as caught:
        chipledger.load(with_horizons(tmp_path, HORIZONS.replace(old, new, 1)))
    assert any(str(fault).startswith(wanted) for fault in caught.value.faults), str(caught.value)


def test_every_series_of_the_real_ledger_has_a_horizon(real: Ledger):
    series = [prop for prop in real.properties.values() if prop.series]
    assert len(series) > 40
    assert [prop.id for prop in series if not prop.horizon_days] == []
    assert {prop.horizon_days for prop in series if prop.id.startswith("price_per_")} == {90}


def test_prices_of_the_real_ledger_grow_stale(real: Ledger):
    fact = real.get("p5-48xlarge", "price_per_hour", as_of="2024-12-31", purchase="on_demand", region="us-east-1")
    found = age(fact)
    assert found is not None
    assert found.days == (datetime.date(2024, 12, 31) - datetime.date.fromisoformat(found.date)).days
    assert len(stale(real, today="2030-01-01")) > len(stale(real, today="2026-12-01")) > 100
