"""A narrative: the passages of a run with their sources, in sections, and as text.

`taeg.graph.runs` reads passages from a graph, `taeg.consolidate.algorithm` makes them in memory. A section has the
running text of an event and, after it, notes: what other accounts add.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby

from taeg.base.errors import DamageError
from taeg.consolidate.spans import BASE, CONTESTED, INLINE, NOTE, NOTES, QUOTE, TITLE, Spans
from taeg.consolidate.voices import MARKED, PLAIN, QUOTED, addition, opposition, person, quotation, voice_of
from taeg.model.arrange import PARAGRAPH, spoken
from taeg.model.corpus import Corpus, Profile, Source
from taeg.model.corrections import CHOSEN
from taeg.text import markup
from taeg.text.language import UNKNOWN, language

ADJACENT = 2
"""Characters between two sentences that follow one another."""
END = 8
"""Characters by which the end of a sentence is recognised."""
_OF_EVENT = (BASE, INLINE, *NOTES)
_UNFINISHED = re.compile("[0-9A-Za-z\u00c0-\u024f,;:\u2013\u2014-][\"'\u201d\u2019\u00bb)]*\\s*\\Z")
"""The end of a text in which a sentence is not complete."""
_REMARKS = {INLINE: ("inserted",), NOTE: ("note",), CONTESTED: ("contested",)}


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
    role: str = BASE
    """One of `ROLES`."""
    start: int = 0
    """Position of the text in the version, in the running text of the source, or in the title."""

    @property
    def attribution(self) -> str:
        """The source as readers cite it: `Mark 14:3-9`, or `Statement of A. Reyes, page 2`."""
        return attribution(self.source_title or self.source, self.reference) or "no account"

    @property
    def speaker(self) -> str:
        """The source as it is named before its words: `A. Reyes` for the `Statement of A. Reyes`."""
        return person(self.source_title) or self.source

    @property
    def citation(self) -> str:
        """Event, source and the editor's changes: `1 Anointing at Bethany: Mark 14:3-9`."""
        name = self.title if self.title in ("", self.event) else f"{self.event} {self.title}"
        cited = f"{name or self.event}: {self.attribution}" if self.event else self.attribution
        remarks = "; ".join((*_REMARKS.get(self.role, ()), *self.edits))
        return f"{cited} ({remarks})" if remarks else cited


@dataclass(frozen=True, slots=True)
class TracedSentence(Passage):
    """A sentence of a narrative with the provenance of its passage."""

    passage: int = field(kw_only=True)
    """Index of the passage in the narrative."""


