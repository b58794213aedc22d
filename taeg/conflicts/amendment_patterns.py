"""The phrases of explicit corrections, compiled for each language."""

import re
from collections.abc import Iterator
from functools import cache

from taeg.conflicts.wording import Span, Wording
from taeg.text.cues.phrases import compiled

_WORD = r"(?:[^\s,;()]|(?<=\d),(?=\d))+"
_VALUE = rf"{_WORD}(?:\s{_WORD}){{0,3}}?"
_LAST_VALUE = rf"{_WORD}(?:\s{_WORD}){{0,3}}"
_NEW, _OLD = "NEW", "OLD"
_NAMES = {_NEW: "new", _OLD: "old"}
_NOT_OLD = re.compile(rf"(?P<old>{_LAST_VALUE})")


def may_amend(text: str, lists: Wording) -> bool:
    """Whether a text may have a correction: a quick test."""
    return (
        withdrawal(text, lists)
        or any(_compiled(lists, name).search(text) for name in ("mark", "not", "said"))
        or any(pattern.search(text) for name in ("from_to", "not_but") for pattern in _templates(lists, name))
    )


def from_to(sentence: str, lists: Wording) -> Iterator[tuple[Span, Span]]:
    """Yield the places of the new and the old value of 'revised to 14 from 16 and of the injured to 29 from 34'."""
    for pattern in _templates(lists, "from_to"):
        if match := pattern.search(sentence):
            yield match.span("new"), match.span("old")
            new_first = match.start("new") < match.start("old")
            second = max(match.start("new"), match.start("old"))
            for further in _templates(lists, "from_to_next"):
                for following in further.finditer(sentence, second):
                    if (following.start("new") < following.start("old")) == new_first:
                        yield following.span("new"), following.span("old")
            return


def not_old(sentence: str, lists: Wording) -> Iterator[tuple[int, Span]]:
    """Yield where ', not' begins and the words after it, up to the next mark."""
    for match in _compiled(lists, "not").finditer(sentence):
        comma = sentence[: match.start()].rstrip()
        if comma.endswith(",") and (old := _NOT_OLD.match(sentence, match.end() + 1)):
            after = sentence[old.end("old") :].lstrip()
            words = sentence[old.start() : old.end()].rstrip(".!?\"'\u201d\u2019")
            if not after or after[0] in ".,;:)!?\"'\u201d\u2019" or len(words.split()) < 4:
                yield len(comma) - 1, (old.start(), old.start() + len(words))


def not_but(sentence: str, lists: Wording) -> Iterator[tuple[Span, Span]]:
    """Yield the places of the new and the old value of 'not OLD but NEW'."""
    for pattern in _templates(lists, "not_but"):
        for match in pattern.finditer(sentence):
            yield match.span("new"), match.span("old")


def marked(sentence: str, lists: Wording) -> bool:
    """Whether a sentence says that it corrects."""
    return bool(_compiled(lists, "mark").search(sentence))


def withdrawal(sentence: str, lists: Wording) -> bool:
    """Whether a sentence withdraws something; commas around a clause do not count."""
    return bool(_compiled(lists, "withdrawal").search(sentence.replace(",", " ")))


def said(sentence: str, lists: Wording) -> int:
    """Return the end of 'I said' in a sentence; 0 if it is not there."""
    match = _compiled(lists, "said").search(sentence)
    return match.end() if match else 0


def kept(sentence: str, lists: Wording) -> bool:
    """Whether a sentence confirms what was said."""
    return bool(_compiled(lists, "kept").search(sentence))


def denies(sentence: str, lists: Wording) -> bool:
    """Whether a sentence has a word with which a statement is taken back."""
    return bool(_compiled(lists, "taken_back").search(sentence))


def negates(words: str, lists: Wording) -> bool:
    """Whether the words before a value deny it."""
    return bool(_compiled(lists, "not").search(words))


def _compiled(lists: Wording, name: str) -> re.Pattern[str]:
    return _phrases(lists.amendments.get(name, ""))


@cache
def _phrases(text: str) -> re.Pattern[str]:
    return compiled(text)


def _templates(lists: Wording, name: str) -> tuple[re.Pattern[str], ...]:
    return _lines(lists.amendments.get(name, ""))


@cache
def _lines(text: str) -> tuple[re.Pattern[str], ...]:
    return tuple(_template(line) for line in text.splitlines() if line.strip())


def _template(line: str) -> re.Pattern[str]:
    """Compile a line such as 'not OLD but NEW'."""
    pieces = re.split(rf"\b({_NEW}|{_OLD})\b", line)
    parts = []
    for at, piece in enumerate(pieces):
        if piece in _NAMES:
            last = at == len(pieces) - 2 and not pieces[-1].strip()
            parts.append(f"(?P<{_NAMES[piece]}>{_LAST_VALUE if last else _VALUE})")
        elif piece.strip():
            parts.append(f"(?:{compiled(piece).pattern})")
    return re.compile(r",?[\s]+".join(parts), re.IGNORECASE)
