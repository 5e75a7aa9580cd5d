"""Charts by what they carry: figures worked out by hand, one specification whenever it is made, words for all."""

import copy
import json

import altair as alt
import pandas as pd
import pytest
import vl_convert

import chipledger
from chipledger.errors import AmbiguousQuestion, NotANumber, NotComparable, QuestionError, UnknownSubject
from chipledger.other import _ORDER
from chipledger.show import ChartError, claims_chart, comparison_chart, history_chart, ridge_map
from chipledger.show import claims as claims_module
from chipledger.show.labels import SIDES, place
from chipledger.show.notebook import MIME, Chart, named_data

BF16 = {"precision": "bf16", "sparsity": "dense"}


def make_ridge(ledger):
    return ridge_map(ledger, ["alpha2", "beta-sxm"], line="alpha2", alt="Two chips.", **BF16)


def make_claims(ledger):
    return claims_chart(ledger.get("alpha2", "memory_bandwidth"), alt="What is said.")


def make_comparison(ledger):
    return comparison_chart(
        ledger,
        ["alpha2", "beta-sxm", "gamma"],
        "peak_compute",
        choose={"precision": ["bf16", "fp8"], "sparsity": ["dense", "sparse"]},
        assume={"sparsity": "dense"},
        scope="chip",
        alt="Three chips.",
    )


def make_history(ledger):
    return history_chart(ledger, "alpha2", "peak_compute", precision="fp8", sparsity="dense", scope="chip", alt="Then.")


MAKERS = [make_ridge, make_claims, make_comparison, make_history]


def rows_of(spec, name):
    """The rows of the data set of this name."""
    [data] = {json.dumps(d["values"]) for d in _all(spec, "data") if d.get("name") == name}
    return json.loads(data)


def _all(node, key):
    if isinstance(node, dict):
        if isinstance(node.get(key), dict):
            yield node[key]
        for value in node.values():
            yield from _all(value, key)
    elif isinstance(node, list):
        for item in node:
            yield from _all(item, key)


# -- what every chart promises -------------------------------------------------------------------


@pytest.mark.parametrize("make", MAKERS)
def test_a_chart_is_the_same_twice_and_after_others(make, small):
    first = json.dumps(make(small).to_dict())
    for other in reversed(MAKERS):
        other(small).to_dict()
    # Altair counts names up in the process; none of its counting may show.
    alt.Chart(alt.InlineData(values=[{"a": 1}])).mark_point().add_params(alt.selection_point()).to_dict()
    assert json.dumps(make(small).to_dict()) == first


@pytest.mark.parametrize("make", MAKERS)
def test_a_chart_says_what_it_shows_and_where_from(make, small):
    chart = make(small)
    spec = chart.to_dict()
    assert spec["description"] == chart.alt != ""
    told = spec["usermeta"]["chipledger"]
    assert told["sources"] or "Figures by" in told["caption"]
    assert all(source["url"].startswith("https://") for source in told["sources"])
    assert {column["field"] for column in told["columns"]} <= set().union(*chart.rows)


@pytest.mark.parametrize("make", MAKERS)
def test_a_chart_carries_its_data_and_can_be_drawn_without_a_network(make, small):
    spec = make(small).to_dict()
    assert not any("url" in data for data in _all(spec, "data"))
    svg = vl_convert.vegalite_to_svg(spec, vl_version="6.4", allowed_base_urls=[])
    assert 'class="mark-' in svg


@pytest.mark.parametrize("make", MAKERS)
def test_marks_lead_to_the_source_and_tooltips_name_it(make, small):
    spec = make(small).to_dict()
    assert any(h.get("field") == "url" for h in _all(spec, "href"))
    titles = {t["title"] for node in _all(spec, "encoding") for t in node.get("tooltip", ()) if isinstance(t, dict)}
    assert titles & {"Figure", "Peak compute"}
    assert titles & {"Who", "Who and when", "Who says so"}
    assert titles & {"When", "Who and when", "Who says so"}


@pytest.mark.parametrize("make", MAKERS)
def test_conditions_stand_beside_the_figures(make, small):
    chart = make(small)
    told = {str(row.get("conditions") or row.get("basis") or row["compute"]) for row in chart.rows}
    assert all("per chip" in text for text in told)


