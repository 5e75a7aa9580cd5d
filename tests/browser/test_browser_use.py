"""What a reader does on a page: look at a source, switch the theme, open the contents, search, save a chapter."""

import json
from pathlib import Path

import pytest
from visiting import PHONE, chart_faults, colour_faults, visit


def test_a_figure_shows_its_source_to_mouse_and_keyboard(browser, at_root):
    with visit(browser, at_root, at_root) as seen:
        figure = seen.page.locator("main data[data-fact]").first
        note = figure.get_attribute("title")
        figure.hover()
        card = seen.page.get_by_role("tooltip")
        assert card.inner_text().split("\n")[0] == note.split("\n")[0]
        assert card.get_by_role("link").get_attribute("href") == figure.locator("a").get_attribute("href")
        seen.page.keyboard.press("Escape")
        assert card.count() == 0
        figure.locator("a").focus()
        assert card.is_visible()
        assert figure.locator("a").get_attribute("aria-describedby") == card.get_attribute("id")
        seen.page.keyboard.press("Escape")
        assert figure.get_attribute("title") == note
        assert seen.faults == []


def test_a_figure_shows_its_source_to_a_finger(browser, at_root):
    context = browser.new_context(viewport={"width": PHONE, "height": 700}, has_touch=True, is_mobile=True)
    try:
        page = context.new_page()
        page.goto(at_root)
        page.locator("main data[data-fact] a").first.tap()
        card = page.get_by_role("tooltip")
        assert card.is_visible()
        assert page.url == at_root
        box = card.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE
    finally:
        context.close()


def test_the_theme_can_be_switched_and_is_remembered(browser, at_root, chart_pages):
    with visit(browser, at_root + chart_pages[0], at_root, scheme="light") as seen:
        assert list(chart_faults(seen.page)) == []
        marks = seen.page.locator(".chart-live svg").first.inner_html()
        seen.page.get_by_role("button", name="Dark theme").click()
        assert list(colour_faults(seen.page, "dark")) == []
        # The chart keeps what the reader chose in it: it is not drawn again.
        assert seen.page.locator(".chart-live svg").first.inner_html() == marks
        seen.page.reload()
        assert list(chart_faults(seen.page)) == []
        assert list(colour_faults(seen.page, "dark")) == []
        assert seen.faults == []


def test_the_contents_open_and_close_on_a_phone(browser, at_root):
    with visit(browser, at_root, at_root, width=PHONE) as seen:
        contents = seen.page.get_by_role("navigation", name="Contents")
        assert not contents.is_visible()
        seen.page.get_by_role("button", name="Contents").click()
        assert contents.get_by_role("link").first.is_visible()
        seen.page.keyboard.press("Escape")
        assert not contents.is_visible()
        assert seen.page.evaluate("document.activeElement.className") == "menu"


def test_the_contents_open_without_scripts(browser, at_root):
    with visit(browser, at_root, at_root, width=PHONE, scripts=False) as seen:
        seen.page.get_by_role("link", name="Contents").click()
        assert seen.page.get_by_role("navigation", name="Contents").is_visible()
        seen.page.get_by_role("link", name="Close").click()
        assert not seen.page.get_by_role("navigation", name="Contents").is_visible()


@pytest.mark.parametrize("place", ["at_root", "below", "in_folder"])
def test_searching_finds_pages(browser, place, request):
    address = request.getfixturevalue(place)
    with visit(browser, f"{address}search.html?q=memory", address) as seen:
        found = seen.page.locator("#search-results li a")
        found.first.wait_for()
        seen.page.wait_for_load_state("networkidle")
        assert seen.faults == []
        with seen.page.expect_navigation():
            found.first.click()
        assert "memory" in seen.page.locator("main").inner_text().lower()


def test_the_slash_key_goes_to_the_search(browser, at_root):
    with visit(browser, at_root, at_root) as seen:
        seen.page.keyboard.press("/")
        assert seen.page.evaluate("document.activeElement.name") == "q"


def test_a_chapter_is_saved_as_the_notebook_that_it_is(browser, at_root, site):
    with visit(browser, at_root, at_root) as seen:
        with seen.page.expect_download() as waiting:
            seen.page.get_by_role("link", name="Download this chapter as a notebook").click()
        saved = waiting.value
        assert saved.suggested_filename == "index.ipynb"
        assert json.loads(Path(saved.path()).read_text(encoding="utf-8"))["nbformat"] == 4
        assert Path(saved.path()).read_bytes() == (site / "_sources" / "index.ipynb").read_bytes()


def test_dropdowns_in_charts_change_them(browser, at_root, chart_pages):
    tried = 0
    for name in chart_pages:
        with visit(browser, at_root + name, at_root) as seen:
            assert list(chart_faults(seen.page)) == []
            for choice in seen.page.locator("figure.chart .vega-bindings select").all():
                drawn = choice.locator("xpath=ancestor::figure").locator(".chart-live svg")
                looks = set()
                for option in choice.locator("option").all_inner_texts():
                    choice.select_option(option)
                    seen.page.wait_for_timeout(250)
                    looks.add(drawn.inner_html())
                # Two precisions may have the same figures; not all can.
                assert len(looks) > 1, name
                tried += 1
            assert seen.faults == []
    assert tried, "no chart has a dropdown"


def test_every_stop_of_the_keyboard_is_seen(browser, at_root, chart_pages):
    with visit(browser, at_root + chart_pages[0], at_root) as seen:
        assert list(chart_faults(seen.page)) == []
        seen.page.evaluate("scrollTo(0, 0)")
        stops = 0
        for _ in range(60):
            seen.page.keyboard.press("Tab")
            told = seen.page.evaluate(
                """() => {
                    const e = document.activeElement;
                    if (e === document.body) return null;
                    const box = e.getBoundingClientRect();
                    const outline = getComputedStyle(e).outlineStyle;
                    return [e.outerHTML.slice(0, 80), box.width > 0 && box.height > 0 && outline !== "none"];
                }"""
            )
            assert told is None or told[1], told
            stops += told is not None
        assert stops > 10
