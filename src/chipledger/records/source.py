"""Bibliographic records."""

from __future__ import annotations

from dataclasses import dataclass

#: Kinds of source in order of trust; kinds on one line weigh the same.
SOURCE_KINDS: dict[str, int] = {
    "vendor_documentation": 0,
    "vendor_price_list": 0,
    "vendor_datasheet": 1,
    "company_filing": 2,
    "vendor_announcement": 2,
    "academic": 3,
    "analyst": 4,
    "press": 5,
    "catalogue": 6,
}

#: A record through which a source was seen and that has no public address: it can be named, not cited.
RELAY = "relay"


@dataclass(frozen=True, slots=True)
class Source:
    """A bibliographic record.

    Attributes
    ----------
    id : str
    title, publisher, url : str
    published : str or None
        ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, as precise as known.
    version : str or None
        Which version of the page was read.
    kind : str
        One of `SOURCE_KINDS`, or `RELAY`.
    read_as : str
        ``copy`` (its own text was read) or ``via:<source id>`` (only seen quoted there).
    copy_of : str or None
        Where the copy that was read is kept, when it was not the address itself.
    document : str
        The page that this is a version of; versions of one page supersede each other.
    note : str or None
    revision : int
        Order among the versions of one page where dates do not tell it; then every version has one, and
        only revisions count. Zero when dates tell.
    """

    id: str
    title: str
    publisher: str
    url: str
    published: str | None
    version: str | None
    kind: str
    read_as: str
    copy_of: str | None
    document: str
    note: str | None = None
    revision: int = 0

    @property
    def via(self) -> str | None:
        """The id of the source that quotes this one, when only that was read."""
        return self.read_as.removeprefix("via:") if self.read_as.startswith("via:") else None
