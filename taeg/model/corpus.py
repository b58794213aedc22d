"""The values a corpus is made of: frozen, validated when made, free of any store or file.

`Corpus` puts its versions into declared order (timeline, then source, then id), so the order of rows and files
they came from never matters.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields
from hashlib import sha256
from math import inf, isfinite
from unicodedata import category

from taeg.base.errors import InputError
from taeg.model.profile import AUDITED, Profile
from taeg.text import times

GIVEN, BY_ORDER, BY_TIME, BY_ROW = "given", "order", "time", "row"
TIMELINES = {
    GIVEN: "given with the corpus",
    BY_ORDER: "made from the order that the accounts give",
    BY_TIME: "made from the times of the accounts: an event stands where its earliest account does",
    BY_ROW: "made from the order in which the sources tell things, since nothing says when they happened",
}
"""Where a timeline can come from, in words for people."""

_NOT_IN_IDS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories: control characters, halves of surrogate pairs, line and paragraph separators."""
_BYTE_ORDER_MARK = "\ufeff"
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
HIGHEST = 10**9
"""No source has a later rank, and no account a later place in its source."""


def check_id(kind: str, identifier: str, place: str = "") -> None:
    """Refuse an id that could not be typed back."""
    untrimmed = identifier != identifier.strip().strip(_BYTE_ORDER_MARK)
    readable = identifier.isprintable() or not any(category(c) in _NOT_IN_IDS for c in identifier)
    if not identifier or untrimmed or not readable:
        raise InputError(
            f"{kind} id {identifier!r} must be text on one line without spaces at either end or control characters",
            place,
        )


def is_text(value: str) -> bool:
    """Whether every engine can keep it: no NUL character is in it and no half of a surrogate pair."""
    return "\0" not in value if value.isascii() else not _NO_TEXT.search(value)


def _check_text(kind: str, identifier: str, value: str, place: str) -> None:
    """Refuse what not every engine can keep."""
    if not is_text(value):
        raise InputError(f"{kind} {identifier!r} holds a character that is not text; save the file as UTF-8", place)


def _check_count(kind: str, identifier: str, number: int, place: str) -> None:
    """Refuse a place in a row that not every engine can keep."""
    if not 0 <= number <= HIGHEST:
        raise InputError(f"{kind} {identifier!r} cannot have place {str(number)[:20]}; count from 1", place)


def moment(time: str) -> float:
    """When a time begins, as a number that can be compared; before everything where there is none."""
    return times.parse(time).start if time else -inf


def check_position(position: str, place: str) -> None:
    """Refuse a place in an order that is no number."""
    try:
        number = float(position or "0")
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in position:
        raise InputError(f"the order is {position[:40]!r}; write a number such as 3 or 3.5", place)


