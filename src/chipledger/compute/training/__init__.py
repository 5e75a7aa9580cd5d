"""Training: how much compute a run takes, how long, on how many devices, and how well they are used."""

from chipledger.compute.training.rate import achieved_compute, implied_utilization, model_flops_utilization
from chipledger.compute.training.run import accelerator_hours, training_time
from chipledger.compute.training.work import delivered_flops, training_flops, training_flops_with_attention

__all__ = [
    "accelerator_hours",
    "achieved_compute",
    "delivered_flops",
    "implied_utilization",
    "model_flops_utilization",
    "training_flops",
    "training_flops_with_attention",
    "training_time",
]
