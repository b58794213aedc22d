"""How a corpus gets into the graph and out of it: by generations, never in place.

A new generation is loaded under its own keys and read back (`taeg.graph.load`); one transaction then moves the pointer,
and the old generation is swept. A run that dies at any moment leaves the old corpus or the new one, whole,
and leftovers that the next run sweeps.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass

from taeg.base.errors import TaegError
from taeg.base.progress import SILENT, Progress
from taeg.graph import read as reading
from taeg.graph.load import Loading
from taeg.model.corpus import check_id
from taeg.model.corpus_graph import Stock
from taeg.model.records import to_json
from taeg.store.engine import Store

SWEEP_BATCH = 10_000


class OvertakenError(TaegError):
    """The corpus was changed by somebody else between reading it and writing it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did."""

    corpus: str
    digest: str
    changed: bool
    replaced: bool = False
    """Whether another corpus of that id made way, and its runs with it."""


def new_generation(corpus: str) -> str:
    """A name for a generation that nobody has used."""
    return f"{corpus}@{secrets.token_hex(8)}"


def load(
    store: Store,
    corpus: str,
    stock: Stock,
    progress: Progress = SILENT,
    instead_of: str | None = None,
) -> Loaded:
    """Make the graph's corpus of that id exactly the given one; the same corpus again changes nothing.

    With `instead_of`, only in place of that generation: what was made from it must not undo what came after it. A load
    that fails leaves no trace.
    """
    check_id("corpus", corpus)
    if _is_there(store, corpus, stock, progress):
        sweep(store, corpus, progress)
        return Loaded(corpus, stock.digest, changed=False)
    generation = new_generation(corpus)
    current = store.write("write/claim", corpus=corpus, generation=generation)[0]["generation"]
    try:
        _check_base(corpus, current, instead_of)
        sweep(store, corpus, progress)
        Loading(store, corpus, generation, stock).run(progress)
        progress.stage("switch")
        replaced = _switch(store, corpus, generation, stock)
    except BaseException:
        with suppress(TaegError):  # the engine may be what failed; the next run sweeps then
            _give_up(store, corpus, generation)
        raise
    progress.stage("sweep", replaced)
    _sweep(store, corpus, progress)
    progress.stage("compact")
    store.tidy()
    return Loaded(corpus, stock.digest, changed=True, replaced=bool(current))


def delete(store: Store, corpus: str | None) -> str:
    """Take a corpus out of the graph, with all its runs; returns its id. One half deleted before can be finished."""
    known = corpus is not None and bool(store.read("read/pointer", corpus=corpus))
    if corpus is None or not known:
        corpus = reading.find(store, corpus).id
    store.write("write/hide", corpus=corpus)
    sweep(store, corpus)
    store.write("write/drop", corpus=corpus)
    store.tidy()
    return corpus


def sweep(store: Store, corpus: str, progress: Progress = SILENT) -> None:
    """Remove all nodes of a corpus that belong neither to its current nor to its claimed generation."""
    progress.stage("leftovers")
    _sweep(store, corpus, progress)


def _sweep(store: Store, corpus: str, progress: Progress) -> None:
    # runs come last: what they chose and described is gone by then, in batches, and each of them is a bare node
    for kind in ("versions", "events", "sources", "scores", "runs"):
        while swept := store.write(f"write/sweep_{kind}", corpus=corpus, batch=SWEEP_BATCH)[0]["swept"]:
            progress.advance(swept)


def _check_base(corpus: str, current: str, instead_of: str | None) -> None:
    if instead_of is not None and current != instead_of:
        raise OvertakenError(f"another process has changed corpus {corpus!r} meanwhile; run this again")


def _give_up(store: Store, corpus: str, generation: str) -> None:
    """Leave no trace of a load that failed."""
    store.write("write/release", corpus=corpus, generation=generation)
    sweep(store, corpus)
    store.write("write/drop", corpus=corpus)


def _switch(store: Store, corpus: str, generation: str, stock: Stock) -> int:
    """Move the pointer; says how many nodes it has left behind, as far as that is known."""
    head = stock.head
    left = sum(
        row["events"] + row["versions"] for row in store.read("read/pointer", corpus=corpus) if row["generation"]
    )
    store.write(
        "write/switch",
        corpus=corpus,
        generation=generation,
        profile_name=head.profile.name,
        language=head.language,
        notes=list(head.notes),
        events=head.events,
        versions=head.versions,
        digest=stock.digest,
        timeline=head.timeline,
        title=head.title,
        licence=head.licence,
        corrections=to_json(head.corrections),
        originals=to_json(head.originals),
    )
    # not the number of rows: after a commit whose reply was lost, the retried statement finds its work done
    rows = store.read("read/pointer", corpus=corpus)
    if not rows or rows[0]["generation"] != generation:
        raise TaegError(
            f"another process has ingested or deleted corpus {corpus!r} meanwhile, and its result stands; "
            "run this again"
        )
    return int(left)


def _is_there(store: Store, corpus: str, stock: Stock, progress: Progress) -> bool:
    """Whether the graph already holds exactly this; what was recorded of it is not enough."""
    rows = store.read("read/pointer", corpus=corpus)
    if not rows or not rows[0]["generation"] or rows[0]["digest"] != stock.digest:
        return False
    return Loading(store, corpus, rows[0]["generation"], stock).is_whole(progress)
