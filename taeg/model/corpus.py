"""The values that make up a corpus: frozen dataclasses, validated on construction, independent of stores and files.

A profile is one of two ways to build and read a corpus: `published`, as the published code does, and `audited`.
`Corpus` sorts its versions by event, source, time and id, so the order of rows and files never matters.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from hashlib import sha256
from itertools import chain, groupby
from math import inf, isfinite
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Literal, TypeVar
from unicodedata import category

from taeg.base.errors import InputError, quoted
from taeg.text import times
from taeg.text.ids import normal_id

GIVEN, BY_ORDER, BY_TIME, BY_ROW = "given", "order", "time", "row"
TIMELINES = {
    GIVEN: "given with the corpus",
    BY_ORDER: "derived from the order given with the accounts",
    BY_TIME: "derived from the times of the accounts: an event takes the time of its earliest account",
    BY_ROW: "derived from the order in which the sources mention the events, because no order or time is given",
}
"""How the order of events was obtained, with a description for users."""

_NOT_IN_IDS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories: control characters, surrogates, line and paragraph separators."""
_BYTE_ORDER_MARK = "\ufeff"
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
LONGEST_ID = 500
"""Characters of an id, and of the day of an event. Keys are made of up to two ids, and both are indexed: Neo4j's index
takes 8,167 bytes, and a character up to four."""
HIGHEST = 10**9
"""Upper bound of the rank of a source and of the position of an account in its source."""

DECIDED = ("", "machine", "person")
"""Who assigned a passage to its event: nobody but the data, `taeg draft`, or a person."""
FLOOR = 0.05
"""Weight of an edge whose cosine is zero (section 'Graph construction' of the paper's code)."""


def check_id(kind: str, identifier: str, origin: str = "") -> None:
    """Raise InputError for an id that a user could not type, or that is too long for an index."""
    if len(identifier) > LONGEST_ID:
        raise InputError(
            f"{kind} id {quoted(identifier)} has {len(identifier):,} characters; use at most {LONGEST_ID}", origin
        )
    untrimmed = identifier != identifier.strip().strip(_BYTE_ORDER_MARK)
    readable = identifier.isprintable() or (
        bool(normal_id(identifier)) and not any(category(c) in _NOT_IN_IDS for c in identifier)
    )
    if not identifier or untrimmed or not readable:
        raise InputError(
            f"{kind} id {identifier!r} must be text on one line without spaces at either end or control characters",
            origin,
        )


def is_text(value: str) -> bool:
    """Whether both engines can store the string: it has no NUL character and no surrogate."""
    return "\0" not in value if value.isascii() else not _NO_TEXT.search(value)


def _check_texts(kind: str, identifier: str, values: Iterable[str], origin: str) -> None:
    if not all(map(is_text, values)):
        raise InputError(f"{kind} {identifier!r} contains a character that is not text; save the file as UTF-8", origin)


def _check(
    kind: str,
    value: "Source | Event | Version",
    texts: Iterable[str],
    time: str,
    *,
    position: str = "",
    number: int = 0,
) -> None:
    """Raise InputError if the id, a text, the time, the position or the number of a value is invalid."""
    check_id(kind, value.id, value.origin)
    _check_texts(kind, value.id, texts, value.origin)
    if not 0 <= number <= HIGHEST:
        raise InputError(f"{kind} {value.id!r} cannot have position {str(number)[:20]}; count from 1", value.origin)
    if time:
        times.parse(time, value.origin)
    check_position(position, value.origin)


def moment(time: str) -> float:
    """Return the start of a time as a comparable number; minus infinity for an empty one."""
    return times.parse(time).start if time else -inf


def check_position(position: str, origin: str) -> None:
    """Raise InputError for a timeline position that is not a number."""
    try:
        number = float(position or "0")
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in position:
        raise InputError(f"the order is {position[:40]!r}; write a number such as 3 or 3.5", origin)


@dataclass(frozen=True, slots=True)
class Profile:
    """How references are read, which versions BEFORE edges connect, and how a narrative is joined."""

    name: str
    title: str
    reads_every_reference: bool
    """If False, only plain `chapter:verse[-verse]` references are read; all others give an empty text."""
    before: Literal["own-source", "next-event"]
    """own-source: from each version to its source's next event; next-event: from all versions of an event to all
    versions of the next event."""
    describes_silent_events: bool
    """Whether a narrative has the title of an event without text, as a sentence."""
    aligns_reference: bool
    """Whether segments of the gold text are assigned only to events with accounts. If False, segment k is assigned to
    event k of all, and the numbers that mark the segments are scored as words."""
    separator: str
    """Text between two events of a narrative."""
    floor: float = FLOOR


