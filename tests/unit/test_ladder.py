"""The rungs of the ladder against naive references: plain loops, scikit-learn event by event, dense matrices."""

import re
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from taeg.base.errors import InputError
from taeg.consolidate import strategies
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.sentences import Sentence
from taeg.consolidate.strategies import (
    centroid,
    priority,
    random,
    sentence_lexrank,
    taeg,
    taeg_no_before,
    taeg_no_same_event,
)
from tests.unit.builders import GivenReader, Tie, arrays, told

EVENTS = 6
words = st.lists(st.sampled_from(["dawn", "harbour", "wave", "left", "us", "a", "Dawn,", "-"]), max_size=6)
texts = words.map(" ".join)


@st.composite
def accounts(draw: st.DrawFn) -> list[tuple[int, int, str]]:
    """(event, source, text) in declared order; some events are told once, some by nobody, some without words."""
    rows = draw(st.lists(st.tuples(st.integers(0, EVENTS - 1), st.integers(0, 3), texts), max_size=16))
    return sorted(rows, key=lambda row: row[:2])


def candidates(rows: list[tuple[int, int, str]], event: int) -> list[int]:
    return [i for i, (e, _, text) in enumerate(rows) if e == event and text]


# --- random ----------------------------------------------------------------------------------------------------------


@given(accounts(), st.integers(0, 1000))
def test_random_draws_once_for_each_told_event_in_timeline_order(rows: list[tuple[int, int, str]], seed: int) -> None:
    chance = Random(seed)
    expected = []
    for event in range(EVENTS):
        there = candidates(rows, event)
        expected.append(there[chance.randrange(len(there))] if there else -1)
    spans = random(told(rows, EVENTS), seed=seed)
    assert spans.selected(EVENTS).tolist() == expected
    assert set(spans.score.tolist()) <= {1.0}


def test_random_has_a_seed_by_default() -> None:
    crowd = arrays([(event, source, 5) for event in range(30) for source in range(4)], 30)
    assert random(crowd).version.tolist() == random(crowd, seed=0).version.tolist()
    assert random(crowd).version.tolist() != random(crowd, seed=1).version.tolist()


def test_random_chooses_evenly() -> None:
    crowd = arrays([(event, source, 5) for event in range(4000) for source in range(4)], 4000)
    counts = np.bincount(random(crowd, seed=3).version % 4)
    assert abs(counts - 1000).max() < 150  # five standard deviations


# --- priority --------------------------------------------------------------------------------------------------------

ORDERS = {"": "abcd", "d": "dabc", "c,a": "cabd", " d , c,b ,a": "dcba", "b,,": "bacd", "a,a": "abcd"}


@pytest.mark.parametrize(("order", "ranked"), ORDERS.items(), ids=ORDERS.values())
@settings(max_examples=30)
@given(rows=accounts())
def test_priority_takes_the_first_source_that_tells(rows: list[tuple[int, int, str]], order: str, ranked: str) -> None:
    expected = []
    for event in range(EVENTS):
        there = sorted(candidates(rows, event), key=lambda i: (ranked.index("abcd"[rows[i][1]]), i))
        expected.append(there[0] if there else -1)
    assert priority(told(rows, EVENTS), order=order).selected(EVENTS).tolist() == expected


def test_priority_of_an_unknown_source_is_told_with_the_known_ones() -> None:
    known = told([(0, 0, "x"), (0, 1, "y")], 1, source_ids=("ann", "bob"))
    assert priority(known, order="bob,ann").version.tolist() == [1]
    with pytest.raises(InputError) as caught:
        priority(known, order="bob,amy")
    assert str(caught.value) == "priority: unknown source 'amy'; the sources are: ann, bob"


# --- centroid --------------------------------------------------------------------------------------------------------


def likeness_by_loop(given_texts: list[str]) -> list[float]:
    """Mean cosine of each text to the others, TF-IDF fitted on these texts; a text alone has 1."""
    count = len(given_texts)
    if count == 1:
        return [1.0]
    try:
        cosine = cosine_similarity(TfidfVectorizer().fit_transform(given_texts))
    except ValueError:  # no text has a word
        return [0.0] * count
    return [(cosine[i].sum() - cosine[i, i]) / (count - 1) for i in range(count)]


