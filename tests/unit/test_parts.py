"""Parts as values: how runs are named after them, and rankings that strategies are handed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from taeg import InputError, Part
from taeg.consolidate.arrays import Arrays, restrict, stretches
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import RANKED, STRATEGIES, check_centrality, resolved
from taeg.graph.runs import make, run_id
from taeg.model.corpus_graph import Edges, FloatArray
from taeg.model.part import WHOLE, covered
from taeg.model.profile import PUBLISHED
from tests.unit.builders import GivenReader, arrays, edges, entry, story_spans


@pytest.mark.parametrize(
    ("part", "id"),
    [
        (WHOLE, "taeg,damping=0.5"),
        (Part(days=("2024-05-03",)), "taeg,damping=0.5,day=2024-05-03"),
        (Part(sources=("mark", "luke", "mark")), "taeg,damping=0.5,source=luke,source=mark"),
        (Part(first="a", last="b", days=("Monday",)), "taeg,damping=0.5,day=Monday,from=a,to=b"),
    ],
)
def test_a_run_is_named_after_its_part(part: Part, id: str) -> None:
    assert run_id("taeg", {"damping": 0.5}, part) == id
    assert bool(part) == (part != WHOLE)


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
def test_no_two_parts_have_one_name(one: Part, other: Part) -> None:
    assert one.name != other.name
    assert run_id("taeg", {}, one) != run_id("taeg", {}, other)


def test_a_parameter_cannot_pass_for_a_part() -> None:
    assert run_id("mine", {"a": "b,day=c"}) == "mine,a=b%2Cday%3Dc" != run_id("mine", {"a": "b"}, Part(days=("c",)))


@pytest.mark.parametrize("value", ["2024-05-03", "Mk 1:1-3", "the 3rd / 4th", "größe", "a+b@c;d", "back\\slash"])
def test_ordinary_values_stand_in_names_as_they_are(value: str) -> None:
    assert Part(days=(value,)).name == f"day={value}"


def test_the_order_in_which_a_part_is_told_does_not_matter() -> None:
    assert Part(days=("b", "a"), sources=("d", "c")) == Part(days=("a", "b"), sources=("c", "d", "d"))
    with pytest.raises(InputError, match=r"days=\('2024-05-03',\)"):
        Part(days="2024-05-03")  # type: ignore[arg-type]  # what a person writes in a notebook


def test_a_run_records_its_part() -> None:
    run = make(entry(PUBLISHED), "longest", {}, {}, story_spans(), Part(days=("Tuesday",)))
    assert run.part == covered(run.parameters) == "day=Tuesday"
    with pytest.raises(InputError, match="run id"):
        make(entry(), "longest", {}, {}, story_spans(), Part(days=("a\nb",)))


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
    ("indices", "found"),
    [([], []), ([5], [(5, 6)]), ([1, 2, 9], [(1, 10)]), ([1, 5000, 5001, 9000], [(1, 2), (5000, 5002), (9000, 9001)])],
)
def test_stretches(indices: list[int], found: list[tuple[int, int]]) -> None:
    assert stretches(np.array(indices, dtype=np.int64)) == found


def test_edges_are_read_once_and_on_demand() -> None:
    calls = []

    class Counting(GivenReader):
        def edges(self, kind: str, start: int, stop: int) -> Edges:
            calls.append(kind)
            return super().edges(kind, start, stop)

    rows, both = [(0, 0, 3), (0, 1, 4)], {"before": edges((0, 1, 0.5)), "same_event": edges()}
    held = replace(arrays(rows, 1), reader=Counting(both))
    assert len(STRATEGIES["longest"](held)) == 1
    assert calls == []
    assert len(STRATEGIES["taeg"](held)) == len(STRATEGIES["taeg-no-before"](held)) == 1
    assert calls == ["before", "same_event"]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("taeg", ("before", "same_event")), ("taeg-no-before", ("same_event",)), ("taeg-no-same-event", ("before",))],
)
def test_a_strategy_ranks_with_what_it_is_handed(name: str, kinds: tuple[str, ...]) -> None:
    asked = []

    def ranking(arrays: Arrays, kinds: Sequence[str], damping: float, tolerance: float, max_steps: int) -> FloatArray:
        asked.append((tuple(kinds), damping, max_steps))
        return np.array([0.2, 0.8])

    held = replace(arrays([(0, 0, 9), (0, 1, 4)], 1), ranking=ranking)
    assert STRATEGIES[name](held, damping=0.5).version.tolist() == [1]
    assert asked == [(kinds, 0.5, 1000)]
    assert name in RANKED


def test_a_centrality_must_be_known_and_used() -> None:
    check_centrality("", ["longest"])
    check_centrality("gds", RANKED)
    with pytest.raises(InputError, match="unknown centrality 'igraph'"):
        check_centrality("igraph", ["taeg"])
    with pytest.raises(InputError, match="'longest' does not rank"):
        check_centrality("gds", ["taeg", "longest"])


def test_a_strategy_cannot_take_the_names_of_consolidation() -> None:
    def mine(arrays: Arrays, *, part: str = "") -> Spans:
        return Spans.empty()

    with pytest.raises(InputError, match="'part', which is reserved"):
        resolved("mine", mine, {})
