"""A corpus in the graph, corrected: applied, listed, undone, kept over new data, and told by every strategy."""

from dataclasses import replace

import pytest

import taeg
from taeg import InputError
from taeg.build import build
from taeg.consolidate.strategies import STRATEGIES
from taeg.model.corpus import Correction
from tests.integration import accounts
from tests.integration.nights import CHOOSE, EXCLUDE, RENAME, changed_words, night, part


def test_a_correction_is_applied_listed_and_undone(address: str) -> None:
    with taeg.open(address) as graph:
        before = graph.put(night()).digest
        assert graph.correct(RENAME, EXCLUDE).digest != before
        assert graph.event("fire").title == "The fire"
        assert graph.event("fire").edits == ("renamed by the editor, before: fire",)
        assert graph.corrections() == (RENAME, EXCLUDE)
        assert graph.stats().corrections == ["rename fire title 'The fire'", "exclude cid:rescue@1912-04-13"]
        with pytest.raises(InputError, match="no correction has number 3; there are 2"):
            graph.undo(3)
        graph.undo(1)
        assert graph.corrections() == (EXCLUDE,)
        assert graph.event("fire").title == "fire"
        assert graph.undo(1).digest == before
        assert replace(graph.read().corpus, name="night") == night()
        with pytest.raises(InputError, match="no correction has number 1; there is none"):
            graph.undo(1)


def test_a_correction_of_a_corpus_made_by_hand_is_undone_without_a_trace(address: str) -> None:
    """Its order of precedence is the order of its sources, and not the one of their names."""
    given = accounts.corpus(sources=3)
    corpus = replace(given, sources=given.sources[::-1])
    with taeg.open(address) as graph:
        before = graph.put(corpus).digest
        graph.correct(Correction("rename", "e1", title="The second"))
        assert [s.id for s in graph.read().corpus.sources] == ["s2", "s1", "s0"]
        assert graph.undo(1).digest == before == build(corpus).digest


def test_a_correction_that_does_not_fit_is_refused_whole(address: str) -> None:
    with taeg.open(address) as graph:
        before = graph.put(night()).digest
        with pytest.raises(InputError, match=r"^exclude zed:x: there is no version 'zed:x'"):
            graph.correct(RENAME, Correction("exclude", "zed:x"))
        assert graph.stats().digest == before
        assert graph.corrections() == ()


def test_corrections_survive_new_data(address: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        graph.correct(RENAME, CHOOSE)
        graph.put(changed_words(), "night-audited")
        assert graph.corrections() == (RENAME, CHOOSE)
        assert graph.stats().misfits == []
        assert "I swear." in graph.read().corpus.versions[-1].text
        assert graph.event("fire").title == "The fire"
        graph.remove_source("cid")
        assert graph.event("fire").edits[-1] == "chosen by the editor: bob:fire@1912-04-11T08:00Z"
        assert graph.add(part(night(), "cid")).digest == graph.put(night()).digest


def test_a_correction_whose_event_has_gone_is_kept_and_fits_again(address: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        corrected = graph.correct(Correction("rename", "quiet", title="Dawn")).digest
        graph.remove_source("cid")
        assert graph.stats().misfits == ["rename quiet title 'Dawn': there is no event 'quiet'"]
        assert [c.problem for c in graph.corrections()] == ["there is no event 'quiet'"]
        graph.put(part(night(), "ann", "bob"), "night-audited")
        assert len(graph.stats().misfits) == 1
        assert graph.add(part(night(), "cid")).digest == corrected
        assert graph.stats().misfits == []
        assert graph.event("quiet").title == "Dawn"


def test_corrections_of_a_file_are_those_it_has_now(address: str) -> None:
    of_file = replace(RENAME, given_in="file")
    with taeg.open(address) as graph:
        graph.put(replace(night(), corrections=(of_file,)))
        graph.correct(EXCLUDE)
        assert graph.corrections() == (of_file, EXCLUDE)
        with pytest.raises(InputError, match="correction 1 stands in a file beside the corpus"):
            graph.undo(1)
        graph.add(part(night(), "ann"))
        assert graph.corrections() == (of_file, EXCLUDE), "what is added alone says nothing of the file"
        graph.put(night())
        assert graph.corrections() == (EXCLUDE,)


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "lexrank"])
def test_the_editors_choice_is_told_whatever_the_strategy(address: str, strategy: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        told = {p.event: p.version for p in graph.consolidate(strategy).passages}
        other = next(v.id for v in night().versions if v.event == "fire" and v.id != told["fire"])
        graph.correct(Correction("choose", "fire", other))
        assert graph.runs() == [], "what was made of the old corpus is gone"
        passages = graph.consolidate(strategy).passages
        assert {p.event: p.version for p in passages} | {"fire": ""} == told | {"fire": ""} or strategy == "random"
        chosen = next(p for p in passages if p.event == "fire")
        assert chosen.version == other
        assert chosen.edits == (f"chosen by the editor: {other}",)
        assert f"chosen by the editor: {other}" in graph.narrative(strategy).cited
        assert [p.edits for p in passages if p.event != "fire"] == [()] * (len(passages) - 1)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_excluded_version_is_not_told(address: str, strategy: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        gone = [v for v in night().versions if v.event == "rescue" and v.source == "cid"]
        graph.correct(EXCLUDE)
        made = graph.consolidate(strategy)
        assert made.passages
        assert gone[0].id not in {p.version for p in made.passages}
        assert gone[0].text not in made.text
        assert all(s.version and s.event for s in made.sentences)
        stats, found = graph.stats(), graph.read().corpus
    assert stats.versions == len(night().versions), "it stays in the graph"
    assert [v.id for v in found.versions if v.excluded] == [gone[0].id]