@given(accounts())
def test_centroid_takes_what_a_loop_over_events_finds(rows: list[tuple[int, int, str]]) -> None:
    spans = centroid(told(rows, EVENTS))
    score_of = dict(zip(spans.version.tolist(), spans.score.tolist(), strict=True))
    for event in range(EVENTS):
        there = candidates(rows, event)
        scores = [round(score, 9) for score in likeness_by_loop([rows[i][2] for i in there])] if there else []
        best = min(((-score, rows[i][1], i) for score, i in zip(scores, there, strict=True)), default=(0, 0, -1))[2]
        assert spans.selected(EVENTS)[event] == best
        assert not there or score_of[best] == pytest.approx(max(scores), abs=1.1e-9)


@given(accounts(), st.integers(1, 60))
def test_centroid_reads_whole_events_and_not_all_at_once(rows: list[tuple[int, int, str]], most: int) -> None:
    whole = told(rows, EVENTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "CHARACTERS_AT_ONCE", most)
        sliced = told(rows, EVENTS)
        found = centroid(sliced)
    assert found.equals(centroid(whole))
    given = [whole.texts(*ends) for ends in cast(GivenReader, sliced.reader).reads]
    assert [text for texts in given for text in texts] == list(whole.texts())
    lengths = {tuple(text for e, _, text in rows if e == event) for event in range(EVENTS)}
    for texts in given:
        assert sum(map(len, texts)) <= most or tuple(texts) in lengths or not texts[0], "an event is not divided"


def test_events_that_are_mixed_up_stay_whole() -> None:
    mixed = told([(0, 0, "dawn"), (2, 0, "wave"), (1, 0, "us"), (2, 1, "wave"), (3, 0, "left")], 4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "CHARACTERS_AT_ONCE", 1)
        assert list(strategies._whole_events(mixed)) == [(0, 1), (1, 4), (4, 5)]
        assert centroid(mixed).score.tolist() == [1.0] * 4


def test_centroid_of_a_corpus_without_a_word() -> None:
    spans = centroid(told([(0, 0, "?"), (1, 0, "-"), (1, 1, "!")], 2))
    assert spans.version.tolist() == [0, 1]
    assert spans.score.tolist() == [1.0, 0.0]


def test_centroid_by_hand() -> None:
    rows = [
        (0, 0, "left at dawn"),
        (0, 1, "harbour left at dawn"),
        (0, 2, "harbour wave"),
        (1, 3, "alone"),
        (2, 0, "- ..."),
        (2, 1, "!"),
        (3, 0, ""),
    ]
    spans = centroid(told(rows, 4))
    assert spans.version.tolist() == [1, 3, 4]
    assert spans.score[1:].tolist() == [1.0, 0.0]


# --- taeg and its ablations ------------------------------------------------------------------------------------------

TOLD = [(event, source, 10) for event in range(3) for source in range(3)]
BEFORE: list[Tie] = [(0, 3, 0.9), (3, 6, 0.8), (1, 4, 0.1), (5, 8, 0.2)]
SAME_EVENT: list[Tie] = [(1, 2, 0.9), (4, 5, 0.7), (7, 8, 0.6), (0, 1, 0.1)]


def test_each_ablation_leaves_one_kind_of_edges_out() -> None:
    both = arrays(TOLD, 3, BEFORE, SAME_EVENT)
    for ablation, rest in (
        (taeg_no_before, arrays(TOLD, 3, same_event=SAME_EVENT)),
        (taeg_no_same_event, arrays(TOLD, 3, before=BEFORE)),
    ):
        found = ablation(both)
        assert found.version.tolist() == taeg(rest).version.tolist()
        assert found.score.tolist() == taeg(rest).score.tolist() != taeg(both).score.tolist()
    assert taeg_no_before(both).version.tolist() != taeg_no_same_event(both).version.tolist()


