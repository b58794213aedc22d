"""Office files are zips: which are sound, and which are refused before anything reads them."""

import contextlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from ingest import archives
from ingest.archives import check_zip
from taeg.base.errors import InputError
from tests.unit.table_files import HEADER, OLE, workbook, zipped


def check(path: Path, content: bytes) -> Mapping[str, int]:
    path.write_bytes(content)
    return check_zip(path)


def test_sound_office_file(tmp_path: Path) -> None:
    assert "xl/workbook.xml" in check_zip(workbook(tmp_path / "book.xlsx", HEADER))
    svg = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><svg/>'
    assert check(tmp_path / "a.docx", zipped({"word/media/a.svg": svg, "b.xml": "\ufeff<a/>", "c.xml": ""}))


def encrypted() -> bytes:
    """A zip whose member says that it is encrypted."""
    content = bytearray(zipped({"a.xml": "<a/>"}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def lying(size: int) -> bytes:
    """A zip whose member is larger than it says."""
    content = zipped({"a.bin": bytes(1000)})
    return content.replace((1000).to_bytes(4, "little"), size.to_bytes(4, "little"))


LAUGHS = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"plain", "is text or something else, not .docx; open it in Word and save it as .docx again"),
        (b"%PDF-1.7", "is a PDF, not .docx"),
        (OLE, "is protected by a password, or an old .doc or .xls; open it in Word"),
        (zipped({}), "is damaged"),
        (zipped({"a.xml": "<a/>"})[:-30], "is damaged"),
        (
            zipped({"a.xml": "<a/>" * 99}, zipfile.ZIP_STORED).replace(b"<a/><a", b"<b/><b"),
            "is damaged (BadZipFile: Bad CRC-32",
        ),
        (encrypted(), "is protected by a password; save it without one"),
        (zipped({"../a.xml": "<a/>"}), "points outside of it ('../a.xml')"),
        (zipped({"/a.xml": "<a/>"}), "points outside"),
        (zipped({"..\\a.xml": "<a/>"}), "points outside"),
        (zipped({"C:/a.xml": "<a/>"}), "points outside"),
        (zipped({"word/vbaProject.bin": "x"}), "contains macros; save it as a plain .docx"),
        (zipped({"a.xml": "<a/>"}, zipfile.ZIP_LZMA), "is packed as no office program does"),
        (zipped({"a.xml": bytes(2 * 1024**2)}), "would unpack to more than 200 times its size ('a.xml')"),
        (lying(100), "is damaged"),
        (lying(100_000), "ok"),
        (zipped({"xl/sharedStrings.xml": LAUGHS}), "'xl/sharedStrings.xml' defines its own document type"),
        (zipped({"a.xml": LAUGHS.encode("utf-16")}), "defines its own document type"),
        (zipped({"a.xml": LAUGHS.encode("utf-16-be")}), "defines its own document type"),
        (zipped({"a.rels": '<!DOCTYPE a SYSTEM "x">'}), "defines its own document type"),
        (zipped({"a.svg": LAUGHS}), "defines its own document type"),
        (zipped({"a.xml": f"<!--{' ' * (1024**2 - 9)}-->{LAUGHS}"}, zipfile.ZIP_STORED), "its own document type"),
        (zipped({"a.xml": LAUGHS.encode("cp037")}), "is not XML in UTF-8 or UTF-16"),
    ],
)
def test_unsafe_office_files(tmp_path: Path, content: bytes, words: str) -> None:
    if words == "ok":
        assert len(check(tmp_path / "a.docx", content)) == 1
        return
    with pytest.raises(InputError) as caught:
        check(tmp_path / "a.docx", content)
    assert str(caught.value).startswith(f"{str(tmp_path / 'a.docx')!r}")
    assert words in str(caught.value)


def test_office_files_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "UNPACKED", 1000)
    with pytest.raises(InputError, match="would unpack to more than"):
        check(tmp_path / "a.docx", zipped({"a.xml": "<a/>" * 200, "b.xml": "<b/>" * 200}))
    monkeypatch.setattr(archives, "MEMBERS", 3)
    with pytest.raises(InputError, match="has more than 3 parts"):
        check(tmp_path / "a.docx", zipped({f"{number}.xml": "<a/>" for number in range(4)}))


@pytest.mark.parametrize(
    "members",
    [
        {"a.xml": "<a/>" * 21},
        {"a.xml": "<a " + " ".join(f"b{number} = ''" for number in range(20)) + "/>"},
        {"a.xml": "<a>" + "<?b?><!---->" * 9 + "<c/></a>"},
        {"a.xml": "<a/>" * 11, "b.rels": "<b/>" * 10},
        {"a.xml": "<a/>" * 11, "b.bin": " \n<b/>" * 10},
        {"a.xml": ("<a/>" * 21).encode("utf-16")},
        {"a.xml": "<a>" + " " * 2 * 1024**2 + "</a>" * 20},
    ],
)
def test_tags_and_attributes_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: dict[str, bytes | str]
) -> None:
    monkeypatch.setattr(archives, "TAGS", {".docx": 20, ".xlsx": 21})
    content = zipped(members, zipfile.ZIP_STORED)
    with pytest.raises(InputError, match=r"a\.docx' has more than 20 tags and attributes; divide it"):
        check(tmp_path / "a.docx", content)
    assert sum(check(tmp_path / "a.xlsx", content).values()) == 21


def test_pictures_have_no_tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "TAGS", {".docx": 2})
    picture = b"\x89PNG" + b"<=" * 100
    found = check(tmp_path / "a.docx", zipped({"word/media/a.png": picture, "b.xml": "<b c='d'/>"}))
    assert found == {"word/media/a.png": 0, "b.xml": 2}


def test_damage_at_any_byte_is_reported(tmp_path: Path) -> None:
    whole = zipped({"word/document.xml": "<a>some text of a document</a>", "b.xml": "<b/>"})
    for at in range(len(whole)):
        for content in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]):
            with contextlib.suppress(InputError):  # and nothing else; a byte of a date does no harm
                check(tmp_path / "a.docx", content)
