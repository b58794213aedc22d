"""What Neo4j Browser is given: favourites, a style sheet and an address; and what `taeg neo4j browser` says."""

import io
import json
import re
import urllib.parse
import zipfile
from pathlib import Path

import pytest

import cypher
from taeg import InputError
from taeg.export import neo4j_browser as neo4jbrowser
from tests.conftest import Taeg

SCHEMA = cypher.query("ladybug/schema").text
LABELS = set(re.findall(r"NODE TABLE IF NOT EXISTS (\w+)", SCHEMA))
TYPES = set(re.findall(r"REL TABLE IF NOT EXISTS (\w+)", SCHEMA))
PARAMETERS = neo4jbrowser.PLACEHOLDERS
SECRET = "never-to-be-printed"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own and no server."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    for name in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "TAEG_PSEUDONYMS"):
        monkeypatch.delenv(name, raising=False)


# --- the style sheet


def rules() -> dict[str, dict[str, str]]:
    """The style sheet, read as Neo4j Browser reads it: no comments, one colon in a line."""
    found = re.findall(r"([\w.]+) \{\n(.*?)\n\}\n", neo4jbrowser.style(), re.DOTALL)
    assert "".join(f"{name} {{\n{body}\n}}\n" for name, body in found) == neo4jbrowser.style()
    lines = {name: re.findall(r"  ([\w-]+): (.+);", body) for name, body in found}
    assert all(len(lines[name]) == body.count("\n") + 1 for name, body in found)
    return {name: dict(pairs) for name, pairs in lines.items()}


def test_the_style_names_every_label_and_type_and_no_other() -> None:
    assert set(rules()) == {"node", "relationship"} | {f"node.{x}" for x in LABELS} | {
        f"relationship.{x}" for x in TYPES
    }


def test_captions_are_words_or_properties_that_are_there() -> None:
    columns = {t: set(re.findall(r"`?(\w+)`? [A-Z]", c)) for t, c in re.findall(r"EXISTS (\w+)\((.*)\);", SCHEMA)}
    for name, rule in rules().items():
        _, separator, kind = name.partition(".")
        if separator:
            assert not re.search(r"\b(key|generation|ord)\b", rule["caption"])
            assert set(re.findall(r"\{(\w+)\}", rule["caption"])) <= columns[kind]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("label", sorted(LABELS))
def test_captions_can_be_read(label: str) -> None:
    rule = rules()[f"node.{label}"]
    assert contrast(rule["color"], rule["text-color-internal"]) > 3


@pytest.mark.parametrize("kind", sorted(TYPES))
@pytest.mark.parametrize("canvas", ["#F9FCFF", "#292C33"], ids=["light", "dark"])
def test_relationships_can_be_seen_in_either_theme(kind: str, canvas: str) -> None:
    assert contrast(rules()[f"relationship.{kind}"]["color"], canvas) > 2


# --- the favourites


def entries(parameters: dict[str, str]) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(neo4jbrowser.favourites(parameters))) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name: archive.read(name).decode() for name in names}


def test_the_favourites_hold_every_query_once_as_it_stands() -> None:
    held = entries(dict(PARAMETERS))
    parameters = held.pop("parameters.cypher")
    wanted = [cypher.query(name).text for folder in ("browse", "explore") for name in cypher.names(folder)]
    assert sorted(held.values()) == sorted(wanted)
    assert all(name.endswith(".cypher") and name.count("/") == 1 for name in held)
    assert all(f"{name}: '" in parameters for text in wanted for name in re.findall(r"\$(\w+)", text))
    assert neo4jbrowser.favourites(PARAMETERS) == neo4jbrowser.favourites(PARAMETERS)


def test_a_parameter_stays_a_text() -> None:
    text = entries({"corpus": "it's a \\ and\na line"})["parameters.cypher"]
    assert text.splitlines()[1:] == [":params {corpus: 'it\\'s a \\\\ and\\u000Aa line'}"]


# --- the address


