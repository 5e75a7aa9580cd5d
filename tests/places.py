"""Where the tests find their files."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
REPOSITORY = TESTS.parent
#: A miniature ledger whose every answer is known by heart.
GOOD = TESTS / "data" / "good"
#: Small faulty files, each laid over a copy of the miniature ledger.
BAD = TESTS / "data" / "bad"
#: The repository's own data.
DATA = REPOSITORY / "data"
PACKAGE = REPOSITORY / "src" / "chipledger"
