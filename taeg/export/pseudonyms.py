"""Replacement of names by pseudonyms in all output.

A name is found in any case, composed or decomposed, broken by lines or joined by hyphens; all other text is returned
unchanged. Only listed names are found, and the graph itself is never changed.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import regex

from taeg.base.errors import InputError
from taeg.text.scripts import UNSPACED

_Value = TypeVar("_Value")
_Entry = tuple[str, str, str]
"""A name, its pseudonym and its origin (file and line)."""

_UNSPACED = "".join(rf"\p{{scx={script}}}" for script in (*UNSPACED, "Tibt", "Hang"))
"""Scripts without spaces between words, and Hangul, where particles follow a name without a space."""
_WORD_CHARACTER = rf"[[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}]--[{_UNSPACED}]]"
_SEPARATOR = r"\s\x1c-\x1f\p{Pd}_\u200b\u2212\uff3f"
_UNITS = regex.compile(
    rf"(?V1)(?P<separator>[{_SEPARATOR}][{_SEPARATOR}\p{{Cf}}]*+)"
    r"|(?P<ascii>[!-~--[\-_]]+(?=[\x00-\x7f]|\Z))"
    r"|.[\p{M}\u1160-\u11ff]{0,30}",
    regex.DOTALL,
)
"""A run of separators, a run of ASCII characters, or one character with its marks (a Korean syllable in its parts)."""
_VARIATIONS = re.compile("[\u034f\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors and other characters that only choose a glyph."""
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bb\u02bc\u2032\uff07", "'"))
_COLUMNS = ("name", "pseudonym")
_EXPECTED = "write a table with the columns name and pseudonym, one form of a name per line"


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """A mapping of names to pseudonyms: `{"Anna Weber": "Witness A", "Anna": "Witness A"}`."""

    mapping: Mapping[str, str] = field(repr=False, hash=False)
    _by_key: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _pattern: regex.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mapping", dict(self.mapping))
        by_key, pattern = _checked((name, pseudonym, "") for name, pseudonym in self.mapping.items())
        object.__setattr__(self, "_by_key", by_key)
        object.__setattr__(self, "_pattern", pattern)

    @classmethod
    def read(cls, path: Path) -> "Pseudonyms":
        """Read a table of names: tabs in a `.tsv`, commas or semicolons in a `.csv`, UTF-8."""
        entries = _entries(path)
        _checked(entries)
        return cls({name: pseudonym for name, pseudonym, _ in entries})

    def text(self, value: str) -> str:
        """Replace every name in a text, the longest match first."""
        pieces: list[str] = []
        done = 0
        for start, stop, pseudonym in self.replacements(value):
            pieces += (value[done:start], pseudonym)
            done = stop
        return "".join((*pieces, value[done:]))

    def replacements(self, value: str) -> Iterator[tuple[int, int, str]]:
        """Find every name in a text: start, end and pseudonym."""
        if self._pattern is None:
            return
        folded, starts, stops = _folded(value)
        for match in self._pattern.finditer(folded):
            yield starts[match.start()], stops[match.end() - 1], self._by_key[match[0]]

    def redact(self, value: _Value, text: Callable[[str], str] | None = None) -> _Value:
        """Replace every name in a value made of texts, lists, tuples, mappings (also in keys) and dataclasses.

        `text` replaces the names in a single text, by default the method of that name.
        """
        return value if self._pattern is None else cast(_Value, _mapped(value, text or self.text))


