"""The whole book as JSON, as `docs/export.schema.json` describes it: every account, and every run with its sentences.

The same book is always the same bytes. Not for reading back: a backup (`taeg.graph.backup`) is.
"""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from taeg.consolidate.narrative import Passage, Traced
from taeg.export.book import Account, Book, Happening, Telling, Tie
from taeg.export.collation import ALL, PECULIAR, SOME

SCHEMA = "taeg-export-1"
SHARED = {PECULIAR: "none", SOME: "some", ALL: "all"}
"""Which other accounts of the event share a stretch, in words."""

_Object = dict[str, Any]


def export(book: Book) -> bytes:
    """A book as JSON in UTF-8."""
    return (json.dumps(_book(book), ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def _book(book: Book) -> _Object:
    return {
        "schema": SCHEMA,
        "program": book.program,
        "corpus": {
            "id": book.corpus,
            "title": book.title,
            "licence": book.licence,
            "language": book.language,
            "profile": book.profile,
            "digest": book.digest,
            "timeline": book.timeline,
            "separator": book.separator,
            "notes": list(book.notes),
            "contradictions": list(book.contradictions),
            "corrections": list(book.corrections),
            "misfits": list(book.misfits),
        },
        "main_run": book.main.id,
        "sources": [{"id": t.id, "title": t.title, "author": t.author, "date": t.date} for t in book.tellers],
        "events": [_event(place, happening) for place, happening in enumerate(book.happenings, start=1)],
        "runs": [_run(telling) for telling in book.tellings],
        "before": [_tie(tie) for tie in book.before],
        "same_event": [_tie(tie) for tie in book.same_event],
    }


def _event(place: int, happening: Happening) -> _Object:
    return {
        "place": place,
        "id": happening.id,
        "title": happening.title,
        "day": happening.day,
        "time": happening.time,
        "location": happening.location,
        "reference": happening.reference,
        "choice": happening.choice,
        "edits": list(happening.edits),
        "versions": [_version(account) for account in happening.accounts],
    }


def _version(account: Account) -> _Object:
    return {
        "id": account.id,
        "event": account.event,
        "source": account.source,
        "source_title": account.source_title,
        "reference": account.reference,
        "time": account.time,
        "text": account.text,
        "gaps": list(account.gaps),
        "latest": account.latest,
        "excluded": account.excluded,
        "told_of": account.told_of,
        "stretches": [{"text": stretch.text, "shared": SHARED[stretch.shared]} for stretch in account.stretches],
    }


def _run(telling: Telling) -> _Object:
    return {
        "id": telling.id,
        "strategy": telling.strategy,
        "parameters": _numbers(telling.parameters),
        "signature": telling.signature,
        "created": telling.created,
        "scores": _numbers(telling.scores),
        "passages": [_passage(passage) for passage in telling.passages],
        "sentences": [_sentence(sentence) for sentence in telling.sentences],
    }


def _passage(passage: Passage) -> _Object:
    return _provenance(passage) | {"text": passage.text}


def _sentence(sentence: Traced) -> _Object:
    return {"passage": sentence.passage} | _provenance(sentence) | {"text": sentence.text}


def _provenance(said: Passage | Traced) -> _Object:
    return {
        "event": said.event,
        "title": said.title,
        "version": said.version,
        "source": said.source,
        "source_title": said.source_title,
        "reference": said.reference,
        "time": said.time,
        "edits": list(said.edits),
    }


def _numbers(values: Mapping[str, Any]) -> _Object:
    """Named values by name; JSON has no word for what is not a finite number."""
    return {
        name: None if isinstance(value, float) and not isfinite(value) else value
        for name, value in sorted(values.items())
    }


def _tie(tie: Tie) -> _Object:
    return {"from": tie.a, "to": tie.b, "weight": tie.weight}
