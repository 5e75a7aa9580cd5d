"""Facts shown: tables with their sources, and charts that are the same at every run.

>>> import chipledger
>>> from chipledger import show
>>> fact = chipledger.load().get("trainium2", "memory_bandwidth")
>>> show.claims_chart(fact, alt="What is said about Trainium2's memory bandwidth.").rows[0]["figure"]
'2.9 TB/s'
"""

from chipledger.show.answers import answers_chart
from chipledger.show.cells import Table
from chipledger.show.claims import claims_chart
from chipledger.show.comparison import comparison_chart
from chipledger.show.frames import frame
from chipledger.show.history import history_chart
from chipledger.show.notebook import Chart, ChartError
from chipledger.show.ridge import ridge_map
from chipledger.show.roofline import roofline_chart
from chipledger.show.tables import missing_table, side_by_side, table

__all__ = [
    "Chart",
    "ChartError",
    "Table",
    "answers_chart",
    "claims_chart",
    "comparison_chart",
    "frame",
    "history_chart",
    "missing_table",
    "ridge_map",
    "roofline_chart",
    "side_by_side",
    "table",
]
