"""Review sessions without HTTP: operations, undo, concurrent windows, edited files, interrupted and failing writes."""

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingest.drafts import drafting, request, writing
from ingest.drafts import folder as files
from ingest.drafts.folder import DecisionRow, PassageRow
from taeg.base.errors import InputError, Problems, TaegError
from taeg.export.pseudonyms import Pseudonyms
from taeg.web import operations as ops
from taeg.web.operations import Operation, Place, Undo
from taeg.web.review import Session, StaleError, without_last
from taeg.web.shown import ShownText
from tests.unit.drafts import STATEMENTS, drafted

WAIT = 60.0


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return drafted(tmp_path)


@pytest.fixture
def session(case: Path) -> Iterator[Session]:
    opened = Session(case)
    yield opened
    opened.close()


def at(words: str) -> Place:
    """The place of some words in the statements."""
    for document, text in enumerate(STATEMENTS.values()):
        if words in text:
            start = text.index(words)
            return Place(document, start, start + len(words))
    raise AssertionError(words)


BREAD, LOCKED, BED = at("I had bought bread that morning."), at("I locked the shop at nine."), at("I went back to bed.")
ALARM_A = at("The alarm in the street began to ring.")
ALARM_B, ALARM_C = at("The alarm in the street began to ring at ten."), at("I heard the alarm ring in the street.")
VAN_A, VAN_B = at("Then a white van drove away fast."), at("A white van drove away very fast.")
POLICE_B, POLICE_C = at("The police came at eleven."), at("The police came with two cars at eleven.")


def do(session: Session, *steps: Operation | Undo) -> drafting.Result:
    for step in steps:
        session.apply(session.version, step)
    found = session.snapshot(WAIT)
    assert found.current
    return found.result


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def row(result: drafting.Result, place: Place) -> PassageRow:
    file = result.passages[0].file.replace("anna", list(STATEMENTS)[place.document])
    return next(r for r in result.passages if r.file == file and r.start <= place.start < r.end)


def event(result: drafting.Result, place: Place) -> str:
    return row(result, place).event


def test_answer_binds_ticked_and_unticked(session: Session) -> None:
    result = do(session, ops.Answer(BREAD, (BED,), (POLICE_C, ALARM_B)))
    assert event(result, BREAD) == event(result, BED) != ""
    assert event(result, BREAD) not in (event(result, POLICE_C), event(result, ALARM_B))
    assert row(result, BREAD).decided == row(result, BED).decided == "person"
    saved = rows(session.folder, files.ALIGNMENT)
    assert [r["decided"] for r in saved] == [r.decided for r in result.passages]
    assert [r["event"] for r in saved] == [r.event for r in result.passages]


def test_own_and_no_event(session: Session) -> None:
    result = do(session, ops.Own(ALARM_A), ops.NoEvent((LOCKED, BED)))
    assert [p.event for p in result.passages].count(event(result, ALARM_A)) == 1
    assert (event(result, LOCKED), event(result, BED)) == ("", "")


def test_split_and_join(session: Session) -> None:
    middle = Place(0, VAN_A.start + 5, VAN_A.start + 5)
    before = len(session.snapshot().result.passages)
    result = do(session, ops.Split(middle))
    assert len(result.passages) == before + 1
    assert row(result, middle).start == middle.start
    result = do(session, ops.Join(LOCKED))
    assert (row(result, LOCKED).start, row(result, LOCKED).end) == (LOCKED.start, ALARM_A.end)