@pytest.mark.parametrize("make", MAKERS)
def test_the_words_of_a_chart_hold_its_figures(make, small):
    chart = make(small)
    bundle = chart._repr_mimebundle_()
    assert set(bundle) == {MIME, "text/plain"}
    assert bundle["text/plain"].startswith(chart.alt)
    figures = {row.get("figure") or row.get("compute") for row in chart.rows}
    assert all(figure in bundle["text/plain"] for figure in figures)


@pytest.mark.parametrize("make", MAKERS)
def test_colours_of_the_page_are_left_to_the_page(make, small):
    spec = make(small).to_dict()
    assert spec["config"]["background"] is None
    assert "background" not in spec


def test_a_chart_without_words_is_refused(small):
    with pytest.raises(ChartError, match="alt"):
        claims_chart(small.get("alpha2", "memory_bandwidth"), alt="  ")


def test_a_chart_without_sources_is_refused():
    drawn = alt.Chart(named_data([{"a": 1}], "rows")).mark_point()
    with pytest.raises(ChartError, match="sources"):
        Chart(drawn, "words", (("a", "A"),), [{"a": 1}], ())


def test_a_name_made_up_at_run_time_is_refused(small):
    source = next(iter(small.sources.values()))
    drawn = alt.Chart(named_data([{"a": 1}], "rows")).mark_point().encode(x="a:Q").add_params(alt.selection_point())
    with pytest.raises(ChartError, match="param_"):
        Chart(drawn, "words", (("a", "A"),), [{"a": 1}], (source,)).to_dict()


def test_data_without_a_name_is_refused(small):
    source = next(iter(small.sources.values()))
    drawn = alt.Chart(pd.DataFrame({"a": [1]})).mark_point().encode(x="a:Q")
    with pytest.raises(ChartError, match="data-"):
        Chart(drawn, "words", (("a", "A"),), [{"a": 1}], (source,)).to_dict()


# -- operations per byte -------------------------------------------------------------------------


def test_ridge_figures(small):
    rows = {row["name"]: row for row in rows_of(make_ridge(small).to_dict(), "chips")}
    alpha, beta = rows["Alpha Two"], rows["Beta SXM"]
    # Half a unit of the last printed digit either way: 667 is 666.5 to 667.5, 2.9 is 2.85 to 2.95.
    assert (alpha["y"], alpha["low"], alpha["high"]) == (667, 666.5, 667.5)
    assert (alpha["x"], alpha["left"], alpha["right"]) == (2.9, 2.85, 2.95)
    # 667e12 / 2.9e12 = 230.0 and no better than 666.5/2.95 = 225.9 to 667.5/2.85 = 234.2: 230.
    assert alpha["ridge"] == "230 FLOP/byte"
    # 989.4 / 3.35 = 295.3, from 989.35/3.355 = 294.9 to 989.45/3.345 = 295.8: 295.
    assert beta["ridge"] == "295 FLOP/byte"


def test_the_diagonal_has_the_slope_of_its_chip(small):
    for row in rows_of(make_ridge(small).to_dict(), "chips"):
        slope = row["y"] / row["x"]
        assert row["from y"] / row["from x"] == pytest.approx(slope)
        assert row["to y"] / row["to x"] == pytest.approx(slope)


def test_the_reader_chooses_the_line(small):
    [param] = make_ridge(small).to_dict()["params"]
    assert (param["name"], param["value"]) == ("through", "Alpha Two")
    assert param["bind"]["options"] == ["Alpha Two", "Beta SXM"]


def test_successors_are_of_one_line(real):
    chips = ["trainium1", "trainium2", "h100-sxm", "h200-sxm"]
    rows = ridge_map(real, chips, line="trainium2", alt="Lines.", **BF16).rows
    assert [row["line"] for row in rows] == ["trainium1", "trainium1", "h100-sxm", "h100-sxm"]


def test_a_chip_without_both_figures_is_named_and_not_drawn(small):
    chart = ridge_map(small, ["alpha2", "alpha1", "gamma"], line="alpha2", alt="Some.", **BF16)
    assert [row["name"] for row in chart.rows] == ["Alpha Two"]
    assert "No figure on this basis: Alpha One, Gamma." in chart.caption


