"""What `taeg.model.arrange` and `taeg.model.timeline` do to a corpus in memory, done by the database of a spool.

Accounts are checked and named, events found, titled and put in order, versions put into declared order. The tests
compare the outcome with that of the same tables read into memory. Not for corpora whose order nothing tells: those of
a few thousand rows are ordered as they are told, which needs all of them at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ingest.spool import Spool
from taeg.base.errors import InputError, Problems, quoted
from taeg.base.progress import Progress, advance, begin
from taeg.model.corpus import BY_ORDER, BY_TIME, GIVEN, Event, Source
from taeg.model.timeline import MENTIONED, UNREAD, as_told, nowhere

EVENTS = 5_000
"""Events that are put in order between two words of progress."""
TOLD = 20
"""Events, accounts or names with a fault of one kind that are told, each once: one slip can stand in many rows."""

_BY_NUMBER = """
SELECT id, 0, 0, 0 FROM event ORDER BY number(position), natural_key(id)"""
_BY_SPAN = """
SELECT id, 0, 0, 0 FROM event ORDER BY start, stop, number(position), natural_key(id)"""
_BY_FIRST_TIME = """
SELECT id, start, stop, zoned FROM event ORDER BY start, stop, natural_key(id)"""
_FIRST_TIMES = """
UPDATE event SET (start, stop, zoned) =
  (SELECT start, stop, zoned FROM account WHERE event = event.id AND start IS NOT NULL
   ORDER BY start, stop, zoned LIMIT 1)"""
_FIRST_POSITIONS = """
UPDATE event SET (position, place) =
  (SELECT coalesce(max(position), ''), coalesce(max(place), event.place) FROM
    (SELECT position, place FROM account WHERE event = event.id AND position <> '' ORDER BY position = ?, n LIMIT 1))"""
_LAST_POSITIONS = """
UPDATE event SET position = coalesce(
  (SELECT position FROM account WHERE event = event.id AND position <> '' ORDER BY n DESC LIMIT 1), '')
WHERE NOT declared"""
_UNLIKE_POSITIONS = """
SELECT account.event, account.position, account.place, event.position, event.place, min(account.n)
FROM account JOIN event ON event.id = account.event
WHERE account.position NOT IN ('', ?) AND number(account.position) <> number(event.position)
GROUP BY account.event ORDER BY min(account.n) LIMIT ?"""
_SPELT_SOURCES = """
SELECT max(source), min(source), max(place) FROM (SELECT source, min(place) AS place FROM account GROUP BY source)
GROUP BY folded(source) HAVING count(*) > 1 LIMIT ?"""
_SPELT_EVENTS = """
SELECT max(event), min(event), max(place) FROM (SELECT event, min(place) AS place FROM account GROUP BY event)
GROUP BY folded(event) HAVING count(*) > 1 LIMIT ?"""
_WITHOUT_ORDER = "SELECT id, place FROM event WHERE position = '' ORDER BY rowid LIMIT ?"
_WITHOUT_TIME = "SELECT id, place FROM event WHERE start IS NULL ORDER BY rowid LIMIT ?"
_DECLARED_WITHOUT_ORDER = "SELECT id, place FROM event WHERE declared AND position = '' LIMIT ?"
_DECLARED_WITHOUT_TIME = "SELECT id, place FROM event WHERE declared AND time = '' LIMIT ?"
_STRANGE = """
SELECT event, place, min(n) FROM account
WHERE event IN (SELECT id FROM event WHERE NOT declared) AND (position = '' OR NOT ?)
GROUP BY event ORDER BY min(n) LIMIT ?"""
_NUMBERED = """
SELECT EXISTS(SELECT 1 FROM event WHERE position <> '')
   AND NOT (NOT EXISTS(SELECT 1 FROM event WHERE time = '') AND EXISTS(SELECT 1 FROM event WHERE position = ''))"""
_HAPPENING = """
INSERT INTO happening
SELECT ?, e.id,
       CASE WHEN e.declared OR e.title <> '' THEN coalesce(nullif(e.title, ''), e.id)
            ELSE coalesce((SELECT title FROM account WHERE event = e.id AND title <> ''
                           GROUP BY title ORDER BY count(*) DESC, natural_key(title) LIMIT 1), e.id) END,
       e.day, e.location, e.reference, e.time, CASE WHEN ? OR e.declared THEN e.position ELSE '' END, e.declared
FROM event e WHERE e.id = ?"""
_VERSIONS = """
INSERT INTO version
SELECT ? + row_number() OVER (ORDER BY h.ord, t.ord, a.start, a.id) - 1, a.id, a.event, a.source, h.ord, t.ord,
       a.reference, a.time, a.start, a.title, a.position, a.language, a.telling, a.text
