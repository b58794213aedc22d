"""CSV, TSV and JSON Lines files."""

import csv
import io
import json
import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.tables.table import Columns
from tests.unit.table_files import COLUMNS, Given, refused


@pytest.mark.parametrize(
    ("text", "texts", "lines"),
    [
        ('event,source,text\nstorm,Post,"a, ""b"""\ncalm,Post,c\n', ['a, "b"', "c"], [2, 3]),
        ('event;source;text\nstorm;Post;"a; b"\ncalm;Post;c, d\n', ["a; b", "c, d"], [2, 3]),
        ('event\tsource\ttext\nstorm\tPost\t"a\tb"\n', ["a\tb"], [2]),
        ("sep=;\r\nevent;source;text\r\ne;s;a, b\r\n", ["a, b"], [3]),
        ('"SEP=|"\nevent|source|text\ne|s|a;b,c\n', ["a;b,c"], [3]),
        ('event,source,text\r\ne,s,"one\r\n\r\ntwo, ""2"" "\r\ne,s,three\r\n', ['one\n\ntwo, "2"', "three"], [2, 5]),
        ('event,source,text\re,s,"a\rb"\re,s,c\r', ["a\nb", "c"], [2, 4]),
        ("\ufeffEvent, SOURCE ,\xa0Text\ne, s ,  a  b \n", ["a  b"], [2]),
        ('event,source,text\ne,s, "a, b"\ne,s,he said "no" and left\n', ["a, b", 'he said "no" and left'], [2, 3]),
    ],
)
def test_csv_dialects(given_table: Given, text: str, texts: list[str], lines: list[int]) -> None:
    got = given_table("t.csv", text)
    assert (got.texts, got.faults, got.remarks) == (texts, [], [])
    assert got.origins == [f"t.csv:{line}" for line in lines]


def test_column_names_from_the_manifest(given_table: Given) -> None:
    got = given_table("t.csv", "event,Outlet,text,source\ne,Post,t,x\n", source="outlet")
    assert got.columns["source"] == ["Post"]
    assert got.remarks == ["t.csv:1: column 'source' is not used"]
    assert given_table("u.csv", "e\u0301ve\u0301nement,source,text\ne,s,t\n", event="Événement").texts == ["t"]


@pytest.mark.parametrize(
    ("rows", "faults", "texts"),
    [
        ('e,"x\ny","open\ne,s,lost', ["2: a quote opened in this row is never closed; close it, or delete it"], []),
        (
            'e,s,"open\nmore of it\ne,s,"closed"\nf,s',
            [
                "2: a quote opened in this row is closed in line 4 before the end of its cell; close it, or write "
                "quotes within the text twice",
                "5: the row has 2 of 3 cells and ends before 'text'; complete it",
            ],
            [],
        ),
        (
            'e,s,"No," he said.\ne,s,d',
            [
                "2: a quote opened in this row is closed in this row before the end of its cell; close it, or write "
                "quotes within the text twice"
            ],
            ["d"],
        ),
        (
            "e,s,a, b\ne\ne,s,t,,,",
            [
                "2: the row has 4 cells, the header 3; put a text that contains commas in quotes",
                "3: the row has 1 of 3 cells and ends before 'source', 'text'; complete it",
            ],
            ["t"],
        ),
        (
            "e, ,t\ne,s,",
            [
                "2: 'source' is empty; fill it in, or delete the row",
                "3: 'text' is empty; fill it in, or delete the row",
            ],
            [],
        ),
        ("e,s,a\0b\n" + "e,s,fine\n" * 20, ["2: 'text' contains a NUL character; delete it"], ["fine"] * 20),
    ],
)
def test_invalid_csv_rows(given_table: Given, rows: str, faults: list[str], texts: list[str]) -> None:
    got = given_table("t.csv", f"event,source,text\n{rows}\n")
    assert sorted(got.faults) == [f"t.csv:{fault}" for fault in faults]
    assert got.texts == texts


def test_duplicate_columns(given_table: Given) -> None:
    refused(given_table, "t.csv", "event,source,text,Text\n", "t.csv:1: ", "'text' more than once")
    assert given_table("u.csv", "event,source,text,x,x\ne,s,t\n").remarks == ["u.csv:1: columns 'x', 'x' are not used"]


