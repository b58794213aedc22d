"""Supported suffixes and missing libraries."""

import builtins
from collections.abc import Callable
from pathlib import Path

import pytest

import ingest
from ingest.documents import blocks
from ingest.documents import document as documents
from taeg.base.errors import InputError
from tests.unit.documents_made import docx_file, pdf_file
from tests.unit.documents_read import read_document


def test_suffixes() -> None:
    assert all(documents.is_document(Path(name)) for name in ("a.md", "a.MARKDOWN", "a.txt", "a.docx", "a.pdf"))
    for name in ("a.doc", "a.docm", "a.odt", "a.rtf"):
        assert not documents.is_document(Path(name))
        with pytest.raises(InputError, match=r"is \.\w+, which is not read; save it as \.docx"):
            read_document(Path(name))
    with pytest.raises(InputError, match=r"'a.csv' is not a supported document; give one of \.md"):
        read_document(Path("a.csv"))


@pytest.mark.parametrize(("suffix", "library"), [("docx", "python-docx"), ("pdf", "pypdf")])
def test_missing_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, library: str) -> None:
    real: Callable[..., object] = builtins.__import__

    def missing(name: str, *arguments: object, **more: object) -> object:
        level = arguments[3] if len(arguments) > 3 else 0
        if level == 0 and name in ("docx", "pypdf"):
            raise ImportError(name)
        return real(name, *arguments, **more)

    path = tmp_path / f"weber.{suffix}"
    docx_file(path, [("Heading 1", "arrival")]) if suffix == "docx" else pdf_file(path, [["# arrival", "x"]])
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError, match=rf"files need {library}: pip install {library}$"):
        read_document(path)


def test_comparisons_are_limited_across_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "timeline.csv").write_text("event,title\ne1,The Last Evening\n", encoding="utf-8")
    for number in range(5):
        (tmp_path / f"d{number}.md").write_text("# The lst evening\n\nx\n", encoding="utf-8")
    monkeypatch.setattr(blocks, "COMPARISONS", 3)
    remarks = ingest.check(str(tmp_path)).remarks
    assert sum("did you mean 'The Last Evening'?" in remark for remark in remarks) == 3
