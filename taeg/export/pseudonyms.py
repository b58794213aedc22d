"""Names replaced by pseudonyms in whatever leaves the program, however they are written.

A name is found in any case, composed or decomposed, broken by lines or joined by hyphens; what is not a name comes
back character for character. Not for finding names nobody listed, and nothing is replaced in the graph itself.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar, cast

from taeg.base.errors import InputError

_Value = TypeVar("_Value")
_Entry = tuple[str, str, str]
"""A name, its pseudonym and where they stand (file and line)."""

_UNSPACED = (
    *((0x0E00, 0x109F), (0x1780, 0x17FF), (0x1950, 0x19DF), (0x1A20, 0x1AAF), (0x1B00, 0x1B7F)),
    *((0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x30FA), (0x30FC, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0xA4CF)),
    *((0xA980, 0xA9FF), (0xAA60, 0xAADF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x1AFF0, 0x1B2FF)),
    *((0x1100, 0x11FF), (0xAC00, 0xD7FF)),
)
"""Thai, Lao, Tibetan, Burmese, Khmer and their kin, kana, Han, Yi: no space between words. Hangul has spaces, but
particles follow a name without one."""
_FIRST_HAN_PLANE = 0x20000
"""From here on all letters are Han."""
_DEEPEST = 40
"""Groups within groups in a pattern; the compiler for patterns is recursive."""
_INVISIBLE = re.compile("[\u034f\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that choose a glyph and mean nothing by themselves."""
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bb\u02bc\u2032\uff07", "'"))
_SEPARATORS = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x1f-_"), " ")
_OTHER_SEPARATORS = "\u200b\u2212\uff3f"
_COLUMNS = ("name", "pseudonym")
_EXPECTED = "write a table with the columns name and pseudonym, one form of a name a line"


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """What stands for whom: `{"Anna Weber": "Witness A", "Anna": "Witness A"}`."""

    mapping: Mapping[str, str] = field(repr=False, hash=False)
    _stands_for: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _pattern: re.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mapping", dict(self.mapping))
        stands_for, pattern = _checked((name, pseudonym, "") for name, pseudonym in self.mapping.items())
        object.__setattr__(self, "_stands_for", stands_for)
        object.__setattr__(self, "_pattern", pattern)

    @classmethod
    def read(cls, path: Path) -> "Pseudonyms":
        """Read a table of names: tabs in a `.tsv`, commas or semicolons in a `.csv`, UTF-8."""
        entries = _entries(path)
        _checked(entries)
        return cls({name: pseudonym for name, pseudonym, _ in entries})

    def text(self, value: str) -> str:
        """Replace every name, the longest first and none twice; all else stays as it is."""
        if self._pattern is None:
            return value
        folded, starts, stops = _folded(value)
        pieces: list[str] = []
        done = 0
        for match in self._pattern.finditer(folded):
            pieces += (value[done : starts[match.start()]], self._stands_for[_key(match[0])])
            done = stops[match.end() - 1]
        return "".join((*pieces, value[done:]))

    def deep(self, value: _Value) -> _Value:
        """Replace every name in a value as JSON has them: in texts, lists, tuples and dicts with their keys."""
        return value if self._pattern is None else cast(_Value, self._deep(value))

    def _deep(self, value: object) -> object:
        if isinstance(value, str):
            return self.text(value)
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, list):
            return [self._deep(item) for item in value]
        if isinstance(value, tuple):
            return tuple(self._deep(item) for item in value)
        if not isinstance(value, dict):
            # Whatever prints itself later could print a name.
            raise TypeError(f"names cannot be replaced in a {type(value).__name__}")
        replaced: dict[object, object] = {}
        for key, item in value.items():
            new = self._deep(key)
            if new in replaced:
                raise InputError(f"two entries would both be called {new!r}; give their names different pseudonyms")
            replaced[new] = self._deep(item)
        return replaced


def _checked(entries: Iterable[_Entry]) -> tuple[dict[str, str], re.Pattern[str] | None]:
    """What stands for each name, by its key, and the pattern that finds them all."""
    entries = list(entries)
    stands_for: dict[str, str] = {}
    for name, pseudonym, place in entries:
        key = _key(_folded(name)[0])
        if not key:
            raise InputError(
                f"the name {name!r} is empty or has only hyphens; write a name or take the line out", place
            )
        if not pseudonym.strip():
            raise InputError(f"the name {name!r} has no pseudonym; write what stands for it", place)
        if stands_for.setdefault(key, pseudonym) != pseudonym:
            raise InputError(
                f"the name {name!r} has two pseudonyms, {stands_for[key]!r} and {pseudonym!r}; keep one", place
            )
    pattern = _pattern(stands_for) if stands_for else None
    for _, pseudonym, place in entries:
        if pattern and (match := pattern.search(_folded(pseudonym)[0])):
            raise InputError(
                f"the pseudonym {pseudonym!r} contains {match[0]!r}, which is itself a name; choose another", place
            )
    return stands_for, pattern


