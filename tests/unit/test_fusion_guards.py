"""Insertions: where a sentence belongs, what forbids it, and what the word lists say about a sentence."""

from collections import Counter
from collections.abc import Sequence

import pytest

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.lexicon import Grammar, lexicon
from taeg.consolidate.fusion.phrases import analyse, conflict
from taeg.consolidate.fusion.placing import CERTAIN, Insertion, Placement, runs, telling
from taeg.consolidate.fusion.sentence_spans import is_complete, outside_quotes, quote_states, sentence_spans
from taeg.consolidate.fusion.vocabulary import Vocabulary

STORY = (
    "The shepherds drove two hundred sheep across the northern bridge.",
    "The miller closed the wooden gates of the reservoir.",
    "The governor signed a treaty with the coastal merchants.",
)
THING = "a thing that the base has not named"
GUEST = "A goldsmith hammered silver bowls beside the chapel."


def grammar() -> Grammar:
    found = lexicon("en").grammar
    assert found is not None
    return found


def placement(base: list[str], *siblings: list[str]) -> Placement:
    vocabulary = Vocabulary("en")
    texts = [" ".join(base), *map(" ".join, siblings)]
    split = [vocabulary.sentences(text) for text in texts]
    frequency: Counter[int] = Counter(stem for sentences in split for s in sentences for stem in s.stems)
    vocabulary.weigh(frequency, 200)
    accounts = [Account(text, s, vocabulary, grammar()) for text, s in zip(texts, split, strict=True)]
    tellings = [telling(account, None) for account in accounts]
    return Placement(accounts[0], tellings[0], accounts[1:], tellings[1:])


def insertions(base: list[str], *siblings: list[str]) -> list[tuple[int, int, str]]:
    """Sentence, gap and refusal of each certain place of the first sibling."""
    found = placement(base, *siblings)
    return [(i.first, i.gap, found.refusal(i, chained=False)) for i in found.certain(0)]


def with_guest(guest: str, base: tuple[str, ...] = STORY) -> list[tuple[int, int, str]]:
    return insertions(list(base), [base[0], base[1], guest, base[2]])


def test_a_sentence_between_two_parallels_has_a_certain_place() -> None:
    assert with_guest(GUEST) == [(2, 2, "")]


def test_nothing_is_placed_before_the_first_sentence() -> None:
    assert insertions(list(STORY), [GUEST, *STORY]) == []


def test_a_third_account_with_another_place_forbids_it() -> None:
    sibling = [STORY[0], STORY[1], GUEST, STORY[2]]
    agreeing, other = sibling, [STORY[0], GUEST, STORY[1], STORY[2]]
    assert [i.gap for i in placement(list(STORY), sibling, agreeing).certain(0)] == [2]
    assert not list(placement(list(STORY), sibling, other).certain(0))


def test_unrelated_accounts_have_no_certain_place() -> None:
    strangers = ["Astronomers measured a comet.", GUEST, "Printers published almanacs in Antwerp."]
    assert all(i.confidence < CERTAIN for i in placement(list(STORY), strangers).certain(0))


@pytest.mark.parametrize(
    ("guest", "reason"),
    [
        ("She hammered silver bowls beside the chapel.", "pronoun without antecedent"),
        ("I hammered silver bowls beside the chapel.", "inside speech"),
        ("Silver bowls beside the chapel.", "no complete sentence"),
        ("Earlier a goldsmith hammered silver bowls.", "points back in time"),
        ("A goldsmith needs silver bowls beside the chapel.", "tense"),
    ],
)
def test_guards(guest: str, reason: str) -> None:
    assert with_guest(guest) == [(2, 2, reason)]


LANTERN = "A lantern burned above the chapel door."


@pytest.mark.parametrize(
    ("base", "sibling", "guest", "reason"),
    [
        (STORY, (STORY[0], STORY[1] + " " + LANTERN), "A goldsmith hammered bowls below the lantern.", THING),
        (STORY, (STORY[0], STORY[1] + " " + LANTERN), "A goldsmith hammered bowls below a lantern.", ""),
        (
            (STORY[0].replace("The shepherds", "Anton"), STORY[1].replace("The miller", "Anton"), STORY[2]),
            (STORY[0].replace("The shepherds", "Ivor"), STORY[1].replace("The miller", "Ivor")),
            "A goldsmith gave Ivor silver bowls.",
            "other names",
        ),
        (
            (STORY[0], STORY[1], "But the governor signed a treaty with the coastal merchants."),
            STORY[:2],
            "But a goldsmith hammered silver bowls.",
            "opens like the next sentence",
        ),
        (
            (STORY[0], STORY[1], "The governor wore a purple coat and signed a treaty with the coastal merchants."),
            STORY[:2],
            "A goldsmith hammered scarlet bowls.",
            "colours conflict",
        ),
    ],
    ids=["a thing not named", "a thing named", "names", "but", "colours"],
)
def test_guards_of_what_the_base_says(base: Sequence[str], sibling: Sequence[str], guest: str, reason: str) -> None:
    found = placement(list(base), [*sibling, guest, base[-1]])
    at = len(" ".join(sibling).split(". "))
    assert found.refusal(Insertion(0, at, at, len(base) - 1, 1.0), chained=True) == reason


