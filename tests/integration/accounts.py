"""Generated corpora for tests; the same seed gives the same corpus."""

import random
import re

from taeg import Corpus, Event, Profile, Source, Version
from taeg.model.corpus import AUDITED

WORDS = tuple(
    re.findall(
        r"\w+",
        "harbour lantern rope tide ferry captain fog bell crew cargo storm mast signal pier boat night watch deck wind "
        "letter clerk ledger witness stairs door key lamp cellar street rain coat whistle guard bridge cart horse",
    )
)


def corpus(
    events: int = 12,
    sources: int = 4,
    seed: int = 1,
    name: str = "harbour",
    profile: Profile = AUDITED,
    reference: bool = False,
) -> Corpus:
    """Create a corpus in which each source has about two thirds of the events.

    With `reference`, the gold text of an event is its last version.
    """
    made = random.Random(seed)
    versions = tuple(
        Version(
            id=f"{source}-{event}",
            event=f"e{event}",
            source=f"s{source}",
            text="" if made.random() < 0.05 else " ".join(made.choices(WORDS, k=made.randint(4, 20))) + ".",
            citation=f"Statement {source + 1}, {event + 1}",
        )
        for event in range(events)
        for source in range(sources)
        if made.random() < 0.66 or (event == 0 and source == 0)
    )
    last = {version.event: version.text for version in versions if version.text} if reference else {}
    return Corpus(
        name=name,
        sources=tuple(
            Source(f"s{i}", f"Witness {i + 1}", " ".join(v.text for v in versions if v.source == f"s{i}"))
            for i in range(sources)
        ),
        events=tuple(
            Event(f"e{i}", f"Event {i + 1}", "Monday", "the harbour", last.get(f"e{i}", "")) for i in range(events)
        ),
        versions=versions,
        profile=profile,
        notes=("invented",),
    )
