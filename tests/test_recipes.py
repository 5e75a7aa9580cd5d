"""What runs where: the reader with a fault for each rule, answers worked out by hand, and the repository's data."""

import re
from collections import Counter
from pathlib import Path

import pytest

from chipledger import errors
from chipledger.errors import Fault
from chipledger.ledger import Ledger
from chipledger.reading.claims import Known
from chipledger.reading.fields import Lost, Reader
from chipledger.reading.recipes import GAPS, read_recipe_files
from chipledger.reading.yamlfile import read
from chipledger.recipes import ABSENCE, Recipes
from chipledger.records import Part, Source, Subject
from chipledger.records.recipe import REFUSALS, STATUSES
from chipledger.vocabulary import Vocabulary

DATA = Path(__file__).resolve().parent.parent / "data"


def subject(
    ident: str, kind: str, vendor: str = "Maker", *, family: str | None = None, of: str | None = None
) -> Subject:
    """A subject whose name is its id in capitals."""
    parts = (Part(16, of),) if of else ()
    return Subject(ident, ident.upper(), kind, vendor, (f"the {ident}",), family=family, made_of=parts)


SUBJECTS = [
    subject("big", "family"),
    subject("big-7b", "model", family="big"),
    subject("big-70b", "model", family="big"),
    subject("small", "model"),
    subject("tern", "chip", "AWS", of="core"),
    subject("core", "core", "AWS"),
    subject("tern-box", "instance", "AWS", of="tern"),
    subject("tern-mini", "instance", "AWS", of="tern"),
    subject("hop", "family", "NVIDIA"),
    subject("hop-sxm", "chip", "NVIDIA", family="hop"),
    subject("hop-pcie", "chip", "NVIDIA", family="hop"),
    subject("hop-box", "system", "NVIDIA", of="hop-sxm"),
]
SOURCES = [
    Source("docs", "Docs", "Maker", "https://e.org/docs", None, None, "vendor_documentation", "copy", None, "docs"),
    Source("hidden", "Hidden", "Maker", "", None, None, "relay", "copy", None, "hidden"),
]
KNOWN = Known(
    {one.id: one for one in SUBJECTS},
    {},
    {"precision": ("bf16", "fp8")},
    {one.id: one for one in SOURCES},
)
PLAIN = """
- id: r1
  model: big-7b
  hardware: tern-box
  workload: inference
  engine: vLLM
  status: tested
  printed: it runs
  source: docs
  locator: page
""".strip()


def told(tmp_path: Path, text: str, name: str = "recipes/x.yaml") -> tuple[dict, tuple, list[str]]:
    """The recipes of one file, its gaps, and the faults found."""
    (tmp_path / "x.yaml").write_text(text, "utf-8")
    faults: list[Fault] = []
    root = read(tmp_path / "x.yaml", name, faults)
    assert root is not None, faults
    found = read_recipe_files([(Reader(name, faults, Lost(), "2026-11-30"), root)], KNOWN, faults)
    return *found, [str(fault) for fault in sorted(faults)]


def one(**changed: str | None) -> str:
    """The plain entry with some keys changed, added, or for ``None`` left out."""
    lines = dict(line[2:].split(": ", 1) for line in PLAIN.splitlines())
    lines |= {key: value for key, value in changed.items() if value is not None}
    kept = [f"{key}: {value}" for key, value in lines.items() if changed.get(key, "") is not None]
    return "recipes:\n- " + "\n  ".join(kept)


def test_a_recipe_is_read_as_it_stands(tmp_path):
    text = one(
        model="[big-7b, small]",
        model_named="Big 7B Instruct and Small",
        engine="[vLLM, SGLang]",
        engine_version='">= 0.10"',
        precision="[bf16, fp8]",
        layout="TP8",
        since="2025-03",
        observed_on="2026-01-02",
        note="a note",
    )
    recipes, gaps, faults = told(tmp_path, text)
    assert (faults, gaps) == ([], ())
    recipe = recipes["r1"]
    assert (recipe.models, recipe.model_named) == (("big-7b", "small"), "Big 7B Instruct and Small")
    assert (recipe.hardware, recipe.hardware_named) == (("tern-box",), None)
    assert (recipe.engines, recipe.engine_version) == (("vLLM", "SGLang"), ">= 0.10")
    assert (recipe.precisions, recipe.layout) == (("bf16", "fp8"), "TP8")
    assert (recipe.since, recipe.observed_on, recipe.date) == ("2025-03", "2026-01-02", "2026-01-02")


