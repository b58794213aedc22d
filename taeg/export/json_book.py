"""All data of a book as JSON, as described by `docs/export.schema.json`.

The same book always gives the same bytes. Exports cannot be read back; use a backup (`taeg.graph.backup`) for that.
"""

import json
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from taeg.conflicts.values import Amendment, Copy, Fact, Side
from taeg.consolidate.narrative import Passage, TracedSentence
from taeg.export.book import Book, NarratedRun
from taeg.export.collation import ALL, NEUTRAL, PECULIAR, SOME, Stretch, shared
from taeg.model.corpus import Version
from taeg.model.corpus_graph import Edges

SCHEMA = "taeg-export-1"
SHARED = {PECULIAR: "none", SOME: "some", ALL: "all", NEUTRAL: "none"}
"""Which other accounts of the event share the content words of a stretch."""

_Object = dict[str, Any]


def export(book: Book) -> bytes:
    """Export as JSON in UTF-8."""
    return (json.dumps(_book(book), ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def _book(book: Book) -> _Object:
    return {
        "schema": SCHEMA,
        "program": book.program,
        "corpus": {
            "id": book.corpus,
            **book.about,
            "separator": book.separator,
        },
        "main_run": book.main.run.id,
        "sources": [
            {"id": s.id, "title": s.title, "author": s.author, "date": s.date, "files": s.files} for s in book.sources
        ],
        "events": list(_events(book)),
        "runs": [_run(narrated) for narrated in book.runs],
        **{kind: _edges(book, edges) for kind, edges in book.edges.items()},
        **_contested(book),
    }


def _events(book: Book) -> Iterator[_Object]:
    latest = {version.id for version, is_latest in zip(book.versions, book.latest, strict=True) if is_latest}
    for number, (event, versions) in enumerate(book.timeline_entries, start=1):
        stretches = shared([version.text for version in versions], book.language)
        yield {
            "place": number,
            **{name: getattr(event, name) for name in ("id", "title", "day", "time", "location")},
            "reference": event.gold_text,
            "choice": event.choice,
            "edits": event.edits,
            "versions": [_version(book, v, v.id in latest, s) for v, s in zip(versions, stretches, strict=True)],
        }


def _version(book: Book, version: Version, latest: bool, stretches: tuple[Stretch, ...]) -> _Object:
    return {
        "id": version.id,
        "event": version.event,
        "source": version.source,
        "source_title": book.source_of(version).title,
        "reference": version.citation,
        "time": book.time_of(version),
        "text": version.text,
        "gaps": version.gaps,
        "latest": latest,
        "excluded": version.excluded,
        "told_of": version.told_of,
        "stretches": [{"text": stretch.text, "shared": SHARED[stretch.shared]} for stretch in stretches],
    }


def _run(narrated: NarratedRun) -> _Object:
    run = narrated.run
    return {
        "id": run.id,
        "strategy": run.strategy,
        "parameters": _numbers(run.parameters),
        "signature": run.signature,
        "created": run.created,
        "scores": _numbers(narrated.scores),
        "passages": list(_passages(narrated)),
        "sentences": [
            {"passage": s.passage} | _provenance(s) | {"hearsay": hearsay, "text": s.text}
            for s, hearsay in zip(narrated.sentences, narrated.hearsay, strict=True)
        ],
    }


def _passages(narrated: NarratedRun) -> Iterator[_Object]:
    for passage, score in zip(narrated.passages, narrated.run.spans.score.tolist(), strict=True):
        yield _provenance(passage) | _numbers({"score": score}) | {"text": passage.text}


def _provenance(item: Passage | TracedSentence) -> _Object:
    names = ("event", "title", "version", "source", "source_title", "reference", "time", "edits", "role", "start")
    return {name: getattr(item, name) for name in names} | {"end": item.start + len(item.text)}


def _numbers(values: Mapping[str, Any]) -> _Object:
    """Values by name; numbers that JSON cannot represent become null."""
    return {
        name: None if isinstance(value, float) and not isfinite(value) else value
        for name, value in sorted(values.items())
    }


def _edges(book: Book, edges: Edges) -> list[_Object]:
    rows = zip(edges.a.tolist(), edges.b.tolist(), edges.weight.tolist(), strict=True)
    return [{"from": book.versions[a].id, "to": book.versions[b].id, "weight": weight} for a, b, weight in rows]


def _contested(book: Book) -> _Object:
    """Facts, corrections and copies; null if contradictions have not been looked for."""
    if book.contested is None:
        return dict.fromkeys(("facts", "amendments", "copies"))
    return {
        "facts": [_fact(book, fact) for fact in book.contested.facts],
        "amendments": [_amendment(book, amendment) for amendment in book.contested.amendments],
        "copies": [_copy(book, copy) for copy in book.contested.copies],
    }


def _fact(book: Book, fact: Fact) -> _Object:
    return {
        "id": fact.id,
        "event": book.events[fact.event].id,
        **{name: getattr(fact, name) for name in ("kind", "key", "tier")},
        **_numbers({"score": fact.score}),
        "rule": fact.rule,
        "sides": [_side(book, side) for side in fact.sides],
        "preferred": fact.preferred,
        "because": fact.because,
        "decision": fact.decided,
        "why": fact.why,
    }


def _side(book: Book, side: Side) -> _Object:
    version = book.versions[side.version]
    return {
        "value": side.value,
        "text": version.text[side.start : side.end],
        **_account(book, side.version),
        **{name: getattr(side, name) for name in ("start", "end", "hedged", "firsthand")},
    }


def _account(book: Book, index: int) -> _Object:
    version = book.versions[index]
    return {
        "source": version.source,
        "source_title": book.source_of(version).title,
        "version": version.id,
        "reference": version.citation,
    }


def _amendment(book: Book, amendment: Amendment) -> _Object:
    return {
        **_account(book, amendment.version),
        **{name: getattr(amendment, name) for name in ("start", "end")},
        "text": book.versions[amendment.version].text[amendment.start : amendment.end],
        **{name: getattr(amendment, name) for name in ("rule", "old", "new")},
        "amended": book.versions[amendment.amended].id,
        **{name: getattr(amendment, name) for name in ("amended_start", "amended_end")},
        "amended_text": book.versions[amendment.amended].text[amendment.amended_start : amendment.amended_end],
    }


def _copy(book: Book, copy: Copy) -> _Object:
    return {
        "version": book.versions[copy.version].id,
        "original": book.versions[copy.original].id,
        "share": copy.share,
    }
