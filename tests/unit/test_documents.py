"""Documents whose sections are headed by events: what is read, and what each fault says."""

import builtins
from collections.abc import Collection, Sequence
from pathlib import Path

import docx
import pytest

from ingest import documents, pdf
from ingest.documents import Document
from taeg.errors import InputError, Problems
from tests.unit.documents_made import add_xml, docx_file, encrypted_pdf, pdf_bytes, pdf_file

EVENTS = ("arrival", "departure", "The Last Evening")


def _read(path: Path, known: Collection[str] = ()) -> tuple[Document, Problems]:
    problems = Problems()
    return documents.read(path, known, problems), problems


def _sound(path: Path, known: Collection[str] = ()) -> Document:
    document, problems = _read(path, known)
    assert problems.faults == []
    return document


def _text(tmp_path: Path, text: str | bytes, name: str = "weber.md") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _told(document: Document) -> list[tuple[str, str]]:
    return [(section.heading, section.text) for section in document.sections]


def _short(messages: Sequence[str], tmp_path: Path) -> list[str]:
    return [message.replace(f"{tmp_path}/", "") for message in messages]


class TestMarkdown:
    def test_sections_with_their_fields_and_places(self, tmp_path: Path) -> None:
        path = _text(
            tmp_path,
            "---\nTitle: A Diary\ndate: 1831-05-01\nlang: de\n---\n\n# arrival\ntime: 1831-05-01T10\nreference: p. 3\n"
            "\nWe *came*\n  in the rain.\n\nIt was late.\n# departure #\n\nQuestion: who left?\n",
        )
        document = _sound(path)
        assert document.fields == {"title": "A Diary", "date": "1831-05-01", "lang": "de"}
        assert document.places == {"title": f"{path}:2", "date": f"{path}:3", "lang": f"{path}:4"}
        arrival, departure = document.sections
        assert arrival.text == "We *came* in the rain.\n\nIt was late."
        assert arrival.fields == {"time": "1831-05-01T10", "reference": "p. 3"}
        assert arrival.place == f"{path}:7"
        assert (departure.heading, departure.text, departure.fields) == ("departure", "Question: who left?", {})

    @pytest.mark.parametrize(
        "text", ["# a\r\nx\r\n\r\n# b\r\ny", "# a\rx\r\r# b\ry", "\ufeff# a\nx\n\n# b\ny", "# a\n\n\nx\n# b\n\ny\n\n\n"]
    )
    def test_line_ends_and_marks_do_not_matter(self, tmp_path: Path, text: str) -> None:
        assert _told(_sound(_text(tmp_path, text))) == [("a", "x"), ("b", "y")]

    def test_front_matter_after_a_byte_order_mark(self, tmp_path: Path) -> None:
        assert _sound(_text(tmp_path, "\ufeff---\r\nid: w\r\n---\r\n# a\r\nx")).fields == {"id": "w"}

    def test_an_only_first_heading_with_nothing_beneath_is_the_title(self, tmp_path: Path) -> None:
        document = _sound(_text(tmp_path, "# Diary\n\n## a\nx\n### Aside\ny\n## b\nz\n"))
        assert document.fields["title"] == "Diary"
        assert _told(document) == [("a", "x\n\nAside\n\ny"), ("b", "z")]

    def test_front_matter_goes_before_a_heading_as_title(self, tmp_path: Path) -> None:
        assert _sound(_text(tmp_path, "---\ntitle: T\n---\n# Diary\n## a\nx")).fields["title"] == "T"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("## a\nx\n## b\ny", [("a", "x"), ("b", "y")]),
            ("# a\nx\n## b\ny", [("a", "x\n\nb\n\ny")]),
            ("## a\nx\n# b\ny", [("b", "y")]),
            ("# a\n\nx", [("a", "x")]),
        ],
    )
    def test_else_the_top_level_heads_events(self, tmp_path: Path, text: str, told: list[tuple[str, str]]) -> None:
        assert _told(_read(_text(tmp_path, text))[0]) == told

    def test_deeper_headings_of_an_only_section_are_remarked_on(self, tmp_path: Path) -> None:
        _, problems = _read(_text(tmp_path, "# Diary\nMine.\n## a\nx\n## b\ny"))
        assert _short(problems.remarks, tmp_path) == [
            "weber.md:1: 'Diary' is the only section, and the headings inside it ('a', weber.md:3) are part of its "
            "text; if they head the events, let no text stand above the first"
        ]

    def test_underlined_headings(self, tmp_path: Path) -> None:
        document = _sound(_text(tmp_path, "Diary\n=====\n\na\n---\nx\n\n---\n\nb\n-\n- one\n---\ny\n"))
        assert document.fields["title"] == "Diary"
        assert _told(document) == [("a", "x"), ("b", "- one\n\ny")]

    def test_no_heading_in_code(self, tmp_path: Path) -> None:
        document = _sound(_text(tmp_path, "# a\n```sh\n# not one\n\n~~~\n```\n    # nor this\n\n\\# nor this\n"))
        assert _told(document) == [("a", "```sh # not one\n\n~~~ ``` # nor this\n\n\\# nor this")]

    @pytest.mark.parametrize(
        ("beneath", "fields", "text"),
        [
            ("time: 1831\n\nlang: is text", {"time": "1831"}, "lang: is text"),
            ("\ntime: 1831\nx", {"time": "1831"}, "x"),
            ("time:\norder: 3\nx", {"order": "3"}, "x"),
            ("id:w1\nx", {"id": "w1"}, "x"),
            ("x\ntime: 1831", {}, "x time: 1831"),
            ("Tiem: flies", {}, "Tiem: flies"),
            ("note: see below", {}, "note: see below"),
            ("https://example.org", {}, "https://example.org"),
        ],
    )
    def test_fields_end_where_text_begins(
        self, tmp_path: Path, beneath: str, fields: dict[str, str], text: str
    ) -> None:
        (section,) = _sound(_text(tmp_path, f"# a\n{beneath}\n")).sections
        assert (section.fields, section.text) == (fields, text)

    def test_a_capital_begins_text_though_the_word_could_be_a_field(self, tmp_path: Path) -> None:
        path = _text(tmp_path, "# a\ntime: 1831\nTitle: Doctor, he said he was.\nMore text.\n\n# b\nTime: 1832\n")
        document, problems = _read(path)
        assert _told(document) == [("a", "Title: Doctor, he said he was. More text."), ("b", "Time: 1832")]
        assert [section.fields for section in document.sections] == [{"time": "1831"}, {}]
        assert _short(problems.remarks, tmp_path) == [
            "weber.md:3: 'Title: Doctor, he said he was.' is read as text; write 'title:' in small letters if it is a "
            "field",
            "weber.md:7: 'Time: 1832' is read as text; write 'time:' in small letters if it is a field",
        ]

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", "weber.md: the file is empty; write a heading and a text for each event"),
            (
                "---\nid: w\n---\n\n",
                "weber.md: the file is empty but for its front matter; write a heading and a text for each event",
            ),
            (
                "\nWe came.\n",
                "weber.md:2: no heading stands in the file; put a line '# arrival' with the event's id above each text",
            ),
            (
                "We came.\n\n# a\nx",
                "weber.md:1: 'We came.' stands above the first heading; put a heading with an event's id above it, "
                "or the heading 'preamble' if it belongs to no event",
            ),
            (
                "# a\n\n# b\ny",
                "weber.md:1: section 'a' is empty; write its text beneath the heading, or remove the heading",
            ),
            (
                "# a\ntime: 1831\n\n# b\ny",
                "weber.md:1: section 'a' is empty; write its text beneath the heading, or remove the heading",
            ),
            ("#\nx\n# b\ny", "weber.md:1: the heading has no words; write the event's id in it"),
            ("# ##\nx\n# b\ny", "weber.md:1: the heading has no words; write the event's id in it"),
            (
                "# a\ntiem: 1831\nx",
                "weber.md:2: a section has no field 'tiem'; did you mean 'time'? (Text begins with a capital.)",
            ),
            (
                "# a\ndate: 1831\nx",
                "weber.md:2: a section has no field 'date'; did you mean 'time'? (Text begins with a capital.)",
            ),
            ("# a\ntime: 1\ntime: 2\nx", "weber.md:3: 'time' is given twice beneath one heading; keep one of them"),
            ("# a\nx\n#departure\ny", "weber.md:3: '#departure' is no heading; put a blank after '#'"),
            (
                "# a\n```\nx",
                "weber.md:2: the code block that begins here is never closed; close it with the same marks",
            ),
            (
                "# a\nx\ny\n---\nz",
                "weber.md:4: '---' directly beneath a text of several lines makes all of it a heading; "
                "put a blank line above it, or above the heading",
            ),
            (
                "---\nauthor: [A, B]\n---\n# a\nx",
                "weber.md:2: 'author' in the front matter is a list or has fields of its own; write one text",
            ),
            (
                "---\n- A\n---\n# a\nx",
                "weber.md:2: the front matter is not made of fields; write 'key: value' in each line",
            ),
            (
                "---\nid: w\nID: v\n---\n# a\nx",
                "weber.md:3: 'ID' is given twice (first: weber.md:2); keep one of them",
            ),
        ],
    )
    def test_faults(self, tmp_path: Path, text: str, fault: str) -> None:
        _, problems = _read(_text(tmp_path, text), EVENTS)
        assert _short(problems.faults, tmp_path)[:1] == [fault]

    @pytest.mark.parametrize(
        ("text", "remark"),
        [
            (
                "---\ntags: [a, b]\n---\n# a\nx",
                "weber.md:2: 'tags' in the front matter is not used; used are id, title, date, author, "
                "language, lang, order",
            ),
            (
                "---\nauhtor: A\n---\n# a\nx",
                "weber.md:2: 'auhtor' in the front matter is not used; did you mean 'author'?",
            ),
            ("# a\n#rain\nx", "weber.md:2: '#rain' is no heading; put a blank after '#' if it is to be one"),
        ],
    )
    def test_remarks(self, tmp_path: Path, text: str, remark: str) -> None:
        _, problems = _read(_text(tmp_path, text), EVENTS)
        assert problems.faults == []
        assert _short(problems.remarks, tmp_path) == [remark]

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"---\nid: w\n# a\nx", r"weber.md:1: the front matter is never closed; put a line '---' beneath it"),
            (b"---\nid: w: x\n---\n", r"weber.md:2: this is not YAML"),
            ("# a\nx".encode("utf-16"), r"weber.md' is UTF-16; save it as UTF-8"),
            ("# a\nx".encode("utf-16-le"), r"weber.md' is UTF-16; save it as UTF-8"),
            (b"# a\nx \xe4", r"weber.md:2: byte 7 is not UTF-8; save the file as UTF-8"),
            (b"%PDF-1.4", r"weber.md' is a PDF, not text; give it its own suffix"),
        ],
    )
    def test_what_cannot_be_read_at_all(self, tmp_path: Path, content: bytes, words: str) -> None:
        with pytest.raises(InputError, match=words):
            _read(_text(tmp_path, content))

    def test_long_lines_take_no_time(self, tmp_path: Path) -> None:
        blanks = " " * 200_000
        _read(_text(tmp_path, f"# a{blanks}x\ntime: {blanks}x\n\n-{blanks}x\n{'# ' * 100_000}x\n[{blanks}\n"))

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("# Preamble:\nI am Weber.\n# arrival\nx", [("arrival", "x")]),
            (
                "# PREAMBLE\nI am\n## Of me\nWeber.\n# arrival\nx\n# departure\ny",
                [("arrival", "x"), ("departure", "y")],
            ),
            ("# preamble\nI am Weber.\n## arrival\nx\n## departure\ny", [("arrival", "x"), ("departure", "y")]),
            ("# Diary\n## 0. Preamble\nI am Weber.\n## arrival\nx", [("arrival", "x")]),
            ("# arrival\nx\n# preamble\nI am Weber.\n# departure\ny", [("arrival", "x"), ("departure", "y")]),
            ("### Preamble\n\nI am Weber.\n\n# arrival\nx", [("arrival", "x")]),
        ],
    )
    @pytest.mark.parametrize("known", [(), EVENTS])
    def test_a_preamble_belongs_to_no_event(
        self, tmp_path: Path, text: str, told: list[tuple[str, str]], known: Collection[str]
    ) -> None:
        document, problems = _read(_text(tmp_path, text), known)
        assert problems.faults == []
        assert _told(document) == told
        line = next(number for number, line in enumerate(text.split("\n"), 1) if "preamble" in line.casefold())
        words = 5 if "Of me" in text else 3
        assert _short(problems.remarks, tmp_path) == [
            f"weber.md:{line}: the preamble ({words} words) belongs to no event and is in no narrative"
        ]

    def test_a_preamble_that_is_an_event(self, tmp_path: Path) -> None:
        document, problems = _read(_text(tmp_path, "I say:\n\n# Preamble\nx\n# arrival\ny"), ("preamble", "arrival"))
        assert _told(document) == [("Preamble", "x"), ("arrival", "y")]
        assert problems.remarks == []
        assert problems.faults[0].endswith("put a heading with an event's id above it")

    def test_nothing_but_a_preamble(self, tmp_path: Path) -> None:
        document, problems = _read(_text(tmp_path, "# preamble\nI am Weber."))
        assert document.sections == ()
        assert _short(problems.faults, tmp_path) == [
            "weber.md:1: no heading but the preamble's stands in the file; put one with the event's id above each text"
        ]

    def test_an_introduction_beneath_a_title_is_a_fault(self, tmp_path: Path) -> None:
        document, problems = _read(_text(tmp_path, "# Diary\nMine.\n## arrival\nx\n## departure\ny"), EVENTS)
        assert document.fields["title"] == "Diary"
        assert [heading for heading, _ in _told(document)] == ["arrival", "departure"]
        assert _short(problems.faults, tmp_path) == [
            "weber.md:2: 'Mine.' stands above the first heading; put a heading with an event's id above it, "
            "or the heading 'preamble' if it belongs to no event"
        ]
        assert problems.remarks == []

    def test_a_known_first_heading_is_no_title(self, tmp_path: Path) -> None:
        assert _told(_sound(_text(tmp_path, "# arrival\nx\n## departure\ny"), EVENTS)) == [
            ("arrival", "x\n\ndeparture\n\ny")
        ]

    @pytest.mark.parametrize(
        ("written", "heading"),
        [
            ("3. The Last Evening", "The Last Evening"),
            ("3) the last  evening:", "the last evening"),
            ("III. arrival", "arrival"),
            ("§ 3 arrival", "arrival"),
            ("(3) arrival", "arrival"),
            ("3.1 arrival", "arrival"),
            ("3. arrival: They come", "arrival: They come"),
            ("4. The Fire", "4. The Fire"),
            ("5. supper", "5. supper"),
            ("mr.:", "Mr."),
        ],
    )
    def test_numbers_before_known_names(self, tmp_path: Path, written: str, heading: str) -> None:
        known = (*EVENTS, "4. The Fire", "The Fire", "Mr.")
        assert [head for head, _ in _told(_sound(_text(tmp_path, f"# {written}\nx"), known))] == [heading]

    def test_a_heading_near_a_title(self, tmp_path: Path) -> None:
        _, problems = _read(
            _text(tmp_path, "# The Driver Goes\nx\n# arival\ny"), ("e7", "arrival", "The driver leaves")
        )
        assert _short(problems.remarks, tmp_path) == [
            "weber.md:1: 'The Driver Goes' is no title of the timeline; did you mean 'The driver leaves'?"
        ]


