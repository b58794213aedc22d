"""Corpora that were changed in the graph without TAEG: reads that can notice it do, and `doctor --deep` lists it."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import RoutingControl

import ingest
import taeg
from taeg import export as exports
from taeg.base.errors import DamageError, TaegError
from taeg.graph.graph import Graph
from taeg.model.corpus import PUBLISHED
from taeg.store.engine import Store, open_store
from taeg.store.ladybug.driver import LadybugStore
from taeg.store.neo4j.driver import Neo4jStore
from tests.conftest import Outcome, Taeg
from tests.integration import accounts
from tests.integration.command_line import CommandLine

RUN = "MATCH (r:Run {id: 'longest'})-[s:SELECTED]->"


def execute(store: Store, text: str) -> None:
    """Run a statement as somebody with another program could."""
    if isinstance(store, Neo4jStore):
        store._run(text, {}, RoutingControl.WRITE)
    elif isinstance(store, LadybugStore):
        store._write(text, {})


def change(address: str, statement: str) -> None:
    with open_store(address) as store:
        execute(store, statement)


def loaded_into(address: str) -> str:
    """Load a small corpus with runs and return its digest."""
    with taeg.open(address) as graph:
        digest = graph.load(ingest.build(accounts.corpus(events=6, sources=3, profile=PUBLISHED)), "harbour").digest
        for strategy in ("longest", "lexrank"):
            graph.consolidate(strategy, "harbour")
        assert graph.problems() == []
    return digest


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An embedded graph with that corpus, to be copied, and the digest."""
    path = tmp_path_factory.mktemp("damage") / "graph.db"
    return path, loaded_into(str(path))


@pytest.fixture
def loaded(address: str, file: tuple[Path, str]) -> Iterator[str]:
    """The digest of a small corpus in a graph; in the end it is deleted, however damaged it is."""
    if address == "neo4j":
        yield loaded_into(address)
    else:
        shutil.copy(file[0], address)
        yield file[1]
    change(address, "MATCH (s:Source {corpus: 'x'}) SET s.corpus = 'harbour'")
    with taeg.open(address) as graph:
        assert graph.delete("harbour") == "harbour"
        assert graph.corpora() == []


CHANGES = {
    "text": ("MATCH (v:Version {id: '0-0'}) SET v.text = v.text + '!'", "the digest of corpus 'harbour' is"),
    "title": ("MATCH (e:Event {id: 'e1'}) SET e.title = 'Other'", "the digest of corpus 'harbour' is"),
    "weight": ("MATCH (:Version)-[r:SAME_EVENT]->(:Version) SET r.weight = 0.5", "the digest of corpus"),
    "edge": ("MATCH (:Version)-[r:BEFORE]->(:Version) DELETE r", "the digest of corpus"),
    "node": ("MATCH (v:Version {id: '0-0'}) DETACH DELETE v", "is incomplete in the graph"),
    "no text": ("MATCH (v:Version {id: '0-0'}) SET v.text = null", "is damaged"),
    "count": ("MATCH (c:Corpus) SET c.versions = 1000000000000", "is incomplete in the graph"),
    "corrections": ("MATCH (c:Corpus) SET c.corrections = '[{'", "in the graph is damaged"),
    "id": ("MATCH (e:Event {id: 'e1'}) SET e.id = ' e1'", "event id ' e1' must be text"),
}
"""Changes that a digest covers, or that cannot be read: statement, and what `doctor --deep` says."""
DERIVED = {
    "chars": ("MATCH (v:Version {id: '0-0'}) SET v.chars = 3", "Version '0-0': chars is 3 instead of"),
    "place": ("MATCH (v:Version {id: '0-0'}) SET v.event_ord = 2", "Version '0-0': event_ord is 2 instead of 0"),
    "caption": ("MATCH (v:Version {id: '0-0'}) SET v.name = 'x'", "Version '0-0': name is 'x' instead of"),
    "corpus": ("MATCH (s:Source {id: 's0'}) SET s.corpus = 'x'", "Source 's0': corpus is 'x' instead of 'harbour'"),
    "tells": ("MATCH (:Version {id: '0-0'})-[r:TELLS]->() DELETE r", "TELLS relationships instead of"),
    "second tells": (
        "MATCH (v:Version {id: '0-0'}) MATCH (e:Event {id: 'e3'}) CREATE (v)-[:TELLS]->(e)",
        "TELLS relationships instead of",
    ),
    "next": ("MATCH (:Event {id: 'e1'})-[r:NEXT]->() DELETE r", "NEXT relationships instead of 5"),
    "begins with": ("MATCH (:Corpus)-[r:BEGINS_WITH]->() DELETE r", "0 BEGINS_WITH relationships instead of 1"),
}
"""Changes that no digest covers."""
RUNS = {
    "end": (f"{RUN}(:Version) SET s.`end` = s.`end` + 1", "run 'longest' refers to characters that its texts do not"),
    "start": (f"{RUN}(:Version) SET s.start = -1", "run 'longest' refers to characters that its texts do not"),
    "span": (f"{RUN}(:Version) WHERE s.ord = 1 DELETE s", "run 'longest'"),
    "event": (f"{RUN}(:Version) SET s.event = 0", "run 'longest' selects versions for other events"),
    "parameters": ("MATCH (r:Run {id: 'longest'}) SET r.parameters = '{'", "run 'longest'"),
    "run id": ("MATCH (r:Run {id: 'longest'}) SET r.id = 'shortest'", "run 'shortest' does not have its own key"),
}
"""Changes of runs."""


def findings(outcome: Outcome) -> list[dict[str, Any]]:
    return [item for item in json.loads(outcome.out) if item["what"] == "corpus harbour"]


