"""A graph's contents as pandas DataFrames, for people who work in notebooks.

Rows stand in declared order (timeline, then source). Ids are columns, never the index, and have one name everywhere, so
that frames can be merged on `version`, `event`, `source` and `run`. Text that is not there is empty, as in the rest of
the project; several texts in one cell are joined by `; `. Times stay as they were written, since they may be partial;
beside them stands `moment`, where they begin (UTC), or NaT where no time is given or it lies outside the years 1 to
9999. Nothing imports this module at start-up, because pandas is slow to load.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from taeg.base.errors import InputError, nearest
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.spans import BASE, QUOTE, TITLE, Run
from taeg.graph.graph import Graph
from taeg.graph.scores import METRICS
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus
from taeg.model.corpus import moment as begins

KINDS = ("before", "same_event")
"""The edges between versions."""
_ROLES = {"chosen": BASE, "described": TITLE, "quoted": QUOTE}
"""Columns that count spans, and the role of those."""

_TEXT, _TRUTH, _COUNT, _NUMBER = "string", "bool", "int64", "float64"
_MOMENT = "datetime64[us, UTC]"
_DTYPES: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("declared", "made", "excluded", "usable"), _TRUTH)
    | dict.fromkeys(("characters", "telling", "rank", "versions", "events", "sources"), _COUNT)
    | dict.fromkeys(("passage", "passages", "chosen", "described", "quoted"), _COUNT)
    | dict.fromkeys(("weight", "score", "position"), _NUMBER)
    | {"moment": _MOMENT}
)
"""By name of the column; all others hold text."""
_FIRST, _PAST = begins("0001"), begins("+10000")
"""Between them a pandas Timestamp is a Python datetime too; others break when they are shown or plotted."""


def versions(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each version: who tells what, in which words.

    | column | dtype | what it says |
    | --- | --- | --- |
    | version, event, source | string | ids |
    | reference | string | where the words stand in the source |
    | text | string | the words; empty where they could not be read |
    | characters | int64 | their number |
    | gaps | string | parts of the reference that could not be read |
    | time, moment | string, datetime | when the account was given; without a time of its own, when its source was |
    | title | string | what its row or heading calls the event |
    | position | float64 | where its row puts the event in the timeline; NaN where it does not |
    | language | string | its language, that of the corpus where it says none |
    | telling | int64 | its place in its own source, from 1; 0 where that is not known |
    | told_of | string | the event it tells as the data has it, where the editor has put it elsewhere |
    | excluded | bool | whether the editor has put it aside |
    | usable | bool | whether a narrative may use it |
    """
    found = graph.read(corpus).corpus
    told = found.versions
    given = {source.id: source.date for source in found.sources}
    times = [v.time or given[v.source] for v in told]
    return _frame(
        version=[v.id for v in told],
        event=[v.event for v in told],
        source=[v.source for v in told],
        reference=[v.citation for v in told],
        text=[v.text for v in told],
        characters=[len(v.text) for v in told],
        gaps=_joined(v.gaps for v in told),
        time=times,
        moment=_moments(times),
        title=[v.title for v in told],
        position=_numbers(v.position for v in told),
        language=[v.language or found.language for v in told],
        telling=[v.order_in_source for v in told],
        told_of=[v.told_of for v in told],
        excluded=[v.excluded for v in told],
        usable=[v.usable for v in told],
    )


