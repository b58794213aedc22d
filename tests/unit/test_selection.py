"""Ratings of versions on small corpora and against a plain loop; the gold text of a corpus."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.candidate import gold_text
from eval.metrics.rouge import rouge_l
from eval.metrics.selection import rate_versions
from taeg.base.errors import InputError
from taeg.model.corpus import PUBLISHED, Corpus, Event, Source, Version

SOURCES = tuple(Source(id, id.title()) for id in ("ann", "bob", "cid"))


def corpus(*events: tuple[str, list[str]]) -> Corpus:
    """For each event its gold text and the text of each source."""
    return Corpus(
        "voyage",
        SOURCES,
        tuple(Event(f"e{i}", f"Event {i}", gold_text=gold) for i, (gold, _) in enumerate(events)),
        tuple(
            Version(f"e{i}-{source.id}", f"e{i}", source.id, text)
            for i, (_, texts) in enumerate(events)
            for source, text in zip(SOURCES, texts, strict=False)
        ),
    )


VOYAGE = corpus(
    ("we left at dawn", ["a storm", "we left at dawn", "left at dawn"]),  # 0-2: bob is nearest
    ("a calm day", ["a calm day"]),  # 3: a single version
    ("", ["fog", "more fog"]),  # 4, 5: no gold text
    ("waves", ["high waves", "waves high", ""]),  # 6-8: a tie, and a version without text
    ("home", ["", "home", ""]),  # 9-11: one text only
    ("land", []),  # no version
    ("rain", ["sun", "wind"]),  # 12, 13: none is near
)


def test_rating_of_an_audited_corpus() -> None:
    found = rate_versions(VOYAGE)
    assert found.evaluated.tolist() == [0, 3, 6]
    assert found.contested == 5
    assert found.chances.tolist() == pytest.approx([1 / 3, 1, 1]), "where two are equally near, either is right"
    assert found.floor == pytest.approx((1 / 3 + 1 + 1) / 3)
    assert found.best.tolist() == [1, 3, 4, 6, 10, -1, 12]
    assert np.flatnonzero(np.isnan(found.rouge_l)).tolist() == [4, 5, 8, 9, 11]
    assert found.rouge_l[[1, 10, 6, 7]].tolist() == pytest.approx([1, 1, 2 / 3, 2 / 3])


def test_selections_are_rated_against_the_best() -> None:
    found, published = rate_versions(VOYAGE), rate_versions(replace(VOYAGE, profile=PUBLISHED))
    assert found.is_best(found.best).tolist() == [True, True, True]
    other = np.array([2, 3, 5, 7, 10, -1, -1])
    assert found.is_best(other).tolist() == [False, True, False], "the second of a tie is right"
    assert published.is_best(other).tolist() == [False, False, False], "there only the first of a tie is right"
    assert published.chances.tolist() == pytest.approx([1 / 3, 1 / 2, 1 / 2])
    assert found.rouge_l_of(other).tolist() == [found.rouge_l[2], found.rouge_l[7], 0.0]


def test_declared_order_of_sources_breaks_ties() -> None:
    turned = rate_versions(replace(VOYAGE, versions=VOYAGE.versions[::-1]))
    assert turned.best.tolist() == rate_versions(VOYAGE).best.tolist(), "the order of rows is irrelevant"
    other = replace(VOYAGE, sources=SOURCES[::-1])
    ids = [other.versions[i].id for i in rate_versions(other).best.tolist() if i >= 0]
    assert ids == ["e0-bob", "e1-ann", "e2-bob", "e3-bob", "e4-bob", "e6-bob"]


words = st.lists(st.sampled_from(["dawn", "harbour", "left", "wave"]), max_size=4).map(" ".join)


@given(st.lists(st.tuples(words, st.lists(words, max_size=3)), min_size=1, max_size=5))
def test_rating_equals_a_plain_loop(events: list[tuple[str, list[str]]]) -> None:
    events = [("dawn left", ["dawn", "left dawn"]), *events]
    found = rate_versions(corpus(*events))
    start, evaluated = 0, []
    for i, (gold, texts) in enumerate(events):
        scores = [(-rouge_l(text, gold).f1, start + k) for k, text in enumerate(texts) if text]
        assert found.best[i] == (min(scores)[1] if scores else -1)
        if len(scores) > 1 and gold:
            evaluated.append(i)
        start += len(texts)
    assert found.evaluated.tolist() == evaluated
    assert found.is_best(found.best).all()


def test_gold_text_by_profile() -> None:
    numbered = corpus(("we left", ["x"]), ("", ["fog"]), ("a calm day", ["y"]), ("", ["z"]))
    assert gold_text(numbered) == "we left a calm day"
    assert gold_text(replace(numbered, profile=PUBLISHED)) == "e0 we left e1 e2 a calm day", "with its markers"
    with pytest.raises(InputError, match=r"^corpus 'voyage' has no reference to score against; put .*reference\.csv"):
        gold_text(corpus(("", ["fog"])))
