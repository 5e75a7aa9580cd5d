"""Identities: equations that the world promises between facts, each one checked with intervals.

`reconcile` evaluates what the data folder lists; `failures` says which conflicts nobody has listed and which
listed ones have vanished; `corroborated` counts what stands on more than its own source.
"""

from chipledger.identities.corroboration import Corroboration, corroborated
from chipledger.identities.listing import failures
from chipledger.identities.reconcile import reconcile
from chipledger.records.identity import VERDICTS, Equations, Result

__all__ = ["VERDICTS", "Corroboration", "Equations", "Result", "corroborated", "failures", "reconcile"]
