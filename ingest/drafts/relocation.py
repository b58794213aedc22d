"""Decisions and passages after a change of a document: where their text stands in its new text."""

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

from ingest.drafts import folder as files
from ingest.drafts.folder import DecisionRow, PassageRow, State
from ingest.drafts.raw import RawDocument, text_name

_TOKEN = re.compile(r"\w+|[^\w\s]")
CHANGED = "its text has changed or is no longer in the document"
QUOTED = 6
"""Words that are quoted of a passage."""
Range = tuple[str, int, int]
"""File, start and end."""


@dataclass(frozen=True)
class Relocated:
    """Rows as they fit the new documents."""

    decisions: tuple[DecisionRow, ...]
    passages: tuple[PassageRow, ...]
    lost: tuple[str, ...]
    """Decisions whose text is gone."""


def relocate(
    folder: Path,
    state: State,
    documents: Sequence[RawDocument],
    decisions: Sequence[DecisionRow],
    passages: Sequence[PassageRow],
    rename: Callable[[str], str] = str,
) -> Relocated:
    """Move rows of the earlier draft to the places that their texts have in the documents.

    `rename` replaces names in what is said of decisions whose text is gone.
    """
    moves = _moves(folder, state, documents)
    if not moves:
        return Relocated(tuple(decisions), tuple(passages), ())
    kept, lost = [], []
    for row in decisions:
        one = _moved((row.file, row.start, row.end), moves)
        other = _moved((row.other_file, row.other_start, row.other_end), moves) if row.other_file else ("", 0, 0)
        if one is None or other is None:
            lost.append(rename(described(row, CHANGED, partial(_earlier, folder, state))))
            continue
        file, start, end = one
        other_file, other_start, other_end = other
        moved = replace(row, file=file, start=start, end=end)
        kept.append(replace(moved, other_file=other_file, other_start=other_start, other_end=other_end))
    found = []
    for passage in passages:
        if place := _moved((passage.file, passage.start, passage.end), moves):
            found.append(replace(passage, file=place[0], start=place[1], end=place[2]))
    return Relocated(tuple(kept), tuple(found), tuple(lost))


def described(row: DecisionRow, why: str, text_of: Callable[[str], str]) -> str:
    """Describe a decision and what became of it in one line; `text_of` returns the text of a file, '' if unknown."""
    places = [(row.file, row.start, row.end), (row.other_file, row.other_start, row.other_end)]
    named = " and ".join(_quoted(*place, text_of(place[0])) for place in places if place[0])
    return f"{row.kind}: {named}: {why}"


def _quoted(file: str, start: int, end: int, text: str) -> str:
    """Name a file and the first words of a range of its text."""
    words = text[start : end if end > start else None].split(maxsplit=QUOTED)
    more = " ..." if len(words) > QUOTED else ""
    return f'{file} "{" ".join(words[:QUOTED])}{more}"' if words else file


Move = Callable[[int, int], Range | None]


def _moves(folder: Path, state: State, documents: Sequence[RawDocument]) -> Mapping[str, Move]:
    """Return for each earlier text that has changed how its ranges move."""
    new_of = {name: document for document in documents for name in (text_name(document), _other_name(document))}
    moves: dict[str, Move] = {}
    for known in state.documents:
        file = known["file"]
        document = new_of.get(file)
        if document is None:
            continue
        name, same = text_name(document), known["sha256"] == files.digest(document.text)
        if same and name == file:
            continue
        old = document.text if same else _drafted(folder, file, known["sha256"])
        moves[file] = _nowhere if old is None else Moves(name, old, document.text)
    return moves


def _earlier(folder: Path, state: State, file: str) -> str:
    """The text of a file of the earlier draft; empty if it is not there any more."""
    known = (document["sha256"] for document in state.documents if document["file"] == file)
    return next((_drafted(folder, file, sha256) or "" for sha256 in known), "")


def _other_name(document: RawDocument) -> str:
    """The name of its text if the file were plain text, or were not."""
    return text_name(replace(document, own_text=not document.own_text))


def _drafted(folder: Path, file: str, sha256: str) -> str | None:
    """The text as it was last drafted."""
    kept = Path(files.DRAFTED) / Path(file).name if file.startswith(f"{files.ORIGINALS}/") else Path(file)
    try:
        text = (folder / kept).read_bytes().decode()
    except (OSError, ValueError):
        return None
    return text if files.digest(text) == sha256 else None


def _moved(place: Range, moves: Mapping[str, Move]) -> Range | None:
    file, start, end = place
    return moves[file](start, end) if file in moves else place


def _nowhere(_start: int, _end: int) -> None:
    return None


class Moves:
    """How the ranges of a text move when it becomes another, by their common words."""

    def __init__(self, file: str, old: str, new: str) -> None:
        self._file = file
        self._old = [match.span() for match in _TOKEN.finditer(old)]
        self._new = [match.span() for match in _TOKEN.finditer(new)]
        words, others = [old[a:b] for a, b in self._old], [new[a:b] for a, b in self._new]
        self._to: dict[int, int] = {}
        for a, b, size in SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks():
            self._to.update((a + i, b + i) for i in range(size))

    def __call__(self, start: int, end: int) -> Range | None:
        """Return the range if at least half of its words are still there; a point moves with the word after it."""
        first = bisect_left(self._old, (start, start))
        last = max(bisect_left(self._old, (end, end)), first + (start == end))
        inside = range(first, min(last, len(self._old)))
        there = [self._to[i] for i in inside if i in self._to]
        if not there or len(there) * 2 < len(inside):
            return None
        at = self._new[there[0]][0]
        return self._file, at, at if start == end else self._new[there[-1]][1]
