"""The word lists of the grammar of claims, read from `data/en.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from taeg.text.cues.phrases import compiled


class WordLists:
    """The lists of a language, by section and name."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content
        self._words: dict[tuple[str, str], frozenset[str]] = {}
        self._phrases: dict[str, re.Pattern[str]] = {}

    def text(self, section: str, name: str) -> str:
        """Return a list as it is written."""
        return str(self._content[section][name])

    def words(self, section: str, name: str) -> frozenset[str]:
        """Return a list of words."""
        key = section, name
        if key not in self._words:
            self._words[key] = frozenset(self.text(section, name).split())
        return self._words[key]

    def phrase(self, name: str) -> re.Pattern[str]:
        """Return the expression of a list of phrases."""
        if name not in self._phrases:
            self._phrases[name] = compiled(self.text("phrases", name))
        return self._phrases[name]

    def table(self, section: str) -> dict[str, str]:
        """Return a section of lists as a dictionary from each word to the name of its list."""
        return {word: name for name, text in self._content[section].items() for word in text.split()}

    def values(self, section: str, name: str) -> dict[str, str]:
        """Return a list of `word=value`."""
        return {word: value for word, _, value in (item.partition("=") for item in self.text(section, name).split())}

    def pairs(self, section: str, name: str) -> frozenset[frozenset[str]]:
        """Return a list of `word-word` as unordered pairs."""
        return frozenset(frozenset(item.split("-")) for item in self.text(section, name).split())

    def lines(self, section: str, name: str) -> list[str]:
        """Return the lines of a list."""
        return [line.strip() for line in self.text(section, name).splitlines() if line.strip()]


@cache
def word_lists() -> WordLists:
    """Return the lists of English."""
    path = files(__package__) / "data" / "en.toml"
    return WordLists(tomllib.loads(path.read_text(encoding="utf-8")))
