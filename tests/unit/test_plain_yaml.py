"""YAML as text: values, line numbers and error messages."""

from collections.abc import Callable

import pytest
import yaml

from ingest import plain_yaml
from ingest.plain_yaml import Fields, Items, Text, load
from taeg.base.errors import InputError, Problems
from tests.unit.refusals import refusal


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(plain_yaml, "LOADER", getattr(yaml, request.param))


def _fields(text: str, first_line: int = 1) -> Fields:
    node = load(text, "corpus.yaml", first_line)
    assert isinstance(node, Fields)
    return node


def _known_fields(node: plain_yaml.Node, what: str) -> Fields:
    return plain_yaml.fields(node, what, ("y", "z"), Problems())


def test_values_are_not_converted() -> None:
    read = _fields("a: no\nb: 2024-05-01\nc: 1.10\nd: 0x1F\ne: ~\nf: null\ng: 'yes'\nh:\ni: 12:30:00\n<<: x\n")
    assert [node.value for node in read.values.values() if isinstance(node, Text)] == [
        *("no", "2024-05-01", "1.10", "0x1F", "~", "null", "yes", "", "12:30:00", "x")
    ]


def test_origins() -> None:
    read = _fields("name: diaries\n\nsources:\n  - one\n  - id: two\n    lang: de\n", first_line=5)
    assert read.origin == "corpus.yaml:5"
    assert read.origins == {"name": "corpus.yaml:5", "sources": "corpus.yaml:7"}
    sources = read.values["sources"]
    assert isinstance(sources, Items)
    assert sources.values[0] == Text("one", "corpus.yaml:8")
    second = sources.values[1]
    assert isinstance(second, Fields)
    assert second.origins == {"id": "corpus.yaml:9", "lang": "corpus.yaml:10"}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "---\n...\n", "''"])
def test_empty_documents(text: str) -> None:
    assert load(text, "corpus.yaml") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb:\n\tc: 2\n", "corpus.yaml:3: the line is indented with a tab; use spaces"),
        (
            "a: 1\nb: x: y\n",
            r"corpus.yaml:2: this is not YAML: mapping values.*a text that holds ': ' is put in quotes",
        ),
        ("a: @home\n", r"corpus.yaml:1: this is not YAML: .*put the text in quotes"),
        ("a: 1\nb: 'x\n", r"corpus.yaml:\d: this is not YAML: .*a quote is opened and never closed"),
        ("a: 1\nb\n", r"corpus.yaml:\d: this is not YAML: could not find expected ':'; a field is written"),
        ("a: 1\n  b: 2\n", r"corpus.yaml:2: this is not YAML"),
        ('a: "\\q"\n', r"corpus.yaml:1: this is not YAML: .*escape"),
        ("a: 1\nb: 2\na: 3\n", r"corpus.yaml:3: 'a' is given twice \(first: corpus.yaml:1\); keep one of them"),
        ("a: 1\n---\nb: 2\n", "corpus.yaml:2: a second document begins here; keep one"),
        ("a: &x 1\n", r"corpus.yaml:1: '&x' is an anchor; write it out"),
        ("a: 1\nb: *a\n", r"corpus.yaml:2: '\*a' refers to another place; write it out"),
        ("a: !!python/object:os.system x\n", "corpus.yaml:1: 'tag:yaml.org,2002:python/object:os.system' is a tag"),
        ("a: !!str 5\n", "corpus.yaml:1: .* is a tag, and tags are not read; remove it"),
        ("? [a, b]\n: c\n", "corpus.yaml:1: a key is a list or made of fields; write a word"),
        ("a: 1\n'': c\n", "corpus.yaml:2: a key is empty; write a word"),
        ("a: 1\nb: \x07\n", r"corpus.yaml:2: the character U\+0007 is not text; remove it"),
        ("a: 1\r\rb: \x00", r"corpus.yaml:3: the character U\+0000 is not text"),
        ("%YAML 3.0\n---\na: 1\n", "corpus.yaml:1: this is not YAML"),
    ],
)
def test_errors(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        load(text, "corpus.yaml")


@pytest.mark.parametrize("text", ["[" * 21 + "]" * 21, "[" * 100_000, "{a: " * 100_000, "- " * 5_000, "? " * 5_000])
def test_deep_nesting(text: str) -> None:
    with pytest.raises(InputError, match=r"nested more than 20 deep|a key is"):
        load(text, "corpus.yaml")
    assert load("[" * 20 + "]" * 20, "corpus.yaml") is not None


def test_unknown_fields() -> None:
    problems = Problems()
    read = plain_yaml.fields(_fields("sorces: x\nfoo: y\nname: z\n"), "the manifest", ("name", "sources"), problems)
    assert list(read.values) == ["sorces", "foo", "name"]
    assert problems.faults == [
        "corpus.yaml:1: the manifest has no field 'sorces'; did you mean 'sources'?",
        "corpus.yaml:2: the manifest has no field 'foo'; known are name, sources",
    ]


def test_expected_kinds() -> None:
    nodes = _fields("one: a\nmany: [a, b]\nnone:\n").values
    assert plain_yaml.text(nodes["one"], "one") == Text("a", "corpus.yaml:1")
    lists = [[item.value for item in plain_yaml.texts(nodes[key], key)] for key in ("one", "many", "none")]
    assert lists == [["a"], ["a", "b"], []]


@pytest.mark.parametrize(
    ("function", "text", "message"),
    [
        (plain_yaml.text, "[a, b]", "x is a list; write one text"),
        (plain_yaml.texts, "[a, '']", "an item of x is empty; complete or remove it"),
        (plain_yaml.texts, "{a: b}", "x is made of fields; write a list, each line '- text'"),
        (plain_yaml.texts, "[[a]]", "an item of x is a list; write one text"),
        (_known_fields, "a", "x is the text 'a'; write fields (y, z), each 'key: value'"),
        (_known_fields, "", "x is empty; write fields (y, z), each 'key: value'"),
    ],
)
def test_unexpected_kinds(function: Callable[[plain_yaml.Node, str], object], text: str, message: str) -> None:
    node = _fields(f"x: {text}\n").values["x"]
    assert refusal(lambda: function(node, "x")) == f"corpus.yaml:1: {message}"
