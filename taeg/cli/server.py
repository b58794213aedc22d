"""Commands for a local Neo4j server with Neo4j Browser, on loopback."""

import shutil
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from taeg.base.errors import InputError, TaegError
from taeg.base.progress import Progress
from taeg.cli.common import json_option, open_graph, print_json, print_result, refuse_pseudonyms, say
from taeg.cli.help import Group
from taeg.store.neo4j.lines import DEFAULT, LINES

if TYPE_CHECKING:
    from tqdm import tqdm

    from taeg.store.neo4j.local_server import Server

MEGABYTE = 1_000_000
LINE_BYTES = 20 * MEGABYTE
"""Bytes of a download between two lines of progress."""
_KNOWN = ", ".join(f"{line.name} ({line.neo4j}, Java {line.oldest_java} or newer)" for line in LINES.values())


class Steps(Progress):
    """Prints a line for each step, and how far a download is: a bar on a terminal, else a line from time to time."""

    def __init__(self) -> None:
        self._bar: tqdm[NoReturn] | None = None
        self._total = self._done = 0

    def stage(self, name: str, total: int = 0) -> None:
        """Begin a step, a download if it has a total number of bytes."""
        from tqdm import tqdm

        self.close()
        say(name, err=True)
        self._total, self._done = total, 0
        if total and sys.stderr.isatty():
            columns = shutil.get_terminal_size().columns
            self._bar = tqdm(total=total, unit="B", unit_scale=True, leave=False, ncols=columns)

    def advance(self, rows: int = 1) -> None:
        """Report that further bytes have been downloaded."""
        before, self._done = self._done, self._done + rows
        if self._bar is not None:
            self._bar.update(rows)
        elif self._done // LINE_BYTES > before // LINE_BYTES:
            say(f"  {self._done // MEGABYTE} of about {self._total // MEGABYTE} MB", err=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@click.group(cls=Group)
def neo4j() -> None:
    """Start and stop a local Neo4j server with Neo4j Browser.

    It needs Java 17 or newer, and Maven.
    """


@neo4j.command()
@click.option(
    "--line",
    type=click.Choice(list(LINES)),
    help=f"Release line: {_KNOWN}. Default: that of the last start, initially {DEFAULT.name}.",
)
@click.option("--gds", is_flag=True, help="Install the Graph Data Science plugin.")
@click.option("--heap", metavar="SIZE", help="Heap size, such as 4g for large graphs. Default: 1g.")
@json_option
def start(line: str | None, gds: bool, heap: str | None, as_json: bool) -> None:
    """Start the server, or print its address if it is running.

    Its data is kept between starts. A graph can be upgraded to a newer line, but not downgraded.
    """
    from taeg.store.neo4j import local_server

    with closing(Steps()) as steps:
        server = local_server.start(line=line, gds=gds, heap=heap, progress=steps)
    _show(server, as_json)


@neo4j.command()
@json_option
def stop(as_json: bool) -> None:
    """Stop the server."""
    from taeg.store.neo4j import local_server

    stopped = local_server.stop()
    print_result({"stopped": stopped}, "stopped" if stopped else "no local Neo4j was running", as_json)


@neo4j.command()
@json_option
def status(as_json: bool) -> None:
    """Show whether the server is running, and its address."""
    from taeg.store.neo4j import local_server

    server = local_server.status()
    if server:
        _show(server, as_json)
    else:
        print_result({"running": False}, "no local Neo4j is running; start one with: taeg neo4j start", as_json)


@neo4j.command()
@click.option("--open", "open_it", is_flag=True, help="Open it in a web browser.")
@click.option(
    "--out",
    metavar="FOLDER",
    default="neo4j-browser",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder for favourites and style sheet.",
)
@click.option("--corpus", metavar="ID", help="The corpus of the parameters. Default: the first.")
@json_option
def browser(open_it: bool, out: Path, corpus: str | None, as_json: bool) -> None:
    """Show the address of Neo4j Browser; write favourites and a style.

    The server is that of NEO4J_URI, else the local one.
    """
    from taeg.export import neo4j_browser

    refuse_pseudonyms("Neo4j Browser")
    address = neo4j_browser.address()
    parameters = dict(neo4j_browser.PLACEHOLDERS) | ({"corpus": corpus} if corpus else {})
    trouble = ""
    if address:
        try:
            with open_graph("neo4j", read_only=True) as graph:
                parameters = neo4j_browser.parameters(graph, corpus)
        except InputError:
            raise
        except TaegError as error:
            trouble = str(error)
    written = neo4j_browser.write(out, parameters)
    link = address.link(parameters) if address else ""
    if as_json:
        facts = {"browser": address.url, "link": link, "guessed": address.guessed} if address else {"browser": None}
        print_json({**facts, "parameters": parameters, "files": [str(path) for path in written]})
    else:
        if address:
            say(f"Neo4j Browser  {address.url}" + ("  (assumed: the default port)" if address.guessed else ""))
            say(f"  with the parameters in its editor: {link}")
            say(f"  user           {address.username}")
            say(f"  password       {address.password}")
        else:
            say("no local Neo4j is running and NEO4J_URI is not set; start one with: taeg neo4j start")
        say(f"written to {out}; in the Browser")
        for line in neo4j_browser.HOW_TO:
            say(f"  - {line}")
        what = "parameters" if address and not trouble else "example parameters, to be changed"
        say(f"  {what}: " + ", ".join(f"{name} {value}" for name, value in parameters.items()))
    if trouble:
        say(f"the graph could not be read: {trouble}", err=True)
    if open_it and address:
        import webbrowser

        if not webbrowser.open(link):
            raise TaegError("no web browser could be opened; copy the address into one")


def _show(server: "Server", as_json: bool) -> None:
    """Print everything but the password, which is only in its file."""
    facts = {
        "running": True,
        "version": server.version,
        "browser": server.browser_url,
        "bolt": server.bolt_uri,
        "username": server.username,
        "password_file": str(server.password_file),
        "pid": server.pid,
    }
    if as_json:
        print_json(facts)
        return
    say(f"Neo4j {server.version} is running (process {server.pid})")
    say(f"  Neo4j Browser  {server.browser_url}")
    say(f"  Bolt           {server.bolt_uri}")
    say(f"  user           {server.username}")
    say(f"  password       in {server.password_file}")
    click.echo("  use it with    --store neo4j")
