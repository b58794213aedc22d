"""The table of strategies: each a pure function from the arrays of a corpus to the spans of its narrative.

A strategy uses no store, no file and no clock. A new one is one function and one line in `STRATEGIES`; its keyword-only
arguments, with their defaults, are its parameters and are recorded with every run. Most score the versions and return
`highest(arrays, score)`.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import cast

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError, TaegError
from taeg.base.user_code import described, import_named
from taeg.consolidate.arrays import Arrays, whole_events
from taeg.consolidate.fusion.settings import AUTO
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, TOLERANCE
from taeg.consolidate.spans import (
    BASE,
    CENTRALITY,
    CONTESTED_FACTS,
    DECIDED,
    MODEL,
    PART,
    QUOTE,
    ROLES,
    SETTLE,
    Parameter,
    Spans,
    concatenate,
)
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.text.ids import find_id

TIE_DECIMALS = 9
"""Scores, in multiples of the mean, are rounded to this, so that the order of summation decides no tie."""


def highest(arrays: Arrays, score: npt.ArrayLike) -> Spans:
    """Select the version of each event that has the highest score; `score` has a number for each version.

    Versions without text are no candidates, and an editor's choice is the only one of its event; versions that a
    settlement passes over are candidates only where there are no others. Ties go to the first source in declared order,
    then to the first version.
    """
    score = np.asarray(score, dtype=np.float64)
    candidate = arrays.chars > 0
    if arrays.passed_over is not None:
        kept = candidate & ~arrays.passed_over
        has_kept = np.bincount(arrays.event[kept], minlength=arrays.events) > 0
        candidate &= kept | ~has_kept[arrays.event]
    if arrays.editor:
        candidate[np.isin(arrays.event, list(arrays.editor))] = False
        candidate[list(arrays.editor.values())] = True
    candidates = np.flatnonzero(candidate)
    order = np.lexsort((candidates, arrays.source[candidates], -score[candidates], arrays.event[candidates]))
    ranked = candidates[order]
    _, first = np.unique(arrays.event[ranked], return_index=True)
    return _whole(arrays, ranked[first], score)


def _whole(arrays: Arrays, version: IntArray, score: FloatArray) -> Spans:
    """One base span for each of the versions."""
    return Spans.of(
        event=arrays.event[version],
        version=version,
        source=arrays.source[version],
        start=0,
        end=arrays.chars[version],
        role=BASE,
        score=score[version],
    )


def random(arrays: Arrays, *, seed: int = 0) -> Spans:
    """A random version: the baseline of all other strategies."""
    chance = Random(seed)  # noqa: S311 (a seeded choice, nothing secret)
    score = np.zeros(len(arrays.event))
    candidates = np.flatnonzero(arrays.chars > 0)
    _, starts = np.unique(arrays.event[candidates], return_index=True)
    for usable in np.split(candidates, starts[1:]) if len(candidates) else ():
        score[usable[chance.randrange(len(usable))]] = 1.0
    return highest(arrays, score)


def priority(arrays: Arrays, *, order: str = "") -> Spans:
    """The version of the first source that has one, in declared order or in `order` (ids separated by commas)."""
    names = []
    for name in filter(None, map(str.strip, order.split(","))):
        if (meant := find_id(name, arrays.sources)) is None:
            raise InputError(f"priority: unknown source {name!r}; the sources are: {', '.join(arrays.sources)}")
        names.append(meant)
    rest = [name for name in arrays.sources if name not in names]
    rank = {name: place for place, name in enumerate([*names, *rest])}
    by_source = np.array([rank[name] for name in arrays.sources], dtype=np.float64)
    return highest(arrays, -by_source[arrays.source])


def centroid(arrays: Arrays) -> Spans:
    """The version most similar to the others of its event, by mean TF-IDF cosine within the event."""
    from taeg.text.tfidf import mean_similarity

    score = np.zeros(len(arrays.event))
    for start, stop in whole_events(arrays):
        texts = arrays.texts(start, stop)
        usable = np.flatnonzero(arrays.chars[start:stop] > 0)
        score[start + usable] = mean_similarity([texts[i] for i in usable.tolist()], arrays.event[start + usable])
    return highest(arrays, np.round(score, TIE_DECIMALS))


def longest(arrays: Arrays) -> Spans:
    """The version with the most characters."""
    return highest(arrays, arrays.chars.astype(np.float64))


def latest(arrays: Arrays) -> Spans:
    """The most recent version of the event; versions without a time come last.

    Of versions with the same time, the one of the first source is taken, and of that source its last.
    """
    when = arrays.times
    if not np.isfinite(when).any():
        raise InputError("latest: no version of this corpus has a time; add times, or use another strategy")
    _, rank = np.unique(when, return_inverse=True)
    usable = np.flatnonzero(arrays.chars > 0)
    usable = usable[
        np.lexsort((usable, arrays.order_in_source[usable], rank[usable], arrays.source[usable], arrays.event[usable]))
    ]
    alike = [np.diff(values[usable]) == 0 for values in (arrays.event, arrays.source, rank)]
    score = rank.astype(np.float64)
    score[usable[:-1][np.logical_and.reduce(alike)]] -= 0.5  # the source has a later version with the same time
    return highest(arrays, score)


def firsthand(arrays: Arrays) -> Spans:
    """The version that most looks first-hand: precise, without hearsay and hedging."""
    from taeg.consolidate.firsthand import score

    return highest(arrays, score(arrays))


def ontopic(arrays: Arrays) -> Spans:
    """The version with the most characters that belong to the event, as learned from the corpus itself."""
    from taeg.consolidate.ontopic import score

    return highest(arrays, score(arrays))


def fuse(
    arrays: Arrays, *, base: str = "auto", novelty: float = AUTO, inline: int = 1, notes: int = 1
) -> tuple[Spans, Mapping[str, int]]:
    """The base account of each event, and what others add: within it where the place is certain, else as notes.

    `base` is a rule of `taeg.consolidate.bases`, `novelty` the share of a note that must be new (0: by the corpus).
    """
    from taeg.consolidate.bases import choose
    from taeg.consolidate.fusion.settings import checked
    from taeg.consolidate.fusion.strategy import fused_spans

    settings = checked(novelty, inline, notes)
    chosen, reasons = choose(arrays, base)
    score = np.zeros(len(arrays.event))
    spans = fused_spans(arrays, chosen, score, settings, arrays.language, arrays.encoder)
    return spans, Counter(reasons[chosen >= 0].tolist())


def taeg(
    arrays: Arrays, *, damping: float = DAMPING, tolerance: float = TOLERANCE, max_steps: int = MAX_STEPS
) -> Spans:
    """The version most central in the graph of BEFORE and SAME_EVENT (LexRank)."""
    return highest(arrays, centrality(arrays, ("before", "same_event"), damping, tolerance, max_steps))


def taeg_no_before(
    arrays: Arrays, *, damping: float = DAMPING, tolerance: float = TOLERANCE, max_steps: int = MAX_STEPS
) -> Spans:
    """The version most central in the graph of SAME_EVENT alone."""
    return highest(arrays, centrality(arrays, ("same_event",), damping, tolerance, max_steps))


def taeg_no_same_event(
    arrays: Arrays, *, damping: float = DAMPING, tolerance: float = TOLERANCE, max_steps: int = MAX_STEPS
) -> Spans:
    """The version most central in the graph of BEFORE alone."""
    return highest(arrays, centrality(arrays, ("before",), damping, tolerance, max_steps))


def centrality(
    arrays: Arrays,
    kinds: Sequence[str] = ("before", "same_event"),
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> FloatArray:
    """Return the LexRank of each version over the given kinds of edges, in multiples of the mean."""
    if not (0 <= damping <= 1 and 0 < tolerance < 1 and max_steps > 0):
        raise InputError("taeg needs a damping from 0 to 1, a tolerance between 0 and 1, and at least one step")
    ranks = arrays.ranking(arrays, kinds, damping, tolerance, max_steps)
    return np.round(ranks * len(arrays.event), TIE_DECIMALS)


LEXRANK_SIZE = 750
"""Sentences in the paper's main LexRank row."""
LEXRANK_THRESHOLD = 0.03


