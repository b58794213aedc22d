"""Faulty corpora: each is reported in one line with file, location and remedy.

Faults of single files are in `test_tables_*.py`, `test_documents_*.py`, `test_plain_yaml.py` and `test_archives.py`,
files outside the corpus folder in `tests/security/test_paths.py`.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import ingest
from tests.unit.document_files import pdf_file
from tests.unit.table_files import OLE

Content = str | bytes | Callable[[Path], object]
Case = tuple[str, Mapping[str, Content], tuple[str, ...]]
"""Name, files, and words that one line of the report must contain."""

HEADER = "source,event,text\n"
GOOD = f"{HEADER}anna,arrival,They came at ten.\nben,departure,They left at noon.\n"
TIMELINE = "event,order\narrival,1\nquarrel,2\ndeparture,3\n"
ANNA = "# arrival\n\nThey came at ten.\n\n# departure\n\nThey left at noon.\n"
TWELVE = HEADER + "".join(f"s{number},arrival,They came at {number}.\n" for number in range(12))


def table(row: str, header: str = HEADER) -> dict[str, Content]:
    """A table whose last line is this row."""
    return {"reports.csv": f"{header}{row}\n"}


def listed(manifest: str, **more: Content) -> dict[str, Content]:
    """A good table with a manifest and other files (`timeline_csv` is `timeline.csv`)."""
    return {"reports.csv": GOOD, "corpus.yaml": manifest, **{n.replace("_", "."): c for n, c in more.items()}}


def sparse(path: Path) -> None:
    """200 MB in one cell."""
    with path.open("wb") as stream:
        stream.write(f"{HEADER}anna,arrival,".encode())
        stream.truncate(200_000_000)


TABLES: list[Case] = [
    ("empty cell", table("anna,arrival, ", TWELVE), ("csv:14: ", "'text' is empty", "fill it in")),
    (
        "id twice",
        table("1,a,e,x\n1,b,e,y", "id,source,event,text\n"),
        ("csv:3: ", "'1' is given twice", "csv:2", "own id"),
    ),
    ("row twice", table("anna,arrival,They came at ten.", GOOD), ("csv:4: ", "twice", "reports.csv:2", "remove one")),
    ("language of a row", table("a,e,x,German", "source,event,text,lang\n"), ("csv:2: ", "'German'", "such as de")),
    ("200 MB in one cell", {"reports.csv": sparse}, ("reports.csv:2: ", "characters")),
]
ORDERS: list[Case] = [
    (
        "misspelt event",
        {"timeline.csv": TIMELINE, **table("anna,arival,They came.", TWELVE)},
        ("reports.csv:14: ", "'arival'", "did you mean 'arrival'?"),
    ),
    (
        "unknown event",
        {"timeline.csv": TIMELINE, **table("anna,dinner,They ate.", TWELVE)},
        ("reports.csv:14: ", "'dinner'", "add it to the timeline"),
    ),
    (
        "misspelt heading",
        {"timeline.csv": TIMELINE, "anna.md": ANNA.replace("arr", "ar")},
        ("anna.md:1: ", "'arival'", "did you mean 'arrival'?"),
    ),
    (
        "event twice",
        {"timeline.csv": f"{TIMELINE}arrival,4\n", "reports.csv": GOOD},
        ("timeline.csv:5: ", "'arrival' appears twice", "timeline.csv:2", "keep one"),
    ),
    ("time", table("a,e,x,2024-02-30", "source,event,text,time\n"), ("csv:2: ", "has 29 days", "write it as")),
    (
        "time in the timeline",
        {"timeline.csv": "event,time\narrival,2024\ndeparture,2024-05-03T25:00\n", "reports.csv": GOOD},
        ("timeline.csv:3: ", "no hour 25", "write it as"),
    ),
    ("time of a section", {"anna.md": "# a\ntime: 03.05.2024\n\nx\n"}, ("anna.md:2: ", "03.05.2024", "write it as")),
    ("order", table("a,e,x,first", "source,event,text,order\n"), ("csv:2: ", "'first'", "write a number")),
    (
        "order in the timeline",
        {"timeline.csv": TIMELINE.replace("2", "second"), "reports.csv": GOOD},
        ("timeline.csv:3: ", "'second'", "write a number"),
    ),
    ("order of a section", {"anna.md": "# a\norder: first\n\nx\n"}, ("anna.md:2: ", "'first'", "write a number")),
    (
        "different orders",
        table("anna,a,They came.,1\nben,a,They came.,2", "source,event,text,order\n"),
        ("csv:3: ", "'a'", "reports.csv:2", "make them agree"),
    ),
    (
        "missing order",
        {"timeline.csv": TIMELINE.replace("quarrel,2", "quarrel,"), "reports.csv": GOOD},
        ("timeline.csv:3: ", "'quarrel'", "give it"),
    ),
    (
        "missing time",
        table("anna,a,They came.,2024\nanna,b,They left.,", "source,event,text,time\n"),
        ("csv:3: ", "'b'", "give a time, or a timeline"),
    ),
    ("case of sources", table("Anna,quarrel,x", GOOD), ("csv:4: ", "'Anna'", "'anna'", "write both alike")),
    ("case of events", table("anna,Departure,x", GOOD), ("csv:4: ", "'Departure'", "write both alike")),
]
MANIFESTS: list[Case] = [
    ("empty manifest", listed("# nothing yet\n"), ("corpus.yaml: ", "is empty", "files:")),
    ("misspelt key", listed("fiels: reports.csv\n"), ("corpus.yaml:1: ", "'fiels'", "did you mean 'files'?")),
    ("manifest in latin-1", listed("", corpus_yaml="title: spät".encode("latin-1")), ("corpus.yaml:1: ", "UTF-8")),
    ("missing file", listed("files: report.csv\n"), ("corpus.yaml:1: ", "did you mean 'reports.csv'?")),
    ("file nowhere near", listed("files: diary.md\n"), ("corpus.yaml:1: ", "'diary.md'", "correct the name")),
    ("pattern without files", listed("files: w/*.csv\n"), ("corpus.yaml:1: ", "no file matches", "correct")),
    ("no files", listed("files: []\n"), ("corpus.yaml:1: ", "no file is named", "- reports.csv")),
    ("empty file name", listed("files:\n"), ("corpus.yaml:1: ", "name is empty", "complete")),
    ("long name", listed(f"files: {'x' * 300}.csv\n"), ("corpus.yaml:1: ", "too long", "correct it")),
    ("missing timeline", listed("timeline: time.csv\n"), ("corpus.yaml:1: ", "'time.csv'", "no file")),
    ("language", listed("language: English\n"), ("corpus.yaml:1: ", "'English'", "such as de")),
    ("priority", listed("priority: [ben, ana]\n"), ("corpus.yaml:1: ", "'ana'", "did you mean 'anna'?")),
    ("unknown source", listed("sources:\n  - id: zoe\n"), ("corpus.yaml:2: ", "'zoe'", "correct the name")),
    ("source twice", listed("sources:\n  - id: ben\n  - id: ben\n"), ("yaml:3: ", "'ben'", "yaml:2", "keep one")),
    ("source date", listed("sources:\n  - id: ben\n    date: 2024-02-30\n"), ("corpus.yaml:3: ", "write it as")),
    ("corpus.yml", {"reports.csv": GOOD, "corpus.yml": "files: x\n"}, ("corpus.yml: ", "rename it", "corpus.yaml")),
    (
        "title of two events",
        {"anna.md": "# Coming\n\nThey came.\n", "timeline.csv": "event,title\na,Coming\nb,Coming\n"},
        ("anna.md:1: ", "'a'", "'b'", "write the event's id"),
    ),
    (
        "link to itself",
        {"loop.csv": lambda path: path.symlink_to(path.name)},
        ("loop.csv", "is a broken link", "put the file itself there"),
    ),
]
FOLDERS: list[Case] = [
    ("no account", {"notes.md": "Things to do.", "photo.jpg": b"\xff\xd8\xff"}, ("case", "has no accounts", ".md")),
    ("line feed in a name", {"anna\nsmith.md": ANNA}, ("anna", "smith.md", "rename")),
    ("name that is not text", {os.fsdecode(b"ann\xe4.md"): ANNA}, ("ann", ".md", "rename")),
    ("two files of a name", {"a/anna.md": ANNA, "b/anna.md": ANNA}, ("b/anna.md: ", "a/anna.md", "rename one")),
    (
        "text above a heading",
        {"anna.md": f"I say:\n\n{ANNA}"},
        ("anna.md:1: ", "'I say:'", "put a heading", "'preamble'"),
    ),
    ("date in front matter", {"anna.md": f"---\ndate: 2024-02-30\n---\n{ANNA}"}, ("anna.md:2: ", "write it as")),
    ("language in front matter", {"anna.md": f"---\nlang: German\n---\n{ANNA}"}, ("anna.md:2: ", "such as de")),
    ("old word", {"anna.doc": OLE}, ("anna.doc", "save it as .docx")),
    (
        "unknown correction",
        {"reports.csv": GOOD, "corrections.yaml": "- why: x\n  choosse: arrival\n"},
        ("corrections.yaml:1: ", "one thing", "did you mean 'choose'?"),
    ),
    (
        "incomplete correction",
        {"reports.csv": GOOD, "corrections.yaml": "- rename: arrival\n"},
        ("corrections.yaml:1: ", "rename", "must say"),
    ),
    (
        "unknown event in the reference",
        {"reports.csv": GOOD, "reference.csv": "event,text\narival,They came.\n"},
        ("reference.csv:2: ", "'arival'", "did you mean 'arrival'?"),
    ),
    (
        "event twice in the reference",
        {"reports.csv": GOOD, "reference.csv": "event,text\narrival,a\narrival,b\n"},
        ("reference.csv:3: ", "appears twice", "reference.csv:2", "keep one"),
    ),
]
REMARKS: list[Case] = [
    ("byte order mark", {"reports.csv": GOOD.encode("utf-8-sig")}, ()),
    ("semicolons and CR", {"reports.csv": GOOD.replace(",", ";").replace("\n", "\r")}, ()),
    ("timeline among the files", listed("files: '*.csv'\ntimeline: timeline.csv\n", timeline_csv=TIMELINE), ()),
    ("misspelt event", table("anna,arival,x", TWELVE), ("csv:14: ", "'arival'", "did you mean 'arrival'?")),
    (
        "event without a time",
        {"timeline.csv": "event,time\narrival,2024-05-01\ndeparture,\n", "reports.csv": GOOD},
        ("timeline.csv: ", "no time", "order of the rows"),
    ),
    ("preamble", {"anna.md": f"# Preamble\n\nI, Anna, say:\n\n{ANNA}"}, ("anna.md:1: ", "the preamble (3 words)")),
    (
        "misspelt heading in a pdf",
        {
            "timeline.csv": TIMELINE,
            "anna.pdf": lambda path: pdf_file(path, [["1. arrival", "They came.", "departur", "They left."]]),
        },
        ("anna.pdf, page 1: ", "looks like a heading", "did you mean 'departure'?"),
    ),
    ("old word beside others", {"ben.md": ANNA, "anna.doc": OLE}, ("anna.doc", "save it as .docx")),
    (
        "correction without a target",
        {"reports.csv": GOOD, "corrections.yaml": "- rename: arival\n  title: They come\n"},
        ("corrections.yaml:1: ", "does not fit", "did you mean 'arrival'?"),
    ),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder `case` in the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case").mkdir()
    return Path("case")


def write(folder: Path, files: Mapping[str, Content]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path.absolute())
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)


def named(case: object) -> str:
    return str(case[0]) if isinstance(case, tuple) else ""


@pytest.mark.parametrize("case", [*TABLES, *ORDERS, *MANIFESTS, *FOLDERS], ids=named)
def test_faulty_corpus_is_reported_in_one_line(folder: Path, case: Case) -> None:
    write(folder, case[1])
    found = ingest.check("case")
    assert found.corpus is None
    assert len(found.faults) == 1, found.faults
    assert all(words in found.faults[0] for words in case[2]), found.faults
    assert str(Path.cwd()) not in found.faults[0]


@pytest.mark.parametrize("case", REMARKS, ids=named)
def test_corpus_is_read_with_a_remark(folder: Path, case: Case) -> None:
    write(folder, case[1])
    found = ingest.check("case")
    assert found.faults == ()
    assert any(all(words in remark for words in case[2]) for remark in found.remarks), found.remarks


@pytest.mark.parametrize("name", ["reports.csv", "anna.md", "anna.docx", "corpus.yaml"])
def test_unreadable_file(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system refuses to open it; file permissions do not stop root."""
    write(folder, {"reports.csv": GOOD, name: GOOD})
    opened: Callable[..., object] = Path.open

    def refuse(path: Path, *args: object, **more: object) -> object:
        if path.name == name:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **more)

    monkeypatch.setattr(Path, "open", refuse)
    [fault] = ingest.check("case").faults
    assert f"{name}' cannot be read: Permission denied" in fault


def test_temporary_folders_are_skipped(folder: Path) -> None:
    for name in ("first", "__late/late", ".git/git", "__MACOSX/macosx", "__pycache__/pycache"):
        write(folder, {f"{name}.md": "# arrival\n\nThey came.\n"})
    assert ingest.check("case").counts == {"sources": 2, "events": 1, "accounts": 2}
