"""A corpus of a few accounts with times, and corrections of it."""

from dataclasses import replace

import cypher
from taeg.graph.graph import Graph
from taeg.model.arrange import Material, arrange, only, original
from taeg.model.corpus import Corpus, Correction, Source, Version

NAMES = ("ann", "bob", "cid")
RENAME = Correction("rename", "fire", title="The fire")
CHOOSE = Correction("choose", "fire", "bob:fire@1912-04-11T08:00Z", why="he stood nearest")
EXCLUDE = Correction("exclude", "cid:rescue@1912-04-13")


def night() -> Corpus:
    """Three witnesses, four events ordered by the times of their accounts; Ann has two accounts of one."""
    rows = [
        ("ann", "alarm", "The bell rang and we ran to the pier.", "1912-04-10T22:00Z"),
        ("ann", "fire", "Smoke came out of the cellar.", "1912-04-10T23:00Z"),
        ("ann", "fire", "I saw smoke, and then flames over the cellar door.", "1912-04-12"),
        ("bob", "alarm", "A bell rang at the pier.", "1912-04-10T22:05Z"),
        ("bob", "fire", "Flames came out of the cellar door.", "1912-04-11T08:00Z"),
        ("bob", "rescue", "The guard carried the clerk down the stairs.", "1912-04-11T09:00Z"),
        ("cid", "rescue", "Somebody carried the clerk out.", "1912-04-13"),
        ("cid", "quiet", "By dawn the street was quiet.", "1912-04-13T06:00Z"),
    ]
    versions = tuple(Version("?", event, source, text, time=time) for source, event, text, time in rows)
    sources = tuple(Source(name, f"Statement of {name.title()}", date="1912-05") for name in NAMES)
    return arrange(Material("night", sources, (), versions, language="en", title="A night", licence="CC0-1.0"))


def part(corpus: Corpus, *sources: str) -> Corpus:
    return arrange(only(original(corpus), sources))


def leftovers(graph: Graph, corpus: str) -> int:
    return sum(
        graph.store.write(cypher.fill("write/sweep", label), corpus=corpus, batch=10**6)[0]["swept"]
        for label in ("Score", "Run", "Findings", "Version", "Event", "Source")
    )


def changed_words() -> Corpus:
    """The same night, but Cid says more."""
    raw = original(night())
    return arrange(
        replace(
            raw, accounts=tuple(replace(a, text=f"{a.text} I swear.") if a.source == "cid" else a for a in raw.accounts)
        )
    )
