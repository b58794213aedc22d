"""Profiles: the two there are, and what they stand for."""

import pytest

from taeg.base.errors import InputError
from taeg.model.corpus import AUDITED, PROFILES, PUBLISHED, profile


def test_there_are_two() -> None:
    assert dict(PROFILES) == {"audited": AUDITED, "published": PUBLISHED}
    assert [profile(name) for name in PROFILES] == [AUDITED, PUBLISHED]


def test_what_the_published_code_does() -> None:
    assert PUBLISHED.before == "next-event"
    assert PUBLISHED.separator == " "
    assert PUBLISHED.describes_silent_events
    assert not PUBLISHED.reads_every_reference


def test_what_the_audited_profile_does() -> None:
    assert AUDITED.before == "own-source"
    assert AUDITED.separator == "\n\n"
    assert AUDITED.reads_every_reference
    assert not AUDITED.describes_silent_events


def test_both_have_the_floor_of_the_paper() -> None:
    assert AUDITED.floor == PUBLISHED.floor == 0.05


def test_an_unknown_profile_is_told_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"^unknown profile 'audit'; known profiles: audited, published$"):
        profile("audit")