@pytest.mark.parametrize(
    ("changed", "line", "message"),
    [
        ({"model": "bog"}, 3, "model 'bog' is no subject; did you mean big"),
        ({"model": "tern"}, 3, "model 'tern' is a chip; allowed: a model or a family of models"),
        ({"hardware": "big"}, 4, "hardware 'big' is a family; allowed: hardware"),
        ({"hardware": "tern-bx"}, 4, "hardware 'tern-bx' is no subject; did you mean tern-box"),
        ({"hardware": "[tern, tern]"}, 4, "hardware names 'tern' twice; allowed: once"),
        ({"hardware": "[]"}, 4, "hardware is an empty list; allowed: leaving it out, or a value"),
        ({"model": None}, 2, "no model; allowed: model, a subject, or model_named, the words of the source"),
        ({"hardware": None}, 2, "no hardware; allowed: hardware, a subject, or hardware_named, the words of the"),
        (
            {"model": None, "model_named": "The Small"},
            10,
            "model_named 'The Small' is the subject small; allowed: model:",
        ),
        ({"hardware_named": "HOP"}, 11, "hardware_named 'HOP' is the subject hop; allowed: hardware: hop"),
        ({"workload": "serving"}, 5, "workload 'serving': did you mean training?"),
        ({"status": "runs"}, 7, "status 'runs': allowed: beta, ended, listed, not_supported, supported, tested"),
        ({"engine": None}, 2, "no engine; allowed: the software that runs the model"),
        ({"precision": "fp7"}, 11, "precision 'fp7'; did you mean fp8?"),
        ({"source": "dogs"}, 9, "unknown source 'dogs'; did you mean docs?"),
        ({"source": "hidden"}, 9, "source 'hidden' has no public address; allowed: a source that readers can reach"),
        ({"printed": None}, 2, "no printed; "),
        ({"locator": None}, 2, "no locator; "),
        ({"since": "2026-02", "observed_on": "2026-01-31"}, 11, "since 2026-02 is after 2026-01-31, when the source"),
        ({"since": "2027"}, 11, "since '2027': in the future"),
        ({"observed_on": "2026-02-30"}, 11, "observed_on '2026-02-30': there is no such day; allowed: YYYY-MM-DD"),
        ({"status": "ended"}, 7, "ended without since; allowed: the day that it ended"),
        ({"hardwear": "tern"}, 11, "unknown key 'hardwear'; did you mean hardware"),
        ({"id": "R1"}, 2, "id 'R1': allowed: a-z, 0-9, hyphens and points between"),
    ],
)
def test_each_fault_has_file_line_and_what_is_allowed(tmp_path, changed, line, message):
    recipes, _, faults = told(tmp_path, one(**changed))
    assert recipes == {}
    assert len(faults) == 1, faults
    name = changed.get("id", "r1")
    where = re.match(r"recipes/x\.yaml:(\d+): ([^:]+): (.*)", faults[0])
    assert where is not None
    assert (where[2], where[3][: len(message)]) == (name, message)
    assert int(where[1]) == line


def test_all_faults_of_an_entry_come_at_once(tmp_path):
    _, _, faults = told(tmp_path, one(model="bog", status="runs", source="dogs", since="soon"))
    assert len(faults) == 4


def test_the_words_may_repeat_or_refine_the_model(tmp_path):
    for words in ("BIG-7B", "the big-7b", "Big 7B Instruct"):
        assert told(tmp_path, one(model_named=words))[2] == []


def test_what_was_said_counts_before_what_was_seen(tmp_path):
    recipes, _, faults = told(tmp_path, one(said_on="2025-01", observed_on="2026-01"))
    assert (recipes["r1"].date, faults) == ("2025-01", [])


def test_a_month_may_hold_the_day_it_was_seen(tmp_path):
    assert told(tmp_path, one(since="2026-01", observed_on="2026-01-31"))[2] == []
    assert told(tmp_path, one(since="2026-01-31", observed_on="2026-01"))[2] == []


