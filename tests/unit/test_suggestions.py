"""Names and commands that messages suggest."""

import pytest

from taeg.base.errors import nearest
from taeg.cli import cli
from taeg.cli.common import keep_options

EVENTS = ["1123 a new abbot", "1124 the fire", "1125 dearth"]


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("1125 death", "1125 dearth"),
        ("1124", "1124 the fire"),
        ("FIRE", "1124 the fire"),
        ("112", "1125 dearth"),
        ("11", ""),
        ("flood", ""),
    ],
)
def test_a_similar_name_or_one_that_contains_it(name: str, suggested: str) -> None:
    assert nearest(name, EVENTS) == (f"; did you mean {suggested!r}?" if suggested else "")


def test_the_path_of_a_corpus_is_not_its_id() -> None:
    root = cli.make_context("taeg", ["ingest", "folder", "--store", "own.db"])
    with cli.commands["ingest"].make_context("ingest", ["folder", "--store", "own.db"], parent=root):
        assert keep_options("taeg query gaps") == "taeg query gaps --store own.db"
