"""The real data as a whole: rows, words, whole-table rules, and the histories and conflicts of the lead subjects."""

import re
from collections import defaultdict

import pytest

from chipledger import errors
from chipledger.dates import period_end, period_start
from chipledger.ledger import Ledger
from places import DATA

FILES = {p.relative_to(DATA).as_posix(): p.read_text("utf-8") for p in DATA.rglob("*.yaml")}

LEAD_CHIPS = [
    "trainium1",
    "trainium2",
    "trainium3",
    "h100-sxm",
    "h100-pcie",
    "h100-nvl",
    "h200-sxm",
    "h200-nvl",
    "b200",
]
LEAD_CHIPS += ["tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu7x"]

#: Names that questions about the lead subjects use; each must lead to a subject or a property.
SUBJECTS = [*LEAD_CHIPS, "h100", "blackwell", "hgx-b200", "trn1-32xlarge", "trn2-3xlarge", "trn2-48xlarge"]
SUBJECTS += ["trn2-ultraserver", "trn3-ultraserver", "trn3-ultraserver-gen1", "trn3-ultraserver-gen2"]
SUBJECTS += ["trn1", "trn2", "trn3", "trn2.48xlarge", "trn2u.48xlarge", "TPU v5e", "TPU v5p", "TPU v6e", "Trillium"]
SUBJECTS += ["Ironwood", "TPU7x", "Trainium2", "AWS Trainium2", "NVIDIA H100", "H100 SXM5", "NVIDIA B200", "H200 SXM5"]
PROPERTIES = ["bisection_bandwidth", "cc_core_count", "chips", "core_count", "efa_support", "ga_date"]
PROPERTIES += ["host_interface_bandwidth", "instance_memory", "max_job_size", "memory_bandwidth", "memory_capacity"]
PROPERTIES += ["memory_type", "mxu_count", "peak_compute", "power", "process_node", "rack_power", "release_date"]
PROPERTIES += ["announced_date", "scaleout_bandwidth", "scaleup_bandwidth", "scaleup_domain_size", "sram_capacity"]
PROPERTIES += ["status", "transistor_count"]


def rows(prefix: str, key: str) -> int:
    """Entries of a list in all files of a kind, counted as text."""
    found, current = 0, ""
    for name, text in FILES.items():
        if name.startswith(prefix):
            for line in text.splitlines():
                if named := re.match(r"(\w+):", line):
                    current = named[1]
                found += line.startswith("- ") and current == key
    return found


def test_rows_in_equal_rows_out(real: Ledger):
    assert len(real.claims) == rows("claims/", "claims") > 5000
    assert len(real.sources) == rows("sources/", "sources") + rows("sources/", "relays") > 100
    assert len(real.subjects) == rows("subjects/", "subjects") > 30
    assert len(real.properties) == rows("properties", "properties") > 200
    assert len(real.not_published) == rows("missing.yaml", "missing")
    assert len(real.choices) == rows("selections.yaml", "selections")


@pytest.mark.parametrize("name", SUBJECTS)
def test_subjects_are_found_by_the_names_people_use(real: Ledger, name):
    assert real.vocabulary.subject(name).id in real.subjects


@pytest.mark.parametrize("name", PROPERTIES)
def test_properties_have_the_names_that_questions_use(real: Ledger, name):
    prop = real.properties[name]
    assert prop.definition.endswith(".")
    if prop.type == "number":
        assert prop.bounds


def test_every_claim_answers_a_question_or_stands_under_a_record(real: Ledger):
    seen = {claim.id for fact in real.facts() for claim in fact.claims}
    for record in real.not_published:
        fact = real.get(record.subject, record.property, **record.conditions)
        assert not fact.published
        seen |= {other.claim.id for other in fact.others}
    idle = set(real.claims) - seen
    assert all(real.claims[ident].erratum for ident in idle)


def test_every_question_has_one_answer(real: Ledger):
    for fact in real.facts():
        left_out = {key: "not given" for key in fact.property.optional if key not in fact.conditions}
        again = real.get(fact.subject.id, fact.property.id, **fact.conditions, **left_out)
        assert again.claim == fact.claim
        assert not fact.claim.erratum
        assert "tied" not in fact.reason