@pytest.mark.parametrize(
    ("right", "reason"),
    [
        ("She signed a treaty with the coastal merchants.", "next pronoun loses its antecedent"),
        ("The others signed a treaty with the coastal merchants.", "next pronoun loses its antecedent"),
        ("I signed a treaty with the coastal merchants.", "inside speech"),
    ],
)
def test_guards_of_what_follows(right: str, reason: str) -> None:
    assert with_guest(GUEST, (*STORY[:2], right)) == [(2, 2, reason)]


def test_clock_times_stay_in_order() -> None:
    base = (
        "At 10:30 the shepherds drove two hundred sheep across the northern bridge.",
        "The miller closed the wooden gates of the reservoir at 11:15.",
        "At 11:40 the governor signed a treaty with the coastal merchants.",
    )
    assert with_guest("At 11:20 a goldsmith hammered silver bowls.", base) == [(2, 2, "")]
    assert with_guest("At 9:20 a goldsmith hammered silver bowls.", base) == [(2, 2, "clock times conflict")]


def test_a_gap_inside_speech_is_closed() -> None:
    base = (
        STORY[0],
        'The miller said, "Close the wooden gates of the reservoir.',
        'Sign the treaty with the merchants."',
    )
    assert insertions(list(base), [base[0], base[1] + '"', GUEST, base[2][:-1]])[0][2] == "inside speech"


def test_runs_leave_no_quotation_open() -> None:
    text = 'He left. She said, "Go. Stay." They slept. "Open'
    vocabulary = Vocabulary("en")
    account = Account(text, vocabulary.sentences(text), vocabulary, grammar())
    assert list(runs(account)) == [(0, 0), (1, 2), (3, 3)]


def test_a_place_is_refused_by_the_first_rule() -> None:
    found = placement(list(STORY), [STORY[0], STORY[2], GUEST, STORY[1]])
    assert found.refusal(Insertion(0, 2, 2, 1, 0.95), chained=False) == ""
    assert found.refusal(Insertion(0, 2, 2, 2, 0.95), chained=False) == "said on the other side"


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [
        ("When he saw the crowd, Ruben left.", "head", {"m"}),
        ("The disciples saw this.", "head", set()),
        ("In the morning they left.", "head", {"p"}),
        ("Anna and Ruben told her.", "offered", {"p", "m", "f"}),
        ("The queen rose.", "offered", {"f"}),
        ('Anna said, "I saw you."', "first_person", False),
        ("I saw you.", "first_person", True),
        ("Take up your beds and leave.", "spoken", True),
        ("Anna said that you were late.", "spoken", False),
        ("Anna said nothing.", "tense", "past"),
        ("The bridge is closed.", "tense", "present"),
        ("Therefore he left.", "connective", True),
        ("Both left.", "anaphor", True),
        ("It began at 11:30 pm.", "clocks", (23 * 60 + 30,)),
    ],
)
def test_phrases(sentence: str, field: str, value: object) -> None:
    assert getattr(analyse(sentence, grammar(), "en"), field) == value


def test_conflicting_amounts() -> None:
    one, two = (
        analyse(text, grammar(), "en").amounts for text in ("Two women stood there.", "Three women stood there.")
    )
    assert conflict(one, two)
    assert not conflict(one, one)
    assert not conflict(one, analyse("Three men stood there.", grammar(), "en").amounts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. Reed met J. Smith at 10 a.m. today. He left.", ["Dr. Reed met J. Smith at 10 a.m. today.", "He left."]),
        ('"Go." She went. and so on.', ['"Go."', "She went. and so on."]),
        ("A line\n\nanother line", ["A line", "another line"]),
        ("\u6771\u4eac\u3002\u96e8\u3002", ["\u6771\u4eac\u3002", "\u96e8\u3002"]),
        (" \n ", []),
    ],
)
def test_sentence_spans(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text, lexicon("en"))] == expected


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ('Ann said, "Go. Stay." Ben left.', [(False, True), (True, False), (False, False)]),
        ('B ends." D.', [(True, False), (False, False)]),
        ("\u201eGeh. Bleib.\u201c Ben ging.", [(False, True), (True, False), (False, False)]),
        ("Ann left. Ben stayed.", [(False, False), (False, False)]),
    ],
)
def test_quote_states(text: str, states: list[tuple[bool, bool]]) -> None:
    assert quote_states(text, sentence_spans(text, lexicon("en"))) == states


def test_complete_sentences_and_quotations() -> None:
    assert is_complete('"Go," he said.')
    assert not is_complete("and went.")
    assert not is_complete("He went")
    assert outside_quotes('He said, "Go now" and left.').split() == ["He", "said,", '"', "and", "left."]


@pytest.mark.parametrize("code", ["de", "es", "pt"])
def test_other_languages_have_words_but_no_insertions(code: str) -> None:
    assert lexicon(code).function_words
    assert lexicon(code).grammar is None


def test_unknown_languages_have_no_words() -> None:
    assert lexicon("xx").function_words == frozenset()