def test_a_line_through_a_chip_that_is_not_there_is_refused(small):
    with pytest.raises(QuestionError, match=r"alpha1.*allowed.*alpha2"):
        ridge_map(small, ["alpha2", "alpha1"], line="alpha1", alt="x", **BF16)


def test_assumptions_show_in_mark_and_caption(real):
    chips = ["trainium2", "tpu-v5e"]
    bare = ridge_map(real, chips, line="trainium2", alt="x", **BF16)
    assert [row["name"] for row in bare.rows] == ["Trainium2"]
    assumed = ridge_map(real, chips, line="trainium2", alt="x", assume={"sparsity": "dense"}, **BF16)
    marks = {row["name"]: row["assumed"] for row in assumed.rows}
    assert marks == {"Trainium2": "", "TPU v5e": "assumed dense"}
    assert "Hollow marks are assumed dense" in assumed.caption
    assert "TPU v5e" in assumed.caption


# -- every claim ---------------------------------------------------------------------------------


def test_claims_and_their_intervals(small):
    rows = {row["id"]: row for row in rows_of(make_claims(small).to_dict(), "claims")}
    assert set(rows) == {"a2-bw", "a2-bw-guide", "a2-bw-analyst"}
    assert [rows["a2-bw"][key] for key in ("value", "low", "high", "standing")] == [2.9, 2.85, 2.95, "selected"]
    # One digit: 2.5 to 3.5, which holds the selected interval.
    assert [rows["a2-bw-guide"][key] for key in ("value", "low", "high", "standing")] == [3, 2.5, 3.5, "agrees"]
    # 'some 2,400 GB/s' moves by half a hundred: 2.35 to 2.45 TB/s.
    assert [rows["a2-bw-analyst"][key] for key in ("value", "low", "high", "standing")] == [2.4, 2.35, 2.45, "differs"]


def test_the_selected_claim_comes_first(small):
    assert make_claims(small).rows[0]["id"] == "a2-bw"


def test_claims_about_what_is_not_published(small):
    chart = claims_chart(small.get("alpha2", "power", scope="chip", power_kind="tdp"), alt="An estimate.")
    assert [(row["standing"], row["figure"]) for row in chart.rows] == [("said by others", "about 500 W")]
    assert "does not publish" in chart.caption


def test_text_cannot_be_drawn(small):
    with pytest.raises(NotANumber, match="HBM3"):
        claims_chart(small.get("alpha2", "memory_type"), alt="x")


def test_every_relation_has_a_mark():
    assert set(claims_module._GROUPS) == set(_ORDER)
    assert set(claims_module._GROUPS.values()) | {"selected"} == set(claims_module._STANDING)


# -- several chips -------------------------------------------------------------------------------


def test_comparison_figures(small):
    rows = [row for row in make_comparison(small).rows if row["precision"] == "bf16" and row["sparsity"] == "dense"]
    drawn = {(row["name"], row["when"]): row.get("value") for row in rows}
    assert drawn == {
        ("Alpha Two", "always"): 667,
        ("Beta SXM", "always"): 989.4,
        ("Gamma", "not assuming"): None,
        ("Gamma", "assuming"): 918,
    }


def test_a_figure_with_an_assumption_appears_only_with_it(small):
    chart = make_comparison(small)
    [gamma] = [row for row in chart.rows if row["name"] == "Gamma" and row.get("value")]
    assert (gamma["assumed"], gamma["figure"]) == ("assumed dense", "918 TFLOP/s, assumed dense")
    box = next(param for param in chart.to_dict()["params"] if param["name"] == "assuming")
    assert (box["value"], box["bind"]["input"]) == (True, "checkbox")
    assert "an unstated sparsity is taken as dense" in chart.caption


def test_without_an_assumption_there_is_no_figure_and_no_box(small):
    chart = comparison_chart(small, ["alpha2", "gamma"], "peak_compute", scope="chip", alt="x", **BF16)
    assert [(row["name"], row["figure"]) for row in chart.rows] == [
        ("Alpha Two", "667 TFLOP/s"),
        ("Gamma", "nothing on record"),
    ]
    assert "params" not in chart.to_dict()


