"""Commands that load, list, copy, back up, restore and delete corpora."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taeg.base.errors import InputError, suggested
from taeg.cli.common import (
    graph_options,
    json_option,
    open_graph,
    print_json,
    print_list,
    print_order,
    print_result,
    printable,
    progress,
    reading_options,
    redacted,
    refuse_pseudonyms,
    say,
    store_name,
    store_option,
    verbose_option,
)
from taeg.cli.help import Command
from taeg.cli.tables import print_rows

if TYPE_CHECKING:
    from taeg.graph.stats import Stats

GAPS_SHOWN = 8
LISTED = 6
"""Maximum number of lines printed per kind; --json has all of them."""


@click.command(cls=Command)
@click.argument("corpus")
@reading_options
@click.option("--add", is_flag=True, help="Add to an existing corpus instead of replacing it.")
@click.option("--replace", is_flag=True, help="Replace a corpus that was read from another file or folder.")
@click.option(
    "--id", "--corpus", "identifier", metavar="ID", help="Id in the graph. Default: made of name and profile."
)
@store_option
@json_option
def ingest(
    corpus: str,
    add: bool,
    replace: bool,
    identifier: str | None,
    store: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 (see `reading_options`)
) -> None:
    """Load CORPUS, a path or a built-in name, into the graph.

    CORPUS may be gospels, a table (.csv .tsv .jsonl .xlsx) with the columns source, event, text, a folder of documents
    (.md .txt .docx .pdf) with an event as heading of each section, or a folder with a corpus.yaml. `taeg init` writes
    an example, `taeg check` validates a corpus. An unchanged corpus is not loaded again; a changed one replaces the
    previous one from the same place. --add gives the same graph as ingesting everything at once.

    \b
    Examples:
      taeg ingest gospels
      taeg ingest gospels --translation kjv --store neo4j
      taeg ingest path/to/data --profile published
      taeg ingest my-translation.tsv --language de
      taeg ingest statements.csv --language en
      taeg ingest more-statements.csv --add --id statements-audited
    """
    import ingest as ingestion
    from taeg.base.errors import Problems

    if add and replace:
        raise InputError("--add keeps what the corpus has, --replace does not; give one of them")
    problems = Problems()
    with progress(f"ingest {corpus}") as bar:
        value = ingestion.read(corpus, part=add, problems=problems, progress=bar, **options)
    with open_graph(store, create=not add) as graph:
        with progress(f"ingest {corpus}") as bar:
            if add:
                same_id = next((entry.id for entry in graph.corpora() if entry.id == value.id), None)
                loaded = graph.add(value, identifier or same_id, bar)
            else:
                loaded = graph.put(value, identifier, bar, replace=replace)
        facts = graph.stats_of(loaded)
    if as_json:
        print_json({**asdict(facts), "changed": loaded.changed, "remarks": problems.remarks})
        return
    done = "loaded" if loaded.changed else "already loaded, unchanged"
    if loaded.replaced:
        done = "added to, and its runs deleted" if add else "replaced, and its runs deleted; use --id to keep both"
    say(f"{facts.corpus}: {done} ({store_name(store)})")
    print_stats(facts)
    print_list("  note: ", problems.remarks, LISTED)


@click.command(cls=Command)
@click.option("--corpus", metavar="ID", help="Print only this corpus. Default: all.")
@store_option
@verbose_option
@json_option
def stats(corpus: str | None, store: str | None, verbose: bool, as_json: bool) -> None:
    """Print the size, gaps and digest of each corpus.

    \b
    Examples:
      taeg stats
      taeg stats --corpus night-audited --json
    """
    with open_graph(store, read_only=True) as graph:
        facts = [graph.stats(corpus)] if corpus is not None else [graph.stats(entry.id) for entry in graph.corpora()]
    if as_json:
        print_json([asdict(item) for item in facts])
        return
    for item in facts:
        say(f"{item.corpus} ({item.engine}, profile {item.profile})")
        print_stats(item, verbose)
    if not facts:
        say(f"the graph holds no corpus; load one with: {suggested('taeg ingest gospels')}")


@click.command("corpora", cls=Command)
@store_option
@json_option
def list_corpora(store: str | None, as_json: bool) -> None:
    """List the corpora of the graph."""
    with open_graph(store, read_only=True) as graph:
        rows = [
            {
                "corpus": entry.id,
                "title": entry.title,
                "profile": entry.profile.name,
                "language": entry.language,
                "events": entry.events,
                "versions": entry.versions,
                "digest": entry.digest,
            }
            for entry in graph.corpora()
        ]
    print_rows(rows, as_json)


@click.command(cls=Command)
@graph_options
def delete(corpus: str | None, store: str | None, as_json: bool) -> None:
    """Delete a corpus and its runs from the graph.

    Without --corpus, a terminal asks for confirmation.

    \b
    Examples:
      taeg delete --corpus night-audited
    """
    with open_graph(store) as graph:
        if corpus is None and sys.stdin.isatty():
            click.confirm(printable(redacted(f"Delete {graph.corpus().id} with its runs?")), abort=True)
        name = graph.delete(corpus)
    print_result({"deleted": name}, f"{name}: deleted", as_json)


@click.command(cls=Command)
@click.option("--to", "target", required=True, metavar="STORE", help="The target: a path, a Neo4j URI, or neo4j.")
@click.option("--replace", is_flag=True, help="Replace another corpus that has its id there, with its runs.")
@graph_options
def copy(target: str, replace: bool, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Copy a corpus and its runs to another graph, on either engine.

    \b
    Examples:
      taeg copy --to neo4j
      taeg copy --corpus night-audited --to other.db
    """
    refuse_pseudonyms("a copy")
    with open_graph(store, read_only=True) as graph:
        dump = graph.dump(corpus)
    with open_graph(target, create=True) as graph, progress(f"copy {dump.id}") as bar:
        there = next((entry for entry in graph.corpora() if entry.id == dump.id), None)
        if there and there.digest != dump.graph.digest and not replace:
            raise InputError(
                f"{store_name(target)} has another corpus with the id {dump.id!r}; replace it, and its runs, with "
                "--replace"
            )
        loaded = graph.restore(dump, bar)
        facts = {"engine": graph.engine, **loaded.summary}
    print_result(facts, f"{loaded.corpus}: copied to {store_name(target)}, digest {loaded.digest}", as_json)


