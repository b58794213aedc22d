"""Documents as people have them and should not, and corrections and references beside them."""

from pathlib import Path

from tests.integration.corpora_made import ANNA, GOOD, TIMELINE, Case, files, with_part
from tests.unit.documents_made import docx_file, encrypted_pdf, pdf_bytes, pdf_file


def document(path: Path) -> None:
    """A good Word file."""
    docx_file(path, [("Heading 1", "arrival"), ("", "They came at ten.")])


def document_with_macros(path: Path) -> None:
    document(path)
    with_part(path, "word/vbaProject.bin", b"macro")


def document_that_is_a_bomb(path: Path) -> None:
    document(path)
    with_part(path, "word/more.xml", b"<" + b" " * 40_000_000)


def encrypted(path: Path) -> None:
    encrypted_pdf(path, [["# arrival", "They came at ten."]], "secret")


def pictures(path: Path) -> None:
    pdf_file(path, [None, None])


def statement(path: Path) -> None:
    docx_file(
        path,
        [
            ("Heading 1", "Statement of Anna"),
            ("", "I, Anna, say:"),
            ("Heading 2", "1. arrival"),
            ("", "They came at ten."),
            ("Heading 2", "2. departure"),
            ("", "They left at noon."),
        ],
    )


def misspelt(path: Path) -> None:
    pdf_file(path, [["1. arrival", "They came at ten.", "departur", "They left at noon."]])


def headless(path: Path) -> None:
    pdf_file(path, [["They came at ten.", "They left at noon."]])


DOCUMENTS = [
    Case(
        "two files of a name",
        files({"a/anna.md": ANNA, "b/anna.md": ANNA}),
        ("b/anna.md: ", "'anna'", "a/anna.md", "rename one"),
    ),
    Case(
        "text above the first heading",
        files({"anna.md": f"I, Anna, say:\n\n{ANNA}"}),
        ("anna.md:1: ", "'I, Anna, say:'", "put a heading", "'preamble'"),
    ),
    Case(
        "introduction below a heading that is the title",
        files({"timeline.csv": TIMELINE, "anna.md": f"# Anna\n\nI say:\n\n{ANNA.replace('#', '##')}"}),
        ("anna.md:3: ", "'I say:'", "'preamble'"),
    ),
    Case(
        "introduction of a docx below a heading",
        files({"timeline.csv": TIMELINE, "anna.docx": statement}),
        ("anna.docx, paragraph 2: ", "the preamble (3 words) belongs to no event"),
        good=True,
    ),
    Case(
        "heading preamble",
        files({"anna.md": f"# Preamble\n\nI, Anna, say:\n\n{ANNA}"}),
        ("anna.md:1: ", "the preamble (3 words) belongs to no event"),
        good=True,
    ),
    Case(
        "heading preamble alone", files({"anna.md": "# preamble\n\nI, Anna, say:\n"}), ("anna.md:1: ", "put one with")
    ),
    Case(
        "heading misspelt in a pdf",
        files({"timeline.csv": TIMELINE, "anna.pdf": misspelt}),
        ("anna.pdf, page 1: ", "'departur' looks like a heading", "did you mean 'departure'?"),
        good=True,
    ),
    Case("no heading", files({"anna.md": "They came at ten.\n"}), ("anna.md:1: ", "no heading", "# arrival")),
    Case(
        "empty section",
        files({"anna.md": "# arrival\n\n# departure\n\nThey left.\n"}),
        ("anna.md:1: ", "'arrival' is empty", "write its text"),
    ),
    Case("empty document", files({"anna.md": ""}), ("anna.md: ", "is empty", "write a heading")),
    Case(
        "front matter never closed",
        files({"anna.md": f"---\ntitle: Anna\n\n{ANNA}"}),
        ("anna.md:1: ", "not closed", "---"),
    ),
    Case(
        "front matter date",
        files({"anna.md": f"---\ndate: 2024-02-30\n---\n\n{ANNA}"}),
        ("anna.md:2: ", "2024-02-30", "write it as"),
    ),
    Case(
        "front matter language",
        files({"anna.md": f"---\ntitle: Anna\nlang: German\n---\n{ANNA}"}),
        ("anna.md:3: ", "'German'", "such as de"),
    ),
    Case("word with macros", files({"anna.docx": document_with_macros}), ("anna.docx", "macros", "plain .docx")),
    Case("word that is no zip", files({"anna.docx": ANNA}), ("anna.docx", "not .docx", "save it as .docx again")),
    Case(
        "word bomb", files({"anna.docx": document_that_is_a_bomb}), ("anna.docx", "200 times", "save it as .docx again")
    ),
    Case("old word", files({"anna.doc": b"\xd0\xcf\x11\xe0" + bytes(600)}), ("anna.doc", "save it as .docx")),
    Case(
        "old word beside a good file",
        files({"ben.md": ANNA, "anna.doc": b"\xd0\xcf\x11\xe0" + bytes(600)}),
        ("anna.doc", "save it as .docx"),
        good=True,
    ),
    Case(
        "old word named docx",
        files({"anna.docx": b"\xd0\xcf\x11\xe0" + bytes(600)}),
        ("anna.docx", "old .doc", "save it as .docx"),
    ),
    Case("encrypted pdf", files({"anna.pdf": encrypted}), ("anna.pdf", "password", "save a copy without")),
    Case("pdf of pictures", files({"anna.pdf": pictures}), ("anna.pdf", "pictures only", "text recognition")),
    Case(
        "damaged pdf",
        files({"anna.pdf": pdf_bytes([["# arrival", "They came."]])[:300]}),
        ("anna.pdf", "damaged", "make the PDF again"),
    ),
    Case("pdf without heading", files({"anna.pdf": headless}), ("anna.pdf: ", "no line is a heading", "timeline")),
]
"""Documents."""

BESIDE = [
    Case(
        "correction of no kind",
        files({"reports.csv": GOOD, "corrections.yaml": "- why: x\n  choosse: arrival\n"}),
        ("corrections.yaml:1: ", "one thing", "did you mean 'choose'?"),
    ),
    Case(
        "correction with a field missing",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arrival\n"}),
        ("corrections.yaml:1: ", "rename", "must say"),
    ),
    Case(
        "correction with a list inside",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arrival\n  title: [a, b]\n"}),
        ("corrections.yaml:2: ", "a list", "write one text"),
    ),
    Case(
        "correction that is a word",
        files({"reports.csv": GOOD, "corrections.yaml": "- arrival\n"}),
        ("corrections.yaml:1: ", "'arrival'", "rename: arrival"),
    ),
    Case(
        "correction of nothing there",
        files({"reports.csv": GOOD, "corrections.yaml": "- rename: arival\n  title: They come\n"}),
        ("corrections.yaml:1: ", "does not fit", "did you mean 'arrival'?"),
        good=True,
    ),
    Case(
        "reference of an event nobody tells",
        files({"reports.csv": GOOD, "reference.csv": "event,text\narival,They came.\n"}),
        ("reference.csv:2: ", "'arival'", "did you mean 'arrival'?"),
    ),
    Case(
        "reference with an event twice",
        files({"reports.csv": GOOD, "reference.csv": "event,text\narrival,a\narrival,b\n"}),
        ("reference.csv:3: ", "stands twice", "reference.csv:2", "keep one"),
    ),
]
"""Corrections and references beside the accounts."""
