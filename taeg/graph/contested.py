"""Contested facts of a corpus in the graph: findings as facts, with decisions and policies, and decisions about them.

Only the versions that the findings refer to are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cypher
from taeg.base.errors import InputError, listed, nearest, quoted, suggested
from taeg.conflicts import facts as grouping
from taeg.conflicts.settling import settle
from taeg.conflicts.values import KINDS, NONE, POLICIES, TIERS, Amendment, Copy, Fact, Side, Standing
from taeg.consolidate.narrative import attribution
from taeg.consolidate.spans import Parameter
from taeg.graph import decisions
from taeg.graph import read as reading
from taeg.graph.damage import damaged, reported
from taeg.graph.findings import Recorded
from taeg.graph.nodes import EVENTS, VERSIONS, Node, T
from taeg.graph.read import PLACES, Entry, sliced
from taeg.model.corpus import SETTLE, Correction, Event, Source, Version, moment
from taeg.store.engine import Store
from taeg.text.ids import find_id

SHORTEST = 4
"""Digits of the id of a fact that suffice if they begin no other."""
MENTIONED = 20
"""Facts that a message lists."""


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
    event_of: Mapping[int, int]
    """The index of the event of each of these versions."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    """What the findings were made with: the parser, the model of sentence vectors."""
    unmatched: int = 0
    """The number of decisions of a person that apply to no fact."""

    @property
    def open_facts(self) -> tuple[Fact, ...]:
        """All facts but those that a person dismissed."""
        return grouping.open_facts(self.facts)

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


def contested(store: Store, entry: Entry, found: Recorded, policy: str = NONE) -> Contested:
    """Make the facts of findings, with the decisions of a person and, by a policy, the sides that are preferred."""
    findings = found.findings
    used = sorted({version for version, _, _ in findings.places})
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
        event_of={place: event_of[place] for place in versions},
        parameters=found.parameters,
    )
    facts = grouping.group(findings.conflicts, event_of, made.words, prints, event_ids)
    given = decisions.read(store, entry)
    facts = grouping.decided(facts, given, made.words)
    standings = {
        place: Standing(source_of[place], moment(version.time or sources[source_of[place]].date), source_of[place])
        for place, version in versions.items()
    }
    facts = settle(facts, policy, standings, findings.copies, findings.amendments)
    shown = sorted({fact.event for fact in facts} | {event_of[a.version] for a in findings.amendments})
    unmatched = len(grouping.unmatched(facts, given, made.words))
    return replace(made, facts=facts, events=placed(store, entry, EVENTS, shown), unmatched=unmatched)


def check_choice(policy: str, kind: str | None = None, tier: str | None = None) -> None:
    """Raise InputError for an unknown policy, kind or tier."""
    _check("policy", policy, POLICIES)
    if kind is not None:
        _check("kind", kind, KINDS)
    if tier is not None:
        _check("tier", tier, TIERS)


def _check(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        near = nearest(value, known)
        raise InputError(f"unknown {what} {quoted(value, 80)}{near}; choose one of {', '.join(known)}")


def selected(found: Contested, event: int | None, kind: str | None, tier: str | None) -> Contested:
    """Return the facts of an event, a kind and a tier, and the corrections and copies of the event."""
    facts = grouping.select(found.facts, event, kind, tier)
    if event is None:
        return replace(found, facts=facts)
    amendments = tuple(a for a in found.amendments if found.event_of[a.version] == event)
    copies = tuple(copy for copy in found.copies if found.event_of[copy.version] == event)
    return replace(found, facts=facts, amendments=amendments, copies=copies)


def fact(found: Contested, name: str) -> Fact:
    """Return a fact by its id or the beginning of it; raise InputError if there is none, or several."""
    wanted = name.casefold()
    meant = [fact for fact in found.facts if len(wanted) >= SHORTEST and fact.id.startswith(wanted)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise InputError(f"{quoted(name)} begins several facts: {listed([fact.id for fact in meant], MENTIONED)}")
    ids = [fact.id for fact in found.facts]
    if not ids:
        raise InputError(f"there is no fact {quoted(name)}: no contested facts were found")
    see = suggested("taeg conflicts")
    raise InputError(
        f"there is no fact {quoted(name)}{nearest(name, ids)}; give the id of a fact, or its first {SHORTEST} digits: "
        f"{listed(ids, MENTIONED)} (see: {see})"
    )


def decision(found: Contested, kind: str, name: str, prefer: str = "", why: str = "") -> Correction:
    """Return the correction that confirms, dismisses or settles a fact; `prefer` is a version or a source."""
    chosen = fact(found, name)
    other = found.versions[_preferred(found, chosen, prefer).version].id if kind == SETTLE else ""
    return Correction(
        kind,
        found.events[chosen.event].id,
        other,
        versions=tuple(found.versions[side.version].id for side in chosen.sides),
        words=tuple(map(found.words, chosen.sides)),
        why=why,
    )


def _preferred(found: Contested, chosen: Fact, prefer: str) -> Side:
    """Return the side of a version, or that of a source."""
    versions = {found.versions[side.version].id: side for side in reversed(chosen.sides)}
    if (meant := find_id(prefer, list(versions))) is not None:
        return versions[meant]
    by_source: dict[str, list[Side]] = {}
    for side in chosen.sides:
        by_source.setdefault(found.source(side.version).id, []).append(side)
    if (meant := find_id(prefer, list(by_source))) is None:
        known = [*by_source, *versions]
        raise InputError(
            f"fact {chosen.id} has no side of {quoted(prefer, 80)}{nearest(prefer, known)}; it has: {', '.join(known)}"
        )
    if len({side.value for side in by_source[meant]}) > 1:
        several = ", ".join(dict.fromkeys(found.versions[side.version].id for side in by_source[meant]))
        raise InputError(f"source {meant!r} says several things; prefer one of its versions: {several}")
    return by_source[meant][0]


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
