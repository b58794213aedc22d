"""Every statement of the system, one file each; Python asks for it by name and never writes Cypher itself.

A file opens with `// title` and a sentence on what it is for; the rest is the statement. Files in `read/`, `write/`,
`explore/` (tables) and `browse/` (nodes and relationships, for Neo4j Browser to draw) run unchanged on every engine;
`neo4j/` and `ladybug/` hold what is particular to one: the schema and bulk loading. `browser/` holds the style sheet
that Neo4j Browser takes.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SUFFIX = ".cypher"
_PARAMETER = re.compile(r"\$(\w+)")
_NAME = re.compile(r"([\w/]+)(?::(\w*)\(([\w,]*)\))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Query:
    """A named statement, or for a schema a short list of them."""

    name: str
    title: str
    purpose: str
    text: str
    """The file as it stands, comments included: what Neo4j Browser and the engines are given."""

    @property
    def statements(self) -> tuple[str, ...]:
        """The single statements of a schema file, which ends each with a semicolon."""
        return tuple(part.strip() for part in self.text.split(";\n") if part.strip())

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters it takes, in order of appearance."""
        return tuple(dict.fromkeys(_PARAMETER.findall(self.text)))


@cache
def query(name: str) -> Query:
    """Return the statement of a name such as `read/texts`, or of one made by `fill`; KeyError if there is none."""
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

    Cypher takes no parameters for labels, types and property names. `LABEL` in the file stands for the label or type,
    and a line that contains `FIELD` is repeated for each field. Both are plain words of our own tables.
    """
    return f"{name}:{label}({','.join(fields)})"


def _filled(text: str, label: str, fields: Sequence[str]) -> str:
    lines = []
    for line in text.splitlines(keepends=True):
        lines += [line.replace("FIELD", field) for field in fields] if "FIELD" in line else [line]
    return "".join(lines).replace("LABEL", label)


def names(folder: str) -> tuple[str, ...]:
    """Return the names of the statements in one folder, sorted."""
    entries = files(__name__).joinpath(folder).iterdir()
    return tuple(sorted(f"{folder}/{e.name.removesuffix(_SUFFIX)}" for e in entries if e.name.endswith(_SUFFIX)))