FROM happening h
CROSS JOIN (SELECT CASE WHEN own OR name NOT IN (SELECT name FROM shared) THEN name
                        ELSE name || '#' || lower(substr(hex(words), 1, 8)) END AS id, * FROM account) a
  ON a.event = h.id
JOIN teller t ON t.id = a.source
WHERE h.ord >= ? AND h.ord < ?
ORDER BY 1"""


def check(spool: Spool, timeline: bool, problems: Problems) -> None:
    """Find what is told twice or spelt in two ways; within a step, after all accounts are in."""
    spool.run("CREATE INDEX account_event ON account(event)")
    spool.run("CREATE TABLE shared(name TEXT PRIMARY KEY)")
    spool.run("INSERT INTO shared SELECT name FROM account GROUP BY name HAVING count(*) > 1")
    twice = """SELECT max(place), min(place) FROM account GROUP BY words HAVING count(*) > 1 AND min(own) = 0 LIMIT ?"""
    for place, first in spool.rows(twice, TOLD):
        problems.fault(f"the same account stands there twice (first: {first}); remove one", place)
    owned = """SELECT name, max(place), min(place) FROM account WHERE own AND name IN (SELECT name FROM shared)
               GROUP BY name HAVING count(*) > 1 LIMIT ?"""
    for name, place, first in spool.rows(owned, TOLD):
        problems.fault(f"version {name!r} is given twice (first: {first}); give each its own id", place)
    _spelt_alike(spool, _SPELT_SOURCES, "source", problems)
    if not timeline:
        _spelt_alike(spool, _SPELT_EVENTS, "event", problems)


def _spelt_alike(spool: Spool, question: str, what: str, problems: Problems) -> None:
    for name, other, place in spool.rows(question, TOLD):
        problems.fault(
            f"{what} {quoted(name, 80)} differs from {quoted(other, 80)} in case alone; write both alike", place
        )


def find_events(spool: Spool, problems: Problems) -> str:
    """Find the events that accounts tell, and say where their order comes from; within a step."""
    declared = spool.value("SELECT count(*) FROM event")
    spool.run(
        "INSERT INTO event SELECT event, '', '', '', '', '', NULL, NULL, NULL, '', 0, place "
        "FROM (SELECT event, place, min(n) AS n FROM account GROUP BY event) "
        "WHERE event NOT IN (SELECT id FROM event) ORDER BY n"
    )
    if declared:
        _place_others(spool, problems)
        numbered = _numbered(spool)
        for event, place in spool.rows(_DECLARED_WITHOUT_ORDER if numbered else _DECLARED_WITHOUT_TIME, TOLD):
            what = "an order" if numbered else "a time"
            problems.fault(f"event {event!r} has neither its place nor {what} in the timeline; give it", place)
        return GIVEN
    if spool.value("SELECT EXISTS(SELECT 1 FROM account WHERE position <> '')"):
        spool.run(_FIRST_POSITIONS, UNREAD)
        for event, other, place, first, before, _ in spool.rows(_UNLIKE_POSITIONS, UNREAD, TOLD):
            problems.fault(
                f"event {event!r} has the order {other} here and {first} in {before}; make them agree", place
            )
        _all_placed(spool, _WITHOUT_ORDER, "an order", problems)
        return BY_ORDER
    if spool.value("SELECT EXISTS(SELECT 1 FROM account WHERE start IS NOT NULL)"):
        spool.run(_FIRST_TIMES)
        _all_placed(spool, _WITHOUT_TIME, "a time", problems)
        return BY_TIME
    if problems.faulty:
        return BY_ORDER  # what would say so may stand in a row that is at fault
    raise InputError(
        "nothing says when things happened, and a corpus of this size is not put in the order of its rows; give the "
        "accounts an 'order' or a 'time', or the corpus a timeline"
    )


def refer(spool: Spool, said: Iterable[tuple[str, str, str]], *, of_all: bool, problems: Problems) -> None:
    """Put in what the reference says of events, each with its place; within a step, after the events.

    Where not all sources are taken, or not all rows could be read, it may tell of events that nobody tells.
    """
    spool.run("CREATE TABLE said(n INTEGER PRIMARY KEY, event TEXT, place TEXT, text TEXT)")
    spool.database.executemany("INSERT INTO said(event, text, place) VALUES(?, ?, ?)", said)
    spool.run("CREATE INDEX said_event ON said(event)")
    for event, place, first in spool.rows(
        "SELECT event, max(place), min(place) FROM said GROUP BY event HAVING count(*) > 1 LIMIT ?", TOLD
    ):
        problems.fault(f"event {quoted(event, 80)} stands twice in the reference (first: {first}); keep one", place)
    strange = "SELECT event, place FROM said WHERE event NOT IN (SELECT id FROM event) LIMIT ?"
    for event, place in spool.rows(strange, TOLD if of_all else 0):
        problems.fault(
            f"event {quoted(event, 80)} of the reference is told by nobody; correct the name, or take it out", place
        )
    spool.run("UPDATE event SET reference = coalesce((SELECT text FROM said WHERE said.event = event.id LIMIT 1), '')")
    spool.run("DROP TABLE said")


def put_in_order(spool: Spool, basis: str, sources: Sequence[Source], progress: Progress = lambda _: None) -> None:
    """Give events and versions their places, and let go of what they were made of; within a step."""
    events = spool.value("SELECT count(*) FROM event")
    accounts = spool.value("SELECT count(*) FROM account")
    begin(progress, "order", events + accounts)
    spool.run(
        "CREATE TABLE happening(ord INTEGER PRIMARY KEY, id TEXT UNIQUE, title TEXT, day TEXT, location TEXT, "
        "reference TEXT, time TEXT, position TEXT, declared INTEGER)"
    )
    given = basis == GIVEN
    for place, event in enumerate(_events_in_order(spool, basis)):
        spool.run(_HAPPENING, place, given, event)
        if (place + 1) % EVENTS == 0:
            advance(progress, EVENTS)
    advance(progress, events % EVENTS)
    spool.run("CREATE TABLE teller(id TEXT PRIMARY KEY, ord INTEGER)")
    spool.database.executemany("INSERT INTO teller VALUES(?, ?)", ((s.id, i) for i, s in enumerate(sources)))
    # the text comes last: who asks for an id or a number need not read over it
    spool.run(
        "CREATE TABLE version(ord INTEGER PRIMARY KEY, id TEXT, event TEXT, source TEXT, event_ord INTEGER, "
        "source_ord INTEGER, reference TEXT, time TEXT, start REAL, title TEXT, position TEXT, language TEXT, "
        "telling INTEGER, text TEXT)"
    )
    done = 0
    for start in range(0, events, EVENTS):
        before, done = done, done + spool.run(_VERSIONS, done, start, start + EVENTS)
        advance(progress, done - before)
    doubled = spool.rows("SELECT id FROM version GROUP BY id HAVING count(*) > 1 LIMIT 1")
    for (name,) in doubled:
        raise InputError(f"version {name!r} is given twice; give each its own id")
    spool.run("DROP TABLE account")
    spool.run("DROP TABLE event")
    spool.run("DROP TABLE shared")


def _events_in_order(spool: Spool, basis: str) -> Iterator[str]:
    if basis == BY_ORDER or (basis == GIVEN and _numbered(spool)):
        return (row[0] for row in spool.rows(_BY_NUMBER))
    if basis == GIVEN:
        return (row[0] for row in spool.rows(_BY_SPAN))
    return _by_time(spool)


def _by_time(spool: Spool) -> Iterator[str]:
    """By their first times; those of one time as they are told at one moment."""
    for _, group in groupby(spool.rows(_BY_FIRST_TIME), key=lambda row: row[1:]):
        events = [row[0] for row in group]
        if len(events) > 1:
            told = """SELECT source, time, event FROM account
                      WHERE event IN (SELECT id FROM tied) AND telling > 0
                      ORDER BY telling, natural_key(source), natural_key(event), n"""
            spool.run("CREATE TEMP TABLE IF NOT EXISTS tied(id TEXT PRIMARY KEY)")
            spool.database.executemany("INSERT INTO tied VALUES(?)", ((event,) for event in events))
            rows = (((source, time), event) for source, time, event in spool.rows(told))
            events = [event.id for event in as_told([Event(event, "") for event in events], rows)]
            spool.run("DELETE FROM tied")
        yield from events


def _numbered(spool: Spool) -> bool:
    """Whether a timeline goes by its numbers, and not by its times."""
    return bool(spool.value(_NUMBERED))


def _place_others(spool: Spool, problems: Problems) -> None:
    """Events that a timeline does not have stand where the last account that says so puts them."""
    numbered = not spool.value("SELECT EXISTS(SELECT 1 FROM event WHERE declared AND position = '')")
    if numbered:
        spool.run(_LAST_POSITIONS)
    for event, place, _ in spool.rows(_STRANGE, numbered, TOLD):
        problems.fault(
            f"event {event!r} is not in the timeline; add it to the timeline (a table beside the accounts), or "
            "correct it",
            place,
        )


def _all_placed(spool: Spool, question: str, what: str, problems: Problems) -> None:
    lost = [] if problems.faulty else list(spool.rows(question, MENTIONED + 1))  # it may stand in a row at fault
    if lost:
        problems.fault(nowhere([event for event, _ in lost], what), lost[0][1])
