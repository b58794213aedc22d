"""Drafts whose tables a person has edited: renamed events, new events, rows that were moved or divided."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.drafts import folder as files
from ingest.drafts import request
from ingest.drafts.drafting import Result
from taeg.base.errors import InputError, Problems
from taeg.web import operations as ops
from taeg.web.review import Session
from tests.unit.drafts import drafted

Rows = list[dict[str, str]]
WAIT = 60.0


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A draft in which a person has put each passage into an event of its own or with others."""
    folder = drafted(tmp_path)
    session = Session(folder)
    for row in list(session.snapshot().result.passages):
        document = session._files.index(row.file)
        place = ops.Place(document, row.start, row.end)
        others = [r for r in session.snapshot(WAIT).result.passages if r.source != row.source and r.event]
        same = [ops.Place(session._files.index(r.file), r.start, r.end) for r in others if r.event == row.event]
        other = [ops.Place(session._files.index(r.file), r.start, r.end) for r in others if r.event != row.event]
        session.apply(session.version, ops.Answer(place, tuple(same), tuple(other)))
    session.snapshot(WAIT)
    session.close()
    return folder


def rows(folder: Path, name: str) -> Rows:
    with (folder / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def edit(folder: Path, name: str, change: Callable[[dict[str, str]], None]) -> Rows:
    found = rows(folder, name)
    for row in found:
        change(row)
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    return found


def renamed(row: dict[str, str]) -> None:
    row["event"] = row["event"] and f"my-{row['event'][::-1]}"


def described(row: dict[str, str]) -> None:
    renamed(row)
    row["title"], row["time"] = f"Title of {row['event']}", f"2024-05-{11 - int(row['order']):02d}"
    row["order"] = str(100 - int(row["order"]))


def events_of(found: Rows | Result) -> dict[tuple[str, str], str]:
    """The event of each passage."""
    if isinstance(found, Result):
        return {(row.file, str(row.start)): row.event for row in found.passages}
    return {(row["file"], row["start"]): row["event"] for row in found}


def test_renamed_events_keep_passages_titles_times_and_order(case: Path) -> None:
    wanted = edit(case, files.ALIGNMENT, renamed)
    timeline = edit(case, files.TIMELINE, described)
    problems = Problems()
    found = request.run(request.Request([case]), problems).result
    assert (events_of(found), found.lost) == (events_of(wanted), ())
    assert "events were renamed by hand and keep their ids" in problems.remarks[1]
    order = sorted(timeline, key=lambda row: int(row["order"]))
    assert [(e.event, e.title, e.time) for e in found.events] == [(r["event"], r["title"], r["time"]) for r in order]
    again = Problems()
    assert events_of(request.run(request.Request([case]), again).result) == events_of(wanted)
    assert not again.remarks


def test_rows_of_renamed_events_are_moved_and_set_apart(case: Path) -> None:
    before = rows(case, files.ALIGNMENT)
    alarm = next(row["event"] for row in before if row["source"] == "ben")
    police = next(row["event"] for row in before if row["source"] == "carla" and row["start"] != "0")

    def move(row: dict[str, str]) -> None:
        if (row["source"], row["start"]) == ("carla", "0"):
            row["event"] = police  # decided to be that of the others
        elif (row["source"], row["start"]) == ("anna", "0"):
            row["event"] = ""
        renamed(row)

    wanted = events_of(edit(case, files.ALIGNMENT, move))
    edit(case, files.TIMELINE, renamed)
    found = request.run(request.Request([case]), Problems()).result
    assert {place: event for place, event in wanted.items() if place in events_of(found)} == events_of(found)
    assert {wanted[file, start] for file, start in wanted if "carla" in file} >= {f"my-{police[::-1]}"}
    assert f"my-{alarm[::-1]}" in events_of(found).values()


def test_events_renamed_in_one_table_are_refused(case: Path) -> None:
    edit(case, files.TIMELINE, renamed)
    before = {path: path.read_bytes() for path in case.rglob("*") if path.is_file()}
    with pytest.raises(InputError, match=r"timeline\.csv: the events .* have no passage, .* same ids in both tables"):
        request.run(request.Request([case]), Problems())
    assert {path: path.read_bytes() for path in case.rglob("*") if path.is_file()} == before


def test_title_of_a_new_event_is_kept(case: Path) -> None:
    edit(case, files.ALIGNMENT, lambda row: row.update(event="bread") if row["start"] == "100" else None)
    with (case / files.TIMELINE).open("a", encoding="utf-8") as file:
        file.write("bread,99,Anna buys bread,2024-05-01,,\n")
    found = request.run(request.Request([case]), Problems()).result
    assert [(e.title, e.time) for e in found.events if e.event == "bread"] == [("Anna buys bread", "2024-05-01")]
    assert found.events[-1].event == "bread"


def test_events_renamed_during_a_review_keep_their_ids(case: Path) -> None:
    session = Session(case)
    wanted = edit(case, files.ALIGNMENT, renamed)
    session.look()
    assert {row["event"] for row in rows(case, files.TIMELINE)} == {row["event"] for row in wanted} - {""}
    session.apply(session.version, ops.NoEvent((ops.Place(0, 0, 20),)))
    found = session.snapshot(WAIT).result
    session.close()
    assert list(events_of(found).values())[1:] == [row["event"] for row in wanted][1:]
    assert events_of(rows(case, files.ALIGNMENT)) == events_of(found)
