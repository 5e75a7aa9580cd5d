"""Ledgers for the tests: a miniature one, and the real one, each loaded once."""

import pytest
from places import DATA, GOOD

import chipledger
from chipledger.ledger import Ledger


@pytest.fixture(scope="session")
def small() -> Ledger:
    """The miniature ledger of tests/data/good."""
    return chipledger.load(GOOD)


@pytest.fixture(scope="session")
def real() -> Ledger:
    """The ledger of the repository's own data."""
    return chipledger.load(DATA)
