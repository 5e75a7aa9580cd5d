"""Memory: what weights, caches, training state and activations take, and how many devices hold them."""

from chipledger.compute.memory.cache import kv_cache_size, sequence_capacity
from chipledger.compute.memory.floor import device_floor
from chipledger.compute.memory.mixture import mixture_parameter_count
from chipledger.compute.memory.training import activation_size, training_state_size, transformer_activation_size
from chipledger.compute.memory.weights import parameter_count, weights_size

__all__ = [
    "activation_size",
    "device_floor",
    "kv_cache_size",
    "mixture_parameter_count",
    "parameter_count",
    "sequence_capacity",
    "training_state_size",
    "transformer_activation_size",
    "weights_size",
]
