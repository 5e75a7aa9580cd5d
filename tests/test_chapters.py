"""The chapters: run, complete, the same on every machine, and without a figure that the ledger did not give."""

import ast
import inspect
import json
import re
import subprocess
import sys
from decimal import Decimal

import nbformat
import pytest
import yaml

from chipledger import selection
from chipledger.errors import ChipledgerError
from chipledger.show.notebook import MIME
from chipledger.site import calculators, figures, forms
from chipledger.site.execute import METADATA, ChapterError, execute, main
from chipledger.site.grammar import read_count, read_derived, read_fact
from places import REPOSITORY

BOOK = REPOSITORY / "book"
CHAPTERS = sorted(BOOK.glob("*.ipynb"))
IDS = [path.stem for path in CHAPTERS]

ROLE = re.compile(r"\{(fact|derived|count|answer)\}`([^`]*)`")

#: A calculator: its question, and the first values of its form.
CALCULATOR = re.compile(r"^```\{calculator\} (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

#: Names that have digits of their own. Nothing else in the text of a chapter may have any.
NAMES = re.compile(
    r"\b(?:Trainium[123]|trn[123][a-z]?\.\d+xlarge|Trn2|P5en|H100|H200|B200|TPU v5e|TPU v5p|TPU v6e|TPU7x"
    r"|(?:MX|NV)?FP(?:4|6|8|16|32|64)|BF16|TF32|INT[48]|HBM[23]e?|NeuronLink-v[234]|NeuronCore-v[234])\b"
)


#: What a reader chooses, so that no source could say it.
CHOSEN = {"reserve", "bytes_per_parameter", "rows", "devices", "utilization", "sequences", "size"}


def read(path):
    return nbformat.read(path, as_version=4)


def cells(path, kind):
    return [cell for cell in read(path).cells if cell.cell_type == kind]


chapter = pytest.mark.parametrize("path", CHAPTERS, ids=IDS)


# -- what stands in the files --------------------------------------------------------------------


def test_every_chapter_is_in_the_contents():
    contents = yaml.safe_load((BOOK / "_toc.yml").read_text(encoding="utf-8"))
    assert contents["format"] == "jb-book"
    assert contents["root"] == "index"
    listed = [contents["root"], *(entry["file"] for entry in contents["chapters"])]
    assert sorted(listed) == sorted(IDS)


@chapter
def test_a_chapter_is_a_valid_notebook(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)


@chapter
def test_cells_have_names_of_their_own(path):
    names = [cell.id for cell in read(path).cells]
    assert len(set(names)) == len(names)
    made_up = [name for name in names if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)]
    assert made_up == []


@chapter
def test_nothing_in_the_file_differs_from_run_to_run(path):
    notebook = read(path)
    assert notebook.metadata == METADATA
    assert [cell.execution_count for cell in cells(path, "code")] == [*range(1, len(cells(path, "code")) + 1)]
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"0x[0-9a-f]{6,}|/home/|/root/|/tmp/|iopub|shell\.execute", text)


@chapter
def test_a_chapter_opens_with_its_title(path):
    assert read(path).cells[0].source.startswith("# ")


def shows_something(source):
    """Whether a cell's code prints, or ends in an expression."""
    tree = ast.parse(source)
    prints = any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "print" for n in ast.walk(tree))
    return prints or isinstance(tree.body[-1], ast.Expr)


@chapter
def test_every_cell_that_shows_something_has_its_results(path):
    without = [cell.id for cell in cells(path, "code") if bool(cell.outputs) != shows_something(cell.source)]
    assert without == []


@chapter
def test_no_stored_result_is_a_failure(path):
    outputs = [output for cell in cells(path, "code") for output in cell.outputs]
    assert {output.output_type for output in outputs} <= {"stream", "execute_result", "display_data"}
    assert {output.name for output in outputs if output.output_type == "stream"} <= {"stdout"}


@chapter
def test_results_are_tables_charts_and_text(path):
    for cell in cells(path, "code"):
        for output in cell.outputs:
            kinds = set(output.get("data", {}))
            assert kinds in (set(), {"text/plain"}, {"text/plain", "text/html"}, {"text/plain", MIME}), cell.id


@chapter
def test_every_stored_chart_describes_itself_and_fetches_nothing(path):
    for cell in cells(path, "code"):
        for output in cell.outputs:
            if spec := output.get("data", {}).get(MIME):
                assert len(spec["description"]) > 40, cell.id
                assert '"data": {"url"' not in json.dumps(spec), cell.id