class TestPlainText:
    def test_bracketed_headings(self, tmp_path: Path) -> None:
        path = _text(tmp_path, "[arrival]\ntime: 1831\nWe came.\n---\n  [departure]  \nWe left.\n", "weber.txt")
        assert _told(_sound(path)) == [("arrival", "We came. ---"), ("departure", "We left.")]

    def test_beside_hash_headings_a_bracketed_line_is_text(self, tmp_path: Path) -> None:
        path = _text(tmp_path, "# arrival\nWe came.\n[laughter]\nYes.\n# departure\nx\n", "weber.txt")
        assert _told(_sound(path))[0] == ("arrival", "We came.\n\n[laughter]\n\nYes.")

    def test_a_title_above_bracketed_headings(self, tmp_path: Path) -> None:
        document = _sound(_text(tmp_path, "# Diary\n\n[arrival]\nWe came.\n", "weber.txt"))
        assert document.fields["title"] == "Diary"

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            (
                "We came.",
                "weber.txt:1: no heading stands in the file; put a line '# arrival' (or '[arrival]') with the event's "
                "id above each text",
            ),
            ("[]\nx", "weber.txt:1: the heading has no words; write the event's id in it"),
        ],
    )
    def test_faults(self, tmp_path: Path, text: str, fault: str) -> None:
        assert _short(_read(_text(tmp_path, text, "weber.txt"))[1].faults, tmp_path) == [fault]


