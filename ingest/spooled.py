"""A spooled corpus as a `Stock`: weighed slice by slice, and handed out to whoever loads it.

Memory holds a slice of versions, the vocabulary, and of each source what it told last.
"""

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import groupby, pairwise, repeat
from operator import itemgetter

import numpy as np
from scipy.sparse import csr_array, vstack

from ingest.spool import Spool
from taeg.base.progress import Progress, advance, begin
from taeg.build import weights
from taeg.build.terms import Frequencies
from taeg.build.weaving import Weaving
from taeg.build.weights import CHARACTERS_OF_CHUNK, TEXTS_OF_CHUNK
from taeg.model.corpus import Event, Source, Version, again, moment
from taeg.model.corpus_graph import KINDS, SLICE, SLICE_CHARACTERS, Edges, Head, IntArray, Kind, digest, slices
from taeg.model.profile import profile

_VERSIONS = """
SELECT id, event, source, text, reference, time, title, position, language, telling FROM version
WHERE ord >= ? AND ord < ? ORDER BY ord"""
_MOMENTS = "SELECT event_ord, source_ord, start, telling, id FROM version WHERE ord >= ? AND ord < ? ORDER BY ord"
_TIES = "SELECT a, b, weight FROM tie WHERE kind = ? AND a >= ? AND a < ? ORDER BY a, b"
_OF_SOURCE = """
SELECT v.ord, v.event_ord, v.source_ord, v.text FROM version v
JOIN (SELECT source_ord, max(event_ord) AS last FROM version WHERE ord < ? GROUP BY source_ord) l
  ON l.source_ord = v.source_ord AND l.last = v.event_ord
WHERE v.ord < ? ORDER BY v.ord"""
_OF_EVENT = """
SELECT ord, event_ord, source_ord, text FROM version
WHERE event_ord = (SELECT event_ord FROM version WHERE ord = ? - 1) AND ord < ? ORDER BY ord"""


