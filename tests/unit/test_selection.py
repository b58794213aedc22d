"""Selection on corpora small enough to judge by hand, and against a plain loop."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.gold_text import reference_text
from eval.metrics.rouge import rouge_l
from eval.metrics.selection import judge
from taeg.base.errors import InputError
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.profile import PUBLISHED
from tests.unit.builders import EVENTS, story

SOURCES = tuple(Source(id, id.title()) for id in ("ann", "bob", "cid"))


def corpus(*told: tuple[str, list[str]]) -> Corpus:
    """For each event its reference and what each source says of it."""
    return Corpus(
        "voyage",
        SOURCES,
        tuple(Event(f"e{i}", f"Event {i}", gold_text=reference) for i, (reference, _) in enumerate(told)),
        tuple(
            Version(f"e{i}-{source.id}", f"e{i}", source.id, text)
            for i, (_, texts) in enumerate(told)
            for source, text in zip(SOURCES, texts, strict=False)
        ),
    )


JUDGED = corpus(
    ("we left at dawn", ["a storm", "we left at dawn", "left at dawn"]),  # 0-2: bob is nearest
    ("a calm day", ["a calm day"]),  # 3: told once
    ("", ["fog", "more fog"]),  # 4, 5: no reference
    ("waves", ["high waves", "waves high", ""]),  # 6-8: a tie, and a version without text
    ("home", ["", "home", ""]),  # 9-11: one text only
    ("land", []),  # nobody tells it
    ("rain", ["sun", "wind"]),  # 12, 13: nobody is near
)


def test_what_counts() -> None:
    found = judge(JUDGED)
    assert found.evaluated.tolist() == [0, 3, 6]
    assert found.contested == 5
    assert found.chances.tolist() == pytest.approx([1 / 3, 1, 1]), "where two are equally near, either is right"
    assert found.floor == pytest.approx((1 / 3 + 1 + 1) / 3)
    published = judge(replace(JUDGED, profile=PUBLISHED))
    assert published.chances.tolist() == pytest.approx([1 / 3, 1 / 2, 1 / 2])


def test_the_nearest_version_and_ties_to_the_first() -> None:
    found = judge(JUDGED)
    assert found.best.tolist() == [1, 3, 4, 6, 10, -1, 12]
    assert np.flatnonzero(np.isnan(found.likeness)).tolist() == [4, 5, 8, 9, 11]
    assert found.likeness[1] == found.likeness[10] == 1.0
    assert found.likeness[6] == found.likeness[7] == pytest.approx(2 / 3)


def test_right_and_scores_of_a_choice() -> None:
    found = judge(JUDGED)
    assert found.right(found.best).tolist() == [True, True, True]
    other = np.array([2, 3, 5, 7, 10, -1, -1])
    assert found.right(other).tolist() == [False, True, False], "no version is nearer than the second of a tie"
    published = judge(replace(JUDGED, profile=PUBLISHED))
    assert published.right(other).tolist() == [False, False, False], "there only the first of a tie is right"
    assert found.scores(other).tolist() == [found.likeness[2], found.likeness[7], 0.0]
    assert found.scores(np.array([0, 3, 4, 8, 9, -1, 13])).tolist() == [0.0, 0.0, 0.0]


def test_the_order_of_rows_changes_nothing() -> None:
    turned = judge(replace(JUDGED, versions=JUDGED.versions[::-1]))
    assert turned.best.tolist() == judge(JUDGED).best.tolist()


def test_the_declared_order_of_sources_rules_ties() -> None:
    turned = replace(JUDGED, sources=SOURCES[::-1])
    ids = [turned.versions[place].id for place in judge(turned).best.tolist() if place >= 0]
    assert ids == ["e0-bob", "e1-ann", "e2-bob", "e3-bob", "e4-bob", "e6-bob"]


@pytest.mark.parametrize(
    "nothing",
    [
        corpus(("a calm day", ["a calm day"]), ("", ["fog", "more fog"]), ("home", ["", "home"])),
        corpus(("", ["fog", "more fog"])),
        corpus(("a calm day", ["calm"])),
    ],
    ids=["mixed", "no-reference", "told-once"],
)
def test_nothing_to_compare_is_told(nothing: Corpus) -> None:
    with pytest.raises(InputError) as caught:
        judge(nothing)
    assert str(caught.value) == "corpus 'voyage' has no event with two texts and a reference: nothing to compare"


words = st.lists(st.sampled_from(["dawn", "harbour", "left", "wave"]), max_size=4).map(" ".join)


@given(st.lists(st.tuples(words, st.lists(words, max_size=3)), min_size=1, max_size=5))
def test_the_judgement_is_that_of_a_plain_loop(told: list[tuple[str, list[str]]]) -> None:
    told = [("dawn left", ["dawn", "left dawn"]), *told]
    found = judge(corpus(*told))
    place, evaluated = 0, []
    for i, (reference, texts) in enumerate(told):
        scores = [(-rouge_l(text, reference).f1, place + k) for k, text in enumerate(texts) if text]
        assert found.best[i] == (min(scores)[1] if scores else -1)
        if len(scores) > 1 and reference:
            evaluated.append(i)
        place += len(texts)
    assert found.evaluated.tolist() == evaluated
    assert found.right(found.best).all()


# --- the whole reference ---------------------------------------------------------------------------------------------


def test_the_reference_as_one_text() -> None:
    assert reference_text(JUDGED) == "we left at dawn a calm day waves home land rain"


def test_the_published_reference_counts_its_marks_as_words() -> None:
    numbered = replace(corpus(("we left", ["x"]), ("", ["fog"]), ("a calm day", ["y"]), ("", ["z"])), profile=PUBLISHED)
    assert reference_text(numbered) == "e0 we left e1 e2 a calm day"


def test_a_corpus_without_a_reference_is_told() -> None:
    for profile in (PUBLISHED, story().profile):
        with pytest.raises(InputError) as caught:
            reference_text(story(events=EVENTS, profile=profile))
        assert str(caught.value) == (
            "corpus 'voyage' has no reference consolidation to score against; "
            "ingest one that has it, for example: taeg ingest gospels"
        )