AUDITED = Profile(
    name="audited",
    title="every reference read, BEFORE within each source",
    reads_every_reference=True,
    before="own-source",
    describes_silent_events=False,
    aligns_reference=True,
    separator="\n\n",
)
PUBLISHED = Profile(
    name="published",
    title="exactly as the published code does it, errors included",
    reads_every_reference=False,
    before="next-event",
    describes_silent_events=True,
    aligns_reference=False,
    separator=" ",
)

PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (AUDITED, PUBLISHED)})


def profile(name: str) -> Profile:
    """Return the profile of that name."""
    if name not in PROFILES:
        raise InputError(f"unknown profile {name!r}; known profiles: {', '.join(PROFILES)}")
    return PROFILES[name]


@dataclass(frozen=True, slots=True)
class Source:
    """A source of accounts: a gospel, a witness, a newspaper."""

    id: str
    title: str
    text: str = ""
    """Its running text, if known; it may include passages outside any event."""
    author: str = ""
    date: str = ""
    """Used for accounts that have no time of their own."""
    rank: int = 0
    """Order of precedence, from 1; 0 if unspecified."""
    files: tuple[str, ...] = field(default=(), compare=False)
    """Names of the files it was read from, or of the package of a built-in text. Not part of the digest."""
    origin: str = field(default="", compare=False, repr=False)
    """File and line, for messages only; never stored."""

    def __post_init__(self) -> None:
        _check("source", self, (self.title, self.text, self.author, *self.files), self.date, number=self.rank)


@dataclass(frozen=True, slots=True)
class Event:
    """An event, reported by any number of sources."""

    id: str
    title: str
    day: str = ""
    location: str = ""
    gold_text: str = ""
    """The event's part of the reference consolidation, used only for evaluation; empty if there is none."""
    time: str = ""
    """When it happened, according to the timeline; a time of day alone (`23:41`) is shown and not compared."""
    position: str = ""
    """Its number in the timeline as given in the data, before corrections."""
    declared: bool = True
    """Whether a timeline names it; an undeclared event disappears with its last account."""
    choice: str = ""
    """The id of the version selected by a correction."""
    made: bool = False
    """Whether it was created by a split."""
    edits: tuple[str, ...] = ()
    """Descriptions of the corrections applied to it."""
    origin: str = field(default="", compare=False, repr=False)

    @property
    def name(self) -> str:
        """Its title, or its id if it has none, for messages and documents."""
        return self.title or self.id

    @property
    def dated(self) -> str:
        """Its time if that has a date, else an empty text."""
        return "" if times.is_clock(self.time) else self.time

    def __post_init__(self) -> None:
        texts = (self.title, self.day, self.location, self.gold_text, self.choice, *self.edits)
        _check("event", self, texts, self.dated, position=self.position)
        if len(self.day) > LONGEST_ID:
            raise InputError(f"the day of event {self.id!r} has more than {LONGEST_ID} characters", self.origin)


@dataclass(frozen=True, slots=True)
class Version:
    """One source's account of one event. The text is empty if it could not be read."""

    id: str
    event: str
    source: str
    text: str
    citation: str = ""
    """Where the text is found in the source: `Luke 13:34-35`."""
    gaps: tuple[str, ...] = ()
    """The parts of the citation that could not be read."""
    time: str = ""
    """When the account was given, not when the event happened."""
    title: str = ""
    """The title of the event in its row or heading."""
    position: str = ""
    """The timeline number of the event in its row."""
    language: str = ""
    """Set only if it differs from that of the corpus."""
    order_in_source: int = 0
    """Its position in its source, from 1; 0 if unknown."""
    told_of: str = ""
    """The original event, if a correction moved the version to another one."""
    excluded: bool = False
    """Whether a correction excluded it: it stays in the graph but is never selected."""
    located: bool = False
    """Whether the citation is only the place of the text in its file, because the data give none."""
    start: int = 0
    """In a draft: the first character of the text in `file`."""
    end: int = 0
    """In a draft: the character after the last."""
    file: str = ""
    """In a draft: the text in which the passage is, as a path in the folder of the corpus."""
    confidence: float = 1.0
    """In a draft: how likely the event is that of the passage. Like the other fields of drafts, not in the digest."""
    decided: str = ""
    """Who assigned the event in a draft: `machine` or `person`; empty if the data name it."""
    origin: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        texts = (self.text, self.citation, self.title, self.language, self.told_of, self.file, *self.gaps)
        _check("version", self, texts, self.time, position=self.position, number=self.order_in_source)
        if not 0 <= self.start <= self.end < 2**62 or not 0 <= self.confidence <= 1 or self.decided not in DECIDED:
            raise InputError(f"version {self.id!r} has an invalid place, confidence or decision", self.origin)

    @property
    def content(self) -> tuple[str, ...]:
        """What identifies the account: source, event, time, citation, text and gaps.

        Its number in the source stands for a place in the file, which changes with every edit above it.
        """
        citation = f"section {self.order_in_source}" if self.located else self.citation
        return (self.source, self.told_of or self.event, self.time, citation, self.text, *self.gaps)

    @property
    def fingerprint(self) -> str:
        """First 8 hex digits of SHA-256 over the content."""
        return sha256(json.dumps(self.content).encode()).hexdigest()[:8]

    @property
    def usable(self) -> bool:
        """Whether a narrative may use it: it has text and is not excluded."""
        return bool(self.text) and not self.excluded


