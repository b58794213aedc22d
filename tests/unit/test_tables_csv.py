"""CSV and TSV as people have them, and as nobody should."""

import csv
import io
import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.tables.table import Columns
from tests.unit.tables_given import COLUMNS, Given, refused

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


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=12)
ROW = st.tuples(
    CELL.map(lambda cell: cell + "x"), CELL.map(lambda cell: "x" + cell), CELL.map(lambda cell: f"x{cell}x")
)


@given(
    st.lists(ROW, min_size=1, max_size=4), st.sampled_from(",;\t"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
)
def test_what_the_csv_module_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]], delimiter: str, quoting: Literal[0, 1]
) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, quoting=quoting).writerows([COLUMNS.required, *rows])
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


def test_many_quotes_in_tsv_are_counted_and_the_first_is_named(given_table: Given) -> None:
    got = tsv(given_table, "plain", *['"Come, and see."'] * 40, '"Blessed,', 'are the meek."', '"And,', 'so on."')
    assert [remark.partition(" cell(s)")[0] for remark in got.remarks] == ["t.tsv:3: 40", "t.tsv:43: 2"]


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
