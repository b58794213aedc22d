"""Files and links for Neo4j Browser, and the command `taeg neo4j browser`."""

import io
import json
import re
import urllib.parse
import zipfile
from pathlib import Path

import pytest

import cypher
from taeg import InputError
from taeg.export import neo4j_browser
from tests.conftest import Taeg

SCHEMA = cypher.query("ladybug/schema").text
TABLES = re.findall(r"NODE TABLE IF NOT EXISTS (\w+)", SCHEMA)
LABELS = {table if table == "TaegSchema" else f"Taeg{table}" for table in TABLES}
"""Only TAEG uses them: the style of other nodes stays as it is."""
TYPES = set(re.findall(r"REL TABLE IF NOT EXISTS (\w+)", SCHEMA))
PARAMETERS = neo4j_browser.PLACEHOLDERS
SECRET = "never-to-be-printed"
FILES = (neo4j_browser.ABOUT, neo4j_browser.STYLE, neo4j_browser.FAVOURITES)


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate folder and no server."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    for name in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "TAEG_PSEUDONYMS"):
        monkeypatch.delenv(name, raising=False)


def rules() -> dict[str, dict[str, str]]:
    """The style sheet, parsed as Neo4j Browser does: no comments, one colon per line."""
    found = re.findall(r"([\w.]+) \{\n(.*?)\n\}\n", neo4j_browser.style(), re.DOTALL)
    assert "".join(f"{name} {{\n{body}\n}}\n" for name, body in found) == neo4j_browser.style()
    lines = {name: re.findall(r"  ([\w-]+): (.+);", body) for name, body in found}
    assert all(len(lines[name]) == body.count("\n") + 1 for name, body in found)
    return {name: dict(pairs) for name, pairs in lines.items()}


def test_style_has_every_label_and_type_with_existing_properties() -> None:
    kinds = {f"node.{label}" for label in LABELS} | {f"relationship.{kind}" for kind in TYPES}
    assert set(rules()) == {"node", "relationship"} | kinds
    columns = {t: set(re.findall(r"`?(\w+)`? [A-Z]", c)) for t, c in re.findall(r"EXISTS (\w+)\((.*)\);", SCHEMA)}
    columns |= {f"Taeg{table}": columns[table] for table in TABLES}
    for name in kinds:
        caption = rules()[name]["caption"]
        assert not re.search(r"\b(key|generation|ord)\b", caption)
        assert set(re.findall(r"\{(\w+)\}", caption)) <= columns[name.partition(".")[2]]


def contrast(a: str, b: str) -> float:
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast() -> None:
    for label in LABELS:
        rule = rules()[f"node.{label}"]
        assert contrast(rule["color"], rule["text-color-internal"]) > 3, label
    for kind in TYPES:
        colour = rules()[f"relationship.{kind}"]["color"]
        assert min(contrast(colour, canvas) for canvas in ("#F9FCFF", "#292C33")) > 2, kind


def entries(parameters: dict[str, str]) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(neo4j_browser.favourites(parameters))) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name: archive.read(name).decode() for name in names}


def test_favourites_have_every_query() -> None:
    held = entries(dict(PARAMETERS))
    parameters = held.pop("parameters.cypher")
    names = [name for folder in ("browse", "explore") for name in cypher.names(folder)]
    wanted = [cypher.own_labels(cypher.query(name).text) for name in names]
    assert all("MATCH (c:TaegCorpus {id: $corpus})" in text for text in wanted)
    assert sorted(held.values()) == sorted(wanted)
    assert all(name.endswith(".cypher") and name.count("/") == 1 for name in held)
    assert all(f'{name}: "' in parameters for text in wanted for name in re.findall(r"\$(\w+)", text))
    assert neo4j_browser.favourites(PARAMETERS) == neo4j_browser.favourites(PARAMETERS)


def test_parameters_are_escaped() -> None:
    text = entries({"corpus": "it's a \\ and\na line"})["parameters.cypher"]
    assert text.splitlines()[1:] == [':params {corpus: "it\'s a \\\\ and\\na line"}']


def test_link_has_server_and_parameters() -> None:
    address = neo4j_browser.Address("http://h:1/browser/", "bolt://h:2", "neo4j", "", guessed=False)
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(address.link({"corpus": "a+b %41 é"})).query)
    assert query == {"dbms": ["bolt://h:2"], "cmd": ["params"], "arg": ['{corpus: "a+b %41 é"}']}
    for special in ("a & b", "a # b"):  # the Browser would split the address here
        assert address.link({"corpus": special}) == "http://h:1/browser/?dbms=bolt%3A%2F%2Fh%3A2"


@pytest.mark.parametrize(
    ("uri", "url"),
    [
        ("bolt://db.example:7000", "http://db.example:7474/browser/"),
        ("neo4j+s://db.example", "https://db.example:7473/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
    ],
)
def test_address_is_derived_from_bolt_address(uri: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    address = neo4j_browser.address()
    assert address is not None
    assert (address.url, address.guessed, address.username) == (url, True, "neo4j")


def test_other_addresses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", f"http://neo4j:{SECRET}@db.example")
    with pytest.raises(InputError, match="write bolt://host:port") as caught:
        neo4j_browser.address()
    assert SECRET not in str(caught.value)


def test_files_are_written_without_a_server(taeg_command: Taeg) -> None:
    done = taeg_command("neo4j", "browser")
    assert done.code == 0
    assert "start one with: taeg neo4j start" in done.out
    assert "corpus gospels-asv-audited" in done.out
    assert sorted(path.name for path in Path("neo4j-browser").iterdir()) == sorted(FILES)
    assert taeg_command("neo4j", "browser", "--corpus", "other").code == 0
    with zipfile.ZipFile(Path("neo4j-browser") / neo4j_browser.FAVOURITES) as archive:
        assert b'corpus: "other"' in archive.read("parameters.cypher")
    facts = json.loads(taeg_command("neo4j", "browser", "--json", "--out", "else/where").out)
    assert facts["browser"] is None
    assert Path("else/where", neo4j_browser.STYLE).read_text() == neo4j_browser.style()


@pytest.mark.parametrize("name", FILES)
def test_other_files_are_not_replaced(name: str, taeg_command: Taeg) -> None:
    folder = Path("neo4j-browser")
    folder.mkdir()
    (folder / name).write_text("mine")
    refused = taeg_command("neo4j", "browser")
    assert refused.code == 2
    assert "was not written by taeg" in refused.err
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [(name, "mine")]


def test_unreachable_server(taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", SECRET)
    done = taeg_command("neo4j", "browser", "--corpus", "mine")
    assert done.code == 0
    assert "http://127.0.0.1:7474/browser/  (assumed" in done.out
    assert "the one in NEO4J_PASSWORD" in done.out
    assert "could not be read" in done.err
    written = b"".join(path.read_bytes() for path in Path("neo4j-browser").iterdir())
    assert SECRET.encode() not in written + (done.out + done.err).encode()


def test_open(taeg_command: Taeg, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    taeg_command("neo4j", "browser", "--open")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    taeg_command("neo4j", "browser")
    assert opened == []
    taeg_command("neo4j", "browser", "--open")
    [url] = opened
    assert url.startswith("http://127.0.0.1:7474/browser/?dbms=bolt%3A%2F%2F127.0.0.1%3A1&cmd=params&arg=")


def test_pseudonyms_are_refused(taeg_command: Taeg) -> None:
    Path("names.csv").write_text("name,pseudonym\nAnna,A.\n")
    refused = taeg_command("neo4j", "browser", "--pseudonyms", "names.csv")
    assert refused.code == 2
    assert not Path("neo4j-browser").exists()
