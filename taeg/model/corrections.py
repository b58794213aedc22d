"""Corrections by an editor, stored separately from the data and applied whenever a corpus is built.

`KINDS` has one function per kind. Corrections are applied in order, each to the result of the previous ones. One that
cannot be applied is skipped with a reason and retried at the next ingest.

Some are decisions about contested facts (`Correction.decides`): they change nothing in the corpus and its digest.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nsmallest
from types import MappingProxyType
from typing import Any

from taeg.base.errors import InputError, nearest, quoted
from taeg.model.arrange import HINTS
from taeg.model.corpus import CONFIRM, DISMISS, SETTLE, Corpus, Correction, Event, Version, check_id
from taeg.text.ids import is_normal, normal_id

FILE, COMMAND = "file", "command"
CHOSEN = "chosen by the editor"
MENTIONED = 20
"""Versions of an event that a message lists."""


class _Work:
    """A corpus being corrected: events in order, versions by id, and the original events."""

    def __init__(self, corpus: Corpus) -> None:
        self.events = list(corpus.events)
        self._ids = [event.id for event in corpus.events]
        self.versions = {version.id: version for version in corpus.versions}
        self._places = {version.id: place for place, version in enumerate(corpus.versions)}
        self.versions_of: defaultdict[str, set[str]] = defaultdict(set)
        for version in corpus.versions:
            self.versions_of[version.event].add(version.id)
        self.as_given = {event.id: event for event in corpus.events}
        self.changed: dict[str, Event] = {}
        self.edits = {event.id: list(event.edits) for event in corpus.events}
        """Edits of every event that is or was in the corpus."""
        self.by_print = {version.fingerprint: version.id for version in corpus.versions}
        self._forms = {normal_id(id): id for id in (*self._ids, *self.versions) if not is_normal([id])}
        """Ids that are not in their normal form, as graphs of older versions may have them."""
        self._strange = 0

    def event(self, name: str) -> int:
        """Return the index of an event."""
        with suppress(ValueError):
            return self._ids.index(name)
        merged = " (it was merged into another)" if name in self.as_given else ""
        raise InputError(f"there is no event {name!r}{merged or self.near(name, self._ids)}")

    def version(self, name: str, event: str = "") -> Version:
        """Return a version by id; a message suggests the versions of the event by a source whose name begins so."""
        if name not in self.versions:
            raise InputError(
                f"there is no version {name!r}{self._of_source(name, event) or self.near(name, self.versions)}"
            )
        return self.versions[name]

    def meant(self, name: str, known: Container[str]) -> str:
        """Return the known id that a name means, which may be written in another form; an unknown name is returned."""
        form = normal_id(name)
        return next((id for id in (name, form, self._forms.get(form, name)) if id in known), name)

    def _of_source(self, name: str, event: str) -> str:
        """Suggest the versions of an event by sources whose name begins so, for the first unknown names only."""
        ids = self.versions_of.get(event, ()) if self._strange < HINTS else ()
        found = sorted(id for id in ids if name and self.versions[id].source.casefold().startswith(name.casefold()))
        self._strange += bool(found)
        return f"; did you mean {' or '.join(map(repr, found))}?" if found else ""

    def near(self, name: str, known: Iterable[str]) -> str:
        """Suggest a similar name, for the first unknown names only: each is compared with all others."""
        self._strange += 1
        return nearest(name, sorted(known)) if self._strange <= HINTS else ""

    def list_versions(self, event: str) -> str:
        """List the first versions of an event in corpus order, for a message."""
        ids = self.versions_of[event]
        first = nsmallest(MENTIONED, ids, key=self._places.__getitem__)
        return ", ".join(first) + (" …" if len(ids) > MENTIONED else "")

    def insert(self, place: int, event: Event) -> None:
        """Insert an event at an index."""
        self.edits.setdefault(event.id, list(event.edits))
        self.events.insert(place, event)
        self._ids.insert(place, event.id)

    def take(self, place: int) -> Event:
        """Remove and return an event."""
        del self._ids[place]
        return self.events.pop(place)

    def edit(self, place: int, text: str, changed: Event | None = None) -> None:
        """Record an edit of an event, and replace the event if it changed."""
        event = self.events[place]
        self.keep(event.id)
        self.edits[event.id].append(text)
        if changed is not None:
            self.events[place] = changed

    def edited(self) -> tuple[Event, ...]:
        """Return the events with their recorded edits, set at the end because one event may have thousands."""
        recorded = ((event, tuple(self.edits[event.id])) for event in self.events)
        return tuple(event if edits == event.edits else replace(event, edits=edits) for event, edits in recorded)

    def keep(self, name: str) -> None:
        """Keep the original of an event."""
        if name in self.as_given:
            self.changed.setdefault(name, self.as_given[name])

    def reassign(self, version: Version, event: str) -> None:
        """Move a version to another event."""
        self.versions_of[version.event].discard(version.id)
        self.versions_of[event].add(version.id)
        given = version.told_of or version.event
        self.versions[version.id] = replace(version, event=event, told_of="" if given == event else given)


def _choose(work: _Work, correction: Correction) -> None:
    place, version = work.event(correction.target), work.version(correction.other)
    if version.event != correction.target:
        raise InputError(
            f"version {version.id!r} is an account of {version.event!r}, not of {correction.target!r}, which has: "
            + work.list_versions(correction.target)
        )
    if not version.usable:
        why = "is excluded" if version.excluded else "has no text"
        raise InputError(f"version {version.id!r} {why}")
    edits = work.edits[correction.target]
    edits[:] = [edit for edit in edits if not edit.startswith(CHOSEN)]
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
    for name in [*work.versions_of[gone.id]]:
        work.reassign(work.versions[name], kept.id)
    work.keep(gone.id)
    text = " ".join(e.gold_text for e in ((gone, kept) if place < into else (kept, gone)) if e.gold_text)
    work.edit(into, f"merged by the editor: {gone.name}", replace(kept, gold_text=text))
    work.take(place)


def _split(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    check_id("event", correction.other)
    if correction.other in work.edits:
        raise InputError(f"there is an event {correction.other!r} already; give the new one another id")
    known = work.versions_of[correction.target]
    for name in correction.versions:
        if name not in known:
            raise InputError(f"event {correction.target!r} has no version {name!r}{work.near(name, known)}")
    if not correction.versions or len(set(correction.versions)) == len(known):
        raise InputError(f"a split of {correction.target!r} must take some of its versions and leave some")
    for name in correction.versions:
        work.reassign(work.versions[name], correction.other)
    old = work.events[place]
    work.edit(
        place, f"split by the editor: {correction.title or correction.other}", _choice_left(old, correction.versions)
    )
    made = Event(
        correction.other,
        correction.title or correction.other,
        day=old.day,
        location=old.location,
        time=old.time,
        declared=False,
        made=True,
        edits=(f"made by the editor out of {old.name}",),
    )
    work.insert(place + 1, made)


def _choice_left(event: Event, gone: Sequence[str]) -> Event:
    """Clear the choice of an event if that version is gone."""
    return replace(event, choice="") if event.choice in gone else event


def _move(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    if work.event(correction.other) == place:
        raise InputError(f"event {correction.target!r} cannot be moved next to itself")
    neighbour = work.events[work.event(correction.other)]
    work.edit(place, f"moved by the editor: {correction.side} {neighbour.name}")
    event = work.take(place)
    work.insert(work.event(correction.other) + (correction.side == "after"), event)


def _rename(work: _Work, correction: Correction) -> None:
    place = work.event(correction.target)
    if not correction.title:
        raise InputError(f"event {correction.target!r} needs a title")
    event = work.events[place]
    work.edit(place, f"renamed by the editor, before: {event.name}", replace(event, title=correction.title))


def _decide(work: _Work, correction: Correction) -> None:
    """Check that the words of a decision still stand in their versions."""
    work.event(correction.target)
    if len(correction.versions) != len(correction.words) or len(correction.words) < 2:
        raise InputError(
            f"to {correction.kind} a fact of {correction.target!r}, give two or more versions, each with words"
        )
    for name, words in zip(correction.versions, correction.words, strict=True):
        if not words or words not in work.version(name).text:
            raise InputError(f"the words {quoted(words, 80)} are gone from {name!r}")
    if correction.kind == SETTLE and correction.other not in correction.versions:
        raise InputError(
            f"version {correction.other!r} is no side of the fact; prefer one of {', '.join(correction.versions)}"
        )


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of correction: its function, and its fields in files."""

    apply: Callable[[_Work, Correction], None]
    fields: Mapping[str, str]
    """Key in files → field of `Correction`; the target is given under the name of the kind."""
    versions: str = ""
    """The field that has the ids of versions, if any."""