def test_the_same_id_or_the_same_statement_twice(tmp_path):
    twin = PLAIN.replace("id: r1", "id: r2")
    _, _, faults = told(tmp_path, f"recipes:\n{PLAIN}\n{twin}")
    assert faults == ["recipes/x.yaml:11: r2: says the same as r1, at recipes/x.yaml:2; allowed: one of them"]
    other = PLAIN.replace("inference", "training")
    assert told(tmp_path, f"recipes:\n{PLAIN}\n{other.replace('r1', 'r2')}")[2] == []
    recipes, _, faults = told(tmp_path, f"recipes:\n{PLAIN}\n{other}")
    assert faults == ["recipes/x.yaml:11: r1: id 'r1' is taken, at recipes/x.yaml:2; allowed: an id of its own"]
    assert recipes["r1"].workload == "inference"


def test_gaps(tmp_path):
    text = "gaps:\n- hardware: tern\n  reason: none seen\n  looked_in: docs\n  looked_on: 2026-11-30"
    recipes, gaps, faults = told(tmp_path, text, GAPS)
    assert (recipes, faults) == ({}, [])
    assert [(gap.models, gap.hardware, gap.engines, gap.looked_in) for gap in gaps] == [((), ("tern",), (), ("docs",))]
    for wrong in ("reason: none seen", "looked_on: 2026-11-30"):
        assert len(told(tmp_path, text.replace(f"\n  {wrong}", ""), GAPS)[2]) == 1
    assert told(tmp_path, text.replace("docs", "dogs"), GAPS)[2] == [
        "recipes/gaps.yaml:4: a gap: looked_in 'dogs' is no source; did you mean docs?"
    ]


BOOK = """recipes:
- {id: a, model: big-7b, hardware: tern-box, workload: inference, engine: vLLM, status: supported, printed: p,
   source: docs, locator: l, observed_on: 2025-01-01}
- {id: b, model: big-7b, hardware: tern, workload: inference, engine: NxDI, status: tested, printed: p,
   source: docs, locator: l, observed_on: 2025-06-01}
- {id: c, model: big, hardware: tern, workload: inference, engine: [vLLM, NxDI], status: beta, printed: p,
   source: docs, locator: l, observed_on: 2026-01-01}
- {id: d, model: big-7b, hardware: hop, workload: training, engine: Megatron, status: tested, printed: p,
   source: docs, locator: l, observed_on: 2026-01-01}
- {id: e, model: big-7b, hardware: hop-sxm, workload: inference, engine: vLLM, status: not_supported, printed: p,
   source: docs, locator: l}
- {id: f, model: small, hardware_named: NVIDIA GPUs, workload: inference, engine: vLLM, status: listed, printed: p,
   source: docs, locator: l, observed_on: 2025-01-01}
- {id: g, model: small, hardware_named: GPUs, workload: inference, engine: TGI, status: listed, printed: p,
   source: docs, locator: l, observed_on: 2025-01-01}
- {id: h, model_named: Huge 1T, hardware: hop-box, workload: inference, engine: vLLM, status: tested, printed: p,
   source: docs, locator: l, observed_on: 2025-01-01}
- {id: i, model: big-7b, hardware: tern, workload: training, engine: NxDT, status: ended, since: 2025-02-01, printed: p,
   source: docs, locator: l, observed_on: 2026-02-01}
"""


@pytest.fixture
def book(tmp_path) -> Recipes:
    recipes, _, faults = told(tmp_path, BOOK)
    assert faults == []
    text = "gaps:\n"
    for about in ("hardware: tern, model: [small, big-70b]", "engine: SGLang", "hardware: hop"):
        text += f"- {{{about}, reason: not seen, looked_on: 2026-11-30}}\n"
    _, gaps, faults = told(tmp_path, text, GAPS)
    assert faults == []
    return Recipes(Vocabulary(KNOWN.subjects, {}, {}), KNOWN.sources, recipes.values(), gaps)


def near(answer) -> list[tuple[str, str, str]]:
    return [(found.recipe.id, found.model, found.hardware) for found in answer]


