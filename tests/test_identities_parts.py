"""What identities are made of, on a miniature ledger: verdicts, formulas, patterns, the reader, the listing."""

import json
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chipledger
from chipledger.cli import main
from chipledger.errors import DataFaults, IntervalError, NotANumber, QuestionError, UnitError
from chipledger.identities import corroborated, failures
from chipledger.identities.corroboration import independent
from chipledger.identities.formula import evaluate, names, wrong
from chipledger.identities.term import Term, powers, spelled
from chipledger.identities.verdict import verdict
from chipledger.interval import Interval
from chipledger.ledger import Ledger
from chipledger.records.identity import Known
from places import GOOD

ENDS = st.none() | st.fractions(-10, 10, max_denominator=4)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, high = draw(ENDS), draw(ENDS)
    return Interval(high, low) if low is not None and high is not None and low > high else Interval(low, high)


def span(low: str | int, high: str | int) -> Interval:
    return Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (span(1, 4), span(2, 3), "reconciled"),
        (span(2, 3), span(1, 4), "reconciled"),
        (span(1, 3), span(2, 4), "at the edge"),
        (span(1, 2), span(3, 4), "in conflict"),
        (span(1, 2), span(2, 3), "in conflict"),
        (span(2, 2), span(2, 3), "reconciled"),
        (span(2, 2), span(2, 2), "reconciled"),
        (span(2, 2), span(3, 3), "in conflict"),
        (Interval.printed("1298"), Interval.printed("1299"), "in conflict"),
        (span(1, 2), Interval(None, Fraction(3)), "reconciled"),
        (span(1, 4), Interval(None, Fraction(3)), "at the edge"),
        (span(3, 4), Interval(None, Fraction(3)), "in conflict"),
        (Interval(Fraction(1), None), Interval(None, Fraction(3)), "at the edge"),
    ],
)
def test_two_intervals_have_one_verdict(left, right, said):
    assert verdict(left, right) == verdict(right, left) == said


def test_a_relation_opens_an_end_of_the_right_side():
    assert verdict(span(5, 6), span(1, 2), "at_least") == "reconciled"
    assert verdict(span("1.5", 6), span(1, 2), "at_least") == "reconciled"
    assert verdict(span(0, 6), span(1, 2), "at_least") == "at the edge"
    assert verdict(span(0, 1), span(1, 2), "at_least") == "in conflict"
    assert verdict(span(1, 2), span(5, 6), "at_most") == "reconciled"
    assert verdict(span(7, 8), span(5, 6), "at_most") == "in conflict"


@given(intervals(), intervals())
def test_the_verdict_is_that_of_the_definition(left, right):
    contained = left.contains(right) or right.contains(left)
    apart = (left.high is not None and right.low is not None and left.high <= right.low) or (
        right.high is not None and left.low is not None and right.high <= left.low
    )
    wanted = "reconciled" if contained else "in conflict" if apart else "at the edge"
    assert verdict(left, right) == verdict(right, left) == wanted


def term(low: str | int, high: str | int, base: str = "") -> Term:
    interval = span(low, high)
    return Term(interval, (interval.low + interval.high) / 2, powers(base))


def test_a_formula_carries_intervals_and_units():
    terms = {"chips": term(64, 64, "chip"), "peak": term("1298.5", "1299.5", "FLOP / second")}
    terms |= {"bandwidth": term("2.85", "2.95", "bit / second")}
    found = evaluate("chips * peak / bandwidth", terms)
    assert found.interval == Interval(Fraction("83104") / Fraction("2.95"), Fraction("83168") / Fraction("2.85"))
    assert spelled(found.powers) == "FLOP / bit"
    assert found.value == Fraction(64 * 1299) / Fraction("2.9")
    assert evaluate("(1 + gain) - 2", {"gain": term("0.695", "0.705")}).interval == span("-0.305", "-0.295")


def test_division_by_what_may_be_zero_and_sums_of_unlike_things_are_refused():
    with pytest.raises(IntervalError):
        evaluate("a / b", {"a": term(1, 2), "b": term(-1, 1)})
    with pytest.raises(IntervalError):
        evaluate("a / b", {"a": term(1, 2), "b": Term(Interval(Fraction(1), None), Fraction(0))})
    with pytest.raises(UnitError, match="cannot add bit and second"):
        evaluate("a + b", {"a": term(1, 2, "bit"), "b": term(1, 2, "second")})


def test_counts_carry_no_unit_and_powers_add_up():
    assert powers("chip") == powers("1") == powers("") == ()
    assert powers("FLOP / bit / second") == (("FLOP", 1), ("bit", -1), ("second", -1))
    assert spelled(powers("metre ** 2 * gram / second ** 2")) == "gram * metre ** 2 / second ** 2"
    assert spelled(powers("1 / second")) == "1 / second"


