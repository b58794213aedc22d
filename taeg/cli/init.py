"""Commands for a corpus of one's own before it is loaded: an example to start from, and a look at what is wrong."""

from pathlib import Path

import click

from taeg.cli.common import json_option, print_json, say
from taeg.model.profile import AUDITED, PROFILES

LISTED = 50
"""Lines of a kind that are printed; nobody mends more at once."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--table", is_flag=True, help="One table of accounts in place of a document for each source.")
@json_option
def init(folder: Path, table: bool, as_json: bool) -> None:
    """Write a small commented example of a corpus into FOLDER, to be written over.

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
    say(f"Now look at {folder / 'corpus.yaml'}, then: taeg check {folder}, and: taeg ingest {folder}")


@click.command()
@click.argument("corpus")
@click.option("--profile", default=AUDITED.name, show_default=True, type=click.Choice(list(PROFILES)))
@click.option("--translation", metavar="NAME", help="For the built-in corpus: asv (default), kjv, web, …")
@click.option("--language", metavar="CODE", help="Language of a text of your own, for example de.")
@click.option("--source", "sources", multiple=True, metavar="ID", help="Only this source; may be given several times.")
@json_option
def check(
    corpus: str,
    profile: str,
    translation: str | None,
    language: str | None,
    sources: tuple[str, ...],
    as_json: bool,
) -> None:
    """Read CORPUS without loading it and tell everything that is wrong or strange, with file and line.

    Exit code 2 if it could not be loaded as it is.

    \b
    Examples:
      taeg check my-case
      taeg check statements.csv --language en
    """
    import ingest

    found = ingest.check(corpus, profile=profile, translation=translation, language=language, sources=sources)
    counts = found.counts
    lines = {"faults": found.faults, "remarks": found.remarks, "contradictions": found.contradictions}
    if as_json:
        print_json({"good": bool(counts), **counts, **lines})
    else:
        for kind, prefix in (("faults", ""), ("remarks", "note: "), ("contradictions", "contradiction: ")):
            for line in lines[kind][:LISTED]:
                say(f"{prefix}{' '.join(line.split())}")
            if len(lines[kind]) > LISTED:
                say(f"… and {len(lines[kind]) - LISTED:,} more {kind} (--json tells all)")
        if not counts:
            many = f"{len(found.faults):,} faults" if len(found.faults) > 1 else "one fault"
            say(f"{corpus}: {many} to mend before it can be loaded")
        else:
            held = ", ".join(f"{count:,} {what if count != 1 else what[:-1]}" for what, count in counts.items())
            say(f"{corpus}: good; {held}; load it with: taeg ingest {corpus}")
    if not counts:
        raise SystemExit(2)


COMMANDS = (init, check)
