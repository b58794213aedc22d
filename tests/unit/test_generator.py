"""The generator: the same bytes again, bounded memory, counts as asked, and a truth that its texts bear out."""

import json
import tracemalloc
from collections import Counter, defaultdict
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

import ingest
from bench import generator, telling, vocabulary
from bench.generator import Account, Happening
from taeg.build import pairs
from taeg.consolidate import in_memory as inmemory
from taeg.model.profile import AUDITED

VERSIONS, SEED = 2_000, 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("generated")
    generator.write(VERSIONS, SEED, made)
    return made


@pytest.fixture(scope="module")
def events() -> list[Happening]:
    return list(generator.happenings(VERSIONS, SEED))


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def digest(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


def sentences(text: str) -> list[list[str]]:
    return [sentence.casefold().split() for sentence in text.rstrip(".").split(". ")]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(folder: Path, tmp_path: Path) -> None:
    for name, seed in (("again", SEED), ("other", SEED + 1)):
        generator.write(VERSIONS, seed, tmp_path / name)
    assert digest(tmp_path / "again") == digest(folder)
    theirs, ours = digest(tmp_path / "other"), digest(folder)
    assert theirs.keys() == ours.keys()
    assert not set(theirs.values()) & set(ours.values())


def peak(versions: int) -> int:
    tracemalloc.start()
    try:
        for _ in generator.accounts(versions, SEED):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "HEADLINES", 0.0)  # one event of hundreds weighs as much as a block of others
    for versions in (500, 2_000):
        peak(versions)  # what is remembered for good (the vocabulary) is remembered now
    assert peak(12_000) < 1.5 * peak(2_000)


def test_the_first_rows_are_there_long_before_the_last_are_made() -> None:
    assert len(list(islice(generator.accounts(10**9, SEED), 100))) == 100


@pytest.mark.parametrize("versions", [1, 7, 777])
def test_there_are_as_many_versions_as_asked_for(versions: int) -> None:
    assert sum(1 for _ in generator.accounts(versions, SEED)) == versions


