"""Printed line numbers, as in transcripts: they are no words of the witness.

Lines are numbered if the numbers at their beginnings go up with the lines, each line or every fifth, and begin anew at
most from page to page. Paragraphs of such a text may be numbered as well ('12.').
"""

import re
from collections.abc import Sequence
from itertools import pairwise

_LINE = re.compile(r"[^\r\n]+")
_NUMBER = re.compile(r"[ \t]*([0-9]{1,4})([ \t]+|$)")
_PARAGRAPH = re.compile(r"(?:\A|\n[ \t]*\r?\n)[ \t]*(([0-9]{1,3})[.)])(?=\s)")
FEWEST, FEWEST_NARROW = 5, 12
"""Numbers in sequence; more are needed where a single space follows them, as in a list of things that are counted."""
SHARE = 0.8
"""Of the numbers at the beginnings of lines that must be in sequence."""
FEWEST_PARAGRAPHS = 3
Found = tuple[int, int, int]
"""Start, end and value of a number."""


def blanked(text: str) -> str:
    """Return the text with spaces in place of printed line numbers; offsets stay the same."""
    lines = _of_lines(text)
    if not lines:
        return text
    found = _without(text, lines)
    return _without(found, _of_paragraphs(found))


def _without(text: str, numbers: Sequence[Found]) -> str:
    parts, at = [], 0
    for start, end, _ in numbers:
        parts += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _of_lines(text: str) -> list[Found]:
    lines = [match for match in _LINE.finditer(text) if match[0].strip()]
    numbered = [(n, line, match) for n, line in enumerate(lines) if (match := _NUMBER.match(line[0]))]
    found = [(line.start() + match.start(1), line.start() + match.end(1), int(match[1])) for _, line, match in numbered]
    wide = sum(match[2] != " " for _, _, match in numbered)
    fewest = FEWEST if 2 * wide > len(found) else FEWEST_NARROW
    if len(found) < fewest:
        return []
    places = [n for n, _, _ in numbered]
    follows = [
        number - before == place - earlier or (number <= before and number <= place - earlier + 1)
        for (earlier, (_, _, before)), (place, (_, _, number)) in pairwise(zip(places, found, strict=True))
    ]
    return found if sum(follows) >= max(fewest - 1, SHARE * len(follows)) else []


def _of_paragraphs(text: str) -> list[Found]:
    found = [(match.start(1), match.end(1), int(match[2])) for match in _PARAGRAPH.finditer(text)]
    follows = sum(b == a + 1 for (_, _, a), (_, _, b) in pairwise(found))
    return found if len(found) >= FEWEST_PARAGRAPHS and follows >= SHARE * (len(found) - 1) else []
