"""Where sentences, clauses and quotations of a text begin and end, as offsets into the text.

Every function returns offsets, so that a span is always a slice of its version. The rules are regular expressions
because NLTK's punkt is too slow for a million versions and is not installed everywhere.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from taeg.consolidate.fusion.lexicon import Lexicon
from taeg.text import scripts

Span = tuple[int, int]

_CLOSING = "\"'\u2019\u201d\u201c\u00bb\u00ab)\\]"  # German closes with what English opens
_OPENING = "\"'\u2018\u201c\u201e\u00ab(["
_END = re.compile(rf"[.!?\u2026][{_CLOSING}]*\s+|\n[^\S\n]*\n\s*")
_TERMINAL = re.compile(rf"[.!?\u2026:;\u3002\uff01\uff1f\u061f\u0964][{_CLOSING}\u300d\u300f]*$")
_MARK = re.compile('["\u201c\u201d\u201e\u00ab\u00bb]')
_QUOTED = re.compile('["\u201c\u201e\u00ab][^"\u201c\u201d\u201e\u00ab\u00bb]*(?:["\u201d\u201c\u00bb]|$)')
_INITIAL = re.compile(r"(?:^|[\s(])\w\.$")
_BREAK = re.compile(rf"[;:][{_CLOSING}]*\s+|--|\s?\u2014\s?|,[{_CLOSING}]*\s+")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def sentence_spans(text: str, lexicon: Lexicon) -> list[Span]:
    """Return the start and end of each sentence, without surrounding white space.

    A sentence ends after a terminator with its closing quotes if white space follows and then no lower-case letter, at
    the end of a paragraph, and after the terminators that need no space (see `taeg.text.scripts`).
    """
    cuts = [0]
    for match in _END.finditer(text):
        start, end = match.span()
        if text[start] != "\n" and "\n\n" not in text[start:end]:
            following = text[end : end + 4].lstrip(_OPENING)[:1]
            if following.islower() or (text[start] == "." and _abbreviated(text, start, lexicon)):
                continue
        cuts.append(end)
    cuts.append(len(text))
    found: list[Span] = []
    for start, end in pairwise(cuts):
        piece = text[start:end].strip()
        if piece:
            at = text.index(piece, start)
            found += _refined(text, at, at + len(piece)) if not text.isascii() else [(at, at + len(piece))]
    return found


def _abbreviated(text: str, period: int, lexicon: Lexicon) -> bool:
    before = text[max(0, period - 8) : period + 1]
    return bool(_INITIAL.search(before)) or before.split()[-1].rstrip(".").lstrip(_OPENING) in lexicon.abbreviations


def _refined(text: str, start: int, end: int) -> list[Span]:
    """Split again after terminators without a following space."""
    if not scripts.has_marks(text[start:end]):
        return [(start, end)]
    found = []
    for piece in scripts.refine(text[start:end]):
        at = text.index(piece, start)
        start = at + len(piece)
        found.append((at, start))
    return found


def is_complete(sentence: str) -> bool:
    """Whether a sentence begins with a capital, a digit or a letter without case, and ends with a terminator."""
    first = sentence.lstrip(_OPENING)[:1]
    return bool(first) and first.isalnum() and not first.islower() and bool(_TERMINAL.search(sentence))


def is_continued(sentence: str) -> bool:
    """Whether what ends a sentence announces the next one: a comma, a colon or a semicolon."""
    return sentence.rstrip().rstrip(_CLOSING).endswith((",", ":", ";"))


def clause_spans(sentence: str, lexicon: Lexicon) -> list[Span]:
    """Return the clauses of a sentence: cut after `;`, `:`, dashes, and commas before a conjunction."""
    cuts = [0]
    for match in _BREAK.finditer(sentence):
        comma = match.group().startswith(",")
        if match.end() < len(sentence) and not (comma and not lexicon.clause.match(sentence, match.end())):
            cuts.append(match.end())
    cuts.append(len(sentence))
    return list(pairwise(cuts))


def outside_quotes(sentence: str) -> str:
    """Return a sentence with each quotation replaced by a mark."""
    return _QUOTED.sub(' " ', sentence)


def has_quote(sentence: str) -> bool:
    """Whether a sentence contains a quotation mark."""
    return bool(_MARK.search(sentence))


def quote_marks(sentence: str) -> int:
    """Return the number of quotation marks."""
    return len(_MARK.findall(sentence))


def quote_states(text: str, sentences: Sequence[Span]) -> list[tuple[bool, bool]]:
    """Whether a quotation is open before and after each sentence.

    A text may begin inside a quotation: then its first mark closes one.
    """
    first = _MARK.search(text)
    is_open = bool(first) and _closes(text, first.start()) if first else False
    found = []
    for start, end in sentences:
        before = is_open
        for mark in _MARK.findall(text, start, end):
            is_open = (
                (not is_open) if mark == '"' else mark in "\u201c\u201e\u00ab" and not (is_open and mark == "\u201c")
            )
        found.append((before, is_open))
    return found


def _closes(text: str, at: int) -> bool:
    if text[at] in "\u201d\u00bb":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return text[at] == '"' and bool(before) and not before.isspace() and (not after or after.isspace())


def figures(text: str) -> list[str]:
    """Return the numbers written in figures."""
    return _NUMBER.findall(text)
