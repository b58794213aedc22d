"""Finding contradictions of a corpus in the graph: once, until the corpus, the program or the settings change.

The accounts are read in batches of whole events, so that memory does not depend on the length of all texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version as installed_version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol

from taeg.base.progress import SILENT, Progress
from taeg.conflicts.values import Account, Batches, Findings
from taeg.consolidate.arrays import Arrays, find_encoder, whole_events
from taeg.consolidate.spans import MODEL, Parameter
from taeg.graph import findings as recording
from taeg.graph import read as reading
from taeg.graph.damage import damaged, reported
from taeg.graph.findings import Recorded
from taeg.graph.read import Entry
from taeg.model.corpus import moment
from taeg.store.engine import Store
from taeg.text.vectors.models import NO_MODEL

RULES = ("taeg.conflicts", "taeg.text.expressions", "taeg.text.cues")
"""Packages on which findings depend."""
PARSER = "parser"
"""The parameter with the name of the parser."""
NLI, ANY = "nli", "any"
"""The parameter with the digest of a model of textual inference, and the value of `model` for findings by any."""


class Detect(Protocol):
    """Finds contradictions in batches of accounts."""

    def __call__(self, batches: Batches, language: str, /, *, progress: Progress) -> Findings:
        """Return what was found; `language` is that of the corpus."""


@dataclass(frozen=True)
class Detector:
    """What finds contradictions, and the parameters that are recorded with what it finds."""

    detect: Detect
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def detector(language: str, arrays: Arrays, model: str | None = None, nli: Path | None = None) -> Detector:
    """Return the rules of TAEG, with a parser and a model of sentence vectors if they are on this machine.

    `model` names a model, or is `none`; by default one is used if the corpus is not large. `nli` is the folder
    of a model of textual inference.
    """
    from taeg.conflicts import detection
    from taeg.conflicts.parser import find_parser
    from taeg.text.nli import open_judge

    parser, encoder = find_parser(language), find_encoder(arrays, None if model == ANY else model)
    judge = open_judge(nli) if nli else None
    names: dict[str, Parameter] = {
        PARSER: parser.name if parser else NO_MODEL,
        MODEL: f"{encoder.name} {encoder.digest[:12]}" if encoder else NO_MODEL,
        **({NLI: judge.digest[:12]} if judge else {}),
    }
    return Detector(partial(detection.detect, parser=parser, encoder=encoder, judge=judge), names)


def find(
    store: Store, entry: Entry, arrays: Arrays, detector: Detector, progress: Progress = SILENT, *, record: bool = True
) -> Recorded:
    """Return the findings of a corpus: the recorded ones if they were made in the same way, else new ones.

    New findings are recorded in place of the earlier ones, unless `record` is False.
    """
    wanted = Recorded(detector.parameters, signature(entry), Findings())
    recorded = recording.intact(store, entry)
    if recorded is not None and recorded.same_origin(wanted):
        return recorded
    made = replace(wanted, findings=detector.detect(batches(store, entry, arrays), entry.language, progress=progress))
    if record:
        progress.stage("write")
        recording.save(store, entry, made)
    return made


def signature(entry: Entry) -> str:
    """Identify the program with its rules, and the corpus that findings were made from."""
    return f"taeg {installed_version('taeg')}, rules {_rules()}, corpus {entry.digest}"


@cache
def _rules() -> str:
    """First 12 hex digits of SHA-256 over the code and the data of the rules: findings of other rules are outdated."""
    read = (file for package in RULES for file in _files(files(package)))
    digests = sorted(sha256(file.name.encode() + b"\n" + file.read_bytes()).digest() for file in read)
    return sha256(b"".join(digests)).hexdigest()[:12]


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry


def batches(store: Store, entry: Entry, arrays: Arrays) -> Batches:
    """Return a function that yields the usable accounts of a corpus in batches of whole events."""

    def read() -> Iterator[Sequence[Account]]:
        for start, stop in whole_events(arrays):
            yield list(_accounts(store, entry, start, stop))

    return read


def _accounts(store: Store, entry: Entry, start: int, stop: int) -> Iterator[Account]:
    for first in range(start, stop, reading.SLICE):
        bounds = {"generation": entry.generation, "start": first, "stop": min(first + reading.SLICE, stop)}
        columns = reading.sliced_columns([store.columns("read/accounts", **bounds)])
        if [len(text) for text in columns["text"]] != columns["chars"]:
            raise damaged(entry.id, "the length of a text is not the recorded one")
        names = ("ord", "event", "source", "text", "time", "telling", "language", "excluded")
        for ord, event, source, text, time, telling, language, excluded in zip(
            *(columns[name] for name in names), strict=True
        ):
            if text and not excluded:
                with reported(entry.id):
                    yield Account(ord, event, source, text, moment(time), telling, language)