def one_line(outcome: Outcome) -> str:
    assert outcome.code == 1, outcome
    assert outcome.err.startswith("taeg: ")
    assert outcome.err.count("\n") == 1
    assert "internal error" not in outcome.err
    return outcome.err


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("change_of", [*CHANGES, *DERIVED, *RUNS])
def test_changes_are_found(address: str, change_of: str) -> None:
    """Deep verification finds all; reads of a whole corpus find what its digest covers.

    Regression: `taeg stats` printed a digest that was not the recorded one, and nobody noticed.
    """
    statement, says = (CHANGES | DERIVED | RUNS)[change_of]
    change(address, statement)
    with taeg.open(address, read_only=True) as graph:
        try:
            found = graph.problems("harbour")
        except DamageError as error:  # the corpus is not even listed
            found = [str(error)]
    assert any(says in problem for problem in found), found
    if change_of not in CHANGES:
        return
    reads: list[Callable[[Graph], object]] = [
        lambda graph: graph.stats("harbour"),
        lambda graph: graph.read("harbour"),
        lambda graph: graph.dump("harbour"),
        lambda graph: graph.remove_source("s1", "harbour"),
    ]
    with taeg.open(address) as graph:
        for read in reads:
            with pytest.raises(DamageError, match=r"is damaged|is incomplete in the graph"):
                read(graph)


@pytest.mark.parametrize("command", ["stats", "backup", "copy", "export", "evaluate"])
def test_commands_say_so(
    embedded: CommandLine, file: tuple[Path, str], taeg_command: Taeg, tmp_path: Path, command: str
) -> None:
    shutil.copy(file[0], embedded.store)
    change(embedded.store, CHANGES["text"][0])
    out, target = tmp_path / "out.json", tmp_path / "target.db"
    arguments = {
        "backup": ("--out", out),
        "copy": ("--to", target),
        "export": ("--format", "json", "--out", out),
    }
    message = one_line(taeg_command(command, *arguments.get(command, ()), "--store", embedded.store))
    assert "'harbour' in the graph is damaged" in message
    assert "restore a backup" in message
    assert not out.exists()
    assert not target.exists()


@pytest.mark.parametrize("kind", ["chars", "text"])
def test_ingesting_again_repairs_it(address: str, loaded: str, kind: str) -> None:
    change(address, (CHANGES | DERIVED)[kind][0])
    with taeg.open(address) as graph:
        corpus = ingest.build(accounts.corpus(events=6, sources=3, profile=PUBLISHED))
        assert graph.load(corpus, "harbour").digest == loaded
        graph.consolidate("longest", "harbour")
        assert graph.problems("harbour") == []


@pytest.mark.usefixtures("loaded")
def test_doctor_reports_what_is_wrong(cli: CommandLine, taeg_command: Taeg) -> None:
    assert findings(taeg_command("doctor", "--deep", "--json", "--store", cli.store)) == [
        {"what": "corpus harbour", "ok": True, "found": "as it was loaded", "advice": ""}
    ]
    statement, says = DERIVED["chars"]
    change(cli.store, statement)
    assert taeg_command("doctor", "--store", cli.store).code == 0, "only --deep reads the corpora"
    for options in ((), ("--corpus", "harbour")):
        done = taeg_command("doctor", "--deep", "--json", *options, "--store", cli.store)
        assert done.code == 1
        assert any(says in item["found"] and "taeg restore" in item["advice"] for item in findings(done))


def test_doctor_lists_a_few_of_many_problems(embedded: CommandLine, file: tuple[Path, str], taeg_command: Taeg) -> None:
    shutil.copy(file[0], embedded.store)
    change(embedded.store, "MATCH (v:Version) SET v.chars = v.chars + 1")
    done = taeg_command("doctor", "--deep", "--store", embedded.store)
    lines = [line for line in done.out.splitlines() if "corpus harbour" in line]
    assert len(lines) == 7
    assert "more (use --json for all)" in lines[-1]
    assert len(findings(taeg_command("doctor", "--deep", "--json", "--store", embedded.store))) > 7


def test_doctor_checks_one_corpus_only_with_deep(embedded: CommandLine, file: tuple[Path, str]) -> None:
    assert "--deep" in embedded.taeg("doctor", "--corpus", "x", "--store", embedded.store).err
    shutil.copy(file[0], embedded.store)
    done = embedded.taeg("doctor", "--deep", "--corpus", "x", "--store", embedded.store)
    assert (done.code, "no corpus 'x'" in done.err) == (2, True)


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("added", [-2, 2])
def test_edited_lengths_are_noticed(address: str, added: int) -> None:
    """Regression: a text was cut, or taken to be longer than it is, without notice."""
    change(address, f"MATCH (v:Version) WHERE v.chars > 0 SET v.chars = v.chars + {added}")
    with taeg.open(address) as graph:
        for strategy in ("longest", "centroid"):
            with pytest.raises(TaegError, match="length of a text is not the recorded one"):
                graph.consolidate(strategy, "harbour")


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("kind", ["end", "start"])
def test_spans_outside_their_text_are_noticed(address: str, kind: str) -> None:
    """Regression: slicing a text beyond its end gave less than was recorded, without notice."""
    change(address, RUNS[kind][0])
    with taeg.open(address) as graph:
        for read in (lambda: graph.narrative("longest", "harbour"), lambda: exports.read(graph, "text", "harbour")):
            with pytest.raises(DamageError, match=r"a span covers the characters -?\d+ to \d+ of version"):
                read()
        assert graph.consolidate("longest", "harbour").passages, "the remedy"
        assert graph.problems("harbour") == []
