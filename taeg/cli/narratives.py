"""Commands that consolidate a corpus and read the graph."""

import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from taeg.base.errors import InputError, quoted
from taeg.base.files import write_whole
from taeg.cli.common import (
    graph_options,
    json_option,
    open_graph,
    print_json,
    print_rows,
    printable,
    progress,
    redacted,
    say,
    warn_of_names,
)

MIN_COLUMN = 24
RESERVED = ("self", "corpus", "strategy", "name", "part", "centrality")
"""Names of arguments of the methods that receive the parameters."""
GUTTER = "  │  "


@click.command()
@click.option(
    "--strategy",
    default="taeg",
    show_default=True,
    metavar="S",
    help="random, priority, centroid, longest, latest, taeg, lexrank …, or module:function for your own.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A strategy parameter; may be repeated.")
@click.option(
    "--centrality",
    type=click.Choice(["gds"]),
    help="Rank on the server with Neo4j's Graph Data Science plugin (taeg and its two parts only).",
)
@click.option("--day", "days", multiple=True, metavar="DAY", help="Only events of this day; may be repeated.")
@click.option("--source", "sources", multiple=True, metavar="ID", help="Only versions of this source; may be repeated.")
@click.option("--from", "first", metavar="EVENT", default="", help="Only this event and later ones.")
@click.option("--to", "last", metavar="EVENT", default="", help="Only this event and earlier ones.")
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.option("--cite", is_flag=True, help="Put event and source above each passage.")
@graph_options
def consolidate(
    strategy: str,
    settings: tuple[str, ...],
    centrality: str | None,
    days: tuple[str, ...],
    sources: tuple[str, ...],
    first: str,
    last: str,
    out: Path | None,
    cite: bool,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Run a strategy, record the run in the graph and print the narrative.

    --day, --source, --from and --to restrict the corpus to a part: its versions and the edges between them, with the
    weights of the whole corpus. The day of an event is its own, or the date in its time, or else the day of its
    earliest account.

    --json gives the event, source, reference and version of every sentence.

    \b
    Examples:
      taeg consolidate --strategy longest --cite
      taeg consolidate --strategy taeg --set damping=0.9 --out narrative.txt
      taeg consolidate --day 2024-05-03 --source herald --source gazette
    """
    from taeg.consolidate.narrative import Narrative, Part, pieces

    if out and not out.absolute().parent.is_dir():
        raise InputError(f"cannot write {out}: there is no folder {out.parent}")
    parameters = {name: _number(value) for name, value in _pairs(settings, "--set").items()}
    part = Part(days, sources, first, last)
    with open_graph(store) as graph:
        entry = graph.corpus(corpus)
        passages = []
        with progress(f"consolidate {entry.id}") as bar:
            [run] = graph.consolidate_many([(strategy, parameters)], entry.id, bar, part, centrality or "")
            bar.stage("read passages", 0 if part else entry.events)
            for passage in graph.passages(run, entry.id):
                passages.append(passage)
                bar.advance()
    text = "".join(redacted(piece) for piece in pieces(passages, entry.profile, cite=cite))
    if out:
        write_whole(out, [text.encode()])
    if as_json:
        # names are replaced before the texts are split, since a name may contain the end of a sentence
        replaced = tuple(replace(passage, text=redacted(passage.text)) for passage in passages)
        narrative = Narrative(entry.id, run, entry.profile, replaced, entry.language)
        facts = {"corpus": entry.id, "run": run, "profile": entry.profile.name, "characters": len(text)}
        facts |= {"language": entry.language, "passages": [asdict(passage) for passage in replaced]}
        print_json(facts | {"sentences": [asdict(sentence) for sentence in narrative.sentences]})
    elif out:
        say(f"{entry.id}, run {run}: {len(text)} characters written to {out}")
    elif sys.stdout.isatty():
        click.echo(printable(text))
    else:
        click.echo(text.encode(), nl=False)
    misfits = [correction for correction in entry.corrections if correction.problem]
    if misfits:
        say(f"corrections that do not fit and were not applied: {len(misfits)} (see: taeg corrections)", err=True)
    warn_of_names(passage.source_title for passage in passages)
    edited = [passage.event for passage in passages if passage.edits]
    if edited and not cite and not as_json:
        say(f"edited events: {len(edited)} ({', '.join(edited)}); --cite marks the edits", err=True)


@click.command()
@click.argument("event")
@graph_options
def show(event: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Show all versions of EVENT side by side.

    \b
    Examples:
      taeg show 1
      taeg show van-arrives --corpus night-audited
    """
    with open_graph(store, read_only=True) as graph:
        view = graph.event(event, corpus)
    if as_json:
        print_json(asdict(view))
        return
    about = "; ".join(value for value in (view.day, view.time, view.location) if value)
    name = view.id if view.title == view.id else f"{view.id}  {view.title}"
    say(name + (f"  ({about})" if about else ""))
    for edit in view.edits:
        say(f"  {edit}")
    click.echo()
    versions = [redacted(version) for version in view.versions]
    for line in _side_by_side(versions, shutil.get_terminal_size((100, 24)).columns):
        click.echo(line)


@click.command()
@json_option
def queries(as_json: bool) -> None:
    """List the named queries for exploring a graph."""
    import cypher

    found = [cypher.query(name) for name in cypher.names("explore")]
    rows = [
        {
            "query": query.name.partition("/")[2],
            "title": query.title,
            "parameters": [name for name in query.parameters if name != "corpus"],
            "purpose": query.purpose,
        }
        for query in found
    ]
    if as_json:
        print_json(rows)
    else:
        print_rows([{key: row[key] for key in ("query", "parameters", "title")} for row in rows])


@click.command("query")
@click.argument("name")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A query parameter; may be repeated.")
@graph_options
def run_query(name: str, params: tuple[str, ...], corpus: str | None, store: str | None, as_json: bool) -> None:
    """Run the named query NAME (see `taeg queries`).

    \b
    Examples:
      taeg query timeline
      taeg query event --param event=1
      taeg query source_path --param source=luke
    """
    with open_graph(store, read_only=True) as graph:
        print_rows(graph.query(name, corpus, **_pairs(params, "--param")), as_json)


def _side_by_side(versions: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    if not versions:
        return ["(this event has no versions)"]
    column = (width - len(GUTTER) * (len(versions) - 1)) // len(versions)
    stacked = column < MIN_COLUMN
    column = width if stacked else column
    heads = [textwrap.wrap(_head(version), column) for version in versions]
    tallest = 0 if stacked else max(map(len, heads))
    blocks = []
    for version, head in zip(versions, heads, strict=True):
        text = version["text"] or f"(no text: {', '.join(version['gaps']) or 'not read'})"
        rule = "─" * max(map(len, head))
        blocks.append([*[""] * (tallest - len(head)), *head, rule, *textwrap.wrap(printable(text), column)])
    if stacked:
        return [line for block in blocks for line in [*block, ""]]
    return [GUTTER.join(cell.ljust(column) for cell in cells).rstrip() for cells in zip_longest(*blocks, fillvalue="")]


def _head(version: Mapping[str, Any]) -> str:
    """Source, time, edits and id of a version, and the runs that selected it."""
    from taeg.consolidate.narrative import attribution

    source = attribution(version["source_title"], version["reference"])
    marks = [version["time"], "" if version["latest"] else "not the latest"]
    marks += ["excluded by the editor"] if version["excluded"] else []
    marks += [f"moved from {version['told_of']} by the editor"] if version["told_of"] else []
    more = "; ".join(mark for mark in marks if mark)
    chosen = f" ← {', '.join(version['chosen_by'])}" if version["chosen_by"] else ""
    return printable(f"{source}{f' ({more})' if more else ''} [{version['id']}]{chosen}")


def _pairs(given: tuple[str, ...], option: str) -> dict[str, str]:
    pairs = {}
    for item in given:
        name, separator, value = item.partition("=")
        if name in RESERVED:
            raise InputError(f"{option} {quoted(item, 80)}: {name!r} is not a parameter; use its own option")
        if not separator or not name.isidentifier():
            raise InputError(f"{option} {quoted(item, 80)}: write it as {option} name=value")
        pairs[name] = value
    return pairs


def _number(value: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


COMMANDS = (consolidate, show, queries, run_query)
