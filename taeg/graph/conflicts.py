"""Contradictions of a corpus in the graph: found once, recorded, and read until the corpus or the settings change.

`find` reads the accounts in batches of whole events, so that memory does not depend on the length of the texts.
`contested` makes facts of the findings; it reads only the versions that the findings refer to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version as installed_version

import cypher
from taeg.base.errors import InputError, nearest, quoted
from taeg.base.progress import SILENT, Progress
from taeg.conflicts import facts as grouping
from taeg.conflicts.settling import settle
from taeg.conflicts.values import (
    KINDS,
    NONE,
    POLICIES,
    TIERS,
    Account,
    Amendment,
    Batches,
    Copy,
    Fact,
    Findings,
    Side,
    Standing,
)
from taeg.consolidate.arrays import Arrays, whole_events
from taeg.consolidate.narrative import attribution
from taeg.consolidate.spans import Parameter
from taeg.graph import decisions
from taeg.graph import findings as recording
from taeg.graph import read as reading
from taeg.graph.damage import damaged, reported
from taeg.graph.findings import Recorded, read_findings, save
from taeg.graph.nodes import EVENTS, VERSIONS, Node, T
from taeg.graph.read import PLACES, Entry, sliced
from taeg.model.corpus import Event, Source, Version, moment
from taeg.store.engine import Store

__all__ = ["Contested", "Detector", "batches", "contested", "find", "read_findings", "save"]

Detect = Callable[[Batches, str], Findings]


@dataclass(frozen=True)
class Detector:
    """What finds contradictions, and the parameters that are recorded with what it finds."""

    detect: Detect
    """A function of the batches of accounts and the language of the corpus."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True)
