"""What was found, as cases: each once ended in a traceback, took minutes, or left something half written."""

import json
import shutil
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest

import taeg
from ingest.gospels import xml_folder as gospel_xml
from ingest.readers import check
from taeg.base.errors import InputError
from taeg.graph import backup as archive
from taeg.model.corpus import Correction, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph
from taeg.model.timeline import contradictions
from tests.fuzz import samples
from tests.fuzz.bounds import bounded
from tests.fuzz.targets import GOSPELS, TARGETS, laid
from tests.unit.builders import story

CASES = Path(__file__).parent / "cases"
MANY = 20_000


def faults(files: dict[str, bytes], file: str = "") -> str:
    """What is said of a corpus, within the bounds of any example."""
    folder = laid(files)
    with bounded():
        found = check(str(folder / file))
    return " ".join(found.faults)


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_files(path: Path) -> None:
    """A file for each, in a folder of its target's name."""
    with bounded():
        TARGETS[path.parent.name].run(path.read_bytes())


@pytest.mark.parametrize("order", ["000000001" + "0" * 5_000, "00000001" + "0" * 30])
def test_a_rank_of_many_digits(order: str) -> None:
    """Its first nine were looked at and all were read: a ValueError, or a number that no engine can keep."""
    assert "the order is" in faults({"a.md": f"---\norder: {order}\n---\n# x\n\ny\n".encode()})


def test_preambles_without_end() -> None:
    """Each block was compared with each heading of a preamble."""
    assert not faults({"a.md": b"# arrival\n\nx\n\n" + b"# preamble\n\ny\n\n" * MANY})


def test_a_row_of_many_quoted_cells() -> None:
    """For each the lines were counted from the beginning of the row."""
    assert "cells" in faults({"a.tsv": b"source\tevent\ttext\n" + b'"a"\t' * 10 * MANY}, "a.tsv")


def test_arrays_after_blank_lines() -> None:
    """For each line that opens a bracket all blank lines were gone through."""
    line = b'{"source": "a", "event": "b", "text": "c"}\n'
    assert "not JSON" in faults({"a.jsonl": b"\n" * MANY + line + b"[\n" * MANY}, "a.jsonl")