def trace_sentences(passages: Sequence[Passage], code: str) -> tuple[TracedSentence, ...]:
    """Split passages into sentences, each with the provenance of its passage."""
    split = language(code).sentences
    found = []
    for index, passage in enumerate(passages):
        given = {f.name: getattr(passage, f.name) for f in fields(Passage)}
        at = 0
        for text in split(passage.text):
            at = passage.text.index(text, at)
            found.append(TracedSentence(**given | {"text": text, "start": passage.start + at}, passage=index))
            at += len(text)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive passages about one event, or a single passage outside the timeline."""

    running: tuple[Passage, ...]
    """The selected version, with sentences of other versions in it, or any other passage."""
    notes: tuple[Passage, ...] = ()
    """What other versions add."""

    @property
    def turns(self) -> list[list[Passage]]:
        """The running text, divided where the source changes."""
        return _by_source(self.running)

    @property
    def noted(self) -> list[list[Passage]]:
        """The notes, divided where the source changes."""
        return _by_source(self.notes)


def _by_source(passages: Iterable[Passage]) -> list[list[Passage]]:
    def kind(passage: Passage) -> tuple[str, str, bool]:
        return passage.source, passage.version, passage.role == CONTESTED

    return [list(group) for _, group in groupby(passages, key=kind)]


def sections(passages: Iterable[Passage]) -> Iterator[Section]:
    """Divide a narrative into sections: consecutive passages about one event, and every other passage by itself."""
    numbered = enumerate(passages)
    for _, group in groupby(numbered, key=lambda item: item[1].event if item[1].role in _OF_EVENT else item[0]):
        found = [passage for _, passage in group]
        running, notes = ([p for p in found if (p.role in NOTES) is noted] for noted in (False, True))
        yield Section(tuple(running), tuple(notes))


def linked(passages: Iterable[Passage]) -> Iterator[tuple[str, Passage]]:
    """Each passage after what separates it from the one before: a blank, in notes an ellipsis for text left out."""
    before = None
    for passage in passages:
        link = ""
        if before is not None:
            apart = before.version == passage.version and passage.role in NOTES
            link = " …" if apart and passage.start > before.start + len(before.text) + ADJACENT else ""
            link += "" if (link or before.text)[-1:].isspace() or passage.text[:1].isspace() else " "
        yield link, passage
        before = passage


def introduction(note: Passage, code: str) -> str:
    """Introduce a note: `Reyes also says:`, or `According to Reyes:` for the other side of a settled fact."""
    return (opposition if note.role == CONTESTED else addition)(note.speaker, code)


def ending(passage: Passage) -> str:
    """The ellipsis after a note that ends within a sentence."""
    return " …" if passage.role in NOTES and _UNFINISHED.search(passage.text[-END:]) else ""


def joined(passages: Iterable[Passage]) -> str:
    """Join the texts of passages; parts of one version that are not adjacent are separated by an ellipsis."""
    found = list(linked(passages))
    return "".join(f"{link}{passage.text}" for link, passage in found) + (ending(found[-1][1]) if found else "")


def pieces(
    passages: Iterable[Passage], profile: Profile, *, cite: bool = False, voice: str = PLAIN, code: str = UNKNOWN
) -> Iterator[str]:
    """Iterate over the texts of a narrative and the separators between them.

    With `cite` the passages of each source are preceded by their citation; else `voice` decides how sources are named.
    """
    between = ""
    if cite:
        for section in sections(passages):
            for group in (*section.turns, *section.noted):
                yield f"{between}[{group[0].citation}]\n{joined(group)}"
                between = PARAGRAPH
        return
    speaker = ""
    for section in sections(passages):
        yield between
        yield _written(section, voice, code, speaker)
        speaker = "" if section.notes else section.running[-1].source if section.running else speaker
        for note in section.noted:
            yield f"{PARAGRAPH}{introduction(note[0], code)} {quotation(joined(note), code)}"
        between = PARAGRAPH if section.notes else profile.separator


def _written(section: Section, voice: str, code: str, speaker: str) -> str:
    """The running text of a section; `speaker` is the source of what precedes it."""
    if voice == QUOTED:
        lines = []
        for turn in section.turns:
            lead = f"{turn[0].speaker}: " if turn[0].source not in ("", speaker) else ""
            lines.append(lead + quotation(joined(turn), code) if turn[0].source else joined(turn))
            speaker = turn[0].source
        return "\n".join(lines)
    marked = voice == MARKED
    return joined(
        replace(passage, text=f"{passage.text} [{passage.attribution}]")
        if marked and passage.role == INLINE
        else passage
        for passage in section.running
    )


@dataclass(frozen=True, slots=True, repr=False)
class Narrative:
    """The passages of a run in narrative order. A notebook shows it as HTML."""

    corpus: str
    run: str
    profile: Profile
    passages: tuple[Passage, ...]
    language: str = "und"

    @property
    def voice(self) -> str:
        """How sources are named: `quoted` where most accounts speak in the first person, else `marked`."""
        return voice_of((passage.text for passage in self.passages if passage.role == BASE), self.language)

    @property
    def text(self) -> str:
        """The text without citations, in the voice of the accounts."""
        return self.spoken(self.voice)

    def spoken(self, voice: str) -> str:
        """The text without citations in a given voice."""
        return "".join(pieces(self.passages, self.profile, voice=voice, code=self.language))

    @property
    def running(self) -> str:
        """The words of the accounts alone, without notes: what is compared with a reference."""
        return "".join(pieces((p for p in self.passages if p.role not in NOTES), self.profile))

    @property
    def sentences(self) -> tuple[TracedSentence, ...]:
        """Every sentence with its provenance."""
        return trace_sentences(self.passages, self.language)

    @property
    def cited(self) -> str:
        """The text with a citation above each passage."""
        return "".join(pieces(self.passages, self.profile, cite=True))

    def __repr__(self) -> str:
        return f"Narrative(corpus={self.corpus!r}, run={self.run!r}, {len(self.passages)} passages)"

    def _repr_html_(self) -> str:
        """The passages with their citations, for notebooks."""
        shown = [
            markup.element("div", markup.small(passage.citation), markup.text(passage.text, self.language))
            for passage in self.passages[: markup.SHOWN]
        ]
        if left := len(self.passages) - len(shown):
            shown.append(markup.small(f"… {left} more passages; the whole text: print(narrative.text)"))
        heading = markup.element("strong", f"{self.corpus}, run {self.run}")
        return markup.element("div", heading, *shown)


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
            text, time = cut(v.text, start, end, f"version {v.id!r}"), v.time or s.date
            found.append(Passage(e.id, e.title, v.id, s.id, v.citation, text, s.title, time, edits, role, start))
        elif source >= 0:
            found.append(source_passage(sources[source], start, end))
        else:
            e = corpus.events[event]
            found.append(title_passage(e.id, e.title, start, end))
    return found


def cut(text: str, start: int, end: int, owner: str) -> str:
    """Return the part of a text that a span covers; raise DamageError for a span outside it."""
    if not 0 <= start <= end <= len(text):
        raise DamageError(
            f"a span covers the characters {start} to {end} of {owner}, which has {len(text)}: the graph is damaged or "
            "was changed by hand; consolidate again, and check the corpus with: taeg doctor --deep"
        )
    return text[start:end]


def event_edits(edits: Sequence[str], role: str) -> tuple[str, ...]:
    """The editor's changes that apply to a span: the editor's choice of a version does not affect quotes."""
    return tuple(edit for edit in edits if role in _OF_EVENT or not edit.startswith(CHOSEN))


def source_passage(source: Source, start: int, end: int) -> Passage:
    """A passage from a source's running text that no version contains."""
    text = cut(source.text, start, end, f"source {source.id!r}")
    return Passage("", "", "", source.id, "", text, source.title, source.date, role=QUOTE, start=start)


def title_passage(event: str, title: str, start: int, end: int) -> Passage:
    """An event's title as a sentence."""
    text = cut(f"{title}.", start, end, f"the title of event {event!r}")
    return Passage(event, title, "", "", "", text, role=TITLE, start=start)
