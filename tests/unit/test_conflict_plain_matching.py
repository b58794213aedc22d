"""Contradictions that need no parser, in four languages, and texts that only look like one."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from taeg.conflicts import plain_matching
from taeg.conflicts.values import POSSIBLE, Account, Conflict

FILLER = ["Es regnete am Morgen.", "Nobody saw the harbour.", "La plaza estaba vacía.", "A praça estava vazia."] * 3


def find(language: str, *texts: str, encoder: "Meaning | None" = None) -> list[Conflict]:
    """Find the contradictions of one event among other events."""
    event = [Account(at, 0, at, text) for at, text in enumerate(texts)]
    others = [[Account(100 + at, 1 + at, 0, text)] for at, text in enumerate(FILLER)]
    found = plain_matching.find(lambda: iter([event, *others]), language, encoder)
    assert found == plain_matching.find(lambda: iter([*others, event[::-1]]), language, encoder)
    return found


@pytest.mark.parametrize(
    ("language", "first", "second", "expected"),
    [
        (
            "en",
            "The first fire engine came from Moss Street at 23:58 by my log.",
            "Seven minutes past midnight the first engine came.",
            ("clock", "23:58", "00:07"),
        ),
        ("en", "He owed her six hundred and forty pounds.", "She said he owed £900.", ("money", "640 GBP", "900 GBP")),
        ("en", "A white van was at the gate.", "The van was blue and had bars.", ("colour", "white", "blue")),
        (
            "de",
            "Der erste Löschzug traf um 23:58 Uhr in der Kiln-Straße ein.",
            "Um 0:07 Uhr traf der erste Löschzug ein, aus der Moosgasse.",
            ("clock", "23:58", "00:07"),
        ),
        (
            "de",
            "Sie zahlte dem Händler 640 Euro für das Boot.",
            "Für das Boot zahlte sie dem Händler 900 Euro.",
            ("money", "640 EUR", "900 EUR"),
        ),
        ("de", "Die Mauer war 18 Meter lang.", "Die Mauer ist etwa 30 Meter lang.", ("measure", "18 m", "30 m")),
        (
            "de",
            "Die Messe wurde am 3. März 2021 in der Kapelle eröffnet.",
            "Die Messe in der Kapelle wurde am 9. März 2021 eröffnet.",
            ("date", "2021-03-03", "2021-03-09"),
        ),
        (
            "es",
            "El coche gris se paró delante de la puerta.",
            "Delante de la puerta se paró un coche rojo.",
            ("colour", "grey", "red"),
        ),
        (
            "es",
            "El viaje por el lago duró dos horas.",
            "El viaje por el lago duró cuatro horas.",
            ("duration", "2 h", "4 h"),
        ),
        (
            "pt",
            "O carro cinza parou em frente ao portão.",
            "Em frente ao portão parou um carro vermelho.",
            ("colour", "grey", "red"),
        ),
        (
            "pt",
            "A feira abriu em 3 de março de 2021 na capela.",
            "A feira da capela abriu em 9 de março de 2021.",
            ("date", "2021-03-03", "2021-03-09"),
        ),
    ],
)
def test_conflicts(language: str, first: str, second: str, expected: tuple[str, str, str]) -> None:
    (found,) = find(language, first, second)
    assert (found.kind, found.a.value, found.b.value) == expected
    assert (found.a.version, found.b.version, found.tier) == (0, 1, POSSIBLE)
    assert 0 < found.score <= 1
    assert found.rule == f"{found.kind}: words around the value"


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "The landlord shut the kitchen at ten o'clock.", "At eleven o'clock my sister went home."),
        ("en", "The train left at half past seven.", "The train left at 19:32."),
        ("en", "The train left the station at 7:30.", "Did the train leave the station at 8:30?"),
        ("en", "The train left the station at 7:30.", "The train left the station not at 8:30."),
        ("en", "The train left at 7:30.", "I said the train left at 8:30."),
        ("en", "The train left at 7:30.", "The train left at 7:30. The next train left at 8:30."),
        ("en", "The bridge is shut, police said on Monday.", "The bridge is shut, police said on Tuesday."),
        ("en", "A red van and a blue van came.", "A green van came."),
        ("en", "The fair opened at noon.", "The fair opened at ten at night."),
        ("de", "Das Haus hatte eine grüne Tür.", "Der Hund trug ein rotes Halsband."),
        (
            "de",
            "Die Polizei sagte am Dienstag, die Brücke sei zu.",
            "Die Polizei sagte am Mittwoch, die Brücke sei zu.",
        ),
        ("es", "El dueño cerró la cocina a las diez.", "A las once mi hermana se fue a casa."),
        ("pt", "Ele pagou 40 reais pela passagem.", "O jantar custou 25 reais."),
        ("xx", "blah 40 blah", "blah 50 blah"),
    ],
)
def test_no_conflicts(language: str, first: str, second: str) -> None:
    assert find(language, first, second) == []


def test_key_has_words_of_the_account() -> None:
    (found,) = find("en", "He owed her six hundred and forty pounds.", "She said he owed £900.")
    assert found.key == "owed"


def test_places_and_marks() -> None:
    first = "It rained. I was told that the fire engine came to the yard at 23:58."
    second = "The fire engine came to the yard about ten past twelve."
    (found,) = find("en", first, second)
    assert first[found.a.start : found.a.end] == "23:58"
    assert (found.a.hedged, found.a.firsthand) == (False, False)
    assert (found.b.hedged, found.b.firsthand) == (True, True)


def test_language_of_an_account() -> None:
    accounts = [
        Account(0, 0, 0, "Die Mauer war 18 Meter lang.", language="de"),
        Account(1, 0, 1, "Die Mauer ist 30 Meter lang.", language="de-AT"),
        Account(2, 1, 0, "Nothing else happened."),
    ]
    (found,) = plain_matching.find(lambda: iter([accounts[:2], accounts[2:]]), "en")
    assert (found.a.value, found.b.value) == ("18 m", "30 m")


def test_equal_accounts_are_linked_in_a_star() -> None:
    texts = ["A white van was at the gate."] * 5 + ["The van was blue and had bars."] * 4
    found = find("en", *texts)
    assert len(found) == 8
    assert {conflict.a.version for conflict in found} == {0, 1, 2, 3, 4}
    assert {conflict.b.version for conflict in found} == {5, 6, 7, 8}


class Meaning:
    """An encoder for which all sentences with a word are alike."""

    name = digest = signature = "test"

    def encode(self, texts: Sequence[str], progress: object = None) -> npt.NDArray[np.float32]:
        return np.array([[1.0, 0.0] if "home" in text else [0.0, 1.0] for text in texts], dtype=np.float32)


def test_an_encoder_needs_fewer_shared_words() -> None:
    first = "They let us go home at quarter past two."
    second = "We were allowed home about half past one."
    assert find("en", first, second) == []
    assert [c.kind for c in find("en", first, second, encoder=Meaning())] == ["clock"]
