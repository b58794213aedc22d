"""Selection on corpora small enough to judge by hand, and against a plain loop."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.candidate import gold_text
from eval.metrics.rouge import rouge_l
from eval.metrics.selection import rate_versions
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


VOYAGE = corpus(
    ("we left at dawn", ["a storm", "we left at dawn", "left at dawn"]),  # 0-2: bob is nearest
    ("a calm day", ["a calm day"]),  # 3: told once
    ("", ["fog", "more fog"]),  # 4, 5: no reference
    ("waves", ["high waves", "waves high", ""]),  # 6-8: a tie, and a version without text
    ("home", ["", "home", ""]),  # 9-11: one text only
    ("land", []),  # nobody tells it
    ("rain", ["sun", "wind"]),  # 12, 13: nobody is near
)


def test_evaluated_events_and_chances() -> None:
    found = rate_versions(VOYAGE)
    assert found.evaluated.tolist() == [0, 3, 6]
    assert found.contested == 5
    assert found.chances.tolist() == pytest.approx([1 / 3, 1, 1]), "where two are equally near, either is right"
    assert found.floor == pytest.approx((1 / 3 + 1 + 1) / 3)
    published = rate_versions(replace(VOYAGE, profile=PUBLISHED))
    assert published.chances.tolist() == pytest.approx([1 / 3, 1 / 2, 1 / 2])


def test_best_version_with_ties_to_the_first() -> None:
    found = rate_versions(VOYAGE)
    assert found.best.tolist() == [1, 3, 4, 6, 10, -1, 12]
    assert np.flatnonzero(np.isnan(found.rouge_l)).tolist() == [4, 5, 8, 9, 11]
    assert found.rouge_l[1] == found.rouge_l[10] == 1.0
    assert found.rouge_l[6] == found.rouge_l[7] == pytest.approx(2 / 3)


def test_is_best_and_rouge_l_of_a_selection() -> None:
    found = rate_versions(VOYAGE)
    assert found.is_best(found.best).tolist() == [True, True, True]
    other = np.array([2, 3, 5, 7, 10, -1, -1])
    assert found.is_best(other).tolist() == [False, True, False], "no version is nearer than the second of a tie"
    published = rate_versions(replace(VOYAGE, profile=PUBLISHED))
    assert published.is_best(other).tolist() == [False, False, False], "there only the first of a tie is right"
    assert found.rouge_l_of(other).tolist() == [found.rouge_l[2], found.rouge_l[7], 0.0]
    assert found.rouge_l_of(np.array([0, 3, 4, 8, 9, -1, 13])).tolist() == [0.0, 0.0, 0.0]


def test_order_of_rows_is_irrelevant() -> None:
    turned = rate_versions(replace(VOYAGE, versions=VOYAGE.versions[::-1]))
    assert turned.best.tolist() == rate_versions(VOYAGE).best.tolist()


def test_declared_order_of_sources_breaks_ties() -> None:
    turned = replace(VOYAGE, sources=SOURCES[::-1])
    ids = [turned.versions[place].id for place in rate_versions(turned).best.tolist() if place >= 0]
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
def test_nothing_to_compare_is_refused(nothing: Corpus) -> None:
    with pytest.raises(InputError) as caught:
        rate_versions(nothing)
    assert str(caught.value) == "corpus 'voyage' has no event with two texts and a reference: nothing to compare"


words = st.lists(st.sampled_from(["dawn", "harbour", "left", "wave"]), max_size=4).map(" ".join)


@given(st.lists(st.tuples(words, st.lists(words, max_size=3)), min_size=1, max_size=5))
def test_selection_equals_a_plain_loop(told: list[tuple[str, list[str]]]) -> None:
    told = [("dawn left", ["dawn", "left dawn"]), *told]
    found = rate_versions(corpus(*told))
    place, evaluated = 0, []
    for i, (reference, texts) in enumerate(told):
        scores = [(-rouge_l(text, reference).f1, place + k) for k, text in enumerate(texts) if text]
        assert found.best[i] == (min(scores)[1] if scores else -1)
        if len(scores) > 1 and reference:
            evaluated.append(i)
        place += len(texts)
    assert found.evaluated.tolist() == evaluated
    assert found.is_best(found.best).all()


# --- the gold text of a corpus ---


def test_gold_text_of_all_events() -> None:
    assert gold_text(VOYAGE) == "we left at dawn a calm day waves home land rain"


def test_published_gold_text_contains_its_markers() -> None:
    numbered = replace(corpus(("we left", ["x"]), ("", ["fog"]), ("a calm day", ["y"]), ("", ["z"])), profile=PUBLISHED)
    assert gold_text(numbered) == "e0 we left e1 e2 a calm day"


def test_corpus_without_gold_text_is_refused() -> None:
    for profile in (PUBLISHED, story().profile):
        with pytest.raises(InputError) as caught:
            gold_text(story(events=EVENTS, profile=profile))
        assert str(caught.value) == (
            "corpus 'voyage' has no reference consolidation to score against; "
            "ingest one that has it, for example: taeg ingest gospels"
        )
