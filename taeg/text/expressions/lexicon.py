"""The words of a language, read from `data/<code>.toml`. Adding a language is adding a file.

In the files, alternatives are separated by `|` and a table has the form `value = "phrase | phrase"`. A language
without a file has no words; only unmistakable figures such as `22:14` are found in it.

Keys that need a description:

- `capital_names`: months and weekdays have a capital letter; `capital_nouns`: every noun has one
- `closing`: words that may follow a clock time but never the number of a counted thing
- `numbers.values`: 0, 1, 2 …; `tens`: 20, 30 …; `hundreds`: words for 100, 200 … if they are not compounds
- `numbers.after_*`: the word between a part and a smaller one (`and`, `y`, `e`); an empty alternative means none
- `numbers.compounds`: parts of numbers written as one word (German)
- `clock.forms`: see `taeg.text.expressions.clock`
- `clock.ambiguous_hours`: figures up to this hour may belong to either half of the day, unless they begin with 0
- `clock.at`, `bound`, `about`: words before a time, by hedge, from the surest to those that also precede counts
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from taeg.text.expressions.tokens import Phrases

FOLDER = files(__package__) / "data"


def alternatives(text: str) -> list[str]:
    """Split `a | b` into case-folded phrases; an empty alternative stays."""
    return [" ".join(part.split()) for part in text.casefold().split("|")] if text.strip() else []


class Table:
    """One section of a language file."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content

    def section(self, name: str) -> "Table":
        """Return a nested section; empty if it is missing."""
        return Table(self._content.get(name, {}))

    def sections(self, name: str) -> list["Table"]:
        """Return an array of sections."""
        return [Table(content) for content in self._content.get(name, ())]

    def names(self) -> list[str]:
        """Return the keys."""
        return list(self._content)

    def flag(self, name: str) -> bool:
        """Return a setting that is true or false; false if it is missing."""
        return bool(self._content.get(name, False))

    def number(self, name: str) -> int:
        """Return a setting that is a number; 0 if it is missing."""
        return int(self._content.get(name, 0))

    def text(self, name: str) -> str:
        """Return a text; empty if it is missing."""
        return str(self._content.get(name, ""))

    def words(self, name: str) -> frozenset[str]:
        """Return the words of a text."""
        return frozenset(self.text(name).casefold().split())

    def phrases(self, name: str) -> Phrases[str]:
        """Return a set of phrases; the value of each is the phrase itself."""
        return Phrases({phrase: phrase for phrase in alternatives(self.text(name)) if phrase})

    def by_value(self, name: str) -> Phrases[str]:
        """Return a table `value = "phrase | phrase"`."""
        return self._table(name, str)

    def by_number(self, name: str) -> Phrases[float]:
        """Return a table whose values are numbers."""
        return self._table(name, float)

    def numbered(self, name: str, first: int = 0, step: int = 1) -> dict[str, int]:
        """Return a list of words as a table of numbers; words in one place have the same number."""
        places = alternatives(self.text(name))
        return {word: first + step * at for at, place in enumerate(places) for word in place.split()}

    def listed(self, name: str, first: int) -> Phrases[int]:
        """Return a list of phrases as a table of numbers."""
        return Phrases({phrase: first + at for at, phrase in enumerate(alternatives(self.text(name)))})

    def by_phrase(self, name: str) -> dict[str, str]:
        """Return a table `value = "phrase | phrase"` as a dictionary from phrases to values."""
        table = self._content.get(name, {})
        return {phrase: key for key, text in table.items() for phrase in alternatives(text) if phrase}

    def _table(self, name: str, value: Callable[[str], Any]) -> Phrases[Any]:
        return Phrases({phrase: value(key) for phrase, key in self.by_phrase(name).items()})


@cache
def language_table(code: str) -> Table:
    """Return the words of a language by its two-letter code; empty if it has no file."""
    path = FOLDER / f"{code}.toml"
    return Table(tomllib.loads(path.read_text(encoding="utf-8")) if code.isalpha() and path.is_file() else {})


def languages() -> list[str]:
    """Return the codes of the languages that have a file."""
    return sorted(path.name.removesuffix(".toml") for path in FOLDER.iterdir() if path.name.endswith(".toml"))


def weekdays(language: Table) -> dict[str, int]:
    """Return the weekdays of a language, with compounds such as 'Freitagabend' if it has them."""
    names = language.section("dates").numbered("weekdays")
    return names | {word: names[day] for word, (day, _) in _weekday_parts(language).items()}


def part_nouns(language: Table) -> dict[str, str]:
    """Return the parts of the day of a language by noun, with compounds such as 'Freitagabend'."""
    nouns = language.section("clock").by_phrase("part_nouns")
    return nouns | {word: nouns[noun] for word, (_, noun) in _weekday_parts(language).items()}


def _weekday_parts(language: Table) -> dict[str, tuple[str, str]]:
    if not language.section("dates").flag("weekday_parts"):
        return {}
    nouns = language.section("clock").by_phrase("part_nouns")
    return {day + noun: (day, noun) for day in language.section("dates").numbered("weekdays") for noun in nouns}