def sentence_lexrank(
    arrays: Arrays, *, size: int = LEXRANK_SIZE, threshold: float = LEXRANK_THRESHOLD, ties: int = -1
) -> Spans:
    """The sentences that are most similar to others, best first, without regard to the timeline.

    The score of a sentence is the number of sentences (itself included) whose term-frequency cosine with it is above
    the threshold. Many are tied: by default the later one comes first; `ties` (0, 1, …) seeds another order.
    """
    if size < 1 or not 0 <= threshold < 1:
        raise InputError("lexrank needs a size of at least 1 and a threshold of at least 0 and below 1")
    sentences = arrays.sentences
    from taeg.text.tfidf import count_similar

    score = count_similar([sentence.text for sentence in sentences], threshold)
    places = list(range(len(sentences)))
    if ties >= 0:
        Random(ties).shuffle(places)  # noqa: S311 (as above)
    ranked = sorted(range(len(sentences)), key=lambda i: (score[i], places[i]), reverse=True)[:size]
    quoted = [sentences[i] for i in ranked]
    return Spans.of(
        event=[int(arrays.event[s.version]) if s.version >= 0 else -1 for s in quoted],
        version=[s.version for s in quoted],
        source=[s.source for s in quoted],
        start=[s.start for s in quoted],
        end=[s.end for s in quoted],
        role=QUOTE,
        score=score[ranked],
    )


