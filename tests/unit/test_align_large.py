"""The alignment of large inputs equals that of small ones where all pairs are candidates, and is nearly as good."""

import numpy as np
import pytest

from bench import large_drafts
from bench.large_drafts import accounts, events_of, pair_f1
from taeg.align import pairs as dense
from taeg.align import similarity
from taeg.align.aligner import Aligner
from taeg.align.answers import Answers, Decision
from taeg.align.draft import Draft
from taeg.align.large import features, monotone
from taeg.align.large import support as supporting
from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.order import Mentions, timeline
from taeg.align.passage_model import sentences_of
from taeg.align.values import Matrix, Statements
from taeg.text.language import language

SIZES = (7, 5, 1, 4, 12)
MADE = accounts(4, 60, 1)


@pytest.fixture(scope="module")
def rows() -> Layout:
    sequence = np.repeat(np.arange(len(SIZES)), SIZES)
    count = len(sequence)
    return Layout(np.arange(count), sequence, sequence, np.ones(count, bool), MADE.texts[:count])


@pytest.fixture(scope="module")
def all_pairs(rows: Layout) -> PairList:
    return PairList.of(len(rows), *np.nonzero(np.triu(rows.cross, 1)))


@pytest.fixture(scope="module")
def odds(rows: Layout) -> Matrix:
    drawn = np.random.default_rng(1).normal(0, 3, (len(rows), len(rows))).astype(np.float32)
    return (drawn + drawn.T) / 2


def test_probabilities_and_support_equal_those_of_matrices(rows: Layout, all_pairs: PairList, odds: Matrix) -> None:
    a, b = all_pairs.a, all_pairs.b
    matched = dense.monotone(rows, odds)
    found = monotone.match_probabilities(rows, all_pairs, odds[a, b])
    assert found == pytest.approx(matched[a, b], abs=1e-6)
    assert supporting.support(rows, all_pairs, found) == pytest.approx(dense.support(rows, matched)[a, b], abs=1e-5)
    assert supporting.neighbours(rows, all_pairs, found) == pytest.approx(
        dense.neighbours(rows, matched)[a, b], abs=1e-6
    )


def test_probabilities_of_some_pairs_ignore_the_others(rows: Layout, all_pairs: PairList, odds: Matrix) -> None:
    some = all_pairs.chosen(np.arange(0, len(all_pairs), 3))
    impossible = np.full_like(odds, -np.inf)
    impossible[some.a, some.b] = odds[some.a, some.b]
    found = monotone.match_probabilities(rows, some, odds[some.a, some.b])
    for one, other in ((0, 1), (1, 4), (2, 3)):
        block = np.ix_(rows.sequences[one], rows.sequences[other])
        [expected] = monotone_of_matrix(impossible[block])
        own = (rows.sequence[some.a] == one) & (rows.sequence[some.b] == other)
        assert expected[expected > 0] == pytest.approx(found[own], abs=1e-6)


def monotone_of_matrix(weights: Matrix) -> list[Matrix]:
    from taeg.align.monotone import match_probabilities

    return match_probabilities([weights])


def test_similarities_equal_those_of_matrices(rows: Layout, all_pairs: PairList) -> None:
    tongue, size = language("en"), len(rows)
    counts = similarity.word_counts(rows.texts, tongue)
    texts, owner = sentences_of(rows.texts, "en")
    sentences = features.unit(similarity.sublinear(similarity.word_counts(texts, tongue)))
    cosines = np.asarray((sentences @ sentences.T).toarray())
    every = np.arange(size)
    for feature, expected in (
        (features.Cosine(features.unit(similarity.sublinear(counts))), similarity.cosine(similarity.sublinear(counts))),
        (features.Containment(counts), similarity.containment(counts)),
        (
            features.BestSentences(sentences, owner, size),
            similarity.best_sentences(lambda some: cosines[some], owner, size),
        ),
    ):
        assert feature.of_pairs(all_pairs.a, all_pairs.b) == pytest.approx(expected[all_pairs.a, all_pairs.b], abs=1e-5)
        assert feature.to_sample(slice(3, size), every) == pytest.approx(expected[3:], abs=1e-5)


