"""Commands that consolidate, and that show what the graph says."""

import io
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taeg.base.errors import InputError, TaegError, quoted
from taeg.base.files import write_whole
from taeg.cli.common import (
    corpus_option,
    json_option,
    open_graph,
    print_json,
    print_table,
    printable,
    progress,
    redacted,
    say,
    store_option,
    warn_of_names,
)

if TYPE_CHECKING:
    from taeg.consolidate.narrative import Narrative, Passage

MIN_COLUMN = 24
RESERVED = ("self", "corpus", "strategy", "name", "part", "centrality")
"""Words that Python's calls have taken."""
GUTTER = "  │  "
IN_MEMORY = 1 << 24
"""Bytes of a narrative that are kept in memory until all of it can be printed."""
CHUNK = 1 << 16


@click.command()
@click.option(
    "--strategy",
    default="taeg",
    show_default=True,
    metavar="S",
    help="random, priority, centroid, longest, latest, taeg, lexrank …, or module:function for a function of yours.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter of the strategy.")
@click.option(
    "--centrality",
    type=click.Choice(["gds"]),
    help="Rank in the server: gds is Neo4j's Graph Data Science plugin (for taeg and its two halves).",
)
@click.option(
    "--day", "days", multiple=True, metavar="DAY", help="Only events of that day; may be given several times."
)
@click.option("--source", "sources", multiple=True, metavar="ID", help="Only what that source tells; the same.")
@click.option("--from", "first", metavar="EVENT", default="", help="Only events from that one on.")
@click.option("--to", "last", metavar="EVENT", default="", help="Only events up to that one.")
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write the text there.")
@click.option("--cite", is_flag=True, help="Put event and source above each passage.")
@corpus_option
@store_option
@json_option
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
    """Choose a version for each event, record the run in the graph, print the narrative.

    With --day, --source, --from or --to only that part of the corpus is read, and told: the versions in it, the edges
    between them, weights as they are in the whole corpus. A day is an event's own, or the date its time begins with; an
    event with neither is of the day of its earliest account.

    With --json every sentence comes with its event, source, reference and version.

    \b
    Examples:
      taeg consolidate --strategy longest --cite
      taeg consolidate --strategy taeg --set damping=0.9 --out narrative.txt
      taeg consolidate --day 2024-05-03 --source herald --source gazette
    """
    from taeg.consolidate.narrative import pieces
    from taeg.model.part import Part

    if out and not out.absolute().parent.is_dir():
        raise InputError(f"cannot write {out}: there is no folder {out.parent}")
    parameters = {name: _number(value) for name, value in _pairs(settings, "--set").items()}
    part = Part(days, sources, first, last)
    with open_graph(store) as graph:
        entry = graph.corpus(corpus)
        wanted = [(strategy, parameters)]
        label = f"consolidate {entry.id}"
        with progress(label) as bar:
            [run] = graph.consolidate_many(wanted, entry.id, bar, part, centrality or "")
        misfits = [correction for correction in entry.corrections if correction.problem]
        noted = _Noted(_watched(graph.passages(run, entry.id), label, 0 if part else entry.events))
        parts = (redacted(piece) for piece in pieces(noted, entry.profile, cite=cite))
        if out:
            characters = _write(out, parts)
        elif not as_json:
            _print(parts)
        if as_json:
            narrative = graph.narrative(run, entry.id)
    if as_json:
        noted = _Noted(narrative.passages)
        text = "".join(redacted(piece) for piece in pieces(noted, entry.profile, cite=cite))
        _print_facts(_redacted(narrative), len(text))
    elif out:
        say(f"{entry.id}, run {run}: {characters} characters written to {out}")
    if misfits:
        say(f"corrections that do not fit and are not in it: {len(misfits)} (taeg corrections)", err=True)
    warn_of_names(noted.titles)
    if noted.edited and not cite and not as_json:
        edited = noted.edited
        say(f"the editor's hand is in {len(edited)} events: {', '.join(edited)} (--cite marks it)", err=True)


def _watched(passages: "Iterable[Passage]", label: str, total: int) -> "Iterator[Passage]":
    """The passages as they go by, under a bar that is gone after the last."""
    with progress(label) as bar:
        bar.stage("tell", total)
        for passage in passages:
            yield passage
            bar.advance()


class _Noted:
    """Passages as they go by, with what is said of them afterwards: who tells, and where the editor's hand is."""

    def __init__(self, passages: "Iterable[Passage]") -> None:
        self._passages = passages
        self.titles: dict[str, None] = {}
        self.edited: list[str] = []

    def __iter__(self) -> "Iterator[Passage]":
        for passage in self._passages:
            self.titles[passage.source_title] = None
            if passage.edits:
                self.edited.append(passage.event)
            yield passage


