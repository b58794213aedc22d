"""Values that need no parser, their normal forms, and which of them cannot both be true."""

import pytest

from taeg.conflicts.plain_values import PlainValue, clash, plain_values


def one(text: str, language: str = "en") -> PlainValue:
    (value,) = plain_values(text, language)
    return value


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "at 23:41 on the log", ("clock", "23:41", "23:41", False)),
        ("en", "about half past seven", ("clock", "07:30", "half past seven", True)),
        ("en", "on October 19, 2021", ("date", "2021-10-19", "October 19, 2021", False)),
        ("en", "in October 2023", ("date", "2023-10", "October 2023", False)),
        ("en", "it cost £640", ("money", "640 GBP", "£640", False)),
        ("en", "two kilometres away", ("measure", "2000 m", "two kilometres", False)),
        ("en", "it lasted ninety minutes", ("duration", "1.5 h", "ninety minutes", False)),
        ("en", "a silver van", ("colour", "grey", "silver", False)),
        ("en", "on the left", ("side", "left", "left", False)),
        ("en", "at least 15 people", ("count", "15", "15", True)),
        ("de", "gegen halb acht", ("clock", "07:30", "halb acht", True)),
        ("de", "ein grauer Wagen", ("colour", "grey", "grauer", False)),
        ("es", "un coche plateado", ("colour", "grey", "plateado", False)),
        ("es", "costó 640 euros", ("money", "640 EUR", "640 euros", False)),
        ("pt", "um carro cinza", ("colour", "grey", "cinza", False)),
        ("pt", "durou duas horas", ("duration", "2 h", "duas horas", False)),
    ],
)
def test_values(language: str, text: str, expected: tuple[str, str, str, bool]) -> None:
    value = one(text, language)
    assert (value.kind, value.value, text[value.start : value.end], value.hedged) == expected


@pytest.mark.parametrize("text", ["Mr White came", "two hours later", "aged 43"])
def test_no_values(text: str) -> None:
    assert plain_values(text, "en") == []


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("at 23:41", "at 23:44", True),
        ("at 23:41", "at 23:42", False),
        ("about half past seven", "at 7:38 am", False),
        ("at 11:41 pm", "at twenty to twelve", False),
        ("at 23:58", "at 00:07", True),
        ("at noon", "at ten at night", True),
        ("at 7:30", "at 19:32", False),
        ("before 23:41", "at 23:58", False),
        ("October 2023", "October 19, 2021", True),
        ("October 2021", "October 19, 2021", False),
        ("on Tuesday", "on Wednesday", True),
        ("on Tuesday", "on March 11", False),
        ("£640", "£720", True),
        ("£640", "€700", False),
        ("£640", "£650", False),
        ("about £640", "£700", False),
        ("£1,000", "£1,040", False),
        ("over a thousand pounds", "£1,400", False),
        ("over a thousand pounds", "£640", True),
        ("18 metres", "about 30 metres", True),
        ("18 metres", "18 tonnes", False),
        ("two hours", "120 minutes", False),
        ("a red van", "a blue van", True),
        ("a blue van", "a grey van", False),
        ("left", "right", True),
        ("left", "north", False),
        ("two", "three", True),
        ("at least two", "three", False),
    ],
)
def test_clash(a: str, b: str, expected: bool) -> None:
    first, second = one(a), one(b)
    assert clash(first, second) == clash(second, first) == expected
