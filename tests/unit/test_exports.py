"""All formats: names and suffixes, pseudonyms, determinism, and what is read from the graph."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

import taeg
from taeg import InputError
from taeg import export as exports
from taeg.build import build
from taeg.export import json_book, synopsis_data
from taeg.export.book import Book
from taeg.export.pseudonyms import Pseudonyms
from taeg.graph.graph import Graph
from tests.unit import books
from tests.unit.strange_book import strange

FORMATS = pytest.mark.parametrize("format", exports.FORMATS)
MANY = 300


def exported(book: Book, format: str) -> bytes:
    return b"".join(exports.render(book, format).values())


@FORMATS
def test_pseudonyms(format: str) -> None:
    content = exported(books.redacted(), format)
    if format == "docx":
        with ZipFile(io.BytesIO(content)) as archive:
            content = b"".join(map(archive.read, archive.namelist()))
    shown = content.decode(errors="replace").replace("\\", "").casefold()
    assert "witness a" in shown
    assert not [name for name in books.HIDDEN if name in shown]
    assert exports.render(books.book(), format, books.NAMES) == exports.render(books.redacted(), format)


def test_pseudonyms_must_keep_ids_unique() -> None:
    with pytest.raises(InputError, match="give two versions the same name"):
        strange().redact(Pseudonyms(dict.fromkeys(("v1", "v3"), "one of many")))


@FORMATS
def test_exports_are_deterministic(format: str) -> None:
    book = books.book()
    run = book.main.run
    reordered = replace(run, parameters=dict(reversed(list(run.parameters.items()))))
    if format != "html":  # shows parameters in their order
        book = replace(book, runs=(replace(book.main, run=reordered), *book.runs[1:]))
    assert len(run.parameters) > 1
    assert exported(book, format) == exported(books.book(), format)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with taeg.open(str(tmp_path_factory.mktemp("exports") / "test.db")) as opened:
        opened.load(build(books.corpus()), "pier")
        opened.consolidate_many([("longest", {})])
        yield opened


@FORMATS
def test_edges_and_collation_are_given_only_if_needed(
    format: str, graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = set()

    def spy(name: str, module: object, attribute: str) -> None:
        real = getattr(module, attribute)
        monkeypatch.setattr(module, attribute, lambda *args: (used.add(name), real(*args))[1])

    for module in (synopsis_data, json_book):
        spy("collation", module, "shared")
    book = exports.read(graph, format)
    exports.render(book, format)
    assert used == ({"collation"} if format in ("json", "html") else set())
    assert bool(book.edges) == (format in ("json", "graphml"))


def test_formats_by_name_and_suffix() -> None:
    assert exports.format_of(Path("A.HTML")) == "html"
    assert {exports.format_of(Path(f"x{f.suffix}")) for f in exports.FORMATS.values() if f.suffix} == {
        name for name, f in exports.FORMATS.items() if f.suffix
    }
    with pytest.raises(InputError, match=r"no format has the suffix of 'x.pdf'; choose one with --format: html"):
        exports.format_of(Path("x.pdf"))
    with pytest.raises(InputError, match="unknown format 'htm'; did you mean 'html'"):
        exports.render(books.book(), "htm")


def test_synopsis_offsets_count_utf16_units() -> None:
    quoted = [f"\U0001f600 It is so {number}." for number in range(MANY)]
    book = strange()
    version = replace(book.versions[0], text=" ".join(quoted))
    passages = [replace(book.main.passages[0], event=version.event, version=version.id, text=part) for part in quoted]
    run = replace(book.main, passages=tuple(passages[::-1]), language="und")
    packed = synopsis_data.pack(replace(book, versions=(version, *book.versions[1:]), runs=(run,)))
    lengths = [len(part.encode("utf-16-le")) // 2 for part in quoted]
    starts = [sum(lengths[:number]) + number for number in range(MANY)]
    spans = [[start, start + length] for start, length in zip(starts, lengths, strict=True)]
    assert [passage[1:3] for passage in packed["runs"][0]["passages"]] == spans[::-1]
