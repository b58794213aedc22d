"""Changes of a corpus in the graph: corrections, additions, and concurrent changes.

The same through commands: test_own_corpus.py and test_own_corpus_corrected.py.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

import taeg
from taeg import InputError
from taeg.base.progress import Progress
from taeg.graph import generations
from taeg.graph import read as reading
from taeg.graph.generations import Loaded, OvertakenError
from taeg.graph.graph import Graph
from taeg.model.corpus import BY_TIME, Correction
from taeg.model.corpus_graph import CorpusGraph
from taeg.model.corrections import words
from taeg.store.engine import Store
from tests.integration.nights import EXCLUDE, NAMES, RENAME, changed_words, leftovers, night, part

Load = Callable[..., Loaded]


def test_a_corpus_is_read_back(address: str) -> None:
    with taeg.open(address) as graph:
        graph.put(night())
        found = graph.read().corpus
        stats = graph.stats()
    assert replace(found, name="night") == night()
    assert (stats.title, stats.licence, stats.timeline) == ("A night", "CC0-1.0", BY_TIME)
    assert stats.corrections == stats.misfits == stats.contradictions == []


def test_invalid_corrections_are_refused_together_with_valid_ones(address: str) -> None:
    with taeg.open(address) as graph:
        before = graph.put(night()).digest
        with pytest.raises(InputError, match=r"^exclude zed:x: there is no version 'zed:x'"):
            graph.correct(RENAME, Correction("exclude", "zed:x"))
        assert graph.stats().digest == before
        assert graph.corrections() == ()


def test_a_killed_undo_can_be_repeated_safely(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed after it has taken effect, while it sweeps; the text names this correction and no other."""
    with taeg.open(address) as graph:
        graph.put(night())
        graph.correct(RENAME, EXCLUDE)

        def killed(_: Store) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(type(graph.store), "tidy", killed)
            with pytest.raises(KeyboardInterrupt):
                graph.undo(words(RENAME))
        with pytest.raises(InputError, match=r"no correction .* has it already been undone"):
            graph.undo(words(RENAME))
        assert graph.corrections() == (EXCLUDE,)


@pytest.mark.parametrize(
    ("sources", "change"),
    [
        (NAMES[:2], lambda graph: graph.add(part(night(), "cid"))),
        (NAMES, lambda graph: graph.correct(EXCLUDE)),
        (NAMES, lambda graph: graph.put(changed_words(), "night")),
    ],
    ids=["add", "correct", "ingest"],
)
def test_a_concurrent_correction_is_kept(
    address: str, monkeypatch: pytest.MonkeyPatch, sources: tuple[str, ...], change: Callable[[Graph], object]
) -> None:
    """Somebody corrects the corpus after it was read and before it is written."""
    load: Load = generations.load
    attempts: list[str] = []

    def interrupted(store: Store, corpus: str, made: CorpusGraph, progress: Progress, **given: str) -> Loaded:
        attempts.append(given["instead_of"])
        if len(attempts) == 1:
            graph.correct(RENAME)
        return load(store, corpus, made, progress, **given)

    with taeg.open(address) as graph:
        graph.put(part(night(), *sources), "night")
        monkeypatch.setattr(generations, "load", interrupted)
        change(graph)
        assert len(attempts) == 3, "the first attempt was repeated"
        assert attempts[0] == attempts[1] != attempts[2]
        assert RENAME in graph.corrections()
        assert graph.event("fire").title == "The fire"
        assert [s.id for s in graph.read().corpus.sources] == list(NAMES)
        assert leftovers(graph, "night") == 0


def test_repeated_concurrent_changes_are_an_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph:
        before = graph.put(night()).digest
        load: Load = generations.load
        attempts: list[str] = []

        def always_late(store: Store, corpus: str, made: CorpusGraph, progress: Progress, **given: str) -> Loaded:
            attempts.append(given["instead_of"])
            return load(store, corpus, made, progress, instead_of="night@another")

        with monkeypatch.context() as patch:
            patch.setattr(generations, "load", always_late)
            with pytest.raises(OvertakenError, match="another process has changed corpus 'night-audited' meanwhile"):
                graph.correct(RENAME)
        assert len(attempts) == reading.TRIES
        assert graph.stats().digest == before
        assert leftovers(graph, "night-audited") == 0
        assert graph.correct(RENAME).changed