@dataclass(frozen=True, slots=True)
class Source:
    """Somebody who tells: a gospel, a witness, a newspaper."""

    id: str
    title: str
    text: str = ""
    """All its words, where they are known; what no event is about may stand there too."""
    author: str = ""
    date: str = ""
    """When it was given, for accounts that have no time of their own."""
    rank: int = 0
    """Its place in the order of precedence, from 1; 0 where nobody has said."""
    origin: str = field(default="", compare=False, repr=False)
    """Where this value was read (file and line); for messages only, never stored."""

    def __post_init__(self) -> None:
        check_id("source", self.id, self.origin)
        for value in (self.title, self.text, self.author):
            _check_text("source", self.id, value, self.origin)
        _check_count("source", self.id, self.rank, self.origin)
        if self.date:
            times.parse(self.date, self.origin)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened once, whoever tells it."""

    id: str
    title: str
    day: str = ""
    location: str = ""
    gold_text: str = ""
    """What the reference consolidation says of this event, for evaluation only; empty where there is none."""
    time: str = ""
    """When it happened, as the timeline says."""
    position: str = ""
    """Its place among the others as the data has it, a number; the editor may have moved it since."""
    declared: bool = True
    """Whether a timeline names it; one that is known from accounts alone goes with the last of them."""
    choice: str = ""
    """The id of the version that the editor wants told."""
    made: bool = False
    """Whether the editor made it, by splitting another."""
    edits: tuple[str, ...] = ()
    """What the editor did to it, in words."""
    origin: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        check_id("event", self.id, self.origin)
        for value in (self.title, self.day, self.location, self.gold_text, self.choice, *self.edits):
            _check_text("event", self.id, value, self.origin)
        if self.time:
            times.parse(self.time, self.origin)
        check_position(self.position, self.origin)


@dataclass(frozen=True, slots=True)
class Version:
    """One source's account of one event. The text is empty where the source's words could not be read."""

    id: str
    event: str
    source: str
    text: str
    citation: str = ""
    """Where the words stand in the source, as a person would cite it: `Luke 13:34-35`."""
    gaps: tuple[str, ...] = ()
    """The parts of the reference that could not be read, by name."""
    time: str = ""
    """When the account was given: said, printed, written down."""
    title: str = ""
    """What its row or heading calls the event."""
    position: str = ""
    """Where its row puts the event in the timeline, a number."""
    language: str = ""
    """Where it differs from that of the corpus."""
    order_in_source: int = 0
    """Its place in its own source, from 1, as its file has it; 0 where that says nothing."""
    told_of: str = ""
    """The event it tells as the data has it, where the editor has put it elsewhere."""
    excluded: bool = False
    """Whether the editor has put it aside: it stays in the graph, and no narrative uses it."""
    origin: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        check_id("version", self.id, self.origin)
        for value in (self.text, self.citation, self.title, self.language, self.told_of, *self.gaps):
            _check_text("version", self.id, value, self.origin)
        _check_count("version", self.id, self.order_in_source, self.origin)
        if self.time:
            times.parse(self.time, self.origin)
        check_position(self.position, self.origin)

    @property
    def fingerprint(self) -> str:
        """First 8 hex digits of SHA-256 over source, event, time, citation, text and gaps."""
        content = (self.source, self.told_of or self.event, self.time, self.citation, self.text, *self.gaps)
        return sha256(json.dumps(content).encode()).hexdigest()[:8]

    @property
    def usable(self) -> bool:
        """Whether a narrative may use it."""
        return bool(self.text) and not self.excluded


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing a person decided against the data or the strategies; what its fields mean hangs on its kind.

    Kept apart from the data and applied to it anew whenever the corpus is built (see `taeg.model.corrections`).
    """

    kind: str
    target: str
    """The event or version it is about."""
    other: str = ""
    """The version to choose, the event to merge into, the event to stand before or after, the event to make."""
    side: str = ""
    """For a move: `before` or `after`."""
    versions: tuple[str, ...] = ()
    """For a split: the versions that go into the new event."""
    title: str = ""
    why: str = ""
    given_in: str = "command"
    """`command`, or `file` for one that stands in a file beside the corpus."""
    fingerprints: tuple[str, ...] = field(default=(), compare=False)
    """What the versions it names say, in a few letters each: it stays with their words if their ids change."""
    problem: str = field(default="", compare=False)
    """Why it does not fit the corpus as it is now; it is kept and tried again at the next ingest."""
    origin: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        for value in (self.target, self.other, self.side, *self.versions, self.title, self.why, *self.fingerprints):
            _check_text("correction of", self.target, value, self.origin)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sources in order of precedence, events in timeline order, and who tells what."""

    name: str
    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    versions: tuple[Version, ...]
    language: str = "en"
    profile: Profile = AUDITED
    notes: tuple[str, ...] = ()
    """What the reader did on purpose that a person should know of."""
    timeline: str = GIVEN
    """Where the order of events comes from (see `TIMELINES`)."""
    title: str = ""
    licence: str = ""
    corrections: tuple[Correction, ...] = ()
    """The editor's, all of them, in the order in which they were applied."""
    originals: tuple[Event, ...] = ()
    """The events that corrections changed or took away, as the data has them."""

    def __post_init__(self) -> None:
        check_id("corpus", self.name, "")
        for value in (self.language, self.title, self.licence, *self.notes):
            _check_text("corpus", self.name, value, "")
        for kind, values in (("sources", self.sources), ("events", self.events), ("versions", self.versions)):
            if not values:
                raise InputError(f"corpus {self.name!r} has no {kind}")
        source_ord = _positions("source", self.sources)
        event_ord = _positions("event", self.events)
        _positions("version", self.versions)
        for version in self.versions:
            for kind, name, known in (("event", version.event, event_ord), ("source", version.source, source_ord)):
                if name not in known:
                    raise InputError(f"version {version.id!r} is of an unknown {kind}: {name!r}", version.origin)
        ordered = sorted(self.versions, key=lambda v: (event_ord[v.event], source_ord[v.source], moment(v.time), v.id))
        object.__setattr__(self, "versions", tuple(ordered))
        if self.timeline == GIVEN and not any(event.position or event.time for event in self.events):
            numbered = tuple(replace(event, position=str(i)) for i, event in enumerate(self.events, start=1))
            object.__setattr__(self, "events", numbered)

    @property
    def ids(self) -> "Ids":
        """The ids of everything in it."""
        return Ids(*([value.id for value in values] for values in (self.sources, self.events, self.versions)))

    @property
    def latest(self) -> list[bool]:
        """For each version whether it is the last that its source says of its event."""
        return latest(self.versions, {source.id: source.date for source in self.sources})

    @property
    def id(self) -> str:
        """The id a corpus gets in a graph when the user chooses none."""
        return f"{self.name}-{self.profile.name}"


def again(*fields: object) -> Version:
    """A version that was checked when it was first made, made again of its fields in their order."""
    made = object.__new__(Version)
    for name, value in zip(_VERSION, fields, strict=True):
        object.__setattr__(made, name, value)
    return made


_VERSION = tuple(field.name for field in dataclass_fields(Version))


def latest(versions: Sequence[Version], dated: Mapping[str, str]) -> list[bool]:
    """For each version whether it is the last that its source says of its event; `dated` are the dates of sources."""
    last: dict[tuple[str, str], tuple[float, int, str]] = {}
    for v in versions:
        key = (moment(v.time or dated[v.source]), v.order_in_source, v.id)
        last[v.source, v.event] = max(key, last.get((v.source, v.event), key))
    return [last[v.source, v.event][2] == v.id for v in versions]


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of a corpus, in declared order."""

    sources: list[str]
    events: list[str]
    versions: list[str]


def _positions(kind: str, values: Iterable[Source | Event | Version]) -> dict[str, int]:
    """Map ids to positions; an id met twice is an error that names both places."""
    seen: dict[str, tuple[int, str]] = {}
    for position, value in enumerate(values):
        if value.id in seen:
            first, first_place = seen[value.id]
            what = "stands twice in the timeline" if kind == "event" else "is given twice"
            earlier = first_place or f"number {first + 1}"
            raise InputError(
                f"{kind} {value.id!r} {what} (number {position + 1}; first: {earlier}); give each its own id",
                value.origin,
            )
        seen[value.id] = (position, value.origin)
    return {identifier: position for identifier, (position, _) in seen.items()}
