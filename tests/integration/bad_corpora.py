"""Corpora as people have them and should not: one function for each makes it, beside what must be said of it."""

import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import openpyxl

from tests.unit.documents_made import docx_file, encrypted_pdf, pdf_bytes, pdf_file

Content = str | bytes
Build = Callable[[Path], Path | None]
"""Makes the corpus in an empty folder; returns what is to be read where that is not the folder."""

HEADER = "source,event,text\n"
GOOD = f"{HEADER}anna,arrival,They came at ten.\nben,departure,They left at noon.\n"
TIMELINE = "event,order\narrival,1\nquarrel,2\ndeparture,3\n"
ANNA = "# arrival\n\nThey came at ten.\n\n# departure\n\nThey left at noon.\n"
STRANGE = ("2024-02-30", "2024-05-03T25:00", "03.05.2024")
"""Times that cannot be."""


@dataclass(frozen=True)
class Case:
    """A corpus, and the words that must stand together in one line of what is said of it."""

    name: str
    build: Build
    says: tuple[str, ...] = ()
    good: bool = False
    """Whether it is read all the same; `says` is then of a note, if there are any."""


def table(text: Content, name: str = "reports.csv") -> Build:
    """One table, given by its own path."""

    def build(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return build


def files(contents: Mapping[str, Content | Build]) -> Build:
    """A folder of files; what is not a text makes the file itself."""

    def build(folder: Path) -> None:
        for name, content in contents.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            else:
                path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return build


def manifest(text: str, **contents: Content) -> Build:
    """A folder with a good table, a `corpus.yaml`, and whatever else (`timeline_csv` is `timeline.csv`)."""
    others = {name.replace("_", "."): content for name, content in contents.items()}
    return files({"reports.csv": GOOD, "corpus.yaml": text, **others})


def row(text: str, before: int = 12) -> str:
    """A table whose line 14 is this one, after rows that are good."""
    rows = "".join(f"s{number},arrival,They came at {number}.\n" for number in range(before))
    return f"{HEADER}{rows}{text}\n"


def workbook(path: Path, cells: Mapping[str, object]) -> None:
    """An Excel file with the usual header."""
    book = openpyxl.Workbook()
    sheet = book.active
    for at, value in {"A1": "source", "B1": "event", "C1": "text", **cells}.items():
        sheet[at] = value
    book.save(path)


def with_part(path: Path, name: str, content: bytes) -> None:
    """Put another part into an office file."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)


def sheet(path: Path) -> None:
    """A good Excel file."""
    workbook(path, {"A2": "anna", "B2": "arrival", "C2": "They came at ten."})


def document(path: Path) -> None:
    """A good Word file."""
    docx_file(path, [("Heading 1", "arrival"), ("", "They came at ten.")])


def sheet_with_macros(path: Path) -> None:
    sheet(path)
    with_part(path, "xl/vbaProject.bin", b"macro")


def sheet_never_computed(path: Path) -> None:
    workbook(path, {"A2": "anna", "B2": "arrival", "C2": '=A2&" came"'})


def sheet_that_is_a_bomb(path: Path) -> None:
    sheet(path)
    with_part(path, "xl/sharedStrings2.xml", b"<" + b" " * 40_000_000)


def document_with_macros(path: Path) -> None:
    document(path)
    with_part(path, "word/vbaProject.bin", b"macro")


def document_that_is_a_bomb(path: Path) -> None:
    document(path)
    with_part(path, "word/more.xml", b"<" + b" " * 40_000_000)


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("reports.csv", GOOD)


def huge(path: Path) -> None:
    """Two hundred MB in one cell, of which the disk keeps none."""
    with path.open("wb") as stream:
        stream.write(f"{HEADER}anna,arrival,".encode())
        stream.truncate(200_000_000)


def outside(folder: Path) -> Path:
    """A file beside the corpus folder that is none of its business."""
    path = folder.parent / "secret.csv"
    path.write_text(GOOD)
    return path


def linked(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "linked.csv").symlink_to(outside(folder))


def linked_by_manifest(folder: Path) -> None:
    linked(folder)
    (folder / "corpus.yaml").write_text("files:\n  - reports.csv\n  - linked.csv\n")


def linked_folder(folder: Path) -> None:
    """A folder inside the corpus that is a link to one outside."""
    (folder / "reports.csv").write_text(GOOD)
    (folder / "more").symlink_to(outside(folder).parent)
    (folder / "corpus.yaml").write_text("files:\n  - reports.csv\n  - more/secret.csv\n")


def looped(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "loop.csv").symlink_to("loop.csv")


def nowhere(folder: Path) -> None:
    looped(folder)
    (folder / "corpus.yaml").write_text("files: loop.csv\n")


def absolute(folder: Path) -> None:
    (folder / "corpus.yaml").write_text(f"files:\n  - {outside(folder).resolve()}\n")


def unreadable_folder(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "more").mkdir()
    (folder / "more").chmod(0)


def unreadable_folder_named(folder: Path) -> None:
    unreadable_folder(folder)
    (folder / "corpus.yaml").write_text("files: more/reports.csv\n")


def unreadable_file(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "reports.csv").chmod(0)


def name_with_line_feed(folder: Path) -> None:
    (folder / "anna\nsmith.md").write_text(ANNA)


def name_that_is_not_text(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/ann\xe4.md")).write_text(ANNA)


def one_document(folder: Path) -> Path:
    (folder / "anna.md").write_text(ANNA)
    return folder / "anna.md"


def encrypted(path: Path) -> None:
    encrypted_pdf(path, [["# arrival", "They came at ten."]], "secret")


def pictures(path: Path) -> None:
    pdf_file(path, [None, None])


def statement(path: Path) -> None:
    docx_file(
        path,
        [
            ("Heading 1", "Statement of Anna"),
            ("", "I, Anna, say:"),
            ("Heading 2", "1. arrival"),
            ("", "They came at ten."),
            ("Heading 2", "2. departure"),
            ("", "They left at noon."),
        ],
    )


def misspelt(path: Path) -> None:
    pdf_file(path, [["1. arrival", "They came at ten.", "departur", "They left at noon."]])


def headless(path: Path) -> None:
    pdf_file(path, [["They came at ten.", "They left at noon."]])


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


ALIASES = "a: &a [x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)

CASES = [
    # Text as programs save it
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
    # Tables
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
        ("r.xlsx, row 2: ", "cell C2", "formula", "save it again"),
    ),
    Case(
        "excel bomb",
        files({"r.xlsx": sheet_that_is_a_bomb}),
        ("r.xlsx", "200 times its size", "save it as .xlsx again"),
    ),
    # Names and order
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
    # corpus.yaml
    Case("no yaml", manifest("files: [reports.csv\ntitle: x\n"), ("corpus.yaml:", "not YAML", "correct it")),
    Case("tab in yaml", manifest("files:\n\t- reports.csv\n"), ("corpus.yaml:2: ", "tab", "use spaces")),
    Case("empty corpus.yaml", manifest("# nothing yet\n"), ("corpus.yaml: ", "is empty", "files:")),
    Case(
        "key misspelt", manifest("fiels:\n  - reports.csv\n"), ("corpus.yaml:1: ", "'fiels'", "did you mean 'files'?")
    ),
    Case("alias bomb", manifest(ALIASES), ("corpus.yaml:1: ", "anchor", "write it out")),
    Case(
        "python tag",
        manifest("title: !!python/object/apply:os.system ['true']\n"),
        ("corpus.yaml:1: ", "tag", "remove it"),
    ),
    Case(
        "file that is not there",
        manifest("files:\n  - report.csv\n"),
        ("corpus.yaml:2: ", "'report.csv'", "did you mean 'reports.csv'?"),
    ),
    Case(
        "pattern that nothing matches",
        manifest("files:\n  - witnesses/*.csv\n"),
        ("corpus.yaml:2: ", "no file matches", "correct"),
    ),
    Case(
        "file nowhere near", manifest("files:\n  - diary.md\n"), ("corpus.yaml:2: ", "'diary.md'", "correct the name")
    ),
    Case(
        "timeline among the files",
        manifest("files: '*.csv'\ntimeline: timeline.csv\n", timeline_csv=TIMELINE),
        good=True,
    ),
    Case(
        "source described twice",
        manifest("files: reports.csv\nsources:\n  - id: ben\n  - id: ben\n"),
        ("corpus.yaml:4: ", "'ben'", "corpus.yaml:3", "keep one"),
    ),
    Case("link to itself", looped, ("loop.csv", "leads nowhere", "put the file itself there")),
    Case(
        "link that leads nowhere",
        nowhere,
        ("corpus.yaml:1: ", "loop.csv", "leads nowhere", "put the file itself there"),
    ),
    Case(
        "title of two events",
        files({"anna.md": "# Coming\n\nThey came.\n", "timeline.csv": "event,title\na,Coming\nb,Coming\n"}),
        ("anna.md:1: ", "'a'", "'b'", "write the event's id"),
    ),
    Case("name too long", manifest(f"files: {'x' * 300}.csv\n"), ("corpus.yaml:1: ", "too long", "correct it")),
    Case(
        "out by ..",
        manifest("files:\n  - ../secret.csv\n"),
        ("corpus.yaml:2: ", "out of the corpus folder", "copy the file"),
    ),
    Case(
        "out by a pattern",
        manifest("files:\n  - ../*.csv\n"),
        ("corpus.yaml:2: ", "out of the corpus folder", "copy the file"),
    ),
    Case(
        "out by the home folder",
        manifest("files: ~/secret.csv\n"),
        ("corpus.yaml:1: ", "out of the corpus folder", "copy the file"),
    ),
    Case("out by an absolute path", absolute, ("corpus.yaml:2: ", "out of the corpus folder", "copy the file")),
    Case("out by a link", linked, ("linked.csv", "link", "put the file itself there")),
    Case("out by a named link", linked_by_manifest, ("corpus.yaml:3: ", "linked.csv", "put the file itself there")),
    Case("out by a linked folder", linked_folder, ("corpus.yaml:3: ", "secret.csv", "put the file itself there")),
    Case(
        "priority of nobody",
        manifest("files: reports.csv\npriority:\n  - ben\n  - ana\n"),
        ("corpus.yaml:4: ", "'ana'", "did you mean 'anna'?"),
    ),
    Case(
        "source of nobody",
        manifest("files: reports.csv\nsources:\n  - id: zoe\n    title: Zoe\n"),
        ("corpus.yaml:3: ", "'zoe'", "correct the name"),
    ),
    Case(
        "source date",
        manifest("files: reports.csv\nsources:\n  - id: ben\n    date: 2024-02-30\n"),
        ("corpus.yaml:4: ", "2024-02-30", "write it as"),
    ),
    Case(
        "timeline that is not there",
        manifest("files: reports.csv\ntimeline: time.csv\n"),
        ("corpus.yaml:2: ", "'time.csv'", "no file"),
    ),
    Case(
        "language that is none",
        manifest("files: reports.csv\nlanguage: English\n"),
        ("corpus.yaml:2: ", "'English'", "such as de"),
    ),
    Case(
        "language that is none in a row",
        table("source,event,text,lang\nanna,a,They came.,German\n"),
        ("csv:2: ", "'German'", "such as de"),
    ),
    # Documents
    Case(
        "two files of a name",
        files({"a/anna.md": ANNA, "b/anna.md": ANNA}),
        ("b/anna.md: ", "'anna'", "a/anna.md", "rename one"),
    ),
    Case(
        "text above the first heading",
        files({"anna.md": f"I, Anna, say:\n\n{ANNA}"}),
        ("anna.md:1: ", "'I, Anna, say:'", "put a heading", "'preamble'"),
    ),
    Case(
        "introduction beneath a heading that is the title",
        files({"timeline.csv": TIMELINE, "anna.md": f"# Anna\n\nI say:\n\n{ANNA.replace('#', '##')}"}),
        ("anna.md:3: ", "'I say:'", "'preamble'"),
    ),
    Case(
        "introduction of a docx beneath a heading",
        files({"timeline.csv": TIMELINE, "anna.docx": statement}),
        ("anna.docx, paragraph 2: ", "the preamble (3 words) belongs to no event"),
        good=True,
    ),
    Case(
        "heading preamble",
        files({"anna.md": f"# Preamble\n\nI, Anna, say:\n\n{ANNA}"}),
        ("anna.md:1: ", "the preamble (3 words) belongs to no event"),
        good=True,
    ),
    Case(
        "heading preamble alone", files({"anna.md": "# preamble\n\nI, Anna, say:\n"}), ("anna.md:1: ", "put one with")
    ),
    Case(
        "heading misspelt in a pdf",
        files({"timeline.csv": TIMELINE, "anna.pdf": misspelt}),
        ("anna.pdf, page 1: ", "'departur' looks like a heading", "did you mean 'departure'?"),
        good=True,
    ),
    Case("no heading", files({"anna.md": "They came at ten.\n"}), ("anna.md:1: ", "no heading", "# arrival")),
    Case(
        "empty section",
        files({"anna.md": "# arrival\n\n# departure\n\nThey left.\n"}),
        ("anna.md:1: ", "'arrival' is empty", "write its text"),
    ),
    Case("empty document", files({"anna.md": ""}), ("anna.md: ", "is empty", "write a heading")),
    Case(
        "front matter never closed",
        files({"anna.md": f"---\ntitle: Anna\n\n{ANNA}"}),
        ("anna.md:1: ", "never closed", "---"),
    ),
    Case(
        "front matter date",
        files({"anna.md": f"---\ndate: 2024-02-30\n---\n\n{ANNA}"}),
        ("anna.md:2: ", "2024-02-30", "write it as"),
    ),
    Case(
        "front matter language",
        files({"anna.md": f"---\ntitle: Anna\nlang: German\n---\n{ANNA}"}),
        ("anna.md:3: ", "'German'", "such as de"),
    ),
    Case("word with macros", files({"anna.docx": document_with_macros}), ("anna.docx", "macros", "plain .docx")),
    Case("word that is no zip", files({"anna.docx": ANNA}), ("anna.docx", "not .docx", "save it as .docx again")),
    Case(
        "word bomb", files({"anna.docx": document_that_is_a_bomb}), ("anna.docx", "200 times", "save it as .docx again")
    ),
    Case("old word", files({"anna.doc": b"\xd0\xcf\x11\xe0" + bytes(600)}), ("anna.doc", "save it as .docx")),
    Case(
        "old word beside a good file",
        files({"ben.md": ANNA, "anna.doc": b"\xd0\xcf\x11\xe0" + bytes(600)}),
        ("anna.doc", "save it as .docx"),
        good=True,
    ),
    Case(
        "old word named docx",
        files({"anna.docx": b"\xd0\xcf\x11\xe0" + bytes(600)}),
        ("anna.docx", "old .doc", "save it as .docx"),
    ),
    Case("encrypted pdf", files({"anna.pdf": encrypted}), ("anna.pdf", "password", "save a copy without")),
    Case("pdf of pictures", files({"anna.pdf": pictures}), ("anna.pdf", "pictures only", "text recognition")),
    Case(
        "damaged pdf",
        files({"anna.pdf": pdf_bytes([["# arrival", "They came."]])[:300]}),
        ("anna.pdf", "damaged", "make the PDF again"),
    ),
    Case("pdf without heading", files({"anna.pdf": headless}), ("anna.pdf: ", "no line is a heading", "timeline")),
    # Beside the accounts
    Case(
        "correction of no kind",
        files({"reports.csv": GOOD, "corrections.yaml": "- why: x\n  choosse: arrival\n"}),
        ("corrections.yaml:1: ", "one thing", "did you mean 'choose'?"),
    ),
    Case(
        "correction with a field missing",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arrival\n"}),
        ("corrections.yaml:1: ", "rename", "must say"),
    ),
    Case(
        "correction with a list inside",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arrival\n  title: [a, b]\n"}),
        ("corrections.yaml:2: ", "a list", "write one text"),
    ),
    Case(
        "correction that is a word",
        files({"reports.csv": GOOD, "corrections.yaml": "- arrival\n"}),
        ("corrections.yaml:1: ", "'arrival'", "rename: arrival"),
    ),
    Case(
        "correction of nothing there",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arival\n  title: They come\n"}),
        ("corrections.yaml:1: ", "does not fit", "did you mean 'arrival'?"),
        good=True,
    ),
    Case(
        "reference of an event nobody tells",
        files({"reports.csv": GOOD, "reference.csv": "event,text\narival,They came.\n"}),
        ("reference.csv:2: ", "'arival'", "did you mean 'arrival'?"),
    ),
    Case(
        "reference with an event twice",
        files({"reports.csv": GOOD, "reference.csv": "event,text\narrival,a\narrival,b\n"}),
        ("reference.csv:3: ", "stands twice", "reference.csv:2", "keep one"),
    ),
    # Folders and names
    Case(
        "folder without account",
        files({"notes.md": "Things to do.", "photo.jpg": b"\xff\xd8\xff"}),
        ("case", "holds no account", ".md"),
    ),
    Case(
        "corpus.yml",
        files({"reports.csv": GOOD, "corpus.yml": "files: reports.csv\n"}),
        ("corpus.yml: ", "rename it", "corpus.yaml"),
    ),
    Case("no file is named", manifest("files: []\n"), ("corpus.yaml:1: ", "no file is named", "- reports.csv")),
    Case("files without a name", manifest("files:\n"), ("corpus.yaml:1: ", "name is empty", "complete")),
    Case(
        "corrections that are not named",
        manifest("files: reports.csv\n", corrections_yaml="- rename: arrival\n"),
        ("corrections.yaml:1: ", "must say title"),
    ),
    Case("empty folder", files({}), ("case", "holds no account", ".md")),
    Case("name with a line feed", name_with_line_feed, ("anna", "smith.md", "rename")),
    Case("name that is not text", name_that_is_not_text, ("ann", ".md", "rename")),
    Case("one document", one_document, ("anna.md", "one document", "name the folder")),
    Case("no such folder", lambda folder: folder / "nothing", ("nothing", "no corpus, file or folder")),
]
UNREADABLE = [
    Case("folder that may not be read", unreadable_folder, ("more", "cannot be read")),
    Case("named file in such a folder", unreadable_folder_named, ("corpus.yaml:1: ", "more", "cannot be read")),
    Case("file that may not be read", unreadable_file, ("reports.csv", "cannot be read")),
]
