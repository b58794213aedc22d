"""The phrases of a language, read from `data/<code>.toml` and compiled into one expression for each kind.

A line of a list is a phrase. Its tokens are separated by blanks, which stand for blanks or hyphens in the text:

- `word`, or `(one|another word|)` for alternatives, in any case
- `word?`, `(one|other)?`: may be missing (not at the beginning)
- `...`: up to three words
- `NAME`: up to three words that begin with a capital letter
- `word*`: a word that begins like this

Every repetition is bounded, so the time for a text is proportional to its length.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

FOLDER = files(__package__) / "data"
HEARSAY, HEDGED, ATTRIBUTED, RECORDS = "hearsay", "hedged", "attributed", "records"
UNWITNESSED, CORRECTS = "unwitnessed", "corrects"
KINDS = (HEARSAY, HEDGED, UNWITNESSED, CORRECTS, ATTRIBUTED, RECORDS)
ELLIPSIS = "..."
_BLANK = r"[\s-]{1,8}"
_WORD = r"[\w'.]{1,40}"
_ANY = rf"(?:{_BLANK}{_WORD}){{0,3}}?"
_CAPITALIZED = r"(?-i:[A-ZÀ-ÖØ-Þ][\w'.]{0,40})"
_NAME = rf"(?:{_CAPITALIZED}(?:{_BLANK}{_CAPITALIZED}){{0,2}})"


def _tokens(line: str) -> list[str]:
    """Split at the blanks that are outside parentheses."""
    tokens, depth = [""], 0
    for character in " ".join(line.split()):
        depth += (character == "(") - (character == ")")
        if character == " " and not depth:
            tokens.append("")
        else:
            tokens[-1] += character
    return tokens


def _part(token: str, first: bool) -> str:
    if token == ELLIPSIS:
        return _ANY
    optional = token.endswith("?")
    word = token.removesuffix("?").replace(".", r"\.").replace("*", r"\w{0,20}")
    word = word.replace("(", "(?:").replace(" ", _BLANK).replace("NAME", _NAME)
    text = word if first else _BLANK + word
    return f"(?:{text})?" if optional else text


def _expression(phrases: str) -> str:
    lines = [_tokens(line) for line in phrases.splitlines() if line.strip()]
    return "|".join("".join(_part(token, not at) for at, token in enumerate(tokens)) for tokens in lines)


def compiled(phrases: str) -> re.Pattern[str]:
    """Compile a list of phrases; an empty list never matches."""
    expression = _expression(phrases)
    return re.compile(rf"(?<![\w'])(?:{expression})(?!\w)" if expression else r"(?!)", re.IGNORECASE)


@cache
def phrases(code: str) -> dict[str, re.Pattern[str]]:
    """Return the expression of each kind, and of its exceptions as `not-hearsay` and so on."""
    path = FOLDER / f"{code}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if code.isalpha() and path.is_file() else {}
    lists = table.get("not", {})
    return {kind: compiled(table.get(kind, "")) for kind in KINDS} | {
        f"not-{kind}": compiled(lists.get(kind, "")) for kind in KINDS
    }


def languages() -> list[str]:
    """Return the codes of the languages that have a file."""
    return sorted(path.name.removesuffix(".toml") for path in FOLDER.iterdir() if path.name.endswith(".toml"))
