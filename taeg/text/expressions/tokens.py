"""Tokens of a text with their positions, and tables of phrases that are looked up in them.

Words are case-folded and in NFC. Hyphens between words are dropped, so 'half-past' equals 'half past'.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")

WORD, FIGURE, MARK = "word", "figure", "mark"
BREAK = "\n"
"""The mark that stands for an empty line."""
_LETTER = "[^\\W\\d_][\u0300-\u036f]*"
_TOKEN = re.compile(
    r"(?P<figure>[0-9]+(?:[.,:][0-9]+)*)"
    rf"|(?P<word>(?:{_LETTER})+(?:['\u2019](?:{_LETTER})+)*)"
    r"|(?P<mark>\n[^\S\n]*\n\s*|[^\w\s]|[\d_])"
)
_HYPHENS = "-\u2010\u2011"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a figure such as `1,200` or `23:41`, or a punctuation mark."""

    word: str
    kind: str
    start: int
    end: int
    gap: str
    """What separates it from the token before: `` (nothing), `-`, or a space."""
    capital: bool


def tokenize(text: str) -> list[Token]:
    """Split a text into tokens."""
    tokens: list[Token] = []
    end = 0
    hyphen: Token | None = None
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or MARK
        raw = match[0]
        adjacent = match.start() == end
        if kind == MARK:
            word = BREAK if raw.isspace() else raw
        else:
            word = raw if kind == FIGURE else unicodedata.normalize("NFC", raw.replace("\u2019", "'")).casefold()
        gap = "" if adjacent else " "
        if hyphen is not None:
            if adjacent and kind != MARK:
                tokens.pop()
                gap = "-"
            hyphen = None
        token = Token(word, kind, match.start(), match.end(), gap, raw[0].isupper())
        if word in _HYPHENS and adjacent and tokens and tokens[-1].kind != MARK:
            hyphen = token
        tokens.append(token)
        end = match.end()
    return tokens


class Phrases(Generic[V]):
    """A table from phrases to values, looked up at a place in the tokens; the longest phrase wins."""

    def __init__(self, table: Mapping[str, V]) -> None:
        self._first: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        self._last: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        for phrase, value in table.items():
            words = tuple(token.word for token in tokenize(phrase))
            self._first.setdefault(words[0], []).append((words, value))
            self._last.setdefault(words[-1], []).append((words, value))
        for entries in (*self._first.values(), *self._last.values()):
            entries.sort(key=lambda entry: -len(entry[0]))

    def first_words(self) -> list[str]:
        """Return the words with which a phrase begins."""
        return list(self._first)

    def at(self, tokens: Sequence[Token], at: int) -> tuple[int, V] | None:
        """Return the index after the phrase that begins at a token, and its value."""
        if at < 0 or at >= len(tokens):
            return None
        for words, value in self._first.get(tokens[at].word, ()):
            if _equal(words, tokens, at):
                return at + len(words), value
        return None

    def before(self, tokens: Sequence[Token], end: int) -> tuple[int, V] | None:
        """Return the index of the first token of the phrase that ends before a token, and its value."""
        if end <= 0:
            return None
        for words, value in self._last.get(tokens[end - 1].word, ()):
            if end >= len(words) and _equal(words, tokens, end - len(words)):
                return end - len(words), value
        return None


def _equal(words: tuple[str, ...], tokens: Sequence[Token], at: int) -> bool:
    return at + len(words) <= len(tokens) and all(
        token.word == word for word, token in zip(words, tokens[at : at + len(words)], strict=True)
    )
