"""The walk-throughs do what they say: their examples are laid into a copy of the data and checked."""

import re
import shutil

import pytest
import yaml

import chipledger
from chipledger.edition import compare, edition_of
from chipledger.ledger import Ledger
from places import DATA, REPOSITORY

TEXT = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
CLAIM, SUBJECT = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture(scope="module")
def edited(tmp_path_factory) -> Ledger:
    """The real ledger after every walk-through: a claim, a chip with one claim, a revised price, an erratum."""
    folder = tmp_path_factory.mktemp("walked") / "data"
    shutil.copytree(DATA, folder)
    hardware = folder / "claims" / "hardware"
    with (hardware / "trainium2.yaml").open("a", encoding="utf-8") as file:
        file.write(CLAIM)
    with (folder / "subjects" / "aws.yaml").open("a", encoding="utf-8") as file:
        file.write(SUBJECT.replace("my-older-chip", "trainium3"))
    (hardware / "my-chip.yaml").write_text(
        "subject: my-chip\nclaims:\n" + CLAIM.replace("my-0001", "my-0002"), encoding="utf-8"
    )
    price = {
        "id": "my-0003",
        "property": "price_per_hour",
        "value": "1.25",
        "unit": "USD/hour",
        "printed": "$1.25",
        "conditions": {"min_term": "none", "os": "linux", "purchase": "on_demand", "region": "us-east-1"},
        "basis": "published",
        "source": "neuron-trainium2",
        "locator": "a table",
        "said_on": "2026-11-30",
    }
    with (folder / "claims" / "prices" / "p5-48xlarge.yaml").open("a", encoding="utf-8") as file:
        file.write(yaml.safe_dump([price], default_style='"'))
    return chipledger.load(folder)


def test_the_example_claim_prints_what_its_source_prints(real: Ledger):
    [example] = yaml.load(CLAIM, Loader=yaml.BaseLoader)
    twins = [
        claim
        for claim in real.claims.values()
        if (claim.source, claim.locator, claim.property) == (example["source"], example["locator"], example["property"])
    ]
    assert (example["value"], example["unit"], example["printed"]) in {(c.value, c.unit, c.printed) for c in twins}


def test_every_walk_through_is_one_small_edit(real: Ledger, edited: Ledger):
    changes = compare(edition_of(real, "before"), edition_of(edited, "after"))
    assert changes.added == ("my-0001", "my-0002", "my-0003")
    assert (changes.changed, changes.withdrawn) == ((), ())
    assert edited.get("My Chip 1", "memory_bandwidth").claim.id == "my-0002"
    assert edited.subjects["my-chip"].predecessor == "trainium3"
    asked = {"purchase": "on_demand", "region": "us-east-1", "os": "linux"}
    assert edited.get("p5-48xlarge", "price_per_hour", **asked).claim.id == "my-0003"
    before = {claim.id for claim in real.history("p5-48xlarge", "price_per_hour", **asked)}
    after = {claim.id for claim in edited.history("p5-48xlarge", "price_per_hour", **asked)}
    assert after - before == {"my-0003"}
    assert before < after


def test_what_the_walk_throughs_name_exists():
    for name in set(re.findall(r"`((?:data|CHANGELOG)[\w./-]*)`", TEXT)):
        if "2026.12.0" not in name:
            assert (REPOSITORY / name).exists(), name
    for name in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (REPOSITORY / name).is_file(), name


def test_the_correction_form_asks_for_what_a_correction_needs():
    form = yaml.safe_load((REPOSITORY / ".github" / "ISSUE_TEMPLATE" / "correction.yml").read_text("utf-8"))
    asked = {field["id"]: field for field in form["body"] if field["type"] != "markdown"}
    needed = ("page", "variant", "figure", "document", "printed")
    assert [name for name in needed if not asked[name]["validations"]["required"]] == []
    labels = {asked[name]["attributes"]["label"] for name in needed}
    assert labels >= {"Page", "Exact variant", "Disputed figure", "Primary document"}
