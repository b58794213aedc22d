"""Segments of many raw documents: runs of sentences that are aligned as passages."""

from dataclasses import replace

import numpy as np

from taeg.align import context, similarity
from taeg.align.frame import frame
from taeg.align.layout import layout
from taeg.align.sentence_model import SMALLEST_GRAIN, grain_by_length
from taeg.align.told_times import named_times
from taeg.align.values import Statements, Unit
from taeg.text.language import language


def segmented(statements: Statements, grain: float | None) -> tuple[Statements, float]:
    """Join the sentences of documents to segments, cut at the gaps of largest score; return them and their grain."""
    rows, code = layout(statements), statements.language
    grain = max(SMALLEST_GRAIN, grain or grain_by_length(rows))
    counts = similarity.word_counts(rows.texts, language(code))
    timed = ~np.isnan(named_times(rows.texts, code)[0])
    gaps = context.gap_scores(rows, code, timed, counts, None)
    cut = context.cuts(rows, gaps, grain)
    outside = frame(rows, code)
    cut[:-1] |= outside[1:] != outside[:-1]
    ends = cut[rows.row]
    units: list[Unit] = []
    for index, unit in enumerate(statements.units):
        last = units[-1] if units and not ends[index - 1] else None
        if last is None:
            units.append(unit)
        else:
            gap = " " * max(0, unit.start - last.end)
            units[-1] = replace(last, end=unit.end, text=last.text + gap + unit.text)
    return replace(statements, units=tuple(units)), grain
