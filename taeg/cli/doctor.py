"""`taeg doctor`: checks the installation and the connection to the store."""

import platform
import shutil
from importlib.util import find_spec

import click

from taeg.base.errors import TaegError
from taeg.cli.common import json_option, print_json, say, store_name, store_option

PACKAGES = ("ladybug", "neo4j", "neo4j-rust-ext", "scikit-learn", "pythonbible", "rouge-score")
EXTRAS = {"openpyxl": "Excel tables", "pypdf": "PDF files", "py2neo": "end-of-life"}


@click.command()
@store_option
@json_option
def doctor(store: str | None, as_json: bool) -> None:
    """Check the installation and the store, with advice on what is missing."""
    from ingest.gospels.built_in import TRANSLATIONS

    findings = [
        _finding("python", True, platform.python_version()),
        *(_package(name) for name in PACKAGES),
        *(_extra(name, purpose) for name, purpose in EXTRAS.items()),
        *(_translation(name) for name in TRANSLATIONS),
        _local_server(),
        _docker(),
        _store(store),
    ]
    if as_json:
        print_json(findings)
    else:
        for item in findings:
            mark = "ok " if item["ok"] else "-- "
            say(f"{mark} {item['what']}: {item['found']}" + (f" → {item['advice']}" if item["advice"] else ""))
    if not findings[-1]["ok"]:
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


def _store(store: str | None) -> dict[str, str | bool]:
    import taeg

    what = f"store {store_name(store)}"
    try:
        with taeg.open(store, read_only=True) as graph:
            count = len(graph.corpora())
            return _finding(what, True, f"connected to {graph.engine}, corpora: {count}")
    except taeg.InputError as error:
        fresh = "there is no graph" in str(error) or "is empty" in str(error)
        return _finding(what, fresh, "empty" if fresh else "not usable", str(error))
    except TaegError as error:
        return _finding(what, False, "no connection", str(error))


COMMANDS = (doctor,)
