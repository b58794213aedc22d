"""Changing a corpus in the graph: replacing it, adding accounts, removing sources, corrections.

Each change builds a new generation from the material of the old one, because any weight may change, and reapplies the
corrections. If another client changed the corpus meanwhile, the change is applied again to the new corpus.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from taeg.base.errors import InputError, nearest, suggested
from taeg.base.progress import Progress
from taeg.graph import decisions, generations
from taeg.graph import read as reading
from taeg.graph.generations import Loaded
from taeg.graph.read import Entry
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
        base = there.generation if there else ""
        knowing = there.corrections if there else None
        return generations.load(store, id, revised, progress, instead_of=base, path=path, knowing=knowing)

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
    if wanted and all(correction.decides for correction in wanted):
        return reading.retry(lambda: _decide(store, reading.find(store, corpus), wanted))

    def work(draft: Draft) -> Draft:
        _check_new(wanted, draft.corrections)
        together = (*draft.corrections, *wanted)
        tried = corrections.apply(arrange(draft.material), together)
        _check_applied(tried.corrections[len(draft.corrections) :])
        return replace(draft, corrections=together)

    return _revise(store, corpus, work, progress)


def _check_new(wanted: Sequence[Correction], there: Sequence[Correction]) -> None:
    for correction in wanted:
        if correction in there:
            number = there.index(correction) + 1
            raise InputError(f"{corrections.words(correction)}: this correction already exists, as number {number}")


def _check_applied(tried: Sequence[Correction]) -> None:
    for correction in tried:
        if correction.problem:
            raise InputError(f"{corrections.words(correction)}: {correction.problem}")


def _decide(store: Store, entry: Entry, wanted: Sequence[Correction]) -> Loaded:
    """Add decisions about contested facts, in place: they change nothing else in the corpus."""
    _check_new(wanted, entry.corrections)
    tried = decisions.tried(store, entry, wanted)
    _check_applied(tried)
    generations.recorrect(store, entry, (*entry.corrections, *tried))
    return Loaded(entry.id, entry.digest, changed=True)


def undo(store: Store, corpus: str | None, which: int | str, progress: Progress) -> Loaded:
    """Remove a correction by its number in the list, from 1, or by its description.

    Numbers change when a correction is removed; descriptions do not.
    """

    def in_place() -> Loaded | None:
        entry = reading.find(store, corpus)
        with suppress(InputError):
            gone, left = _without(entry.corrections, which)
            if gone.decides:
                generations.recorrect(store, entry, left)
                return Loaded(entry.id, entry.digest, changed=True)
        return None

    def work(draft: Draft) -> Draft:
        return replace(draft, corrections=_without(draft.corrections, which)[1])

    return reading.retry(in_place) or _revise(store, corpus, work, progress)


def _without(there: tuple[Correction, ...], which: int | str) -> tuple[Correction, tuple[Correction, ...]]:
    """Return a correction that can be undone, and the others."""
    number = which if isinstance(which, int) else _number(there, which)
    if not 1 <= number <= len(there):
        have = f"there are {len(there)}" if there else "there are none"
        raise InputError(f"no correction has number {number}; {have} (see: {suggested('taeg corrections')})")
    gone = there[number - 1]
    if gone.given_in == corrections.FILE:
        raise InputError(f"correction {number} is from a file beside the corpus; remove it there and ingest again")
    return gone, tuple(c for i, c in enumerate(there, 1) if i != number)


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
        base, knowing = entry.generation, entry.corrections
        return generations.load(store, entry.id, revised, progress, instead_of=base, path=entry.path, knowing=knowing)

    return reading.retry(attempt)
