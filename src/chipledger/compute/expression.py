"""Expressions: the arithmetic of a formula, written once and folded into whatever is needed.

A formula is written as a line of Python arithmetic over named parameters. `fold` walks it once and
hands every step to an algebra: exact fractions give the value, sympy gives the equation and the
signs of derivatives, text gives JavaScript, pint quantities give the units. Besides ``+ - * / **``
an expression may use ``ceil``, ``floor``, ``max`` and ``min`` (whose arms may be named, as in
``max(compute=a, bandwidth=b)``) and ``of(2, 'operation/parameter/token')``, a number with its unit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

from chipledger.compute.dimension import spelled

#: Numbers too large to count: what an open end of an interval tends to.
INFINITE = float("inf")

Extended = Fraction | float


@cache
def sized(value: Fraction, unit: str) -> Fraction:
    """A number with its unit, in base units; operations are operations of either kind.

    Examples
    --------
    >>> sized(Fraction(2), "byte/token"), sized(Fraction(2), "operation/parameter")
    (Fraction(16, 1), Fraction(2, 1))
    """
    from chipledger import units

    return value * units.factor(spelled(unit.replace("operation", "FLOP"))) if unit else value


class Undetermined(Exception):
    """Zero over zero, or one infinity against another."""


class Algebra(Protocol):
    """What the steps of an expression mean."""

    def number(self, value: Fraction, unit: str) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def sub(self, a: Any, b: Any) -> Any: ...
    def mul(self, a: Any, b: Any) -> Any: ...
    def div(self, a: Any, b: Any) -> Any: ...
    def power(self, a: Any, exponent: int) -> Any: ...
    def ceil(self, a: Any) -> Any: ...
    def floor(self, a: Any) -> Any: ...
    def most(self, arms: Sequence[Any], labels: Sequence[str]) -> Any: ...
    def least(self, arms: Sequence[Any], labels: Sequence[str]) -> Any: ...


_STEPS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_CALLS = {"ceil": "ceil", "floor": "floor", "max": "most", "min": "least"}


@cache
def parse(text: str) -> ast.expr:
    """The tree of an expression.

    Raises
    ------
    SyntaxError
        If it is not one expression.

    Examples
    --------
    >>> names(parse("peak_compute / bandwidth"))
    ('peak_compute', 'bandwidth')
    """
    return ast.parse(text, mode="eval").body


def fold(node: ast.expr, algebra: Algebra, values: Mapping[str, Any]) -> Any:
    """The value of an expression in an algebra.

    Parameters
    ----------
    node : ast.expr
    algebra : Algebra
    values : mapping of str to Any
        What each name stands for.

    Raises
    ------
    TypeError
        If the expression uses anything but this small language.

    Examples
    --------
    >>> fold(parse("ceil(a / 2)"), Exact(), {"a": Fraction(5)})
    Fraction(3, 1)
    """

    def walk(part: ast.expr) -> Any:
        match part:
            case ast.Name(id=name):
                return values[name]
            case ast.Constant(value=int() as number):
                return algebra.number(Fraction(number), "")
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as exponent)):
                return algebra.power(walk(left), exponent)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _STEPS:
                return getattr(algebra, _STEPS[type(op)])(walk(left), walk(right))
            case ast.Call(func=ast.Name(id="of"), args=[ast.Constant(value=number), ast.Constant(value=unit)]):
                return algebra.number(Fraction(number), unit)  # type: ignore[arg-type]
            case ast.Call(func=ast.Name(id=("ceil" | "floor") as name), args=[inner], keywords=[]):
                return getattr(algebra, _CALLS[name])(walk(inner))
            case ast.Call(func=ast.Name(id=("max" | "min") as name), args=args, keywords=keywords):
                labels = [""] * len(args) + [str(word.arg) for word in keywords]
                arms = [walk(arm) for arm in (*args, *(word.value for word in keywords))]
                return getattr(algebra, _CALLS[name])(arms, labels)
        raise TypeError(f"not in the language of formulas: {ast.unparse(part)}")

    return walk(node)


class Exact:
    """Fractions, with an infinity on either side for the open ends of intervals.

    Attributes
    ----------
    binding : list of str
        The names of the arms that decided the maxima and minima met so far.

    Raises
    ------
    Undetermined
        Where arithmetic on infinities has no answer.
    ZeroDivisionError
        On division by zero, unless `limits` allows it.
    """

    def __init__(self, *, limits: bool = False) -> None:
        self.limits = limits
        self.binding: list[str] = []

    def number(self, value: Fraction, unit: str) -> Extended:
        return sized(value, unit)

    def add(self, a: Extended, b: Extended) -> Extended:
        if isinstance(a, float) and isinstance(b, float) and a != b:
            raise Undetermined
        return a if isinstance(a, float) else b if isinstance(b, float) else a + b

    def sub(self, a: Extended, b: Extended) -> Extended:
        return self.add(a, -b)

    def mul(self, a: Extended, b: Extended) -> Extended:
        # Zero is a number and an open end a limit of numbers: their product is zero.
        if a == 0 or b == 0:
            return Fraction(0)
        if isinstance(a, float) or isinstance(b, float):
            return INFINITE if (a > 0) == (b > 0) else -INFINITE
        return a * b

    def div(self, a: Extended, b: Extended) -> Extended:
        if isinstance(b, float):
            if isinstance(a, float):
                raise Undetermined
            return Fraction(0)
        if b == 0:
            if not self.limits:
                raise ZeroDivisionError
            # Divisors are sizes and rates, which come down to zero from above.
            if a == 0:
                raise Undetermined
            return INFINITE if a > 0 else -INFINITE
        return self.mul(a, 1 / b) if isinstance(a, float) else a / b

    def power(self, a: Extended, exponent: int) -> Extended:
        result: Extended = Fraction(1)
        for _ in range(exponent):
            result = self.mul(result, a)
        return result

    def ceil(self, a: Extended) -> Extended:
        return a if isinstance(a, float) else Fraction(a.__ceil__())

    def floor(self, a: Extended) -> Extended:
        return a if isinstance(a, float) else Fraction(a.__floor__())

    def most(self, arms: Sequence[Extended], labels: Sequence[str]) -> Extended:
        return self._decide(max(arms), arms, labels)

    def least(self, arms: Sequence[Extended], labels: Sequence[str]) -> Extended:
        return self._decide(min(arms), arms, labels)

    def _decide(self, found: Extended, arms: Sequence[Extended], labels: Sequence[str]) -> Extended:
        self.binding += [label for arm, label in zip(arms, labels, strict=True) if label and arm == found]
        return found


class _Replace(ast.NodeTransformer):
    def __init__(self, parts: Mapping[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


def substitute(node: ast.expr, parts: Mapping[str, ast.expr]) -> ast.expr:
    """The expression with some names replaced by expressions.

    Examples
    --------
    >>> ast.unparse(substitute(parse("work / rate"), {"work": parse("a * b")}))
    'a * b / rate'
    """
    return _Replace(parts).visit(ast.parse(ast.unparse(node), mode="eval").body)


def names(node: ast.expr) -> tuple[str, ...]:
    """The parameters that an expression uses, in the order of their first use."""
    called = {id(part.func) for part in ast.walk(node) if isinstance(part, ast.Call)}
    found = [part for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in called]
    return tuple(dict.fromkeys(part.id for part in sorted(found, key=lambda part: (part.lineno, part.col_offset))))


class _Readable(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "of":
            return node.args[0]
        return ast.Call(node.func, [*node.args, *(word.value for word in node.keywords)], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult):
            for factor, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(factor, ast.Constant) and factor.value == 1:
                    return other
        return node


def readable(node: ast.expr) -> str:
    """An expression as a line of text.

    Examples
    --------
    >>> readable(parse("of(2, 'operation') * rows / max(compute=a, bandwidth=b)"))
    '2 * rows / max(a, b)'
    """
    return ast.unparse(_Readable().visit(ast.parse(ast.unparse(node), mode="eval").body))


def filled(line: str, texts: Mapping[str, str]) -> str:
    """A line of text with something in the place of each name.

    Examples
    --------
    >>> filled("a / max(b, 2)", {"a": "10 TFLOP/s", "b": "3"})
    '(10 TFLOP/s) / max(3, 2)'
    """
    return re.sub(r"[a-z_]+", lambda name: _closed(texts[name[0]]) if name[0] in texts else name[0], line)


def _closed(text: str) -> str:
    return f"({text})" if any(sign in text for sign in "/*-+ ") else text
