"""A corpus of one's own: a table, a folder of documents, or what a `corpus.yaml` names."""

from dataclasses import replace
from pathlib import Path

from ingest import corrections_file, manifest
from ingest.accounts import gather
from ingest.gospels import verse_table
from ingest.request import Request
from ingest.tables import table as tables
from taeg.base.errors import GatheredError, InputError, Problems
from taeg.model import timeline as timelines
from taeg.model.arrange import NO_LANGUAGE, arrange
from taeg.model.corpus import Corpus, Correction


def is_table(path: Path) -> bool:
    """Whether the path is a table of accounts, by its name; one of verses is not."""
    return tables.is_table(path) and path.is_file() and not verse_table.matches(path)


def is_folder(path: Path) -> bool:
    """Whether the path is a folder, or a `corpus.yaml`."""
    return path.is_dir() or (path.is_file() and path.suffix.casefold() in (".yaml", ".yml"))


def read(request: Request) -> Corpus:
    """Read all of it; the corrections of a file beside it come along, not yet applied."""
    request.refuse_translation()
    problems = request.problems
    try:
        corpus = _read(request, problems)
    except GatheredError:
        raise
    except InputError as error:
        problems.add(error, str(request.path))
        problems.settle()
        raise
    if remark := timelines.zones([*(v.time for v in corpus.versions), *(e.time for e in corpus.events)]):
        problems.remark(remark)
    if corpus.language == NO_LANGUAGE and not request.part:
        problems.remark("no language is given, so sentences and words are told apart by plain rules; give --language")
    return corpus


def _read(request: Request, problems: Problems) -> Corpus:
    """Go on after faults as far as there is something to read, so that all are told at once."""
    found = manifest.of(request.path, problems)
    problems.files = [str(path) for path in found.paths]
    corrections: tuple[Correction, ...] = ()
    if found.corrections:
        with problems.gather(str(found.corrections)):
            corrections = corrections_file.read(found.corrections, problems)
    material = gather(found, request.profile, request.language, problems, request.progress)
    if not material.accounts:
        problems.settle()
    named = replace(material, name=request.name or material.name)
    return replace(arrange(named, problems, part=request.part), corrections=corrections)
