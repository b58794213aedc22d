"""Values as plain dictionaries, for files and for properties that hold several of them; and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from taeg.model.corpus import Correction, Event, Source, Version

Value = Source | Event | Version | Correction
T = TypeVar("T", Source, Event, Version, Correction)


def plain(value: Value) -> dict[str, Any]:
    """The fields that say more than their default; where a value was read stays out."""
    told = ((field, getattr(value, field.name)) for field in fields(value) if field.name != "place")
    return {field.name: found for field, found in told if field.default is MISSING or found != field.default}


def made(kind: type[T], data: Mapping[str, Any]) -> T:
    """The value that `plain` was made of; TypeError where the data are not of that kind."""
    known = {field.name: field.default for field in fields(kind) if field.name != "place"}
    values: dict[str, Any] = {}
    for name, value in data.items():
        wanted = str if known.get(name, MISSING) is MISSING else type(known[name])
        found = tuple(value) if isinstance(value, list) else value
        right = name in known and type(found) is wanted  # not isinstance: true is no number
        if not right or (wanted is tuple and not all(isinstance(v, str) for v in found)):
            raise TypeError(f"{kind.__name__} has no such {name}")
        values[name] = found
    return kind(**values)


def to_json(values: Sequence[Value]) -> str:
    """Several values as one text; an empty one for none."""
    return json.dumps([plain(value) for value in values], ensure_ascii=False) if values else ""


def from_json(kind: type[T], text: str) -> tuple[T, ...]:
    """The values of a text made by `to_json`."""
    return tuple(made(kind, data) for data in json.loads(text)) if text else ()