@pytest.mark.parametrize(
    "text",
    ["a ** 2", "f(a)", "-a", "a.b", "a if a else a", "1.5 * a", "True", "'a'", "a b", "", "(" * 300, "a * " * 60 + "a"],
)
def test_what_is_no_formula_is_refused(text):
    assert "is no formula" in wrong(text, {"a", "b"})
    with pytest.raises(QuestionError):
        names(text)


def test_a_formula_names_known_facts_and_each_only_once():
    assert wrong("a * b", {"a", "b"}) is None
    assert wrong("a * c", {"a", "b"}) == "'c' is not among the facts; allowed: a, b"
    assert "more than once" in wrong("a / a", {"a"})


RULES = """rules:
- id: parts
  title: The parts make the whole
  pattern: composition
  properties: [peak_compute]
  own: ["chip:chip", "instance:instance"]
- id: chips-counted
  title: The chips on record
  pattern: counted
  property: chips
  kind: chip
  own: ["instance:None"]
- id: sparse
  title: A sparse rate is never below the dense one
  pattern: sparsity
  property: peak_compute
  left: sparse
  right: dense
  relation: at_least
- id: claims-agree
  title: What is said of one question agrees
  pattern: claims_agree
"""
WRITTEN = """identities:
- id: intensity
  title: Compute over bandwidth
  left: peak / bandwidth
  right: other_peak / other_bandwidth
  facts:
    peak: {claim: a2-bf16}
    bandwidth: {subject: alpha2, property: memory_bandwidth}
    other_peak: {claim: b-bf16}
    other_bandwidth: {claim: b-bw}
- id: gain-{claim}
  title: Against {claim}
  left: own
  right: other
  each:
  - {claim: a1-bw}
  - {claim: b-bw}
  facts:
    own: {subject: alpha2, property: memory_bandwidth}
    other: {claim: "{claim}"}
- id: itself
  title: A claim beside itself
  left: 2 * one
  right: 2 * other
  facts:
    one: {claim: b-bw}
    other: {claim: b-bw}
- id: unlike
  title: A rate beside a capacity
  left: one
  right: other
  facts:
    one: {claim: b-bw}
    other: {claim: a2-mem}
- id: words
  title: A word beside a number
  left: one
  right: other
  facts:
    one: {claim: a2-hbm}
    other: {claim: a2-mem}
- id: nowhere
  title: Claims that are not on record
  left: one
  right: other
  facts:
    one: {claim: not-there}
    other: {subject: alpha9, property: memory_bandwidth}
"""


def laid(tmp_path: Path, text: str, known: str = "") -> Path:
    folder = shutil.copytree(GOOD, tmp_path / "data")
    (folder / "identities.yaml").write_text(text, "utf-8")
    if known:
        (folder / "identities").mkdir()
        (folder / "identities" / "known.yaml").write_text(known, "utf-8")
    return folder


@pytest.fixture
def checked(tmp_path: Path) -> Ledger:
    return chipledger.load(laid(tmp_path, RULES + WRITTEN))


def test_the_parts_make_the_whole(checked):
    results = {r.id: r for r in checked.identities() if r.rule == "parts"}
    fp8 = "alpha2-box.peak_compute (precision=fp8 scope=instance sparsity=dense unit_kind=tensor)"
    [result] = results.values()
    assert result.id == f"parts: {fp8} from 4 x alpha2"
    # 4 x (1298.5 to 1299.5) beside 5.15 to 5.25 PFLOP/s
    assert result.verdict == "reconciled"
    assert result.left.interval.scaled(Fraction(1, 10**12)) == span(5194, 5198)
    assert result.right.interval.scaled(Fraction(1, 10**12)) == span(5150, 5250)
    assert result.inputs == ("a2-fp8-new", "box-fp8")
    assert result.left.filled == "n * part".replace("n", "4").replace("part", "(1,299 TFLOP/s)")
    assert result.since == "2025-05-01"


def test_sparse_is_not_below_dense(checked):
    [result] = [r for r in checked.identities() if r.rule == "sparse"]
    assert (result.verdict, result.inputs) == ("reconciled", ("a2-fp8-sparse", "a2-fp8-new"))


def test_chips_are_counted(checked):
    [result] = [r for r in checked.identities() if r.rule == "chips-counted"]
    assert (result.verdict, result.left.filled, result.inputs) == ("reconciled", "4", ("box-chips",))


def test_standing_claims_meet_the_selected_one(checked):
    found = {r.id: r.verdict for r in checked.identities() if r.rule == "claims-agree"}
    asked = "claims-agree: alpha2.memory_bandwidth (scope=chip): "
    assert found[f"{asked}a2-bw-analyst beside a2-bw"] == "in conflict"
    assert found[f"{asked}a2-bw-guide beside a2-bw"] == "reconciled"
    # The superseded figure of an older version of the page does not stand.
    assert not any("a2-fp8-old" in ident for ident in found)


