"""The records that everything else is made of: frozen, typed, and free of pint, YAML and pandas.

Nothing here chooses between claims; that is `selection` and `fact`.
"""

from chipledger.records.claim import BASES, Claim
from chipledger.records.conditions import NOT_GIVEN, UNSTATED, Conditions
from chipledger.records.decision import Choice, Missing
from chipledger.records.derived import Derived
from chipledger.records.property import Property, ValueType
from chipledger.records.recipe import REFUSALS, STATUSES, WORKLOADS, Gap, Recipe
from chipledger.records.source import RELAY, SOURCE_KINDS, Source
from chipledger.records.subject import SUBJECT_KINDS, Part, Subject
from chipledger.records.tombstone import Tombstone
from chipledger.records.wording import grouped, unit_text, value_text

__all__ = [
    "BASES",
    "NOT_GIVEN",
    "REFUSALS",
    "RELAY",
    "SOURCE_KINDS",
    "STATUSES",
    "SUBJECT_KINDS",
    "UNSTATED",
    "WORKLOADS",
    "Choice",
    "Claim",
    "Conditions",
    "Derived",
    "Gap",
    "Missing",
    "Part",
    "Property",
    "Recipe",
    "Source",
    "Subject",
    "Tombstone",
    "ValueType",
    "grouped",
    "unit_text",
    "value_text",
]
