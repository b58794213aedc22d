"""DataFrames of a graph: equal to the graph, with the same types on both engines."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import eval
import ingest
import taeg
from taeg import Corpus, Event, InputError, Source, Version
from taeg.export import frames
from taeg.graph.scores import SCORE_COLUMNS
from taeg.model.corpus import Correction
from tests.integration import accounts

SCORES = ("characters", *SCORE_COLUMNS)
TEXT, MOMENT = "string", "datetime64[us, UTC]"
DTYPES = {
    frames.versions: {
        **dict.fromkeys(("version", "event", "source", "reference", "text"), TEXT),
        **{"characters": "int64", "gaps": TEXT, "time": TEXT, "moment": MOMENT, "title": TEXT, "position": "float64"},
        **{"language": TEXT, "telling": "int64", "told_of": TEXT, "excluded": "bool", "usable": "bool"},
    },
    frames.events: {
        **dict.fromkeys(("event", "title", "day", "location", "time"), TEXT),
        **{"moment": MOMENT, "versions": "int64", "sources": "int64", "reference": TEXT, "position": "float64"},
        **{"declared": "bool", "choice": TEXT, "made": "bool", "edits": TEXT},
    },
    frames.sources: {
        **{"source": TEXT, "title": TEXT, "author": TEXT, "date": TEXT, "moment": MOMENT},
        **{"versions": "int64", "events": "int64", "rank": "int64", "text": TEXT, "characters": "int64"},
    },
    frames.runs: {
        **{"run": TEXT, "strategy": TEXT, "parameters": TEXT, "created": TEXT, "moment": MOMENT},
        **dict.fromkeys(("passages", "chosen", "described", "quoted", "inserted", "noted", "contested"), "int64"),
        "signature": TEXT,
    },
    frames.choices: {"run": TEXT, "event": TEXT, "version": TEXT, "source": TEXT, "score": "float64"},
    frames.scores: {"run": TEXT, **dict.fromkeys(SCORES, "float64"), "scored_by": TEXT},
    frames.edges: {"a": TEXT, "b": TEXT, "weight": "float64"},
}
MADE_BY_RUNS = (frames.runs, frames.choices, frames.scores)


def dtypes(frame: pd.DataFrame) -> dict[str, str]:
    return {str(name): str(dtype) for name, dtype in frame.dtypes.items()}


def old_news() -> Corpus:
    """Times complete, partial, before the common era and absent; one source has two versions of an event."""
    return Corpus(
        "walls",
        (
            Source("scribe", "The scribe", "The wall fell.", author="Baruch", date="-0585-07", rank=1),
            Source("envoy", "The envoy", "A breach. The breach is wide.", date="1215"),
        ),
        (
            Event("siege", "The siege", time="-0587/-0585", position="1.5"),
            Event("breach", "The wall is breached", time="1215-06-15T12:30+02:00", position="2"),
            Event("after", "Nobody tells it", position="3"),
        ),
        (
            Version("s1", "siege", "scribe", "", "roll 1", gaps=("roll 1", "roll 2")),
            Version("s2", "breach", "scribe", "The wall fell.", "roll 3", language="he"),
            Version(
                "e1", "breach", "envoy", "A breach.", "letter 1", time="1215-06-16", title="breach", order_in_source=1
            ),
            Version("e2", "breach", "envoy", "The breach is wide.", "letter 2", time="1215-06", order_in_source=2),
        ),
    )


def test_versions_events_sources_and_edges_equal_the_graph(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(events=30, reference=True), graph)
        facts, read = graph.stats(), graph.read()
        versions, events, sources = (make(graph) for make in (frames.versions, frames.events, frames.sources))
        edges = {kind: frames.edges(graph, kind=kind) for kind in frames.EDGE_KINDS}
    corpus = read.corpus
    assert int(versions["usable"].sum()) == facts.versions_with_text
    assert events["event"].tolist() == [event.id for event in corpus.events]
    assert sources["source"].tolist() == [source.id for source in corpus.sources]
    columns = ["version", "event", "source", "reference", "text", "characters"]
    assert versions[columns].values.tolist() == [
        [v.id, v.event, v.source, v.citation, v.text, len(v.text)] for v in corpus.versions
    ]
    assert events["reference"].tolist() == [event.gold_text for event in corpus.events]
    assert int(events["versions"].sum()) == int(sources["versions"].sum()) == facts.versions
    assert events.query("versions == 0")["event"].tolist() == [untold.split()[0] for untold in facts.untold]
    for kind, found in edges.items():
        expected = read.edges[kind]
        assert found["weight"].tolist() == expected.weight.tolist()
        assert found["a"].tolist() == [corpus.versions[i].id for i in expected.a]
        assert found["b"].tolist() == [corpus.versions[i].id for i in expected.b]


def test_runs_choices_and_scores(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(reference=True), graph)
        narrative = graph.consolidate("longest")
        graph.consolidate("random", seed=3)
        quoted = graph.consolidate("lexrank", size=4)
        values, _ = eval.evaluate(graph, "longest", wanted=["rougeL", "accuracy"])
        made, chosen, scored = frames.runs(graph), frames.choices(graph), frames.scores(graph)
        recorded = {run.id: run for run in graph.runs()}
    assert made["run"].tolist() == scored["run"].tolist() == ["lexrank,size=4", "longest", "random,seed=3"]
    assert made["strategy"].tolist() == ["lexrank", "longest", "random"]
    assert made["parameters"].tolist()[1:] == ["{}", '{"seed": 3}']
    assert made["passages"].tolist() == [len(quoted.passages), len(narrative.passages), len(narrative.passages)]
    assert made["quoted"].tolist() == [len(quoted.passages), 0, 0]
    assert (made["moment"].dt.strftime("%Y-%m-%dT%H:%M:%S+00:00") == made["created"]).all()

    assert chosen["run"].unique().tolist() == ["longest", "random,seed=3"]
    longest = chosen[chosen["run"] == "longest"]
    for column in ("event", "version", "source"):
        assert longest[column].tolist() == [getattr(passage, column) for passage in narrative.passages]
    assert longest["score"].tolist() == recorded["longest"].spans.score.tolist()

    by_run = scored.set_index("run")
    assert by_run.loc["longest", "rougeL"] == values["rougeL"]
    assert by_run.loc["longest", "characters"] == len(narrative.text)
    assert by_run.loc["longest", "scored_by"].startswith("rougeL|")
    assert by_run["meteor"].isna().all()
    assert by_run.loc["random,seed=3", list(SCORES)].isna().all()
    assert by_run.loc["random,seed=3", "scored_by"] == ""


def test_title_only_is_a_choice_without_version(address: str) -> None:
    corpus = accounts.corpus(events=40, sources=1, seed=5, profile=taeg.PUBLISHED)
    with taeg.open(address) as graph:
        ingest.load(corpus, graph)
        narrative = graph.consolidate("taeg")
        [made] = frames.runs(graph).to_dict("records")
        chosen = frames.choices(graph)
    assert chosen["event"].tolist() == [event.id for event in corpus.events]
    assert chosen["version"].tolist() == [passage.version for passage in narrative.passages]
    silent = chosen["version"] == ""
    assert (chosen["source"] == "").tolist() == chosen["score"].isna().tolist() == silent.tolist()
    assert int(silent.sum()) == made["described"] > 0
    assert made["chosen"] + made["described"] == made["passages"] == 40


def test_sentences(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.correct(Correction("rename", "e2", title="The bell"))
        narrative = graph.consolidate("longest")
        edits = frames.events(graph).set_index("event")["edits"]
    found = frames.sentences(narrative)
    assert found["text"].tolist() == [sentence.text for sentence in narrative.sentences]
    for column in ("passage", "event", "title", "source", "source_title", "reference", "version", "time"):
        assert found[column].tolist() == [getattr(sentence, column) for sentence in narrative.sentences]
    assert found.query("edits != ''")["event"].tolist() == ["e2"]
    assert "The bell" in found.query("event == 'e2'")["title"].tolist()
    assert (found["edits"].to_numpy() == edits[found["event"]].to_numpy()).all()
    nothing = frames.sentences(type(narrative)("c", "r", taeg.AUDITED, ()))
    assert nothing.empty
    assert dtypes(nothing) == dtypes(found)


def test_dtypes_of_empty_frames(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(reference=True), graph)
        for make in MADE_BY_RUNS:
            assert make(graph).empty
            assert dtypes(make(graph)) == DTYPES[make]
        graph.consolidate("longest")
        eval.evaluate(graph, "longest", wanted=["rougeL"])
        for make, expected in DTYPES.items():
            frame = make(graph)
            assert not frame.empty
            assert dtypes(frame) == expected
            assert frame.index.tolist() == list(range(len(frame)))


def test_every_field_of_an_edited_corpus(address: str) -> None:
    def utc(*texts: str | None) -> list[pd.Timestamp]:
        return [pd.NaT if text is None else pd.Timestamp(text, tz="UTC") for text in texts]

    with taeg.open(address) as graph:
        ingest.load(old_news(), graph)
        graph.correct(Correction("exclude", "e1"), Correction("choose", "breach", other="s2"))
        versions, events, sources = (make(graph) for make in (frames.versions, frames.events, frames.sources))
    assert versions["version"].tolist() == ["s1", "s2", "e2", "e1"]
    assert versions["time"].tolist() == ["-0585-07", "-0585-07", "1215-06", "1215-06-16"]
    assert versions["moment"].tolist() == utc(None, None, "1215-06-01", "1215-06-16")
    assert versions["gaps"].tolist() == ["roll 1; roll 2", "", "", ""]
    assert versions["language"].tolist() == ["en", "he", "en", "en"]
    assert versions["telling"].tolist() == [0, 0, 2, 1]
    assert versions["excluded"].tolist() == [False, False, False, True]
    assert versions["usable"].tolist() == [False, True, True, False]
    assert np.isnan(versions["position"]).all()
    assert events["time"].tolist() == ["-0587/-0585", "1215-06-15T12:30+02:00", ""]
    assert events["moment"].tolist() == utc(None, "1215-06-15T10:30", None)
    assert events[["versions", "sources", "position"]].values.tolist() == [[1, 1, 1.5], [3, 2, 2.0], [0, 0, 3.0]]
    assert events["choice"].tolist() == ["", "s2", ""]
    assert events["edits"].tolist() == ["", "excluded by the editor: e1; chosen by the editor: s2", ""]
    assert sources[["source", "author", "rank", "versions", "events"]].values.tolist() == [
        ["scribe", "Baruch", 1, 2, 2],
        ["envoy", "", 0, 2, 1],
    ]
    assert sources["date"].tolist() == ["-0585-07", "1215"]
    assert sources["moment"].tolist() == utc(None, "1215-01-01")


def test_unknown_corpora_and_kinds_of_edges_are_refused(tmp_path: Path) -> None:
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        ingest.load(accounts.corpus(), graph)
        for make in DTYPES:
            with pytest.raises(InputError, match="did you mean 'harbour-audited'"):
                make(graph, "harbor-audited")
        with pytest.raises(InputError, match="did you mean 'same_event'"):
            frames.edges(graph, kind="same_events")


def test_help_does_not_import_pandas() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "taeg", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "taeg.cli" in done.stderr
    assert "pandas" not in done.stderr
    assert "taeg.export.frames" not in done.stderr
