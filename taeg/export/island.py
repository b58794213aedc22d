"""A book as the data of a page: compact JSON in which every text stands once and no character can end the script.

Sources, events and versions are rows and are referred to by their places. A passage is the place of the version it
tells whole, `[version, start, end]` where it quotes a part (with its sentences and the editor's marks, where there is
more to say than that it is one sentence), or a record with all it says where it is neither. Places in texts are
counted as JavaScript counts them, in UTF-16 code units. Of runs by chance that differ in their seed alone one stands
for all, with the number of the others.
"""

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from math import isfinite
from typing import Any

from taeg.consolidate.narrative import Passage, Traced
from taeg.export.book import Account, Book, Happening, Telling
from taeg.export.collation import Stretch, shared

LATEST, EXCLUDED = 1, 2
"""Flags of a version."""
CHANCE, SEED = "random", "seed"
"""The strategy that draws lots, and the parameter that says which."""
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}

METRICS: Mapping[str, tuple[str, int, str]] = {
    "rouge1": ("ROUGE-1", 1, "Single words in common with the reference (F1)."),
    "rouge2": ("ROUGE-2", 1, "Pairs of neighbouring words in common with the reference (F1)."),
    "rougeL": ("ROUGE-L", 1, "Longest sequence of words in common with the reference (F1)."),
    "meteor": ("METEOR", 1, "Words in common with the reference, stems and synonyms included, in like order."),
    "bertscore": ("BERTScore", 1, "Closeness in meaning to the reference, by a language model (F1)."),
    "tau": ("τ", 1, "Whether things are told in the reference's order: 1 the same, near 0 shuffled."),
    "disorder": ("disorder", -1, "Share of sentences that would have to be moved to be in order; less is better."),
    "aligned": ("aligned", 1, "Share of sentences that could be found in the reference; the order is judged by these."),
    "accuracy": ("accuracy", 1, "Share of contested events for which the version nearest to the reference was chosen."),
    "likeness": ("likeness", 1, "Mean ROUGE-L of the chosen versions against the reference of their event."),
    "coverage": ("COV", 1, "Share of what the sources say, by weight of words, that the narrative keeps."),
    "redundancy": ("RED", -1, "Share of what is said again from another source; less is better."),
    "characters": ("characters", 0, "Length of the bare narrative; neither more nor less is better."),
}
"""What a score is called, whether more (1) or less (-1) is better, and what it says, in one sentence."""


