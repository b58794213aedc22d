"""The options with which a corpus is read.

To add one: add it to `Options` and `Request` here, to `reading_options` in `taeg.cli.common`, and use it in a reader.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from taeg.base.errors import InputError, Problems, quoted
from taeg.base.progress import SILENT, Progress
from taeg.model.corpus import AUDITED, Profile

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


class Options(TypedDict, total=False):
    """Keyword arguments of `ingest.read` and `ingest.check`."""

    translation: str | None
    name: str | None
    language: str | None
    sources: Sequence[str]
    part: bool
    progress: Progress


@dataclass(frozen=True, slots=True)
class Request:
    """The corpus to read and the options chosen for it."""

    path: Path = field(default_factory=Path)
    """Unused by built-in corpora."""
    profile: Profile = AUDITED
    translation: str | None = None
    name: str | None = None
    """Replaces the name that the reader would choose."""
    language: str | None = None
    sources: Sequence[str] = ()
    """The only sources to read; all if empty."""
    part: bool = False
    """Whether the result is added to a stored corpus, which may define the timeline."""
    problems: Problems = field(default_factory=Problems, compare=False)
    """Collects errors and warnings."""
    progress: Progress = field(default=SILENT, compare=False)

    def __post_init__(self) -> None:
        if self.language is not None:
            check_language(self.language)


def check_language(code: str, origin: str = "") -> None:
    """Raise if `code` is not a language code."""
    if not _LANGUAGE.fullmatch(code):
        raise InputError(f"language {quoted(code)} is no language code; write one such as de, pt or grc", origin)


def slug(text: str) -> str:
    """Turn a title into the name of a corpus: `English NIV` gives `english-niv`."""
    return "-".join(plain_words(text)) or "unnamed"


def plain_words(text: str) -> list[str]:
    """Split into words without accents, case and punctuation."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return [word for word in re.split(r"[\W_]+", plain.casefold()) if word]
