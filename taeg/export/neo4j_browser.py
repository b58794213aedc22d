"""Files for Neo4j Browser: TAEG's queries as favourites, and a style sheet; and the Browser's address.

Neo4j Browser 5 imports them by drag and drop: a `.zip` of statements becomes folders of favourites named by their first
lines, a `.grass` file becomes the style.
"""

import io
import json
import os
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

import cypher
from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_folder
from taeg.graph.graph import Graph
from taeg.store.engine import NEO4J_SCHEMES, shown_address
from taeg.store.neo4j import local_server as localserver

HTTP_PORT, HTTPS_PORT = 7474, 7473
FOLDERS = MappingProxyType({"browse": "TAEG pictures", "explore": "TAEG tables"})
"""Folders of statements, and the names of their folders of favourites."""
FAVOURITES, STYLE, ABOUT = "taeg-favourites.zip", "taeg-style.grass", "README.txt"
MARK = "Made by `taeg neo4j browser`"
PLACEHOLDERS = MappingProxyType(
    {"corpus": "gospels-asv-audited", "event": "1", "source": "luke", "run": "taeg", "other_run": "longest"}
)
"""Parameters if no graph is available: the names in the README."""
HOW_TO = (
    f"drop {STYLE} on the page of Neo4j Browser: captions and colours",
    f"drop {FAVOURITES} on it (once: a second time adds them again), then open the star on the left and run "
    "the parameters first",
)
# The earliest date in a zip file: the same queries give the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a Neo4j Browser and how to log in, without the password itself."""

    url: str
    bolt: str
    username: str
    password: str
    """Where to find the password, in words."""
    guessed: bool
    """Whether the address is derived from that of the server with the default port."""

    def link(self, parameters: Mapping[str, str]) -> str:
        """A link with the server filled in and the parameters in the editor."""
        link = f"{self.url}?dbms={quote(self.bolt, safe='')}"
        text = _map(parameters)
        # The Browser decodes the whole address before it splits it.
        return link if set("&#") & set(text) else f"{link}&cmd=params&arg={quote(text, safe='')}"


def address() -> Address | None:
    """The Browser of the server in `NEO4J_URI`, else of the local one; None if none is running."""
    uri = os.environ.get("NEO4J_URI")
    local = localserver.status()
    if local and uri in (None, "", local.bolt_uri):
        where = f"in {local.password_file}"
        return Address(local.browser_url, local.bolt_uri, local.username, where, guessed=False)
    if not uri:
        return None
    shown = shown_address(uri)
    scheme, _, rest = shown.partition("://")
    host = re.sub(r":\d+$", "", rest)
    if scheme not in NEO4J_SCHEMES or not host:
        raise InputError(f"NEO4J_URI {shown} is not an address of Neo4j; write bolt://host:port")
    web = f"https://{host}:{HTTPS_PORT}" if "+s" in scheme else f"http://{host}:{HTTP_PORT}"
    known = os.environ.get("NEO4J_PASSWORD")
    where = "the one in NEO4J_PASSWORD" if known else "unknown: NEO4J_PASSWORD is not set"
    return Address(f"{web}/browser/", shown, os.environ.get("NEO4J_USERNAME") or "neo4j", where, guessed=True)


def parameters(graph: Graph, corpus: str | None = None) -> dict[str, str]:
    """Values from the graph for all parameters of the queries: the event with most versions, a source, two runs."""
    entries = graph.corpora()
    if corpus is None and not entries:
        raise TaegError("the graph holds no corpus; load one with: taeg ingest … --store neo4j")
    found = dict(PLACEHOLDERS) | {"corpus": graph.corpus(corpus or entries[0].id).id}
    largest = max(graph.query("timeline", found["corpus"]), key=lambda row: row["accounts"])
    found["event"] = largest["event"]
    found["source"] = graph.event(largest["event"], found["corpus"]).versions[0]["source"]
    runs = [run.id for run in graph.runs(found["corpus"])]
    wanted = [run for run in (found["run"], found["other_run"]) if run in runs]
    first, second, *_ = [*dict.fromkeys([*wanted, *runs]), found["run"], found["other_run"]]
    return found | {"run": first, "other_run": second}


def favourites(parameters: Mapping[str, str]) -> bytes:
    """A zip of all queries, which find only nodes of TAEG, and the statement that sets their parameters."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        _add(archive, "parameters.cypher", f"// Parameters of TAEG's queries\n:params {_map(parameters)}\n")
        for folder, shown in FOLDERS.items():
            for name in cypher.names(folder):
                text = cypher.own_labels(cypher.query(name).text)
                _add(archive, f"{shown}/{name.partition('/')[2]}.cypher", text)
    return buffer.getvalue()


def style() -> str:
    """The style sheet: captions, and a colour for each kind of node and relationship."""
    return files(cypher).joinpath("browser/style.grass").read_text(encoding="utf-8")


def write(folder: Path, parameters: Mapping[str, str]) -> tuple[Path, ...]:
    """Write favourites, style and instructions. Only files written by this function are replaced."""
    texts = {
        ABOUT: "\n".join((MARK + ", for Neo4j Browser 5.", *(f"- {line}" for line in HOW_TO), "")).encode(),
        STYLE: style().encode(),
        FAVOURITES: favourites(parameters),
    }
    about = folder / ABOUT
    existing = [name for name in texts if os.path.lexists(folder / name)]
    if existing and not (about.is_file() and about.read_bytes().startswith(MARK.encode())):
        raise InputError(f"{folder / existing[0]} exists and was not written by taeg; choose another folder with --out")
    return tuple(write_folder(folder, texts))


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, text, zipfile.ZIP_DEFLATED)


def _map(parameters: Mapping[str, str]) -> str:
    """The parameters as a map of strings, in the syntax of `:params`."""
    return "{" + ", ".join(f"{name}: {_literal(value)}" for name, value in parameters.items()) + "}"


def _literal(value: str) -> str:
    """A string literal of Cypher, for which JSON's escapes are valid."""
    return json.dumps(value, ensure_ascii=not value.isprintable())
