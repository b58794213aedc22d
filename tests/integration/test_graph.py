"""Graphs on both engines: loading, reading, generations, runs and queries."""

import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace

import pytest

import eval
import ingest
import taeg
from taeg import InputError, TaegError
from taeg.base.progress import Progress
from taeg.conflicts.values import Amendment, Conflict, Copy, Findings, Side
from taeg.graph import findings, generations
from taeg.graph import read as reading
from taeg.graph.load import STAGES, Loading, Slice
from taeg.graph.read import exists
from taeg.graph.scores import ChoiceScore, Score
from taeg.model.corpus import LONGEST_ID, Corpus, Correction, Event, Source, Version
from taeg.store.engine import SCHEMA_VERSION, open_store
from tests.integration import accounts
from tests.integration.nights import leftovers


class AtStage(Progress):
    """Calls a function with the name of each stage."""

    def __init__(self, call: Callable[[str], None]) -> None:
        self._call = call

    def stage(self, name: str, total: int = 0) -> None:
        self._call(name)


def test_a_loaded_corpus_is_read_back(address: str) -> None:
    built = ingest.build(accounts.corpus())
    with taeg.open(address) as graph:
        loaded = graph.load(built, "night")
        read = graph.read("night")
    assert loaded.changed
    assert loaded.digest == built.digest == read.digest
    assert read.corpus.versions == built.corpus.versions
    assert read.corpus.events == built.corpus.events
    assert read.corpus.sources == built.corpus.sources
    assert read.before.weight.tolist() == built.before.weight.tolist()


def test_the_longest_ids_fit_both_engines(address: str) -> None:
    """Regression: Neo4j indexes keys of up to 8 kB, and refused what an embedded graph took."""

    def longest(id: str) -> str:
        return id.ljust(LONGEST_ID, "\N{OWL}")

    events = (Event(longest("e1"), "First", day=longest("d")), Event(longest("e2"), "Second"))
    sources = (Source(longest("s"), "Witness"),)
    versions = tuple(Version(longest(f"v{i}"), event.id, sources[0].id, f"Word {i}.") for i, event in enumerate(events))
    built = ingest.build(Corpus(longest("c")[:-10], sources, events, versions))
    with taeg.open(address) as graph:
        graph.load(built, longest("c"))
        graph.consolidate("longest")
        dump = graph.dump()
        graph.restore(replace(dump, runs=(replace(dump.runs[0], id=longest("r")),)))
        graph.record_scores(longest("r"), [Score("rougeL", 0.5, "s")], 10, [ChoiceScore(versions[0].id, 0.5, True)])
        assert [run.id for run in graph.runs()] == ["longest", longest("r")]
        assert graph.read().digest == built.digest
        with pytest.raises(InputError, match=rf"run id .* has 1,\d\d\d characters; use at most {LONGEST_ID}"):
            graph.consolidate("longest", part=taeg.Part(sources=(sources[0].id,), first=events[0].id))


def test_the_same_again_changes_nothing(address: str) -> None:
    built = ingest.build(accounts.corpus())
    with taeg.open(address) as graph:
        graph.load(built)
        generation = graph.corpora()[0].generation
        graph.consolidate("longest")
        again = graph.load(built)
        assert not again.changed
        assert graph.corpora()[0].generation == generation
        assert [run.id for run in graph.runs()] == ["longest"]


def test_a_changed_order_within_a_source_is_loaded(address: str) -> None:
    """The digest does not include it, but the latest version of a source depends on it."""
    corpus = accounts.corpus()
    twice = Version("again", "e0", "s0", "Once more, and otherwise.")
    orders = [
        ingest.build(replace(corpus, versions=tuple(replace(v, order_in_source=place) for v, place in present)))
        for versions in [(*corpus.versions, twice)]
        for present in (
            zip(versions, range(1, len(versions) + 1), strict=True),
            zip(versions, range(len(versions), 0, -1), strict=True),
        )
    ]
    assert orders[0].digest == orders[1].digest
    with taeg.open(address) as graph:
        for built in (*orders, orders[1]):
            changed = graph.load(built).changed
            assert graph.read().corpus.versions == built.corpus.versions
            assert {v["id"]: v["latest"] for v in graph.event("e0").versions}["again"] is (built is orders[0])
        assert not changed


def test_a_changed_corpus_replaces_the_old_one_exactly(address: str) -> None:
    first, second = (ingest.build(accounts.corpus(events=n, seed=n)) for n in (20, 9))
    with taeg.open(address) as graph:
        graph.load(first)
        graph.consolidate("taeg")
        graph.load(second)
        assert graph.stats().digest == second.digest
        assert graph.stats().runs == []
        assert leftovers(graph, second.corpus.id) == 0


