"""A narrative as a value: its passages with their sources, and its sentences with their provenance.

No store in here: `taeg.graph.passages` reads narratives out of the graph, `taeg.consolidate.in_memory` makes them
without one.
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


def told_by(who: str, reference: str) -> str:
    """Who says so and where; a reference that begins with the name (`Mark 14:3`, `1 Kings 3:4`) says both."""
    named = who and re.match(rf"(?:[0-9]+\s+)?{re.escape(who)}(?!\w)", reference)
    return reference if named else ", ".join(part for part in (who, reference) if part)


@dataclass(frozen=True, slots=True)
class Passage:
    """One event's share of a narrative, with who said it.

    `version` is empty where only a title could be given, `event` too where a sentence is quoted for itself.
    """

    event: str
    title: str
    version: str
    source: str
    reference: str
    text: str
    source_title: str = ""
    time: str = ""
    """When the account was given, where somebody says so."""
    edits: tuple[str, ...] = ()
    """What the editor did to the event, in words."""

    @property
    def teller(self) -> str:
        """Who says so, for a person: `Mark 14:3-9`, or `Statement of A. Reyes, page 2`."""
        return told_by(self.source_title or self.source, self.reference) or "told by nobody"

    @property
    def citation(self) -> str:
        """Event and who says so: `1 Anointing at Bethany: Mark 14:3-9`; and what the editor did."""
        name = self.title if self.title in ("", self.event) else f"{self.event} {self.title}"
        told = f"{name or self.event}: {self.teller}" if self.event else self.teller
        return f"{told} ({'; '.join(self.edits)})" if self.edits else told


@dataclass(frozen=True, slots=True)
class Traced:
    """One sentence of a narrative with who said it, where, and of what; `passage` counts from 0."""

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


def traced(passages: Sequence[Passage], code: str) -> tuple[Traced, ...]:
    """Every sentence of passages in a language, traced to who said it."""
    split = language(code).sentences
    return tuple(
        Traced(words, i, p.event, p.title, p.version, p.source, p.source_title, p.reference, p.time, p.edits)
        for i, p in enumerate(passages)
        for words in split(p.text)
    )


def pieces(passages: Iterable[Passage], profile: Profile, *, cite: bool = False) -> Iterator[str]:
    """The text of passages piece by piece, what stands between two of them included.

    With `cite` event and source stand above each.
    """
    between = ""
    for passage in passages:
        if between:
            yield between
        yield f"[{passage.citation}]\n{passage.text}" if cite else passage.text
        between = "\n\n" if cite else profile.separator


@dataclass(frozen=True, slots=True)
class Narrative:
    """The passages of a run in timeline order."""

    corpus: str
    run: str
    profile: Profile
    passages: tuple[Passage, ...]
    language: str = "und"

    @property
    def text(self) -> str:
        """The bare text."""
        return "".join(pieces(self.passages, self.profile))

    @property
    def sentences(self) -> tuple[Traced, ...]:
        """Every sentence, traced to who said it."""
        return traced(self.passages, self.language)

    @property
    def cited(self) -> str:
        """The text with event and source above each passage."""
        return "".join(pieces(self.passages, self.profile, cite=True))


def passages(corpus: Corpus, spans: Spans) -> list[Passage]:
    """The passages that spans of a corpus stand for."""
    sources = spoken(corpus.sources, corpus.versions)
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
