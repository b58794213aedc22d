"""Sentences, content words and word lists of the languages, for what needs no parser.

The lists are in `data/<code>.toml`. A language without a file has no lists, and its sentences end at the terminators of
`taeg.text.scripts`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise

from taeg.text import scripts
from taeg.text.cues.phrases import compiled
from taeg.text.language import base_code, language

FOLDER = files(__package__) / "data"
Span = tuple[int, int]

_CLOSING = "\"'\u2019\u201d\u201c\u00bb\u00ab)\\]"
_OPENING = "\"'\u2018\u201c\u201e\u00ab([\u00bf\u00a1"
_END = re.compile(rf"[.!?\u2026][{_CLOSING}]*\s+|\n[^\S\n]*\n\s*")
_INITIAL = re.compile(r"(?:^|[\s(])\w\.$")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


class Wording:
    """The word lists of one language."""

    def __init__(self, code: str) -> None:
        path = FOLDER / f"{code}.toml"
        table = tomllib.loads(path.read_text(encoding="utf-8")) if code.isalpha() and path.is_file() else {}
        self.code = code
        self.abbreviations = frozenset(table.get("abbreviations", "").split())
        self.stop = frozenset(table.get("stop", "").split())
        self.copulas = frozenset(table.get("copulas", "").split())
        self.reporting = frozenset(table.get("reporting", "").split())
        """Verbs of reports: a date beside them is that of the report."""
        self.noun_after = bool(table.get("noun_after", True))
        """Whether a noun stands after its adjective."""
        self.colours = _inverted(table.get("colours", {}))
        """The family of each word for a colour."""
        self.sides = {
            word: (pair, name)
            for pair, words in table.get("sides", {}).items()
            for name, forms in zip(pair.split("-"), words.split("|"), strict=True)
            for word in forms.split()
        }
        """The pair and the name of each word for a side: `left-right`, `left`."""
        self.amendments: Mapping[str, str] = table.get("amendments", {})
        self._stem = language(code).stem

    def phrases(self, name: str) -> re.Pattern[str]:
        """Return a list of phrases of `amendments`, compiled; an empty list never matches."""
        return compiled(self.amendments.get(name, ""))

    def stems(self, text: str) -> list[str]:
        """Return the stems of the content words of a text, in order, without figures."""
        return [stem for word in self.words(text) if (stem := self.stem(word))]

    def words(self, text: str) -> list[str]:
        """Return the words of a text, case-folded."""
        return list(scripts.words(text)) if scripts.has_unspaced(text) else _WORD.findall(text.casefold())

    def stem(self, word: str) -> str:
        """Return the stem of a word; empty for function words and figures."""
        if word in self.stop or word[0].isdigit():
            return ""
        return self._stem(word.replace("\u2019", "'").split("'")[0])

    def sentences(self, text: str) -> list[Span]:
        """Return the start and end of each sentence, without surrounding white space."""
        cuts = [0]
        for match in _END.finditer(text):
            start, end = match.span()
            if text[start] != "\n" and "\n\n" not in match[0]:
                following = text[end : end + 4].lstrip(_OPENING)[:1]
                if following.islower() or (text[start] == "." and self._abbreviated(text, start)):
                    continue
            cuts.append(end)
        found = []
        for start, end in pairwise([*cuts, len(text)]):
            at = start
            for piece in filter(None, scripts.refine(text[start:end].strip())):
                at = text.index(piece, at)
                found.append((at, at + len(piece)))
                at += len(piece)
        return found

    def _abbreviated(self, text: str, period: int) -> bool:
        before = text[max(0, period - 8) : period + 1]
        word = before.split()[-1].rstrip(".").lstrip(_OPENING).casefold()
        return bool(_INITIAL.search(before)) or word in self.abbreviations


def wording(code: str) -> Wording:
    """Return the word lists of a language, for instance `en` or `de-AT`."""
    return _wording(base_code(code))


@cache
def _wording(code: str) -> Wording:
    return Wording(code)


def _inverted(table: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words.split()}
