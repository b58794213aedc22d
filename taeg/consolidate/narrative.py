"""A narrative as a value: its passages with their sources, and its sentences with their provenance.

`taeg.graph.runs` reads narratives from a graph, `taeg.consolidate.algorithm` makes them in memory.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from taeg.consolidate.spans import BASE, Spans
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus, Source
from taeg.model.corrections import CHOSEN
from taeg.model.profile import Profile
from taeg.text.language import language


def attribution(source_title: str, citation: str) -> str:
    """Format the attribution of a passage, for instance `Statement of A. Reyes, page 2`.

    The title is omitted if the citation starts with it, as in `Mark 14:3` or `1 Kings 3:4`.
    """
    named = source_title and re.match(rf"(?:[0-9]+\s+)?{re.escape(source_title)}(?!\w)", citation)
    return citation if named else ", ".join(part for part in (source_title, citation) if part)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a narrative with its source.

    `version` is empty for a title and for a quote outside any version; `event` is empty for such a quote.
    """

    event: str
    title: str
    version: str
    source: str
    reference: str
    text: str
    source_title: str = ""
    time: str = ""
    """The time of the version or the date of its source, if known."""
    edits: tuple[str, ...] = ()
    """Descriptions of the editor's changes to the event."""

    @property
    def attribution(self) -> str:
        """The source as readers cite it: `Mark 14:3-9`, or `Statement of A. Reyes, page 2`."""
        return attribution(self.source_title or self.source, self.reference) or "told by nobody"

    @property
    def citation(self) -> str:
        """Event, source and the editor's changes: `1 Anointing at Bethany: Mark 14:3-9`."""
        name = self.title if self.title in ("", self.event) else f"{self.event} {self.title}"
        cited = f"{name or self.event}: {self.attribution}" if self.event else self.attribution
        return f"{cited} ({'; '.join(self.edits)})" if self.edits else cited


@dataclass(frozen=True, slots=True)
class TracedSentence:
    """A sentence of a narrative with its provenance; `passage` is the index of its passage."""

    text: str
    passage: int
    event: str
    title: str
    version: str
    source: str
    source_title: str
    reference: str
    time: str
    edits: tuple[str, ...]


def trace_sentences(passages: Sequence[Passage], code: str) -> tuple[TracedSentence, ...]:
    """Split passages into sentences, each with the provenance of its passage."""
    split = language(code).sentences
    return tuple(
        TracedSentence(words, i, p.event, p.title, p.version, p.source, p.source_title, p.reference, p.time, p.edits)
        for i, p in enumerate(passages)
        for words in split(p.text)
    )


def pieces(passages: Iterable[Passage], profile: Profile, *, cite: bool = False) -> Iterator[str]:
    """Iterate over the texts of passages and the separators between them.

    With `cite` each passage is preceded by its citation.
    """
    between = ""
    for passage in passages:
        if between:
            yield between
        yield f"[{passage.citation}]\n{passage.text}" if cite else passage.text
        between = "\n\n" if cite else profile.separator


@dataclass(frozen=True, slots=True)
class Narrative:
    """The passages of a run in narrative order."""

    corpus: str
    run: str
    profile: Profile
    passages: tuple[Passage, ...]
    language: str = "und"

    @property
    def text(self) -> str:
        """The text without citations."""
        return "".join(pieces(self.passages, self.profile))

    @property
    def sentences(self) -> tuple[TracedSentence, ...]:
        """Every sentence with its provenance."""
        return trace_sentences(self.passages, self.language)

    @property
    def cited(self) -> str:
        """The text with a citation above each passage."""
        return "".join(pieces(self.passages, self.profile, cite=True))


def passages(corpus: Corpus, spans: Spans) -> list[Passage]:
    """Return the passages that spans of a corpus select."""
    in_source = (spans.version < 0) & (spans.source >= 0)
    sources = spoken(corpus.sources, corpus.versions) if in_source.any() else corpus.sources
    source_of = {source.id: source for source in sources}
    event_of = {event.id: event for event in corpus.events}
    found = []
    for event, version, source, start, end, role, _ in spans.rows():
        if version >= 0:
            v = corpus.versions[version]
            e, s = event_of[v.event], source_of[v.source]
            edits = event_edits(e.edits, role)
            text, time = v.text[start:end], v.time or s.date
            found.append(Passage(e.id, e.title, v.id, s.id, v.citation, text, s.title, time, edits))
        elif source >= 0:
            found.append(source_passage(sources[source], start, end))
        else:
            e = corpus.events[event]
            found.append(title_passage(e.id, e.title, start, end))
    return found


def event_edits(edits: Sequence[str], role: str) -> tuple[str, ...]:
    """The editor's changes that apply to a span: the editor's choice of a version does not affect quotes."""
    return tuple(edit for edit in edits if role == BASE or not edit.startswith(CHOSEN))


def source_passage(source: Source, start: int, end: int) -> Passage:
    """A passage from a source's running text that no version contains."""
    return Passage("", "", "", source.id, "", source.text[start:end], source.title, source.date)


def title_passage(event: str, title: str, start: int, end: int) -> Passage:
    """An event's title as a sentence."""
    return Passage(event, title, "", "", "", f"{title}."[start:end])
