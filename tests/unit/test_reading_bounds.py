"""Files made to be slow to read: how much work a reader does for them, counted.

Each shape once took a time, or a memory, that grew with the square of the file.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import docx
import pytest

from ingest import accounts, corrections_file, manifest
from ingest.documents import document as documents
from ingest.documents import docx as word
from ingest.documents import markdown, pdf
from taeg.base.errors import InputError, Problems
from taeg.model import corrections
from taeg.model.arrange import HINTS
from taeg.model.corpus import Correction, Event, Version
from taeg.model.profile import AUDITED
from tests.unit.builders import story
from tests.unit.documents_made import add_xml, docx_file, pdf_file
from tests.unit.documents_read import EVENTS, read_document, read_sound, sections_of, shortened, text_file

MANY = 200
Counted = Callable[[ModuleType | type, str], list[object]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Let a function of a module or class note what it was first asked about, at each call."""

    def count(module: ModuleType | type, name: str) -> list[object]:
        asked: list[object] = []
        real = getattr(module, name)

        def counting(*given: object, **named: object) -> object:
            asked.append(given[0])
            return real(*given, **named)

        monkeypatch.setattr(module, name, counting)
        return asked

    return count


class TestDocx:
    def test_a_chain_of_styles_is_gone_through_once(self, tmp_path: Path, counted: Counted) -> None:
        made = docx.Document()
        chain = "".join(
            f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>' for n in range(1, MANY)
        ) + (
            f'<w:style w:styleId="s{MANY}"><w:basedOn w:val="Heading1"/></w:style>'
            '<w:style w:styleId="ring"><w:basedOn w:val="rung"/></w:style>'
            '<w:style w:styleId="rung"><w:basedOn w:val="ring"/></w:style>'
        )
        add_xml(made, chain)
        for style in made.element.body.xpath("w:style"):
            made.styles.element.append(style)
        for number in range(MANY):
            for style, text in ((f"s{number % 7 + 1}", f"e{number}"), ("ring", "x"), ("rung", "y")):
                add_xml(made, f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>')
        made.save(str(tmp_path / "weber.docx"))
        asked = counted(word, "_style_level")
        told = sections_of(read_sound(tmp_path / "weber.docx"))
        assert told == [(f"e{number}", "x\n\ny") for number in range(MANY)]
        assert len(asked) == len(set(asked)) == MANY + 3

    def test_runs_inside_each_other_are_asked_once_for_their_words(self, tmp_path: Path, counted: Counted) -> None:
        deep = 100
        made = docx.Document()
        made.add_heading("arrival")
        for property in ("b", "vanish"):
            run, blank = f"<w:r><w:rPr><w:{property}/></w:rPr>", "<w:t> </w:t>" * MANY
            words = "<w:t>word</w:t>" * MANY * (property == "b")
            add_xml(made, f"<w:p>{run * deep}{blank}{words}{'</w:r>' * deep}<w:r><w:t>x</w:t></w:r></w:p>")
        made.save(str(tmp_path / "weber.docx"))
        searched, looked_at = counted(word, "_has_text"), counted(word, "_is_set")
        assert sections_of(read_sound(tmp_path / "weber.docx")) == [("arrival", "word" * MANY + "x\n\nx")]
        assert len(searched) <= 3  # the hidden run on the outside, a header and a footer
        assert len(looked_at) <= 4 * (deep + 1)  # each run whether it is hidden and whether it is bold

    def test_a_header_is_looked_at_once(self, tmp_path: Path, counted: Counted) -> None:
        made = docx.Document()
        made.add_heading("arrival")
        made.add_paragraph("x")
        header = made.sections[0].header
        header.paragraphs[0].text = " "
        for number in range(MANY):
            made.part.load_rel(
                "http://schemas.openxmlformats.org/officeDocument/2006/relationships/header", header.part, f"x{number}"
            )
        made.save(str(tmp_path / "weber.docx"))
        searched = counted(word, "_has_text")
        assert read_document(tmp_path / "weber.docx")[1].remarks == []
        assert len(searched) == 1


class TestDocuments:
    def test_the_names_of_a_timeline_are_made_ready_once(
        self, tmp_path: Path, counted: Counted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "timeline.csv").write_text("event,title\ne1,The Last Evening\n", encoding="utf-8")
        for number in range(MANY):
            (tmp_path / f"d{number}.md").write_text("# The lst evening\n\nx\n", encoding="utf-8")
        monkeypatch.setattr(documents, "COMPARED", 30)
        lookup, known = counted(accounts, "_lookup"), counted(documents.Known, "__init__")
        compared, problems = counted(documents, "nearest"), Problems()
        accounts.gather(manifest.of(tmp_path, problems), AUDITED, "en", problems)
        assert (len(known), len(lookup), len(compared)) == (1, 1, 30)
        assert sum("did you mean 'The Last Evening'?" in remark for remark in problems.remarks) == 30

    def test_lines_of_all_documents_are_compared_with_names_only_so_often(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(documents, "COMPARED", 2 * len(EVENTS))
        known, problems = documents.Known(EVENTS), Problems()
        for number in range(4):
            path = docx_file(tmp_path / f"{number}.docx", [("Heading 1", "arrival"), ("", "The Lst Evening")])
            documents.read(path, known, problems)
        like = "'The Lst Evening' looks like a heading; did you mean 'The Last Evening'?"
        assert shortened(problems.remarks, tmp_path) == [
            f"0.docx, paragraph 2: {like}",
            f"1.docx, paragraph 2: {like}",
            "2.docx, paragraph 2: too many names and lines: from here on lines are not compared with them",
        ]

    def test_a_long_fence_is_measured_once(self, tmp_path: Path, counted: Counted) -> None:
        marks = "~" * MANY
        closing = counted(markdown, "_closes")
        path = text_file(tmp_path, f"# arrival\n\n {marks} py\nx\n{marks[1:]}\n{marks}~ \n\ny\n")
        assert sections_of(read_sound(path)) == [("arrival", f"{marks} py x {marks[1:]} {marks}~\n\ny")]
        assert closing == ["x", marks[1:], f"{marks}~ "]

    def test_a_word_that_every_line_divides_is_looked_at_by_its_end(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Pattern:
            real = pdf._DIVIDED
            seen: ClassVar[list[str]] = []

            def fullmatch(self, text: str) -> object:
                self.seen.append(text)
                return self.real.fullmatch(text)

        monkeypatch.setattr(pdf, "_DIVIDED", Pattern())
        pages = [["# arrival", "We"], *[["a-", "bcd-", "e"] * 10] * 20, ["-", "x-", "Y-", "z"]]
        found = read_sound(pdf_file(tmp_path / "a.pdf", pages))
        assert found.sections[0].text == "We " + "abcde " * 200 + "- x- Yz"
        assert max(map(len, Pattern.seen)) == 2


class TestManifest:
    def faults(self, folder: Path, entries: list[str], files: int = 30) -> list[str]:
        """What is said of a manifest that names these, beside so many tables."""
        for number in range(files):
            (folder / f"t{number}.csv").write_text(f"source,event,text\na,e{number},x\n", encoding="utf-8")
        written = "".join(f"- '{entry}'\n" for entry in entries)
        (folder / manifest.MANIFEST).write_text(f"files:\n{written}", encoding="utf-8")
        problems = Problems()
        with problems.gather():
            manifest.of(folder, problems)
        return problems.faults

    def test_the_folder_is_gone_through_once_for_all_missing_files(self, tmp_path: Path, counted: Counted) -> None:
        walked, compared = counted(manifest, "_walk"), counted(manifest, "nearest")
        faults = self.faults(tmp_path, [f"x{number}.csv" for number in range(MANY)])
        assert len(faults) == MANY
        assert faults[0].endswith(f"corpus.yaml:2: there is no file 'x0.csv' in {tmp_path}; did you mean 't0.csv'?")
        assert faults[-1].endswith("; correct the name, or put the file there")
        assert (len(walked), len(compared)) == (1, manifest.HINTS)

    def test_a_file_of_many_patterns_is_looked_at_once(
        self, tmp_path: Path, counted: Counted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        checked = counted(manifest, "_check_path")
        assert self.faults(tmp_path, ["*.csv"] * 2 * manifest.MOST_PATTERNS, files=5) == []
        assert len(checked) == 5
        monkeypatch.setattr(manifest, "MOST_FILES", 50)
        monkeypatch.setattr(manifest, "MOST_PATTERNS", 10)
        faults = self.faults(tmp_path, ["*.csv"] * 21, files=24)  # and the manifest
        assert [fault.partition("corpus.yaml:")[2] for fault in faults] == [
            "22: there are too many patterns for so many files; let fewer match more"
        ]

    def test_entries_without_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(manifest, "MOST_FILES", 20)
        [fault] = self.faults(tmp_path, ["t0.csv"] * 21, files=5)
        assert fault.endswith("corpus.yaml:2: files has more than 20 entries; name them by patterns: 'day*.csv'")


class TestCorrections:
    def test_only_the_first_that_do_not_fit_are_compared_with_all(self, counted: Counted) -> None:
        told = story([Version(f"v{number}", "sail", "ann", "x") for number in range(3)])
        wrong = [Correction(*given, f"nowhere{n}") for n in range(MANY) for given in (("exclude",), ("merge",))]
        compared = counted(corrections, "nearest")
        problems = [correction.problem for correction in corrections.apply(told, wrong).corrections]
        assert len(compared) == HINTS
        assert problems[-2:] == [
            f"there is no version 'nowhere{MANY - 1}'",
            f"there is no event 'nowhere{MANY - 1}'",
        ]

    def test_who_tells_an_event_is_known_after_others_were_split_off_and_merged(self) -> None:
        versions = [Version(f"v{number:03}", "sail", "ann", f"x{number}") for number in range(MANY)]
        names = tuple(version.id for version in versions)
        split = Correction("split", "sail", "land", versions=names[1:])
        torn = [split, Correction("choose", "land", names[0])]
        made = corrections.apply(story(versions), torn)
        assert made.corrections[1].problem.endswith(f"which has: {', '.join(names[1 : corrections.MENTIONED + 1])} …")
        made = corrections.apply(story(versions), [split, Correction("merge", "sail", "land")])
        assert [(version.id, version.event) for version in made.versions] == [(name, "land") for name in names]

    def test_an_event_is_made_anew_once_for_all_that_was_done_to_it(self, counted: Counted) -> None:
        made = counted(corrections, "replace")
        renamed = [Correction("rename", "sail", title=f"t{number}") for number in range(MANY)]
        chosen = [Correction("choose", "sail", f"{who}-1") for who in ("ann", "bob", "ann")]
        found = corrections.apply(story(), [*renamed, *chosen]).events[0]
        marks = ["The ship sails", *(f"t{number}" for number in range(MANY - 1))]
        assert found.edits == (
            *(f"renamed by the editor, before: {mark}" for mark in marks),
            "chosen by the editor: ann-1",
        )
        marked = [event for event in made if isinstance(event, Event) and event.edits]
        assert marked == []  # none that had marks already

    def test_more_than_a_person_writes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(corrections_file, "MOST", 3)
        path = tmp_path / "corrections.yaml"
        path.write_text("- exclude: a\n" * 3, encoding="utf-8")
        assert len(corrections_file.read(path, Problems())) == 3
        path.write_text("- exclude: a\n" * 4, encoding="utf-8")
        with pytest.raises(InputError, match=r"corrections.yaml: there are more than 3 corrections; correct the data"):
            corrections_file.read(path, Problems())
