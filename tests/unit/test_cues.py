"""Hearsay, hedging, attribution and precision in sentences, by language."""

import pytest

from taeg.text.cues import cues
from taeg.text.cues.phrases import languages

HEARSAY = {
    "en": [
        "I was told that he had left.",
        "They say he was drunk.",
        "According to my neighbour the brakes were gone.",
        "I heard later that two men had been seen.",
        "I\u2019ve heard it said since that it was the diesel.",
        "They found the van by the canal, or so I have been told.",
        "Sandra says there was a torch going.",
        "Jana told me about it when we were in the pub.",
        "I had that from Sandra.",
        "There was a rumour going round that they had found a body.",
        "A barge is said to have passed under the bridge.",
        "The barrier had allegedly failed three times.",
        "A man in my union branch has told me since that it was tied up with wire.",
    ],
    "de": [
        "Mir wurde gesagt, dass er gegangen ist.",
        "Ich habe später gehört, dass zwei Männer dort waren.",
        "Es heißt, er sei betrunken gewesen.",
        "Er soll zu schnell gefahren sein.",
        "Angeblich war die Schranke defekt.",
        "Meine Nachbarin sagt, dass die Tür offen war.",
    ],
    "es": [
        "Me dijeron que se había marchado.",
        "Dicen que estaba borracho.",
        "Según mi vecina, la puerta estaba abierta.",
        "Más tarde me enteré de que eran dos.",
        "Se rumorea que hubo una pelea.",
        "Supuestamente la barrera había fallado.",
    ],
    "pt": [
        "Me disseram que ele tinha saído.",
        "Disseram-me que ele tinha saído.",
        "Dizem que ele estava bêbado.",
        "Segundo a minha vizinha, a porta estava aberta.",
        "Só depois soube que eram dois.",
        "Ouvi dizer que houve uma briga.",
    ],
}
NO_HEARSAY = {
    "en": [
        "I was told to stay in my room.",
        "He told them that the kingdom was near.",
        "She told me to go back behind the line.",
        "I heard a loud bang.",
        "I heard him say Kieran.",
        "I was three feet away, so I heard it properly.",
        "And they say unto him, We are able.",
        "He said, \u201cThey say that I am mad.\u201d",
        '"I was told that he had left," said the driver.',
        "He had been told it before,\u201d she answered.",
        "Going to Pilate, he asked for the body.",
        "You will hear of wars and rumors of wars.",
        "Who do men say that I am?",
        "The police said the road was closed.",
        "According to the log the call came at 23:48.",
        "People say nothing when they are afraid.",
    ],
    "de": [
        "Mir wurde gesagt, ich solle warten.",
        "Ich hörte einen lauten Knall.",
        "Er sagte zu ihnen: Steht auf.",
        "Laut Polizei ist die Straße gesperrt.",
        "Ich soll morgen wiederkommen.",
        "\u201eEs heißt, er sei tot\u201c, sagte sie.",
    ],
    "es": [
        "Oí un ruido muy fuerte.",
        "Me dijeron que esperara fuera.",
        "Él les dijo: Levantaos.",
        "Según la policía, la calle está cortada.",
        "\u00abDicen que ha muerto\u00bb, gritó ella.",
    ],
    "pt": [
        "Ouvi um barulho muito forte.",
        "Disseram-me que esperasse lá fora.",
        "Ele disse-lhes: Levantai-vos.",
        "Segundo a polícia, a rua está fechada.",
        "\u201cDizem que morreu\u201d, gritou ela.",
    ],
}
HEDGED = {
    "en": [
        "It must have been the wind.",
        "Apparently nobody was hurt.",
        "I think it was red.",
        "About twenty people ran.",
    ],
    "de": ["Es muss der Wind gewesen sein.", "Ich glaube, es war rot.", "Etwa zwanzig Leute liefen weg."],
    "es": ["Debió de ser el viento.", "Creo que era rojo.", "Quizás no había nadie."],
    "pt": ["Deve ter sido o vento.", "Acho que era vermelho.", "Talvez não houvesse ninguém."],
}
NOT_HEDGED = {
    "en": ["The wind blew the door open.", "He said, \u201cI think it was red.\u201d", "She must leave at once."],
    "de": ["Der Wind stieß die Tür auf.", "Sie muss sofort gehen."],
    "es": ["El viento abrió la puerta."],
    "pt": ["O vento abriu a porta."],
}
UNWITNESSED = {
    "en": [
        "Not witnessed.",
        "Not seen by me.",
        "I did not see the start of the fire.",
        "We didn't see who it was.",
        "I wasn\u2019t there.",
        "I was not in the office myself.",
        "I saw nothing of it.",
        "I have no first-hand knowledge of it.",
        "I didn't get up to look.",
    ],
    "de": [
        "Nicht selbst gesehen.",
        "Ich war nicht dabei.",
        "Ich konnte den Fahrer nicht sehen.",
        "Ich habe nicht hingesehen.",
        "Ich sah ihn nicht.",
    ],
    "es": ["No vi quién era.", "Yo no estaba allí.", "No pude ver nada.", "No fui testigo."],
    "pt": ["Não vi quem era.", "Eu não estava lá.", "Não consegui ver nada.", "Não fui testemunha."],
}
NOT_UNWITNESSED = {
    "en": ["You never heard a sound.", "He was not there.", "I saw him fall.", 'He said, "I did not see it."'],
    "de": ["Ich sah ihn fallen.", "Er war nicht dabei.", "Ich war nicht müde."],
    "es": ["Vi al conductor.", "Él no estaba allí.", "No llovía."],
    "pt": ["Vi o condutor.", "Não chovia."],
}
CORRECTS = {
    "en": [
        "Further to my statement of 10 February.",
        "I want to correct one thing.",
        "In my first statement it was red.",
    ],
    "de": ["In meiner ersten Aussage war er rot.", "Ich möchte etwas berichtigen.", "Ich habe mich geirrt."],
    "es": ["En mi primera declaración era rojo.", "Quiero corregir una cosa.", "Me equivoqué."],
    "pt": ["No meu primeiro depoimento era vermelho.", "Quero corrigir uma coisa.", "Eu me enganei."],
}
CORRECTS_NOT = {
    "en": ["I said nothing.", "I was wrong-footed.", "I gave my statement to the officer."],
    "de": ["Ich möchte gehen."],
    "es": ["Quiero salir."],
    "pt": ["Quero sair."],
}
PRECISE = {
    "en": ["At 23:48 the call came in.", "The log shows it.", "It was 168 cm long.", "I looked at the clock."],
    "de": ["Um 23.48 Uhr kam der Anruf.", "Ich habe die Nummer notiert.", "Es waren zwanzig Leute."],
    "es": ["A las 23:48 llegó la llamada.", "Lo anoté enseguida.", "Había veinte personas."],
    "pt": ["Às 23h48 chegou a chamada.", "Anotei a placa do carro.", "Havia vinte pessoas."],
}
NOT_PRECISE = {
    "en": ["About twenty people ran.", "Someone often came in.", "It was late."],
    "de": ["Es war spät.", "Etwa zwanzig Leute liefen weg."],
    "es": ["Era tarde."],
    "pt": ["Era tarde."],
}
CASES = [
    pytest.param(language, kind, marked, sentence, id=f"{language}-{kind}-{marked}-{sentence[:40]}")
    for kind, marked, table in (
        ("hearsay", True, HEARSAY),
        ("hearsay", False, NO_HEARSAY),
        ("hedged", True, HEDGED),
        ("hedged", False, NOT_HEDGED),
        ("unwitnessed", True, UNWITNESSED),
        ("unwitnessed", False, NOT_UNWITNESSED),
        ("corrects", True, CORRECTS),
        ("corrects", False, CORRECTS_NOT),
        ("precise", True, PRECISE),
        ("precise", False, NOT_PRECISE),
    )
    for language, sentences in table.items()
    for sentence in sentences
]


