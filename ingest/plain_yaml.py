"""YAML as text with line numbers.

Values are not converted (`no`, `1.10` and `2024-05-01` remain text), and each value has its file and line for error
messages. Only scalars, lists and mappings are accepted; anchors, tags and multiple documents are refused. Nodes are
built from PyYAML's parser events, because its composer recurses without a limit on nested input.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml

from taeg.base.errors import InputError, Problems, cause, nearest, quoted

DEEPEST = 20
"""Maximum nesting depth; manifests need less than a quarter of it."""
LOADER: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Only its parser is used; the one in C, if available, is many times faster."""
_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LINE_END = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_QUOTE = "put the text in quotes"
_ADVICE = (
    (
        "mapping values are not allowed",
        "a text that holds ': ' is put in quotes, and fields of a kind are indented alike",
    ),
    ("cannot start any token", f"a text does not begin with @, %, ` or the like; {_QUOTE}"),
    ("unexpected end of stream", "a quote is opened and never closed; close it"),
    ("could not find expected ':'", "a field is written 'key: value'; complete it"),
    ("expected <block end>", "fields and items of a kind are indented alike; correct the indentation"),
    ("block sequence entries are not allowed", "a list begins on the line after its key"),
    ("unknown escape character", "write a backslash in single quotes, or not in quotes at all"),
)
"""Advice by the wording of PyYAML's error message."""


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as written; empty if missing."""

    value: str
    origin: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    values: tuple["Node", ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping in file order, with the origin of each key."""

    values: Mapping[str, "Node"]
    origins: Mapping[str, str]
    origin: str


Node: TypeAlias = Text | Items | Fields


def load(text: str, path: Path | str, first_line: int = 1) -> Node | None:
    """Parse a YAML document that starts at line `first_line` of the file; None if it is empty."""
    if found := _NOT_TEXT.search(text):
        line = first_line + len(_LINE_END.findall(text, 0, found.start()))
        raise InputError(f"the character U+{ord(found[0]):04X} is not text; remove it", f"{path}:{line}")
    return _Builder(text, lambda line: f"{path}:{first_line + line}").document()


def fields(node: Node, what: str, known: Collection[str], problems: Problems) -> Fields:
    """Return the node if it is a mapping; record unknown keys as faults."""
    if not isinstance(node, Fields):
        raise InputError(f"{what} is {_kind(node)}; write fields ({', '.join(known)}), each 'key: value'", node.origin)
    for key, origin in node.origins.items():
        if key not in known:
            hint = nearest(key, known) or f"; known are {', '.join(known)}"
            problems.fault(f"{what} has no field {quoted(key)}{hint}", origin)
    return node


def text(node: Node, what: str) -> Text:
    """Return the node if it is a scalar, which may be empty."""
    if not isinstance(node, Text):
        raise InputError(f"{what} is {_kind(node)}; write one text", node.origin)
    return node


def texts(node: Node, what: str) -> tuple[Text, ...]:
    """Return the scalars of a list; a single scalar counts as a list of one, an empty value as an empty list."""
    if isinstance(node, Fields):
        raise InputError(f"{what} is {_kind(node)}; write a list, each line '- text'", node.origin)
    if isinstance(node, Text):
        return (node,) if node.value else ()
    listed = tuple(text(value, f"an item of {what}") for value in node.values)
    for item in listed:
        if not item.value.strip():
            raise InputError(f"an item of {what} is empty; complete or remove it", item.origin)
    return listed


def _kind(node: Node) -> str:
    if isinstance(node, Text):
        return f"the text {quoted(node.value)}" if node.value else "empty"
    return "a list" if isinstance(node, Items) else "made of fields"


class _Builder:
    """Builds nodes from parser events, with a limit on the nesting depth."""

    def __init__(self, text: str, origin: Callable[[int], str]) -> None:
        self._text = text
        self._origin_of_line = origin
        self._events = self._parse()

    def document(self) -> Node | None:
        """Return the only document of the text."""
        node = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if node is not None:
                    raise InputError("a second document begins here; keep one, without '---'", self._origin(event))
                node = self._node(next(self._events), 0)
        return None if isinstance(node, Text) and not node.value else node

    def _node(self, event: yaml.Event, depth: int) -> Node:
        origin = self._origin(event)
        self._refuse(event, origin)
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, origin)
        if depth == DEEPEST:
            raise InputError(f"lists and fields are nested more than {DEEPEST} deep; flatten them", origin)
        if isinstance(event, yaml.SequenceStartEvent):
            inside = self._until(yaml.SequenceEndEvent)
            return Items(tuple(self._node(item, depth + 1) for item in inside), origin)
        return self._fields(origin, depth)

    def _fields(self, origin: str, depth: int) -> Fields:
        values: dict[str, Node] = {}
        origins: dict[str, str] = {}
        for event in self._until(yaml.MappingEndEvent):
            at = self._origin(event)
            self._refuse(event, at)
            key = event.value if isinstance(event, yaml.ScalarEvent) else None
            if not key or not key.strip():
                kind = "a list or made of fields" if key is None else "empty"
                raise InputError(f"a key is {kind}; write a word, a colon and the value", at)
            if key in values:
                raise InputError(f"{quoted(key)} is given twice (first: {origins[key]}); keep one of them", at)
            origins[key] = at
            values[key] = self._node(next(self._events), depth + 1)
        return Fields(values, origins, origin)

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        """Yield the events up to the end of a list or mapping; the caller consumes nested nodes in between."""
        while not isinstance(event := next(self._events), end):
            yield event

    def _refuse(self, event: yaml.Event, origin: str) -> None:
        """Refuse aliases, anchors and tags."""
        if isinstance(event, yaml.AliasEvent):
            raise InputError(f"'*{event.anchor}' refers to another place; write it out (a text: {_QUOTE})", origin)
        if anchor := getattr(event, "anchor", None):
            raise InputError(f"'&{anchor}' is an anchor; write it out (a text: {_QUOTE})", origin)
        if tag := getattr(event, "tag", None):
            raise InputError(f"{quoted(tag, 60)} is a tag, and tags are not read; remove it (a text: {_QUOTE})", origin)

    def _parse(self) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(self._text, Loader=LOADER)
        except yaml.MarkedYAMLError as error:
            raise self._not_yaml(error) from None
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            raise InputError(f"this is not YAML: {cause(error)}; correct it", self._origin_of_line(0)) from None

    def _not_yaml(self, error: yaml.MarkedYAMLError) -> InputError:
        number: int = getattr(error.problem_mark or error.context_mark, "line", 0)
        lines = _LINE_END.split(self._text)
        line = lines[number] if number < len(lines) else ""
        origin = self._origin_of_line(min(number, len(lines) - 1))
        if "\t" in line[: len(line) - len(line.lstrip())]:
            return InputError("the line is indented with a tab; use spaces", origin)
        problem = error.problem or error.context or "it cannot be read"
        advice = next((advice for words, advice in _ADVICE if words in problem), "correct it")
        return InputError(f"this is not YAML: {problem}; {advice}", origin)

    def _origin(self, event: yaml.Event) -> str:
        return self._origin_of_line(0 if event.start_mark is None else event.start_mark.line)
