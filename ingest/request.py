"""What a reader is asked for."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from taeg.base.errors import InputError, Problems, quoted
from taeg.model.profile import AUDITED, Profile

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def check_language(code: str, place: str = "") -> None:
    """Refuse what is no language code."""
    if not _LANGUAGE.fullmatch(code):
        raise InputError(f"language {quoted(code)} is no language code; write one such as de, pt or grc", place)


@dataclass(frozen=True, slots=True)
class Request:
    """A corpus to read: where it lies (unused by built-in ones) and what the user chose."""

    path: Path = field(default_factory=Path)
    profile: Profile = AUDITED
    translation: str | None = None
    name: str | None = None
    language: str | None = None

    part: bool = False
    """Whether it is to be added to a corpus, which may say the rest."""
    problems: Problems = field(default_factory=Problems, compare=False)
    """Where a reader puts what it finds wrong or strange."""

    def __post_init__(self) -> None:
        if self.language is not None:
            check_language(self.language)

    def refuse_language(self) -> None:
        """Stop a user who says in which language a built-in text is."""
        if self.language is not None:
            raise InputError("a language can be given for a text of your own only; leave --language out")

    def refuse_translation(self) -> None:
        """Stop a user who asks for a translation of a text that already is one."""
        if self.translation is not None:
            raise InputError(
                f"a translation ({self.translation!r}) can be chosen for the built-in corpus 'gospels' only; "
                f"leave it out to read {str(self.path)!r}"
            )
