"""First-hand accounts, accounts on topic, and the base of fusion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random

import numpy as np
import pytest

from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate import bases, firsthand, ontopic
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.bases import CORRECTED, EDITOR, FIRSTHAND, NONE, ONLY, ONTOPIC, SUPERSEDED, choose
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import STRATEGIES, apply
from taeg.text.vectors import FloatArray
from tests.unit.builders import arrays_of

Rows = list[tuple[int, int, str]]
LOG = "At 23:48 I logged the call. The van was 8 metres from me."
RUMOUR = "I was told that there was a van. They say that it was red, and so on and so forth, which is all I know of it."
GUESS = "I think there may have been a van, but I am not sure. Perhaps it was a car that went by, and it was loud."
FOUR = "Police said that four people were injured in the fire at the mill on Saturday night, the worst fire in years."
THREE = "The number of injured in the fire at the mill was revised to three from four."
AFTERTHOUGHT = "Further to my statement I want to correct one thing. The van was white."
FIRST = "The van was blue and stood before the gates for some minutes. Two men got out of it and went to the gates."
TOPICS = 36


def selected(given: Arrays, name: str) -> Spans:
    """What a strategy selects."""
    return apply(name, STRATEGIES[name], given, {})[0]


def english(rows: Rows, events: int, **columns: Sequence[float]) -> Arrays:
    return replace(arrays_of(rows, events, **columns), language="en")


def test_firsthand_prefers_the_log_to_guess_and_rumour() -> None:
    given = english([(0, 0, RUMOUR), (0, 1, LOG), (0, 2, GUESS)], 1)
    score = firsthand.score(given)
    assert score.argsort().tolist() == [0, 2, 1]
    assert selected(given, "firsthand").version.tolist() == [1]


def test_what_is_mostly_hearsay_is_never_first_hand() -> None:
    rumour_with_figures = "I was told that at 23:48 a van of 8 metres was 12 metres away."
    given = english([(0, 0, rumour_with_figures), (0, 1, GUESS), (1, 0, RUMOUR)], 2)
    assert selected(given, "firsthand").version.tolist() == [1, 2]


@pytest.mark.parametrize(
    "unwitnessed",
    [
        "Not witnessed. At 23:48 a van of 8 metres was logged 12 metres away by the camera, which I have read.",
        "At 23:48 there was a van. I did not see the driver. We could not see who got out.",
    ],
)
def test_what_was_not_witnessed_is_not_first_hand(unwitnessed: str) -> None:
    given = english([(0, 0, unwitnessed), (0, 1, GUESS), (1, 0, unwitnessed)], 2)
    assert selected(given, "firsthand").version.tolist() == [1, 2]


def test_the_source_of_a_version_counts() -> None:
    plain = "The van went by."
    given = english([(0, 0, GUESS), (0, 1, LOG), (1, 0, plain), (1, 1, plain)], 2)
    score = firsthand.score(given)
    assert score[3] > score[2]


def test_versions_without_marks_are_equal() -> None:
    given = english([(0, 0, "The van came."), (0, 1, "The car went away."), (1, 0, "")], 2)
    assert set(firsthand.score(given).tolist()) == {0.0}


def test_in_a_large_corpus_sources_are_compared() -> None:
    rows = [(event, source, (GUESS, LOG)[source]) for event in range(20) for source in (0, 1)]
    given = english(rows, 20)
    marks = firsthand.read_marks(given, most=10)
    assert np.count_nonzero(marks.read) == 10
    score = firsthand.score(given, marks)
    assert (score[1::2] > score[::2]).all()


def topic(event: int, chance: Random) -> str:
    """A sentence about one of many unlike events."""
    return " ".join(f"word{event}{chance.randrange(12):x}x" for _ in range(8)) + "."


def on_topic(padded: tuple[int, ...] = ()) -> Arrays:
    """Two versions of each event, of six sentences and of four; the second of some padded with far sentences."""
    chance = Random(3)
    rows: Rows = []
    for event in range(TOPICS):
        long, short = ([topic(event, chance) for _ in range(count)] for count in (6, 4))
        if event in padded:
            for k in range(3):
                short.insert(chance.randrange(len(short)), topic((event + 10 + 5 * k) % TOPICS, chance))
        rows += [(event, 0, " ".join(long)), (event, 1, " ".join(short))]
    return english(rows, TOPICS)


def test_padding_does_not_help() -> None:
    given = on_topic((4, 11, 20))
    assert selected(given, "longest").source[[4, 11, 20]].tolist() == [1, 1, 1]
    assert not selected(given, "ontopic").source.any()


def test_on_topic_is_deterministic_and_never_more_than_the_length() -> None:
    given = on_topic((2, 9))
    score = ontopic.score(given)
    assert score.tolist() == ontopic.score(given).tolist()
    assert (score <= given.chars).all()


def test_a_small_corpus_goes_by_length() -> None:
    given = english([(0, 0, LOG), (0, 1, RUMOUR), (1, 1, GUESS)], 2)
    assert ontopic.score(given).tolist() == given.chars.tolist()


class FixedEncoder:
    """Vectors of three counts."""

    name = digest = signature = "fixed"

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        counts = [[len(text), text.count("a") + 1, text.count("1")] for text in texts]
        vectors: FloatArray = np.array(counts, dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


def test_vectors_are_used_if_there_are_any() -> None:
    given = replace(on_topic((4,)), encoder=FixedEncoder())
    assert not selected(given, "ontopic").source[[3, 4, 5]].any()


@dataclass(frozen=True)
class Case:
    rows: Rows
    versions: list[int]
    reasons: list[str]
    editor: Mapping[int, int] = field(default_factory=dict)
    times: Sequence[float] = ()


CASES = {
    "no version": Case([(1, 0, LOG)], [-1, 0], [NONE, ONLY]),
    "one version": Case([(0, 0, LOG)], [0], [ONLY]),
    "one has no text": Case([(0, 0, ""), (0, 1, RUMOUR)], [1], [ONLY]),
    "the editor": Case([(0, 0, LOG), (0, 1, RUMOUR)], [1], [EDITOR], editor={0: 1}),
    "the last of a source": Case([(0, 0, LOG), (0, 0, RUMOUR)], [0], [SUPERSEDED], times=[2.0, 1.0]),
    "the correction": Case([(0, 0, FOUR), (0, 1, THREE)], [1], [CORRECTED], times=[1.0, 2.0]),
    "by order without times": Case([(0, 0, LOG), (0, 0, RUMOUR)], [1], [SUPERSEDED], times=[-inf, -inf]),
    "a short correction": Case([(0, 0, FIRST), (0, 0, AFTERTHOUGHT)], [0], [SUPERSEDED], times=[1.0, 2.0]),
    "a long correction": Case([(0, 0, LOG), (0, 0, AFTERTHOUGHT)], [1], [SUPERSEDED], times=[1.0, 2.0]),
    "two short corrections": Case(
        [(0, 0, FIRST), (0, 0, AFTERTHOUGHT), (0, 0, AFTERTHOUGHT + " Thanks.")],
        [0],
        [SUPERSEDED],
        times=[1, 2, 3],
    ),
    "first-hand": Case([(0, 0, LOG), (0, 1, RUMOUR)], [0], [FIRSTHAND]),
    "no marks": Case([(0, 0, "It rained."), (0, 1, "It rained a lot.")], [1], [ONTOPIC]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_first_rule_that_can_tell_decides(name: str) -> None:
    case = CASES[name]
    columns = {"all_times": case.times, "orders": list(range(len(case.rows)))} if case.times else {}
    given = replace(english(case.rows, len(case.versions), **columns), editor=case.editor)
    found, why = choose(given)
    assert (found.tolist(), why.tolist()) == (case.versions, case.reasons)


def test_a_strategy_may_be_the_rule() -> None:
    found, why = choose(english([(0, 0, LOG), (0, 1, RUMOUR), (1, 0, LOG)], 2), "longest")
    assert (found.tolist(), why.tolist()) == ([1, 2], ["longest", ONLY])


@pytest.mark.parametrize("rule", ["lexrank", "shortest", ""])
def test_an_unknown_rule_is_refused(rule: str) -> None:
    with pytest.raises(InputError, match="the rules are: auto, longest"):
        choose(english([(0, 0, LOG)], 1), rule)


@pytest.mark.parametrize("rule", [rule for rule in bases.RULES if rule not in ("latest", "taeg")])
def test_no_versions_at_all(rule: str) -> None:
    found, why = choose(english([], 2), rule)
    assert (found.tolist(), why.tolist()) == ([-1, -1], [NONE, NONE])
