"""The strict build, of a book of two pages over the miniature ledger, and what becomes of failures."""

import json
import shutil

import pytest
from bs4 import BeautifulSoup

from chipledger.errors import DataFaults
from chipledger.site import build as building
from chipledger.site import verify
from chipledger.site.__main__ import main
from chipledger.site.build import BuildError, build
from places import GOOD, REPOSITORY

FRONT = """# Two chips

The memory of Alpha Two is read at {fact}`alpha2 memory_bandwidth`, or {fact}`alpha2 memory_bandwidth ; unit=GB/s`.
Its power is {fact}`alpha2 power power_kind=tdp`. Beta reads {derived}`ratio: beta-sxm memory_bandwidth / a2
memory_bandwidth` times as fast. There are {count}`claims subject=a2` claims about Alpha Two.

| Chip | Bandwidth |
| --- | ---: |
| Alpha Two | {fact}`alpha2 memory_bandwidth ; show=value` |

$$
P = I \\cdot B
$$ (line)

By {eq}`line`, [more](more.ipynb).
"""


def notebook(*cells):
    made = [
        {"cell_type": "markdown", "id": f"c{n}", "metadata": {}, "source": source}
        if kind == "text"
        else {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {},
            "source": source,
            "execution_count": None,
            "outputs": [],
        }
        for n, (kind, source) in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


CHART = """
class Chart:
    def _repr_mimebundle_(self, include=None, exclude=None):
        spec = {"description": "Bars.", "data": {"values": [{"chip": "A", "n": 1}]}, "mark": "bar",
                "encoding": {"x": {"field": "n", "type": "quantitative"}}}
        return {"application/vnd.vegalite.v6+json": spec, "text/plain": "bars"}
Chart()
"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A repository with a small book; returns its folder."""
    monkeypatch.setattr(verify, "KNOWN", (("alpha2", "memory_bandwidth"),))
    shutil.copy(REPOSITORY / "_config.yml", tmp_path)
    shutil.copytree(GOOD, tmp_path / "data")
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "_toc.yml").write_text("format: jb-book\nroot: index\nchapters:\n- file: more\n")
    (tmp_path / "book" / "index.ipynb").write_text(notebook(("text", FRONT)))
    (tmp_path / "book" / "more.ipynb").write_text(notebook(("text", "# More\n\nWords about it."), ("code", CHART)))
    (tmp_path / "README.md").write_text("# Not a page\n")
    return tmp_path


def test_a_whole_build(book, capsys):
    page = build(book, book / "_build")
    html = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    article = html.find("article")

    assert page == book / "_build" / "html" / "index.html"
    assert html.find("h1").get_text().startswith("Two chips")
    names = ("data-fact", "data-inputs", "data-count", "data-missing")
    shown = {next(filter(None, map(data.get, names))): data for data in article.find("p").find_all("data")}
    assert shown["a2-bw"].get_text() == "2,900 GB/s"
    assert shown["a2-bw"]["value"] == "2900"
    assert "Alpha architecture, 100% of it" in shown["a2-bw"]["title"]
    assert shown["a2-bw"].find("a")["href"] == "https://alpha.example/docs"
    assert shown["alpha2.power"].get_text() == "not published"
    assert shown["alpha2.power"].find(tabindex="0")
    assert shown["a2-bw b-bw"].get_text() == "1.16"
    assert shown["claims subject=a2"].get_text() == "14"

    assert article.find("table").parent["class"] == ["scroll"]
    assert article.find("math").find("mi").get_text() == "P"
    assert html.find("a", download="index.ipynb")["href"] == "_sources/index.ipynb"
    assert html.find("meta", attrs={"name": "description"})["content"].startswith("The memory of Alpha Two is read at")
    assert not html.find_all("script", attrs={"data-vega": True})

    folder = page.parent
    more = BeautifulSoup((folder / "more.html").read_text(encoding="utf-8"), "html.parser")
    vega = more.find("script", attrs={"data-vega": True})["data-vega"]
    assert (folder / "_static" / vega).is_file()
    assert more.find("figure", class_="chart").find("svg")
    assert sorted(path.name for path in folder.glob("*.html")) == ["404.html", "index.html", "more.html", "search.html"]
    assert (folder / ".nojekyll").is_file()
    assert "Content-Security-Policy: default-src 'none'" in (folder / "_headers").read_text()
    assert not (folder / "sitemap.xml").exists()
    assert not (book / "_build" / ".building").exists()
    out = capsys.readouterr().out
    assert "100% reading and running more" in out
    assert str(book) not in (folder / "index.html").read_text()


