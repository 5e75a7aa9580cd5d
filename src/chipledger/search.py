"""Loose search: words in, ranked facts out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from chipledger.fact import Fact

_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*", re.UNICODE)

#: How much a word of each part of a fact counts.
_WEIGHTS = {"subject": 4.0, "property": 3.0, "condition": 2.0, "value": 1.0}


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison; separators inside names are dropped.

    Examples
    --------
    >>> words("TRN2 HBM-bandwidth")
    ['trn2', 'hbm', 'bandwidth']
    """
    return [word.casefold() for word in _WORD.findall(text)]


class Index:
    """An inverted index over facts.

    Parameters
    ----------
    facts : iterable of Fact
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts = list(facts)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        for number, fact in enumerate(self._facts):
            for part, text in _parts(fact):
                for word in words(text):
                    postings = self._postings[word]
                    postings[number] = max(postings.get(number, 0.0), _WEIGHTS[part])
        self._vocabulary = sorted(self._postings)

    def find(self, text: str, limit: int = 20) -> list[Fact]:
        """The facts that match most of the words, best first.

        A fact that matches every word comes before one that does not; shorter questions (fewer
        conditions) come first among equals.
        """
        asked = list(dict.fromkeys(words(text)))[:12]
        scores: dict[int, list[float]] = defaultdict(lambda: [0, 0.0])
        for word in asked:
            for number, weight in self._matching(word).items():
                scores[number][0] += 1
                scores[number][1] += weight
        most = max((hits for hits, _ in scores.values()), default=0)
        ranked = sorted(
            (number for number, (hits, _) in scores.items() if hits == most),
            key=lambda n: (-scores[n][1], not self._facts[n].subject.lead, len(self._facts[n].conditions), n),
        )
        return [self._facts[number] for number in ranked[: max(limit, 0)]]

    def _matching(self, word: str) -> dict[int, float]:
        """Facts with this word, or with a word that begins so (at half weight)."""
        found = dict(self._postings.get(word, {}))
        if len(word) >= 2:
            at = bisect_left(self._vocabulary, word)
            while at < len(self._vocabulary) and self._vocabulary[at].startswith(word):
                for number, weight in self._postings[self._vocabulary[at]].items():
                    found[number] = max(found.get(number, 0.0), weight / 2)
                at += 1
        return found


def _parts(fact: Fact) -> Iterable[tuple[str, str]]:
    yield "subject", " ".join((fact.subject.id, fact.subject.name, *fact.subject.aliases))
    yield "property", " ".join((fact.property.id, fact.property.title, *fact.property.words))
    yield "condition", " ".join(fact.conditions.values())
    yield "value", fact.text
