"""The normal form of ids, so that two spellings that look the same are one id.

An id is in NFC, with single spaces and without invisible characters: zero-width spaces, byte order marks, soft hyphens,
direction marks and other format characters, and variation selectors. The two joiners stay where they change how a word
is read: between Arabic letters (as in Persian) and beside the virama of Indic scripts. Line ends and control characters
stay, since they are errors. Only ids are normalised, never texts.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

_PLAIN = re.compile("[!-~]+(?: [!-~]+)*")
_SPACES = re.compile(r"[^\S\n\r\v\f\x1c-\x1f\x85\u2028\u2029]+")
_JOINERS = re.compile("[\u200c\u200d]+")
_VISIBLE = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
"""Format characters that are written, such as the Arabic number sign."""
_GLYPHS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible although they are no format characters: the grapheme joiner, fillers of Hangul, inherent vowels of Khmer,
variation selectors."""
_VIRAMA = 9
"""Canonical combining class of viramas."""
_MOST_MARKS = 8
"""Marks of a letter that are passed over to find it."""


def normal_id(text: str) -> str:
    """Return the normal form of an id."""
    if _is_plain(text):
        return text
    form = _joined(_visible(text), _joiner)
    # where marks change places because a joiner between them is gone, no joiner stays
    return form if _joined(form, _joiner) == form else _joined(form, "")


def is_normal(ids: Iterable[str]) -> bool:
    """Whether all ids are in their normal form."""
    return all(_is_plain(id) or normal_id(id) == id for id in ids)


def find_id(name: str, known: Sequence[str]) -> str | None:
    """Return the known id that is meant by a name: the same, or one with the same normal form."""
    if name in known:
        return name
    wanted = normal_id(name)
    return next((id for id in known if normal_id(id) == wanted), None)


def _is_plain(text: str) -> bool:
    """Whether an id is in its normal form for certain; a fast test, since a corpus may have millions of ids."""
    if text.isascii():
        return bool(_PLAIN.fullmatch(text))
    return (
        text.isprintable()
        and unicodedata.is_normalized("NFC", text)
        and not _GLYPHS.search(text)
        and not ("  " in text or text[0] == " " or text[-1] == " ")
    )


def _joined(text: str, joiner: str | Callable[[re.Match[str]], str]) -> str:
    """Replace the joiners of a text, compose its letters and fold its white space."""
    replaced = _JOINERS.sub(joiner, unicodedata.normalize("NFC", text))
    return _SPACES.sub(" ", unicodedata.normalize("NFC", replaced)).strip()


def _visible(text: str) -> str:
    return "".join(c for c in text if not _is_invisible(c))


def _is_invisible(c: str) -> bool:
    if c in _VISIBLE or _JOINERS.match(c):
        return False
    return unicodedata.category(c) == "Cf" or bool(_GLYPHS.match(c))


def _joiner(found: re.Match[str]) -> str:
    """Return the first of some joiners if they stand beside a virama or between Arabic letters, else nothing."""
    before = found.string[max(0, found.start() - _MOST_MARKS) : found.start()]
    after = found.string[found.end() : found.end() + 1]
    if any(unicodedata.combining(c) == _VIRAMA for c in before[-1:] + after):
        return found[0][0]
    letter = next((c for c in reversed(before) if unicodedata.bidirectional(c) != "NSM"), "")
    return found[0][0] if all(c and unicodedata.bidirectional(c) == "AL" for c in (letter, after)) else ""