def events(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each event, in timeline order.

    | column | dtype | what it says |
    | --- | --- | --- |
    | event | string | id |
    | title, day, location | string | what it is, and its day and place |
    | time, moment | string, datetime | when it happened, as the timeline says |
    | versions, sources | int64 | how many versions tell it, and how many sources do |
    | reference | string | what the reference consolidation says of it; empty where there is none |
    | position | float64 | its place as the data numbers it; NaN where it does not |
    | declared | bool | whether a timeline names it |
    | choice | string | the id of the version that the editor wants told |
    | made | bool | whether the editor made it, by splitting another |
    | edits | string | what the editor did to it, in words |
    """
    found = graph.read(corpus).corpus
    told = Counter(v.event for v in found.versions)
    tellers = Counter(event for event, _ in {(v.event, v.source) for v in found.versions})
    return _frame(
        event=[e.id for e in found.events],
        title=[e.title for e in found.events],
        day=[e.day for e in found.events],
        location=[e.location for e in found.events],
        time=[e.time for e in found.events],
        moment=_moments([e.time for e in found.events]),
        versions=[told[e.id] for e in found.events],
        sources=[tellers[e.id] for e in found.events],
        reference=[e.gold_text for e in found.events],
        position=_numbers(e.position for e in found.events),
        declared=[e.declared for e in found.events],
        choice=[e.choice for e in found.events],
        made=[e.made for e in found.events],
        edits=_joined(e.edits for e in found.events),
    )


def sources(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each source, in order of precedence.

    | column | dtype | what it says |
    | --- | --- | --- |
    | source | string | id |
    | title, author | string | what it is called, and who wrote it down |
    | date, moment | string, datetime | when it was given, for accounts that have no time of their own |
    | versions, events | int64 | how many versions it has, and how many events they tell |
    | rank | int64 | its place in the order of precedence, from 1; 0 where nobody has said |
    | text | string | all its words, where they are known |
    | characters | int64 | their number |
    """
    found = graph.read(corpus).corpus
    speakers = spoken(found.sources, found.versions)
    told = Counter(v.source for v in found.versions)
    tells = Counter(source for source, _ in {(v.source, v.event) for v in found.versions})
    return _frame(
        source=[s.id for s in found.sources],
        title=[s.title for s in found.sources],
        author=[s.author for s in found.sources],
        date=[s.date for s in found.sources],
        moment=_moments([s.date for s in found.sources]),
        versions=[told[s.id] for s in found.sources],
        events=[tells[s.id] for s in found.sources],
        rank=[s.rank for s in found.sources],
        text=[s.text for s in speakers],
        characters=[len(s.text) for s in speakers],
    )


def runs(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run, by id.

    | column | dtype | what it says |
    | --- | --- | --- |
    | run, strategy | string | id, and the strategy that made it |
    | parameters | string | all of them, as JSON |
    | created, moment | string, datetime | when it was made |
    | passages | int64 | how many passages its narrative has; the sum of the next three |
    | chosen, described, quoted | int64 | events with a version, events with their title only, sentences quoted |
    | signature | string | what made it: program, version, corpus digest, profile |
    """
    made = graph.runs(corpus)
    return _frame(
        run=[run.id for run in made],
        strategy=[run.strategy for run in made],
        parameters=[json.dumps(dict(run.parameters), sort_keys=True, ensure_ascii=False) for run in made],
        created=[run.created for run in made],
        moment=_moments([run.created for run in made]),
        passages=[len(run.spans) for run in made],
        **{name: [int((run.spans.role == role).sum()) for run in made] for name, role in _ROLES.items()},
        signature=[run.signature for run in made],
    )


def choices(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run and each event that it tells, by run, then in timeline order.

    Where only a title could be given, version and source are empty and the score is NaN. A run that quotes sentences
    chooses nothing and has no rows.

    | column | dtype | what it says |
    | --- | --- | --- |
    | run, event | string | ids |
    | version, source | string | what was chosen, and who tells it |
    | score | float64 | what the strategy gave the version |
    """
    dump = graph.dump(corpus)  # runs and corpus of one moment
    rows = [row for run in dump.runs for row in _choices(run, dump.graph.corpus)]
    names = ("run", "event", "version", "source", "score")
    return _frame(**{name: [row[i] for row in rows] for i, name in enumerate(names)})


def scores(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run, by id, with what evaluation has written on it.

    | column | dtype | what it says |
    | --- | --- | --- |
    | run | string | id |
    | characters, rouge1 … redundancy | float64 | metrics, NaN where one was left out |
    | scored_by | string | how they were made; empty for a run that was not scored |
    """
    rows = graph.scores(corpus)
    names = dict.fromkeys(("characters", *METRICS, *(name for row in rows for name in row)))
    by_metric = {
        name: pd.Series([row[name] for row in rows], dtype=_NUMBER)
        for name in names
        if name not in ("run", "scored_by")
    }
    named = _frame(run=[row["run"] for row in rows], scored_by=[row["scored_by"] or "" for row in rows])
    return pd.DataFrame({"run": named["run"], **by_metric, "scored_by": named["scored_by"]})


def sentences(narrative: Narrative) -> pd.DataFrame:
    """One row for each sentence of a narrative, traced to who said it.

    | column | dtype | what it says |
    | --- | --- | --- |
    | text | string | the sentence |
    | passage | int64 | the passage it stands in, from 0 |
    | event, title | string | the event it tells; empty where a sentence is quoted for itself |
    | source, source_title | string | who says so |
    | reference | string | where it stands in the source |
    | version | string | id; empty where only a title could be given |
    | time, moment | string, datetime | when the account was given |
    | edits | string | what the editor did to the event, in words |
    """
    traced = narrative.sentences
    return _frame(
        text=[s.text for s in traced],
        passage=[s.passage for s in traced],
        event=[s.event for s in traced],
        title=[s.title for s in traced],
        source=[s.source for s in traced],
        source_title=[s.source_title for s in traced],
        reference=[s.reference for s in traced],
        version=[s.version for s in traced],
        time=[s.time for s in traced],
        moment=_moments([s.time for s in traced]),
        edits=_joined(s.edits for s in traced),
    )


def edges(graph: Graph, corpus: str | None = None, kind: str = "before") -> pd.DataFrame:
    """One row for each edge of a kind, `before` or `same_event`, in declared order of its ends.

    | column | dtype | what it says |
    | --- | --- | --- |
    | a, b | string | the ids of the two versions, the earlier in the timeline (or of the source named earlier) first |
    | weight | float64 | how alike their texts are, from the profile's floor to 1; in events of over 64 versions, more |
    """
    if kind not in KINDS:
        raise InputError(f"no edges {kind!r}{nearest(kind, KINDS)}; there are: {', '.join(KINDS)}")
    found = graph.read(corpus)
    ties = found.before if kind == "before" else found.same_event
    names = found.corpus.ids.versions
    return _frame(
        a=[names[i] for i in ties.a.tolist()], b=[names[i] for i in ties.b.tolist()], weight=ties.weight.tolist()
    )


def _frame(**columns: Sequence[Any] | pd.Series) -> pd.DataFrame:
    """A frame whose dtypes hang on the names alone, so that one without rows is like any other."""
    return pd.DataFrame({name: pd.Series(values, dtype=_DTYPES.get(name, _TEXT)) for name, values in columns.items()})


def _choices(run: Run, corpus: Corpus) -> Iterator[tuple[str, str, str, str, float]]:
    for event, version, _, _, _, role, score in run.spans.rows():
        if role == BASE:
            selected = corpus.versions[version]
            yield run.id, corpus.events[event].id, selected.id, selected.source, score
        elif role == TITLE:
            yield run.id, corpus.events[event].id, "", "", nan


def _joined(several: Iterable[Sequence[str]]) -> list[str]:
    return ["; ".join(texts) for texts in several]


def _numbers(written: Iterable[str]) -> list[float]:
    return [float(number) if number else nan for number in written]


def _moments(times: Sequence[str]) -> pd.Series:
    """Where times begin."""
    starts = np.array([begins(time) for time in times], dtype=np.float64)
    within = (starts >= _FIRST) & (starts < _PAST)
    moments = np.full(len(starts), np.datetime64("NaT"), dtype="datetime64[us]")
    moments[within] = np.round(starts[within] * 1e6).astype(np.int64).astype("datetime64[us]")
    return pd.Series(moments).dt.tz_localize("UTC")
