"""Corpora in no graph: what strategies make of them whatever the order of rows, and corpora with events taken out."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate.in_memory import degraded, narrative
from taeg.consolidate.narrative import Passage
from taeg.consolidate.strategies import STRATEGIES
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.profile import AUDITED, PROFILES, PUBLISHED
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
    """Up to four sources and six events; texts may be empty or alike, and a source may tell an event twice.

    The first account has a time, others may have one.
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
    return narrative(build(corpus), strategy, given_parameters).passages


# --- properties ------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(corpora(), st.data())
def test_the_order_of_rows_changes_nothing(corpus: Corpus, data: st.DataObject) -> None:
    shuffled = replace(corpus, versions=tuple(data.draw(st.permutations(corpus.versions))))
    for strategy in STRATEGIES:
        assert passages(shuffled, strategy) == passages(corpus, strategy)


@settings(max_examples=40)
@given(corpora(), st.data())
def test_a_full_order_of_priority_needs_no_declared_one(corpus: Corpus, data: st.DataObject) -> None:
    order = ",".join(data.draw(st.permutations([source.id for source in corpus.sources])))
    turned = replace(corpus, sources=corpus.sources[::-1])
    assert passages(turned, "priority", order=order) == passages(corpus, "priority", order=order)


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
def test_an_event_whose_versions_go_goes_alone(corpus: Corpus, data: st.DataObject) -> None:
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
    split = inmemory.arrays(build(corpus)).sentences
    for s in split:
        whole = corpus.versions[s.version].text if s.version >= 0 else text[corpus.sources[s.source].id]
        assert whole[s.start : s.end] == s.text


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_a_narrative_names_corpus_strategy_and_sources() -> None:
    made = narrative(build(story()), "longest", {})
    assert (made.corpus, made.run, made.profile) == ("voyage-audited", "longest", AUDITED)
    assert [(p.event, p.version, p.source, p.reference) for p in made.passages] == [
        ("sail", "bob-1", "bob", "Letter 1"),
        ("storm", "bob-2", "bob", "Letter 2"),
    ]
    published = narrative(build(story(profile=PUBLISHED)), "longest", {})
    assert published.text.endswith("Waves as high as houses. Nobody writes.")


def test_what_is_unknown_is_told() -> None:
    with pytest.raises(InputError, match=r"^unknown strategy 'shortest'; known strategies: lexrank, random"):
        narrative(build(story()), "shortest", {})
    with pytest.raises(InputError, match=r"^strategy 'longest' has no parameter 'seed'; it has: none$"):
        narrative(build(story()), "longest", {"seed": 3})


# --- events taken out ------------------------------------------------------------------------------------------------


def long_story(events: int = 40) -> Corpus:
    return Corpus(
        "long",
        (Source("ann", "Ann"), Source("bob", "Bob")),
        tuple(Event(str(i), f"Day {i}", gold_text=f"day {i}") for i in range(events)),
        tuple(
            Version(f"{i}-{by}", str(i), by, f"{by} wrote {i} lines of {SENTENCES[i % 5]}")
            for i in range(events)
            for by in ("ann", "bob")
        ),
    )


@pytest.mark.parametrize(("fraction", "left"), [(0, 40), (0.1, 36), (0.25, 30), (0.5, 20), (0.97, 1), (0.01, 40)])
def test_a_share_of_the_events_is_taken_out(fraction: float, left: int) -> None:
    corpus = long_story()
    thin = degraded(corpus, fraction, 7).corpus
    assert len(thin.events) == left
    kept = {event.id for event in thin.events}
    assert thin.events == tuple(event for event in corpus.events if event.id in kept)
    assert thin.versions == tuple(version for version in corpus.versions if version.event in kept)
    assert (thin.sources, thin.profile, thin.name) == (corpus.sources, corpus.profile, corpus.name)


def test_the_seed_says_which() -> None:
    one, other, again = (degraded(long_story(), 0.5, seed) for seed in (1, 2, 1))
    assert one.digest == again.digest
    assert {e.id for e in one.corpus.events} != {e.id for e in other.corpus.events}
    shuffled = replace(long_story(), versions=long_story().versions[::-1])
    assert degraded(shuffled, 0.5, 1).digest == one.digest


def test_edges_and_weights_are_built_anew() -> None:
    thin = degraded(long_story(), 0.5, 3)
    assert thin.digest == build(thin.corpus).digest
    assert len(thin.same_event) == 20
    assert len(thin.before) == 2 * 19


@pytest.mark.parametrize("fraction", [1.0, 0.99, 1.5, -0.1])
def test_a_fraction_that_leaves_nothing_is_refused(fraction: float) -> None:
    with pytest.raises(InputError) as caught:
        degraded(long_story(), fraction, 0)
    assert str(caught.value) == f"a fraction of {fraction} leaves none of 40 events; give one from 0 up to 1"
