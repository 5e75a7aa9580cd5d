"""The package's door: what `import chipledger` offers, and what it does not load before it is asked for."""

import subprocess
import sys

import pytest

import chipledger


def test_calculations_are_reached_through_the_door_and_loaded_only_then():
    script = (
        "import sys, chipledger\n"
        "assert 'chipledger.compute' not in sys.modules\n"
        "floor = chipledger.compute.memory.device_floor(required_memory='100 GB', device_memory='30 GB')\n"
        "assert floor.value == 4, floor\n"
        "assert 'sympy' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_other_names_are_refused_as_usual():
    with pytest.raises(AttributeError, match="module 'chipledger' has no attribute 'computes'"):
        chipledger.computes  # noqa: B018 (the look-up is what is tried)
