"""A user's own corpus: from `taeg init` to a sourced narrative, `ingest --add` and `remove`."""

import json
import random
from pathlib import Path

import pytest

from taeg.consolidate.strategies import STRATEGIES
from tests.conftest import Taeg
from tests.integration.command_line import NIGHT, CommandLine, assert_traced, change, table


@pytest.mark.parametrize(
    ("address", "form"),
    [("ladybug", ()), ("neo4j", ()), ("ladybug", ("--table",))],
    ids=["ladybug", "neo4j", "ladybug-table"],
    indirect=["address"],
)
def test_from_init_to_a_sourced_narrative(cli: CommandLine, tmp_path: Path, form: tuple[str, ...]) -> None:
    folder = tmp_path / "my-case"
    written = json.loads(cli.taeg("init", folder, *form, "--json").out)
    assert sorted(written) == sorted(str(path) for path in folder.rglob("*") if path.is_file())
    assert str(folder / "corpus.yaml") in written

    checked = json.loads(cli.taeg("check", folder, "--json").out)
    assert checked["good"]
    assert not checked["faults"]
    assert (checked["sources"], checked["events"]) == (3, 4)

    assert cli.facts("ingest", folder)["corpus"] == "my-case-audited"
    for strategy in STRATEGIES if not form else ("lexrank", "latest"):
        consolidated = cli.facts("consolidate", "--strategy", strategy)
        assert_traced(consolidated)
        if strategy != "lexrank":
            told = list(dict.fromkeys(p["event"] for p in consolidated["passages"]))
            assert told == ["delivery", "call", "gone", "found"]
    cited = cli.ok("consolidate", "--strategy", "longest", "--cite")
    assert "[delivery A parcel is left in the hall: " in cited
    evaluated = cli.taeg("evaluate", "--seeds", 2, "--metrics", "rougeL", "--fractions", "", "--store", cli.store)
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


WITNESSES = [path.stem for path in sorted((NIGHT / "statements").iterdir())]


def test_adding_sources_in_any_order_equals_one_ingest(cli: CommandLine, tmp_path: Path) -> None:
    four = WITNESSES[3:7]
    only = [word for witness in four for word in ("--source", witness)]
    cli.ok("ingest", NIGHT, *only, "--id", "night")
    whole, consolidated = cli.digest, cli.ok("consolidate", "--strategy", "taeg", "--cite")
    for order in (four[::-1], random.Random(3).sample(four, len(four))):
        cli.ok("delete", "--corpus", "night")
        cli.ok("ingest", NIGHT, "--source", order[0], "--id", "night")
        for witness in order[1:]:
            cli.ok("ingest", NIGHT, "--source", witness, "--add", "--id", "night")
        assert cli.digest == whole, order
    assert cli.ok("consolidate", "--strategy", "taeg", "--cite") == consolidated

    rows = [
        {"source": "zz-passer-by", "event": "bang", "text": "A bang, and then nothing at all."},
        {"source": "zz-passer-by", "event": "van-leaves", "text": "The van went off towards Moss Street."},
    ]
    further = table(tmp_path / "further.csv", rows)
    added = cli.facts("ingest", further, "--add", "--language", "en")
    assert added["digest"] != whole
    assert not cli.facts("ingest", further, "--add", "--language", "en")["changed"]
    assert cli.facts("remove", "--source", "zz-passer-by")["digest"] == whole
    everybody = cli.facts("ingest", NIGHT, "--add", "--id", "night")["digest"]
    assert cli.facts("ingest", NIGHT, "--id", "night")["digest"] == everybody
    cli.ok("remove", "--source", "novakova")
    assert cli.facts("ingest", NIGHT, "--add", "--id", "night", "--source", "novakova")["digest"] == everybody


def test_add_selects_the_corpus(embedded: CommandLine, case: Path, tmp_path: Path) -> None:
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


def test_conflicting_additions_are_refused(cli: CommandLine, case: Path, tmp_path: Path) -> None:
    cli.ok("ingest", case)
    given = {"id": "p1", "source": "postman", "event": "delivery", "text": "I left it where she said."}
    cli.ok("ingest", table(tmp_path / "good.csv", [given]), "--add")

    def refused(*options: str, **other: str) -> str:
        return cli.refused("ingest", table(tmp_path / "bad.csv", [{**given, **other}]), "--add", *options)

    assert "'delivery'" in refused(id="p2", event="delivry")
    assert "language" in refused("--language", "de", id="p2")
    assert "'p1'" in refused(text="I left it somewhere else.")
    assert "profile" in refused("--profile", "published", id="p2")
    change(case / "timeline.csv", "2024-04-08T11:20", "2024-04-08T11:25")
    assert "11:25" in cli.refused("ingest", case, "--add")
    assert "lindquist" in cli.refused("remove", "--source", "lindquist")
