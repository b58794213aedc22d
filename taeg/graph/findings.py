"""Findings in the graph: the conflicts, corrections and copies between versions, recorded and read.

They are derived data of one generation, outside the digest. Relationships are written under a node that is not yet
complete; one statement then makes it visible in place of an earlier one, whose relationships are deleted afterwards. A
process that is killed leaves the earlier findings or none, and leftovers that the next one deletes.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any, Generic, TypeVar

import cypher
from taeg.base.errors import DamageError, TaegError
from taeg.conflicts.values import Amendment, Conflict, Copy, Findings, Side
from taeg.consolidate.spans import Parameter
from taeg.graph.damage import damaged, reported
from taeg.graph.read import NUMBERS, SLICE, Entry, OvertakenError, sliced
from taeg.graph.runs import INTERRUPTED_AFTER, SWEEP_BATCH
from taeg.store.engine import Row, Store

T = TypeVar("T", Conflict, Amendment, Copy)

_AGAIN = "find them again with: taeg conflicts"


@dataclass(frozen=True, slots=True)
class Recorded:
    """Findings as recorded, with what they were made with."""

    parameters: Mapping[str, Parameter]
    signature: str
    findings: Findings

    def same_origin(self, other: "Recorded") -> bool:
        """Whether other findings were made in the same way from the same corpus."""
        return dict(self.parameters) == dict(other.parameters) and self.signature == other.signature


@dataclass(frozen=True)
class Kind(Generic[T]):
    """How one class of findings is stored."""

    type: str
    load: str
    count: str
    """The property of the node with the number of relationships."""
    ends: Callable[[T], tuple[int, int]]
    properties: Mapping[str, Callable[[T], Any]]
    """In the column order of the embedded schema, after `findings` and `ord`."""
    value: Callable[[int, int, Mapping[str, Any]], T]

    @property
    def read(self) -> str:
        """The name of the statement that reads them in columns."""
        return cypher.fill("read/found", self.type, ("ord", *self.properties))

    def columns(self, found: Sequence[T], keys: Mapping[int, str], key: str, start: int) -> dict[str, Sequence[object]]:
        """Convert values to columns; the first has the position `start`."""
        ends = [self.ends(value) for value in found]
        return {
            "version": [keys[version] for version, _ in ends],
            "other": [keys[other] for _, other in ends],
            "findings": [key] * len(found),
            "ord": list(range(start, start + len(found))),
            **{name: list(map(get, found)) for name, get in self.properties.items()},
        }

    def values(self, columns: Mapping[str, Sequence[Any]]) -> tuple[T, ...]:
        """Convert columns to values."""
        rows = zip(*(columns[name] for name in self.properties), strict=True)
        return tuple(
            self.value(version, other, dict(zip(self.properties, row, strict=True)))
            for version, other, row in zip(columns["version"], columns["other"], rows, strict=True)
        )


def _conflict(version: int, other: int, row: Mapping[str, Any]) -> Conflict:
    sides = [
        Side(end, row[f"{name}_start"], row[f"{name}_end"], row[name], row[f"{name}_hedged"], row[f"{name}_firsthand"])
        for end, name in ((version, "a"), (other, "b"))
    ]
    return Conflict(row["kind"], row["key"], sides[0], sides[1], row["tier"], row["score"], row["rule"])


def _amendment(version: int, other: int, row: Mapping[str, Any]) -> Amendment:
    return Amendment(
        version,
        row["start"],
        row["end"],
        row["rule"],
        other,
        row["old_start"],
        row["old_end"],
        new=row["new"],
        old=row["old"],
    )


_CONFLICTS = Kind[Conflict](
    "CONFLICTS",
    "conflicts",
    "conflicts",
    lambda c: (c.a.version, c.b.version),
    {name: attrgetter(name) for name in ("kind", "key")}
    | {side: attrgetter(f"{side}.value") for side in "ab"}
    | {f"{side}_{name}": attrgetter(f"{side}.{name}") for side in "ab" for name in ("start", "end")}
    | {f"{side}_{name}": attrgetter(f"{side}.{name}") for name in ("hedged", "firsthand") for side in "ab"}
    | {"tier": attrgetter("tier"), "score": lambda c: float(c.score), "rule": attrgetter("rule")},
    _conflict,
)
_CORRECTS = Kind[Amendment](
    "CORRECTS",
    "corrects",
    "corrections",
    lambda a: (a.version, a.amended),
    {name: attrgetter(name) for name in ("rule", "old", "new", "start", "end")}
    | {"old_start": attrgetter("amended_start"), "old_end": attrgetter("amended_end")},
    _amendment,
)
_COPIES = Kind[Copy](
    "COPIES",
    "copies",
    "copies",
    lambda c: (c.version, c.original),
    {"share": lambda c: float(c.share)},
    lambda version, other, row: Copy(version, other, row["share"]),
)
KINDS: tuple[Kind[Any], ...] = (_CONFLICTS, _CORRECTS, _COPIES)
TYPES = tuple(kind.type for kind in KINDS)


def read(store: Store, entry: Entry) -> Recorded | None:
    """Return the findings of a corpus, if any; raise OvertakenError if they are replaced meanwhile."""
    if (row := current(store, entry)) is None:
        return None
    try:
        found = _read(store, entry, row)
    except DamageError:
        _check_current(store, entry, row)
        raise
    with reported(entry.id, "findings: ", _AGAIN):
        return Recorded(json.loads(row["parameters"]), row["signature"], found)


def intact(store: Store, entry: Entry) -> Recorded | None:
    """Return the findings of a corpus, or None if there are none or they are damaged, so that they are made again."""
    with suppress(DamageError):
        return read(store, entry)
    return None


def read_findings(store: Store, entry: Entry) -> Findings | None:
    """Return the conflicts, corrections and copies that are recorded for a corpus, or None if there are none."""
    recorded = read(store, entry)
    return recorded.findings if recorded else None


def current(store: Store, entry: Entry) -> Row | None:
    """Return the row of the visible findings of a corpus."""
    rows = store.read("read/findings", generation=entry.generation)
    return rows[-1] if rows else None


def _check_current(store: Store, entry: Entry, row: Row) -> None:
    now = current(store, entry)
    if now is None or now["key"] != row["key"]:
        raise OvertakenError(f"the findings of corpus {entry.id!r} were replaced while they were read; run this again")


def _read(store: Store, entry: Entry, row: Row) -> Findings:
    found = [_read_kind(store, entry, row, kind) for kind in KINDS]
    return Findings(*found)


def _read_kind(store: Store, entry: Entry, row: Row, kind: Kind[Any]) -> tuple[Any, ...]:
    """Read the relationships of one type, in order."""
    if not row[kind.count]:
        return ()
    columns = sliced_of(store, kind.read, entry, row["key"])
    if columns["ord"] != list(range(row[kind.count])):
        raise damaged(entry.id, f"{len(columns['ord'])} {kind.type} instead of {row[kind.count]}", _AGAIN)
    with reported(entry.id, f"{kind.type}: ", _AGAIN):
        return kind.values(columns)


def sliced_of(store: Store, statement: str, entry: Entry, key: str) -> dict[str, list[Any]]:
    """Read the columns of all relationships of one type, sorted by `ord`."""
    parts = [
        store.columns(statement, generation=entry.generation, start=start, stop=start + SLICE, findings=key)
        for start in range(0, max(entry.versions, 1), SLICE)
    ]
    joined: dict[str, list[Any]] = {name: [value for part in parts for value in part[name]] for name in parts[0]}
    order = sorted(range(len(joined["ord"])), key=joined["ord"].__getitem__)
    return {name: [values[i] for i in order] for name, values in joined.items()}


def save(store: Store, entry: Entry, made: Recorded) -> None:
    """Record findings in place of earlier ones."""
    sweep(store, entry)
    key = f"{entry.generation}/findings/{secrets.token_hex(8)}"
    counts = {kind.count: len(found) for kind, found in _columns_of(made.findings)}
    store.write(
        "write/create_findings",
        key=key,
        corpus=entry.id,
        generation=entry.generation,
        parameters=json.dumps(dict(made.parameters), sort_keys=True),
        signature=made.signature,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        **counts,
    )
    for name, columns in _tables(store, entry, key, made.findings):
        store.load(name, columns)
    again = "(was the corpus replaced?); run the command again"
    try:
        stored = _read(store, entry, {"key": key, **counts}) == made.findings
    except DamageError:
        stored = False
    if not stored:
        raise TaegError(f"the findings of corpus {entry.id!r} are incomplete in the graph {again}")
    if not store.write("write/complete_findings", key=key)[0]["findings"]:
        raise TaegError(f"the findings of corpus {entry.id!r} were deleted {again}")
    sweep(store, entry)


def _columns_of(findings: Findings) -> list[tuple[Kind[Any], Sequence[Any]]]:
    return [(_CONFLICTS, findings.conflicts), (_CORRECTS, findings.amendments), (_COPIES, findings.copies)]


def _tables(
    store: Store, entry: Entry, key: str, findings: Findings
) -> Iterator[tuple[str, dict[str, Sequence[object]]]]:
    """The relationships in batches."""
    ends = {version for version, _, _ in findings.places}
    if not ends:
        return
    known = sliced(store, cypher.fill("read/nodes", "Version", ("id",)), entry.generation, entry.versions)
    keys = {ord: f"{entry.generation}/{known['id'][ord]}" for ord in ends}
    for kind, found in _columns_of(findings):
        for start in range(0, len(found), NUMBERS):
            yield kind.load, kind.columns(found[start : start + NUMBERS], keys, key, start)


def sweep(store: Store, entry: Entry) -> None:
    """Delete replaced and interrupted findings; if other clients may be writing, only those that are old enough."""
    limit = datetime.now(UTC) - (timedelta() if store.exclusive else INTERRUPTED_AFTER)
    before = (limit + timedelta(seconds=1)).isoformat(timespec="seconds")
    for row in store.read("read/incomplete_findings", generation=entry.generation, before=before):
        for kind in KINDS:
            statement = cypher.fill("write/sweep_found", kind.type)
            which = {"generation": entry.generation, "findings": row["key"], "batch": SWEEP_BATCH}
            while store.write(statement, **which)[0]["swept"]:
                pass
        store.write("write/drop_findings", key=row["key"])