def test_with_an_address_the_site_is_mapped(book, monkeypatch):
    monkeypatch.setenv("CHIPLEDGER_SITE_URL", "https://example.org/chipledger")
    folder = build(book, book / "_build").parent
    assert "<loc>https://example.org/chipledger/more.html</loc>" in (folder / "sitemap.xml").read_text()
    lost = BeautifulSoup((folder / "404.html").read_text(), "html.parser")
    assert lost.find("a")["href"] == "https://example.org/chipledger/index.html"
    more = BeautifulSoup((folder / "more.html").read_text(), "html.parser")
    assert more.find("link", rel="canonical")["href"] == "https://example.org/chipledger/more.html"


def test_faults_of_chapters_are_named_and_the_old_site_stays(book):
    """One build with every fault at once: -W --keep-going names them all."""
    old = book / "_build" / "html"
    old.mkdir(parents=True)
    (old / "index.html").write_text("the site of before")
    bad = [
        "Bad {fact}`alpha3 memory_bandwidth`.",
        "Bad {derived}`ratio: a2 memory_bandwidth`.",
        "Bad {count}`cliams`.",
        "Bad $a^b^c$.",
        "[no such page](gone.md)",
    ]
    (book / "book" / "more.ipynb").write_text(
        notebook(("text", "# More\n\n" + "\n\n".join(bad)), ("code", CHART.replace("Bars.", "")))
    )
    with pytest.raises(BuildError) as caught:
        build(book, book / "_build")
    message = str(caught.value)
    assert message.startswith("the strict build failed\n")
    first = "\nbook/more.ipynb, cell 1: WARNING: "
    assert first + "{fact}`alpha3 memory_bandwidth`: no subject 'alpha3'; did you mean alpha" in message
    assert first + "{derived}`ratio: a2 memory_bandwidth`: cannot read 'a2 memory_bandwidth'; ratio takes" in message
    assert "{count}`cliams`: cannot read 'cliams'; did you mean claims" in message
    assert "cannot read the formula 'a^b^c'" in message
    assert "gone.md" in message
    assert "book/more.ipynb, cell 2: WARNING: a chart needs a description" in message
    assert (old / "index.html").read_text() == "the site of before"
    assert not (book / "_build" / ".building").exists()


def test_a_cell_that_fails_is_named_with_its_line(book):
    (book / "book" / "more.ipynb").write_text(notebook(("text", "# More"), ("code", "x = 1\nx / 0")))
    with pytest.raises(BuildError) as caught:
        build(book, book / "_build")
    lines = str(caught.value).splitlines()
    assert lines[1:4] == ["book/more.ipynb: a code cell failed", "  at: x / 0", "  ZeroDivisionError: division by zero"]


def test_a_site_with_faults_is_not_put_in_place(book):
    (book / "book" / "index.ipynb").write_text(notebook(("text", "# Front\n\nNothing is shown here at all.")))
    with pytest.raises(BuildError, match="no page shows alpha2 memory_bandwidth"):
        build(book, book / "_build")
    assert not (book / "_build" / "html").exists()


def test_an_interrupted_build_leaves_the_old_site(book, monkeypatch, capsys):
    old = book / "_build" / "html"
    old.mkdir(parents=True)
    (old / "index.html").write_text("the site of before")
    # What a build that was killed outright leaves behind must not matter either.
    (book / "_build" / ".building" / "_build" / "html").mkdir(parents=True)

    def interrupted(root, stage, log, steps):
        (stage / "_build" / "html").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "_jupyter_book", interrupted)
    assert main(["build", "--root", str(book), "--out", str(book / "_build")]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert (old / "index.html").read_text() == "the site of before"
    assert not (book / "_build" / ".building").exists()


def test_two_builds_do_not_meet(book):
    with building._alone(book), pytest.raises(BuildError, match="another build is at work"), building._alone(book):
        pass


def test_faults_of_the_data_end_a_build_at_once(book):
    (book / "data" / "missing.yaml").write_text("")
    with pytest.raises(DataFaults, match=r"missing\.yaml"):
        build(book, book / "_build")


@pytest.mark.parametrize("gone", ["_config.yml", "book/_toc.yml", "data/properties.yaml"])
def test_a_wrong_folder_is_one_line(book, gone, capsys):
    (book / gone).unlink()
    assert main(["build", "--root", str(book), "--out", str(book / "_build")]) == 1
    assert capsys.readouterr().err == f"{gone} is missing in {book}; build from the repository's top folder\n"


def test_a_place_that_cannot_be_written_is_one_line(book, capsys):
    (book / "_build").write_text("a file where the folder should be")
    assert main(["build", "--root", str(book), "--out", str(book / "_build")]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"cannot write to {book / '_build'}: ")
    assert err.count("\n") == 1