def text(book: Book) -> str:
    """The data as JSON that may stand inside a script element."""
    packed = json.dumps(pack(book), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return packed.translate(_ESCAPED)


def tongue(book: Book) -> str:
    """The language of the texts, empty where nobody knows."""
    return "" if book.language == "und" else book.language


def pack(book: Book) -> dict[str, Any]:
    """The data, as plain values."""
    packing = _Packing(book)
    kept = _kept(book.tellings)
    runs = [packing.run(telling, others) for telling, others in kept]
    return {
        "corpus": book.corpus,
        "title": book.title,
        "licence": book.licence,
        "language": tongue(book),
        "profile": book.profile,
        "digest": book.digest,
        "timeline": book.timeline,
        "program": book.program,
        "notes": book.notes,
        "contradictions": book.contradictions,
        "corrections": book.corrections,
        "misfits": book.misfits,
        "sources": [[t.id, t.title, t.author, t.date] for t in book.tellers],
        "events": packing.events,
        "versions": packing.versions(),
        "runs": runs,
        "metrics": [[name, *METRICS.get(name, (name, 0, ""))] for name in _metrics([telling for telling, _ in kept])],
    }


def _kept(tellings: Sequence[Telling]) -> list[tuple[Telling, int]]:
    """The runs for the page, each with the number of those it stands for: the first of every draw, the main one too."""
    likes: dict[Hashable, list[Telling]] = {}
    for telling in tellings:
        rest = frozenset((name, str(value)) for name, value in telling.parameters.items() if name != SEED)
        likes.setdefault((CHANCE, rest) if telling.strategy == CHANCE else telling.id, []).append(telling)
    return [(like[0], len(like) - 1) for like in likes.values()]


def _metrics(tellings: Sequence[Telling]) -> list[str]:
    """The scores that any run carries, known ones first and in the order of a table."""
    found = dict.fromkeys(name for telling in tellings for name in telling.scores)
    return [name for name in METRICS if name in found] + [name for name in found if name not in METRICS]


class _Packing:
    """Places of everything, and the sentences of the versions that some run tells whole."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._accounts = [account for happening in book.happenings for account in happening.accounts]
        self._version = {account.id: i for i, account in enumerate(self._accounts)}
        self._event = {happening.id: i for i, happening in enumerate(book.happenings)}
        self._source = {teller.id: i for i, teller in enumerate(book.tellers)}
        self._cuts: dict[int, list[int]] = {}
        self._wide: dict[int, list[int]] = {}
        """Where in a version the characters stand that JavaScript counts twice, for those that were asked about."""

    @property
    def events(self) -> list[list[Any]]:
        """A row for each event; its versions follow one another, so that a number tells which they are."""
        return [
            [h.id, h.title, h.day, h.time, h.location, h.reference, h.choice, h.edits, len(h.accounts)]
            for h in self._book.happenings
        ]

    def versions(self) -> list[list[Any]]:
        """A row for each version."""
        rows: list[list[Any]] = []
        for happening in self._book.happenings:
            for account, stretches in zip(happening.accounts, _stretches(happening, self._book.language), strict=True):
                flags = LATEST * account.latest + EXCLUDED * account.excluded
                rows.append(
                    [
                        account.id,
                        self._source[account.source],
                        account.reference,
                        account.time,
                        account.text,
                        account.gaps,
                        flags,
                        account.told_of,
                        [n for s in stretches for n in (_units(s.text), s.shared)],
                        self._cuts.get(len(rows), []),
                    ]
                )
        return rows

    def run(self, telling: Telling, others: int) -> dict[str, Any]:
        """A run with its passages; scores that are no number are left out. `others` like it are not on the page."""
        sentences: dict[int, list[Traced]] = defaultdict(list)
        for sentence in telling.sentences:
            sentences[sentence.passage].append(sentence)
        return {
            "id": telling.id,
            "strategy": telling.strategy,
            "parameters": dict(telling.parameters),
            "signature": telling.signature,
            "created": telling.created,
            "others": others,
            "scores": {name: value for name, value in telling.scores.items() if isfinite(value)},
            "passages": [self._passage(p, sentences[i]) for i, p in enumerate(telling.passages)],
        }

    def _passage(self, passage: Passage, sentences: Sequence[Traced]) -> int | list[object] | dict[str, object]:
        cuts = _cuts(passage.text, [sentence.text for sentence in sentences])
        place = self._version.get(passage.version, -1)
        if place >= 0 and passage == self._whole(place) and self._cuts.setdefault(place, cuts) == cuts:
            return place
        begins = self._begins(place, passage) if place >= 0 else -1
        if begins >= 0:
            start = self._units_before(place, begins)
            end = start + _units(passage.text)
            plain = cuts == [0, end - start] and not passage.edits
            return [place, start, end] if plain else [place, start, end, cuts, passage.edits]
        return {
            "event": self._event.get(passage.event, -1),
            "title": passage.title,
            "version": passage.version,
            "source": self._source.get(passage.source, -1),
            "reference": passage.reference,
            "text": passage.text,
            "teller": passage.source_title,
            "time": passage.time,
            "edits": passage.edits,
            "sentences": cuts,
        }

    def _whole(self, place: int) -> Passage:
        account = self._accounts[place]
        happening = self._book.happenings[self._event[account.event]]
        return _told(account, happening.title, account.text, happening.edits)

    def _begins(self, place: int, quoted: Passage) -> int:
        """Where in a version a passage stands that quotes a part of it, or -1."""
        account = self._accounts[place]
        title = self._book.happenings[self._event[account.event]].title
        if not quoted.text or quoted != _told(account, title, quoted.text, quoted.edits):
            return -1
        return account.text.find(quoted.text)

    def _units_before(self, place: int, at: int) -> int:
        """How long JavaScript takes the beginning of a version to be, without counting through it for each passage."""
        if place not in self._wide:
            text = self._accounts[place].text
            self._wide[place] = [] if text.isascii() else [i for i, sign in enumerate(text) if sign > "\uffff"]
        return at + bisect_left(self._wide[place], at)


def _told(account: Account, title: str, words: str, edits: tuple[str, ...]) -> Passage:
    """An account as a passage that says nothing of its own."""
    return Passage(
        account.event,
        title,
        account.id,
        account.source,
        account.reference,
        words,
        account.source_title,
        account.time,
        edits,
    )


def _stretches(happening: Happening, language: str) -> list[tuple[Stretch, ...]]:
    """The stretches of an event's accounts; anew where they no longer make up the texts, as behind pseudonyms."""
    if all("".join(s.text for s in account.stretches) == account.text for account in happening.accounts):
        return [account.stretches for account in happening.accounts]
    return shared([account.text for account in happening.accounts], language)


def _cuts(words: str, sentences: Sequence[str]) -> list[int]:
    """Start and end of each sentence; where one is not found word for word the whole is taken for one."""
    cuts: list[int] = []
    at = units = 0
    for sentence in sentences:
        start = words.find(sentence, at)
        if start < 0 or not sentence:
            return [0, _units(words)]
        units += _units(words[at:start])
        at = start + len(sentence)
        cuts += [units, units + _units(sentence)]
        units = cuts[-1]
    return cuts


def _units(words: str) -> int:
    """How long JavaScript takes a text to be."""
    return len(words) + sum(sign > "\uffff" for sign in words)
