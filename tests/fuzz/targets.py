"""The fuzzing targets: functions that take any bytes and must neither fail nor hang.

Each returns the reason for which it refuses the bytes, or an empty string. Used by the tests, which damage samples, and
by `bench.fuzz`, which is guided by coverage.
"""

import atexit
import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cypher
from ingest import archives, readers
from ingest import plain_yaml as plainyaml
from ingest.gospels import xml_folder as gospel_xml
from taeg.base.errors import TaegError
from taeg.cli import narratives
from taeg.export.pseudonyms import Pseudonyms
from taeg.graph import backup as archive
from taeg.text import times
from tests.fuzz import hostile_books, output_checks, samples
from tests.fuzz.bounds import one_line, refusal
from tests.fuzz.samples import BODY, SHEET


def words(text: str) -> tuple[str, ...]:
    """Words that are separated by middle dots."""
    return tuple(text.split("·"))


MEMORY = Path("/dev/shm")
Files = Mapping[str, bytes]
XML = words("<·>·/>·</·&lt;·&#10;·&#0;·&x;·<![CDATA[·<!--·<?x ?>·<!DOCTYPE x>· id=\"·'")
CELLS = words(',·;·\t·"·""·\n·\r\n·\r·\ufeff·sep=;·source·event·text·order·time')
YAML = words(": ·- ·[·]·{·}·&a ·*a·!!x ·---\n·...\n·|\n·>-\n·'·\"·\\0·\\x85·? ·#")
MARKS = words("# ·## ·===\n·---\n·```\n·~~~·* * *\n·[x]\n·time: ·order: ·preamble·id: ·\n\n")
TIMES = words("2024·-05·-03·T10:15·Z·+02:00·/·..·24:00·.5·-0585·+12024·60·\u2212")
VERSES = words("1:1·14:3-9·15:18-16:4·19a·b·,·;·-·\u2013·999:999·0· ·\u0661")
PDF = words("Tj·TJ·BT·ET·Tf·Td·T*·'·(·)·<·>·[·]·<<·>>·/F·BI·ID·EI·Do·q·Q")
JSON = words('{·}·[·]·:·,·"·null·true·NaN·1e999·-1·\\ud800·999999999999999999999999999999·"run"·"chosen"')
HOSTILE = (
    *words(
        "<script>alert(1)</script>·</script>·<!--·-->·]]>·&amp;·\"·'·onerror=·javascript:·=1+1·@x·+1·-1·[x](javascript:x)·![x](y)"
    ),
    *words("`·# ·\n\n·|·[^1]·\x00·\x07·\x1b[·\u2028·\u202e·\ufffe·\ud7ff·\r·\x85·\U0010ffff·{{data}}·{{title}}·\\·$"),
    hostile_books.PIECES,
)


NOT_APPLIED = "a correction does not fit"
"""A remark that counts as a refusal here, so that the samples of corrections are valid."""


@dataclass(frozen=True, slots=True)
class Target:
    """A function of bytes, samples to start from, and words that matter in them."""

    run: Callable[[bytes], str]
    seeds: Callable[[], Sequence[bytes]]
    words: tuple[str, ...]


