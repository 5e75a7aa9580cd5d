"""Random inputs for any formula: numbers as printed, each with the room that its digits leave."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from chipledger.compute import Formula, Parameter
from chipledger.compute.case import Case
from chipledger.compute.dimension import offered
from chipledger.interval import Interval, last_digit
from chipledger.records import Derived


@dataclass(frozen=True)
class Sample:
    """One value as printed, with its interval, or a word."""

    text: str
    unit: str
    interval: Interval
    word: bool = False

    @property
    def python(self) -> Derived | str:
        """What a Python function is given."""
        if self.word:
            return self.text
        return Derived(float(self.text), self.unit, self.interval, "a random input", ())

    @property
    def script(self) -> dict[str, str | None]:
        """What a calculator of the page is given."""
        if self.word:
            return {"word": self.text}
        low, high = (
            None if end is None else f"{end.numerator}/{end.denominator}"
            for end in (self.interval.low, self.interval.high)
        )
        return {"value": self.text, "unit": self.unit, "low": low, "high": high}


def samples(random: Random, formula: Formula, case: Case, *, uncertain: bool = True) -> dict[str, Sample]:
    """Values for the parameters of one case; units of operations are all of one kind."""
    operation = random.choice(["FLOP", "OP"])
    words = dict(need.split("=") for need in case.needs if "=" in need)
    found = {name: Sample(word, "one", Interval.exactly(0), word=True) for name, word in words.items()}
    same: dict[str, str] = {}
    directions = formula.directions(case) if uncertain else {}
    for name in case.names:
        parameter = formula.parameters[name]
        unit = _unit(random, parameter, operation, same)
        loose = uncertain and directions[name] is not None and random.random() < 0.5
        found[name] = _sample(random, parameter, unit, loose)
    return found | _related(random, found)


def _related(random: Random, found: dict[str, Sample]) -> dict[str, Sample]:
    """Counts that must suit each other more often than chance would have it."""
    if "heads" in found and "kv_heads" in found:
        groups = random.randint(1, 8)
        return {"heads": _exact(groups * random.randint(1, 8)), "kv_heads": _exact(groups)}
    if "experts" in found and "active_experts" in found:
        return {"experts": _exact(random.randint(8, 64)), "active_experts": _exact(random.randint(1, 8))}
    return {}


def _exact(count: int) -> Sample:
    return Sample(str(count), "one", Interval.exactly(count))


def _unit(random: Random, parameter: Parameter, operation: str, same: dict[str, str]) -> str:
    units = [unit for unit in offered(parameter.dimension) if _fits(unit, operation)]
    if parameter.dimension == "fraction":
        return "one"
    if parameter.dimension in ("any", "money/time, or per chip"):
        return same.setdefault(parameter.dimension, random.choice(units))
    return random.choice(units)


def _fits(unit: str, operation: str) -> bool:
    floating, whole = "FLOP" in unit, "OP" in unit.replace("FLOP", "")
    return not (floating or whole) or floating == (operation == "FLOP")


def _sample(random: Random, parameter: Parameter, unit: str, loose: bool) -> Sample:
    limits = parameter.limits
    if limits.whole:
        text = str(random.randint(max(limits.low or 0, 1), 96))
    elif limits.high == 1:
        text = f"0.{random.randint(1, 98):02}"
    else:
        text = (
            f"{random.randint(1, 999)}"
            if random.random() < 0.3
            else f"{random.uniform(1, 99):.{random.randint(1, 3)}f}"
        )
    value = Fraction(text)
    if limits.low == 1 and not limits.whole and value < 1:
        text, value = f"1{text[1:]}", Fraction(f"1{text[1:]}")
    if not loose:
        return Sample(text, unit, Interval.exactly(value))
    half = last_digit(text) / 2
    low, high = random.choice([(value - half, value + half), (value, value + half), (value - half, value)])
    if limits.whole:
        low, high = max(value - random.randint(0, 2), Fraction(limits.low or 0)), value + random.randint(0, 3)
    if random.random() < 0.1 and limits.high is None:
        return Sample(text, unit, Interval(low, None) if random.random() < 0.5 else Interval(None, high))
    return Sample(text, unit, Interval(low, high))
