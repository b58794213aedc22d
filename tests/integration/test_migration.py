"""Graphs of older schemas are migrated and keep their corpora and runs."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from neo4j import RoutingControl

import cypher
import taeg
from taeg import TaegError
from taeg.build import build
from taeg.graph.load import Loading
from taeg.graph.scores import Comparison, Score, read_comparisons
from taeg.model.arrange import PARAGRAPH
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import Store, open_store
from taeg.store.ladybug.driver import LadybugStore
from taeg.store.neo4j.driver import Neo4jStore
from tests import older
from tests.foreign import beside
from tests.integration import accounts
from tests.integration.nights import night
from tests.servers import Login

SCHEMA_1 = """
CREATE NODE TABLE TaegSchema(key STRING, version INT64, PRIMARY KEY(key));
CREATE NODE TABLE Corpus(key STRING, id STRING, name STRING, `profile` STRING, language STRING, notes STRING[],
    events INT64, versions INT64, digest STRING, generation STRING, claim STRING, PRIMARY KEY(key));
CREATE NODE TABLE Source(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, name STRING, text STRING,
    PRIMARY KEY(key));
CREATE NODE TABLE Event(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, title STRING, day STRING,
    location STRING, reference STRING, PRIMARY KEY(key));
CREATE NODE TABLE Version(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, name STRING, event STRING,
    source STRING, event_ord INT64, source_ord INT64, reference STRING, text STRING, chars INT64, gaps STRING[],
    PRIMARY KEY(key));
CREATE NODE TABLE Run(key STRING, id STRING, corpus STRING, generation STRING, name STRING, strategy STRING,
    parameters STRING, signature STRING, created STRING, complete BOOLEAN, characters INT64, rouge1 DOUBLE,
    rouge2 DOUBLE, rougeL DOUBLE, meteor DOUBLE, bertscore DOUBLE, tau DOUBLE, disorder DOUBLE, aligned DOUBLE,
    accuracy DOUBLE, likeness DOUBLE, coverage DOUBLE, redundancy DOUBLE, scored_by STRING, PRIMARY KEY(key));
CREATE REL TABLE PART_OF(FROM Source TO Corpus);
CREATE REL TABLE BEGINS_WITH(FROM Corpus TO Event);
CREATE REL TABLE NEXT(FROM Event TO Event);
CREATE REL TABLE TELLS(FROM Version TO Event);
CREATE REL TABLE TOLD_BY(FROM Version TO Source);
CREATE REL TABLE BEFORE(FROM Version TO Version, weight DOUBLE);
CREATE REL TABLE SAME_EVENT(FROM Version TO Version, weight DOUBLE);
CREATE REL TABLE RUN_OF(FROM Run TO Corpus);
CREATE REL TABLE CHOSE(FROM Run TO Version, ord INT64, score DOUBLE, rougeL DOUBLE, best BOOLEAN);
CREATE REL TABLE QUOTED(FROM Run TO Source, ord INT64, from_char INT64, to_char INT64, score DOUBLE);
CREATE REL TABLE DESCRIBED(FROM Run TO Event, ord INT64);
"""
GREETING = "Dear all.\n\n"
CORPUS_1 = """
CREATE (c:Corpus {key: $corpus, id: $corpus, name: $corpus, `profile`: $profile_name, language: $language,
    notes: $notes, events: $events, versions: $versions, digest: $digest, generation: $generation, claim: ''});
"""
RUN_1 = """
MATCH (c:Corpus {key: $corpus})
CREATE (r:Run {key: $key, id: $id, corpus: $corpus, generation: $generation, name: $id, strategy: $id,
    parameters: '{}', signature: 'taeg 0.1', created: '2026-01-02T03:04:05+00:00', complete: true,
    characters: 10, rougeL: 0.25, scored_by: 'rougeL|old'})