def test_menus_open_with_their_first_value(small):
    params = {param["name"]: param for param in make_comparison(small).to_dict()["params"]}
    assert params["precision"]["value"] == "bf16"
    assert params["precision"]["bind"]["options"] == ["bf16", "fp8"]
    assert params["precision"]["bind"]["labels"] == ["BF16", "FP8"]
    assert params["sparsity"]["value"] == "dense"


def test_what_is_not_published_says_so(small):
    chart = comparison_chart(small, ["beta-sxm", "alpha2"], "memory_bandwidth", scope="chip", alt="x")
    assert [row["figure"] for row in chart.rows] == ["3.35 TB/s", "2.9 TB/s"]
    with pytest.raises(QuestionError, match="no figure for any of alpha2"):
        comparison_chart(small, ["alpha2"], "power", scope="chip", power_kind="tdp", alt="x")


def test_another_kind_of_operation_is_told_and_not_drawn(small):
    chart = comparison_chart(
        small,
        ["beta-sxm", "gamma"],
        "peak_compute",
        choose={"precision": ["int8"]},
        sparsity="dense",
        scope="chip",
        alt="x",
    )
    beta, gamma = chart.rows
    assert (beta["figure"], beta.get("value")) == ("1,979 TOP/s: measured in another unit", None)
    assert gamma["value"] == 1836


def test_a_question_left_open_is_refused(small):
    with pytest.raises(AmbiguousQuestion):
        comparison_chart(small, ["alpha2"], "peak_compute", scope="chip", alt="x")


def test_unknown_words_are_refused(small):
    with pytest.raises(UnknownSubject):
        comparison_chart(small, ["alpha9"], "memory_bandwidth", scope="chip", alt="x")
    with pytest.raises(chipledger.QuestionError, match="sparsity"):
        comparison_chart(small, ["alpha2"], "memory_bandwidth", choose={"sparsity": ["dense"]}, alt="x")


def test_mixed_bases_never_reach_a_ridge_map(small):
    with pytest.raises((NotComparable, AmbiguousQuestion)):
        ridge_map(small, ["alpha2", "gamma"], line="alpha2", alt="x", precision="bf16")


# -- over time -----------------------------------------------------------------------------------


def test_history_steps(small):
    rows = rows_of(make_history(small).to_dict(), "claims")
    # What had been said by each day: the press first, then the documentation, then its later version.
    assert [(row["day"], row["figure"], row["answer"]) for row in rows] == [
        ("2024-02-29", "1.3 PFLOP/s", "1.3 PFLOP/s"),
        ("2024-03-01", "1,287 TFLOP/s", "1,287 TFLOP/s"),
        ("2025-05-01", "1,299 TFLOP/s", "1,299 TFLOP/s"),
    ]
    assert [row["answered"] for row in rows] == [1300, 1287, 1299]
    assert all(row["standing"] for row in rows)


def test_a_month_stands_at_its_end(small):
    rows = history_chart(small, "alpha2", "memory_bandwidth", alt="x").rows
    assert {row["when"]: row["day"] for row in rows}["said on 2025-01"] == "2025-01-31"


def test_a_date_has_no_history_chart(small):
    with pytest.raises(NotANumber):
        history_chart(small, "alpha2", "ga_date", alt="x")


def test_undated_claims_are_left_out_aloud(small):
    with pytest.raises(NotANumber):
        history_chart(small, "alpha2", "memory_type", alt="x")


# -- labels --------------------------------------------------------------------------------------


def test_labels_do_not_cover_points_at_any_size():
    # Two points close together on the right: apart by 3 px on a phone, by 14 px on a desk.
    points = [(0.90, 0.10, "TPU7x"), (0.915, 0.10, "B200")]
    left, right = place(points, [(210, 330), (840, 330)])
    assert left in ("left", "above left", "below left", "above", "below")
    assert right in SIDES
    assert right != "left"


def test_a_lone_label_stands_on_the_right():
    assert place([(0.5, 0.5, "alone")], [(300, 300)]) == ["right"]


def test_a_label_stays_inside():
    assert place([(0.99, 0.5, "edge of the drawing")], [(300, 300)]) == ["left"]


def test_the_chart_is_left_as_it_is_by_its_reader(small):
    chart = make_claims(small)
    before = copy.deepcopy(chart.to_dict())
    chart.to_dict()["description"] = "spoilt"
    assert chart.to_dict() == before
