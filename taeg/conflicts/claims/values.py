"""What an account claims: a value, what it measures in the words of the clause, and how it is said."""

from dataclasses import dataclass, field

from taeg.conflicts.values import Side


@dataclass(frozen=True, slots=True)
class Flags:
    """How a claim is said."""

    first_person: bool = False
    """The subject is 'I'."""
    negated: bool = False
    retrospective: bool = False
    """The sentence speaks of what was said before: 'earlier reports', 'down from'."""
    hypothetical: bool = False
    conditional: bool = False
    """'if', 'whether', 'as if'."""
    question: bool = False
    generic: bool = False
    """'every', 'usually', 'a day'."""
    early: bool = False
    late: bool = False
    """The value belongs to the beginning or the end of the event: 'so far', 'in all'."""
    quoted: bool = False
    part: bool = False
    """One of several numbers that are added: 'another three', 'two more'."""
    of: bool = False
    """'two of the men', 'two of them'."""
    restricted: bool = False
    """A clause restricts the noun: 'two men who stood by the gate'."""
    elliptic: bool = False
    """The counted noun is missing."""
    existential: bool = False
    """'there were two'."""
    article: bool = False
    """The number is an indefinite article: weak."""
    figures: bool = False
    """A clock time in figures."""
    half_day_known: bool = False
    copular: bool = False
    """A clock time of 'it was ten'."""
    in_range: bool = False
    """A clock time of 'from … to'."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A value in an account."""

    kind: str
    start: int
    end: int
    """The words of the value in the text of the account."""
    value: str
    """The normal form."""
    low: float = 0.0
    high: float = 0.0
    """The value as an interval, in base units; minutes of the day; the two numbers of a score."""
    parts: frozenset[str] = frozenset()
    """Families of a colour, a side, or the fields of a date."""
    unit: str = ""
    about: bool = False
    """The value is an estimate."""
    bound: int = 0
    """1 for 'at least' and 'after', -1 for 'at most' and 'before'."""
    firsthand: bool = True
    sentence: int = 0
    """The number of the sentence in the account."""
    words: str = ""
    """The sentence."""
    clause: str = ""
    """The smallest clause without the value."""
    masked: str = ""
    """The sentence without the value."""
    head: str = ""
    """The lemma of the noun that is counted or described."""
    name: str = ""
    """That noun as written, with the names before it."""
    verb: str = ""
    particle: str = ""
    subject: str = ""
    role: str = ""
    predicates: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    """The prepositions that govern the head."""
    nouns: frozenset[str] = frozenset()
    """Subject, object and head."""
    antecedent: str = ""
    """The noun that a pronoun, as head or else as subject, or a number without noun probably stands for."""
    arguments: frozenset[str] = frozenset()
    """Stems of the content words of the clause."""
    modifiers: frozenset[str] = frozenset()
    """Stems of the words that modify the head."""
    names: frozenset[str] = frozenset()
    directions: frozenset[str] = frozenset()
    state: str = ""
    """`dead`, `hurt`, `missing` …"""
    adjective: str = ""
    """The dimension of a measure: `long`, `deep`."""
    denominator: float | None = None
    """The whole of 'two of five'."""
    flags: Flags = field(default_factory=Flags)

    @property
    def asserted(self) -> bool:
        """Whether the account says that the value is so."""
        flags = self.flags
        return not (flags.negated or flags.retrospective or flags.hypothetical or flags.conditional or flags.question)

    def side(self, version: int) -> Side:
        """Return the claim as a side of a conflict."""
        return Side(version, self.start, self.end, self.value, self.about or self.bound != 0, self.firsthand)
