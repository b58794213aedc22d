"""What is said of bad tables too long for memory: one slip, one fault, as of those that are read into memory."""

import json
import tempfile
from pathlib import Path

import pytest

import ingest
import taeg
from ingest import streaming
from ingest.tables import table as tables
from taeg import InputError
from taeg.base.errors import Problems
from tests.conftest import Taeg
from tests.integration.test_streaming import Cut

Row = dict[str, object]


def rows(*events: str, order: bool = True, count: int = 6) -> list[Row]:
    """Each event told by some sources, with an order."""
    return [
        {"source": f"s{i}", "event": event, "text": f"Rope, {event} {i}.", **({"order": place} if order else {})}
        for place, event in enumerate(events, 1)
        for i in range(count)
    ]


def changed(told: list[Row], which: int, **changes: object) -> list[Row]:
    return [row | changes if i == which else row for i, row in enumerate(told)]


def corpus(
    folder: Path, told: list[Row], timeline: list[Row] | None = None, reference: list[Row] | None = None
) -> Path:
    manifest = "name: odd\nlanguage: en\nfiles: [told.jsonl]\n"
    tables = {"told": told, "timeline": timeline, "reference": reference}
    for name, lines in tables.items():
        if lines is not None:
            (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            manifest += f"{name}: {name}.jsonl\n" if name != "told" else ""
    (folder / "corpus.yaml").write_text(manifest)
    return folder


def faults(path: Path) -> list[str]:
    """What the streaming ingest says of a corpus."""
    problems = Problems()
    with taeg.open(str(path / "graph.db")) as graph:
        with pytest.raises(InputError):
            ingest.stream(ingest.Request(path, problems=problems), graph)
        assert graph.corpora() == []
    assert not list(path.glob("*.spool*"))
    return problems.faults


TIMELINE: list[Row] = [{"event": "e1", "order": 1}, {"event": "e2", "order": 2}]
TOLD = rows("e1", "e2", order=False)
ONE_SLIP: dict[str, tuple[list[Row], list[Row] | None, list[Row] | None]] = {
    "an order that is no number": (changed(rows("e1", "e2"), 0, order="first"), None, None),
    "an order that is no number, later": (changed(rows("e1", "e2"), 8, order="first"), None, None),
    "the only order of an event is no number": (changed(rows("e1", "e2", count=1), 1, order="?"), None, None),
    "the only row of an event is bad": (changed(rows("e1", "e2", count=1), 1, text=""), None, None),
    "the only time there is cannot be read": (changed(rows("e1", order=False), 0, time="soon"), None, None),
    "the only order there is stands in a bad row": (
        [{"source": "s0", "event": "e1", "text": "", "order": 1}, *rows("e1", "e2", order=False)],
        None,
        None,
    ),
    "events without an order": ([*rows("e1"), *rows("e2", "e3", order=False)], None, None),
    "a row of the timeline that cannot be read": (TOLD, [TIMELINE[0], {"event": "", "order": 2}], None),
    "the reference tells what a bad row tells": (
        changed(rows("e1", "e2", count=1), 1, text=""),
        None,
        [{"event": "e2", "text": "So it was."}],
    ),
}


@pytest.mark.parametrize("slip", ONE_SLIP)
def test_one_slip_is_told_once(slip: str, tmp_path: Path) -> None:
    path = corpus(tmp_path, *ONE_SLIP[slip])
    found = faults(path)
    assert len(found) == 1
    assert list(ingest.check(str(path)).faults) == found, "as in memory"


def test_an_event_in_two_places_is_told_once(tmp_path: Path) -> None:
    """In memory every row is told that disagrees with the first; of a long table, the first of them."""
    told = [row | {"order": 2} if row["event"] == "e1" and row["source"] != "s0" else row for row in rows("e1", "e2")]
    path = corpus(tmp_path, told)
    [fault] = faults(path)
    table = path / "told.jsonl"
    assert fault == f"{table}:2: event 'e1' has the order 2 here and 1 in {table}:1; make them agree"
    assert ingest.check(str(path)).faults[0] == fault


def test_an_event_that_is_not_in_the_timeline_is_told_once(tmp_path: Path) -> None:
    path = corpus(tmp_path, [*TOLD, *rows("shipwreck", order=False)], TIMELINE)
    [fault] = faults(path)
    assert fault.startswith(f"{path / 'told.jsonl'}:13: event 'shipwreck' is not in the timeline")


def test_a_bad_timeline_is_bad_for_whoever_goes_on(tmp_path: Path) -> None:
    """A run is stopped while it reads accounts, after a timeline with a fault."""
    path = corpus(tmp_path, TOLD, [TIMELINE[0], {"event": "e2", "order": 2, "time": "soon"}])
    with taeg.open(str(path / "graph.db")) as graph, pytest.raises(KeyboardInterrupt):
        ingest.stream(ingest.Request(path), graph, progress=Cut(after=1))
    assert list(path.glob("*.spool"))
    [fault] = faults(path)
    assert "timeline.jsonl:2: time 'soon' cannot be read" in fault


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Any table counts as too long for memory; returns the folder for temporary files."""
    monkeypatch.setattr(streaming, "LONG", 0)
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("slip", ONE_SLIP)
def test_check_tells_of_long_tables_what_ingest_finds(slip: str, long: Path, tmp_path: Path) -> None:
    path = corpus(tmp_path, *ONE_SLIP[slip])
    found = ingest.check(str(path))
    assert list(found.faults) == faults(path)
    assert not found.counts
    assert not list(long.iterdir())


def test_check_says_of_good_long_tables_what_it_says_of_short_ones(
    long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [row | {"time": "2024-05-01"} for row in (*rows("e2", order=False), *rows("e1", order=False))]
    path = corpus(tmp_path, told, [*TIMELINE, {"event": "e3", "order": 3}])
    found = ingest.check(str(path))
    monkeypatch.setattr(streaming, "LONG", 10**9)
    short = ingest.check(str(path))
    assert found.counts == short.counts == {"sources": 6, "events": 3, "accounts": 12}
    assert found.remarks == short.remarks
    assert "told by nobody, in no narrative: 'e3'" in found.remarks
    # where it stands is not kept in a working file that long
    assert list(found.contradictions) == [line.partition(": ")[2] for line in short.contradictions] != []
    assert not list(long.iterdir())


def test_check_stops_after_very_many_faults(
    long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taeg_command: Taeg
) -> None:
    monkeypatch.setattr(tables, "MOST_FAULTS", 10)
    path = corpus(tmp_path, [row | {"text": ""} for row in rows("e1", "e2", count=20)])
    found = ingest.check(str(path))
    assert len(found.faults) == 11
    assert found.remarks == ("after 10 faults no more was read; there may be others",)
    outcome = taeg_command("check", str(path))
    assert outcome.code == 2
    assert "11 faults to mend" in outcome.out
    refused = taeg_command("ingest", str(path), "--store", str(tmp_path / "graph.db"))
    assert "(10 more: taeg check tells all)" in refused.err
    assert not list(long.iterdir())
