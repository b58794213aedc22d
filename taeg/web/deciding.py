"""Decisions about contested facts that a person makes on the live synopsis: requests of the page as corrections."""

from typing import Literal

import msgspec
from starlette.exceptions import HTTPException

from taeg.base.errors import InputError
from taeg.graph import findings
from taeg.graph.contested import decision
from taeg.graph.graph import Graph
from taeg.model.corpus import SETTLE

MOST_WORDS = 2_000
"""Characters of a reason."""


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A decision about a fact of the corpus with a digest; `version` is the index of the preferred version."""

    digest: str
    fact: str
    verdict: Literal["confirm", "dismiss", "settle"]
    version: int = -1
    why: str = ""


def parse(content: bytes) -> Wanted:
    """Return the decision that a request asks for."""
    try:
        wanted = msgspec.json.decode(content, type=Wanted)
    except (msgspec.DecodeError, RecursionError) as error:
        raise HTTPException(400, f"the request is not understood: {error}") from None
    if len(wanted.why) > MOST_WORDS:
        raise HTTPException(413, f"the reason is longer than {MOST_WORDS:,} characters")
    return wanted


def decide(store: str | None, number: int, wanted: Wanted) -> None:
    """Record a decision about a fact of a corpus, given by its number in the list."""
    with Graph.open(store, create=False) as graph:
        entries = graph.corpora()
        if not 1 <= number <= len(entries):
            raise HTTPException(404)
        entry = entries[number - 1]
        if entry.digest != wanted.digest or findings.current(graph.store, entry) is None:
            raise HTTPException(409, "the corpus has changed since this page was made; reload the page")
        found = graph.conflicts(entry.id, model="any")
        prefer = ""
        if wanted.verdict == SETTLE:
            if wanted.version not in found.versions:
                raise InputError("to settle a fact, choose the version to believe")
            prefer = found.versions[wanted.version].id
        graph.correct(decision(found, wanted.verdict, wanted.fact, prefer, wanted.why), corpus=entry.id)