def _entries(path: Path) -> list[_Entry]:
    """Read the rows of a table of names; a row without anything in it is passed over."""
    rows = _rows(path)
    line, header = next(rows, (1, []))
    columns = [cell.casefold() for cell in header]
    missing = [column for column in _COLUMNS if column not in columns]
    if missing:
        raise InputError(f"there is no column {missing[0]!r}; {_EXPECTED}", f"{path}:{line}")
    name, pseudonym = (columns.index(column) for column in _COLUMNS)
    entries: list[_Entry] = []
    for line, row in rows:
        place = f"{path}:{line}"
        if len(row) > len(header):
            raise InputError(
                f"{len(row)} cells under {len(header)} columns; put a cell that holds a separator in double quotes",
                place,
            )
        cells = row + [""] * (len(header) - len(row))
        for column, at in zip(_COLUMNS, (name, pseudonym), strict=True):
            if not cells[at]:
                raise InputError(f"the {column} is empty; fill it in or take the line out", place)
        entries.append((cells[name], cells[pseudonym], place))
    if not entries:
        raise InputError(f"no names; {_EXPECTED}", str(path))
    return entries


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with the lines they begin on, cells trimmed."""
    text = _content(path)
    first_line = text.partition("\n")[0]
    separator = (
        "\t" if path.suffix.casefold() == ".tsv" else ";" if ";" in first_line and "," not in first_line else ","
    )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"the table cannot be read ({error}); look at the double quotes", f"{path}:{line}") from None


def _content(path: Path) -> str:
    """The text of a table."""
    if path.suffix.casefold() not in (".csv", ".tsv"):
        raise InputError(f"a table of names is a .csv or .tsv file; {_EXPECTED}", str(path))
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"no such file; {_EXPECTED}", str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); give a file you may read", str(path)) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8", f"{path}:{line}") from None


def _key(folded: str) -> str:
    """One spelling for a name, whatever stands between its parts."""
    return " ".join(part for part in folded.split(" ") if part)


def _pattern(keys: Iterable[str]) -> re.Pattern[str]:
    """One pattern for all names: the longest first, and whole words where the script has them."""
    joins, marks = _classes()
    ordered = sorted(keys, key=lambda key: (-len(key), key))
    firsts = "".join(sorted({re.escape(key[0]) for key in ordered}))
    begins = f"(?=[{firsts}])(?:(?<![{joins}])|(?![{joins}]))"
    ends = f"(?![{marks}])(?:(?![{joins}])|(?<![{joins}]))"
    return re.compile(f"{begins}(?:{_alternation(ordered)}){ends}")


def _alternation(keys: Sequence[str], depth: int = 0) -> str:
    """Names side by side, many of them in groups by their next character, so that few are tried at any place."""
    if len(keys) <= 4 or depth == _DEEPEST:
        return "|".join(re.escape(key).replace("\\ ", " ++") for key in keys)
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(key[:1], []).append(key[1:])
    ends_here = groups.pop("", None) is not None
    branches = [f"{_alternation([first])}(?:{_alternation(rests, depth + 1)})" for first, rests in groups.items()]
    return "|".join([*branches, ""] if ends_here else branches)


@cache
def _classes() -> tuple[str, str]:
    """Two sets for a pattern: what continues a word in a script with spaces, and what continues a character."""
    joins: list[int] = []
    marks: list[int] = []
    unspaced = {code for first, last in _UNSPACED for code in range(first, min(last + 1, _FIRST_HAN_PLANE))}
    for code in range(_FIRST_HAN_PLANE):
        category = unicodedata.category(chr(code))
        if category[0] == "M":
            marks.append(code)
        if (category[0] in "LM" or category in ("Nd", "Nl")) and code not in unspaced:
            joins.append(code)
    return _ranges(joins), _ranges(marks)


def _ranges(codes: Sequence[int]) -> str:
    ends = [code for code, after in zip(codes, (*codes[1:], -1), strict=True) if after != code + 1]
    begins = [code for code, before in zip(codes, (-1, *codes[:-1]), strict=True) if before != code - 1]
    return "".join(f"\\U{begin:08x}-\\U{end:08x}" for begin, end in zip(begins, ends, strict=True))


def _folded(text: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """The text as names are compared, and for each of its characters where the original one begins and ends."""
    if text.isascii():
        return text.lower().translate(_SEPARATORS), range(len(text)), range(1, len(text) + 1)
    pieces: list[str] = []
    starts: list[int] = []
    stops: list[int] = []
    for match in _characters().finditer(text):
        start, stop = match.span()
        piece = match[0].lower().translate(_SEPARATORS) if match[1] else _fold(match[0])
        pieces.append(piece)
        if match[1]:
            starts.extend(range(start, stop))
            stops.extend(range(start + 1, stop + 1))
        else:
            starts.extend([start] * len(piece))
            stops.extend([stop] * len(piece))
    return "".join(pieces), starts, stops


@cache
def _characters() -> re.Pattern[str]:
    """Plain stretches (group 1), or one character with its marks (or a Korean syllable in its parts)."""
    return re.compile(rf"([\x00-\x7f]+(?=[\x00-\x7f]|\Z))|.[{_classes()[1]}\u1160-\u11ff]{{0,30}}", re.DOTALL)


@lru_cache(maxsize=10_000)
def _fold(character: str) -> str:
    """One character with its marks, as names are compared."""
    first = character[0]
    if first.isspace() or unicodedata.category(first) == "Pd" or first in _OTHER_SEPARATORS:
        return " "
    if unicodedata.category(first) == "Cf":
        return ""
    decomposed = unicodedata.normalize("NFD", _INVISIBLE.sub("", character)).casefold().translate(_APOSTROPHES)
    return unicodedata.normalize("NFC", decomposed).translate(_SEPARATORS)


NONE = Pseudonyms({})
"""Replaces nothing."""
