"""Material, the unordered content of a corpus: merging, removing sources, and arranging it into a `Corpus`.

`arrange` depends only on the content. The order of files and the number of steps have no effect, so a corpus that was
extended step by step equals one that was read at once. `original` turns a corpus from a graph back into material,
without corrections and derived values.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, TypeVar

from taeg.base.errors import InputError, Problems, nearest, quoted, suggested
from taeg.model import timeline as timelines
from taeg.model.corpus import BY_ROW, GIVEN, HEAD_TEXTS, Corpus, Event, Head, Source, Version, head_of
from taeg.model.timeline import natural
from taeg.text.ids import find_id, normal_id

T = TypeVar("T", Source, Event)

NO_LANGUAGE = "und"
PARAGRAPH = "\n\n"
HINTS = 50
"""Unknown names for which a similar one is suggested."""
UNNAMED = "?"
"""The id of an account without one; `arrange` replaces it."""


@dataclass(frozen=True, slots=True)
class Material(Head):
    """Sources, declared events and accounts, in no particular order."""

    name: str
    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    """Events that a timeline declares, or about which more is known than their accounts."""
    accounts: tuple[Version, ...]
    """Accounts without an id of their own have the id `UNNAMED`."""
    language: str = field(default=NO_LANGUAGE, kw_only=True)


def arrange(material: Material, problems: Problems | None = None, *, part: bool = False) -> Corpus:
    """Order the sources and events and name the accounts.

    A `part` that is added to a corpus may omit the order of its events.
    """
    problems = problems or Problems()
    dated = [] if part else material.accounts
    events, basis = timelines.arrange(_events(material, problems), dated, problems)
    accounts = _named(material.accounts, problems)
    used = {account.source for account in accounts}
    problems.settle()
    return Corpus(
        name=material.name,
        sources=by_precedence([replace(s, title=s.title or s.id) for s in material.sources if s.id in used]),
        events=events,
        versions=accounts,
        **head_of(material) | {"timeline": basis},
    )


def original(corpus: Corpus) -> Material:
    """Return the material of a corpus, without corrections and values that `arrange` derives."""
    changed = {event.id: event for event in corpus.originals}
    events = {event.id: event for event in corpus.events if not event.made} | changed
    derived = running_texts(corpus.sources, corpus.versions)
    return Material(
        name=corpus.name,
        sources=tuple(
            replace(s, text="" if s.text == derived[s.id] else s.text, title="" if s.title == s.id else s.title)
            for s in _ranked(corpus.sources)
        ),
        events=tuple(_as_given(event, corpus.timeline) for event in events.values()),
        accounts=tuple(
            replace(
                v,
                id=UNNAMED if v.id in (plain_id(v), _full_id(v)) else v.id,
                event=v.told_of or v.event,
                told_of="",
                excluded=False,
            )
            for v in corpus.versions
        ),
        **head_of(corpus) | {"timeline": GIVEN, "corrections": (), "originals": ()},
    )


def merge(base: Material, added: Material) -> Material:
    """Merge two materials; equal content counts once, conflicting content raises InputError."""
    problems = Problems()
    if base.profile != added.profile:
        problems.fault(
            f"the corpus in the graph has profile {base.profile.name!r}, what is added {added.profile.name!r}; "
            f"give --profile {base.profile.name}"
        )
    texts: dict[str, Any] = {name: _merge_text(name, base, added, problems) for name in HEAD_TEXTS}
    joined = Material(
        name=base.name,
        sources=tuple(_joined_sources(base.sources, added.sources, problems)),
        events=_both_timelines(base, added, problems),
        accounts=_all_accounts(base.accounts, added.accounts, problems),
        profile=base.profile,
        notes=tuple(dict.fromkeys((*base.notes, *added.notes))),
        **texts,
    )
    for kind, names in (("source", [s.id for s in joined.sources]), ("event", [a.event for a in joined.accounts])):
        check_case(kind, dict.fromkeys(names, ""), problems)
    problems.settle()
    return joined


def check_case(kind: str, names: Mapping[str, str], problems: Problems) -> None:
    """Report names that differ from another one in case or normal form only; `names` has the origin of each."""
    spelt: dict[str, str] = {}
    for name, origin in names.items():
        first = spelt.setdefault(normal_id(name).casefold(), name)
        if first != name:
            how = "in case" if normal_id(name) != normal_id(first) else "in characters that look alike"
            message = f"{kind} {quoted(name, 80)} differs from {quoted(first, 80)} only {how}; write both alike"
            problems.fault(message, origin)


def without(material: Material, source: str) -> Material:
    """Remove one source with its accounts."""
    [gone] = _known_sources(material, [source])
    left = [s.id for s in material.sources if s.id != gone]
    if not left:
        raise InputError(f"{source!r} is the only source; to remove the whole corpus use: {suggested('taeg delete')}")
    return only(material, left)


def only(material: Material, sources: Sequence[str]) -> Material:
    """Keep only the given sources and their accounts."""
    kept = _known_sources(material, sources)
    return replace(
        material,
        sources=tuple(s for s in material.sources if s.id in kept),
        accounts=tuple(a for a in material.accounts if a.source in kept),
    )


def _known_sources(material: Material, names: Sequence[str]) -> set[str]:
    """Return the ids of sources that are given by name."""
    known = [s.id for s in material.sources]
    found = {name: find_id(name, known) for name in names}
    for name, source in found.items():
        if source is None:
            raise InputError(f"there is no source {name!r}{nearest(name, known)}; there are: {', '.join(known)}")
    return {source for source in found.values() if source is not None}


def running_texts(sources: Sequence[Source], versions: Iterable[Version]) -> dict[str, str]:
    """Join the usable texts of each source in timeline order."""
    parts: dict[str, list[str]] = {source.id: [] for source in sources}
    for version in versions:
        if version.usable:
            parts[version.source].append(version.text)
    return {source: PARAGRAPH.join(texts) for source, texts in parts.items()}


def spoken(sources: Sequence[Source], versions: Sequence[Version]) -> tuple[Source, ...]:
    """Return the sources with running texts; where none is given, the texts of its accounts are joined.

    Joined texts are not stored, because they repeat the texts of the versions.
    """
    if all(source.text for source in sources):
        return tuple(sources)
    texts = running_texts(sources, versions)
    return tuple(source if source.text else replace(source, text=texts[source.id]) for source in sources)


def by_precedence(sources: Sequence[Source]) -> tuple[Source, ...]:
    """Sort sources by rank, then by id; ranks that only repeat the order of the ids are dropped."""
    ordered = sorted(sources, key=lambda s: (s.rank == 0, s.rank, natural(s.id)))
    bare = [replace(s, rank=0) for s in ordered]
    counted = [s.rank for s in ordered] == list(range(1, len(ordered) + 1))
    return tuple(bare if counted and not _natural_order(ordered) else ordered)


def _ranked(sources: Sequence[Source]) -> Sequence[Source]:
    """Restore the ranks that `by_precedence` dropped, or that only the order of the sources expresses."""
    if any(s.rank for s in sources) or _natural_order(sources):
        return sources
    return [replace(s, rank=place) for place, s in enumerate(sources, start=1)]


def _natural_order(sources: Sequence[Source]) -> bool:
    keys = [natural(s.id) for s in sources]
    return keys == sorted(keys)


def _events(material: Material, problems: Problems) -> list[Event]:
    """Return all events of the timeline; without a timeline, all events with accounts."""
    known = {event.id: event for event in material.events}
    declared = [event.id for event in material.events if event.declared]
    declared_ids = set(declared)
    numbered = bool(declared) and all(known[name].position for name in declared)
    ids = dict.fromkeys(declared)
    titles: dict[str, list[str]] = {}
    hints: dict[str, str] = {}
    for account in material.accounts:
        if account.event not in titles:
            titles[account.event] = []
            known.setdefault(account.event, Event(account.event, "", declared=False, origin=account.origin))
        titles[account.event].append(account.title)
        if declared and account.event not in declared_ids and account.position and numbered:
            ids[account.event] = None
            known[account.event] = replace(known[account.event], position=account.position)
        elif declared and account.event not in declared_ids:
            # each name is compared with all others, so only the first unknown names get a suggestion
            if account.event not in hints:
                near = nearest(account.event, declared) if len(hints) < HINTS else ""
                hints[account.event] = near or "; add it to the timeline (a table beside the accounts), or correct it"
            problems.fault(f"event {account.event!r} is not in the timeline{hints[account.event]}", account.origin)
    return [_titled(known[i], titles.get(i, [])) for i in ids or titles]


def _titled(event: Event, titles: Sequence[str]) -> Event:
    """Set the title: that of the timeline, else the most frequent one of the accounts, else the id."""
    if event.title or event.declared:
        return replace(event, title=event.title or event.id)
    called = Counter(titles)
    names = sorted((name for name in called if name), key=lambda name: (-called[name], natural(name)))
    return replace(event, title=names[0] if names else event.id)


def _named(accounts: Sequence[Version], problems: Problems) -> tuple[Version, ...]:
    """Give each account an id: its own, or one of source, event and time, with a fingerprint if that is ambiguous."""
    contents: dict[tuple[str, ...], Version] = {}
    ids: dict[str, Version] = {}
    names = [plain_id(account) for account in accounts]
    repeated = {name for name, count in Counter(names).items() if count > 1}
    for account, name in zip(accounts, names, strict=True):
        same = contents.setdefault(account.content, account) if name in repeated else account
        if same is not account and UNNAMED in (same.id, account.id):
            problems.fault(f"the same account is given twice{_first(same)}; remove one", account.origin)
        same = ids.setdefault(account.id, account)
        if same is not account and account.id != UNNAMED:
            problems.fault(f"version {account.id!r} is given twice{_first(same)}; give each its own id", account.origin)
    taken = Counter(name if a.id == UNNAMED else a.id for a, name in zip(accounts, names, strict=True))
    ambiguous = {id for id, count in taken.items() if count > 1}
    del taken  # as large as the accounts
    return tuple(
        unchecked_version(id if id not in ambiguous else _full_id(a), *_ALL_BUT_ID(a)) if a.id == UNNAMED else a
        for a, id in zip(accounts, names, strict=True)
    )


def _first(account: Version) -> str:
    return f" (first: {account.origin})" if account.origin else ""


def plain_id(account: Version) -> str:
    """Return the default id of an account: source, event and time."""
    event = account.told_of or account.event
    return f"{account.source}:{event}" + (f"@{account.time}" if account.time else "")


def _full_id(account: Version) -> str:
    return f"{plain_id(account)}#{account.fingerprint}"


def _as_given(event: Event, timeline: str) -> Event:
    event = replace(event, choice="", edits=())
    if event.declared:
        return event
    return replace(event, title="", position=event.position if timeline == BY_ROW else "")


def _both_timelines(base: Material, added: Material, problems: Problems) -> tuple[Event, ...]:
    """Merge the events; a fault if both timelines number them differently."""
    places = {float(e.position): e.id for e in base.events if e.declared and e.position}
    numbers = {e.id: float(e.position) for e in base.events if e.declared and e.position}
    for event in added.events:
        if not (event.declared and event.position):
            continue
        number = float(event.position)
        if places.get(number, event.id) != event.id or numbers.get(event.id, number) != number:
            problems.fault(
                "the timeline that is added and the one in the graph do not agree in which place events have; "
                "add the whole timeline, the events that are there in the same places, or give both an order",
                event.origin,
            )
            return base.events
    # positions derived from the order of rows are dropped if better ones are added
    dated = any(event.declared for event in added.events) or any(a.time or a.position for a in added.accounts)
    kept = _without_rows(base.events) if dated else base.events
    return tuple(_joined(kept, _without_rows(added.events), "event", problems))


def _without_rows(events: Sequence[Event]) -> tuple[Event, ...]:
    """Drop positions that were derived from the order of rows."""
    return tuple(event if event.declared else replace(event, position="") for event in events)


def _all_accounts(base: Sequence[Version], added: Sequence[Version], problems: Problems) -> tuple[Version, ...]:
    """Merge the accounts; those that exist already are not added again, but their place in the file is updated."""
    there = {account.content: account for account in base}
    ids = {account.id: account for account in base if account.id != UNNAMED}
    places: dict[tuple[str, ...], str] = {}
    new = []
    for account in added:
        same = ids.get(account.id)
        if same is None or same.content != account.content:
            same = there.get(account.content)
        if same is not None and (account.id in (same.id, UNNAMED) or same.id == UNNAMED):
            changed = [
                name for name in ("title", "position") if getattr(account, name) not in ("", getattr(same, name))
            ]
            if changed:
                problems.fault(
                    f"this account is in the graph with another {' and '.join(changed)}; make them agree, or "
                    "ingest the whole corpus again without --add",
                    account.origin,
                )
            if account.located:
                places[account.content] = account.citation
            continue
        if account.id in ids:
            problems.fault(
                f"version {account.id!r} is in the graph with other words; give the new one an id of its own, or "
                "ingest the whole corpus again without --add",
                account.origin,
            )
            continue
        new.append(account)
    if places:
        base = [replace(a, citation=places[a.content], located=True) if a.content in places else a for a in base]
    return (*base, *new)


_SAYS: Mapping[str, Mapping[str, object]] = {
    "source": {"title": "", "text": "", "author": "", "date": "", "rank": 0},
    "event": {"title": "", "day": "", "location": "", "gold_text": "", "time": "", "position": ""},
}
"""Fields to merge, with the value that means unset."""


def _joined_sources(base: Sequence[Source], added: Sequence[Source], problems: Problems) -> Iterator[Source]:
    more = {source.id: source.files for source in added}
    for source in _joined(base, added, "source", problems):
        yield replace(source, files=tuple(dict.fromkeys((*source.files, *more.get(source.id, ())))))


def _joined(base: Sequence[T], added: Sequence[T], kind: str, problems: Problems) -> list[T]:
    """Merge values by id: set fields win over unset ones, different values are faults."""
    found = {value.id: value for value in base}
    for value in added:
        old = found.get(value.id)
        if old is None:
            found[value.id] = value
            continue
        news: dict[str, Any] = {}
        for name, nothing in _SAYS[kind].items():
            theirs, ours = getattr(value, name), getattr(old, name)
            if ours != theirs and nothing not in (ours, theirs):
                problems.fault(
                    f"{kind} {value.id!r} has the {name.replace('_', ' ')} {str(ours)[:60]!r} in the graph and "
                    f"{str(theirs)[:60]!r} in what is added; make them agree, or ingest the whole corpus again",
                    value.origin,
                )
            elif ours == nothing:
                news[name] = theirs
        if isinstance(value, Event) and isinstance(old, Event):
            news["declared"] = value.declared or old.declared
        found[value.id] = replace(old, **news)
    return list(found.values())


def _merge_text(name: str, base: Material, added: Material, problems: Problems) -> str:
    """Merge a field of the head: the one that is set; a fault if both are and differ."""
    unset = NO_LANGUAGE if name == "language" else ""
    ours, theirs = getattr(base, name), getattr(added, name)
    if ours != theirs and unset not in (ours, theirs):
        problems.fault(f"the corpus in the graph has the {name} {ours!r}, what is added {theirs!r}; make them agree")
    return str(theirs if ours == unset else ours)


def unchecked_version(*values: object) -> Version:
    """Create a version from all its fields, in order, that are known to be valid; for large tables."""
    made = object.__new__(Version)
    for assign, value in zip(_ASSIGN, values, strict=True):
        assign(made, value)
    return made


NO_DRAFT = (0, 0, "", 1.0, "")
"""Start, end, file, confidence and decision of a version that is not of a draft."""
_FIELDS = tuple(f.name for f in fields(Version))
_ASSIGN = tuple(getattr(Version, name).__set__ for name in _FIELDS)
_ALL_BUT_ID = attrgetter(*_FIELDS[1:])
