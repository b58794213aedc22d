"""Corpora whose documents were cited by the number of a section: corrections and additions find their versions."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import taeg
from ingest import read
from taeg.model.corpus import Corpus, Correction, Version

STATEMENT = """\
# arrival
We came at ten.

# supper
We ate soup.

# supper
No, it was bread.

# supper
I do not know what it was.
"""


def older_fingerprint(version: Version, citation: str) -> str:
    """The fingerprint of a version as it was stored with a correction."""
    content = (version.source, version.event, version.time, citation, version.text)
    return sha256(json.dumps(content).encode()).hexdigest()[:8]


def older(corpus: Corpus) -> Corpus:
    """The corpus as an earlier version of TAEG read it."""

    def cited(version: Version) -> Version:
        citation = f"section {version.order_in_source}"
        base, ambiguous, _ = version.id.partition("#")
        id = f"{base}#{older_fingerprint(version, citation)}" if ambiguous else base
        return replace(version, id=id, citation=citation, located=False)

    return replace(corpus, versions=tuple(map(cited, corpus.versions)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "weber.txt").write_text(STATEMENT)
    (tmp_path / "case" / "braun.txt").write_text("# arrival\nThey came late.\n\n# supper\nThere was fish.\n")
    return tmp_path / "case"


def corrections(corpus: Corpus) -> list[Correction]:
    """A choice, an exclusion and a split of accounts whose ids contain a fingerprint."""
    soup, bread, unknown = sorted((v for v in corpus.versions if "#" in v.id), key=lambda v: v.order_in_source)
    return [
        Correction("choose", "supper", soup.id),
        Correction("exclude", unknown.id),
        Correction("split", "supper", "late supper", versions=(bread.id,)),
    ]


def test_corrections_find_their_versions_again(address: str, folder: Path) -> None:
    corpus = read(str(folder), language="en")
    before = older(corpus)
    with taeg.open(address) as graph:
        graph.put(before)
        graph.correct(*corrections(before))
        stored = graph.corrections()
        assert all(correction.fingerprints for correction in stored)
        assert graph.put(corpus).changed
        assert [correction.problem for correction in graph.corrections()] == [""] * 3
        assert [correction.fingerprints for correction in graph.corrections()] == [c.fingerprints for c in stored]
        found = {version.text: version for version in graph.read().corpus.versions}
        events = {event.id: event for event in graph.read().corpus.events}
        assert found[events["supper"].choice and "We ate soup."].id == events["supper"].choice
        assert found["I do not know what it was."].excluded
        assert found["No, it was bread."].event == "late supper"
        assert found["We ate soup."].citation == "line 5"
        # lines above: the place changes, the corrections still apply
        path = folder / "weber.txt"
        path.write_text(STATEMENT.replace("at ten.", "at ten.\nIt rained."))
        assert graph.put(read(str(folder), language="en")).changed
        assert [correction.problem for correction in graph.corrections()] == [""] * 3
        assert {v.text: v.citation for v in graph.read().corpus.versions}["We ate soup."] == "line 6"


def test_an_addition_updates_the_citations_of_accounts_that_are_there(address: str, folder: Path) -> None:
    corpus = read(str(folder), language="en")
    with taeg.open(address) as graph:
        graph.put(older(corpus))
        assert graph.add(read(str(folder), language="en", part=True)).changed
        assert graph.read().corpus.versions == corpus.versions
        assert graph.stats().digest == graph.put(corpus).digest
