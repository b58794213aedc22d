"""Tables and office files as people have them, and as nobody should."""

import contextlib
import csv
import datetime
import io
import json
import re
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import archives, files, tables
from ingest.archives import check_zip
from ingest.tables import Columns, is_table, read
from taeg.errors import InputError, Problems

COLUMNS = Columns(("event", "source", "text"), ("reference", "date"))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


class Given:
    """A table in a folder, and what reading it gave."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str, content: str | bytes, columns: Columns = COLUMNS, **names: str) -> "Given":
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self.at(path, columns, **names)

    def at(self, path: Path, columns: Columns = COLUMNS, **names: str) -> "Given":
        problems = Problems()
        self.records = read(path, columns, problems, names)
        self.faults = [self.short(fault) for fault in problems.faults]
        self.remarks = [self.short(remark) for remark in problems.remarks]
        return self

    def short(self, message: str) -> str:
        return message.replace(f"{self.folder}/", "")

    @property
    def texts(self) -> list[str]:
        return [record.values["text"] for record in self.records]

    @property
    def places(self) -> list[str]:
        return [self.short(record.place) for record in self.records]


@pytest.fixture
def given_table(tmp_path: Path) -> Given:
    return Given(tmp_path)


def refused(given_table: Given, name: str, content: str | bytes, *words: str, **names: str) -> str:
    with pytest.raises(InputError) as caught:
        given_table(name, content, **names)
    message = given_table.short(str(caught.value))
    assert all(word in message for word in (name, *words)), message
    return message


# CSV


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_separator_is_found_from_the_header(given_table: Given, delimiter: str) -> None:
    rows = [["event", "source", "text"], ["storm", "Gazette", f'"a{delimiter} ""b"""'], ["calm", "Post", "c"]]
    got = given_table("t.csv", "\n".join(map(delimiter.join, rows)))
    assert got.texts == [f'a{delimiter} "b"', "c"]
    assert got.places == ["t.csv:2", "t.csv:3"]
    assert dict(got.records[0].values) == {
        "event": "storm",
        "source": "Gazette",
        "text": got.texts[0],
        "reference": "",
        "date": "",
    }
    assert (got.faults, got.remarks) == ([], [])


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "sep=;;;"])
def test_excel_separator_line_is_honoured(given_table: Given, line: str) -> None:
    got = given_table("t.csv", f"{line}\r\nevent;source;text\r\ne;s;a, b\r\n")
    assert (got.texts, got.places) == (["a, b"], ["t.csv:3"])
    assert given_table("u.csv", "sep=|\nevent|source|text\ne|s|a;b,c\n").texts == ["a;b,c"]


def test_lines_are_counted_over_cells_of_several_lines(given_table: Given) -> None:
    got = given_table("t.csv", 'event,source,text\r\ne,s,"one\r\n\r\ntwo, ""2"" "\r\ne,s,three\r\n')
    assert got.texts == ['one\n\ntwo, "2"', "three"]
    assert got.places == ["t.csv:2", "t.csv:5"]


def test_bare_carriage_returns_end_lines(given_table: Given) -> None:
    got = given_table("t.csv", 'event,source,text\re,s,"a\rb"\re,s,c\r')
    assert (got.texts, got.places) == (["a\nb", "c"], ["t.csv:2", "t.csv:4"])


def test_byte_order_mark_case_and_white_space_in_the_header(given_table: Given) -> None:
    got = given_table("t.csv", "\ufeffEvent, SOURCE ,\xa0Text\ne, s ,  a  b \n")
    assert dict(got.records[0].values)["source"] == "s"
    assert got.texts == ["a  b"]
    assert given_table("u.csv", "e\u0301ve\u0301nement,source,text\ne,s,t\n", event="Événement").texts == ["t"]


def test_quotes_after_a_space_and_within_a_cell(given_table: Given) -> None:
    got = given_table("t.csv", 'event,source,text\ne,s, "a, b" \ne,s,he said "no" and left\n')
    assert got.texts == ["a, b", 'he said "no" and left']


def test_names_of_the_file_are_given_in_corpus_yaml(given_table: Given) -> None:
    got = given_table("t.csv", "event,Outlet,text,source\ne,Post,t,x\n", source="outlet")
    assert got.records[0].values["source"] == "Post"
    assert got.remarks == ["t.csv:1: column 'source' is not used"]