def test_each_chapter_is_more_than_its_code():
    assert len(CHAPTERS) >= 4
    charts = {
        path.stem: sum(MIME in output.get("data", {}) for cell in cells(path, "code") for output in cell.outputs)
        for path in CHAPTERS
    }
    assert all(charts.values()), charts


# -- figures in the text -------------------------------------------------------------------------


def bare(markdown):
    """A text without its roles, code, addresses, list numbers and names."""
    text = CALCULATOR.sub("", ROLE.sub("", markdown))
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)
    text = re.sub(r"^\d+\. ", "", text, flags=re.MULTILINE)
    return NAMES.sub("", text)


@chapter
def test_no_figure_is_typed_into_the_text(path):
    typed = {cell.id: re.findall(r"\S*\d\S*", bare(cell.source)) for cell in cells(path, "markdown")}
    assert {name: found for name, found in typed.items() if found} == {}


@chapter
def test_no_figure_is_typed_into_code_or_words_of_charts(path):
    for cell in cells(path, "code"):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
                assert isinstance(node.value, bool), f"{cell.id}: {node.value}"
            if isinstance(node, ast.keyword) and node.arg == "alt":
                assert not re.search(r"\d", bare(ast.literal_eval(node.value))), cell.id


def test_the_check_of_the_text_bites():
    assert "667" in bare("It does 667 TFLOP/s.")
    assert "8" in bare("with 8 cores")
    assert (
        bare("{fact}`trainium2 memory_bandwidth ; as-of=2024-12-03` of H100 in BF16, [x](a-1.ipynb)") == " of  in , [x"
    )


@chapter
def test_every_role_has_an_answer(path, real):
    readers = {
        "fact": lambda text: figures.show(real, read_fact(text)),
        "derived": lambda text: figures.show_derived(real, read_derived(text)),
        "count": lambda text: figures.count(real, read_count(text)),
        "answer": lambda text: calculators.answer(real, text),
    }
    faults = []
    for cell in cells(path, "markdown"):
        for kind, text in ROLE.findall(cell.source):
            try:
                assert readers[kind](text).text
            except ChipledgerError as error:
                faults.append(f"{cell.id}: {text}: {error}")
    assert faults == []


@chapter
def test_every_calculator_has_first_values_with_an_answer(path, real):
    for cell in cells(path, "markdown"):
        for name, body in CALCULATOR.findall(cell.source):
            formula, first = calculators.read(real, name, body.splitlines())
            assert formula.function(**forms.values(first)).text, cell.id
            # What the ledger can say is not typed.
            typed = {k for k, v in first.items() if isinstance(v, str) and not formula.parameters[k].words}
            assert typed <= CHOSEN, f"{cell.id}: {typed - CHOSEN}"


# -- what the text says --------------------------------------------------------------------------


def text_of(name):
    """The text of a chapter on one line."""
    return " ".join(" ".join(cell.source for cell in cells(BOOK / f"{name}.ipynb", "markdown")).split())


def test_the_rule_in_the_book_is_the_rule_in_the_code():
    documented = re.findall(r"^\d\. .*(?:\n   \S.*)*", inspect.getdoc(selection), flags=re.MULTILINE)
    told = re.findall(
        r"^\d\. .*(?:\n   \S.*)*",
        next(c.source for c in cells(BOOK / "how-to-read-a-number.ipynb", "markdown") if c.id == "rule"),
        flags=re.MULTILINE,
    )
    assert len(told) == 7
    assert [" ".join(step.split()) for step in told] == [" ".join(step.split()) for step in documented]


def size(real, chip, prop="memory_bandwidth", **conditions):
    claim = real.get(chip, prop, scope="chip", **conditions).claim
    return Decimal(claim.value) * Decimal(int(claim.factor))


def peak(real, chip):
    question = {"precision": "bf16", "sparsity": "dense", "unit_kind": "tensor"}
    claim = real.get(chip, "peak_compute", scope="chip", assume={"sparsity": "dense"}, **question).claim
    return Decimal(claim.value) * Decimal(int(claim.factor))


def test_trainium2_lies_where_the_text_puts_it(real):
    text = text_of("trainium2-beside")
    assert "It has more memory than an H100 SXM" in text
    assert "less than an H200 SXM or a B200" in text
    memory = {chip: size(real, chip, "memory_capacity") for chip in ("h100-sxm", "trainium2", "h200-sxm", "b200")}
    assert sorted(memory, key=memory.get) == ["h100-sxm", "trainium2", "h200-sxm", "b200"]


