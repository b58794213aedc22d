"""What the commands share: options, opening a graph, printing facts, progress."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from taeg.base.errors import InputError, redaction
from taeg.base.progress import Progress
from taeg.model.profile import AUDITED, PROFILES

if TYPE_CHECKING:
    from tqdm import tqdm

    from taeg.export.pseudonyms import Pseudonyms
    from taeg.graph.graph import Graph

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])
HARMLESS = "\n\u00a0\u2002\u2003\u2009\u200a\u200c\u200d\u200e\u200f\u202f\u3000"
"""Line ends, spaces of all widths, joiners and the marks of direction that change nothing but their place."""
_PSEUDONYMS: ContextVar["Pseudonyms | None"] = ContextVar("pseudonyms", default=None)
_ESCAPED_SPACE = re.compile(r"\\(?:[nrt]|xa0|u2007|u2009|u202f|u3000)")
"""As `repr` writes it where a message quotes a name."""

store_option = click.option(
    "--store",
    metavar="STORE",
    help="A path (embedded), a Neo4j address, or the word neo4j. Default: TAEG_STORE, else taeg.db.",
)
corpus_option = click.option("--corpus", metavar="ID", help="Which corpus; needed only when the graph holds several.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print facts as JSON.")

_READING = (
    click.option("--profile", default=AUDITED.name, show_default=True, type=click.Choice(list(PROFILES))),
    click.option("--translation", metavar="NAME", help="For the built-in corpus: asv (default), kjv, web, …"),
    click.option("--language", metavar="CODE", help="Language of a text of your own, for example de."),
    click.option("--source", "sources", multiple=True, metavar="ID", help="Only this source; can be repeated."),
)


def reading_options(command: Command) -> Command:
    """Add the options with which a corpus is read; the command passes them on to `ingest` as they are."""
    for option in reversed(_READING):
        command = option(command)
    return command


def _set_pseudonyms(_: click.Context, __: click.Parameter, path: Path | None) -> None:
    if path is not None:
        from taeg.export.pseudonyms import Pseudonyms

        names = Pseudonyms.read(path)
        _PSEUDONYMS.set(names)
        redaction.set(names.text)


pseudonyms_option = click.option(
    "--pseudonyms",
    metavar="FILE",
    envvar="TAEG_PSEUDONYMS",
    type=click.Path(path_type=Path),
    callback=_set_pseudonyms,
    expose_value=False,
    is_eager=True,
    help="Replace names in all output: a .csv with the columns name, pseudonym. Default: TAEG_PSEUDONYMS.",
)


def forget_pseudonyms() -> None:
    """Begin without any, as each command does."""
    _PSEUDONYMS.set(None)
    redaction.set(str)


def pseudonyms() -> "Pseudonyms | None":
    """Those that this command was given."""
    return _PSEUDONYMS.get()


def redacted(value: T) -> T:
    """The value with pseudonyms for names, as it may leave the program."""
    names = _PSEUDONYMS.get()
    return value if names is None else names.redact(_opened(value, names))


def _opened(value: T, names: "Pseudonyms") -> T:
    """The value with plain spaces for escaped ones, wherever these would hide a name."""
    opened: object = value
    if isinstance(value, str):
        spaced = _ESCAPED_SPACE.sub(" ", value)
        opened = spaced if spaced != value and names.text(spaced) != spaced else value
    elif isinstance(value, list | tuple):
        opened = type(value)(_opened(item, names) for item in value)
    elif isinstance(value, dict):
        opened = {_opened(key, names): _opened(item, names) for key, item in value.items()}
    return cast(T, opened)


def warn_of_names(titles: Iterable[str]) -> None:
    """Say which sources keep their names though others are replaced: somebody may have forgotten one."""
    names = _PSEUDONYMS.get()
    kept = [title for title in dict.fromkeys(titles) if title and names is not None and names.text(title) == title]
    if kept:
        click.echo(printable(f"sources without a pseudonym: {', '.join(kept)}"), err=True)


def refuse_pseudonyms(what: str) -> None:
    """Stop a command whose output cannot have its names replaced."""
    if _PSEUDONYMS.get() is not None:
        raise InputError(f"{what} holds the words as they are; leave out --pseudonyms (and unset TAEG_PSEUDONYMS)")


def say(line: str, *, err: bool = False) -> None:
    """Print one line for a person."""
    click.echo(printable(redacted(line)), err=err)


def open_graph(store: str | None, *, read_only: bool = False, create: bool = False) -> "Graph":
    """Open the graph a command works on; only commands that load make a new one."""
    from taeg.graph.graph import Graph

    return Graph.open(store, read_only=read_only, create=create)


def store_name(store: str | None) -> str:
    """The store as messages show it: a path, or an address without any credentials."""
    from taeg.store.engine import DEFAULT_PATH, shown_address

    return shown_address(store or os.environ.get("TAEG_STORE") or DEFAULT_PATH)


def print_json(value: object) -> None:
    """Print a value as JSON for scripts."""
    click.echo(escaped(json.dumps(redacted(value), ensure_ascii=False, indent=2)))


def print_table(rows: Sequence[Mapping[str, Any]], limit: int = 60) -> None:
    """Print rows as aligned columns, long cells cut with an ellipsis."""
    if not rows:
        click.echo("(nothing)")
        return
    names = list(rows[0])
    cells = [[_cell(redacted(row[name]), limit) for name in names] for row in rows]
    widths = [max(len(name), *(len(line[i]) for line in cells)) for i, name in enumerate(names)]
    for line in (names, ["-" * width for width in widths], *cells):
        click.echo("  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: object, limit: int) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    text = "" if value is None else printable(" ".join(str(value).split()))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def printable(text: str) -> str:
    """The text without control characters: an account must not be able to drive the reader's terminal."""
    return "".join(c if c.isprintable() or c in HARMLESS else "�" for c in text)


def escaped(text: str) -> str:
    """JSON without control characters, which stand in it as escapes: the same values, and nothing drives a terminal."""
    return "".join(c if c.isprintable() or c in HARMLESS else json.dumps(c)[1:-1] for c in text)


@contextmanager
def progress(label: str) -> Iterator[Progress]:
    """Show one progress bar per stage on a terminal, with rate and time left; nothing elsewhere."""
    bars = _Bars(label)
    try:
        yield bars
    finally:
        bars.close()


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
            ncols=shutil.get_terminal_size().columns,  # also on terminals that do not report their width
        )

    def advance(self, rows: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(rows)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