@cache
def scratch() -> Path:
    """A folder of this process, in memory where possible."""
    memory = MEMORY.is_dir() and "TMPDIR" not in os.environ
    folder = Path(tempfile.mkdtemp(prefix="taeg-fuzz-", dir=MEMORY if memory else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def laid(files: Files, name: str = "corpus") -> Path:
    """A folder with exactly these files."""
    folder = scratch() / name
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return folder


def checked(path: Path) -> str:
    """Read a corpus as `taeg check` does; every message must be one line."""
    try:
        found = readers.check(str(path))
    except TaegError as error:
        one_line(str(error))
        return str(error)
    for line in (*found.faults, *found.remarks, *found.order_disagreements):
        one_line(line)
    assert found.faults or found.corpus is not None
    return " ".join((*found.faults, *(line for line in found.remarks if NOT_APPLIED in line)))


def _folder(name: str, files: Files = MappingProxyType({})) -> Callable[[bytes], str]:
    """A corpus in a folder; the bytes are one of its files."""
    return lambda data: checked(laid({**files, name: data}))


def _file(name: str) -> Callable[[bytes], str]:
    """A corpus of one file."""
    return lambda data: checked(laid({name: data}, "file") / name)


def _path(name: str, call: Callable[[Path], object]) -> Callable[[bytes], str]:
    return lambda data: refusal(lambda: call(laid({name: data}, "path") / name))


def _text(call: Callable[[str], object]) -> Callable[[bytes], str]:
    return lambda data: refusal(lambda: call(data.decode("utf-8", "replace")))


def _packed(name: str, whole: Callable[[], bytes], member: str) -> Callable[[bytes], str]:
    """A valid office file in which one part is replaced."""
    return lambda data: checked(laid({name: samples.with_members(whole(), {member: data})}))


def _written(format: str) -> Callable[[bytes], str]:
    """Write a book of these texts; writers accept any."""

    def write(data: bytes) -> str:
        output_checks.CHECKS[format](hostile_books.book(hostile_books.texts(data)))
        return ""

    return write


def _query(data: bytes) -> str:
    """Run a query with parameters as on the command line, and directly on the engine."""
    name, *pairs = data.decode("utf-8", "replace").split(hostile_books.PIECES)
    graph = hostile_books.asked()
    if f"explore/{name}" in cypher.names("explore"):
        query = cypher.query(f"explore/{name}")
        words = itertools.cycle(pairs or [name])
        refusal(lambda: graph.store.read(query.name, **{key: next(words) for key in query.parameters}))
    return refusal(lambda: graph.query(name, hostile_books.STORY, **narratives._pairs(tuple(pairs), "--param")))


def _questions() -> Sequence[bytes]:
    """Every query with valid parameters."""
    return [
        hostile_books.PIECES.join(
            [name.partition("/")[2], *(f"{key}={hostile_books.KNOWN[key]}" for key in wanted)]
        ).encode()
        for name in cypher.names("explore")
        for wanted in [[key for key in cypher.query(name).parameters if key != "corpus"]]
    ]


def _seed(*contents: bytes) -> Callable[[], Sequence[bytes]]:
    return lambda: contents


GOSPELS: Files = {f"{name}.xml": samples.book(name) for name in samples.BOOKS}
BESIDE: Files = {
    "reports.csv": samples.CSV,
    "more.csv": b"who,what,words\ncarl,departure,Gone at noon.\n",
    "dora.md": b"# arrival\n\nI saw them.\n",
    "timeline.csv": samples.TIMELINE,
    "reference.csv": samples.REFERENCE,
    "corrections.yaml": samples.CORRECTIONS,
}
CASE: Files = {**BESIDE, "corpus.yaml": samples.MANIFEST}
_CHRONOLOGY = gospel_xml.CHRONOLOGY
_TEXTS = _seed(b"<b>\x1f=1\x1f# x\x1f&amp;", hostile_books.PIECES.join(HOSTILE).encode())

TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "gospel-chronology": Target(_folder(_CHRONOLOGY, GOSPELS), _seed(samples.CHRONOLOGY), (*XML, *VERSES)),
        "gospel-book": Target(
            _folder("Mark.xml", {**GOSPELS, _CHRONOLOGY: samples.CHRONOLOGY}), _seed(samples.book("Mark")), XML
        ),
        "gospel-golden": Target(
            _folder("Golden_Sample.txt", {**GOSPELS, _CHRONOLOGY: samples.CHRONOLOGY}),
            _seed(b"1 They came. 2 They left."),
            (" 1 ", " 2 ", " 3 ", "\n"),
        ),
        "verse-csv": Target(_file("verses.csv"), _seed(samples.VERSES.format(",").encode()), CELLS),
        "verse-tsv": Target(_file("verses.tsv"), _seed(samples.VERSES.format("\t").encode()), CELLS),
        "table-csv": Target(_file("reports.csv"), _seed(samples.CSV), (*CELLS, *TIMES)),
        "table-tsv": Target(_file("reports.tsv"), _seed(samples.TSV), CELLS),
        "table-jsonl": Target(_file("reports.jsonl"), _seed(samples.JSONL), JSON),
        "table-xlsx": Target(_file("reports.xlsx"), lambda: [samples.sheet()], ("PK\x03\x04", "PK\x01\x02")),
        "xlsx-sheet": Target(
            _packed("reports.xlsx", samples.sheet, SHEET),
            lambda: [samples.member(samples.sheet(), SHEET)],
            (*XML, 't="e"', 't="d"', 't="s"', 't="inlineStr"', 'r="XFD1"', 'r="1048576"', "<f>", "<is>", "<v>"),
        ),
        "folder-md": Target(_folder("anna.md"), _seed(samples.MARKDOWN), (*MARKS, *YAML)),
        "folder-md-timeline": Target(
            _folder("anna.md", {"timeline.csv": samples.TIMELINE}), _seed(samples.MARKDOWN), MARKS
        ),
        "folder-txt": Target(_folder("anna.txt"), _seed(samples.TEXT), MARKS),
        "folder-docx": Target(_folder("anna.docx"), lambda: [samples.document()], ("PK\x03\x04", "PK\x01\x02")),
        "docx-body": Target(
            _packed("anna.docx", samples.document, BODY),
            lambda: [samples.member(samples.document(), BODY)],
            (*XML, "<w:p>", "<w:tbl>", "<w:del>", "<w:outlineLvl w:val=", "<w:sdt>", "mc:AlternateContent"),
        ),
        "folder-pdf": Target(_folder("anna.pdf"), lambda: [samples.pdf()], (*PDF, "xref", "/Kids", "/Length", "0 R")),
        "pdf-page": Target(
            lambda data: checked(laid({"anna.pdf": samples.pdf_of(data)})),
            _seed(b"BT /F 11 Tf 14 TL 50 800 Td (# arrival) Tj T* [(They) -250 (came.)] TJ ET"),
            PDF,
        ),
        "timeline": Target(_folder("timeline.csv", CASE), _seed(samples.TIMELINE), (*CELLS, *TIMES)),
        "reference-table": Target(_folder("reference.csv", CASE), _seed(samples.REFERENCE), CELLS),
        "manifest": Target(_folder("corpus.yaml", CASE), _seed(samples.MANIFEST), (*YAML, "**/", "../", "*", "~")),
        "corrections": Target(_folder("corrections.yaml", CASE), _seed(samples.CORRECTIONS), YAML),
        "zip": Target(_path("x.docx", archives.check_zip), lambda: [samples.document()], ("PK\x03\x04", "PK\x01\x02")),
        "yaml": Target(
            _text(lambda text: plainyaml.load(text, "x.yaml")), _seed(samples.MANIFEST, samples.CORRECTIONS), YAML
        ),
        "reference": Target(_text(output_checks.reference_again), _seed(b"14:3,5-7b; 15:18-16:4a"), VERSES),
        "time": Target(
            _text(times.parse),
            _seed(b"2024-05-03T10:15:30.5+02:00/2024-05-03T11:00Z", b"-0585-05-28", b"2024-05-03/05"),
            TIMES,
        ),
        "names": Target(_path("names.csv", Pseudonyms.read), _seed(samples.NAMES), CELLS),
        "backup": Target(
            lambda data: refusal(lambda: archive.read_file(laid({"b": samples.resealed(data)}, "path") / "b")),
            lambda: [samples.backup()],
            JSON,
        ),
        "query": Target(_query, _questions, (*HOSTILE, *(f"{key}=" for key in hostile_books.KNOWN))),
        **{f"write-{format}": Target(_written(format), _TEXTS, HOSTILE) for format in output_checks.CHECKS},
    }
)
