"""Copies, corrections and the latest values of the news example, against its truth."""

import csv
from collections import defaultdict
from datetime import datetime
from pathlib import Path

import pytest

from taeg.conflicts import amendments, copies
from taeg.conflicts.plain_values import plain_values
from taeg.conflicts.settling import settle
from taeg.conflicts.values import Account, Amendment, Copy, Fact, Side, Standing

NEWS = Path(__file__).parents[2] / "examples" / "news"


def rows(name: str) -> list[dict[str, str]]:
    with (NEWS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


REPORTS = rows("reports.csv")
STORIES = [row["event"] for row in rows("timeline.csv")]
OUTLETS = list(dict.fromkeys(row["outlet"] for row in REPORTS))


@pytest.fixture(scope="module")
def accounts() -> list[Account]:
    return [
        Account(
            number,
            STORIES.index(row["story"]),
            OUTLETS.index(row["outlet"]),
            row["body"],
            datetime.fromisoformat(row["published"]).timestamp(),
            number + 1,
        )
        for number, row in enumerate(REPORTS)
    ]


@pytest.fixture(scope="module")
def events(accounts: list[Account]) -> list[list[Account]]:
    found = defaultdict(list)
    for account in accounts:
        found[account.event].append(account)
    return list(found.values())


@pytest.fixture(scope="module")
def found_copies(events: list[list[Account]]) -> list[Copy]:
    return [copy for event in events for copy in copies.find(event)]


@pytest.fixture(scope="module")
def found_amendments(events: list[list[Account]]) -> list[Amendment]:
    return [amendment for event in events for amendment in amendments.find(event, "en")]


def test_copies(found_copies: list[Copy]) -> None:
    truth = {(row["from"], row["value"]) for row in rows("truth.csv") if row["what"] == "repeats"}
    found = {(REPORTS[copy.version]["id"], REPORTS[copy.original]["id"]) for copy in found_copies}
    assert len(truth) == 14
    assert len(found & truth) >= 13
    assert found <= truth


def test_amended_reports(found_amendments: list[Amendment]) -> None:
    found = {(REPORTS[a.version]["id"], REPORTS[a.amended]["id"]) for a in found_amendments}
    assert found >= {
        ("agency-014", "agency-011"),
        ("agency-016", "agency-015"),
        ("agency-019", "agency-017"),
        ("agency-021", "agency-009"),
        ("agency-022", "agency-020"),
        ("agency-025", "agency-010"),
        ("agency-027", "agency-026"),
        ("agency-029", "agency-028"),
        ("agency-033", "agency-032"),
        ("courier-012", "courier-005"),
        ("live-009", "live-008"),
    }


def test_latest_values(accounts: list[Account], found_copies: list[Copy], found_amendments: list[Amendment]) -> None:
    standings = [Standing(account.source, account.time, account.source) for account in accounts]
    right = total = 0
    for fact, truth in given_facts(accounts):
        (settled,) = settle([fact], "latest", standings, found_copies, found_amendments)
        total += 1
        right += bool(settled.preferred) and settled.sides[settled.preferred[0]].value == truth
    assert total == 17
    assert right == 17


def given_facts(accounts: list[Account]) -> list[tuple[Fact, str]]:
    """Return the facts of the truth of which all values are of one kind, with the values that stood in the end."""
    values = defaultdict(list)
    for row in rows("truth.csv"):
        found = plain_values(row["value"], "en")
        values[row["event"], row["what"]].append((found[0] if found else None, row["revised_by"]))
    facts = []
    for (story, what), pairs in values.items():
        shown = {(value.kind, value.value) for value, _ in pairs if value}
        if what in ("repeats", "keeps", "retracts") or any(value is None for value, _ in pairs):
            continue
        if len(shown) < 2 or len({kind for kind, _ in shown}) > 1:
            continue
        sides = []
        for account in accounts:
            if account.event == STORIES.index(story):
                given = [value for value in plain_values(account.text, "en") if (value.kind, value.value) in shown]
                sides += [Side(account.version, value.start, value.end, value.value) for value in given[:1]]
        truth = next(value.value for value, revised in pairs if value and not revised)
        facts.append((Fact("0", STORIES.index(story), "count", what, "confident", 1.0, "", tuple(sides)), truth))
    return facts
