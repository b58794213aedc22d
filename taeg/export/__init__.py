"""Exports of a corpus with its narratives: the table of formats.

Each format is a module with a function `export(book)` that returns bytes, or several files by name. The modules are
imported when they are used, so that the table is quick to import. In Python the package itself is called:
`taeg.export(graph, "synopsis.html")`.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from taeg.base.errors import InputError, nearest

if TYPE_CHECKING:
    from os import PathLike

    from taeg.export.book import Book
    from taeg.export.pseudonyms import Pseudonyms
    from taeg.graph.graph import Graph

__all__ = ["FORMATS", "Format", "format_of", "read", "render", "write"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its description, the suffix of its files and the module that writes it."""

    description: str
    suffix: str
    module: str
    many: bool = False
    """Whether it consists of several files in a folder."""
    binary: bool = False
    edges: bool = False
    """Whether it contains edges."""


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "html": Format("the synopsis: narrative, accounts side by side, timeline, scores", ".html", "synopsis"),
        "text": Format("plain text with numbered notes", ".txt", "text"),
        "markdown": Format("Markdown with numbered notes", ".md", "markdown"),
        "json": Format("all data, for programs (docs/export.schema.json)", ".json", "json_book", edges=True),
        "docx": Format("a Word document with numbered notes", ".docx", "docx", binary=True),
        "tei": Format("TEI P5 with a critical apparatus", ".xml", "tei"),
        "graphml": Format("the graph, for Gephi and Cytoscape", ".graphml", "graphml", edges=True),
        "csv": Format("versions, events, choices and sentences as tables, in a folder", "", "csv_tables", many=True),
    }
)


def read(
    graph: "Graph", format: str, corpus: str | None = None, run: str | None = None, voice: str | None = None
) -> "Book":
    """Read what a format needs; `run` is the main run, by default `fuse`, `taeg`, `longest` or the first."""
    from taeg.export.book import read_book

    return read_book(graph, corpus, run, edges=_format(format).edges, voice=voice or "")


def render(book: "Book", format: str, names: "Pseudonyms | None" = None) -> dict[str, bytes]:
    """Render the files of a format by name, with names replaced; a single file has the empty name."""
    module = import_module(f"taeg.export.{_format(format).module}")
    made: bytes | dict[str, bytes] = module.export(book.redact(names) if names else book)
    return {"": made} if isinstance(made, bytes) else made


def write(files: Mapping[str, bytes], out: Path) -> list[Path]:
    """Write rendered files: a single one to the path `out`, several into the folder `out`; return their paths."""
    from taeg.base.files import write_folder, write_whole

    if set(files) != {""}:
        return write_folder(out, files)
    if out.is_dir():
        raise InputError(f"{out} is a folder; name a file in it")
    write_whole(out, [files[""]])
    return [out]


class _Package(ModuleType):
    """Makes the package callable. A function `taeg.export` would be replaced by the package when it is imported."""

    def __call__(
        self,
        graph: "Graph",
        out: "str | PathLike[str]",
        *,
        run: str | None = None,
        corpus: str | None = None,
        format: str | None = None,
        pseudonyms: "str | PathLike[str] | None" = None,
        voice: str | None = None,
    ) -> list[Path]:
        """Write a corpus with its narrative to a file, in the format of its suffix, and return the files written.

        `run` is the main run, by default `fuse`, `taeg`, `longest` or the first; `format` a name of
        `taeg.export.FORMATS` (`csv` is written into a folder); `pseudonyms` a table of names to be replaced; `voice`
        is how speakers are named: `marked`, `quoted` or `plain`, by default what suits the accounts.
        """
        from taeg.export.pseudonyms import Pseudonyms

        path = Path(out)
        named = format or format_of(path)
        names = None if pseudonyms is None else Pseudonyms.read(Path(pseudonyms))
        return write(render(read(graph, named, corpus, run, voice), named, names), path)


sys.modules[__name__].__class__ = _Package


def format_of(path: Path) -> str:
    """The format that belongs to the suffix of a file name."""
    suffix = path.suffix.casefold()
    for name, format in FORMATS.items():
        if format.suffix and suffix == format.suffix:
            return name
    known = ", ".join(f"{name} ({format.suffix or 'folder'})" for name, format in FORMATS.items())
    raise InputError(f"no format has the suffix of {path.name!r}; choose one with --format: {known}")


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}{nearest(name, FORMATS)}; known formats: {', '.join(FORMATS)}")
    return FORMATS[name]
