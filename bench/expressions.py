"""How many phrases of a probe are understood, and which clock times are found in the example corpora.

`python -m bench.expressions` prints the probe in `../shared/probes/times.tsv` by kind, and the number of clock times in
`examples/` with the time taken; `--hits` lists them with their context, so that they can be read.
"""

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import ingest
from taeg.text.expressions import ClockTime, clock_times, dates, durations, numbers, quantities

ROOT = Path(__file__).resolve().parent.parent
PROBE = ROOT.parent / "shared" / "probes" / "times.tsv"
TODAY = date(2024, 5, 8)
"""The day from which the relative dates of the probe are seen."""
CONTEXT = 40


@dataclass(frozen=True, slots=True)
class Item:
    """A phrase, what it means, and what was found in it."""

    language: str
    phrase: str
    expected: str
    found: str

    @property
    def right(self) -> bool:
        """Whether exactly the expected value was found."""
        return self.found == self.expected


def probe(path: Path) -> dict[str, list[Item]]:
    """Return the items of a probe by kind."""
    results: dict[str, list[Item]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            kind, language, phrase, expected = (row[name] for name in ("kind", "language", "phrase", "expected"))
            found = "; ".join(_found(kind, phrase, language))
            if kind not in ("clock", "date"):
                expected = _number(float(expected))
            results.setdefault(kind, []).append(Item(language, phrase, expected, found))
    return results


def _found(kind: str, phrase: str, language: str) -> list[str]:
    if kind == "clock":
        return [_clock(found) for found in clock_times(phrase, language)]
    if kind == "date":
        return [str(found.date) for found in dates(phrase, language, TODAY)]
    if kind == "duration_s":
        return [_number(found.seconds) for found in durations(phrase, language)]
    if kind == "number":
        return [_number(found.value) for found in numbers(phrase, language)]
    money = kind == "money"
    return [_number(found.value) for found in quantities(phrase, language) if (found.dimension == "money") == money]


def _clock(found: ClockTime) -> str:
    return f"{found.minute // 60:02}:{found.minute % 60:02}"


def _number(value: float) -> str:
    return f"{value:.10g}"


def hits(corpus: str) -> Iterator[tuple[str, ClockTime, str]]:
    """Yield the clock times of a corpus: version, time, and the text around it."""
    near: dict[str, ClockTime] = {}
    loaded = ingest.read(str(ROOT / "examples" / corpus))
    for version in loaded.versions:
        for found in clock_times(version.text, loaded.language, near.get(version.source)):
            near[version.source] = found
            before, after = version.text[: found.start][-CONTEXT:], version.text[found.end :][:CONTEXT]
            around = f"{before}[{version.text[found.start : found.end]}]{after}"
            yield version.id, found, " ".join(around.split())


def main() -> None:
    """Print the probe and the corpora."""
    parser = argparse.ArgumentParser(prog="python -m bench.expressions", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hits", action="store_true", help="list the clock times of the corpora")
    listed = parser.parse_args().hits
    if PROBE.is_file():
        for kind, items in probe(PROBE).items():
            print(f"{kind:<12}{sum(item.right for item in items):>3} of {len(items)}")
            for item in items:
                if not item.right:
                    print(
                        f"  {item.language} {item.phrase!r}: expected {item.expected}, found {item.found or 'nothing'}"
                    )
    else:
        print(f"no probe at {PROBE}")
    for corpus in ("night", "news", "kings"):
        started = time.process_time()
        found = list(hits(corpus))
        print(f"{corpus}: {len(found)} clock times, {time.process_time() - started:.1f} CPU s")
        if listed:
            for version, clock, around in found:
                mark = "" if clock.half_day_known else "?"
                print(f"  {_clock(clock)}{mark:<1} {clock.hedge:<12}{version:<28}{around}")


if __name__ == "__main__":
    main()
