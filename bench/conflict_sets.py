"""Corpora with planted contradictions in one shape: accounts as input of detection, and the planted facts by place.

This module has the shape and the two kinds of tables; `bench.conflict_corpora` has the sets. Neither runs detection.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from pathlib import Path

from taeg.base.errors import InputError
from taeg.conflicts.values import Account, Batches
from taeg.model.corpus import Corpus, moment

CONFLICT, NO_CONFLICT, CORRECTION, COPY, UPDATE = "conflict", "no-conflict", "correction", "copy", "update"
"""Verdicts of a pair. `update`: both values were true in their hour, and the later account names the earlier value."""
CONTESTED = (CONFLICT, CORRECTION)
"""Verdicts of pairs that can be found."""
OTHER = "other"
"""The kind of facts that no kind of TAEG compares."""
KIND_OF_TAEG = {"time": "clock"}
ANYTHING = "*"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A quote: characters of the text of a version."""

    version: int
    start: int
    end: int


NOWHERE = Place(-1, 0, 0)
"""The place of words of a raw statement that stand in no passage, so that nothing can find them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two places that speak of one fact, and whether they contradict each other."""

    fact: str
    kind: str
    verdict: str
    a: Place
    b: Place
    """For a correction the account that corrects, for a copy the one that copies."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TruthSet:
    """Accounts and what contradicts in them."""

    name: str
    accounts: tuple[Account, ...]
    """By version; `accounts[i].version == i`."""
    events: tuple[str, ...]
    labels: tuple[str, ...]
    """For each version its name for readers."""
    pairs: tuple[Pair, ...] = ()
    tuned: bool = False
    """Whether rules were tuned on this set."""
    complete: bool = True
    """Whether the truth is meant to have all contradictions, so that anything else found is wrong."""
    copies: frozenset[tuple[int, int]] = frozenset()
    """(version, original) of each planted copy."""
    finals: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    """For each fact with a value that stands in the end: the places of that value."""
    ranks: tuple[int, ...] = ()
    """For each version the order of precedence of its source."""
    language: str = "en"

    @property
    def contested(self) -> dict[str, str]:
        """The facts with a contradiction or correction, with their kinds."""
        return {pair.fact: pair.kind for pair in self.pairs if pair.verdict in CONTESTED}

    @property
    def sentences(self) -> Iterator[str]:
        """The texts of all accounts."""
        return (account.text for account in self.accounts)

    def batches(self) -> Batches:
        """The accounts in batches of whole events."""
        return batches(self.accounts)


def batches(accounts: Sequence[Account], size: int = 500) -> Batches:
    """Return a function that yields the accounts in batches of whole events, in timeline order."""

    def generate() -> Iterator[Sequence[Account]]:
        batch: list[Account] = []
        for _, event in groupby(accounts, key=lambda account: account.event):
            batch.extend(event)
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch

    return generate


class Locator:
    """Finds the places of quotes."""

    def __init__(
        self,
        accounts: Sequence[Account],
        events: Sequence[str],
        sources: Sequence[tuple[str, ...]],
        statements: Mapping[str, str] | None = None,
    ) -> None:
        """`sources[i]` are the names by which the source of version i can be quoted; `statements` the raw texts."""
        self.accounts, self.sources, self.statements = accounts, sources, statements or {}
        self.events = {event: index for index, event in enumerate(events)}

    def find(self, event: str, source: str, quote: str) -> Place:
        """Return the place of a quote in the event's passages of a source, or else in any passage of the source."""
        if event not in self.events:
            raise InputError(f"the truth names the event {event!r}, which the timeline does not have")
        words = re.compile(r"\s+".join(map(re.escape, quote.split())))
        own = [a for a, names in zip(self.accounts, self.sources, strict=True) if source in names]
        here = [account for account in own if account.event == self.events[event]]
        for account in (*here, *own):
            if found := words.search(account.text):
                return Place(account.version, found.start(), found.end())
        if words.search(self.statements.get(source, "")):
            return NOWHERE
        raise InputError(f"event {event!r}: {source!r} does not have the words {quote!r}; correct the quote")


