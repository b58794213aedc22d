"""Commands for a local Neo4j: a real server on loopback with Neo4j Browser."""

from typing import TYPE_CHECKING

import click

from taeg.cli.common import json_option, print_json, say

if TYPE_CHECKING:
    from taeg.localserver import Server


@click.group()
def neo4j() -> None:
    """Start and stop a local Neo4j with Neo4j Browser (needs Java 17 or newer, and Maven)."""


@neo4j.command()
@click.option("--gds", is_flag=True, help="With the Graph Data Science plugin.")
@json_option
def start(gds: bool, as_json: bool) -> None:
    """Start the server, or say where it already runs; its data is kept between starts."""
    from taeg import localserver

    server = localserver.start(gds=gds, progress=lambda message: click.echo(message, err=True))
    _tell(server, as_json)


@neo4j.command()
@json_option
def stop(as_json: bool) -> None:
    """Stop the server."""
    from taeg import localserver

    stopped = localserver.stop()
    if as_json:
        print_json({"stopped": stopped})
    else:
        click.echo("stopped" if stopped else "no local Neo4j was running")


@neo4j.command()
@json_option
def status(as_json: bool) -> None:
    """Say whether the server runs, and where."""
    from taeg import localserver

    server = localserver.status()
    if server:
        _tell(server, as_json)
    elif as_json:
        print_json({"running": False})
    else:
        click.echo("no local Neo4j is running; start one with: taeg neo4j start")


def _tell(server: "Server", as_json: bool) -> None:
    """Everything but the password itself, which stays in its file."""
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


COMMANDS = (neo4j,)
