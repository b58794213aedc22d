"""`ingest --add` and `remove`: in any order, and after a kill, the result is that of a single ingest."""

import csv
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.integration.desk import NEWS, NIGHT, Desk, change, table

WITNESSES = [path.stem for path in sorted((NIGHT / "statements").iterdir())]


def test_adding_sources_in_any_order_equals_one_ingest(desk: Desk, tmp_path: Path) -> None:
    five = WITNESSES[3:8]
    only = [word for witness in five for word in ("--source", witness)]
    desk.ok("ingest", NIGHT, *only, "--id", "night")
    whole, told = desk.digest, desk.ok("consolidate", "--strategy", "taeg", "--cite")
    for order in (five[::-1], [*five[1:], five[0]], random.Random(3).sample(five, len(five))):
        desk.ok("delete", "--corpus", "night")
        desk.ok("ingest", NIGHT, "--source", order[0], "--id", "night")
        for witness in order[1:]:
            desk.ok("ingest", NIGHT, "--source", witness, "--add", "--id", "night")
        assert desk.digest == whole, order
    assert desk.ok("consolidate", "--strategy", "taeg", "--cite") == told

    rows = [
        {"source": "zz-passer-by", "event": "bang", "text": "A bang, and then nothing at all."},
        {"source": "zz-passer-by", "event": "van-leaves", "text": "The van went off towards Moss Street."},
    ]
    further = table(tmp_path / "further.csv", rows)
    added = desk.facts("ingest", further, "--add", "--language", "en")
    assert added["digest"] != whole
    assert not desk.facts("ingest", further, "--add", "--language", "en")["changed"]
    assert desk.facts("remove", "--source", "zz-passer-by")["digest"] == whole
    everybody = desk.facts("ingest", NIGHT, "--add", "--id", "night")["digest"]
    assert desk.facts("ingest", NIGHT, "--id", "night")["digest"] == everybody
    desk.ok("remove", "--source", "novakova")
    assert desk.facts("ingest", NIGHT, "--add", "--id", "night", "--source", "novakova")["digest"] == everybody


def by_day(keep: Sequence[str]) -> list[list[dict[str, str]]]:
    """The reports of each day with these columns."""
    names = {"source": "outlet", "event": "story", "text": "body", "time": "published", "reference": "headline"}
    with (NEWS / "reports.csv").open(encoding="utf-8", newline="") as file:
        reports = list(csv.DictReader(file))
    rows: dict[str, list[dict[str, str]]] = {}
    for report in reports:
        day = min(report["published"][:10], "2024-03-13")  # the later days are short
        rows.setdefault(day, []).append({key: report[names.get(key, key)] for key in keep})
    return list(rows.values())


@pytest.mark.parametrize(("timeline", "ids"), [(True, True), (False, False)], ids=["timeline", "times-only"])
def test_adding_days_in_any_order_equals_one_ingest(desk: Desk, tmp_path: Path, timeline: bool, ids: bool) -> None:
    days = by_day([*(["id"] if ids else []), "source", "event", "time", "reference", "text"])
    assert len(days) == 3
    parts = [table(tmp_path / f"day{i}" / "reports.csv", rows) for i, rows in enumerate(days)]
    whole = table(tmp_path / "whole" / "reports.csv", [row for rows in days for row in rows])
    if timeline:
        for path in (*parts, whole):
            (path.parent / "timeline.csv").write_bytes((NEWS / "timeline.csv").read_bytes())
            (path.parent / "corpus.yaml").write_text("name: reports\nlanguage: en\n")

    def corpus(path: Path) -> tuple[object, ...]:
        return (path.parent,) if timeline else (path, "--language", "en")

    desk.ok("ingest", *corpus(whole), "--id", "news")
    digest = desk.digest
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        first, *rest = order
        desk.ok("ingest", *corpus(parts[first]), "--id", "news")
        for i in rest:
            desk.ok("ingest", *(corpus(parts[i]) if i % 2 else (parts[i], "--language", "en")), "--add")
        assert desk.digest == digest, order
    assert not desk.facts("ingest", *corpus(parts[2]), "--add")["changed"]


def test_add_selects_the_corpus(embedded: Desk, case: Path, tmp_path: Path) -> None:
    row = {"source": "postman", "event": "delivery", "text": "I left it where she said."}
    more = table(tmp_path / "more.csv", [row])
    assert embedded.taeg("ingest", more, "--add", "--store", embedded.store).code == 2
    assert not Path(embedded.store).exists()
    embedded.ok("ingest", case)
    assert embedded.facts("ingest", more, "--add")["corpus"] == "case-audited"
    embedded.ok("ingest", case, "--id", "another")
    said = embedded.refused("ingest", more, "--add")
    assert "case-audited" in said
    assert "another" in said
    assert embedded.facts("ingest", more, "--add", "--id", "another")["changed"]
    assert not embedded.facts("ingest", case, "--add")["changed"], "the one of its own id"
    assert "nowhere" in embedded.refused("ingest", more, "--add", "--id", "nowhere")


def test_conflicting_additions_are_refused(desk: Desk, case: Path, tmp_path: Path) -> None:
    desk.ok("ingest", case)
    given = {"id": "p1", "source": "postman", "event": "delivery", "text": "I left it where she said."}
    desk.ok("ingest", table(tmp_path / "good.csv", [given]), "--add")

    def refused(*options: str, **other: str) -> str:
        return desk.refused("ingest", table(tmp_path / "bad.csv", [{**given, **other}]), "--add", *options)

    assert "'delivery'" in refused(id="p2", event="delivry")
    assert "language" in refused("--language", "de", id="p2")
    assert "'p1'" in refused(text="I left it somewhere else.")
    assert "profile" in refused("--profile", "published", id="p2")
    change(case / "timeline.csv", "2024-04-08T11:20", "2024-04-08T11:25")
    assert "11:25" in desk.refused("ingest", case, "--add")
    assert "lindquist" in desk.refused("remove", "--source", "lindquist")


DOOMED = """
import sys, ingest, taeg
from taeg.base.progress import Progress
class Printed(Progress):
    def stage(self, name, total=0):
        print(name, flush=True)
address, folder, source = sys.argv[1:]
value = ingest.read(folder, sources=[source])
with taeg.open(address) as graph:
    ingest.add(value, graph, "night", Printed())
"""


def test_killed_addition_can_be_repeated(desk: Desk) -> None:
    desk.ok("ingest", NIGHT, "--id", "night")
    whole = desk.digest
    desk.ok("remove", "--source", "hinchliffe")
    less = desk.digest
    for stage in ("versions", "switch"):
        command = [sys.executable, "-c", DOOMED, desk.store, str(NIGHT), "hinchliffe"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout
            assert any(line.strip() == stage for line in process.stdout)
            process.kill()
            process.wait()
        assert desk.digest in (less, whole), stage
    desk.ok("ingest", NIGHT, "--source", "hinchliffe", "--add", "--id", "night")
    assert desk.digest == whole
