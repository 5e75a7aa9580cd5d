"""Which models are documented to run on which hardware; that nothing is on record proves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from chipledger.dates import period_end
from chipledger.errors import UnknownCondition, UnknownSubject, did_you_mean, nearest
from chipledger.records import Source, Subject
from chipledger.records.recipe import REFUSALS, STATUSES, WORKLOADS, Gap, Recipe
from chipledger.vocabulary import Vocabulary

#: What an answer without recipes means.
ABSENCE = "the absence of a recipe is no proof that it does not run"

_KINDS = {"model": "a model or a family of models", "hardware": "hardware"}

#: How what a recipe names relates to what was asked, the nearest first.
RELATIONS = ("itself", "a variant", "its family", "holds it", "held by it")


@dataclass(frozen=True, slots=True)
class Found:
    """A recipe that answers, and how near it is to the question.

    Attributes
    ----------
    recipe : Recipe
    source : Source
    model, hardware : str
        One of `RELATIONS`; ``itself`` where nothing was asked. A recipe for a family, or for a chip when an
        instance was asked, does not promise this size or this machine.
    """

    recipe: Recipe
    source: Source
    model: str = RELATIONS[0]
    hardware: str = RELATIONS[0]

    @property
    def exact(self) -> bool:
        """Whether the recipe names what was asked, not something near it."""
        return self.model == self.hardware == RELATIONS[0]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is documented, and what is known to be absent.

    Attributes
    ----------
    found : tuple of Found
        The nearest first, then the surest status, then the latest.
    unplaced : tuple of Found
        Recipes of the model whose source names the hardware in words only, such as "NVIDIA GPUs", where
        those words do not rule out what was asked.
    gaps : tuple of Gap
        What the ledger is known to lack that could have answered.
    question : str
    """

    found: tuple[Found, ...]
    unplaced: tuple[Found, ...]
    gaps: tuple[Gap, ...]
    question: str

    def __iter__(self) -> Iterator[Found]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    @property
    def refused(self) -> tuple[Found, ...]:
        """The recipes that say no."""
        return tuple(one for one in self.found if one.recipe.status in REFUSALS)

    @property
    def text(self) -> str:
        """The answer in one sentence."""
        if not self.found:
            also = f"; {len(self.unplaced)} on hardware that is named in words only" if self.unplaced else ""
            return f"{self.question}: no recipe on record{also}; {ABSENCE}"
        count = Counter(one.recipe.status for one in self.found)
        told = ", ".join(f"{count[status]} {status.replace('_', ' ')}" for status in STATUSES if count[status])
        return f"{self.question}: {len(self.found)} recipe{'s' if len(self.found) > 1 else ''} ({told})"


