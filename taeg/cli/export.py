"""Commands with which narratives leave the graph: as files, and as pages on this machine."""

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from taeg.base.errors import InputError
from taeg.cli.common import (
    corpus_option,
    json_option,
    open_graph,
    print_json,
    printable,
    pseudonyms,
    say,
    store_name,
    store_option,
    warn_of_names,
)

FORMATS = ("html", "text", "markdown", "json", "docx", "tei", "graphml", "csv")
"""As in `taeg.export`, which is too slow to import for a help text."""
PORT = 8017


@click.command()
@click.option("--format", "format", type=click.Choice(FORMATS), help="Default: by the ending of --out.")
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path), help="The file; for csv a folder. - or none prints it."
)
@click.option("--run", metavar="NAME", help="The run to tell. Default: taeg, else longest, else any.")
@corpus_option
@store_option
@json_option
def export(
    format: str | None, out: Path | None, run: str | None, corpus: str | None, store: str | None, as_json: bool
) -> None:
    """Write a corpus with its narrative to a file, every sentence with its source.

    html is one page with everything: the narrative, the accounts of each event side by side, the timeline, the
    scores; it needs no server and no network. The runs to choose among are those in the graph (`taeg consolidate`).

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
            raise InputError(f"say what to write: --out FILE, or --format with one of {', '.join(FORMATS)}")
        format = exports.format_of(out)
    kind = exports.FORMATS[format]
    if str(out) == "-":
        out = None
    if out is None and (kind.many or kind.binary):
        raise InputError(f"{format} needs --out {'FOLDER' if kind.many else 'FILE'}")
    with open_graph(store, read_only=True) as graph:
        book = exports.take(graph, corpus, run)
    names = pseudonyms()
    files = exports.export(book.redacted(names) if names else book, format)
    if out is None:
        # what a file or a pipe gets as it is must not drive a terminal
        click.echo(printable(files[""].decode()) if sys.stdout.isatty() else files[""], nl=False)
        return
    warn_of_names(teller.title for teller in book.tellers)
    written = _write(files, out)
    if as_json:
        print_json({"corpus": book.corpus, "run": book.main.id, "format": format, "files": [str(p) for p in written]})
    else:
        for path in written:
            say(f"{book.corpus}, run {book.main.id}: written to {path}")


@click.command()
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--open", "open_it", is_flag=True, help="Open it in your web browser.")
@store_option
def serve(port: int, open_it: bool, store: str | None) -> None:
    """Show the synopsis live from the graph, on this machine only, until you stop it with Ctrl+C.

    Each look reads the graph anew. What is shown is what `taeg export --format html` would write.

    \b
    Examples:
      taeg serve
      taeg serve --port 0 --open
    """
    from taeg.export.pseudonyms import NONE
    from taeg.web import pages, server

    with open_graph(store, read_only=True):
        pass  # report a missing graph before the server starts
    with TemporaryDirectory(prefix="taeg-") as folder, server.listen(store, port, pseudonyms() or NONE) as listening:
        say(f"{store_name(store)} is shown at {listening.url} (stop with Ctrl+C)")
        if open_it:
            # through a private file: other users can read the arguments of the browser process, and so the token
            page = Path(folder) / "open.html"
            page.write_text(pages.redirect(listening.url), encoding="utf-8")
            click.launch(str(page))
        with suppress(KeyboardInterrupt):
            listening.run()
        click.echo("stopped", err=True)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what makes SHELL complete taeg's commands and options.

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


def _write(files: dict[str, bytes], out: Path) -> list[Path]:
    from taeg.base.files import write_whole

    if set(files) == {""}:
        if out.is_dir():
            raise InputError(f"{out} is a folder; name a file in it")
        write_whole(out, [files[""]])
        return [out]
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; name a folder")
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_whole(out / name, [content])
    return [out / name for name in files]


COMMANDS = (export, serve, completion)