def test_quote_that_is_never_closed(given_table: Given) -> None:
    got = given_table("t.csv", 'event,source,text\ne,"x\ny","open\ne,s,lost\n')
    assert got.faults == ["t.csv:2: the quote opened in line 3 before 'open' is never closed; close it, or delete it"]


def test_quote_closed_in_a_later_row(given_table: Given) -> None:
    text = 'event,source,text\ne,s,"open\nmore of it\ne,s,"closed"\nf,s\n'
    got = given_table("t.csv", text)
    assert got.faults[0].startswith("t.csv:2: the quote opened in line 2 before 'open' is closed in line 4")
    assert "write quotes within the text twice" in got.faults[0]
    assert got.faults[1:] == ["t.csv:5: the row has 2 of 3 cells and ends before 'text'; complete it"]
    assert got.texts == ["closed"]


def test_quotes_not_written_twice_are_told_of_each_row(given_table: Given) -> None:
    got = given_table("t.csv", 'event,source,text\ne,s,"No," he said.\ne,s\ne,s,"A "b" c"\ne,s,d\n')
    assert [fault.split(":")[1] for fault in got.faults] == ["2", "3", "4"]
    assert "' he said.' follows" in got.faults[0]
    assert got.texts == ["d"]


def test_too_many_and_too_few_cells(given_table: Given) -> None:
    got = given_table("t.csv", "event,source,text,date\ne,s,a, b, c\ne\ne,s,only optional lacks\ne,s,t,d,,,\n")
    assert got.faults == [
        "t.csv:2: the row has 5 cells, the header 4; put a text that contains commas in quotes",
        "t.csv:3: the row has 1 of 4 cells and ends before 'source', 'text'; complete it",
    ]
    assert got.texts == ["only optional lacks", "t"]


def test_required_cell_that_is_empty(given_table: Given) -> None:
    got = given_table("t.csv", "event,source,text,date\ne, ,t,\ne,s,,d\n", date="date")
    assert got.faults == [
        "t.csv:2: 'source' is empty; fill it in, or delete the row",
        "t.csv:3: 'text' is empty; fill it in, or delete the row",
    ]
    assert got.records == []


def test_column_twice(given_table: Given) -> None:
    refused(given_table, "t.csv", "event,source,text,Text\n", "t.csv:1: ", "'text' more than once")
    assert given_table("u.csv", "event,source,text,x,x\ne,s,t\n").remarks == ["u.csv:1: columns 'x', 'x' are not used"]


def test_column_missing(given_table: Given) -> None:
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
    refused(
        given_table, name, content if name == "t.csv" else content.replace(",", "\t"), "empty", "event, source, text"
    )


def test_header_and_no_rows(given_table: Given) -> None:
    assert given_table("t.csv", "event,source,text\n\n").faults == [
        "t.csv: the table has a header and no rows; add a row below it"
    ]


def test_blank_rows_between_rows_are_counted(given_table: Given) -> None:
    got = given_table("t.csv", "\nevent,source,text\n\n , ,\ne,s,t\n,,\ne,s,t\n\n\n")
    assert got.remarks == ["t.csv:3: 3 blank rows were passed over"]
    assert got.places == ["t.csv:5", "t.csv:7"]


def test_columns_that_are_not_used(given_table: Given) -> None:
    got = given_table("t.csv", "event,source,text,referense\ne,s,t,x\n")
    assert got.remarks == ["t.csv:1: column 'referense' is not used; did you mean 'reference'?"]
    got = given_table("t.csv", ",event,source,text,referense,mood,\n0,e,s,t,x,y,\n")
    assert got.remarks == [
        "t.csv:1: columns 'referense' (did you mean 'reference'?), number 1 (without a name), 'mood' are not used"
    ]


def test_nul_is_a_fault_of_its_row(given_table: Given) -> None:
    got = given_table("t.csv", "event,source,text,x\ne,s,a\0b,\ne,s,fine,\0\n" + "e,s,fine,\n" * 20)
    assert got.faults == ["t.csv:2: 'text' holds a NUL character; delete it"]
    assert len(got.records) == 21


