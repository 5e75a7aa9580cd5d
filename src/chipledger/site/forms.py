"""The form of a calculator as HTML: fields with units and limits, equations, the answer for the first values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from chipledger import units
from chipledger.compute import Answer, Formula, Parameter
from chipledger.compute.argument import Argument, read
from chipledger.compute.dimension import offered, spelled
from chipledger.fact import Fact
from chipledger.interval import plain
from chipledger.site import figures
from chipledger.site.grammar import Ask
from chipledger.site.mathml import mathml

#: A first value: what is typed, a figure with the question that it answers, or the answer of another calculation.
First = str | tuple[Ask, Fact] | Answer

#: Sizes between which a number is easily read and typed.
_SMALL, _LARGE = 1, 100_000

#: Digits of a first value that is no short decimal number.
_DIGITS = 9


def form(formula: Formula, first: Mapping[str, First], number: int) -> str:
    """A whole calculator.

    Parameters
    ----------
    formula : Formula
    first : mapping of str to str, (Ask, Fact) or Answer
        First values by parameter.
    number : int
        Tells the calculators of a page apart.

    Raises
    ------
    Refused
        If the first values have no answer.

    Examples
    --------
    >>> from chipledger.compute import find
    >>> html = form(find("ridge_point"), {"peak_compute": "100 TFLOP/s", "bandwidth": "2 TB/s"}, 0)
    >>> "50 FLOP/byte" in html, html.count("<math"), html.count("<label")
    (True, 3, 2)
    """
    assert formula.function is not None
    answer = formula.function(**values(first))
    name = f"calculator-{formula.verb}-{number}"
    fields = "".join(
        _field(f"{name}-{one.name.replace('_', '-')}", one, first.get(one.name)) for one in formula.parameters.values()
    )
    title = formula.title.rstrip(".")
    return (
        f'<section class="calculator" id="{name}" aria-labelledby="{name}-title" data-question="{formula.name}">\n'
        f'<p class="calculator-title" id="{name}-title">{escape(title)}</p>\n'
        f'<div class="calculator-equations">{_equations(formula, answer)}</div>\n'
        f'<form><fieldset disabled><legend class="visually-hidden">{escape(title)}: inputs</legend>\n{fields}'
        f'<p class="calculator-again"><button type="reset">First values again</button></p></fieldset></form>\n'
        f'<div class="calculator-result" role="status">{_result(answer)}</div>\n'
        f"{_about(formula, answer)}</section>\n"
    )


def values(first: Mapping[str, First]) -> dict[str, str | Fact | Answer]:
    """First values as a formula takes them."""
    return {name: value[1] if isinstance(value, tuple) else value for name, value in first.items()}


def _equations(formula: Formula, answer: Answer) -> str:
    def shown(key: tuple[str, ...], text: str) -> str:
        hidden = "" if key == answer.case else " hidden"
        return f'<div data-case="{escape(" ".join(key))}"{hidden}>{mathml(text, "block")}</div>'

    return "".join(shown(key, text) for key, text in formula.equations.items())


def _field(ident: str, parameter: Parameter, first: First | None) -> str:
    symbol = f" {mathml(parameter.symbol, 'inline')}" if parameter.symbol else ""
    label = f'<label for="{ident}">{escape(_capital(parameter.meaning))}{symbol}</label>'
    hint = f'<small id="{ident}-hint">{_hint(parameter, first)}</small>'
    about = f'id="{ident}" name="{parameter.name}" aria-describedby="{ident}-hint"'
    if parameter.words:
        chosen = first if isinstance(first, str) else parameter.default
        choices = "".join(f"<option{_selected(word == chosen)}>{escape(word)}</option>" for word in parameter.words)
        if chosen is None:
            choices = f'<option value="" selected></option>{choices}'
        return f'<div class="calculator-field">{label}<span><select {about}>{choices}</select></span>{hint}</div>\n'
    units_of = offered(parameter.dimension)
    given = first[1] if isinstance(first, tuple) else first
    value = parameter.default if given is None else given
    argument = None if value is None else read(parameter, value)
    unit = _unit(argument, units_of) if argument else (parameter.plain_unit or units_of[0])
    shown, data = "", ""
    if argument is not None:
        factor = units.factor(spelled(unit))
        shown = _typed(argument.value / factor)
        data = _first(argument, factor, shown, unit)
    needed = " required" if parameter.required else ""
    typed = 'type="text" inputmode="decimal" autocomplete="off" spellcheck="false"'
    box = f'<input {about} {typed} value="{shown}"{data}{needed}>'
    if units_of == ("one",):
        return f'<div class="calculator-field">{label}<span>{box}</span>{hint}</div>\n'
    choices = "".join(
        f'<option value="{escape(one)}"{_selected(one == unit)}>{escape(_unit_word(one))}</option>' for one in units_of
    )
    pick = (
        f'<select data-unit-of="{parameter.name}" aria-label="Unit of: {escape(parameter.meaning)}">{choices}</select>'
    )
    return f'<div class="calculator-field">{label}<span>{box}{pick}</span>{hint}</div>\n'


def _unit_word(unit: str) -> str:
    return {"one": "(a number)", "percent": "%"}.get(unit, unit.replace("*", " "))


def _selected(chosen: bool) -> str:
    return " selected" if chosen else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _unit(argument: Argument, units_of: tuple[str, ...]) -> str:
    """The unit to show a first value in: its own where the form offers it and the number is handy."""
    same = [unit for unit in units_of if units.factor(unit) == units.factor(spelled(argument.unit))]
    own = argument.unit if argument.unit in units_of else next(iter(same), units_of[0])
    if not argument.value or _SMALL <= abs(argument.value / units.factor(own)) < _LARGE or len(units_of) == 1:
        return own
    handy = [unit for unit in units_of if _SMALL <= abs(argument.value / units.factor(unit)) < _LARGE // 100]
    return next(iter(handy), own) if units.factor(own) * 1000 <= abs(argument.value) else own


def _typed(value: Fraction) -> str:
    exact = plain(value)
    return exact if Fraction(exact) == value else plain(value, _DIGITS)


def _first(argument: Argument, factor: Fraction, shown: str, unit: str) -> str:
    """What the script needs to know of a first value: what its digits allow, while the reader leaves it as it is."""
    if argument.origin not in ("fact", "derived"):
        return ""
    low, high = (
        "open" if end is None else f"{(end / factor).numerator}/{(end / factor).denominator}"
        for end in (argument.interval.low, argument.interval.high)
    )
    exact = argument.value / factor
    told = {
        "data-first": shown,
        "data-first-unit": unit,
        "data-exact": f"{exact.numerator}/{exact.denominator}",
        "data-low": low,
        "data-high": high,
        "data-assumed": "; ".join(argument.assumptions),
    }
    return "".join(f' {key}="{escape(value)}"' for key, value in told.items() if value)


def _hint(parameter: Parameter, first: First | None) -> str:
    parts = [] if parameter.words else [escape(_capital(str(parameter.limits)))]
    if not parameter.required and parameter.default is None:
        parts.append("may be left out")
    elif parameter.because and first is None:
        parts.append(f"first value: {escape(parameter.because)}")
    if isinstance(first, tuple):
        fact = first[1]
        assert fact.claim is not None
        assert fact.source is not None
        data = {
            "value": fact.claim.value,
            "data-fact": fact.claim.id,
            "data-unit": fact.unit or "",
            "title": figures.note(fact),
        }
        attributes = "".join(f' {key}="{escape(value)}"' for key, value in data.items() if value)
        link = f'<a href="{escape(fact.source.url or "")}" rel="external">{escape(fact.text)}</a>'
        parts.append(f'first value: {escape(fact.subject.name)}, <data class="fact"{attributes}>{link}</data>')
    elif isinstance(first, Answer):
        value, note = told(first)
        data = {"value": value, "data-inputs": " ".join(first.inputs), "title": note}
        attributes = "".join(f' {key}="{escape(text)}"' for key, text in data.items())
        shown = f'<span class="fact-plain" tabindex="0">{escape(first.text)}</span>'
        parts.append(f'first value: worked out, <data class="fact"{attributes}>{shown}</data>')
    elif isinstance(first, str) and not parameter.words:
        parts.append("first value: an example")
    return "; ".join(parts)


def told(answer: Answer) -> tuple[str, str]:
    """An answer as a machine reads it, and what a hover says of it, one thing a line."""
    lines = [f"Computed: {answer.formula}", f"With the values: {answer.working}", f"Allowed: {_interval(answer)}"]
    given = {str(one) for one in answer.parameters}
    lines += [f"Assumed: {text}" for text in answer.assumptions if text not in given]
    return plain(answer.exact, _DIGITS), "\n".join(lines)


def _interval(answer: Answer) -> str:
    return str(answer).splitlines()[1].strip().removeprefix("interval: ")


def _result(answer: Answer) -> str:
    interval = _interval(answer)
    value, note = told(answer)
    claims = escape(" ".join(answer.inputs))
    number = (
        f'<data class="fact" value="{value}" data-inputs="{claims}" title="{escape(note)}">'
        f'<span class="fact-plain" tabindex="0">{escape(answer.text)}</span></data>'
    )
    lines = ["Exact for these inputs." if interval.startswith("exactly") else f"The printed digits allow {interval}."]
    lines += [f"{_capital(remark)}." for remark in answer.remarks]
    notes = "".join(f"<li>{escape(text)}</li>" for text in lines)
    return f'<p class="calculator-answer">{number}</p><ul>{notes}</ul>'


def _about(formula: Formula, answer: Answer) -> str:
    given = {str(one) for one in answer.parameters}
    taken = [text for text in answer.assumptions if text not in given]
    parts = [
        ("Taken for granted", taken),
        ("What it leaves out", list(formula.limits)),
        ("Formula from", [formula.source]),
    ]
    body = "".join(
        f"<p>{title}</p><ul>{''.join(f'<li>{escape(_capital(text))}</li>' for text in texts)}</ul>"
        for title, texts in parts
        if texts
    )
    return f'<details class="calculator-about" open><summary>Assumptions, limits and source</summary>{body}</details>'
