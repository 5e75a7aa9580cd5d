"""Units: what they are worth, and what they refuse. All sizes are worked out by hand."""

import pickle
import re
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files

import pint
import pytest

from chipledger import units
from chipledger.errors import ChipledgerError, UnitError
from chipledger.interval import number
from chipledger.ledger import Ledger
from places import GOOD

REFUSED_UNITS = [
    "Gb",  # gigabit or gigabyte? write Gbit or GB
    "Gib",
    "Tb/s",
    "b",
    "bps",
    "Gbps",
    "GBps",
    "TBps",
    "KB",  # 1000 or 1024? write kB or KiB
    "KiBs",
    "GBs",
    "TF",
    "TFLOPS/s/W/",
    "MT/s",
    "GT/s",
    "Ws",
    "gb",
    "tb/s",
    "flops",
    "tflop/s",
    "EUR",
    "$",
    "K",
    "degC",
    "min",
    "µs",
    "None",
    "",
    " ",
    " GB",
    "GB ",
    "2 GB",
    "1000",
    "1e9",
    "GB GB",
    "GB;s",
    "GB/s#",
    "GB//s",
    "/s",
    "GB/",
    "GB**99",  # a power that would hang the arithmetic
    "GB**-1",
    "GB**0.5",
    "(GB)",
    "GB\n",
    "GB/s" * 50,
    "__import__('os')",
]


@pytest.mark.parametrize("unit", REFUSED_UNITS)
def test_what_is_no_unit_is_refused_by_name(unit):
    for ask in (units.factor, units.base_unit, units.dimension, lambda u: units.quantity(1, u)):
        with pytest.raises(UnitError, match=re.escape("unknown unit")) as caught:
            ask(unit)
        assert repr(unit[:20])[:-1] in str(caught.value)
    assert isinstance(caught.value, ChipledgerError)


def test_a_byte_is_not_a_number():
    registry = units.registry()
    for sum_ in ("96 GB + 5", "1 byte + 1", "96 GB * 1 + 5 one"):
        with pytest.raises(pint.DimensionalityError):
            registry(sum_)
    with pytest.raises(pint.DimensionalityError):
        registry.Quantity(96, "GB") + 5
    assert registry("1 byte") != 8
    assert registry("1 byte") == registry("8 bit")


@pytest.mark.parametrize(
    ("unit", "other"),
    [
        ("TB/s", "Hz"),
        ("TB/s", "1/second"),
        ("GB", "one"),
        ("FLOP", "OP"),
        ("TFLOP/s", "TOP/s"),
        ("TFLOP/s", "TB/s"),
        ("TFLOP", "TFLOP/s"),
        ("chip", "token"),
        ("chip", "one"),
        ("token", "parameter"),
        ("core", "chip"),
        ("instance", "chip"),
        ("USD", "one"),
        ("USD/h", "USD"),
        ("USD/token", "USD"),
        ("W", "Wh"),
        ("GB", "GB/s"),
        ("layer", "step"),
        ("die", "stack"),
        ("percent", "USD"),
    ],
)
def test_conversion_between_dimensions_is_refused(unit, other):
    for one, two in ((unit, other), (other, unit)):
        with pytest.raises(UnitError, match="cannot convert"):
            units.ratio(one, two)
        with pytest.raises(pint.DimensionalityError):
            units.quantity(1, one).to(two)


