"""Sentences of sources with where they stand, split only when somebody asks for them."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from taeg.consolidate.strategies import Sentence
from taeg.model.arrange import PARAGRAPH
from taeg.model.corpus import Source, Version
from taeg.text.language import language

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that is made when it is first looked at."""

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._made: Sequence[T] | None = None

    @property
    def _values(self) -> Sequence[T]:
        if self._made is None:
            self._made = self._make()
        return self._made

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._values[index]

    def __len__(self) -> int:
        return len(self._values)


def quotable(found: Sequence[Sentence], sources: Sequence[Source], versions: Sequence[Version]) -> list[Sentence]:
    """The sentences without those that stand in versions the editor excluded, and in no other of their source."""
    excluded: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for version in versions:
        (excluded if version.excluded else others).setdefault(version.source, []).append(version.text)

    def said(sentence: Sentence, texts: dict[str, list[str]]) -> bool:
        return any(sentence.text in text for text in texts.get(sources[sentence.source].id, ()))

    return [s for s in found if not said(s, excluded) or said(s, others)]


def sentences(texts: Sequence[str], code: str) -> list[Sentence]:
    """All sentences of the texts, in order; none runs over the end of a paragraph, where another account may begin."""
    found = []
    for source, text in enumerate(texts):
        at = 0
        for paragraph in text.split(PARAGRAPH):
            for words in language(code).sentences(paragraph):
                at = text.index(words, at)
                found.append(Sentence(source, at, at + len(words), words))
                at += len(words)
    return found
