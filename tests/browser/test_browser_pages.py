"""Every page of the site, wherever it is kept: nothing fails, nothing leaves, everything shows."""

import pytest
from visiting import DESKTOP, PHONE, chart_faults, faults_everywhere, layout_faults, visit

#: Bytes that a first visit may transfer, compressed: a page of prose, and a page with charts.
PROSE, CHARTS = 300_000, 650_000


def test_at_a_root(browser, at_root, name):
    assert faults_everywhere(browser, at_root + name, at_root) == []


def test_below_a_path(browser, below, name):
    with visit(browser, below + name, below, width=PHONE, scheme="dark") as seen:
        assert [*chart_faults(seen.page), *layout_faults(seen.page), *seen.faults] == []


def test_from_a_folder(browser, in_folder, name):
    with visit(browser, in_folder + name, in_folder, width=DESKTOP) as seen:
        assert [*chart_faults(seen.page), *layout_faults(seen.page), *seen.faults] == []


def test_a_first_visit_is_light_and_loads_the_drawing_library_only_for_charts(browser, at_root, name):
    with visit(browser, "about:blank", at_root) as seen:
        answers = []
        seen.page.on("response", lambda answer: answers.append(answer))
        seen.page.goto(at_root + name, wait_until="load")
        charts = seen.page.locator("figure.chart").count()
        assert list(chart_faults(seen.page)) == []
        for answer in answers:
            seen.weigh(answer)
    assert 0 < sum(seen.weights.values()) <= (CHARTS if charts else PROSE), seen.weights
    assert len([address for address in seen.weights if "/vega-" in address]) == (1 if charts else 0)


def test_text_is_not_made_into_code(browser, at_root):
    with visit(browser, at_root, at_root) as seen:
        # What the browser's own tools run is exempt from the policy; what a timer runs later is not.
        told = seen.page.evaluate(
            """() => new Promise((tell) => setTimeout(() => {
                try { tell(new Function("return 1")()); } catch (error) { tell(error.name); }
            }))"""
        )
    assert told == "EvalError"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_scripts_the_pictures_stand_there(browser, at_root, chart_pages, scheme):
    for page in chart_pages:
        with visit(browser, at_root + page, at_root, width=PHONE, scheme=scheme, scripts=False) as seen:
            for figure in seen.page.locator("figure.chart").all():
                assert figure.locator(".chart-picture svg").is_visible()
                assert figure.locator(".chart-picture svg .role-mark > *").count() > 0
                assert figure.locator(".chart-picture").get_attribute("aria-label")
                assert not figure.locator(".chart-live").is_visible()
            # Playwright cannot look into such a page with scripts of its own, but it can measure.
            assert seen.page.locator("body").bounding_box()["width"] <= PHONE
            assert seen.faults == []


def test_on_paper_charts_stand_in_dark_ink(browser, at_root, chart_pages):
    with visit(browser, at_root + chart_pages[0], at_root, scheme="dark") as seen:
        assert list(chart_faults(seen.page)) == []
        seen.page.emulate_media(media="print", color_scheme="dark")
        assert not seen.page.locator(".site-nav").is_visible()
        assert not seen.page.locator(".top").is_visible()
        title = seen.page.locator("figure.chart .chart-live svg text").first
        assert title.evaluate("e => getComputedStyle(e).fill") in ("rgb(0, 0, 0)", "rgb(68, 68, 68)")
        assert seen.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
