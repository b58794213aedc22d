"""Pseudonyms: which forms of a name are found, and which tables are refused."""

import pickle
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.base.errors import InputError
from taeg.export.pseudonyms import NONE, Pseudonyms

PEOPLE = Pseudonyms(
    {
        "Anna Weber": "Witness A",
        "Anna": "Anonymous",
        "Weber": "Witness A",
        "Jean-Luc": "Witness B",
        "Ren\u00e9": "Witness C",
        "Gro\u00df": "Witness D",
        "O'Brien": "Witness E",
        "\u5c71\u7530": "Witness F",
        "\uae40\ucca0\uc218": "Witness G",
        "\u0e2a\u0e21\u0e0a\u0e32\u0e22": "Witness H",
        "C++": "Witness I",
        "@bob": "Witness J",
        "X": "Witness K",
        "\u0930\u093e\u092e": "Witness L",
    }
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Nobody was there.", "Nobody was there."),
        # The longest name first, and in one pass.
        ("Anna Weber saw Anna.", "Witness A saw Anonymous."),
        ("Anna, Weber", "Anonymous, Witness A"),
        # Any case, any script's case.
        ("ANNA weber, aNNa", "Witness A, Anonymous"),
        ("GROSS, gro\u00df, GRO\u1e9e", "Witness D, Witness D, Witness D"),
        # Word boundaries.
        ("Weber's, Weber\u2019s (Weber)", "Witness A's, Witness A\u2019s (Witness A)"),
        ("Weberei, Annas, Savanna, Weber2", "Weberei, Annas, Savanna, Weber2"),
        ("Weber\u00b2 and Weber\u00bd", "Witness A\u00b2 and Witness A\u00bd"),
        ("anna.weber@example.org", "Anonymous.Witness A@example.org"),
        ("interview_anna_weber.txt", "interview_Witness A.txt"),
        ("x, X-ray, Xaver", "Witness K, Witness K-ray, Xaver"),
        # Any run of white space, hyphens or underscores between the parts.
        ("Anna\nWeber, Anna \t Weber, Anna\u00a0Weber, Anna\u2028Weber", ", ".join(["Witness A"] * 4)),
        ("anna-weber, Anna\u2011Weber, Anna \u2013 Weber, Anna\u2212Weber", ", ".join(["Witness A"] * 4)),
        ("anna_weber, Anna__Weber, Anna\u200bWeber", ", ".join(["Witness A"] * 3)),
        ("Jean Luc, jean\u2010luc, JEAN_LUC, Jean-\nLuc, JeanLuc", f"{'Witness B, ' * 4}JeanLuc"),
        # Composed and decomposed; a mark makes another letter.
        ("Ren\u00e9, Rene\u0301, REN\u00c9, RENE\u0301!", f"{'Witness C, ' * 3}Witness C!"),
        ("Rene, Rene\u0300, Anna\u0302, A\u0302nna, X\u0323", "Rene, Rene\u0300, Anna\u0302, A\u0302nna, X\u0323"),
        ("\u0930\u093e\u092e, \u0930\u093e\u092e\u093e", "Witness L, \u0930\u093e\u092e\u093e"),
        # Typographic apostrophes and what cannot be seen.
        ("O\u2019Brien, O\u02bcBRIEN", "Witness E, Witness E"),
        ("We\u00adber, \u2067Weber\u2069, \ufeffWeber", "Witness A, \u2067Witness A\u2069, \ufeffWitness A"),
        # Scripts without spaces, and other names beside them.
        ("\u6628\u65e5\u5c71\u7530\u3055\u3093\u304c", "\u6628\u65e5Witness F\u3055\u3093\u304c"),
        ("\u5c71\U000e0100\u7530", "Witness F"),
        ("Weber\u3055\u3093", "Witness A\u3055\u3093"),
        ("\uae40\ucca0\uc218\uac00", "Witness G\uac00"),
        (unicodedata.normalize("NFD", "\uae40\ucca0\uc218"), "Witness G"),
        (unicodedata.normalize("NFD", "\uae40\ucca0\uc21c"), unicodedata.normalize("NFD", "\uae40\ucca0\uc21c")),
        ("\u0e04\u0e38\u0e13\u0e2a\u0e21\u0e0a\u0e32\u0e22\u0e44\u0e1b", "\u0e04\u0e38\u0e13Witness H\u0e44\u0e1b"),
        # Names with something else than a letter at an edge.
        ("c++, (C++), abc++", "Witness I, (Witness I), abc++"),
        ("@Bob, x@bob, @bobby", "Witness J, Witness KWitness J, @bobby"),
    ],
)
def test_text(text: str, expected: str) -> None:
    assert PEOPLE.text(text) == expected


