"""Generate corpora of any size: events, and sources that each report a share of them in different words.

`python -m bench.generator --versions 1000000 --seed 1 --out FOLDER` writes a corpus that `taeg ingest FOLDER` reads.
FOLDER/.truth has the timeline and, for each version, how its text was derived and whether it is the most faithful
version of its event; readers ignore that folder. The same size and seed give the same bytes. Events are generated in
blocks, each with its own seed, so memory does not grow with the size. Words are artificial and follow Zipf's law.
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

from bench import event_texts
from bench.event_texts import Derivation, EventTexts, Floats, Ints

START = datetime(1960, 1, 1)
EVENTS_A_DAY = 40
MINUTES_A_DAY = 24 * 60
LATEST = 3 * MINUTES_A_DAY
"""Largest delay of an account after its event, in minutes."""
FEWEST_SOURCES, MOST_SOURCES = 40, 200
SMALL = (0.42, 0.285, 0.17, 0.11)
"""Shares of events with 1, 2, 3 and 4 versions; the rest have more."""
ORDINARY, HEADLINE = 64, 800
"""Versions of the largest ordinary event and of the largest headline."""
HEADLINES = 1e-4
"""Share of events that are headlines."""
UPDATED = 0.08
"""Probability that a source reports an event of several versions twice."""
BLOCK = 256
"""Events generated at once, with their own seed."""


@dataclass(frozen=True, slots=True)
class Account:
    """A row of the corpus, and how its text was derived."""

    source: str
    event: str
    order: int
    time: str
    title: str
    text: str
    reference: str
    derivation: Derivation

    @property
    def row(self) -> dict[str, object]:
        """The columns of the row."""
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
class GeneratedEvent:
    """An event with its true text and all its accounts in order of publication."""

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
    """The sources and their habits, which are the same for all events of a corpus."""

    versions: int
    seed: int

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Their number grows with the number of versions."""
        wanted = round(FEWEST_SOURCES * (max(self.versions, 1) / 10_000) ** 0.35)
        return tuple(f"paper-{i:03}" for i in range(1, min(max(wanted, FEWEST_SOURCES), MOST_SOURCES) + 1))

    @cached_property
    def habits(self) -> dict[str, Floats]:
        """For each source: its share of accounts, and how much it keeps, rewords, pads and reorders."""
        chance = np.random.default_rng((self.seed, 0)).random((5, len(self.sources)))
        return {
            "share": 1.0 / (chance[0].argsort().argsort() + 4.0),
            "keep": 0.5 + 0.45 * chance[1],
            "reword": 0.3 * chance[2] ** 2,
            "pad": 3.0 * chance[3] ** 2,
            "move": np.maximum(chance[4] - 0.4, 0.0),
        }

    def sizes(self, chance: Floats) -> Ints:
        """Draw the number of versions of each event: mostly few, rarely hundreds."""
        largest = min(HEADLINE, max(len(SMALL), self.versions // 50))
        few = np.searchsorted(np.cumsum(SMALL), chance[0], side="right") + 1
        more = np.minimum((len(SMALL) + 1) / np.sqrt(1.0 - chance[1]), ORDINARY).astype(np.int64)
        many = np.round(ORDINARY * (HEADLINE / ORDINARY) ** chance[1]).astype(np.int64)
        sizes = np.where(chance[2] < HEADLINES, many, np.where(few > len(SMALL), more, few))
        return np.asarray(np.minimum(sizes, largest))

    def draw_sources(self, block: int) -> Iterator[Ints]:
        """Draw the sources of each event of a block; those that report it twice are repeated at the end."""
        rng = np.random.default_rng((self.seed, 1, block))
        sizes = self.sizes(rng.random((3, BLOCK)))
        again = rng.random(BLOCK) < UPDATED
        # a weighted sample without replacement: the shortest exponential waiting times
        waits = np.argsort(rng.standard_exponential((BLOCK, len(self.sources))) / self.habits["share"], axis=1)
        most = round(0.6 * len(self.sources))
        for size, more, order in zip(sizes.tolist(), again.tolist(), waits, strict=True):
            distinct = min(size - (more and size > 1), most)
            first = order[:distinct]
            yield np.concatenate((first, rng.choice(first, size - distinct))) if size > distinct else first

    def blocks(self) -> Iterator[list[Ints]]:
        """Draw the sources of all events block by block, until there are enough versions."""
        left = self.versions
        for block in count():
            if left <= 0:
                return
            found = []
            for sources in self.draw_sources(block):
                if left > 0:
                    found.append(sources[:left])
                    left -= len(sources)
            yield found


def events(versions: int, seed: int) -> Iterator[GeneratedEvent]:
    """Generate events in timeline order, with exactly `versions` accounts in total."""
    world = World(versions, seed)
    for block, sources in enumerate(world.blocks()):
        rng = np.random.default_rng((seed, 2, block))
        texts = event_texts.generate(sources, world.habits, rng)
        for at, (group, text) in enumerate(zip(sources, texts, strict=True)):
            yield _event(world, block * BLOCK + at, group, text, rng)


def accounts(versions: int, seed: int) -> Iterator[Account]:
    """Generate the rows of a corpus in order of publication."""
    return _by_publication(events(versions, seed))


def shape(versions: int, seed: int) -> tuple[Ints, Ints]:
    """Return the event and source of each version by index, in declared order, without texts."""
    found = [np.sort(sources) for block in World(versions, seed).blocks() for sources in block]
    return np.repeat(np.arange(len(found)), [len(sources) for sources in found]), np.concatenate(found)


def write(versions: int, seed: int, folder: Path) -> None:
    """Write a corpus, its gold texts and its .truth folder row by row."""
    truth = folder / ".truth"
    truth.mkdir(parents=True, exist_ok=True)
    (folder / "corpus.yaml").write_text(
        f"name: generated-{versions}-{seed}\ntitle: A generated archive of {versions} versions\nlanguage: en\n"
        "files: [accounts.jsonl]\nreference: reference.jsonl\n",
        "utf-8",
    )
    with ExitStack() as stack:
        rows, reference, timeline, derivation = (
            stack.enter_context((folder / name).open("w", encoding="utf-8", newline="\n"))
            for name in ("accounts.jsonl", "reference.jsonl", ".truth/timeline.jsonl", ".truth/versions.jsonl")
        )

        def recorded() -> Iterator[GeneratedEvent]:
            for it in events(versions, seed):
                reference.write(_line({"event": it.id, "text": it.text}))
                place = {"event": it.id, "order": it.order, "time": it.time, "day": it.day, "title": it.title}
                timeline.write(_line(place))
                yield it

        facts = [field.name for field in fields(Derivation)]
        for account in _by_publication(recorded()):
            rows.write(_line(account.row))
            known = {"source": account.source, "event": account.event, "time": account.time}
            derivation.write(_line(known | {name: getattr(account.derivation, name) for name in facts}))


def _by_publication(generated: Iterator[GeneratedEvent]) -> Iterator[Account]:
    """Sort accounts by publication; only those of the next days are in memory."""
    waiting: list[tuple[int, int, Account]] = []
    for event in generated:
        now = _minute(event.order - 1)
        while waiting and waiting[0][0] < now:
            yield heappop(waiting)[2]
        for minute, account in zip(event.minutes, event.accounts, strict=True):
            heappush(waiting, (minute, event.order, account))
    while waiting:
        yield heappop(waiting)[2]


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _minute(index: int) -> int:
    """Return the minute of an event since START."""
    day, within = divmod(index, EVENTS_A_DAY)
    return day * MINUTES_A_DAY + within * (MINUTES_A_DAY // EVENTS_A_DAY)


def _timestamp(minute: int) -> str:
    return (START + timedelta(minutes=minute)).isoformat(timespec="minutes")


def _event(world: World, index: int, sources: Ints, texts: EventTexts, rng: np.random.Generator) -> GeneratedEvent:
    """Assemble an event with its accounts and their minutes of publication."""
    size, minute, event, order = len(sources), _minute(index), f"e{index + 1}", index + 1
    # distinct minutes; the second account of a source comes later
    after = sorted(rng.integers(1, LATEST, size).tolist())
    minutes = tuple(minute + wait + at for at, wait in enumerate(after))
    found = []
    for at, source, (text, derivation) in zip(minutes, sources.tolist(), texts.versions, strict=True):
        time = _timestamp(at)
        reference = f"{time[:10]}, p. {1 + at % 23}"
        found.append(Account(world.sources[source], event, order, time, texts.title, text, reference, derivation))
    start = _timestamp(minute)
    return GeneratedEvent(event, order, start, start[:10], texts.title, texts.text, minutes, tuple(found))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.generator", description="Write a generated corpus with known truth."
    )
    parser.add_argument("--versions", type=int, required=True, help="number of accounts")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same corpus (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="output folder")
    wanted = parser.parse_args()
    if wanted.versions < 1 or wanted.seed < 0:
        parser.error("a corpus has at least one version, and a seed is not negative")
    write(wanted.versions, wanted.seed, wanted.out)


if __name__ == "__main__":
    main()
