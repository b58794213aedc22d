"""Consolidation that takes contested facts into account, on both engines."""

from collections.abc import Iterator

import pytest

import taeg
from taeg import InputError
from taeg.conflicts.values import CLOCK
from taeg.consolidate.spans import BASE, CONTESTED, NOTE
from taeg.graph import conflicts
from taeg.graph.contested import decision
from taeg.graph.graph import Graph
from tests.integration.contested import DETECTOR, corpus


@pytest.fixture
def graph(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Graph]:
    monkeypatch.setattr(conflicts, "detector", lambda *_: DETECTOR)
    with taeg.open(address) as opened:
        opened.put(corpus())
        yield opened


def told(graph: Graph, strategy: str = "longest", settle: str = "none") -> list[tuple[str, str, str]]:
    """Source, role and text of the passages about the fire."""
    narrative = graph.consolidate(strategy, settle=settle, model="none" if strategy == "fuse" else None)
    return [(p.source, p.role, p.text) for p in narrative.passages if p.event == "fire"]


def test_the_preferred_side_is_told_and_the_others_follow(graph: Graph) -> None:
    assert told(graph) == [("ames", BASE, "The bin burned at about 23:41. Two men ran away.")]
    assert told(graph, settle="firsthand") == [
        ("reyes", BASE, "The bin burned at 23:44. Three men ran away."),
        ("ames", NOTE, "Two men ran away."),
        ("ames", CONTESTED, "The bin burned at about 23:41."),
        ("novak", CONTESTED, "My brother says that the bin burned at 23:51."),
    ]
    run = next(run for run in graph.runs() if run.id == "longest,settle=firsthand")
    assert (run.parameters["settle"], run.parameters["contested"]) == ("firsthand", 2)
    assert "According to Novak: “My brother says" in graph.narrative(run.id).spoken("quoted")


def test_a_fused_narrative_has_all_sides_of_recorded_facts(graph: Graph) -> None:
    alone = told(graph, "fuse")
    graph.conflicts()
    fused = told(graph, "fuse")
    assert {"23:41", "23:44", "23:51"} <= {word.strip(".") for *_, text in fused for word in text.split()}
    assert {role for _, role, _ in fused} == {BASE, NOTE}
    assert len(fused) >= len(alone)


def test_a_person_settles_a_fused_narrative(graph: Graph) -> None:
    found = graph.conflicts()
    [clock] = [fact for fact in found.facts if fact.kind == CLOCK]
    graph.correct(decision(found, "settle", clock.id, "ames", ""))
    fused = told(graph, "fuse")
    assert fused[0] == ("ames", BASE, "The bin burned at about 23:41. Two men ran away.")
    assert {source for source, role, _ in fused if role == CONTESTED} == {"reyes", "novak"}


@pytest.mark.parametrize(
    ("strategy", "policy", "says"),
    [("longest", "newest", "unknown policy 'newest'"), ("lexrank", "latest", "cannot settle facts")],
)
def test_what_cannot_be_settled(graph: Graph, strategy: str, policy: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        graph.consolidate(strategy, settle=policy)
