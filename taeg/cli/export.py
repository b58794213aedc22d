"""Commands that export narratives: to files, and as pages on this machine."""

import sys
from functools import partial
from pathlib import Path

import click

from taeg.base.errors import InputError
from taeg.cli.common import (
    graph_options,
    open_graph,
    print_json,
    printable,
    pseudonyms,
    say,
    serve_pages,
    store_name,
    store_option,
    voice_option,
    warn_of_names,
)
from taeg.cli.help import Command
from taeg.export import FORMATS, format_of

PORT = 8017


@click.command(cls=Command)
@click.option("--format", "format", type=click.Choice(list(FORMATS)), help="Default: by the suffix of --out.")
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path), help="A file; for csv a folder. - or none prints it."
)
@click.option("--run", metavar="NAME", help="The run to export. Default: fuse, else taeg, longest or any.")
@voice_option
@graph_options
def export(
    format: str | None,
    out: Path | None,
    run: str | None,
    voice: str | None,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Write the narrative to a file, every sentence with its source.

    html is one page with everything: the narrative, the accounts of each event side by side, the timeline, the
    scores; it works offline. Available runs are those in the graph (`taeg consolidate`).

    \b
    Examples:
      taeg export --out synopsis.html
      taeg export --format markdown --run longest --out narrative.md
      taeg export --format tei --out edition.xml
      taeg export --format csv --out tables
    """
    from taeg import export as exports

    if format is None:
        if out is None:
            raise InputError(f"give --out FILE, or --format with one of {', '.join(FORMATS)}")
        format = format_of(out)
    kind = FORMATS[format]
    if str(out) == "-":
        out = None
    if out is None and (kind.many or kind.binary):
        raise InputError(f"{format} needs --out {'FOLDER' if kind.many else 'FILE'}")
    with open_graph(store, read_only=True) as graph:
        book = exports.read(graph, format, corpus, run, voice)
    files = exports.render(book, format, pseudonyms())
    if out is None:
        # a terminal must not receive control characters; files and pipes get the text unchanged
        click.echo(printable(files[""].decode()) if sys.stdout.isatty() else files[""], nl=False)
        return
    warn_of_names(source.title for source in book.sources)
    written = exports.write(files, out)
    main = book.main.run.id
    if as_json:
        print_json({"corpus": book.corpus, "run": main, "format": format, "files": [str(path) for path in written]})
    else:
        for path in written:
            say(f"{book.corpus}, run {main}: written to {path}")


@click.command(cls=Command)
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free port.")
@click.option("--open", "open_it", is_flag=True, help="Open it in your web browser.")
@click.option("--decide", is_flag=True, help="Let the page confirm, dismiss and settle contested facts.")
@store_option
def serve(port: int, open_it: bool, decide: bool, store: str | None) -> None:
    """Show the synopsis live in a browser, until you press Ctrl+C.

    The page is served to this machine only. Every request reads the graph again; the page is the same as that of
    `taeg export --format html`. With --decide the tab Contested has buttons that confirm, dismiss or settle a fact, and
    the decision is stored as a correction.

    \b
    Examples:
      taeg serve
      taeg serve --port 0 --open
      taeg serve --decide
    """
    from taeg.export.pseudonyms import NONE
    from taeg.web import app

    with open_graph(store, read_only=True):
        pass  # report a missing graph before the server starts
    pages = partial(app.application, store=store, names=pseudonyms() or NONE, writable=decide)
    serve_pages(pages, port, f"{store_name(store)} is shown at {{url}} (stop with Ctrl+C)", open_it=open_it)


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script for the completion of commands in SHELL.

    \b
    Examples:
      eval "$(taeg completion bash)"                       in ~/.bashrc
      eval "$(taeg completion zsh)"                        in ~/.zshrc
      taeg completion fish > ~/.config/fish/completions/taeg.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise InputError(f"no completion for {shell!r}")
    click.echo(kind(ctx.find_root().command, {}, "taeg", "_TAEG_COMPLETE").source())
