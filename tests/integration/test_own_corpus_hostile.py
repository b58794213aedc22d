"""Hostile content is stored as it is, has no effect on queries, and prints no control characters."""

import json
import unicodedata
from pathlib import Path

import pytest

from tests.integration.desk import Desk, jsonl, on_terminal

HOSTILE = (
    "'; MATCH (n) DETACH DELETE n //",
    '"}) DETACH DELETE n RETURN {x: "',
    "`) //",
    "$corpus",
    "{0} %s \\n \\",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "a\u202eb\u2066c",
    "\U0001f525\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "עֵד א",
    "--help",
    "a/b/c",
    "NULL",
    "x" * 400,
)
CONTROLS = "\x1b[31mred\x1b]0;title\x07 \x9b31m back\x08\x08 \u202eright to left\u202c \x7f end."


def hostile_rows() -> list[dict[str, str]]:
    texts = [f"{name} and {CONTROLS}" for name in HOSTILE]
    rows = [
        {"source": source, "event": event, "text": text, "reference": event, "title": f"{event} \x1b[2J"}
        for source in HOSTILE[:3]
        for event, text in zip(HOSTILE, texts, strict=True)
    ]
    rows += [{"source": source, "event": "one", "text": f"{source} told one thing."} for source in HOSTILE]
    rows.append({"source": "long", "event": "one", "text": "It went on and on. " * 55_000})
    rows.append({"source": "longer", "event": "one", "text": "x" * 1_000_000})
    return rows


def harmless(text: str) -> None:
    """Assert that there are no control characters."""
    wrong = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c not in "\n\u200c\u200d"}
    assert not wrong, wrong


def test_hostile_content_is_harmless(desk: Desk, case: Path, tmp_path: Path) -> None:
    desk.ok("ingest", case)
    bystander = desk.digest
    path = jsonl(tmp_path / "hostile.jsonl", hostile_rows())
    corpus = ("--corpus", "h")
    harmless(desk.ok("ingest", path, "--id", "h"))
    digest = desk.facts("stats", *corpus)[0]["digest"]
    harmless(desk.ok("stats"))
    harmless(desk.ok("corpora"))
    for event in HOSTILE:
        done = desk.taeg("show", *corpus, "--store", desk.store, "--", event)
        assert done.code == 0, done.err
        harmless(done.out)
    seen = desk.taeg("show", *corpus, "--json", "--store", desk.store, "--", HOSTILE[0]).out
    harmless(seen)
    [version] = [v for v in json.loads(seen)["versions"] if v["source"] == HOSTILE[1]]
    assert version["text"] == f"{HOSTILE[0]} and {CONTROLS}"
    harmless(desk.ok("show", "one", *corpus))
    for strategy in ("taeg", "latest", "priority"):
        done = desk.taeg("consolidate", "--strategy", strategy, *corpus, "--json", "--store", desk.store)
        assert done.code == (2 if strategy == "latest" else 0)
        harmless(done.out)
        harmless(done.err)
    for event in HOSTILE[:8]:
        harmless(desk.ok("query", "event", "--param", f"event={event}", *corpus))
    harmless(desk.ok("query", "timeline", *corpus))
    for name in HOSTILE:
        done = desk.taeg("show", *corpus, "--store", desk.store, "--", f"{name}{name}\x1b[2J")
        assert done.code == 2
        harmless(done.err)
    harmless(desk.ok("correct", "rename", "one", f"{HOSTILE[0]} {CONTROLS}", "--why", HOSTILE[1], *corpus))
    harmless(desk.ok("correct", "split", "one", HOSTILE[5][::-1], "--version", "long:one", *corpus))
    harmless(desk.ok("corrections", *corpus))
    desk.ok("correct", "undo", 1, *corpus)
    desk.ok("correct", "undo", 1, *corpus)
    assert desk.facts("stats", *corpus)[0]["digest"] == digest
    desk.ok("backup", "--out", tmp_path / "b.jsonl", *corpus)
    desk.ok("delete", *corpus)
    assert desk.digest == bystander
    desk.ok("restore", tmp_path / "b.jsonl")
    assert desk.facts("stats", *corpus)[0]["digest"] == digest


def test_no_control_characters_on_a_terminal(embedded: Desk, tmp_path: Path) -> None:
    rows = [{"source": "s", "event": "e", "text": CONTROLS, "title": CONTROLS, "reference": CONTROLS}]
    embedded.ok("ingest", jsonl(tmp_path / "drives.jsonl", rows))
    seen = on_terminal("consolidate", "--cite", "--store", embedded.store)
    assert "right to left" in seen
    harmless(seen.replace("\r\n", "\n"))


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "\x1b[2J", "\ud800"])
def test_unprintable_ids_are_refused(embedded: Desk, tmp_path: Path, name: str) -> None:
    for column in ("source", "event"):
        row = {"source": "s", "event": "e", "text": "Words.", column: name}
        done = embedded.taeg("ingest", jsonl(tmp_path / "bad.jsonl", [row]), "--store", embedded.store)
        assert done.code == 2, done
        assert "bad.jsonl" in done.err
        harmless(done.err)
