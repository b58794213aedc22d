"""Markdown and plain text whose sections are headed by events: what is read, and what each fault says."""

from collections.abc import Collection
from pathlib import Path

import pytest

from taeg.base.errors import InputError
from tests.unit.documents_read import EVENTS, read_document, read_sound, sections_of, shortened, text_file


class TestMarkdown:
    def test_sections_with_their_fields_and_places(self, tmp_path: Path) -> None:
        path = text_file(
            tmp_path,
            "---\nTitle: A Diary\ndate: 1831-05-01\nlang: de\n---\n\n# arrival\ntime: 1831-05-01T10\nreference: p. 3\n"
            "\nWe *came*\n  in the rain.\n\nIt was late.\n# departure #\n\nQuestion: who left?\n",
        )
        document = read_sound(path)
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
        assert sections_of(read_sound(text_file(tmp_path, text))) == [("a", "x"), ("b", "y")]

    def test_front_matter_after_a_byte_order_mark(self, tmp_path: Path) -> None:
        assert read_sound(text_file(tmp_path, "\ufeff---\r\nid: w\r\n---\r\n# a\r\nx")).fields == {"id": "w"}

    def test_an_only_first_heading_with_nothing_beneath_is_the_title(self, tmp_path: Path) -> None:
        document = read_sound(text_file(tmp_path, "# Diary\n\n## a\nx\n### Aside\ny\n## b\nz\n"))
        assert document.fields["title"] == "Diary"
        assert sections_of(document) == [("a", "x\n\nAside\n\ny"), ("b", "z")]

    def test_front_matter_goes_before_a_heading_as_title(self, tmp_path: Path) -> None:
        assert read_sound(text_file(tmp_path, "---\ntitle: T\n---\n# Diary\n## a\nx")).fields["title"] == "T"

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
        assert sections_of(read_document(text_file(tmp_path, text))[0]) == told

    def test_deeper_headings_of_an_only_section_are_remarked_on(self, tmp_path: Path) -> None:
        _, problems = read_document(text_file(tmp_path, "# Diary\nMine.\n## a\nx\n## b\ny"))
        assert shortened(problems.remarks, tmp_path) == [
            "weber.md:1: 'Diary' is the only section, and the headings inside it ('a', weber.md:3) are part of its "
            "text; if they head the events, let no text stand above the first"
        ]

    def test_underlined_headings(self, tmp_path: Path) -> None:
        document = read_sound(text_file(tmp_path, "Diary\n=====\n\na\n---\nx\n\n---\n\nb\n-\n- one\n---\ny\n"))
        assert document.fields["title"] == "Diary"
        assert sections_of(document) == [("a", "x"), ("b", "- one\n\ny")]

    def test_no_heading_in_code(self, tmp_path: Path) -> None:
        document = read_sound(
            text_file(tmp_path, "# a\n```sh\n# not one\n\n~~~\n```\n    # nor this\n\n\\# nor this\n")
        )
        assert sections_of(document) == [("a", "```sh # not one\n\n~~~ ``` # nor this\n\n\\# nor this")]

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
        (section,) = read_sound(text_file(tmp_path, f"# a\n{beneath}\n")).sections
        assert (section.fields, section.text) == (fields, text)

    def test_a_capital_begins_text_though_the_word_could_be_a_field(self, tmp_path: Path) -> None:
        path = text_file(tmp_path, "# a\ntime: 1831\nTitle: Doctor, he said he was.\nMore text.\n\n# b\nTime: 1832\n")
        document, problems = read_document(path)
        assert sections_of(document) == [("a", "Title: Doctor, he said he was. More text."), ("b", "Time: 1832")]
        assert [section.fields for section in document.sections] == [{"time": "1831"}, {}]
        assert shortened(problems.remarks, tmp_path) == [
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
        _, problems = read_document(text_file(tmp_path, text), EVENTS)
        assert shortened(problems.faults, tmp_path)[:1] == [fault]

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
        _, problems = read_document(text_file(tmp_path, text), EVENTS)
        assert problems.faults == []
        assert shortened(problems.remarks, tmp_path) == [remark]

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
            read_document(text_file(tmp_path, content))

    def test_long_lines_take_no_time(self, tmp_path: Path) -> None:
        blanks = " " * 200_000
        read_document(
            text_file(tmp_path, f"# a{blanks}x\ntime: {blanks}x\n\n-{blanks}x\n{'# ' * 100_000}x\n[{blanks}\n")
        )

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
        document, problems = read_document(text_file(tmp_path, text), known)
        assert problems.faults == []
        assert sections_of(document) == told
        line = next(number for number, line in enumerate(text.split("\n"), 1) if "preamble" in line.casefold())
        words = 5 if "Of me" in text else 3
        assert shortened(problems.remarks, tmp_path) == [
            f"weber.md:{line}: the preamble ({words} words) belongs to no event and is in no narrative"
        ]

    def test_a_preamble_that_is_an_event(self, tmp_path: Path) -> None:
        document, problems = read_document(
            text_file(tmp_path, "I say:\n\n# Preamble\nx\n# arrival\ny"), ("preamble", "arrival")
        )
        assert sections_of(document) == [("Preamble", "x"), ("arrival", "y")]
        assert problems.remarks == []
        assert problems.faults[0].endswith("put a heading with an event's id above it")

    def test_nothing_but_a_preamble(self, tmp_path: Path) -> None:
        document, problems = read_document(text_file(tmp_path, "# preamble\nI am Weber."))
        assert document.sections == ()
        assert shortened(problems.faults, tmp_path) == [
            "weber.md:1: no heading but the preamble's stands in the file; put one with the event's id above each text"
        ]

    def test_an_introduction_beneath_a_title_is_a_fault(self, tmp_path: Path) -> None:
        document, problems = read_document(
            text_file(tmp_path, "# Diary\nMine.\n## arrival\nx\n## departure\ny"), EVENTS
        )
        assert document.fields["title"] == "Diary"
        assert [heading for heading, _ in sections_of(document)] == ["arrival", "departure"]
        assert shortened(problems.faults, tmp_path) == [
            "weber.md:2: 'Mine.' stands above the first heading; put a heading with an event's id above it, "
            "or the heading 'preamble' if it belongs to no event"
        ]
        assert problems.remarks == []

    def test_a_known_first_heading_is_no_title(self, tmp_path: Path) -> None:
        assert sections_of(read_sound(text_file(tmp_path, "# arrival\nx\n## departure\ny"), EVENTS)) == [
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
        assert [head for head, _ in sections_of(read_sound(text_file(tmp_path, f"# {written}\nx"), known))] == [heading]

    def test_a_heading_near_a_title(self, tmp_path: Path) -> None:
        _, problems = read_document(
            text_file(tmp_path, "# The Driver Goes\nx\n# arival\ny"), ("e7", "arrival", "The driver leaves")
        )
        assert shortened(problems.remarks, tmp_path) == [
            "weber.md:1: 'The Driver Goes' is no title of the timeline; did you mean 'The driver leaves'?"
        ]


class TestPlainText:
    def test_bracketed_headings(self, tmp_path: Path) -> None:
        path = text_file(tmp_path, "[arrival]\ntime: 1831\nWe came.\n---\n  [departure]  \nWe left.\n", "weber.txt")
        assert sections_of(read_sound(path)) == [("arrival", "We came. ---"), ("departure", "We left.")]

    def test_beside_hash_headings_a_bracketed_line_is_text(self, tmp_path: Path) -> None:
        path = text_file(tmp_path, "# arrival\nWe came.\n[laughter]\nYes.\n# departure\nx\n", "weber.txt")
        assert sections_of(read_sound(path))[0] == ("arrival", "We came.\n\n[laughter]\n\nYes.")

    def test_a_title_above_bracketed_headings(self, tmp_path: Path) -> None:
        document = read_sound(text_file(tmp_path, "# Diary\n\n[arrival]\nWe came.\n", "weber.txt"))
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
        assert shortened(read_document(text_file(tmp_path, text, "weber.txt"))[1].faults, tmp_path) == [fault]
