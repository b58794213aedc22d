"""Repetition across events, and what a narrative leaves out and why."""

import pytest

from taeg.consolidate.omissions import COVERED, EXCLUDED, MINOR, UNCERTAIN, find_omissions
from taeg.consolidate.repeats import Repeat, find_repeats, repeated_share
from taeg.consolidate.spans import BASE, NOTE, Spans
from taeg.model.corpus import Corpus, Event, Source, Version

STORM = "The storm broke the mast of the ferry."
CALM = "Fishermen mended their nets on the quay."
NIGHT = "Lanterns burned in the harbour office."


@pytest.mark.parametrize(
    ("texts", "events", "expected"),
    [
        ([STORM, f"{CALM} {STORM}"], [0, 1], [Repeat(1, len(CALM) + 1, len(CALM) + 1 + len(STORM), 0, 0)]),
        ([STORM, "In the storm the ferry's mast broke."], [0, 3], [Repeat(1, 0, 36, 0, 0)]),
        ([STORM, STORM], [0, 0], []),
        ([STORM, CALM], [0, 1], []),
        ([STORM, STORM], [-1, 1], []),
        ([STORM, CALM, STORM, STORM], [0, 1, 2, 3], [Repeat(2, 0, len(STORM), 0, 0), Repeat(3, 0, len(STORM), 0, 0)]),
        (["He said this.", "He said this."], [0, 1], []),
        (["", "\u05d5\u05d9\u05d4\u05d9"], [0, 1], []),
        ([], [], []),
    ],
)
def test_repeats(texts: list[str], events: list[int], expected: list[Repeat]) -> None:
    padding = [NIGHT, "Nobody spoke of it again.", "The mayor opened a bridge over the river."]
    found = find_repeats([*texts, *padding], [*events, *range(10, 13)], "en")
    assert found == expected


def test_share_of_repeated_characters() -> None:
    assert repeated_share([STORM, STORM, CALM], [0, 1, 2], "en") == len(STORM) / len(STORM + STORM + CALM)
    assert repeated_share([], [], "en") == 0


def test_omissions_have_reasons() -> None:
    reworded = "The ferry lost its mast: the storm broke it."
    new = "Anna Keller counted forty barrels of herring beneath the chapel floor near Lindau."
    texts = [
        ("e0", "a", STORM),
        ("e0", "b", f"{reworded} {new}"),
        ("e0", "c", NIGHT),
        ("e1", "a", CALM),
        ("e1", "b", f"{STORM} Yes."),
    ]
    versions = [Version(f"{e}{s}", e, s, text, excluded=s == "c") for e, s, text in texts]
    corpus = Corpus(
        "ferry", tuple(map(Source, "abc", "abc")), (Event("e0", ""), Event("e1", "")), tuple(versions), language="en"
    )
    spans = Spans.of(event=[0, 1], version=[0, 3], source=0, start=0, end=[len(STORM), len(CALM)], role=BASE, score=0.0)
    found = [
        (o.version, corpus.versions[o.version].text[o.start : o.end], o.reason, o.covered_by)
        for o in find_omissions(corpus, spans)
    ]
    assert found == [
        (1, reworded, COVERED, 0),
        (1, new, UNCERTAIN, -1),
        (2, NIGHT, EXCLUDED, -1),
        (4, STORM, COVERED, -1),
        (4, "Yes.", MINOR, -1),
    ]
    note = Spans.of(
        event=[0, 0, 1],
        version=[0, 1, 3],
        source=[0, 1, 0],
        start=[0, len(reworded) + 1, 0],
        end=[len(STORM), len(reworded) + 1 + len(new), len(CALM)],
        role=[BASE, NOTE, BASE],
        score=0.0,
    )
    assert [o.reason for o in find_omissions(corpus, note)] == [COVERED, EXCLUDED, COVERED, MINOR]
