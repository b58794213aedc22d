"""JSON Lines as rows of cells: one object per line, its keys are the columns. Numbers are kept as they are written."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ingest.tables.table import Flaw, Table, fold
from taeg.base.errors import InputError, Problems, quoted

_SURROGATE = re.compile("[\ud800-\udfff]")


class _Object(tuple[tuple[str, object], ...]):
    """The pairs of an object as they are written, so that duplicate keys are noticed."""

    __slots__ = ()


def read_json_lines(lines: Iterable[str], path: Path, names: Sequence[str], problems: Problems) -> Table:
    """Read objects; the header has the columns `names` (empty if no object has them), then all others."""
    header = [""] * len(names)
    return Table(header, _rows(lines, path, names, header, problems), lambda n: f"{path}:{n}", open_ended=True)


def _rows(
    lines: Iterable[str], path: Path, names: Sequence[str], header: list[str], problems: Problems
) -> Iterator[tuple[int, Sequence[str]]]:
    index = {fold(name): at for at, name in enumerate(names)}
    layouts: dict[tuple[str, ...], list[int] | str] = {}
    others: set[str] = set()
    started = False
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not stripped:
            yield number, ()
            continue
        if stripped == "{" or (stripped[0] == "[" and not started):
            raise InputError(
                "the file is one array, or objects over several lines; write one object a line, without the outer "
                "brackets (as jq -c '.[]' does)",
                f"{path}:{number}",
            )
        started = True
        pairs = _parse(line.rstrip())
        keys, values = zip(*pairs, strict=True) if isinstance(pairs, _Object) and pairs else ((), ())
        layout = pairs if isinstance(pairs, str) else layouts.get(keys)
        if layout is None:
            layout = layouts[keys] = _layout(keys, index, header, others)
        if isinstance(layout, str):
            problems.fault(layout, f"{path}:{number}")
            continue
        cells = [values[at] if at >= 0 else "" for at in layout]
        if "\\u" in line or any(type(cell) is not str for cell in cells):
            cells = [_text(cell) for cell in cells]
        yield number, cells


def _layout(keys: Sequence[str], index: dict[str, int], header: list[str], others: set[str]) -> list[int] | str:
    """Return the position in `keys` of each known column, or -1; a message if a key is there twice."""
    layout, seen = [-1] * len(index), set[str]()
    for position, key in enumerate(keys):
        name = fold(key)
        if name in seen:
            return f"the object has {quoted(key)} more than once; keep one"
        seen.add(name)
        if name in index:
            at = index[name]
            layout[at] = position
            header[at] = header[at] or key
        elif name not in others:
            others.add(name)
            header.append(key)
    return layout


def _parse(line: str) -> _Object | str:
    """Return the pairs of the object in a line, or what is wrong with it."""
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
    raise ValueError(f"the line contains {name}, which is not JSON; write a number, a text or null")


_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_refuse_constant, object_pairs_hook=_Object)


def _text(value: object) -> str:
    match value:
        case str():
            if not value.isascii() and _SURROGATE.search(value):
                return Flaw("contains half of a character (a lone surrogate); write the whole character")
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list():
            return Flaw("is a list; write it as one text")
        case _:
            return Flaw("is an object; write it as one text")
