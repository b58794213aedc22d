"""The strategy `fuse`: a base account for each event, insertions where the place is certain, and notes.

The corpus is read twice in batches: first to count words and to find sentences that stand in several events, then to
fuse its events in timeline order. Between batches only counts and an index of what the narrative has are kept, so the
time grows with the text and the memory with the narrative.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter
from zlib import crc32

import numpy as np

from taeg.consolidate import firsthand
from taeg.consolidate.arrays import Arrays, whole_events
from taeg.consolidate.fusion.event import Fuser
from taeg.consolidate.fusion.novelty import SAMPLE, Elsewhere, Included, Levels, fingerprint
from taeg.consolidate.fusion.settings import FULLER, NOVELTY, Settings
from taeg.consolidate.fusion.versions import Fused, Vectors, Version
from taeg.consolidate.fusion.vocabulary import Vocabulary
from taeg.consolidate.spans import BASE, INLINE, NOTE, Spans
from taeg.consolidate.voices import QUOTED, voice_of
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.text.synonyms import find_synonyms
from taeg.text.vectors import Encoder

FORMULA_EVENTS = 4
"""A sentence that stands in so many events is a formula."""
FEWEST_SENTENCES = 4
"""Sentences of accounts from which the usual likeness is estimated."""

SHRINKAGE = 5
"""Sentences that pull the mean vector of a small sample towards zero."""

Row = tuple[int, int, int, int, str, float]
"""Version, source, start, end, role and score of a span."""


@dataclass(frozen=True, slots=True)
class EventTexts:
    """The versions of an event that have text."""

    event: int
    versions: tuple[tuple[int, str], ...]
    """Index in the corpus, and text."""


def events(arrays: Arrays) -> Iterator[list[EventTexts]]:
    """Yield the events that have text, in batches and in timeline order."""
    for start, stop in whole_events(arrays):
        rows = start + np.flatnonzero(arrays.chars[start:stop] > 0)
        rows = rows[np.argsort(arrays.event[rows], kind="stable")]
        texts = arrays.texts(start, stop)
        numbered = zip(arrays.event[rows].tolist(), rows.tolist(), strict=True)
        yield [
            EventTexts(event, tuple((row, texts[row - start]) for _, row in group))
            for event, group in groupby(numbered, key=itemgetter(0))
        ]


def fused_spans(
    arrays: Arrays,
    base: IntArray,
    score: FloatArray,
    settings: Settings,
    code: str,
    encoder: Encoder | None = None,
) -> Spans:
    """Fuse the accounts of each event around its base version.

    `base` has the version of each event, -1 for none, and `score` a number for each version.
    """
    vocabulary = Vocabulary(code, find_synonyms(code))
    survey = Survey(vocabulary)
    for batch in events(arrays):
        for event in batch:
            survey.add(event)
    formulas = survey.finish()
    encode = Centred(encoder, survey.sample) if encoder else None
    testimony = survey.is_testimony(code)
    second_hand = firsthand.second_hand_sources(arrays) if testimony else frozenset()
    novelty = settings.novelty or (FULLER if testimony else NOVELTY)
    settings = replace(settings, novelty=novelty, figures=testimony)
    fuser = Fuser(vocabulary, settings, survey.levels(encode), Elsewhere(vocabulary, formulas))
    given = moments(arrays)
    rows: list[tuple[int, Row]] = []
    for batch in events(arrays):
        split = [(event, read_versions(event, arrays, base, vocabulary, given)) for event in batch]
        vectors = encode.batch(split) if encode else None
        for event, versions in split:
            if int(base[event.event]) < 0:
                continue
            marked = [replace(v, second_hand=int(arrays.source[v.index]) in second_hand) for v in versions]
            accounts = list(map(vectors, marked)) if vectors else marked
            fused = fuser.fuse(accounts[0], accounts[1:])
            rows += [(event.event, row) for row in _rows(accounts[0], fused, arrays, score, given)]
    return _spans(rows)


def moments(arrays: Arrays) -> IntArray:
    """Return the rank of each version by time, then by its place in its source."""
    found = np.empty(len(arrays.event), dtype=np.int64)
    found[np.lexsort((arrays.order_in_source, arrays.times))] = np.arange(len(found))
    return found


def read_versions(
    event: EventTexts, arrays: Arrays, base: IntArray, vocabulary: Vocabulary, given: IntArray
) -> list[Version]:
    """Return the base and then its siblings, longest first; of equal texts only one. `given` are their moments."""
    sources = arrays.sources
    chosen = int(base[event.event])
    order = sorted(event.versions, key=lambda v: (v[0] != chosen, -len(v[1]), v[1], sources[arrays.source[v[0]]]))
    first: dict[int, int] = {}
    for index, _ in event.versions:
        source = int(arrays.source[index])
        first[source] = min(first.get(source, int(given[index])), int(given[index]))
    distinct: dict[str, Version] = {}
    for index, text in order:
        if text not in distinct:
            amends = int(given[index]) > first[int(arrays.source[index])]
            distinct[text] = Version(index, text, vocabulary.sentences(text), amends=amends)
    return list(distinct.values())


def _rows(base: Version, fused: Fused, arrays: Arrays, score: FloatArray, given: IntArray) -> Iterator[Row]:
    """Yield the spans of an event: the base, cut where something is inserted, and then the notes by source."""
    cuts = sorted({0, len(base.text), *(item.after for item in fused.inserted)})
    for start, end in pairwise(cuts):
        yield base.index, int(arrays.source[base.index]), start, end, BASE, float(score[base.index])
        for item in fused.inserted:
            if item.after == end:
                yield item.version, int(arrays.source[item.version]), item.start, item.end, INLINE, item.confidence
    notes = sorted(fused.notes, key=lambda n: (arrays.source[n.version], given[n.version], n.start))
    for note in notes:
        yield note.version, int(arrays.source[note.version]), note.start, note.end, NOTE, note.weight


def _spans(rows: Sequence[tuple[int, Row]]) -> Spans:
    if not rows:
        return Spans.empty()
    version, source, start, end, role, score = zip(*(row for _, row in rows), strict=True)
    return Spans.of(
        event=[event for event, _ in rows],
        version=version,
        source=source,
        start=start,
        end=end,
        role=role,
        score=score,
    )


class Survey:
    """Counts over all sentences of a corpus; equal sentences of an event count once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.sample: list[list[str]] = []
        """Sentences of some accounts, by which vectors are centred and the usual likeness is estimated."""
        self._vocabulary = vocabulary
        self._frequency: Counter[int] = Counter()
        self._count = 0
        self._prints: list[IntArray] = []
        self._events: list[int] = []
        self._accounts: list[tuple[int, str]] = []

    def add(self, event: EventTexts) -> None:
        """Count the sentences of an event."""
        distinct: dict[tuple[int, ...], None] = {}
        for text in dict.fromkeys(text for _, text in event.versions):
            sentences = self._vocabulary.sentences(text)
            distinct.update(dict.fromkeys(sentence.stems for sentence in sentences))
            if len(sentences) >= FEWEST_SENTENCES and len(event.versions) > 1:
                self._keep(text)
        for stems in distinct:
            self._frequency.update(stems)
        self._count += len(distinct)
        prints = {fingerprint(stems) for stems in distinct if stems}
        self._prints.append(np.fromiter(prints, dtype=np.int64, count=len(prints)))

    def _keep(self, text: str) -> None:
        """Keep a sample of accounts that depends on their texts alone."""
        self._accounts.append((crc32(text.encode("utf-8", "surrogatepass")), text))
        if len(self._accounts) > SAMPLE:
            self._accounts = sorted(self._accounts)[: SAMPLE // 4]

    def finish(self) -> frozenset[int]:
        """Weigh the words, and return the fingerprints of formulas."""
        self._vocabulary.weigh(self._frequency, self._count)
        total = 0
        for _, text in sorted(self._accounts):
            if total >= SAMPLE:
                break
            spans = self._vocabulary.sentences(text)
            self.sample.append([text[sentence.start : sentence.end] for sentence in spans])
            total += len(spans)
        prints, counts = np.unique(np.concatenate([*self._prints, np.empty(0, dtype=np.int64)]), return_counts=True)
        return frozenset(prints[counts >= FORMULA_EVENTS].tolist())

    def is_testimony(self, code: str) -> bool:
        """Whether most accounts of the sample speak in the first person."""
        return voice_of((" ".join(texts) for texts in self.sample), code) == QUOTED

    def levels(self, encode: "Centred | None") -> Levels:
        """Estimate how alike the sentences of one account usually are."""
        found = []
        for texts in self.sample:
            if encode:
                cosine = encode(texts) @ encode(texts).T
                np.fill_diagonal(cosine, -1.0)
                found += cosine.max(axis=1).tolist()
            else:
                found += _word_likeness(self._vocabulary, texts)
        return Levels.of(found, vectors=encode is not None)


def _word_likeness(vocabulary: Vocabulary, texts: Sequence[str]) -> list[float]:
    """Return the likeness of each sentence to the most similar other one."""
    sentences = [vocabulary.sentence(text, 0, len(text)) for text in texts]
    found = []
    for row, sentence in enumerate(sentences):
        others = Included(vocabulary)
        for other in sentences[:row] + sentences[row + 1 :]:
            others.add(other)
        found.append(others.likeness(sentence.stems))
    return found


class Centred:
    """Vectors of sentences relative to the mean of a sample: models differ in what all sentences have in common."""

    def __init__(self, encoder: Encoder, sample: Sequence[Sequence[str]]) -> None:
        self._encoder = encoder
        texts = sorted({text for account in sample for text in account})
        self._known: dict[str, Vectors] = {}
        self._mean: Vectors | None = None
        if texts:
            vectors = encoder.encode(texts)
            self._mean = vectors.mean(axis=0) * (len(texts) / (len(texts) + SHRINKAGE))

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Return the centred vectors of sentences."""
        vectors = self._encoder.encode(texts)
        if self._mean is not None:
            vectors = vectors - self._mean
            vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        return np.asarray(vectors, dtype=np.float32)

    def batch(self, split: Sequence[tuple[EventTexts, list[Version]]]) -> Callable[[Version], Version]:
        """Encode the sentences of all events of a batch that have several versions."""
        several = [version for _, versions in split if len(versions) > 1 for version in versions]
        texts = list(dict.fromkeys(v.text[s.start : s.end] for v in several for s in v.sentences))
        vectors = self(texts) if texts else np.zeros((0, 0), np.float32)
        row = {text: number for number, text in enumerate(texts)}

        def with_vectors(version: Version) -> Version:
            found = [row.get(version.text[s.start : s.end]) for s in version.sentences]
            if None in found or not found:
                return version
            return replace(version, vectors=vectors[np.array(found)])

        return with_vectors
