"""The checks bite: a copy of the site, broken in one way, is told from the site by the same functions."""

import re
import shutil

import pytest
from serving import serve
from visiting import faults_everywhere


@pytest.fixture
def broken(browser, site, chart_pages, tmp_path, monkeypatch):
    """Returns what the checks say of a page with a chart after a change of its text, in a copy of the site."""
    monkeypatch.setattr("visiting.PATIENCE", 1_500)
    copy = shutil.copytree(site, tmp_path / "copy")
    page = copy / chart_pages[0]

    def change(old, new):
        text = page.read_text(encoding="utf-8")
        assert re.search(old, text, re.DOTALL), f"the page has no {old}"
        page.write_text(re.sub(old, lambda _: new, text, count=1, flags=re.DOTALL), encoding="utf-8")
        with serve(copy, "/") as address:
            return faults_everywhere(browser, address + chart_pages[0], address)

    return change


def test_an_unchanged_copy_is_without_fault(broken):
    assert broken("</main>", "</main>") == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            r'<script type="application/json">.*?</script>',
            '<script type="application/json">{"marks": "nonsense"}</script>',
            r"chart chart-\d+-\d+ is not drawn",
        ),
        (r'<script defer src="[^"]*charts\.js[^>]*></script>', "", r"chart chart-\d+-\d+ is not drawn"),
        (r'data-vega="[^"]*"', 'data-vega="gone.js"', r"answer 404: .*/_static/gone\.js"),
        (r'"marks":\[', '"marks":[],"was":[', r"chart chart-\d+-\d+ (is not drawn|has no marks)"),
        (
            "</head>",
            '<script src="https://cdn.example/x.js"></script></head>',
            "request failed: https://cdn.example/x.js",
        ),
        ("</main>", '<img alt="" src="https://cdn.example/x.png"></main>', "cdn.example/x.png"),
        ("</main>", '<img alt="" src="_static/gone.png"></main>', r"answer 404: .*/_static/gone\.png"),
        ("</main>", "<script>document.title = 1</script></main>", "console error: .*Content Security Policy"),
        ("</main>", '<div style="width: 900px">wide</div></main>', r"at 360 px, light: scrolls sideways: 9\d\d px"),
        ("</main>", '<data value="1" data-fact="x" style="display: none">1</data></main>', "figure x is not visible"),
        ("<html ", '<html data-theme="dark" ', "the page is not light"),
    ],
    ids=["spec", "script", "library", "marks", "cdn-script", "cdn-image", "404", "inline", "wide", "hidden", "theme"],
)
def test_a_break_is_found(broken, old, new, fault):
    found = broken(old, new)
    assert [line for line in found if re.search(fault, line)], found
