"""The contents of a graph as pandas DataFrames, for notebooks.

Rows are in declared order (timeline, then source). Ids are columns, not the index, with the same name in all frames, so
that frames can be merged on `version`, `event`, `source` and `run`. Missing text is empty; several texts in one cell
are joined by `; `. Times are as written, since they may be partial; `moment` is their start (UTC), or NaT if no time is
given or it is outside the years 1 to 9999.
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
from taeg.conflicts.values import NONE
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.spans import BASE, CONTESTED, INLINE, NOTE, QUOTE, TITLE, Run
from taeg.graph import read as reading
from taeg.graph import runs as run_records
from taeg.graph.graph import Graph
from taeg.graph.scores import SCORE_COLUMNS
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus
from taeg.model.corpus import moment as start_of
from taeg.model.corpus_graph import EDGE_KINDS

_ROLES = {"described": TITLE, "quoted": QUOTE, "inserted": INLINE, "noted": NOTE, "contested": CONTESTED}
"""Columns that count spans by their role."""
_TEXT, _TRUTH, _COUNT, _NUMBER = "string", "bool", "int64", "float64"
_DTYPES: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("declared", "made", "excluded", "usable", "hedged", "firsthand", "preferred"), _TRUTH)
    | dict.fromkeys(("characters", "telling", "rank", "versions", "events", "sources"), _COUNT)
    | dict.fromkeys(("passage", "passages", "chosen", *_ROLES, "start", "end"), _COUNT)
    | dict.fromkeys(("weight", "score", "position"), _NUMBER)
    | {"moment": "datetime64[us, UTC]"}
)
"""By column name; all other columns are text."""
_FIRST, _END = start_of("0001"), start_of("+10000")
"""The range of Python's datetime; other Timestamps cannot be printed or plotted."""


