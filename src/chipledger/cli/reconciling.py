"""What `check` says of the identities."""

from __future__ import annotations

from typing import Any

from chipledger.export import result_record
from chipledger.identities import VERDICTS, failures
from chipledger.ledger import Ledger


def reconciliation(ledger: Ledger) -> tuple[dict[str, Any], str, list[str]]:
    """Every identity as a record, how many of each verdict in words, and what is not as it is listed.

    Returns
    -------
    tuple
        The record; the words; the failures, none when the check passes.
    """
    results = ledger.identities()
    verdicts = {verdict: sum(result.verdict == verdict for result in results) for verdict in VERDICTS}
    told = failures(results, ledger.equations.known, ledger.sources)
    counted = ", ".join(f"{number:,} {verdict}" for verdict, number in verdicts.items())
    record = {"verdicts": verdicts, "unlisted": told, "results": [result_record(result) for result in results]}
    return {"reconciliation": record}, f"{len(results):,} identities: {counted}", told
