"""Algorithm 1 and properties of all strategies, on generated corpora in memory."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ingest
from taeg.build import build
from taeg.consolidate.algorithm import consolidate, narrate
from taeg.consolidate.narrative import Passage
from taeg.consolidate.strategies import STRATEGIES
from taeg.model.arrange import arrange, original
from taeg.model.corpus import AUDITED, PROFILES, Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply
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
    accounts = st.tuples(st.sampled_from(events), st.sampled_from(sources), texts)
    rows = draw(st.lists(accounts, min_size=1, max_size=12))
    days = ["2031-05-01", *draw(st.lists(st.sampled_from(["", "2031-04", "2031-05-01", "2031-05-02"]), min_size=11))]
    versions = [
        Version(f"v{i:02}", event, source, text, f"page {i}", time=days[i])
        for i, (event, source, text) in enumerate(rows)
    ]
    return Corpus(
        "voyage",
        tuple(Source(id, id.title(), " ".join(v.text for v in versions if v.source == id).strip()) for id in sources),
        tuple(Event(id, id.title()) for id in events),
        tuple(versions),
        profile=draw(st.sampled_from(list(PROFILES.values()))),
    )


def passages(corpus: Corpus, strategy: str, **given_parameters: int | str) -> tuple[Passage, ...]:
    return narrate(build(corpus), strategy, given_parameters).passages


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
    covered = {version.event for version in corpus.versions if version.text}
    for strategy in (name for name in CHOOSING if name != "fuse"):
        found = passages(corpus, strategy, **({"seed": seed} if strategy == "random" else {}))
        places = [place[passage.event] for passage in found]
        assert places == sorted(set(places))
        assert {passage.event for passage in found if passage.version} == covered
        assert len(found) == (len(covered) if corpus.profile is AUDITED else len(corpus.events))


@settings(max_examples=60)
@given(corpora(), st.sampled_from(["lexrank", "longest", "latest", "taeg"]), st.sets(st.integers(1, 3), max_size=2))
def test_every_sentence_is_traced_to_its_version(corpus: Corpus, strategy: str, excluded: set[int]) -> None:
    """Quotes outside any version name their source only."""
    corpus = apply(arrange(original(corpus)), [Correction("exclude", f"v{i:02}") for i in excluded])
    versions = {version.id: version for version in corpus.versions}
    sources = {source.id: source for source in corpus.sources}
    made = narrate(build(corpus), strategy, {})
    for sentence in made.sentences:
        passage = made.passages[sentence.passage]
        assert sentence.text in passage.text
        assert (sentence.version, sentence.edits) == (passage.version, passage.edits)
        if sentence.version:
            version = versions[sentence.version]
            assert version.usable
            assert sentence.text in version.text
            assert (sentence.event, sentence.source, sentence.reference, sentence.time) == (
                *(version.event, version.source, version.citation, version.time),
            )
        elif sentence.source:
            assert (sentence.event, sentence.source_title) == ("", sources[sentence.source].title)
            assert sentence.text in sources[sentence.source].text
        else:
            assert sentence.text == f"{sentence.title}."
    assert " ".join(" ".join(s.text for s in made.sentences).split()) == " ".join(made.text.split())
    assert [s.passage for s in made.sentences] == sorted(s.passage for s in made.sentences)


@settings(max_examples=60)
@given(corpora())
def test_algorithm_1_selects_what_the_strategy_taeg_selects(corpus: Corpus) -> None:
    expected = [passage.version for passage in passages(corpus, "taeg") if passage.version]
    assert [version.id for version in consolidate(corpus)] == expected


def test_algorithm_1_takes_another_ranking() -> None:
    """By length, the first of equals first."""
    selected = consolidate(story(), lambda graph: {v.id: len(v.text) for v in graph.corpus.versions})
    assert [version.id for version in selected] == ["bob-1", "bob-2"]


@pytest.mark.parametrize("name", ["gospels", "examples/kings", "examples/news", "examples/night"])
@pytest.mark.parametrize("profile", PROFILES)
def test_algorithm_1_on_the_examples(name: str, profile: str) -> None:
    corpus = ingest.read(name, profile=profile)
    corpus = replace(corpus, events=tuple(replace(event, choice="") for event in corpus.events))
    expected = [passage.version for passage in passages(corpus, "taeg") if passage.version]
    assert [version.id for version in consolidate(corpus)] == expected
