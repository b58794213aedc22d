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


AVAILABLE = idf(2) + 4 * idf(1)  # ana; bor, cet, dun, efa


def take(*picks: Sequence[int], corpus: Events = CORPUS) -> Coverage:
    """The narrative with these versions of each event."""
    narrative = [[(f"s{v}", event[v]) for v in pick] for event, pick in zip(corpus, picks, strict=True)]
    return coverage(weigh_words(corpus), narrative)


@pytest.mark.parametrize(
    ("picks", "kept", "repeated"),
    [
        (([0, 1], [], [0]), 1.0, idf(2) / (AVAILABLE + idf(2))),  # all versions; both sources have ana
        (([0], [], [0]), (AVAILABLE - idf(1)) / AVAILABLE, 0.0),  # without dun
        (([0, 1], [], []), (AVAILABLE - idf(1)) / AVAILABLE, idf(2) / (AVAILABLE + idf(2) - idf(1))),  # without efa
        (([], [], []), 0.0, 0.0),
    ],
)
def test_known_values(picks: tuple[list[int], ...], kept: float, repeated: float) -> None:
    found = take(*picks)
    assert found.kept == pytest.approx(kept)
    assert found.repeated == pytest.approx(repeated)


def test_words_of_another_event_are_not_kept() -> None:
    assert coverage(weigh_words(CORPUS), [[("s0", TWO[0])], [], [("s0", ONE[0])]]).kept == 0.0


def test_passages_of_one_source_count_once() -> None:
    pieces = [("s0", [["ana", "bor"]]), ("s1", [["dun"]]), ("s0", [["cet"], ["ana"]])]
    assert coverage(weigh_words(CORPUS), [pieces, [], []]).repeated == pytest.approx(0.0, abs=1e-15)


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


@pytest.mark.parametrize("corpus", [[], [[]], [[[]]]])
def test_empty_corpora(corpus: Events) -> None:
    assert coverage(weigh_words(corpus), [[] for _ in corpus]) == Coverage(1.0, 0.0)


def test_narrative_of_another_corpus_is_refused() -> None:
    with pytest.raises(ValueError, match="events"):
        coverage(weigh_words(CORPUS), [[]])


word = st.sampled_from(["ana", "bor", "cet", "dun", "efa", "gol", "hin"])
versions = st.lists(st.lists(st.lists(word, max_size=4), min_size=1, max_size=3), min_size=1, max_size=3)


@given(st.lists(versions, min_size=1, max_size=5), st.data())
def test_more_versions_never_cover_less(corpus: Events, data: st.DataObject) -> None:
    some = [sorted(data.draw(st.sets(st.sampled_from(range(len(event)))))) for event in corpus]
    less, more = take(*some, corpus=corpus), take(*(range(len(event)) for event in corpus), corpus=corpus)
    assert 0 <= less.kept <= more.kept == pytest.approx(1.0)
    assert 0 <= less.repeated < 1
    assert take(*(pick[:1] for pick in some), corpus=corpus).repeated == 0.0
