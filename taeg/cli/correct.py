"""Commands that change a corpus in the graph: removing sources, correcting, undoing corrections."""

import re
from dataclasses import asdict

import click

from taeg.base.errors import InputError
from taeg.cli.common import corpus_option, json_option, open_graph, print_json, print_table, progress, say, store_option
from taeg.cli.corpora import print_stats
from taeg.model.corpus import Correction

why_option = click.option("--why", default="", metavar="TEXT", help="The reason, kept with the correction.")


@click.command()
@click.option("--source", required=True, metavar="ID", help="The source to remove.")
@corpus_option
@store_option
@json_option
def remove(source: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Remove a source with its accounts from a corpus, as if it had never been ingested.

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
    say(f"{facts.corpus}: {source} removed; its runs are gone")
    print_stats(facts)


@click.group()
def correct() -> None:
    """Correct the data or the selection; corrections are stored separately and marked as the editor's.

    Corrections survive a new ingest. They can also be given in a corrections.yaml next to the corpus (see `taeg init`).

    \b
    Examples:
      taeg correct choose arrival weber:arrival --why "she stood nearest"
      taeg correct exclude dawes:fire
      taeg correct merge shouting argument
      taeg correct split argument second-argument --version weber:argument
      taeg correct move dinner --after arrival
      taeg correct rename arrival "They come home"
      taeg corrections
      taeg correct undo 2
    """


@correct.command()
@click.argument("event")
@click.argument("version")
@why_option
@corpus_option
@store_option
@json_option
def choose(event: str, version: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Select VERSION for EVENT in every narrative (`taeg show EVENT` prints the ids)."""
    _correct(Correction("choose", event, other=version, why=why), corpus, store, as_json)


@correct.command()
@click.argument("version")
@why_option
@corpus_option
@store_option
@json_option
def exclude(version: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Exclude VERSION: it stays in the graph without edges, and no narrative uses it."""
    _correct(Correction("exclude", version, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.argument("into")
@why_option
@corpus_option
@store_option
@json_option
def merge(event: str, into: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Merge EVENT into the event INTO, with its accounts."""
    _correct(Correction("merge", event, other=into, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.argument("new")
@click.option("--version", "versions", multiple=True, required=True, metavar="ID", help="A version of NEW.")
@click.option("--title", default="", metavar="TEXT", help="The title of NEW.")
@why_option
@corpus_option
@store_option
@json_option
def split(
    event: str,
    new: str,
    versions: tuple[str, ...],
    title: str,
    why: str,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Move some versions of EVENT to a new event NEW, right after it."""
    _correct(Correction("split", event, other=new, versions=versions, title=title, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.option("--before", metavar="EVENT", help="Move before this event.")
@click.option("--after", metavar="EVENT", help="Move after this event.")
@why_option
@corpus_option
@store_option
@json_option
def move(
    event: str, before: str | None, after: str | None, why: str, corpus: str | None, store: str | None, as_json: bool
) -> None:
    """Move EVENT in the timeline."""
    if (before is None) == (after is None):
        raise InputError("say where to: --before EVENT or --after EVENT")
    side = "before" if before is not None else "after"
    _correct(Correction("move", event, other=before or after or "", side=side, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.argument("title")
@why_option
@corpus_option
@store_option
@json_option
def rename(event: str, title: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Give EVENT another TITLE."""
    _correct(Correction("rename", event, title=title, why=why), corpus, store, as_json)


@correct.command()
@click.argument("correction", metavar="NUMBER|WORDS")
@corpus_option
@store_option
@json_option
def undo(correction: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Remove a correction by its NUMBER or its description (see `taeg corrections`).

    Removing one shifts the numbers of those after it. If a previous undo may have succeeded (the program was killed),
    give the description: it names no other correction.

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
    gone = ", ".join(words(found) for found in before if found not in left)
    _print(loaded.corpus, f"taken back: {gone}; runs made before are gone", left, as_json)


@click.command()
@corpus_option
@store_option
@json_option
def corrections(corpus: str | None, store: str | None, as_json: bool) -> None:
    """List the corrections in the order of application, and those that cannot be applied."""
    with open_graph(store, read_only=True) as graph:
        found = graph.corrections(corpus)
    rows = _rows(found)
    if as_json:
        print_json(rows)
    else:
        print_table(rows, limit=100)


def _correct(correction: Correction, corpus: str | None, store: str | None, as_json: bool) -> None:
    with open_graph(store) as graph:
        with progress(correction.kind) as bar:
            loaded = graph.correct(correction, corpus=corpus, progress=bar)
        found = graph.corrections(loaded.corpus)
    _print(loaded.corpus, "corrected; runs made before are gone", found, as_json)


def _print(corpus: str, done: str, found: tuple[Correction, ...], as_json: bool) -> None:
    if as_json:
        print_json({"corpus": corpus, "corrections": _rows(found)})
        return
    say(f"{corpus}: {done}")
    print_table(_rows(found), limit=100)


def _rows(found: tuple[Correction, ...]) -> list[dict[str, object]]:
    from taeg.model.corrections import words

    return [
        {"number": number, "from": c.given_in, "correction": words(c), "does not fit": c.problem}
        for number, c in enumerate(found, start=1)
    ]


COMMANDS = (remove, correct, corrections)
