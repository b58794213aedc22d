"""Strategies compared with plain loops, scikit-learn and dense matrices; parameters; functions of the user."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf, isfinite, nan
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from taeg.base.errors import InputError
from taeg.consolidate import arrays as arrays_module
from taeg.consolidate import strategies
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.sentences import Sentence
from taeg.consolidate.spans import Parameter, Spans
from taeg.consolidate.strategies import STRATEGIES, TITLES, apply, centrality, highest, resolved, strategy
from tests.unit.builders import GivenReader, Tie, arrays, arrays_of

EVENTS = 6
Account = tuple[int, int, str, float]
"""Event, source, text and time of a version."""
words = st.lists(st.sampled_from(["dawn", "harbour", "wave", "left", "us", "a", "Dawn,", "-"]), max_size=6)
texts = words.map(" ".join)
accounts = st.lists(
    st.tuples(st.integers(0, EVENTS - 1), st.integers(0, 3), texts, st.sampled_from([-inf, 1.0, 2.0, 2.5])),
    max_size=16,
).map(lambda rows: sorted(rows, key=lambda row: (*row[:2], row[3])))
"""In declared order. Some events have one version, none, or only versions without text."""
CHOOSING = [name for name in STRATEGIES if name not in ("lexrank", "fuse")]
"""Those that select from numbers alone; fusion needs texts."""
SHAPE = [(0, 0, 10), (0, 1, 30), (0, 2, 20), (1, 0, 5), (1, 2, 5), (3, 1, 0), (3, 2, 1), (4, 0, 0)]
"""(event, source, characters) of eight versions: event 2 has none, event 4 no text."""


def seen(rows: list[Account]) -> Arrays:
    return arrays_of([row[:3] for row in rows], EVENTS, all_times=[row[3] for row in rows])


def selected(name: str, held: Arrays, **parameters: Parameter) -> list[int]:
    function = strategy(name)
    spans, _ = apply(name, function, held, resolved(name, function, parameters))
    return spans.selected(held.events).tolist()


def best(rows: list[Account], key: Callable[[int], Any]) -> list[int]:
    """For each event the version with text that has the smallest key."""
    candidates = [[i for i, row in enumerate(rows) if row[0] == event and row[2]] for event in range(EVENTS)]
    return [min(found, key=key) if found else -1 for found in candidates]


@given(accounts, st.data())
def test_highest_equals_a_plain_loop(rows: list[Account], data: st.DataObject) -> None:
    scores = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(rows), max_size=len(rows)))
    spans = highest(seen(rows), np.array(scores))
    assert spans.selected(EVENTS).tolist() == best(rows, lambda i: (-scores[i], rows[i][1], i))
    for _, version, source, start, end, role, score in spans.rows():
        assert (source, start, end) == (rows[version][1], 0, len(rows[version][2]))
        assert (role, score) == ("base", scores[version])


@given(accounts)
def test_longest_and_latest_equal_plain_loops(rows: list[Account]) -> None:
    assert selected("longest", seen(rows)) == best(rows, lambda i: (-len(rows[i][2]), rows[i][1], i))
    if any(isfinite(time) for *_, time in rows):
        assert selected("latest", seen(rows)) == best(rows, lambda i: (-rows[i][3], rows[i][1], -i))


@pytest.mark.parametrize("times", [(), [-inf, -inf]], ids=["none", "unknown"])
def test_latest_needs_a_time(times: list[float]) -> None:
    message = "^latest: no version of this corpus has a time; add times, or use another strategy$"
    with pytest.raises(InputError, match=message):
        strategy("latest")(arrays([(0, 0, 7), (0, 1, 7)], 1, all_times=times))


@given(accounts, st.integers(0, 1000))
def test_random_draws_once_for_each_event_with_text(rows: list[Account], seed: int) -> None:
    chance, expected = Random(seed), []
    for event in range(EVENTS):
        found = [i for i, row in enumerate(rows) if row[0] == event and row[2]]
        expected.append(found[chance.randrange(len(found))] if found else -1)
    assert selected("random", seen(rows), seed=seed) == expected


def test_random_is_uniform_and_seeded() -> None:
    crowd = arrays([(event, source, 5) for event in range(4000) for source in range(4)], 4000)
    assert selected("random", crowd) == selected("random", crowd, seed=0) != selected("random", crowd, seed=3)
    assert abs(np.bincount(np.array(selected("random", crowd, seed=3)) % 4) - 1000).max() < 150, "five deviations"


ORDERS = {"": "abcd", "d": "dabc", "c,a": "cabd", " d , c,b ,a": "dcba", "b,,": "bacd", "a,a": "abcd"}


@given(accounts, st.sampled_from(list(ORDERS)))
def test_priority_selects_the_first_source_with_text(rows: list[Account], order: str) -> None:
    expected = best(rows, lambda i: (ORDERS[order].index("abcd"[rows[i][1]]), i))
    assert selected("priority", seen(rows), order=order) == expected


def test_priority_of_an_unknown_source_is_refused() -> None:
    known = arrays_of([(0, 0, "x"), (0, 1, "y")], 1, source_ids=("ann", "bob"))
    with pytest.raises(InputError, match=r"^priority: unknown source 'amy'; the sources are: ann, bob$"):
        selected("priority", known, order="bob,amy")


def mean_similarity(given_texts: list[str]) -> list[float]:
    """Mean cosine of each text to the others, with TF-IDF fitted on these texts; 1 for a single text."""
    count = len(given_texts)
    if count == 1:
        return [1.0]
    try:
        cosine = cosine_similarity(TfidfVectorizer().fit_transform(given_texts))
    except ValueError:  # no text has a word
        return [0.0] * count
    return [(cosine[i].sum() - cosine[i, i]) / (count - 1) for i in range(count)]


@given(accounts, st.integers(1, 60))
def test_centroid_equals_a_loop_over_events_in_any_batches(rows: list[Account], most: int) -> None:
    scores = [0.0] * len(rows)
    for event in range(EVENTS):
        found = [i for i, row in enumerate(rows) if row[0] == event and row[2]]
        for i, score in zip(found, mean_similarity([rows[i][2] for i in found]) if found else [], strict=True):
            scores[i] = round(score, 9)
    held = seen(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays_module, "CHARACTERS_AT_ONCE", most)
        spans = strategy("centroid")(held)
    assert spans.selected(EVENTS).tolist() == best(rows, lambda i: (-scores[i], rows[i][1], i))
    assert spans.score.tolist() == pytest.approx([scores[i] for i in spans.version.tolist()], abs=1.1e-9)
    whole = [[row[2] for row in rows if row[0] == event] for event in range(EVENTS)]
    for start, stop in cast(GivenReader, held.reader).reads:
        batch = [row[2] for row in rows[start:stop]]
        assert sum(map(len, batch)) <= most or batch in whole or not batch[0], "only a single event may be larger"


TIES = [(0, 2, 7), (0, 0, 7), (0, 1, 7), (1, 1, 0), (1, 2, 3), (2, 0, 0)]


@pytest.mark.parametrize("name", [name for name in CHOOSING if name != "random"])
def test_ties_go_to_the_first_source_and_empty_texts_are_never_selected(name: str) -> None:
    """Node 3 is the most central, and has no text; event 2 has no text at all."""
    tied = [(0, 1, 0.3), (0, 2, 0.3), (1, 2, 0.3), (3, 4, 0.9)]
    assert selected(name, arrays(TIES, 3, [(3, 5, 0.9)], tied)) == [1, 4, -1]


BEFORE: list[Tie] = [(0, 3, 0.9), (3, 6, 0.8), (1, 4, 0.1), (5, 8, 0.2)]
SAME_EVENT: list[Tie] = [(1, 2, 0.9), (4, 5, 0.7), (7, 8, 0.6), (0, 1, 0.1)]
NINE = [(event, source, 10) for event in range(3) for source in range(3)]


def test_taeg_selects_the_most_central_version() -> None:
    star: list[Tie] = [(0, 2, 0.6), (1, 2, 0.6), (3, 4, 0.5)]
    held = arrays(SHAPE, 5, before=[(2, 4, 0.4)], same_event=star)
    assert selected("taeg", held) == [2, 4, -1, 6, -1]
    assert centrality(held).mean() == pytest.approx(1.0, abs=1e-8)


def test_ablations_omit_one_kind_of_edges() -> None:
    both = arrays(NINE, 3, BEFORE, SAME_EVENT)
    alone = {
        "taeg-no-before": arrays(NINE, 3, same_event=SAME_EVENT),
        "taeg-no-same-event": arrays(NINE, 3, before=BEFORE),
    }
    for name, rest in alone.items():
        assert strategy(name)(both).equals(strategy("taeg")(rest))
        assert strategy(name)(both).score.tolist() != strategy("taeg")(both).score.tolist()
    assert selected("taeg-no-before", both) != selected("taeg-no-same-event", both)


@pytest.mark.parametrize("name", strategies.RANKED)
def test_parameters_of_centrality(name: str) -> None:
    both = arrays(NINE, 3, BEFORE, SAME_EVENT)
    assert selected(name, both, damping=0.0) == [0, 3, 6]
    for wrong in ({"damping": 1.01}, {"damping": -0.1}, {"damping": nan}, {"tolerance": 0.0}, {"max_steps": 0}):
        with pytest.raises(InputError, match=r"^taeg needs a damping from 0 to 1"):
            selected(name, both, **wrong)


RING: list[Tie] = [(a, b, 0.1 * (1 + min(a - b, 8 - a + b))) for a in range(8) for b in range(a)]
"""Eight equivalent nodes, connected by their distance on a ring."""


@given(st.permutations(RING))
def test_rounding_errors_decide_no_tie(ties: list[Tie]) -> None:
    held = arrays([(0, source, 7) for source in range(8)], 1, same_event=ties)
    assert selected("taeg", held) == [0]
    assert len(set(centrality(held).tolist())) == 1


SENTENCES = [
    "We left the harbour at dawn.",
    "The harbour was behind us by dawn, by dawn!",
    "12 ... 3rd",
    "Waves as high as houses.",
    "WE LEFT THE HARBOUR",
    "A b c.",
    "Don't wake the ship's old-fashioned cook.",
    "dont fear the cook",
]


def quoting(lines: list[str]) -> Arrays:
    ends = np.cumsum([len(line) + 1 for line in lines]).tolist()
    sentences = [Sentence(0, -1, end - len(line) - 1, end - 1, line) for line, end in zip(lines, ends, strict=True)]
    return arrays([], 1, all_sentences=sentences)


def count_neighbours(lines: list[str], threshold: float) -> list[int]:
    """For each line the number of lines, itself included, with a term-frequency cosine above the threshold."""
    split = [re.findall(r"[a-z0-9-]+", line.lower().replace("'", "")) for line in lines]
    kept = [[w for w in line if len(w) > 1 and re.fullmatch(r"[a-z-]*[a-z][a-z-]*", w)] for line in split]
    vocabulary = sorted({word for line in kept for word in line})
    table = np.array([[line.count(word) for word in vocabulary] for line in kept], dtype=float)
    table = table.reshape(len(lines), len(vocabulary))
    norms = np.outer(np.linalg.norm(table, axis=1), np.linalg.norm(table, axis=1))
    cosine = np.divide(table @ table.T, norms, out=np.zeros_like(norms), where=norms > 0)
    np.fill_diagonal(cosine, 1.0)
    return (cosine > threshold).sum(axis=1).tolist()


@given(
    st.lists(st.one_of(st.sampled_from(SENTENCES), texts), max_size=15),
    st.sampled_from([0.0, 0.03, 0.37]),
    st.integers(-1, 5),
    st.integers(1, 20),
)
def test_lexrank_quotes_the_sentences_with_most_neighbours(
    lines: list[str], threshold: float, ties: int, size: int
) -> None:
    scores = count_neighbours(lines, threshold)
    places = list(range(len(lines)))
    if ties >= 0:
        Random(ties).shuffle(places)
    ranked = sorted(range(len(lines)), key=lambda i: (-scores[i], -places[i]))[:size]
    held = quoting(lines)
    quotes = strategy("lexrank")(held, size=size, threshold=threshold, ties=ties)
    found = [held.sentences[i] for i in ranked]
    assert list(quotes.rows()) == [
        (-1, -1, 0, s.start, s.end, "quote", scores[i]) for s, i in zip(found, ranked, strict=True)
    ]


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": -5}, {"threshold": 1.0}, {"threshold": -0.1}], ids=str)
def test_parameters_of_lexrank_out_of_range(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match=r"^lexrank needs a size of at least 1 and a threshold"):
        strategy("lexrank")(quoting(SENTENCES), **wrong)


def test_unknown_strategies_are_refused() -> None:
    assert all(strategy(name) is function and function.__doc__ for name, function in STRATEGIES.items())
    assert TITLES.keys() == STRATEGIES.keys()
    with pytest.raises(InputError) as caught:
        strategy("shortest")
    known = f"unknown strategy 'shortest'; known are {', '.join(STRATEGIES)}"
    assert str(caught.value) == f"{known}, or your own function as module:function"


@pytest.mark.parametrize(
    ("name", "parameters", "problem"),
    [
        ("taeg", {"dampign": 0.5}, "strategy 'taeg' has no parameter 'dampign'; it has: damping, tolerance, max_steps"),
        ("longest", {"damping": 0.5}, "strategy 'longest' has no parameter 'damping'; it has: none"),
        ("taeg", {"damping": "half"}, "parameter 'damping' of strategy 'taeg' must be a number, as its default 0.85"),
        ("taeg", {"max_steps": 1.5}, "'max_steps' of strategy 'taeg' must be a whole number, as its default 1000"),
        ("priority", {"order": 3}, "parameter 'order' of strategy 'priority' must be text, as its default ''"),
    ],
)
def test_wrong_parameters_are_refused(name: str, parameters: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=f"{problem}$"):
        resolved(name, strategy(name), parameters)


def spans_of(**changed: object) -> Spans:
    return Spans.of(
        **{"event": [0, 1], "version": [1, 3], "source": [1, 0], "start": 0, "end": 5, "role": "base", "score": 1.0}
        | changed
    )


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (None, "NoneType, not Spans; end it with: return highest"),
        (spans_of(version=[1, 99]), "version indices must lie between -1 and 7"),
        (spans_of(event=[0, 5]), "event indices must lie between -1 and 4"),
        (spans_of(source=[1, 8]), "source indices must lie between -1 and 7"),
        (spans_of(event=[0, 3]), "a version is given for an event that it does not tell"),
        (spans_of(start=9), "each span must have 0 <= start <= end"),
        (spans_of(end=999), "end within its version"),
        (spans_of(role="chorus"), "the roles are: base, inline, note, contested, quote, title"),
        (spans_of(event=[1, 0], version=[3, 1]), "successive parts of one version"),
        (spans_of(score=np.nan), "each score must be a finite number"),
    ],
)
def test_wrong_results_are_refused(result: object, problem: str) -> None:
    with pytest.raises(InputError, match=f"^strategy 'mine' returned .*{problem}"):
        apply("mine", lambda _: result, arrays(SHAPE, events=5), {})


def test_a_strategy_may_count_how_often_its_rules_decided() -> None:
    decided = apply(
        "mine", lambda _: (spans_of(), {"editor": 1, "longest": 0, "latest": 2}), arrays(SHAPE, events=5), {}
    )
    assert decided[1] == {"decided": "editor 1, latest 2"}


def test_editor_choices_replace_those_of_a_strategy() -> None:
    edited = replace(arrays(SHAPE, events=5), editor={0: 2, 1: 4})
    spans = strategy("longest")(edited)
    assert (spans.version.tolist(), spans.score.tolist()) == ([2, 4, 6], [20, 5, 1])
    assert apply("mine", lambda _: spans_of(), edited, {})[0].version.tolist() == [2, 4]
    quotes = spans_of(role="quote")
    assert apply("mine", lambda _: quotes, edited, {})[0].equals(quotes)


OWN_MODULE = """
import numpy as np
from taeg.consolidate.strategies import highest

