"""Generated corpora: reproducible and readable."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import ingest
from bench import generator
from taeg.consolidate.algorithm import narrate

VERSIONS, SEED = 2_000, 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    generator.write(VERSIONS, SEED, folder)
    return folder


def test_the_seed_determines_the_bytes(folder: Path, tmp_path: Path) -> None:
    for name, seed, same in (("again", SEED, True), ("other", SEED + 1, False)):
        generator.write(VERSIONS, seed, tmp_path / name)
        for path in ("accounts.jsonl", "reference.jsonl", ".truth/timeline.jsonl", ".truth/versions.jsonl"):
            assert ((tmp_path / name / path).read_bytes() == (folder / path).read_bytes()) is same


def test_a_generated_corpus_is_read_and_strategies_find_faithful_versions(folder: Path) -> None:
    events = list(generator.happenings(VERSIONS, SEED))
    checked = ingest.check(str(folder))
    assert (checked.faults, checked.order_disagreements) == ((), ())
    assert checked.corpus is not None
    assert [event.id for event in checked.corpus.events] == [event.id for event in events]
    assert [event.gold_text for event in checked.corpus.events] == [event.text for event in events]
    faithful = {event.id: account.text for event in events for account in event.accounts if account.making.faithful}
    assert Counter(account.making.faithful for event in events for account in event.accounts)[True] == len(events)
    built = ingest.build(checked.corpus)

    def found(strategy: str) -> float:
        chosen = {p.event: p.text for p in narrate(built, strategy, {}).passages}
        return float(np.mean([chosen[e.id] == faithful[e.id] for e in events if len({a.text for a in e.accounts}) > 1]))

    chance = found("random")
    assert found("taeg") > chance + 0.02
    assert found("longest") > chance + 0.05