def test_cell_of_a_megabyte(given_table: Given) -> None:
    cell = "long, " * 200_000
    limit = csv.field_size_limit()
    assert given_table("t.csv", f'event,source,text\ne,s,"{cell}"\n').texts == [cell.strip()]
    assert csv.field_size_limit() == limit


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
def test_file_too_large(given_table: Given, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    refused(given_table, name, "event,source,text\n" + "x" * 2000, "is larger than", "divide")


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=12)
ROW = st.tuples(
    CELL.map(lambda cell: cell + "x"), CELL.map(lambda cell: "x" + cell), CELL.map(lambda cell: f"x{cell}x")
)


@given(
    st.lists(ROW, min_size=1, max_size=4), st.sampled_from(",;\t"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
)
def test_what_the_csv_module_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]], delimiter: str, quoting: int
) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, quoting=quoting).writerows([COLUMNS.required, *rows])  # type: ignore[arg-type]
    got = Given(tmp_path_factory.getbasetemp())("round.csv", stream.getvalue())
    assert got.faults == []
    read_back = [tuple(record.values[column] for column in COLUMNS.required) for record in got.records]
    assert read_back == [tuple(cell.strip() for cell in row) for row in rows]


@given(st.text('"\t\n,ab ', max_size=40), st.sampled_from(["t.csv", "t.tsv"]))
def test_no_text_is_lost_without_a_word(tmp_path_factory: pytest.TempPathFactory, text: str, name: str) -> None:
    got = Given(tmp_path_factory.getbasetemp())(name, f"text\tevent\n{text}", Columns(("text",), ("event",)))
    if not got.faults:
        read_back = "".join("".join(record.values.values()) for record in got.records)
        assert re.sub(r'[\s"]', "", read_back) == re.sub(r'[\s"]', "", text)


# TSV


def tsv(given_table: Given, *texts: str) -> Given:
    return given_table("t.tsv", "event\tsource\ttext\n" + "".join(f"e\ts\t{text}\n" for text in texts))


def test_quotes_in_tsv_that_are_text_stay(given_table: Given) -> None:
    texts = ['"No," he said.', 'a "b"', '"', '"open', 'she said: "yes"', '"a" and "b"']
    got = tsv(given_table, *texts)
    assert (got.texts, got.faults, got.remarks) == (texts, [], [])


def test_quotes_in_tsv_of_a_spreadsheet_are_left_off(given_table: Given) -> None:
    got = tsv(given_table, '"tab\there"', '"one\n\ntwo"', '"he said ""no"" twice"', '"""No"""', '""""')
    assert got.texts == ["tab\there", "one\n\ntwo", 'he said "no" twice', '"No"', '"']
    assert (got.faults, got.remarks) == ([], [])
    assert got.places[-1] == "t.tsv:8"


def test_quotes_in_tsv_that_may_be_either_are_remarked(given_table: Given) -> None:
    got = tsv(given_table, "plain", '"Come, and see."')
    assert got.texts == ["plain", "Come, and see."]
    assert got.remarks == [
        "t.tsv:3: 1 cell(s) stood in quotes and were read without them, as spreadsheets write them; "
        'where they belong to the text write """…"""'
    ]


def test_speech_over_several_rows_of_tsv_stays_in_them(given_table: Given) -> None:
    got = tsv(given_table, '"Blessed are the poor,', "and the meek,", 'and the pure."', "He went on.")
    assert got.texts == ['"Blessed are the poor,', "and the meek,", 'and the pure."', "He went on."]
    assert got.faults == []
    assert got.remarks[0].startswith("t.tsv:2: 1 cell(s) open with a quote that is closed in a later row")


def test_quotes_in_tsv_that_nobody_can_tell_are_a_fault(given_table: Given) -> None:
    got = given_table("t.tsv", 'event\tsource\ttext\ne\ts\t"Blessed\ne\nf\ts\tpure."\n')
    assert got.faults[0].startswith("t.tsv:2: the quote before 'Blessed' is closed in line 4")
    assert "delete the quote" in got.faults[0]


def test_tab_in_a_text(given_table: Given) -> None:
    assert tsv(given_table, "a\tb").faults == [
        "t.tsv:2: the row has 4 cells, the header 3; write a space in place of a tab within a text"
    ]


