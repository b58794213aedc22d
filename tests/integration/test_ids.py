"""Ids written in several forms: NFC and NFD, other spaces, invisible characters."""

from pathlib import Path

import pytest

from tests.integration.command_line import CommandLine, table

NAME, OTHER = "caf\u00e9 noir", "cafe\u0301\u00a0noir\u200b"


@pytest.fixture
def talk(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """A graph with a corpus that is called like one of its events and sources, in two forms."""
    rows = [
        {"source": NAME, "event": OTHER, "text": "The door was open."},
        {"source": "bob", "event": NAME, "text": "The door was closed."},
        {"source": OTHER, "event": "tea", "text": "Then tea came."},
        {"source": "bob", "event": "tea", "text": "Tea came, and cake."},
    ]
    facts = cli.facts("ingest", table(tmp_path / "talk.csv", rows), "--id", OTHER, "--language", "en")
    assert (facts["corpus"], facts["events"], facts["versions"]) == (NAME, 2, 4)
    return cli


def test_commands_accept_any_form(talk: CommandLine) -> None:
    assert talk.facts("show", OTHER, "--corpus", OTHER)["id"] == NAME
    runs = [
        talk.facts("consolidate", "--strategy", "longest", "--from", form, "--to", form, "--source", form)["run"]
        for form in (NAME, OTHER)
    ]
    assert runs[0] == runs[1] == f"longest,from={NAME},to={NAME},source={NAME}"
    chosen = talk.facts("consolidate", "--strategy", "priority", "--set", f"order={OTHER}")
    assert chosen["passages"][0]["source"] == NAME
    for query, parameter in (("event", "event"), ("source_path", "source")):
        assert talk.facts("query", query, "--param", f"{parameter}={OTHER}") == talk.facts(
            "query", query, "--param", f"{parameter}={NAME}"
        )
    exported = talk.facts("export", "--format", "json", "--run", runs[0].replace(NAME, OTHER), "--out", "-")
    assert exported["corpus"]["id"] == NAME


def test_corrections_accept_any_form(talk: CommandLine) -> None:
    [choice] = talk.facts("correct", "choose", OTHER, f"{OTHER}:{OTHER}")["corrections"]
    assert choice == {
        "number": 1,
        "from": "command",
        "correction": f"choose {NAME} version {NAME}:{NAME}",
        "does not fit": "",
    }
    assert "this correction already exists, as number 1" in talk.refused("correct", "choose", NAME, f"{NAME}:{NAME}")
    talk.ok("correct", "split", OTHER, "th\u00e9\u00a0vert", "--version", f"bob:{OTHER}")
    assert talk.facts("show", "the\u0301 vert")["id"] == "th\u00e9 vert"
    assert talk.facts("correct", "undo", f"choose {OTHER} version {NAME}:{OTHER}")["corrections"][0]["number"] == 1
    talk.ok("remove", "--source", OTHER)
    assert {row["source"] for row in talk.facts("query", "timeline") if "source" in row} <= {"bob"}
    talk.ok("delete", "--corpus", OTHER)
    assert talk.facts("corpora") == []


def test_added_accounts_are_of_the_same_events(talk: CommandLine, tmp_path: Path) -> None:
    more = table(tmp_path / "more.csv", [{"source": "cid", "event": OTHER, "text": "The door was red."}])
    facts = talk.facts("ingest", more, "--add", "--id", OTHER, "--language", "en")
    assert (facts["events"], facts["versions"]) == (2, 5)