@pytest.mark.parametrize("chip", LEAD_CHIPS)
def test_a_lead_chip_has_what_a_reader_asks_first(real: Ledger, chip):
    have = {fact.property.id for fact in real.facts(chip) if fact.conditions.get("scope", "chip") == "chip"}
    assert {"peak_compute", "memory_capacity", "memory_bandwidth"} <= have
    known = {fact.property.id for fact in real.facts(chip)} | {record.property for record in real.missing(chip)}
    family = real.subjects[chip].family
    if family:
        known |= {fact.property.id for fact in real.facts(family)}
        known |= {record.property for record in real.missing(family)}
    assert {"power", "process_node", "scaleup_bandwidth", "memory_type"} - known == set()


def test_the_chips_of_a_system_are_what_it_is_made_of(real: Ledger):
    wrong, checked = [], 0
    for fact in real.facts():
        parts = {part.subject: part.count for part in fact.subject.made_of}
        if fact.property.id == "chips" and parts and fact.conditions["scope"] != "rack":
            checked += 1
            chips = sum(n * size(real, part) for part, n in parts.items())
            if fact.value != chips:
                wrong.append((fact.subject.id, fact.text, chips))
    assert wrong == []
    assert checked >= 8


def size(ledger: Ledger, ident: str) -> int:
    """How many chips a part is: one for a chip, the sum of its parts for a system."""
    subject = ledger.subjects[ident]
    if subject.kind == "chip":
        return 1
    return sum(part.count * size(ledger, part.subject) for part in subject.made_of)


def test_sparse_is_never_below_dense(real: Ledger):
    pairs = defaultdict(dict)
    for fact in real.facts():
        if fact.property.id == "peak_compute":
            rest = tuple(sorted((k, v) for k, v in fact.conditions.items() if k != "sparsity"))
            figure = fact.claim.canonical
            ends = [end for end in (figure.low, figure.high) if end is not None]
            pairs[fact.subject.id, rest, fact.claim.base][fact.conditions["sparsity"]] = ends
    both = {key: pair for key, pair in pairs.items() if {"dense", "sparse"} <= set(pair)}
    assert len(both) >= 15
    # up to four times dense: Trainium prunes to a quarter, NVIDIA to a half
    wrong = [
        key
        for key, pair in both.items()
        if max(pair["sparse"]) < min(pair["dense"]) or min(pair["sparse"]) > max(pair["dense"]) * 4
    ]
    assert wrong == []


def test_a_system_is_about_the_sum_of_its_parts(real: Ledger):
    """Catches a prefix or a scope that is off; what differs by less is for the reconciliation."""
    wrong, checked = [], 0
    for whole in real.facts():
        if (
            whole.property.id not in ("peak_compute", "memory_capacity", "memory_bandwidth")
            or not whole.subject.made_of
        ):
            continue
        [part] = whole.subject.made_of[:1]
        scopes = [fact for fact in real.facts(part.subject) if fact.property.id == whole.property.id]
        rest = {k: v for k, v in whole.conditions.items() if k != "scope"}
        kind = {"chip": "chip", "core": "core"}.get(real.subjects[part.subject].kind, "instance")
        if whole.conditions["scope"] in ("chip", "core"):
            continue
        for fact in scopes:
            if {k: v for k, v in fact.conditions.items() if k != "scope"} == rest and fact.conditions["scope"] == kind:
                checked += 1
                one, all_ = fact.claim, whole.claim
                ratio = (all_.canonical.low or all_.canonical.high) / (one.canonical.low or one.canonical.high)
                if not 0.8 * part.count < ratio < 1.25 * part.count:
                    wrong.append((whole.subject.id, whole.property.id, str(whole.conditions), whole.text, fact.text))
    assert wrong == []
    assert checked >= 20


def test_a_page_is_observed_after_it_speaks(real: Ledger):
    wrong = [
        claim.id
        for claim in real.claims.values()
        if claim.said_on and claim.observed_on and period_end(claim.observed_on) < period_start(claim.said_on)
    ]
    assert wrong == []


def test_what_is_published_is_published_by_its_vendor(real: Ledger):
    third = {"academic", "analyst", "press", "catalogue"}
    wrong = [
        (claim.id, source.publisher)
        for claim in real.claims.values()
        if claim.basis == "published"
        and (source := real.sources[claim.source]).kind in third
        and real.subjects[claim.subject].vendor not in source.publisher  # a paper by the vendor's own people
    ]
    assert wrong == []


def test_bounds_hold_every_claim_and_are_no_formality(real: Ledger):
    for prop in real.properties.values():
        if prop.type == "number":
            assert prop.bounds, prop.id
            assert all(low < high for low, high in prop.bounds.values())


