"""What a reader is asked for."""

from dataclasses import dataclass, field
from pathlib import Path

from taeg.errors import InputError
from taeg.profiles import AUDITED, Profile


@dataclass(frozen=True, slots=True)
class Request:
    """A corpus to read: where it lies (unused by built-in ones) and what the user chose."""

    path: Path = field(default_factory=Path)
    profile: Profile = AUDITED
    translation: str | None = None
    name: str | None = None
    language: str | None = None

    def refuse_translation(self) -> None:
        """Stop a user who asks for a translation of a text that already is one."""
        if self.translation is not None:
            raise InputError(
                f"a translation ({self.translation!r}) can be chosen for the built-in corpus 'gospels' only; "
                f"leave it out to read {str(self.path)!r}"
            )
