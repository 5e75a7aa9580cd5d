"""Claims by the question that they answer, and what to say when a question has no one answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chipledger.errors import AmbiguousQuestion, NoClaim
from chipledger.records import UNSTATED, Claim, Conditions, Property, Subject
from chipledger.selection import Selected
from chipledger.vocabulary import Vocabulary, spread

#: Claims by the conditions that they hold under.
ByConditions = dict[Conditions, list[Claim]]


class Questions:
    """An index of claims by subject, property and conditions.

    Parameters
    ----------
    vocabulary : Vocabulary
    claims : iterable of Claim
    """

    def __init__(self, vocabulary: Vocabulary, claims: Iterable[Claim]) -> None:
        self._vocabulary = vocabulary
        self._claims: dict[tuple[str, str], ByConditions] = {}
        for claim in claims:
            by_conditions = self._claims.setdefault((claim.subject, claim.property), {})
            for conditions in claim.conditions.each(vocabulary.lists):
                by_conditions.setdefault(conditions, []).append(claim)

    def about(self, subject: Subject, prop: Property) -> ByConditions:
        """Everything said about one property of a subject."""
        return self._claims.get((subject.id, prop.id), {})

    def each(self) -> Iterable[tuple[Subject, Property, Conditions, list[Claim]]]:
        """Every question that some claim answers, in the order of subject, property and conditions."""
        for subject, prop in sorted(self._claims):
            by_conditions = self._claims[subject, prop]
            for conditions in sorted(by_conditions, key=str):
                found = self._vocabulary.subjects[subject], self._vocabulary.properties[prop]
                yield *found, conditions, by_conditions[conditions]

    def settle(
        self, subject: Subject, prop: Property, asked: Conditions, *, absent: bool = False
    ) -> tuple[Subject, Conditions]:
        """Settle a form factor that merely restates the subject, or that picks a family's variant.

        With `absent` the family itself is on record as publishing nothing, which answers for it.

        Raises
        ------
        AmbiguousQuestion
            For a family of which nothing is said as asked, naming its variants.
        NoClaim
            For a form factor that the subject does not have.
        """
        form = asked.get("form_factor")
        variants = self._vocabulary.variants(subject)
        if variants and not absent and not any(conditions.meets(asked) for conditions in self.about(subject, prop)):
            fitting = [variant for variant in variants if form and variant.form_factor == form]
            if len(fitting) != 1:
                ids = tuple(variant.id for variant in variants)
                raise AmbiguousQuestion(f"{subject.name} is sold in several forms; ask for {' or '.join(ids)}", ids)
            subject = fitting[0]
        if form is None or (form != subject.form_factor and "form_factor" in prop.conditions):
            return subject, asked
        if form != subject.form_factor:
            raise NoClaim(f"{subject.id} is not {form!r}; it is {subject.form_factor or 'of no form factor'}")
        return subject, Conditions({key: value for key, value in asked.items() if key != "form_factor"})

    def narrow(
        self, subject: Subject, prop: Property, asked: Conditions, taken: Mapping[str, str]
    ) -> tuple[ByConditions, tuple[str, ...]]:
        """The claims that fit a question, and what had to be assumed for them to fit.

        An assumption fills a silence and nothing else: claims that state the condition answer first, and
        a question that asks for what is unstated is taken at its word.
        """
        taken = {k: v for k, v in taken.items() if v != UNSTATED and asked.get(k) != UNSTATED}
        stated: ByConditions = {}
        assumed: ByConditions = {}
        used: set[str] = set()
        for conditions, claims in self.about(subject, prop).items():
            filled = {k: v for k, v in taken.items() if conditions.get(k) == UNSTATED}
            if not Conditions({**conditions, **filled}).meets(asked):
                continue
            (assumed if filled else stated)[conditions] = claims
            used |= {f"{k}={v} is assumed; the source does not state it" for k, v in filled.items()}
        return (stated, ()) if stated else (assumed, tuple(sorted(used)))

    def nothing(self, subject: Subject, prop: Property, question: str) -> NoClaim:
        """Nothing is on record as asked: what is, instead."""
        if known := self.about(subject, prop):
            choices = tuple(sorted(str(conditions) for conditions in known))
            return NoClaim(f"{question}: nothing on record; on record: {_listed(choices)}", choices)
        family = self._vocabulary.subjects.get(subject.family or "")
        if family is not None and self.about(family, prop):
            told = f"it is on record for the family, {family.id}"
            return NoClaim(f"{question}: nothing on record for this form; {told}", (family.id,))
        have = tuple(sorted(name for owner, name in self._claims if owner == subject.id))
        return NoClaim(f"{question}: nothing on record; {subject.id} has: {_listed(have)}", have)


def of_basis(matching: ByConditions, basis: str | None) -> ByConditions:
    """Only the claims of one basis; all of them for ``None``."""
    kept = {conditions: [c for c in claims if basis in (None, c.basis)] for conditions, claims in matching.items()}
    return {conditions: claims for conditions, claims in kept.items() if claims}


def spoken(subject: Subject, prop: Property, asked: Conditions, basis: str | None = None) -> str:
    """A question in words."""
    told = " ".join(filter(None, [str(asked), f"basis={basis}" if basis else ""]))
    return f"{subject.id}.{prop.id}" + (f" ({told})" if told else "")


def ambiguous(question: str, matching: Iterable[Conditions]) -> AmbiguousQuestion:
    """Several facts fit: the conditions that would tell them apart."""
    sets = list(matching)
    told = "; ".join(f"{key}: {', '.join(values)}" for key, values in spread(sets).items())
    return AmbiguousQuestion(f"{question} has {len(sets)} answers; say which ({told})", sorted(map(str, sets)))


def tied(question: str, selected: Selected) -> AmbiguousQuestion:
    """The selection rule cannot choose, and no line of the selections file does."""
    claims = [claim for claim in (selected.claim, *selected.tied) if claim]
    told = ", ".join(f"{claim.text} [{claim.id}]" for claim in claims)
    return AmbiguousQuestion(f"{question}: the rule cannot choose between {told}", [claim.id for claim in claims])


def _listed(words: Sequence[str], most: int = 8) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ("; ".join(words[:most]) + more) or "nothing"
