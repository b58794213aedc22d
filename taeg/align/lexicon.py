"""Words of each language that structure an account or a title, from `data/<code>.toml`.

A language without a file has none; alignment then relies on paragraphs, times and common words alone.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from taeg.text.language import language

_NEVER = re.compile("(?!)")
_NAME = r"[^\W\d_a-z][\w'\u2019]+"
"""A word with a capital."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Patterns and words of one language."""

    step: re.Pattern[str]
    """A sentence that starts with a time or a sequence: 'then', 'when', 'after'."""
    answer: re.Pattern[str]
    """A sentence that starts as an answer to the interviewer: 'I have been asked'."""
    reference: re.Pattern[str]
    """A sentence that starts with a pronoun for something before."""
    self: re.Pattern[str]
    """A sentence that starts with the speaker."""
    opening: re.Pattern[str]
    """A sentence that introduces the witness or the statement."""
    closing: re.Pattern[str]
    """Declarations and signatures, anywhere in a sentence."""
    made: re.Pattern[str] = _NEVER
    """What precedes the date on which a statement was made, to the end of a text: 'made on'."""
    title_self: frozenset[str] = frozenset()
    """The first person."""
    title_vague: frozenset[str] = frozenset()
    """Words that need what precedes to be understood."""
    title_link: frozenset[str] = frozenset()
    """Words with which a title does not end."""
    place: re.Pattern[str] = _NEVER
    """A preposition of place and a name after it."""
    also_persons: frozenset[str] = frozenset()
    """Prepositions of place that stand before the names of persons, too."""
    no_place: frozenset[str] = frozenset()
    """Names that are no places, in lower case."""


@cache
def lexicon(code: str) -> Lexicon:
    """Return the lexicon of a language."""
    path = files("taeg.align") / "data" / f"{language(code).code}.toml"
    if not path.is_file():
        return Lexicon(_NEVER, _NEVER, _NEVER, _NEVER, _NEVER, _NEVER)
    data: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    conjunction = f"(?:(?:{'|'.join(data['conjunction'])}) )?"
    title, place = data["title"], data.get("place")
    return Lexicon(
        _pattern(conjunction, data["step"]),
        _pattern("", data["answer"]),
        _pattern(conjunction, data["reference"]),
        _pattern("", data["self"]),
        _pattern("", data["opening"]),
        _pattern(r"\b", data["closing"]),
        re.compile(rf"\b(?:{'|'.join(data['made'])})\W*$", re.IGNORECASE),
        frozenset(title["self"]),
        frozenset(title["vague"]),
        frozenset(title["link"]),
        _place(place) if place else _NEVER,
        frozenset(place["also_persons"]) if place else frozenset(),
        frozenset(place["never"]) if place else frozenset(),
    )


def _pattern(before: str, alternatives: list[str]) -> re.Pattern[str]:
    return re.compile(rf"{before}(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


def _place(data: Mapping[str, list[str]]) -> re.Pattern[str]:
    before, article = "|".join(data["before"]), "|".join(data["article"])
    return re.compile(rf"\b((?i:{before}))\s+(?:(?:{article})\s+)?({_NAME}(?:\s+{_NAME})*)")
