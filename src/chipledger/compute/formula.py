"""Formulas: each defined once, and asked for a value, an interval, an equation or a calculator."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from chipledger import units
from chipledger.compute import likeness, measure
from chipledger.compute.answer import Answer, Input
from chipledger.compute.argument import Argument, read
from chipledger.compute.case import Alternatives, Case, cases, choose
from chipledger.compute.dimension import spelled
from chipledger.compute.enclosure import EXACT, enclose
from chipledger.compute.expression import Exact, Extended, filled, fold, parse
from chipledger.compute.parameter import Parameter
from chipledger.compute.refusal import Refused
from chipledger.compute.remark import divisibility
from chipledger.compute.requirement import Requirement
from chipledger.interval import Interval
from chipledger.records import Conditions


@dataclass(frozen=True, eq=False)
class Formula:
    """One question and its answer's arithmetic.

    Attributes
    ----------
    name, module, title : str
        ``device_floor``, ``memory``, and the question in a line.
    expression : str or mapping
        The arithmetic, or one for each set of parameters that may be given.
    symbol : str
        The letter of the result, as LaTeX.
    unit : str
        Of the result. ``{operation}`` becomes FLOP or OP, ``{per_chip}`` follows the price given,
        ``{per_device}`` is there when ``per_devices`` is given, ``{of_each}`` when ``devices`` is not.
    parameters : mapping of str to Parameter
    source : str
    limits : tuple of str
    terms : mapping of str to mapping
        Parts of the expression that depend on what is given.
    requires : tuple of Requirement
    least, most : int or None
        What the result is never below, and what it may not be above.
    excess : str
        Why a result above `most` is refused.
    alike : tuple of str
        Parameters that are compared with each other.
    keeps : tuple of str
        Conditions that the result inherits from its facts.
    sets : mapping of str to str
        Conditions of the result that the calculation itself brings about.
    assumes : tuple of str
        What the calculation itself takes for granted, for the result to carry.
    divides : tuple of str
        Parameters that do not enter the result but should divide evenly by it.
    function : callable
        The public function.
    """

    name: str
    module: str
    title: str
    expression: Alternatives
    symbol: str
    unit: str
    parameters: Mapping[str, Parameter]
    source: str
    limits: tuple[str, ...]
    terms: Mapping[str, Alternatives] = field(default_factory=dict)
    requires: tuple[Requirement, ...] = ()
    least: int | None = 0
    most: int | None = None
    excess: str = ""
    alike: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    sets: Mapping[str, str] = field(default_factory=dict)
    assumes: tuple[str, ...] = ()
    divides: tuple[str, ...] = ()
    function: Callable[..., Answer] | None = None

    @property
    def question(self) -> str:
        """Module and name."""
        return f"{self.module}.{self.name}"

    @property
    def verb(self) -> str:
        """Its name on the command line."""
        return self.name.replace("_", "-")

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The expression for each set of optional parameters, the fewest first."""
        return cases(self.expression, self.terms)

    @property
    def latex(self) -> str:
        """The equation, for the fullest set of parameters."""
        return self.equation(self.cases[-1])

    @property
    def equations(self) -> dict[tuple[str, ...], str]:
        """The equation for each set of optional parameters."""
        return {case.key: self.equation(case) for case in self.cases}

    def equation(self, case: Case) -> str:
        """The equation of one case, as LaTeX."""
        from chipledger.compute.symbolic import latex

        key = (self.question, case.key)
        if key not in _EQUATIONS:
            letters = {name: self.parameters[name].symbol for name in case.names}
            _EQUATIONS[key] = f"{self.symbol} = {latex(case.node, letters)}"
        return _EQUATIONS[key]

    @property
    def javascript(self) -> str:
        """The formula as a JavaScript expression that `calculator.js` answers with."""
        from chipledger.compute.javascript import definition

        return definition(self)

    def directions(self, case: Case) -> dict[str, int | None]:
        """How the result moves as each parameter grows."""
        from chipledger.compute.symbolic import directions

        limits = {name: self.parameters[name].limits for name in case.names}
        known = [parse(f"({r.greater}) - ({r.less})") for r in self.requires if set(r.names) <= set(limits)]
        key = (self.question, case.key)
        if key not in _DIRECTIONS:
            _DIRECTIONS[key] = directions(case.node, limits, known)
        return _DIRECTIONS[key]

    # -- answering ---------------------------------------------------------------------------

    def answer(self, given: Mapping[str, object]) -> Answer:
        """The answer for some parameters.

        Parameters
        ----------
        given : mapping of str to object
            Values by name, with ``assume`` and ``across`` where the caller gives them; ``None`` is not given.

        Raises
        ------
        Refused
            With the parameter, its value and what is allowed.
        """
        assume = likeness.assumptions(given.get("assume"))
        across = likeness.across(given.get("across"), self.alike)
        read_in = self._read(given)
        case = choose(self, read_in)
        checked = [name for name in self.divides if name in read_in]
        needed = [name for r in self.requires if set(r.names) <= set(read_in) for name in r.names]
        used = [name for name in self.parameters if name in {*case.names, *needed, *checked}]
        arguments = {name: likeness.settle(read_in[name], assume) for name in used}
        likeness.agree(list(arguments.values()), self.alike, across)
        words = [a for a in read_in.values() if a.word and a.origin != "default"]
        return self._reckon(case, arguments, [*arguments.values(), *words])

    def _read(self, given: Mapping[str, object]) -> dict[str, Argument]:
        found: dict[str, Argument] = {}
        for name, parameter in self.parameters.items():
            value = given.get(name)
            if value is None and parameter.default is None:
                if parameter.required:
                    raise Refused(name, f"is missing; allowed: {parameter.allowed}")
                continue
            taken = value is None or (type(value) is type(parameter.default) and value == parameter.default)
            argument = read(parameter, parameter.default if taken else value)
            found[name] = argument.as_default() if taken else argument
        return found

    def _reckon(self, case: Case, arguments: Mapping[str, Argument], told: Sequence[Argument]) -> Answer:
        point: dict[str, Extended] = {name: a.value for name, a in arguments.items()}
        for requirement in self.requires:
            if not requirement.met(point):
                values = ", ".join(f"{name} = {arguments[name].text}" for name in requirement.names)
                raise Refused(" and ".join(requirement.names), f"{requirement.reason}: {values}")
        unit = self._unit(case, arguments)
        arithmetic = Exact()
        try:
            value = fold(case.node, arithmetic, point)
        except ZeroDivisionError:
            zero = " and ".join(name for name in case.names if point[name] == 0)
            raise Refused(zero, f"the result would be a division by zero; {self.name} has no answer") from None
        factor = units.factor(spelled(unit))
        exact = Fraction(value) / factor
        if self.most is not None and exact > self.most:
            given = ", ".join(f"{name} = {arguments[name].text}" for name in case.names)
            raise Refused(
                " and ".join(case.names), f"{float(exact):.4g} is more than {self.most} ({given}): {self.excess}"
            )
        interval, enclosure = self._interval(case, arguments, Fraction(value))
        step = rounded(case.node)
        unrounded = None if step is None else Fraction(fold(step, Exact(), point)) / factor
        texts = {name: arguments[name].text for name in case.names}
        assumed = dict.fromkeys(text for a in arguments.values() for text in a.assumptions)
        supplied = [f"{a.parameter.name} = {a.text} ({a.told})" for a in told if a.origin in ("given", "default")]
        return Answer(
            value=float(exact),
            unit=unit,
            interval=interval.scaled(1 / factor),
            formula=f"{self.name} = {case.line}",
            inputs=tuple(sorted({claim for a in arguments.values() for claim in a.claims})),
            assumptions=(*assumed, *self.assumes, *supplied),
            exact=exact,
            question=self.question,
            parameters=tuple(_input(a) for a in told),
            working=filled(case.line, texts),
            source=self.source,
            limits=self.limits,
            conditions=Conditions({**likeness.kept(list(arguments.values()), self.keeps), **self.sets}),
            remarks=tuple(self._remarks(arithmetic.binding, arguments, exact)),
            unrounded=unrounded,
            enclosure=enclosure,
            case=case.key,
        )

    def _unit(self, case: Case, arguments: Mapping[str, Argument]) -> str:
        given = {name: arguments[name].unit for name in case.names}
        operation = measure.operation_of(given)
        for dimension in ("any", "money/time, or per chip"):
            same = {n: u for n, u in given.items() if self.parameters[n].dimension == dimension}
            measure.alike(same)
        per_chip = "/chip" if any("chip" in u for n, u in given.items() if self.parameters[n].per_chip) else ""
        unit = self.unit.format(
            operation=operation,
            per_chip=per_chip,
            per_device="/chip" if "per_devices" in given else "",
            of_each="" if "devices" in given else "/chip",
        )
        if not measure.comes_out(case.text, tuple(given.items()), unit, operation):
            raise AssertionError(f"{self.question}: {case.text} is not in {unit} with {given}")
        return unit

    def _interval(self, case: Case, arguments: Mapping[str, Argument], value: Fraction) -> tuple[Interval, str]:
        intervals = {name: arguments[name].interval for name in case.names}
        if all(i.low is not None and i.low == i.high for i in intervals.values()):
            return Interval.exactly(value), EXACT
        others = {name: a.value for name, a in arguments.items() if name not in intervals}

        def allowed(point: Mapping[str, Extended]) -> bool:
            return all(requirement.met({**others, **point}) for requirement in self.requires)

        interval, how = enclose(case.node, self.directions(case), intervals, allowed, self.least)
        if self.most is not None and (interval.high is None or interval.high > self.most):
            interval = Interval(interval.low, Fraction(self.most))
        return interval, how

    def _remarks(self, binding: Sequence[str], arguments: Mapping[str, Argument], value: Fraction) -> list[str]:
        told = [f"bound by {' and '.join(dict.fromkeys(binding))}"] if binding else []
        checked = {name: int(arguments[name].value) for name in self.divides if name in arguments}
        return told + divisibility(self.divides, checked, value)


#: Equations and directions once worked out, by question and case: they take up to a second.
_EQUATIONS: dict[tuple[str, tuple[str, ...]], str] = {}
_DIRECTIONS: dict[tuple[str, tuple[str, ...]], dict[str, int | None]] = {}


def rounded(node: ast.expr) -> ast.expr | None:
    """What is rounded up or down, when that is the last step of an expression."""
    match node:
        case ast.Call(func=ast.Name(id="ceil" | "floor"), args=[inner]):
            return inner
    return None


def _input(argument: Argument) -> Input:
    factor = units.factor(spelled(argument.unit))
    parameter = argument.parameter
    return Input(
        parameter.name,
        parameter.symbol,
        parameter.meaning,
        argument.text,
        float(argument.value / factor),
        argument.unit,
        argument.interval.scaled(1 / factor),
        argument.origin,
        argument.told,
        argument.claims,
    )
