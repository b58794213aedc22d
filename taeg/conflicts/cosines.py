"""Cosines of texts: of centred sentence vectors if there is an encoder, else of weighted words."""

import math
from collections import Counter
from collections.abc import Callable, Iterable

from taeg.conflicts.survey import Survey, stems
from taeg.text.vectors import Encoder

_TINY = 1e-9


class Cosines:
    """Cosines of the texts of one batch after another."""

    def __init__(self, survey: Survey, encoder: Encoder | None) -> None:
        self._survey, self._encoder = survey, encoder
        self._mean = encoder.encode(survey.sample).mean(axis=0) if encoder and survey.sample else None

    def of(self, texts: Iterable[str]) -> Callable[[str, str], float]:
        """Return the function that gives the cosine of two of the texts."""
        distinct = sorted(set(texts))
        if self._encoder is None or self._mean is None:
            return self._by_words(distinct)
        if not distinct:
            return lambda a, b: 0.0
        rows = self._encoder.encode(distinct) - self._mean
        rows = rows / ((rows**2).sum(axis=1, keepdims=True) ** 0.5 + _TINY)
        row = {text: number for number, text in enumerate(distinct)}
        return lambda a, b: float(rows[row[a]] @ rows[row[b]])

    def _by_words(self, texts: list[str]) -> Callable[[str, str], float]:
        vectors = {text: self._vector(text) for text in texts}

        def cosine(a: str, b: str) -> float:
            first, second = vectors[a], vectors[b]
            if len(second) < len(first):
                first, second = second, first
            return sum(weight * second[stem] for stem, weight in first.items() if stem in second)

        return cosine

    def _vector(self, text: str) -> dict[str, float]:
        weights = self._survey.weights
        counts = Counter(stems(text))
        raw = {stem: (1 + math.log(count)) * weights[stem] for stem, count in sorted(counts.items())}
        norm = math.sqrt(sum(weight**2 for weight in raw.values())) + _TINY
        return {stem: weight / norm for stem, weight in raw.items()}
