"""All Cypher statements, one file each. Python runs them by name and contains no Cypher.

A file begins with `// title` and a comment on its purpose. Statements in `read/`, `write/`, `explore/` (tables) and
`browse/` (graphs for Neo4j Browser) run on every engine; `neo4j/` and `ladybug/` contain what is specific to one, the
schema and bulk loading. `browser/` contains the style sheet for Neo4j Browser.

Other programs may use the same Neo4j database and the same labels. There every node of TAEG has a label of its own,
`TaegVersion` for `Version`, and `own_labels` puts these labels into a statement. An embedded file holds nothing else.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SUFFIX = ".cypher"
_PARAMETER = re.compile(r"\$(\w+)")
_NAME = re.compile(r"([\w/]+)(?::(\w*)\(([\w,]*)\))?", re.ASCII)

LABELS = ("Corpus", "Source", "Event", "Version", "Run", "Score", "Findings")
"""The labels of nodes in statements for every engine."""
OWN = "Taeg"
"""Prefix of the labels that only TAEG uses."""
_LABEL = "|".join(LABELS)
_NODE = re.compile(rf"\((\w*):((?:{_LABEL})(?:\|(?:{_LABEL}))*)\b")
_MERGE = re.compile(rf"(MERGE \((\w+):)({_LABEL})( \{{[^}}]*\}}\))")


@dataclass(frozen=True, slots=True)
class Query:
    """A named statement; a schema has several."""

    name: str
    title: str
    purpose: str
    text: str
    """The content of the file, including comments."""

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements of a schema file, each of which ends with a semicolon."""
        return tuple(part.strip() for part in self.text.split(";\n") if part.strip())

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters, in order of appearance."""
        return tuple(dict.fromkeys(_PARAMETER.findall(self.text)))


@cache
def query(name: str) -> Query:
    """Return a statement by its name, such as `read/texts` or the result of `fill`; KeyError if there is none."""
    match = _NAME.fullmatch(name)
    path = files(__name__).joinpath(match[1] + _SUFFIX) if match else None
    if match is None or path is None or not path.is_file():
        raise KeyError(name)
    text = path.read_text(encoding="utf-8")
    if match[2] is not None:
        text = _filled(text, match[2], [name for name in match[3].split(",") if name])
    comments = [line[2:].strip() for line in text.splitlines() if line.startswith("//")]
    return Query(name, comments[0], " ".join(comments[1:]), text)


def fill(name: str, label: str = "", fields: Iterable[str] = ()) -> str:
    """Name a statement with its label and fields: `read/edges:BEFORE(weight)`.

    Cypher has no parameters for labels, types and property names. `LABEL` in the file is replaced by the label or type,
    and a line that contains `FIELD` is repeated for each field. Their values come from tables in the code, never from
    users.
    """
    return f"{name}:{label}({','.join(fields)})"


def _filled(text: str, label: str, fields: Sequence[str]) -> str:
    lines = []
    for line in text.splitlines(keepends=True):
        lines += [line.replace("FIELD", field) for field in fields] if "FIELD" in line else [line]
    return "".join(lines).replace("LABEL", label)


def own_labels(text: str, is_free: Callable[[str], bool] = lambda _: True) -> str:
    """Replace the node labels of a statement by those that only TAEG uses, for a database that others may share.

    A node that is created also gets the general label if it `is_free`, so that it can be found by that label, too.
    """

    def merged(match: re.Match[str]) -> str:
        start, node, label, rest = match.groups()
        return start + OWN + label + rest + (f" ON CREATE SET {node}:{label}" if is_free(label) else "")

    def matched(match: re.Match[str]) -> str:
        return f"({match[1]}:" + "|".join(OWN + label for label in match[2].split("|"))

    return _NODE.sub(matched, _MERGE.sub(merged, text))


def names(folder: str) -> tuple[str, ...]:
    """Return the names of the statements in one folder, sorted."""
    entries = files(__name__).joinpath(folder).iterdir()
    return tuple(sorted(f"{folder}/{e.name.removesuffix(_SUFFIX)}" for e in entries if e.name.endswith(_SUFFIX)))