def versions(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each version.

    | column | dtype | meaning |
    | --- | --- | --- |
    | version, event, source | string | ids |
    | reference | string | the citation: where the text is in the source |
    | text | string | the text; empty if it could not be read |
    | characters | int64 | length of the text |
    | gaps | string | parts of the citation that could not be read |
    | time, moment | string, datetime | when the account was given; by default the date of its source |
    | title | string | the title of the event in its row or heading |
    | position | float64 | the position of the event in the timeline given by its row, or NaN |
    | language | string | its language, by default that of the corpus |
    | telling | int64 | its position in its source, from 1; 0 if unknown |
    | told_of | string | the event it belongs to in the data, if the editor moved it |
    | excluded | bool | whether the editor excluded it |
    | usable | bool | whether a narrative may use it |
    """
    found = _corpus(graph, corpus)
    dates = {source.id: source.date for source in found.sources}
    times = [v.time or dates[v.source] for v in found.versions]
    return _frame(
        version=[v.id for v in found.versions],
        **_columns(found.versions, "event", "source"),
        reference=[v.citation for v in found.versions],
        text=[v.text for v in found.versions],
        characters=[len(v.text) for v in found.versions],
        gaps=_joined(v.gaps for v in found.versions),
        time=times,
        moment=_moments(times),
        title=[v.title for v in found.versions],
        position=_numbers(v.position for v in found.versions),
        language=[v.language or found.language for v in found.versions],
        telling=[v.order_in_source for v in found.versions],
        **_columns(found.versions, "told_of", "excluded", "usable"),
    )


def events(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each event, in timeline order.

    | column | dtype | meaning |
    | --- | --- | --- |
    | event | string | id |
    | title, day, location | string | title, day and location |
    | time, moment | string, datetime | when it happened, by the timeline |
    | versions, sources | int64 | number of versions, and of sources that have one |
    | reference | string | its text in the reference consolidation, if there is one |
    | position | float64 | its position in the data, or NaN |
    | declared | bool | whether a timeline lists it |
    | choice | string | the id of the version that the editor chose |
    | made | bool | whether the editor created it, by splitting another |
    | edits | string | the editor's changes, in words |
    """
    found = _corpus(graph, corpus)
    versions = Counter(v.event for v in found.versions)
    sources = Counter(event for event, _ in {(v.event, v.source) for v in found.versions})
    return _frame(
        event=[e.id for e in found.events],
        **_columns(found.events, "title", "day", "location", "time"),
        moment=_moments([e.dated for e in found.events]),
        versions=[versions[e.id] for e in found.events],
        sources=[sources[e.id] for e in found.events],
        reference=[e.gold_text for e in found.events],
        position=_numbers(e.position for e in found.events),
        **_columns(found.events, "declared", "choice", "made"),
        edits=_joined(e.edits for e in found.events),
    )


def sources(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each source, in order of precedence.

    | column | dtype | meaning |
    | --- | --- | --- |
    | source | string | id |
    | title, author | string | title and author |
    | date, moment | string, datetime | when it was given, for accounts without a time |
    | versions, events | int64 | number of versions, and of their events |
    | rank | int64 | its rank in the order of precedence, from 1; 0 if not given |
    | text | string | its running text, or its accounts one after another |
    | characters | int64 | length of the text |
    """
    found = _corpus(graph, corpus)
    texts = [source.text for source in spoken(found.sources, found.versions)]
    versions = Counter(v.source for v in found.versions)
    events = Counter(source for source, _ in {(v.source, v.event) for v in found.versions})
    return _frame(
        source=[s.id for s in found.sources],
        **_columns(found.sources, "title", "author", "date"),
        moment=_moments([s.date for s in found.sources]),
        versions=[versions[s.id] for s in found.sources],
        events=[events[s.id] for s in found.sources],
        rank=[s.rank for s in found.sources],
        text=texts,
        characters=[len(text) for text in texts],
    )


def runs(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run, by id.

    | column | dtype | meaning |
    | --- | --- | --- |
    | run, strategy | string | id and strategy |
    | parameters | string | all parameters, as JSON |
    | created, moment | string, datetime | when it was made |
    | passages | int64 | number of passages; a version with insertions has several |
    | chosen, described, quoted | int64 | events with a version, events with their title only, extracts |
    | inserted, noted | int64 | passages of other versions in the selected one, and in notes after it |
    | signature | string | program version, corpus digest, profile and words |
    """
    found = graph.runs(corpus)
    return _frame(
        run=[run.id for run in found],
        strategy=[run.strategy for run in found],
        parameters=[json.dumps(dict(run.parameters), sort_keys=True, ensure_ascii=False) for run in found],
        created=[run.created for run in found],
        moment=_moments([run.created for run in found]),
        passages=[len(run.spans) for run in found],
        chosen=[len(np.unique(run.spans.event[run.spans.role == BASE])) for run in found],
        **{name: [int((run.spans.role == role).sum()) for run in found] for name, role in _ROLES.items()},
        signature=[run.signature for run in found],
    )


def choices(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run and event in its narrative, by run, then in timeline order.

    Where a narrative has only the title of an event, version and source are empty and the score is NaN. Extracts,
    insertions and notes are not choices and have no rows.

    | column | dtype | meaning |
    | --- | --- | --- |
    | run, event | string | ids |
    | version, source | string | the chosen version and its source |
    | score | float64 | the score that the strategy gave the version |
    """
    found, runs = reading.stable(
        graph.store,
        corpus,
        lambda entry: (reading.corpus(graph.store, entry), run_records.read_all(graph.store, entry)),
    )
    rows = [row for run in runs for row in _choices(run, found)]
    names = ("run", "event", "version", "source", "score")
    return _frame(**{name: [row[i] for row in rows] for i, name in enumerate(names)})


def scores(graph: Graph, corpus: str | None = None) -> pd.DataFrame:
    """One row for each run, by id, with the scores of its evaluation.

    | column | dtype | meaning |
    | --- | --- | --- |
    | run | string | id |
    | characters, rouge1 … redundancy | float64 | metrics, NaN if not measured |
    | scored_by | string | how they were computed; empty for a run that was not evaluated |
    """
    rows = graph.scores(corpus)
    names = dict.fromkeys(("characters", *SCORE_COLUMNS, *(name for row in rows for name in row)))
    by_metric = {
        name: pd.Series([row[name] for row in rows], dtype=_NUMBER)
        for name in names
        if name not in ("run", "scored_by")
    }
    named = _frame(run=[row["run"] for row in rows], scored_by=[row["scored_by"] or "" for row in rows])
    return pd.DataFrame({"run": named["run"], **by_metric, "scored_by": named["scored_by"]})


def sentences(narrative: Narrative) -> pd.DataFrame:
    """One row for each sentence of a narrative, with its source.

    | column | dtype | meaning |
    | --- | --- | --- |
    | text | string | the sentence |
    | passage | int64 | index of its passage, from 0 |
    | event, title | string | its event; empty for an extract outside any event |
    | source, source_title | string | its source |
    | reference | string | the citation |
    | version | string | id; empty for a title |
    | time, moment | string, datetime | when the account was given |
    | edits | string | the editor's changes to the event, in words |
    | role | string | `base`, `inline`, `note`, `quote` or `title` |
    | start, end | int64 | where it is in the version, else in the running text of its source or in the title |
    """
    found = narrative.sentences
    return _frame(
        **_columns(
            found, "text", "passage", "event", "title", "source", "source_title", "reference", "version", "time"
        ),
        moment=_moments([s.time for s in found]),
        edits=_joined(s.edits for s in found),
        **_columns(found, "role", "start"),
        end=[s.start + len(s.text) for s in found],
    )


def edges(graph: Graph, corpus: str | None = None, kind: str = "before") -> pd.DataFrame:
    """One row for each edge of a kind, `before` or `same_event`, in declared order of its ends.

    | column | dtype | meaning |
    | --- | --- | --- |
    | a, b | string | the ids of the two versions, the earlier in the timeline (or of the source named earlier) first |
    | weight | float64 | similarity of their texts, from the profile's floor to 1; scaled up in large events |
    """
    if kind not in EDGE_KINDS:
        raise InputError(f"no edges of kind {kind!r}{nearest(kind, EDGE_KINDS)}; known kinds: {', '.join(EDGE_KINDS)}")
    ids, found = reading.stable(
        graph.store,
        corpus,
        lambda entry: (
            [version.id for version in reading.versions(graph.store, entry)],
            reading.edges(graph.store, kind, entry),
        ),
    )
    return _frame(
        a=[ids[i] for i in found.a.tolist()], b=[ids[i] for i in found.b.tolist()], weight=found.weight.tolist()
    )


def facts(graph: Graph, corpus: str | None = None, policy: str = NONE) -> pd.DataFrame:
    """One row for each side of a contested fact, in timeline order, without those that a person dismissed.

    Contradictions are found first if they have not been yet. `policy` says which sides are preferred.

    | column | dtype | meaning |
    | --- | --- | --- |
    | fact | string | id of the fact |
    | event, kind, key | string | its event, and what the sides disagree about |
    | tier, rule | string | `confident` or `possible`, and the rule that found it |
    | score | float64 | for sorting within a tier |
    | value, text | string | the value in a normal form, and the words |
    | version, source | string | ids |
    | start, end | int64 | where the words are in the version |
    | hedged, firsthand | bool | whether the account estimates, and whether it has no mark of hearsay |
    | preferred | bool | whether the side is preferred |
    | because | string | why it is, in a word |
    | decision, why | string | what a person decided, and the reason |
    """
    found = graph.conflicts(corpus, policy=policy, model="any")
    rows = [(fact, index, side) for fact in found.open_facts for index, side in enumerate(fact.sides)]
    sides = [side for _, _, side in rows]
    versions = [found.versions[side.version] for side in sides]
    return _frame(
        fact=[fact.id for fact, _, _ in rows],
        event=[found.events[fact.event].id for fact, _, _ in rows],
        **_columns([fact for fact, _, _ in rows], "kind", "key", "tier", "rule", "score"),
        **_columns(sides, "value"),
        text=[found.words(side) for side in sides],
        version=[version.id for version in versions],
        source=[version.source for version in versions],
        **_columns(sides, "start", "end", "hedged", "firsthand"),
        preferred=[index in fact.preferred for fact, index, _ in rows],
        because=[fact.because if index in fact.preferred else "" for fact, index, _ in rows],
        decision=[fact.decided for fact, _, _ in rows],
        why=[fact.why for fact, _, _ in rows],
    )


def _frame(**columns: Sequence[Any] | pd.Series) -> pd.DataFrame:
    """A frame with dtypes by column name, also if it has no rows."""
    return pd.DataFrame({name: pd.Series(values, dtype=_DTYPES.get(name, _TEXT)) for name, values in columns.items()})


def _choices(run: Run, corpus: Corpus) -> Iterator[tuple[str, str, str, str, float]]:
    before = -1
    for event, version, _, _, _, role, score in run.spans.rows():
        if role == BASE and event != before:
            before = event
            selected = corpus.versions[version]
            yield run.id, corpus.events[event].id, selected.id, selected.source, score
        elif role == TITLE:
            yield run.id, corpus.events[event].id, "", "", nan


def _corpus(graph: Graph, corpus: str | None) -> Corpus:
    return reading.stable(graph.store, corpus, lambda entry: reading.corpus(graph.store, entry))


def _columns(values: Sequence[object], *names: str) -> dict[str, list[Any]]:
    return {name: [getattr(value, name) for value in values] for name in names}


def _joined(several: Iterable[Sequence[str]]) -> list[str]:
    return ["; ".join(texts) for texts in several]


def _numbers(written: Iterable[str]) -> list[float]:
    return [float(number) if number else nan for number in written]


def _moments(times: Sequence[str]) -> pd.Series:
    """The start of each time."""
    starts = np.array([start_of(time) for time in times], dtype=np.float64)
    within = (starts >= _FIRST) & (starts < _END)
    moments = np.full(len(starts), np.datetime64("NaT"), dtype="datetime64[us]")
    moments[within] = np.round(starts[within] * 1e6).astype(np.int64).astype("datetime64[us]")
    return pd.Series(moments).dt.tz_localize("UTC")
