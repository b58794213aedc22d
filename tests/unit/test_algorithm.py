"""Algorithm 1 and properties of all strategies, on generated corpora in memory."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ingest
from taeg.build import build
from taeg.consolidate.algorithm import consolidate, narrate
from taeg.consolidate.arrays import in_memory
from taeg.consolidate.narrative import Passage
from taeg.consolidate.strategies import STRATEGIES
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.profile import AUDITED, PROFILES
from tests.unit.builders import story

CHOOSING = [name for name in STRATEGIES if name != "lexrank"]
SENTENCES = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn!",
    "Waves as high as houses came.",
    "Nobody slept.",
    "At dawn we saw the harbour again.",
    "-",
]
texts = st.lists(st.sampled_from(SENTENCES), max_size=3).map(" ".join)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Up to four sources and six events; texts may be empty or equal, and a source may have two versions of an event.

    The first version has a time, others may have one.
    """
    sources = draw(st.permutations(["ann", "bob", "cid", "dot"]))[: draw(st.integers(1, 4))]
    events = draw(st.permutations(["sail", "storm", "calm", "fog", "land", "home"]))[: draw(st.integers(2, 6))]
    told = st.tuples(st.sampled_from(events), st.sampled_from(sources), texts)
    rows = draw(st.lists(told, min_size=1, max_size=12))
    days = ["2031-05-01", *draw(st.lists(st.sampled_from(["", "2031-04", "2031-05-01", "2031-05-02"]), min_size=11))]
    versions = [Version(f"v{i:02}", event, source, text, time=days[i]) for i, (event, source, text) in enumerate(rows)]
    return Corpus(
        "voyage",
        tuple(Source(id, id.title(), " ".join(v.text for v in versions if v.source == id).strip()) for id in sources),
        tuple(Event(id, id.title()) for id in events),
        tuple(versions),
        profile=draw(st.sampled_from(list(PROFILES.values()))),
    )


def passages(corpus: Corpus, strategy: str, **given_parameters: int | str) -> tuple[Passage, ...]:
    return narrate(build(corpus), strategy, given_parameters).passages


# --- properties ------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(corpora(), st.data())
def test_the_order_of_versions_is_irrelevant(corpus: Corpus, data: st.DataObject) -> None:
    shuffled = replace(corpus, versions=tuple(data.draw(st.permutations(corpus.versions))))
    for strategy in STRATEGIES:
        assert passages(shuffled, strategy) == passages(corpus, strategy)


@settings(max_examples=25)
@given(corpora(), st.integers(0, 50))
def test_narratives_are_in_timeline_order(corpus: Corpus, seed: int) -> None:
    place = {event.id: i for i, event in enumerate(corpus.events)}
    told = {version.event for version in corpus.versions if version.text}
    for strategy in CHOOSING:
        found = passages(corpus, strategy, **({"seed": seed} if strategy == "random" else {}))
        places = [place[passage.event] for passage in found]
        assert places == sorted(set(places))
        assert {passage.event for passage in found if passage.version} == told
        assert len(found) == (len(told) if corpus.profile is AUDITED else len(corpus.events))


@settings(max_examples=40)
@given(corpora(), st.data())
def test_removing_the_versions_of_an_event_affects_no_other(corpus: Corpus, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from([event.id for event in corpus.events]))
    left = tuple(version for version in corpus.versions if version.event != gone)
    if not left:
        return
    for strategy in ("longest", "priority"):
        expected = [passage for passage in passages(corpus, strategy) if passage.event != gone]
        found = passages(replace(corpus, versions=left), strategy)
        assert [passage for passage in found if passage.event != gone] == expected
        silent = [passage.text for passage in found if passage.event == gone]
        assert silent == ([] if corpus.profile is AUDITED else [f"{gone.title()}."])


@settings(max_examples=30)
@given(corpora())
def test_lexrank_quotes_the_sources_word_for_word(corpus: Corpus) -> None:
    text = {source.id: source.text for source in corpus.sources}
    found = [passage for passage in passages(corpus, "lexrank", size=5) if passage.source]
    assert len(found) <= 5
    versions = {version.id: version for version in corpus.versions}
    for passage in found:
        assert passage.text in text[passage.source]
        assert bool(passage.event) == bool(passage.version)
        if passage.version:
            version = versions[passage.version]
            assert (passage.event, passage.source) == (version.event, version.source)
            assert passage.text in version.text
    split = in_memory(build(corpus)).sentences
    for s in split:
        whole = corpus.versions[s.version].text if s.version >= 0 else text[corpus.sources[s.source].id]
        assert whole[s.start : s.end] == s.text


@settings(max_examples=60)
@given(corpora())
def test_algorithm_1_selects_what_the_strategy_taeg_selects(corpus: Corpus) -> None:
    told = [passage.version for passage in passages(corpus, "taeg") if passage.version]
    assert [version.id for version in consolidate(corpus)] == told


def test_algorithm_1_takes_another_ranking() -> None:
    """By length, the first of equals first."""
    selected = consolidate(story(), lambda graph: {v.id: len(v.text) for v in graph.corpus.versions})
    assert [version.id for version in selected] == ["bob-1", "bob-2"]


@pytest.mark.parametrize("name", ["gospels", "examples/kings", "examples/news", "examples/night"])
@pytest.mark.parametrize("profile", PROFILES)
def test_algorithm_1_on_the_examples(name: str, profile: str) -> None:
    corpus = ingest.read(name, profile=profile)
    corpus = replace(corpus, events=tuple(replace(event, choice="") for event in corpus.events))
    told = [passage.version for passage in passages(corpus, "taeg") if passage.version]
    assert [version.id for version in consolidate(corpus)] == told
