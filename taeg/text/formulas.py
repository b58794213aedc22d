"""Guard against formulas in CSV cells: spreadsheets execute cells that start with a formula character."""

from unicodedata import category

GUARD = "'"
_FORMULA_STARTS = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212")
"""ASCII, full-width and small forms; tabs and line ends, after which some programs continue to parse."""
_QUOTES = frozenset("'\"\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\uff02\uff07")


def guard(text: str) -> str:
    """Prefix an apostrophe to a text that a spreadsheet could execute."""
    return GUARD + text if _is_formula(text) else text


def unguard(cell: str) -> str:
    """Inverse of `guard`."""
    return cell[1:] if cell.startswith(GUARD) and _is_formula(cell[1:]) else cell


def _is_formula(text: str) -> bool:
    """Whether a formula starts here, after any spaces, quotes and invisible characters."""
    for character in text:
        if character in _FORMULA_STARTS:
            return True
        if not (character in _QUOTES or character.isspace() or category(character) in ("Cc", "Cf")):
            return False
    return False
