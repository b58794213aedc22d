"""All contradictions of a corpus.

The corpus is read several times, in batches of whole events: to count words, and to compare the accounts of each event.
Memory is that of one batch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from taeg.base.progress import SILENT, Progress
from taeg.conflicts import amendments, copies, corrected, order, plain_matching
from taeg.conflicts import judge as judging
from taeg.conflicts.comparison import Comparison
from taeg.conflicts.parser import Parser
from taeg.conflicts.survey import survey
from taeg.conflicts.values import Account, Amendment, Batches, Conflict, Copy, Findings
from taeg.text.language import ENGLISH, base_code
from taeg.text.nli import Judge
from taeg.text.vectors import Encoder


def detect(
    batches: Batches,
    language: str,
    parser: Parser | None = None,
    encoder: Encoder | None = None,
    judge: Judge | None = None,
    progress: Progress = SILENT,
) -> Findings:
    """Return the contradictions of a corpus.

    English accounts are compared by the grammar of their sentences if there is a parser, all others by the words around
    their values, which finds less. `judge` is a model of textual inference of the user.
    """
    conflicts: list[Conflict] = []
    others = batches
    if parser is not None:
        conflicts += by_grammar(_of_language(batches, language, english=True), parser, encoder, progress)
        others = _of_language(batches, language, english=False)
    progress.stage("values and the words around them")
    conflicts += plain_matching.find(others, language, encoder)
    progress.stage("order of events")
    conflicts += order.find(batches, language)
    progress.stage("corrections and copies")
    found = _corrections_and_copies(batches, language)
    conflicts = corrected.merged(conflicts, found.conflicts)
    if judge is not None:
        progress.stage("sentences for the model of inference")
        conflicts += judging.find(batches, language, judge)
    return replace(found, conflicts=tuple(sorted(set(conflicts), key=_order)))


def _of_language(batches: Batches, language: str, *, english: bool) -> Batches:
    """Restrict batches to the accounts that are in English, or to the others."""

    def read() -> Iterator[Sequence[Account]]:
        for batch in batches():
            if chosen := [a for a in batch if (base_code(a.language or language) == ENGLISH) is english]:
                yield chosen

    return read


def _corrections_and_copies(batches: Batches, language: str) -> Findings:
    """Return the corrections, the conflicts that they state, and the copies."""
    stated: list[Conflict] = []
    amended: list[Amendment] = []
    copied: list[Copy] = []
    for batch in batches():
        for _, accounts in groupby(sorted(batch, key=attrgetter("event", "version")), key=attrgetter("event")):
            together = list(accounts)
            if len(together) > 1:
                found = amendments.find(together, language)
                amended += found
                copied += copies.find(together)
                if found:
                    stated += corrected.conflicts(found, {a.version: a for a in together}, language)
    return Findings(tuple(stated), tuple(amended), tuple(copied))


def by_grammar(
    batches: Batches, parser: Parser, encoder: Encoder | None = None, progress: Progress = SILENT
) -> list[Conflict]:
    """Return the conflicts of claims in the English accounts of a corpus."""
    progress.stage("words of the accounts")
    comparison = Comparison(survey(batches), parser, encoder)
    progress.stage("contradictions")
    conflicts: list[Conflict] = []
    for batch in batches():
        conflicts += comparison.conflicts(batch)
        progress.advance(len(batch))
    return conflicts


def _order(conflict: Conflict) -> tuple[object, ...]:
    return conflict.a, conflict.b, conflict.kind, conflict.rule
