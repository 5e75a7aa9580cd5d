"""Ledgers for the tests: a miniature one, and the real one, each loaded once."""

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

import chipledger
from chipledger.ledger import Ledger
from places import DATA, GOOD, REPOSITORY

# The same examples on every machine and in every run; `--hypothesis-profile=explore` looks for new ones.
settings.register_profile("steady", database=None, deadline=None, derandomize=True)
settings.register_profile("explore", database=None, deadline=None, max_examples=2000)
settings.load_profile("steady")
set_hypothesis_home_dir(REPOSITORY / "_build" / "cache" / "hypothesis")


@pytest.fixture(scope="session")
def small() -> Ledger:
    """The miniature ledger of tests/data/good."""
    return chipledger.load(GOOD)


@pytest.fixture(scope="session")
def real() -> Ledger:
    """The ledger of the repository's own data."""
    return chipledger.load(DATA)
