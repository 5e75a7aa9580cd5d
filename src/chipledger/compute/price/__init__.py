"""Prices: what accelerator time and tokens cost, and what claims about price-performance imply."""

from chipledger.compute.price.comparison import (
    break_even_price,
    break_even_utilization,
    implied_throughput_ratio,
    relative_saving,
    stacked_discount,
)
from chipledger.compute.price.cost import (
    bandwidth_per_price,
    compute_per_price,
    memory_per_price,
    price_per_accelerator_hour,
    price_per_token,
    training_cost,
)

__all__ = [
    "bandwidth_per_price",
    "break_even_price",
    "break_even_utilization",
    "compute_per_price",
    "implied_throughput_ratio",
    "memory_per_price",
    "price_per_accelerator_hour",
    "price_per_token",
    "relative_saving",
    "stacked_discount",
    "training_cost",
]
