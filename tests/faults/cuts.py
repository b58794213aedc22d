"""The network between client and server cut at a commit, and the state of the graph afterwards."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import urlsplit

import ingest
from taeg import Corpus
from taeg.base.errors import InputError, TaegError
from taeg.graph.graph import Graph
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.neo4j.driver import Neo4jStore
from tests.faults.census import Census
from tests.faults.proxy import Cut, Proxy
from tests.faults.subject import NIGHT, State, Subject
from tests.integration import accounts


@dataclass(frozen=True)
class Corpora:
    """Two built corpora; small, since every commit is tried and not every row."""

    old: CorpusGraph
    new: CorpusGraph
    further: Corpus
    """Of the same events as the old one, by others."""


def corpora() -> Corpora:
    """Make them."""
    old, new, third = (accounts.corpus(events=8, sources=3, seed=seed) for seed in (1, 2, 3))
    further = replace(
        third,
        sources=tuple(replace(source, id=f"further-{source.id}") for source in third.sources),
        versions=tuple(replace(v, id=f"further-{v.id}", source=f"further-{v.source}") for v in third.versions),
    )
    return Corpora(ingest.build(old), ingest.build(new), further)


WORKS: Mapping[str, Callable[[Graph, Corpora], object]] = MappingProxyType(
    {
        "ingest": lambda graph, made: graph.load(made.new, NIGHT),
        "add": lambda graph, made: graph.add(made.further, NIGHT),
        "remove": lambda graph, _: graph.remove_source("s2", NIGHT),
        "consolidate": lambda graph, _: graph.consolidate("longest", NIGHT),
        "delete": lambda graph, _: graph.delete(NIGHT),
    }
)


@dataclass(frozen=True)
class Straight:
    """The result of an operation without a fault, and its number of commits."""

    old: State
    new: State
    census: Census
    commits: int


def base(subject: Subject, made: Corpora) -> None:
    """Load the initial corpus and a run."""
    with graph_at(subject) as graph:
        graph.load(made.old, NIGHT)
        graph.consolidate("taeg", NIGHT)


def graph_at(subject: Subject, uri: str | None = None) -> Graph:
    """The graph, through a proxy where its address is given."""
    assert subject.login is not None
    return Graph.over(Neo4jStore.connect(uri or subject.login[0], *subject.login[1:]))


def proxy(subject: Subject, cut: Cut | None = None) -> Proxy:
    """A proxy before the server of a subject."""
    assert subject.login is not None
    address = urlsplit(subject.login[0])
    return Proxy((str(address.hostname), int(address.port or 0)), cut)


def straight(subject: Subject, made: Corpora, work: str) -> Straight:
    """Run an operation without a fault."""
    subject.empty()
    base(subject, made)
    old = subject.state()
    with proxy(subject) as between, graph_at(subject, between.uri) as graph:
        before = between.commits
        WORKS[work](graph, made)
        commits = between.commits - before
    return Straight(old, subject.state(), subject.count().census, commits)


def tried(subject: Subject, made: Corpora, work: str, expected: Straight, cut: Cut) -> str:
    """Cut the network during an operation; return `done`, `old` or `new`, or a description of the fault."""
    subject.empty()
    base(subject, made)
    ended = "done"
    with proxy(subject) as between:
        graph = graph_at(subject, between.uri)
        cut.commit += between.commits
        between.cut = cut
        try:
            WORKS[work](graph, made)
        except TaegError as error:
            ended = str(error)
        finally:
            graph.close()
        if not cut.done:
            return f"there was no commit {cut}"
    if ended != "done":
        if "\n" in ended or not ended:
            return f"an unclear message: {ended!r}"
        found = subject.state()
        if found not in (expected.old, expected.new):
            return f"a mixture: {found}"
        ended = "old" if found == expected.old else "new"
        # what is deleted or taken out cannot be so again, and says so
        with graph_at(subject) as graph, suppress(InputError) if found == expected.new else nullcontext():
            WORKS[work](graph, made)
    if (state := subject.state()) != expected.new:
        return f"ends otherwise: {state}"
    if (census := subject.count().census) != expected.census:
        return f"other counts: {census} instead of {expected.census}"
    return ended
