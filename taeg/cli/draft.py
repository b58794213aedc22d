"""The command that drafts a corpus from raw documents."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taeg.base.errors import Problems
from taeg.cli.common import json_option, print_json, print_list, progress, pseudonyms, say, serve_pages
from taeg.cli.help import Command

if TYPE_CHECKING:
    from ingest.drafts.drafting import Result

PORT = 8018
LISTED = 12
"""Maximum number of lines printed per kind."""


@click.command(cls=Command)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path), help="Folder for the draft.")
@click.option(
    "--add",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Add a document to the draft FOLDER; may be repeated.",
)
@click.option(
    "--source", "sources", multiple=True, metavar="NAME=FILE,FILE", help="Files of one source; may be repeated."
)
@click.option(
    "--passages",
    type=click.Choice(["event", "paragraph", "sentence"]),
    help="What becomes a passage. Default: as before, else event; the rows of a table that has several per source.",
)
@click.option("--grain", type=click.FloatRange(1, 100), metavar="N", help="Sentences per event; estimated by default.")
@click.option("--language", metavar="CODE", help="Language of the documents. Default: as before, else en.")
@click.option("--model", metavar="NAME", help="Sentence vectors: a model's name or folder, or none.")
@click.option(
    "--timeline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The events in order, if they are known: a table (event, title, time, place), or a .txt with one per line.",
)
@click.option("--title", default="", metavar="TEXT", help="Title of the corpus.")
@json_option
def draft(
    paths: tuple[Path, ...],
    out: Path | None,
    add: tuple[Path, ...],
    sources: tuple[str, ...],
    as_json: bool,
    **options: Any,  # noqa: ANN401 (see `ingest.drafts.request`)
) -> None:
    """Draft a corpus from raw documents, to be reviewed.

    PATHS are documents (text, Markdown, Word, PDF, HTML, RTF, OpenDocument, e-mail, .vtt, .srt), folders of documents,
    or one table with the columns source, text. A draft is a suggestion: review it, or edit its tables, before you rely
    on it. Given the FOLDER of a draft, it is made again; all that a person decided or edited is kept.

    \\b
    Examples:
      taeg draft statements/ --out case
      taeg draft a.docx b.pdf c.txt --source "A. Reyes=a.docx,c.txt" --out case
      taeg draft case --add more.docx
    """
    from ingest.drafts import request

    problems = Problems()
    names = pseudonyms()
    wanted = request.Request(paths, out, add, sources, **options, rename=names.text if names else str)
    with progress("draft") as bar:
        found = request.run(wanted, problems, bar)
    if as_json:
        print_json(_summary(found.result, found.folder, problems.remarks))
        return
    print_list("note: ", problems.remarks, LISTED)
    print_list("no longer fits: ", found.result.lost, LISTED)
    _report(found.result, found.folder)


def _summary(result: "Result", folder: Path, remarks: Sequence[str]) -> dict[str, Any]:
    draft = result.draft
    return {
        "folder": str(folder),
        "sources": len(result.sources),
        "documents": [document.path.name for document in result.documents],
        "sentences": len(draft.statements.units),
        "passages": len(result.passages),
        "events": len(result.events),
        "preamble": sum(not row.event for row in result.passages),
        "decided": sum(row.decided == "person" for row in result.passages),
        "grain": draft.grain,
        "grain_given": draft.grain_given,
        "vectors": draft.encoder,
        "order_disagreements": len(draft.contradictions) - draft.look_backs,
        "look_backs": draft.look_backs,
        "lost": list(result.lost),
        "remarks": list(remarks),
    }


def _report(result: "Result", folder: Path) -> None:
    draft = result.draft
    count = len(draft.statements.units)
    sizes = f"{len(result.passages):,} passages, {len(result.events):,} events"
    say(f"{len(result.sources)} sources, {count:,} sentences: {sizes}")
    given = "given" if draft.grain_given else "estimated; set it with --grain"
    say(f"grain: {draft.grain:.1f} sentences per event ({given})")
    say(f"sentence vectors: {draft.encoder or 'none (taeg model fetch improves the draft)'}")
    doubtful = sum(row.confidence < 0.5 and bool(row.event) for row in result.passages)
    say(f"in doubt: {doubtful:,} passages")
    against, back = len(draft.contradictions) - draft.look_backs, draft.look_backs
    say(f"order: {against:,} named times contradict it; statements return to an earlier event {back:,} times")
    say("")
    for event in result.events[:LISTED]:
        who = dict.fromkeys(row.source for row in result.passages if row.event == event.event)
        say(f"  {event.order:>3}  {event.time or '     '}  {event.title}  [{', '.join(who)}]")
    if len(result.events) > LISTED:
        say(f"       … and {len(result.events) - LISTED} more in {folder / 'timeline.csv'}")
    say("")
    say("This is a draft: a machine guessed what belongs together. Review it before you rely on it:")
    say(f"  taeg review {folder}")
    say(f"  or edit {folder / 'alignment.csv'} and {folder / 'timeline.csv'}, then run: taeg check {folder}")
    say(f"  load it: taeg ingest {folder}")


@click.command(cls=Command)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--model", help="A model of your own with which the draft was made.", metavar="FOLDER")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free port.")
@click.option("--open/--no-open", "open_it", default=True, help="Open it in your web browser.")
def review(folder: Path, model: str | None, port: int, open_it: bool) -> None:
    """Review a draft in a browser, until you press Ctrl+C.

    Every decision is written to the tables of the folder at once, and kept when the draft is made again.

    \b
    Examples:
      taeg review case
      taeg review case --port 0 --no-open
    """
    from functools import partial

    from taeg.export.pseudonyms import NONE
    from taeg.web import review_app
    from taeg.web.review import Session

    with progress("review") as bar:
        bar.stage("align")
        session = Session(folder, pseudonyms() or NONE, model)
    print_list("note: ", session.remarks, LISTED)
    pages = partial(review_app.application, session=session)
    try:
        serve_pages(pages, port, f"{folder} is reviewed at {{url}} (stop with Ctrl+C)", open_it=open_it)
    finally:
        session.close()
