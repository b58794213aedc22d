"""A narrative as a value: its passages with who said them, its sentences traced, a quoted sentence found again.

No store in here: `taeg.graph.passages` reads narratives out of the graph, `taeg.consolidate.in_memory` makes them
without one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from taeg.model.arrange import spoken
from taeg.model.corpus import Event, Source, Version
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


class Quotable:
    """Where the versions stand in the running texts of their sources, so that a quoted sentence can be traced."""

    def __init__(self, sources: Sequence[Source], spans: Sequence[list[tuple[int, int, Version]]]) -> None:
        self._sources = sources
        self._spans = spans

    @classmethod
    def of(cls, sources: Sequence[Source], versions: Sequence[Version]) -> "Quotable":
        """Look every version that may be used up in its source's text."""
        sources = spoken(sources, versions)
        place = {source.id: i for i, source in enumerate(sources)}
        spans: list[list[tuple[int, int, Version]]] = [[] for _ in sources]
        at = [0] * len(sources)
        for version in (v for v in versions if v.usable):
            i = place[version.source]
            text = sources[i].text
            start = text.find(version.text, at[i])
            start = text.find(version.text) if start < 0 else start
            if start >= 0:
                at[i] = start + len(version.text)
                spans[i].append((start, at[i], version))
        for found in spans:
            found.sort(key=lambda span: span[:2])
        return cls(sources, spans)

    def passage(self, events: Mapping[str, Event], source: int, start: int, stop: int) -> Passage:
        """The sentence from `start` to `stop` of a source."""
        teller = self._sources[source]
        text = teller.text[start:stop]
        spans = self._spans[source]
        begun = bisect_right(spans, start, key=lambda span: span[0])
        # the nearest that is not over yet: versions may overlap, and stand inside one another
        v = next((spans[i][2] for i in range(begun - 1, -1, -1) if spans[i][1] >= stop), None)
        if v is None:
            return Passage("", "", "", teller.id, "", text, teller.title, teller.date)
        event, when = events[v.event], v.time or teller.date
        # what the editor wants told has no say in which sentences are quoted
        edits = tuple(mark for mark in event.edits if not mark.startswith(CHOSEN))
        return Passage(v.event, event.title, v.id, v.source, v.citation, text, teller.title, when, edits)
