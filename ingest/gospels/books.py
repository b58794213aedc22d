"""The four gospels: their ids, titles, and the book names that tables and files use for them."""

# ruff: noqa: RUF001 -- Greek and Russian abbreviations look like Latin ones, and are meant

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from ingest.request import plain_words


@dataclass(frozen=True, slots=True)
class Gospel:
    """A gospel: `id` is its source id, `number` its number in the canon of 66 books."""

    id: str
    title: str
    number: int


GOSPELS = (
    Gospel("matthew", "Matthew", 40),
    Gospel("mark", "Mark", 41),
    Gospel("luke", "Luke", 42),
    Gospel("john", "John", 43),
)
TITLES: Mapping[str, str] = MappingProxyType({gospel.id: gospel.title for gospel in GOSPELS})

# English, OSIS and USFM; then German, Spanish, Portuguese, French, Italian, Dutch, Latin, Greek, Russian, Polish,
# Swedish, Chinese, Japanese, Korean, Arabic and Hebrew, full names before abbreviations.
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "matthew": """
            Matthew Matt Mat Mt Mtt Matthäus Matthaeus Mateo Mateus Matthieu Matteo Mattheus Mattheüs Matteüs
            Matthaeum Matteus Ματθαίος Ματθαίον Ματθ Μτ Матфея Матфей Матф Мф Mateusza Mateusz 马太福音 馬太福音
            マタイ マタイによる福音書 마태복음 متى מתי
        """,
        "mark": """
            Mark Mar Mrk Mk Mr Markus Marcos Marc Marco Marcus Marcum Mc Μάρκος Μάρκον Μαρκ Μκ Μρ Марка Марк Мк
            Мр Marka Marek 马可福音 馬可福音 マルコ マルコによる福音書 마가복음 مرقس מרקוס
        """,
        "luke": """
            Luke Luk Lk Lu Lukas Lucas Luc Luca Lucam Lc Λουκάς Λουκάν Λουκ Λκ Луки Лука Лук Лк Łukasza Łukasz
            路加福音 ルカ ルカによる福音書 누가복음 لوقا לוקס
        """,
        "john": """
            John Joh Jhn Jn Johannes Juan João Jean Giovanni Gv Io Jo Ioannes Iohannes Joannes Ioannem Iohannem
            Joannem Ioan Ιωάννης Ιωάννην Ιωάν Ιω Ιν Иоанна Иоанн Иоан Ин Jana Jan 约翰福音 約翰福音 ヨハネ
            ヨハネによる福音書 요한복음 يوحنا יוחנן
        """,
    }
)
"""Names by gospel, separated by white space."""

_FILLERS = """
    the holy gospel according to of saint st s book
    das heilige evangelium nach sankt hl
    el santo evangelio según san o evangelho segundo são
    évangile selon vangelo secondo het evangelie volgens naar sanctum secundum
    ευαγγέλιο ευαγγέλιον κατά τον святое евангелие от ewangelia według św evangeliet enligt إنجيل بشارة
"""
"""Words of 'the Gospel according to Saint …', ignored in book names."""


_FILLER_WORDS = frozenset(plain_words(_FILLERS))


def _folded(name: str) -> str:
    """Normalise a book name for comparison."""
    return " ".join(word for word in plain_words(name) if word not in _FILLER_WORDS)


_BY_NAME: Mapping[str, Gospel] = MappingProxyType(
    {_folded(name): gospel for gospel in GOSPELS for name in (*NAMES[gospel.id].split(), str(gospel.number))}
)


@lru_cache(maxsize=4096)
def gospel_named(name: str) -> Gospel | None:
    """Return the gospel with a name, abbreviation, code or canonical number; None for any other book."""
    return _BY_NAME.get(_folded(name))
