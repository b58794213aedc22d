"""Runs and narratives as values: how they are named, what is recorded, how they are joined."""

from dataclasses import replace
from datetime import datetime, timedelta
from importlib.metadata import version
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.build import build
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate.narrative import Narrative, Passage, Quotable
from taeg.consolidate.strategies import Choices, Parameter, Quotes, Sentence
from taeg.graph import passages
from taeg.graph.passages import Said, slices
from taeg.graph.runs import Run, make, run_id
from taeg.model.arrange import arrange, original
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply
from taeg.model.profile import AUDITED, PUBLISHED, Profile
from tests.unit.builders import entry, story, story_run

CHOICES = Choices(version=np.array([1, -1, 3]), score=np.array([0.5, 1.5, 0.25, 1.75]))


def made(profile: Profile) -> Run:
    return make(entry(profile), "taeg", {"damping": 0.5}, {"damping": 0.5, "max_steps": 1000}, CHOICES)


@pytest.mark.parametrize(
    ("given", "id"),
    [
        ({}, "taeg"),
        ({"damping": 0.5}, "taeg,damping=0.5"),
        ({"tolerance": 1e-9, "damping": 0.5}, "taeg,damping=0.5,tolerance=1e-09"),
        ({"max_steps": 3, "order": "abc"}, "taeg,max_steps=3,order=abc"),
    ],
)
def test_a_run_is_named_after_what_was_set_by_hand(given: dict[str, Parameter], id: str) -> None:
    assert run_id("taeg", given) == id
    assert run_id("taeg", dict(reversed(given.items()))) == id


@pytest.mark.parametrize(("profile", "described"), [(AUDITED, []), (PUBLISHED, [1])], ids=["audited", "published"])
def test_a_run_records_what_was_chosen_and_what_made_it(profile: Profile, described: list[int]) -> None:
    run = made(profile)
    assert run.id == "taeg,damping=0.5"
    assert run.strategy == "taeg"
    assert run.parameters == {"damping": 0.5, "max_steps": 1000}
    assert run.signature == f"taeg {version('taeg')}, corpus d1ge57, profile {profile.name}"
    assert run.event.tolist() == [0, 2]
    assert run.version.tolist() == [1, 3]
    assert run.score.tolist() == [1.5, 1.75]
    assert run.described.tolist() == described


@pytest.mark.parametrize("profile", [AUDITED, PUBLISHED], ids=lambda profile: profile.name)
def test_a_run_records_what_was_quoted(profile: Profile) -> None:
    sentences = (Sentence(1, 9, 17, "Dear all"), Sentence(0, 0, 8, "We left."))
    run = make(entry(profile), "lexrank", {"size": 2}, {"size": 2}, Quotes(sentences, np.array([5.0, 2.0])))
    assert run.id == "lexrank,size=2"
    assert run.quoted.tolist() == [[1, 9, 17], [0, 0, 8]]
    assert run.quoted_score.tolist() == [5.0, 2.0]
    assert len(run.event) == len(run.version) == len(run.score) == len(run.described) == 0
    nothing = make(entry(profile), "lexrank", {}, {}, Quotes((), np.empty(0)))
    assert nothing.quoted.shape == (0, 3)


def test_a_run_says_when_it_was_made_in_universal_time() -> None:
    assert datetime.fromisoformat(made(AUDITED).created).utcoffset() == timedelta(0)


def test_same_choices_compares_choices_scores_and_signature() -> None:
    run = story_run()
    assert run.same_choices(story_run("another name"))
    assert not run.same_choices(story_run(chosen=(0, 3)))
    assert not run.same_choices(story_run(chosen=(1,)))
    assert not run.same_choices(story_run(described=()))
    assert not run.same_choices(story_run(quoted=[(0, 0, 5)]))
    assert not run.same_choices(replace(run, score=run.score + 1))
    quoting = story_run(quoted=[(0, 0, 5), (1, 2, 7)])
    assert quoting.same_choices(story_run(quoted=[(0, 0, 5), (1, 2, 7)]))
    assert not quoting.same_choices(story_run(quoted=[(1, 2, 7), (0, 0, 5)]))
    assert not quoting.same_choices(replace(quoting, quoted_score=quoting.quoted_score[::-1]))
    assert not made(AUDITED).same_choices(made(PUBLISHED))


