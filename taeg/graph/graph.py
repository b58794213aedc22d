"""`Graph`, what `taeg.open()` returns: corpora in, runs and narratives out, in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate import strategies
from taeg.consolidate.narrative import Narrative, Passage
from taeg.consolidate.spans import Parameter, Run
from taeg.consolidate.strategies import Strategy
from taeg.graph import backup as archive
from taeg.graph import gds, generations, migrate, passages, runs
from taeg.graph import read as reading
from taeg.graph import revise as revisions
from taeg.graph import scores as scoring
from taeg.graph import stats as stocktaking
from taeg.graph.arrays import arrays as read_arrays
from taeg.graph.generations import Loaded
from taeg.graph.read import Entry
from taeg.graph.scores import ChoiceScore, Score
from taeg.graph.stats import Stats
from taeg.model.corpus import Corpus, Correction
from taeg.model.corpus_graph import CorpusGraph
from taeg.model.part import CENTRALITY, WHOLE, Part
from taeg.store import schema
from taeg.store.engine import Row, Store, open_store


@dataclass(frozen=True, slots=True)
class EventView:
    """One event with all its versions, for reading side by side."""

    id: str
    title: str
    day: str
    location: str
    time: str
    edits: tuple[str, ...]
    versions: tuple[Row, ...]


class Graph:
    """A graph of corpora on some engine."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def open(cls, address: str | None = None, *, read_only: bool = False, create: bool = True) -> Self:
        """Open the graph at a path, a Neo4j address or `neo4j`, making an empty one where a writer finds none."""
        return cls.over(open_store(address, read_only=read_only, create=create), read_only=read_only)

    @classmethod
    def over(cls, store: Store, *, read_only: bool = False) -> Self:
        """Take over an open store, checking its schema; the store is closed if that fails."""
        try:
            schema.ensure(store, read_only=read_only, completed={3: migrate.trace_quotes})
        except BaseException:
            store.close()
            raise
        return cls(store)

    @property
    def engine(self) -> str:
        """`neo4j` or `ladybug`."""
        return self.store.engine

    def corpora(self) -> list[Entry]:
        """All corpora of the graph, by id."""
        return reading.corpora(self.store)

    def corpus(self, corpus: str | None = None) -> Entry:
        """One corpus as the graph lists it; without an id, the only one there is."""
        return reading.find(self.store, corpus)

    def load(self, graph: CorpusGraph, id: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Put a corpus with its edges into the graph in place of what has that id; the same again changes nothing."""
        return generations.load(self.store, id or graph.corpus.id, graph, progress)

    def put(self, corpus: Corpus, id: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Tie and weigh a corpus and put it into the graph; the editor's corrections to what has that id stay."""
        return revisions.put(self.store, corpus, id or corpus.id, progress)

    def add(self, added: Corpus, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Put further accounts into a corpus of the graph, as if all had been ingested at once."""
        return revisions.add(self.store, corpus, added, progress)

    def remove_source(self, source: str, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Take one source with all its accounts out of a corpus."""
        return revisions.remove_source(self.store, corpus, source, progress)

    def corrections(self, corpus: str | None = None) -> tuple[Correction, ...]:
        """The editor's corrections, in the order in which they are applied."""
        return self.corpus(corpus).corrections

    def correct(self, *corrections: Correction, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Correct a corpus, for instance `Correction("rename", "e1", title="The arrival")`."""
        return revisions.correct(self.store, corpus, corrections, progress)

    def undo(self, which: int | str, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Take back the correction of that number, counted from 1, or of those words: `rename e1 title 'A storm'`."""
        return revisions.undo(self.store, corpus, which, progress)

    def read(self, corpus: str | None = None) -> CorpusGraph:
        """Take a whole corpus with its edges out of the graph."""
        return reading.stable(self.store, corpus, lambda entry: reading.corpus_graph(self.store, entry))

    def delete(self, corpus: str | None = None) -> str:
        """Remove a corpus with its runs; returns its id."""
        return generations.delete(self.store, corpus)

    def consolidate(
        self,
        strategy: str | Strategy = "taeg",
        corpus: str | None = None,
        part: Part = WHOLE,
        centrality: str = "",
        **parameters: Parameter,
    ) -> Narrative:
        """Choose a version for each event, record the run in the graph, and read its narrative back out of it.

        `strategy` is a name of the table or a function of your own from `Arrays` to `Spans`. With a `part`, for
        instance `Part(days=("2024-05-03",))`, only that part is read and told. `centrality="gds"` ranks in the server.
        """
        [run] = self.consolidate_many([(strategy, parameters)], corpus, part=part, centrality=centrality)
        return self.narrative(run, corpus)

    def consolidate_many(
        self,
        wanted: Sequence[tuple[str | Strategy, Mapping[str, Parameter]]],
        corpus: str | None = None,
        progress: Progress = SILENT,
        part: Part = WHOLE,
        centrality: str = "",
    ) -> list[str]:
        """Make several runs over one reading of the corpus, or of a part of it; returns their ids."""
        named = [strategy if isinstance(strategy, str) else strategy.__name__ for strategy, _ in wanted]
        strategies.check_centrality(centrality, [name for name in named if name in strategies.STRATEGIES])
        if part and centrality:
            raise InputError("the server ranks whole corpora; leave out the part, or leave out --centrality gds")

        def work(entry: Entry) -> list[str]:
            progress.stage("read")
            arrays = read_arrays(self.store, entry, part)
            if centrality:
                arrays = replace(arrays, ranking=gds.ranking(self.store, entry))
            made = []
            for name, (strategy, given) in zip(named, wanted, strict=True):
                choose = strategies.strategy(strategy) if isinstance(strategy, str) else strategy
                parameters = strategies.resolved(name, choose, given)
                by = {CENTRALITY: centrality} if centrality else {}
                progress.stage(f"rank {runs.run_id(name, {**given, **by}, part)}")
                spans = strategies.apply(name, choose, arrays, parameters)
                progress.stage("write")
                spans = runs.completed(self.store, entry, arrays, spans)
                run = runs.make(entry, name, {**given, **by}, {**parameters, **by}, spans, part)
                runs.save(self.store, entry, run)
                made.append(run.id)
            return made

        return reading.stable(self.store, corpus, work)

    def narrative(self, run: str, corpus: str | None = None) -> Narrative:
        """The narrative of a run that was made before."""
        return reading.stable(self.store, corpus, lambda entry: passages.narrative(self.store, entry, run))

    def passages(self, run: str, corpus: str | None = None) -> Iterator[Passage]:
        """The passages of a run one by one in timeline order, however long the narrative is.

        If the corpus or the run is replaced meanwhile, it ends in an error: keep what is written aside until it ends.
        """
        return reading.steady(self.store, corpus, lambda entry: passages.passages(self.store, entry, run))

    def runs(self, corpus: str | None = None) -> list[Run]:
        """The runs of a corpus, by id."""
        return reading.stable(self.store, corpus, lambda entry: runs.read_all(self.store, entry))

    def record_scores(
        self,
        run: str,
        scores: Sequence[Score],
        characters: int,
        choices: Sequence[ChoiceScore] = (),
        corpus: str | None = None,
    ) -> None:
        """Replace the scores of a run, given with the length of its narrative and the scores of its choices."""
        reading.stable(
            self.store,
            corpus,
            lambda entry: scoring.record_scores(self.store, entry, run, scores, characters, choices),
        )

    def scores(self, corpus: str | None = None) -> list[Row]:
        """The scores of each run of a corpus by metric; None where a metric was left out."""
        return reading.stable(self.store, corpus, lambda entry: scoring.read_scores(self.store, entry))

    def event(self, event: str, corpus: str | None = None) -> EventView:
        """One event with its versions in declared order of sources."""

        def work(entry: Entry) -> EventView:
            found = reading.event(self.store, entry, event)
            versions = self.store.read("read/event_versions", generation=entry.generation, event=event)
            chosen = self.store.read("read/event_choices", generation=entry.generation, event=event)
            by_version: dict[str, list[str]] = {}
            for row in chosen:
                by_version.setdefault(row["version"], []).append(row["run"])
            shown = tuple({**version, "chosen_by": by_version.get(version["id"], [])} for version in versions)
            return EventView(**found | {"edits": tuple(found["edits"])}, versions=shown)

        return reading.stable(self.store, corpus, work)

    def query(self, name: str, corpus: str | None = None, **parameters: str) -> list[Row]:
        """The rows of an exploring query."""
        return reading.stable(self.store, corpus, lambda entry: reading.explore(self.store, entry, name, parameters))

    def stats(self, corpus: str | None = None) -> Stats:
        """Counts, gaps and digest, all computed from what is in the graph now, slice by slice."""
        return reading.stable(self.store, corpus, lambda entry: stocktaking.stats(self.store, entry))

    def dump(self, corpus: str | None = None) -> archive.Dump:
        """A corpus with its edges and runs as one value, for another graph or a file."""
        return reading.stable(self.store, corpus, lambda entry: archive.dump(self.store, entry))

    def restore(self, dump: archive.Dump, progress: Progress = SILENT) -> Loaded:
        """Put a dump into this graph, runs included."""
        return archive.restore(self.store, dump, progress)

    def close(self) -> None:
        """Let go of the engine."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
