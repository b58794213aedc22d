"""The example corpora: valid, reproducible, and exported as the graph has them."""

import subprocess
import sys

import pytest

import ingest
import taeg
from taeg import export as exports
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize(("name", "events", "versions"), [("night", 27, 117), ("news", 25, 95), ("kings", 263, 417)])
def test_examples_are_valid(name: str, events: int, versions: int) -> None:
    found = ingest.check(str(EXAMPLES / name))
    assert found.faults == ()
    assert found.corpus is not None
    assert (len(found.corpus.events), len(found.corpus.versions)) == (events, versions)
    assert all(event.gold_text for event in found.corpus.events)


def test_kings_is_built_from_its_table() -> None:
    command = [sys.executable, EXAMPLES / "kings" / "build.py", "--check"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("strategy", ["priority", "lexrank"])
def test_exports_equal_the_narrative(address: str, strategy: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(ingest.read(str(EXAMPLES / "night")), graph)
        narrative = graph.consolidate(strategy)
        book = exports.read(graph, "text")
    assert book.main.passages == narrative.passages
    assert book.main.sentences == narrative.sentences
