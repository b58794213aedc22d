"""Runs and narratives as values: how they are named, what is recorded, how they are joined."""

from dataclasses import replace
from datetime import datetime, timedelta
from importlib.metadata import version

import numpy as np
import pytest

from taeg.profiles import AUDITED, PUBLISHED, Profile
from taeg.runs import Narrative, Passage, Run, make, run_id
from taeg.strategies import Choices, Parameter, Quotes, Sentence
from tests.unit.builders import entry, story_run

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


def test_a_narrative_can_be_shown_with_its_sources() -> None:
    assert Narrative("voyage", "taeg", PUBLISHED, PASSAGES).cited == (
        "[sail The ship sails: bob, Letter 1]\nThe harbour was behind us.\n\n[storm A storm: told by nobody]\nA storm."
    )
    assert Narrative("voyage", "taeg", AUDITED, ()).cited == ""
