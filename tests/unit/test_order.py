"""τ and local disorder of texts made of invented words, where the right answer is known."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.order import align, local_disorder, order, published_tau

Text = list[list[str]]


@given(st.lists(st.integers(0, 6), min_size=1, max_size=8))
def test_disorder_is_the_smallest_share_that_must_move(places: list[int]) -> None:
    staying = max(
        size
        for size in range(1, len(places) + 1)
        for kept in combinations(places, size)
        if all(a <= b for a, b in pairwise(kept))
    )
    assert local_disorder(places) == pytest.approx(1 - staying / len(places))


def story(events: int = 80, seed: int = 3) -> list[Text]:
    """Events of two to six sentences; words come as often as in a language, a few sentences come again and again."""
    rng = np.random.default_rng(seed)
    often = 1 / np.arange(1, 3001)
    refrain = ["ba", "ri", "ton"]
    made: list[Text] = []
    for _ in range(events):
        sentences = [
            [f"w{word}" for word in rng.choice(len(often), size=rng.integers(5, 20), p=often / often.sum())]
            for _ in range(rng.integers(2, 7))
        ]
        if rng.random() < 0.2:
            sentences.insert(int(rng.integers(len(sentences))), refrain)
        made.append(sentences)
    return made


def text(events: list[Text]) -> Text:
    return [sentence for event in events for sentence in event]


def shuffled(events: list[Text], share: float, seed: int) -> Text:
    rng = np.random.default_rng(seed)
    moved = np.sort(rng.choice(len(events), size=round(share * len(events)), replace=False))
    places = np.arange(len(events))
    places[moved] = rng.permutation(moved)
    return text([events[place] for place in places])


def test_gold_text_has_tau_one_despite_repetitions() -> None:
    gold = text(story())
    near = [[*gold[5], "else"], gold[9][:-1]]
    gold = [*gold, *near, *gold[20:25]]
    found = order(gold, gold)
    assert (found.tau, found.disorder) == (pytest.approx(1), 0.0)
    assert 0.8 < found.aligned < 1


def test_tau_falls_to_zero_as_events_are_shuffled() -> None:
    events = story()
    gold = text(events)
    means = [
        np.mean([order(shuffled(events, share, seed), gold).tau for seed in range(5)])
        for share in (0.0, 0.1, 0.25, 0.5, 1.0)
    ]
    assert means == sorted(means, reverse=True)
    assert means[0] == pytest.approx(1)
    assert abs(means[-1]) < 0.1


def test_swapped_neighbours_and_reversal() -> None:
    events = story()
    gold = text(events)
    swapped = order(text([event for pair in zip(events[1::2], events[::2], strict=True) for event in pair]), gold)
    assert swapped.tau > 0.95, "τ hardly changes"
    assert swapped.disorder > 0.3
    reverse = order(gold[::-1], gold)
    assert reverse.tau == pytest.approx(-1)
    assert reverse.disorder > 0.99


def test_foreign_sentences_only_lower_the_aligned_share() -> None:
    gold = text(story())
    whole = order(gold, gold)
    mixed = order([s for sentence in gold for s in (sentence, ["xo", "yo", sentence[0]])], gold)
    assert (mixed.tau, mixed.disorder) == (whole.tau, whole.disorder)
    assert mixed.aligned == pytest.approx(whole.aligned / 2, abs=0.01)


def test_edited_sentences_align_and_ambiguous_ones_do_not() -> None:
    gold = [
        ["ala", "bor", "cet", "dun"],
        ["efa", "gol", "hin", "ira"],
        ["jas", "kol", "lim"],
        ["jas", "kol", "lim"],
    ]
    candidate = [["efa", "gol", "hin", "zzz"], ["jas", "kol", "lim"], [], ["ala", "zzz", "yyy", "xxx"], gold[0]]
    assert align(candidate, gold).tolist() == [1, -1, -1, -1, 0]
    shared = [f"w{n}" for n in range(40)]
    assert align([[*shared, "a"]], [[*shared, "a"], [*shared, "b"]]).tolist() == [-1], "the margin is too small"


@pytest.mark.parametrize(("candidate", "gold"), [([], []), ([], [["a"]]), ([["a"]], []), ([[]], [["a"]])])
def test_empty_texts(candidate: Text, gold: Text) -> None:
    found = order(candidate, gold)
    assert math.isnan(found.tau)
    assert (found.aligned, found.disorder) == (0.0, 0.0)


def test_published_heuristic() -> None:
    gold = ["1 Ana went out.", "2 Then bears came.", "3 Corn was sown.", "4 Dan, too."]
    descriptions = ["ANA goes", "Bears at dusk ana", "Corn", "Dan, again", "(Eve rests?)"]
    # found at 0, 1, 2, 3 in the gold ("ana" is the fourth word of the second); Eve is not in the gold
    assert published_tau(gold, gold, descriptions) == pytest.approx(1)
    assert published_tau(gold[::-1], gold, descriptions) == pytest.approx(-1)
    # inside a word and with punctuation: "banana" holds "ana", "dan" without its comma is not "dan,"
    assert published_tau(["Bears.", "Banana.", "Popcorn.", "Dan too."], gold, descriptions) == pytest.approx(1 / 3)
    assert math.isnan(published_tau([], gold, descriptions))
