"""A corpus of one's own: a table, a folder of documents, or what a `corpus.yaml` names."""

from dataclasses import replace
from pathlib import Path

from ingest import corrections_file, manifest, tables, verse_table
from ingest.accounts import gather
from ingest.request import Request
from taeg import timelines
from taeg.material import NO_LANGUAGE, arrange
from taeg.values import Corpus


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
    found = manifest.of(request.path, problems)
    material = gather(found, request.profile, request.language, problems)
    corrections = corrections_file.read(found.corrections, problems) if found.corrections else ()
    problems.settle()
    corpus = arrange(replace(material, name=request.name or material.name), problems)
    if remark := timelines.zones([*(v.time for v in corpus.versions), *(e.time for e in corpus.events)]):
        problems.remark(remark)
    if corpus.language == NO_LANGUAGE:
        problems.remark("no language is given, so sentences and words are told apart by plain rules; give --language")
    return replace(corpus, corrections=corrections)
