"""The place that a corpus was read from: only `--replace` puts a corpus from elsewhere in its place."""

from pathlib import Path

import pytest

import ingest
import taeg
from taeg import InputError
from taeg.graph import backup
from taeg.store.ladybug import compact, driver
from tests.integration.command_line import CommandLine, change, table
from tests.integration.nights import night
from tests.integration.test_migration import execute

ROWS = [
    {"source": "ann", "event": "fire", "text": "A fire burnt in the office."},
    {"source": "bob", "event": "fire", "text": "The office burnt down."},
    {"source": "ann", "event": "rain", "text": "Then rain fell."},
]


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return table(tmp_path / "one" / "table.csv", ROWS)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return table(tmp_path / "other" / "table.csv", [{**row, "text": f"Other {row['text']}"} for row in ROWS])


def test_a_corpus_from_elsewhere_is_not_replaced(cli: CommandLine, one: Path, other: Path) -> None:
    cli.ok("ingest", one)
    before = cli.digest
    assert cli.refused("ingest", other) == (
        f"taeg: corpus 'table-audited' in the graph was read from {one}, this one from {other}; replace it with "
        "--replace, or keep both with another --id\n"
    )
    assert cli.digest == before
    assert not cli.facts("ingest", one)["changed"]
    cli.ok("ingest", other, "--id", "other")
    assert {item["corpus"] for item in cli.facts("corpora")} == {"table-audited", "other"}
    assert cli.facts("ingest", other, "--replace")["changed"]
    assert f"was read from {other}, this one from {one}" in cli.refused("ingest", one)
    assert "give one of them" in cli.refused("ingest", one, "--add", "--replace")


def test_the_same_place_under_other_names(
    cli: CommandLine, case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.ok("ingest", case)
    (tmp_path / "link").symlink_to(case)
    monkeypatch.chdir(case.parent)
    names = (case.name, f"./{case.name}/", tmp_path / "link", case / "corpus.yaml", f"{case.name}/../{case.name}")
    for number, name in enumerate(names):
        (case / "accounts" / "okoro.md").write_text(f"## delivery\nThe driver rang {number} times.\n", encoding="utf-8")
        assert cli.facts("ingest", name, "--id", "case-audited")["changed"]


def test_the_place_is_kept_by_other_changes(cli: CommandLine, one: Path, other: Path, tmp_path: Path) -> None:
    cli.ok("ingest", one)
    more = table(tmp_path / "more.csv", [{"source": "cid", "event": "rain", "text": "It rained."}])
    for command in (
        ("ingest", more, "--add", "--id", "table-audited"),
        ("correct", "rename", "rain", "The rain"),
        ("correct", "undo", "1"),
        ("remove", "--source", "cid"),
    ):
        cli.ok(*command)
        assert f"was read from {one}" in cli.refused("ingest", other)
    change(one, "Then rain fell", "Then heavy rain fell")
    assert cli.facts("ingest", one)["changed"]


def test_the_same_content_from_elsewhere(cli: CommandLine, one: Path, tmp_path: Path) -> None:
    cli.ok("ingest", one)
    copied = table(tmp_path / "copied" / "table.csv", ROWS)
    assert not cli.facts("ingest", copied)["changed"]
    change(copied, "Then rain fell", "Then heavy rain fell")
    assert f"was read from {one}, this one from {copied}" in cli.refused("ingest", copied)
    change(copied, "Then heavy rain fell", "Then rain fell")
    assert not cli.facts("ingest", copied, "--replace")["changed"]
    change(copied, "Then rain fell", "Then heavy rain fell")
    assert cli.facts("ingest", copied)["changed"], "the place is the new one"


def test_unknown_places_are_replaced(address: str, one: Path, other: Path, tmp_path: Path) -> None:
    """Corpora of older graphs, of backups and made in Python."""
    first, second = ingest.read(str(one)), ingest.read(str(other))
    with taeg.open(address) as graph:
        ingest.load(first, graph)
        backup.write_file(tmp_path / "backup.jsonl", [graph.dump()])
        assert str(tmp_path) not in (tmp_path / "backup.jsonl").read_text(encoding="utf-8")
        graph.restore(*backup.read_file(tmp_path / "backup.jsonl"))
        with pytest.raises(InputError, match="replace it with --replace, or keep both with another --id"):
            ingest.load(second, graph)
        assert ingest.load(second, graph, replace=True).replaced
        graph.restore(*backup.read_file(tmp_path / "backup.jsonl"))
        assert graph.corpus().path == ""
        assert ingest.load(second, graph).replaced
        assert graph.corpus().path == str(other)
        assert graph.put(night(), "table-audited").replaced
        assert ingest.load(first, graph).replaced
        execute(graph.store, "MATCH (c:Corpus) SET c.path = null")
        assert not ingest.load(first, graph).changed
        assert graph.corpus().path == str(one), "the place is recorded although nothing changed"


def test_a_copy_replaces_another_corpus_only_if_asked(
    embedded: CommandLine, one: Path, other: Path, tmp_path: Path
) -> None:
    """Regression: the other corpus was replaced, and its runs and corrections lost."""
    target = tmp_path / "target.db"
    embedded.ok("ingest", other)
    embedded.ok("copy", "--to", target)
    embedded.ok("ingest", one, "--replace")
    assert "has another corpus with the id 'table-audited'" in embedded.refused("copy", "--to", target)
    with taeg.open(str(target), read_only=True) as graph:
        assert graph.corpus().digest != embedded.digest
    embedded.ok("copy", "--to", target, "--replace")
    embedded.ok("copy", "--to", target)
    with taeg.open(str(target), read_only=True) as graph:
        assert graph.corpus().digest == embedded.digest


def test_the_place_is_in_no_export_and_no_digest(cli: CommandLine, one: Path, tmp_path: Path) -> None:
    cli.ok("ingest", one)
    cli.ok("consolidate", "--strategy", "longest", "--out", tmp_path / "narrative.txt")
    out = tmp_path / "out"
    out.mkdir()
    for format, name in (("json", "b.json"), ("html", "b.html"), ("tei", "b.xml"), ("graphml", "b.graphml")):
        cli.ok("export", "--format", format, "--out", out / name)
    assert not [path for path in out.iterdir() if str(one.parent) in path.read_text(encoding="utf-8")]
    assert str(one.parent) not in cli.ok("stats", "--json") + cli.ok("corpora", "--json")
    assert cli.digest == ingest.build(ingest.read(str(one))).digest


def test_a_compacted_file_keeps_the_place(embedded: CommandLine, one: Path, other: Path) -> None:
    embedded.ok("ingest", one)
    compact.rewrite(Path(embedded.store), driver.database)
    assert f"was read from {one}" in embedded.refused("ingest", other)


def test_the_built_in_corpus_is_one_place(embedded: CommandLine, one: Path) -> None:
    embedded.ok("ingest", "gospels", "--id", "g")
    assert embedded.facts("ingest", "gospels", "--translation", "kjv", "--id", "g")["changed"]
    assert "was read from gospels (built-in), this one from" in embedded.refused("ingest", one, "--id", "g")