class Recipes:
    """The recipes of a ledger; called with a question, it answers: ``ledger.recipes("llama-3.1-8b", "trn2")``.

    Parameters
    ----------
    vocabulary : Vocabulary
    sources : mapping of str to Source
    recipes : iterable of Recipe
    gaps : iterable of Gap
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        sources: Mapping[str, Source],
        recipes: Iterable[Recipe] = (),
        gaps: Iterable[Gap] = (),
    ) -> None:
        self._vocabulary = vocabulary
        self._sources = sources
        self.all = {recipe.id: recipe for recipe in sorted(recipes, key=lambda recipe: recipe.id)}
        self.gaps = tuple(gaps)
        self._words = {
            "model": {r.model_named.casefold(): r.model_named for r in self.all.values() if r.model_named},
            "hardware": {r.hardware_named.casefold(): r.hardware_named for r in self.all.values() if r.hardware_named},
        }
        self._engines = {name.casefold(): name for recipe in self.all.values() for name in recipe.engines}

    def __call__(
        self,
        model: str | None = None,
        hardware: str | None = None,
        *,
        workload: str | None = None,
        engine: str | None = None,
        status: str | None = None,
    ) -> Answer:
        """What is documented to run.

        Parameters
        ----------
        model, hardware : str, optional
            An id or exact alias, or the words in which a recipe names what has no subject.
        workload, engine, status : str, optional

        Returns
        -------
        Answer
            Also when nothing is on record, which is no proof that nothing runs.

        Raises
        ------
        UnknownSubject, UnknownCondition
            For words that neither the ledger nor a recipe knows, with the nearest.
        """
        wanted_model, wanted_hardware = self._understood("model", model), self._understood("hardware", hardware)
        _one_of("workload", workload, WORKLOADS)
        _one_of("status", status, STATUSES)
        software = self._engine(engine)
        found, unplaced = [], []
        for recipe in self.all.values():
            if workload not in (None, recipe.workload) or status not in (None, recipe.status):
                continue
            if software is not None and software not in recipe.engines:
                continue
            of_model = self._relation(wanted_model, recipe.models, recipe.model_named)
            on_hardware = self._relation(wanted_hardware, recipe.hardware, recipe.hardware_named)
            source = self._sources[recipe.source]
            if of_model and on_hardware:
                found.append(Found(recipe, source, of_model, on_hardware))
            elif of_model and wanted_model and wanted_hardware and self._may_be(wanted_hardware, recipe):
                unplaced.append(Found(recipe, source, of_model))
        about = (wanted_model, wanted_hardware, software)
        gaps = tuple(gap for gap in self.gaps if self._concerns(gap, *about))
        words = (wanted_model, wanted_hardware and f"on {wanted_hardware}", workload, software, status)
        question = " ".join(word for word in words if word)
        return Answer(_ranked(found), _ranked(unplaced), gaps, question or "all recipes")

    def until(self, day: str) -> Recipes:
        """What had been said, or seen, by the end of a day, without what has no date.

        What the ledger lacks, it lacks of any day.
        """
        kept = [recipe for recipe in self.all.values() if recipe.date and period_end(recipe.date) <= day]
        return Recipes(self._vocabulary, self._sources, kept, self.gaps)

    def _understood(self, key: str, asked: str | None) -> str | None:
        """The id of a subject, or the words of a recipe for what has none."""
        if asked is None:
            return None
        words = self._words[key]
        try:
            subject = self._vocabulary.subject(asked)
        except UnknownSubject as error:
            folded = str(asked).strip().casefold()
            if folded in words:
                return words[folded]
            close = nearest(folded, words, most=3)
            if not close:
                raise
            ids = [name for name in error.choices if self._fits(key, self._vocabulary.subjects[name])]
            names = (*(words[name] for name in close), *ids)
            told = f"no {key} {str(asked)[:80]!r}; did you mean {' or '.join(names[:4])}?"
            raise UnknownSubject(told, names) from None
        if not self._fits(key, subject):
            raise UnknownSubject(f"{subject.id} is a {subject.kind}; allowed as {key}: {_KINDS[key]}")
        return subject.id

    def _fits(self, key: str, subject: Subject) -> bool:
        """Whether a subject is a model where models are asked for, or else is not."""
        kinds = {one.kind for one in (subject, *self._vocabulary.variants(subject))}
        return ("model" in kinds) == (key == "model")

    def _may_be(self, asked: str, recipe: Recipe) -> bool:
        """Whether hardware that a recipe has in words only may be what was asked, by the maker's name."""
        if recipe.hardware or asked not in self._vocabulary.subjects:
            return False
        words = (recipe.hardware_named or "").casefold()
        makers = {subject.vendor for subject in self._vocabulary.subjects.values() if subject.kind == "chip"}
        named = {maker for maker in makers if maker.casefold() in words}
        return not named or self._vocabulary.subjects[asked].vendor in named

    def _engine(self, asked: str | None) -> str | None:
        if asked is None:
            return None
        found = self._engines.get(str(asked).strip().casefold())
        if found is None:
            known = tuple(self._engines.values())
            told = f"no recipe names the engine {str(asked)[:80]!r}{did_you_mean(str(asked), known)}"
            raise UnknownCondition(told, nearest(str(asked), known) or sorted(known))
        return found

    def _relation(self, asked: str | None, named: tuple[str, ...], words: str | None) -> str | None:
        """How near a recipe is to what was asked, or ``None`` where it is about something else."""
        if asked is None or asked in named or (words and asked.casefold() == words.casefold()):
            return RELATIONS[0]
        if asked not in self._vocabulary.subjects:
            return None
        relations = {relation for name in named if (relation := self._kinship(asked, name))}
        return next((relation for relation in RELATIONS if relation in relations), None)

    def _kinship(self, asked: str, name: str) -> str | None:
        subjects = self._vocabulary.subjects
        if subjects[name].family == asked:
            return RELATIONS[1]
        if subjects[asked].family == name:
            return RELATIONS[2]
        if self._inside(name) & self._same(asked):
            return RELATIONS[3]
        if self._inside(asked) & self._same(name):
            return RELATIONS[4]
        return None

    def _same(self, name: str) -> set[str]:
        """A subject and, for a family, its variants."""
        return {name, *(variant.id for variant in self._vocabulary.variants(self._vocabulary.subjects[name]))}

    def _inside(self, name: str) -> set[str]:
        """Everything that a subject is made of, down to the last part."""
        found: set[str] = set()
        ahead = [name]
        while ahead:
            parts = [part.subject for part in self._vocabulary.subjects[ahead.pop()].made_of]
            ahead += [part for part in parts if part not in found]
            found.update(parts)
        return found

    def _concerns(self, gap: Gap, model: str | None, hardware: str | None, engine: str | None) -> bool:
        if gap.engines and engine is not None and engine not in gap.engines:
            return False
        pairs = ((model, gap.models), (hardware, gap.hardware))
        return all(not named or self._relation(asked, named, None) for asked, named in pairs)


def _one_of(key: str, given: str | None, allowed: Iterable[str]) -> None:
    words = tuple(allowed)
    if given is not None and given not in words:
        raise UnknownCondition(f"{key} cannot be {str(given)[:80]!r}{did_you_mean(str(given), words)}", words)


def _ranked(found: Iterable[Found]) -> tuple[Found, ...]:
    """The nearest first, then the surest, then the latest, then by id."""
    order = list(STATUSES)
    by_id = sorted(found, key=lambda one: one.recipe.id)
    latest = sorted(by_id, key=lambda one: period_end(one.recipe.date or "0001"), reverse=True)
    near = RELATIONS.index
    return tuple(sorted(latest, key=lambda one: (near(one.model) + near(one.hardware), order.index(one.recipe.status))))