@pytest.mark.parametrize("name", ["a.md", "a.MARKDOWN", "a.txt", "a.docx", "a.pdf"])
def test_documents_are_known_by_their_suffix(name: str) -> None:
    assert documents.is_document(Path(name))


@pytest.mark.parametrize("name", ["a.doc", "a.docm", "a.odt", "a.rtf"])
def test_other_documents_are_to_be_saved_as_docx(name: str) -> None:
    assert not documents.is_document(Path(name))
    with pytest.raises(InputError, match=r"is \.\w+, which is not read; save it as \.docx"):
        _read(Path(name))


def test_a_table_is_no_document() -> None:
    with pytest.raises(InputError, match=r"'a.csv' is not a document that is read; give one of \.md"):
        _read(Path("a.csv"))


@pytest.mark.parametrize(("suffix", "library"), [("docx", "python-docx"), ("pdf", "pypdf")])
def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, library: str) -> None:
    real = builtins.__import__

    def missing(name: str, *arguments: object, **more: object) -> object:
        level = arguments[3] if len(arguments) > 3 else 0
        if level == 0 and name in ("docx", "pypdf"):
            raise ImportError(name)
        return real(name, *arguments, **more)  # type: ignore[arg-type]

    path = tmp_path / f"weber.{suffix}"
    docx_file(path, [("Heading 1", "arrival")]) if suffix == "docx" else pdf_file(path, [["# arrival", "x"]])
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError, match=rf"files need {library}: pip install {library}$"):
        _read(path)


