"""A person's corrections: kept apart from the data, applied to it whenever a corpus is built, never lost.

One function for each kind, in one table. They are applied one after the other, each to what the ones before it left.
One that does not fit the corpus as it is now is skipped, told, and tried again at the next ingest.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nsmallest
from types import MappingProxyType

from taeg.base.errors import InputError, nearest
from taeg.model.arrange import HINTS
from taeg.model.corpus import Corpus, Correction, Event, Version, check_id

FILE, COMMAND = "file", "command"
CHOSEN = "chosen by the editor"
MENTIONED = 20
"""How many versions of an event a message names."""


class _Work:
    """A corpus under correction: events in order, versions by id, and the events as they were."""

    def __init__(self, corpus: Corpus) -> None:
        self.events = list(corpus.events)
        self._ids = [event.id for event in corpus.events]
        self.versions = {version.id: version for version in corpus.versions}
        self._places = {version.id: place for place, version in enumerate(corpus.versions)}
        self._told: dict[str, set[str]] = {}
        for version in corpus.versions:
            self._told.setdefault(version.event, set()).add(version.id)
        self.as_given = {event.id: event for event in corpus.events}
        self.changed: dict[str, Event] = {}
        self._marks = {event.id: list(event.edits) for event in corpus.events}
        self.by_print = {version.fingerprint: version.id for version in corpus.versions}
        self._strange = 0

    def event(self, name: str) -> int:
        """The place of an event."""
        with suppress(ValueError):
            return self._ids.index(name)
        merged = " (it was merged into another)" if name in self.as_given else ""
        raise InputError(f"there is no event {name!r}{merged or self.near(name, self._ids)}")

    def has(self, name: str) -> bool:
        """Whether there is an event of that id, or was one."""
        return name in self.as_given or name in self._ids

    def version(self, name: str) -> Version:
        """A version by its id."""
        if name not in self.versions:
            raise InputError(f"there is no version {name!r}{self.near(name, self.versions)}")
        return self.versions[name]

    def near(self, name: str, known: Iterable[str]) -> str:
        """A hint at what may be meant; each name is compared with all, so that only the first of them get one."""
        self._strange += 1
        return nearest(name, sorted(known)) if self._strange <= HINTS else ""

    def told(self, event: str) -> Collection[str]:
        """The versions of an event, by id and in no order."""
        return self._told.get(event, set())

    def first_told(self, event: str) -> str:
        """The versions of an event as they stand in the corpus, or the first of them, for a message."""
        told = self.told(event)
        first = nsmallest(MENTIONED, told, key=self._places.__getitem__)
        return ", ".join(first) + (" …" if len(told) > MENTIONED else "")

    def make(self, place: int, event: Event) -> None:
        """Put a new event in a place."""
        self._marks[event.id] = list(event.edits)
        self.insert(place, event)

    def insert(self, place: int, event: Event) -> None:
        """Put an event in a place."""
        self.events.insert(place, event)
        self._ids.insert(place, event.id)

    def take(self, place: int) -> Event:
        """Take an event out."""
        del self._ids[place]
        return self.events.pop(place)

    def edit(self, place: int, mark: str, changed: Event | None = None) -> None:
        """Put the changed event in its place, if it was changed at all, and say so on it."""
        event = self.events[place]
        self.keep(event.id)
        self._marks[event.id].append(mark)
        if changed is not None:
            self.events[place] = changed

    def unmark(self, place: int, start: str) -> None:
        """Take back what was said on an event in words that begin so."""
        marks = self._marks[self.events[place].id]
        marks[:] = [mark for mark in marks if not mark.startswith(start)]

    def marked(self) -> tuple[Event, ...]:
        """The events with what was done to them; marks are put on at the end, since one event may have thousands."""
        marks = ((event, tuple(self._marks[event.id])) for event in self.events)
        return tuple(event if edits == event.edits else replace(event, edits=edits) for event, edits in marks)

    def keep(self, name: str) -> None:
        """Remember an event as the data has it."""
        if name in self.as_given:
            self.changed.setdefault(name, self.as_given[name])

    def retell(self, version: Version, event: str) -> None:
        """Let a version tell another event."""
        self._told[version.event].discard(version.id)
        self._told.setdefault(event, set()).add(version.id)
        given = version.told_of or version.event
        self.versions[version.id] = replace(version, event=event, told_of="" if given == event else given)


def _choose(work: _Work, correction: Correction) -> None:
    place, version = work.event(correction.target), work.version(correction.other)
    if version.event != correction.target:
        ids = work.first_told(correction.target)
        raise InputError(f"version {version.id!r} tells {version.event!r}, not {correction.target!r}, which has: {ids}")
    if not version.usable:
        why = "is excluded" if version.excluded else "has no text"
        raise InputError(f"version {version.id!r} {why}")
    work.unmark(place, CHOSEN)
    work.edit(place, f"{CHOSEN}: {version.id}", replace(work.events[place], choice=version.id))


def _exclude(work: _Work, correction: Correction) -> None:
    version = work.version(correction.target)
    if version.excluded:
        raise InputError(f"version {version.id!r} is excluded already")
    work.versions[version.id] = replace(version, excluded=True)
    place = work.event(version.event)
    work.edit(place, f"excluded by the editor: {version.id}", _choice_left(work.events[place], [version.id]))


def _merge(work: _Work, correction: Correction) -> None:
    place, into = work.event(correction.target), work.event(correction.other)
    if place == into:
        raise InputError(f"event {correction.target!r} cannot be merged into itself")
    gone, kept = work.events[place], work.events[into]
    for name in [*work.told(gone.id)]:
        work.retell(work.versions[name], kept.id)
    work.keep(gone.id)
    text = " ".join(e.gold_text for e in ((gone, kept) if place < into else (kept, gone)) if e.gold_text)
    work.edit(into, f"merged by the editor: {gone.id}", replace(kept, gold_text=text))
    work.take(place)


def _split(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    check_id("event", correction.other)
    if work.has(correction.other):
        raise InputError(f"there is an event {correction.other!r} already; give the new one another id")
    told = work.told(correction.target)
    for name in correction.versions:
        if name not in told:
            hint = work.near(name, told)
            raise InputError(f"event {correction.target!r} has no version {name!r}{hint}")
    if not correction.versions or len(set(correction.versions)) == len(told):
        raise InputError(f"a split of {correction.target!r} must take some of its versions and leave some")
    for name in correction.versions:
        work.retell(work.versions[name], correction.other)
    old = work.events[place]
    work.edit(place, f"split by the editor: {correction.other}", _choice_left(old, correction.versions))
    made = Event(
        correction.other,
        correction.title or correction.other,
        day=old.day,
        location=old.location,
        time=old.time,
        declared=False,
        made=True,
        edits=(f"made by the editor out of {correction.target}",),
    )
    work.make(place + 1, made)


def _choice_left(event: Event, gone: Sequence[str]) -> Event:
    """The event, without its choice if that has gone."""
    return replace(event, choice="") if event.choice in gone else event


def _move(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    if work.event(correction.other) == place:
        raise InputError(f"event {correction.target!r} cannot be moved beside itself")
    work.edit(place, f"moved by the editor: {correction.side} {correction.other}")
    event = work.take(place)
    work.insert(work.event(correction.other) + (correction.side == "after"), event)


def _rename(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    if not correction.title:
        raise InputError(f"event {correction.target!r} needs a title")
    event = work.events[place]
    work.edit(place, f"renamed by the editor, before: {event.title}", replace(event, title=correction.title))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of correction: what it does, and which fields a person fills in, by the words of files and commands."""

    apply: Callable[[_Work, Correction], None]
    fields: Mapping[str, str]
    """From a person's word to the field of `Correction`; the target goes by the kind's own name."""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "choose": Kind(_choose, {"version": "other"}),
        "exclude": Kind(_exclude, {}),
        "merge": Kind(_merge, {"into": "other"}),
        "split": Kind(_split, {"versions": "versions", "into": "other", "title": "title"}),
        "move": Kind(_move, {"before": "other", "after": "other"}),
        "rename": Kind(_rename, {"title": "title"}),
    }
)


