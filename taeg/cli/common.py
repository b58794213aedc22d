"""Shared by the commands: options, opening a graph, pseudonyms, output, progress."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, closing, suppress
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from taeg.base.errors import InputError, redaction
from taeg.base.progress import Progress
from taeg.model.corpus import AUDITED, PROFILES

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from tqdm import tqdm

    from taeg.export.pseudonyms import Pseudonyms
    from taeg.graph.graph import Graph

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])
HARMLESS = "\n\u00a0\u2002\u2003\u2009\u200a\u200c\u200d\u200e\u200f\u202f\u3000"
"""Unprintable characters that are safe on a terminal: line ends, spaces, joiners, implicit direction marks."""
_PSEUDONYMS: ContextVar["Pseudonyms | None"] = ContextVar("pseudonyms", default=None)
_ESCAPED_SPACE = re.compile(r"\\(?:[nrt]|xa0|u2007|u2009|u202f|u3000)")
"""A space as `repr` escapes it when a message quotes a name."""

store_option = click.option(
    "--store",
    metavar="STORE",
    help="A path (embedded), a Neo4j URI, or neo4j for the local server. Default: TAEG_STORE, else taeg.db.",
)
corpus_option = click.option("--corpus", metavar="ID", help="Id of a corpus; not needed if the graph holds one.")
VOICES = ("marked", "quoted", "plain")
"""As in `taeg.consolidate.voices`, which is imported when it is used."""
voice_option = click.option(
    "--voice",
    type=click.Choice(VOICES),
    help="How speakers are named: marked (in brackets after what is inserted), quoted, or plain; by default quoted "
    "where accounts speak in the first person, else marked.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
verbose_option = click.option("--verbose", is_flag=True, help="List where statements return to an earlier event.")


def graph_options(command: Command) -> Command:
    """Add --corpus, --store and --json."""
    return corpus_option(store_option(json_option(command)))


_READING = (
    click.option(
        "--profile",
        default=AUDITED.name,
        show_default=True,
        type=click.Choice(list(PROFILES)),
        help="published repeats the errors of the paper's code, to reproduce its numbers.",
    ),
    click.option("--translation", metavar="NAME", help="Of the built-in corpus: asv (default), kjv, web, …"),
    click.option("--language", metavar="CODE", help="Language of your texts, for example de."),
    click.option("--source", "sources", multiple=True, metavar="ID", help="Read only this source; may be repeated."),
)


def reading_options(command: Command) -> Command:
    """Add the options for reading a corpus, which the command passes to `ingest` unchanged."""
    for option in reversed(_READING):
        command = option(command)
    return command


def _set_pseudonyms(_: click.Context, __: click.Parameter, path: Path | None) -> None:
    if path is not None:
        from taeg.export.pseudonyms import Pseudonyms

        use_pseudonyms(Pseudonyms.read(path))


def use_pseudonyms(names: "Pseudonyms | None") -> None:
    """Replace names in the output of this process."""
    _PSEUDONYMS.set(names)
    redaction.set(names.text if names else str)


pseudonyms_option = click.option(
    "--pseudonyms",
    metavar="FILE",
    envvar="TAEG_PSEUDONYMS",
    type=click.Path(path_type=Path),
    callback=_set_pseudonyms,
    expose_value=False,
    is_eager=True,
    help="Replace names in all output, by a .csv with the columns name, pseudonym. Default: TAEG_PSEUDONYMS.",
)


def pseudonyms() -> "Pseudonyms | None":
    """The pseudonyms of this command, if any."""
    return _PSEUDONYMS.get()


def redacted(value: T) -> T:
    """Replace names by pseudonyms; every output passes through this."""
    names = _PSEUDONYMS.get()
    return value if names is None else names.redact(value, lambda text: _redacted(text, names))


def _redacted(text: str, names: "Pseudonyms") -> str:
    """Replace names in a text; escaped spaces become plain ones where they would hide a name."""
    spaced = _ESCAPED_SPACE.sub(" ", text)
    replaced = names.text(spaced)
    return replaced if replaced != spaced else names.text(text)


def warn_of_names(titles: Iterable[str]) -> None:
    """Warn about source titles without a pseudonym, which may have been forgotten."""
    names = _PSEUDONYMS.get()
    kept = [title for title in dict.fromkeys(titles) if title and names is not None and names.text(title) == title]
    if kept:
        click.echo(printable(f"sources without a pseudonym: {', '.join(kept)}"), err=True)


def refuse_pseudonyms(what: str) -> None:
    """Refuse --pseudonyms for output in which names cannot be replaced."""
    if _PSEUDONYMS.get() is not None:
        raise InputError(f"names cannot be replaced in {what}; leave out --pseudonyms (and unset TAEG_PSEUDONYMS)")


def keep_options(command: str) -> str:
    """Complete a suggested command with the --corpus and --store of the running one, where it accepts them."""
    context = click.get_current_context(silent=True)
    if context is None:
        return command
    target = context.find_root().command
    for word in command.split():
        target = target.commands.get(word, target) if isinstance(target, click.Group) else target
    accepted = {parameter.name for parameter in target.params}
    options = {parameter.name for parameter in context.command.params if isinstance(parameter, click.Option)}
    for name, shown in (("corpus", str), ("store", store_name)):
        given = name in options and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name in accepted:
            command += f" --{name} {shlex.quote(shown(context.params[name]))}"
    return command


def say(line: str, *, err: bool = False) -> None:
    """Print one line of text."""
    click.echo(printable(redacted(line)), err=err)


def open_graph(store: str | None, *, read_only: bool = False, create: bool = False) -> "Graph":
    """Open the graph of a command; only commands that load may create one."""
    from taeg.graph.graph import Graph

    return Graph.open(store, read_only=read_only, create=create)


def store_name(store: str | None) -> str:
    """The store for messages: a path, or a URI without credentials."""
    from taeg.store.engine import DEFAULT_PATH, shown_address

    return shown_address(store or os.environ.get("TAEG_STORE") or DEFAULT_PATH)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    click.echo(escaped(json.dumps(redacted(value), ensure_ascii=False, indent=2)))


def print_result(value: object, line: str, as_json: bool) -> None:
    """Print the result of a command as JSON or as a line of text."""
    if as_json:
        print_json(value)
    else:
        say(line)


def print_list(prefix: str, lines: Sequence[str], limit: int) -> None:
    """Print the first lines with a prefix, and the number of the others."""
    for line in lines[:limit]:
        say(prefix + " ".join(line.split()))
    if len(lines) > limit:
        indent = prefix[: len(prefix) - len(prefix.lstrip())]
        say(f"{indent}… and {len(lines) - limit:,} more (use --json for all)")


def print_order(
    prefix: str, disagreements: Sequence[str], look_backs: Sequence[str], limit: int, verbose: str = ""
) -> None:
    """Print what speaks against the order of events.

    Look-backs of statements are listed or, with the command that lists them in `verbose`, only counted.
    """
    from taeg.model.timeline import counted

    print_list(f"{prefix}order disagreement: ", disagreements, limit)
    lines = [f"{line} (list them: {verbose} --verbose)" for line in counted(look_backs)] if verbose else look_backs
    print_list(prefix if verbose else f"{prefix}look-back: ", lines, limit)


def printable(text: str) -> str:
    """Replace control characters, so that a text cannot control the terminal."""
    return "".join(c if c.isprintable() or c in HARMLESS else "�" for c in text)


def escaped(text: str) -> str:
    """Escape control characters in JSON; its values stay the same."""
    return "".join(c if c.isprintable() or c in HARMLESS else json.dumps(c)[1:-1] for c in text)


def progress(label: str) -> AbstractContextManager[Progress]:
    """Show a progress bar per stage, with rate and time left, if standard error is a terminal."""
    return closing(_Bars(label))


class _Bars(Progress):
    def __init__(self, label: str) -> None:
        self._label = printable(redacted(label))
        self._bar: tqdm[NoReturn] | None = None

    def stage(self, name: str, total: int = 0) -> None:
        from tqdm import tqdm

        self.close()
        self._bar = tqdm(
            total=total or None,
            desc=f"{self._label}: {printable(redacted(name))}",
            disable=None,
            leave=False,
            unit=" rows",
            unit_scale=True,
            ncols=shutil.get_terminal_size().columns,  # for terminals that do not report their width
        )

    def advance(self, rows: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(rows)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def serve_pages(pages: "Callable[[str], Starlette]", port: int, message: str, *, open_it: bool) -> None:
    """Serve pages on this machine until Ctrl+C; `message` is printed with the address."""
    from taeg.web import app, server

    with TemporaryDirectory(prefix="taeg-") as folder, server.Server(pages, port) as listening:
        say(message.replace("{url}", listening.url))
        if open_it:
            # through a private file: other users can read the arguments of the browser process, and so the token
            page = Path(folder) / "open.html"
            page.write_text(app.redirect(listening.url), encoding="utf-8")
            click.launch(str(page))
        with suppress(KeyboardInterrupt):
            listening.run()
        click.echo("stopped", err=True)
