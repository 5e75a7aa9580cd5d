"""Figures of the ledger for a calculation: those of a chip, of a model, or named one by one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chipledger.compute import Formula, Parameter
from chipledger.errors import AmbiguousQuestion, NoClaim, QuestionError, did_you_mean
from chipledger.ledger import Ledger


@dataclass
class Taking:
    """Takes facts from a ledger for the parameters of one question.

    Attributes
    ----------
    ledger : Ledger
    conditions : mapping of str to str
        What narrows every question to the ledger that has such a condition.
    assume : mapping of str to str
    basis : str or None
    used : set of str
        Conditions that narrowed some question.
    """

    ledger: Ledger
    conditions: Mapping[str, str]
    assume: Mapping[str, str]
    basis: str | None = None
    used: set[str] = field(default_factory=set)

    def named(self, text: str) -> Any:
        """The fact that a text such as ``trn2-48xlarge chips`` names; any other text as it is.

        Raises
        ------
        QuestionError
            If the text names a subject of the ledger and is no question that has an answer.
        """
        if not text[:1].isalpha() or len(text) > 400:
            return text
        try:
            subject, *words = shlex.split(text)
            known = self.ledger.vocabulary.subject(subject).id
        except (ValueError, QuestionError):
            return text
        pairs = dict(word.partition("=")[::2] for word in words[1:])
        if not words or not all(pairs.values()):
            raise QuestionError(f"{text[:60]!r} is no figure of the ledger; allowed: subject property condition=value")
        return self._ask(known, words[0], pairs)

    def all(self, formula: Formula, subjects: Iterable[tuple[str, bool]], given: Mapping[str, Any]) -> dict[str, Any]:
        """Facts for what a question still needs.

        Parameters
        ----------
        formula : Formula
        subjects : iterable of (str, bool)
            Each with whether its figures also replace the formula's defaults.
        given : mapping of str to object
            What is given already.

        Raises
        ------
        QuestionError
            If a figure that is needed is ambiguous, or no subject has it.
        """
        found: dict[str, Any] = {}
        failed: dict[str, QuestionError] = {}
        for subject, eager in subjects:
            for name, parameter in formula.parameters.items():
                if name in given or name in found or (parameter.default is not None and not eager):
                    continue
                try:
                    fact = self._first(subject, parameter)
                except (AmbiguousQuestion, NoClaim) as error:
                    if parameter.required or isinstance(error, AmbiguousQuestion):
                        failed.setdefault(name, error)
                    continue
                if fact is not None and (fact.published or parameter.required):
                    found[name] = fact
        wanted = self._wanted(formula, {*given}, {*found, *failed})
        for name in formula.parameters:
            if name in wanted and name in failed and name not in found:
                silent = (
                    "; --assume sparsity=dense takes it for granted" if "sparsity=unstated" in str(failed[name]) else ""
                )
                raise QuestionError(f"{name}: {failed[name]}{silent}")
        return {name: fact for name, fact in found.items() if name in wanted}

    @staticmethod
    def _wanted(formula: Formula, given: set[str], offered: set[str]) -> set[str]:
        """Which of the figures on offer take part: those of the fullest expression that uses all that is given."""
        checked = {*formula.divides, *(name for r in formula.requires for name in r.names)}
        words = {name for name, parameter in formula.parameters.items() if parameter.words}
        fitting = []
        for case in formula.cases:
            needs = {need for need in case.needs if "=" not in need}
            if needs <= given | offered and given - words - checked <= {*case.names}:
                fitting.append((len(needs), {*case.names} | checked))
        return max(fitting, key=lambda pair: pair[0])[1] if fitting else offered

    def _first(self, subject: str, parameter: Parameter) -> Any:
        """The first of the properties that answer a parameter, of which something is on record."""
        known = self.ledger.vocabulary.subject(subject).id
        on_record = {claim.property for claim in self.ledger.claims.values() if claim.subject == known}
        on_record |= {gap.property for gap in self.ledger.missing(known)}
        nothing: NoClaim | None = None
        for prop in parameter.facts:
            if prop in on_record:
                try:
                    return self._ask(known, prop, {}, parameter.asks)
                except NoClaim as error:
                    nothing = nothing or error
        if nothing is not None:
            raise nothing
        return None

    def _ask(
        self, subject: str, prop: str, pairs: Mapping[str, str], otherwise: Mapping[str, str] | None = None
    ) -> Any:
        described = self.ledger.vocabulary.property(prop)
        names = {*described.conditions}
        asked = {name: value for name, value in self.conditions.items() if name in names and name not in pairs}
        self.used |= {*asked}
        question = {**asked, **pairs}
        if otherwise is not None:
            usual = {**described.defaults, **otherwise, "scope": "chip"}
            claims = [c for c in self.ledger.claims.values() if (c.subject, c.property) == (subject, prop)]
            stated = {(name, c.conditions.get(name)) for c in claims for name in names}
            # What the formula asks for is asked even where nothing fits, so that the answer says so.
            taken = {n: v for n, v in usual.items() if n in names and (n in otherwise or (n, v) in stated)}
            question = {**taken, **question}
        assume = {name: value for name, value in self.assume.items() if name in names}
        return self.ledger.get(subject, prop, basis=self.basis, assume=assume or None, **question)


def unused(formula: Formula, taking: Taking) -> None:
    """Refuse conditions that narrowed nothing, and misspelt parameters, which look like conditions.

    Raises
    ------
    QuestionError
    """
    left = [name for name in taking.conditions if name not in taking.used]
    if left:
        options = [name.replace("_", "-") for name in formula.parameters]
        flag = left[0].replace("_", "-")
        raise QuestionError(f"{formula.verb}: --{flag} has no effect{did_you_mean(flag, options)}")