def test_pseudonyms_are_literal_and_not_replaced_again() -> None:
    assert Pseudonyms({"Anna": "Carl", "Carl Bob": "Dora"}).text("Anna Bob, Carl Bob") == "Carl Bob, Dora"
    assert Pseudonyms({"Anna": r"\1 \g<0> $&"}).text("Anna!") == r"\1 \g<0> $&!"


def test_other_text_is_unchanged() -> None:
    rest = (
        "\r\n\t\u00a0e\u0301 \u00e9 \u1e9e \ufb01 \u0130 \u2126 \u200d \U0001f469\u200d\U0001f680 \u1112\u1161\u11ab "
    )
    assert PEOPLE.text(f"{rest}Anna{rest}") == f"{rest}Anonymous{rest}"


def test_redact() -> None:
    value = {"Anna": ["Weber", ("X", 1, 2.5, True, None)], 7: {"who": "Anna Weber's"}}
    assert PEOPLE.redact(value) == {
        "Anonymous": ["Witness A", ("Witness K", 1, 2.5, True, None)],
        7: {"who": "Witness A's"},
    }
    assert list(value) == ["Anna", 7]


def test_redact_refuses_ambiguous_keys_and_unknown_values() -> None:
    with pytest.raises(InputError, match="two entries would both be called 'Witness A'; give their names different"):
        PEOPLE.redact({"Weber": 1, "Anna Weber": 2})
    with pytest.raises(TypeError, match="names cannot be replaced in a set"):
        PEOPLE.redact([{"Anna"}])


def test_none_does_nothing() -> None:
    value = {"Anna": [Path("Anna")]}
    assert NONE.text("Anna") == "Anna"
    assert NONE.redact(value) is value


def test_names_are_not_printed() -> None:
    people = Pseudonyms({"Anna": "Q"})
    assert "Anna" not in repr(people)
    assert pickle.loads(pickle.dumps(people)).text("Anna") == "Q"


