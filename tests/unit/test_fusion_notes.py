"""Notes: what a sentence refers to, what it needs to be understood, and what is always noted in testimony."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.context import needed
from taeg.consolidate.fusion.lexicon import Grammar, lexicon
from taeg.consolidate.fusion.polarity import Clauses
from taeg.consolidate.fusion.references import references
from taeg.consolidate.fusion.settings import Settings
from taeg.consolidate.fusion.strategy import fused_spans
from taeg.consolidate.fusion.vocabulary import Vocabulary
from taeg.consolidate.spans import NOTE
from tests.unit.builders import arrays_of


def grammar() -> Grammar:
    found = lexicon("en").grammar
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He had a carrier bag.", "m"),
        ("He'd had four pints of bitter.", "m"),
        ("She wrote to the council.", "f"),
        ("I gave him the keys.", "m"),
        ("That is what happened.", "cx"),
        ("I wrote that down.", "x"),
        ("At noon I rang this number.", "x"),
        ("This morning I rang the office.", ""),
        ("For this reason I rang again.", "cx"),
        ("The other man ran.", "x"),
        ("I was at the front door then.", "c"),
        ("It turned down Mill Lane.", "n"),
        ("Its headlights were on.", "n"),
        ("There was no cash box in it.", "n"),
        ("Somebody shouted and they ran.", ""),
        ("It was still outside when I went up.", "n"),
        ("It was about half past five.", ""),
        ("It was raining hard.", ""),
        ("I said that the driver ran.", ""),
        ("The driver got out and he ran.", ""),
        ("The operator said that they were coming.", ""),
        ("Steel container undamaged, its door standing open.", ""),
        ("Anna ran because she was late.", ""),
        ("Mr Birch ran me home in the car although it's only round the corner.", ""),
        ("I came home and saw no parcel.", ""),
        ('"He is here," said Anna.', ""),
    ],
)
def test_references_to_what_precedes(text: str, expected: str) -> None:
    assert "".join(sorted(references(text, grammar()).needed)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gary Dunmore is a regular.", "fmn"),
        ("We walked down Mill Lane.", ""),
        ("I was at the front door.", ""),
        ("A white van came along Mill Lane.", "fmn"),
        ("Two men came.", "p"),
        ("I talked to the nurse.", "fmp"),
    ],
)
def test_antecedents_for_what_follows(text: str, expected: str) -> None:
    assert set("".join(sorted(references(text, grammar()).offered))) >= set(expected) - {"f"}


def account(text: str, *, amends: bool = False) -> Account:
    vocabulary = Vocabulary("en")
    sentences = vocabulary.sentences(text)
    vocabulary.weigh(Counter(stem for s in sentences for stem in s.stems), 200)
    return Account(text, sentences, vocabulary, grammar(), amends=amends)


BASE = "I was on duty. I saw smoke above the roofs."


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("The lorry came past at noon. I was at the door then. It turned down Mill Lane.", 2, (0, 3)),
        ("Ann Lee is a regular. She was at the bar. She'd had four pints.", 2, (0, 3)),
        ("I was with Ann Lee. I had supper. I went home.", 2, (2, 3)),
        ("It rained. I read the paper.", 0, (0, 1)),
        ("It turned down Mill Lane.", 0, (0, 1)),
        ("The lorry was there. I'd call it silver. Grey, that sort of a colour. I slept.", 2, (0, 3)),
        ("Crew of five. No persons at the gates. Smoke above the road.", 2, (2, 3)),
        ("For this reason I did not ring.", 0, None),
        ("I was in. I was up. I ate. I drank. I slept. I woke. He rang me.", 6, None),
        ("I have been asked who left. I do not know who left.", 0, (0, 2)),
        ("I have been asked who left.", 0, None),
        ("You will ask why. I saw no need.", 1, (0, 2)),
        ("I saw a note on the wall:\n\nA list of names hung there.", 0, (0, 2)),
        ('I heard a man. He said, "Run. Go home." I ran.', 1, (0, 3)),
        ("I saw them,\n\na piece of cloth hung there.", 1, (0, 2)),
    ],
)
def test_what_a_note_of_testimony_needs(text: str, row: int, expected: tuple[int, int] | None) -> None:
    found = needed(account(text), account(BASE), row, (), testimony=True)
    assert (found and (found.start, found.stop)) == expected


def test_what_is_noted_already_is_continued() -> None:
    text = "The lorry came past at noon. It was red. It turned down Mill Lane."
    assert needed(account(text), account(BASE), 2, {1}, testimony=True) == range(2, 3)


def test_a_retraction_is_told_with_what_it_retracts() -> None:
    text = "I said three men got out. I now think it was two. I counted three because one took a jacket off."
    assert needed(account(text, amends=True), account(BASE), 2, (), testimony=True) == range(3)
    assert needed(account(text), account(BASE), 2, (), testimony=True) == range(2, 3)


def test_in_chronicles_a_pronoun_may_refer_to_the_base() -> None:
    base = account("Asa reigned in the city. Asa built towers.")
    text = "Asa was king of Judah. The land had rest. He gathered a host of spearmen."
    assert needed(account(text), base, 2, (), testimony=False) == range(2, 3)
    stranger = account("Omri was king of Samaria. The land had rest. He gathered a host of spearmen.")
    assert needed(stranger, base, 2, (), testimony=False) == range(1, 3)


@pytest.mark.parametrize(
    ("told", "text", "opposed"),
    [
        ("There was no message.", "I left a message.", True),
        ("I did not unlock the gate.", "He unlocked the gate.", True),
        ("He unlocked the gate.", "I didn't unlock the gate.", True),
        ("I looked at the clock.", "I did not look at the clock.", False),
        ("He never unlocked the gate.", "I did not unlock the gate.", False),
        ("He unlocked the gate. He did not unlock the gate.", "I unlocked the gate.", False),
        ("I did not see the driver.", "I locked the gate.", False),
        ('He said, "I did not unlock the gate."', "I unlocked the gate.", False),
    ],
)
def test_denials(told: str, text: str, opposed: bool) -> None:
    vocabulary = Vocabulary("en")
    sentences = [*vocabulary.sentences(told), *vocabulary.sentences(text)]
    vocabulary.weigh(Counter(stem for s in sentences for stem in s.stems), 200)
    clauses = Clauses(vocabulary)
    for sentence in vocabulary.sentences(told):
        clauses.add(told[sentence.start : sentence.end])
    assert clauses.opposes(text) is opposed


def notes(*rows: tuple[int, str], base: int = 0) -> list[str]:
    """The notes on one event from versions given as source and text, in order of time."""
    times = [float(i) for i in range(len(rows))]
    given = arrays_of([(0, s, t) for s, t in rows], 1, all_times=times, orders=list(range(len(rows))))
    given = replace(given, language="en")
    spans = fused_spans(given, np.array([base]), given.chars.astype(float), Settings(0.0), "en")
    return [rows[v][1][s:t] for _, v, _, s, t, role, _ in spans.rows() if role == NOTE]


ON_DUTY = "I was on duty at the gate. I keep a list. I drank tea. There was no message on my desk."


def test_what_denies_the_base_is_noted() -> None:
    assert notes((0, ON_DUTY), (1, "I left a message for the office on the desk.")) != []
    assert notes((0, ON_DUTY.replace("no", "a")), (1, "I saw a message on the desk for the office.")) == []


def test_a_retraction_is_noted_although_little_is_new() -> None:
    first = "I was at the window. The lorry was blue. I am sure of the lorry."
    later = "I said the lorry was blue. I am not sure that the lorry was blue."
    assert notes((0, ON_DUTY), (1, first), (1, later))[-2:] == [
        "I said the lorry was blue.",
        "I am not sure that the lorry was blue.",
    ]


def test_versions_of_a_speaker_are_noted_in_order_of_time() -> None:
    first = "I counted forty barrels of herring in the yard behind the chapel."
    later = "I found a green lantern with a broken handle beside the northern fence."
    rows = [(0, ON_DUTY), (1, later), (1, first)]
    given = arrays_of([(0, s, t) for s, t in rows], 1, all_times=[1.0, 3.0, 2.0], orders=[0, 1, 2])
    spans = fused_spans(replace(given, language="en"), np.array([0]), np.ones(3), Settings(0.0), "en")
    assert [v for _, v, _, _, _, role, _ in spans.rows() if role == NOTE] == [2, 1]


@pytest.mark.parametrize(("before", "after"), [("Now ", ","), ("and ", "."), ("where ", ".")])
def test_fragments(before: str, after: str) -> None:
    sentence = f"{before}the gardener carried a heavy ladder out into the greenhouse{after}"
    found = notes((0, "Ann kept the yard. The lamps had been lit early."), (1, sentence))
    assert found == ([] if before == "where " else [sentence.removesuffix(",")])


@pytest.mark.parametrize(
    ("sentence", "cut"),
    [
        ("The gardener carried a heavy ladder, and the lamps had been lit early.", True),
        ("The gardener carried a heavy ladder, and the lamps had not been lit early.", False),
        ("The gardener with the heavy ladder shouted, saying the lamps had been lit early.", False),
    ],
)
def test_told_ends_of_sentences_are_cut_off(sentence: str, cut: bool) -> None:
    base = "Ann kept the yard. The lamps had been lit early."
    assert notes((0, base), (1, sentence)) == [sentence.split(",", maxsplit=1)[0] if cut else sentence]


def test_hearsay_must_be_about_the_event() -> None:
    rumour = "I was told that {}."
    told = [rumour.format(f"the baker had {word} bread") for word in ("old", "black", "bad")]
    chatter = "My two cats ran out of the kitchen and hid under the neighbour's caravan."
    report = "A stranger climbed over the gate and dropped a bundle of newspapers."
    rows = [(0, ON_DUTY), (1, " ".join([*told, chatter, report])), (2, "I slept. I saw nothing. I heard nothing.")]
    found = notes(*rows)
    assert report in found
    assert chatter not in found


def test_another_time_is_always_noted() -> None:
    base = "I was on duty. At 22:05 I locked the yard. I drank tea. I ate."
    assert notes((0, base), (1, "I saw it. I locked the yard at 22:30. I slept. I woke.")) == [
        "I locked the yard at 22:30."
    ]
    assert notes((0, base), (1, "I saw it. I locked the yard at 22:05. I slept. I woke.")) == []
