"""All contradictions of a corpus.

The corpus is read several times, in batches of whole events: to count words, and to compare the accounts of each event.
Memory is that of one batch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from taeg.base.progress import SILENT, Progress
from taeg.conflicts import amendments, copies, corrected, plain_matching
from taeg.conflicts.comparison import Comparison
from taeg.conflicts.parser import Parser
from taeg.conflicts.survey import survey
from taeg.conflicts.values import Account, Amendment, Batches, Conflict, Copy, Findings
from taeg.text.language import ENGLISH, base_code
from taeg.text.vectors import Encoder


def detect(
    batches: Batches,
    language: str,
    parser: Parser | None = None,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> Findings:
    """Return the contradictions of a corpus.

    English accounts are compared by the grammar of their sentences if there is a parser. All other accounts are
    compared by the words around their values.
    """
    conflicts: list[Conflict] = []
    others = batches
    if parser is not None:
        conflicts += by_grammar(_in_english(batches, language), parser, encoder, progress)
        others = _in_english(batches, language, wanted=False)
    progress.stage("contradictions of other languages" if parser else "contradictions")
    conflicts += plain_matching.find(others, language, encoder)
    progress.stage("corrections and copies")
    found = _corrections_and_copies(batches, language)
    return replace(found, conflicts=tuple(sorted({*conflicts, *found.conflicts}, key=_order)))


def _in_english(batches: Batches, language: str, *, wanted: bool = True) -> Batches:
    """Restrict batches to the accounts that are in English, or to the others."""

    def read() -> Iterator[Sequence[Account]]:
        for batch in batches():
            chosen = [a for a in batch if (base_code(a.language or language) == ENGLISH) is wanted]
            if chosen:
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
