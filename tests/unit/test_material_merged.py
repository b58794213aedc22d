"""Material put together: what does not go together is told, and what only one says holds."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from taeg.model.arrange import NO_LANGUAGE, UNNAMED, arrange, merge, original, without
from taeg.model.corpus import AUDITED, BY_ROW, GIVEN, PUBLISHED, Event, Source
from tests.unit.material_made import account, material, timeline
from tests.unit.refusals import refusal


def test_the_same_account_twice_is_refused() -> None:
    twice = [account("ann", "sail", place="a.csv:2"), account("ann", "sail", place="a.csv:7")]
    expected = "a.csv:7: the same account stands there twice (first: a.csv:2); remove one"
    assert refusal(lambda: arrange(material(*twice))) == expected
    named = [replace(twice[0], id="a1"), replace(twice[1], id="a2")]
    assert len(arrange(material(*named)).versions) == 2, "who gives each an id of its own means it"
    assert refusal(lambda: arrange(material(named[0], twice[1]))) == expected


def test_an_id_given_twice_is_refused() -> None:
    twice = [account("ann", "sail", id="a1", place="a.csv:2"), account("bob", "storm", id="a1", place="b.csv:3")]
    expected = "b.csv:3: version 'a1' is given twice (first: a.csv:2); give each its own id"
    assert refusal(lambda: arrange(material(*twice))) == expected


def test_an_event_that_the_timeline_does_not_have_is_refused() -> None:
    told = [account("ann", "sial", place="a.csv:2"), account("ann", "wreck", place="a.csv:3")]
    events = timeline(["sail", "storm"])
    assert refusal(lambda: arrange(material(told[0], events=events))) == (
        "a.csv:2: event 'sial' is not in the timeline; did you mean 'sail'?"
    )
    assert refusal(lambda: arrange(material(told[1], events=events))) == (
        "a.csv:3: event 'wreck' is not in the timeline; "
        "add it to the timeline (a table beside the accounts), or correct it"
    )


def test_an_event_that_a_timeline_does_not_have_cannot_be_added_either() -> None:
    base = original(arrange(material(account("ann", "sail"), events=timeline(["sail", "storm"]))))
    added = original(arrange(material(account("bob", "wreck"))))
    expected = (
        "event 'wreck' is not in the timeline; add it to the timeline (a table beside the accounts), or correct it"
    )
    assert refusal(lambda: arrange(merge(base, added))) == expected
    assert refusal(lambda: arrange(merge(added, base))) == expected


def test_a_new_event_in_rows_alone_cannot_be_placed() -> None:
    base = original(arrange(material(account("ann", "sail"), account("ann", "storm"))))
    added = original(arrange(material(account("bob", "sail", "Bob."), account("bob", "wreck", "Bob."))))
    assert refusal(lambda: arrange(merge(base, added))) == (
        "nothing says where 'wreck' belongs among the other events; give an order or a time, or a timeline"
    )
    known = replace(added, accounts=added.accounts[:1])
    assert arrange(merge(base, known)).timeline == BY_ROW


def test_an_order_of_rows_gives_way_to_a_timeline() -> None:
    base = original(arrange(material(account("ann", "sail"), account("ann", "storm"))))
    added = material(account("bob", "sail", "Bob."), events=timeline(["storm", "sail"]))
    made = arrange(merge(base, added))
    assert (made.timeline, [e.id for e in made.events]) == (GIVEN, ["storm", "sail"])
    assert [e.title for e in made.events] == ["Storm", "Sail"]


BASE = material(
    account("ann", "sail", "One.", id="a1"),
    account("ann", "storm", "Two."),
    sources=[Source("ann", "Ann", author="A. B.", date="1912", rank=1, text="All.")],
    events=[Event("sail", "Sail", "Monday", "Harbour", "Left.", "1912", "1"), Event("storm", "Storm", position="2")],
    language="en",
    title="A voyage",
    licence="CC0",
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"title": "Another"},
            "the corpus in the graph has the title 'A voyage', what is added 'Another'; make them agree",
        ),
        ({"licence": "MIT"}, "the corpus in the graph has the licence 'CC0', what is added 'MIT'; make them agree"),
        ({"language": "de"}, "the corpus in the graph has the language 'en', what is added 'de'; make them agree"),
        (
            {"profile": PUBLISHED},
            "the corpus in the graph has profile 'audited', what is added 'published'; give --profile audited",
        ),
    ],
    ids=["title", "licence", "language", "profile"],
)
def test_what_two_say_differently_of_the_whole_is_told(change: dict[str, Any], message: str) -> None:
    assert refusal(lambda: merge(BASE, replace(BASE, **change))) == message


@pytest.mark.parametrize(
    ("field", "theirs"),
    [("title", "Other"), ("text", "Else."), ("author", "X"), ("date", "1913"), ("rank", 2)],
)
def test_what_two_say_differently_of_a_source_is_told(field: str, theirs: str | int) -> None:
    said: dict[str, Any] = {field: theirs}
    other = replace(BASE.sources[0], origin="corpus.yaml:3", **said)
    ours = getattr(BASE.sources[0], field)
    assert refusal(lambda: merge(BASE, replace(BASE, sources=(other,)))) == (
        f"corpus.yaml:3: source 'ann' has the {field} {str(ours)!r} in the graph and {str(theirs)!r} in what is added; "
        "make them agree, or ingest the whole corpus anew"
    )


@pytest.mark.parametrize(
    ("field", "theirs"),
    [
        ("title", "Other"),
        ("day", "Tuesday"),
        ("location", "Sea"),
        ("gold_text", "X"),
        ("time", "1913"),
    ],
)
def test_what_two_say_differently_of_an_event_is_told(field: str, theirs: str) -> None:
    said: dict[str, Any] = {field: theirs}
    other = replace(BASE.events[0], **said)
    message = refusal(lambda: merge(BASE, replace(BASE, events=(other,))))
    assert message.startswith(
        f"event 'sail' has the {field.replace('_', ' ')} {getattr(BASE.events[0], field)!r} in the graph and {theirs!r}"
    )


def test_two_timelines_whose_places_differ_are_not_put_together() -> None:
    moved = (replace(BASE.events[0], position="3"),)
    strange = (replace(BASE.events[0], id="calm"),)
    for events in (moved, strange):
        message = refusal(partial(merge, BASE, replace(BASE, events=events)))
        assert "do not agree in which place events have" in message


def test_what_is_there_with_another_place_is_told() -> None:
    base = material(replace(account("ann", "sail"), position="1"))
    added = material(replace(account("ann", "sail"), position="2"))
    assert "is in the graph with another position" in refusal(lambda: merge(base, added))


def test_the_same_words_under_two_ids_can_be_added_again() -> None:
    twice = [replace(account("ann", "sail"), id=name) for name in ("a1", "a2")]
    assert len(merge(material(*twice), material(*twice)).accounts) == 2


def test_names_that_differ_in_case_alone_are_told_when_added() -> None:
    message = refusal(lambda: merge(material(account("ann", "sail")), material(account("Ann", "sail", "x."))))
    assert message == "source 'Ann' differs from 'ann' in case alone; write both alike"


def test_a_version_with_other_words_is_told() -> None:
    other = replace(BASE.accounts[0], text="Another.", origin="a.csv:2")
    assert refusal(lambda: merge(BASE, replace(BASE, accounts=(other,)))) == (
        "a.csv:2: version 'a1' is in the graph with other words; give the new one an id of its own, or ingest the "
        "whole corpus anew without --add"
    )


def test_all_that_contradicts_is_counted() -> None:
    other = replace(BASE, title="Another", licence="MIT", sources=(replace(BASE.sources[0], author="X"),))
    assert "(2 more: run `taeg check` for the full list)" in refusal(lambda: merge(BASE, other))


def test_what_only_one_says_holds() -> None:
    silent = material(*BASE.accounts, sources=[Source("ann", "")], events=[Event("sail", "", declared=False)])
    assert (silent.language, silent.profile) == (NO_LANGUAGE, AUDITED)
    for whole in (merge(BASE, silent), merge(silent, BASE)):
        assert arrange(whole) == arrange(BASE)


def test_an_account_with_an_id_is_the_one_without() -> None:
    named = BASE.accounts[0]
    for one, other in ((named, replace(named, id=UNNAMED)), (replace(named, id=UNNAMED), named)):
        whole = merge(replace(BASE, accounts=(one,)), replace(BASE, accounts=(other,)))
        assert whole.accounts == (one,)
    another = merge(BASE, replace(BASE, accounts=(replace(named, id="a2"),)))
    assert [a.id for a in another.accounts] == ["a1", UNNAMED, "a2"], "another id is another account"


def test_where_an_account_stands_in_its_file_stays() -> None:
    rows = [replace(account("ann", "sail", f"{i}."), order_in_source=i) for i in (1, 2)]
    more = [replace(account("ann", "sail", "3."), order_in_source=1), account("ann", "sail", "4.")]
    whole = merge(material(*rows), material(*more, replace(account("bob", "sail"), order_in_source=1)))
    assert [a.order_in_source for a in whole.accounts] == [1, 2, 1, 0, 1]


def test_a_row_with_an_order_goes_into_a_numbered_timeline() -> None:
    base = original(arrange(material(account("ann", "sail"), events=timeline(["sail", "storm"]))))
    wreck = replace(account("bob", "wreck"), position="1.5")
    added = original(arrange(material(wreck, account("bob", "sail", "b.")), part=True))
    whole = arrange(merge(base, added))
    assert [event.id for event in whole.events] == ["sail", "wreck", "storm"]
    assert [event.id for event in arrange(without(original(whole), "bob")).events] == ["sail", "storm"]


def test_a_part_need_not_say_where_its_events_belong() -> None:
    accounts = [replace(account("ann", "sail"), position="1"), account("ann", "storm")]
    assert "where 'storm' belongs" in refusal(lambda: arrange(material(*accounts)))
    assert [event.id for event in arrange(material(*accounts), part=True).events] == ["sail", "storm"]
