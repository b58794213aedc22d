"""The alignment: exact properties on small inputs, answers that bind, and a floor on an example."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from taeg.align.aligner import Aligner
from taeg.align.answers import Answers, Decision, Kind
from taeg.align.constraints import bind
from taeg.align.draft import Draft
from taeg.align.layout import layout
from taeg.align.monotone import match_probabilities
from taeg.align.review import Card, Reply, review, turn
from taeg.align.titles import titles
from taeg.align.turns import turns
from taeg.align.values import Document, Passages, Settings, Span, Statements, Unit
from tests.unit.drafts import STATEMENTS

SENTENCES = {
    name: [s if s.endswith(".") else s + "." for s in text.strip().split(". ")] for name, text in STATEMENTS.items()
}


def statements(texts: dict[str, list[str]] = SENTENCES) -> Statements:
    """One document for each source; its sentences are separated by a space."""
    sources = sorted(texts)
    units = []
    for number, name in enumerate(sources):
        start = 0
        for sentence in texts[name]:
            units.append(Unit(number, number, start, start + len(sentence), 0, sentence))
            start += len(sentence) + 1
    return Statements.arranged(sources, [Document(i, name) for i, name in enumerate(sources)], units)


def aligner(texts: dict[str, list[str]] = SENTENCES) -> Aligner:
    return Aligner(statements(texts), None, Settings(passages="sentence", grain=1))


def described(draft: Draft) -> dict[tuple[str, int], set[tuple[str, int]]]:
    """For each passage, by name of its source and start, the passages of its event."""
    names = draft.statements.sources
    key = [(names[p.source], p.start) for p in draft.passages]
    return {key[i]: {key[j] for j in event.passages} for event in draft.events for i in event.passages}


def test_probabilities_equal_those_of_all_alignments() -> None:
    weights = np.random.default_rng(3).normal(size=(3, 4))
    cells = [(i, j) for i in range(3) for j in range(4)]
    total, expected = 0.0, np.zeros((3, 4))
    for size in range(4):
        for chosen in combinations(cells, size):
            if all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chosen)):
                weight = float(np.exp(sum(weights[cell] for cell in chosen)))
                total += weight
                for cell in chosen:
                    expected[cell] += weight
    [found] = match_probabilities([weights.astype(np.float32)])
    assert found == pytest.approx(expected / total, abs=1e-6)


def test_the_same_events_are_found_in_any_order_of_sources() -> None:
    renamed = {f"{'zyx'[i]}-{name}": SENTENCES[name] for i, name in enumerate(SENTENCES)}
    first, second = described(aligner().draft()), described(aligner(renamed).draft())
    plain = {
        (n.partition("-")[2], s): {(m.partition("-")[2], t) for m, t in others} for (n, s), others in second.items()
    }
    assert first == plain
    alarm = {("anna", 27), ("ben", 0), ("carla", 0)}
    assert alarm <= first["ben", 0]
    assert aligner().draft() == aligner().draft()


def test_answers_bind() -> None:
    made = aligner()
    draft = made.draft()
    spans = {(draft.statements.sources[p.source], p.start): p.span for p in draft.passages}
    alarm, bread = spans["ben", 0], max((s for (n, _), s in spans.items() if n == "anna"), key=lambda s: s.start)
    decided = Answers((Decision("same", alarm, bread), Decision("different", alarm, spans["carla", 0])))
    found = described(made.draft(decided))
    assert ("anna", bread.start) in found["ben", 0]
    assert ("carla", 0) not in found["ben", 0]
    none = made.draft(Answers((Decision("none", alarm),)))
    assert [p.event for p in none.passages if p.span == alarm] == [-1]
    own = described(made.draft(Answers((Decision("own", alarm),))))
    assert own["ben", 0] == {("ben", 0)}


def test_a_later_answer_overrules_an_earlier_one() -> None:
    made = aligner()
    spans = [p.span for p in made.draft().passages]
    draft = made.draft(Answers((Decision("same", spans[0], spans[-1]), Decision("different", spans[0], spans[-1]))))
    assert draft.overruled == (0,)


@pytest.mark.parametrize("apart", [0, -1])
def test_different_holds_if_one_passage_is_no_event(apart: int) -> None:
    made = aligner()
    spans = [p.span for p in made.draft().passages]
    answered = Decision("different", spans[0], spans[-1])
    draft = made.draft(Answers((answered, Decision("none", spans[apart]))))
    assert draft.overruled == draft.unknown == ()


def test_a_join_is_no_answer() -> None:
    given = statements()
    first, second = given.units[:2]
    spans = [Span(unit.document, unit.start, unit.end) for unit in (first, second)]
    bound = bind(Answers((Decision("join", *spans),)), given, layout(given))
    assert len(set(bound.component.tolist())) == len(given.units) - 1
    assert not bound.decided.any()


@pytest.mark.parametrize("kind", ["same", "own", "none"])
@pytest.mark.parametrize("passages", ["event", "sentence"])
def test_confirmed_passages_keep_their_bounds(kind: Kind, passages: Passages) -> None:
    given = statements()
    first, second = [unit for unit in given.units if unit.source == 0][1:3]
    confirmed = Span(first.document, first.start, second.end)
    other = Span(1, given.units[-1].start, given.units[-1].end)
    answer = Decision(kind, confirmed, other if kind == "same" else None)
    for grain in (1, 2, 8):
        draft = Aligner(given, None, Settings(passages=passages, grain=grain)).draft(Answers((answer,)))
        [found] = [passage for passage in draft.passages if passage.span == confirmed]
        assert found.decided


def test_confirmed_neighbours_of_one_event_are_one_passage_unless_divided() -> None:
    given = statements()
    first, second, third = [Span(u.document, u.start, u.end) for u in given.units if u.source == 0][:3]
    both = (Decision("same", first, third), Decision("same", second, third))
    made = Aligner(given, None, Settings(grain=1))
    assert Span(0, first.start, third.end) in [p.span for p in made.draft(Answers(both)).passages]
    divided = Answers((*both, Decision("split", Span(0, second.start, second.start))))
    assert [p.span for p in made.draft(divided).passages][:2] == [first, Span(0, second.start, third.end)]


def test_a_difference_does_not_hold_for_the_parts_of_a_passage_that_is_divided_later() -> None:
    given = statements()
    one = given.units[0]
    first, second = [unit for unit in given.units if unit.source == 1][:2]
    whole = Span(first.document, first.start, second.end)
    different = Decision("different", Span(one.document, one.start, one.end), whole)
    split = Decision("split", Span(second.document, second.start, second.start))
    rows = layout(given)
    assert bind(Answers((different,)), given, rows).apart
    assert not bind(Answers((different, split)), given, rows).apart


def test_the_account_with_most_in_common_is_read_first() -> None:
    texts = {
        "a": ["Birds sang in the old garden all day."],
        "b": ["A bell rang."],
        "c": ["A loud bell rang.", "Birds sang."],
    }
    assert turns(statements(texts)) == (2, 1, 0)


def test_a_review_ends_when_all_is_settled() -> None:
    asked: list[tuple[int, int]] = []

    def reviewer(draft: Draft, card: Card) -> Reply:
        asked.append((turn(draft, card.passage), card.passage))
        return Reply(ticks=[c.passage for some in card.candidates for c in some if c.same])

    made = aligner()
    answers = review(made.draft, reviewer)
    assert asked == sorted(asked)
    assert all(passage.decided for passage in made.draft(answers).passages)


@pytest.mark.parametrize(
    "texts",
    [
        {"a": ["One."], "b": ["Two."]},
        {"a": ["The same words here."], "b": ["The same words here."]},
        {f"s{i:02}": ["The bell rang.", f"Then number {i} left."] for i in range(40)},
        {"a": ["\u05e9\u05dc\u05d5\u05dd."], "b": ["\u05e9\u05dc\u05d5\u05dd."]},
    ],
    ids=["no word in common", "equal", "forty sources", "no stemmer"],
)
def test_unusual_inputs(texts: dict[str, list[str]]) -> None:
    draft = aligner(texts).draft()
    placed = [p for event in draft.events for p in event.passages]
    assert sorted(placed) == [i for i, passage in enumerate(draft.passages) if passage.event >= 0]
    assert [e.order_confidence for e in draft.events][:1] in ([1.0], [])


def test_names_of_persons_are_no_places() -> None:
    texts = [
        "I gave the key to Karim.",
        "He looked at Anna.",
        "He left Mill Lane and came back to Mill Lane later.",
        "Anna waited in Mill Lane in Karim's car, for Friday's bus.",
        "She drove to Leeds.",
        "In Leeds she went to Karim again.",
    ]
    found = titles(texts, range(len(texts)), [0] * len(texts), "en", len(texts))
    assert [titling.place for titling in found] == ["", "", "Mill Lane", "Mill Lane", "Leeds", "Leeds"]
