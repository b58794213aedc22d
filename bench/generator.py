"""Corpora of any size with known truth: events, and sources that each tell a share of them in words of their own.

`python -m bench.generator --versions 1000000 --seed 1 --out FOLDER` writes a corpus that `taeg ingest FOLDER` reads.
What is true of it lies in FOLDER/.truth, where no reader of corpora looks: the timeline, and of each version how it
was made and whether it is the most faithful one of its event. The same size and seed give the same bytes; events are
made block after block, each from a seed of its own, so memory does not grow with the size. Not a model of language:
words are made up and follow Zipf's law, nothing more.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from pathlib import Path

import numpy as np

from bench import telling
from bench.telling import Floats, Ints, Making, Tale

BEGINNING = datetime(1960, 1, 1)
EVENTS_A_DAY = 40
MINUTES_A_DAY = 24 * 60
LATEST = 3 * MINUTES_A_DAY
"""Minutes after an event until which it is first told."""
FEWEST_SOURCES, MOST_SOURCES = 40, 200
SMALL = (0.42, 0.285, 0.17, 0.11)
"""How many events have 1, 2, 3 and 4 versions; the rest have more."""
MIDDLING, HEADLINE = 64, 800
"""Versions of the largest events of everyday, and of those that everybody tells for days."""
HEADLINES = 1e-4
"""How many events are of the second kind."""
UPDATED = 0.08
"""How often a source tells an event of several versions a second time."""
BLOCK = 256
"""Events that are made at once, from a seed of their own."""


@dataclass(frozen=True, slots=True)
class Account:
    """A row of the corpus, and how it was made."""

    source: str
    event: str
    order: int
    time: str
    title: str
    text: str
    reference: str
    making: Making

    @property
    def row(self) -> dict[str, object]:
        """What the corpus says of it."""
        return {
            "source": self.source,
            "event": self.event,
            "order": self.order,
            "time": self.time,
            "title": self.title,
            "text": self.text,
            "reference": self.reference,
        }


@dataclass(frozen=True, slots=True)
class Happening:
    """An event as it was, and all its accounts in the order of their publication."""

    id: str
    order: int
    time: str
    day: str
    title: str
    text: str
    minutes: tuple[int, ...]
    accounts: tuple[Account, ...]


@dataclass(frozen=True)
class World:
    """Who tells, and how: the same for all events of a corpus."""

    versions: int
    seed: int

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The more there is to tell, the more tell it."""
        wanted = round(FEWEST_SOURCES * (max(self.versions, 1) / 10_000) ** 0.35)
        return tuple(f"paper-{i:03}" for i in range(1, min(max(wanted, FEWEST_SOURCES), MOST_SOURCES) + 1))

    @cached_property
    def habits(self) -> dict[str, Floats]:
        """Of each source how much it tells, keeps, rewords, pads and moves about."""
        chance = np.random.default_rng((self.seed, 0)).random((5, len(self.sources)))
        return {
            "share": 1.0 / (chance[0].argsort().argsort() + 4.0),
            "keep": 0.5 + 0.45 * chance[1],
            "reword": 0.3 * chance[2] ** 2,
            "pad": 3.0 * chance[3] ** 2,
            "move": np.maximum(chance[4] - 0.4, 0.0),
        }

    def sizes(self, chance: Floats) -> Ints:
        """How many versions events have: mostly a few, now and then hundreds."""
        largest = min(HEADLINE, max(len(SMALL), self.versions // 50))
        few = np.searchsorted(np.cumsum(SMALL), chance[0], side="right") + 1
        more = np.minimum((len(SMALL) + 1) / np.sqrt(1.0 - chance[1]), MIDDLING).astype(np.int64)
        many = np.round(MIDDLING * (HEADLINE / MIDDLING) ** chance[1]).astype(np.int64)
        sizes = np.where(chance[2] < HEADLINES, many, np.where(few > len(SMALL), more, few))
        return np.asarray(np.minimum(sizes, largest))

    def tellers(self, block: int) -> Iterator[Ints]:
        """The sources that tell each event of a block; those that tell it again stand behind."""
        rng = np.random.default_rng((self.seed, 1, block))
        sizes = self.sizes(rng.random((3, BLOCK)))
        again = rng.random(BLOCK) < UPDATED
        # who waits the shortest, at a pace of their own, is among those who tell it
        waits = np.argsort(rng.standard_exponential((BLOCK, len(self.sources))) / self.habits["share"], axis=1)
        most = round(0.6 * len(self.sources))
        for size, more, order in zip(sizes.tolist(), again.tolist(), waits, strict=True):
            distinct = min(size - (more and size > 1), most)
            first = order[:distinct]
            yield np.concatenate((first, rng.choice(first, size - distinct))) if size > distinct else first

    def blocks(self) -> Iterator[list[Ints]]:
        """The tellers of all events, block by block, as far as the versions reach."""
        left = self.versions
        for block in count():
            if left <= 0:
                return
            found = []
            for tellers in self.tellers(block):
                if left > 0:
                    found.append(tellers[:left])
                    left -= len(tellers)
            yield found


def happenings(versions: int, seed: int) -> Iterator[Happening]:
    """The events in the order of the timeline; their accounts come to exactly so many versions."""
    world = World(versions, seed)
    for block, tellers in enumerate(world.blocks()):
        rng = np.random.default_rng((seed, 2, block))
        tales = telling.tell(tellers, world.habits, rng)
        for at, (group, tale) in enumerate(zip(tellers, tales, strict=True)):
            yield _happening(world, block * BLOCK + at, group, tale, rng)


def accounts(versions: int, seed: int) -> Iterator[Account]:
    """The rows of a corpus as an archive has them: by the minute of publication, sources and events interleaved."""
    return (account for account in _published(happenings(versions, seed)))


def shape(versions: int, seed: int) -> tuple[Ints, Ints]:
    """Event and source of each version as numbers, in declared order: a corpus without its words."""
    told = [np.sort(tellers) for block in World(versions, seed).blocks() for tellers in block]
    return np.repeat(np.arange(len(told)), [len(tellers) for tellers in told]), np.concatenate(told)


def write(versions: int, seed: int, folder: Path) -> None:
    """Write a corpus, its reference and its truth into a folder, row by row."""
    truth = folder / ".truth"
    truth.mkdir(parents=True, exist_ok=True)
    (folder / "corpus.yaml").write_text(
        f"name: generated-{versions}-{seed}\ntitle: A generated archive of {versions} versions\nlanguage: en\n"
        "files: [accounts.jsonl]\nreference: reference.jsonl\n",
        "utf-8",
    )
    with ExitStack() as stack:
        rows, reference, timeline, making = (
            stack.enter_context((folder / name).open("w", encoding="utf-8", newline="\n"))
            for name in ("accounts.jsonl", "reference.jsonl", ".truth/timeline.jsonl", ".truth/versions.jsonl")
        )

        def noted() -> Iterator[Happening]:
            for it in happenings(versions, seed):
                reference.write(_line({"event": it.id, "text": it.text}))
                place = {"event": it.id, "order": it.order, "time": it.time, "day": it.day, "title": it.title}
                timeline.write(_line(place))
                yield it

        facts = [field.name for field in fields(Making)]
        for account in _published(noted()):
            rows.write(_line(account.row))
            known = {"source": account.source, "event": account.event, "time": account.time}
            making.write(_line(known | {name: getattr(account.making, name) for name in facts}))


def _published(told: Iterator[Happening]) -> Iterator[Account]:
    """Accounts by the minute of publication; those of the next three days wait, no more."""
    waiting: list[tuple[int, int, Account]] = []
    for happening in told:
        now = _minute(happening.order - 1)
        while waiting and waiting[0][0] < now:
            yield heappop(waiting)[2]
        for minute, account in zip(happening.minutes, happening.accounts, strict=True):
            heappush(waiting, (minute, happening.order, account))
    while waiting:
        yield heappop(waiting)[2]


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _minute(index: int) -> int:
    """When the event of that place in the timeline happened, counted from the beginning."""
    day, within = divmod(index, EVENTS_A_DAY)
    return day * MINUTES_A_DAY + within * (MINUTES_A_DAY // EVENTS_A_DAY)


def _written(minute: int) -> str:
    return (BEGINNING + timedelta(minutes=minute)).isoformat(timespec="minutes")


def _happening(world: World, index: int, tellers: Ints, tale: Tale, rng: np.random.Generator) -> Happening:
    """An event with its accounts, each with the minute in which it was published."""
    size, minute, event, order = len(tellers), _minute(index), f"e{index + 1}", index + 1
    # no two in one minute, and whoever tells it again does so later
    after = sorted(rng.integers(1, LATEST, size).tolist())
    minutes = tuple(minute + wait + at for at, wait in enumerate(after))
    told = []
    for at, teller, (text, making) in zip(minutes, tellers.tolist(), tale.told, strict=True):
        time = _written(at)
        reference = f"{time[:10]}, p. {1 + at % 23}"
        told.append(Account(world.sources[teller], event, order, time, tale.title, text, reference, making))
    start = _written(minute)
    return Happening(event, order, start, start[:10], tale.title, tale.text, minutes, tuple(told))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.generator", description="Write a generated corpus with known truth."
    )
    parser.add_argument("--versions", type=int, required=True, help="how many accounts it holds")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same corpus (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the tables and for what is true of them")
    wanted = parser.parse_args()
    if wanted.versions < 1 or wanted.seed < 0:
        parser.error("a corpus has at least one version, and a seed is not negative")
    write(wanted.versions, wanted.seed, wanted.out)


if __name__ == "__main__":
    main()
