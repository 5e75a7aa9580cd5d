"""Tables: each figure keeps its claim, order is by size, what is missing says so."""

from html.parser import HTMLParser

import pytest

from chipledger.errors import AmbiguousQuestion, QuestionError, UnknownSubject
from chipledger.other import _ORDER
from chipledger.show import frame, missing_table, side_by_side, table, words
from chipledger.show import tables as tables_module
from chipledger.show.cells import Cell


class Page(HTMLParser):
    """Collects the data elements, the cells' sort keys and the links of a table."""

    def __init__(self, html):
        super().__init__()
        self.data, self.order, self.links, self.text, self.open = [], [], [], "", []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.open.append(tag)
        if tag == "data":
            self.data.append(attributes)
        if "data-sort" in attributes:
            self.order.append(float(attributes["data-sort"]))
        if tag == "a":
            self.links.append(attributes["href"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def page(shown):
    read = Page(shown._repr_html_())
    assert read.open == []
    return read


def test_a_figure_keeps_value_claim_and_unit(small):
    [data] = page(table([small.get("alpha2", "memory_bandwidth")])).data
    assert (data["value"], data["data-fact"], data["data-unit"]) == ("2.9", "a2-bw", "TB/s")
    assert "printed as “2.9 TB/s”" in data["title"]


def test_a_figure_links_to_its_source(small):
    fact = small.get("alpha2", "memory_bandwidth")
    assert fact.source.url in page(table([fact])).links


def test_figures_sort_by_size_not_by_letters(small):
    facts = [small.get(name, "memory_bandwidth") for name in ("alpha1", "alpha2", "beta-sxm", "beta-pcie")]
    shown = page(table(facts))
    # 0.8, 2.9, 3.35 and 2 TB/s in bits a second.
    assert shown.order == [6.4e12, 2.32e13, 2.68e13, 1.6e13]


def test_units_of_different_size_share_one_order(small):
    # 96 GiB is 96 x 2^30 x 8 = 824,633,720,832 bits; 32 GB is 256,000,000,000 bits.
    facts = [small.get("alpha2", "memory_capacity"), small.get("gamma", "memory_capacity")]
    assert page(table(facts)).order == [824633720832, 256000000000]


def test_others_are_grouped_by_what_they_are(small):
    text = str(table([small.get("alpha2", "memory_bandwidth")], ["figure", "others"]))
    assert "coarser print: 3 TB/s" in text
    # 2.4 is 17.2 % below 2.9.
    assert "differs: about 2,400 GB/s" in text
    assert "-17 %" in text


def test_an_earlier_print_of_the_same_is_not_news(small):
    text = str(table([small.get("alpha2", "peak_compute", precision="fp8", sparsity="dense")], ["figure", "others"]))
    assert "before its page changed: 1,287 TFLOP/s" in text


def test_every_relation_has_a_word():
    assert set(tables_module._RELATIONS) == set(_ORDER)


def test_what_is_not_published_is_marked(small):
    shown = page(table([small.get("alpha2", "power", scope="chip", power_kind="tdp")]))
    [data] = shown.data
    assert (data["value"], data["data-missing"]) == ("", "alpha2.power")
    assert "not published" in shown.text
    assert "data-fact" not in data


def test_the_columns_tell_the_facts_apart(small):
    one = table([small.get("alpha2", "memory_bandwidth")]).titles
    several = table(small.get(name, "memory_bandwidth") for name in ("alpha2", "beta-sxm")).titles
    both = table(small.facts("alpha2")).titles
    one_property = [fact for fact in small.facts("alpha2") if fact.property.id == "peak_compute"]
    assert table(one_property).titles[:2] == ("Conditions", "Figure")
    assert one[0] == "Property"
    assert several[0] == "Subject"
    assert "Property" not in several
    assert both[:3] == ("Property", "Figure", "Conditions")


def test_an_unknown_column_is_refused(small):
    with pytest.raises(QuestionError, match=r"figur.*figure"):
        table([small.get("alpha2", "memory_bandwidth")], ["figur"])


def test_a_table_is_the_same_twice(small):
    facts = small.facts("alpha2")
    assert table(facts)._repr_html_() == table(facts)._repr_html_()
    assert "id=" not in table(facts)._repr_html_()


def test_markup_in_data_stays_text():
    shown = Cell("<b>bold</b>", href='https://example.org/?a="b"')
    assert shown.html == '<a href="https://example.org/?a=&quot;b&quot;" rel="external">&lt;b&gt;bold&lt;/b&gt;</a>'


# -- side by side --------------------------------------------------------------------------------


def test_side_by_side(small):
    shown = side_by_side(
        small,
        ["alpha2", "gamma"],
        [
            ("memory_capacity", {"scope": "chip", "unit": "GB"}),
            ("peak_compute", {"scope": "chip", "precision": "bf16", "sparsity": "dense"}),
        ],
        assume={"sparsity": "dense"},
    )
    # 96 GiB = 103.079... GB, meant exactly and shown with four digits; 32 GB as printed.
    assert [[cell.plain for cell in row] for row in shown.rows] == [
        ["Alpha Two", "103.1 GB", "667 TFLOP/s"],
        ["Gamma", "32 GB", "918 TFLOP/s (assumed dense)"],
    ]
    assert shown.titles == ("Subject", "Memory capacity (per chip)", "Peak compute (BF16, dense, per chip)")


def test_side_by_side_fills_nothing_in(small):
    question = [("peak_compute", {"scope": "chip", "precision": "bf16", "sparsity": "dense"})]
    shown = side_by_side(small, ["gamma", "alpha1"], question)
    assert [row[1].plain for row in shown.rows] == ["nothing on record", "nothing on record"]


def test_side_by_side_refuses_an_open_question(small):
    with pytest.raises(AmbiguousQuestion):
        side_by_side(small, ["alpha2"], [("peak_compute", {"scope": "chip"})])


# -- what is not published -----------------------------------------------------------------------


def test_missing_table(small):
    shown = missing_table(small, "alpha2")
    assert [row[0].plain for row in shown.rows] == ["Power (design power (TDP), per chip)"]
    assert shown.rows[0][1].plain == "Alpha publishes no power figure"
    assert "last on 2025-05-01" in shown.caption
    assert len(missing_table(small, "beta-sxm").rows) == 0
    assert missing_table(small, "beta-sxm").caption == ""
    with pytest.raises(UnknownSubject):
        missing_table(small, "alpha9")


def test_a_search_that_differs_is_said_in_its_row(real):
    shown = missing_table(real, "trainium2")
    told = {row[0].plain: row[1].plain for row in shown.rows}
    assert told["Process node"] == "AWS names no process for Trainium2"
    assert "(looked for in Neuron performance; " in told["Model FLOPs utilisation"]
    assert shown.caption.startswith("Looked for in Trainium2 Architecture; ")
    assert shown.caption.endswith(", unless the row says otherwise.")


# -- frames --------------------------------------------------------------------------------------


def test_a_frame_holds_numbers_in_one_unit(small):
    facts = [small.get("alpha2", "memory_bandwidth"), small.get("beta-pcie", "memory_bandwidth")]
    shown = frame(facts)
    assert shown["value"].tolist() == [2.9, 2.0]
    assert shown["low"].tolist() == [2.85, 1.5]
    assert shown["unit"].tolist() == ["TB/s", "TB/s"]
    assert shown["claim"].tolist() == ["a2-bw", "bp-bw"]
    assert shown.sort_values("value")["subject"].tolist() == ["beta-pcie", "alpha2"]


def test_a_frame_has_a_row_for_every_fact(small):
    facts = [*small.facts("alpha2"), small.get("alpha2", "power", scope="chip", power_kind="tdp")]
    shown = frame(facts)
    assert len(shown) == len(facts)
    last = shown.iloc[-1]
    assert last["printed"] == "not published"
    assert last[["value", "claim", "url"]].isna().all()


def test_a_frame_does_not_pass_operations_off_as_others(small):
    # Integer operations are not floating-point ones: the figure stays in its own unit.
    [unit] = frame([small.get("beta-sxm", "peak_compute", precision="int8", sparsity="dense")])["unit"]
    assert unit == "TOP/s"


# -- words ---------------------------------------------------------------------------------------


def test_conditions_in_words():
    given = {"scope": "chip", "direction": "bidirectional", "precision": "mxfp8", "unit_kind": "vector"}
    assert words.conditions(given) == "both ways, MXFP8, vector, per chip"
    assert words.conditions({"unit_kind": "tensor"}) == ""
    assert words.condition("network", "data_center_network") == "data center network"
    assert words.condition("memory", "sbuf") == "memory sbuf"


def test_numbers_for_axes(small):
    claim = small.get("alpha2", "memory_capacity").claim
    assert words.value_in(claim, "GB") == 103.079215104
    assert words.ends_in(claim, "GiB") == (96, 96)
    rumour = small.get("alpha2", "power", scope="chip", power_kind="tdp", basis="estimated").claim
    # 'about 500' moves by half a hundred.
    assert words.ends_in(rumour, "kW") == (0.45, 0.55)
