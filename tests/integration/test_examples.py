"""The example corpora: valid, reproducible, and exported as the graph has them."""

import subprocess
import sys

import pytest

import ingest
import taeg
from taeg import export as exports
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"


DIGESTS = {
    "gospels": "8e907178e699fe070d56391ef5dbd6a83a9f61b42952a5499b2079fdf005ac2f",
    "night": "4ddd05609812d954cd59c97a7a7bdb9028fef2c62028af6cc44f1192ade9621b",
    "news": "3dab92f4228bfa8c9369b8dc54ce9ea496c466280e70dc3d99325bdd2471ff76",
    "kings": "39814f9a491f585985fce13e9c3caf2e091f6a993959f7ca789468cfc38c2f1f",
}


@pytest.mark.parametrize("name", DIGESTS)
def test_digests_are_the_same_on_every_engine(address: str, name: str) -> None:
    """A change of these values is a change of content, which users would have to load again."""
    path = name if name == "gospels" else str(EXAMPLES / name)
    found = ingest.check(path)
    assert found.faults == ()
    assert found.corpus is not None
    with taeg.open(address) as graph:
        assert ingest.load(found.corpus, graph).digest == graph.stats().digest == DIGESTS[name]


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
