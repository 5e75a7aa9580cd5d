"""References to sources, as text, BibTeX and CSL-JSON."""

from __future__ import annotations

import json

from chipledger.errors import QuestionError
from chipledger.records import Claim, Source

#: The forms in which a reference can be had.
STYLES = ("text", "bibtex", "csl-json")

#: Characters that BibTeX reads as commands, and what prints them.
_BIBTEX = {
    "\\": r"{\textbackslash}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "_": r"\_",
    "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}",
}


def reference(source: Source) -> str:
    """One line that leads a reader to a source.

    Parameters
    ----------
    source : Source

    Returns
    -------
    str
        Publisher, title, version, date, address.
    """
    parts = [source.publisher, source.title]
    if source.version:
        parts.append(source.version)
    if source.published:
        parts.append(source.published)
    return ". ".join(part.rstrip(".") for part in parts) + f". {source.url}"


def cite(claim: Claim, source: Source, subject: str, title: str, style: str = "text") -> str:
    """A claim with its source, ready to paste.

    Parameters
    ----------
    claim : Claim
    source : Source
    subject, title : str
        Names of the subject and of the property, as readers see them.
    style : {"text", "bibtex", "csl-json"}

    Returns
    -------
    str

    Raises
    ------
    QuestionError
        For a style that is not one of the three.
    """
    check(style)
    conditions = f" ({claim.conditions})" if claim.conditions else ""
    note = f"{subject}, {title.lower()}{conditions}: {claim.text}; printed as '{claim.printed}', {claim.locator}"
    if source.via:
        note += f"; seen only as quoted by {source.via}"
    if style == "text":
        return f"{note}. {reference(source)} [{claim.id}]"
    if style == "bibtex":
        return _bibtex(claim, source, note)
    return json.dumps([_csl(claim, source, note)], ensure_ascii=False, indent=2, sort_keys=True)


def check(style: str) -> None:
    """Refuse a style that is not one of `STYLES`.

    Raises
    ------
    QuestionError
    """
    if style not in STYLES:
        raise QuestionError(f"cannot cite as {style!r}; allowed: {', '.join(STYLES)}", STYLES)


def _escape(text: str) -> str:
    return "".join(_BIBTEX.get(letter, letter) for letter in text)


def _bibtex(claim: Claim, source: Source, note: str) -> str:
    fields = {
        "title": f"{{{_escape(source.title)}}}",
        "author": f"{{{_escape(source.publisher)}}}",
        "year": (source.published or "")[:4],
        "url": source.url,
        "version": _escape(source.version or ""),
        "urldate": claim.observed_on or "",
        "note": _escape(note),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{claim.id},\n" + ",\n".join(lines) + "\n}"


def _csl(claim: Claim, source: Source, note: str) -> dict[str, object]:
    record: dict[str, object] = {
        "id": claim.id,
        "type": "webpage",
        "title": source.title,
        "publisher": source.publisher,
        "author": [{"literal": source.publisher}],
        "URL": source.url,
        "note": note,
    }
    if source.published:
        record["issued"] = {"date-parts": [[int(part) for part in source.published.split("-")]]}
    if claim.observed_on:
        record["accessed"] = {"date-parts": [[int(part) for part in claim.observed_on.split("-")]]}
    if source.version:
        record["version"] = source.version
    return record