def test_corpora_and_profiles_live_side_by_side(address: str) -> None:
    audited = accounts.corpus()
    published = accounts.corpus(profile=taeg.PUBLISHED)
    with taeg.open(address) as graph:
        digests = {ingest.load(value, graph, name).digest for value, name in ((audited, None), (published, None))}
        ingest.load(audited, graph, "another id")
        assert [entry.id for entry in graph.corpora()] == ["another id", "harbour-audited", "harbour-published"]
        assert len(digests) == 2
        assert graph.stats("another id").digest == graph.stats("harbour-audited").digest
        with pytest.raises(InputError, match="several corpora; choose one"):
            graph.stats()
        with pytest.raises(InputError, match="did you mean 'harbour-audited'"):
            graph.stats("harbor-audited")
        graph.delete("harbour-audited")
        assert [entry.id for entry in graph.corpora()] == ["another id", "harbour-published"]
        assert graph.stats("another id").digest in digests


def test_a_run_is_recorded_and_read_back_as_a_narrative(address: str) -> None:
    corpus = accounts.corpus()
    texts = {version.id: version for version in corpus.versions}
    with taeg.open(address) as graph:
        ingest.load(corpus, graph)
        narrative = graph.consolidate("longest")
        assert graph.narrative("longest") == narrative
        run = graph.runs()[0]
    present = {v.event for v in corpus.versions if v.text}
    assert [p.event for p in narrative.passages] == [e.id for e in corpus.events if e.id in present]
    for passage in narrative.passages:
        version = texts[passage.version]
        assert (passage.text, passage.source, passage.reference) == (version.text, version.source, version.citation)
        assert len(passage.text) == max(len(v.text) for v in corpus.versions if v.event == passage.event)
    assert run.strategy == "longest"
    assert run.parameters == {}
    assert len(run.spans) == len(narrative.passages)