class Spooled:
    """A corpus in a spool, once it is in order."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool

    @cached_property
    def head(self) -> Head:
        """The corpus as a whole."""
        said = json.loads(self._spool.told("head"))
        return Head(
            profile=profile(said["profile"]),
            language=said["language"],
            notes=(),
            timeline=said["timeline"],
            title=said["title"],
            licence=said["licence"],
            corrections=(),
            originals=(),
            sources=tuple(Source(**source) for source in said["sources"]),
            events=self._spool.value("SELECT count(*) FROM happening"),
            versions=self._spool.value("SELECT count(*) FROM version"),
        )

    @property
    def digest(self) -> str:
        """Worked out once, after weighing."""
        return self.digested(lambda _: None)

    def digested(self, progress: Progress) -> str:
        """The digest, worked out in view of whoever wants to know how far that has come."""
        if not (known := self._spool.told("digest")):
            known = digest(self, progress)
            with self._spool.step():
                self._spool.tell("digest", known)
        return str(known)

    @cached_property
    def cuts(self) -> Sequence[int]:
        """Where slices begin and end: an event is never divided."""
        return self._cut(SLICE, SLICE_CHARACTERS)

    def events(self, start: int, stop: int) -> Sequence[Event]:
        """The events from one place up to another."""
        rows = self._spool.rows(
            "SELECT id, title, day, location, reference, time, position, declared FROM happening "
            "WHERE ord >= ? AND ord < ? ORDER BY ord",
            *(start, stop),
        )
        return [
            Event(id, title, day, location, reference, time, position, declared=bool(declared))
            for id, title, day, location, reference, time, position, declared in rows
        ]

    def versions(self, start: int, stop: int) -> Sequence[Version]:
        """The versions from one place up to another."""
        rows = self._spool.rows(_VERSIONS, start, stop)
        return [
            again(id, event, source, text, reference, (), time, title, position, language, telling, "", False, "")
            for id, event, source, text, reference, time, title, position, language, telling in rows
        ]

    def latest(self, start: int, stop: int) -> Sequence[bool]:
        """For each of them whether it is the last of its source and event."""
        dated = [moment(source.date) for source in self.head.sources]
        last: dict[tuple[int, int], tuple[float, int, str]] = {}
        rows = list(self._spool.rows(_MOMENTS, start, stop))
        for event, source, begins, telling, id in rows:
            key = (dated[source] if begins is None else begins, telling, id)
            last[event, source] = max(key, last.get((event, source), key))
        return [last[event, source][2] == id for event, source, _, _, id in rows]

    def event_places(self, start: int, stop: int) -> IntArray:
        """For each of them the place of its event."""
        return self._numbers("SELECT event_ord FROM version WHERE ord >= ? AND ord < ? ORDER BY ord", start, stop)[:, 0]

    def edges(self, kind: Kind, start: int, stop: int) -> Edges:
        """The edges of a kind from these versions."""
        rows = list(self._spool.rows(_TIES, kind, start, stop))
        a, b, weight = zip(*rows, strict=True) if rows else ((), (), ())
        return Edges(np.array(a, dtype=np.int64), np.array(b, dtype=np.int64), np.array(weight, dtype=np.float64))

    def version_ids(self, places: IntArray) -> Sequence[str]:
        """The ids of the versions at these places."""
        wanted, back = np.unique(places, return_inverse=True)
        found = self._spool.rows(
            "SELECT version.id FROM json_each(?) place JOIN version ON version.ord = place.value ORDER BY version.ord",
            json.dumps(wanted.tolist()),
        )
        ids = [row[0] for row in found]
        return [ids[i] for i in back.tolist()]

    def counted(self, kind: Kind) -> int:
        """How many edges of a kind there are."""
        return int(self._spool.value("SELECT count(*) FROM tie WHERE kind = ?", kind))

    def untold(self) -> list[str]:
        """The events that nobody tells."""
        told = "SELECT id FROM happening WHERE ord NOT IN (SELECT event_ord FROM version) ORDER BY ord"
        return [row[0] for row in self._spool.rows(told)]

    def weigh(self, progress: Progress) -> None:
        """Tie the versions and weigh the ties, as far as that is not done."""
        spool = self._spool
        if spool.told("weighed"):
            return
        cuts = self._cut(TEXTS_OF_CHUNK, CHARACTERS_OF_CHUNK)
        frequencies = self._frequencies(cuts, progress)
        with spool.step():
            spool.run(
                "CREATE TABLE IF NOT EXISTS tie(kind TEXT, a INTEGER, b INTEGER, weight REAL, PRIMARY KEY(kind, a, b)) "
                "WITHOUT ROWID"
            )
        done = int(spool.told("woven") or 0)
        left = list(pairwise([done, *(cut for cut in cuts if cut > done)]))
        weaving = self._weaving(done, frequencies)
        begin(progress, "weigh", self.head.versions)
        advance(progress, done)
        parts = weights.rows((self._texts(*piece) for piece in self._pieces(left)), frequencies)
        for start, stop in left:
            part = _together(parts, stop - start)
            places = self._numbers(
                "SELECT event_ord, source_ord FROM version WHERE ord >= ? AND ord < ? ORDER BY ord", start, stop
            )
            tied = weaving.add(part, places[:, 0], places[:, 1])
            with spool.step():
                for kind, edges in zip(KINDS, tied, strict=True):
                    columns = (edges.a.tolist(), edges.b.tolist(), edges.weight.tolist())
                    rows = zip(repeat(kind, len(edges)), *columns, strict=True)
                    spool.database.executemany("INSERT INTO tie VALUES(?, ?, ?, ?)", rows)
                spool.tell("woven", stop)
            advance(progress, stop - start)
        with spool.step():
            spool.tell("weighed", 1)

    def _frequencies(self, cuts: Sequence[int], progress: Progress) -> Frequencies:
        """How frequent words are, learnt once."""
        spool = self._spool
        if known := spool.told("frequencies"):
            return _unpacked(known)
        begin(progress, "words", self.head.versions)

        def texts() -> Iterator[Sequence[str]]:
            for start, stop in self._pieces(pairwise(cuts)):
                yield self._texts(start, stop)
                advance(progress, stop - start)

        found = weights.fit(texts())
        with spool.step():
            spool.tell("frequencies", _packed(found))
        return found

    def _weaving(self, done: int, frequencies: Frequencies) -> Weaving:
        """The state of the work after so many versions: the rows to which the next ones may be tied."""
        profile = self.head.profile
        weaving = Weaving(profile, done)
        if done:
            question = _OF_SOURCE if profile.before == "own-source" else _OF_EVENT
            rows = list(self._spool.rows(question, done, done))
            (part,) = weights.rows([[row[3] for row in rows]], frequencies, workers=0)
            places = np.array([row[:3] for row in rows], dtype=np.int64)
            weaving.carry(part, places[:, 0], places[:, 1], places[:, 2])
        return weaving

    def _pieces(self, cut: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The same stretches, those of large events in several pieces: an event is tied, but not read as a whole."""
        for start, stop in cut:
            lengths = self._spool.rows(
                "SELECT length(text) FROM version WHERE ord >= ? AND ord < ? ORDER BY ord", start, stop
            )
            pieces = slices((length for (length,) in lengths), TEXTS_OF_CHUNK, CHARACTERS_OF_CHUNK)
            yield from ((start + first, start + last) for first, last in pairwise(pieces))

    def _texts(self, start: int, stop: int) -> list[str]:
        rows = self._spool.rows("SELECT text FROM version WHERE ord >= ? AND ord < ? ORDER BY ord", start, stop)
        return [row[0] for row in rows]

    def _numbers(self, question: str, *parameters: int) -> IntArray:
        return np.array(list(self._spool.rows(question, *parameters)), dtype=np.int64)

    def _cut(self, most: int, characters: int) -> list[int]:
        """Whole events as far as they have so many versions and characters in all, and at least one."""
        cuts, count, size = [0], 0, 0
        told = self._spool.rows("SELECT event_ord, length(text) FROM version ORDER BY ord")
        for _, event in groupby(told, key=itemgetter(0)):
            lengths = [length for _, length in event]
            versions, length = len(lengths), sum(lengths)
            if count > cuts[-1] and (count + versions - cuts[-1] > most or size + length > characters):
                cuts.append(count)
                size = 0
            count += versions
            size += length
        return [*cuts, count]


