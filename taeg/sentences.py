"""Sentences of sources with where they stand, split only when somebody asks for them."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from taeg.language import language
from taeg.material import PARAGRAPH
from taeg.strategies import Sentence

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