# Every unit of units.txt with its dimension and its size, worked out here and not read from there.
SIZES = {
    "bit": ("information", 1),
    "byte": ("information", 8),
    "B": ("information", 8),
    "FLOP": ("computation", 1),
    "OP": ("integer computation", 1),
    "FLOPS": ("computation/time", 1),
    "OPS": ("integer computation/time", 1),
    "metre": ("length", 1),
    "meter": ("length", 1),
    "m": ("length", 1),
    "gram": ("mass", 1),
    "g": ("mass", 1),
    "tonne": ("mass", 10**6),
    "second": ("time", 1),
    "s": ("time", 1),
    "minute": ("time", 60),
    "hour": ("time", 3600),
    "h": ("time", 3600),
    "day": ("time", 24 * 3600),
    "week": ("time", 7 * 24 * 3600),
    "month": ("time", Fraction(36525, 100) * 24 * 3600 / 12),
    "year": ("time", Fraction(36525, 100) * 24 * 3600),
    "hertz": ("frequency", 1),
    "Hz": ("frequency", 1),
    "watt": ("power", 1000),  # in gram metre^2 / second^3
    "W": ("power", 1000),
    "joule": ("energy", 1000),
    "J": ("energy", 1000),
    "watt_hour": ("energy", 1000 * 3600),
    "Wh": ("energy", 1000 * 3600),
    "volt": ("voltage", 1),
    "V": ("voltage", 1),
    "acre": ("area", Fraction("4046.8564224")),  # 66 ft x 660 ft; 66 * 660 * 0.3048^2
    "USD": ("currency", 1),
    "dollar": ("currency", 1),
    "cent": ("currency", Fraction(1, 100)),
    "percent": ("number", Fraction(1, 100)),
    "%": ("number", Fraction(1, 100)),
    "one": ("number", 1),
    "times": ("number", 1),
    "chip": ("chip", 1),
    "token": ("token", 1),
    "parameter": ("parameter", 1),
    "core": ("core", 1),
    "vcpu": ("vcpu", 1),
    "transistor": ("transistor", 1),
    "instance": ("instance", 1),
    "die": ("die", 1),
    "stack": ("stack", 1),
    "link": ("link", 1),
    "lane": ("lane", 1),
    "engine": ("engine", 1),
    "interface": ("interface", 1),
    "switch": ("switch", 1),
    "site": ("site", 1),
    "building": ("building", 1),
    "request": ("request", 1),
    "sequence": ("sequence", 1),
    "sample": ("sample", 1),
    "step": ("step", 1),
    "rack": ("rack", 1),
    "rack_unit": ("rack height", 1),
    "RU": ("rack height", 1),
    "cycle": ("cycle", 1),
    "layer": ("layer", 1),
    "item": ("item", 1),
}


@pytest.mark.parametrize("unit", SIZES)
def test_a_unit_has_its_dimension_and_size(unit):
    dimension, size = SIZES[unit]
    assert units.dimension(unit) == dimension
    assert units.factor(unit) == size


def test_the_table_above_holds_every_unit_of_the_file():
    defined = set()
    for line in (files("chipledger") / "units.txt").read_text("utf-8").splitlines():
        words = [word.strip() for word in line.partition("#")[0].split("=")]
        if len(words) > 1 and not words[0].endswith("-"):
            symbols = [word for word in words[2:] if word]
            defined |= {words[0], *symbols}
    assert defined == set(SIZES)


def test_no_two_counts_are_one_dimension():
    counts = [unit for unit, (dimension, size) in SIZES.items() if dimension.replace(" ", "_") == unit and size == 1]
    assert len(counts) > 20
    assert len({units.base_unit(unit) for unit in counts}) == len(counts)


@pytest.mark.parametrize(
    ("unit", "base", "size"),
    [
        ("GiB", "bit", 8 * 2**30),
        ("GiB", "bit", 8589934592),
        ("GB", "bit", 8 * 10**9),
        ("kB", "bit", 8000),
        ("KiB", "bit", 8192),
        ("MiB", "bit", 8 * 1024**2),
        ("TiB", "bit", 8 * 1024**4),
        ("PiB", "bit", 8 * 1024**5),
        ("EiB", "bit", 8 * 1024**6),
        ("Gbit/s", "bit / second", 10**9),
        ("Gibit", "bit", 2**30),
        ("TFLOP/s", "FLOP / second", 10**12),
        ("TFLOPS", "FLOP / second", 10**12),
        ("PFLOP/s", "FLOP / second", 10**15),
        ("EFLOP/s", "FLOP / second", 10**18),
        ("ZFLOP", "FLOP", 10**21),
        ("YFLOP", "FLOP", 10**24),
        ("TOP/s", "OP / second", 10**12),
        ("FLOP/B", "FLOP / bit", Fraction(1, 8)),
        ("kW", "gram * metre ** 2 / second ** 3", 10**6),
        ("MWh", "gram * metre ** 2 / second ** 2", 10**9 * 3600),
        ("GHz", "1 / second", 10**9),
        ("USD/h", "USD / second", Fraction(1, 3600)),
        ("USD/Mtoken", "USD / token", Fraction(1, 10**6)),
        ("mm**2", "metre ** 2", Fraction(1, 10**6)),
        ("ms", "second", Fraction(1, 1000)),
        ("us", "second", Fraction(1, 10**6)),
        ("ns", "second", Fraction(1, 10**9)),
        ("ps", "second", Fraction(1, 10**12)),
        ("1", "1", 1),
    ],
)
def test_exact_sizes(unit, base, size):
    assert units.base_unit(unit) == base
    assert units.factor(unit) == size


