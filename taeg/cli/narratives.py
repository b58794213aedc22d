"""Commands that consolidate a corpus and read the graph."""

import re
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from taeg.base.errors import InputError, quoted, suggested
from taeg.base.files import write_whole
from taeg.cli.common import (
    graph_options,
    json_option,
    open_graph,
    print_json,
    printable,
    progress,
    redacted,
    say,
    voice_option,
    warn_of_names,
)
from taeg.cli.help import Command
from taeg.cli.tables import Column, print_columns, print_rows

EXPORTED = {".docx": "docx", ".html": "html", ".md": "markdown", ".json": "json", ".xml": "tei"}
"""Suffixes of formats that `taeg export` writes."""
RESERVED = ("self", "corpus", "strategy", "name", "part", "centrality", "model", "decided", "settle", "contested")
"""Names of arguments of the methods that receive the parameters."""


@click.command(cls=Command)
@click.option(
    "--strategy",
    metavar="S",
    help="fuse (default), firsthand, ontopic, longest, latest, priority, centroid, random, taeg, lexrank …, or "
    "module:function for your own.",
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
@voice_option
@click.option("--model", metavar="NAME", help="Sentence vectors: a model's name or folder, or none.")
@click.option(
    "--settle",
    metavar="POLICY",
    default="none",
    help="Contested facts: latest, majority, priority or firsthand; the other sides follow as notes.",
)
@graph_options
def consolidate(
    strategy: str | None,
    settings: tuple[str, ...],
    centrality: str | None,
    days: tuple[str, ...],
    sources: tuple[str, ...],
    first: str,
    last: str,
    out: Path | None,
    cite: bool,
    voice: str | None,
    model: str | None,
    settle: str,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Make the narrative with a strategy, record it and print it.

    By default (fuse) it has one base account for each event, and after it notes with what other accounts add.

    --day, --source, --from and --to restrict the corpus to a part: its versions and the edges between them, with the
    weights of the whole corpus. The day of an event is its own, or the date in its time, or else the day of its
    earliest account.

    --json gives the event, source, reference and version of every sentence.

    \b
    Examples:
      taeg consolidate
      taeg consolidate --strategy longest --cite
      taeg consolidate --strategy taeg --set damping=0.9 --out narrative.txt
      taeg consolidate --settle latest
      taeg consolidate --day 2024-05-03 --source herald --source gazette
    """
    from taeg.consolidate.narrative import Narrative, pieces
    from taeg.consolidate.spans import BASE, Part
    from taeg.consolidate.voices import voice_of

    if out and not out.absolute().parent.is_dir():
        raise InputError(f"cannot write {out}: there is no folder {out.parent}")
    if out and out.suffix.casefold() in EXPORTED:
        export = suggested(f"taeg export --format {EXPORTED[out.suffix.casefold()]} --out {out.name}")
        raise InputError(f"consolidate writes plain text, not {out.suffix}; run it without --out, then: {export}")
    parameters = {name: _number(value) for name, value in _pairs(settings, "--set").items()}
    part = Part(days, sources, first, last)
    strategy = strategy or ("taeg" if centrality else "fuse")
    with open_graph(store) as graph:
        entry = graph.corpus(corpus)
        passages = []
        with progress(f"consolidate {entry.id}") as bar:
            [run] = graph.consolidate_many(
                [(strategy, parameters)], entry.id, bar, part, centrality or "", model, settle
            )
            bar.stage("read passages", 0 if part else entry.events)
            for passage in graph.passages(run, entry.id):
                passages.append(passage)
                bar.advance()
    spoken = voice or voice_of((passage.text for passage in passages if passage.role == BASE), entry.language)
    written = pieces(passages, entry.profile, cite=cite, voice=spoken, code=entry.language)
    text = "".join(redacted(piece) for piece in written)
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
        see = suggested("taeg corrections")
        say(f"corrections that do not fit and were not applied: {len(misfits)} (see: {see})", err=True)
    warn_of_names(passage.source_title for passage in passages)
    edited = list(dict.fromkeys(passage.event for passage in passages if passage.edits))
    if edited and not cite and not as_json:
        say(f"edited events: {len(edited)} ({', '.join(edited)}); --cite marks the edits", err=True)


@click.command(cls=Command)
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
    if not view.versions:
        click.echo("(this event has no versions)")
        return
    versions = [redacted(version) for version in view.versions]
    runs = {run for version in versions for run in version["chosen_by"]}
    print_columns([Column(_head(v), _text(v), selected_by(v["chosen_by"], runs)) for v in versions])


@click.command(cls=Command)
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


@click.command("query", cls=Command)
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


def _head(version: Mapping[str, Any]) -> str:
    """Source, reference, time, edits and id of a version."""
    from taeg.consolidate.narrative import attribution

    source = attribution(version["source_title"], version["reference"])
    marks = [version["time"], "" if version["latest"] else "not the latest"]
    marks += ["excluded by the editor"] if version["excluded"] else []
    marks += [f"moved from {version['told_of']} by the editor"] if version["told_of"] else []
    more = "; ".join(mark for mark in marks if mark)
    return f"{source}{f' ({more})' if more else ''} [{version['id']}]"


def _text(version: Mapping[str, Any]) -> str:
    return version["text"] or f"(no text: {', '.join(version['gaps']) or 'not read'})"


def selected_by(runs: Sequence[str], all_runs: Collection[str]) -> str:
    """Say in one line which runs selected a version; those that differ in the seed only are counted.

    `all_runs` are the runs that selected any version of the event.
    """
    from taeg.export.book import DEFAULT_RUNS

    counts, totals = (Counter(strategy for run in ids if (strategy := _seeded(run))) for ids in (runs, all_runs))
    single = [run for run in runs if totals[_seeded(run)] < 2]
    single.sort(key=lambda run: (DEFAULT_RUNS.index(run) if run in DEFAULT_RUNS else len(DEFAULT_RUNS), run))
    names = [f"{run.partition(',')[0]} ({run.partition(',')[2]})" if "," in run else run for run in single]
    names += [f"{count} of {totals[name]} {name} runs" for name, count in counts.items() if totals[name] > 1]
    return f"selected by {', '.join(names[:-1])}{' and ' if len(names) > 1 else ''}{names[-1]}" if names else ""


def _seeded(run: str) -> str:
    """Return the strategy of a run whose only parameter is a seed, else an empty string."""
    strategy, _, parameters = run.partition(",")
    return strategy if re.fullmatch("seed=[0-9]+", parameters) else ""


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