Result = Spans | tuple[Spans, Mapping[str, int]]
Strategy = Callable[..., Result]
"""Returns the spans of a narrative; with them, if it follows several rules, how often each of them decided."""

STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "lexrank": sentence_lexrank,
        "random": random,
        "priority": priority,
        "centroid": centroid,
        "longest": longest,
        "latest": latest,
        "firsthand": firsthand,
        "ontopic": ontopic,
        "fuse": fuse,
        "taeg": taeg,
        "taeg-no-before": taeg_no_before,
        "taeg-no-same-event": taeg_no_same_event,
    }
)


TITLES: Mapping[str, str] = MappingProxyType(
    {
        "lexrank": "Central sentences (LexRank)",
        "random": "Random account",
        "priority": "Source priority",
        "centroid": "Most typical account (centroid)",
        "longest": "Longest account",
        "latest": "Latest account",
        "firsthand": "First-hand account",
        "ontopic": "Longest account on topic",
        "fuse": "All accounts, fused",
        "taeg": "Graph centrality (TAEG)",
        "taeg-no-before": "Graph centrality without BEFORE",
        "taeg-no-same-event": "Graph centrality without SAME_EVENT",
    }
)
"""Names for readers; a strategy without one is shown by its id."""

FUSE = "fuse"
RANKED = ("taeg", "taeg-no-before", "taeg-no-same-event")
"""Strategies that use centrality."""
VECTORISED = ("ontopic", "fuse")
"""Strategies that use sentence vectors where a model is available."""
CENTRALITIES = ("gds",)
"""Other implementations of the ranking."""


def check_centrality(centrality: str, names: Sequence[str]) -> None:
    """Refuse an unknown ranking, or one that these strategies would not use."""
    if centrality and centrality not in CENTRALITIES:
        raise InputError(f"unknown centrality {centrality!r}; known: {', '.join(CENTRALITIES)}")
    for name in names if centrality else ():
        if name not in RANKED:
            raise InputError(f"strategy {name!r} does not rank by centrality; {', '.join(RANKED)} do")


def strategy(name: str) -> Strategy:
    """Return a strategy of the table, or import a function given as `module:function`."""
    if ":" in name:
        return cast(Strategy, import_named(name))
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise InputError(f"unknown strategy {name!r}; known are {known}, or your own function as module:function")
    return STRATEGIES[name]


