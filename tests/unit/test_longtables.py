"""Tables read through a window say what the same tables read whole say, row for row and fault for fault."""

import random
from pathlib import Path

import pytest

from ingest.accounts import ACCOUNTS
from ingest.tables import long_tables as longtables
from ingest.tables import table as tables
from taeg import InputError
from taeg.base.errors import Problems

CELLS = ("a", "b b", '"q"', '"x\ny"', '"un', "", 'c""d', "é", '"z" tail', "\r", "long " * 30)
LINES = (
    '{"source":"a","event":"b","text":"c"}',
    "",
    '{"source":1',
    "[1]",
    '{"source":"a","event":["x"],"text":"c","foo":1}',
    '{"text":"t"}',
    '{"source":"a","text":"c","text":"d"}',
)


def written(kind: str, chance: random.Random) -> str:
    end = chance.choice(["\n", "\n", "\r\n"])
    last = chance.choice(["", "\n"])
    if kind == ".jsonl":
        return end.join(chance.choice(LINES) for _ in range(chance.randrange(0, 9))) + last
    separator = "\t" if kind == ".tsv" else chance.choice(",;")
    rows = [separator.join(chance.choices(CELLS, k=chance.choice([3, 3, 3, 2, 4]))) for _ in range(chance.randrange(9))]
    return separator.join(("source", "event", "text")) + "\n" + end.join(rows) + last


def found(path: Path, *, long: bool) -> tuple[object, list[str], list[str]]:
    problems = Problems()
    try:
        read = tables.stream if long else tables.read
        records: object = [(record.place, dict(record.values)) for record in read(path, ACCOUNTS, problems)]
    except InputError as error:
        records = str(error)
    return records, problems.faults, problems.remarks


@pytest.mark.parametrize("kind", [".csv", ".tsv", ".jsonl"])
def test_the_rows_are_those_of_the_whole(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, path = random.Random(7), tmp_path / f"table{kind}"
    several = 0
    for _ in range(300):
        text = written(kind, chance)
        path.write_bytes(text.encode())
        window = chance.choice([40, 64, 200])
        several += len(text) > window
        monkeypatch.setattr(longtables, "WINDOW", window)
        assert found(path, long=True) == found(path, long=False), repr(text)
    assert several > 100


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv", b"source,event,text\na,b,c\na,b,\xe9\n", "t.csv:3: byte 0xE9 .* is not UTF-8"),
        ("t.csv", b"\xff\xfes\0o\0", "is UTF-16"),
        ("t.csv", b"PK\x03\x04", "is a zip archive"),
        ("t.csv", b"", "the table is empty"),
        ("t.csv", b"who,event,text\na,b,c\n", "no column 'source'"),
        ("t.xlsx", b"", "is an Excel file"),
    ],
)
def test_what_is_no_table_is_told(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        list(tables.stream(path, ACCOUNTS, Problems()))


def test_a_quote_that_is_not_closed_ends_with_the_longest_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_text("source,event,text\n" + 'a,b,"open\n' + "a,b,c\n" * 500)
    monkeypatch.setattr(longtables, "WINDOW", 64)
    monkeypatch.setattr("ingest.tables.delimited.LONGEST_ROW", 256)
    problems = Problems()
    records = list(tables.stream(path, ACCOUNTS, problems))
    assert len(records) == 500
    assert problems.faults == [
        f"{path}:2: the quote opened in line 2 before 'open' is never closed; close it, or delete it"
    ]