# JSON Lines


def test_json_lines(given_table: Given) -> None:
    lines = [
        '\ufeff{"Event": "e", "source": 12345678901234567890.50, "text": "a\\r\\n\\r\\nb", "date": null, "mood": [1]}',
        "",
        '{"text": true, "source": 3, "event": -1e5}',
        "",
    ]
    got = given_table("t.NDJSON", "\r\n".join(lines))
    assert [list(record.values.values()) for record in got.records] == [
        ["e", "12345678901234567890.50", "a\n\nb", "", ""],
        ["-1e5", "3", "true", "", ""],
    ]
    assert got.places == ["t.NDJSON:1", "t.NDJSON:3"]
    assert got.faults == []
    assert got.remarks == [
        "t.NDJSON:2: 1 blank row was passed over",
        "t.NDJSON: column 'mood' is not used",
    ]


GOOD = '{"event": "e", "source": "s", "text": "t"}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("event", "the line is not JSON (Expecting value at character 1); write one object a line"),
        ('{"event": "e"', "the line is not JSON"),
        (GOOD + GOOD, "the line is not JSON (Extra data"),
        ('"text"', "the line is not an object"),
        ("[1]", "the line is not an object"),
        ("3", "the line is not an object"),
        ('{"event": "e", "source": ["s"], "text": "t"}', "'source' is a list; write it as one text"),
        ('{"event": "e", "source": {"s": 1}, "text": "t"}', "'source' is an object"),
        ('{"event": "e", "source": [], "text": "t"}', "'source' is a list"),
        ('{"event": "e", "event": "f", "source": "s", "text": "t"}', "the object has 'event' more than once"),
        ('{"event": "e", "Event": "f", "source": "s", "text": "t"}', "the object has 'Event' more than once"),
        ('{"event": NaN, "source": "s", "text": "t"}', "the line holds NaN, which is not JSON"),
        ('{"event": -Infinity, "source": "s", "text": "t"}', "the line holds -Infinity"),
        ('{"event": "e", "source": "s", "text": ' + "[" * 200_000, "the line is nested too deeply"),
        ('{"event": "e", "source": "s", "text": "a\\ud800b"}', "'text' holds half of a character (a lone surrogate)"),
        ('{"event": "e", "source": "s", "text": "a\\u0000b"}', "'text' holds a NUL character"),
        ('{"event": "e", "source": "s"}', "'text' is empty; fill it in"),
        ("{}", "'event' is empty"),
    ],
)
def test_faults_of_json_lines(given_table: Given, line: str, words: str) -> None:
    got = given_table("t.jsonl", f"{GOOD}\n{line}\n{GOOD}\n")
    assert got.faults[0].startswith(f"t.jsonl:2: {words}")
    assert got.places == ["t.jsonl:1", "t.jsonl:3"]
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


# Encodings, and what is no text


def test_latin_1(given_table: Given) -> None:
    content = "event,source,text\r\ne,s,t\r\ne,s,Pons éclair\r\n".encode("latin-1")
    message = refused(given_table, "t.csv", content, "t.csv:3: ", "0xE9 ('é' in Windows-1252)", "'CSV UTF-8'")
    assert message.count("\n") == 0
    refused(given_table, "t.csv", content.replace(b"\r\n", b"\r"), "t.csv:3: ")
    refused(given_table, "t.jsonl", b'{"text": "\x81"}', "t.jsonl:1: byte 0x81 is not UTF-8")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.jsonl"])
def test_utf_16(given_table: Given, name: str, encoding: str) -> None:
    refused(given_table, name, "event,source,text\ne,s,t\n".encode(encoding), "is UTF-16; save it as UTF-8")


def zipped(members: dict[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped({"a.csv": "event"}), "is a zip archive, not a table; unpack it"),
        (zipped({"xl/workbook.xml": "<x/>"}), "is an Excel file; rename it to .xlsx"),
        (zipped({"word/document.xml": "<x/>"}), "is a Word document, not a table"),
        (b"\x1f\x8b\x08" + bytes(20), "is a gzip archive, not a table; unpack it"),
        (b"%PDF-1.7\n", "is a PDF, not a table; save the table as .csv or .xlsx"),
        (b"\x89PNG\r\n\x1a\n", "is a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "is a picture (JPEG)"),
        (OLE, "is an old Office file (.doc, .xls) or one protected by a password"),
    ],
)
def test_other_files_under_the_name_of_a_table(given_table: Given, content: bytes, words: str) -> None:
    for name in ("t.csv", "t.tsv", "t.jsonl"):
        refused(given_table, name, content, words)


