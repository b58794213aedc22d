"""A corpus with its narratives as files that people open: the table of formats.

Each format is a module with a function `export` from a `Book` to bytes, or to several files by name. It is imported
when it is asked for, since some need packages that not everybody has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from taeg.base.errors import InputError, nearest
from taeg.export.book import Book, take

__all__ = ["FORMATS", "Book", "Format", "export", "format_of", "take"]


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file: what it is, how its name ends, and the module that makes it."""

    what: str
    suffix: str
    module: str
    many: bool = False
    """Whether it is several files in a folder."""
    binary: bool = False


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "html": Format("the synopsis: narrative, accounts side by side, timeline, scores", ".html", "synopsis"),
        "text": Format("plain text with numbered notes", ".txt", "text"),
        "markdown": Format("Markdown with numbered notes", ".md", "markdown"),
        "json": Format("everything, for programs (docs/export.schema.json)", ".json", "json_book"),
        "docx": Format("a Word document with numbered notes", ".docx", "docx", binary=True),
        "tei": Format("TEI P5 with a critical apparatus", ".xml", "tei"),
        "graphml": Format("the graph, for Gephi and Cytoscape", ".graphml", "graphml"),
        "csv": Format("versions, events, choices and sentences as tables, in a folder", "", "csv_tables", many=True),
    }
)


def export(book: Book, format: str) -> dict[str, bytes]:
    """The files of a format by name; a format of one file has it under the empty name."""
    if format not in FORMATS:
        raise InputError(f"unknown format {format!r}{nearest(format, FORMATS)}; known formats: {', '.join(FORMATS)}")
    made: bytes | dict[str, bytes] = import_module(f"taeg.export.{FORMATS[format].module}").export(book)
    return {"": made} if isinstance(made, bytes) else made


def format_of(path: Path) -> str:
    """The format that a file name asks for by its ending."""
    suffix = path.suffix.casefold()
    for name, format in FORMATS.items():
        if format.suffix and suffix == format.suffix:
            return name
    known = ", ".join(f"{name} ({format.suffix or 'folder'})" for name, format in FORMATS.items())
    raise InputError(f"the name {path.name!r} says no format; give --format, one of: {known}")
