"""JSON Lines as rows of cells: one object a line, its keys the columns.

Numbers are kept as they are written. Not for JSON as one array, which is refused with what to do.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from ingest.rows import Row, Table, folded
from taeg.errors import InputError, quoted


class _Object(tuple[tuple[str, object], ...]):
    """An object's pairs as they are written, so that a key given twice is seen."""

    __slots__ = ()


def table(text: str, path: Path, names: Sequence[str]) -> Table:
    """The columns asked for come first in the header (empty where no object has them), then the others."""
    index = {name: at for at, name in enumerate(dict.fromkeys(map(folded, names)))}
    used = [""] * len(index)
    others: dict[str, str] = {}
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{path}:{number}"
        if not line.strip():
            rows.append(Row(place, blank=True))
            continue
        if line.strip() == "{" or (line.lstrip().startswith("[") and not any(not row.blank for row in rows)):
            raise InputError(
                "the file is one array, or objects over several lines; write one object a line, without the outer "
                "brackets (as jq -c '.[]' does)",
                place,
            )
        pairs = _parsed(line)
        if isinstance(pairs, str):
            rows.append(Row(place, broken=pairs))
            continue
        cells, flaws, seen = [""] * len(index), dict[int, str](), set[str]()
        twice = ""
        for key, value in pairs:
            name = folded(key)
            twice = twice or (key if name in seen else "")
            seen.add(name)
            if name not in index:
                others.setdefault(name, key)
                continue
            at = index[name]
            used[at] = used[at] or key
            cells[at] = _scalar(value)
            if isinstance(value, list | _Object):
                what = "a list" if isinstance(value, list) else "an object"
                flaws[at] = f"is {what}; write it as one text"
        broken = f"the object has {quoted(twice)} more than once; keep one" if twice else ""
        rows.append(Row(place, cells, broken=broken, flaws=flaws))
    header = [*used, *others.values()] if any(not row.blank for row in rows) else []
    if not any(header) and any(row.broken for row in rows):
        header = list(names)  # nobody knows the columns; what is to be told is the lines
    return Table(Row(str(path), header), rows)


def _parsed(line: str) -> _Object | str:
    """The pairs of the object in a line, or what is wrong with it."""
    try:
        value = json.loads(
            line, parse_float=str, parse_int=str, parse_constant=_refuse_constant, object_pairs_hook=_Object
        )
    except RecursionError:
        return "the line is nested too deeply; write one flat object a line"
    except json.JSONDecodeError as error:
        return f"the line is not JSON ({error.msg} at character {error.colno}); write one object a line"
    except ValueError as error:
        return str(error)
    return value if isinstance(value, _Object) else 'the line is not an object; write {"column": "text", …}'


def _refuse_constant(name: str) -> object:
    raise ValueError(f"the line holds {name}, which is not JSON; write a number, a text or null")


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ""
