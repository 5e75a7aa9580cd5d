"""Networks: transfers and collectives, with one-way bandwidth made explicit."""

from chipledger.compute.network.collectives import (
    all_gather_time,
    all_reduce_time,
    all_to_all_time,
    data_parallel_critical_batch,
    reduce_scatter_time,
)
from chipledger.compute.network.topology import (
    ring_collective_time,
    switched_collective_time,
    torus_collective_time,
)
from chipledger.compute.network.transfer import collective_bandwidth, one_way_bandwidth, transfer_time

__all__ = [
    "all_gather_time",
    "all_reduce_time",
    "all_to_all_time",
    "collective_bandwidth",
    "data_parallel_critical_batch",
    "one_way_bandwidth",
    "reduce_scatter_time",
    "ring_collective_time",
    "switched_collective_time",
    "torus_collective_time",
    "transfer_time",
]
