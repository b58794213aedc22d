"""Commands that prepare a corpus: `init` writes an example, `check` validates one."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from taeg.cli.common import (
    json_option,
    print_json,
    print_list,
    print_order,
    progress,
    reading_options,
    say,
    verbose_option,
)
from taeg.cli.help import Command

LISTED = 50
"""Maximum number of lines printed per kind."""


@click.command(cls=Command)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--table", is_flag=True, help="Write one table of accounts instead of a document per source.")
@json_option
def init(folder: Path, table: bool, as_json: bool) -> None:
    """Write a small commented example corpus into FOLDER.

    \b
    Examples:
      taeg init my-case
      taeg init my-case --table
    """
    from ingest import starter

    written = starter.write(folder, table=table)
    if as_json:
        print_json([str(path) for path in written])
        return
    for path in written:
        say(str(path))
    say(f"Next: edit {folder / 'corpus.yaml'}, then run: taeg check {folder}, and: taeg ingest {folder}")


@click.command(cls=Command)
@click.argument("corpus")
@reading_options
@verbose_option
@json_option
def check(corpus: str, verbose: bool, as_json: bool, **options: Any) -> None:  # noqa: ANN401 (see `reading_options`)
    """Validate CORPUS and list all problems with file and line.

    Nothing is loaded. Exit code 2 if it cannot be loaded.

    \b
    Examples:
      taeg check my-case
      taeg check statements.csv --language en
    """
    import ingest

    with progress(f"check {corpus}") as bar:
        found = ingest.check(corpus, progress=bar, **options)
    counts, disagreements = found.counts, found.order_disagreements
    moves = [asdict(move) for move in found.moves]
    if as_json:
        lines = {"faults": found.faults, "remarks": found.remarks, "order_disagreements": disagreements}
        lines["look_backs"] = found.look_backs
        print_json({"good": bool(counts), **counts, **lines, "contradictions": disagreements, "moves": moves})
    else:
        print_list("", found.faults, LISTED)
        print_list("note: ", found.remarks, LISTED)
        print_order("", disagreements, found.look_backs, LISTED, "" if verbose else "taeg check")
        for move in found.moves:
            say(f"possible move: {move} ({move.reason})")
        if found.moves:
            say("read the accounts first: sources also look back. After ingest, move with: taeg correct order 1")
        if not counts:
            many = f"{len(found.faults):,} faults" if len(found.faults) > 1 else "one fault"
            say(f"{corpus}: {many} to fix before it can be loaded")
        else:
            held = ", ".join(f"{count:,} {what if count != 1 else what[:-1]}" for what, count in counts.items())
            say(f"{corpus}: valid; {held}; load it with: taeg ingest {corpus}")
    if not counts:
        raise SystemExit(2)
