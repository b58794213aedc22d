"""Voices: whether accounts speak in the first person, and how a narrative names those who speak.

In testimony, the `I` of one account must not run into the `I` of another: its passages are quoted, and the speaker is
named at each change. Where accounts are in the third person, a mark after an inserted passage is enough.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from taeg.base.errors import InputError, nearest
from taeg.text.language import base_code

MARKED, QUOTED, PLAIN = "marked", "quoted", "plain"
VOICES = (MARKED, QUOTED, PLAIN)
"""`marked`: the source in brackets after an inserted passage; `quoted`: speakers named and quoted; `plain`: neither."""
TESTIMONY = 0.5
"""Accounts are testimony if at least this share of them speaks in the first person."""

_FIRST_PERSON: Mapping[str, str] = MappingProxyType(
    {
        "en": r"I|me|my|mine|myself",
        "de": r"ich|mir|mich|mein(?:e[mnrs]?)?",
        "es": r"yo|me|m[ií]s?|conmigo|m[ií][oa]s?",
        "pt": r"eu|me|mim|comigo|meus?|minhas?",
    }
)
_SAYING: Mapping[str, str] = MappingProxyType(
    {
        "en": r"s(?:aid|aying|ays?|aith|pake|poke)|answer(?:ed|ing)|asked|repl(?:ied|ying)|cried|told|declared|shouted",
        "de": r"sag(?:t|te|ten|en)|sprach(?:en)?|antworte(?:t|te|ten)|fragten?|rief(?:en)?|erklärten?|schrie(?:n|en)?",
        "es": r"di(?:jo|jeron|ce|cen|ciendo)|respondi(?:ó|eron)|pregunt(?:ó|aron)|grit(?:ó|aron)|declar(?:ó|aron)",
        "pt": r"di(?:sse|sseram|z|zem|zendo)|respond(?:eu|eram)|pergunt(?:ou|aram)|grit(?:ou|aram)|declar(?:ou|aram)",
    }
)
_QUOTATION = re.compile(r'[“"„«][^“”"„«»]*(?:[”"“»]|\Z)')
_ADDITION: Mapping[str, str] = MappingProxyType(
    {"en": "{} also says:", "de": "{} sagt außerdem:", "es": "{} dice también:", "pt": "{} diz também:"}
)
_OPPOSITION: Mapping[str, str] = MappingProxyType(
    {"en": "According to {}:", "de": "Nach Angaben von {}:", "es": "Según {}:", "pt": "Segundo {}:"}
)
_STATEMENT = re.compile(
    r"\A(?:(?:further|witness|written)\s+)*(?:"
    r"(?:statements?|testimon(?:y|ies)|depositions?|evidence|accounts?)\s+(?:of|by)|"
    r"(?:aussagen?|berichte?|angaben)\s+(?:von|des|der)|declaraci(?:ón|ones)\s+de|depoimentos?\s+d[eao]s?"
    r")\s+(?=\S)",
    re.IGNORECASE,
)
_MARKS: Mapping[str, tuple[str, str]] = MappingProxyType({"de": ("„", "“"), "es": ("«", "»")})


def speaks_in_first_person(text: str, code: str) -> bool:
    """Whether an account has a first-person pronoun outside quotations and before any verb of saying."""
    base = base_code(code)
    if base not in _FIRST_PERSON:
        return False
    flags = re.NOFLAG if base == "en" else re.IGNORECASE  # `I` is a pronoun, `i` is not
    narrated = _QUOTATION.sub(" ", text)
    found = re.search(rf"\b(?:{_FIRST_PERSON[base]})\b", narrated, flags)
    if found is None:
        return False
    saying = re.search(rf"\b(?:{_SAYING[base]})\b", narrated[: found.start()], re.IGNORECASE)
    return saying is None


def voice_of(texts: Iterable[str], code: str) -> str:
    """Return the voice that suits some accounts: `quoted` for testimony, else `marked`."""
    found = [speaks_in_first_person(text, code) for text in texts if text]
    return QUOTED if found and sum(found) >= TESTIMONY * len(found) else MARKED


def check_voice(voice: str) -> None:
    """Refuse an unknown voice; the empty string stands for the one that suits the accounts."""
    if voice and voice not in VOICES:
        raise InputError(f"unknown voice {voice!r}{nearest(voice, VOICES)}; known voices: {', '.join(VOICES)}")


def person(title: str) -> str:
    """Return who speaks in a source, by its title: `A. Reyes` for `Statement of A. Reyes`; else the title."""
    return _STATEMENT.sub("", title) or title


def addition(speaker: str, code: str) -> str:
    """Introduce what another account adds: `Reyes also says:`."""
    return _ADDITION.get(base_code(code), "{}:").replace("{}", speaker)


def opposition(speaker: str, code: str) -> str:
    """Introduce the other side of a settled fact: `According to Reyes:`."""
    return _OPPOSITION.get(base_code(code), "{}:").replace("{}", speaker)


def quotation(text: str, code: str) -> str:
    """Return a text in quotation marks of the language."""
    opening, closing = quotation_marks(code)
    return f"{opening}{text.strip()}{closing}"


def quotation_marks(code: str) -> tuple[str, str]:
    """Return the opening and the closing quotation mark of the language."""
    return _MARKS.get(base_code(code), ("“", "”"))
