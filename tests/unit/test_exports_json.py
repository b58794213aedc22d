"""JSON: valid by the schema, and complete."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from jsonschema import Draft202012Validator

from taeg.export import json_book as jsonfile
from taeg.export.book import Book
from tests.unit import books

Document: TypeAlias = dict[str, Any]
SCHEMA: Document = json.loads((Path(__file__).parents[2] / "docs" / "export.schema.json").read_bytes())


@pytest.fixture(scope="module")
def exported() -> Document:
    return json.loads(jsonfile.export(books.book()))


def test_schema_describes_every_field() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["title"] == SCHEMA["properties"]["schema"]["const"] == jsonfile.SCHEMA

    def described(schema: dict[str, Any]) -> None:
        for name, field in schema.get("properties", {}).items():
            assert field.get("description"), name
            described(field)
        if "properties" in schema:
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False

    for schema in (SCHEMA, *SCHEMA["$defs"].values()):
        assert schema["description"]
        described(schema)


@pytest.mark.parametrize("made", [books.book, books.redacted, lambda: books.with_main("lexrank")])
def test_exports_are_valid_with_fields_in_order(made: Callable[[], Book]) -> None:
    document = json.loads(jsonfile.export(made()))
    Draft202012Validator(SCHEMA).validate(document)
    assert list(document) == SCHEMA["required"]
    for kind, values in (("run", document["runs"]), ("event", document["events"]), ("tie", document["before"])):
        for value in values:
            assert list(value) == SCHEMA["$defs"][kind]["required"]
    assert list(document["runs"][0]["sentences"][0]) == SCHEMA["$defs"]["sentence"]["required"]
    assert list(document["runs"][0]["passages"][0]) == SCHEMA["$defs"]["passage"]["required"]
    assert list(document["events"][0]["versions"][0]) == SCHEMA["$defs"]["version"]["required"]


def test_every_sentence_has_its_source(exported: Document) -> None:
    book = books.book()
    versions = {version["id"]: version for event in exported["events"] for version in event["versions"]}
    sources = {source["id"]: source for source in exported["sources"]}
    assert exported["main_run"] == exported["runs"][0]["id"] == "taeg"
    for run, narrated in zip(exported["runs"], book.runs, strict=True):
        assert [s["text"] for s in run["sentences"]] == [s.text for s in narrated.sentences]
        for sentence in run["sentences"]:
            version = versions[sentence["version"]]
            assert sentence["text"] in version["text"]
            assert sentence["text"] in run["passages"][sentence["passage"]]["text"]
            for field in ("event", "source", "source_title", "reference", "time"):
                assert sentence[field] == version[field]
            assert sources[sentence["source"]]["title"] == sentence["source_title"]


def test_exports_are_complete(exported: Document) -> None:
    book, stats = books.book(), books.stats()
    versions = {version["id"]: version for event in exported["events"] for version in event["versions"]}
    assert (len(exported["events"]), len(versions)) == (stats.events, stats.versions)
    assert (len(exported["before"]), len(exported["same_event"])) == (stats.before, stats.same_event)
    for given in books.VERSIONS:
        assert versions[given.id]["text"] == given.text
        assert "".join(stretch["text"] for stretch in versions[given.id]["stretches"]) == given.text
    assert {stretch["shared"] for v in versions.values() for stretch in v["stretches"]} == {"none", "some", "all"}
    assert versions["c1"]["excluded"] is True
    assert versions["a1"]["latest"] is False
    assert versions["a5"]["gaps"] == ["page 9"]
    assert exported["events"][0]["choice"] == "a2"
    assert exported["events"][0]["edits"] == ["chosen by the editor: a2", "excluded by the editor: c1"]
    assert exported["runs"][0]["scores"] == {"characters": 10, "rouge1": 0.5}
    assert exported["corpus"]["digest"] == book.digest == stats.digest


def test_infinite_numbers_are_null() -> None:
    book = books.book()
    run = replace(book.main.run, parameters={"damping": inf, "order": "nan"})
    main = replace(book.main, run=run, scores={"tau": nan, "rouge1": 1.0})
    document = json.loads(jsonfile.export(replace(book, runs=(main,))))
    assert document["runs"][0]["scores"] == {"rouge1": 1.0, "tau": None}
    assert document["runs"][0]["parameters"] == {"damping": None, "order": "nan"}
    Draft202012Validator(SCHEMA).validate(document)
