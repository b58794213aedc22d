"""Explicit corrections, the old and new values, and the account that is corrected."""

import pytest

from taeg.conflicts import amendments
from taeg.conflicts.values import Account

Found = list[tuple[str, str, str, int, str]]


def found(language: str, *texts: str, sources: tuple[int, ...] = (), times: tuple[float, ...] = ()) -> Found:
    accounts = [
        Account(at, 0, sources[at] if sources else 0, text, times[at] if times else float(at), at)
        for at, text in enumerate(texts)
    ]
    made = amendments.find(accounts, language)
    assert amendments.find(accounts[::-1], language) == made
    for each in made:
        assert 0 <= each.start < each.end <= len(texts[each.version])
    return [(a.rule, a.new, a.old, a.amended, texts[a.amended][a.amended_start : a.amended_end]) for a in made]


@pytest.mark.parametrize(
    ("language", "first", "second", "expected"),
    [
        (
            "en",
            "Police said 16 people were hurt in the crash.",
            "Police revised the number of hurt to 14 from 16.",
            ("from-to", "14", "16", "16"),
        ),
        (
            "en",
            "The crash hurt sixteen people.",
            "The number of people hurt was corrected from 16 to 14.",
            ("from-to", "14", "16", "sixteen"),
        ),
        (
            "en",
            "Police named the dead woman as Ann Holl.",
            "(Corrects spelling of name to Holle from Holl) Police named the woman on Monday.",
            ("from-to", "Holle", "Holl", "Holl"),
        ),
        (
            "en",
            "The van left the yard at 22:10.",
            "The van left the yard at 22:40, not 22:10.",
            ("not", "22:40", "22:10", "22:10"),
        ),
        ("en", "A red van left.", "The van was white, not red.", ("not", "white", "red", "red")),
        (
            "en",
            "The woman died in hospital.",
            "Correction: the victim who died was a man, not a woman.",
            ("not", "died was a man", "a woman", "woman"),
        ),
        (
            "en",
            "Ten boats were lost.",
            "Not ten but twelve boats were lost.",
            ("not-but", "twelve", "ten", "Ten"),
        ),
        (
            "en",
            "It was late. A gunman was seen on the roof of the bank.",
            "Earlier reports that a gunman was on the roof were wrong.",
            ("withdrawn", "", "", "A gunman was seen on the roof of the bank."),
        ),
        (
            "en",
            "A lorry struck the bridge on Monday.",
            "A photograph of a lorry on the bridge was shown. That was wrong, and we withdraw it.",
            ("withdrawn", "", "", "A lorry struck the bridge on Monday."),
        ),
        (
            "en",
            "The van was blue. It was late.",
            "I said the van was blue. I looked again. I do not think now that it was.",
            ("taken-back", "", "", "The van was blue."),
        ),
        (
            "de",
            "Die Polizei meldete 16 Verletzte.",
            "Die Polizei hat die Zahl der Verletzten von 16 auf 14 korrigiert.",
            ("from-to", "14", "16", "16"),
        ),
        ("de", "Der Wagen war rot.", "Der Wagen war weiß, nicht rot.", ("not", "weiß", "rot", "rot")),
        (
            "de",
            "Die Stadt ließ die Brücke im Oktober prüfen.",
            "Die Angabe vom Montag, die Stadt habe die Brücke im Oktober geprüft, war falsch.",
            ("withdrawn", "", "", "Die Stadt ließ die Brücke im Oktober prüfen."),
        ),
        (
            "es",
            "La policía habló de 16 heridos.",
            "La policía corrigió la cifra de heridos de 16 a 14.",
            ("from-to", "14", "16", "16"),
        ),
        ("es", "Hubo diez barcos.", "No diez sino doce barcos.", ("not-but", "doce", "diez", "diez")),
        (
            "pt",
            "A polícia falou de 16 feridos.",
            "A polícia corrigiu o número de feridos de 16 para 14.",
            ("from-to", "14", "16", "16"),
        ),
        ("pt", "O carro era vermelho.", "O carro era branco, não vermelho.", ("not", "branco", "vermelho", "vermelho")),
    ],
)
def test_corrections(language: str, first: str, second: str, expected: tuple[str, str, str, str]) -> None:
    rule, new, old, words = expected
    assert found(language, first, second) == [(rule, new, old, 0, words)]


def test_two_values_in_one_correction() -> None:
    second = "(Corrects number of dead to four from five and of injured to 29 from 34) The collapse killed four."
    assert found("en", "The toll rose to five dead. The number of injured was 34.", second) == [
        ("from-to", "four", "five", 0, "five"),
        ("from-to", "29", "34", 0, "34"),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("She sat quietly.", "She was tired, not angry."),
        ("The van was white.", "The van was white, not red."),
        ("He came to the house.", "He came to the house not once but three times."),
        ("The troops came.", "The troops were withdrawn from the wrong-footed town."),
        ("I said the door was open.", "I said the door was open and I stand by it. It was not dark."),
        ("The door was open.", "I said the door was open. Then I left."),
        ("Fares rose to 6 pounds.", "The company cut the fare to 4 from 6 pounds."),
        ("The dog barked.", "I always get it wrong."),
    ],
)
def test_no_corrections(first: str, second: str) -> None:
    assert found("en", first, second) == []


CORRECTION = "Police revised the number of hurt to 14 from 16."
OLD = "Police said 16 people were hurt."


@pytest.mark.parametrize(
    ("texts", "sources", "times", "amended"),
    [
        ((OLD, OLD, CORRECTION), (0, 1, 0), (1.0, 2.0, 3.0), 0),
        ((OLD, OLD, CORRECTION), (0, 1, 2), (1.0, 2.0, 3.0), 1),
        ((CORRECTION, OLD), (0, 1), (1.0, 2.0), 0),
        ((CORRECTION, OLD), (0, 1), (float("-inf"), 2.0), 1),
        ((CORRECTION,), (0,), (1.0,), 0),
    ],
    ids=["same source", "latest", "later", "unknown time", "alone"],
)
def test_corrected_account(
    texts: tuple[str, ...], sources: tuple[int, ...], times: tuple[float, ...], amended: int
) -> None:
    ((_, new, old, at, words),) = found("en", *texts, sources=sources, times=times)
    assert (new, old, at, words) == ("14", "16", amended, "16")


def test_unknown_language() -> None:
    assert found("xx", OLD, CORRECTION) == []
    assert found("ja", "死者は五人。", "死者は四人。") == []