def test_the_nearest_first_then_the_surest_then_the_latest(book: Recipes):
    assert near(book("big-7b", "tern", workload="inference")) == [
        ("b", "itself", "itself"),
        ("c", "its family", "itself"),
        ("a", "itself", "holds it"),
    ]
    assert near(book("big-7b", "tern-box", workload="inference")) == [
        ("a", "itself", "itself"),
        ("b", "itself", "held by it"),
        ("c", "its family", "held by it"),
    ]
    assert [found.exact for found in book("big-7b", "tern-box", workload="inference")] == [True, False, False]


def test_equally_near_recipes_are_ranked_by_status_then_date(tmp_path):
    rows = [("p", "beta", "2026-01"), ("q", "tested", "2024-12"), ("r", "tested", "2025"), ("s", "tested", None)]
    rows += [("t", "not_supported", "2026-02"), ("u", "tested", "2025-12-31")]
    text = "recipes:"
    for ident, status, seen in rows:
        changed = one(id=ident, status=status, layout=ident, observed_on=seen)
        text += changed.removeprefix("recipes:")
    recipes, _, faults = told(tmp_path, text)
    assert faults == []
    book = Recipes(Vocabulary(KNOWN.subjects, {}, {}), KNOWN.sources, recipes.values())
    assert [found.recipe.id for found in book("big-7b", "tern-box")] == ["r", "u", "q", "s", "p", "t"]
    assert book("big-7b").text == "big-7b: 6 recipes (4 tested, 1 beta, 1 not supported)"


def test_families_variants_and_parts(book: Recipes):
    assert near(book("big", "tern", workload="inference")) == [
        ("c", "itself", "itself"),
        ("b", "a variant", "itself"),
        ("a", "a variant", "holds it"),
    ]
    assert near(book("big-7b", "hop")) == [("d", "itself", "itself"), ("e", "itself", "a variant")]
    assert near(book("big-7b", "hop-sxm")) == [("e", "itself", "itself"), ("d", "itself", "its family")]
    assert near(book("big-7b", "hop-pcie")) == [("d", "itself", "its family")]
    # A machine of the chip answers for the chip and for its family, and the core is inside both.
    assert near(book(hardware="hop")) == [
        ("d", "itself", "itself"),
        ("e", "itself", "a variant"),
        ("h", "itself", "holds it"),
    ]
    assert [row[::2] for row in near(book("big-7b", "core", engine="vllm"))] == [
        ("a", "holds it"),
        ("c", "holds it"),
    ]
    # Another machine of the same chip does not.
    assert ("a", "itself", "holds it") not in near(book("big-7b", "tern-mini"))


def test_what_says_no_is_part_of_the_answer(book: Recipes):
    answer = book("big-7b", "hop-sxm")
    assert [found.recipe.id for found in answer.refused] == ["e"]
    assert answer.text == "big-7b on hop-sxm: 2 recipes (1 tested, 1 not supported)"
    assert [found.recipe.id for found in book("big-7b", "tern", workload="training").refused] == ["i"]
    assert near(book("big-7b", "tern", status="ended")) == [("i", "itself", "itself")]


def test_nothing_on_record_is_an_answer_and_says_that_it_proves_nothing(book: Recipes):
    answer = book("small", "tern")
    assert len(answer) == 0
    assert answer.text.endswith(ABSENCE)
    assert [gap.hardware for gap in answer.gaps] == [("tern",), ()]
    # "GPUs" may be anyone's; "NVIDIA GPUs" are no chips of AWS.
    assert [found.recipe.id for found in answer.unplaced] == ["g"]
    assert [found.recipe.id for found in book("small", "hop-sxm").unplaced] == ["f", "g"]
    assert [gap.hardware for gap in book("small", "hop-sxm").gaps] == [(), ("hop",)]
    assert [gap.engines for gap in book("small", "tern", engine="TGI").gaps] == [()]


def test_words_of_a_recipe_name_what_has_no_subject(book: Recipes):
    assert near(book("huge 1t")) == [("h", "itself", "itself")]
    assert near(book(hardware="nvidia gpus")) == [("f", "itself", "itself")]
    assert near(book("The Small", "GPUs")) == [("g", "itself", "itself")]


