"""XML and zip attacks on every reader: entities, document types, external references, paths, bombs.

Each reader gets each attack while a server listens on the address in it. The checks themselves are tested in
tests/unit/test_archives.py and tests/unit/test_xml_folder.py.
"""

import socket
import stat
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ingest
from taeg.base.errors import InputError
from tests.fuzz.bounds import bounded
from tests.unit.document_files import docx_file
from tests.unit.gospel_files import BOOK, CHRONOLOGY, gospel_folder
from tests.unit.table_files import workbook

LAUGHS = '<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
BOMB = 100 << 20
"""Bytes of blanks."""
MEGABYTES = 50.0
"""Memory that reading may take."""


class Listener:
    """A server on loopback that counts connections."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/x.dtd"
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        while True:
            try:
                self._socket.accept()[0].close()
            except OSError:
                return
            self.calls += 1

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    with socket.create_connection(("127.0.0.1", int(listener.url.split(":")[2].split("/")[0]))):
        pass
    yield listener
    assert listener.calls <= 1, "only the fixture may have connected"
    listener.close()


def chronology(folder: Path, doctype: str, use: str) -> Path:
    text = CHRONOLOGY.replace("<chronology>", f"{doctype}<chronology>")
    return gospel_folder(folder, text.replace("A lamp is lit", f"{use}A lamp is lit"))


def bible(folder: Path, doctype: str, use: str) -> Path:
    chronology(folder, "", "")
    text = BOOK.format(name="Luke").replace("<bible", f"{doctype}<bible", 1).replace("It burned", f"{use}It burned")
    (folder / "Luke.xml").write_text(text)
    return folder


def replaced(path: Path, part: str, old: str, new: str, name: str = "") -> None:
    """Replace a text in a part of an office file, and rename the part."""
    with zipfile.ZipFile(path) as archive:
        parts = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    content = parts.pop(part).decode()
    assert old in content
    parts[name or part] = content.replace(old, new, 1).encode()
    if name:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(part.encode(), name.encode())
        parts["_rels/.rels"] = parts["_rels/.rels"].replace(part.encode(), name.encode())
        rels = f"word/_rels/{Path(part).name}.rels"
        parts[f"word/_rels/{Path(name).name}.rels"] = parts.pop(rels)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in parts.items():
            archive.writestr(entry, data)


def word(folder: Path, doctype: str, use: str, name: str = "") -> Path:
    path = folder / "anna.docx"
    docx_file(path, [("Heading 1", "arrival"), ("Normal", "They came at ten.")])
    replaced(path, "word/document.xml", "<w:document", f"{doctype}<w:document", name)
    replaced(path, name or "word/document.xml", "They came", f"{use}They came")
    return folder


def word_by_another_name(folder: Path, doctype: str, use: str) -> Path:
    """The same in a part whose name has another extension than XML."""
    return word(folder, doctype, use, "word/document.bin")


def excel(folder: Path, doctype: str, use: str) -> Path:
    path = workbook(folder / "reports.xlsx", ["source", "event", "text"], ["anna", "arrival", "They came."])
    replaced(path, "xl/worksheets/sheet1.xml", "<worksheet", f"{doctype}<worksheet")
    replaced(path, "xl/worksheets/sheet1.xml", "They came", f"{use}They came")
    return path


Build = Callable[[Path, str, str], Path]
READERS: tuple[Build, ...] = (chronology, bible, word, word_by_another_name, excel)
ATTACKS = {
    "billion laughs": ("<!DOCTYPE x [" + LAUGHS + "]>", "&l9;"),
    "quadratic": ('<!DOCTYPE x [<!ENTITY l0 "' + "ha" * 50_000 + '">]>', "&l0;" * 20_000),
    "external entity, file": ('<!DOCTYPE x [<!ENTITY l0 SYSTEM "file://{secret}">]>', "&l0;"),
    "external entity, net": ('<!DOCTYPE x [<!ENTITY l0 SYSTEM "{url}">]>', "&l0;"),
    "external DTD": ('<!DOCTYPE x SYSTEM "{url}">', ""),
    "external DTD, public": ('<!DOCTYPE x PUBLIC "-//X//Y" "{url}">', ""),
    "parameter entity": ('<!DOCTYPE x [<!ENTITY % p SYSTEM "{url}"> %p;]>', ""),
    "style sheet": ('<?xml-stylesheet href="{url}" type="text/xsl"?>', ""),
    "inclusion": ("", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{url}" parse="text"/>'),
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("build", READERS, ids=lambda build: build.__name__)
def test_xml_entities_and_references_are_not_resolved(
    build: Build, attack: str, tmp_path: Path, listener: Listener
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("HIDDEN")
    doctype, use = (part.replace("{url}", listener.url).replace("{secret}", str(secret)) for part in ATTACKS[attack])
    folder = tmp_path / "corpus"
    folder.mkdir()
    corpus = build(folder, doctype, use)
    with bounded(megabytes=MEGABYTES):
        found = ingest.check(str(corpus), language="en")
    if found.corpus is not None:
        assert "<!DOCTYPE" not in doctype or build is word_by_another_name, "a document type is never read"
        assert sum(len(version.text) for version in found.corpus.versions) < 2000
    assert "HIDDEN" not in repr(found)
    assert sum(map(len, found.faults)) < 2000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "secret"]


ENTRIES: dict[str, tuple[str, bytes, int]] = {
    "upwards": ("../escaped.xml", b"<a/>", 0),
    "absolute": ("/tmp/escaped.xml", b"<a/>", 0),
    "by backslashes": ("..\\escaped.xml", b"<a/>", 0),
    "by a drive": ("C:\\escaped.xml", b"<a/>", 0),
    "a link": ("word/link.xml", b"/etc/passwd", stat.S_IFLNK | 0o777),
    "a bomb": ("word/more.xml", b" " * BOMB, 0),
}
"""Name, content and attributes of a member of a zip."""


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("build", [word, excel], ids=lambda build: build.__name__)
def test_hostile_zips_are_refused(build: Build, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    corpus = build(folder, "", "")
    [path] = folder.iterdir()
    entry, (entry_name, content, attributes) = zipfile.ZipInfo(), ENTRIES[name]
    entry.filename, entry.create_system, entry.external_attr = entry_name, 3, attributes << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    with bounded(megabytes=MEGABYTES), pytest.raises(InputError) as caught:
        ingest.read(str(corpus), language="en")
    assert path.name in str(caught.value)
    assert [p.name for p in tmp_path.rglob("*")] == ["corpus", path.name]