@pytest.mark.parametrize(
    ("mapping", "fault"),
    [
        ({"": "Q"}, "the name '' is empty"),
        ({" - ": "Q"}, "the name ' - ' is empty or has only hyphens"),
        ({"Anna": " "}, "the name 'Anna' has no pseudonym"),
        ({"Anna Weber": "Q", "anna-weber": "R"}, "the name 'anna-weber' has two pseudonyms, 'Q' and 'R'; keep one"),
        ({"Anna": "anna"}, "the pseudonym 'anna' contains 'anna', which is itself a name; choose another"),
        ({"A": "Witness A"}, "the pseudonym 'Witness A' contains 'a'"),
        ({"Anna": "Bob's friend", "Bob": "Q"}, "the pseudonym \"Bob's friend\" contains 'bob'"),
        ({"\u5c71\u7530": "\u5c0f\u5c71\u7530"}, "which is itself a name"),
    ],
)
def test_refused_mappings(mapping: dict[str, str], fault: str) -> None:
    with pytest.raises(InputError) as caught:
        Pseudonyms(mapping)
    assert str(caught.value).startswith(fault) or fault in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("names.csv", "name,pseudonym\nAnna Weber,Q\nAnna,Q\n"),
        ("names.csv", "name;pseudonym\r\nAnna Weber;Q\r\nAnna;Q\r\n"),
        ("names.tsv", "name\tpseudonym\nAnna Weber\tQ\nAnna\tQ"),
        ("NAMES.CSV", "\ufeffPseudonym , Name, note\n\nQ, Anna Weber\n,,\nQ,Anna,sister\n"),
        ("names.csv", 'name,pseudonym\n"Anna\nWeber",Q\n"Anna",Q\n'),
    ],
)
def test_reads(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode())
    people = Pseudonyms.read(path)
    assert len(people.mapping) == 2
    assert people.text("Anna Weber, ANNA, Weber") == "Q, Q, Weber"


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("names.txt", b"", ": a table of names is a .csv or .tsv file; write a table with the columns name and"),
        ("names.csv", b"", ":1: there is no column 'name'; write a table with the columns name and pseudonym"),
        ("names.csv", b"name,alias\nAnna,Q\n", ":1: there is no column 'pseudonym'; write a table"),
        ("names.tsv", b"name,pseudonym\nAnna,Q\n", ":1: there is no column 'name'"),
        ("names.csv", b"name,pseudonym\n", ": no names; write a table"),
        ("names.csv", b"name,pseudonym\nAnna,Q\nM\xfcller,R\n", ":3: byte 24 is not UTF-8; save the file as UTF-8"),
        ("names.csv", b"name,pseudonym\n\nAnna,\n", ":3: the pseudonym is empty; fill it in or delete the line"),
        ("names.csv", b"name,pseudonym\nAnna\n", ":2: the pseudonym is empty"),
        ("names.csv", b"name,pseudonym\n ,Q\n", ":2: the name is empty"),
        ("names.csv", b"name,pseudonym\nWeber, Anna,Q\n", ":2: 3 cells under 2 columns; put a cell that holds a sep"),
        ("names.csv", b'name,pseudonym\nAnna,Q\n"Bob,R\n', ":3: the table cannot be read (unexpected end of data)"),
        ("names.csv", b"name,pseudonym\nAnna,Q\nBob,R\nANNA,S\n", ":4: the name 'ANNA' has two pseudonyms, 'Q' and"),
        ("names.csv", b"name,pseudonym\nAnna,Q\nBob,Not Anna\n", ":3: the pseudonym 'Not Anna' contains 'anna'"),
        ("names.csv", b"name,pseudonym\n--,Q\n", ":2: the name '--' is empty or has only hyphens"),
    ],
)
def test_refused_tables(tmp_path: Path, name: str, content: bytes, fault: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        Pseudonyms.read(path)
    assert str(caught.value).startswith(f"{path}{fault}")


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.csv: no such file; write a table"):
        Pseudonyms.read(tmp_path / "nowhere.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InputError, match=r"folder\.csv: cannot be read .*; check its permissions"):
        Pseudonyms.read(tmp_path / "folder.csv")


LETTERS = [*"abA -_'.$\u00e9\u00df\u5c71\u7530\u3055", "e\u0301"]
NAMES = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=6).map("".join)
TEXTS = st.lists(st.sampled_from([*LETTERS, "\n", "\u00ad", "\u2019"]), max_size=40).map("".join)
QUICK = settings(max_examples=30, deadline=None)
"""Each example compiles a pattern."""


def usable(name: str) -> bool:
    return bool(name.strip(" -_"))


@QUICK
@given(st.lists(NAMES.filter(usable), min_size=1, max_size=12), TEXTS)
def test_no_name_remains(names: list[str], text: str) -> None:
    # No letter of the pseudonym is in any name, and it is set off, so a name found afterwards was left standing.
    people = Pseudonyms(dict.fromkeys(names, "|Q|"))
    replaced = people.text(text)
    assert people.text(replaced) == replaced
    for form in (unicodedata.normalize("NFC", replaced), unicodedata.normalize("NFD", replaced), replaced.upper()):
        assert people.text(form) == form
    kept = replaced.split("|Q|")
    assert text.startswith(kept[0])
    assert text.endswith(kept[-1])


@QUICK
@given(NAMES.filter(usable), st.sampled_from([" ", "\n", "-", "_", " \u2011 ", "\u00a0"]))
def test_every_form_of_a_name_is_found(name: str, separator: str) -> None:
    people = Pseudonyms({name: "|Q|"})
    varied = separator.join(name.replace("-", " ").replace("_", " ").split())
    for form in (varied, unicodedata.normalize("NFD", varied), unicodedata.normalize("NFC", varied), varied.upper()):
        assert people.text(f"({form})") == "(|Q|)"
