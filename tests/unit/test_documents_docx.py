"""Word documents whose sections are headed by events: what is read, and what each fault says."""

from pathlib import Path

import docx
import pytest

from ingest.documents import document as documents
from ingest.documents.blocks import Names
from taeg.base.errors import InputError
from tests.unit.documents_made import add_xml, docx_file
from tests.unit.documents_read import EVENTS, read_document, read_sound, sections_of, shortened, text_file


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
        document = read_sound(path)
        assert document.fields == {"title": "A Diary"}
        assert document.places == {"title": f"{path}, paragraph 1"}
        assert sections_of(document) == [("arrival", "We came.\n\nAside\n\nIt rained."), ("departure", "We left.")]
        assert document.sections[0].fields == {"time": "1831-05-01", "reference": "p. 3"}
        assert document.sections[1].place == f"{path}, paragraph 10"

    def test_a_capital_begins_text_though_the_word_could_be_a_field(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx", [("Heading 1", "arrival"), ("", "Time: 2024-05-03"), ("", "We came.")]
        )
        document, problems = read_document(path)
        assert sections_of(document) == [("arrival", "Time: 2024-05-03\n\nWe came.")]
        assert document.sections[0].fields == {}
        assert shortened(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 2: 'Time: 2024-05-03' is read as text; write 'time:' in small letters if it is a "
            "field"
        ]

    def test_properties_are_used_where_the_text_has_no_title(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.core_properties.title, made.core_properties.author = "A Diary", "Weber"
        made.add_heading("arrival")
        made.add_paragraph("x")
        made.save(str(tmp_path / "weber.docx"))
        assert read_sound(tmp_path / "weber.docx").fields == {"title": "A Diary", "author": "Weber"}

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
        told = sections_of(read_sound(tmp_path / "weber.docx"))
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
        document = read_sound(path, EVENTS)
        assert sections_of(document) == [("the last EVENING", "x"), ("departure", "y\n\nArrival at")]
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
        document, problems = read_document(path, EVENTS)
        assert problems.faults == []
        assert document.fields["title"] == "Statement of Weber"
        assert sections_of(document) == [("Arrival", "x"), ("departure", "y")]
        assert shortened(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 2: the preamble (5 words) belongs to no event and is in no narrative"
        ]

    def test_a_heading_above_the_first_of_its_level_is_no_preamble(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [("Title", "Diary"), ("Heading 2", "arrival"), ("", "x"), ("Heading 1", "departure"), ("", "y")],
        )
        assert "'arrival' stands above the first heading" in read_document(path, EVENTS)[1].faults[0]

    def test_without_styles_numbers_and_a_preamble(self, tmp_path: Path) -> None:
        path = docx_file(
            tmp_path / "weber.docx",
            [("", "Preamble"), ("", "I am Weber."), ("", "III. The last evening"), ("", "x"), ("", "3. supper")],
        )
        document, problems = read_document(path, EVENTS)
        assert problems.faults == []
        assert sections_of(document) == [("The last evening", "x\n\n3. supper")]
        assert shortened(problems.remarks, tmp_path) == [
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
        _, problems = read_document(tmp_path / "weber.docx", EVENTS)
        assert problems.faults == []
        assert shortened(problems.remarks, tmp_path) == [
            "weber.docx, paragraph 3: '2. The Lst Evening' looks like a heading; did you mean 'The Last Evening'?",
            "weber.docx, paragraph 11: 'Departure' looks like a heading but is read as text; if it is one, let it "
            "stand alone, in the style of the other headings",
            "weber.docx, paragraph 12: 'The late evening.' looks like a heading; did you mean 'The Last Evening'?",
        ]

    def test_lines_are_compared_with_names_only_so_often(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(documents, "COMPARED", 2 * len(Names(EVENTS)) + 1)
        path = docx_file(
            tmp_path / "weber.docx", [("Heading 1", "arrival"), *(("", "The Lst Evening") for _ in range(5))]
        )
        _, problems = read_document(path, EVENTS)
        like = "'The Lst Evening' looks like a heading; did you mean 'The Last Evening'?"
        assert shortened(problems.remarks, tmp_path) == [
            f"weber.docx, paragraph 2: {like}",
            f"weber.docx, paragraph 3: {like}",
            "weber.docx, paragraph 4: too many names and lines: from here on lines are not compared with them",
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
        assert sections_of(read_sound(tmp_path / "weber.docx")) == [("arrival", "a | b\n\nc | d e"), ("departure", "y")]

    def test_a_heading_in_a_table_of_columns_is_remarked_on(self, tmp_path: Path) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        row = made.add_table(1, 2).rows[0].cells
        row[0].paragraphs[0].text, row[1].text = "departure", "y"
        row[0].paragraphs[0].style = "Heading 1"
        made.save(str(tmp_path / "weber.docx"))
        document, problems = read_document(tmp_path / "weber.docx")
        assert sections_of(document) == [("arrival", "departure | y")]
        assert shortened(problems.remarks, tmp_path) == [
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
        assert sections_of(read_sound(tmp_path / "weber.docx")) == [
            ("arrival", "We came here.\n\nIt was late.\n\nControlled.")
        ]

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
        document, problems = read_document(tmp_path / "weber.docx")
        assert problems.faults == []
        assert sections_of(document) == [("arrival", "x")]
        assert shortened(problems.remarks, tmp_path) == [
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
        _, problems = read_document(docx_file(tmp_path / "weber.docx", paragraphs))
        assert shortened(problems.faults, tmp_path) == [fault]

    def test_what_is_no_docx(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"weber.docx' is .*not \.docx"):
            read_document(text_file(tmp_path, "# a\nx", "weber.docx"))
        with pytest.raises(InputError, match=r"weber.docx' is protected by a password"):
            read_document(text_file(tmp_path, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "weber.docx"))

    def test_a_zip_that_is_no_document(self, tmp_path: Path) -> None:
        import zipfile

        with zipfile.ZipFile(tmp_path / "weber.docx", "w") as archive:
            archive.writestr("word/document.xml", "<x/>")
        with pytest.raises(InputError, match=r"weber.docx' cannot be read as \.docx .*save it as \.docx again"):
            read_document(tmp_path / "weber.docx")