def test_a_grouped_passage_has_at_most_so_many_groups() -> None:
    found = features.BestSentences(np.eye(9, dtype=np.float32), np.array([0, 0, 0, 0, 0, 1, 2, 2, 2]), 3).grouped(2)
    assert found._length.tolist() == [2, 1, 2]


def drafted(given: Statements, answers: Answers | None = None) -> Draft:
    return Aligner(given, exact_rows=0).draft(answers)


def test_generated_accounts_are_aligned() -> None:
    found = drafted(large_drafts.statements(MADE))
    assert pair_f1(events_of(found), MADE.event)[0] > 0.85
    assert large_drafts.kendall(events_of(found), MADE.event) > 0.8


def test_the_order_of_sources_does_not_matter() -> None:
    given = large_drafts.statements(MADE)
    count = len(given.sources)
    turned = Statements.arranged(
        given.sources[::-1],
        given.documents,
        [u.__class__(count - 1 - u.source, u.document, u.start, u.end, u.paragraph, u.text) for u in given.units],
        given=True,
    )
    assert events_by_text(drafted(given)) == events_by_text(drafted(turned))


def events_by_text(draft: Draft) -> list[set[str]]:
    return [{draft.statements.units[draft.passages[p].units[0]].text for p in e.passages} for e in draft.events]


def test_answers_bind() -> None:
    given = large_drafts.statements(MADE)
    draft = drafted(given)
    together = next(e.passages for e in draft.events if len(e.passages) > 2)
    other = next(
        e.passages[0]
        for e in draft.events
        if draft.passages[e.passages[0]].source not in sources(draft, together[:1]) and e.passages[0] not in together
    )
    first, second, far = (draft.passages[p].span for p in (together[0], together[1], other))
    found = drafted(given, Answers((Decision("different", first, second), Decision("same", first, far))))
    event = {passage.span: passage.event for passage in found.passages}
    assert event[first] == event[far] != event[second]
    none = drafted(given, Answers((Decision("none", first),)))
    assert [p.event for p in none.passages if p.span == first] == [-1]
    assert draft.candidates(together[0])[draft.passages[together[1]].source][0].score > 0.3


def sources(draft: Draft, passages: tuple[int, ...]) -> set[int]:
    return {draft.passages[p].source for p in passages}


@pytest.mark.parametrize("covered", [1.0, 0.4], ids=["all events", "a part of the events each"])
def test_many_events_are_ordered(covered: float) -> None:
    """Comparing events only with those near them gives nearly the same order."""
    count, tellers = 200, 10
    rng = np.random.default_rng(2)
    sequence, event = [], []
    for teller in range(tellers):
        first = round(teller / (tellers - 1) * (1 - covered) * count)
        own = np.flatnonzero(rng.random(count) < 0.6)
        own = own[(own >= first) & (own < first + covered * count)]
        own = own[np.argsort(own + rng.normal(0, 2, len(own)))]
        sequence += [teller] * len(own)
        event += own.tolist()
    known, label = np.unique(event, return_inverse=True)
    mentions = Mentions(np.array(sequence), label, np.full(len(label), np.nan))
    for exact in (count, 0):
        order = timeline(mentions, (), exact).order
        assert np.abs(np.argsort(order) - np.arange(len(known))).mean() < 3
    turned = timeline(mentions, [(int(label.max()), 0)], 0).order.tolist()
    assert turned.index(int(label.max())) < turned.index(0)


@pytest.mark.parametrize(
    "texts", [("One.", "Two."), ("The same.", "The same."), ("", "")], ids=["other", "same", "no word"]
)
def test_unusual_inputs(texts: tuple[str, ...]) -> None:
    found = drafted(large_drafts.statements(large_drafts.Accounts(np.arange(2), np.arange(2), texts)))
    assert sorted(p for e in found.events for p in e.passages) == [0, 1]
