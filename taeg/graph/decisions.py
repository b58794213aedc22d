"""Decisions of a person about contested facts, which are stored as corrections of a corpus.

A decision names each side by version and words. As for every correction, fingerprints find the versions again if their
ids change, and one whose words are gone is kept with its problem.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import cypher
from taeg.base.errors import InputError
from taeg.conflicts.values import CONFIRMED, DISMISSED, SETTLED, Decision
from taeg.graph import read as reading
from taeg.graph.damage import reported
from taeg.graph.nodes import VERSIONS
from taeg.graph.read import SLICE, Entry
from taeg.model import corrections
from taeg.model.corpus import CONFIRM, DISMISS, SETTLE, Corpus, Correction, Event, Source, Version
from taeg.store.engine import Store

VERDICTS: Mapping[str, str] = {CONFIRM: CONFIRMED, DISMISS: DISMISSED, SETTLE: SETTLED}
"""Kind of correction → verdict."""

Place = Callable[[str, str], int | None]
"""Returns the index of a version, given by its former id and its fingerprint."""


def read(store: Store, entry: Entry) -> list[Decision]:
    """Return the decisions about a corpus that apply to it, in the order in which they were made."""
    given = _given(entry.corrections)
    if not given:
        return []
    named = _named(store, entry, {name for correction in given for name in correction.versions})
    by_print: dict[str, int] = {}

    def place(name: str, fingerprint: str) -> int | None:
        if name in named and fingerprint in ("", named[name][1].fingerprint):
            return named[name][0]
        if not by_print:  # the id has changed since
            versions = reading.versions(store, entry)
            by_print.update({version.fingerprint: i for i, version in enumerate(versions)})
        return by_print.get(fingerprint)

    return _decisions(given, place)


def of(corpus: Corpus) -> list[Decision]:
    """Return the decisions about a corpus in memory."""
    given = _given(corpus.corrections)
    ids = {version.id: i for i, version in enumerate(corpus.versions)} if given else {}
    prints = {version.fingerprint: i for i, version in enumerate(corpus.versions)} if given else {}
    return _decisions(given, lambda name, fingerprint: prints.get(fingerprint, ids.get(name)))


def _given(found: Sequence[Correction]) -> list[Correction]:
    decided = [correction for correction in found if correction.decides and not correction.problem]
    return [correction for correction in decided if len(correction.words) == len(correction.versions)]


def _decisions(given: Sequence[Correction], place: Place) -> list[Decision]:
    found = []
    for correction in given:
        prints = correction.fingerprints
        if len(prints) != len(correction.versions):
            prints = ("",) * len(correction.versions)
        places = [place(*named) for named in zip(correction.versions, prints, strict=True)]
        sides = tuple((i, words) for i, words in zip(places, correction.words, strict=True) if i is not None)
        if len(sides) < len(places):
            continue
        preferred = correction.versions.index(correction.other) if correction.other in correction.versions else -1
        found.append(Decision(VERDICTS[correction.kind], sides, preferred, correction.why))
    return found


def tried(store: Store, entry: Entry, wanted: Sequence[Correction]) -> tuple[Correction, ...]:
    """Return decisions with the fingerprints of their versions, and with a problem where they do not apply.

    Only the versions that they name are read.
    """
    events = {correction.target: reading.event(store, entry, correction.target)["id"] for correction in wanted}
    named = [version for _, version in _named(store, entry, {v for c in wanted for v in c.versions}).values()]
    if not named:
        raise InputError(f"corpus {entry.id!r} has none of these versions: {', '.join(wanted[0].versions) or 'none'}")
    meant = [replace(correction, target=events[correction.target]) for correction in wanted]
    part = Corpus(
        name=entry.id,
        sources=tuple(Source(id, id) for id in dict.fromkeys(version.source for version in named)),
        events=tuple(Event(id, id) for id in dict.fromkeys([*events.values(), *(v.event for v in named)])),
        versions=tuple(named),
    )
    return corrections.apply(part, meant).corrections


def _named(store: Store, entry: Entry, names: set[str]) -> dict[str, tuple[int, Version]]:
    """Read the versions with some ids, with their indices."""
    statement = cypher.fill("read/keyed", VERSIONS.label, VERSIONS.fields)
    keys = [f"{entry.generation}/{name}" for name in sorted(names)]
    found: dict[str, tuple[int, Version]] = {}
    for start in range(0, len(keys), SLICE):
        columns = store.columns(statement, keys=keys[start : start + SLICE])
        with reported(entry.id):
            values = VERSIONS.values(columns)
        found |= {version.id: (ord, version) for ord, version in zip(columns["ord"], values, strict=True)}
    return found
