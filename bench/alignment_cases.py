"""Corpora with known events, prepared as `taeg draft` would get them: the inputs of `bench.alignment`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import ingest
from eval.metrics.candidate import gold_text
from ingest.drafts import documents, drafting
from ingest.gospels import built_in, xml_folder
from ingest.gospels.books import TITLES
from ingest.gospels.chronology import PASSION_WEEK
from ingest.gospels.verse_reference import VerseReference
from ingest.gospels.verses import OMITTED
from ingest.tables import table as tables
from ingest.tables.table import Columns
from taeg.align.values import Document, IntArray, Statements, Unit
from taeg.base.errors import Problems
from taeg.model.corpus import Corpus, Version
from taeg.text import times
from taeg.text.language import language

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
UNSEEN = ROOT / "bench" / "unseen"
"""Invented statements by an author who knew neither the code nor its rules; nothing is tuned on them."""
PUBLISHED = next((p for p in (ROOT.parent / "shared/gospel", ROOT.parent.parent / "shared/gospel") if p.exists()), None)
"""The published gospel data with the NIV text, where it is available."""
_BOOK_AND_VERSE = re.compile(r"(?:(\d) )?\D+(\d+):(\d+)(b?)")


@dataclass(frozen=True, slots=True)
class Case:
    """Statements with the known event of each unit."""

    name: str
    events: tuple[str, ...]
    """Ids of the events in timeline order."""
    reference: str
    """The text that narratives are scored against; empty if there is none."""
    statements: Statements
    gold: IntArray
    """Index of the event of each unit in the timeline, -1 if it belongs to none and is not judged."""


def _position(version: Version) -> tuple[int, ...]:
    """The place of an account in its own source."""
    if match := _BOOK_AND_VERSE.match(version.citation):
        return int(match[1] or 0), int(match[2]), int(match[3]), bool(match[4])
    return (version.order_in_source,)


def _minutes(time: str) -> float | None:
    return times.parse(time).start / 60 if time else None


def passages(name: str, path: str) -> Case:
    """The accounts of a corpus as given passages, without their events."""
    corpus = ingest.read(path)
    index = {event.id: i for i, event in enumerate(corpus.events)}
    units: list[Unit] = []
    gold: list[int] = []
    for number, source in enumerate(corpus.sources):
        accounts = sorted((v for v in corpus.versions if v.source == source.id and v.usable), key=_position)
        at = 0
        for row, version in enumerate(accounts):
            text, time = version.text, _minutes(version.time)
            units.append(Unit(number, number, at, at + len(text), row, text, time))
            gold.append(index[version.event])
            at += len(text) + 2
    return _case(name, corpus, units, gold, given=True)


def _case(name: str, corpus: Corpus, units: Sequence[Unit], gold: Sequence[int], *, given: bool) -> Case:
    documents = [Document(i, source.id) for i, source in enumerate(corpus.sources)]
    names = tuple(source.id for source in corpus.sources)
    statements = Statements(names, tuple(documents), tuple(units), corpus.language, given=given)
    return Case(name, tuple(event.id for event in corpus.events), gold_text(corpus), statements, np.array(gold))


def raw(name: str, path: str, *, paragraphs: bool = True) -> Case:
    """The accounts of each source joined to one document, cut into sentences; headings and events are left out."""
    corpus = ingest.read(path)
    index = {event.id: i for i, event in enumerate(corpus.events)}
    tongue = language(corpus.language)
    units: list[Unit] = []
    gold: list[int] = []
    for number, source in enumerate(corpus.sources):
        at = paragraph = 0
        for version in sorted((v for v in corpus.versions if v.source == source.id and v.usable), key=_position):
            for block in version.text.split("\n\n"):
                for sentence in tongue.sentences(" ".join(block.split())):
                    time = _minutes(version.time)
                    units.append(Unit(number, number, at, at + len(sentence), paragraph, sentence, time))
                    gold.append(index[version.event])
                    at += len(sentence) + 1
                paragraph += paragraphs
    return _case(name, corpus, units, gold, given=False)


def verses(name: str, path: str) -> Case:
    """The verses of the gospels, without passages; a verse that two accounts share counts for the first."""
    corpus = ingest.read(path)
    index = {event.id: i for i, event in enumerate(corpus.events)}
    table = _verse_table(path)
    units: list[Unit] = []
    gold: list[int] = []
    for number, source in enumerate(corpus.sources):
        title, week = TITLES[source.id], PASSION_WEEK[source.id]
        event: dict[tuple[int, int], int] = {}
        for version in corpus.versions:
            if version.source == source.id:
                for span in VerseReference.parse(version.citation.removeprefix(title)).spans:
                    covered = [k for k in table if k[0] == title and span.first <= k[1:] <= span.last]
                    for _, chapter, verse in covered:
                        event.setdefault((chapter, verse), index[version.event])
        at = 0
        for key in sorted(k for k in table if k[0] == title and week.first <= k[1:] <= week.last):
            text = " ".join(table[key].split())
            if text and text != OMITTED:
                units.append(Unit(number, number, at, at + len(text), 0, text))
                gold.append(event.get(key[1:], -1))
                at += len(text) + 1
    return _case(name, corpus, units, gold, given=False)


def statements(name: str, folder: Path) -> Case:
    """Raw documents of witnesses with `truth.tsv`, the event of each sentence, and `timeline.txt`, their order."""
    problems = Problems()
    truth = tables.read(folder / "truth.tsv", Columns(("file", "sentence", "event", "text")), problems)
    order = [line.split("\t")[0] for line in (folder / "timeline.txt").read_text(encoding="utf-8").splitlines()]
    paths = [folder / name for name in dict.fromkeys(truth.columns["file"])]
    read = documents.read(paths, {}, problems)
    problems.settle()
    found = drafting.split(read, "en")
    spans = {document.path.name: Spans(document.text) for document in read}
    events = [(file, *spans[file].find(text), event) for _, file, event, text in truth.rows("file", "event", "text")]
    gold = []
    for unit in found.units:
        name_of_file = found.documents[unit.document].name
        own = [(min(unit.end, b) - max(unit.start, a), e) for file, a, b, e in events if file == name_of_file]
        event = max(own)[1]
        gold.append(order.index(event) if event in order else -1)
    return Case(name, tuple(order), "", found, np.array(gold))


class Spans:
    """Finds sentences in a text one after another, whatever its white space."""

    def __init__(self, text: str) -> None:
        self._places = [i for i, character in enumerate(text) if not character.isspace()]
        self._text = "".join(text[i] for i in self._places)
        self._at = 0

    def find(self, sentence: str) -> tuple[int, int]:
        """Return start and end of the next occurrence of a sentence."""
        bare = "".join(sentence.split())
        start = self._text.index(bare, self._at)
        self._at = start + len(bare)
        return self._places[start], self._places[self._at - 1] + 1


def _verse_table(path: str) -> dict[tuple[str, int, int], str]:
    if path != "gospels":
        return dict(xml_folder.read_verses(Path(path))[1].verses)
    return dict(built_in._verses(built_in.DEFAULT)[0].verses)
