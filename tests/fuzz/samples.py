"""Sound files of every kind that is read, small and in invented words: where examples begin before they are damaged."""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from functools import cache

import docx
import openpyxl

from taeg.graph import backup as archive
from taeg.graph.backup import Dump
from taeg.model.corpus import Correction
from taeg.model.corrections import apply
from tests.unit import document_files
from tests.unit.builders import story, story_graph, story_run

BOOKS = ("Matthew", "Mark", "Luke", "John")
CHRONOLOGY = (
    b'<?xml version="1.2" encoding="UTF-8"?>\n<week><events>\n'
    b'<event id="1"><day>Monday</day><description>The boat</description><when_where>Quay</when_where>'
    b"<matthew>1:1-2</matthew><mark>1:1,3b-4a</mark><luke/><john>1:2-2:1; 2:2</john></event>\n"
    b'<event id="2"><day/><description>The quay</description><when_where/>'
    b"<matthew>1:3</matthew><mark/><luke>2:1</luke><john/></event>\n</events></week>\n"
)
VERSES = "book{0}chapter{0}verse{0}text\n" + "".join(
    f"{book}{{0}}{chapter}{{0}}{verse}{{0}}{book} saw boat {verse}; it was late.\n"
    for book in BOOKS
    for chapter in (21, 22)
    for verse in (1, 2)
)
CSV = (
    b"source,event,text,id,time,order,reference,title,lang\n"
    b'anna,arrival,"They came, at ten.",a1,2024-05-03T10:00,1,p. 1,They come,en\n'
    b'ben,arrival,"He said ""late"".",b1,2024-05-03,1,,,en\nben,departure,Gone.,,2024-05-04/05,2.5,,,\n'
)
TSV = b'source\tevent\ttext\nanna\tarrival\t"They came\n at ten."\nben\tarrival\t"No," he said.\nben\tend\t"x"\n'
JSONL = (
    b'{"source": "anna", "event": "arrival", "text": "They came.", "order": 1.5}\n\n'
    b'{"source": "ben", "event": "end", "text": "Gone \\u00e9.", "order": 2, "time": null}\n'
)
MARKDOWN = (
    b"---\ntitle: Anna's words\nauthor: Anna\ndate: 2024-05\nlang: en\norder: 1\nid: anna\n---\n"
    b"# arrival: They come\ntime: 2024-05-03\nreference: p. 1\n\nThey came at ten.\nThey sat.\n\n"
    b"Departure\n---------\n\n```\ncode\n```\n\n* * *\nThey left.\n\n# Preamble\n\nNothing.\n"
)
TEXT = b"[arrival]\norder: 1\n\nThey came at ten.\n\n[departure]\norder: 2\n\nThey left.\n"
MANIFEST = (
    b"name: A night\ntitle: 'A night: told'\nlanguage: en\nlicence: CC0-1.0\nfiles:\n- reports.csv\n"
    b"- file: '*.md'\n  source: carl\n- {file: more.csv, columns: {source: who, event: what, text: words}}\n"
    b"sources:\n- id: anna\n  title: Anna's\n  author: A\n  date: 2024-05\npriority: [ben, anna]\n"
    b"timeline: timeline.csv\nreference: reference.csv\ncorrections: corrections.yaml\n"
)
CORRECTIONS = (
    b"- rename: arrival\n  title: They come\n  why: clearer\n- exclude: b1\n- merge: departure\n  into: arrival\n"
    b"- split: arrival\n  versions: [a1]\n  into: first\n- move: arrival\n  after: first\n"
    b"- choose: first\n  version: a1\n"
)
TIMELINE = b"event,title,time,order,place,day\narrival,They come,2024-05-03,1,Quay,Friday\ndeparture,,,2,,\n"
REFERENCE = b"event,text\narrival,They came.\ndeparture,They left.\n"
SHEET, BODY = "xl/worksheets/sheet1.xml", "word/document.xml"
NAMES = b"name,pseudonym\nAnna Weber,Witness A\nO'Brien,Witness B\n"


def book(name: str) -> bytes:
    """One gospel of an invented translation."""
    chapters = "".join(
        f'<chapter number="{chapter}">'
        + "".join(f'<verse number="{n}">{name} saw boat {n}; it was late.</verse>' for n in range(1, 5))
        + "</chapter>"
        for chapter in (1, 2)
    )
    return f'<?xml version="1.1"?><bible translation="Plain"><book name="{name}">{chapters}</book></bible>'.encode()


@cache
def sheet() -> bytes:
    """A table as Excel writes it: a formula has its value beside it, which openpyxl does not know."""
    made, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (("source", "event", "text", "order"), ("anna", "arrival", "They came.", 1), ("ben", "end", "=A2", 2)):
        made.active.append(row)
    made.save(stream)
    cells = member(stream.getvalue(), SHEET)
    valued = cells.replace(b'r="C3"><f>A2</f><v></v>', b'r="C3" t="str"><f>A2</f><v>anna</v>')
    return with_members(stream.getvalue(), {SHEET: valued})


@cache
def document() -> bytes:
    """A source as Word writes it, with a table."""
    made, stream = docx.Document(), io.BytesIO()
    for style, text in (("Title", "Anna"), ("Heading 1", "arrival"), ("", "They came."), ("Heading 1", "departure")):
        made.add_paragraph(text, style or None)
    made.add_table(rows=2, cols=2).cell(0, 0).text = "They left."
    made.save(stream)
    return stream.getvalue()


def pdf() -> bytes:
    """A source as PDF, two pages."""
    return document_files.pdf_bytes(
        [("# arrival", "They came at ten.", "And sat-", "down."), ("# departure", "They left.")]
    )


def pdf_of(content: bytes) -> bytes:
    """A PDF whose one page has these drawing instructions."""
    return document_files._assembled(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 1/Kids[5 0 R]>>",
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents 4 0 R>>",
        ]
    )


def member(packed: bytes, name: str) -> bytes:
    """One part of an office file."""
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        return found.read(name)


def with_members(packed: bytes, news: Mapping[str, bytes]) -> bytes:
    """An office file, sound as a zip, with other parts in it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as found, zipfile.ZipFile(stream, "w") as made:
        for name in dict.fromkeys((*found.namelist(), *news)):
            made.writestr(name, news[name] if name in news else found.read(name))
    return stream.getvalue()


@cache
def backup() -> bytes:
    """A backup with corrections and two runs."""
    corpus = apply(story(), (Correction("choose", "sail", "bob-1"), Correction("rename", "calm", title="Calm")))
    dump = Dump("voyage", story_graph(corpus), (story_run(), story_run("lexrank", (), (), ((0, 0, 5),))))
    return b"".join(archive._lines([dump]))


def resealed(backup: bytes) -> bytes:
    """The same lines with the checksum that they ought to have."""
    lines = backup.rstrip(b"\n").split(b"\n")[:-1]
    body = b"".join(line + b"\n" for line in lines)
    return body + json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