def resolved(name: str, function: Strategy, given: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """Return the parameters of a run: those given, and the defaults of the rest."""
    known = {
        p.name: p.default
        for p in inspect.signature(function).parameters.values()
        if p.kind is inspect.Parameter.KEYWORD_ONLY
    }
    if taken := sorted({PART, CENTRALITY, MODEL, DECIDED, SETTLE, CONTESTED_FACTS} & known.keys()):
        raise InputError(f"strategy {name!r} has a parameter {taken[0]!r}, which is reserved; rename it")
    if missing := [key for key, default in known.items() if default is inspect.Parameter.empty and key not in given]:
        raise InputError(f"parameter {missing[0]!r} of strategy {name!r} has no default; give it one")
    for key, value in given.items():
        if key not in known:
            raise InputError(f"strategy {name!r} has no parameter {key!r}; it has: {', '.join(known) or 'none'}")
        wanted = (int, float) if isinstance(known[key], float) else type(known[key])
        if not isinstance(value, wanted):
            kind = "text" if wanted is str else "a whole number" if wanted is int else "a number"
            raise InputError(f"parameter {key!r} of strategy {name!r} must be {kind}, as its default {known[key]!r}")
    return known | dict(given)


def apply(
    name: str, function: Strategy, arrays: Arrays, parameters: Mapping[str, Parameter]
) -> tuple[Spans, dict[str, Parameter]]:
    """Run a strategy and check its result; problems of a user's function raise `InputError`.

    The spans come with facts for the parameters of the run: how often each rule decided.
    """
    try:
        result = function(arrays, **parameters)
    except TaegError:
        raise
    except Exception as error:
        if function in STRATEGIES.values():
            raise
        raise InputError(f"strategy {name!r} failed: {described(error)}") from error
    spans, decided = result if isinstance(result, tuple) and len(result) == 2 else (result, {})
    if not isinstance(spans, Spans):
        raise InputError(
            f"strategy {name!r} returned {type(spans).__name__}, not Spans; end it with: return highest(arrays, score)"
        )
    if problem := _problem(spans, arrays):
        raise InputError(f"strategy {name!r} returned wrong spans: {problem}")
    counts = ", ".join(f"{rule} {count}" for rule, count in decided.items() if count)
    return _with_editor_choices(spans, arrays), {DECIDED: counts} if counts else {}


def _problem(spans: Spans, arrays: Arrays) -> str:
    """What is wrong with the result of a strategy; empty if nothing."""
    limits = {"event": arrays.events, "version": len(arrays.event), "source": len(arrays.sources)}
    for name, limit in limits.items():
        column = getattr(spans, name)
        if len(column) and not -1 <= column.min() <= column.max() < limit:
            return f"{name} indices must lie between -1 and {limit - 1}"
    inside = spans.version >= 0
    if (arrays.event[spans.version[inside]] != spans.event[inside]).any():
        return "a version is given for an event that it does not tell"
    too_long = (spans.end[inside] > arrays.chars[spans.version[inside]]).any()
    if too_long or (spans.start < 0).any() or (spans.start > spans.end).any():
        return "each span must have 0 <= start <= end, and end within its version"
    if not np.isin(spans.role, ROLES).all():
        return f"the roles are: {', '.join(ROLES)}"
    base = spans[spans.role == BASE]
    if (np.diff(base.event) < 0).any() or (base.event < 0).any() or not base.follow_on().all():
        return "the base spans of an event must be successive parts of one version, and events in timeline order"
    return "" if np.isfinite(spans.score).all() else "each score must be a finite number"


def _with_editor_choices(spans: Spans, arrays: Arrays) -> Spans:
    """Replace what disagrees with the editor, where a strategy does not end with `highest`."""
    selected = spans.selected(arrays.events)
    events = [event for event, version in arrays.editor.items() if selected[event] != version]
    if not events or (spans.role == QUOTE).any():
        return spans
    version = np.array([arrays.editor[event] for event in events])
    chosen = _whole(arrays, version, np.zeros(len(arrays.event)))
    return concatenate(spans[~np.isin(spans.event, events)], chosen).in_timeline_order()
