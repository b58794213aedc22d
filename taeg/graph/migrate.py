"""Steps of a schema migration that need Python as well as Cypher."""

from itertools import chain

from taeg.consolidate.sentences import trace
from taeg.graph import read as reading
from taeg.graph import runs
from taeg.graph.read import NUMBERS, SLICE
from taeg.store.engine import Store


def complete_spans(store: Store) -> None:
    """Number the spans of older graphs without gaps, and point quotes at the versions that contain them.

    Until schema 3 the position of a span was that of its event, and quotes named only a source.
    """
    for entry in reading.corpora(store):
        for row in store.read("read/runs", generation=entry.generation):
            _number(store, row["key"])
            spans = runs.read_spans(store, row["key"])
            outside = (spans.version < 0) & (spans.source >= 0)
            if not outside.any():
                continue
            events = {event.id: i for i, event in enumerate(reading.events(store, entry))}
            traced = trace(spans, reading.sources(store, entry), reading.versions(store, entry), events)
            moved = (outside & (traced.version >= 0)).nonzero()[0]
            for start in range(0, len(moved), SLICE):
                ord = moved[start : start + SLICE]
                keys = runs.span_keys(store, entry, "selected_versions", traced[ord])
                columns = (traced.event[ord].tolist(), traced.start[ord].tolist(), traced.end[ord].tolist())
                names = ("ord", "version", "event", "start", "end")
                rows = [
                    dict(zip(names, values, strict=True)) for values in zip(ord.tolist(), keys, *columns, strict=True)
                ]
                store.write("write/move_spans", run=row["key"], rows=rows)


def _number(store: Store, run: str) -> None:
    bound = store.read("read/span_count", run=run)[0]["bound"]
    starts = range(0, bound, NUMBERS)
    found = (store.columns("read/spans", run=run, start=start, stop=start + NUMBERS)["ord"] for start in starts)
    moved = [(old, new) for new, old in enumerate(sorted(chain.from_iterable(found))) if old != new]
    for start in range(0, len(moved), SLICE):
        rows = [{"old": old, "new": new} for old, new in moved[start : start + SLICE]]
        store.write("write/move_span_positions", run=run, rows=rows)
