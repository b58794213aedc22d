"""The values a corpus is made of: frozen, validated when made, free of any store or file.

`Corpus` puts its versions into declared order (timeline, then source, then id), so the order of rows and files
they came from never matters.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from unicodedata import category

from taeg.errors import InputError
from taeg.profiles import AUDITED, Profile

_NOT_IN_IDS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories: control characters, halves of surrogate pairs, line and paragraph separators."""
_BYTE_ORDER_MARK = "\ufeff"


def check_id(kind: str, identifier: str, place: str = "") -> None:
    """Refuse an id that could not be typed back."""
    untrimmed = identifier != identifier.strip().strip(_BYTE_ORDER_MARK)
    if not identifier or untrimmed or any(category(c) in _NOT_IN_IDS for c in identifier):
        raise InputError(
            f"{kind} id {identifier!r} must be text on one line without spaces at either end or control characters",
            place,
        )


def _check_text(kind: str, identifier: str, value: str, place: str) -> None:
    """Refuse what not every engine can keep: NUL characters and halves of surrogate pairs."""
    if "\x00" in value or any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f"{kind} {identifier!r} holds a character that is not text; save the file as UTF-8", place)


@dataclass(frozen=True, slots=True)
class Source:
    """Somebody who tells: a gospel, a witness, a newspaper."""

    id: str
    title: str
    text: str = ""
    """All its words in its own order, where they are known; what no event is about may stand there too."""
    place: str = field(default="", compare=False, repr=False)
    """Where this value was read (file and line); for messages only, never stored."""

    def __post_init__(self) -> None:
        check_id("source", self.id, self.place)
        for value in (self.title, self.text):
            _check_text("source", self.id, value, self.place)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened once, whoever tells it."""

    id: str
    title: str
    day: str = ""
    location: str = ""
    reference: str = ""
    """What the reference consolidation says of this event, for evaluation only; empty where there is none."""
    place: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        check_id("event", self.id, self.place)
        for value in (self.title, self.day, self.location, self.reference):
            _check_text("event", self.id, value, self.place)


@dataclass(frozen=True, slots=True)
class Version:
    """One source's account of one event. The text is empty where the source's words could not be read."""

    id: str
    event: str
    source: str
    text: str
    reference: str = ""
    """Where the words stand in the source, as a person would cite it: `Luke 13:34-35`."""
    gaps: tuple[str, ...] = ()
    """The parts of the reference that could not be read, by name."""
    place: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        check_id("version", self.id, self.place)
        for value in (self.text, self.reference, *self.gaps):
            _check_text("version", self.id, value, self.place)


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

    def __post_init__(self) -> None:
        check_id("corpus", self.name, "")
        for value in (self.language, *self.notes):
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
                    raise InputError(f"version {version.id!r} is of an unknown {kind}: {name!r}", version.place)
        ordered = sorted(self.versions, key=lambda v: (event_ord[v.event], source_ord[v.source], v.id))
        object.__setattr__(self, "versions", tuple(ordered))

    @property
    def ids(self) -> "Ids":
        """The ids of everything in it."""
        return Ids(*([value.id for value in values] for values in (self.sources, self.events, self.versions)))

    @property
    def id(self) -> str:
        """The id a corpus gets in a graph when the user chooses none."""
        return f"{self.name}-{self.profile.name}"


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
                value.place,
            )
        seen[value.id] = (position, value.place)
    return {identifier: position for identifier, (position, _) in seen.items()}
