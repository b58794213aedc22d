"""Tables as people have them and should not, and names and times that do not go together."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import openpyxl

from tests.integration.corpora_made import ANNA, GOOD, HEADER, TIMELINE, Case, files, manifest, row, table, with_part

STRANGE = ("2024-02-30", "2024-05-03T25:00", "03.05.2024")
"""Times that cannot be."""


def workbook(path: Path, cells: Mapping[str, object]) -> None:
    """An Excel file with the usual header."""
    book = openpyxl.Workbook()
    sheet = book.active
    for at, value in {"A1": "source", "B1": "event", "C1": "text", **cells}.items():
        sheet[at] = value
    book.save(path)


def sheet(path: Path) -> None:
    """A good Excel file."""
    workbook(path, {"A2": "anna", "B2": "arrival", "C2": "They came at ten."})


def sheet_with_macros(path: Path) -> None:
    sheet(path)
    with_part(path, "xl/vbaProject.bin", b"macro")


def sheet_never_computed(path: Path) -> None:
    workbook(path, {"A2": "anna", "B2": "arrival", "C2": '=A2&" came"'})


def sheet_that_is_a_bomb(path: Path) -> None:
    sheet(path)
    with_part(path, "xl/sharedStrings2.xml", b"<" + b" " * 40_000_000)


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("reports.csv", GOOD)


def huge(path: Path) -> None:
    """Two hundred MB in one cell, of which the disk keeps none."""
    with path.open("wb") as stream:
        stream.write(f"{HEADER}anna,arrival,".encode())
        stream.truncate(200_000_000)


def strange_times() -> list[Case]:
    """Times that cannot be, wherever a time can stand."""
    words = {"2024-02-30": "has 29 days", "2024-05-03T25:00": "no hour 25", "03.05.2024": "2024-05-03"}
    found = []
    for time in STRANGE:
        told = ("write it as", time, words[time])
        timed = f"source,event,text,time\nanna,arrival,They came.,2024-05-01\nben,arrival,They came.,{time}\n"
        dated = f"event,time\narrival,2024-05-01\nquarrel,{time}\ndeparture,2024-05-03\n"
        section = f"# arrival\ntime: 2024-05-01\n\nThey came.\n\n# departure\ntime: {time}\n\nThey left.\n"
        found += [
            Case(f"{time} in a table", table(timed), ("reports.csv:3: ", *told)),
            Case(
                f"{time} in a timeline", manifest("timeline: timeline.csv", timeline_csv=dated), ("line.csv:3", *told)
            ),
            Case(f"{time} in a section", files({"anna.md": section}), ("anna.md:7: ", *told)),
        ]
    return found


ENCODED = [
    Case("latin-1", table(f"{HEADER}anna,arrival,Sie kam spät.\n".encode("latin-1")), ("csv:2: ", "0xE4", "as UTF-8")),
    Case("windows-1252", table(f"{HEADER}anna,arrival,“Come!”\n".encode("cp1252")), ("csv:2: ", "“", "as UTF-8")),
    Case("utf-16", table(GOOD.encode("utf-16")), ("reports.csv", "UTF-16", "save it as UTF-8")),
    Case("utf-16 without mark", table(GOOD.encode("utf-16-le")), ("reports.csv", "UTF-16", "save it as UTF-8")),
    Case("utf-16 in a document", files({"anna.md": ANNA.encode("utf-16")}), ("anna.md", "UTF-16", "UTF-8")),
    Case("latin-1 in a document", files({"anna.md": "# a\n\nspät".encode("latin-1")}), ("anna.md:3: ", "UTF-8")),
    Case(
        "latin-1 in corpus.yaml",
        files({"corpus.yaml": "title: spät".encode("latin-1"), "a.csv": GOOD}),
        ("corpus.yaml:1: ", "UTF-8"),
    ),
    Case("byte order mark", table(GOOD.encode("utf-8-sig")), good=True),
    Case("crlf", table(GOOD.replace("\n", "\r\n")), good=True),
    Case("cr", table(GOOD.replace("\n", "\r")), good=True),
    Case("semicolons", table(GOOD.replace(",", ";")), good=True),
]
"""Text as programs save it."""

TABLES = [
    Case("empty table", table(""), ("reports.csv: ", "is empty", "source, event, text")),
    Case("header only", table(HEADER), ("reports.csv: ", "no rows", "add a row")),
    Case("no column text", table("source,event\nanna,arrival\n"), ("csv:1: ", "no column 'text'", "rename one")),
    Case(
        "column misspelt",
        table(GOOD.replace("source", "sorce")),
        ("csv:1: ", "'sorce'", "no column 'source'", "did you mean 'sorce'"),
    ),
    Case(
        "column twice",
        table("source,event,text,text\nanna,arrival,x,y\n"),
        ("csv:1: ", "'text' more than once", "keep one"),
    ),
    Case("empty source", table(row(",arrival,They came.")), ("csv:14: ", "'source' is empty", "fill it in")),
    Case("empty event", table(row("anna,,They came.")), ("csv:14: ", "'event' is empty", "fill it in")),
    Case("empty text", table(row("anna,arrival, ")), ("csv:14: ", "'text' is empty", "fill it in")),
    Case(
        "id twice",
        table("id,source,event,text\n1,anna,a,They came.\n1,ben,a,They came early.\n"),
        ("csv:3: ", "'1' is given twice", "reports.csv:2", "its own id"),
    ),
    Case(
        "row twice",
        table(f"{GOOD}anna,arrival,They came at ten.\n"),
        ("csv:4: ", "twice", "reports.csv:2", "remove one"),
    ),
    Case("quote never closed", table(row('anna,arrival,"They came.')), ("csv:14: ", "never closed", "close it")),
    Case("row too long", table(row("anna,arrival,They came, late")), ("csv:14: ", "4 cells", "in quotes")),
    Case("row too short", table(row("anna,arrival")), ("csv:14: ", "2 of 3 cells", "'text'", "complete it")),
    Case("nul", table(row("anna,arrival,They\0came.")), ("csv:14: ", "NUL", "delete it")),
    Case(
        "half a character",
        table('{"source": "a", "event": "b", "text": "\\ud800"}\n', "r.jsonl"),
        ("r.jsonl:1: ", "surrogate", "write"),
    ),
    Case(
        "broken json",
        table('{"source": "a", "event": "b", "text": "c"}\n{"source": "a",\n', "r.jsonl"),
        ("r.jsonl:2: ", "not JSON", "one object a line"),
    ),
    Case(
        "json list",
        table('[\n{"source": "a", "event": "b", "text": "c"}\n]\n', "r.jsonl"),
        ("r.jsonl:1: ", "one array", "one object a line"),
    ),
    Case(
        "nested json",
        table('{"source": "a", "event": "b", "text": ["c"]}\n', "r.jsonl"),
        ("r.jsonl:1: ", "'text' is a list", "one text"),
    ),
    Case(
        "json by its name",
        table('[{"source": "a", "event": "b", "text": "c"}]', "r.json"),
        ("r.json", "one object a line", ".jsonl"),
    ),
    Case("old excel", table(b"\xd0\xcf\x11\xe0" + bytes(600), "r.xls"), ("r.xls", "save it as .xlsx")),
    # it is looked at in memory, and ingested row by row
    Case("200 MB in one cell", files({"reports.csv": huge}), ("reports.csv",)),
    Case("zip as a table", files({"reports.csv": zipped}), ("reports.csv", "zip archive", "unpack it")),
    Case("excel named csv", files({"reports.csv": sheet}), ("reports.csv", "Excel file", "rename it to .xlsx")),
    Case("csv named excel", files({"reports.xlsx": GOOD}), ("reports.xlsx", "not .xlsx", "save it as .xlsx again")),
    Case("excel with macros", files({"r.xlsx": sheet_with_macros}), ("r.xlsx", "macros", "plain .xlsx")),
    Case(
        "formula never computed",
        files({"r.xlsx": sheet_never_computed}),
        ("r.xlsx, row 2: ", "'text'", "formula", "save it again"),
    ),
    Case(
        "excel bomb",
        files({"r.xlsx": sheet_that_is_a_bomb}),
        ("r.xlsx", "200 times its size", "save it as .xlsx again"),
    ),
]
"""Tables with something wrong in a row, a column or the whole."""

ORDERS = [
    Case(
        "event misspelt",
        files({"timeline.csv": TIMELINE, "reports.csv": row("anna,arival,They came.")}),
        ("reports.csv:14: ", "'arival'", "did you mean 'arrival'?"),
    ),
    Case(
        "event nowhere near",
        files({"timeline.csv": TIMELINE, "reports.csv": row("anna,dinner,They ate.")}),
        ("reports.csv:14: ", "'dinner'", "add it to the timeline"),
    ),
    Case(
        "event perhaps misspelt",
        table(row("anna,arival,They came.")),
        ("csv:14: ", "'arival'", "did you mean 'arrival'?"),
        good=True,
    ),
    Case(
        "heading misspelt",
        files({"timeline.csv": TIMELINE, "anna.md": ANNA.replace("arr", "ar")}),
        ("anna.md:1: ", "'arival'", "did you mean 'arrival'?"),
    ),
    Case(
        "event twice in the timeline",
        files({"timeline.csv": f"{TIMELINE}arrival,4\n", "reports.csv": GOOD}),
        ("timeline.csv:5: ", "'arrival' stands twice", "timeline.csv:2", "keep one"),
    ),
    *strange_times(),
    Case(
        "order in words",
        table("source,event,text,order\nanna,arrival,They came.,first\n"),
        ("csv:2: ", "'first'", "write a number"),
    ),
    Case(
        "order in words in the timeline",
        files({"timeline.csv": TIMELINE.replace("2", "second"), "reports.csv": GOOD}),
        ("timeline.csv:3: ", "'second'", "write a number"),
    ),
    Case(
        "order in words in a section",
        files({"anna.md": ANNA.replace("arrival\n", "arrival\norder: first\n")}),
        ("anna.md:2: ", "'first'", "write a number"),
    ),
    Case(
        "orders that contradict",
        table("source,event,text,order\nanna,a,They came.,1\nben,a,They came.,2\n"),
        ("csv:3: ", "'a'", "reports.csv:2", "make them agree"),
    ),
    Case(
        "timeline with an order missing",
        files({"timeline.csv": TIMELINE.replace("quarrel,2", "quarrel,"), "reports.csv": GOOD}),
        ("timeline.csv:3: ", "'quarrel'", "give it"),
    ),
    Case(
        "timeline with a time missing",
        files({"timeline.csv": "event,time\narrival,2024-05-01\ndeparture,\n", "reports.csv": GOOD}),
        ("timeline.csv: ", "no time", "order of the rows"),
        good=True,
    ),
    Case(
        "nothing to order by",
        table("source,event,text,time\nanna,a,They came.,2024\nanna,b,They left.,\n"),
        ("csv:3: ", "'b'", "give a time, or a timeline"),
    ),
    Case(
        "sources alike but for case",
        table(f"{GOOD}Anna,quarrel,They fell out.\n"),
        ("csv:4: ", "'Anna'", "'anna'", "write both alike"),
    ),
    Case(
        "events alike but for case",
        table(f"{GOOD}anna,Departure,They left.\n"),
        ("csv:4: ", "'Departure'", "write both alike"),
    ),
]
"""Names of sources and events, and what puts events in order."""
