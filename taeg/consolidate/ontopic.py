"""Most characters that belong to the event: a classifier of sentences, learned from the corpus itself.

Sentences where they stand are compared with sentences of far events, inserted at random. A logistic regression learns
to tell them apart from how they resemble the event, its neighbours and far events (`taeg.consolidate.topic_features`),
in five folds by event, so no sentence is judged by a model that has seen its event. The score of a version is the
number of characters in sentences that are above a threshold. No reference is used.

The threshold loses `LOST` of the sentences that belong where they stand. How many do not is estimated first: the share
of sentences below the lower quartile of the inserted ones, times four.

Weights do not carry over from one corpus to another, so they are learned anew; a corpus with fewer than `FEWEST`
contested events cannot be learned from, and the score is the number of characters. In a large corpus, `LEARNED` random
events are learned from, and `FAR` random events are the far ones; in one with more than `MOST` versions the score is
the number of characters, since judging takes a second of processor time for each thousand.
"""

from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from taeg.consolidate.arrays import Arrays
from taeg.consolidate.topic_features import NEAR, Placements, Sentences, Vectors, features
from taeg.model.corpus_graph import FloatArray, IntArray, slices
from taeg.text.language import language
from taeg.text.tfidf import tfidf

FOLDS = 5
LOST = 0.01
FEWEST, FEWEST_FAR = 20, 7
"""Contested events, and events that are far from one."""
LEARNED, FAR = 1_000, 300
MOST = 200_000
SEED = 0
SAME = 1e-9
"""A feature with a smaller standard deviation is the same for all sentences."""
VERSIONS_AT_ONCE, CHARACTERS_AT_ONCE = 50_000, 16_000_000
BoolArray = npt.NDArray[np.bool_]


def score(arrays: Arrays, lost: float = LOST) -> FloatArray:
    """Return the number of characters of each version that belong to its event."""
    chars = arrays.chars.astype(np.float64)
    order = np.lexsort((np.arange(len(chars)), arrays.event))
    order = order[arrays.chars[order] > 0]
    events, versions = np.unique(arrays.event[order], return_counts=True)
    contested = events[versions > 1]
    if len(order) > MOST or len(contested) < FEWEST or len(events) < FEWEST_FAR + 2 * NEAR + 1:
        return chars
    sentences = _split(arrays, order)
    chance = np.random.default_rng(SEED)
    far = np.flatnonzero(np.isin(sentences.event, _sample(events, FAR, chance)))
    judged = _in_place(sentences, contested)
    belongs = _probabilities(sentences, judged, far, _sample(contested, LEARNED, chance), lost, chance)
    kept = np.bincount(sentences.version[judged.sentence], belongs * sentences.length[judged.sentence], len(order))
    judged_versions = np.unique(judged.version)
    chars[order[judged_versions]] = kept[judged_versions]
    return chars


def _threshold(place: FloatArray, stranger: FloatArray, lost: float) -> float:
    """The log odds below which sentences do not belong where they stand."""
    wrong = min(4 * float(np.mean(place < np.quantile(stranger, 0.25))), 0.5)
    return float(np.quantile(place, wrong + lost * (1 - wrong)))


def _sample(values: IntArray, most: int, chance: np.random.Generator) -> IntArray:
    return values if len(values) <= most else np.sort(chance.choice(values, most, replace=False))


def _split(arrays: Arrays, order: IntArray) -> Sentences:
    """Split the versions into sentences; versions are numbered in this order."""
    split = language(arrays.language).sentences
    place = np.full(len(arrays.event), -1)
    place[order] = np.arange(len(order))
    found: list[tuple[str, ...]] = [()] * len(order)
    for start, stop in pairwise(slices(arrays.chars.tolist(), VERSIONS_AT_ONCE, CHARACTERS_AT_ONCE)):
        for number, text in zip(place[start:stop].tolist(), arrays.texts(start, stop), strict=True):
            if number >= 0:
                found[number] = tuple(split(text)) or (text,)
    texts = list(chain.from_iterable(found))
    version = np.repeat(np.arange(len(order)), [len(item) for item in found])
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    vectors = arrays.encoder.encode(texts) if arrays.encoder else None
    return Sentences(
        version=version,
        event=arrays.event[order][version],
        source=arrays.source[order][version],
        length=np.array([len(text) for text in texts]),
        text=np.array([numbers[text] for text in texts]),
        rows=tfidf(texts),
        vectors=None if vectors is None else _centred(vectors),
    )


def _centred(vectors: Vectors) -> Vectors:
    """Subtract the mean and scale to unit length: sentence vectors of one corpus all point the same way."""
    centred: Vectors = vectors - vectors.mean(axis=0)
    centred /= np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return centred


def _in_place(sentences: Sentences, events: IntArray) -> Placements:
    """The sentences of these events where they stand."""
    sentence = np.flatnonzero(np.isin(sentences.event, events))
    version = sentences.version[sentence]
    beside = [np.clip(sentence + step, 0, len(sentences.version) - 1) for step in (-1, 1)]
    same = [(sentences.version[other] == version) & (other != sentence) for other in beside]
    before, after = (np.where(kept, other, -1) for kept, other in zip(same, beside, strict=True))
    return Placements(sentence, version, sentences.event[sentence], before, after)


def _inserted(sentences: Sentences, places: Placements, far: IntArray, chance: np.random.Generator) -> Placements:
    """A random far sentence before or after each of these sentences."""
    sentence = chance.choice(far, len(places.sentence))
    for _ in range(100):
        close = np.flatnonzero(np.abs(sentences.event[sentence] - places.event) <= NEAR)
        if not len(close):
            break
        sentence[close] = chance.choice(far, len(close))
    left = chance.random(len(sentence)) < 0.5
    before = np.where(left, places.before, places.sentence)
    after = np.where(left, places.sentence, places.after)
    return Placements(sentence, places.version, places.event, before, after)


def _probabilities(
    sentences: Sentences,
    judged: Placements,
    far: IntArray,
    learned: IntArray,
    lost: float,
    chance: np.random.Generator,
) -> BoolArray:
    """Return whether each sentence belongs where it stands."""
    from sklearn.linear_model import LogisticRegression

    places = judged[np.flatnonzero(np.isin(judged.event, learned))]
    inserted = _inserted(sentences, places, far, chance)
    given, strange = features(sentences, judged, far), features(sentences, inserted, far)
    both = np.vstack([given, strange])
    centre, scale = both.mean(axis=0), both.std(axis=0)
    scale[scale < SAME] = 1.0
    given, strange = (given - centre) / scale, (strange - centre) / scale
    fold_of = dict(zip(learned.tolist(), chance.permutation(len(learned)) % FOLDS, strict=True))
    fold = np.array([fold_of.get(event, -1) for event in judged.event.tolist()])
    learnable = fold >= 0
    fold = np.where(learnable, fold, judged.event % FOLDS)
    strange_fold = fold[learnable]
    place, stranger = np.empty(len(given)), np.empty(len(strange))
    for number in range(FOLDS):
        here, there = learnable & (fold != number), strange_fold != number
        model = LogisticRegression(max_iter=1_000)
        model.fit(np.vstack([given[here], strange[there]]), np.repeat([1, 0], [here.sum(), there.sum()]))
        place[fold == number] = model.decision_function(given[fold == number])
        stranger[strange_fold == number] = model.decision_function(strange[strange_fold == number])
    threshold = _threshold(place, stranger, lost)
    return place > threshold