@given(st.lists(st.integers(0, 3 * passages.CHARACTERS // 2) | st.integers(0, 90), max_size=60), st.integers(1, 20))
def test_a_narrative_is_cut_by_the_number_and_the_length_of_its_passages(lengths: list[int], most: int) -> None:
    place = np.arange(len(lengths))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passages, "PASSAGES", most)
        found = list(slices(Said(place, place + 7, place, np.array(lengths, dtype=np.int64))))
    assert [n for some in found for n in some.place.tolist()] == place.tolist()
    for some in found:
        assert some.version.tolist() == (some.place + 7).tolist()
        assert len(some.place) <= most
        assert some.chars.sum() <= passages.CHARACTERS or len(some.place) == 1
    for some, after in pairwise(found):
        assert len(some.place) == most or some.chars.sum() + after.chars[0] > passages.CHARACTERS, "as few as can be"


PASSAGES = (
    Passage("sail", "The ship sails", "bob-1", "bob", "Letter 1", "The harbour was behind us."),
    Passage("storm", "A storm", "", "", "", "A storm."),
)


@pytest.mark.parametrize(
    ("profile", "text"),
    [(AUDITED, "The harbour was behind us.\n\nA storm."), (PUBLISHED, "The harbour was behind us. A storm.")],
    ids=["audited", "published"],
)
def test_the_profile_says_what_stands_between_passages(profile: Profile, text: str) -> None:
    assert Narrative("voyage", "taeg", profile, PASSAGES).text == text
    assert Narrative("voyage", "taeg", profile, PASSAGES[:1]).text == PASSAGES[0].text
    assert Narrative("voyage", "taeg", profile, ()).text == ""


def test_a_passage_cites_its_source() -> None:
    told, titled = PASSAGES
    assert told.citation == "sail The ship sails: bob, Letter 1"
    assert replace(told, source_title="Bob's letters").citation == "sail The ship sails: Bob's letters, Letter 1"
    assert replace(told, source_title="Letter").citation == "sail The ship sails: Letter 1", "it names the source"
    assert replace(told, reference="").citation == "sail The ship sails: bob"
    assert titled.citation == "storm A storm: told by nobody"
    assert Passage("", "", "", "bob", "", "Waves.").citation == "bob"


def test_a_passage_says_what_the_editor_did() -> None:
    edited = replace(PASSAGES[0], edits=("chosen by the editor: bob-1", "moved by the editor: after storm"))
    assert edited.citation == (
        "sail The ship sails: bob, Letter 1 (chosen by the editor: bob-1; moved by the editor: after storm)"
    )
    assert replace(edited, edits=()).citation == PASSAGES[0].citation


def test_an_event_that_is_called_by_its_id_is_named_once() -> None:
    assert (
        replace(PASSAGES[0], title="sail").citation == replace(PASSAGES[0], title="").citation == "sail: bob, Letter 1"
    )


def test_a_narrative_can_be_shown_with_its_sources() -> None:
    assert Narrative("voyage", "taeg", PUBLISHED, PASSAGES).cited == (
        "[sail The ship sails: bob, Letter 1]\nThe harbour was behind us.\n\n[storm A storm: told by nobody]\nA storm."
    )
    assert Narrative("voyage", "taeg", AUDITED, ()).cited == ""


# --- every sentence traced to who said it ----------------------------------------------------------------------------

SAID = [
    "We left the harbour at dawn.",
    "We left the harbour at dawn. Nobody slept.",
    "Nobody slept.",
    "Waves as high as houses came. The masts broke! Who saw it?",
    "At dawn we saw the harbour again.",
    "",
]


@st.composite
def tales(draw: st.DrawFn) -> Corpus:
    """Sources whose running texts are made of their accounts; some say the same thing of several events."""
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from(["ann", "bob"]), st.sampled_from(["e1", "e2", "e3"]), st.sampled_from(SAID)),
            min_size=1,
            max_size=9,
            unique=True,
        )
    )
    versions = tuple(
        Version(f"v{i}", event, source, text, f"page {i}", time=f"1912-04-{i + 1:02}")
        for i, (source, event, text) in enumerate(rows)
    )
    events = tuple(Event(e, e.upper()) for e in ("e1", "e2", "e3"))
    raw = Corpus("tale", (Source("ann", "Ann"), Source("bob", "Bob")), events, versions)
    wanted = [Correction("exclude", f"v{i}") for i in draw(st.sets(st.integers(0, 3), max_size=2))]
    return apply(arrange(original(raw)), wanted)


