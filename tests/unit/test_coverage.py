"""Coverage and redundancy of invented words, with weights worked out by hand."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.coverage import COMMON_MINIMUM, COMMON_SHARE, Coverage, coverage, weigh_words

Version = list[list[str]]
Events = list[list[Version]]

ONE = [[["ana", "bor"], ["cet"]], [["ana", "dun"]]]
TWO = [[["efa"]]]
SILENT: list[Version] = []
CORPUS: Events = [ONE, SILENT, TWO]
SENTENCES = 4


def idf(count: int) -> float:
    return math.log((SENTENCES + 1) / (count + 1))


def take(*picks: Sequence[int], corpus: Events = CORPUS) -> Coverage:
    """The narrative that takes these versions of each event."""
    narrative = [[(f"s{v}", event[v]) for v in pick] for event, pick in zip(corpus, picks, strict=True)]
    return coverage(weigh_words(corpus), narrative)


def test_all_versions_are_complete_and_shared_words_redundant() -> None:
    found = take([0, 1], [], [0])
    assert found.cov == 1.0
    emitted = 2 * idf(2) + 4 * idf(1)  # ana twice; bor, cet, dun, efa
    assert found.red == pytest.approx(idf(2) / emitted)
    assert found.repeated.tolist() == pytest.approx([idf(2), 0, 0])


def test_one_version_per_event_repeats_nothing() -> None:
    found = take([0], [], [0])
    available = idf(2) + 4 * idf(1)
    assert found.cov == pytest.approx((available - idf(1)) / available)
    assert found.red == 0.0


def test_omitted_and_empty_events() -> None:
    found = take([0, 1], [], [])
    assert found.cov == pytest.approx(1 - idf(1) / (idf(2) + 4 * idf(1)))
    assert found.available[1] == found.kept[1] == 0.0


def test_words_of_another_event_are_not_kept() -> None:
    found = coverage(weigh_words(CORPUS), [[("s0", TWO[0])], [], [("s0", ONE[0])]])
    assert found.cov == 0.0
    assert found.emitted.sum() > 0


def test_passages_of_one_source_count_once() -> None:
    pieces = [("s0", [["ana", "bor"]]), ("s1", [["dun"]]), ("s0", [["cet"], ["ana"]])]
    found = coverage(weigh_words(CORPUS), [pieces, [], []])
    assert found.repeated[0] == pytest.approx(0.0, abs=1e-15)
    assert found.kept[0] == pytest.approx(found.available[0])


def test_new_words_are_emitted_and_cover_nothing() -> None:
    plain = take([0], [], [0])
    added = coverage(weigh_words(CORPUS), [[("s0", [*ONE[0], ["new"]])], [], [("s0", TWO[0])]])
    assert added.cov == plain.cov
    assert added.emitted[0] == pytest.approx(plain.emitted[0] + math.log(SENTENCES + 1))


def test_common_words_have_no_weight() -> None:
    often = int(200 * COMMON_SHARE)
    corpus: Events = [
        [[[f"w{n}", *(["la"] if n <= often else []), *(["li"] if n < often else [])]]] for n in range(200)
    ]
    weights = weigh_words(corpus).weights
    assert weights["la"] == 0.0
    assert weights["li"] > 0.0
    few: Events = [[[["la", f"w{n}"]]] for n in range(COMMON_MINIMUM)] + [[[[f"v{n}"]]] for n in range(COMMON_MINIMUM)]
    assert weigh_words(few).weights["la"] > 0.0


def test_empty_corpora() -> None:
    for corpus in ([], [[]], [[[]]]):
        found = coverage(weigh_words(corpus), [[] for _ in corpus])
        assert (found.cov, found.red) == (1.0, 0.0)


def test_narrative_of_another_corpus_is_refused() -> None:
    with pytest.raises(ValueError, match="events"):
        coverage(weigh_words(CORPUS), [[]])


word = st.sampled_from(["ana", "bor", "cet", "dun", "efa", "gol", "hin"])
versions = st.lists(st.lists(st.lists(word, max_size=4), min_size=1, max_size=3), min_size=1, max_size=3)


@given(st.lists(versions, min_size=1, max_size=5), st.data())
def test_more_versions_never_cover_less(corpus: Events, data: st.DataObject) -> None:
    every = [range(len(event)) for event in corpus]
    some = [data.draw(st.sets(st.sampled_from(range(len(event))))) for event in corpus]
    less, more = take(*(sorted(pick) for pick in some), corpus=corpus), take(*every, corpus=corpus)
    assert 0 <= less.cov <= more.cov == 1.0
    assert 0 <= less.red < 1
    assert (less.kept <= more.kept + 1e-12).all()
    single = take(*(sorted(pick)[:1] for pick in some), corpus=corpus)
    assert single.red == 0.0
    assert (less.repeated >= -1e-12).all()