_SIDES = {"versions": "versions", "words": "words"}
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "choose": Kind(_choose, {"version": "other"}, versions="other"),
        "exclude": Kind(_exclude, {}, versions="target"),
        "merge": Kind(_merge, {"into": "other"}),
        "split": Kind(_split, {"versions": "versions", "into": "other", "title": "title"}, versions="versions"),
        "move": Kind(_move, {"before": "other", "after": "other"}),
        "rename": Kind(_rename, {"title": "title"}),
        CONFIRM: Kind(_decide, _SIDES, versions="versions"),
        DISMISS: Kind(_decide, _SIDES, versions="versions"),
        SETTLE: Kind(_decide, _SIDES | {"prefer": "other"}, versions="versions"),
    }
)


def apply(corpus: Corpus, corrections: Sequence[Correction]) -> Corpus:
    """Apply corrections to a corpus as given in the data; each records why it could not be applied."""
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
        events=work.edited(),
        versions=tuple(work.versions.values()),
        corrections=tuple(settled),
        originals=tuple(work.changed.values()),
    )


def _found(work: _Work, correction: Correction) -> tuple[Correction, tuple[str, ...]]:
    """Resolve the events and versions of a correction to their current ids, and return the versions' fingerprints.

    The fingerprint has precedence: an id changes when its source gets another account of the event.
    """
    field = KINDS[correction.kind].versions
    preferred = correction.versions.index(correction.other) if correction.other in correction.versions else -1
    if field != "target":
        correction = replace(correction, target=work.meant(correction.target, work.edits))
    if field != "other":
        correction = replace(correction, other=work.meant(correction.other, work.edits))
    if not field:
        return correction, ()
    named: str | tuple[str, ...] = getattr(correction, field)
    names = (named,) if isinstance(named, str) else named
    prints = correction.fingerprints if len(correction.fingerprints) == len(names) else ("",) * len(names)
    event = correction.target if field != "target" else ""
    ids = tuple(
        work.by_print.get(p) or work.version(work.meant(name, work.versions), event).id
        for name, p in zip(names, prints, strict=True)
    )
    current: dict[str, Any] = {field: ids[0] if isinstance(named, str) else ids}
    if correction.decides and preferred >= 0:
        current["other"] = ids[preferred]
    return replace(correction, **current), tuple(work.versions[i].fingerprint for i in ids)


