"""The figure that a chart becomes: words, picture, data and specification."""

import json
import re

import pytest
from bs4 import BeautifulSoup

from chipledger.site import vega
from chipledger.site.charts import MIME, ChartRenderer, figure, inert, rows_of


def bars(**more):
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": "Bars of two chips & more.",
        "data": {"name": "chips"},
        "datasets": {
            "chips": [
                {"chip": "A </script><b>", "value": 1234.5, "text": "1,234.5 TB/s", "url": "https://www.a.example/x"},
                {"chip": "B", "value": 2, "text": "2 TB/s", "url": "https://b.example/y"},
            ]
        },
        "mark": "bar",
        "encoding": {
            "x": {"field": "value", "type": "quantitative"},
            "y": {"field": "chip", "type": "nominal"},
            "tooltip": [
                {"field": "chip", "title": "Chip"},
                {"field": "value", "title": "Number"},
                {"field": "url", "title": "Source"},
            ],
        },
        **more,
    }


@pytest.fixture(scope="module")
def page():
    caption = {"caption": "One line.", "sources": [{"title": "Docs <1>", "url": "https://a.example/?a=1&b=2"}]}
    html = figure(bars(usermeta={"chipledger": caption}), "chart-2-1")
    return BeautifulSoup(html, "html.parser")


def test_the_picture_has_words_and_marks(page):
    picture = page.find(role="img")
    assert picture["aria-label"] == "Bars of two chips & more."
    assert len(picture.select("g.mark-rect.role-mark path")) == 2


def test_the_picture_holds_no_links():
    linked = bars()
    linked["encoding"]["href"] = {"field": "url", "type": "nominal"}
    html = BeautifulSoup(figure(linked, "c"), "html.parser")
    assert html.find(role="img").find("path")
    assert html.find(role="img").find("a") is None


def test_the_picture_follows_the_theme(page):
    assert page.find(role="img").find("text")["fill"].startswith("var(--chart-")
    assert "width" in page.find("svg").attrs


def test_names_inside_pictures_are_the_figures_own():
    one, two = (vega.picture(vega.dressed(bars(mark={"type": "bar", "clip": True})), name) for name in ("c1", "c2"))
    names = set(re.findall(r'id="([^"]+)"', one))
    assert names
    assert all(name.startswith("c1-") and f"url(#{name})" in one for name in names)
    assert not names & set(re.findall(r'id="([^"]+)"', two))


def test_the_specification_is_inert_and_whole(page):
    script = page.find("script", type="application/json")
    assert "<" not in script.get_text()
    spec = json.loads(script.get_text())
    assert spec["$schema"].startswith("https://vega.github.io/schema/vega/v6")
    assert spec["description"] == "Bars of two chips & more."
    assert spec["data"][0]["values"][0]["chip"] == "A </script><b>"
    assert len(page.find_all("script")) == 1


def test_the_data_stand_in_a_table(page):
    table = page.find("details").find("table")
    rows = [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")]
    assert rows == [
        ["Chip", "Number", "Source"],
        ["A </script><b>", "1,234.5", "a.example"],
        ["B", "2", "b.example"],
    ]
    assert table.find("a")["href"] == "https://www.a.example/x"
    assert "number" in table.find_all("td")[1]["class"]
    assert "class" not in table.find_all("td")[0].attrs


def test_the_caption_names_the_sources(page):
    caption = page.find("figcaption")
    assert caption.get_text() == "One line. Source: Docs <1>."
    assert caption.find("a")["href"] == "https://a.example/?a=1&b=2"


def test_columns_can_be_chosen():
    columns = [{"field": "text", "title": "As printed"}]
    html = figure(bars(usermeta={"chipledger": {"columns": columns}}), "c")
    assert [cell.get_text() for cell in BeautifulSoup(html, "html.parser").find_all("th")] == ["As printed"]


def test_rows_are_found_where_they_are():
    assert [len(rows) for rows in rows_of(bars())] == [2]
    assert rows_of({"layer": [{"data": {"values": [{"a": 1}]}}]}) == [[{"a": 1}]]


@pytest.mark.parametrize("words", [None, "", "  "])
def test_a_chart_without_words_is_refused(words):
    with pytest.raises(ValueError, match="needs a description"):
        figure(bars(description=words), "c")


def test_a_chart_that_would_fetch_is_refused():
    with pytest.raises(ValueError, match=r"would fetch 'https://a\.example/data\.csv'"):
        figure(bars(data={"url": "https://a.example/data.csv"}), "c")


def test_a_chart_that_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="cannot be drawn"):
        figure(bars(mark={"type": "no-such-mark"}), "c")


def test_the_page_rules_the_colours_and_the_chart_the_rest():
    config = vega.dressed(bars(config={"axis": {"labelColor": "red", "tickCount": 3}}))["config"]
    assert config["axis"]["labelColor"] == "var(--chart-soft)"
    assert config["axis"]["tickCount"] == 3


def test_one_view_fills_its_column_and_several_keep_their_widths():
    assert vega.dressed(bars())["width"] == "container"
    assert vega.dressed(bars(width=300))["width"] == 300
    faceted = bars()
    faceted["encoding"]["row"] = {"field": "chip", "type": "nominal"}
    assert "width" not in vega.dressed(faceted)


def test_the_library_is_one_file_with_its_licence_and_its_interpreter(tmp_path):
    name = vega.write_bundle(tmp_path / "_static")
    text = (tmp_path / "_static" / name).read_text(encoding="utf-8")
    assert re.fullmatch(r"vega-[0-9a-f]{12}\.js", name)
    assert "window.vegaEmbed" in text
    assert "BSD-3-Clause" in text[:500]
    assert (vega.write_bundle(tmp_path / "again")) == name


def test_inert_text_survives():
    hostile = {"a": "</script><!-- & \u2028"}
    assert json.loads(inert(hostile)) == hostile


class Data:
    """As much of MyST-NB's record of a result as the plug-in reads."""

    cell_index, output_index = 4, 0

    def __init__(self, mime_type, content):
        self.mime_type, self.content = mime_type, content


def test_the_plug_in_takes_charts_and_leaves_the_rest():
    assert ChartRenderer.handle_mime(None, Data("text/html", "<p>"), False) is None
    [node] = ChartRenderer.handle_mime(None, Data(MIME, bars()), False)
    assert 'id="chart-5-1"' in node["html"]
    assert ChartRenderer.mime_priority_overrides == [("html", MIME, 1)]
