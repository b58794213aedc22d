"""`taeg doctor`: checks the installation, the connection to the store and, with --deep, the corpora in it."""

import multiprocessing
import platform
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from typing import TypeVar

import click

from taeg.base.errors import DamageError, InputError, TaegError
from taeg.cli.common import (
    graph_options,
    open_graph,
    print_json,
    progress,
    pseudonyms,
    say,
    store_name,
    use_pseudonyms,
)
from taeg.cli.help import Command

T = TypeVar("T")

PACKAGES = ("ladybug", "neo4j", "neo4j-rust-ext", "scikit-learn", "pythonbible", "rouge-score")
EXTRAS = {
    "openpyxl": "Excel tables",
    "pypdf": "PDF files",
    "onnxruntime": "sentence vectors",
    "spacy": "a parser of English",
    "py2neo": "end-of-life",
}


LISTED = 6
"""Maximum number of problems printed per corpus; --json has all of them."""


@click.command(cls=Command)
@click.option("--deep", is_flag=True, help="Verify every corpus completely, or the one of --corpus.")
@graph_options
def doctor(deep: bool, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Check the installation and the store, with advice.

    --deep reads each corpus and compares it with what was recorded when it was loaded: the digest of its texts and
    edges, derived properties, relationships, and the spans of its runs. The exit code is 1 if anything is wrong.

    \b
    Examples:
      taeg doctor
      taeg doctor --deep --corpus night-audited
    """
    from ingest.gospels.built_in import TRANSLATIONS

    if corpus is not None and not deep:
        raise InputError("--corpus is for --deep; write: taeg doctor --deep --corpus ID")
    findings = [
        _finding("python", True, platform.python_version()),
        *(_package(name) for name in PACKAGES),
        *(_extra(name, purpose) for name, purpose in EXTRAS.items()),
        *(_translation(name) for name in TRANSLATIONS),
        _local_server(),
        _docker(),
    ]
    connection, names = _store(store)
    checked = [connection]
    if deep and connection["ok"]:
        wanted = names if corpus is None else [corpus]
        checked += [finding for name in wanted for finding in _corpus(store, name, None if as_json else LISTED)]
    if as_json:
        print_json(findings + checked)
    else:
        for item in findings + checked:
            mark = "ok " if item["ok"] else "-- "
            say(f"{mark} {item['what']}: {item['found']}" + (f" → {item['advice']}" if item["advice"] else ""))
    if not all(item["ok"] for item in checked):
        raise SystemExit(1)


def _finding(what: str, ok: bool, found: str, advice: str = "") -> dict[str, str | bool]:
    return {"what": what, "ok": ok, "found": found, "advice": advice}


def _package(name: str) -> dict[str, str | bool]:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return _finding(name, True, version(name))
    except PackageNotFoundError:
        return _finding(name, False, "not installed", f"pip install {name}")


def _extra(name: str, purpose: str) -> dict[str, str | bool]:
    found = _package(name)
    return found if found["ok"] else found | {"advice": f"{found['advice']} (optional: {purpose})"}


def _translation(name: str) -> dict[str, str | bool]:
    if find_spec(f"pythonbible_{name}"):
        return _finding(f"translation {name}", True, "installed")
    return _finding(f"translation {name}", False, "not installed", f"pip install pythonbible-{name} (optional)")


def _local_server() -> dict[str, str | bool]:
    from taeg.store.neo4j import local_server

    try:
        server = local_server.status()
    except (TaegError, OSError, RuntimeError) as error:
        return _finding("local neo4j", False, "cannot be checked", str(error))
    if server:
        return _finding("local neo4j", True, f"Neo4j {server.version} at {server.bolt_uri}, {server.browser_url}")
    reason = local_server.unavailable_reason()
    if reason:
        return _finding("local neo4j", False, "not possible", f"{reason} (optional)")
    return _finding("local neo4j", True, "possible, not running", "start it with: taeg neo4j start")


def _docker() -> dict[str, str | bool]:
    found = shutil.which("docker")
    return _finding("docker", bool(found), "client found" if found else "not found", "" if found else "optional")


def _store(store: str | None) -> tuple[dict[str, str | bool], list[str]]:
    """The finding about the store, and its corpora."""
    what = f"store {store_name(store)}"
    try:
        engine, names = _in_child(_connection, store)
    except InputError as error:
        fresh = "there is no graph" in str(error) or "is empty" in str(error)
        return _finding(what, fresh, "empty" if fresh else "not usable", str(error)), []
    except TaegError as error:
        found = "damaged" if isinstance(error, DamageError) else "no connection"
        return _finding(what, False, found, str(error)), []
    return _finding(what, True, f"connected to {engine}, corpora: {len(names)}"), names


def _corpus(store: str | None, corpus: str, limit: int | None) -> list[dict[str, str | bool]]:
    what = f"corpus {corpus}"
    try:
        problems = _in_child(_problems, store, corpus)
    except DamageError as error:
        problems = [str(error)]
    if not problems:
        return [_finding(what, True, "as it was loaded")]
    advice = "restore a backup (taeg restore), or ingest the files again, into a new store if the file is damaged"
    shown = [_finding(what, False, problem, advice) for problem in problems[:limit]]
    more = len(problems) - len(shown)
    return [*shown, _finding(what, False, f"… and {more:,} more (use --json for all)")] if more else shown


def _in_child(work: Callable[..., T], *arguments: object) -> T:
    """Run a function in another process: the embedded engine can crash on a damaged file."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, use_pseudonyms, (pseudonyms(),)) as pool:
        try:
            return pool.submit(work, *arguments).result()
        except BrokenProcessPool:
            raise DamageError("the engine crashed: the graph file is damaged") from None


def _connection(store: str | None) -> tuple[str, list[str]]:
    """The engine of the store, and its corpora."""
    with open_graph(store, read_only=True) as graph:
        return graph.engine, [entry.id for entry in graph.corpora()]


def _problems(store: str | None, corpus: str) -> list[str]:
    with open_graph(store, read_only=True) as graph, progress(f"verify {corpus}") as bar:
        return graph.problems(corpus, bar)