def test_missing_columns(given_table: Given) -> None:
    message = refused(given_table, "t.csv", "evnt,source,text\ne,s,t\n", "t.csv:1: ", "no column 'event'")
    assert "its columns are 'evnt', 'source', 'text'" in message
    assert "columns: in corpus.yaml" in message
    assert message.endswith("did you mean 'evnt'?")
    refused(given_table, "t.csv", "storm,Gazette,It rained.\n", "no column 'event' and no column 'source' and no")
    message = refused(given_table, "t.csv", "event,source,text\n", "no column 'outlet' (named for", source="outlet")
    assert "did you mean" not in message
    refused(given_table, "t.csv", "event,source,text\n", "no column 'day' (named for 'date'", date="day")
    refused(given_table, "t.csv", "event|source|text\n", "'event|source|text' (columns are separated by commas)")
    refused(given_table, "t.tsv", "event,source,text\n", "(columns are separated by tabs)")


@pytest.mark.parametrize("content", ["", "\ufeff", "\n\n , \n"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
def test_empty_table(given_table: Given, name: str, content: str) -> None:
    written = content if name == "t.csv" else content.replace(",", "\t")
    refused(given_table, name, written, "empty", "event, source, text")


def test_header_without_rows(given_table: Given) -> None:
    assert given_table("t.csv", "event,source,text\n\n").faults == [
        "t.csv: the table has a header and no rows; add a row below it"
    ]


def test_blank_rows_between_rows_are_reported(given_table: Given) -> None:
    got = given_table("t.csv", "\nevent,source,text\n\n , ,\ne,s,t\n,,\ne,s,t\n\n\n")
    assert got.remarks == ["t.csv:3: 3 blank rows were skipped"]
    assert got.origins == ["t.csv:5", "t.csv:7"]


def test_unused_columns_are_reported(given_table: Given) -> None:
    got = given_table("t.csv", "event,source,text,referense\ne,s,t,x\n")
    assert got.remarks == ["t.csv:1: column 'referense' is not used; did you mean 'reference'?"]
    got = given_table("t.csv", ",event,source,text,referense,mood,\n0,e,s,t,x,y,\n")
    assert got.remarks == [
        "t.csv:1: columns 'referense' (did you mean 'reference'?), number 1 (without a name), 'mood' are not used"
    ]


def test_cells_of_a_megabyte(given_table: Given) -> None:
    cell = "long, " * 200_000
    assert given_table("t.csv", f'event,source,text\ne,s,"{cell}"\n').texts == [cell.strip()]


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=12)
ROW = st.tuples(
    CELL.map(lambda cell: cell + "x"), CELL.map(lambda cell: "x" + cell), CELL.map(lambda cell: f"x{cell}x")
)


@given(
    st.lists(ROW, min_size=1, max_size=4), st.sampled_from(",;\t"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
)
def test_csv_round_trip(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]], delimiter: str, quoting: Literal[0, 1]
) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, quoting=quoting).writerows([COLUMNS.required, *rows])
    got = Given(tmp_path_factory.getbasetemp())("round.csv", stream.getvalue())
    assert got.faults == []
    assert [row[:3] for row in got.rows] == [tuple(cell.strip() for cell in row) for row in rows]


@given(st.text('"\t\n,ab ', max_size=40), st.sampled_from(["t.csv", "t.tsv"]))
def test_no_text_is_lost_silently(tmp_path_factory: pytest.TempPathFactory, text: str, name: str) -> None:
    got = Given(tmp_path_factory.getbasetemp())(name, f"text\tevent\n{text}", Columns(("text",), ("event",)))
    if not got.faults:
        assert re.sub(r'[\s"]', "", "".join(map("".join, got.rows))) == re.sub(r'[\s"]', "", text)


PLAIN = ['"No," he said.', 'a "b"', '"', '"open', 'she said: "yes"', '"a" and "b"']
QUOTED = ['"tab\there"', '"one\n\ntwo"', '"he said ""no"" twice"', '"""No"""', '""""']
SPEECH = ['"Blessed are the poor,', "and the meek,", 'and the pure."', "He went on."]


