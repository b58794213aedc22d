"""Steps of a schema migration that need Python as well as Cypher."""

from taeg.consolidate.sentences import trace
from taeg.graph import read as reading
from taeg.graph import runs
from taeg.graph.read import SLICE
from taeg.store.engine import Store


def trace_quotes(store: Store) -> None:
    """Point the quotes of older graphs at the versions that contain them; until schema 3 they named only a source."""
    for entry in reading.corpora(store):
        for row in store.read("read/runs", generation=entry.generation):
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
