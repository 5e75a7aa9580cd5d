"""The ledger: strict questions, generous searches, and the ledger as it stood on a day."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from chipledger.comparison import Comparison, check
from chipledger.dates import last_day, period_end
from chipledger.errors import NoClaim, NoDatedClaim, UnknownCondition, did_you_mean
from chipledger.fact import Fact
from chipledger.identities import Equations, Result, reconcile
from chipledger.questions import Questions, ambiguous, of_basis, spoken, tied
from chipledger.recipes import Recipes
from chipledger.records import BASES, Choice, Claim, Conditions, Missing, Property, Source, Subject
from chipledger.restated import Restated, split
from chipledger.search import Index
from chipledger.selection import Selected, select
from chipledger.unpublished import absent, covering, undated
from chipledger.vocabulary import Vocabulary


class Ledger:
    """Claims, and the answers that they give.

    Parameters
    ----------
    vocabulary : Vocabulary
    sources : mapping of str to Source
    claims : iterable of Claim
    missing : iterable of Missing
    choices : iterable of Choice
    equations : Equations, optional
        What `identities` checks.
    as_of : str, optional
        The date that this ledger speaks for.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        sources: Mapping[str, Source],
        claims: Iterable[Claim],
        missing: Iterable[Missing] = (),
        choices: Iterable[Choice] = (),
        *,
        recipes: Recipes | None = None,
        equations: Equations | None = None,
        as_of: str | None = None,
        _whole: Ledger | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.sources = sources
        self.claims = {claim.id: claim for claim in sorted(claims, key=lambda claim: claim.id)}
        self.not_published = tuple(missing)
        self.choices = tuple(choices)
        self.recipes = recipes or Recipes(vocabulary, sources)
        self.equations = equations or Equations()
        self.as_of = as_of
        self._whole = _whole
        self._questions = Questions(vocabulary, self.claims.values())
        self._chosen = {(c.subject, c.property, c.conditions): c for c in self.choices}
        self._facts: dict[tuple[str, str, Conditions], tuple[Fact, Selected]] = {}

    @property
    def subjects(self) -> Mapping[str, Subject]:
        """Every subject by id."""
        return self.vocabulary.subjects

    @property
    def properties(self) -> Mapping[str, Property]:
        """Every property by id."""
        return self.vocabulary.properties

    def get(
        self,
        subject: str,
        property: str,
        *,
        basis: str | None = None,
        assume: Mapping[str, str] | None = None,
        **conditions: object,
    ) -> Fact:
        """The answer to one question.

        Parameters
        ----------
        subject : str
            An id or an exact alias.
        property : str
            A word of the vocabulary.
        basis : str, optional
            Answer only from claims of this basis; the way to ask for estimates of what a vendor
            does not publish.
        assume : mapping, optional
            Conditions to take for granted where the source leaves them unstated; the fact says so.
        **conditions
            What narrows the question. Those that leave no choice may be omitted; ``"not given"`` asks for
            what is said without an optional one. Accepted too: ``as_of`` (see `at`), and what restates the
            subject or the claim: ``chips``, ``modifier``, ``lower_bound``.

        Returns
        -------
        Fact
            With ``claim=None`` when the figure is not published.

        Raises
        ------
        UnknownSubject, UnknownProperty, UnknownCondition
            For words that the ledger does not know, with the nearest that it does.
        AmbiguousQuestion
            When several facts fit, with the conditions that would tell them apart; or when the selection
            rule cannot choose between claims.
        NoClaim
            When nothing is on record.
        NoDatedClaim
            When something is, but nothing dated so early.

        Examples
        --------
        >>> import chipledger
        >>> ledger = chipledger.load()
        >>> ledger.get("h100-sxm", "peak_compute", precision="fp8", sparsity="dense").unit
        'TFLOP/s'
        """
        if (day := conditions.pop("as_of", None)) is not None:
            return self.at(str(day)).get(subject, property, basis=basis, assume=assume, **conditions)
        prop, found, asked, said = self._understood(subject, property, conditions)
        if basis is not None and basis not in BASES:
            raise UnknownCondition(f"basis cannot be {basis[:80]!r}{did_you_mean(basis, BASES)}", BASES)
        taken = self.vocabulary.check(prop, assume or {})
        matching, assumptions = self._questions.narrow(found, prop, asked, taken)
        matching = of_basis(said.kept(matching), basis)
        undated = None if matching else self._undated(found, prop, asked, basis)
        if basis is None and undated is None and (record := covering(self.not_published, found, prop, asked, matching)):
            return absent(record, asked, matching, self.vocabulary, self.sources, self.as_of)
        question = spoken(found, prop, asked, basis)
        if not matching:
            raise undated or self._questions.nothing(found, prop, question)
        if len(matching) > 1:
            raise ambiguous(question, matching)
        [(stated, claims)] = matching.items()
        fact, selected = self._fact(found, prop, stated, claims, assumptions, basis)
        if selected.tied:
            raise tied(question, selected)
        return fact

    def _understood(
        self, subject: str, property: str, conditions: Mapping[str, object]
    ) -> tuple[Property, Subject, Conditions, Restated]:
        prop = self.vocabulary.property(property)
        found = self.vocabulary.subject(subject)
        asked, said = split(found, prop, conditions, self.vocabulary)
        absent = any((record.subject, record.property) == (found.id, prop.id) for record in self.not_published)
        return prop, *self._questions.settle(found, prop, self.vocabulary.check(prop, asked), absent=absent), said

    def _fact(
        self,
        subject: Subject,
        prop: Property,
        conditions: Conditions,
        claims: Sequence[Claim],
        assumptions: tuple[str, ...] = (),
        basis: str | None = None,
    ) -> tuple[Fact, Selected]:
        key = (subject.id, prop.id, conditions)
        plain = not assumptions and basis is None and claims == self._questions.about(subject, prop).get(conditions)
        if plain and key in self._facts:
            return self._facts[key]
        selected = select(claims, self.sources, self._chosen.get(key), measured=prop.measured or basis == "measured")
        if selected.claim is None:
            raise NoClaim(f"{spoken(subject, prop, conditions)}: {selected.reason}")
        made = Fact(
            subject,
            prop,
            conditions,
            selected.claim,
            selected.reason,
            tuple(sorted(claims, key=lambda claim: claim.id)),
            self.sources,
            assumptions=assumptions,
            as_of=self.as_of,
        )
        if plain:
            self._facts[key] = made, selected
        return made, selected

    def _undated(self, subject: Subject, prop: Property, asked: Conditions, basis: str | None) -> NoDatedClaim | None:
        """The error for what is on record, but was not yet said on the day that this ledger speaks for."""
        return undated(self._whole._questions, subject, prop, asked, basis, self.as_of) if self._whole else None

    def facts(self, subject: str | None = None) -> list[Fact]:
        """Every fact that has a selected claim, in the order of subject, property and conditions."""
        wanted = None if subject is None else self.vocabulary.subject(subject).id
        found = []
        for owner, prop, conditions, claims in self._questions.each():
            if wanted not in (None, owner.id) or covering(self.not_published, owner, prop, conditions, [conditions]):
                continue
            if select(claims, self.sources, measured=prop.measured).claim is not None:
                found.append(self._fact(owner, prop, conditions, claims)[0])
        return found

    @cached_property
    def _index(self) -> Index:
        return Index([*self.facts(), *map(self._unanswered, self.not_published)])

    def _unanswered(self, record: Missing) -> Fact:
        owner, prop = self.subjects[record.subject], self.properties[record.property]
        matching, _ = self._questions.narrow(owner, prop, record.conditions, {})
        return absent(record, record.conditions, matching, self.vocabulary, self.sources, self.as_of)

    def find(self, text: str, limit: int = 20) -> list[Fact]:
        """Facts that fit loose words, best first, those not published among them; never an error, whatever the words.

        Examples
        --------
        >>> import chipledger
        >>> chipledger.load().find("trn2 hbm bandwidth")[0].text
        '2.9 TB/s'
        """
        return self._index.find(text, limit)

    def compare(
        self,
        subjects: Sequence[str],
        property: str,
        *,
        basis: str | None = None,
        assume: Mapping[str, str] | None = None,
        **conditions: object,
    ) -> Comparison:
        """The same question put to several subjects.

        Raises
        ------
        NotComparable
            When the answers hold under different conditions; the message names them.
        AmbiguousQuestion, UnknownSubject, UnknownProperty, UnknownCondition
            As `get`.
        """
        prop = self.vocabulary.property(property)
        facts: list[Fact] = []
        left_out: dict[str, str] = {}
        for name in subjects:
            try:
                facts.append(self.get(name, property, basis=basis, assume=assume, **conditions))
            except (NoClaim, NoDatedClaim) as error:
                left_out[self.vocabulary.subject(name).id] = str(error)
        check(prop, facts, assume or {})
        return Comparison(prop, tuple(facts), left_out)

    def history(self, subject: str, property: str, **conditions: object) -> list[Claim]:
        """Every claim about a question, oldest first; undated ones last.

        Raises
        ------
        NoClaim, NoDatedClaim
            When nothing is on record, not even that it is not published; the rest as `get`.
        """
        prop, found, asked, said = self._understood(subject, property, conditions)
        matching = said.kept(self._questions.narrow(found, prop, asked, {})[0])
        if not matching and not covering(self.not_published, found, prop, asked, matching):
            question = spoken(found, prop, asked)
            raise self._undated(found, prop, asked, None) or self._questions.nothing(found, prop, question)
        claims = {claim.id: claim for group in matching.values() for claim in group}.values()
        return sorted(claims, key=lambda c: (c.date is None, period_end(c.date or ""), c.id))

    def conflicts(self, subject: str | None = None) -> list[Fact]:
        """Facts that some standing claim contradicts."""
        return [fact for fact in self.facts(subject) if any(o.relation == "differs" for o in fact.others)]

    @cached_property
    def _results(self) -> tuple[Result, ...]:
        return reconcile(self, self.equations)

    def identities(self, subject: str | None = None) -> tuple[Result, ...]:
        """Every identity, checked, the conflicts first; of one subject only those that one of its claims enters."""
        wanted = None if subject is None else self.vocabulary.subject(subject).id
        return tuple(r for r in self._results if wanted in (None, *(self.claims[i].subject for i in r.inputs)))

    def missing(self, subject: str) -> tuple[Missing, ...]:
        """What was looked for about a subject and is not published."""
        wanted = self.vocabulary.subject(subject).id
        return tuple(record for record in self.not_published if record.subject == wanted)

    def at(self, date: str | datetime.date) -> Ledger:
        """The ledger as it stood at the end of a day: what had been said, or seen, by then.

        Raises
        ------
        QuestionError
            If `date` is not a calendar date written ``YYYY-MM-DD`` (or ``YYYY-MM``, ``YYYY``).
        """
        day = last_day(date)
        whole = self._whole or self
        kept = [c for c in whole.claims.values() if c.date and period_end(c.date) <= day]
        # What a later search did not find was not published then either: an estimate of the day does not stand in.
        held = (self.vocabulary, self.sources, kept, whole.not_published, self.choices)
        return Ledger(*held, recipes=whole.recipes.until(day), equations=whole.equations, as_of=day, _whole=whole)
