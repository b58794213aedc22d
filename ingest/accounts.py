"""From the files of a manifest to material: who told what, as tables and documents say it.

Every fault is gathered, so that a person hears of all at once. Nothing is ordered here (see `taeg.model.arrange`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from ingest.assemble import slug
from ingest.documents import document as documents
from ingest.documents.blocks import EventNames
from ingest.documents.document import Document, Section
from ingest.manifest import File, Manifest
from ingest.request import check_language
from ingest.tables import table as tables
from ingest.tables.table import Columns, Record
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.base.progress import SILENT, Progress
from taeg.model.arrange import HINTS, NO_LANGUAGE, UNNAMED, Material
from taeg.model.corpus import Event, Source, Version, check_id, check_position
from taeg.model.profile import Profile
from taeg.model.timeline import UNREAD
from taeg.text import times

ACCOUNTS = Columns(("source", "event", "text"), ("id", "time", "order", "reference", "title", "lang"))
OF_ONE_SOURCE = Columns(("event", "text"), ("id", "time", "order", "reference", "title", "lang"))
TIMELINE = Columns(("event",), ("title", "time", "order", "place", "day"))
REFERENCE = Columns(("event", "text"))
SHORTEST, LONGEST = 4, 40
"""Letters of names that are looked at for slips."""
Lookup: TypeAlias = Mapping[str, Sequence[str]]
"""From what a heading may say, without regard to case, to the events it may mean."""
_RANK = re.compile("[0-9]{1,8}")
_TITLED = re.compile(r"(\S+)\s*(?::|\s[-\u2013\u2014])\s+(\S.*)")


@dataclass
class Gathering:
    """What has been read so far."""

    problems: Problems
    progress: Progress = SILENT
    events: dict[str, Event] = field(default_factory=dict)
    """Those of the timeline, in its order."""
    sources: dict[str, Source] = field(default_factory=dict)
    accounts: list[Version] = field(default_factory=list)
    languages: Counter[str] = field(default_factory=Counter)
    tellings: Counter[str] = field(default_factory=Counter)
    faulty: bool = False
    """Whether a file of accounts was at fault, so that more may be told than could be read."""
    broken: bool = False
    """Whether rows of the timeline could not be read, so that nobody knows which events there are."""

    @cached_property
    def known(self) -> EventNames:
        """What the timeline calls its events; made once, there may be thousands of documents."""
        return EventNames([name for event in self.events.values() for name in (event.id, event.title) if name])

    @cached_property
    def lookup(self) -> Lookup:
        """What headings may say."""
        return _lookup(self.events)


def gather(
    manifest: Manifest, profile: Profile, language: str | None, problems: Problems, progress: Progress = SILENT
) -> Material:
    """Read all files of a manifest."""
    found, faults = Gathering(problems, progress), len(problems.faults)
    if manifest.timeline:
        with problems.gather(str(manifest.timeline.path)):
            found.broken, before = True, len(problems.faults)
            records = tables.read(manifest.timeline.path, TIMELINE, problems, manifest.timeline.columns)
            found.broken = len(problems.faults) > before
            found.events = {event.id: event for event in timeline(records, manifest.timeline, problems)}
    for file in manifest.files:
        found.tellings.clear()  # a source tells in its own order within a file; between files nobody knows
        with problems.gather(str(file.path)):
            if tables.is_table(file.path):
                _read_table(file, found)
            else:
                _read_document(file, found)
    found.faulty = len(problems.faults) > faults
    _check_names("source", ((account.source, account.origin) for account in found.accounts), problems)
    if not manifest.timeline:
        _check_names("event", ((account.event, account.origin) for account in found.accounts), problems)
    references = dict(_references(manifest.reference, found)) if manifest.reference else {}
    if found.broken:
        problems.settle()
    code = language or manifest.language or only_language(found.languages) or NO_LANGUAGE
    return Material(
        name=manifest.name,
        sources=tuple(described(found, manifest)),
        events=tuple(_referenced(found, references)),
        accounts=tuple(replace(a, language="" if a.language == code else a.language) for a in found.accounts),
        language=code,
        profile=profile,
        title=manifest.title,
        licence=manifest.licence,
    )


def timeline(records: Sequence[Record], file: File, problems: Problems) -> Iterator[Event]:
    """The events of a timeline: in the order of its numbers, else of its times, else of its rows."""
    numbered = any(record.values["order"] for record in records)
    timed = bool(records) and all(record.values["time"] for record in records)
    if not numbered and not timed and any(record.values["time"] for record in records):
        problems.remark("some events have no time, so the order of the rows rules", str(file.path))
    often = Counter(record.values["time"] for record in records)
    seen: dict[str, str] = {}
    for number, record in enumerate(records, start=1):
        tied = timed and often[record.values["time"]] > 1  # of events at one time, the row says which comes first
        said = record.values
        with problems.gather():
            if said["event"] in seen:
                raise InputError(
                    f"event {quoted(said['event'], 80)} stands twice in the timeline (first: {seen[said['event']]}); "
                    "keep one",
                    record.place,
                )
            seen[said["event"]] = record.place
            yield Event(
                said["event"],
                said["title"],
                day=said["day"],
                location=said["place"],
                time=_time(said["time"], record.place, problems),
                position=_position(said["order"], record.place, problems)
                or ("" if numbered or (timed and not tied) else str(number)),
                origin=record.place,
            )


def _time(written: str, place: str, problems: Problems) -> str:
    """The time, or where it cannot be one (which is a fault) any other, so that the rest can be looked at."""
    if written:
        with problems.gather():
            times.parse(written, place)
            return written
        return "0001"
    return ""


def _position(written: str, place: str, problems: Problems) -> str:
    """The same for a place in an order."""
    with problems.gather():
        check_position(written, place)
        return written
    return UNREAD


def columns_of(file: File) -> Columns:
    """What a table of accounts may say."""
    return OF_ONE_SOURCE if file.source else ACCOUNTS


def _read_table(file: File, found: Gathering) -> None:
    records = tables.read(file.path, columns_of(file), found.problems, file.columns)
    found.progress.stage("read", len(records))
    for record in records:
        found.progress.advance()
        with found.problems.gather():
            add(record, file, found)


def add(record: Record, file: File, found: Gathering) -> None:
    """Add the account of a row."""
    said = record.values
    source, event = said.get("source") or file.source, said["event"]
    _note_language(said["lang"], record.place, found)
    found.tellings[source] += 1
    version = Version(
        said["id"] or UNNAMED,
        event,
        source,
        said["text"],
        said["reference"],
        time=_time(said["time"], record.place, found.problems),
        title=said["title"],
        position=_position(said["order"], record.place, found.problems),
        language=said["lang"],
        order_in_source=found.tellings[source],
        origin=record.place,
    )
    check_id("event", event, record.place)
    if source not in found.sources:
        found.sources[source] = Source(source, "", origin=record.place)
    found.accounts.append(version)


def _read_document(file: File, found: Gathering) -> None:
    document = documents.read(file.path, found.known, found.problems)
    source = _source_of(document, file, found.problems)
    there = found.sources.get(source.id)
    if there is not None:
        raise InputError(
            f"the file would be the source {quoted(source.id, 80)}, as {there.origin!r} is; rename one of them, or "
            "give one an 'id:' in its front matter",
            str(file.path),
        )
    found.sources[source.id] = source
    language = ""
    for key in ("lang", "language"):
        with found.problems.gather():
            if key in document.fields:
                check_language(document.fields[key], document.origins[key])
                language = document.fields[key]
    for number, section in enumerate(document.sections, start=1):
        with found.problems.gather():
            found.accounts.append(_account(section, source.id, number, language, found))


def _source_of(document: Document, file: File, problems: Problems) -> Source:
    said, places = document.fields, document.origins
    rank = said.get("order", "")
    if rank and not (_RANK.fullmatch(rank) and int(rank)):
        problems.fault(f"the order is {quoted(rank)}; write 1 for the first source, 2 for the next", places["order"])
        rank = ""
    return Source(
        said.get("id") or file.source or slug(file.path.stem),
        said.get("title") or file.path.stem,
        author=said.get("author", ""),
        date=_time(said.get("date", ""), places.get("date", ""), problems),
        rank=int(rank or 0),
        origin=str(file.path),
    )


def _account(section: Section, source: str, number: int, language: str, found: Gathering) -> Version:
    said = section.fields
    event, title = _event_of(section.heading, found.lookup, section.origin)
    code = said.get("lang") or language
    _note_language(code, section.origins.get("lang", section.origin), found)
    Event(event, "", origin=section.origin)
    page = f"p. {said['page']}" if said.get("page") else f"section {number}"
    return Version(
        said.get("id") or UNNAMED,
        event,
        source,
        section.text,
        said.get("reference") or page,
        time=_time(said.get("time", ""), section.origins.get("time", ""), found.problems),
        title=said.get("title") or title,
        position=_position(said.get("order", ""), section.origins.get("order", ""), found.problems),
        language=code,
        order_in_source=number,
        origin=section.origin,
    )


def _lookup(events: Mapping[str, Event]) -> Lookup:
    """What headings may say where there is a timeline; ids go before titles."""
    found: dict[str, list[str]] = {}
    for event in events.values():
        if event.title:
            found.setdefault(event.title.casefold(), []).append(event.id)
    return found | {event.casefold(): [event] for event in events}


def _event_of(heading: str, lookup: Lookup, place: str) -> tuple[str, str]:
    """The event a heading names, and its title: `arrival`, `arrival: They come home`, or a title of the timeline."""
    words = " ".join(heading.split())
    titled = _TITLED.fullmatch(words)
    if words.casefold() in lookup:
        first, *others = lookup[words.casefold()]
        if others:
            raise InputError(
                f"{quoted(words, 60)} is the title of {quoted(first, 80)} and of {quoted(others[0], 80)}; write the "
                "event's id",
                place,
            )
        return first, ""
    if titled and (not lookup or titled[1].casefold() in lookup):
        return lookup.get(titled[1].casefold(), [titled[1]])[0], titled[2]
    return words, ""


def _note_language(code: str, place: str, found: Gathering) -> None:
    with found.problems.gather():
        if code:
            check_language(code, place)
    found.languages[code] += 1


def only_language(languages: Counter[str]) -> str:
    """The language that all accounts have, where they say so."""
    return next(iter(languages)) if len(languages) == 1 else ""


def _check_names(kind: str, told: Iterable[tuple[str, str]], problems: Problems) -> None:
    """Names that differ in case alone are a fault; one used once and nearly another may be a slip."""
    places: dict[str, list[str]] = {}
    for name, place in told:
        places.setdefault(name, []).append(place)
    spelt: dict[str, str] = {}
    for name in places:
        first = spelt.setdefault(name.casefold(), name)
        if first != name:
            problems.fault(
                f"{kind} {quoted(name, 80)} differs from {quoted(first, 80)} in case alone; write both alike",
                places[name][0],
            )
    often: dict[str, str] = {}
    for name, where in places.items():
        if len(where) > 1:
            often.update(dict.fromkeys(_lacking_one(name), name))
    for name, where in places.items():
        if len(where) == 1 and (near := next((often[part] for part in _lacking_one(name) if part in often), None)):
            problems.remark(f"{kind} {quoted(name, 80)} is named once only; did you mean {quoted(near, 80)}?", where[0])


def _lacking_one(name: str) -> Iterator[str]:
    """The name without one of its letters, in all ways: two names that share one are a slip apart.

    To compare all with all would take minutes for some thousand names. A digit that differs is no slip.
    """
    if SHORTEST <= len(name) <= LONGEST:
        yield name
        for at, letter in enumerate(name):
            if not letter.isdigit():
                yield name[:at] + name[at + 1 :]


def _references(file: File, found: Gathering) -> Iterator[tuple[str, str]]:
    """What the reference says, by event."""
    problems = found.problems
    with problems.gather(str(file.path)):
        if tables.is_table(file.path):
            records = tables.read(file.path, REFERENCE, problems, file.columns)
            said = [(r.values["event"], r.values["text"], r.place) for r in records]
        else:
            sections = documents.read(file.path, found.known, problems).sections
            said = [(_event_of(s.heading, found.lookup, s.origin)[0], s.text, s.origin) for s in sections]
        told = {account.event for account in found.accounts}
        known = set(found.events) or told
        seen: dict[str, str] = {}
        strange = 0
        for event, text, place in said:
            if event in seen:
                problems.fault(
                    f"event {quoted(event, 80)} stands twice in the reference (first: {seen[event]}); keep one", place
                )
            elif event not in known:
                strange += 1
                near = nearest(event, known) if strange <= HINTS else ""
                if near or not found.faulty:
                    hint = near or "; correct the name, or take it out"
                    problems.fault(f"event {quoted(event, 80)} of the reference is told by nobody{hint}", place)
            seen[event] = place
            yield event, " ".join(text.split())


def _referenced(found: Gathering, references: Mapping[str, str]) -> Iterator[Event]:
    """The events of which more is known than who tells them."""
    for event in found.events.values():
        yield replace(event, gold_text=references.get(event.id, ""))
    for name, text in references.items():
        if name not in found.events:
            yield Event(name, "", gold_text=text, declared=False)


def described(found: Gathering, manifest: Manifest) -> Iterator[Source]:
    """The sources with what the manifest says of them, and their place in the order of precedence."""
    problems = found.problems
    said = {source.id: source for source in manifest.sources}
    rank: dict[str, int] = {}
    strange: set[str] = set()
    for place, (name, where) in enumerate(manifest.priority, start=1):
        if name in rank:
            problems.fault(f"source {quoted(name, 80)} stands twice in the priority; name it once", where)
        rank[name] = place
        _check_tells(name, "of the priority ", where, found, strange)
    for name, declared in said.items():
        _check_tells(name, "", declared.origin, found, strange)
    for source in found.sources.values():
        more = said.get(source.id, source)
        yield replace(
            source,
            title=more.title or source.title,
            author=more.author or source.author,
            date=more.date or source.date,
            rank=rank.get(source.id) or source.rank,
        )


def _check_tells(name: str, named: str, place: str, found: Gathering, strange: set[str]) -> None:
    """A source that tells nothing is a fault, unless what it tells may stand in a file that is at fault.

    Each such name is compared with all, so that only the first of them get a hint; `strange` are those so far.
    """
    if name in found.sources:
        return
    strange.add(name)
    near = nearest(name, found.sources) if len(strange) <= HINTS else ""
    if near or not found.faulty:
        hint = near or "; correct the name, or take it out"
        found.problems.fault(f"source {quoted(name, 80)} {named}tells nothing{hint}", place)
