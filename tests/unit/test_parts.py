"""Parts as values: how runs are named after them, and rankings that strategies are handed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg import InputError, Part
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import RANKED, STRATEGIES, Arrays, check_centrality, resolved
from taeg.graph.choosing import NUMBERS, PLACES, LazyEdges, asked
from taeg.graph.runs import make, run_id
from taeg.model.corpus_graph import Edges, FloatArray
from taeg.model.part import WHOLE, covered
from taeg.model.profile import PUBLISHED
from tests.unit.builders import arrays, edges, entry, story_spans


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


def test_edges_are_read_once_and_not_before_they_are_looked_at() -> None:
    calls = []

    def read() -> Edges:
        calls.append(1)
        return edges((0, 1, 0.5), (1, 2, 0.25))

    lazy = LazyEdges(read)
    held = replace(arrays([(0, 0, 3), (0, 1, 4)], 1), before=lazy)
    assert STRATEGIES["longest"](held)
    assert not calls
    assert (len(lazy), lazy.a.tolist(), lazy.b.tolist(), lazy.weight.tolist()) == (2, [0, 1], [1, 2], [0.5, 0.25])
    assert calls == [1]


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


@given(st.lists(st.tuples(st.integers(1, 2 * NUMBERS), st.integers(1, 2 * PLACES)), min_size=1, max_size=9))
def test_pieces_of_the_timeline_are_asked_for_together(pieces: list[tuple[int, int]]) -> None:
    ends = np.cumsum([length for piece in pieces for length in piece]).tolist()
    stretches = list(zip(ends[::2], ends[1::2], strict=True))
    found = []
    for some in asked(stretches):
        between = range(some["start"], some["stop"])
        places = between if some["unbroken"] else some["places"]
        assert some["unbroken"] or len(places) <= PLACES
        assert len(between) <= NUMBERS
        assert (places[0], places[-1]) == (between[0], between[-1])
        found += places
    assert found == [place for stretch in stretches for place in range(*stretch)]


def test_how_many_statements_it_takes_hangs_on_the_events_not_on_their_pieces() -> None:
    assert len(list(asked((place, place + 1) for place in range(0, 600, 2)))) == 1
    assert len(list(asked((place, place + 1) for place in range(0, 4 * PLACES, 2)))) == 2
    assert len(list(asked([(0, 3 * NUMBERS)]))) == 3


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

    with pytest.raises(InputError, match="'part', which is consolidation's own"):
        resolved("mine", mine, {})
