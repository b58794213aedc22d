"""A user's own corpus, from `taeg init` to a narrative in which every sentence has its source."""

import csv
import json
from pathlib import Path

import pytest

from taeg.consolidate.strategies import STRATEGIES
from tests.conftest import Taeg
from tests.integration.desk import NEWS, NIGHT, Desk, assert_traced, table


@pytest.mark.parametrize("form", [(), ("--table",)], ids=["documents", "table"])
def test_from_init_to_a_sourced_narrative(desk: Desk, tmp_path: Path, form: tuple[str, ...]) -> None:
    folder = tmp_path / "my-case"
    written = json.loads(desk.taeg("init", folder, *form, "--json").out)
    assert sorted(written) == sorted(str(path) for path in folder.rglob("*") if path.is_file())
    assert str(folder / "corpus.yaml") in written

    checked = json.loads(desk.taeg("check", folder, "--json").out)
    assert checked["good"]
    assert not checked["faults"]
    assert (checked["sources"], checked["events"]) == (3, 4)

    assert desk.facts("ingest", folder)["corpus"] == "my-case-audited"
    for strategy in STRATEGIES if not form else ("lexrank", "latest"):
        told = desk.facts("consolidate", "--strategy", strategy)
        assert_traced(told)
        if strategy != "lexrank":
            assert [p["event"] for p in told["passages"]] == ["delivery", "call", "gone", "found"]
    cited = desk.ok("consolidate", "--strategy", "longest", "--cite")
    assert "[delivery A parcel is left in the hall: " in cited
    evaluated = desk.taeg("evaluate", "--seeds", 2, "--metrics", "rougeL", "--fractions", "", "--store", desk.store)
    assert evaluated.code == (2 if form else 0), evaluated.err
    if form:
        assert "reference" in evaluated.err


def test_init_overwrites_nothing(taeg_command: Taeg, case: Path) -> None:
    before = {path: path.read_bytes() for path in case.rglob("*") if path.is_file()}
    for again in (case, case / "corpus.yaml"):
        done = taeg_command("init", again)
        assert done.code == 2
        assert "already exists and is not empty" in done.err
    assert {path: path.read_bytes() for path in case.rglob("*") if path.is_file()} == before
    empty = case.parent / "empty"
    empty.mkdir()
    assert taeg_command("init", empty).code == 0
    assert taeg_command("init", "/proc/nothing/here").code in (1, 2)


@pytest.mark.parametrize("strategy", ["taeg", "lexrank"])
@pytest.mark.parametrize("folder", [NIGHT, NEWS], ids=lambda folder: folder.name)
def test_every_sentence_has_a_source(desk: Desk, folder: Path, strategy: str) -> None:
    desk.ok("ingest", folder)
    assert_traced(desk.facts("consolidate", "--strategy", strategy))


def test_sentences_end_with_their_account(embedded: Desk, tmp_path: Path) -> None:
    rows = [
        {
            "source": who,
            "event": f"e{i}",
            "order": str(i),
            "text": f"{who} saw boat {i} leave the quay",
            "reference": "p. 1",
        }
        for who in ("anna", "bert")
        for i in range(5)
    ]
    for language in ("en", "und"):
        rest = () if language == "und" else ("--language", language)
        embedded.ok("ingest", table(tmp_path / "boats.csv", rows), *rest)
        for strategy in ("longest", "lexrank"):
            assert_traced(embedded.facts("consolidate", "--strategy", strategy))


def test_latest_selects_the_last_report(desk: Desk) -> None:
    desk.ok("ingest", NEWS)
    with (NEWS / "reports.csv").open(encoding="utf-8", newline="") as file:
        reports = list(csv.DictReader(file))
    told = desk.facts("consolidate", "--strategy", "latest")
    for passage in told["passages"]:
        last = max(r["published"] for r in reports if r["story"] == passage["event"])
        assert passage["time"] == last
    versions = {p["event"]: p["version"] for p in told["passages"]}
    assert (
        versions["last-inspection"]
        == max((r["published"], r["id"]) for r in reports if r["story"] == "last-inspection")[1]
    )
    assert desk.facts("query", "updates")


def test_latest_needs_times(embedded: Desk) -> None:
    embedded.ok("ingest", "gospels")
    assert "no version of this corpus has a time" in embedded.refused("consolidate", "--strategy", "latest")