@settings(max_examples=60)
@given(tales(), st.sampled_from(["lexrank", "longest", "latest", "taeg"]))
def test_every_sentence_knows_who_said_it_and_of_what(corpus: Corpus, strategy: str) -> None:
    versions = {version.id: version for version in corpus.versions}
    titles = {source.id: source.title for source in corpus.sources}
    made = inmemory.narrative(build(corpus), strategy, {})
    for sentence in made.sentences:
        version = versions[sentence.version]
        assert version.usable
        assert sentence.text in version.text
        assert (sentence.event, sentence.source, sentence.reference, sentence.time) == (
            version.event,
            version.source,
            version.citation,
            version.time,
        )
        assert (sentence.title, sentence.source_title) == (version.event.upper(), titles[version.source])
        passage = made.passages[sentence.passage]
        assert sentence.text in passage.text
        assert (sentence.version, sentence.edits) == (passage.version, passage.edits)
    assert " ".join(" ".join(s.text for s in made.sentences).split()) == " ".join(made.text.split())
    assert [s.passage for s in made.sentences] == sorted(s.passage for s in made.sentences)


def quotable(text: str, *accounts: tuple[str, str]) -> Quotable:
    versions = [Version(id, "sail", "ann", words, f"page {id}") for id, words in accounts]
    return Quotable.of([Source("ann", "Ann", text, date="1912")], versions)


SAIL = {"sail": Event("sail", "The ship sails")}


def test_a_sentence_that_no_version_has_is_the_sources_own() -> None:
    text = "Dear all. We left. Yours, Ann."
    found = quotable(text, ("v1", "We left."))
    assert found.passage(SAIL, 0, 0, 9) == Passage("", "", "", "ann", "", "Dear all.", "Ann", "1912")
    assert found.passage(SAIL, 0, 10, 18) == Passage(
        "sail", "The ship sails", "v1", "ann", "page v1", "We left.", "Ann", "1912"
    )
    assert found.passage(SAIL, 0, 10, 24).version == "", "it goes on after the version's end"
    assert found.passage(SAIL, 0, 5, 18).version == "", "it begins before the version does"


def test_the_same_words_twice_are_two_versions() -> None:
    found = quotable("We left. We left.", ("v1", "We left."), ("v2", "We left."))
    assert [found.passage(SAIL, 0, at, at + 8).version for at in (0, 9)] == ["v1", "v2"]


def test_versions_may_stand_in_another_order_than_the_timeline() -> None:
    found = quotable("Later. Sooner.", ("v1", "Sooner."), ("v2", "Later."))
    assert [found.passage(SAIL, 0, *span).version for span in ((0, 6), (7, 14))] == ["v2", "v1"]


def test_a_version_without_words_is_nowhere() -> None:
    assert quotable("We left.", ("v0", ""), ("v1", "We left.")).passage(SAIL, 0, 0, 8).version == "v1"
    assert quotable("", ("v0", "")).passage(SAIL, 0, 0, 0).version == ""


def test_a_version_inside_another_does_not_hide_it() -> None:
    found = quotable(
        "We left. Nobody slept. We sang.", ("v1", "We left. Nobody slept. We sang."), ("v2", "Nobody slept.")
    )
    assert [found.passage(SAIL, 0, *span).version for span in ((0, 8), (9, 22), (23, 31))] == ["v1", "v2", "v1"]


def test_a_narrative_without_words_has_no_sentences() -> None:
    assert Narrative("voyage", "taeg", AUDITED, ()).sentences == ()
    made = inmemory.narrative(build(story()), "longest", {})
    assert [s.version for s in made.sentences] == ["bob-1", "bob-2"]
