"""A telling's passages as sentences in place, for the formats in which running text carries marks.

Not for splitting: the sentences are those of the telling, looked up in the passage they come from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from taeg.export.book import Book, Telling


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


def follows_timeline(book: Book, telling: Telling) -> bool:
    """Whether a run tells events one after the other; one that quotes sentences goes where it likes."""
    places = {happening.id: place for place, happening in enumerate(book.happenings)}
    told = [places.get(passage.event, -1) for passage in telling.passages]
    return all(a < b for a, b in zip([-1, *told], told, strict=False))


def quotes(book: Book) -> bool:
    """Whether the run quotes sentences of its own choice: its passages are not whole versions in timeline order."""
    whole = {(h.id, account.id, account.text) for h in book.happenings for account in h.accounts}
    passages = book.main.passages
    return not follows_timeline(book, book.main) or any(
        p.version and (p.event, p.version, p.text) not in whole for p in passages
    )


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
