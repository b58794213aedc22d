"""The passages of a draft in a graph: their place, confidence and decision, outside the digest."""

from dataclasses import replace
from pathlib import Path

import pytest

import taeg
from taeg.base.errors import InputError
from taeg.build import build
from taeg.graph.backup import read_file, write_file
from taeg.model.corpus import Corpus, Correction, Version
from tests.integration import accounts


def draft(confidence: float = 0.25, decided: str = "machine") -> Corpus:
    """A corpus whose first version is a passage of a draft."""
    corpus = accounts.corpus()
    first, *others = corpus.versions
    place = {"start": 3, "end": 3 + len(first.text), "file": "texts/a.docx.txt"}
    return replace(corpus, versions=(replace(first, **place, confidence=confidence, decided=decided), *others))


def test_passages_of_a_draft_are_stored(address: str, tmp_path: Path) -> None:
    corpus = draft()
    with taeg.open(address) as graph:
        loaded = graph.put(corpus)
        assert loaded.digest == build(accounts.corpus()).digest  # confidences are no part of the content
        stored = graph.read()
        assert stored.corpus.versions == corpus.versions
        same = stored.same_event
        of_first = (same.a == 0) | (same.b == 0)
        assert set(same.properties["confidence"][of_first].tolist()) == {0.25}
        assert set(same.properties["confidence"][~of_first].tolist()) <= {1.0}
        [doubtful, *_] = graph.query("doubtful")
        assert corpus.versions[0].id in (doubtful["version"], doubtful["other"])
        assert not graph.put(corpus).changed
        assert graph.put(draft(1.0, "person")).changed  # the same digest, another confidence
        assert graph.read().corpus.versions[0].decided == "person"
        write_file(tmp_path / "all.taeg", [graph.dump()])
    [dump] = read_file(tmp_path / "all.taeg")
    with taeg.open(str(tmp_path / "other.db")) as other:
        other.restore(dump)
        assert other.read().corpus.versions == draft(1.0, "person").versions


@pytest.mark.parametrize("values", [{"start": 5, "end": 4}, {"confidence": 1.5}, {"decided": "nobody"}])
def test_impossible_values_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(InputError, match="has an invalid place, confidence or decision"):
        Version("v", "e", "s", "text", **values)  # type: ignore[arg-type]


def test_corrections_win_over_decisions(address: str) -> None:
    corpus = draft(1.0, "person")
    first = corpus.versions[0]
    told, other = (
        next(event for event in corpus.events if (event.id == first.event) is same) for same in (True, False)
    )
    with taeg.open(address) as graph:
        graph.put(corpus)
        graph.correct(Correction("merge", first.event, other.id))
        graph.put(corpus)
        assert {version.event for version in graph.read().corpus.versions if version.told_of} == {other.id}
        [clash] = graph.stats().overruled
        assert (
            clash
            == f"{first.id} was assigned to {told.title!r} in the review, and a correction moved it to {other.title!r}"
        )
