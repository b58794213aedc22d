"""The choice of the reader, and messages if there is none."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ingest
from taeg.base.errors import InputError
from tests.unit.document_files import docx_file, pdf_file
from tests.unit.gospel_files import invented, write_table


@pytest.mark.parametrize("language", ["", "english", "EN", "e", "de_DE", "de ", "d\u0435", "de-", "1a"])
def test_invalid_language_codes(tmp_path: Path, language: str) -> None:
    with pytest.raises(InputError) as caught:
        ingest.read(str(write_table(tmp_path / "t.tsv", [])), language=language)
    assert str(caught.value) == f"language {language!r} is no language code; write one such as de, pt or grc"


@pytest.mark.parametrize("language", ["de", "grc", "pt-BR", "zh-Hant-TW"])
def test_language_codes(tmp_path: Path, language: str) -> None:
    assert ingest.read(str(write_table(tmp_path / "t.tsv", invented())), language=language).language == language


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        ingest.read("gosples")
    assert str(caught.value) == (
        "there is no corpus, file or folder 'gosples'; did you mean 'gospels'?; accepted: the built-in corpus "
        "'gospels', a folder with ChronologyOfTheFourGospels_PW.xml, a .tsv or .csv file with the columns book, "
        "chapter, verse, text, a table (.csv .tsv .jsonl .xlsx) with the columns source, event, text, a folder made "
        "by `taeg draft`, a folder of documents (.md .txt .docx .pdf), or its corpus.yaml"
    )


@pytest.mark.parametrize("corpus", ["", "no/such/folder", "x" * 5000, "a\x00b", "nothing.tsv"])
def test_missing_paths(corpus: str) -> None:
    with pytest.raises(InputError):
        ingest.read(corpus)


def test_a_path_of_no_known_kind(tmp_path: Path) -> None:
    (tmp_path / "tune.mp3").write_text("words", encoding="utf-8")
    with pytest.raises(InputError, match=r"is of no kind that can be read; accepted: the built-in corpus"):
        ingest.read(str(tmp_path / "tune.mp3"))
    with pytest.raises(InputError, match="the folder has no accounts; put files of these kinds there"):
        ingest.read(str(tmp_path))
    (tmp_path / "weber.txt").write_text("words", encoding="utf-8")
    with pytest.raises(InputError, match="is one document; put it into a folder with the others and name the folder"):
        ingest.read(str(tmp_path / "weber.txt"))


def test_an_unknown_profile() -> None:
    with pytest.raises(InputError, match="unknown profile 'bold'"):
        ingest.read("gospels", profile="bold")


@pytest.mark.parametrize(
    ("times", "remark"),
    [
        (("2031", "2031-05-01T12:00", ""), ""),
        (("2031-05-01T12:00Z", "2031-05-01T12:00+02:00"), ""),
        (("2031-05-01T12:00Z", "2031-05-01", "", "2030"), "2 of 3 times have no zone and are taken as UTC"),
    ],
)
def test_times_with_and_without_zone(tmp_path: Path, times: tuple[str, ...], remark: str) -> None:
    rows = "".join(f"ann,e{i},{i},{time},text {i}\n" for i, time in enumerate(times))
    (tmp_path / "t.csv").write_text(f"source,event,order,time,text\n{rows}")
    remarks = [text for text in ingest.check(str(tmp_path / "t.csv")).remarks if "zone" in text]
    assert (remark in remarks[0]) if remark else not remarks


@pytest.mark.parametrize(
    ("module", "write", "needs"),
    [
        (
            "docx",
            lambda path: docx_file(path.with_suffix(".docx"), [("Heading 1", "arrival"), ("", "She came.")]),
            "Word",
        ),
        ("pypdf", lambda path: pdf_file(path.with_suffix(".pdf"), [["# arrival", "She came."]]), "PDF"),
    ],
)
def test_a_missing_package_is_reported_once_with_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, write: Callable[[Path], Path], needs: str
) -> None:
    first, *_ = [write(tmp_path / name) for name in ("ames", "brandt", "corti")]
    (tmp_path / "dawes.md").write_text("no heading")
    monkeypatch.setitem(sys.modules, module, None)
    faults = ingest.check(str(tmp_path)).faults
    assert len(faults) == 2
    assert faults[0].startswith(f"{first}: a {needs} file needs ")
    assert faults[0].endswith("(other files that need it: 2)")
    with pytest.raises(InputError, match=r"pip install \S+ \(other files that need it: 2\) \(1 more: run `taeg check`"):
        ingest.read(str(tmp_path))