def _write(out: Path, parts: Iterable[str]) -> int:
    """Write a text piece by piece, the file whole or not at all; returns how many characters it has."""
    written = 0

    def encoded() -> Iterator[bytes]:
        nonlocal written
        for part in parts:
            written += len(part)
            yield part.encode()

    try:
        write_whole(out, encoded())
    except ValueError as error:
        raise TaegError(f"cannot write {out}: {error}") from error
    return written


def _print(parts: Iterable[str]) -> None:
    """Print a text when all of it is there, so that nobody is given half of one; a long one waits on the disk."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
        for part in parts:
            kept.write(part.encode())
        kept.seek(0)
        if sys.stdout.isatty():
            reader = io.TextIOWrapper(kept, "utf-8", newline="")
            while text := reader.read(CHUNK):
                click.echo(printable(text), nl=False)
            click.echo()
        else:
            while block := kept.read(CHUNK):
                click.echo(block, nl=False)


def _print_facts(narrative: "Narrative", characters: int) -> None:
    print_json(
        {
            "corpus": narrative.corpus,
            "run": narrative.run,
            "profile": narrative.profile.name,
            "characters": characters,
            "language": narrative.language,
            "passages": [asdict(passage) for passage in narrative.passages],
            "sentences": [asdict(sentence) for sentence in narrative.sentences],
        }
    )


@click.command()
@click.argument("event")
@corpus_option
@store_option
@json_option
def show(event: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Show EVENT with all its versions side by side.

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
        print_table([{key: row[key] for key in ("query", "parameters", "title")} for row in rows])


@click.command("query")
@click.argument("name")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter of the query.")
@corpus_option
@store_option
@json_option
def run_query(name: str, params: tuple[str, ...], corpus: str | None, store: str | None, as_json: bool) -> None:
    """Run the named query NAME (see `taeg queries`).

    \b
    Examples:
      taeg query timeline
      taeg query event --param event=1
      taeg query source_path --param source=luke
    """
    with open_graph(store, read_only=True) as graph:
        rows = graph.query(name, corpus, **_pairs(params, "--param"))
    if as_json:
        print_json(rows)
    else:
        print_table(rows)


def _redacted(narrative: "Narrative") -> "Narrative":
    """With pseudonyms before it is divided: the end of a sentence may be found within a name."""
    texts = (replace(passage, text=redacted(passage.text)) for passage in narrative.passages)
    return replace(narrative, passages=tuple(texts))


def _side_by_side(versions: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    if not versions:
        return ["(no source tells this event)"]
    column = (width - len(GUTTER) * (len(versions) - 1)) // len(versions)
    stacked = column < MIN_COLUMN
    column = width if stacked else column
    blocks = []
    for version in versions:
        text = version["text"] or f"(no text: {', '.join(version['gaps']) or 'not read'})"
        lines = textwrap.wrap(_head(version), column)
        blocks.append([*lines, "─" * max(map(len, lines)), *textwrap.wrap(printable(text), column)])
    if stacked:
        return [line for block in blocks for line in [*block, ""]]
    tallest = max(next(i for i, line in enumerate(block) if line.startswith("─")) for block in blocks)
    blocks = [[""] * (tallest - next(i for i, line in enumerate(b) if line.startswith("─"))) + b for b in blocks]
    return [GUTTER.join(cell.ljust(column) for cell in cells).rstrip() for cells in zip_longest(*blocks, fillvalue="")]


def _head(version: Mapping[str, Any]) -> str:
    """Who says so, when, under which id, what the editor did with it and which runs chose it."""
    from taeg.consolidate.narrative import attribution

    told = attribution(version["source_title"], version["reference"])
    marks = [version["time"], "" if version["latest"] else "not the latest"]
    marks += ["excluded by the editor"] if version["excluded"] else []
    marks += [f"told of {version['told_of']}, put here by the editor"] if version["told_of"] else []
    more = "; ".join(mark for mark in marks if mark)
    chosen = f" ← {', '.join(version['chosen_by'])}" if version["chosen_by"] else ""
    return printable(f"{told}{f' ({more})' if more else ''} [{version['id']}]{chosen}")


def _pairs(given: tuple[str, ...], option: str) -> dict[str, str]:
    pairs = {}
    for item in given:
        name, separator, value = item.partition("=")
        if name in RESERVED:
            raise InputError(
                f"{option} {quoted(item, 80)}: there is no parameter {name!r}; it has an option of its own"
            )
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
