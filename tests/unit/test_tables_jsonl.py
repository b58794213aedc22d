"""JSON Lines as people have them, and as nobody should."""

import json

import pytest

from tests.unit.tables_given import Given, refused


def test_json_lines(given_table: Given) -> None:
    lines = [
        '\ufeff{"Event": "e", "source": 12345678901234567890.50, "text": "a\\r\\n\\r\\nb", "date": null, "mood": [1]}',
        "",
        '{"text": true, "source": 3, "event": -1e5}',
        "",
    ]
    got = given_table("t.NDJSON", "\r\n".join(lines))
    assert [list(record.values.values()) for record in got.records] == [
        ["e", "12345678901234567890.50", "a\n\nb", "", ""],
        ["-1e5", "3", "true", "", ""],
    ]
    assert got.places == ["t.NDJSON:1", "t.NDJSON:3"]
    assert got.faults == []
    assert got.remarks == [
        "t.NDJSON:2: 1 blank row was passed over",
        "t.NDJSON: column 'mood' is not used",
    ]


GOOD = '{"event": "e", "source": "s", "text": "t"}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("event", "the line is not JSON (Expecting value at character 1); write one object a line"),
        ('{"event": "e"', "the line is not JSON"),
        (GOOD + GOOD, "the line is not JSON (Extra data"),
        ('"text"', "the line is not an object"),
        ("[1]", "the line is not an object"),
        ("3", "the line is not an object"),
        ('{"event": "e", "source": ["s"], "text": "t"}', "'source' is a list; write it as one text"),
        ('{"event": "e", "source": {"s": 1}, "text": "t"}', "'source' is an object"),
        ('{"event": "e", "source": [], "text": "t"}', "'source' is a list"),
        ('{"event": "e", "event": "f", "source": "s", "text": "t"}', "the object has 'event' more than once"),
        ('{"event": "e", "Event": "f", "source": "s", "text": "t"}', "the object has 'Event' more than once"),
        ('{"event": NaN, "source": "s", "text": "t"}', "the line holds NaN, which is not JSON"),
        ('{"event": -Infinity, "source": "s", "text": "t"}', "the line holds -Infinity"),
        ('{"event": "e", "source": "s", "text": ' + "[" * 200_000, "the line is nested too deeply"),
        ('{"event": "e", "source": "s", "text": "a\\ud800b"}', "'text' holds half of a character (a lone surrogate)"),
        ('{"event": "e", "source": "s", "text": "a\\u0000b"}', "'text' holds a NUL character"),
        ('{"event": "e", "source": "s"}', "'text' is empty; fill it in"),
        ("{}", "'event' is empty"),
    ],
)
def test_faults_of_json_lines(given_table: Given, line: str, words: str) -> None:
    got = given_table("t.jsonl", f"{GOOD}\n{line}\n{GOOD}\n")
    assert got.faults[0].startswith(f"t.jsonl:2: {words}")
    assert got.places == ["t.jsonl:1", "t.jsonl:3"]
    assert max(map(len, got.faults)) < 200


@pytest.mark.parametrize("content", [f"[{GOOD}]", f"\n[\n  {GOOD}\n]", json.dumps(json.loads(GOOD), indent=1)])
def test_json_that_is_not_lines(given_table: Given, content: str) -> None:
    refused(given_table, "t.jsonl", content, "write one object a line")
    refused(given_table, "t.json", content, "write one object a line", ".jsonl")


def test_json_lines_without_a_column(given_table: Given) -> None:
    refused(given_table, "t.jsonl", '{"event": 1, "txt": 2, "source": 3}', "no column 'text'", "did you mean 'txt'?")
    refused(given_table, "t.jsonl", "\n\n", "the table is empty")
    refused(given_table, "t.jsonl", "{}\n", "the table is empty")
    assert given_table("u.jsonl", '{"event": "e", "text": "t", "outlet": "s"}', source="outlet").texts == ["t"]


@pytest.mark.parametrize("names", [{}, {"source": "outlet"}])
def test_json_lines_that_are_all_broken(given_table: Given, names: dict[str, str]) -> None:
    got = given_table("t.jsonl", '\n{"event": "e",\n3\n', **names)
    assert [fault.split("; ")[0] for fault in got.faults] == [
        "t.jsonl:2: the line is not JSON (Expecting property name enclosed in double quotes at character 15)",
        "t.jsonl:3: the line is not an object",
    ]
