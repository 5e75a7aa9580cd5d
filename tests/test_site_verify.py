"""Each thing that a built site must not have, put into a small one and found."""

import pytest

from chipledger.site import verify

PAGE = """<!DOCTYPE html>
<html><head><title>A page</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<link rel="stylesheet" href="_static/a.css"><link rel="canonical" href="https://book.example/"></head>
<body><main id="top"><p>{body}</p></main></body></html>"""

DRAWER = '<script defer src="_static/charts.js" data-vega="vega.js"></script>'

CHART = f"""<figure class="chart" id="c1"><div class="chart-picture"><svg></svg></div>
<script type="application/json">{{"description": "Bars."}}</script></figure>
{DRAWER}"""

FIGURE = '<data value="2.9" data-fact="a2-bw" data-unit="TB/s" title="Where from"><a href="https://x.example/">2.9</a></data>'


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A site without faults, and a function that puts something into its page and returns the faults."""
    monkeypatch.setattr(verify, "KNOWN", (("alpha2", "memory_bandwidth"),))
    static = tmp_path / "_static"
    static.mkdir()
    (static / "a.css").write_text("@font-face { src: url('b.woff2') } a { background: url(data:image/gif;base64,) }")
    (static / "b.woff2").write_bytes(b"")
    (static / "charts.js").write_text("")

    def with_body(body, ledger, known=FIGURE):
        (tmp_path / "index.html").write_text(PAGE.format(body=known + body), encoding="utf-8")
        return verify.faults(tmp_path, ledger)

    with_body.folder = tmp_path
    return with_body


def test_a_site_in_order_has_no_faults(site, small):
    assert site(CHART + '<a href="#top">up</a><a href="https://other.example/">a link may lead out</a>', small) == []


def test_a_missing_landing_page(tmp_path, small):
    assert verify.faults(tmp_path, small) == [
        f"index.html: missing in {tmp_path.name}/; the landing page must be built there"
    ]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<script src="https://cdn.example/x.js"></script>', "<script> asks another host: https://cdn.example/x.js"),
        ('<img src="//cdn.example/x.png">', "<img> asks another host: //cdn.example/x.png"),
        ('<img srcset="_static/b.woff2 1x, http://cdn.example/y.png 2x">', "<img> asks another host: http://cdn.exam"),
        ('<iframe src="https://frame.example/"></iframe>', "<iframe> asks another host"),
        ('<link rel="preload" href="https://cdn.example/f.woff2">', "<link> asks another host"),
        ("<style>@import 'https://cdn.example/a.css';</style>", "style asks another host: https://cdn.example/a.css"),
        ("<style>p{background:url(http://cdn.example/a.png)}</style>", "style asks another host"),
        ('<form action="https://cdn.example/"></form>', "<form> asks another host"),
        ("<script>alert(1)</script>", "a script in the page, which the policy refuses"),
        ('<button onclick="x()">a</button>', "<button onclick>, which the policy refuses"),
        ('<a href="nowhere.html">a</a>', "<a> leads nowhere: nowhere.html"),
        ('<a href="../../etc/passwd">a</a>', "<a> leads nowhere"),
        ('<a href="index.html#bottom">a</a>', "<a> leads to no such place: index.html#bottom"),
        ('<img src="_static/missing.png">', "<img> leads nowhere: _static/missing.png"),
        (CHART.replace("Bars.", ""), "c1: no description in words"),
        (CHART.replace("<svg></svg>", ""), "c1: no static picture"),
        (CHART.replace('{"description"', '{"description'), "c1: no readable specification"),
        (CHART.replace(DRAWER, ""), "charts, and no script"),
        (DRAWER, "the chart script is on a page without charts"),
        (FIGURE.replace("a2-bw", "no-such"), "'2.9' rests on 'no-such', which the ledger does not hold"),
        (FIGURE.replace('value="2.9"', 'value="2.8"'), "'2.8' TB/s is not what a2-bw says: 2.9 TB/s"),
        (FIGURE.replace("TB/s", "GB"), "'2.9' GB is not what a2-bw says"),
        (FIGURE.replace(' title="Where from"', ""), "does not say where it is from"),
        ('<data value="1" data-inputs="a2-bw no-such">1</data>', "rests on 'no-such'"),
    ],
)
def test_a_fault_is_found(site, small, body, fault):
    found = site(body, small)
    assert [line for line in found if line.startswith("index.html: ") and fault in line], found


def test_a_page_without_policy_or_frame(site, small):
    site("", small)
    (site.folder / "bare.html").write_text("<html><body></body></html>")
    assert verify.faults(site.folder, small) == [
        "bare.html: no title or no main part; this is not a page of the book",
        "bare.html: no content security policy",
    ]


@pytest.mark.parametrize(
    ("css", "fault"),
    [
        ("@import 'https://cdn.example/a.css';", "_static/a.css: style asks another host: https://cdn.example/a.css"),
        ("a { src: url(gone.woff2) }", "_static/a.css: style asks for a missing file: gone.woff2"),
    ],
)
def test_a_style_sheet_is_read_too(site, small, css, fault):
    site("", small)
    (site.folder / "_static" / "a.css").write_text(css)
    assert verify.faults(site.folder, small) == [fault]


def test_a_figure_in_another_unit_must_agree(site, small):
    in_gib = FIGURE.replace('value="2.9"', 'value="2700"').replace("TB/s", "GiB/s")
    assert site(in_gib, small) == []
    # 2.95 TB/s are 2,747.4 GiB/s: more than the printed digits allow.
    assert site(in_gib.replace("2700", "2748"), small) != []


def test_a_known_figure_that_no_page_shows(site, small):
    assert site("", small, known="") == ["no page shows alpha2 memory_bandwidth (2.9 TB/s, a2-bw)"]