def of_corpus(name: str, corpus: Corpus) -> tuple[TruthSet, Locator]:
    """Return the accounts of a corpus without truth, and a locator of quotes in them."""
    event_of = {event.id: index for index, event in enumerate(corpus.events)}
    source_of = {source.id: index for index, source in enumerate(corpus.sources)}
    dates = {source.id: source.date for source in corpus.sources}
    versions = sorted((v for v in corpus.versions if v.usable), key=lambda v: event_of[v.event])
    accounts = tuple(
        Account(
            number,
            event_of[version.event],
            source_of[version.source],
            version.text,
            _moment(version.time or dates[version.source]),
            version.order_in_source,
        )
        for number, version in enumerate(versions)
    )
    ranks = {source.id: source.rank or index + 1 for index, source in enumerate(corpus.sources)}
    events = tuple(event.id for event in corpus.events)
    found = TruthSet(
        name,
        accounts,
        events,
        tuple(version.id for version in versions),
        ranks=tuple(ranks[version.source] for version in versions),
        language=corpus.language,
    )
    return found, Locator(accounts, events, [(version.source, version.id) for version in versions])


def _moment(time: str) -> float:
    try:
        return moment(time)
    except InputError:
        return float("-inf")


def rows(path: Path, separator: str = ",") -> list[dict[str, str]]:
    """Read a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=separator))


@dataclass(frozen=True, slots=True)
class Mention:
    """A side of a fact at one place."""

    place: Place
    value: str
    takes_back: str = ""
    note: str = ""


def pairs_of_sides(fact: str, kind: str, sides: Sequence[Mention]) -> Iterator[Pair]:
    """Generate the pairs of the sides of a fact that stand in different versions, and all corrections."""
    for one, other in combinations(sides, 2):
        verdict, swapped = _verdict(one, other)
        if one.place.version == other.place.version and verdict != CORRECTION:
            continue
        a, b = (other, one) if swapped else (one, other)
        yield Pair(fact, kind, verdict, a.place, b.place, b.note)


def _verdict(one: Mention, other: Mention) -> tuple[str, bool]:
    """The verdict of two sides, and whether the first is the one that corrects."""
    for first, second, swapped in ((one, other, False), (other, one, True)):
        if second.takes_back and second.takes_back == first.value:
            return (UPDATE if first.note == second.note == UPDATE else CORRECTION), swapped
    agree = one.value == other.value or ANYTHING in {one.value, other.value} or one.note == other.note == UPDATE
    return (NO_CONFLICT if agree else CONFLICT), False


def read_sides(path: Path, locator: Locator) -> tuple[tuple[Pair, ...], tuple[tuple[str, tuple[Place, ...]], ...]]:
    """Read a table of sides: the pairs, and the places of the values that stand in the end."""
    found: list[Pair] = []
    finals = []
    for fact, group in groupby(rows(path), key=lambda row: row["id"]):
        mentions = list(group)
        sides = [
            Mention(
                locator.find(row["event"], row["source"], row["quote"]), row["value"], row["takes_back"], row["note"]
            )
            for row in mentions
        ]
        kind = mentions[0]["kind"]
        found.extend(pairs_of_sides(fact, KIND_OF_TAEG.get(kind, kind), sides))
        superseded = {side.takes_back for side in sides}
        if len(superseded) > 1:
            last = tuple(side.place for side in sides if side.value not in {*superseded, ANYTHING})
            finals.append((fact, last))
    return tuple(found), tuple(finals)


def read_pairs(path: Path, locator: Locator) -> tuple[tuple[Pair, ...], frozenset[tuple[int, int]]]:
    """Read a table of pairs (the format of `bench/unseen_conflicts/README.md`): the pairs and the copies."""
    found, copies = [], set()
    for row in rows(path):
        a, b = (locator.find(row["event"], row[f"source_{side}"], row[f"quote_{side}"]) for side in "ab")
        if row["verdict"] == COPY:
            copies.add((b.version, a.version))
            continue
        kind = KIND_OF_TAEG.get(row["kind"], row["kind"])
        found.append(Pair(row["id"], kind, row["verdict"], a, b, row["note"]))
    return tuple(found), frozenset(copies)


def with_truth(base: TruthSet, **changes: object) -> TruthSet:
    """A set with other fields."""
    values = {name: getattr(base, name) for name in TruthSet.__slots__}
    return TruthSet(**(values | changes))
