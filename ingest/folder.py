"""Reads a corpus from files: a table, a folder of tables and documents, or what a `corpus.yaml` lists.

All errors are collected, so that the user sees them at once. Ordering is left to `taeg.model.arrange`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from ingest import corrections_file, manifest
from ingest.documents import document as documents
from ingest.documents.blocks import EventNames, Line
from ingest.documents.document import Document, Section
from ingest.manifest import File, Manifest
from ingest.names import check_names, folded, with_normal_ids
from ingest.request import Request, check_language, slug
from ingest.tables import table as tables
from ingest.tables.table import Columns, Records
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.base.progress import SILENT, Progress
from taeg.model.arrange import HINTS, NO_DRAFT, NO_LANGUAGE, UNNAMED, Material, arrange, unchecked_version
from taeg.model.corpus import Corpus, Correction, Event, Source, Version, check_id, check_position
from taeg.model.timeline import UNREAD
from taeg.text import times
from taeg.text.ids import normal_id
from taeg.text.language import NAMES, base_code
from taeg.text.scripts import latin_share

_OF_ACCOUNT = ("event", "text", "id", "time", "order", "reference", "title", "lang")
ACCOUNTS = Columns(("source", "event", "text"), _OF_ACCOUNT[2:])
OF_ONE_SOURCE = Columns(("event", "text"), _OF_ACCOUNT[2:])
TIMELINE = Columns(("event",), ("title", "time", "order", "place", "day"))
REFERENCE = Columns(("event", "text"))
Lookup: TypeAlias = Mapping[str, Sequence[str]]
"""Maps case-folded headings to the events they may name."""
MOSTLY_LATIN = 0.5
"""Share of Latin letters below which a text is in none of the languages that are stemmed."""
SAMPLE = 500
"""Accounts, and characters of each, that are looked at for that."""
_RANK = re.compile("[0-9]{1,8}")
_TITLED = re.compile(r"(\S+)\s*(?::|\s[-\u2013\u2014])\s+(\S.*)")


def is_table(path: Path) -> bool:
    """Whether the path is a table."""
    return tables.is_table(path) and path.is_file()


def is_folder(path: Path) -> bool:
    """Whether the path is a folder, or a `corpus.yaml`."""
    return path.is_dir() or (path.is_file() and path.suffix.casefold() in (".yaml", ".yml"))


def read(request: Request) -> Corpus:
    """Read the corpus; corrections from a file beside it are included but not yet applied.

    Reading continues after errors as far as possible, so that all are reported.
    """
    problems = request.problems
    found = manifest.of(request.path, problems)
    problems.files = [str(path) for path in found.paths]
    corrections: tuple[Correction, ...] = ()
    if found.corrections:
        with problems.gather(str(found.corrections)):
            corrections = corrections_file.read(found.corrections, problems)
    gathering = Gathering(problems, request.progress)
    material = gathering.gather(found, request)
    if not material.accounts:
        problems.settle()
    request.progress.stage("arrange")
    corpus = arrange(material, problems, part=request.part)
    if corrections:
        corpus = replace(corpus, corrections=corrections)
    zoned = gathering.zoned
    if zoned[False] and zoned[True]:
        problems.remark(
            f"{zoned[False]} of {zoned.total()} times have no zone and are taken as UTC; give all of them one, or none"
        )
    if corpus.language == NO_LANGUAGE and not request.part:
        problems.remark("no language is given, so generic rules split sentences and words; give --language")
    if base_code(corpus.language) in NAMES and (share := _latin_share(corpus)) < MOSTLY_LATIN:
        problems.remark(
            f"the language is {corpus.language!r}, but only {share:.0%} of the letters are Latin; correct the language"
        )
    return corpus


def _latin_share(corpus: Corpus) -> float:
    return latin_share(" ".join(version.text[:SAMPLE] for version in corpus.versions[:SAMPLE]))


@dataclass
class Gathering:
    """What was read so far from the files of a manifest."""

    problems: Problems
    progress: Progress = SILENT
    events: dict[str, Event] = field(default_factory=dict)
    """The events of the timeline, in its order."""
    sources: dict[str, Source] = field(default_factory=dict)
    files: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The names of the files of each source."""
    accounts: list[Version] = field(default_factory=list)
    languages: Counter[str] = field(default_factory=Counter)
    zoned: Counter[bool] = field(default_factory=Counter)
    """Number of times with and without a time zone."""
    faulty: bool = False
    """Whether a file of accounts has errors, so that accounts may be missing."""
    unknown: set[str] = field(default_factory=set)
    """Names of events and sources that have no accounts."""

    @cached_property
    def known(self) -> EventNames:
        """The ids and titles of the timeline's events, prepared once for all documents."""
        return EventNames([name for event in self.events.values() for name in (event.id, event.title) if name])

    @cached_property
    def lookup(self) -> Lookup:
        """The events that headings may name; ids take precedence over titles."""
        found: dict[str, list[str]] = {}
        for event in self.events.values():
            if event.title:
                found.setdefault(folded(event.title), []).append(event.id)
        return found | {folded(event): [event] for event in self.events}

    def gather(self, found: Manifest, request: Request) -> Material:
        """Read all files of a manifest."""
        problems, faults = self.problems, self.problems.number
        broken = False
        if found.timeline:
            broken, before = True, problems.number
            with problems.gather(str(found.timeline.path)):
                records = tables.read(found.timeline.path, TIMELINE, problems, found.timeline.columns)
                broken = problems.number > before
                self.events = {event.id: event for event in self._timeline(records, found.timeline)}
        for file in found.files:
            read = len(self.accounts)
            with problems.gather(str(file.path)):
                if tables.is_table(file.path):
                    self._read_table(file)
                else:
                    self._read_document(file)
            for source in dict.fromkeys(account.source for account in self.accounts[read:]):
                self.files[source].append(file.path.name)
        self.faulty = problems.number > faults
        check_names("source", [(account.source, account.origin) for account in self.accounts], problems)
        if not found.timeline:
            check_names("event", [(account.event, account.origin) for account in self.accounts], problems)
        references = dict(self._references(found.reference)) if found.reference else {}
        if broken:  # the events are unknown
            problems.settle()
        common = next(iter(self.languages)) if len(self.languages) == 1 else ""
        language = request.language or found.language or common or NO_LANGUAGE
        return Material(
            name=request.name or found.name,
            sources=tuple(self._described(found)),
            events=tuple(self._with_references(references)),
            accounts=tuple(a if a.language != language else replace(a, language="") for a in self.accounts),
            language=language,
            profile=request.profile,
            title=found.title,
            licence=found.licence,
        )

    def _timeline(self, records: Records, file: File) -> Iterator[Event]:
        """The events of a timeline: in the order of its numbers, else of its times, else of its rows."""
        records = with_normal_ids(records, "event")
        dates = self._times(records)
        orders = _checked(records, "order", check_position, self.problems, UNREAD)
        numbered = any(orders)
        timed = len(records) > 0 and all(dates)
        if not numbered and not timed and any(dates):
            self.problems.remark("some events have no time, so the order of the rows rules", str(file.path))
        often = Counter(dates)
        seen: dict[str, str] = {}
        rows = zip(records.rows("event", "title", "place", "day"), dates, orders, strict=True)
        for number, ((origin, name, title, place, day), time, order) in enumerate(rows, start=1):
            by_row = not numbered and (not timed or often[time] > 1)  # events of one time are ordered by row
            with self.problems.gather():
                if name in seen:
                    raise InputError(
                        f"event {quoted(name, 80)} appears twice in the timeline (first: {seen[name]}); keep one",
                        origin,
                    )
                seen[name] = origin
                yield Event(
                    name,
                    title,
                    day=day,
                    location=place,
                    time=time,
                    position=order or str(number) * by_row,
                    origin=origin,
                )

    def _times(self, records: Records) -> list[str]:
        """The column of times. Errors are reported; such times are replaced, so that the rest can be checked."""

        def check(time: str, origin: str) -> None:
            self.zoned[times.parse(time, origin).zoned] += often[time]

        often = Counter(records.columns["time"])
        return _checked(records, "time", check, self.problems, "0001")

    def _read_table(self, file: File) -> None:
        columns = OF_ONE_SOURCE if file.source else ACCOUNTS
        records = tables.read(file.path, columns, self.problems, file.columns, self.progress)
        records = with_normal_ids(records, "source", "event", "id")
        dates, orders = self._times(records), _checked(records, "order", check_position, self.problems, UNREAD)
        self.languages.update(records.columns["lang"])
        _checked(records, "lang", check_language, self.problems, "")
        wrong: set[int] = set()
        for name, kind in (("source", "source"), ("event", "event"), ("id", "version")):
            if name in records.columns:
                checked = _checked(records, name, partial(check_id, kind), self.problems, "")
                wrong.update(i for i, id in enumerate(records.columns[name]) if id and not checked[i])
        sources = [file.source] * len(records) if file.source else records.columns["source"]
        count: defaultdict[str, int] = defaultdict(int)
        numbers: dict[int, int] = {}
        rows = zip(
            records.rows("event", "text", "id", "reference", "title", "lang"), sources, dates, orders, strict=True
        )
        for index, ((origin, event, text, id, citation, title, language), source, time, position) in enumerate(rows):
            if index in wrong:
                continue
            count[source] += 1
            if source not in self.sources:
                self.sources[source] = Source(source, "", origin=origin)
            self.accounts.append(
                unchecked_version(
                    *(id or UNNAMED, event, source, text, citation, (), time, title, position, language),
                    *(numbers.setdefault(count[source], count[source]), "", False, False, *NO_DRAFT, origin),
                )
            )

    def _read_document(self, file: File) -> None:
        document = documents.read(file.path, self.known, self.problems)
        source = self._source_of(document, file)
        there = self.sources.get(source.id)
        if there is not None:
            raise InputError(
                f"the file would be the source {quoted(source.id, 80)}, as {there.origin!r} is; rename one of them, or "
                "give one an 'id:' in its front matter",
                str(file.path),
            )
        self.sources[source.id] = source
        lang, language = (self._field(document.fields, key, check_language) for key in ("lang", "language"))
        for number, section in enumerate(document.sections, start=1):
            with self.problems.gather():
                self.accounts.append(self._account(section, source.id, number, language or lang))

    def _source_of(self, document: Document, file: File) -> Source:
        fields = document.fields
        return Source(
            normal_id(self._field(fields, "id")) or file.source or slug(file.path.stem),
            self._field(fields, "title") or file.path.stem,
            author=self._field(fields, "author"),
            date=self._field(fields, "date", times.parse),
            rank=int(self._field(fields, "order", _check_rank) or 0),
            origin=str(file.path),
        )

    def _account(self, section: Section, source: str, number: int, language: str) -> Version:
        fields = section.fields
        event, title = _event_of(section.heading, self.lookup, section.origin)
        code = self._field(fields, "lang", check_language) or language
        self.languages[code] += 1
        check_id("event", event, section.origin)
        time = self._field(fields, "time", times.parse, "0001")
        if time:
            self.zoned[times.parse(time).zoned] += 1
        reference = self._field(fields, "reference")
        page = f"p. {section.page}" if section.page else ""
        return Version(
            normal_id(self._field(fields, "id")) or UNNAMED,
            event,
            source,
            section.text,
            reference or ", ".join(part for part in (page, section.place) if part),
            time=time,
            title=self._field(fields, "title") or title,
            position=self._field(fields, "order", check_position, UNREAD),
            language=code,
            order_in_source=number,
            located=not reference and bool(section.place),
            origin=section.origin,
        )

    def _field(
        self, fields: Mapping[str, Line], key: str, check: Callable[[str, str], object] | None = None, default: str = ""
    ) -> str:
        """A field of a document; `default` if it has an error, which is reported."""
        if key not in fields:
            return ""
        with self.problems.gather():
            if check:
                check(fields[key].text, fields[key].origin)
            return fields[key].text
        return default

    def _references(self, file: File) -> Iterator[tuple[str, str]]:
        """The texts of the reference, by event."""
        problems = self.problems
        with problems.gather(str(file.path)):
            if tables.is_table(file.path):
                records = with_normal_ids(tables.read(file.path, REFERENCE, problems, file.columns), "event")
                found: Iterable[tuple[str, ...]] = records.rows("event", "text")
            else:
                sections = documents.read(file.path, self.known, problems).sections
                found = [(s.origin, _event_of(s.heading, self.lookup, s.origin)[0], s.text) for s in sections]
            known = set(self.events) or {account.event for account in self.accounts}
            seen: dict[str, str] = {}
            for origin, event, text in found:
                if event in seen:
                    problems.fault(
                        f"event {quoted(event, 80)} appears twice in the reference (first: {seen[event]}); keep one",
                        origin,
                    )
                else:
                    self._check_known(event, known, f"event {quoted(event, 80)} of the reference", origin)
                seen[event] = origin
                words = " ".join(text.split())
                yield event, text if text == words else words  # no copy, if possible

    def _with_references(self, references: Mapping[str, str]) -> Iterator[Event]:
        """The events of the timeline, and others that have a reference."""
        for event in self.events.values():
            yield replace(event, gold_text=references.get(event.id, ""))
        for name, text in references.items():
            if name not in self.events:
                yield Event(name, "", gold_text=text, declared=False)

    def _described(self, found: Manifest) -> Iterator[Source]:
        """The sources with their description and rank from the manifest."""
        described = {source.id: source for source in found.sources}
        rank: dict[str, int] = {}
        for place, (name, origin) in enumerate(found.priority, start=1):
            if name in rank:
                self.problems.fault(f"source {quoted(name, 80)} appears twice in the priority; name it once", origin)
            rank[name] = place
            self._check_known(name, self.sources, f"source {quoted(name, 80)} of the priority", origin)
        for name, source in described.items():
            self._check_known(name, self.sources, f"source {quoted(name, 80)}", source.origin)
        for source in self.sources.values():
            more = described.get(source.id, source)
            yield replace(
                source,
                title=more.title or source.title,
                author=more.author or source.author,
                date=more.date or source.date,
                rank=rank.get(source.id) or source.rank,
                files=tuple(self.files[source.id]),
            )

    def _check_known(self, name: str, known: Collection[str], what: str, origin: str) -> None:
        """Report a source or event without accounts, unless these may be in a file with errors.

        Only the first unknown names are compared with all others for a hint.
        """
        if name in known:
            return
        self.unknown.add(name)
        near = nearest(name, known) if len(self.unknown) <= HINTS else ""
        if near or not self.faulty:
            self.problems.fault(f"{what} has no account{near or '; correct the name, or take it out'}", origin)


