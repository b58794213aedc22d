"""YAML stays text, and every fault names its line."""

import pytest
import yaml

from ingest import plain_yaml as plainyaml
from ingest.plain_yaml import Fields, Items, Text, load
from taeg.base.errors import InputError, Problems


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(plainyaml, "LOADER", getattr(yaml, request.param))


def _fields(text: str, first_line: int = 1) -> Fields:
    node = load(text, "corpus.yaml", first_line)
    assert isinstance(node, Fields)
    return node


def test_every_value_stays_the_text_it_is() -> None:
    read = _fields("a: no\nb: 2024-05-01\nc: 1.10\nd: 0x1F\ne: ~\nf: null\ng: 'yes'\nh:\ni: 12:30:00\n<<: x\n")
    assert [node.value for node in read.values.values() if isinstance(node, Text)] == [
        *("no", "2024-05-01", "1.10", "0x1F", "~", "null", "yes", "", "12:30:00", "x")
    ]


def test_everything_knows_its_line() -> None:
    read = _fields("name: diaries\n\nsources:\n  - one\n  - id: two\n    lang: de\n", first_line=5)
    assert read.place == "corpus.yaml:5"
    assert read.places == {"name": "corpus.yaml:5", "sources": "corpus.yaml:7"}
    sources = read.values["sources"]
    assert isinstance(sources, Items)
    assert sources.values[0] == Text("one", "corpus.yaml:8")
    second = sources.values[1]
    assert isinstance(second, Fields)
    assert second.places == {"id": "corpus.yaml:9", "lang": "corpus.yaml:10"}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "---\n", "---\n...\n", "''"])
def test_an_empty_document_is_none(text: str) -> None:
    assert load(text, "corpus.yaml") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb:\n\tc: 2\n", "corpus.yaml:3: the line is indented with a tab; use spaces"),
        ("a: 1\n\tb: 2\n", "corpus.yaml:2: the line is indented with a tab; use spaces"),
        (
            "a: 1\nb: x: y\n",
            r"corpus.yaml:2: this is not YAML: mapping values.*a text that holds ': ' is put in quotes",
        ),
        ("a: @home\n", r"corpus.yaml:1: this is not YAML: .*put the text in quotes"),
        ("a: 1\nb: 'x\n", r"corpus.yaml:\d: this is not YAML: .*a quote is opened and never closed"),
        ("a: [1, 2\n", r"corpus.yaml:\d: this is not YAML"),
        ("a: 1\nb\n", r"corpus.yaml:\d: this is not YAML: could not find expected ':'; a field is written"),
        ("a: 1\n  b: 2\n", r"corpus.yaml:2: this is not YAML"),
        ('a: "\\q"\n', r"corpus.yaml:1: this is not YAML: .*escape"),
        ("a: 1\nb: 2\na: 3\n", r"corpus.yaml:3: 'a' is given twice \(first: corpus.yaml:1\); keep one of them"),
        ("a: 1\n---\nb: 2\n", "corpus.yaml:2: a second document begins here; keep one"),
        ("a: &x 1\n", r"corpus.yaml:1: '&x' is an anchor; write it out"),
        ("a: 1\nb: *a\n", r"corpus.yaml:2: '\*a' refers to another place; write it out"),
        ("a: &x [1]\nb: *x\n", "corpus.yaml:1: '&x' is an anchor"),
        ("a: !!python/object:os.system x\n", "corpus.yaml:1: 'tag:yaml.org,2002:python/object:os.system' is a tag"),
        ("a: !!str 5\n", "corpus.yaml:1: .* is a tag, and tags are not read; remove it"),
        ("a: !x {b: c}\n", "corpus.yaml:1: '!x' is a tag"),
        ("? [a, b]\n: c\n", "corpus.yaml:1: a key is a list or made of fields; write a word"),
        ("a: 1\n'': c\n", "corpus.yaml:2: a key is empty; write a word"),
        ("a: 1\nb: \x07\n", r"corpus.yaml:2: the character U\+0007 is not text; remove it"),
        ("a: \ud800\n", r"corpus.yaml:1: the character U\+D800 is not text"),
        ("a: 1\r\rb: \x00", r"corpus.yaml:3: the character U\+0000 is not text"),
        ("%YAML 3.0\n---\na: 1\n", "corpus.yaml:1: this is not YAML"),
    ],
)
def test_a_fault_says_where_it_is_and_what_to_do(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        load(text, "corpus.yaml")


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 5_000, "? " * 5_000])
def test_deep_nesting_is_refused_without_exhausting_the_stack(text: str) -> None:
    with pytest.raises(InputError, match=r"more than 20 deep|a key is"):
        load(text, "corpus.yaml")


def test_twenty_levels_are_read() -> None:
    assert load("[" * 20 + "]" * 20, "corpus.yaml") is not None


def test_unknown_fields_are_faults_with_the_nearest_name() -> None:
    problems = Problems()
    read = plainyaml.fields(_fields("sorces: x\nfoo: y\nname: z\n"), "the manifest", ("name", "sources"), problems)
    assert list(read.values) == ["sorces", "foo", "name"]
    assert problems.faults == [
        "corpus.yaml:1: the manifest has no field 'sorces'; did you mean 'sources'?",
        "corpus.yaml:2: the manifest has no field 'foo'; known are name, sources",
    ]


def test_helpers_take_what_they_are_given_or_say_what_it_is() -> None:
    read = _fields("one: a\nmany: [a, b]\nnone:\nholes: [a, '']\ndeep: {a: b}\nmixed: [[a]]\n").values
    assert plainyaml.text(read["one"], "one") == Text("a", "corpus.yaml:1")
    assert [item.value for item in plainyaml.texts(read["one"], "one")] == ["a"]
    assert [item.value for item in plainyaml.texts(read["many"], "many")] == ["a", "b"]
    assert plainyaml.texts(read["none"], "none") == ()
    with pytest.raises(InputError, match=r"corpus.yaml:2: many is a list; write one text"):
        plainyaml.text(read["many"], "many")
    with pytest.raises(InputError, match=r"corpus.yaml:4: an item of holes is empty; complete or remove it"):
        plainyaml.texts(read["holes"], "holes")
    with pytest.raises(InputError, match=r"corpus.yaml:5: deep is made of fields; write a list"):
        plainyaml.texts(read["deep"], "deep")
    with pytest.raises(InputError, match=r"corpus.yaml:6: an item of mixed is a list; write one text"):
        plainyaml.texts(read["mixed"], "mixed")
    with pytest.raises(InputError, match=r"corpus.yaml:1: one is the text 'a'; write fields \(x, y\)"):
        plainyaml.fields(read["one"], "one", ("x", "y"), Problems())
    with pytest.raises(InputError, match=r"corpus.yaml:3: none is empty; write fields"):
        plainyaml.fields(read["none"], "none", ("x",), Problems())
