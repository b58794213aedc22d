"""Strategies on corpora small enough to know the answer."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import InputError
from taeg.consolidate.lexrank import DAMPING, MAX_STEPS, TOLERANCE
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import (
    STRATEGIES,
    Arrays,
    apply,
    centrality,
    highest,
    longest,
    resolved,
    strategy,
    taeg,
)
from tests.unit.builders import Tie, arrays

TOLD = [
    (0, 0, 10),
    (0, 1, 30),
    (0, 2, 20),
    (1, 0, 5),
    (1, 2, 5),
    (3, 1, 0),
    (3, 2, 1),
    (4, 0, 0),
]
"""(event, source, characters): event 2 is told by nobody, event 4 without words, event 1 by two of one length."""

QUOTING = {"lexrank"}
CHOOSING = [name for name in STRATEGIES if name not in QUOTING]
TYING = [name for name in CHOOSING if name != "random"]
"""Those in which versions can tie; chance knows no ties."""


def chosen(name: str, given_arrays: Arrays) -> list[int]:
    return selected(strategy(name)(given_arrays), given_arrays)


def selected(spans: Spans, given_arrays: Arrays) -> list[int]:
    return spans.selected(given_arrays.events).tolist()


def test_longest_takes_most_characters() -> None:
    spans = longest(arrays(TOLD, events=5))
    assert list(spans.rows()) == [
        (0, 1, 1, 0, 30, "base", 30.0),
        (1, 3, 0, 0, 5, "base", 5.0),
        (3, 6, 2, 0, 1, "base", 1.0),
    ]


def test_taeg_takes_the_most_central() -> None:
    star: list[Tie] = [(0, 2, 0.6), (1, 2, 0.6), (3, 4, 0.5)]
    onward: list[Tie] = [(2, 4, 0.4)]
    held = arrays(TOLD, 5, before=onward, same_event=star)
    assert taeg(held).version.tolist() == [2, 4, 6]
    assert centrality(held).mean() == pytest.approx(1.0, abs=1e-8)


def test_taeg_uses_both_kinds_of_edges() -> None:
    towards_0, towards_1 = [(0, 3, 0.9)], [(1, 4, 0.9)]
    assert taeg(arrays(TOLD, 5, before=towards_1)).version[0] == 1
    assert taeg(arrays(TOLD, 5, same_event=towards_1)).version[0] == 1
    assert taeg(arrays(TOLD, 5, before=towards_0, same_event=towards_1)).version[0] == 0


def test_taeg_passes_its_parameters_on() -> None:
    ties = [(1, 2, 0.6), (2, 3, 0.6)]
    assert taeg(arrays(TOLD, 5, before=ties)).version[0] == 2
    assert taeg(arrays(TOLD, 5, before=ties), damping=0.0).version[0] == 0


@pytest.mark.parametrize("name", TYING)
def test_ties_go_to_the_first_source(name: str) -> None:
    three_alike = arrays([(0, 0, 7), (0, 1, 7), (0, 2, 7)], 1, same_event=[(0, 1, 0.3), (0, 2, 0.3), (1, 2, 0.3)])
    assert chosen(name, three_alike) == [0]


@pytest.mark.parametrize("name", TYING)
def test_ties_go_to_the_first_source_in_whatever_order_the_versions_come(name: str) -> None:
    three_alike = arrays([(0, 2, 7), (0, 0, 7), (0, 1, 7)], 1, same_event=[(0, 1, 0.3), (0, 2, 0.3), (1, 2, 0.3)])
    assert chosen(name, three_alike) == [1]


@pytest.mark.parametrize("name", [name for name in TYING if name != "latest"])
def test_ties_within_a_source_go_to_the_first_version(name: str) -> None:
    assert chosen(name, arrays([(0, 1, 7), (0, 1, 7)], 1)) == [0]


def at(times: Sequence[float], accounts: Sequence[tuple[int, int, int]], events: int = 1) -> Arrays:
    return arrays(accounts, events, all_times=times)


def test_latest_takes_the_most_recent_account() -> None:
    told = at([5.0, 7.0, 6.0, 1.0, 2.0, 9.0, -3.0, 9.0], TOLD, events=5)
    assert chosen("latest", told) == [1, 4, -1, 6, -1]


def test_latest_takes_an_account_without_time_only_where_there_is_no_other() -> None:
    told = at([-inf, -1e12, -inf, -inf], [(0, 0, 7), (0, 1, 7), (1, 1, 7), (1, 2, 7)], events=2)
    assert chosen("latest", told) == [1, 2]


def test_latest_takes_of_one_source_the_last_version() -> None:
    assert chosen("latest", at([4.0, 4.0, 4.0], [(0, 1, 7), (0, 1, 7), (0, 1, 0)])) == [1]
    assert chosen("latest", at([-inf, -inf, 4.0], [(0, 1, 7), (0, 1, 7), (1, 0, 7)], 2)) == [1, 2]


def test_latest_prefers_the_first_source_however_often_another_tells() -> None:
    """A later account of one source does not become more recent than the moment it was given."""
    often = [(0, 0, 7), *[(0, 1, 7)] * 50]
    assert chosen("latest", at([4.0] * 51, often)) == [0]
    assert chosen("latest", at([4.0, 3.0, 4.0], often[:3])) == [0]
    assert chosen("latest", at([5.0] + [4.0] * 50, often)) == [0]
    assert chosen("latest", at([4.0] + [5.0] * 50, often)) == [50]


@pytest.mark.parametrize("times", [(), [-inf, -inf]], ids=["none", "unknown"])
def test_latest_needs_a_time(times: Sequence[float]) -> None:
    with pytest.raises(InputError) as caught:
        strategy("latest")(at(times, [(0, 0, 7), (0, 1, 7)]))
    expected = "latest: no version of this corpus has a time; add times, or use another strategy"
    assert str(caught.value) == expected


timed = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 1), st.sampled_from([-inf, 1.0, 2.0, 2.5])),
    min_size=1,
    max_size=16,
)


@given(timed)
def test_latest_is_what_a_plain_loop_finds(rows: list[tuple[int, int, int, float]]) -> None:
    rows = sorted(rows, key=lambda row: (*row[:2], row[3]))
    if not any(isfinite(when) for *_, when in rows):
        return

    def best(event: int) -> int:
        told = [(when, -source, i) for i, (e, source, chars, when) in enumerate(rows) if e == event and chars]
        return max(told)[2] if told else -1

    found = chosen("latest", at([when for *_, when in rows], [row[:3] for row in rows], events=4))
    assert found == [best(event) for event in range(4)]


RING: list[Tie] = [(a, b, 0.1 * (1 + min(a - b, 8 - a + b))) for a in range(8) for b in range(a)]
"""Eight nodes, each tied to all others by their distance on a ring: all alike, but for the order of their sums."""


@given(st.permutations(RING))
def test_the_last_bits_of_a_sum_decide_no_tie(ties: list[Tie]) -> None:
    held = arrays([(0, source, 7) for source in range(8)], 1, same_event=ties)
    assert taeg(held).version.tolist() == [0]
    assert len(set(centrality(held).tolist())) == 1


@pytest.mark.parametrize("name", CHOOSING)
def test_a_version_without_text_is_never_chosen(name: str) -> None:
    """Node 0 is the most central of all, and has no words."""
    hub = arrays([(0, 0, 0), (0, 1, 3), (1, 0, 0), (1, 1, 4)], 2, [(0, 2, 0.9), (0, 3, 0.9)], [(0, 1, 0.9)])
    assert chosen(name, hub) == [1, 3]


@pytest.mark.parametrize("name", CHOOSING)
def test_events_without_text_get_no_version(name: str) -> None:
    silent = strategy(name)(arrays([(1, 0, 0), (1, 1, 0)], 3, same_event=[(0, 1, 0.05)]))
    assert len(silent) == 0


accounts = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0])), max_size=20
)


def best_by_hand(told: list[tuple[int, int, int, float]], event: int) -> int:
    candidates = [(-score, source, i) for i, (e, source, chars, score) in enumerate(told) if e == event and chars]
    return min(candidates)[2] if candidates else -1


@given(accounts)
def test_highest_is_what_a_plain_loop_finds(told: list[tuple[int, int, int, float]]) -> None:
    given_arrays: Arrays = arrays([(e, s, c) for e, s, c, _ in told], events=6)
    spans = highest(given_arrays, np.array([score for *_, score in told]))
    assert selected(spans, given_arrays) == [best_by_hand(told, event) for event in range(6)]


def test_the_table_names_each_strategy() -> None:
    assert list(STRATEGIES) == [
        "lexrank",
        "random",
        "priority",
        "centroid",
        "longest",
        "latest",
        "taeg",
        "taeg-no-before",
        "taeg-no-same-event",
    ]
    assert {"longest": longest, "taeg": taeg}.items() <= dict(STRATEGIES).items()
    assert all(strategy(name) is function for name, function in STRATEGIES.items())
    assert all(function.__doc__ for function in STRATEGIES.values())


def test_parameters_are_the_given_ones_and_the_defaults_of_the_rest() -> None:
    defaults = {"damping": DAMPING, "tolerance": TOLERANCE, "max_steps": MAX_STEPS}
    assert resolved("longest", longest, {}) == {}
    assert resolved("random", strategy("random"), {}) == {"seed": 0}
    assert resolved("priority", strategy("priority"), {"order": "b"}) == {"order": "b"}
    assert resolved("taeg", taeg, {}) == defaults == {"damping": 0.85, "tolerance": 1e-10, "max_steps": 1000}
    assert resolved("taeg", taeg, {"damping": 0.5}) == defaults | {"damping": 0.5}


def test_a_users_own_function_has_parameters_too() -> None:
    def shortest(arrays: Arrays, *, at_least: int = 1) -> Spans:
        return highest(arrays, -np.maximum(arrays.chars, at_least).astype(np.float64))

    assert resolved("shortest", shortest, {"at_least": 3}) == {"at_least": 3}
    with pytest.raises(InputError, match=r"^strategy 'shortest' has no parameter 'seed'; it has: at_least$"):
        resolved("shortest", shortest, {"seed": 3})


def test_an_unknown_strategy_is_told_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        strategy("shortest")
    known = f"unknown strategy 'shortest'; known strategies: {', '.join(STRATEGIES)}"
    assert str(caught.value) == f"{known}; or name a function of yours as module:function"


def test_an_unknown_parameter_is_told_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        resolved("taeg", taeg, {"dampign": 0.5})
    expected = "strategy 'taeg' has no parameter 'dampign'; it has: damping, tolerance, max_steps"
    assert str(caught.value) == expected
    with pytest.raises(InputError, match=r"^strategy 'longest' has no parameter 'damping'; it has: none$"):
        resolved("longest", longest, {"damping": 0.5})


@pytest.mark.parametrize(
    ("name", "key", "value", "kind"),
    [
        ("taeg", "damping", "half", "a number, as its default 0.85"),
        ("taeg", "max_steps", 1.5, "a whole number, as its default 1000"),
        ("taeg", "tolerance", "1e-9", "a number, as its default 1e-10"),
        ("random", "seed", "seven", "a whole number, as its default 0"),
        ("priority", "order", 3, "text, as its default ''"),
    ],
)
def test_a_parameter_of_another_kind_is_refused(name: str, key: str, value: float | str, kind: str) -> None:
    with pytest.raises(InputError) as caught:
        resolved(name, strategy(name), {key: value})
    assert str(caught.value) == f"parameter {key!r} of strategy {name!r} must be {kind}"


def test_a_whole_number_will_do_for_a_fraction() -> None:
    assert resolved("taeg", taeg, {"damping": 1})["damping"] == 1


@pytest.mark.parametrize(
    "parameters",
    [{"damping": 1.01}, {"damping": -0.1}, {"damping": float("nan")}, {"tolerance": 0.0}, {"max_steps": 0}],
    ids=str,
)
def test_a_parameter_out_of_range_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^taeg needs a damping from 0 to 1"):
        taeg(arrays(TOLD, events=5), **parameters)


# --- results of a user's own function --------------------------------------------------------------------------------


def spans_of(**changed: object) -> Spans:
    return Spans.of(
        **{"event": [0, 1], "version": [1, 3], "source": [1, 0], "start": 0, "end": 5, "role": "base", "score": 1.0}
        | changed
    )


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (None, "NoneType, not Spans; end it with: return highest"),
        ([1, 3], "list, not Spans"),
        (spans_of(version=[1, 99]), "version indices must lie between -1 and 7"),
        (spans_of(event=[0, 5]), "event indices must lie between -1 and 4"),
        (spans_of(source=[1, 8]), "source indices must lie between -1 and 7"),
        (spans_of(event=[0, 3]), "a version is given for an event that it does not tell"),
        (spans_of(start=9), "each span must have 0 <= start <= end"),
        (spans_of(role="chorus"), "the roles are: base, quote, title"),
        (spans_of(event=[1, 0], version=[3, 1]), "at most one base span for each event, in timeline order"),
        (spans_of(score=np.nan), "each score must be a finite number"),
    ],
)
def test_wrong_results_are_refused(result: object, problem: str) -> None:
    with pytest.raises(InputError, match=f"^strategy 'mine' returned .*{problem}"):
        apply("mine", lambda _: result, arrays(TOLD, events=5), {})


def test_editor_choices_replace_those_of_a_strategy() -> None:
    edited = replace(arrays(TOLD, events=5), editor={0: 2, 1: 4})
    assert [row[:2] for row in longest(edited).rows()] == [(0, 2), (1, 4), (3, 6)]
    assert longest(edited).score.tolist() == [20, 5, 1]
    assert apply("mine", lambda _: spans_of(), edited, {}).version.tolist() == [2, 4]
    quotes = spans_of(role="quote")
    assert apply("mine", lambda _: quotes, edited, {}).equals(quotes)


OWN_MODULE = """
import numpy as np
from taeg.consolidate.strategies import highest

def shortest(arrays, *, least=1):
    return highest(arrays, -np.maximum(arrays.chars, least).astype(float))

def failing(arrays):
    return arrays.lengths

def unset(arrays, *, least):
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


@pytest.mark.usefixtures("own_module")
def test_a_function_is_imported_from_the_current_folder() -> None:
    function = strategy("own_strategies:shortest")
    held = arrays(TOLD, events=5)
    spans = apply("own_strategies:shortest", function, held, resolved("own", function, {"least": 2}))
    assert spans.version.tolist() == [0, 3, 6]


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
    ],
)
def test_problems_of_own_functions_are_reported(name: str, problem: str) -> None:
    def run() -> Spans:
        function = strategy(name)
        return apply(name, function, arrays(TOLD, events=5), resolved(name, function, {}))

    with pytest.raises(InputError, match=problem):
        run()
