"""Every statement of the system, one file each; Python asks for it by name and never writes Cypher itself.

A file opens with `// title` and a sentence on what it is for; the rest is the statement. Files in `read/`, `write/`,
`explore/` (tables) and `browse/` (nodes and relationships, for Neo4j Browser to draw) run unchanged on every engine;
`neo4j/` and `ladybug/` hold what is particular to one: the schema and bulk loading. `browser/` holds the style sheet
that Neo4j Browser takes.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SUFFIX = ".cypher"
_PARAMETER = re.compile(r"\$(\w+)")


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
    """Return the statement of a name such as `read/versions`; KeyError where there is none."""
    path = files(__name__).joinpath(name + _SUFFIX)
    if not path.is_file():
        raise KeyError(name)
    text = path.read_text(encoding="utf-8")
    comments = [line[2:].strip() for line in text.splitlines() if line.startswith("//")]
    return Query(name, comments[0], " ".join(comments[1:]), text)


def names(folder: str) -> tuple[str, ...]:
    """Return the names of the statements in one folder, sorted."""
    entries = files(__name__).joinpath(folder).iterdir()
    return tuple(sorted(f"{folder}/{e.name.removesuffix(_SUFFIX)}" for e in entries if e.name.endswith(_SUFFIX)))
