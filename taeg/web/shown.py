"""Texts as the page shows them: with pseudonyms, and with positions as JavaScript counts them (UTF-16)."""

from array import array
from bisect import bisect_left

from taeg.export.pseudonyms import Pseudonyms

ASTRAL = 0x10000


class ShownText:
    """A text with names replaced, and the mapping of positions between it and the original."""

    def __init__(self, original: str, names: Pseudonyms) -> None:
        self.text = names.text(original)
        self._places: array[int] | None = None
        replacements = list(names.replacements(original))
        if replacements or not original.isascii():
            self._places = _places(original, replacements)
        self._end = len(original)

    @property
    def length(self) -> int:
        """Length of the shown text as positions on the page count it."""
        return self._end if self._places is None else self._places[-1]

    def to_page(self, position: int) -> int:
        """Return the position in the shown text; inside a name, that of its pseudonym's start."""
        return position if self._places is None else self._places[position]

    def from_page(self, position: int) -> int:
        """Return the position in the original; inside a pseudonym, that of the next character after the name."""
        if self._places is None:
            return min(max(position, 0), self._end)
        return min(bisect_left(self._places, position), self._end)


def _places(original: str, replacements: list[tuple[int, int, str]]) -> "array[int]":
    """The shown position of each character of the original, and of its end."""
    replaced = {start: (stop, _units(pseudonym)) for start, stop, pseudonym in replacements}
    places = array("q")
    at, shown = 0, 0
    while at < len(original):
        if at in replaced:
            stop, length = replaced[at]
            places.extend([shown] * (stop - at))
            at, shown = stop, shown + length
        else:
            places.append(shown)
            shown += _units(original[at])
            at += 1
    places.append(shown)
    return places


def _units(text: str) -> int:
    return len(text) + sum(ord(character) >= ASTRAL for character in text)