def test_ablations_take_the_parameters_of_taeg() -> None:
    both = arrays(TOLD, 3, BEFORE, SAME_EVENT)
    for ablation in (taeg_no_before, taeg_no_same_event):
        assert ablation(both, damping=0.0).version.tolist() == [0, 3, 6]
        with pytest.raises(InputError, match=r"^taeg needs a damping from 0 to 1"):
            ablation(both, damping=2.0)


# --- lexrank over sentences ------------------------------------------------------------------------------------------

SENTENCES = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn, by dawn!",
    "12 ... 3rd",
    "Waves as high as houses.",
    "WE LEFT THE HARBOUR",
    "A b c.",
    "Don't wake the ship's old-fashioned cook.",
    "dont fear the cook",
]


def quoting(said: list[str]) -> Arrays:
    sentences, at = [], 0
    for text in said:
        sentences.append(Sentence(0, -1, at, at + len(text), text))
        at += len(text) + 1
    return arrays([], 1, all_sentences=sentences)


def neighbours_by_hand(said: list[str], threshold: float) -> list[int]:
    """Term frequencies in a dense table, the cosine of every pair, and how many are above the threshold."""
    split = [re.findall(r"[a-z0-9-]+", text.lower().replace("'", "")) for text in said]
    kept = [[w for w in line if len(w) > 1 and re.fullmatch(r"[a-z-]*[a-z][a-z-]*", w)] for line in split]
    vocabulary = sorted({word for line in kept for word in line})
    table = np.array([[line.count(word) for word in vocabulary] for line in kept], dtype=float)
    table = table.reshape(len(said), len(vocabulary))
    counts = []
    for i, row in enumerate(table):
        norms = np.linalg.norm(row) * np.linalg.norm(table, axis=1)
        cosine = np.divide(table @ row, norms, out=np.zeros(len(said)), where=norms > 0)
        cosine[i] = 1.0
        counts.append(int((cosine > threshold).sum()))
    return counts


said = st.lists(st.one_of(st.sampled_from(SENTENCES), texts), max_size=15)


@given(said, st.sampled_from([0.0, 0.03, 0.37]), st.integers(-1, 5), st.integers(1, 20))
def test_lexrank_counts_neighbours_and_quotes_the_best_first(
    lines: list[str], threshold: float, ties: int, size: int
) -> None:
    scores = neighbours_by_hand(lines, threshold)
    places = list(range(len(lines)))
    if ties >= 0:
        Random(ties).shuffle(places)
    ranked = sorted(range(len(lines)), key=lambda i: (-scores[i], -places[i]))[:size]
    given_arrays = quoting(lines)
    quotes = sentence_lexrank(given_arrays, size=size, threshold=threshold, ties=ties)
    assert quotes.score.tolist() == [scores[i] for i in ranked]
    assert quotes.start.tolist() == [given_arrays.sentences[i].start for i in ranked]


def test_lexrank_by_hand() -> None:
    quotes = sentence_lexrank(quoting(["x.", "one two", "one", "two"]), size=3, threshold=0.03)
    assert list(quotes.rows()) == [
        (-1, -1, 0, 3, 10, "quote", 3.0),
        (-1, -1, 0, 15, 18, "quote", 2.0),
        (-1, -1, 0, 11, 14, "quote", 2.0),
    ]


def test_ties_are_broken_by_their_seed_alone() -> None:
    alike = quoting(["same words"] * 20)
    orders = [sentence_lexrank(alike, ties=ties).start.tolist() for ties in (-1, 0, 1, 0)]
    assert orders[0] == sorted(orders[0], reverse=True)
    assert orders[1] == orders[3] != orders[2]
    assert all(sorted(order) == sorted(orders[0]) for order in orders)


def test_lexrank_of_nothing_quotes_nothing() -> None:
    assert len(sentence_lexrank(quoting([]))) == 0


@pytest.mark.parametrize(
    "parameters", [{"size": 0}, {"size": -5}, {"threshold": 1.0}, {"threshold": -0.1}, {"threshold": float("nan")}]
)
def test_a_parameter_of_lexrank_out_of_range_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^lexrank needs a size of at least 1 and a threshold"):
        sentence_lexrank(quoting(SENTENCES), **parameters)
