"""JSON Lines as rows of cells: one object a line, its keys the columns.

Numbers are kept as they are written. Not for JSON as one array, which is refused with what to do.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from ingest.tables.rows import Row, Table, folded
from taeg.base.errors import InputError, quoted


class _Object(tuple[tuple[str, object], ...]):
    """An object's pairs as they are written, so that a key given twice is seen."""

    __slots__ = ()


class Objects:
    """Makes rows of lines; the columns asked for come first in the header, then the others."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path = path
        self._index = {name: at for at, name in enumerate(dict.fromkeys(map(folded, names)))}
        self._used = [""] * len(self._index)
        self._others: dict[str, str] = {}
        self._begun = False

    @property
    def header(self) -> list[str]:
        """The names of columns as the objects so far have them, empty for those asked for that no object has."""
        return [*self._used, *self._others.values()]

    def row(self, number: int, line: str) -> Row:
        """The row of a line."""
        place = f"{self._path}:{number}"
        if not line.strip():
            return Row(place, blank=True)
        if line.strip() == "{" or (line.lstrip().startswith("[") and not self._begun):
            raise InputError(
                "the file is one array, or objects over several lines; write one object a line, without the outer "
                "brackets (as jq -c '.[]' does)",
                place,
            )
        self._begun = True
        pairs = _parsed(line)
        if isinstance(pairs, str):
            return Row(place, broken=pairs)
        cells, flaws, seen = [""] * len(self._index), dict[int, str](), set[str]()
        twice = ""
        for key, value in pairs:
            name = folded(key)
            twice = twice or (key if name in seen else "")
            seen.add(name)
            at = self._index.get(name)
            if at is None:
                self._others.setdefault(name, key)
                continue
            self._used[at] = self._used[at] or key
            cells[at] = _scalar(value)
            if isinstance(value, list | _Object):
                what = "a list" if isinstance(value, list) else "an object"
                flaws[at] = f"is {what}; write it as one text"
        broken = f"the object has {quoted(twice)} more than once; keep one" if twice else ""
        return Row(place, cells, broken=broken, flaws=flaws)


def table(text: str, path: Path, names: Sequence[str]) -> Table:
    """The columns asked for come first in the header (empty where no object has them), then the others."""
    objects = Objects(path, names)
    rows = [objects.row(number, line) for number, line in enumerate(text.split("\n"), 1)]
    header = objects.header if any(not row.blank for row in rows) else []
    if not any(header) and any(row.broken for row in rows):
        header = list(names)  # nobody knows the columns; what is to be told is the lines
    return Table(Row(str(path), header), rows)


def _parsed(line: str) -> _Object | str:
    """The pairs of the object in a line, or what is wrong with it."""
    try:
        value = _DECODER.decode(line)
    except RecursionError:
        return "the line is nested too deeply; write one flat object a line"
    except json.JSONDecodeError as error:
        return f"the line is not JSON ({error.msg} at character {error.colno}); write one object a line"
    except ValueError as error:
        return str(error)
    return value if isinstance(value, _Object) else 'the line is not an object; write {"column": "text", …}'


def _refuse_constant(name: str) -> object:
    raise ValueError(f"the line holds {name}, which is not JSON; write a number, a text or null")


_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_refuse_constant, object_pairs_hook=_Object)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ""
