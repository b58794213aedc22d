"""Words, frequencies and rows in chunks: what scikit-learn says of all texts at once, to the bit."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from weakref import WeakSet

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from taeg.build import terms, weights
from taeg.build.terms import Frequencies

TEXTS = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn, by dawn!",
    "",
    "zebra apple zebra mango apple zebra",
    "\u05d1\u05e8\u05d0\u05e9\u05d9\u05ea high waves, \u0130stanbul, stra\u00dfe; \u00e9 l'\u00e9t\u00e9 x_1 _ 7 42",
    "- ... -",
    "a I x",
]
any_texts = st.lists(st.text(max_size=60) | st.sampled_from(TEXTS), min_size=1, max_size=12)
cuts = st.lists(st.integers(0, 12), max_size=6)


def cut(texts: list[str], at: list[int]) -> list[list[str]]:
    places = [0, *sorted(min(place, len(texts)) for place in at), len(texts)]
    return [texts[a:b] for a, b in pairwise(places)]


def same(a: Frequencies, b: Frequencies) -> bool:
    arrays = np.array_equal(a.frequency, b.frequency) and np.array_equal(a.seen, b.seen)
    return arrays and (a.texts, a.vocabulary) == (b.texts, b.vocabulary)


@given(st.text(max_size=80))
@example("\u0130 \u00df \ufb01 \u0345 x\u0301y ab\x00cd ab\u2028cd e\u0301te")
def test_words_are_scikit_learns(text: str) -> None:
    assert [word for word in terms.words(text) if len(word) > 1] == CountVectorizer().build_analyzer()(text)


@pytest.mark.parametrize("sign", range(128), ids=lambda sign: f"{sign:02x}")
def test_every_ascii_sign_parts_words_or_does_not_as_the_expression_says(sign: int) -> None:
    text = f"left{chr(sign)}right"
    assert terms.words(text) == CountVectorizer().build_analyzer()(text)


@settings(deadline=None)
@given(any_texts, cuts)
def test_rows_are_scikit_learns_to_the_bit_whatever_the_chunks(texts: list[str], at: list[int]) -> None:
    texts = [*texts, "something with words"]
    theirs = TfidfVectorizer()
    expected = theirs.fit_transform(texts)
    chunks = cut(texts, at)
    frequencies = weights.fit(chunks)
    assert frequencies.texts == len(texts)
    assert frequencies.vocabulary == theirs.vocabulary_
    found = list(weights.rows(chunks, frequencies))
    assert [part.shape for part in found] == [(len(chunk), len(theirs.vocabulary_)) for chunk in chunks]
    assert all(part.has_canonical_format and part.indices.dtype == np.int32 for part in found)
    assert np.array_equal(np.vstack([part.toarray() for part in found]), expected.toarray())


class Kept(list[str]):
    """The words of one text, as long as somebody keeps them."""

    __hash__ = object.__hash__


@settings(deadline=None)
@given(any_texts, st.integers(1, 200), st.integers(1, 5))
def test_counts_do_not_hang_on_how_many_texts_are_parted_at_once(texts: list[str], most: int, few: int) -> None:
    whole = terms.counted(texts, terms.Numbering())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "CHARACTERS_AT_ONCE", most)
        patch.setattr(terms, "AT_ONCE", few)
        cut = terms.counted(texts, terms.Numbering())
    for name in ("indptr", "term", "count"):
        assert np.array_equal(getattr(cut, name), getattr(whole, name))


def test_the_words_of_long_texts_are_not_all_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "CHARACTERS_AT_ONCE", 1000)
    alive: WeakSet[Kept] = WeakSet()
    most = 0

    def parts(text: str) -> list[str]:
        nonlocal most
        found = Kept(terms.words(text))
        alive.add(found)
        most = max(most, len(alive))
        return found

    counts = terms.counted(["harbour at dawn " * 25] * 50, terms.Numbering(), parts)  # 400 characters each
    assert np.array_equal(counts.count, [25] * 150)
    assert most <= 4, "two at once, and the two before them until they are counted"


def test_long_texts_are_weighed_in_smaller_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{text} number{i}" for i in range(9) for text in TEXTS]
    whole = weights.tfidf(texts, 0)
    monkeypatch.setattr(weights, "CHARACTERS_OF_CHUNK", 100)
    chunks = list(weights._cut(texts))
    assert len(chunks) > 9
    assert all(len(chunk) == 1 or sum(map(len, chunk)) <= 100 for chunk in chunks)
    cut = weights.tfidf(texts, 0)
    for part in ("data", "indices", "indptr"):
        assert np.array_equal(getattr(cut, part), getattr(whole, part))


@pytest.mark.parametrize("workers", [1, 2])
def test_other_processes_say_the_same(workers: int) -> None:
    chunks = [[f"{text} number{i}" for text in TEXTS] for i in range(20)] + [[], ["", ""]]
    alone, shared = weights.fit(chunks, 0), weights.fit(iter(chunks), workers)
    assert same(alone, shared)
    for mine, others in zip(weights.rows(chunks, alone, 0), weights.rows(chunks, shared, workers), strict=True):
        assert mine.shape == others.shape
        for part in ("data", "indices", "indptr"):
            assert np.array_equal(getattr(mine, part), getattr(others, part))


def test_much_work_is_shared_and_little_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def mapped(prepare: object, state: object, parts: Iterable[list[str]], workers: int) -> Iterator[terms.Said]:
        asked.extend(len(part) for part in parts)
        return iter(())

    monkeypatch.setattr(weights.processes, "mapped", mapped)
    monkeypatch.setattr(weights.processes, "usable", lambda: 2)
    chunk = ["x" * 1000] * 1000
    weights.fit([chunk] * 8)
    assert asked == []
    weights.fit([chunk] * 12)
    assert asked == [1000] * 3


def test_chunks_are_asked_for_as_they_are_needed() -> None:
    frequencies = weights.fit([TEXTS])
    taken = 0

    def chunks() -> Iterator[list[str]]:
        nonlocal taken
        for _ in range(100):
            taken += 1
            yield TEXTS

    for workers in (0, 2):
        taken = 0
        found = weights.rows(chunks(), frequencies, workers)
        next(found)
        assert taken <= 1 + 2 * workers
        found.close()


def test_words_of_other_texts_do_not_count() -> None:
    frequencies = weights.fit([["harbour dawn"]])
    [row] = weights.rows([["harbour unheard", "unheard"]], frequencies)
    assert row.toarray().tolist() == [[0.0, 1.0], [0.0, 0.0]]


@pytest.mark.parametrize("chunks", [[], [[]], [["", "a", "-"]]], ids=["none", "empty", "no-words"])
def test_nothing_to_fit(chunks: list[list[str]]) -> None:
    frequencies = weights.fit(chunks)
    assert frequencies.vocabulary == {}
    assert [part.shape for part in weights.rows(chunks, frequencies)] == [(len(chunk), 1) for chunk in chunks]
