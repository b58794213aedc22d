"""Marks in a sentence of how its speaker knows what it says: hearsay, hedging, attribution, precision.

The phrases of each language are in `data/<code>.toml`. Precision comes before recall for hearsay, because a sentence
with such a mark is shown as hearsay wherever it is printed. What is inside quotation marks is the quoted person's.
"""

from taeg.text.cues.reading import Cues, Reader, cues

__all__ = ["Cues", "Reader", "cues"]
