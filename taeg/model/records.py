"""Values as dictionaries of plain types, for files and for graph properties that hold several values."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

from taeg.model.corpus import HEAD, Correction, Event, Head, Source, Version
from taeg.model.profile import profile

Value = Source | Event | Version | Correction
T = TypeVar("T", Source, Event, Version, Correction)

_STORED_NAMES: Mapping[Any, Mapping[str, str]] = {
    Source: {},
    Event: {"gold_text": "reference"},
    Version: {"citation": "reference", "order_in_source": "telling"},
    Correction: {"given_in": "origin", "fingerprints": "prints"},
}
"""Fields that have another name in files and in the graph."""


def plain(value: Value) -> dict[str, Any]:
    """Return the fields that differ from their defaults, under their stored names; `origin` is left out."""
    values = ((stored, field, getattr(value, field.name)) for stored, field in _stored(type(value)).items())
    return {stored: found for stored, field, found in values if field.default is MISSING or found != field.default}


def made(kind: type[T], data: Mapping[str, Any]) -> T:
    """Rebuild a value from its dictionary; TypeError if the data are not of that kind."""
    known = _stored(kind)
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            raise TypeError(f"{kind.__name__} has no field {name}")
        default = known[name].default
        wanted = str if default is MISSING else type(default)
        found = tuple(value) if isinstance(value, list) else value
        # not isinstance: true is no number
        if type(found) is not wanted or (wanted is tuple and not all(isinstance(v, str) for v in found)):
            raise TypeError(f"{kind.__name__}.{name} has the wrong type")
        values[known[name].name] = found
    return kind(**values)


def _stored(kind: type[Value]) -> dict[str, Field[Any]]:
    """Map stored names to the fields of a dataclass."""
    renamed = _STORED_NAMES[kind]
    return {renamed.get(field.name, field.name): field for field in fields(kind) if field.name != "origin"}


def to_json(values: Sequence[Value]) -> str:
    """Encode values as JSON text; empty for none."""
    return json.dumps([plain(value) for value in values], ensure_ascii=False) if values else ""


def from_json(kind: type[T], text: str) -> tuple[T, ...]:
    """Decode values from `to_json`."""
    return tuple(made(kind, data) for data in json.loads(text)) if text else ()


def head_properties(head: Head) -> dict[str, Any]:
    """Return the fields of a head as graph properties."""
    values = {name: getattr(head, name) for name in HEAD}
    lists = {"corrections": to_json(head.corrections), "originals": to_json(head.originals)}
    return values | {"profile": head.profile.name, "notes": list(head.notes)} | lists


def head_values(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return keyword arguments for `Head` from graph properties; unset ones get their defaults."""
    values = {name: properties[name] for name in HEAD if properties.get(name) is not None}
    corrections = from_json(Correction, values.pop("corrections", ""))
    originals = from_json(Event, values.pop("originals", ""))
    notes, named = tuple(values.pop("notes", ())), profile(values.pop("profile"))
    return values | {"profile": named, "notes": notes, "corrections": corrections, "originals": originals}
