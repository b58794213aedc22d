"""Moves that are suggested for a timeline that disagrees with its sources."""

from dataclasses import replace

from taeg.model.corpus import AUDITED, Corpus, Event, Source, Version
from taeg.model.corrections import apply
from taeg.model.moves import moves

TOLD = {"ann": "abcdef", "ben": "abcdef", "cyd": "abcdfe"}


def corpus(timeline: str, told: dict[str, str] = TOLD) -> Corpus:
    """Each source tells the events in the order of the letters."""
    versions = [
        Version(f"{source}-{event}", event, source, f"{source} on {event}.", order_in_source=number)
        for source, events in told.items()
        for number, event in enumerate(events, 1)
    ]
    sources = tuple(Source(source, source.title()) for source in told)
    return Corpus("case", sources, tuple(Event(e, e) for e in timeline), tuple(versions), profile=AUDITED)


def test_a_misplaced_event_is_found() -> None:
    [move] = moves(corpus("bcdaef"))
    assert (move.event, move.side, move.other, move.removed) == ("a", "before", "b", 9)
    assert move.evidence == ("Ann has it before 'b'", "Ben has it before 'b'", "Cyd has it before 'b'")
    moved = apply(corpus("bcdaef"), [move.correction])
    assert [event.id for event in moved.events] == list("abcdef")
    assert moves(moved) == ()


def test_a_move_is_shown_with_titles() -> None:
    titled = replace(corpus("bcdaef"), events=tuple(Event(e, f"Title {e}") for e in "bcdaef"))
    [move] = moves(titled)
    assert str(move) == "'Title a' before 'Title b'"
    assert move.evidence[0] == "Ann has it before 'Title b'"


def test_no_move_against_dates() -> None:
    days = {"b": "2024-05-02", "c": "2024-05", "d": "2024-05-03", "a": "2024-05-04", "e": "", "f": "2024-05-05T10:00"}
    dated = replace(corpus("bcdaef"), events=tuple(Event(e, e, time=days[e]) for e in "bcdaef"))
    assert moves(dated) == ()
    later = replace(dated, events=tuple(Event(e, e, time="" if e == "d" else days[e]) for e in "bcdaef"))
    assert [(move.event, move.side, move.other) for move in moves(later)] == [("a", "before", "c")]


def test_moves_follow_each_other() -> None:
    found = moves(corpus("efabcd"))
    order = corpus("efabcd")
    for move in found:
        order = apply(order, [move.correction])
    assert [event.id for event in order.events] == list("abcdef")


def test_a_single_look_back_is_no_reason() -> None:
    assert moves(corpus("abcdef")) == ()
    assert moves(corpus("a", {"ann": "a"})) == ()