def _mapped(value: Any, text: Callable[[str], str]) -> Any:  # noqa: ANN401
    """Apply a function to all texts in a value."""
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return type(value)(_mapped(item, text) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        # without validation: a pseudonym need not be a valid id
        copied = object.__new__(type(value))
        for f in fields(value):
            object.__setattr__(copied, f.name, _mapped(getattr(value, f.name), text))
        return copied
    if not isinstance(value, Mapping):
        # an unknown object could print a name later
        raise TypeError(f"names cannot be replaced in a {type(value).__name__}")
    replaced: dict[object, object] = {}
    for key, item in value.items():
        new = _mapped(key, text)
        if new in replaced:
            raise InputError(f"two entries would both be called {new!r}; give their names different pseudonyms")
        replaced[new] = _mapped(item, text)
    return replaced


def _checked(entries: Iterable[_Entry]) -> tuple[dict[str, str], regex.Pattern[str] | None]:
    """Validate the entries; returns the pseudonym of each folded name, and the pattern that finds them."""
    entries = list(entries)
    by_key: dict[str, str] = {}
    for name, pseudonym, origin in entries:
        key = _key(name)
        if not key:
            raise InputError(f"the name {name!r} is empty or has only hyphens; write a name or delete the line", origin)
        if not pseudonym.strip():
            raise InputError(f"the name {name!r} has no pseudonym; add one", origin)
        if by_key.setdefault(key, pseudonym) != pseudonym:
            raise InputError(
                f"the name {name!r} has two pseudonyms, {by_key[key]!r} and {pseudonym!r}; keep one", origin
            )
    pattern = _pattern(by_key) if by_key else None
    for _, pseudonym, origin in entries:
        if pattern and (match := pattern.search(_folded(pseudonym)[0])):
            raise InputError(
                f"the pseudonym {pseudonym!r} contains {match[0]!r}, which is itself a name; choose another", origin
            )
    return by_key, pattern


def _entries(path: Path) -> list[_Entry]:
    """Read the rows of a table of names; blank rows are skipped."""
    text = _content(path)
    first = text.partition("\n")[0]
    separator = "\t" if path.suffix.casefold() == ".tsv" else ";" if ";" in first and "," not in first else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    columns: list[str] = []
    entries: list[_Entry] = []
    line = 1
    try:
        for row in reader:
            origin, line = f"{path}:{line}", reader.line_num + 1
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if not columns:
                columns = _header(cells, origin)
                continue
            if len(cells) > len(columns):
                raise InputError(
                    f"{len(cells)} cells under {len(columns)} columns; put a cell that holds a separator in double "
                    "quotes",
                    origin,
                )
            values = dict(zip(columns, cells, strict=False))
            if missing := [name for name in _COLUMNS if not values.get(name)]:
                raise InputError(f"the {missing[0]} is empty; fill it in or delete the line", origin)
            entries.append((values["name"], values["pseudonym"], origin))
    except csv.Error as error:
        raise InputError(f"the table cannot be read ({error}); check the double quotes", f"{path}:{line}") from None
    if not columns:
        _header([], f"{path}:1")
    if not entries:
        raise InputError(f"no names; {_EXPECTED}", str(path))
    return entries


def _header(cells: list[str], origin: str) -> list[str]:
    columns = [cell.casefold() for cell in cells]
    if missing := [name for name in _COLUMNS if name not in columns]:
        raise InputError(f"there is no column {missing[0]!r}; {_EXPECTED}", origin)
    return columns


def _content(path: Path) -> str:
    """Read a table file as text."""
    if path.suffix.casefold() not in (".csv", ".tsv"):
        raise InputError(f"a table of names is a .csv or .tsv file; {_EXPECTED}", str(path))
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"no such file; {_EXPECTED}", str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); check its permissions", str(path)) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8", f"{path}:{line}") from None


def _key(name: str) -> str:
    """A name as it is compared, without separators at its ends."""
    return _folded(name)[0].strip(" ")


def _pattern(keys: Iterable[str]) -> regex.Pattern[str]:
    """A pattern for all names, longest first, as whole words where the script has spaces between words."""
    word = _WORD_CHARACTER
    starts, ends = rf"(?:(?<!{word})|(?!{word}))", rf"(?!\p{{M}})(?:(?!{word})|(?<!{word}))"
    return regex.compile(rf"(?V1){starts}\L<names>{ends}", names=list(keys))


def _folded(text: str) -> tuple[str, list[int], list[int]]:
    """Normalise a text for comparison; also returns where the original of each character starts and ends."""
    pieces: list[str] = []
    starts: list[int] = []
    stops: list[int] = []
    for match in _UNITS.finditer(text):
        start, stop = match.span()
        if match["ascii"]:
            pieces.append(match[0].lower())
            starts.extend(range(start, stop))
            stops.extend(range(start + 1, stop + 1))
        else:
            piece = " " if match["separator"] else _fold(match[0])
            pieces.append(piece)
            starts.extend([start] * len(piece))
            stops.extend([stop] * len(piece))
    return "".join(pieces), starts, stops


@lru_cache(maxsize=10_000)
def _fold(character: str) -> str:
    """Normalise one character with its combining marks: case, composition and apostrophes."""
    if unicodedata.category(character[0]) == "Cf":
        return ""
    decomposed = unicodedata.normalize("NFD", _VARIATIONS.sub("", character)).casefold().translate(_APOSTROPHES)
    return unicodedata.normalize("NFC", decomposed)


NONE = Pseudonyms({})
"""Replaces nothing."""
