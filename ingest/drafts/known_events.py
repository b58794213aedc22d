"""Events that are known before a draft: a chronology, or the events that a table names for its passages."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.drafts.raw import RawDocument
from ingest.files import decode, read_bytes
from ingest.request import slug
from ingest.tables import table as tables
from ingest.tables.table import Columns
from taeg.align.values import KnownEvent
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model.corpus import check_id, check_position
from taeg.text import times

COLUMNS = Columns((), ("event", "title", "order", "time", "place"))


def read(path: Path, problems: Problems) -> tuple[KnownEvent, ...]:
    """Read a chronology: a table with the columns event or title, or a text with an event in each line."""
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}")
    if not tables.is_table(path):
        if path.suffix.casefold() not in (".txt", ".md"):
            raise InputError(f"{str(path)!r} is no chronology; give a table ({', '.join(tables.SUFFIXES)}) or a .txt")
        lines = decode(read_bytes(path), "utf-8-sig", path).splitlines()
        return _distinct([KnownEvent(line.strip()) for line in lines if line.strip()], path)
    records = tables.read(path, COLUMNS, problems)
    problems.settle()
    rows = list(records.rows("event", "title", "order", "time", "place"))
    found = []
    for origin, event, title, order, time, place in rows:
        if not event and not title:
            problems.fault("the row has neither an event nor a title", origin)
            continue
        with problems.gather(origin):
            check_position(order, origin)
            moment = times.parse(time, origin).start if time else 0.0
            found.append((float(order or 0), moment, KnownEvent(title or event, time, place, event)))
    problems.settle()
    if all(order for _, _, _, order, _, _ in rows):
        found.sort(key=lambda item: item[0])
    elif not any(order for _, _, _, order, _, _ in rows) and all(time for _, _, _, _, time, _ in rows):
        found.sort(key=lambda item: item[1])
    return _distinct([event for _, _, event in found], path)


def _distinct(events: Sequence[KnownEvent], path: Path) -> tuple[KnownEvent, ...]:
    """Give every event an id of its own."""
    if not events:
        raise InputError(f"{str(path)!r} has no events")
    taken: set[str] = set()
    named = []
    for event in events:
        if event.id in taken:
            raise InputError(f"event {quoted(event.id, 80)} appears twice in {str(path)!r}; keep one")
        base = event.id or slug(event.title)[:40]
        number, id = 1, base
        while id in taken:
            number += 1
            id = f"{base}-{number}"
        check_id("event", id, str(path))
        taken.add(id)
        named.append(KnownEvent(event.title, event.time, event.place, id))
    return tuple(named)


def of_documents(documents: Sequence[RawDocument], chronology: Sequence[KnownEvent]) -> tuple[KnownEvent, ...]:
    """Return the chronology, or the events that the documents name, in order of appearance."""
    titles: dict[str, str] = {}
    for document in documents:
        for paragraph in document.paragraphs:
            if paragraph.event and not titles.get(paragraph.event):
                titles[paragraph.event] = paragraph.title
    if not chronology:
        return tuple(KnownEvent(title, id=id) for id, title in titles.items())
    known = [event.id for event in chronology]
    for id in titles:
        if id not in known:
            raise InputError(f"event {quoted(id, 80)} of the passages is not in the chronology{nearest(id, known)}")
    return tuple(chronology)


def encoded(events: Sequence[KnownEvent]) -> list[dict[str, str]]:
    """Return events for `draft.json`."""
    return [{"id": e.id, "title": e.title, "time": e.time, "place": e.place} for e in events]


def decoded(values: Sequence[Mapping[str, Any]]) -> tuple[KnownEvent, ...]:
    """Return the events of `draft.json`."""
    return tuple(KnownEvent(str(v["title"]), str(v["time"]), str(v["place"]), str(v["id"])) for v in values)
