"""Edges against naive loops, on corpora with several versions of one account, silent events and terse sources."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.load import build
from taeg.build.pairs import Pairs, before, same_event
from taeg.model.profile import AUDITED, PROFILES, PUBLISHED, Profile
from tests.unit.builders import story

Account = tuple[int, int]
"""Place of the event, place of the source."""

accounts = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), min_size=1, max_size=25)


def columns(told: list[Account]) -> tuple[np.ndarray, np.ndarray]:
    table = np.array(told, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def tied(pairs: Pairs) -> list[tuple[int, int]]:
    a, b = pairs
    assert a.dtype == b.dtype == np.int64
    return list(zip(a.tolist(), b.tolist(), strict=True))


def naive_own_source(told: list[Account]) -> set[tuple[int, int]]:
    found = set()
    for i, (event, source) in enumerate(told):
        later = [e for e, s in told if s == source and e > event]
        for j, account in enumerate(told):
            if later and account == (min(later), source):
                found.add((i, j))
    return found


def naive_next_event(told: list[Account]) -> set[tuple[int, int]]:
    return {
        (i, j) for i, (event, _) in enumerate(told) for j, (following, _) in enumerate(told) if following == event + 1
    }


NAIVE = {"own-source": naive_own_source, "next-event": naive_next_event}


@given(accounts)
def test_same_event_is_every_pair_of_an_event(told: list[Account]) -> None:
    event, _ = columns(told)
    found = tied(same_event(event))
    assert sorted(found) == [(i, j) for i, j in combinations(range(len(told)), 2) if told[i][0] == told[j][0]]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@given(told=accounts)
def test_before_is_what_two_plain_loops_find(profile: Profile, told: list[Account]) -> None:
    found = tied(before(*columns(told), profile))
    assert len(found) == len(set(found))
    assert set(found) == NAIVE[profile.before](told)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@given(told=accounts, data=st.data())
def test_the_order_of_rows_changes_no_edge(profile: Profile, told: list[Account], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(told))))
    shuffled = [told[i] for i in order]
    renamed = Counter((order[i], order[j]) for i, j in tied(before(*columns(shuffled), profile)))
    assert renamed == Counter(tied(before(*columns(told), profile)))
    event, other = columns(told)[0], columns(shuffled)[0]
    renamed = Counter(frozenset((order[i], order[j])) for i, j in tied(same_event(other)))
    assert renamed == Counter(map(frozenset, tied(same_event(event))))


SILENT_BETWEEN = [(0, 0), (0, 1), (2, 0), (3, 0), (3, 1)]
"""Nobody tells event 1; source 1 leaves out event 2 as well."""


def test_a_silent_event_breaks_the_chain_of_next_events() -> None:
    assert sorted(tied(before(*columns(SILENT_BETWEEN), PUBLISHED))) == [(2, 3), (2, 4)]


def test_a_silent_event_does_not_break_a_sources_own_chain() -> None:
    assert sorted(tied(before(*columns(SILENT_BETWEEN), AUDITED))) == [(0, 2), (1, 4), (2, 3)]


def test_several_versions_of_one_account_are_all_tied() -> None:
    told = [(0, 0), (0, 0), (1, 0), (1, 0), (1, 1)]
    assert sorted(tied(before(*columns(told), AUDITED))) == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert sorted(tied(same_event(columns(told)[0]))) == [(0, 1), (2, 3), (2, 4), (3, 4)]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("told", [[], [(3, 1)]], ids=["none", "one"])
def test_what_stands_alone_is_tied_to_nothing(profile: Profile, told: list[Account]) -> None:
    assert tied(before(*columns(told), profile)) == []
    assert tied(same_event(columns(told)[0])) == []


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_a_corpus_is_tied_as_its_profile_says(profile: Profile) -> None:
    graph = build(story(profile=profile))
    expected = {(0, 2), (1, 3)} if profile is AUDITED else {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert set(tied((graph.before.a, graph.before.b))) == expected
    assert tied((graph.same_event.a, graph.same_event.b)) == [(0, 1), (2, 3)]
