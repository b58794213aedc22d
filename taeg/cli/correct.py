"""Commands that change a corpus in the graph: remove a source, apply and undo corrections."""

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps

import click

from taeg.base.errors import InputError
from taeg.cli.common import graph_options, open_graph, print_json, progress, say
from taeg.cli.corpora import print_stats
from taeg.cli.help import Command, Group
from taeg.cli.tables import print_rows
from taeg.model.corpus import Correction


@click.command(cls=Command)
@click.option("--source", required=True, metavar="ID", help="The source to remove.")
@graph_options
def remove(source: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Remove a source and all its accounts from a corpus.

    The result is the same as if the source had never been ingested.

    \b
    Examples:
      taeg remove --source lindqvist
    """
    with open_graph(store) as graph:
        with progress(f"remove {source}") as bar:
            loaded = graph.remove_source(source, corpus, bar)
        facts = graph.stats_of(loaded)
    if as_json:
        print_json({**asdict(facts), "changed": loaded.changed})
        return
    say(f"{facts.corpus}: {source} removed, and all runs deleted")
    print_stats(facts)


@click.group(cls=Group)
def correct() -> None:
    """Override the data or the choice of a strategy.

    Corrections are stored separately, marked as the editor's, and applied again after each ingest. They can also be
    written in a corrections.yaml beside the corpus (see `taeg init`).

    \b
    Examples:
      taeg correct choose arrival weber:arrival --why "she stood nearest"
      taeg correct exclude dawes:fire
      taeg correct merge shouting argument
      taeg correct split argument second-argument --version weber:argument
      taeg correct move dinner --after arrival
      taeg correct rename arrival "They come home"
      taeg correct order
      taeg correct dismiss 5669b9eb --why "they mean two clocks"
      taeg correct settle 5669b9eb --prefer reyes
      taeg corrections
      taeg correct undo 2
    """


def correction_options(function: Callable[..., Correction]) -> Callable[..., None]:
    """Add --why and the options of a graph; the command applies the correction that the function returns."""

    @click.option("--why", default="", metavar="TEXT", help="The reason, stored with the correction.")
    @graph_options
    @wraps(function)
    def command(corpus: str | None, store: str | None, as_json: bool, **arguments: object) -> None:
        correction = function(**arguments)
        with open_graph(store) as graph:
            with progress(correction.kind) as bar:
                loaded = graph.correct(correction, corpus=corpus, progress=bar)
            found = graph.corrections(loaded.corpus)
        _print(loaded.corpus, "corrected; earlier runs are deleted", found, as_json)

    return command


@correct.command()
@click.argument("event")
@click.argument("version")
@correction_options
def choose(event: str, version: str, why: str) -> Correction:
    """Use VERSION for EVENT, whatever a strategy selects.

    `taeg show EVENT` prints the ids of the versions, such as reyes:impact.
    """
    return Correction("choose", event, other=version, why=why)


@correct.command()
@click.argument("version")
@correction_options
def exclude(version: str, why: str) -> Correction:
    """Exclude VERSION from all narratives.

    It stays in the graph, without edges.
    """
    return Correction("exclude", version, why=why)


@correct.command()
@click.argument("event")
@click.argument("into")
@correction_options
def merge(event: str, into: str, why: str) -> Correction:
    """Move all versions of EVENT to the event INTO."""
    return Correction("merge", event, other=into, why=why)


@correct.command()
@click.argument("event")
@click.argument("new")
@click.option("--version", "versions", multiple=True, required=True, metavar="ID", help="A version to move to NEW.")
@click.option("--title", default="", metavar="TEXT", help="The title of NEW.")
@correction_options
def split(event: str, new: str, versions: tuple[str, ...], title: str, why: str) -> Correction:
    """Move some versions of EVENT to a new event NEW directly after it."""
    return Correction("split", event, other=new, versions=versions, title=title, why=why)


@correct.command()
@click.argument("event")
@click.option("--before", metavar="EVENT", help="Move it before this event.")
@click.option("--after", metavar="EVENT", help="Move it after this event.")
@correction_options
def move(event: str, before: str | None, after: str | None, why: str) -> Correction:
    """Move EVENT in the timeline."""
    if (before is None) == (after is None):
        raise InputError("give either --before EVENT or --after EVENT")
    side = "before" if before is not None else "after"
    return Correction("move", event, other=before or after or "", side=side, why=why)


@correct.command()
@click.argument("number", required=False, type=click.IntRange(1))
@graph_options
def order(number: int | None, corpus: str | None, store: str | None, as_json: bool) -> None:
    """List moves that fit the sources better, or make move NUMBER.

    Nothing is moved without a NUMBER. Read the accounts first: sources also look back and ahead, so a correct timeline
    has disagreements, too.

    \b
    Examples:
      taeg correct order
      taeg correct order 1
    """
    from taeg.model.moves import moves

    with open_graph(store, read_only=number is None) as graph:
        found = moves(graph.read(corpus).corpus)
        if number is None:
            rows = [{"move": str(move), "reason": move.reason} for move in found]
            print_rows([{"number": place, **row} for place, row in enumerate(rows, 1)], as_json)
            return
        if number > len(found):
            raise InputError(f"there is no move {number}; there are {len(found)} (see: taeg correct order)")
        with progress("move") as bar:
            loaded = graph.correct(found[number - 1].correction, corpus=corpus, progress=bar)
        given = graph.corrections(loaded.corpus)
    _print(loaded.corpus, "corrected; earlier runs are deleted", given, as_json)


@correct.command()
@click.argument("event")
@click.argument("title")
@correction_options
def rename(event: str, title: str, why: str) -> Correction:
    """Change the title of EVENT to TITLE."""
    return Correction("rename", event, title=title, why=why)


def decision_options(function: Callable[..., str | None]) -> Callable[..., None]:
    """Add FACT, --why and the options of a graph; the command decides as the function, given the rest, says."""

    @click.argument("fact")
    @click.option("--why", default="", metavar="TEXT", help="The reason, stored with the decision.")
    @graph_options
    @wraps(function)
    def command(fact: str, why: str, corpus: str | None, store: str | None, as_json: bool, **arguments: object) -> None:
        from taeg.graph.contested import decision

        prefer = function(**arguments) or ""
        with open_graph(store) as graph:
            with progress(function.__name__) as bar:
                found = graph.conflicts(corpus, model="any", progress=bar)
                correction = decision(found, function.__name__, fact, prefer, why)
                loaded = graph.correct(correction, corpus=corpus, progress=bar)
            given = graph.corrections(loaded.corpus)
        _print(loaded.corpus, "decided", given, as_json)

    return command


@correct.command()
@decision_options
def confirm() -> None:
    """Confirm that accounts contradict each other about FACT.

    `taeg conflicts` prints the ids of facts; their first four digits suffice.
    """


@correct.command()
@decision_options
def dismiss() -> None:
    """Dismiss FACT: what the accounts say is no contradiction.

    `taeg conflicts --all` still lists it.
    """


@correct.command()
@click.option("--prefer", required=True, metavar="SOURCE|VERSION", help="The source or the version to believe.")
@decision_options
def settle(prefer: str) -> str:
    """Settle FACT: prefer one source or version, whatever the policy."""
    return prefer


@correct.command()
@click.argument("correction", metavar="NUMBER|WORDS")
@graph_options
def undo(correction: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Undo a correction, given by its NUMBER or its WORDS.

    `taeg corrections` lists both. Undoing one renumbers those after it. If you do not know whether it was undone (for
    instance because the command was interrupted), give the words: they do not change.

    \b
    Examples:
      taeg correct undo 2
      taeg correct undo "merge shouting into argument"
    """
    from taeg.model.corrections import words

    which = int(correction) if re.fullmatch("[0-9]{1,9}", correction) else correction
    with open_graph(store) as graph:
        before = graph.corrections(corpus)
        with progress("undo") as bar:
            loaded = graph.undo(which, corpus, bar)
        left = graph.corrections(loaded.corpus)
    undone = ", ".join(words(found) for found in before if found not in left)
    gone = "; earlier runs are deleted" if loaded.replaced else ""
    _print(loaded.corpus, f"undone: {undone}{gone}", left, as_json)


@click.command(cls=Command)
@graph_options
def corrections(corpus: str | None, store: str | None, as_json: bool) -> None:
    """List the corrections of a corpus in the order of application."""
    with open_graph(store, read_only=True) as graph:
        print_rows(_rows(graph.corrections(corpus)), as_json)


def _print(corpus: str, done: str, found: tuple[Correction, ...], as_json: bool) -> None:
    rows = _rows(found)
    if as_json:
        print_json({"corpus": corpus, "corrections": rows})
    else:
        say(f"{corpus}: {done}")
        print_rows(rows)


def _rows(found: tuple[Correction, ...]) -> list[dict[str, object]]:
    from taeg.model.corrections import words

    return [
        {"number": number, "from": c.given_in, "correction": words(c), "does not fit": c.problem}
        for number, c in enumerate(found, start=1)
    ]