#: Unfinished work and places that no reader can reach.
WORDS = r"(?i)\b(?:to-?do|fixme|xxx|tbd|lorem ipsum|localhost|127\.0\.0\.1)\b|file://"


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_data_are_finished(name):
    found = [match[0] for match in re.finditer(WORDS, FILES[name])]
    assert found == []


def test_no_address_leads_to_a_private_place(real: Ledger):
    for source in real.sources.values():
        if source.kind != "relay":
            assert re.match(r"https?://[a-z0-9.-]+\.[a-z]{2,}(/|$|\?|#|:443)", source.url), source.id
        assert source.title.strip(" .?") not in ("", "unknown", "untitled")


# -- histories and conflicts that must stay visible -----------------------------------------------

BF16 = {"precision": "bf16", "sparsity": "dense", "scope": "chip"}


def test_trainium2_was_revised_three_days_after_its_launch(real: Ledger):
    history = real.history("trainium2", "peak_compute", **BF16)
    said = [(c.said_on, c.value) for c in history if real.sources[c.source].publisher == "AWS Neuron Documentation"]
    assert said[:2] == [("2024-12-03", "655"), ("2024-12-06", "667")]
    assert real.at("2024-12-05").get("trainium2", "peak_compute", **BF16).claim.value == "655"
    assert real.at("2024-12-06").get("trainium2", "peak_compute", **BF16).claim.value == "667"
    fact = real.get("trainium2", "peak_compute", **BF16)
    assert {other.claim.value for other in fact.others if other.relation == "superseded"} >= {"655"}


def test_before_the_launch_nothing_is_dated(real: Ledger):
    with pytest.raises(errors.NoDatedClaim):
        real.at("2020-01-01").get("trainium2", "memory_capacity", scope="chip")


def test_one_vendor_prints_two_bandwidths_of_which_one_is_coarser(real: Ledger):
    fact = real.get("trainium2", "memory_bandwidth", scope="chip")
    assert fact.text == "2.9 TB/s"
    coarser = {other.claim.value for other in fact.others if other.relation == "coarser print"}
    assert "3" in coarser
    assert "3.2" in {other.claim.value for other in fact.others if other.relation == "differs"}


def test_one_vendor_prints_two_counts_of_collective_cores(real: Ledger):
    fact = real.get("trainium2", "cc_core_count", scope="chip")
    values = {fact.claim.value} | {other.claim.value for other in fact.others if other.relation == "differs"}
    assert {"16", "20"} <= values
    assert fact in real.conflicts("trainium2")


def test_b200_had_192_and_has_180(real: Ledger):
    fact = real.get("b200", "memory_capacity", scope="chip")
    assert (fact.claim.value, fact.claim.unit) == ("180", "GB")
    assert "192" in {other.claim.value for other in fact.others}


def test_no_page_says_that_tpu_peaks_are_dense(real: Ledger):
    chips = ["trainium2", "h200-sxm", "tpu-v6e", "tpu7x"]
    apart = real.compare(chips, "peak_compute", **BF16)
    assert {"tpu-v6e", "tpu7x"} <= set(apart.left_out)
    assumed = real.compare(chips, "peak_compute", assume={"sparsity": "dense"}, **BF16)
    assert [fact.subject.id for fact in assumed.facts if fact.assumptions] == ["tpu-v6e", "tpu7x"]


def test_a_family_asks_which_form(real: Ledger):
    with pytest.raises(errors.AmbiguousQuestion, match="h100-nvl or h100-pcie or h100-sxm"):
        real.get("h100", "memory_bandwidth", scope="chip")


def test_a_long_list_of_choices_is_cut_short(real: Ledger):
    with pytest.raises(
        errors.NoClaim, match=r"; on record: (precision=[^;]+; ){7}precision=[^;]+ and [0-9]+ more$"
    ) as e:
        real.get("trainium3", "peak_compute", precision="int4")
    assert len(e.value.choices) > 8


def test_searching_for_loose_words(real: Ledger):
    first = real.find("trn2 hbm bandwidth")[0]
    assert (first.subject.id, first.property.id, first.text) == ("trainium2", "memory_bandwidth", "2.9 TB/s")
    assert real.find("B200 power")[0].subject.id == "b200"
    assert {fact.subject.id for fact in real.find("GB300")} == set() or "gb300-gpu" in real.subjects
