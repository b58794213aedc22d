"""The generator of contradictions: numbers and times as written, paraphrases, and cases with known truth."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from bench import conflict_generator, paraphrases, planted_numbers, planted_values
from bench.conflict_sets import CONFLICT, NO_CONFLICT
from bench.planted_values import Word
from taeg.conflicts.values import KINDS


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("14", 14),
        ("4,000", 4000),
        ("fourteen", 14),
        ("forty-two", 42),
        ("forty and two", 42),
        ("threescore and ten", 70),
        ("two hundred and fifty", 250),
        ("seven thousand and seven hundred", 7700),
        ("a hundred", 100),
        ("a dozen", 12),
    ],
)
def test_numbers_are_read(text: str, value: int) -> None:
    assert planted_numbers.value_of(text) == value
    assert re.fullmatch(planted_numbers.NUMBER, text)


@pytest.mark.parametrize("value", [7, 14, 42, 70, 250, 1400, 7700, 86000])
def test_numbers_in_words_are_read_back(value: int) -> None:
    assert planted_numbers.value_of(planted_numbers.in_words(value)) == value


@pytest.mark.parametrize("value", [2, 3, 9, 14, 38, 100, 1400, 4000])
def test_another_number_is_far_enough(value: int) -> None:
    for seed in range(30):
        other = planted_numbers.other_number(value, Random(seed))
        assert other != value
        assert other > 0
        assert value < 10 or abs(other - value) / value > 0.3


@pytest.mark.parametrize(
    ("text", "minutes", "other"),
    [
        ("at 23:41 the", 23 * 60 + 41, r"\d\d:\d\d"),
        ("at 0845 on", 8 * 60 + 45, r"\d{4}"),
        ("at 7.24 am", 7 * 60 + 24, r"\d\d?\.\d\d am"),
        ("about half past seven", 7 * 60 + 30, r"[a-z-]+ (past|to) [a-z]+|[a-z]+ o'clock"),
        ("twenty-five to two", 95, r"[a-z-]+ (past|to) [a-z]+|[a-z]+ o'clock"),
        ("at ten o'clock", 600, r"[a-z-]+ (past|to) [a-z]+|[a-z]+ o'clock"),
    ],
)
def test_clock_times_are_read_and_written_in_their_form(text: str, minutes: int, other: str) -> None:
    found = planted_numbers.CLOCK_PATTERN.search(text)
    assert found
    time = planted_numbers.read_clock(found)
    assert time
    assert time.minutes == minutes
    for seed in range(20):
        moved = planted_numbers.other_clock(time, Random(seed))
        away = abs(moved.minutes - minutes)
        assert min(away % 720, 720 - away % 720) >= 20
        assert re.fullmatch(other, planted_numbers.clock_text(moved))


@pytest.mark.parametrize("text", ["paid 4.50 for it", "verses 3:4-5", "the score of 12.34"])
def test_other_figures_are_no_clock_times(text: str) -> None:
    assert not [found for found in planted_numbers.CLOCK_PATTERN.finditer(text) if planted_numbers.read_clock(found)]


def words(sentence: str, **tags: str) -> list[Word]:
    """Words that depend on the first one, with the given tags."""
    return [
        Word(m[0], tags.get(m[0], "XX").split("/")[0], (tags.get(m[0], "XX/dep") + "/dep").split("/")[1], 0, *m.span())
        for m in re.finditer(r"[\w'-]+|[^\w\s]", sentence)
    ]


@pytest.mark.parametrize(
    ("sentence", "kind", "value"),
    [
        ("He saw seven men there.", "count", "seven"),
        ("It ended at 23:40 there.", "clock", "23:40"),
        ("It was 12 metres long.", "measure", "12 metres"),
        ("She was 34 years old then.", "age", "34"),
        ("He asked for £640 then.", "money", "£640"),
        ("It came on March 14 there.", "date", "14"),
        ("It lasted ten minutes there.", "duration", "ten minutes"),
        ("It stood on the left there.", "side", "left"),
        ("They drove a white van.", "colour", "white"),
    ],
)
def test_values_of_each_kind_are_found(sentence: str, kind: str, value: str) -> None:
    (found,) = planted_values.find(sentence, words(sentence, men="NNS", white="JJ/amod"), Random(1))
    assert (found.kind, sentence[found.start : found.end]) == (kind, value)
    assert found.other != value
    assert kind in KINDS


def test_a_passage_in_the_first_person_or_with_an_open_value_is_not_changed() -> None:
    texts = {
        "I saw seven men there.": False,
        "At least seven men came.": False,
        "He saw seven men there.": True,
        "He saw seven men and seven men.": False,
    }
    for sentence, allowed in texts.items():
        parsed = tuple(words(sentence, men="NNS"))
        value = planted_values.find(sentence, parsed, Random(1))[0]
        passage = conflict_generator.Passage(parsed, sentence, value, "It rained.", (), True)
        assert conflict_generator.can_contradict(passage) == allowed, sentence


def test_what_x_said_moves_to_the_other_end() -> None:
    sentence = "The bridge fell at noon, the mayor said."
    found = {paraphrases.paraphrase(sentence, words(sentence), (0, 0), "", Random(seed)) for seed in range(9)}
    assert found == {sentence, "The mayor said the bridge fell at noon."}


def test_marks_follow_the_value() -> None:
    assert paraphrases.unmarked("It was \ue000ten\ue000.") == ("It was ten.", 7, 10)
    assert paraphrases.unmarked("It was ten.") == ("It was ten.", 0, 0)


TEXTS = (
    "The van stopped at 23:41 near the gate. Seven men quickly carried the boxes to the white house. It was cold.",
    "The wall was 14 metres long, the officer said. It lasted about ten minutes. Nobody saw the driver of the car.",
)


def test_cases_have_known_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    def tagged(sentences: Sequence[str]) -> list[list[Word]]:
        return [words(sentence, men="NNS", white="JJ/amod", quickly="RB/advmod") for sentence in sentences]

    monkeypatch.setattr(conflict_generator, "parse", tagged)
    monkeypatch.setattr(paraphrases, "synonyms", lambda *_: ())
    cases = list(conflict_generator.cases(TEXTS, 1, 5, 12))
    assert cases == list(conflict_generator.cases(TEXTS, 1, 5, 12))
    assert {case.kind for case in cases if case.change == CONFLICT} >= {"clock", "count", "measure"}
    assert sum(case.change != CONFLICT for case in cases) == 12
    for case in cases:
        first, second = case.first[slice(*case.first_value)], case.second[slice(*case.second_value)]
        assert (first.casefold() == second.casefold()) == (case.change == conflict_generator.PLAIN)
    corpus = conflict_generator.corpus("texts", cases, tuned=False)
    assert len(corpus.accounts) == 2 * len(cases)
    verdicts = {pair.verdict for pair in corpus.pairs}
    assert verdicts == {CONFLICT, NO_CONFLICT}