def test_a_priority_of_many() -> None:
    """Each name was compared with all sources, even where it was one of them."""
    names = [f"s{number}" for number in range(MANY // 4)]
    rows = "".join(f"{name},e,t{name}\n" for name in names)
    table = f"source,event,text\n{rows}".encode()
    right = "files: [a.csv]\npriority:\n" + "".join(f"- {name}\n" for name in names)
    assert not faults({"a.csv": table, "corpus.yaml": right.encode()})
    assert "tells nothing" in faults({"a.csv": table, "corpus.yaml": right.replace("- s", "- x").encode()})


def test_patterns_that_never_end() -> None:
    """Every `**` went through all folders again, and a thousand stars were too deep for the one who reads them."""
    folder = laid({"a.csv": samples.CSV, "corpus.yaml": b"files: ['" + b"**/" * 12 + b"*.csv']"})
    deep = folder.joinpath(*["d"] * 30)
    deep.mkdir(parents=True)
    try:
        with bounded():
            assert "'**' twice" in check(str(folder)).faults[0]
    finally:
        shutil.rmtree(folder / "d")
    assert "cannot be read" in faults({"a.csv": samples.CSV, "corpus.yaml": b"files: ['" + b"*/" * 3_000 + b"*.csv']"})


def gospels(references: list[str], **books: str) -> dict[str, bytes]:
    """A chronology of Mark alone, one event for each reference; and verses of it."""
    events = "".join(
        f'<event id="{number}"><description/><day/><when_where/><mark>{reference}</mark></event>'
        for number, reference in enumerate(references)
    )
    others = {f"{name}.xml": f'<bible translation="Plain">{said}</bible>'.encode() for name, said in books.items()}
    return {**GOSPELS, **others, gospel_xml.CHRONOLOGY: f"<w>{events}</w>".encode()}


def test_references_to_everything_many_times() -> None:
    """A million verses, eighty times, out of a file of 60 kB."""
    chapters = "".join(f'<chapter number="{n}"><verse number="999">x</verse></chapter>' for n in range(1, 1_000))
    book = f'<book name="Mark">{chapters}</book>'
    assert "more than 10,000 verses" in faults(gospels([",".join(["1:1-999:999"] * 80)], Mark=book))


def test_references_to_a_long_verse_many_times() -> None:
    """A verse of a megabyte, two hundred times an event."""
    verse = f'<verse number="1">{"x " * 500_000}</verse>'
    book = f'<book name="Mark"><chapter number="1">{verse}</chapter></book>'
    for references in (["1:1," * 199 + "1:1"] * 3, ["1:1"] * 100):
        assert "characters" in faults(gospels(references, Mark=book))


def test_rows_whose_only_cell_is_the_last() -> None:
    """Each made 16,384 cells out of some thirty bytes."""
    rows = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, MANY // 8))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    made = samples.with_members(samples.sheet(), {"xl/worksheets/sheet1.xml": sheet})
    assert "cells" in faults({"a.xlsx": made}, "a.xlsx")


def test_contradictions_of_many_sources() -> None:
    """For each account the sources were counted through."""
    sources = [Source(f"s{n}", "") for n in range(MANY)]
    versions = [Version(f"v{n}", "sail", source.id, "x", order_in_source=1) for n, source in enumerate(sources)]
    with bounded():
        assert contradictions(story(versions, sources)) == []


def _run(**news: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: next(line for line in lines if line.get("run") == "longest").update(news)


def _line(key: str, value: object, **news: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: next(line for line in lines if key in line).update({key: value, **news})


@pytest.mark.parametrize(
    "spoil",
    [
        _run(signature="\ud800"),
        _run(signature=["x"]),
        _run(strategy="\ud800"),
        _run(created="a\0"),
        _run(parameters={"x": nan}),
        _run(parameters={"\ud800": 1}),
        _run(parameters={"x": [1, {"y": 2}]}),
        _run(chosen=[[0], [2], [nan]]),
        _run(chosen=[[0], [3], [1]]),
        _run(chosen=[[0, 0], [0, 0], [1, 1]]),
        _run(chosen=[[[0]], [[1]], [[1]]]),
        _run(chosen=[[0.5], [1.5], [1]]),
        _run(chosen=[[True], [1], [1]]),
        _run(quoted=[[0], [5], [2], [1]]),
        _run(quoted=[[0], [-5], [2], [1]]),
        _line("before", [[-1], [0], [0.5]]),
        _line("before", [[0], [2], [nan]]),
        _line("before", [[0], [2], [-1]]),
        _line("corpus", "voyage", timeline="x"),
        _line("corpus", "voyage", notes="abc"),
        _line("correction", {"kind": "nope", "target": "x"}),
        _line("correction", {"kind": "rename", "target": "\ud800"}),
        _line("source", {"id": "ann", "title": "x", "rank": 2**70}),
        _line("version", {"id": "ann-1", "event": "sail", "source": "ann", "text": "x", "language": "\ud800"}),
        _line("version", {"id": "ann-1", "event": "sail", "source": "ann", "text": "x", "telling": 2**80}),
        _line("event", {"id": "sail", "title": "x", "choice": "\ud800"}),
    ],
)
def test_backups_that_were_loaded_and_failed_later(
    spoil: Callable[[list[dict[str, Any]]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With right digests, as whoever spoils a file can compute them; the corpus was in the graph when a run failed."""
    lines = [json.loads(line) for line in samples.backup().splitlines()]
    spoil(lines)
    end = next(line for line in lines if "end" in line)
    monkeypatch.setattr(CorpusGraph, "digest", end["digest"])
    path = tmp_path / "backup"
    path.write_bytes(samples.resealed("".join(json.dumps(line) + "\n" for line in lines).encode()))
    with pytest.raises(InputError):
        archive.read_file(path)


def test_the_backup_that_those_are_made_of_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    path.write_bytes(samples.backup())
    [dump] = archive.read_file(path)
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        graph.restore(dump)
        assert graph.stats().digest == dump.graph.digest


@pytest.mark.parametrize(
    "make",
    [
        lambda: Event("e", "", choice="\ud800"),
        lambda: Version("v", "e", "s", "", told_of="a\0"),
        lambda: Version("v", "e", "s", "", order_in_source=-1),
        lambda: Source("s", "", rank=2**70),
        lambda: Correction("rename", "e", title="\ud800"),
    ],
)
def test_values_that_no_engine_can_keep(make: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        make()