def test_written_identities_are_bound_filled_and_compared(checked):
    found = {r.id: r for r in checked.identities()}
    # 666.5 to 667.5 over 2.85 to 2.95; 989.35 to 989.45 over 3.345 to 3.355, a byte being eight bits
    assert found["intensity"].left.interval.scaled(Fraction(8)) == Interval(
        Fraction("666.5") / Fraction("2.95"), Fraction("667.5") / Fraction("2.85")
    )
    assert found["intensity"].verdict == "in conflict"
    assert found["intensity"].left.unit == "FLOP / bit"
    assert found["gain-a1-bw"].title == "Against a1-bw"
    assert found["gain-a1-bw"].gap == Fraction("2.9") / Fraction("0.8") - 1
    assert found["gain-b-bw"].inputs == ("a2-bw", "b-bw")


def test_a_claim_beside_itself_is_no_evidence(checked):
    found = {r.id: r for r in checked.identities()}
    assert found["itself"].verdict == "reconciled"
    assert found["itself"].shared == ("b-bw",)
    assert not found["itself"].evidence


def test_what_cannot_be_checked_is_open_with_the_reason(checked):
    found = {r.id: r for r in checked.identities()}
    assert (found["nowhere"].verdict, found["nowhere"].reason) == ("open", "one: no claim 'not-there' is on record")
    assert found["words"].verdict == "open"
    assert "a2-hbm is text" in found["words"].reason
    assert not found["words"].fault
    assert found["unlike"].verdict == "open"
    assert found["unlike"].fault
    with pytest.raises(NotANumber):
        Term.of(checked.claims["a2-hbm"])


def test_failures_name_unlisted_and_vanished_conflicts_and_wrong_identities(tmp_path):
    known = """known:
- results: [intensity, gain-b-bw, never]
- results: [gain-a1-bw]
  kind: sourced
  explanation: told so
  source: nobody
agreements:
- question: "alpha2.memory_bandwidth (scope=chip)"
  selected: a2-bw
  differ: [a2-bw-analyst]
  kind: ours
  explanation: fits
"""
    ledger = chipledger.load(
        laid(tmp_path, RULES + WRITTEN.replace("{claim: b-bw}\n  facts", "{claim: a2-bw-guide}\n  facts"), known)
    )
    results = ledger.identities()
    told = failures(results, ledger.equations.known, ledger.sources)
    assert told == [
        "claims-agree: gamma.memory_capacity (scope=chip): g-mem-b beside g-mem-a: in conflict and not listed: "
        "(31 GB) beside (32 GB) (-3.12%)",
        "unlike: the left side is in bit / second, the right in bit; allowed: one unit",
        "identities/known.yaml:2: gain-b-bw: listed as a conflict, but there is no such identity",
        "identities/known.yaml:2: never: listed as a conflict, but there is no such identity",
        "identities/known.yaml:3: the explanation names 'nobody', which is no source",
    ]
    listed = {r.id: r.known for r in results if r.known}
    assert listed["intensity"].text == "unexplained by the sources"
    assert listed["claims-agree: alpha2.memory_bandwidth (scope=chip): a2-bw-analyst beside a2-bw"].kind == "ours"
    edge = [Known((r.id,), "unexplained", "") for r in results if r.id.endswith("a2-bw-guide beside a2-bw")]
    [told] = failures([r for r in results if r.verdict == "reconciled"], edge, ledger.sources)
    assert told.endswith(": a2-bw-guide beside a2-bw: listed as a conflict, but it is reconciled")


