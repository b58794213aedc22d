"""No query is built from input: hostile values in every field and option, and every statement the engines are sent.

That Python code contains no Cypher at all is shown in tests/unit/test_cypher.py.
"""

import json
import re
from pathlib import Path
from typing import Any

import ladybug
import neo4j
import pytest

import cypher
from tests.conftest import ROOT, Taeg
from tests.security.hostile import CYPHER, NAMES, ROWS


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that a driver is given."""
    texts: list[str] = []

    def listen(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def hear(self: object, query: object, *args: object, **kwargs: object) -> object:
            if not isinstance(query, ladybug.PreparedStatement):
                texts.append(str(getattr(query, "text", query)))
            return original(self, query, *args, **kwargs)

        monkeypatch.setattr(owner, name, hear)

    for owner in (neo4j.Session, neo4j.Transaction, neo4j.ManagedTransaction):
        listen(owner, "run")
    listen(ladybug.Connection, "execute")
    listen(ladybug.Connection, "prepare")
    return texts


def test_hostile_input_reaches_no_statement(
    heard: list[str], store: str, taeg_command: Taeg, hostile_corpus: Path, tmp_path: Path
) -> None:
    """Every command that takes names or text."""
    name = CYPHER[1]
    corpus = ("--corpus", name, "--store", store)

    def done(*words: object, code: int = 0) -> None:
        outcome = taeg_command(*words)
        assert outcome.code == code, (words, outcome.err)
        assert "Traceback" not in outcome.err

    def facts(*words: object) -> Any:  # noqa: ANN401 (any JSON)
        return json.loads(taeg_command(*words, "--json", *corpus).out)

    done("ingest", "examples/night", "--id", "bystander", "--store", store)
    bystander = taeg_command("stats", "--corpus", "bystander", "--json", "--store", store).out
    done("ingest", hostile_corpus, "--id", name, "--store", store)
    stored = {(v["source"], v["text"]) for v in facts("show", NAMES[0])["versions"]}
    assert stored == {(row["source"], row["text"]) for row in ROWS if row["event"] == NAMES[0]}
    done("stats", *corpus)
    for event in NAMES:
        done("show", *corpus, "--", event)
        done("query", "event", f"--param=event={event}", *corpus)
    done("query", "source_path", f"--param=source={CYPHER[0]}", *corpus)
    done("consolidate", "--strategy", "longest", *corpus)
    done("consolidate", "--strategy", "priority", f"--set=order={CYPHER[0]}", *corpus)
    for wrong in CYPHER:
        done("show", *corpus, "--", f"{wrong}!", code=2)
        done("query", wrong, *corpus, code=2)
        done("query", "run", f"--param=run={wrong}", *corpus, code=2)
        done("stats", "--corpus", f"{wrong}!", "--store", store, code=2)
    done("correct", "rename", CYPHER[0], CYPHER[1], "--why", CYPHER[2], *corpus)
    done("corrections", *corpus)
    done("ingest", hostile_corpus, "--add", "--id", name, "--store", store)
    done("remove", f"--source={CYPHER[0]}", *corpus)
    done("consolidate", "--strategy", "taeg", *corpus)
    done("export", "--out", tmp_path / "page.html", *corpus)
    digest = facts("stats")[0]["digest"]
    done("backup", "--out", tmp_path / "b.jsonl", *corpus)
    done("copy", "--to", tmp_path / "copy.db", *corpus)
    done("delete", *corpus)
    done("restore", tmp_path / "b.jsonl", "--store", store)
    assert facts("stats")[0]["digest"] == digest
    done("delete", *corpus)
    assert taeg_command("stats", "--corpus", "bystander", "--json", "--store", store).out == bystander
    files = sorted((ROOT / "cypher").rglob("*.cypher"))
    queries = [cypher.query(path.relative_to(ROOT / "cypher").with_suffix("").as_posix()) for path in files]
    known = {text for query in queries for text in (query.text, *query.statements)}
    known |= {cypher.own_labels(text) for text in known}
    templates = [re.compile(filled_pattern(text)) for text in known]
    assert len(heard) > 200
    assert [text for text in set(heard) - known if not any(t.fullmatch(text) for t in templates)] == []


def filled_pattern(text: str) -> str:
    """Match a statement with names of the schema for labels and fields, and numbers for the bounds of a slice."""
    name = "|".join(set(re.findall(r"\w+", cypher.query("ladybug/schema").text)))
    lines = [(re.escape(line), "FIELD" in line) for line in text.splitlines(keepends=True)]
    pattern = "".join(f"(?:{line})*" if repeated else line for line, repeated in lines)
    # on Neo4j `MERGE (n:LABEL {…})` becomes `MERGE (n:TaegVersion {…}) ON CREATE SET n:Version`
    pattern = re.sub(r"(MERGE\\ \\\(n:LABEL\\ .*?\\\))", r"\1(?: ON CREATE SET n:LABEL)?", pattern)
    filled = pattern.replace("FIELD", f"(?:{name})").replace("LABEL", f"(?:{cypher.OWN})?(?:{name})")
    return re.sub(r"\\\$(start|stop)\b", r"(?:\\$\1|\\d+)", filled)
