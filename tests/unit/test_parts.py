"""Parts of a corpus: unique names, restricted arrays, and the ranking of strategies."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from taeg import InputError, Part
from taeg.consolidate.arrays import Arrays, restrict
from taeg.consolidate.strategies import RANKED, STRATEGIES
from taeg.graph.runs import run_id
from taeg.model.corpus_graph import FloatArray
from tests.unit.builders import arrays


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Part(sources=("a", "b")), Part(sources=("a,source=b",))),
        (Part(first="e1", last="e3"), Part(first="e1,to=e3")),
        (Part(days=("a",), sources=("b",)), Part(days=("a,source=b",))),
        (Part(sources=("a,b",)), Part(sources=("a%2Cb",))),
        (Part(sources=("a=b",)), Part(sources=("a%3Db",))),
    ],
)
def test_names_of_parts_are_unique(one: Part, other: Part) -> None:
    assert one.name != other.name
    assert run_id("taeg", {}, one) != run_id("taeg", {}, other)


def test_parts_are_normalised() -> None:
    assert Part(days=("b", "a"), sources=("d", "c")) == Part(days=("a", "b"), sources=("c", "d", "d"))
    with pytest.raises(InputError, match=r"days=\('2024-05-03',\)"):
        Part(days="2024-05-03")  # type: ignore[arg-type]


def test_restrict_keeps_the_edges_between_its_versions() -> None:
    rows = [(0, 0, 5), (0, 1, 6), (1, 0, 7), (2, 0, 8), (2, 1, 9)]
    before, same_event = [(0, 2, 0.1), (2, 3, 0.2), (1, 4, 0.3)], [(0, 1, 0.4), (3, 4, 0.5)]
    whole = replace(arrays(rows, 3, before, same_event, all_times=[1.0, 2.0, 3.0, 4.0, 5.0]), editor={0: 0, 2: 4})
    part = restrict(whole, np.array([1, 2]), np.array([2, 3, 4]))
    assert (part.events, part.event.tolist(), part.chars.tolist()) == (2, [0, 1, 1], [7, 8, 9])
    assert [(e.a.tolist(), e.b.tolist(), e.weight.tolist()) for e in map(part.edges, ("before", "same_event"))] == [
        ([0], [1], [0.2]),
        ([1], [2], [0.5]),
    ]
    assert (part.texts(1, 3), part.times.tolist()) == (["word " * 8, "word " * 9], [3.0, 4.0, 5.0])
    assert part.editor == {1: 2}
    spans = part.in_corpus(STRATEGIES["longest"](part))
    assert (spans.event.tolist(), spans.version.tolist()) == ([1, 2], [2, 4])
    with pytest.raises(InputError, match="lexrank quotes from whole sources"):
        STRATEGIES["lexrank"](part)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("taeg", ("before", "same_event")), ("taeg-no-before", ("same_event",)), ("taeg-no-same-event", ("before",))],
)
def test_strategies_use_the_ranking_of_their_arrays(name: str, kinds: tuple[str, ...]) -> None:
    calls = []

    def ranking(arrays: Arrays, kinds: Sequence[str], damping: float, tolerance: float, max_steps: int) -> FloatArray:
        calls.append((tuple(kinds), damping, max_steps))
        return np.array([0.2, 0.8])

    held = replace(arrays([(0, 0, 9), (0, 1, 4)], 1), ranking=ranking)
    assert STRATEGIES[name](held, damping=0.5).version.tolist() == [1]
    assert calls == [(kinds, 0.5, 1000)]
    assert name in RANKED
