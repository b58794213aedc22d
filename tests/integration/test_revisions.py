"""A corpus in the graph, changed: added to and taken from, by one or by two at once, and copied."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path

import pytest

import taeg
from taeg import InputError
from taeg.base.progress import Progress
from taeg.build import build
from taeg.graph import backup as archive
from taeg.graph import generations
from taeg.graph import read as reading
from taeg.graph.generations import Loaded, OvertakenError
from taeg.model.arrange import arrange, original, without
from taeg.model.corpus import BY_TIME, Corpus, Correction
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import Store
from tests.integration import accounts
from tests.integration.nights import CHOOSE, EXCLUDE, NAMES, RENAME, changed_words, leftovers, night, part

BOTH: dict[str, Callable[[], Corpus]] = {"timed": night, "given": lambda: accounts.corpus(sources=3)}
corpora = pytest.mark.parametrize("make", BOTH.values(), ids=BOTH)


# --- added to and taken from -----------------------------------------------------------------------------------------


@corpora
def test_in_however_many_steps_it_comes_it_is_one_corpus(address: str, make: Callable[[], Corpus]) -> None:
    corpus = make()
    sources = [source.id for source in corpus.sources]
    expected = build(corpus).digest
    with taeg.open(address) as graph:
        assert graph.put(corpus, "at once").digest == expected
        for number, order in enumerate(islice(permutations(sources), 0, 6, 2)):
            name = f"by steps {number}"
            graph.put(part(corpus, order[0]), name)
            for source in order[1:]:
                graph.add(part(corpus, source), name)
            assert graph.stats(name).digest == expected
            assert graph.read(name).corpus.versions == replace(graph.read("at once").corpus, name=name).versions
            assert leftovers(graph, name) == 0


@corpora
def test_a_source_added_and_removed_leaves_no_trace(address: str, make: Callable[[], Corpus]) -> None:
    corpus = make()
    last = corpus.sources[-1].id
    fewer = arrange(without(original(corpus), last))
    with taeg.open(address) as graph:
        before = graph.put(fewer, "night").digest
        assert graph.add(part(corpus, last), "night").digest == build(corpus).digest
        assert graph.remove_source(last, "night").digest == before == build(fewer).digest
        with pytest.raises(InputError, match=f"there is no source '{last}'"):
            graph.remove_source(last, "night")


@corpora
def test_adding_the_same_again_changes_nothing(address: str, make: Callable[[], Corpus]) -> None:
    corpus = make()
    with taeg.open(address) as graph:
        graph.put(corpus, "night")
        graph.consolidate("longest", "night")
        generation = graph.corpus("night").generation
        for again in (corpus, part(corpus, corpus.sources[0].id)):
            assert not graph.add(again, "night").changed
        assert graph.corpus("night").generation == generation
        assert graph.stats("night").runs == ["longest"]


def test_what_contradicts_is_told_and_changes_nothing(address: str) -> None:
    corpus = night()
    other = replace(corpus, sources=(replace(corpus.sources[0], title="Her story"), *corpus.sources[1:]))
    with taeg.open(address) as graph:
        before = graph.put(corpus).digest
        with pytest.raises(
            InputError, match="source 'ann' has the title 'Statement of Ann' in the graph and 'Her story'"
        ):
            graph.add(other)
        with pytest.raises(InputError, match=r"has the licence 'CC0-1\.0', what is added 'MIT'"):
            graph.add(replace(corpus, licence="MIT"))
        assert graph.stats().digest == before


def test_what_a_corpus_says_of_itself_comes_back(address: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        found = graph.read().corpus
        stats = graph.stats()
    assert replace(found, name="night") == night()
    assert (stats.title, stats.licence, stats.timeline) == ("A night", "CC0-1.0", BY_TIME)
    assert stats.corrections == stats.misfits == stats.contradictions == []


# --- two at once -----------------------------------------------------------------------------------------------------


Load = Callable[..., Loaded]


@contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> Iterator[list[str]]:
    """Do something else once, after the corpus was read and before it is written; the generations to be replaced."""
    load: Load = generations.load
    tries: list[str] = []

    def interrupted(store: Store, corpus: str, made: CorpusGraph, progress: Progress, instead_of: str) -> Loaded:
        tries.append(instead_of)
        if len(tries) == 1:
            work()
        return load(store, corpus, made, progress, instead_of=instead_of)

    with monkeypatch.context() as patch:
        patch.setattr(generations, "load", interrupted)
        yield tries


def test_a_correction_made_while_another_adds_is_not_lost(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph:
        graph.put(part(night(), "ann", "bob"), "night")
        with meanwhile(monkeypatch, lambda: graph.correct(RENAME)) as tries:
            graph.add(part(night(), "cid"))
        assert len(tries) == 3, "the first one was overtaken and began anew"
        assert tries[0] == tries[1] != tries[2]
        assert graph.corrections() == (RENAME,)
        assert [s.id for s in graph.read().corpus.sources] == list(NAMES)
        assert leftovers(graph, "night") == 0


def test_two_corrections_at_once_are_both_kept(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        with meanwhile(monkeypatch, lambda: graph.correct(EXCLUDE)):
            graph.correct(RENAME)
        assert graph.corrections() == (EXCLUDE, RENAME)
        assert graph.event("fire").title == "The fire"


def test_a_correction_made_while_another_ingests_is_not_lost(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        with meanwhile(monkeypatch, lambda: graph.correct(RENAME)):
            graph.put(changed_words())
        assert graph.corrections() == (RENAME,)
        assert "I swear." in graph.read().corpus.versions[-1].text


def test_who_is_overtaken_again_and_again_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph:
        before = graph.put(night()).digest
        load: Load = generations.load
        tries: list[str] = []

        def always_late(store: Store, corpus: str, made: CorpusGraph, progress: Progress, instead_of: str) -> Loaded:
            tries.append(instead_of)
            return load(store, corpus, made, progress, instead_of="night@another")

        with monkeypatch.context() as patch:
            patch.setattr(generations, "load", always_late)
            with pytest.raises(OvertakenError, match="another process has changed corpus 'night-audited' meanwhile"):
                graph.correct(RENAME)
        assert len(tries) == reading.TRIES
        assert graph.stats().digest == before
        assert leftovers(graph, "night-audited") == 0
        assert graph.correct(RENAME).changed


# --- copied ----------------------------------------------------------------------------------------------------------


def test_a_backup_and_a_copy_carry_times_and_corrections(address: str, tmp_path: Path) -> None:
    misfit = Correction("rename", "quiet", title="Dawn")
    with taeg.open(address) as graph:
        graph.put(night())
        graph.correct(RENAME, CHOOSE, misfit)
        graph.remove_source("cid")
        narrative = graph.consolidate("latest")
        expected = graph.read()
        archive.write_file(tmp_path / "night.taeg", [graph.dump()])
    [dump] = archive.read_file(tmp_path / "night.taeg")
    with taeg.open(str(tmp_path / "copy.db")) as copy:
        assert copy.restore(dump).digest == expected.digest
        assert copy.read().corpus == expected.corpus
        assert copy.corrections() == (RENAME, CHOOSE, misfit)
        assert len(copy.stats().misfits) == 1
        assert copy.narrative("latest") == narrative
        assert not copy.restore(dump).changed
        copy.add(part(night(), "cid"))
        assert copy.stats().misfits == []
        for _ in range(3):
            copy.undo(1)
        assert copy.stats().digest == build(night()).digest
