"""What the synopsis page shows of a fused run besides its passages: roles, voice, marks, new words, and omissions.

Offsets count UTF-16 code units, as in `taeg.export.synopsis_data`. A row of `marks` begins with the index of a passage,
that of one of its sentences, and `HEARSAY` or `REPEATED`. A row of `omitted` is described in
`Comparison.omissions`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from taeg.consolidate.fusion.lexicon import lexicon
from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, INLINE, NOTES, ROLES
from taeg.consolidate.voices import addition, opposition, quotation, voice_of
from taeg.export.book import Book, NarratedRun
from taeg.export.collation import stem_of, word_spans
from taeg.export.synopsis_omitted import Comparison
from taeg.text.cues import cues
from taeg.text.language import language

FUSE = "fuse"
HEARSAY, REPEATED = 0, 1
_SLOT = "\ue000"
"""Stands for words that the page fills in."""


def is_fused(narrated: NarratedRun) -> bool:
    """Whether a run has sentences of other versions beside the selected ones, or was made to have them."""
    return narrated.run.strategy == FUSE or any(passage.role in (INLINE, *NOTES) for passage in narrated.passages)


def pack_fused(
    book: Book, narrated: NarratedRun, versions: Mapping[str, int], sources: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return what the page needs for a fused run, or None for any other."""
    if not is_fused(narrated):
        return None
    code = book.language
    comparison = Comparison(book, narrated, versions, sources)
    packed = {
        "roles": "".join(str(ROLES.index(passage.role)) for passage in narrated.passages),
        "voice": voice_of((p.text for p in narrated.passages if p.role == BASE), code),
        "quotes": quotation(_SLOT, code).split(_SLOT),
        "addition": addition(_SLOT, code).split(_SLOT),
        "opposition": opposition(_SLOT, code).split(_SLOT),
        "marks": [*_hearsay(narrated), *([p, s, REPEATED, *place] for p, s, place in comparison.repeats())],
        "new": _new_words(narrated.passages, code),
        **comparison.omissions(),
    }
    return _in_utf16(packed, book)


def _hearsay(narrated: NarratedRun) -> Iterator[list[Any]]:
    """Passage, sentence, `HEARSAY`, and the words that show it."""
    reader = cues(narrated.language)
    for index, sentences in enumerate(narrated.split):
        for number, sentence in enumerate(sentences):
            if found := reader.read(sentence.text).hearsay:
                start, end = found[0]
                yield [index, number, HEARSAY, sentence.text[start:end]]


def _new_words(passages: Sequence[Passage], code: str) -> dict[int, list[int]]:
    """By note, the start and end of each stretch of words that the event has neither above the note nor before it."""
    rules, function_words = language(code), lexicon(code).function_words
    known: dict[str, set[str]] = {}
    for passage in passages:
        if passage.role in (BASE, INLINE):
            known.setdefault(passage.event, set()).update(
                stem_of(passage.text[start:end], rules) for start, end in word_spans(passage.text)
            )
    found = {}
    for index, passage in enumerate(passages):
        if passage.role in NOTES:
            seen = known.setdefault(passage.event, set())
            words = [
                (start, end, stem_of(passage.text[start:end], rules), passage.text[start:end].casefold())
                for start, end in word_spans(passage.text)
            ]
            stretches = _stretches(
                (start, end, None if word in function_words else stem not in seen) for start, end, stem, word in words
            )
            found[index] = [utf16_length(passage.text[:at]) for stretch in stretches for at in stretch]
            seen.update(stem for _, _, stem, _ in words)
    return found


def _stretches(words: Iterable[tuple[int, int, bool | None]]) -> list[tuple[int, int]]:
    """Join new words that only function words separate; `None` marks a function word."""
    found: list[tuple[int, int]] = []
    adjacent = False
    for start, end, is_new in words:
        if is_new:
            found.append((found.pop()[0] if adjacent else start, end))
        adjacent = bool(is_new) or (adjacent and is_new is None)
    return found


def _in_utf16(packed: dict[str, Any], book: Book) -> dict[str, Any]:
    """Convert the places (version, start, end) in rows of omissions and in marks of repetition."""
    places = [(row, at) for row in packed["omitted"] for at in (0, 4) if len(row) > at]
    places += [(row, 3) for row in packed["marks"] if row[2] == REPEATED]
    for row, at in places:
        text = book.versions[row[at]].text
        row[at + 1 : at + 3] = (utf16_length(text[:offset]) for offset in row[at + 1 : at + 3])
    return packed


def utf16_length(text: str) -> int:
    """Return the length of a text as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2