def test_the_link_fills_in_server_and_parameters() -> None:
    place = neo4jbrowser.Place("http://h:1/browser/", "bolt://h:2", "neo4j", "", guessed=False)
    asked = urllib.parse.parse_qs(urllib.parse.urlsplit(place.link({"corpus": "a+b %41 é"})).query)
    assert asked == {"dbms": ["bolt://h:2"], "cmd": ["params"], "arg": ["{corpus: 'a+b %41 é'}"]}
    for taken in ("a & b", "a # b"):  # the Browser would cut these in two
        assert place.link({"corpus": taken}) == "http://h:1/browser/?dbms=bolt%3A%2F%2Fh%3A2"


@pytest.mark.parametrize(
    ("uri", "url"),
    [
        ("bolt://db.example:7000", "http://db.example:7474/browser/"),
        ("neo4j+s://db.example", "https://db.example:7473/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
    ],
)
def test_the_address_beside_a_bolt_address_is_a_guess(uri: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    place = neo4jbrowser.place()
    assert place is not None
    assert (place.url, place.guessed, place.username) == (url, True, "neo4j")


def test_an_address_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", f"http://neo4j:{SECRET}@db.example")
    with pytest.raises(InputError, match="write bolt://host:port") as caught:
        neo4jbrowser.place()
    assert SECRET not in str(caught.value)


# --- the command


def test_without_a_server_the_files_are_written_and_the_next_step_is_said(taeg_command: Taeg) -> None:
    done = taeg_command("neo4j", "browser")
    assert done.code == 0
    assert "start one with: taeg neo4j start" in done.out
    assert "corpus gospels-asv-audited" in done.out
    assert {path.name for path in Path("neo4j-browser").iterdir()} == {
        neo4jbrowser.ABOUT,
        neo4jbrowser.STYLE,
        neo4jbrowser.FAVOURITES,
    }
    assert taeg_command("neo4j", "browser", "--corpus", "other").code == 0, "our own files are written anew"
    with zipfile.ZipFile(Path("neo4j-browser") / neo4jbrowser.FAVOURITES) as archive:
        assert b"corpus: 'other'" in archive.read("parameters.cypher")
    facts = json.loads(taeg_command("neo4j", "browser", "--json", "--out", "else/where").out)
    assert facts["browser"] is None
    assert Path("else/where", neo4jbrowser.STYLE).read_text() == neo4jbrowser.style()


@pytest.mark.parametrize("name", [neo4jbrowser.ABOUT, neo4jbrowser.STYLE, neo4jbrowser.FAVOURITES])
def test_files_of_others_are_left_alone(name: str, taeg_command: Taeg) -> None:
    folder = Path("neo4j-browser")
    folder.mkdir()
    (folder / name).write_text("mine")
    refused = taeg_command("neo4j", "browser")
    assert refused.code == 2
    assert "not of our making" in refused.err
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [(name, "mine")]


def test_a_file_is_no_folder(taeg_command: Taeg) -> None:
    Path("taken").write_text("mine")
    assert taeg_command("neo4j", "browser", "--out", "taken").code == 2


def test_a_server_that_does_not_answer_is_told_of_without_its_password(
    taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", SECRET)
    done = taeg_command("neo4j", "browser", "--corpus", "mine")
    assert done.code == 0
    assert "http://127.0.0.1:7474/browser/  (a guess" in done.out
    assert "the one in NEO4J_PASSWORD" in done.out
    assert "could not be asked" in done.err
    written = b"".join(path.read_bytes() for path in Path("neo4j-browser").iterdir())
    assert SECRET.encode() not in written + (done.out + done.err).encode()


def test_it_opens_a_page_only_when_asked(taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    taeg_command("neo4j", "browser", "--open")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    taeg_command("neo4j", "browser")
    assert opened == []
    taeg_command("neo4j", "browser", "--open")
    [url] = opened
    assert url.startswith("http://127.0.0.1:7474/browser/?dbms=bolt%3A%2F%2F127.0.0.1%3A1&cmd=params&arg=")


def test_it_does_not_promise_pseudonyms(taeg_command: Taeg) -> None:
    Path("names.csv").write_text("name,pseudonym\nAnna,A.\n")
    refused = taeg_command("neo4j", "browser", "--pseudonyms", "names.csv")
    assert refused.code == 2
    assert not Path("neo4j-browser").exists()