def _checked(
    records: Records, column: str, check: Callable[[str, str], None], problems: Problems, default: str
) -> list[str]:
    """Check each distinct value of a column once. Report every row with an invalid one, and replace it by `default`."""
    values = records.columns[column]
    invalid = set()
    for value in dict.fromkeys(values):
        try:
            if value:
                check(value, "")
        except InputError:
            invalid.add(value)
    if not invalid:
        return values
    for value, origin in zip(values, records.origins, strict=True):
        if value in invalid:
            with problems.gather():
                check(value, origin)
    return [default if value in invalid else value for value in values]


def _check_rank(rank: str, origin: str) -> None:
    if not (_RANK.fullmatch(rank) and int(rank)):
        raise InputError(f"the order is {quoted(rank)}; write 1 for the first source, 2 for the next", origin)


def _event_of(heading: str, lookup: Lookup, origin: str) -> tuple[str, str]:
    """The event that a heading names, and its title: `arrival`, `arrival: They come`, or a title of the timeline."""
    words = " ".join(heading.split())
    titled = _TITLED.fullmatch(words)
    if named := lookup.get(folded(words)):
        first, *others = named
        if others:
            raise InputError(
                f"{quoted(words, 60)} is the title of {quoted(first, 80)} and of {quoted(others[0], 80)}; write the "
                "event's id",
                origin,
            )
        return first, ""
    if titled and (not lookup or folded(titled[1]) in lookup):
        return lookup.get(folded(titled[1]), [normal_id(titled[1])])[0], titled[2]
    return normal_id(words), ""
