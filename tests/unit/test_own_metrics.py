"""Metrics and strategies of the user: how they are named, selected and refused."""

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from eval.benchmark import System, published_systems, systems
from eval.metrics import METRICS, score, score_events, select
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.metric import Metric, event_metric
from eval.statistics import BETTER, WORSE, Pairing, compare
from taeg.base.errors import InputError
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import highest
from tests.unit.test_metrics import GOLD, TEXTS, candidate_of, voyage

DEFAULT = [name for name in METRICS if name != "bertscore"]


def shortest(arrays: Arrays) -> Spans:
    return highest(arrays, [-len(text) for text in arrays.texts()])


def jaccard(text: str, reference: str) -> float:
    ours, theirs = set(text.split()), set(reference.split())
    return len(ours & theirs) / len(ours | theirs)


LENGTH = Metric("length", 1, lambda candidate: float(len(candidate.text)), lambda _: "length|characters")


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ((), DEFAULT),
        ((...,), DEFAULT),
        ((..., jaccard), [*DEFAULT, "jaccard"]),
        ((jaccard, "tau", "rougeL"), ["rougeL", "tau", "jaccard"]),
        ((jaccard,), ["jaccard"]),
        ((LENGTH, event_metric(jaccard, title="words in common")), ["length", "words in common"]),
        ((..., "bertscore", "tau"), list(METRICS)),
    ],
)
def test_metrics_are_selected(wanted: tuple[object, ...], names: list[str]) -> None:
    assert list(select(wanted)) == names  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("rouge", "unknown metric 'rouge'; did you mean 'rouge1'?; known metrics: rouge1, "),
        (lambda text, reference: 1.0, "a metric is a function with a name, defined with def, not <function"),
        (partial(jaccard, "x"), "a metric is a function with a name"),
        (3, "a metric is a function with a name, defined with def, not 3"),
        (event_metric(jaccard, title="rougeL"), "there is a metric 'rougeL' already; give yours another name"),
        (event_metric(jaccard, title="characters"), "there is a metric 'characters' already"),
        (event_metric(len, title="jaccard"), "there is a metric 'jaccard' already"),
        ("no_such_module:f", "there is no module 'no_such_module'"),
    ],
)
def test_metrics_that_cannot_be_used(wanted: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        select([jaccard, wanted])  # type: ignore[list-item]
    assert says in str(caught.value)


def test_metrics_are_imported_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_metrics.py").write_text(
        "from taeg import event_metric\n\ndef same(text, reference):\n    return text == reference\n\n"
        "other = event_metric(same, title='other', direction=-1)\nnumber = 3\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    found = select(["own_metrics:same", "own_metrics:other"])
    assert [(name, metric.direction) for name, metric in found.items()] == [("same", 1), ("other", -1)]
    with pytest.raises(InputError, match="has no function 'number'"):
        select(["own_metrics:number"])


def test_a_function_of_texts_is_averaged_over_the_evaluated_events() -> None:
    longest, wanted = candidate_of(voyage(), "longest"), select([jaccard])
    values = [jaccard(TEXTS[event][0], GOLD[event]) for event in GOLD]
    assert score_events(longest, wanted)["jaccard"].tolist() == values
    assert score(longest, wanted) == {"jaccard": pytest.approx(np.mean(values))}
    assert score(longest, wanted, score_events(longest, wanted)) == {"jaccard": pytest.approx(np.mean(values))}
    assert score(candidate_of(voyage(), "lexrank"), wanted) == {}, "extracts are not selected for an event"
    subject = Subject(voyage())
    silent = Candidate(subject, Narrative("", "", subject.corpus.profile, ()), np.full(4, -1, dtype=np.int64))
    assert score(silent, wanted) == {"jaccard": 0.0}


def test_a_signature_identifies_the_function() -> None:
    [metric] = select([jaccard]).values()
    name, _, how = metric.signature(Subject(voyage())).partition("|")
    assert name == "jaccard"
    assert how.startswith(f"mean over evaluated events of {__name__}.jaccard, source sha256:")
    in_c = event_metric(max, title="max").signature(Subject(voyage()))  # type: ignore[arg-type]
    assert in_c == "max|mean over evaluated events of builtins.max"


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda text, reference: 1 / 0, r"metric 'own' failed: ZeroDivisionError: .*test_own_metrics.py, line \d+\)"),
        (lambda text: 1.0, "metric 'own' failed: TypeError"),
        (lambda text, reference: "much", "metric 'own' failed: ValueError"),
        (lambda text, reference: float("nan"), "metric 'own' returned nan; it must return a finite number"),
    ],
)
def test_errors_of_metrics_are_reported(function: object, says: str) -> None:
    wanted = select([event_metric(function, title="own")])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=says):
        score(candidate_of(voyage(), "longest"), wanted)


def test_lower_values_may_be_better() -> None:
    low, high = np.zeros(40), np.ones(40)
    found = compare(
        [Pairing("low", "high", "errors", low, high, direction=-1), Pairing("low", "high", "hits", low, high)]
    )
    assert [verdict.verdict for verdict in found] == [BETTER, WORSE]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ((...,), [system.name for system in published_systems()]),
        ((..., "taeg", shortest), [*(system.name for system in published_systems()), "shortest"]),
        (("longest", "lexrank", "random"), ["longest", "lexrank-750", "random"]),
        ((System("taeg, damping .5", "taeg", ({"damping": 0.5},)), "lexrank-750"), ["taeg, damping .5", "lexrank-750"]),
    ],
)
def test_strategies_are_selected(wanted: tuple[object, ...], names: list[str]) -> None:
    found = systems(wanted, 7)  # type: ignore[arg-type]
    assert [system.name for system in found] == names
    assert {len(system.parameters) for system in found if system.name == "random"} <= {7}


def longest(arrays: Arrays) -> Spans:
    return shortest(arrays)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("longst", "unknown strategy 'longst'; known are lexrank"),
        (lambda arrays: highest(arrays, arrays.chars), "a strategy is a function with a name"),
        (longest, "there is a strategy 'longest' already; give yours another name"),
        (System("shortest", "longest"), "there is a strategy 'shortest' already"),
    ],
)
def test_strategies_that_cannot_be_used(wanted: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        systems([shortest, wanted])  # type: ignore[list-item]
    assert says in str(caught.value)
