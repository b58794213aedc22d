"""`Graph`, which `taeg.open()` returns: store corpora, run strategies, read narratives."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Self

from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.conflicts.values import NONE
from taeg.consolidate import settled, strategies
from taeg.consolidate.arrays import find_encoder
from taeg.consolidate.narrative import Narrative, Passage
from taeg.consolidate.spans import CENTRALITY, MODEL, SETTLE, WHOLE, Parameter, Part, Run
from taeg.consolidate.strategies import Strategy
from taeg.graph import backup as archive
from taeg.graph import conflicts, contested, findings, gds, generations, migrate, runs, verify
from taeg.graph import read as reading
from taeg.graph import revise as revisions
from taeg.graph import scores as scoring
from taeg.graph.contested import Contested
from taeg.graph.generations import Loaded
from taeg.graph.read import Entry
from taeg.graph.read import arrays as read_arrays
from taeg.graph.scores import ChoiceScore, Comparison, Score
from taeg.graph.settlement import Settlement
from taeg.graph.stats import Stats, describe, read_stats
from taeg.model.corpus import Corpus, Correction
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import Row, Store, ensure_schema, open_store
from taeg.text import markup
from taeg.text.vectors import Encoder
from taeg.text.vectors.models import NO_MODEL


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

    def _repr_html_(self) -> str:
        """The versions one below the other, for notebooks."""
        details = ", ".join(part for part in (self.id, self.time or self.day, self.location) if part)
        head = [markup.element("strong", self.title or self.id), markup.small("; ".join((details, *self.edits)))]
        rows = (
            markup.row(
                markup.element("strong", version["source_title"] or version["source"])
                + markup.small(version["reference"])
                + markup.small(_selected_by(version)),
                markup.text(version["text"] or f"no text: {', '.join(version['gaps'])}"),
            )
            for version in self.versions
        )
        return markup.element("div", *head, markup.element("table", *rows))


def _selected_by(version: Row) -> str:
    """Which runs selected a version; the runs of a strategy with several are counted."""
    if version["excluded"]:
        return "excluded by the editor"
    strategies = Counter(run.partition(",")[0] for run in version["chosen_by"])
    named = [name if count == 1 else f"{name} ({count} runs)" for name, count in strategies.items()]
    return f"selected by {', '.join(named)}" if named else ""


def _model_name(encoder: Encoder | None) -> str:
    """The name of a model with the beginning of the hash of its weights."""
    return f"{encoder.name} {encoder.digest[:12]}" if encoder else NO_MODEL


class Graph:
    """A graph of corpora on some engine."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __repr__(self) -> str:
        return f"Graph(engine={self.engine!r})"

    @classmethod
    def open(cls, address: str | None = None, *, read_only: bool = False, create: bool = True) -> Self:
        """Open the graph at a path, a Neo4j address or `neo4j`; a missing file is created unless `create` is False."""
        return cls.over(open_store(address, read_only=read_only, create=create), read_only=read_only)

    @classmethod
    def over(cls, store: Store, *, read_only: bool = False) -> Self:
        """Wrap an open store after checking its schema; close the store if that fails."""
        try:
            ensure_schema(store, read_only=read_only, completed={3: migrate.complete_spans})
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
        """Return one corpus of the list; without an id, the only one."""
        return reading.find(self.store, corpus)

    def load(self, graph: CorpusGraph, id: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Store a corpus with its edges, replacing a corpus with that id; loading the same again changes nothing."""
        return generations.load(self.store, id or graph.corpus.id, graph, progress, path=graph.corpus.path)

    def put(
        self, corpus: Corpus, id: str | None = None, progress: Progress = SILENT, *, replace: bool = False
    ) -> Loaded:
        """Build the edges of a corpus and store it, keeping the editor's corrections to a corpus with that id.

        A corpus of that id that was read from another file or folder is only replaced with `replace`.
        """
        return revisions.put(self.store, corpus, id or corpus.id, progress, force=replace)

    def add(self, added: Corpus, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Add versions to a corpus, as if all had been ingested at once."""
        return revisions.add(self.store, corpus, added, progress)

    def remove_source(self, source: str, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Remove a source with all its versions from a corpus."""
        return revisions.remove_source(self.store, corpus, source, progress)

    def corrections(self, corpus: str | None = None) -> tuple[Correction, ...]:
        """The editor's corrections, in the order in which they are applied."""
        return self.corpus(corpus).corrections

    def correct(self, *corrections: Correction, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Correct a corpus, for instance `Correction("rename", "e1", title="The arrival")`."""
        return revisions.correct(self.store, corpus, corrections, progress)

    def undo(self, which: int | str, corpus: str | None = None, progress: Progress = SILENT) -> Loaded:
        """Undo a correction, given by its number from 1 or by its description, `rename e1 title 'A storm'`."""
        return revisions.undo(self.store, corpus, which, progress)

    def read(self, corpus: str | None = None) -> CorpusGraph:
        """Read a whole corpus with its edges."""
        return reading.stable(self.store, corpus, lambda entry: reading.corpus_graph(self.store, entry))

    def delete(self, corpus: str | None = None) -> str:
        """Delete a corpus with its runs and return its id."""
        return generations.delete(self.store, corpus)

    def consolidate(
        self,
        strategy: str | Strategy = "fuse",
        corpus: str | None = None,
        part: Part = WHOLE,
        centrality: str = "",
        model: str | None = None,
        settle: str = NONE,
        **parameters: Parameter,
    ) -> Narrative:
        """Run a strategy, record the run in the graph and return its narrative.

        `strategy` is a name from the table, `module:function`, or a function of your own from `Arrays` to `Spans`. With
        a `part`, for instance `Part(days=("2024-05-03",))`, only that part is consolidated. `centrality="gds"` ranks
        on the server. `model` is a model of sentence vectors, or `none`; by default one is used if it is on this
        machine and the corpus is not large. `settle` is a policy for contested facts: `latest`, `majority`, `priority`
        or `firsthand`; what it prefers is told, and the other sides follow as notes.
        """
        wanted = [(strategy, parameters)]
        [run] = self.consolidate_many(wanted, corpus, part=part, centrality=centrality, model=model, settle=settle)
        return self.narrative(run, corpus)

    def consolidate_many(
        self,
        wanted: Sequence[tuple[str | Strategy, Mapping[str, Parameter]]],
        corpus: str | None = None,
        progress: Progress = SILENT,
        part: Part = WHOLE,
        centrality: str = "",
        model: str | None = None,
        settle: str = NONE,
    ) -> list[str]:
        """Run several strategies on one reading of the corpus, or of a part of it; return the ids of the runs."""
        named = [strategy if isinstance(strategy, str) else strategy.__name__ for strategy, _ in wanted]
        functions = [strategies.strategy(each) if isinstance(each, str) else each for each, _ in wanted]
        strategies.check_centrality(centrality, [name for name in named if name in strategies.STRATEGIES])
        contested.check_choice(settle)
        if part and centrality:
            raise InputError("the server ranks whole corpora; leave out the part, or leave out --centrality gds")

        def work(entry: Entry) -> list[str]:
            progress.stage("read")
            arrays = read_arrays(self.store, entry, part)
            if centrality:
                arrays = replace(arrays, ranking=gds.ranking(self.store, entry))
            settlement = Settlement(self.store, entry, settle, model, progress)
            made = []
            for name, function, (_, given) in zip(named, functions, wanted, strict=True):
                parameters = strategies.resolved(name, function, given)
                by = {CENTRALITY: centrality} if centrality else {}
                vectorised = name in strategies.VECTORISED
                by |= {MODEL: model} if model and vectorised else {}
                by |= {SETTLE: settle} if settle != NONE else {}
                progress.stage(f"rank {runs.run_id(name, {**given, **by}, part)}")
                arrays = replace(arrays, encoder=find_encoder(arrays, model) if vectorised else None)
                spans, facts = settled.apply_with(settlement.facts(name), name, function, arrays, parameters)
                if vectorised:
                    facts[MODEL] = _model_name(arrays.encoder)
                progress.stage("write")
                spans = runs.completed(self.store, entry, arrays, spans)
                run = runs.make(entry, name, {**given, **by}, {**parameters, **by, **facts}, spans, part)
                runs.save(self.store, entry, run)
                made.append(run.id)
            return made

        return reading.stable(self.store, corpus, work)

    def narrative(self, run: str, corpus: str | None = None) -> Narrative:
        """Read the narrative of a recorded run."""
        return reading.stable(self.store, corpus, lambda entry: runs.narrative(self.store, entry, run))

    def passages(self, run: str, corpus: str | None = None) -> Iterator[Passage]:
        """Iterate over the passages of a run, in batches, for narratives of any length.

        Raises an error, at the end at the latest, if the corpus or the run is replaced meanwhile: write to a temporary
        file.
        """
        return reading.steady(self.store, corpus, lambda entry: runs.passages(self.store, entry, run))

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

    def record_comparisons(self, comparisons: Sequence[Comparison], corpus: str | None = None) -> None:
        """Add the results of significance tests to recorded scores."""
        reading.stable(self.store, corpus, lambda entry: scoring.record_comparisons(self.store, entry, comparisons))

    def scores(self, corpus: str | None = None) -> list[Row]:
        """The scores of each run of a corpus by metric; None where a metric was left out."""
        return reading.stable(self.store, corpus, lambda entry: scoring.read_scores(self.store, entry))

    def conflicts(
        self,
        corpus: str | None = None,
        *,
        policy: str = NONE,
        event: str | None = None,
        kind: str | None = None,
        tier: str | None = None,
        model: str | None = None,
        nli: str | PathLike[str] | None = None,
        progress: Progress = SILENT,
    ) -> Contested:
        """Return the contested facts of a corpus, or those of an event, a kind or a tier.

        They are found when there are none yet, or when the corpus, the program or the model of sentence vectors has
        changed, and recorded in the graph. With `model="any"`, those that were found with another model will do.
        `nli` is the folder of a model of textual inference, whose verdicts are contradictions of the kind `statement`.
        `policy` is one of `none`, `latest`, `majority`, `priority` and `firsthand`; it says which sides are preferred.
        """
        contested.check_choice(policy, kind, tier)

        def work(entry: Entry) -> Contested:
            place = reading.event_index(self.store, entry, event) if event is not None else None
            recorded = findings.intact(self.store, entry) if model == conflicts.ANY else None
            if recorded is None:
                progress.stage("read")
                arrays = read_arrays(self.store, entry)
                detector = conflicts.detector(entry.language, arrays, model, Path(nli) if nli else None)
                recorded = conflicts.find(self.store, entry, arrays, detector, progress)
            found = contested.contested(self.store, entry, recorded, policy)
            return contested.selected(found, place, kind, tier)

        return reading.stable(self.store, corpus, work)

    def event(self, event: str, corpus: str | None = None) -> EventView:
        """One event with its versions in declared order of sources."""

        def work(entry: Entry) -> EventView:
            found = reading.event(self.store, entry, event)
            which = {"generation": entry.generation, "event": found["id"]}
            versions = self.store.read("read/event_versions", **which)
            chosen = self.store.read("read/event_choices", **which)
            by_version: dict[str, list[str]] = {}
            for row in chosen:
                by_version.setdefault(row["version"], []).append(row["run"])
            shown = tuple({**version, "chosen_by": by_version.get(version["id"], [])} for version in versions)
            return EventView(**found | {"edits": tuple(found["edits"])}, versions=shown)

        return reading.stable(self.store, corpus, work)

    def query(self, name: str, corpus: str | None = None, **parameters: str) -> list[Row]:
        """Return the rows of a query of `cypher/explore/`."""
        return reading.stable(self.store, corpus, lambda entry: reading.explore(self.store, entry, name, parameters))

    def stats(self, corpus: str | None = None) -> Stats:
        """Counts, gaps and digest, computed from the graph."""
        return reading.stable(self.store, corpus, lambda entry: read_stats(self.store, entry))

    def problems(self, corpus: str | None = None, progress: Progress = SILENT) -> list[str]:
        """Verify a corpus completely and describe what is not as it was loaded; none for an intact corpus."""
        return reading.stable(self.store, corpus, lambda entry: list(verify.problems(self.store, entry, progress)))

    def stats_of(self, loaded: Loaded) -> Stats:
        """The same for the result of a load, which has read the graph back already."""

        def work(entry: Entry) -> Stats:
            if loaded.graph is None or entry.digest != loaded.digest:
                return read_stats(self.store, entry)
            return describe(self.store, entry, loaded.graph)

        return reading.stable(self.store, loaded.corpus, work)

    def dump(self, corpus: str | None = None) -> archive.Dump:
        """Read a corpus with its edges and runs, for another graph or a file."""
        return reading.stable(self.store, corpus, lambda entry: archive.dump(self.store, entry))

    def restore(self, dump: archive.Dump, progress: Progress = SILENT) -> Loaded:
        """Store a dump with its runs."""
        return archive.restore(self.store, dump, progress)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
