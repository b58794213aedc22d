"""Changing a corpus in the graph: replacing it, adding accounts, removing sources, corrections.

Each change builds a new generation from the material of the old one, because any weight may change, and reapplies the
corrections. If another client changed the corpus meanwhile, the change is applied again to the new corpus.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from taeg.base.errors import InputError, nearest, suggested
from taeg.base.progress import Progress
from taeg.graph import generations
from taeg.graph import read as reading
from taeg.graph.generations import Loaded
from taeg.model import corrections
from taeg.model.arrange import Material, arrange, merge, original, without
from taeg.model.corpus import Corpus, Correction
from taeg.model.corpus_graph import CorpusGraph
from taeg.model.normal_ids import normal_corpus, normal_correction
from taeg.store.engine import Store
from taeg.text.ids import normal_id


@dataclass(frozen=True, slots=True)
class Draft:
    """The material of a corpus and the corrections to apply."""

    material: Material
    corrections: tuple[Correction, ...]


def put(store: Store, corpus: Corpus, id: str, progress: Progress, *, force: bool = False) -> Loaded:
    """Load a corpus under an id, replacing an existing one; corrections made by command are kept.

    The corrections of the given corpus come from its file and are not yet applied, unless it was read from a graph. A
    corpus that was read from elsewhere is replaced only with `force`.
    """
    corpus = normal_corpus(corpus)
    id = id if reading.exists(store, id) else normal_id(id)
    applied = any(event.edits for event in corpus.events) or bool(corpus.originals)
    raw = arrange(original(corpus)) if applied else replace(corpus, corrections=())

    def attempt() -> Loaded:
        there = reading.lookup(store, id)
        progress.stage("weigh")
        wanted = corrections.kept(there.corrections if there else (), corpus.corrections)
        revised = _built(corrections.apply(raw, wanted))
        path = corpus.path
        if there and not force and _is_elsewhere(there.path, path):
            if revised.digest != there.digest:
                raise InputError(
                    f"corpus {id!r} in the graph was read from {there.path}, this one from {path}; "
                    "replace it with --replace, or keep both with another --id"
                )
            path = there.path
        return generations.load(store, id, revised, progress, instead_of=there.generation if there else "", path=path)

    return reading.retry(attempt)


def _is_elsewhere(stored: str, given: str) -> bool:
    """Whether two places are known and differ; a file may have several names."""
    if not stored or not given or stored == given:
        return False
    try:
        return not Path(stored).samefile(given)
    except OSError:
        return True


def add(store: Store, corpus: str | None, added: Corpus, progress: Progress) -> Loaded:
    """Add accounts to a corpus; adding the same accounts again changes nothing."""
    added = normal_corpus(added)

    def work(draft: Draft) -> Draft:
        there = tuple(c for c in draft.corrections if c.given_in == corrections.FILE)
        files = (*there, *(c for c in added.corrections if c not in there))
        return Draft(merge(draft.material, original(added)), corrections.kept(draft.corrections, files))

    return _revise(store, corpus, work, progress)


def remove_source(store: Store, corpus: str | None, source: str, progress: Progress) -> Loaded:
    """Remove a source with its accounts."""
    return _revise(store, corpus, lambda draft: replace(draft, material=without(draft.material, source)), progress)


def correct(store: Store, corpus: str | None, wanted: Sequence[Correction], progress: Progress) -> Loaded:
    """Add corrections; raise InputError if one cannot be applied."""
    wanted = [normal_correction(correction) for correction in wanted]

    def work(draft: Draft) -> Draft:
        for correction in wanted:
            if correction in draft.corrections:
                number = draft.corrections.index(correction) + 1
                raise InputError(f"{corrections.words(correction)}: this correction already exists, as number {number}")
        together = (*draft.corrections, *wanted)
        tried = corrections.apply(arrange(draft.material), together)
        for correction in tried.corrections[len(draft.corrections) :]:
            if correction.problem:
                raise InputError(f"{corrections.words(correction)}: {correction.problem}")
        return replace(draft, corrections=together)

    return _revise(store, corpus, work, progress)


def undo(store: Store, corpus: str | None, which: int | str, progress: Progress) -> Loaded:
    """Remove a correction by its number in the list, from 1, or by its description.

    Numbers change when a correction is removed; descriptions do not.
    """

    def work(draft: Draft) -> Draft:
        number = which if isinstance(which, int) else _number(draft.corrections, which)
        if not 1 <= number <= len(draft.corrections):
            have = f"there are {len(draft.corrections)}" if draft.corrections else "there are none"
            raise InputError(f"no correction has number {number}; {have} (see: {suggested('taeg corrections')})")
        gone = draft.corrections[number - 1]
        if gone.given_in == corrections.FILE:
            raise InputError(f"correction {number} is from a file beside the corpus; remove it there and ingest again")
        return replace(draft, corrections=tuple(c for i, c in enumerate(draft.corrections, 1) if i != number))

    return _revise(store, corpus, work, progress)


def _number(there: Sequence[Correction], description: str) -> int:
    """Return the number of a correction by its description; of two equal ones, the one made by command."""
    wanted = normal_id(description)
    given = [(c.given_in == corrections.FILE, normal_id(corrections.words(c))) for c in there]
    found = [(from_file, number) for number, (from_file, words) in enumerate(given, 1) if words == wanted]
    if not found:
        near = nearest(description, [corrections.words(c) for c in there])
        see = suggested("taeg corrections")
        raise InputError(f"no correction {description!r}{near}; has it already been undone? (see: {see})")
    return min(found)[1]


def _built(corpus: Corpus) -> CorpusGraph:
    from taeg.build import build  # imports scipy, which readers do not need

    return build(corpus)


def _revise(store: Store, corpus: str | None, work: Callable[[Draft], Draft], progress: Progress) -> Loaded:
    def attempt() -> Loaded:
        entry, value = reading.stable(store, corpus, lambda found: (found, reading.corpus_graph(store, found).corpus))
        try:
            draft = work(Draft(original(value), value.corrections))
        except InputError:
            generations.sweep(store, entry.id)  # a killed process may have made this change and left the old generation
            raise
        progress.stage("weigh")
        revised = _built(corrections.apply(arrange(draft.material), draft.corrections))
        return generations.load(store, entry.id, revised, progress, instead_of=entry.generation, path=entry.path)

    return reading.retry(attempt)
