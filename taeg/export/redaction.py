"""Replacement of names in the passages of a run: they remain slices of their versions."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from taeg.consolidate.narrative import Passage
from taeg.export.pseudonyms import Pseudonyms


class RedactedText:
    """A text with names replaced, and where the positions of the original are in it."""

    def __init__(self, original: str, names: Pseudonyms) -> None:
        self.original, self.text = original, names.text(original)
        self._starts: list[int] = []
        self._stops: list[int] = []
        self._shifts = [0]
        """How far the text after each name has moved."""
        for start, stop, pseudonym in names.replacements(original):
            self._starts.append(start)
            self._stops.append(stop)
            self._shifts.append(self._shifts[-1] + len(pseudonym) - (stop - start))

    def start(self, at: int) -> int:
        """The new position of the start of a part; a name that it cuts belongs to the part."""
        row = bisect_right(self._stops, at)
        inside = row < len(self._starts) and self._starts[row] < at
        return (self._starts[row] if inside else at) + self._shifts[row]

    def end(self, at: int) -> int:
        """The new position of the end of a part; a name that it cuts belongs to the part."""
        row = bisect_left(self._starts, at)
        return max(at, self._stops[row - 1] if row else 0) + self._shifts[row]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The new position of a part."""
        first = self.start(start)
        return first, max(first, self.end(end))


def redacted_passages(
    passages: Sequence[Passage], names: Pseudonyms, texts: Mapping[str, RedactedText]
) -> tuple[Passage, ...]:
    """Passages with names replaced: as before slices of their versions, and parts of one version remain adjacent."""
    found = []
    ends: dict[str, tuple[int, int]] = {}
    for passage in passages:
        redacted = names.redact(passage)
        whole = texts.get(passage.version)
        end = passage.start + len(passage.text)
        if whole and whole.original[passage.start : end] == passage.text:
            before, after = ends.get(passage.version, (-1, 0))
            first = after if before == passage.start else whole.start(passage.start)
            last = max(first, whole.end(end))
            ends[passage.version] = end, last
            text = whole.text[first:last]
            # where a cut leaves a name that is none in the whole text, the position is not exact
            redacted = replace(redacted, text=names.text(text), start=first)
        found.append(redacted)
    return tuple(found)
