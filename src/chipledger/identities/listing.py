"""Conflicts beside the list of conflicts that the ledger knows of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from chipledger.records.identity import Known, Result


def failures(results: Iterable[Result], known: Iterable[Known], sources: Collection[str]) -> list[str]:
    """What does not stand as it is listed.

    Parameters
    ----------
    results : iterable of Result
    known : iterable of Known
    sources : collection of str
        Ids of the sources that an explanation may lean on.

    Returns
    -------
    list of str
        One line for every conflict that is not listed, every listed one that is none (any more), every
        identity whose sides measure different things, and every explanation without its source.
    """
    by_id = {result.id: result for result in results}
    listed = list(known)
    told = [_unlisted(r) for r in by_id.values() if r.verdict == "in conflict" and r.known is None]
    told += [f"{r.id}: {r.reason}" for r in by_id.values() if r.fault]
    for entry in listed:
        where = f"{entry.file}:{entry.line}: " if entry.file else ""
        told += [f"{where}{ident}: {why}" for ident in entry.results if (why := _vanished(ident, by_id))]
        if entry.source is not None and entry.source not in sources:
            told.append(f"{where}the explanation names {entry.source!r}, which is no source")
    return told


def _unlisted(result: Result) -> str:
    left, right = result.left, result.right
    sides = f"{left.filled} beside {right.filled}" if left and right else ""
    gap = f" ({float(result.gap):+.2%})" if result.gap is not None else ""
    return f"{result.id}: in conflict and not listed: {sides}{gap}"


def _vanished(ident: str, by_id: Mapping[str, Result]) -> str | None:
    result = by_id.get(ident)
    if result is None:
        return "listed as a conflict, but there is no such identity"
    return None if result.verdict == "in conflict" else f"listed as a conflict, but it is {result.verdict}"
