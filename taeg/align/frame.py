"""The frame of statements: opening sentences that introduce the witness, and closing declarations. No event."""

import numpy as np

from taeg.align.layout import Layout
from taeg.align.lexicon import lexicon
from taeg.align.values import BoolArray

OPENING, CLOSING = 4, 3
"""Sentences at the start and at the end of a document that are looked at."""
SHORTEST = 8
"""Sentences of the shortest sequence that has a frame."""


def frame(layout: Layout, code: str) -> BoolArray:
    """Return for each row whether it belongs to the frame."""
    words = lexicon(code)
    found = np.zeros(len(layout), bool)
    for rows in layout.sequences:
        if len(rows) < SHORTEST:
            continue
        for place, row in enumerate(rows[:OPENING].tolist()):
            if words.opening.match(layout.texts[row]):
                found[rows[: place + 1]] = True
        for place, row in enumerate(rows[::-1][:CLOSING].tolist()):
            if words.closing.search(layout.texts[row]):
                found[rows[len(rows) - 1 - place :]] = True
    return found