def test_names_of_tables(given_table: Given, tmp_path: Path) -> None:
    assert all(is_table(Path(f"t{suffix}")) for suffix in (*tables.SUFFIXES, ".CSV", ".Xlsx"))
    assert not any(is_table(Path(name)) for name in ("t.xls", "t.xlsm", "t.json", "csv", "t.csv.gz"))
    refused(given_table, "t.xls", OLE, "is an old Excel file; save it as .xlsx")
    refused(given_table, "t.xlsm", b"PK", "with macros; save it as a plain .xlsx")
    refused(given_table, "t.ods", b"PK", "OpenDocument")
    refused(given_table, "t.txt", "event", "is not a table by its name; tables are .csv, .tsv")
    with pytest.raises(InputError, match="is not a file"):
        given_table.at(tmp_path / "none.csv")
    (tmp_path / "folder.xlsx").mkdir()
    with pytest.raises(InputError, match="is not a file"):
        given_table.at(tmp_path / "folder.xlsx")


# Excel


def workbook(path: Path, *rows: list[object], sheets: tuple[str, ...] = ("Sheet",)) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.active.title = sheets[0]
    for title in sheets[1:]:
        book.create_sheet(title)
    book.save(path)
    return path


HEADER: list[object] = ["Event", "source", "text", "date"]