def _together(parts: Iterator[csr_array], count: int) -> csr_array:
    """The next so many rows of those that come in parts."""
    found = [next(parts)]
    while sum(part.shape[0] for part in found) < count:
        found.append(next(parts))
    return found[0] if len(found) == 1 else csr_array(vstack(found, format="csr"))


def head_told(head: Head) -> str:
    """What a spool keeps of a head."""
    sources = [{name: value for name, value in asdict(source).items() if name != "place"} for source in head.sources]
    said = {
        "profile": head.profile.name,
        "language": head.language,
        "timeline": head.timeline,
        "title": head.title,
        "licence": head.licence,
        "sources": sources,
    }
    return json.dumps(said)


def _packed(frequencies: Frequencies) -> bytes:
    packed = io.BytesIO()
    terms = "\n".join(frequencies.vocabulary).encode()
    np.savez(
        packed,
        texts=frequencies.texts,
        terms=np.frombuffer(terms, dtype=np.uint8),
        column=np.fromiter(frequencies.vocabulary.values(), dtype=np.int64),
        frequency=frequencies.frequency,
        seen=frequencies.seen,
    )
    return packed.getvalue()


def _unpacked(packed: bytes) -> Frequencies:
    with np.load(io.BytesIO(packed)) as said:
        terms = said["terms"].tobytes().decode().split("\n") if len(said["column"]) else []
        vocabulary = dict(zip(terms, said["column"].tolist(), strict=True))
        return Frequencies(int(said["texts"]), vocabulary, said["frequency"], said["seen"])