def test_an_unlisted_conflict_fails_the_check(tmp_path, capsys):
    folder = laid(tmp_path, RULES)
    assert main(["check", "--data", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "a2-bw-analyst beside a2-bw: in conflict and not listed" in told
    assert main(["check", "--json", "--data", str(folder)]) == 1
    record = json.loads(capsys.readouterr().out)
    assert not record["passed"]
    assert len(record["reconciliation"]["unlisted"]) == record["reconciliation"]["verdicts"]["in conflict"] == 2
    first = record["reconciliation"]["results"][0]
    assert (first["verdict"], first["left"]["unit"], first["explanation"]) == ("in conflict", "bit / second", None)


def test_the_check_passes_once_every_conflict_is_listed(tmp_path, capsys):
    known = """agreements:
- {question: "alpha2.memory_bandwidth (scope=chip)", selected: a2-bw, differ: [a2-bw-analyst]}
- {question: "gamma.memory_capacity (scope=chip)", selected: g-mem-a, differ: [g-mem-b]}
"""
    assert main(["check", "--json", "--data", str(laid(tmp_path, RULES, known))]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["passed"]
    first = record["reconciliation"]["results"][0]
    assert (first["explained_by"], first["explanation"]) == ("unexplained", "unexplained by the sources")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules:\n- {id: x, title: t, pattern: guess}\n", "pattern 'guess'"),
        ("rules:\n- {id: x, title: t, pattern: sparsity, relation: more}\n", "relation 'more'"),
        ("rules:\n- {id: x, title: t, pattern: sparsity, colour: red}\n", "unknown key 'colour'"),
        ("identity: []\n", "unknown key 'identity'"),
        ("identities:\n- {id: x, title: t, left: a, right: b}\n", "facts is not a mapping"),
        ("identities:\n- {id: x, title: t, left: a, right: b, facts: {a: {claim: c}}}\n", "'b' is not among the facts"),
        ("identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {subject: c}}}\n", "'a' leads nowhere"),
        ("identities:\n- {id: x, title: t, left: a, right: a, facts: {a: word}}\n", "'a' is not a mapping of words"),
        ("identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {claim: c}, A: {claim: c}}}\n", "fact 'A'"),
        (
            "identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {claim: c, exactly: maybe}}}\n",
            "exactly cannot",
        ),
        (
            "identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {subject: s, property: p, assume: x}}}\n",
            "assumes something",
        ),
        (
            "identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {claim: c}}, each: word}\n",
            "each is not a list",
        ),
        (
            "identities:\n- {id: x, title: t, left: a, right: a, facts: {a: {claim: c}}, each: [{b: c}, {b: d}]}\n",
            "a second identity 'x'",
        ),
        ("known:\n- {results: []}\n", "results names no result"),
        ("known:\n- {results: [a, a]}\n", "'a' is listed twice"),
        ("known:\n- {results: [a]}\n- {results: [a]}\n", "'a' is listed twice"),
        ("known:\n- {results: [a], kind: sourced, explanation: e}\n", "names it, and no other does"),
        ("known:\n- {results: [a], kind: ours}\n", "no explanation"),
        ("known:\n- {results: [a], kind: guessed}\n", "kind 'guessed'"),
        ("agreements:\n- {question: q, selected: a, differ: []}\n", "differ names no claim"),
        ("agreements:\n- {selected: a, differ: [b]}\n", "no question"),
    ],
)
def test_a_faulty_identity_is_reported_with_its_line(text, said, tmp_path):
    with pytest.raises(DataFaults) as caught:
        chipledger.load(laid(tmp_path, text))
    assert any(said in fault.message and fault.file == "identities.yaml" for fault in caught.value.faults)
    assert all(fault.line >= 1 for fault in caught.value.faults)
    assert all("allowed" in fault.message or "did you mean" in fault.message for fault in caught.value.faults)


def test_corroboration_is_strict(checked):
    found = corroborated(checked, checked.identities())
    # The box's total and the chip's rate stand in one document: no witness.
    assert "box-fp8" not in found
    assert "b-bw" not in found
    # A press release of the same vendor prints a coarser figure: no independent publisher.
    assert "a2-fp8-new" not in found
    moved = replace(checked.claims["box-fp8"], source="lab")
    other = Ledger(
        checked.vocabulary,
        checked.sources,
        [moved if claim.id == "box-fp8" else claim for claim in checked.claims.values()],
        equations=checked.equations,
    )
    found = corroborated(other, other.identities())
    assert found["box-fp8"].identity == found["a2-fp8-new"].identity
    assert found["box-fp8"].identity.startswith("parts: alpha2-box.peak_compute")
    wide = replace(moved, value="5", unit="PFLOP/s")
    other = Ledger(
        checked.vocabulary,
        checked.sources,
        [wide if claim.id == "box-fp8" else claim for claim in checked.claims.values()],
        equations=checked.equations,
    )
    # 4.5 to 5.5 is wider than a tenth of five.
    assert "a2-fp8-new" not in corroborated(other, other.identities())


def test_who_is_an_independent_witness(checked):
    claims, sources = checked.claims, checked.sources
    vendor, analyst = claims["a2-bw"], claims["a2-bw-analyst"]
    assert independent(analyst, vendor, sources)
    assert not independent(replace(analyst, basis="reported"), vendor, sources)
    assert not independent(claims["a2-fp8-press"], claims["a2-fp8-new"], sources)
    assert not independent(claims["b-bw"], vendor, sources)
    quoting = {**sources, "analyst": replace(sources["analyst"], read_as="via:alpha-docs")}
    assert not independent(analyst, vendor, quoting)
    same = {**sources, "analyst": replace(sources["analyst"], publisher=sources["alpha-docs"].publisher + ", blog")}
    assert not independent(analyst, vendor, same)