def test_words_and_edges_come_to_what_a_newspaper_archive_has() -> None:
    event, source = generator.shape(100_000, SEED)
    sizes = np.bincount(event)
    assert len(event) == 100_000
    assert 0.95 < np.mean(sizes <= 4) < 1.0
    assert 300 < sizes.max() <= generator.HEADLINE
    before = len(pairs.all_pairs(pairs.before(event, source, AUDITED))[0])
    same = np.where(sizes <= 64, sizes * (sizes - 1) // 2, 16 * sizes).sum()
    assert 0.95 < before / len(event) < 1.15
    assert 2.0 < (before + same) / len(event) < 2.7
    assert generator.FEWEST_SOURCES < len(np.unique(source)) < generator.MOST_SOURCES


def test_the_shape_is_that_of_the_corpus_with_its_words(events: list[Happening]) -> None:
    event, source = generator.shape(VERSIONS, SEED)
    told = sorted((e.order - 1, int(a.source.removeprefix("paper-")) - 1) for e in events for a in e.accounts)
    assert list(zip(event.tolist(), source.tolist(), strict=True)) == told


def test_texts_have_about_sixty_words_and_a_vocabulary_after_zipf(events: list[Happening]) -> None:
    words = [a.text.casefold().replace(".", "").split() for e in events for a in e.accounts]
    assert 50 < np.mean([len(text) for text in words]) < 70
    often = Counter(word for text in words for word in text)
    assert len(often) > 10_000
    ranked = [count for _, count in often.most_common()]
    assert 5 < ranked[9] / ranked[99] < 20
    assert len(set(vocabulary.words())) == vocabulary.TYPES


def test_rows_come_by_time_and_no_event_all_at_once(folder: Path) -> None:
    rows = lines(folder / "accounts.jsonl")
    times = [str(row["time"]) for row in rows]
    assert times == sorted(times)
    events = [row["event"] for row in rows]
    neighbours = sum(a == b for a, b in pairwise(events))
    assert neighbours < len(rows) / 10
    assert len({(row["source"], row["event"], row["time"]) for row in rows}) == len(rows)


def test_truth_and_corpus_tell_of_the_same_versions_and_events(folder: Path) -> None:
    key = ("source", "event", "time")
    rows, facts = lines(folder / "accounts.jsonl"), lines(folder / ".truth" / "versions.jsonl")
    assert [[row[k] for k in key] for row in rows] == [[fact[k] for k in key] for fact in facts]
    timeline = {item["event"]: item for item in lines(folder / ".truth" / "timeline.jsonl")}
    assert {item["event"] for item in lines(folder / "reference.jsonl")} == timeline.keys()
    for row in rows:
        true = timeline[row["event"]]
        assert row["order"] == true["order"]
        assert str(row["time"]) > str(true["time"])
    assert [item["order"] for item in timeline.values()] == list(range(1, len(timeline) + 1))
    assert Counter(fact["event"] for fact in facts if fact["faithful"]) == dict.fromkeys(timeline, 1)


def check_making(account: Account, true: str) -> None:
    """Look for each true sentence in the text, and count what was done to it."""
    making, said, truth = account.making, sentences(account.text), sentences(true)
    at, kept, reworded, shortened = 0, 0, 0, 0
    for number in making.sentences:
        whole = truth[number]
        while True:  # what does not begin as the next true sentence is padding
            part = said[at]
            at += 1
            pairs = list(zip(part, whole, strict=False))
            if len(part) <= len(whole) and sum(a != b for a, b in pairs) <= making.paraphrased:
                break
        kept += len(part)
        reworded += sum(a != b for a, b in pairs)
        shortened += len(part) < len(whole)
    total = sum(map(len, truth))
    assert making.words == sum(map(len, said))
    assert making.padding == making.words - kept
    assert (making.paraphrased, making.shortened) == (reworded, shortened)
    assert making.kept == pytest.approx(kept / total, abs=1e-4)
    assert making.faithfulness == pytest.approx(2 * (kept - reworded) / (making.words + total), abs=1e-5)


def test_each_text_was_made_as_the_truth_says(events: list[Happening]) -> None:
    checked = 0
    for event in events:
        best = max(account.making.faithfulness for account in event.accounts)
        for account in event.accounts:
            assert account.making.faithfulness <= best
            assert not account.making.faithful or account.making.faithfulness == best
            if account.making.paraphrased <= 3:  # few enough for a true sentence to be told from padding for sure
                check_making(account, event.text)
                checked += 1
    assert checked > VERSIONS / 2


def test_versions_are_reordered_shortened_paraphrased_and_padded(events: list[Happening]) -> None:
    made = [account.making for event in events for account in event.accounts]
    moved = [m for m in made if list(m.sentences) != sorted(m.sentences)]
    for some in (moved, *([m for m in made if getattr(m, kind)] for kind in ("shortened", "paraphrased", "padding"))):
        assert 0.1 < len(some) / len(made) < 0.95


def test_synonyms_are_others_of_their_class_and_small_words_have_none() -> None:
    ids = np.arange(vocabulary.TYPES)
    for step in (1, 2):
        other = vocabulary.synonyms(ids, np.full(len(ids), step))
        assert (other[: vocabulary.SMALL_WORDS] == ids[: vocabulary.SMALL_WORDS]).all()
        rest = slice(vocabulary.SMALL_WORDS, None)
        assert (other[rest] != ids[rest]).all()
        assert (other[rest] // vocabulary.CLASS == ids[rest] // vocabulary.CLASS).all()


def test_a_generated_corpus_is_read_as_it_is_meant_and_good_strategies_find_the_faithful(
    folder: Path, events: list[Happening]
) -> None:
    checked = ingest.check(str(folder))
    assert (checked.faults, checked.order_disagreements) == ((), ())
    assert checked.remarks == ("the timeline was made from the order that the accounts give",)
    assert checked.corpus is not None
    assert [event.id for event in checked.corpus.events] == [event.id for event in events]
    assert [event.gold_text for event in checked.corpus.events] == [event.text for event in events]
    assert len(checked.corpus.versions) == VERSIONS
    built = ingest.build(checked.corpus)
    faithful: dict[str, str] = {}
    told: dict[str, set[str]] = defaultdict(set)
    for event in events:
        for account in event.accounts:
            told[event.id].add(account.text)
            if account.making.faithful:
                faithful[event.id] = account.text
    contested = [event for event, texts in told.items() if len(texts) > 1]

    def found(strategy: str) -> float:
        chosen = {p.event: p.text for p in inmemory.narrative(built, strategy, {}).passages}
        return float(np.mean([chosen[event] == faithful[event] for event in contested]))

    chance = found("random")
    assert 0.25 < chance < 0.55
    assert found("taeg") > chance + 0.02
    assert found("longest") > chance + 0.05
    assert telling.SENTENCES[0] <= min(len(sentences(event.text)) for event in events)