@pytest.mark.parametrize(
    ("asked", "kind", "message"),
    [
        ({"model": "Huge 2T"}, errors.UnknownSubject, "no model 'Huge 2T'; did you mean Huge 1T?"),
        ({"model": "zzzzzz"}, errors.UnknownSubject, "no subject 'zzzzzz'"),
        ({"model": "tern"}, errors.UnknownSubject, "tern is a chip; allowed as model: a model or a family of models"),
        ({"hardware": "big"}, errors.UnknownSubject, "big is a family; allowed as hardware: hardware"),
        ({"workload": "serving"}, errors.UnknownCondition, "workload cannot be 'serving'"),
        ({"status": "runs"}, errors.UnknownCondition, "status cannot be 'runs'"),
        ({"engine": "vLMM"}, errors.UnknownCondition, "no recipe names the engine 'vLMM'; did you mean vLLM"),
    ],
)
def test_words_that_nobody_knows_are_errors(book: Recipes, asked, kind, message):
    with pytest.raises(kind) as caught:
        book(**asked)
    assert str(caught.value).startswith(message)


def test_as_it_stood_on_a_day(book: Recipes):
    assert set(book.until("2025-01-01").all) == {"a", "f", "g", "h"}
    assert book.until("2025-01-01").gaps == book.gaps
    assert set(book.until("2026-11-30").all) == set("abcdfghi")  # e has no date


# The repository's own recipes, read as the folder reader does.


@pytest.fixture(scope="module")
def recipes(real: Ledger) -> Recipes:
    return real.recipes


def test_rows_in_equal_rows_out(recipes: Recipes):
    texts = {path: path.read_text("utf-8") for path in (DATA / "recipes").glob("*.yaml")}
    rows = {path.name: text.count("\n- ") for path, text in texts.items()}
    assert len(recipes.gaps) == rows.pop("gaps.yaml") == 9
    assert len(recipes.all) == sum(rows.values()) == 626
    assert len(rows) == 15


def test_counts_by_status_and_workload(recipes: Recipes):
    count = Counter((recipe.status, recipe.workload) for recipe in recipes.all.values())
    assert set(STATUSES) == {status for status, _ in count}
    assert sum(n for (status, _), n in count.items() if status in REFUSALS) == 14
    assert sum(n for (_, workload), n in count.items() if workload == "training") > 200


def test_every_refusal_is_dated_or_seen(recipes: Recipes):
    for recipe in recipes.all.values():
        assert recipe.status not in REFUSALS or recipe.date, recipe.id


# Worked out from the pages themselves.
def test_what_runs_on_trainium(recipes: Recipes):
    [first, *_] = recipes("DeepSeek-V3", "trn2.48xlarge")
    assert (first.recipe.id, first.recipe.status, first.exact) == ("recipes-0071", "tested", True)
    assert (first.recipe.engines, first.recipe.precisions) == (("NxD Inference (contrib)",), ("bf16",))
    # The chip is asked, the page names the instance.
    assert recipes("deepseek-v3", "trn2").found[0].hardware == "holds it"
    # gpt-oss keeps its MXFP4 on Trn3 alone.
    by_chip = {chip: recipes("gpt-oss-120b", chip, engine="vLLM Neuron", status="beta") for chip in ("trn2", "trn3")}
    precisions = {
        chip: {p for found in answer if found.exact for p in found.recipe.precisions}
        for chip, answer in by_chip.items()
    }
    assert precisions == {"trn2": {"bf16"}, "trn3": {"mxfp4"}}


def test_absence_on_trainium3_is_told_with_what_was_searched(recipes: Recipes):
    answer = recipes("deepseek-v3", "trainium3")
    assert answer.text.startswith("deepseek-v3 on trainium3: no recipe on record")
    assert any("Trn2" in gap.reason for gap in answer.gaps)


def test_what_runs_on_gpus_and_tpus(recipes: Recipes):
    tpu = recipes("deepseek-r1", "v6e")
    assert [found.recipe.id for found in tpu.refused] == ["recipes-x011"]
    assert "not enough HBM" in tpu.refused[0].recipe.printed
    assert {found.recipe.id for found in recipes("deepseek-v4-pro", "MI300X").refused} == {"recipes-x005"}
    answer = recipes("deepseek-v3", "h100-sxm", workload="training")
    assert {("Megatron Bridge",), ("TorchTitan",)} == {found.recipe.engines for found in answer if found.exact}
    # The makers speak of H100s; that stands for the family.
    glm = recipes("glm-4.5", "h100-sxm", engine="SGLang")
    assert {found.hardware for found in glm} == {"its family"}