@click.command(cls=Command)
@click.option("--out", required=True, metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--corpus", metavar="ID", help="Back up only this corpus. Default: all.")
@store_option
@json_option
def backup(out: Path, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Write corpora and their runs to a file.

    The file is text with one JSON value per line.

    \b
    Examples:
      taeg backup --out taeg-backup.jsonl
      taeg backup --corpus night-audited --out night.jsonl
    """
    from taeg.graph import backup as archive

    refuse_pseudonyms("a backup")
    with open_graph(store, read_only=True) as graph:
        names = [corpus] if corpus is not None else [entry.id for entry in graph.corpora()]
        archive.write_file(out, (graph.dump(name) for name in names))
    line = f"{', '.join(names) or 'an empty graph'}: written to {out}"
    print_result({"corpora": names, "file": str(out)}, line, as_json)


@click.command(cls=Command)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@store_option
@json_option
def restore(file: Path, store: str | None, as_json: bool) -> None:
    """Load the corpora of a backup, replacing those of the same id.

    \b
    Examples:
      taeg restore taeg-backup.jsonl --store new.db
    """
    from taeg.graph import backup as archive

    dumps = archive.read_file(file)
    restored = []
    with open_graph(store, create=True) as graph:
        for dump in dumps:
            with progress(f"restore {dump.id}") as bar:
                restored.append(graph.restore(dump, bar))
            if not as_json:
                say(f"{dump.id}: restored, digest {restored[-1].digest}")
    if as_json:
        print_json([loaded.summary for loaded in restored])


def print_stats(facts: "Stats", verbose: bool = False) -> None:
    """Print the statistics of a corpus with its gaps, disagreements, corrections and notes."""
    from taeg.model.corpus import GIVEN, TIMELINES
    from taeg.model.corpus_graph import DENSE, EDGE_KINDS

    about = ", ".join(part for part in (facts.title, facts.licence and f"licence {facts.licence}") if part)
    if about:
        say(f"  {about}")
    say(
        f"  {facts.events} events, {facts.versions} versions ({facts.versions_with_text} with text), "
        + " + ".join(f"{facts.edges[kind.name]} {kind.type}" for kind in EDGE_KINDS.values())
        + " edges"
    )
    if facts.floored or facts.large_events:
        # weights in large events are scaled and do not show similarity
        large = f" (events with over {DENSE} versions not counted: {facts.large_events})" if facts.large_events else ""
        say(f"  edges between texts without a common word: {facts.floored}{large}")
    say(f"  digest {facts.digest}")
    if facts.timeline != GIVEN:
        say(f"  the timeline was {TIMELINES[facts.timeline]}")
    if facts.gaps:
        shown = ", ".join(facts.gaps[:GAPS_SHOWN])
        left = len(facts.gaps) - GAPS_SHOWN
        more = f" … and {left} more: {suggested('taeg query gaps')}" if left > 0 else ""
        say(f"  without text: {shown}{more}")
    if facts.partial_gaps:
        say(f"  partly without text: {', '.join(facts.partial_gaps)}")
    if facts.untold:
        say(f"  events without versions: {', '.join(facts.untold)}")
    if facts.runs:
        say(f"  runs: {', '.join(facts.runs)}")
    print_order("  ", facts.order_disagreements, facts.look_backs, LISTED, "" if verbose else "taeg stats")
    for number, correction in enumerate(facts.corrections, start=1):
        if not any(misfit.startswith(f"{correction}: ") for misfit in facts.misfits):
            say(f"  correction {number}: {correction}")
    print_list("  correction that does not fit: ", facts.misfits, LISTED)
    print_list("  correction against a decision of the review: ", facts.overruled, LISTED)
    print_list("  note: ", facts.notes, LISTED)