@pytest.mark.parametrize(("language", "kind", "marked", "sentence"), CASES)
def test_marks(language: str, kind: str, marked: bool, sentence: str) -> None:
    found = getattr(cues(language).read(sentence), kind)
    assert bool(found) == marked, [sentence[start:end] for start, end in found]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The road was closed, police said."),
        ("en", "According to the ministry nobody was hurt."),
        ("de", "Laut Polizei ist die Straße gesperrt."),
        ("es", "Según la policía, la calle está cortada."),
        ("pt", "Segundo a polícia, a rua está fechada."),
    ],
)
def test_a_named_office_is_an_attribution(language: str, sentence: str) -> None:
    found = cues(language).read(sentence)
    assert found.attributed
    assert not found.hearsay


def test_spans_are_positions_in_the_sentence() -> None:
    sentence = "\u201cRun!\u201d he cried, and I was told that two men ran at 23:48."
    found = cues("en-GB").read(sentence)
    assert [sentence[start:end] for start, end in found.hearsay] == ["I was told that"]
    assert [sentence[start:end] for start, end in found.precise] == ["two", "23:48"]


def test_languages_without_a_file_have_only_figures() -> None:
    found = cues("fi").read("Kello 22:14 he sanoivat niin.")
    assert (found.hearsay, found.hedged, len(found.precise)) == ((), (), 1)


def test_every_language_of_the_expressions_has_its_phrases() -> None:
    from taeg.text.expressions.lexicon import languages as with_expressions

    assert languages() == with_expressions() == ["de", "en", "es", "pt"]


@pytest.mark.parametrize(
    "piece", ["I was told ", "  ", "a", "\u201c", '"', "must have ", "Ann ", "'", "I we they say "]
)
@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_hostile_input_is_read(language: str, piece: str) -> None:
    assert cues(language).read(piece * 500) is not None
