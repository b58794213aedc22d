"""Values of an evaluation as JSON text: what both the readable formats and the files for programs write.

A number that is not finite becomes null, a character that cannot be shown its escape. Not for whole reports nor for
reading them back: that is `eval.report.interchange`.
"""

import dataclasses
import json
import math
from collections.abc import Mapping

from eval.results import Cell, Degraded, Report, Row, Verdict


def compact(value: object) -> str:
    """Any value on one line."""
    return dump(jsonable(value))


def dump(value: object, indent: int | None = None) -> str:
    """What JSON knows as text that can be shown anywhere."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    # json leaves some control characters and lone surrogates as they are; only strings can hold them
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def jsonable(value: object) -> object:
    """The value in what JSON knows; what it does not know goes by its `str`."""
    match value:
        case Cell() | Row() | Verdict() | Degraded():
            return fields(value)
        case Mapping():
            return {str(key): jsonable(item) for key, item in value.items()}
        case tuple() | list():
            return [jsonable(item) for item in value]
        case float():
            return float(value) if math.isfinite(value) else None
        case str() | int() | None:
            return value
        case _:
            return str(value)


def fields(value: Cell | Row | Verdict | Degraded | Report) -> dict[str, object]:
    """A result by the names of its fields."""
    return {field.name: jsonable(getattr(value, field.name)) for field in dataclasses.fields(value)}
