"""Fused narratives in the graph: every span is the slice that it names, and corrections apply to fused text."""

from collections.abc import Sequence

import pytest

import ingest
import taeg
from taeg.consolidate.narrative import Passage
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from tests.conftest import ROOT

ACCOUNTS = {
    ("fire", "ames"): "The barn burned at ten. I saw smoke above the roof. The wind came from the river.",
    ("fire", "reyes"): "The barn burned at ten. A grey horse broke through the wooden fence behind it.",
    ("fire", "novak"): "Two lorries blocked the narrow lane beside the mill.",
    ("rescue", "ames"): "The firemen came late and pumped water out of the pond.",
    ("rescue", "novak"): "Nobody found the key of the hydrant at the crossroads.",
}


def corpus(language: str = "en") -> Corpus:
    return Corpus(
        "barn",
        tuple(Source(name, name.title(), rank=rank) for rank, name in enumerate(("ames", "reyes", "novak"), 1)),
        (Event("fire", "The fire"), Event("rescue", "The rescue")),
        tuple(
            Version(f"{source}:{event}", event, source, text, language=language if source == "reyes" else "")
            for (event, source), text in ACCOUNTS.items()
        ),
        language="en",
    )


def told(passages: Sequence[Passage], event: str) -> dict[str, list[str]]:
    """By role, the versions of an event that are told, once each."""
    found: dict[str, list[str]] = {"base": [], "note": []}
    for passage in passages:
        if passage.event == event and passage.version not in found[passage.role]:
            found[passage.role].append(passage.version)
    return found


@pytest.mark.parametrize(
    ("correction", "event", "base", "notes"),
    [
        (None, "fire", "ames:fire", ["reyes:fire", "novak:fire"]),
        (Correction("choose", "fire", other="novak:fire"), "fire", "novak:fire", ["ames:fire", "reyes:fire"]),
        (Correction("exclude", "ames:fire"), "fire", "reyes:fire", ["novak:fire"]),
        (Correction("exclude", "novak:fire"), "fire", "ames:fire", ["reyes:fire"]),
        (
            Correction("merge", "rescue", other="fire"),
            "fire",
            "ames:fire",
            ["ames:rescue", "reyes:fire", "novak:fire", "novak:rescue"],
        ),
    ],
    ids=["none", "choose", "exclude the base", "exclude a note", "merge"],
)
def test_corrections_apply_to_fused_text(
    address: str, correction: Correction | None, event: str, base: str, notes: list[str]
) -> None:
    with taeg.open(address) as graph:
        graph.put(corpus())
        if correction:
            graph.correct(correction)
        found = told(graph.consolidate("fuse", model="none", base="longest").passages, event)
    assert found["base"] == [base]
    assert sorted(found["note"]) == sorted(notes)


def test_versions_in_two_languages(address: str) -> None:
    with taeg.open(address) as graph:
        graph.put(corpus("de"))
        passages = graph.consolidate("fuse", model="none").passages
    assert {passage.version for passage in passages} == {version.id for version in corpus().versions}


@pytest.mark.parametrize("example", ["night", "news", "kings"])
def test_every_span_of_every_run_is_the_slice_that_it_names(address: str, example: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(ingest.read(ROOT / "examples" / example), graph)
        texts = {version.id: version.text for version in graph.read().corpus.versions}
        for strategy in ("fuse", "longest", "taeg", "lexrank"):
            passages = graph.consolidate(strategy, **({"model": "none"} if strategy == "fuse" else {})).passages
            assert passages
            for passage in passages:
                if passage.version:
                    assert texts[passage.version][passage.start :].startswith(passage.text)
