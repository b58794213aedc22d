"""Commands that put corpora into a graph, list them, move them and take them out."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taeg.cli.common import (
    corpus_option,
    json_option,
    open_graph,
    print_json,
    print_table,
    printable,
    progress,
    store_name,
    store_option,
)
from taeg.profiles import AUDITED, PROFILES

if TYPE_CHECKING:
    from taeg.graph import Stats

GAPS_SHOWN = 8
LOAD_STEPS = 14
"""What `taeg.generations` and `ingest.load` announce while a corpus is loaded."""


@click.command()
@click.argument("corpus")
@click.option("--profile", default=AUDITED.name, show_default=True, type=click.Choice(list(PROFILES)))
@click.option("--translation", metavar="NAME", help="For the built-in corpus: asv (default), kjv, web, …")
@click.option("--language", metavar="CODE", help="Language of a table of verses, for example de.")
@click.option("--id", "identifier", metavar="ID", help="Id in the graph. Default: from its name and profile.")
@store_option
@json_option
def ingest(
    corpus: str,
    profile: str,
    translation: str | None,
    language: str | None,
    identifier: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Load CORPUS (a built-in name or a path) into the graph.

    The same corpus again changes nothing; a changed one replaces the old one whole.

    \b
    Examples:
      taeg ingest gospels
      taeg ingest gospels --translation kjv --store neo4j
      taeg ingest path/to/data --profile published
      taeg ingest my-translation.tsv --language de
    """
    from ingest import load, read

    value = read(corpus, profile=profile, translation=translation, language=language)
    with open_graph(store, create=True) as graph:
        with progress(f"ingest {corpus}", LOAD_STEPS) as step:
            loaded = load(value, graph, identifier, step)
        facts = graph.stats(loaded.corpus)
    if as_json:
        print_json({**asdict(facts), "changed": loaded.changed})
        return
    done = "loaded" if loaded.changed else "already there, nothing changed"
    if loaded.replaced:
        done = "replaced, with its runs; use --id to keep both"
    click.echo(f"{facts.corpus}: {done} ({store_name(store)})")
    _print_stats(facts)


@click.command()
@corpus_option
@store_option
@json_option
def stats(corpus: str | None, store: str | None, as_json: bool) -> None:
    """Count what the graph holds, name the gaps, compute the digest."""
    with open_graph(store, read_only=True) as graph:
        facts = [graph.stats(corpus)] if corpus is not None else [graph.stats(entry.id) for entry in graph.corpora()]
    if as_json:
        print_json([asdict(item) for item in facts])
        return
    for item in facts:
        click.echo(f"{item.corpus} ({item.engine}, profile {item.profile})")
        _print_stats(item)
    if not facts:
        click.echo("the graph holds no corpus; load one with: taeg ingest gospels")


@click.command("corpora")
@store_option
@json_option
def list_corpora(store: str | None, as_json: bool) -> None:
    """List the corpora of the graph."""
    with open_graph(store, read_only=True) as graph:
        rows = [
            {
                "corpus": entry.id,
                "profile": entry.profile.name,
                "language": entry.language,
                "events": entry.events,
                "versions": entry.versions,
                "digest": entry.digest,
            }
            for entry in graph.corpora()
        ]
    if as_json:
        print_json(rows)
    else:
        print_table(rows, limit=64)


@click.command()
@corpus_option
@store_option
@json_option
def delete(corpus: str | None, store: str | None, as_json: bool) -> None:
    """Remove a corpus with its runs from the graph.

    On a terminal, a corpus that was not named is deleted only after a question.
    """
    with open_graph(store) as graph:
        if corpus is None and sys.stdin.isatty():
            click.confirm(f"Delete {graph.corpus().id} with its runs?", abort=True)
        name = graph.delete(corpus)
    if as_json:
        print_json({"deleted": name})
    else:
        _say(f"{name}: deleted")


@click.command()
@click.option("--to", "target", required=True, metavar="STORE", help="Where to: a path, a Neo4j address, or neo4j.")
@corpus_option
@store_option
@json_option
def copy(target: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Copy a corpus with its runs into another graph, on either engine; the digest stays the same."""
    with open_graph(store, read_only=True) as graph:
        dump = graph.dump(corpus)
    with open_graph(target, create=True) as graph, progress(f"copy {dump.id}", LOAD_STEPS) as step:
        loaded = graph.restore(dump, step)
        engine = graph.engine
    if as_json:
        print_json({"engine": engine, **asdict(loaded)})
    else:
        click.echo(f"{loaded.corpus}: copied to {store_name(target)}, digest {loaded.digest}")


@click.command()
@click.option("--out", required=True, metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--corpus", metavar="ID", help="Only this corpus. Default: all of them.")
@store_option
@json_option
def backup(out: Path, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Write corpora with their edges and runs to a plain file, one JSON value a line."""
    from taeg import archive

    with open_graph(store, read_only=True) as graph:
        names = [corpus] if corpus is not None else [entry.id for entry in graph.corpora()]
        archive.write_file(out, (graph.dump(name) for name in names))
    if as_json:
        print_json({"corpora": names, "file": str(out)})
    else:
        _say(f"{', '.join(names) or 'an empty graph'}: written to {out}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@store_option
@json_option
def restore(file: Path, store: str | None, as_json: bool) -> None:
    """Put the corpora of a backup FILE into the graph, each in place of what has its id."""
    from taeg import archive

    dumps = archive.read_file(file)
    restored = []
    with open_graph(store, create=True) as graph:
        for dump in dumps:
            with progress(f"restore {dump.id}", LOAD_STEPS) as step:
                restored.append(graph.restore(dump, step))
            if not as_json:
                _say(f"{dump.id}: restored, digest {restored[-1].digest}")
    if as_json:
        print_json([asdict(loaded) for loaded in restored])


def _print_stats(facts: "Stats") -> None:
    _say(
        f"  {facts.events} events, {facts.versions} versions ({facts.versions_with_text} with text), "
        f"{facts.before} BEFORE + {facts.same_event} SAME_EVENT edges"
    )
    _say(f"  {facts.floored} of the edges have the least weight: their texts share no word")
    _say(f"  digest {facts.digest}")
    if facts.gaps:
        shown = ", ".join(facts.gaps[:GAPS_SHOWN])
        more = f" … and {len(facts.gaps) - GAPS_SHOWN} more: taeg query gaps" if len(facts.gaps) > GAPS_SHOWN else ""
        _say(f"  without text: {shown}{more}")
    if facts.partial_gaps:
        _say(f"  left out by the text, the rest is read: {', '.join(facts.partial_gaps)}")
    if facts.untold:
        _say(f"  told by nobody, in no narrative: {', '.join(facts.untold)}")
    if facts.runs:
        _say(f"  runs: {', '.join(facts.runs)}")
    for note in facts.notes:
        _say(f"  note: {note}")


def _say(line: str) -> None:
    click.echo(printable(line))


COMMANDS = (ingest, stats, list_corpora, delete, copy, backup, restore)
