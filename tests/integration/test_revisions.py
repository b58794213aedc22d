"""A corpus in the graph, changed: added to, taken from, corrected, by one or by two at once, copied and migrated."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path

import pytest
from neo4j import RoutingControl

import taeg
from taeg import InputError, TaegError, archive, generations, revisions
from taeg.building import build
from taeg.corpusgraph import CorpusGraph
from taeg.generations import Loaded, OvertakenError
from taeg.graph import Graph
from taeg.loading import Loading
from taeg.material import Material, arrange, only, original, without
from taeg.progress import Progress
from taeg.store import Store, open_store
from taeg.store.ladybug import LadybugStore
from taeg.store.neo4j import Neo4jStore
from taeg.strategies import STRATEGIES
from taeg.values import BY_TIME, Corpus, Correction, Event, Source, Version
from tests.integration import accounts

NAMES = ("ann", "bob", "cid")


def night() -> Corpus:
    """Three witnesses, four events ordered by the times of their accounts; Ann tells one of them twice."""
    told = [
        ("ann", "alarm", "The bell rang and we ran to the pier.", "1912-04-10T22:00Z"),
        ("ann", "fire", "Smoke came out of the cellar.", "1912-04-10T23:00Z"),
        ("ann", "fire", "I saw smoke, and then flames over the cellar door.", "1912-04-12"),
        ("bob", "alarm", "A bell rang at the pier.", "1912-04-10T22:05Z"),
        ("bob", "fire", "Flames came out of the cellar door.", "1912-04-11T08:00Z"),
        ("bob", "rescue", "The guard carried the clerk down the stairs.", "1912-04-11T09:00Z"),
        ("cid", "rescue", "Somebody carried the clerk out.", "1912-04-13"),
        ("cid", "quiet", "By dawn the street was quiet.", "1912-04-13T06:00Z"),
    ]
    versions = tuple(Version("?", event, source, text, time=time) for source, event, text, time in told)
    sources = tuple(Source(name, f"Statement of {name.title()}", date="1912-05") for name in NAMES)
    return arrange(Material("night", sources, (), versions, language="en", title="A night", licence="CC0-1.0"))


def part(corpus: Corpus, *sources: str) -> Corpus:
    return arrange(only(original(corpus), sources))


BOTH: dict[str, Callable[[], Corpus]] = {"timed": night, "given": lambda: accounts.corpus(sources=3)}
corpora = pytest.mark.parametrize("make", BOTH.values(), ids=BOTH)


def leftovers(graph: Graph, corpus: str) -> int:
    return sum(
        graph.store.write(f"write/sweep_{kind}", corpus=corpus, batch=10**6)[0]["swept"]
        for kind in ("runs", "versions", "events", "sources")
    )


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


# --- corrected -------------------------------------------------------------------------------------------------------

RENAME = Correction("rename", "fire", title="The fire")
CHOOSE = Correction("choose", "fire", "bob:fire@1912-04-11T08:00Z", why="he stood nearest")
EXCLUDE = Correction("exclude", "cid:rescue@1912-04-13")


def changed_words() -> Corpus:
    """The same night, but Cid says more."""
    raw = original(night())
    return arrange(
        replace(
            raw, accounts=tuple(replace(a, text=f"{a.text} I swear.") if a.source == "cid" else a for a in raw.accounts)
        )
    )


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
    of_file = replace(RENAME, origin="file")
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
        assert len(tries) == revisions.TRIES
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


# --- a graph of schema 1 ---------------------------------------------------------------------------------------------

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
CORPUS_1 = """
CREATE (c:Corpus {key: $corpus, id: $corpus, name: $corpus, `profile`: $profile_name, language: $language,
    notes: $notes, events: $events, versions: $versions, digest: $digest, generation: $generation, claim: ''});
"""
RUN_1 = """
MATCH (c:Corpus {key: $corpus})
CREATE (r:Run {key: $key, id: 'longest', corpus: $corpus, generation: $generation, name: 'longest',
    strategy: 'longest', parameters: '{}', signature: 'taeg 0.1', created: '2026-01-02T03:04:05+00:00', complete: true})
