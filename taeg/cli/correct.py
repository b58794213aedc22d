"""Commands with which a person changes a corpus in the graph: takes a source out, corrects, takes corrections back."""

import re
from dataclasses import asdict

import click

from taeg.base.errors import InputError
from taeg.cli.common import corpus_option, json_option, open_graph, print_json, print_table, progress, say, store_option
from taeg.cli.corpora import print_stats
from taeg.model.corpus import Correction

why_option = click.option("--why", default="", metavar="TEXT", help="The reason, kept with the correction.")


@click.command()
@click.option("--source", required=True, metavar="ID", help="The source to take out.")
@corpus_option
@store_option
@json_option
def remove(source: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Take one source with all its accounts out of a corpus, as if it had never been ingested.

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
    """Decide against the data or the strategies; what you decide is kept apart and marked as the editor's.

    Corrections survive a new ingest. They may also stand in a corrections.yaml beside the corpus (see `taeg init`).

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
    """Have VERSION told for EVENT, whatever a strategy would choose (`taeg show EVENT` prints the ids)."""
    _correct(Correction("choose", event, other=version, why=why), corpus, store, as_json)


@correct.command()
@click.argument("version")
@why_option
@corpus_option
@store_option
@json_option
def exclude(version: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Put VERSION aside: it stays in the graph, untied, and no narrative uses it."""
    _correct(Correction("exclude", version, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.argument("into")
@why_option
@corpus_option
@store_option
@json_option
def merge(event: str, into: str, why: str, corpus: str | None, store: str | None, as_json: bool) -> None:
    """Let the accounts of EVENT tell the event INTO."""
    _correct(Correction("merge", event, other=into, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.argument("new")
@click.option("--version", "versions", multiple=True, required=True, metavar="ID", help="A version that goes into NEW.")
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
    """Make an event NEW of some versions of EVENT; it stands right after it."""
    _correct(Correction("split", event, other=new, versions=versions, title=title, why=why), corpus, store, as_json)


@correct.command()
@click.argument("event")
@click.option("--before", metavar="EVENT", help="Stand before this event.")
@click.option("--after", metavar="EVENT", help="Stand after this event.")
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
    """Take back the correction of that NUMBER, or that reads so in WORDS (see `taeg corrections`).

    When one is gone, the numbers of those after it move up. If you do not know whether it is (the program was killed,
    say), give the words: they name no other.

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
    """List the editor's corrections in the order in which they are applied, and which do not fit."""
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
