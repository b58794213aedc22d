"""A corpus with contradictions, and a detector that finds them by simple patterns."""

import re
from collections.abc import Iterator
from itertools import pairwise

from taeg.base.progress import SILENT, Progress
from taeg.conflicts.values import (
    CLOCK,
    CONFIDENT,
    COUNT,
    POSSIBLE,
    Account,
    Amendment,
    Batches,
    Conflict,
    Copy,
    Findings,
    Side,
)
from taeg.graph.conflicts import Detector
from taeg.model.corpus import Corpus, Event, Source, Version

TEXTS = {
    ("fire", "ames"): "The bin burned at about 23:41. Two men ran away.",
    ("fire", "reyes"): "The bin burned at 23:44. Three men ran away.",
    ("fire", "novak"): "My brother says that the bin burned at 23:51.",
    ("rescue", "ames"): "The firemen came at 23:59.",
    ("rescue", "reyes"): "The firemen came at 23:59 and left at 0:30.",
    ("rescue", "herald"): "Not two but three men were hurt.",
}
_CLOCK = re.compile(r"[0-9]+:[0-9]{2}")
_MEN = re.compile(r"\b(two|three) men", re.IGNORECASE)
_NUMBERS = {"two": "2", "three": "3"}


def corpus(**texts: str) -> Corpus:
    """Four sources and two events; `fire_ames=…` replaces a text or adds an account."""
    told = TEXTS | {tuple(name.split("_")): text for name, text in texts.items()}  # type: ignore[operator]
    sources = dict.fromkeys(source for _, source in told)
    return Corpus(
        "night",
        tuple(
            Source(name, f"Statement of {name.title()}", date=f"2024-05-0{rank}")
            for rank, name in enumerate(sources, 1)
        ),
        (Event("fire", "Fire in the bin"), Event("rescue", "The rescue")),
        tuple(
            Version(f"{source}:{event}", event, source, text, f"page {len(source)}")
            for (event, source), text in told.items()
        ),
        language="en",
    )


def detect(batches: Batches, _: str, *, progress: Progress = SILENT) -> Findings:
    """Find clock times that differ, numbers of men that differ, one correction and one copy."""
    conflicts: list[Conflict] = []
    amendments: list[Amendment] = []
    copies: list[Copy] = []
    progress.stage("contradictions")
    for batch in batches():
        for event in sorted({account.event for account in batch}):
            told = [account for account in batch if account.event == event]
            conflicts += _differing(CLOCK, "bin, burn", CONFIDENT, [s for a in told for s in _clocks(a)])
            conflicts += _differing(COUNT, "men, run", POSSIBLE, [s for a in told for s in _counts(a)])
            for account in told:
                if account.text.startswith("Not two but three"):
                    first = told[0]
                    amendments.append(Amendment(account.version, 0, 17, "not", first.version, 4, 7, "three", "two"))
            same = [account for account in told if "23:59" in account.text]
            copies += [Copy(b.version, a.version, 0.5) for a, b in pairwise(same)]
    return Findings(tuple(conflicts), tuple(amendments), tuple(copies))


DETECTOR = Detector(detect, {"parser": "none", "model": "none"})


def _clocks(account: Account) -> Iterator[Side]:
    for found in _CLOCK.finditer(account.text):
        hedged = account.text[: found.start()].endswith("about ")
        yield Side(account.version, *found.span(), found.group(), hedged, "says" not in account.text)
        return


def _counts(account: Account) -> Iterator[Side]:
    for found in _MEN.finditer(account.text):
        yield Side(account.version, *found.span(1), _NUMBERS[found[1].lower()])


def _differing(kind: str, key: str, tier: str, sides: list[Side]) -> list[Conflict]:
    return [
        Conflict(kind, key, a, b, tier, 0.75, f"{kind}: test")
        for i, a in enumerate(sides)
        for b in sides[i + 1 :]
        if a.value != b.value
    ]
