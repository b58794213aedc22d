"""Replacing and deleting corpora by generations.

A corpus is never changed in place. A new generation is loaded under its own keys and read back (`taeg.graph.load`),
one statement moves the pointer to it, and the old generation is swept. A process that is killed leaves either the old
or the new corpus, complete, and leftovers that the next load of the corpus sweeps.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import cypher
from taeg.base.errors import TaegError
from taeg.base.progress import SILENT, Progress
from taeg.graph import read as reading
from taeg.graph.load import Loading
from taeg.graph.read import OvertakenError
from taeg.graph.runs import sweep_run
from taeg.model.corpus import Correction, check_id, from_json, head_properties, to_json
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import Row, Store

SWEEP_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of a load."""

    corpus: str
    digest: str
    changed: bool
    replaced: bool = False
    """Whether another corpus of that id was replaced, with its runs."""
    graph: CorpusGraph | None = field(default=None, compare=False, repr=False)
    """The corpus and edges that were loaded and verified in the graph."""

    @property
    def summary(self) -> dict[str, str | bool]:
        """All but the corpus itself, for printing."""
        return {"corpus": self.corpus, "digest": self.digest, "changed": self.changed, "replaced": self.replaced}


def new_generation(corpus: str) -> str:
    """Return an unused generation name."""
    return f"{corpus}@{secrets.token_hex(8)}"


def load(
    store: Store,
    corpus: str,
    graph: CorpusGraph,
    progress: Progress = SILENT,
    instead_of: str | None = None,
    path: str = "",
    knowing: Sequence[Correction] | None = None,
) -> Loaded:
    """Load a corpus under an id, replacing an existing one; loading the same corpus again changes nothing.

    With `instead_of`, raise OvertakenError unless that generation is the current one, and with `knowing`, unless it has
    these corrections. A load that fails is removed. `path` is recorded as the place that the corpus was read from.
    """
    check_id("corpus", corpus)
    if stored := _stored(store, corpus, graph, progress):
        recorrect(store, stored, graph.corpus.corrections)
        if path not in ("", stored.path):
            store.write("write/locate", corpus=corpus, generation=stored.generation, path=path)
        sweep(store, corpus, progress)
        return Loaded(corpus, graph.digest, changed=False, graph=graph)
    generation = new_generation(corpus)
    claimed = store.write("write/claim", corpus=corpus, generation=generation)
    try:
        base = claimed[0]["generation"] if claimed else ""
        _check_base(corpus, base, instead_of)
        _check_known(corpus, claimed, knowing)
        sweep(store, corpus, progress)
        Loading(store, corpus, generation, graph).run(progress)
        progress.stage("switch")
        old = _switch(store, corpus, generation, base, graph, path)
    except BaseException:
        with suppress(TaegError):  # the engine may be what failed; then the next load sweeps
            store.write("write/release", corpus=corpus, generation=generation)
            sweep(store, corpus)
            store.write("write/drop", corpus=corpus)
        raise
    progress.stage("sweep", old)
    _sweep(store, corpus, progress)
    progress.stage("compact")
    store.tidy()
    return Loaded(corpus, graph.digest, changed=True, replaced=bool(base), graph=graph)


def delete(store: Store, corpus: str | None) -> str:
    """Delete a corpus with its runs and return its id; also completes a deletion that was interrupted."""
    if corpus is None or not reading.exists(store, corpus):
        corpus = reading.find(store, corpus).id
    store.write("write/hide", corpus=corpus)
    sweep(store, corpus)
    store.write("write/drop", corpus=corpus)
    store.tidy()
    return corpus


def sweep(store: Store, corpus: str, progress: Progress = SILENT) -> None:
    """Delete all nodes of a corpus that belong neither to its current nor to its claimed generation."""
    progress.stage("leftovers")
    _sweep(store, corpus, progress)


def _sweep(store: Store, corpus: str, progress: Progress) -> None:
    # runs and findings last: by then their relationships were deleted with the versions, in batches
    for label in ("Version", "Event", "Source", "Score", "Run", "Findings"):
        statement = cypher.fill("write/sweep", label)
        while swept := sum(row["swept"] for row in store.write(statement, corpus=corpus, batch=SWEEP_BATCH)):
            progress.advance(swept)


def _check_base(corpus: str, base: str, instead_of: str | None) -> None:
    if instead_of is not None and base != instead_of:
        raise _changed(corpus)


def _check_known(corpus: str, claimed: Sequence[Row], knowing: Sequence[Correction] | None) -> None:
    known = claimed[0]["corrections"] if claimed else ""
    if knowing is not None and from_json(Correction, known) != tuple(knowing):
        raise _changed(corpus)


def _changed(corpus: str) -> OvertakenError:
    return OvertakenError(f"another process has changed corpus {corpus!r} meanwhile; run this again")


def recorrect(store: Store, entry: reading.Entry, corrections: Sequence[Correction]) -> None:
    """Replace the corrections of a corpus in place, where they differ in decisions about contested facts only.

    Nothing else depends on these but runs that settle facts, which are deleted. A load that another process has begun
    loses its claim, so that it cannot undo the decision.
    """
    wanted = to_json(corrections)
    if wanted == to_json(entry.corrections):
        return
    base = reading.raw_corrections(store, entry)
    if from_json(Correction, base) != entry.corrections:
        raise _changed(entry.id)
    which = {"corpus": entry.id, "generation": entry.generation, "base": base}
    settled = [row["id"] for row in store.read("read/settled_runs", generation=entry.generation)]
    store.write("write/recorrect", corrections=wanted, **which)
    # not the statement's count: after a commit whose reply was lost, the retried statement matches nothing
    current = reading.lookup(store, entry.id)
    if current is None or current.generation != entry.generation or to_json(current.corrections) != wanted:
        raise _changed(entry.id)
    for run in settled:
        sweep_run(store, entry, run)


def _switch(store: Store, corpus: str, generation: str, base: str, graph: CorpusGraph, path: str = "") -> int:
    """Move the pointer from `base` to `generation`; return the number of events and versions replaced."""
    old = reading.lookup(store, corpus)
    head = head_properties(graph.corpus)
    head |= {"events": len(graph.corpus.events), "versions": len(graph.corpus.versions), "digest": graph.digest}
    head["path"] = path
    statement = cypher.fill("write/switch", fields=head)
    # single parameters: LadybugDB cannot bind an empty list inside a map
    values = {f"new_{name}": value for name, value in head.items()}
    store.write(statement, corpus=corpus, generation=generation, base=base, **values)
    # not the statement's count: after a commit whose reply was lost, the retried statement matches nothing
    current = reading.lookup(store, corpus)
    if current is None or current.generation != generation:
        raise TaegError(
            f"another process has ingested or deleted corpus {corpus!r} meanwhile; its result is kept; run this again"
        )
    return old.events + old.versions if old else 0


def _stored(store: Store, corpus: str, graph: CorpusGraph, progress: Progress) -> reading.Entry | None:
    """Return the entry of exactly this corpus, if the graph holds it; the recorded digest alone is not enough."""
    entry = reading.lookup(store, corpus)
    if entry is None or entry.digest != graph.digest:
        return None
    return entry if Loading(store, corpus, entry.generation, graph).is_stored(progress) else None
