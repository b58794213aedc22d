"""The base of fusion: the version of each event that a fused narrative is built on, and the rule that decided.

By default the first rule that can tell decides: the editor's choice; the only version; a version that another source
explicitly corrects drops out; of each source what it said last of the event (earlier versions of the source are
superseded, and drop out, but for a shorter correction); where the corpus marks how its speakers know what they tell,
the version that is most first-hand; else the version with most characters on topic.

Speakers mark this in testimony and news, not in scripture and chronicles: in `MARKED` of all sentences at least one
hedge or hearsay. Below that precise figures say little about who was there, and first-hand is not asked.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError
from taeg.conflicts import amendments
from taeg.conflicts.values import Account
from taeg.consolidate import firsthand, ontopic
from taeg.consolidate.arrays import Arrays, whole_events
from taeg.consolidate.strategies import STRATEGIES, apply, highest
from taeg.model.corpus_graph import FloatArray, IntArray

AUTO = "auto"
RULES = (AUTO, "longest", "latest", "priority", "centroid", "taeg", "firsthand", "ontopic")
"""The default, and strategies that select versions."""
NONE, EDITOR, ONLY, CORRECTED, SUPERSEDED = "", "editor", "only", "corrected", "last"
FIRSTHAND, ONTOPIC = "firsthand", "ontopic"
"""Reasons: no version, the editor's choice, the only version, the only one that is not corrected by another, the only
one that is not superseded either, and two rules. With another rule than the default, its name is the reason."""
MARKED = 0.05
Reasons = npt.NDArray[np.str_]


def choose(arrays: Arrays, rule: str = AUTO) -> tuple[IntArray, Reasons]:
    """Return the version of each event, -1 if it has none, and the reason."""
    if rule not in RULES:
        raise InputError(f"unknown rule {rule!r} for the base; the rules are: {', '.join(RULES)}")
    reasons = np.full(arrays.events, NONE, dtype="<U16")
    if rule != AUTO:
        spans, _ = apply(rule, STRATEGIES[rule], arrays, {})
        chosen = spans.selected(arrays.events)
        reasons[chosen >= 0] = rule
    else:
        chosen = _chain(arrays, reasons)
    _mark(arrays, reasons, chosen)
    return chosen, reasons


def _chain(arrays: Arrays, reasons: Reasons) -> IntArray:
    """Select by the default rules; write the reasons of events with several versions."""
    marks = firsthand.read_marks(arrays)
    standing = _without(arrays, corrected(arrays))
    current = _without(standing, superseded(standing, marks.corrects > 0))
    marks = marks.of(current.chars > 0)
    score, rule = _score(current, marks)
    chosen = highest(current, score).selected(arrays.events)
    reasons[chosen >= 0] = rule
    reasons[_candidates(current) == 1] = SUPERSEDED
    reasons[_candidates(standing) == 1] = CORRECTED
    return chosen


def _score(arrays: Arrays, marks: firsthand.Marks) -> tuple[FloatArray, str]:
    if marks.density >= MARKED:
        return firsthand.score(arrays, marks), FIRSTHAND
    return ontopic.score(arrays), ONTOPIC


def _mark(arrays: Arrays, reasons: Reasons, chosen: IntArray) -> None:
    """Write the reasons that come before all rules."""
    reasons[(_candidates(arrays) == 1) & (chosen >= 0)] = ONLY
    reasons[[event for event, version in arrays.editor.items() if chosen[event] == version]] = EDITOR


def _candidates(arrays: Arrays) -> IntArray:
    """Return the number of versions of each event that may be selected."""
    return np.bincount(arrays.event[arrays.chars > 0], minlength=arrays.events)


def _without(arrays: Arrays, dropped: npt.NDArray[np.bool_]) -> Arrays:
    """Return arrays in which some versions may not be selected."""
    return replace(arrays, chars=np.where(dropped, 0, arrays.chars))


def corrected(arrays: Arrays) -> npt.NDArray[np.bool_]:
    """Whether another source explicitly corrects each version ('revised to 14 from 16').

    Where all versions of an event are corrected, none is marked.
    """
    found = np.zeros(len(arrays.event), dtype=np.bool_)
    contested = np.bincount(arrays.event[arrays.chars > 0], minlength=arrays.events) > 1
    times, order = arrays.times, arrays.order_in_source
    for start, stop in whole_events(arrays):
        texts = arrays.texts(start, stop)
        accounts: dict[int, list[Account]] = {}
        for row, text in enumerate(texts, start):
            event = int(arrays.event[row])
            if arrays.chars[row] and contested[event]:
                account = Account(row, event, int(arrays.source[row]), text, float(times[row]), int(order[row]))
                accounts.setdefault(event, []).append(account)
        for together in accounts.values():
            found_here = amendments.find(together, arrays.language)
            amended = {a.amended for a in found_here if arrays.source[a.amended] != arrays.source[a.version]}
            if len(amended) < len(together):
                found[list(amended)] = True
    return found


def superseded(arrays: Arrays, corrects: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
    """Whether the source of each version has a later one of the event, by time, else by order in the source.

    A later version that corrects an earlier one and is shorter tells only some points of the event: it supersedes
    nothing and is itself left out. `corrects` says which versions correct something; by default none.
    """
    found = np.zeros(len(arrays.event), dtype=np.bool_)
    usable = np.flatnonzero(arrays.chars > 0)
    keys = (usable, arrays.order_in_source[usable], arrays.times[usable])
    usable = usable[np.lexsort((*keys, arrays.source[usable], arrays.event[usable]))]
    again = np.logical_and(np.diff(arrays.event[usable]) == 0, np.diff(arrays.source[usable]) == 0)
    for row in np.flatnonzero(again).tolist():
        before, after = int(usable[row]), int(usable[row + 1])
        if corrects is not None and corrects[after] and arrays.chars[after] < arrays.chars[before]:
            found[after] = True
            usable[row + 1] = before  # a third version is compared with the first
        else:
            found[before] = True
    return found