def test_ratios_are_exact():
    # 2.9 TB/s in GiB/s is 2.9e12 / 2^30 = 2700.8354663848876953125
    exact = number("2.9") * units.ratio("TB/s", "GiB/s")
    assert exact == Fraction(29 * 10**11, 2**30)
    assert exact == Fraction("2700.8354663848876953125")
    # where floating point gives 4900.000000000001
    assert number("4.9") * units.ratio("TB/s", "GB/s") == 4900
    assert units.ratio("GiB", "MiB") == 1024
    assert units.ratio("GB", "GiB") == Fraction(10**9, 2**30)
    assert units.ratio("Gbit/s", "GB/s") == Fraction(1, 8)
    assert units.ratio("USD/h", "USD/h") == 1


@pytest.mark.parametrize("there", ["GB", "GiB", "MiB", "Gbit", "byte", "TiB"])
@pytest.mark.parametrize("text", ["96", "2.90", "141", "0.36", "208e9"])
def test_a_round_trip_loses_nothing(text, there):
    value = number(text)
    assert value * units.ratio("GB", there) * units.ratio(there, "GB") == value


def test_quantities_convert():
    quantity = units.quantity("96", "GiB")
    assert quantity.to("MiB").magnitude == pytest.approx(98304)
    assert units.quantity("2.9", "TB/s").to("GiB/s").magnitude == pytest.approx(2700.8354663848877, rel=1e-12)
    assert units.quantity("50", "percent").to("one").magnitude == pytest.approx(0.5)
    assert units.quantity("3", "1").dimensionless


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "abc", "", "1e999", float("nan"), 10**400])
def test_a_quantity_needs_a_finite_number(value):
    with pytest.raises(UnitError, match="no finite number"):
        units.quantity(value, "GB")


def test_quantities_survive_pickling_and_still_add_up():
    kept = pickle.loads(pickle.dumps(units.quantity("96", "GiB")))
    assert (kept + units.quantity("96", "GiB")).to("GiB").magnitude == pytest.approx(192)


def test_each_named_dimension_names_itself():
    for name, unit in units.DIMENSIONS.items():
        assert units.dimension(unit) == name
    assert units.dimension("GB/chip") == "[information] / [chip]"


def test_units_of_the_data_parse(real: Ledger):
    used = {claim.unit for claim in real.claims.values() if claim.unit}
    used |= {prop.unit for prop in real.properties.values() if prop.unit}
    assert {"TB/s", "GiB", "TFLOP/s"} <= used
    for unit in used:
        assert units.factor(unit) > 0
    for claim in real.claims.values():
        if claim.number:
            assert claim.factor == units.factor(claim.unit)
            assert claim.base == units.base_unit(claim.unit)
            assert units.dimension(claim.unit) in real.properties[claim.property].dimensions


HEAVY = ("pint", "pandas", "altair", "numpy", "yaml")


def _modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_costs_nothing_heavy():
    assert _modules_after("import chipledger, chipledger.ledger, chipledger.units, chipledger.cite") == set()


def test_a_lookup_imports_no_tables_and_no_charts():
    imported = _modules_after(
        f"import chipledger\n"
        f"ledger = chipledger.load({str(GOOD)!r})\n"
        f"assert ledger.get('a2', 'memory_bandwidth').text == '2.9 TB/s'\n"
        f"ledger.find('hbm'), ledger.facts(), ledger.conflicts()"
    )
    assert not imported & {"pandas", "altair"}


def test_questions_to_a_loaded_ledger_need_no_pint(small: Ledger, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a look-up built a unit registry")

    monkeypatch.setattr(units, "registry", refuse)
    monkeypatch.setattr(units, "_exact_registry", refuse)
    fact = small.get("alpha2", "memory_bandwidth")
    assert (str(fact.interval), fact.others[0].relation) == ("2.85 to 2.95", "coarser print")
    assert fact.cite().startswith("Alpha Two, memory bandwidth (scope=chip): 2.9 TB/s")