class TestDocx:
    def test_sections_with_their_fields_and_places(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [
                ("Title", "A Diary"),
                ("", ""),
                ("Heading 1", "arrival"),
                ("", "time: 1831-05-01"),
                ("", "reference: p. 3"),
                ("", "We came."),
                ("Heading 2", "Aside"),
                ("", "It\nrained."),
                ("Heading 1", ""),
                ("Heading 1", "departure"),
                ("", "We left."),
            ],
        )
        document = _sound(path)
        assert document.fields == {"title": "A Diary"}
        assert document.places == {"title": f"{path}, paragraph 1"}
        assert _told(document) == [("arrival", "We came.\n\nAside\n\nIt rained."), ("departure", "We left.")]
        assert document.sections[0].fields == {"time": "1831-05-01", "reference": "p. 3"}
        assert document.sections[1].place == f"{path}, paragraph 10"

    def test_a_capital_begins_text_though_the_word_could_be_a_field(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx", [("Heading 1", "arrival"), ("", "Time: 2024-05-03"), ("", "We came.")]
        )
        document, problems = _read(path)
        assert _told(document) == [("arrival", "Time: 2024-05-03\n\nWe came.")]
        assert document.sections[0].fields == {}
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 2: 'Time: 2024-05-03' is read as text; write 'time:' in small letters if it is a "
            "field"
        ]

    def test_properties_are_used_where_the_text_has_no_title(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.core_properties.title, made.core_properties.author = "A Diary", "Weber"
        made.add_heading("arrival")
        made.add_paragraph("x")
        made.save(str(tmp_path / "weber.docx"))
        assert _sound(tmp_path / "weber.docx").fields == {"title": "A Diary", "author": "Weber"}

    def test_headings_of_other_languages_and_styles_of_ones_own(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.styles["Heading 1"].element.set(
            "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}styleId", "berschrift1"
        )
        own = made.styles.add_style("Ereignis", 1)
        own.base_style = made.styles["Heading 1"]
        for style in ("berschrift1", "Ereignis"):
            add_xml(made, f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{style}</w:t></w:r></w:p>')
            made.add_paragraph("x")
        add_xml(made, '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>direct</w:t></w:r></w:p>')
        made.add_paragraph("x")
        made.save(str(tmp_path / "weber.docx"))
        told = _told(_sound(tmp_path / "weber.docx"))
        assert told == [("berschrift1", "x"), ("Ereignis", "x"), ("direct", "x")]

    def test_without_styles_known_names_and_hash_lines_are_headings(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [
                ("", "the last  EVENING:"),
                ("", "x"),
                ("", "# departure"),
                ("", "time: 1831"),
                ("", "y"),
                ("", "Arrival at"),
            ],
        )
        document = _sound(path, EVENTS)
        assert _told(document) == [("the last EVENING", "x"), ("departure", "y\n\nArrival at")]
        assert document.sections[1].fields == {"time": "1831"}

    @pytest.mark.parametrize("style", ["Title", "Heading 1"])
    def test_an_introduction_beneath_a_title_is_a_preamble(self, tmp_path: Path, style: str) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [
                (style, "Statement of Weber"),
                ("", "I am Weber."),
                ("", "I say:"),
                ("Heading 2", "2. Arrival"),
                ("", "x"),
                ("Heading 2", "departure"),
                ("", "y"),
            ],
        )
        document, problems = _read(path, EVENTS)
        assert problems.faults == []
        assert document.fields["title"] == "Statement of Weber"
        assert _told(document) == [("Arrival", "x"), ("departure", "y")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 2: the preamble (5 words) belongs to no event and is in no narrative"
        ]

    def test_a_heading_above_the_first_of_its_level_is_no_preamble(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [("Title", "Diary"), ("Heading 2", "arrival"), ("", "x"), ("Heading 1", "departure"), ("", "y")],
        )
        assert "'arrival' stands above the first heading" in _read(path, EVENTS)[1].faults[0]

    def test_without_styles_numbers_and_a_preamble(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [("", "Preamble"), ("", "I am Weber."), ("", "III. The last evening"), ("", "x"), ("", "3. supper")],
        )
        document, problems = _read(path, EVENTS)
        assert problems.faults == []
        assert _told(document) == [("The last evening", "x\n\n3. supper")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 1: the preamble (3 words) belongs to no event and is in no narrative"
        ]

    def test_lines_that_look_like_headings_are_remarked_on(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        for text in ("2. The Lst Evening", "The last evening.", "title: The Last Evening", "Departures!", "Departure"):
            made.add_paragraph(text if text == "title: The Last Evening" else "x")
            made.add_paragraph(text)
        made.add_paragraph().add_run("The late evening.").bold = True
        made.save(str(tmp_path / "weber.docx"))
        _, problems = _read(tmp_path / "weber.docx", EVENTS)
        assert problems.faults == []
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 3: '2. The Lst Evening' looks like a heading; did you mean 'The Last Evening'?",
            "weber.docx, paragraph 11: 'Departure' looks like a heading but is read as text; if it is one, let it "
            "stand alone, in the style of the other headings",
            "weber.docx, paragraph 12: 'The late evening.' looks like a heading; did you mean 'The Last Evening'?",
        ]

    def test_tables_are_read_row_by_row(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        table = made.add_table(2, 2)
        for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ("a", "b", "c", "d\ne"), strict=True):
            cell.text = text
        layout = made.add_table(1, 1).cell(0, 0)
        layout.paragraphs[0].text = "departure"
        layout.paragraphs[0].style = "Heading 1"
        layout.add_paragraph("y")
        made.save(str(tmp_path / "weber.docx"))
        assert _told(_sound(tmp_path / "weber.docx")) == [("arrival", "a | b\n\nc | d e"), ("departure", "y")]

    def test_a_heading_in_a_table_of_columns_is_remarked_on(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        row = made.add_table(1, 2).rows[0].cells
        row[0].paragraphs[0].text, row[1].text = "departure", "y"
        row[0].paragraphs[0].style = "Heading 1"
        made.save(str(tmp_path / "weber.docx"))
        document, problems = _read(tmp_path / "weber.docx")
        assert _told(document) == [("arrival", "departure | y")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 2: the heading 'departure' stands in a table of several columns and is read as text"
        ]

    def test_tracked_changes_are_read_as_they_stand(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        add_xml(
            made,
            '<w:p><w:r><w:t xml:space="preserve">We </w:t></w:r>'
            '<w:del w:id="1" w:author="x"><w:r><w:delText>went</w:delText></w:r></w:del>'
            '<w:ins w:id="2" w:author="x"><w:r><w:t>came</w:t></w:r></w:ins>'
            '<w:moveFrom w:id="3" w:author="x"><w:r><w:t>gone</w:t></w:r></w:moveFrom>'
            '<w:moveTo w:id="4" w:author="x"><w:r><w:t xml:space="preserve"> here.</w:t></w:r></w:moveTo></w:p>'
            '<w:p><w:pPr><w:rPr><w:del w:id="5" w:author="x"/></w:rPr></w:pPr>'
            '<w:r><w:t xml:space="preserve">It was </w:t></w:r></w:p><w:p><w:r><w:t>late.</w:t></w:r></w:p>'
            "<w:sdt><w:sdtContent><w:p><w:r><w:t>Controlled.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        )
        made.save(str(tmp_path / "weber.docx"))
        assert _told(_sound(tmp_path / "weber.docx")) == [("arrival", "We came here.\n\nIt was late.\n\nControlled.")]

    def test_one_remark_names_what_is_not_read(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.sections[0].header.paragraphs[0].text = "Weber"
        add_xml(
            made,
            '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
            "<w:sdtContent><w:p><w:r><w:t>Contents</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        )
        made.add_heading("arrival")
        add_xml(
            made,
            '<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r>'
            '<w:r><w:commentReference w:id="1"/></w:r><w:r><w:drawing/></w:r>'
            "<w:r><w:pict><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:pict></w:r>"
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>",
        )
        made.save(str(tmp_path / "weber.docx"))
        document, problems = _read(tmp_path / "weber.docx")
        assert problems.faults == []
        assert _told(document) == [("arrival", "x")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.docx: not read, only the body's text is: comments, footnotes, headers and footers, hidden text, "
            "pictures, text boxes, the table of contents"
        ]

    @pytest.mark.parametrize(
        ("paragraphs", "fault"),
        [
            ([], "weber.docx: the file is empty; write a heading and a text for each event"),
            (
                [("", "We came.")],
                "weber.docx, paragraph 1: no heading stands in the file; put one in the style 'Heading 1' with the "
                "event's id above each text",
            ),
            (
                [("", "We came."), ("Heading 1", "a"), ("", "x")],
                "weber.docx, paragraph 1: 'We came.' stands above the first heading; put a heading with an event's id "
                "above it, or the heading 'preamble' if it belongs to no event",
            ),
            (
                [("Heading 1", "a"), ("Heading 1", "b"), ("", "x")],
                "weber.docx, paragraph 1: section 'a' is empty; write its text beneath the heading, or remove the "
                "heading",
            ),
            (
                [("Heading 1", "a"), ("", "tiem: 1831"), ("", "x")],
                "weber.docx, paragraph 2: a section has no field 'tiem'; did you mean 'time'? "
                "(Text begins with a capital.)",
            ),
        ],
    )
    def test_faults(self, tmp_path: Path, paragraphs: list[tuple[str, str]], fault: str) -> None:
        _, problems = _read(docx_file(tmp_path / "weber.docx", paragraphs))
        assert _short(problems.faults, tmp_path) == [fault]

    def test_what_is_no_docx(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"weber.docx' is .*not \.docx"):
            _read(_text(tmp_path, "# a\nx", "weber.docx"))
        with pytest.raises(InputError, match=r"weber.docx' is protected by a password"):
            _read(_text(tmp_path, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "weber.docx"))

    def test_a_zip_that_is_no_document(self, tmp_path: Path) -> None:
        import zipfile

        with zipfile.ZipFile(tmp_path / "weber.docx", "w") as archive:
            archive.writestr("word/document.xml", "<x/>")
        with pytest.raises(InputError, match=r"weber.docx' cannot be read as \.docx .*save it as \.docx again"):
            _read(tmp_path / "weber.docx")


FULL = "We came to the town in the evening when the lamps were lit and nobody"


class TestPdf:
    def test_lines_become_paragraphs_and_known_lines_headings(self, tmp_path: Path) -> None:
        path = pdf_file(
            tmp_path / "weber.pdf",
            [
                ["A Diary", "Arrival:", "time: 1831-05-01", FULL, "was there to meet us in the ever-", "lasting rain."],
                [FULL, "spoke of George-", "Town. Then", "", "we slept.", "# departure", "We left."],
            ],
        )
        document, problems = _read(path, EVENTS)
        assert problems.faults == []
        assert _short(problems.remarks, tmp_path) == [
            "weber.pdf, page 1: the preamble (2 words) belongs to no event and is in no narrative"
        ]
        assert _told(document) == [
            (
                "Arrival",
                f"{FULL} was there to meet us in the everlasting rain.\n\n"
                f"{FULL} spoke of George- Town. Then\n\nwe slept.",
            ),
            ("departure", "We left."),
        ]
        arrival, departure = document.sections
        assert arrival.fields == {"time": "1831-05-01", "page": "1"}
        assert (departure.fields, departure.place) == ({"page": "2"}, f"{path}, page 2")

    def test_numbers_a_preamble_and_what_looks_like_a_heading(self, tmp_path: Path) -> None:
        path = pdf_file(
            tmp_path / "weber.pdf",
            [["A Diary", "Preamble", "I am Weber.", "1. Arrival", FULL, "came.", "2. Depature", FULL, "left."]],
        )
        document, problems = _read(path, EVENTS)
        assert problems.faults == []
        assert _told(document) == [("Arrival", f"{FULL} came.\n\n2. Depature {FULL} left.")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.pdf, page 1: '2. Depature' looks like a heading; did you mean 'departure'?",
            "weber.pdf, page 1: the preamble (3 words) belongs to no event and is in no narrative",
            "weber.pdf, page 1: the preamble (2 words) belongs to no event and is in no narrative",
        ]

    def test_an_introduction_beneath_a_title_is_a_preamble(self, tmp_path: Path) -> None:
        path = pdf_file(tmp_path / "weber.pdf", [["# A Diary", "I am Weber.", "## arrival", "x", "## departure", "y"]])
        document, problems = _read(path, EVENTS)
        assert document.fields == {"title": "A Diary"}
        assert _told(document) == [("arrival", "x"), ("departure", "y")]
        assert [remark.split(": ")[1] for remark in problems.remarks] == [
            "the preamble (3 words) belongs to no event and is in no narrative"
        ]

    def test_headers_and_footers_are_left_out_but_no_headings(self, tmp_path: Path) -> None:
        told = [("event 1", "We came."), ("event 2", "It rained."), ("event 3", "We slept."), ("event 4", "We left.")]
        pages = [
            ["Weber, Diary", f"# {heading}", text, "", f"Page {number} of 4", "Confidential"]
            for number, (heading, text) in enumerate(told, 1)
        ]
        document, problems = _read(pdf_file(tmp_path / "weber.pdf", pages))
        assert _told(document) == told
        assert _short(problems.remarks, tmp_path) == [
            "weber.pdf: headers or footers that repeat are left out: 'Weber, Diary', 'Confidential', 'Page 1 of 4'"
        ]

    def test_an_answer_that_ends_many_pages_is_no_footer(self, tmp_path: Path) -> None:
        answers = ["I do not know.", "I do not know.", "He left.", "I do not know.", "I do not know."]
        pages = [
            [f"# e{number}", "Who was it?", "", answer, f"Page {number}"] for number, answer in enumerate(answers, 1)
        ]
        pages[0].pop()  # the first page has no number
        document, problems = _read(pdf_file(tmp_path / "weber.pdf", pages))
        assert [section.text.split("?")[1].strip() for section in document.sections] == answers
        assert _short(problems.remarks, tmp_path) == [
            "weber.pdf: headers or footers that repeat are left out: 'Page 2'"
        ]

    def test_two_pages_repeat_nothing(self, tmp_path: Path) -> None:
        path = pdf_file(tmp_path / "weber.pdf", [["# a", "Same."], ["# b", "Same."]])
        assert _told(_sound(path)) == [("a", "Same."), ("b", "Same.")]

    def test_pages_without_text_are_named(self, tmp_path: Path) -> None:
        document, problems = _read(pdf_file(tmp_path / "weber.pdf", [["# a", "x"], None, None]))
        assert _told(document) == [("a", "x")]
        assert _short(problems.remarks, tmp_path) == [
            "weber.pdf: pages 2, 3 hold no text; if they are pictures of text, run text recognition (OCR)"
        ]

    def test_an_empty_password_opens(self, tmp_path: Path) -> None:
        assert _told(_sound(encrypted_pdf(tmp_path / "weber.pdf", [["# a", "x"]], ""))) == [("a", "x")]

    @pytest.mark.parametrize(
        ("known", "fault"),
        [
            (
                EVENTS,
                "weber.pdf: no line is the id or title of an event; a PDF needs a timeline whose ids or titles stand "
                "on lines of their own in it, or lines '# arrival' with an event's id",
            ),
            (
                (),
                "weber.pdf: no line is a heading; a PDF needs a timeline whose ids or titles stand on lines of their "
                "own in it, or lines '# arrival' with an event's id",
            ),
        ],
    )
    def test_without_headings(self, tmp_path: Path, known: Collection[str], fault: str) -> None:
        _, problems = _read(pdf_file(tmp_path / "weber.pdf", [["We came."]]), known)
        assert _short(problems.faults, tmp_path) == [fault]

    def test_a_section_without_text(self, tmp_path: Path) -> None:
        _, problems = _read(pdf_file(tmp_path / "weber.pdf", [["# a", "# b", "x"]]))
        assert _short(problems.faults, tmp_path) == [
            "weber.pdf, page 1: section 'a' is empty; write its text beneath the heading, or remove the heading"
        ]

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "weber.pdf' is empty; save it as .pdf again"),
            (b"# a\nx", "weber.pdf' is not a PDF; save it as .pdf again"),
            (b"\x89PNG\r\n", r"weber.pdf' is a picture \(PNG\); save it as .pdf again"),
            (b"%PDF-1.4\ngarbage", r"weber.pdf' is damaged \(.*make the PDF again"),
            (pdf_bytes([["# a", "x"]])[:300], r"weber.pdf' is damaged \("),
            (pdf_bytes([None, None]), r"weber.pdf' holds pictures only; run text recognition \(OCR\) first"),
            (pdf_bytes([]), r"weber.pdf' has no pages"),
        ],
    )
    def test_what_cannot_be_read_at_all(
        self, tmp_path: Path, content: bytes, words: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(InputError, match=words):
            _read(_text(tmp_path, content, "weber.pdf"))
        assert capfd.readouterr() == ("", "")

    def test_a_password_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"weber.pdf' is protected by a password; save a copy without"):
            _read(encrypted_pdf(tmp_path / "weber.pdf", [["# a", "x"]], "secret"))

    @pytest.mark.parametrize(
        ("limit", "value", "words"),
        [
            ("PAGES", 1, "has more than 1 pages; divide it"),
            ("CONTENT", 10, r"weber.pdf: page 1 is more than a page of text"),
            ("CHARACTERS", 3, "holds more than 3 characters; divide it"),
            ("SECONDS", -1.0, "takes longer than -1 seconds to read"),
        ],
    )
    def test_limits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: float, words: str
    ) -> None:
        monkeypatch.setattr(pdf, limit, value)
        with pytest.raises(InputError, match=words):
            _read(pdf_file(tmp_path / "weber.pdf", [["# a", "x"], ["y"]]))