CREATE (r)-[:RUN_OF]->(c);
"""
TARGETS_1 = {
    "CHOSE": ("Version", "ord: row.ord, score: row.score, rougeL: 0.5, best: true"),
    "DESCRIBED": ("Event", "ord: row.ord"),
    "QUOTED": ("Source", "ord: row.ord, from_char: row.from_char, to_char: row.to_char, score: row.score"),
}
SELECTED_1 = """
UNWIND $rows AS row
MATCH (r:Run {{key: $run}})
MATCH (n:{target} {{key: row.key}})
CREATE (r)-[:{kind} {{{properties}}}]->(n);
"""
COLUMNS_1 = {
    "sources": "key id corpus generation ord name text",
    "events": "key id corpus generation ord title day location reference",
    "versions": "key id corpus generation ord name event source event_ord source_ord reference text chars gaps",
    **dict.fromkeys(("before", "same_event"), "a b weight"),
}


def execute(store: Store, text: str, **parameters: object) -> None:
    if isinstance(store, Neo4jStore):
        store._run(cypher.own_labels(text), parameters, RoutingControl.WRITE)
    elif isinstance(store, LadybugStore):
        store._write(text, parameters)


def make_schema_1(address: str, corpus: str, graph: CorpusGraph) -> None:
    """A graph as TAEG 0.1 made it, with one corpus and two runs."""
    generation, value = f"{corpus}@0123456789abcdef", graph.corpus
    with open_store(address) as store:
        if store.engine == "ladybug":
            for statement in SCHEMA_1.strip().split(";\n"):
                execute(store, statement)
        store.write("write/schema_version", version=1)
        counts = {"events": len(value.events), "versions": len(value.versions), "digest": graph.digest}
        head = {"profile_name": value.profile.name, "language": value.language, "notes": list(value.notes)}
        execute(store, CORPUS_1, corpus=corpus, generation=generation, **counts, **head)
        for part in Loading(store, corpus, generation, graph).table_slices():
            wanted = COLUMNS_1[part.table].split() if part.table in COLUMNS_1 else list(part.rows)
            store.load(part.load_name, {column: part.rows[column] for column in wanted})
        for id, kind, rows in runs_1(value):
            run = f"{generation}/{id}/0123456789abcdef"
            if kind != "DESCRIBED":
                execute(store, RUN_1, corpus=corpus, key=run, id=id, generation=generation)
            target, properties = TARGETS_1[kind]
            keyed = [row | {"key": f"{generation}/{row['key']}"} for row in rows]
            statement = SELECTED_1.format(kind=kind, target=target, properties=properties)
            execute(store, statement, run=run, rows=keyed)
        if isinstance(store, Neo4jStore):
            older.downgrade(store._driver, store._database, version=1)


def runs_1(corpus: Corpus) -> Iterator[tuple[str, str, list[dict[str, object]]]]:
    """A run of whole versions with a title, and one of quotes: the first sentence of each source, and its greeting."""
    longest = {v.event: v for v in sorted(corpus.versions, key=lambda v: len(v.text)) if v.text}
    longest_of = [(i, longest[e.id]) for i, e in enumerate(corpus.events) if e.id in longest]
    chosen = [{"key": v.id, "ord": i, "score": float(len(v.text))} for i, v in longest_of]
    yield "longest", "CHOSE", chosen[1:]
    yield "longest", "DESCRIBED", [{"key": corpus.events[longest_of[0][0]].id, "ord": longest_of[0][0]}]
    spans = [(s.id, at) for s in corpus.sources for at in (0, len(GREETING))]
    quoted = [{"key": id, "from_char": at, "to_char": at + 9, "score": 2.0} for id, at in spans]
    yield "lexrank", "QUOTED", [row | {"ord": i} for i, row in enumerate(quoted)]


def greeting_corpus() -> Corpus:
    """The corpus whose sources have running texts of their own, which begin with words of no version."""
    corpus = accounts.corpus()
    texts = {s.id: PARAGRAPH.join(v.text for v in corpus.versions if v.source == s.id) for s in corpus.sources}
    return replace(corpus, sources=tuple(replace(s, text=GREETING + texts[s.id]) for s in corpus.sources))


def test_schema_1_is_migrated(address: str) -> None:
    corpus = greeting_corpus()
    graph_1 = build(corpus)
    make_schema_1(address, "harbour-audited", graph_1)
    with pytest.raises(
        TaegError, match=r"has schema 1, this TAEG needs 6; bring it up to date with a command that writes"
    ):
        taeg.open(address, read_only=True)
    with taeg.open(address) as graph:
        assert graph.stats().digest == graph.corpus().digest == graph_1.digest
        assert graph.read().corpus == replace(corpus, name="harbour-audited")
        assert not graph.put(corpus).changed
    with taeg.open(address, read_only=True) as graph:
        assert graph.stats().digest == graph_1.digest
        assert graph.stats().runs == ["lexrank", "longest"]
        (first, *_), (second, *_) = graph.narrative("longest").passages, graph.narrative("lexrank").passages
        assert (first.version, first.text) == ("", f"{corpus.events[0].title}.")
        assert (second.version, second.text) == ("", "Dear all.")
    check_spans(address, corpus)


def check_spans(address: str, corpus: Corpus) -> None:
    """Check the spans that the runs of schema 2 have become."""
    with taeg.open(address) as graph:
        runs = {run.id: run.spans for run in graph.runs()}
        new = graph.consolidate("longest")
        [longest] = [run.spans for run in graph.runs() if run.id == "longest"]
        quotes = graph.narrative("lexrank").passages
        wrong = graph.query("wrong_choices", run="longest")
        [score, *_] = graph.scores()
        assert (score["run"], score["characters"], score["rougeL"], score["tau"]) == ("lexrank", 10, 0.25, None)
        assert score["scored_by"] == "rougeL|old"
    assert runs["longest"][1:].equals(longest[1:])
    assert new.passages[0].version
    assert runs["lexrank"].role.tolist() == ["quote"] * 2 * len(corpus.sources)
    assert [bool(quote.version) for quote in quotes] == [False, True] * len(corpus.sources)
    versions = {version.id: version for version in corpus.versions}
    for quote in quotes[1::2]:
        assert versions[quote.version].text.startswith(quote.text)
        assert quote.event == versions[quote.version].event
    assert wrong == []


def test_migrated_runs_have_no_gaps(address: str) -> None:
    """Regression: the spans after an event without text were not found."""
    corpus = greeting_corpus()
    silent = tuple(replace(v, text="") if v.event in ("e2", "e5") else v for v in corpus.versions)
    make_schema_1(address, "harbour-audited", build(replace(corpus, versions=silent)))
    with taeg.open(address) as graph:
        passages = graph.narrative("longest").passages
        [run] = [run for run in graph.runs() if run.id == "longest"]
        assert [passage.event for passage in passages] == [
            event.id for event in corpus.events if event.id not in ("e2", "e5")
        ]
        assert len(run.spans) == len(passages)


def test_a_migrated_graph_takes_new_data(address: str) -> None:
    corpus = accounts.corpus()
    make_schema_1(address, "harbour-audited", build(corpus))
    with taeg.open(address) as graph:
        before = graph.stats().digest
        graph.correct(Correction("rename", "e1", title="The second"), Correction("merge", "e3", "e2"))
        assert graph.event("e1").title == "The second"
        graph.undo(2)
        assert graph.undo(1).digest == before
        assert graph.put(night()).digest == build(night()).digest
        assert graph.consolidate("latest", "night-audited").passages
        extra = Version("x-1", "e1", "s9", "A word more.", time="1912")
        added = replace(corpus, sources=(Source("s9", "Witness 9", files=("s9.txt",)),), versions=(extra,))
        assert graph.add(added, "harbour-audited").changed
        assert graph.read("harbour-audited").corpus.versions[-1].event == corpus.events[-1].id
        assert [source.files for source in graph.read("harbour-audited").corpus.sources][-1] == ("s9.txt",)
        graph.record_scores(
            "latest", [Score("rougeL", 0.5, "new"), Score("tau", 1.0, "new")], 10, corpus="night-audited"
        )
        better = Comparison("latest", "rougeL", ("longest", "random"), ("random",))
        undecided = Comparison("latest", "tau", ("random",), ())
        graph.record_comparisons([undecided, better], "night-audited")
        assert read_comparisons(graph.store, graph.corpus("night-audited")) == [better, undecided]
        assert "x-1" in {v["id"] for v in graph.event("e1", "harbour-audited").versions}
        assert isinstance(graph.read("harbour-audited").corpus.events[0], Event)


def test_an_interrupted_migration_starts_again(address: str) -> None:
    graph_1 = build(greeting_corpus())
    make_schema_1(address, "harbour-audited", graph_1)
    with open_store(address) as store:
        for version in (2, 3, 4, 5, 6):
            store.migrate(version)
    with taeg.open(address) as graph:
        assert graph.stats().digest == graph_1.digest
        assert [len(run.spans) for run in graph.runs()] == [
            2 * len(graph_1.corpus.sources),
            len(graph.narrative("longest").passages),
        ]
        assert {quote.text == "Dear all." for quote in graph.narrative("lexrank").passages[::2]} == {True}
        assert all(quote.version for quote in graph.narrative("lexrank").passages[1::2])


def test_a_migration_leaves_data_of_other_programs_unchanged(neo4j_address: str, neo4j_login: Login) -> None:
    login, id = neo4j_login, "harbour-audited"
    graph_1 = build(greeting_corpus())
    with beside(login.uri, login.username, login.password, id, login.database) as foreign:
        foreign.remove()
        foreign.create(old=True)
        make_schema_1(neo4j_address, id, graph_1)
        with taeg.open(neo4j_address) as graph:
            assert graph.stats().digest == graph_1.digest
            assert graph.stats().runs == ["lexrank", "longest"]
            assert [row["rougeL"] for row in graph.scores()] == [0.25, 0.25]
            assert foreign.unchanged