def apply(corpus: Corpus, corrections: Sequence[Correction]) -> Corpus:
    """The corpus as the data has it with these corrections; each says whether it fits."""
    if not corrections:
        return corpus
    work, settled = _Work(corpus), []
    for correction in corrections:
        problem = ""
        prints = correction.fingerprints
        try:
            named, prints = _found(work, correction)
            KINDS[correction.kind].apply(work, named)
        except InputError as error:
            problem = str(error)
        settled.append(replace(correction, problem=problem, fingerprints=prints))
    return replace(
        corpus,
        events=work.marked(),
        versions=tuple(work.versions.values()),
        corrections=tuple(settled),
        originals=tuple(work.changed.values()),
    )


def _found(work: _Work, correction: Correction) -> tuple[Correction, tuple[str, ...]]:
    """The correction with the versions it means under the ids they have now, and what these say.

    A version is known by its words first: its id changes when its source tells the event once more.
    """
    names = _versions(correction)
    prints = correction.fingerprints if len(correction.fingerprints) == len(names) else ("",) * len(names)
    ids = tuple(work.by_print.get(p) or work.version(name).id for name, p in zip(names, prints, strict=True))
    if correction.kind == "choose":
        correction = replace(correction, other=ids[0])
    elif correction.kind == "exclude":
        correction = replace(correction, target=ids[0])
    elif correction.kind == "split":
        correction = replace(correction, versions=ids)
    return correction, tuple(work.versions[i].fingerprint for i in ids)


def _versions(correction: Correction) -> tuple[str, ...]:
    """The versions that a correction names."""
    if correction.kind == "split":
        return correction.versions
    return {"choose": (correction.other,), "exclude": (correction.target,)}.get(correction.kind, ())


def kept(ours: Sequence[Correction], files: Sequence[Correction]) -> tuple[Correction, ...]:
    """The corrections that hold after an ingest: those of the file as it is now, then those given by command.

    One of the file that was there before goes on meaning the versions that it meant.
    """
    prints = {correction: correction.fingerprints for correction in ours}
    known = tuple(replace(c, fingerprints=c.fingerprints or prints.get(c, ())) for c in files)
    there = set(known)
    return (*known, *(c for c in ours if c.given_in != FILE and c not in there))


def words(correction: Correction) -> str:
    """A correction in one line."""
    parts = [correction.kind, correction.target]
    if correction.kind == "move":
        parts += [correction.side, correction.other]
    elif correction.kind == "split":
        parts += ["into", correction.other, "with", ", ".join(correction.versions)]
    elif correction.other:
        parts += [{"choose": "version", "merge": "into"}.get(correction.kind, ""), correction.other]
    if correction.title:
        parts.append(f"title {correction.title!r}")
    return " ".join(parts) + (f" ({correction.why})" if correction.why else "")
