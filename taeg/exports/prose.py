"""A telling's passages as sentences in place, for the formats in which running text carries marks.

Not for splitting: the sentences are those of the telling, looked up in the passage they come from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from taeg.exports.book import Book, Telling


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence and what stands before it since the last; a passage is all of these and what comes after them."""

    before: str
    text: str


def placed(telling: Telling) -> list[tuple[Placed, ...]]:
    """For each passage of a telling its sentences, in place."""
    told: list[list[str]] = [[] for _ in telling.passages]
    for sentence in telling.sentences:
        told[sentence.passage].append(sentence.text)
    return [_placed(passage.text, found) for passage, found in zip(telling.passages, told, strict=True)]


def quotes(book: Book) -> bool:
    """Whether the run quotes sentences of its own choice: its passages are not whole versions in timeline order."""
    known = {happening.id: i for i, happening in enumerate(book.happenings)}
    whole = {(h.id, account.id, account.text) for h in book.happenings for account in h.accounts}
    places = [known.get(p.event, -1) for p in book.main.passages]
    in_order = all(a < b for a, b in zip([-1, *places], places, strict=False))
    return not in_order or any(p.version and (p.event, p.version, p.text) not in whole for p in book.main.passages)


def _placed(text: str, sentences: Sequence[str]) -> tuple[Placed, ...]:
    found, at = [], 0
    for words in sentences:
        start = text.find(words, at)
        if start < 0:
            # a name that ran over a sentence's end was replaced in the passage only
            return (Placed("", text),)
        found.append(Placed(text[at:start], words))
        at = start + len(words)
    return tuple(found) or (Placed("", text),)