@pytest.mark.parametrize(
    ("written", "texts", "remark"),
    [
        (PLAIN, PLAIN, ""),
        (QUOTED, ["tab\there", "one\n\ntwo", 'he said "no" twice', '"No"', '"'], ""),
        (
            ["plain", *['"Come, and see."'] * 4],
            ["plain", *["Come, and see."] * 4],
            "t.tsv:3: 4 row(s) have cells in quot",
        ),
        (SPEECH, SPEECH, "t.tsv:2: 1 cell(s) open with a quote that is closed in a later row"),
    ],
)
def test_quotes_in_tsv(given_table: Given, written: list[str], texts: list[str], remark: str) -> None:
    got = given_table("t.tsv", "event\tsource\ttext\n" + "".join(f"e\ts\t{text}\n" for text in written))
    assert (got.texts, got.faults, len(got.remarks)) == (texts, [], bool(remark))
    assert "".join(got.remarks).startswith(remark)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ('e\ts\t"Blessed\ne\nf\ts\tpure."', "a quote opened in this row is closed in line 4, and some lines between"),
        ("e\ts\ta\tb", "the row has 4 cells, the header 3; write a space in place of a tab within a text"),
    ],
)
def test_invalid_tsv_rows(given_table: Given, rows: str, fault: str) -> None:
    assert given_table("t.tsv", f"event\tsource\ttext\n{rows}\n").faults[0].startswith(f"t.tsv:2: {fault}")


GOOD = '{"event": "e", "source": "s", "text": "t"}'


def test_json_lines(given_table: Given) -> None:
    lines = [
        '\ufeff{"Event": "e", "source": 12345678901234567890.50, "text": "a\\r\\n\\r\\nb", "date": null, "mood": [1]}',
        "",
        '{"text": true, "source": 3, "event": -1e5}',
        "",
    ]
    got = given_table("t.NDJSON", "\r\n".join(lines))
    assert got.rows == [("e", "12345678901234567890.50", "a\n\nb", "", ""), ("-1e5", "3", "true", "", "")]
    assert got.origins == ["t.NDJSON:1", "t.NDJSON:3"]
    assert got.faults == []
    assert got.remarks == [
        "t.NDJSON:2: 1 blank row was skipped",
        "t.NDJSON: column 'mood' is not used",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("event", "the line is not JSON (Expecting value at character 1); write one object a line"),
        ('{"event": "e"', "the line is not JSON"),
        (GOOD + GOOD, "the line is not JSON (Extra data"),
        ("[1]", "the line is not an object"),
        ("3", "the line is not an object"),
        ('{"event": "e", "source": ["s"], "text": "t"}', "'source' is a list; write it as one text"),
        ('{"event": "e", "source": {"s": 1}, "text": "t"}', "'source' is an object"),
        ('{"event": "e", "Event": "f", "source": "s", "text": "t"}', "the object has 'Event' more than once"),
        ('{"event": NaN, "source": "s", "text": "t"}', "the line contains NaN, which is not JSON"),
        ('{"event": "e", "source": "s", "text": ' + "[" * 200_000, "the line is nested too deeply"),
        ('{"event": "e", "source": "s", "text": "a\\ud800b"}', "'text' contains half of a character"),
        ('{"event": "e", "source": "s", "text": "a\\u0000b"}', "'text' contains a NUL character"),
        ('{"event": "e", "source": "s"}', "'text' is empty; fill it in"),
        ("{}", "'event' is empty"),
    ],
)
def test_invalid_json_lines(given_table: Given, line: str, words: str) -> None:
    got = given_table("t.jsonl", f"{GOOD}\n{line}\n{GOOD}\n")
    assert got.faults[0].startswith(f"t.jsonl:2: {words}")
    assert got.origins == ["t.jsonl:1", "t.jsonl:3"]
    assert max(map(len, got.faults)) < 200


@pytest.mark.parametrize("content", [f"[{GOOD}]", f"\n[\n  {GOOD}\n]", json.dumps(json.loads(GOOD), indent=1)])
def test_json_that_is_not_lines(given_table: Given, content: str) -> None:
    refused(given_table, "t.jsonl", content, "write one object a line")
    refused(given_table, "t.json", content, "write one object a line", ".jsonl")


def test_json_lines_without_a_column(given_table: Given) -> None:
    refused(given_table, "t.jsonl", '{"event": 1, "txt": 2, "source": 3}', "no column 'text'", "did you mean 'txt'?")
    refused(given_table, "t.jsonl", "\n\n", "the table is empty")
    refused(given_table, "t.jsonl", "{}\n", "the table is empty")
    assert given_table("u.jsonl", '{"event": "e", "text": "t", "outlet": "s"}', source="outlet").texts == ["t"]


@pytest.mark.parametrize("names", [{}, {"source": "outlet"}])
def test_json_lines_that_are_all_invalid(given_table: Given, names: dict[str, str]) -> None:
    got = given_table("t.jsonl", '\n{"event": "e",\n3\n', **names)
    assert [fault.split("; ")[0] for fault in got.faults] == [
        "t.jsonl:2: the line is not JSON (Expecting property name enclosed in double quotes at character 15)",
        "t.jsonl:3: the line is not an object",
    ]
