"""Fusion as a whole: every span is a slice of its version, nothing is told twice, and no order changes the result."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taeg.base.errors import InputError
from taeg.consolidate.arrays import Arrays, in_memory
from taeg.consolidate.fusion.settings import FULLER, Settings, checked
from taeg.consolidate.fusion.strategy import fused_spans
from taeg.consolidate.spans import BASE, INLINE, NOTE, Spans
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph

HOSTILE = (
    "",
    "Word",
    "no end and no capital",
    "\u05d5\u05d9\u05d4\u05d9 \u05d0\u05d5\u05e8. \u05d5\u05d9\u05e8\u05d0 \u05db\u05d9 \u05d8\u05d5\u05d1.",
    "\u0642\u0627\u0644 \u0644\u0647\u0645\u061f \u0646\u0639\u0645. \u0630\u0647\u0628\u0648\u0627",
    "e\u0301\u0301\u0301 a\u0308. O\u0302 \u0308 x.",
    "\u6771\u4eac\u306b\u884c\u3063\u305f\u3002\u96e8\u304c\u964d\u3063\u305f\u3002",
    "\U0001f6a2\U0001f30a! \U0001f6a2? \u200b\u200d",
    'He said, "Go. Stay.\n\nNo "quote" closes. "',
    "\u201eGeh!\u201c sagte er; \u00bbja\u00ab -- und: Dr. A. B. ging.\r\n \r\nEnde",
    "... !!! ??? ;;; ::: ,,, ---",
    " \n\n \t. . .\n\n",
    "A b c. " * 30,
)
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co")), max_size=80),
    st.lists(st.sampled_from(HOSTILE)).map(" ".join),
)
LAKE = (
    "The boat left the harbour at dawn. The crew saw a light on the far shore. Nobody was hurt in the winter storm.",
    "The boat left the harbour at dawn. A green lantern hung from the broken mast. Nobody was hurt in the storm.",
    "The crew saw a light on the far shore. Anna Keller counted forty barrels of herring in the hold.",
    "At noon the harbour was closed. Anna Keller counted forty barrels of herring in the hold.",
)


def corpus(texts: Sequence[Sequence[str]], language: str = "en", sources: Sequence[str] = "abcdefghij") -> Corpus:
    """One version per source and event."""
    named = [(f"e{e}", s, text) for e, row in enumerate(texts) for s, text in zip(sources, row, strict=False)]
    return Corpus(
        "lake",
        tuple(Source(name, name) for name in sources),
        tuple(Event(f"e{e}", "") for e in range(len(texts))),
        tuple(Version(f"{e}-{s}", e, s, text) for e, s, text in named),
        language=language,
    )


def arrays(given: Corpus) -> Arrays:
    return in_memory(CorpusGraph(given, {}))


def longest(given: Arrays) -> np.ndarray:
    found = np.full(given.events, -1)
    for version in sorted(range(len(given.chars)), key=lambda v: (given.chars[v], given.reader.texts(v, v + 1)[0])):
        if given.chars[version]:
            found[given.event[version]] = version
    return found


def fuse(given: Corpus, novelty: float = 0.7, base: np.ndarray | None = None) -> Spans:
    prepared = arrays(given)
    chosen = longest(prepared) if base is None else base
    return fused_spans(prepared, chosen, prepared.chars.astype(float), Settings(novelty), given.language)


def texts(given: Corpus, spans: Spans, role: str) -> list[str]:
    return [given.versions[row[1]].text[row[3] : row[4]] for row in spans.rows() if row[5] == role]


@given(
    st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=3),
    st.sampled_from(["de", "en", "ja", "und"]),
    st.sampled_from([0.1, 0.7]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_spans_are_slices_and_bases_are_whole(rows: list[list[str]], language: str, novelty: float) -> None:
    given = corpus(rows, language)
    spans = fuse(given, novelty)
    whole: dict[int, str] = {}
    for event, version, source, start, end, role, score in spans.rows():
        text = given.versions[version].text
        assert 0 <= start < end <= len(text)
        assert given.versions[version].event == given.events[event].id
        assert given.versions[version].source == given.sources[source].id
        assert np.isfinite(score)
        if role == BASE:
            whole[version] = whole.get(version, "") + text[start:end]
        else:
            assert text[start:end].strip() == text[start:end]
    assert all(given.versions[version].text == text for version, text in whole.items())
    assert len(whole) == len({v.event for v in given.versions if v.usable})
    order = np.select([spans.role == BASE, spans.role == INLINE], [0, 0], 1)
    assert (np.diff(spans.event * 2 + order) >= 0).all()


def test_what_is_new_becomes_a_note_once() -> None:
    given = corpus([LAKE[:3], [LAKE[3]]])
    spans = fuse(given)
    notes = texts(given, spans, NOTE)
    assert sorted(notes) == [
        "A green lantern hung from the broken mast.",
        "Anna Keller counted forty barrels of herring in the hold.",
    ]
    assert all(score > 0 for *_, role, score in spans.rows() if role == NOTE)


def test_what_an_earlier_event_told_is_no_note() -> None:
    filler = [["The mill burned down.", "The mayor opened a bridge."]] * 3
    given = corpus([[LAKE[3]], *filler, [LAKE[0], LAKE[2]]])
    spans = fuse(given)
    assert not [text for text in texts(given, spans, NOTE) if "herring" in text]


def test_a_formula_of_several_events_is_no_note() -> None:
    stories = (
        *("Fishermen mended nets.", "Masons repaired towers.", "Bakers lit ovens.", "Weavers sold cloth."),
        "Hunters left home.",
    )
    formula = "Further reports arrive tomorrow."
    given = corpus([[f"{story} {story[:-1]} slowly today.", f"{story} {formula}"] for story in stories])
    assert formula not in texts(given, fuse(given), NOTE)


def test_order_of_versions_and_sources_changes_nothing() -> None:
    given = corpus([LAKE[:3], LAKE[1:], [LAKE[2], LAKE[0], LAKE[3]]])

    def found(shown: Corpus) -> list[tuple[object, ...]]:
        rows = fuse(shown).rows()
        named = ((shown.versions[v].id, start, end, role, score) for _, v, _, start, end, role, score in rows)
        return sorted((*row, round(score, 9)) for *row, score in named)

    expected = found(given)
    for seed in range(3):
        chance = Random(seed)
        versions = chance.sample(given.versions, len(given.versions))
        versions.sort(key=lambda v: v.event)
        sources = chance.sample(given.sources, len(given.sources))
        assert found(replace(given, versions=tuple(versions), sources=tuple(sources))) == expected


def test_notes_are_in_the_order_of_sources() -> None:
    given = corpus([LAKE])
    spans = fuse(given, 0.5)
    noted = spans.source[spans.role == NOTE]
    assert len(noted) > 1
    assert (np.diff(noted) >= 0).all()


def test_many_equal_versions_give_one_base_and_no_notes() -> None:
    given = corpus([[LAKE[0]] * 1000], sources=[f"s{i}" for i in range(1000)])
    spans = fuse(given)
    assert spans.role.tolist() == [BASE]


def test_events_without_a_base_are_left_out() -> None:
    given = corpus([LAKE[:2], LAKE[2:]])
    spans = fuse(given, base=np.array([-1, 3]))
    assert set(spans.event.tolist()) == {1}


@pytest.mark.parametrize(
    ("novelty", "inline", "notes", "message"),
    [
        (-0.1, 1, 1, "from 0 to 1, not -0.1"),
        (1.5, 1, 1, "from 0 to 1, not 1.5"),
        (float("nan"), 1, 1, "not nan"),
        (0.7, 2, 1, "inline must be 1 .on. or 0 .off., not 2"),
        (0.7, 1, -1, "notes must be 1 .on. or 0 .off., not -1"),
    ],
)
def test_parameters_out_of_range_are_refused(novelty: float, inline: int, notes: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        checked(novelty, inline, notes)


YARD = "The yard was quiet in the evening. The lamps had been lit early."


def notes(*others: str, base: str = YARD, novelty: float = 0.0) -> list[str]:
    """The texts of the notes on one event."""
    given = corpus([[base, *others]])
    spans = fuse(given, base=np.array([0]), novelty=novelty)
    return [given.versions[v].text[s:t] for _, v, _, s, t, role, _ in spans.rows() if role == NOTE]


def test_a_note_has_what_its_pronoun_refers_to() -> None:
    other = "I looked out. The gardener came past. He carried a heavy ladder towards the greenhouse."
    assert notes(other) == ["The gardener came past.", "He carried a heavy ladder towards the greenhouse."]
    assert notes("Anna Keller carried a heavy ladder.")[0] == "Anna Keller carried a heavy ladder."


def test_a_note_of_hearsay_has_the_denial_after_it() -> None:
    other = "I was told that Keller sold the tractor to a dealer. That is wrong."
    assert notes(other) == ["I was told that Keller sold the tractor to a dealer.", "That is wrong."]


def test_another_number_is_always_told() -> None:
    base = "I saw it. Four men carried the long ladder across the muddy yard to the greenhouse. I went in. I slept."
    other = "Six men carried the long ladder across the muddy yard to the greenhouse."
    assert notes(f"I saw it. {other} I went in. I slept.", base=base) == [other]
    assert notes(f"Ann saw it. {other} Ann went in. Ann slept.", base=base.replace("I ", "Ann ")) == []
    assert notes(base.replace("muddy ", ""), base=base) == []


def test_testimony_has_more_notes_than_chronicles() -> None:
    rows = [
        [f"I saw the baker {word} his {word} cart. I went home. I had supper. I slept.", f"I heard {word} bells ring."]
        for word in ("blue", "old", "new", "tall")
    ]
    survey = [fuse(corpus(rows), novelty=value) for value in (0.0, FULLER)]
    assert survey[0].equals(survey[1])
    third = [[text.replace("I ", "She ") for text in row] for row in rows]
    assert fuse(corpus(third)).equals(fuse(corpus(third), novelty=0.7))
