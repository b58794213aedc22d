"""The digest: one for one content, another for any other; and the count of floored edges."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any, TypeVar

import pytest

from ingest import build
from taeg.model.corpus import PUBLISHED, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph
from tests.unit.builders import BEFORE, EVENTS, SAME_EVENT, SOURCES, VERSIONS, Tie, story, story_graph

# A change of this value is a change of every user's digests: every graph would be loaded anew, every backup refused.
DIGEST = "23a342dce1141f2c44489a60ee5eecfd6ff0a01d01037da638bde0ad2f007800"


T = TypeVar("T", Source, Event, Version)


def swapped(values: Sequence[T], which: int, **changes: object) -> list[T]:
    """The values, one of them with other fields."""
    fields: dict[str, Any] = changes
    return [replace(v, **fields) if i == which else v for i, v in enumerate(values)]


def test_the_digest_is_pinned() -> None:
    assert story_graph().digest == DIGEST


def test_the_order_of_rows_does_not_matter() -> None:
    assert {story_graph(story(order)).digest for order in permutations(VERSIONS)} == {DIGEST}
    assert len({build(story(order)).digest for order in permutations(VERSIONS)}) == 1


def test_the_order_of_edges_does_not_matter() -> None:
    complete: list[Tie] = [(0, 1, 0.5), (0, 2, 0.25), (1, 2, 0.05), (2, 3, 0.75)]
    digests = {
        story_graph(before=one, same_event=other).digest
        for one, other in zip(permutations(complete), permutations(complete[::-1]), strict=True)
    }
    assert len(digests) == 1


@pytest.mark.parametrize("noise", [1e-12, -1e-12])
def test_the_last_bits_of_weights_do_not_matter(noise: float) -> None:
    noisy = [[(a, b, weight + noise) for a, b, weight in ties] for ties in (BEFORE, SAME_EVENT)]
    assert story_graph(None, *noisy).digest == DIGEST


def test_names_and_origins_are_not_in_the_digest() -> None:
    placed = swapped(VERSIONS, 0, origin="letters.tsv:7")
    assert story_graph(story(placed, name="other")).digest == DIGEST


CHANGES: dict[str, Callable[[], CorpusGraph]] = {
    "profile": lambda: story_graph(story(profile=PUBLISHED)),
    "language": lambda: story_graph(story(language="el")),
    "notes": lambda: story_graph(story(notes=())),
    "notes split": lambda: story_graph(story(notes=("written", "for tests"))),
    "source id": lambda: story_graph(
        story([replace(v, source=v.source.replace("ann", "amy")) for v in VERSIONS], swapped(SOURCES, 0, id="amy"))
    ),
    "source title": lambda: story_graph(story(sources=swapped(SOURCES, 1, title="Bob's letters"))),
    "source text": lambda: story_graph(story(sources=swapped(SOURCES, 1, text="Dear all,"))),
    "text of another source": lambda: story_graph(story(sources=swapped(SOURCES, 0, text="Dear all,"))),
    "a silent source more": lambda: story_graph(story(sources=[*SOURCES, replace(SOURCES[0], id="cid")])),
    "event id": lambda: story_graph(story(events=swapped(EVENTS, 2, id="lull"))),
    "event title": lambda: story_graph(story(events=swapped(EVENTS, 0, title="The ship sails "))),
    "event day": lambda: story_graph(story(events=swapped(EVENTS, 0, day="monday"))),
    "event location": lambda: story_graph(story(events=swapped(EVENTS, 0, location=""))),
    "event reference": lambda: story_graph(story(events=swapped(EVENTS, 0, gold_text="They sailed."))),
    "reference of another event": lambda: story_graph(story(events=swapped(EVENTS, 1, gold_text="They sailed."))),
    "location for reference": lambda: story_graph(story(events=swapped(EVENTS, 0, location="", gold_text="Harbour"))),
    "day for location": lambda: story_graph(story(events=swapped(EVENTS, 0, day="Harbour", location="Monday"))),
    "one event less": lambda: story_graph(story(events=EVENTS[:2])),
    "order of silent events": lambda: story_graph(story(events=(EVENTS[2], *EVENTS[:2]))),
    "order of events": lambda: story_graph(story(events=EVENTS[::-1])),
    "order of sources": lambda: story_graph(story(sources=SOURCES[::-1])),
    "version id": lambda: story_graph(story(swapped(VERSIONS, 0, id="ann-0"))),
    "version event": lambda: story_graph(story(swapped(VERSIONS, 3, event="calm"))),
    "version source": lambda: story_graph(story(swapped(VERSIONS, 3, source="ann"))),
    "version text": lambda: story_graph(story(swapped(VERSIONS, 3, text="Waves as high as houses,"))),
    "version reference": lambda: story_graph(story(swapped(VERSIONS, 3, citation="Letter 3"))),
    "version gaps": lambda: story_graph(story(swapped(VERSIONS, 3, gaps=("Letter 2",)))),
    "gaps split": lambda: story_graph(story(swapped(VERSIONS, 2, gaps=("Diary", "2:5")))),
    "one version less": lambda: story_graph(story(VERSIONS[:3]), before=BEFORE[:1], same_event=SAME_EVENT[:1]),
    "before weight": lambda: story_graph(before=((0, 2, 0.05), (1, 3, 0.25 + 2e-9))),
    "before end": lambda: story_graph(before=((0, 2, 0.05), (0, 3, 0.25))),
    "before direction": lambda: story_graph(before=((2, 0, 0.05), (1, 3, 0.25))),
    "before less": lambda: story_graph(before=BEFORE[:1]),
    "before twice": lambda: story_graph(before=(*BEFORE, BEFORE[0])),
    "same_event weight": lambda: story_graph(same_event=((0, 1, 0.6), (2, 3, 0.05))),
    "same_event end": lambda: story_graph(same_event=((0, 1, 0.5), (1, 3, 0.05))),
    "same_event less": lambda: story_graph(same_event=SAME_EVENT[1:]),
    "kinds exchanged": lambda: story_graph(before=SAME_EVENT, same_event=BEFORE),
}


def test_every_change_of_content_has_its_own_digest() -> None:
    digests = {make().digest: change for change, make in CHANGES.items()}
    assert sorted(digests.values()) == sorted(CHANGES)
    assert DIGEST not in digests


def test_line_ends_in_texts_do_not_collide_with_records() -> None:
    forged = swapped(VERSIONS, 0, text='x"]\n["version", "y"]')
    assert story_graph(story(forged)).digest not in {DIGEST, story_graph(story(swapped(VERSIONS, 0, text="x"))).digest}


def test_floored_counts_edges_of_both_kinds() -> None:
    assert story_graph().floored == 2
    assert story_graph(before=(), same_event=()).floored == 0
    assert story_graph(before=((0, 2, 0.050000001), (1, 3, 0.05))).floored == 2