def shortest(arrays, *, least=1):
    return highest(arrays, -np.maximum(arrays.chars, least).astype(float))

def failing(arrays):
    return arrays.lengths

def unset(arrays, *, least):
    return None

def reserved(arrays, *, part=""):
    return None

number = 3
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of a user in the current folder."""
    (tmp_path / "own_strategies.py").write_text(OWN_MODULE)
    (tmp_path / "broken_strategies.py").write_text("def f(:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def run(name: str, **parameters: int) -> Spans:
    function = strategy(name)
    return apply(name, function, arrays(SHAPE, events=5), resolved(name, function, parameters))[0]


@pytest.mark.usefixtures("own_module")
def test_a_function_is_imported_from_the_current_folder() -> None:
    assert run("own_strategies:shortest", least=2).version.tolist() == [0, 3, 6]


@pytest.mark.usefixtures("own_module")
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no_such_module:f", "there is no module 'no_such_module': neither installed nor a file no_such_module.py"),
        ("broken_strategies:f", "cannot import module 'broken_strategies': SyntaxError"),
        ("own_strategies:shorter", "has no function 'shorter'; did you mean 'shortest'"),
        ("own_strategies:number", "has no function 'number'"),
        ("own_strategies:failing", r"failed: AttributeError: .*own_strategies.py, line 9"),
        ("own_strategies:unset", "parameter 'least' of strategy 'own_strategies:unset' has no default"),
        ("own_strategies:reserved", "has a parameter 'part', which is reserved"),
    ],
)
def test_problems_of_own_functions_are_reported(name: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        run(name)
