"""DOCX and PDF files made for tests: no binary files in the repository, and each test shows what its file holds."""

import io
from collections.abc import Sequence
from pathlib import Path

import docx
import pypdf
from docx.document import Document
from docx.oxml import parse_xml

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx_file(path: Path, paragraphs: Sequence[tuple[str, str]]) -> Path:
    """A file of paragraphs, each a style and a text."""
    document = docx.Document()
    for style, text in paragraphs:
        document.add_paragraph(text, style or None)
    document.save(str(path))
    return path


def add_xml(document: Document, xml: str) -> None:
    """Append WordprocessingML to the body; `w:p` and the like need no namespace of their own."""
    wrapped = parse_xml(f"<w:body {W}>{xml}</w:body>")
    for element in list(wrapped):
        document.element.body.insert_element_before(element, "w:sectPr")


def pdf_bytes(pages: Sequence[Sequence[str] | None]) -> bytes:
    """A PDF with a page for each list of lines; for None a page that holds a picture only."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for lines in pages:
        content = _picture() if lines is None else _lines(lines)
        objects.append(b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>"
            % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    return _assembled(objects)


def pdf_file(path: Path, pages: Sequence[Sequence[str] | None]) -> Path:
    """A file of `pdf_bytes`."""
    path.write_bytes(pdf_bytes(pages))
    return path


def encrypted_pdf(path: Path, pages: Sequence[Sequence[str]], password: str) -> Path:
    """The same with a user password, which may be empty."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf_bytes(pages)))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    writer.write(str(path))
    return path


def _lines(lines: Sequence[str]) -> bytes:
    shown = []
    for line in lines:
        escaped = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("latin-1")
        shown.append(b"(%s) Tj 0 -14 Td" % (escaped or b" "))
    return b"BT /F 11 Tf 50 800 Td\n%s\nET" % b"\n".join(shown)


def _picture() -> bytes:
    return b"q 100 0 0 100 50 700 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q"


def _assembled(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
