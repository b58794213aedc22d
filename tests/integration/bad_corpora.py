"""Corpora as people have them and should not: how each is made stands beside what must be said of it."""

import os
from pathlib import Path

from tests.integration.bad_documents import BESIDE, DOCUMENTS
from tests.integration.bad_manifests import MANIFESTS
from tests.integration.bad_tables import ENCODED, ORDERS, TABLES
from tests.integration.corpora_made import ANNA, GOOD, Case, files, manifest


def unreadable_folder(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "more").mkdir()
    (folder / "more").chmod(0)


def unreadable_folder_named(folder: Path) -> None:
    unreadable_folder(folder)
    (folder / "corpus.yaml").write_text("files: more/reports.csv\n")


def unreadable_file(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "reports.csv").chmod(0)


def name_with_line_feed(folder: Path) -> None:
    (folder / "anna\nsmith.md").write_text(ANNA)


def name_that_is_not_text(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/ann\xe4.md")).write_text(ANNA)


def one_document(folder: Path) -> Path:
    (folder / "anna.md").write_text(ANNA)
    return folder / "anna.md"


FOLDERS = [
    Case(
        "folder without account",
        files({"notes.md": "Things to do.", "photo.jpg": b"\xff\xd8\xff"}),
        ("case", "holds no account", ".md"),
    ),
    Case(
        "corpus.yml",
        files({"reports.csv": GOOD, "corpus.yml": "files: reports.csv\n"}),
        ("corpus.yml: ", "rename it", "corpus.yaml"),
    ),
    Case("no file is named", manifest("files: []\n"), ("corpus.yaml:1: ", "no file is named", "- reports.csv")),
    Case("files without a name", manifest("files:\n"), ("corpus.yaml:1: ", "name is empty", "complete")),
    Case(
        "corrections that are not named",
        manifest("files: reports.csv\n", corrections_yaml="- rename: arrival\n"),
        ("corrections.yaml:1: ", "must say title"),
    ),
    Case("empty folder", files({}), ("case", "holds no account", ".md")),
    Case("name with a line feed", name_with_line_feed, ("anna", "smith.md", "rename")),
    Case("name that is not text", name_that_is_not_text, ("ann", ".md", "rename")),
    Case("one document", one_document, ("anna.md", "one document", "name the folder")),
    Case("no such folder", lambda folder: folder / "nothing", ("nothing", "no corpus, file or folder")),
]
"""Folders, and names of files."""

CASES = [*ENCODED, *TABLES, *ORDERS, *MANIFESTS, *DOCUMENTS, *BESIDE, *FOLDERS]
UNREADABLE = [
    Case("folder that may not be read", unreadable_folder, ("more", "cannot be read")),
    Case("named file in such a folder", unreadable_folder_named, ("corpus.yaml:1: ", "more", "cannot be read")),
    Case("file that may not be read", unreadable_file, ("reports.csv", "cannot be read")),
]
