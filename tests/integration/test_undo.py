"""Corrections taken back by their words: tried again after a kill, nothing else goes."""

import json

import pytest

import ingest
import taeg
from taeg import InputError
from taeg.model.corpus import Correction
from taeg.model.corrections import words
from taeg.store.engine import Store
from tests.conftest import Taeg
from tests.integration import accounts

WANTED = (
    Correction("rename", "e0", title="The first"),
    Correction("rename", "e1", title="The second", why="so it is"),
    Correction("merge", "e3", "e2"),
)


def test_words_name_one_correction_and_no_other(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first try is killed after it has taken effect, when it sweeps what it replaced."""
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.correct(*WANTED)
        tidy = type(graph.store).tidy

        def killed(_: Store) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(type(graph.store), "tidy", killed)
        with pytest.raises(KeyboardInterrupt):
            graph.undo(words(WANTED[1]))
        monkeypatch.setattr(type(graph.store), "tidy", tidy)
        assert graph.corrections() == (WANTED[0], WANTED[2])
        with pytest.raises(InputError, match=r"no correction reads .* has it been taken back already"):
            graph.undo(words(WANTED[1]))
        assert graph.corrections() == (WANTED[0], WANTED[2])
        graph.undo(2)
        assert graph.corrections() == (WANTED[0],)


def test_the_command_says_what_it_took_back(tmp_path: object, taeg_command: Taeg) -> None:
    store = ("--store", f"{tmp_path}/graph.db")
    with taeg.open(store[1]) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.correct(*WANTED)
    listed = json.loads(taeg_command("corrections", "--json", *store).out)
    outcome = taeg_command("correct", "undo", listed[1]["correction"], *store)
    assert outcome.code == 0
    assert "undone: rename e1 title 'The second' (so it is); earlier runs are deleted" in outcome.out
    again = taeg_command("correct", "undo", listed[1]["correction"], *store)
    assert again.code == 2
    assert "has it been taken back already?" in again.err
    assert "undone: merge e3 into e2" in taeg_command("correct", "undo", "2", *store).out
    assert taeg_command("correct", "undo", "9" * 5000, *store).code == 2
    assert [row["number"] for row in json.loads(taeg_command("corrections", "--json", *store).out)] == [1]