def test_dividing_keeps_the_other_passages_of_the_document(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    for name, text in STATEMENTS.items():
        (raw / f"{name}.txt").write_text(text)
    case = tmp_path / "case"
    request.run(request.Request([raw], case, model="none", grain=1), Problems())
    session = Session(case)
    try:
        before = [row.start for row in session.snapshot().result.passages if "anna" in row.file][1:]
        inside = next(at(s) for s in STATEMENTS["anna"].split(". ")[1:] if at(s).start not in before)
        result = do(session, ops.Split(inside))
        splits = {row.start for row in result.decisions if row.kind == "split"}
        assert splits == {*before, inside.start}
        assert {row.start for row in result.passages if "anna" in row.file} >= splits
        assert [row.kind for row in do(session, Undo()).decisions] == []
    finally:
        session.close()


def test_move_between_events_and_out_of_an_own_event(session: Session) -> None:
    result = do(session, ops.Own(BREAD), ops.Move(VAN_A, BREAD))
    assert event(result, VAN_A) == event(result, BREAD) != event(result, VAN_B)
    result = do(session, ops.Move(VAN_A, VAN_B))
    assert event(result, VAN_A) == event(result, VAN_B) != event(result, BREAD)
    result = do(session, ops.NoEvent((VAN_A,)), ops.Move(VAN_A, VAN_B))
    assert event(result, VAN_A) == event(result, VAN_B)


def test_merge(session: Session) -> None:
    result = do(session, ops.Own(BREAD), ops.Own(BED), ops.Merge(BREAD, BED))
    assert event(result, BREAD) == event(result, BED) != ""


def test_title_time_and_place(session: Session) -> None:
    values = {"title": "The alarm", "time": "22:00", "place": "High Street"}
    steps = [ops.Describe(ALARM_B, field, value) for field, value in values.items()]  # type: ignore[arg-type]
    result = do(session, *steps)
    found = next(r for r in result.events if r.event == event(result, ALARM_B))
    assert (found.title, found.time, found.place) == tuple(values.values())
    assert values["title"] in [r["title"] for r in rows(session.folder, files.TIMELINE)]


def test_order_can_be_changed_again(session: Session) -> None:
    def order(result: drafting.Result) -> list[str]:
        return [r.event for r in result.events]

    result = do(session)
    first, last = order(result)[0], order(result)[-1]
    places = {r.event: Place([*STATEMENTS].index(r.source), r.start, r.end) for r in result.passages if r.event}
    result = do(session, ops.Order(places[last], places[first], after=False))
    assert order(result)[0] == last
    result = do(session, ops.Order(places[last], places[order(result)[-1]], after=True))
    assert order(result)[-1] == last


@pytest.mark.parametrize(
    "operation",
    [
        ops.Split(Place(0, 0, 0)),
        ops.Join(BREAD),
        ops.Own(Place(7, 0, 4)),
        ops.Describe(ALARM_B, "title", "  "),
        ops.Describe(ALARM_B, "title", "x" * 301),
        ops.Merge(ALARM_A, ALARM_A),
        ops.Order(ALARM_A, ALARM_A, after=True),
        Undo(),
    ],
)
def test_impossible_operations_change_nothing(session: Session, operation: Operation | Undo) -> None:
    before = (session.folder / files.DECISIONS).read_bytes()
    with pytest.raises(InputError):
        session.apply(session.version, operation)
    assert (session.folder / files.DECISIONS).read_bytes() == before


def test_undo_takes_back_one_operation_also_after_a_restart(case: Path) -> None:
    first = Session(case)
    do(first, ops.Own(BREAD))
    kept = first.version
    do(first, ops.Answer(ALARM_A, (ALARM_B,), (VAN_B, POLICE_C)))
    first.close()
    again = Session(case)
    try:
        assert again.apply(again.version, Undo()) == (kept, ALARM_A)
        assert [r["kind"] for r in rows(case, files.DECISIONS)] == ["own"]
        do(again, Undo())
        assert rows(case, files.DECISIONS) == []
    finally:
        again.close()


def test_undo_of_rows_without_group() -> None:
    made = tuple(DecisionRow("own", "f", i, i + 1, group=g) for i, g in enumerate((1, 1, 0, 0)))
    assert without_last(made) == made[:3]
    assert without_last(made[:2]) == ()


def test_stale_window_is_refused(session: Session) -> None:
    old = session.version
    do(session, ops.Own(BREAD))
    before = (session.folder / files.DECISIONS).read_bytes()
    with pytest.raises(StaleError):
        session.apply(old, ops.NoEvent((BREAD,)))
    assert (session.folder / files.DECISIONS).read_bytes() == before


def test_second_process_is_noticed(case: Path, session: Session) -> None:
    other = Session(case)
    do(other, ops.Own(BREAD))
    other.close()
    with pytest.raises(StaleError):
        session.apply(session.version, ops.NoEvent((BED,)))
    assert [r["kind"] for r in rows(case, files.DECISIONS)] == ["own"]
    do(session, ops.NoEvent((BED,)))
    assert [r["kind"] for r in rows(case, files.DECISIONS)] == ["own", "none"]


def edit(path: Path, change: Callable[[list[dict[str, str]]], None]) -> None:
    """Edit a table as a spreadsheet would."""
    found = rows(path.parent, path.name)
    change(found)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def test_edited_tables_become_decisions(case: Path, session: Session) -> None:
    def clear(found: list[dict[str, str]]) -> None:
        found[0]["event"] = ""

    def rename(found: list[dict[str, str]]) -> None:
        one, other = found[1:3]
        one["title"], one["order"], other["order"] = "Mine", other["order"], one["order"]

    one, other = (row["event"] for row in rows(case, files.TIMELINE)[1:3])
    edit(case / files.ALIGNMENT, clear)
    edit(case / files.TIMELINE, rename)
    result = do(session, ops.NoEvent((BED,)))
    assert (event(result, LOCKED), event(result, BED)) == ("", "")
    assert "Mine" in [r.title for r in result.events]
    ids = [r.event for r in result.events]
    assert ids.index(other) < ids.index(one)
    kinds = [r["kind"] for r in rows(case, files.DECISIONS)]
    assert (kinds[0], kinds[-1]) == ("none", "none")
    assert {"title", "before"} <= set(kinds)


def test_edited_tables_are_announced(case: Path, session: Session) -> None:
    edit(case / files.ALIGNMENT, lambda found: found[0].update(event=""))
    session.look()
    for _ in range(2):  # every window asks
        assert (session.snapshot().notices, "edited outside" in session.snapshot().notice) == (1, True)
    assert event(session.snapshot(WAIT).result, LOCKED) == ""
    session.look()
    assert session.snapshot().notices == 1


def test_other_process_is_seen_without_a_write(case: Path, session: Session) -> None:
    other = Session(case)
    do(other, ops.NoEvent((BED,)))
    other.close()
    session.look()
    found = session.snapshot(WAIT)
    assert event(found.result, BED) == ""
    assert "another window" in found.notice


def test_damaged_table_is_reported_and_kept(case: Path, session: Session) -> None:
    edit(case / files.ALIGNMENT, lambda found: found[0].update(start="x"))
    damaged = (case / files.ALIGNMENT).read_bytes()
    session.look()
    assert "start" in session.snapshot().problem
    with pytest.raises(InputError, match="start"):
        session.apply(session.version, ops.Own(BED))
    assert (case / files.ALIGNMENT).read_bytes() == damaged


@pytest.mark.parametrize("writes", range(2))
def test_kill_while_tables_are_written(case: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """Whatever was written last, no row counts as edited and every decision is kept."""
    session = Session(case)
    session.close()  # no thread: the decision is on disk, the tables are written below
    session.apply(session.version, ops.NoEvent((LOCKED, ALARM_A)))
    done = 0
    original = files.write_together

    def write(content: dict[Path, bytes]) -> None:
        nonlocal done
        if done == writes:
            raise KeyboardInterrupt
        done += 1
        original(content)

    result = session._computed(session._decisions, session.snapshot().result.passages)
    state = files.read_state(case)
    with monkeypatch.context() as patch:
        patch.setattr(files, "write_together", write)
        with pytest.raises(KeyboardInterrupt):
            writing.write_tables(case, result, state, state)
    again = Session(case)
    again.close()
    assert [r["kind"] for r in rows(case, files.DECISIONS)] == ["none", "none"]
    assert event(again.snapshot().result, ALARM_A) == ""


def test_unwritable_folder_loses_nothing(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (session.version, (session.folder / files.DECISIONS).read_bytes())

    def full(content: dict[Path, bytes]) -> None:
        raise TaegError(f"cannot write {next(iter(content))}: {os.strerror(28)}")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_together", full)
        with pytest.raises(TaegError, match="No space"):
            session.apply(session.version, ops.Own(BREAD))
    assert (session.version, (session.folder / files.DECISIONS).read_bytes()) == before
    do(session, ops.Own(BREAD))


def test_folder_without_draft(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="taeg draft"):
        Session(tmp_path)


def test_positions_with_pseudonyms_and_astral_characters() -> None:
    original = "😀 Anna Weber saw Ben."
    shown = ShownText(original, Pseudonyms({"Anna Weber": "Witness A", "Ben": "B"}))
    assert shown.text == "😀 Witness A saw B."
    saw = original.index("saw")
    page = shown.text.encode("utf-16-le").index("saw".encode("utf-16-le")) // 2
    assert (shown.to_page(saw), shown.from_page(page)) == (page, saw)
    assert shown.from_page(shown.to_page(len(original))) == len(original)
    assert shown.to_page(original.index("Weber")) == shown.to_page(original.index("Anna"))