def kept(ours: Sequence[Correction], files: Sequence[Correction]) -> tuple[Correction, ...]:
    """Return the corrections after an ingest: those of the current file, then those given by command.

    A correction that was in the file before keeps its fingerprints.
    """
    prints = {correction: correction.fingerprints for correction in ours}
    known = tuple(replace(c, fingerprints=c.fingerprints or prints.get(c, ())) for c in files)
    there = set(known)
    return (*known, *(c for c in ours if c.given_in != FILE and c not in there))


def overruled(corpus: Corpus) -> list[str]:
    """Describe the decisions of a person in a draft that corrections contradict."""
    name = names(corpus)
    return [
        f"{version.id} was assigned to {name[version.told_of]!r} in the review, and a correction moved it to "
        f"{name[version.event]!r}"
        if version.told_of
        else f"{version.id} was assigned to {name[version.event]!r} in the review, and a correction excluded it"
        for version in corpus.versions
        if version.decided == "person" and (version.told_of or version.excluded)
    ]


def names(corpus: Corpus) -> dict[str, str]:
    """Return the title of each event by id, also of those that corrections changed or merged into others."""
    return {event.id: event.name for event in (*corpus.originals, *corpus.events)}


def words(correction: Correction, name: Mapping[str, str] = MappingProxyType({})) -> str:
    """Describe a correction in one line, with the ids of events or, where `name` has them, with their titles."""
    target, other = (name.get(id, id) for id in (correction.target, correction.other))
    parts = [correction.kind, target]
    if correction.kind == "move":
        parts += [correction.side, other]
    elif correction.kind == "split":
        parts += ["into", other, "with", ", ".join(correction.versions)]
    elif correction.decides:
        sides = zip(correction.words, correction.versions, strict=False)
        parts.append(", ".join(f"{found!r} ({version})" for found, version in sides))
        parts += ["prefer", other] if correction.other else []
    elif correction.other:
        parts += [{"choose": "version", "merge": "into"}.get(correction.kind, ""), other]
    if correction.title:
        parts.append(f"title {correction.title!r}")
    return " ".join(parts) + (f" ({correction.why})" if correction.why else "")