CREATE (r)-[:RUN_OF]->(c);
"""
COLUMNS_1 = {
    "sources": "key id corpus generation ord name text",
    "events": "key id corpus generation ord title day location reference",
    "versions": "key id corpus generation ord name event source event_ord source_ord reference text chars gaps",
}


def execute(store: Store, text: str, **parameters: object) -> None:
    if isinstance(store, Neo4jStore):
        store._run(text, parameters, RoutingControl.WRITE)
    elif isinstance(store, LadybugStore):
        store._write(text, parameters)


def make_schema_1(address: str, corpus: str, graph: CorpusGraph) -> None:
    """A graph as TAEG 0.1 made it, with one corpus and one run."""
    generation, value = f"{corpus}@0", graph.corpus
    with open_store(address) as store:
        if store.engine == "ladybug":
            for statement in SCHEMA_1.strip().split(";\n"):
                execute(store, statement)
        store.write("write/schema_version", version=1)
        execute(
            store,
            CORPUS_1,
            corpus=corpus,
            generation=generation,
            profile_name=value.profile.name,
            language=value.language,
            notes=list(value.notes),
            events=len(value.events),
            versions=len(value.versions),
            digest=graph.digest,
        )
        for part in Loading(store, corpus, generation, graph).parts():
            wanted = COLUMNS_1[part.table].split() if part.table in COLUMNS_1 else list(part.rows)
            store.load(part.table, {column: part.rows[column] for column in wanted})
        key = f"{generation}/longest/0"
        execute(store, RUN_1, corpus=corpus, key=key, generation=generation)
        longest = {v.event: v for v in sorted(value.versions, key=lambda v: len(v.text)) if v.text}
        told = [(i, longest[e.id]) for i, e in enumerate(value.events) if e.id in longest]
        store.load(
            "chose",
            {
                "a": [key] * len(told),
                "b": [f"{generation}/{v.id}" for _, v in told],
                "ord": [i for i, _ in told],
                "score": [float(len(v.text)) for _, v in told],
            },
        )


def test_a_graph_of_schema_1_is_brought_up_to_date(address: str) -> None:
    corpus = accounts.corpus()
    graph_1 = build(corpus)
    make_schema_1(address, "harbour-audited", graph_1)
    with pytest.raises(
        TaegError, match=r"has schema 1, this TAEG needs 2; bring it up to date with a command that writes"
    ):
        taeg.open(address, read_only=True)
    with taeg.open(address) as graph:
        assert graph.stats().digest == graph.corpus().digest == graph_1.digest
        assert graph.read().corpus == replace(corpus, name="harbour-audited")
        assert graph.stats().runs == ["longest"]
        old = graph.narrative("longest")
        assert {len(p.text) for p in old.passages} == {len(p.text) for p in graph.consolidate("longest").passages}
        assert not graph.put(corpus).changed
    with taeg.open(address, read_only=True) as graph:
        assert graph.stats().digest == graph_1.digest
        assert [s.version for s in graph.narrative("longest").sentences]


def test_a_graph_of_schema_1_takes_all_that_is_new(address: str) -> None:
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
        added = replace(corpus, sources=(Source("s9", "Witness 9"),), versions=(extra,))
        assert graph.add(added, "harbour-audited").changed
        assert graph.read("harbour-audited").corpus.versions[-1].event == corpus.events[-1].id
        assert "x-1" in {v["id"] for v in graph.event("e1", "harbour-audited").versions}
        assert isinstance(graph.read("harbour-audited").corpus.events[0], Event)


def test_a_migration_that_was_interrupted_is_begun_anew(address: str) -> None:
    graph_1 = build(accounts.corpus())
    make_schema_1(address, "harbour-audited", graph_1)
    with open_store(address) as store:
        store.migrate(2)
    with taeg.open(address) as graph:
        assert graph.stats().digest == graph_1.digest
