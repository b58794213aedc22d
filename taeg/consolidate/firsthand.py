"""First-hand accounts before hearsay: a score of how each version knows what it tells.

The score is z(precise marks) - z(hedges, hearsay and what was not witnessed), both for each `WORDS` words
(`taeg.text.cues`). A version is short, so its rates are drawn towards those of its source, and a little towards those
of the corpus: a witness who reads a log in one account is believed to be careful in the next. Attributions ('police
said') do not count, because agencies attribute what is most certain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from taeg.consolidate.arrays import Arrays
from taeg.model.corpus_graph import FloatArray, slices
from taeg.text.cues import Cues, cues
from taeg.text.language import language

WORDS = 15
"""The unit of length, about a sentence."""
SOURCE, CORPUS = 6, 3
"""Weight of the rates of the source and of the corpus, in units of length."""
HEARSAY = 2
"""Weight of a sentence of hearsay against that of a hedge."""
MOSTLY = 0.5
"""A version with at least this share of sentences of hearsay or of what its speaker did not witness is selected only if
all versions of its event are so; also one that opens with a short sentence, of at most `WORDS` words, that says so."""
UNWITNESSED = 0.5
"""Weight of a sentence that says what was not witnessed, besides that of its hedges."""
LAST = -1_000.0
MUCH_HEARSAY, FEWEST_HEARSAY = 2.0, 3
"""How much hearsay a second-hand source has: of the usual share, and sentences."""
READ = 20_000
"""In a corpus with more versions, as many random ones are read, and versions are as good as their source."""
VERSIONS_AT_ONCE, CHARACTERS_AT_ONCE = 50_000, 16_000_000


@dataclass(frozen=True, slots=True)
class Marks:
    """What marks the versions have, one entry per version."""

    read: npt.NDArray[np.bool_]
    """Whether the version was read."""
    length: FloatArray
    """In units of `WORDS` words."""
    sentences: FloatArray
    hearsay: FloatArray
    """Sentences with a mark of hearsay."""
    hedged: FloatArray
    precise: FloatArray
    unwitnessed: FloatArray
    """Sentences that say what the speaker did not witness."""
    second_hand: FloatArray
    """Sentences of hearsay or of what was not witnessed; all sentences if the account opens so."""
    corrects: FloatArray
    """Sentences that correct an earlier account of the speaker."""

    def of(self, versions: npt.NDArray[np.bool_]) -> "Marks":
        """Return the marks of some versions; the others have none."""
        columns = (getattr(self, field.name) for field in fields(self)[1:])
        return Marks(self.read & versions, *(np.where(versions, column, 0.0) for column in columns))

    @property
    def density(self) -> float:
        """Marks of hearsay and hedging per sentence of the corpus."""
        return float((self.hearsay + self.hedged).sum() / max(self.sentences.sum(), 1.0))


def read_marks(arrays: Arrays, most: int = READ) -> Marks:
    """Read the marks of all versions, or of a seeded sample of them if there are more than `most`."""
    wanted, reader = _sample(arrays, most), cues(arrays.language)
    counts = np.zeros((8, len(arrays.event)))
    for number, sentences in _split_texts(arrays, wanted):
        found = [reader.read(sentence) for sentence in sentences]
        counts[:, number] = (
            sum(len(sentence.split()) for sentence in sentences) / WORDS,
            len(found),
            sum(bool(item.hearsay) for item in found),
            sum(len(item.hedged) for item in found),
            sum(len(item.precise) for item in found),
            sum(bool(item.unwitnessed) for item in found),
            _second_hand(sentences, found),
            sum(bool(item.corrects) for item in found),
        )
    return Marks(wanted, *counts)


def _second_hand(sentences: Sequence[str], found: Sequence[Cues]) -> int:
    """Count the sentences of hearsay or of what was not witnessed; all if the account opens with such a statement."""
    if found and found[0].unwitnessed and len(sentences[0].split()) <= WORDS:
        return len(found)
    return sum(bool(item.hearsay or item.unwitnessed) for item in found)


def second_hand_sources(arrays: Arrays, most: int = READ) -> frozenset[int]:
    """Return the sources with far more sentences of hearsay than usual."""
    reader = cues(arrays.language)
    sources = len(arrays.sources)
    hearsay, sentences = np.zeros(sources), np.zeros(sources)
    for number, found in _split_texts(arrays, _sample(arrays, most)):
        source = int(arrays.source[number])
        hearsay[source] += sum(map(reader.is_hearsay, found))
        sentences[source] += len(found)
    usual = hearsay.sum() / max(sentences.sum(), 1.0)
    many = (hearsay >= FEWEST_HEARSAY) & (hearsay >= MUCH_HEARSAY * usual * sentences)
    return frozenset(np.flatnonzero(many).tolist())


def _sample(arrays: Arrays, most: int) -> npt.NDArray[np.bool_]:
    """Return which versions are read: all that have text, or a seeded sample of them."""
    usable = np.flatnonzero(arrays.chars > 0)
    if len(usable) > most:
        usable = np.array(sorted(Random(0).sample(usable.tolist(), most)))  # noqa: S311 (a sample, nothing secret)
    wanted = np.zeros(len(arrays.event), dtype=np.bool_)
    wanted[usable] = True
    return wanted


def _split_texts(arrays: Arrays, wanted: npt.NDArray[np.bool_]) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the sentences of versions, read in batches."""
    split = language(arrays.language).sentences
    for start, stop in pairwise(slices(arrays.chars.tolist(), VERSIONS_AT_ONCE, CHARACTERS_AT_ONCE)):
        if not wanted[start:stop].any():
            continue
        texts = arrays.texts(start, stop)
        for number in (start + np.flatnonzero(wanted[start:stop])).tolist():
            yield number, split(texts[number - start])


def score(arrays: Arrays, marks: Marks | None = None) -> FloatArray:
    """Return how much each version is first-hand; equal for all where no version has a mark."""
    marks = marks or read_marks(arrays)
    sampled = bool(((arrays.chars > 0) & ~marks.read).any())
    precise = _rate(arrays, marks, marks.precise, sampled)
    weak = _rate(arrays, marks, marks.hedged + HEARSAY * marks.hearsay + UNWITNESSED * marks.unwitnessed, sampled)
    result = _z(precise, arrays) - _z(weak, arrays)
    result[(marks.second_hand > 0) & (marks.second_hand >= MOSTLY * marks.sentences)] += LAST
    return np.round(result, 9)


def _rate(arrays: Arrays, marks: Marks, count: FloatArray, sampled: bool) -> FloatArray:
    """Return marks per unit of length, drawn towards the rates of source and corpus."""
    overall = count.sum() / max(marks.length.sum(), 1.0)
    counts, lengths = (np.bincount(arrays.source, weights=column) for column in (count, marks.length))
    of_source: FloatArray = ((counts + CORPUS * overall) / (lengths + CORPUS))[arrays.source]
    if sampled:
        return of_source
    rate: FloatArray = (count + CORPUS * overall + SOURCE * of_source) / (marks.length + CORPUS + SOURCE)
    return rate


def _z(values: FloatArray, arrays: Arrays) -> FloatArray:
    usable = values[arrays.chars > 0]
    spread = usable.std() if len(usable) else 0.0
    return (values - usable.mean()) / spread if spread > 1e-12 else np.zeros(len(values))
