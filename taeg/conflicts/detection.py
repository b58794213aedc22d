"""All contradictions of a corpus.

The corpus is read twice: once to count words, once to compare the accounts of each event. Memory is that of one batch.
"""

from collections.abc import Sequence

from taeg.base.progress import SILENT, Progress
from taeg.conflicts.comparison import Comparison
from taeg.conflicts.parser import Parser
from taeg.conflicts.survey import survey
from taeg.conflicts.values import Account, Batches, Conflict, Findings
from taeg.text.language import ENGLISH, base_code
from taeg.text.vectors import Encoder


def detect(
    batches: Batches,
    language: str,
    parser: Parser | None = None,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> Findings:
    """Return the contradictions of a corpus; claims with a noun and a predicate need a parser of English."""
    conflicts: list[Conflict] = []
    if parser is not None and base_code(language) == ENGLISH:
        conflicts += by_grammar(batches, parser, encoder, progress)
    # the rules that need no parser (plain claims, amendments, copies, order) are called here
    return Findings(conflicts=tuple(sorted(set(conflicts), key=_order)))


def by_grammar(
    batches: Batches, parser: Parser, encoder: Encoder | None = None, progress: Progress = SILENT
) -> list[Conflict]:
    """Return the conflicts of claims in the English accounts of a corpus."""
    progress.stage("words of the accounts")
    comparison = Comparison(survey(batches), parser, encoder)
    progress.stage("contradictions")
    conflicts: list[Conflict] = []
    for batch in batches():
        conflicts += comparison.conflicts(_english(batch))
        progress.advance(len(batch))
    return conflicts


def _english(batch: Sequence[Account]) -> list[Account]:
    return [account for account in batch if not account.language or base_code(account.language) == ENGLISH]


def _order(conflict: Conflict) -> tuple[object, ...]:
    return conflict.a, conflict.b, conflict.kind, conflict.rule