def test_runs_keep_their_parameters_apart(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.consolidate("taeg")
        graph.consolidate("taeg", damping=0.5)
        graph.consolidate("taeg", damping=0.5)
        found = {run.id: run.parameters["damping"] for run in graph.runs()}
        assert found == {"taeg": 0.85, "taeg,damping=0.5": 0.5}
        with pytest.raises(InputError, match="no parameter 'damp'"):
            graph.consolidate("taeg", damp=0.5)
        with pytest.raises(InputError, match="has no run 'longest'"):
            graph.narrative("longest")


def test_every_exploring_query_runs(address: str) -> None:
    import cypher

    given = {"event": "e0", "source": "s0", "run": "longest", "other_run": "taeg"}
    with taeg.open(address) as graph:
        corpus = accounts.corpus(events=40, reference=True)
        later = Version("later", "e0", "s0", "I remember it otherwise now.", time="1912-04-10")
        guessed = (replace(version, confidence=0.3, decided="machine") for version in corpus.versions)
        ingest.load(replace(corpus, versions=(*guessed, later)), graph)
        graph.correct(Correction("rename", "e0", title="The first"))
        for strategy in ("taeg", "longest"):
            graph.consolidate(strategy)
            eval.evaluate(graph, strategy, wanted=["rougeL", "accuracy"])
        sides = Side(0, 0, 3, "1"), Side(1, 0, 3, "2")
        found = Findings(
            (Conflict("count", "x", *sides, "possible", 1, "r"),), (Amendment(1, 0, 3, "r", 0, 0, 3),), (Copy(1, 0, 1),)
        )
        findings.save(graph.store, graph.corpus(), findings.Recorded({}, "", found))
        for name in cypher.names("explore"):
            query = cypher.query(name)
            parameters = {key: given[key] for key in query.parameters if key != "corpus"}
            rows = graph.query(name.partition("/")[2], **parameters)
            assert rows, name
        with pytest.raises(InputError, match="did you mean 'timeline'"):
            graph.query("timelin")
        with pytest.raises(InputError, match="needs --param event"):
            graph.query("event")
        with pytest.raises(InputError, match="has no source 'Luke'; it has: s0"):
            graph.query("source_path", source="Luke")
        with pytest.raises(InputError, match="has no run 'nope'; it has: longest, taeg"):
            graph.query("run", run="nope")


def test_a_reader_retries_when_the_pointer_moves(address: str) -> None:
    old, new = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    with taeg.open(address) as graph:
        graph.load(old, "night")
        seen: list[str] = []

        def read(entry: reading.Entry) -> str:
            seen.append(entry.generation)
            if len(seen) == 1:
                graph.load(new, "night")
            return reading.corpus_graph(graph.store, entry).digest

        assert reading.stable(graph.store, "night", read) == new.digest
        assert len(seen) == 2
        assert seen[0] != seen[1]


def test_schema_versions(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.store.write("write/schema_version", version=SCHEMA_VERSION + 1)
    try:
        with pytest.raises(TaegError, match="upgrade TAEG"):
            taeg.open(address)
        with open_store(address) as store:
            store.write("write/schema_version", version=0)
        with pytest.raises(TaegError, match=f"has schema 0, this TAEG needs {SCHEMA_VERSION}; ingest"):
            taeg.open(address)
    finally:
        with open_store(address) as store:
            store.write("write/schema_version", version=SCHEMA_VERSION)
    with taeg.open(address, read_only=True) as graph:
        assert graph.corpora()


@pytest.mark.parametrize("moment", [*STAGES.values(), "switch", "sweep"])
def test_the_later_of_two_concurrent_ingests_wins(address: str, moment: str) -> None:
    """The other is refused, unless it has switched before."""
    first, second = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    with taeg.open(address) as graph:
        generations.load(graph.store, "night", first)
        done: list[str] = []

        def interrupt(stage: str) -> None:
            if stage == moment and not done:
                done.append(stage)
                generations.load(graph.store, "night", second)

        third = ingest.build(accounts.corpus(seed=3))
        # in one process, statements of the embedded engine fail where nobody else could have interfered
        embedded = None if graph.store.exclusive else "again"
        says = "another process has ingested or deleted" if moment == "switch" else embedded
        with nullcontext() if moment == "sweep" else pytest.raises(TaegError, match=says):
            generations.load(graph.store, "night", third, AtStage(interrupt))
        assert done == [moment]
    with taeg.open(address) as graph:
        assert graph.read("night").digest == graph.corpora()[0].digest == second.digest
        if graph.store.exclusive:  # after a failed write nothing more is done; the next ingest sweeps
            assert not generations.load(graph.store, "night", second).changed
        assert leftovers(graph, "night") == 0


def test_delete_while_an_ingest_runs(neo4j_address: str) -> None:
    old, new = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    with taeg.open(neo4j_address) as graph:
        graph.load(old, "night")

        def interrupt(stage: str) -> None:
            if stage == "BEFORE edges":
                graph.delete("night")

        with pytest.raises(TaegError, match=r"run (this|the command) again"):
            generations.load(graph.store, "night", new, AtStage(interrupt))
        assert graph.corpora() == []
        assert leftovers(graph, "night") == 0
        assert generations.load(graph.store, "night", new).changed


def test_a_load_with_missing_rows_leaves_the_old_corpus(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server, each slice is verified in a thread while the next one is sent; the last slice too."""
    old, new = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    threads, missing, differences = set(), {""}, Loading._differences

    def lossy(self: Loading, piece: Slice) -> Iterator[str]:
        threads.add(threading.current_thread() is threading.main_thread())
        yield from differences(self, piece)
        if piece.table in missing:
            yield "rows are missing"

    with taeg.open(address) as graph:
        graph.load(old, "night")
        monkeypatch.setattr(Loading, "_differences", lossy)
        for table in ("sources", "tells", "same_event"):
            missing = {table}
            with pytest.raises(TaegError, match="loading corpus 'night' failed: the graph is missing rows"):
                graph.load(new, "night")
            assert graph.stats("night").digest == old.digest
            assert leftovers(graph, "night") == 0
        assert threads == {graph.engine == "ladybug"}
        missing = set()
        assert graph.load(new, "night").digest == new.digest == graph.stats("night").digest


def test_a_half_deleted_corpus_can_be_deleted(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph, "night")
        graph.store.write("write/hide", corpus="night")
        assert graph.corpora() == []
        assert graph.delete("night") == "night"
        assert leftovers(graph, "night") == 0
        assert not exists(graph.store, "night")


def test_a_corpus_that_lost_nodes_is_loaded_again(address: str) -> None:
    built = ingest.build(accounts.corpus())
    with taeg.open(address) as graph:
        graph.load(built, "night")
        generation = graph.corpus("night").generation
        graph.store.write("write/hide", corpus="night")
        generations.sweep(graph.store, "night")
        graph.store.write("write/claim", corpus="night", generation=generation)
        generations._switch(graph.store, "night", generation, "", built)
        assert graph.load(built, "night").changed
        assert graph.stats("night").digest == built.digest