def test_the_order_of_bandwidths_is_as_told(real):
    first = ("b200", "tpu7x")
    then = ("h200-sxm", "h100-sxm", "trainium2", "tpu-v5p")
    last = ("tpu-v6e", "tpu-v5e")
    rate = {chip: size(real, chip) for chip in first + then + last}
    assert sorted(rate, key=rate.get, reverse=True)[:2] in (["b200", "tpu7x"], ["tpu7x", "b200"])
    assert sorted(rate, key=rate.get, reverse=True)[2:] == [*then, *last]


def test_the_order_of_peaks_is_as_told(real):
    chips = ("trainium2", "h100-sxm", "h200-sxm", "b200", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu7x")
    rate = {chip: peak(real, chip) for chip in chips}
    assert set(sorted(rate, key=rate.get, reverse=True)[:2]) == {"b200", "tpu7x"}
    order = sorted(rate, key=rate.get)
    assert order.index("tpu-v5p") + 1 == order.index("trainium2") == order.index("tpu-v6e") - 1


def test_who_lies_above_the_line_through_trainium2(real):
    ridge = {c: peak(real, c) / size(real, c) for c in ("h100-sxm", "b200", "tpu-v6e", "tpu7x", "h200-sxm", "tpu-v5p")}
    own = peak(real, "trainium2") / size(real, "trainium2")
    assert {chip for chip, value in ridge.items() if value > own} == {"h100-sxm", "b200", "tpu-v6e", "tpu7x"}
    assert "Trainium2 asks for less than H100 SXM and more than H200 SXM." in text_of("trainium2-beside")


def test_only_the_bandwidth_grows_where_the_landing_page_says_so(real):
    assert peak(real, "h200-sxm") == peak(real, "h100-sxm")
    assert size(real, "h200-sxm") > size(real, "h100-sxm")
    # 671 beside 667: less than one percent.
    assert abs(peak(real, "trainium3") / peak(real, "trainium2") - 1) < Decimal("0.01")
    assert size(real, "trainium3") > size(real, "trainium2") * Decimal("1.5")


def test_what_the_text_calls_not_published_is_not(real):
    assert "AWS publishes neither its power nor its process" in text_of("trainium2")
    assert not real.get("trainium2", "power", scope="chip", power_kind="tdp").published
    assert not real.get("trainium2", "process_node").published
    assert "NVIDIA publishes a limit for each chip. AWS and Google publish none" in text_of("trainium2-beside")
    for chip in ("h100-sxm", "h200-sxm", "b200"):
        fact = real.get(chip, "power", scope="chip", power_kind="tdp")
        assert (fact.claim.basis, fact.subject.vendor) == ("published", "NVIDIA")
    for chip in ("tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu7x"):
        assert not real.get(chip, "power", scope="chip", power_kind="tdp").published


def test_the_revision_within_days_is_one_of_the_same_page(real):
    first, second = real.claims["aws-0028"], real.claims["aws-0034"]
    assert (first.value, second.value) == ("655", "667")
    assert (first.said_on, second.said_on) == ("2024-12-03", "2024-12-06")
    assert real.sources[first.source].document == real.sources[second.source].document


def test_the_counts_of_collective_cores_are_as_told(real):
    fact = real.get("trainium2", "cc_core_count", scope="chip")
    relations = {other.claim.id: (other.claim.value, other.relation) for other in fact.others}
    assert fact.text == "16 cores"
    assert relations["aws-0032"] == ("20", "superseded")
    assert relations["aws-0043"] == ("20", "differs")
    assert relations["aws-0015"] == ("20", "erratum")
    assert real.claims["aws-0015"].source == fact.claim.source


def test_the_rival_bandwidths_are_as_told(real):
    fact = real.get("trainium2", "memory_bandwidth", scope="chip")
    relations = {other.claim.id: (other.claim.text, other.relation) for other in fact.others}
    assert relations["aws-0038"] == ("3 TB/s", "coarser print")
    assert relations["aws-0057"] == ("3.2 TB/s", "differs")
    assert real.sources[real.claims["aws-0038"].source].publisher == fact.source.publisher


def test_the_launch_post_takes_the_dense_rate_four_times(real):
    # 4 x 1.3 = 5.2.
    assert real.claims["aws-0084"].text == "5.2 PFLOP/s"
    assert (
        real.get("trainium2", "peak_compute", precision="fp8", sparsity="sparse", scope="chip").text == "2,563 TFLOP/s"
    )


def test_the_refusals_are_the_ones_that_the_text_announces():
    assert "here a dense peak and one whose sparsity is unstated, then a chip and an instance" in text_of(
        "trainium2-beside"
    )
    [cell] = [cell for cell in cells(BOOK / "trainium2-beside.ipynb", "code") if cell.id == "cannot-refuse"]
    first, second = cell.outputs[0].text.splitlines()
    assert first.endswith("sparsity: dense against unstated")
    assert second.endswith("scope: chip against instance")


# -- running them --------------------------------------------------------------------------------


def short_chapter(folder, changes=()):
    """A chapter made of cells of a real one; each change is a cell more, with one stored result changed."""
    notebook = read(BOOK / "trainium2.ipynb")
    known = {cell.id: cell for cell in notebook.cells}
    notebook.cells = [known[name] for name in ("title", "load", "bandwidth-table", "revised-chart", "sums-check")]
    for number, (name, old, new) in enumerate(changes):
        text = json.dumps(known[name])
        assert old in text, old
        cell = nbformat.from_dict(json.loads(text.replace(old, new)))
        cell.id = f"changed-{number}"
        notebook.cells.append(cell)
    path = folder / "chapter.ipynb"
    nbformat.write(notebook, path)
    return path


def nbval(path):
    options = ["--nbval", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(path.parent)]
    command = [sys.executable, "-m", "pytest", *options, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_stored_results_are_those_of_the_data(tmp_path):
    result = nbval(short_chapter(tmp_path))
    assert result.returncode == 0, result.stdout
    assert "4 passed" in result.stdout


def test_every_stored_result_that_was_tampered_with_fails(tmp_path):
    changes = [
        ("bandwidth-table", "2.85 to 2.95 TB/s", "2.85 to 2.96 TB/s"),
        ("bandwidth-table", 'value=\\"2.9\\"', 'value=\\"2.8\\"'),
        ("bandwidth-table", "differs: 3.2", "differs: 3.3"),
        ("revised-chart", '"value": 655.0', '"value": 656.0'),
        ("revised-chart", "Trainium2 Architecture", "Trainium9 Architecture"),
        ("sums-check", "628 to 636", "628 to 637"),
    ]
    result = nbval(short_chapter(tmp_path, changes))
    assert result.returncode == 1
    assert "6 failed, 4 passed" in result.stdout, result.stdout


def tiny_chapter(folder, code='print("as ever")'):
    """A chapter that needs no ledger, as an editor would save it."""
    cell = nbformat.v4.new_code_cell(code, id="only", execution_count=41)
    cell.metadata = {"execution": {"iopub.status.busy": "2026-01-01"}, "tags": ["hide-input"]}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# Tiny", id="title"), cell])
    notebook.metadata = {"language_info": {"name": "python", "version": "3.11.0"}}
    path = folder / "chapter.ipynb"
    nbformat.write(notebook, path)
    return path


def test_running_a_chapter_leaves_out_what_differs_and_changes_nothing_more(tmp_path):
    path = tiny_chapter(tmp_path)
    assert execute(path)
    cleaned = read(path)
    assert cleaned.metadata == METADATA
    assert cleaned.cells[1].metadata == {"tags": ["hide-input"]}
    assert cleaned.cells[1].execution_count == 1
    assert cleaned.cells[1].outputs[0].text == "as ever\n"
    before = path.read_bytes()
    assert not execute(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('raise ValueError("no such chip")', "a cell failed: ValueError: no such chip"),
        ('import sys\nprint("beware", file=sys.stderr)', "cell only writes to the error stream"),
    ],
)
def test_a_chapter_that_fails_stays_as_it_was(tmp_path, code, told):
    path = tiny_chapter(tmp_path, code)
    before = path.read_bytes()
    with pytest.raises(ChapterError, match=told):
        execute(path)
    assert path.read_bytes() == before


def test_what_is_no_notebook_is_refused_in_one_line(tmp_path):
    path = tmp_path / "chapter.ipynb"
    path.write_text("not a notebook", encoding="utf-8")
    with pytest.raises(ChapterError, match="cannot be read as a notebook") as refused:
        execute(path)
    assert "\n" not in str(refused.value)


def test_the_command_runs_what_it_can_and_says_what_it_could_not(tmp_path, capsys):
    path = tiny_chapter(tmp_path)
    assert main([str(tmp_path / "none.ipynb"), str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == f"{path}: new results\n"
    assert "none.ipynb: cannot be read as a notebook" in said.err