class Contested:
    """The contested facts of a corpus, with the versions, events and sources that they refer to."""

    facts: tuple[Fact, ...]
    amendments: tuple[Amendment, ...]
    copies: tuple[Copy, ...]
    versions: Mapping[int, Version]
    """The versions by index; only those that are referred to."""
    events: Mapping[int, Event]
    sources: Sequence[Source]
    source_of: Mapping[int, int]
    """The index of the source of each of these versions."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    """What the findings were made with: the parser, the model of sentence vectors."""

    def words(self, side: Side) -> str:
        """Return the words of a side, as in its account."""
        return self.versions[side.version].text[side.start : side.end]

    def source(self, version: int) -> Source:
        """Return the source of a version."""
        return self.sources[self.source_of[version]]

    def cited(self, version: int) -> str:
        """Return the citation of a version with the title of its source, for instance `Statement of A. Reyes, p. 2`."""
        source = self.source(version)
        return attribution(source.title or source.id, self.versions[version].citation)


def find(
    store: Store, entry: Entry, arrays: Arrays, detector: Detector, progress: Progress = SILENT, *, record: bool = True
) -> Recorded:
    """Return the findings of a corpus: the recorded ones if they were made in the same way, else new ones.

    New findings are recorded in place of the earlier ones, unless `record` is False.
    """
    wanted = Recorded(detector.parameters, signature(entry), Findings())
    recorded = recording.read(store, entry)
    if recorded is not None and recorded.same_origin(wanted):
        return recorded
    progress.stage("find contradictions", entry.versions)
    made = replace(wanted, findings=detector.detect(batches(store, entry, arrays, progress), entry.language))
    if record:
        progress.stage("write")
        save(store, entry, made)
    return made


def signature(entry: Entry) -> str:
    """Identify the program and the corpus that findings were made from."""
    return f"taeg {installed_version('taeg')}, corpus {entry.digest}"


def batches(store: Store, entry: Entry, arrays: Arrays, progress: Progress = SILENT) -> Batches:
    """Return a function that yields the usable accounts of a corpus in batches of whole events."""

    def read() -> Iterator[Sequence[Account]]:
        for start, stop in whole_events(arrays):
            yield list(_accounts(store, entry, start, stop))
            progress.advance(stop - start)

    return read


def _accounts(store: Store, entry: Entry, start: int, stop: int) -> Iterator[Account]:
    for first in range(start, stop, reading.SLICE):
        bounds = {"generation": entry.generation, "start": first, "stop": min(first + reading.SLICE, stop)}
        columns = reading.sliced_columns([store.columns("read/accounts", **bounds)])
        if [len(text) for text in columns["text"]] != columns["chars"]:
            raise damaged(entry.id, "the length of a text is not the recorded one")
        names = ("ord", "event", "source", "text", "time", "telling", "language", "excluded")
        for ord, event, source, text, time, telling, language, excluded in zip(
            *(columns[name] for name in names), strict=True
        ):
            if text and not excluded:
                with reported(entry.id):
                    yield Account(ord, event, source, text, moment(time), telling, language)


def contested(store: Store, entry: Entry, found: Recorded, policy: str = NONE) -> Contested:
    """Make the facts of findings, with the decisions of a person and, by a policy, the sides that are preferred."""
    check("policy", policy, POLICIES)
    findings = found.findings
    used = sorted(
        {side.version for conflict in findings.conflicts for side in (conflict.a, conflict.b)}
        | {end for a in findings.amendments for end in (a.version, a.amended)}
        | {end for copy in findings.copies for end in (copy.version, copy.original)}
    )
    versions = placed(store, entry, VERSIONS, used)
    sources = _sources(store, entry)
    source_index = {source.id: i for i, source in enumerate(sources)}
    with reported(entry.id):
        source_of = {place: source_index[version.source] for place, version in versions.items()}
    event_ids = sliced(store, "read/event_ids", entry.generation, entry.events)["id"]
    event_index = {id: i for i, id in enumerate(event_ids)}
    event_of, prints = [-1] * entry.versions, [""] * entry.versions
    for place, version in versions.items():
        event_of[place], prints[place] = event_index[version.event], version.source
    made = Contested(
        facts=(),
        amendments=findings.amendments,
        copies=findings.copies,
        versions=versions,
        events={},
        sources=sources,
        source_of=source_of,
        parameters=found.parameters,
    )
    facts = grouping.group(findings.conflicts, event_of, made.words, prints, event_ids)
    facts = grouping.decided(facts, decisions.read(store, entry), made.words)
    standings = {
        place: Standing(source_of[place], moment(version.time or sources[source_of[place]].date), source_of[place])
        for place, version in versions.items()
    }
    facts = settle(facts, policy, standings, findings.copies, findings.amendments)
    shown = sorted({fact.event for fact in facts} | {event_of[a.version] for a in findings.amendments})
    return replace(made, facts=facts, events=placed(store, entry, EVENTS, shown))


def check(what: str, value: str, known: Iterable[str]) -> None:
    """Raise InputError for an unknown policy, kind or tier."""
    if value not in (names := list(known)):
        raise InputError(f"unknown {what} {quoted(value, 80)}{nearest(value, names)}; choose one of {', '.join(names)}")


def selected(found: Contested, event: int | None, kind: str | None, tier: str | None) -> Contested:
    """Return the facts of an event, a kind and a tier, and the corrections of the event; None selects all."""
    if kind is not None:
        check("kind", kind, KINDS)
    if tier is not None:
        check("tier", tier, TIERS)
    facts = grouping.select(found.facts, event, kind, tier)
    if event is None:
        return replace(found, facts=facts)
    id = found.events[event].id if event in found.events else None
    here = {place for place, version in found.versions.items() if version.event == id}
    amendments = tuple(a for a in found.amendments if a.version in here)
    copies = tuple(copy for copy in found.copies if copy.version in here)
    return replace(found, facts=facts, amendments=amendments, copies=copies)


def placed(store: Store, entry: Entry, node: Node[T], places: Sequence[int]) -> dict[int, T]:
    """Read the nodes with some indices, by index."""
    statement = cypher.fill("read/placed", node.label, node.fields)
    found: dict[int, T] = {}
    for start in range(0, len(places), PLACES):
        asked = reading.listed(places[start : start + PLACES])
        columns = store.columns(statement, generation=entry.generation, **asked)
        with reported(entry.id):
            found |= zip(columns["ord"], node.values(columns), strict=True)
    if len(found) != len(places):
        raise damaged(entry.id, f"a {node.label} that its findings refer to is missing")
    return found


def _sources(store: Store, entry: Entry) -> tuple[Source, ...]:
    """Read the sources without their texts, in order."""
    statement = cypher.fill("read/nodes", "Source", ("id", "name", "dated"))
    columns = sliced(store, statement, entry.generation, 1)
    with reported(entry.id):
        return tuple(
            Source(id, title, date=date)
            for id, title, date in zip(columns["id"], columns["name"], columns["dated"], strict=True)
        )
