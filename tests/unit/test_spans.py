"""Spans, runs and narratives: ids and records of runs, parts, citations, and the source of every sentence."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.metadata import version

import numpy as np
import pytest

from taeg.base.errors import InputError
from taeg.consolidate import narrative
from taeg.consolidate.arrays import Arrays, restrict
from taeg.consolidate.narrative import Narrative, Passage
from taeg.consolidate.sentences import VersionIndex, trace
from taeg.consolidate.spans import WHOLE, Parameter, Part, Spans, add_titles
from taeg.consolidate.strategies import RANKED, STRATEGIES
from taeg.graph.runs import make, run_id
from taeg.model.corpus import AUDITED, PUBLISHED, Profile, Source, Version
from taeg.model.corpus_graph import FloatArray, IntArray
from tests.unit.builders import EVENTS, arrays, entry, story, story_run, story_spans


@pytest.mark.parametrize(
    ("parameters", "part", "id"),
    [
        ({}, WHOLE, "taeg"),
        ({"tolerance": 1e-9, "damping": 0.5}, WHOLE, "taeg,damping=0.5,tolerance=1e-09"),
        ({"max_steps": 3, "order": "abc"}, WHOLE, "taeg,max_steps=3,order=abc"),
        ({"damping": 0.5}, Part(days=("2024-05-03",)), "taeg,damping=0.5,day=2024-05-03"),
        ({}, Part(sources=("mark", "luke", "mark")), "taeg,source=luke,source=mark"),
        ({}, Part(first="a", last="b", days=("Monday",)), "taeg,day=Monday,from=a,to=b"),
        ({}, Part(days=("the 3rd / 4th: größe+b@c;d\\e",)), "taeg,day=the 3rd / 4th: größe+b@c;d\\e"),
        ({"a": "b,day=c"}, WHOLE, "taeg,a=b%2Cday%3Dc"),
        ({}, Part(sources=("a%2Cb",)), "taeg,source=a%252Cb"),
    ],
)
def test_run_ids_name_parameters_and_part(parameters: dict[str, Parameter], part: Part, id: str) -> None:
    assert run_id("taeg", parameters, part) == run_id("taeg", dict(reversed(parameters.items())), part) == id


def test_a_run_records_its_parameters() -> None:
    run = make(
        entry(), "taeg", {"damping": 0.5}, {"damping": 0.5, "max_steps": 1000}, story_spans(), Part(days=("Tuesday",))
    )
    assert (run.id, run.strategy) == ("taeg,damping=0.5,day=Tuesday", "taeg")
    assert run.parameters == {"damping": 0.5, "max_steps": 1000, "part": "day=Tuesday"}
    assert run.part == "day=Tuesday"
    assert run.signature == f"taeg {version('taeg')}, corpus d1ge57, profile audited, words scikit-learn+bigrams"
    assert run.spans.equals(story_spans())
    assert datetime.fromisoformat(run.created).utcoffset() == timedelta(0)
    with pytest.raises(InputError, match="run id"):
        make(entry(), "longest", {}, {}, story_spans(), Part(days=("a\nb",)))


def test_titles_are_added_for_events_without_spans() -> None:
    def titles(events: IntArray) -> list[str]:
        return [EVENTS[i].title for i in events.tolist()]

    spans = add_titles(story_spans(titles=()), np.arange(3), titles)
    assert spans.equals(story_spans(titles=(2,)))
    first = add_titles(story_spans(titles=())[1:], np.arange(3), titles)
    assert [row[:6] for row in first.rows()] == [
        (0, -1, -1, 0, 15, "title"),
        (1, 3, 1, 0, 24, "base"),
        (2, -1, -1, 0, 14, "title"),
    ]
    quotes = story_spans((), (), [(0, 0, 5)])
    assert add_titles(quotes, np.arange(3), titles).equals(quotes), "extracts do not follow the timeline"


def test_same_result_compares_spans_and_signature() -> None:
    run = story_run()
    assert run.same_result(story_run("another name"))
    for other in (
        story_run(chosen=(0, 3)),
        story_run(chosen=(1,)),
        story_run(titles=()),
        story_run(quoted=[(0, 0, 5)]),
        replace(run, spans=replace(run.spans, score=run.spans.score + 1)),
        replace(run, signature="taeg 1"),
    ):
        assert not run.same_result(other)


PASSAGES = (
    Passage("sail", "The ship sails", "bob-1", "bob", "Letter 1", "The harbour was behind us."),
    Passage("storm", "A storm", "", "", "", "A storm."),
)


@pytest.mark.parametrize(
    ("profile", "text"),
    [(AUDITED, "The harbour was behind us.\n\nA storm."), (PUBLISHED, "The harbour was behind us. A storm.")],
    ids=["audited", "published"],
)
def test_the_profile_determines_the_separator_of_passages(profile: Profile, text: str) -> None:
    assert Narrative("voyage", "taeg", profile, PASSAGES).text == text
    empty = Narrative("voyage", "taeg", profile, ())
    assert (empty.text, empty.cited, empty.sentences) == ("", "", ())


EDITS = ("chosen by the editor: bob-1", "moved by the editor: after storm")


@pytest.mark.parametrize(
    ("passage", "citation"),
    [
        (PASSAGES[0], "sail The ship sails: bob, Letter 1"),
        (replace(PASSAGES[0], source_title="Bob's letters"), "sail The ship sails: Bob's letters, Letter 1"),
        (replace(PASSAGES[0], source_title="Letter"), "sail The ship sails: Letter 1"),
        (replace(PASSAGES[0], reference=""), "sail The ship sails: bob"),
        (replace(PASSAGES[0], title="sail"), "sail: bob, Letter 1"),
        (replace(PASSAGES[0], title="", edits=EDITS), f"sail: bob, Letter 1 ({EDITS[0]}; {EDITS[1]})"),
        (PASSAGES[1], "storm A storm: no account"),
        (Passage("", "", "", "bob", "", "Waves."), "bob"),
    ],
)
def test_citations(passage: Passage, citation: str) -> None:
    assert passage.citation == citation


DEAR_ALL = "Dear all. We left. Yours, Ann."
OVERLAP = "We left. Nobody slept. We sang."


@pytest.mark.parametrize(
    ("text", "versions", "start", "end", "found"),
    [
        (DEAR_ALL, ["We left."], 10, 18, (0, 10)),
        (DEAR_ALL, ["We left."], 0, 9, (-1, 0)),
        (DEAR_ALL, ["We left."], 10, 24, (-1, 0)),
        (DEAR_ALL, ["We left."], 5, 18, (-1, 0)),
        ("We left. We left.", ["We left.", "We left."], 9, 17, (1, 9)),
        ("Later. Sooner.", ["Sooner.", "Later."], 7, 14, (0, 7)),
        ("We left.", ["", "We left."], 0, 8, (1, 0)),
        ("", [""], 0, 0, (-1, 0)),
        (OVERLAP, [OVERLAP, "Nobody slept."], 9, 22, (1, 9)),
        (OVERLAP, [OVERLAP, "Nobody slept."], 23, 31, (0, 0)),
    ],
)
def test_version_index(text: str, versions: list[str], start: int, end: int, found: tuple[int, int]) -> None:
    accounts = [Version(f"v{i}", "sail", "ann", words) for i, words in enumerate(versions)]
    assert VersionIndex([Source("ann", "Ann", text)], accounts).find(0, start, end) == found


def test_a_quote_outside_any_version_belongs_to_its_source() -> None:
    sources = (Source("ann", "Ann", DEAR_ALL, date="1912"),)
    corpus = story([Version("v1", "sail", "ann", "We left.", "page 1")], sources)
    quoted = Spans.of(event=-1, version=-1, source=0, start=[0, 10], end=[9, 18], role="quote", score=1.0)
    spans = trace(quoted, sources, corpus.versions, {"sail": 0})
    assert [row[:5] for row in spans.rows()] == [(-1, -1, 0, 0, 9), (0, 0, 0, 0, 8)]
    assert narrative.passages(corpus, spans) == [
        Passage("", "", "", "ann", "", "Dear all.", "Ann", "1912", role="quote"),
        Passage("sail", "The ship sails", "v1", "ann", "page 1", "We left.", "Ann", "1912", role="quote"),
    ]


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
