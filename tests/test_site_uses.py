"""Which chapters show a figure: by what their roles ask, what their results hold, what their code names."""

import json
from pathlib import Path

import pytest

from chipledger.ledger import Ledger
from chipledger.site.uses import Chapter, chapters
from places import REPOSITORY

FP8 = "precision=fp8 scope=chip sparsity=dense unit_kind=tensor"


def chapter(where: Path, *cells: tuple[str, str], output: str = "") -> Chapter:
    outputs = [{"output_type": "display_data", "data": {"text/html": [output]}}] if output else []
    made = [{"cell_type": kind, "source": [text], "outputs": outputs} for kind, text in cells]
    (where / "one.ipynb").write_text(json.dumps({"cells": made}))
    [found] = chapters(where)
    assert found.name == "one"
    return found


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{fact}`alpha2 peak_compute precision=fp8 sparsity=dense`", True),
        ("{fact}`alpha2 peak_compute precision=fp8\nsparsity=dense ; unit=PFLOP/s`", True),
        ("{fact}`alpha2 peak_compute`", True),
        ("{fact}`alpha2 peak_compute precision=fp8 sparsity=sparse`", False),
        ("{fact}`alpha1 peak_compute precision=fp8 sparsity=dense`", False),
        ("{fact}`alpha2 memory_bandwidth`", False),
        ("{fact}`alpha2 peak_compute precision=fp8 sparsity=sparse ; claim=a2-fp8-new`", True),
        ("{fact}`alpha2 peak_compute sparsity=sparse precision=fp8 ; assume=sparsity:sparse`", True),
        ("{derived}`ratio: alpha1 memory_bandwidth / alpha2 peak_compute precision=fp8 sparsity=dense`", True),
        ("{fact}`alpha2 nothing-such`, {fact}`alpha2`", False),
        ("peak_compute of alpha2, precision fp8", False),
    ],
)
def test_a_role_shows_what_it_asks_for(tmp_path, small: Ledger, text, shown):
    found = chapter(tmp_path, ("markdown", text))
    assert found.shows(small.vocabulary, "alpha2", "peak_compute", FP8, {"a2-fp8-new"}) is shown
    assert not found.may_show(small.vocabulary, "alpha2")


def test_conditions_that_nobody_knows_any_more_fit_every_question(tmp_path, small: Ledger):
    found = chapter(tmp_path, ("markdown", "{fact}`alpha2 peak_compute precision=bf16`"))
    assert found.shows(small.vocabulary, "alpha2", "peak_compute", None, set())
    assert not found.shows(small.vocabulary, "alpha2", "peak_compute", FP8, set())


def test_a_stored_result_shows_the_claims_that_it_holds(tmp_path, small: Ledger):
    found = chapter(tmp_path, ("code", "show.table(facts)"), output='<data data-fact="a2-bw-guide">3</data>')
    assert found.shows(small.vocabulary, "alpha2", "memory_bandwidth", "scope=chip", {"a2-bw-guide"})
    assert not found.shows(small.vocabulary, "alpha2", "memory_bandwidth", "scope=chip", {"a2-bw"})


def test_code_names_a_subject_by_id_or_alias(tmp_path, small: Ledger):
    [alias, *_] = small.subjects["alpha2"].aliases
    for name, named in (("alpha2", True), (alias, True), ("alpha2 and more", False), ("alpha1", False)):
        found = chapter(tmp_path, ("code", f"chips = [{name!r}]"))
        assert found.may_show(small.vocabulary, "alpha2") is named
    assert not chapter(tmp_path, ("code", "%magic alpha2")).may_show(small.vocabulary, "alpha2")


def test_a_book_that_is_not_there_has_no_chapters(tmp_path):
    assert chapters(tmp_path / "book") == []


def test_the_real_chapters_show_the_figure_that_the_book_is_about(real: Ledger):
    found = chapters(REPOSITORY / "book")
    showing = [
        one.name
        for one in found
        if one.shows(real.vocabulary, "trainium2", "memory_bandwidth", "scope=chip", {"aws-0010"})
    ]
    assert {"trainium2", "how-to-read-a-number"} <= set(showing)
    assert any(one.asks for one in found)
    assert any(one.held & set(real.claims) for one in found)
