"""A voyage in a few accounts, and one correction of each kind to be made to it."""

from taeg.model.arrange import Material, arrange
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply

EVENTS = (
    Event("sail", "The ship sails", "Monday", "Harbour", "They left.", "1912-04-10"),
    Event("storm", "A storm", "Tuesday", gold_text="It stormed.", time="1912-04-12"),
    Event("land", "Land", gold_text="", time="1912-04-20"),
)
VERSIONS = (
    Version("a1", "sail", "ann", "We left the harbour at dawn.", time="1912-04-11"),
    Version("b1", "sail", "bob", "The harbour was behind us by dawn."),
    Version("a2", "storm", "ann", "Waves as high as houses came at dawn."),
    Version("b2", "storm", "bob", "", gaps=("Letter 2",)),
    Version("c2", "storm", "cid", "The waves broke two masts."),
    Version("c3", "land", "cid", "Land at last."),
)
VOYAGE = arrange(
    Material("voyage", tuple(Source(i, i.title()) for i in ("ann", "bob", "cid")), EVENTS, VERSIONS, language="en")
)


def corrected(*wanted: Correction) -> Corpus:
    """The corpus with corrections that all fit."""
    made = apply(VOYAGE, wanted)
    assert [c.problem for c in made.corrections] == [""] * len(wanted)
    return made


def misfits(*wanted: Correction) -> list[str]:
    return [c.problem for c in apply(VOYAGE, wanted).corrections if c.problem]


def event(corpus: Corpus, name: str) -> Event:
    return next(e for e in corpus.events if e.id == name)


def version(corpus: Corpus, name: str) -> Version:
    return next(v for v in corpus.versions if v.id == name)


def order(corpus: Corpus) -> list[str]:
    return [e.id for e in corpus.events]


def versions_by_event(corpus: Corpus) -> dict[str, list[str]]:
    return {e.id: [v.id for v in corpus.versions if v.event == e.id] for e in corpus.events}


CHOOSE = Correction("choose", "sail", "b1", why="he stood at the rail")
EXCLUDE = Correction("exclude", "a2")
MERGE = Correction("merge", "storm", "sail")
SPLIT = Correction("split", "storm", "masts", versions=("c2",), title="The masts break")
MOVE = Correction("move", "land", "sail", side="before")
RENAME = Correction("rename", "sail", title="Departure")
ONE_OF_EACH = {c.kind: c for c in (CHOOSE, EXCLUDE, MERGE, SPLIT, MOVE, RENAME)}

SIDES = {"versions": ("a2", "c2"), "words": ("Waves as high", "The waves")}
CONFIRM = Correction("confirm", "storm", **SIDES)
DISMISS = Correction("dismiss", "storm", **SIDES, why="two waves")
SETTLE = Correction("settle", "storm", "c2", **SIDES)
DECISIONS = (CONFIRM, DISMISS, SETTLE)