CONFIRM, DISMISS, SETTLE = "confirm", "dismiss", "settle"
DECISIONS = (CONFIRM, DISMISS, SETTLE)
"""Kinds of corrections that are decisions about a contested fact."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An editor's correction; the meaning of the fields depends on its kind.

    Stored separately from the data and reapplied whenever the corpus is built (see `taeg.model.corrections`).
    """

    kind: str
    target: str
    """The event or version to correct."""
    other: str = ""
    """The version to choose or to prefer, the event to merge into, to move next to, or to create."""
    side: str = ""
    """For a move: `before` or `after`."""
    versions: tuple[str, ...] = ()
    """For a split: the versions of the new event; for a decision: the version of each side of the contested fact."""
    title: str = ""
    why: str = ""
    given_in: str = "command"
    """`command`, or `file` for a corrections.yaml next to the corpus."""
    fingerprints: tuple[str, ...] = field(default=(), compare=False)
    """Fingerprints of the versions it names, to find them again if their ids change."""
    problem: str = field(default="", compare=False)
    """Why it cannot be applied to the current corpus; it is kept and retried at the next ingest."""
    origin: str = field(default="", compare=False, repr=False)
    words: tuple[str, ...] = ()
    """For a decision: the words of each side, in the order of `versions`."""

    def __post_init__(self) -> None:
        texts = (self.target, self.other, self.side, *self.versions, self.title, self.why, *self.words)
        texts += self.fingerprints
        _check_texts("correction of", self.target, texts, self.origin)

    @property
    def decides(self) -> bool:
        """Whether it is a decision about a contested fact, which changes nothing in the corpus and its digest."""
        return self.kind in DECISIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The fields of a corpus as a whole.

    `Corpus`, `Material` and the graph's `Entry` inherit them. They are copied, stored, backed up, merged and digested
    by looping over this class, so a further text field needs only a line here and a column in the embedded schema.
    """

    language: str = "en"
    profile: Profile = AUDITED
    notes: tuple[str, ...] = ()
    """What the reader did deliberately and the user should know."""
    timeline: str = GIVEN
    """How the order of events was obtained (see `TIMELINES`)."""
    title: str = ""
    licence: str = ""
    corrections: tuple[Correction, ...] = ()
    """All corrections, in the order of application."""
    originals: tuple[Event, ...] = ()
    """Events that corrections changed or removed, as given in the data."""


HEAD = tuple(field.name for field in fields(Head))
HEAD_TEXTS = tuple(field.name for field in fields(Head) if field.type is str)


def head_of(head: Head) -> dict[str, Any]:
    """Return the fields of `Head` as keyword arguments for another class that has them."""
    return {name: getattr(head, name) for name in HEAD}


@dataclass(frozen=True, slots=True)
class Corpus(Head):
    """Sources in order of precedence, events in timeline order, and the versions of each event."""

    name: str
    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    versions: tuple[Version, ...]
    path: str = field(default="", compare=False, repr=False)
    """Where it was read from; empty if that is unknown. Not part of the digest."""

    def __post_init__(self) -> None:
        check_id("corpus", self.name)
        _check_texts("corpus", self.name, (*(getattr(self, name) for name in HEAD_TEXTS), *self.notes), "")
        for kind, values in (("sources", self.sources), ("events", self.events), ("versions", self.versions)):
            if not values:
                raise InputError(f"corpus {self.name!r} has no {kind}")
        source_index = _index("source", self.sources)
        event_index = _index("event", self.events)
        _index("version", self.versions)
        for version in self.versions:
            for kind, name, known in (("event", version.event, event_index), ("source", version.source, source_index)):
                if name not in known:
                    raise InputError(f"version {version.id!r} is of an unknown {kind}: {name!r}", version.origin)
        number = len(self.sources)
        ordered = sorted(self.versions, key=lambda v: event_index[v.event] * number + source_index[v.source])
        # times are compared only among accounts of one source and event: parsing each would dominate large corpora
        accounts = (
            sorted(some, key=lambda v: (moment(v.time), v.id)) if len(some) > 1 else some for some in _accounts(ordered)
        )
        object.__setattr__(self, "versions", tuple(chain.from_iterable(accounts)))
        if self.timeline == GIVEN and not any(event.position or event.time for event in self.events):
            numbered = tuple(replace(event, position=str(i)) for i, event in enumerate(self.events, start=1))
            object.__setattr__(self, "events", numbered)

    @property
    def latest(self) -> list[bool]:
        """For each version, whether it is the last account of its event by its source."""
        dates = {source.id: source.date for source in self.sources}
        found: list[bool] = []
        for accounts in _accounts(self.versions):
            if len(accounts) == 1:
                found.append(True)
                continue
            last = max(accounts, key=lambda v: (moment(v.time or dates[v.source]), v.order_in_source, v.id))
            found += [account is last for account in accounts]
        return found

    def read_from(self, path: str) -> "Corpus":
        """Return this corpus with the place where it was read from, without validating it again."""
        found = copy(self)
        object.__setattr__(found, "path", path)
        return found

    @property
    def id(self) -> str:
        """The default id of the corpus in a graph."""
        return f"{self.name}-{self.profile.name}"


def _accounts(versions: Iterable[Version]) -> Iterator[list[Version]]:
    """Group consecutive versions of one source and event."""
    return (list(some) for _, some in groupby(versions, key=attrgetter("event", "source")))


def _index(kind: str, values: Sequence[Source | Event | Version]) -> dict[str, int]:
    """Map ids to indices; raise InputError with both origins for a duplicate id."""
    last = {value.id: index for index, value in enumerate(values)}
    if len(last) == len(values):
        return last
    seen: dict[str, int] = {}
    for index, value in enumerate(values):
        first = seen.setdefault(value.id, index)
        if first != index:
            what = "appears twice in the timeline" if kind == "event" else "is given twice"
            earlier = values[first].origin or f"number {first + 1}"
            raise InputError(
                f"{kind} {value.id!r} {what} (number {index + 1}; first: {earlier}); give each its own id",
                value.origin,
            )
    return seen


Value = Source | Event | Version | Correction
T = TypeVar("T", Source, Event, Version, Correction)

_STORED_NAMES: Mapping[Any, Mapping[str, str]] = {
    Source: {},
    Event: {"gold_text": "reference"},
    Version: {"citation": "reference", "order_in_source": "telling"},
    Correction: {"given_in": "origin", "fingerprints": "prints"},
}
"""Fields that have another name in files and in the graph."""


def plain(value: Value) -> dict[str, Any]:
    """Return the fields that differ from their defaults, under their stored names; `origin` is left out."""
    values = ((stored, field, getattr(value, field.name)) for stored, field in _stored(type(value)).items())
    return {stored: found for stored, field, found in values if field.default is MISSING or found != field.default}


def made(kind: type[T], data: Mapping[str, Any]) -> T:
    """Rebuild a value from its dictionary; TypeError or ValueError if the data are not of that kind."""
    import msgspec  # for backups and corrections only

    known = _stored(kind)
    if unknown := data.keys() - known:
        raise TypeError(f"{kind.__name__} has no field {min(unknown)}")
    return msgspec.convert({known[name].name: value for name, value in data.items()}, kind)


def _stored(kind: type[Value]) -> dict[str, Field[Any]]:
    """Map stored names to the fields of a dataclass."""
    renamed = _STORED_NAMES[kind]
    return {renamed.get(field.name, field.name): field for field in fields(kind) if field.name != "origin"}


def to_json(values: Sequence[Value]) -> str:
    """Encode values as JSON text; empty for none."""
    return json.dumps([plain(value) for value in values], ensure_ascii=False) if values else ""


def from_json(kind: type[T], text: str) -> tuple[T, ...]:
    """Decode values from `to_json`."""
    return tuple(made(kind, data) for data in json.loads(text)) if text else ()


def head_properties(head: Head) -> dict[str, Any]:
    """Return the fields of a head as graph properties."""
    values = {name: getattr(head, name) for name in HEAD}
    lists = {"corrections": to_json(head.corrections), "originals": to_json(head.originals)}
    return values | {"profile": head.profile.name, "notes": list(head.notes)} | lists


def head_values(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return keyword arguments for `Head` from graph properties; unset ones get their defaults."""
    values = {name: properties[name] for name in HEAD if properties.get(name) is not None}
    corrections = from_json(Correction, values.pop("corrections", ""))
    originals = from_json(Event, values.pop("originals", ""))
    notes, named = tuple(values.pop("notes", ())), profile(values.pop("profile"))
    return values | {"profile": named, "notes": notes, "corrections": corrections, "originals": originals}
