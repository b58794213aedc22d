"""Invented gospels as a table of verses and as a folder of XML."""

from pathlib import Path

from ingest.gospels import xml_folder
from ingest.gospels.books import GOSPELS
from ingest.gospels.verses import canonical
from taeg.model.corpus import Corpus, Version

REBUILT = "reference consolidation rebuilt from the verses of the published one: it carries over that one's choices"
CHRONOLOGY = """<?xml version="1.2" encoding="UTF-8"?>
<chronology><events>
  <event id="1"><day>First
    day</day><description>A lamp is lit</description><when_where>House</when_where>
    <matthew>1:1</matthew><mark>1:1-2a</mark><luke/><john>1:1-2</john></event>
  <event id="2"><description>Night</description><matthew/><mark>1:2b</mark><luke>1:1-2:1</luke><john>3:1</john></event>
</events></chronology>
"""
BOOK = """<?xml version="1.1" encoding="UTF-8"?>
<bible translation="English Test">
<testament name="New"><book name="{name}">
<chapter number="1">
<verse number="1"> {name} lit
   a lamp. </verse>
<verse number="2">It burned &amp; smoked; <!-- aside -->nobody saw.</verse>
</chapter></book></testament></bible>
"""


def by_id(corpus: Corpus) -> dict[str, Version]:
    return {version.id: version for version in corpus.versions}


def invented() -> list[list[str]]:
    """Return an invented text for every canonical verse."""
    return [
        [title, str(chapter), str(verse), f"Line {verse} of page {chapter}; told by {title}."]
        for (title, chapter), last in canonical().items()
        for verse in range(1, last + 1)
    ]


def write_table(path: Path, rows: list[list[str]], header: str = "book\tchapter\tverse\ttext") -> Path:
    path.write_text("\n".join([header, *("\t".join(row) for row in rows)]) + "\n", encoding="utf-8")
    return path


def gospel_folder(path: Path, chronology: str = CHRONOLOGY) -> Path:
    """Write a folder like the published one."""
    path.mkdir(exist_ok=True)
    (path / xml_folder.CHRONOLOGY).write_text(chronology, encoding="utf-8")
    for gospel in GOSPELS:
        (path / f"{gospel.title}.xml").write_text(BOOK.format(name=gospel.title), encoding="utf-8")
    return path
