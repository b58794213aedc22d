"""Benchmarks: verdicts against bars, the page that shows the results, and generated corpora."""

from pathlib import Path

import pytest

import ingest
from bench import generator, page, table
from bench.table import Row


@pytest.mark.parametrize(
    ("row", "ratio", "met"),
    [
        (table.at_most("load", 3.0, "s", 2, "engine", 2.0), 1.5, True),
        (table.at_most("load", 5.0, "s", 2, "engine", 2.0), 2.5, False),
        (table.at_most("help", 0.31, "s", 0.3), None, False),
        (table.times_as_fast("read", 1.0, "s", 8, "rows", 9.0), 9.0, True),
        (table.times_as_fast("read", 2.0, "s", 8, "rows", 9.0), 4.5, False),
        (table.left_out("load", "UNWIND", "≤ 1.3 x", "no server"), None, None),
    ],
)
def test_verdicts(row: Row, ratio: float | None, met: bool | None) -> None:
    assert (row.ratio, row.met) == (ratio, met)
    assert table.format_rows([row]).splitlines()[2].split()[-1] == {True: "met", False: "MISSED", None: "-"}[met]


def test_the_page_shows_the_recorded_results() -> None:
    written = page.PAGE.read_text("utf-8")
    assert page.fill(written) == written, "run: python -m bench.page"


VERSIONS, SEED = 2_000, 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    generator.write(VERSIONS, SEED, folder)
    return folder


def test_the_seed_determines_the_bytes(folder: Path, tmp_path: Path) -> None:
    for name, seed, same in (("again", SEED, True), ("other", SEED + 1, False)):
        generator.write(VERSIONS, seed, tmp_path / name)
        for path in ("accounts.jsonl", "reference.jsonl", ".truth/timeline.jsonl", ".truth/versions.jsonl"):
            assert ((tmp_path / name / path).read_bytes() == (folder / path).read_bytes()) is same


def test_a_generated_corpus_is_read(folder: Path) -> None:
    events = list(generator.events(VERSIONS, SEED))
    checked = ingest.check(str(folder))
    assert (checked.faults, checked.order_disagreements) == ((), ())
    assert checked.corpus is not None
    assert [event.id for event in checked.corpus.events] == [event.id for event in events]
    assert [event.gold_text for event in checked.corpus.events] == [event.text for event in events]