@pytest.mark.parametrize("names", [{}, {"source": "outlet"}])
def test_json_lines_that_are_all_broken(given_table: Given, names: dict[str, str]) -> None:
    got = given_table("t.jsonl", '\n{"event": "e",\n3\n', **names)
    assert [fault.split("; ")[0] for fault in got.faults] == [
        "t.jsonl:2: the line is not JSON (Expecting property name enclosed in double quotes at character 15)",
        "t.jsonl:3: the line is not an object",
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("_x005F_x0041_BC", "_x0041_BC"),
        ("a_x000D_\nb", "a\nb"),
        ("a_x0009_b", "a\tb"),
        ("_x0041_BC", "_x0041_BC"),
        ("x_x00e9_y", "x_x00e9_y"),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_excel_escapes(given_table: Given, tmp_path: Path, written: str, text: str, shared: bool) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", written])
    if shared:
        _share_string(path, written)
    got = given_table.at(path)
    assert ([record.values["text"] for record in got.records], got.faults) == ([text], [])


def _share_string(path: Path, text: str) -> None:
    """Put a text into the table of strings, as Excel does; openpyxl writes it into its cell."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    sheet, inline = "xl/worksheets/sheet1.xml", f't="inlineStr"><is><t>{text}</t></is>'
    assert inline in parts[sheet]
    parts[sheet] = parts[sheet].replace(inline, 't="s"><v>0</v>')
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{namespace}"><si><t>{text}</t></si></sst>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
        "</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def test_excel(given_table: Given, tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "book.xlsx",
        [],
        HEADER,
        ["e", 3.0, " one\n\ntwo ", datetime.datetime(2024, 5, 1)],
        [],
        [2.5, True, "a_x000D_\nb _x005F_x0041_", datetime.datetime(2024, 5, 1, 12, 30)],
        [10**14, "s", "t", datetime.time(7, 5)],
        ["e", "s", "t"],
        [None, " "],
    )
    got = given_table.at(path)
    assert [list(record.values.values()) for record in got.records] == [
        ["e", "3", "one\n\ntwo", "", "2024-05-01"],
        ["2.5", "true", "a\nb _x0041_", "", "2024-05-01T12:30:00"],
        ["100000000000000", "s", "t", "", "07:05:00"],
        ["e", "s", "t", "", ""],
    ]
    assert got.places == [f"book.xlsx, row {number}" for number in (3, 5, 6, 7)]
    assert (got.faults, got.remarks) == ([], ["book.xlsx, row 4: 1 blank row was passed over"])


def test_faults_of_excel_rows(given_table: Given, tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "book.xlsx",
        HEADER,
        ["e", "s", "=A2&B2"],
        ["e", "s", "#REF!"],
        ["e", "s"],
        ["e", "s", "t", "", "more"],
        ["=A1"],
    )
    got = given_table.at(path)
    assert got.faults == [
        "book.xlsx, row 2: 'text' (cell C2) is a formula without a saved value; "
        "open the file in Excel and save it again",
        "book.xlsx, row 3: 'text' (cell C3) is the error #REF!; correct it",
        "book.xlsx, row 4: the row has 2 of 4 cells and ends before 'text'; complete it",
        "book.xlsx, row 5: the row has 5 cells, the header 4; complete the header",
        "book.xlsx, row 6: the row has 1 of 4 cells and ends before 'source', 'text'; complete it",
    ]


def rewritten(path: Path, member: str, old: str, new: str) -> Path:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[member], times = re.subn(old.encode(), new.encode(), members[member])
    assert times == 1
    path.write_bytes(zipped(dict(members)))
    return path


def test_formulas_give_what_was_saved(given_table: Given, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", "=A2&B2", '=""'])
    sheet = "xl/worksheets/sheet1.xml"
    rewritten(path, sheet, '<c r="C2">.*?</c>', '<c r="C2" t="str"><f>A2&amp;B2</f><v>es</v></c>')
    rewritten(path, sheet, '<c r="D2">.*?</c>', '<c r="D2" t="str"><f>""</f><v></v></c>')
    got = given_table.at(path)
    assert (got.texts, got.faults) == (["es"], [])


def test_wrong_dimensions_and_far_rows_of_a_sheet(given_table: Given, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", "t"])
    sheet = "xl/worksheets/sheet1.xml"
    rewritten(path, sheet, '<dimension ref="A1:D2"', '<dimension ref="A1"')
    assert given_table.at(path).texts == ["t"]
    rewritten(path, sheet, '<row r="2">', '<row r="999999999999">')
    assert given_table.at(path).faults == ["book.xlsx: the table has a header and no rows; add a row below it"]


def test_sheets_that_are_not_read(given_table: Given, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["=1", "s", "t"], sheets=("Reports", "Notes", "Old"))
    assert given_table.at(path).remarks == ["book.xlsx: the sheet 'Reports' is read, 2 other(s) are not"]


def test_empty_excel_sheet_and_broken_workbook(given_table: Given, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the table is empty"):
        given_table.at(workbook(tmp_path / "book.xlsx"))
    with pytest.raises(InputError, match="no column 'event' and"):
        given_table.at(workbook(tmp_path / "book.xlsx", ["a", 1]))
    for member, old, new in (
        ("xl/workbook.xml", "<sheets>", "<sheeps>"),
        ("xl/worksheets/sheet1.xml", "<sheetData>", "<sheetData"),
        ("xl/worksheets/sheet1.xml", '<c r="A1".*?</c>', '<c r="A1" t="s"><v>77</v></c>'),
    ):
        path = rewritten(workbook(tmp_path / "book.xlsx", HEADER), member, old, new)
        with pytest.raises(InputError, match=r"book.xlsx' cannot be read as an Excel file .*; open it in Excel"):
            given_table.at(path)


def test_excel_without_openpyxl(given_table: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(InputError, match=re.escape("Excel tables need openpyxl: pip install openpyxl")):
        given_table.at(path)


def test_other_files_under_the_name_of_excel(given_table: Given) -> None:
    refused(given_table, "t.xlsx", OLE, "is protected by a password, or an old .doc or .xls", "save it as .xlsx")
    refused(given_table, "t.xlsx", zipped({"word/document.xml": "<x/>"}), "is not an Excel file")
    refused(given_table, "t.xlsx", "event,source,text\n", "is text or something else, not .xlsx")
    refused(given_table, "t.xlsx", b"", "is empty")


# Office files


def check(path: Path, content: bytes) -> list[str]:
    path.write_bytes(content)
    return check_zip(path)


def test_sound_office_file(tmp_path: Path) -> None:
    assert "xl/workbook.xml" in check_zip(workbook(tmp_path / "book.xlsx", HEADER))
    svg = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><svg/>'
    assert check(tmp_path / "a.docx", zipped({"word/media/a.svg": svg, "b.xml": "\ufeff<a/>", "c.xml": ""}))


def encrypted() -> bytes:
    """A zip whose member says that it is encrypted."""
    content = bytearray(zipped({"a.xml": "<a/>"}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def lying(size: int) -> bytes:
    """A zip whose member is larger than it says."""
    content = zipped({"a.bin": bytes(1000)})
    return content.replace((1000).to_bytes(4, "little"), size.to_bytes(4, "little"))


LAUGHS = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"plain", "is text or something else, not .docx; open it in Word and save it as .docx again"),
        (b"%PDF-1.7", "is a PDF, not .docx"),
        (OLE, "is protected by a password, or an old .doc or .xls; open it in Word"),
        (zipped({}), "is damaged"),
        (zipped({"a.xml": "<a/>"})[:-30], "is damaged"),
        (zipped({"a.xml": "<a/>" * 99}, zipfile.ZIP_STORED).replace(b"<a/><a", b"<b/><b"), "is damaged (Bad CRC-32"),
        (encrypted(), "is protected by a password; save it without one"),
        (zipped({"../a.xml": "<a/>"}), "points outside of it ('../a.xml')"),
        (zipped({"/a.xml": "<a/>"}), "points outside"),
        (zipped({"..\\a.xml": "<a/>"}), "points outside"),
        (zipped({"C:/a.xml": "<a/>"}), "points outside"),
        (zipped({"word/vbaProject.bin": "x"}), "holds macros; save it as a plain .docx"),
        (zipped({"a.xml": "<a/>"}, zipfile.ZIP_LZMA), "is packed as no office program does"),
        (zipped({"a.xml": bytes(2 * 1024**2)}), "would unpack to more than 200 times its size ('a.xml')"),
        (lying(100), "is damaged"),
        (lying(100_000), "ok"),
        (zipped({"xl/sharedStrings.xml": LAUGHS}), "'xl/sharedStrings.xml' defines its own document type"),
        (zipped({"a.xml": LAUGHS.encode("utf-16")}), "defines its own document type"),
        (zipped({"a.xml": LAUGHS.encode("utf-16-be")}), "defines its own document type"),
        (zipped({"a.rels": '<!DOCTYPE a SYSTEM "x">'}), "defines its own document type"),
        (zipped({"a.svg": LAUGHS}), "defines its own document type"),
        (zipped({"a.xml": f"<!--{' ' * (1024**2 - 9)}-->{LAUGHS}"}, zipfile.ZIP_STORED), "its own document type"),
        (zipped({"a.xml": "<?xml version='1.0' encoding='UTF-7'?><a/>"}), "is not XML in UTF-8 or UTF-16"),
        (zipped({"a.xml": LAUGHS.encode("cp037")}), "is not XML in UTF-8 or UTF-16"),
    ],
)
def test_unsafe_office_files(tmp_path: Path, content: bytes, words: str) -> None:
    if words == "ok":
        assert len(check(tmp_path / "a.docx", content)) == 1
        return
    with pytest.raises(InputError) as caught:
        check(tmp_path / "a.docx", content)
    assert str(caught.value).startswith(f"{str(tmp_path / 'a.docx')!r}")
    assert words in str(caught.value)


def test_office_files_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "UNPACKED", 1000)
    with pytest.raises(InputError, match="would unpack to more than"):
        check(tmp_path / "a.docx", zipped({"a.xml": "<a/>" * 200, "b.xml": "<b/>" * 200}))
    monkeypatch.setattr(archives, "MEMBERS", 3)
    with pytest.raises(InputError, match="holds more than 3 parts"):
        check(tmp_path / "a.docx", zipped({f"{number}.xml": "<a/>" for number in range(4)}))


def test_damage_at_any_byte_is_told(tmp_path: Path) -> None:
    whole = zipped({"word/document.xml": "<a>some text of a document</a>", "b.xml": "<b/>"})
    for at in range(len(whole)):
        for content in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]):
            with contextlib.suppress(InputError):  # and nothing else; a byte of a date does no harm
                check(tmp_path / "a.docx", content)
