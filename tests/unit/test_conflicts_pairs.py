"""Invented pairs of accounts of one event: which of them are conflicts, and in which tier at most or at least."""

import pytest

from taeg.conflicts.detection import detect
from taeg.conflicts.parser import find_parser
from taeg.conflicts.values import CONFIDENT, POSSIBLE, Account, Conflict

ANY, NONE = "any", ""
PAIRS = [
    # counts
    ("Two men got out of the car.", "Three men got out of the car.", "count", CONFIDENT),
    ("Four shots were fired from the roof.", "Six shots were fired from the roof.", "count", CONFIDENT),
    ("The fire injured 12 people, police said.", "17 people were injured in the fire.", "count", ANY),
    ("There was one lamp burning in the yard.", "There were three lamps burning in the yard.", "count", ANY),
    ("About 200 people watched the race.", "Some 210 people watched the race.", "count", NONE),
    ("Some 5,000 people marched through the town.", "4,800 people marched through the town.", "count", NONE),
    ("More than 60 cattle drowned in the flood.", "72 cattle drowned in the flood.", "count", NONE),
    ("At least four boats sank.", "Two boats sank in the harbour.", "count", ANY),
    ("Three of the five windows were broken.", "Five windows face the street.", "count", NONE),
    ("Two of the passengers were hurt.", "Forty passengers were on the bus.", "count", NONE),
    ("So far six people have died.", "In all nine people died.", "count", NONE),
    ("Nine people are missing.", "Four people are dead.", "count", NONE),
    ("Nobody was hurt in the crash.", "Two people were hurt in the crash.", "count", ANY),
    ("Twelve horses ran in the first race.", "Seven horses ran in the second race.", "count", NONE),
    ("If five men had come, we would have lost.", "Three men came.", "count", NONE),
    ("Did four men come?", "Two men came.", "count", NONE),
    ("There were not six of them.", "There were four of them.", "count", NONE),
    ("The ferry can carry 80 passengers.", "The ferry carried 35 passengers that night.", "count", NONE),
    ("Two dogs were barking behind the house.", "A dog was barking behind the house.", "count", ANY),
    (
        "412 homes lost power, 380 in the valley and 32 on the hill.",
        "380 homes in the valley lost power.",
        "count",
        NONE,
    ),
    ("I had two glasses of wine.", "I had three glasses of wine.", "count", NONE),
    ("Usually three guards stand at the gate.", "Two guards stood at the gate.", "count", NONE),
    ("The base had four huts.", "It consisted of three huts, and one of them leaked.", "count", ANY),
    ("Two fire engines came.", "We counted three fire engines in the lane.", "count", ANY),
    ("We were eleven on the bus.", "There were fourteen passengers on the bus.", "count", ANY),
    ("The bell rang twice.", "The bell rang three times.", "count", CONFIDENT),
    ("The first bus left with 20 children.", "The second bus left with 31 children.", "count", NONE),
    ("At noon 400 homes had no light.", "This morning 900 homes had no light.", "count", NONE),
    # clock times
    ("The glider fell at 14:32.", "It was ten to three, and the glider fell.", "clock", CONFIDENT),
    ("The fire started at 9:20.", "It was ten when the doctor came.", "clock", POSSIBLE),
    ("A nurse woke me at ten past eight.", "She was woken by a nurse at half past eight.", "clock", POSSIBLE),
    ("The alarm went off at 10:15.", "The alarm went off at twenty to eleven.", "clock", CONFIDENT),
    ("The alarm went off at about quarter past ten.", "The alarm went off at 10:18.", "clock", NONE),
    ("The shop closed at six.", "The shop closed at half past seven.", "clock", CONFIDENT),
    ("The meeting began at nine.", "The meeting ended at eleven.", "clock", NONE),
    ("The train left at 22:40.", "The train left at twenty to eleven.", "clock", NONE),
    ("The clock in the hall is ten minutes fast. The bell rang at 9:10.", "The bell rang at nine.", "clock", NONE),
    ("The bus arrived before eight.", "The bus arrived at 7:35.", "clock", NONE),
    ("The gate was locked from seven until nine.", "The gate was locked at half past eight.", "clock", NONE),
    ("I went to bed at ten.", "I went to bed at half past eleven.", "clock", NONE),
    ("The doctor came at 21:05.", "The doctor said at 23:30 that the man had died.", "clock", NONE),
    # ages
    ("Anna Reyes, 34, was driving.", "The driver was Anna Reyes, 37.", "age", CONFIDENT),
    (
        "Tom Beck, 19, and Lisa Moor, 24, were in the boat.",
        "Lisa Moor, 24, and Tom Beck, 19, swam ashore.",
        "age",
        NONE,
    ),
    ("He was about fifty.", "A young man, twenty-five, not more.", "age", POSSIBLE),
    ("A boy was found, he was nine.", "The boy on the roof is Ned, and he is eleven.", "age", CONFIDENT),
    ("He was thirty.", "The lady behind the till was sixty.", "age", NONE),
    ("Anna Reyes is 34 years old.", "Her daughter, aged 12, was in the back.", "age", NONE),
    # measures
    ("The wave was three metres high.", "The wave was five metres high.", "measure", CONFIDENT),
    ("The trench was six feet deep.", "The trench was 1.8 metres deep.", "measure", NONE),
    ("The raft was four metres long.", "The raft was two metres wide.", "measure", NONE),
    ("The bag weighed 20 kilos.", "The bag weighed 35 kilos.", "measure", CONFIDENT),
    ("The hut stands a mile from the lake.", "The hut stands three miles from the lake.", "measure", ANY),
    ("The mast was hit at 40 metres a second.", "A gust of 62 metres a second hit it.", "measure", ANY),
    ("The chain was 10 mm thick.", "They stood thirty yards from the gate.", "measure", NONE),
    # colours
    ("The rope was red.", "They used a rope, the green one, and a ladder.", "colour", CONFIDENT),
    ("He wore a blue coat.", "She wore a red coat.", "colour", NONE),
    ("She had a yellow raincoat.", "She came in a blue anorak.", "colour", POSSIBLE),
    ("He drove a red car.", "The car was green.", "colour", ANY),
    ("The car was silver.", "The car was grey.", "colour", NONE),
    ("The woman wore a blue coat.", "She had a blue coat and a red scarf.", "colour", NONE),
    ("A white van stood by the church.", "A black van stood by the church.", "colour", CONFIDENT),
    ("The front door was painted yellow.", "The back door was painted brown.", "colour", NONE),
    ("The coat was dark green.", "The coat was light green.", "colour", NONE),
    # kinds that are possible at most
    ("He paid £400 for the horse.", "He paid £650 for the horse.", "money", POSSIBLE),
    ("The strike lasted three weeks.", "The strike lasted five weeks.", "duration", POSSIBLE),
    ("He was in the tree for two hours.", "The man sat there four hours.", "duration", POSSIBLE),
    ("The dinner was on 18 July.", "It was the seventeenth of July, and everybody came.", "date", POSSIBLE),
    ("He broke the left wrist.", "He was holding his right wrist.", "side", POSSIBLE),
    ("The chapel was built in 1848.", "The chapel was built in 1861.", "date", POSSIBLE),
    ("The motion was carried by 14 votes to 9.", "The motion was carried by 12 votes to 9.", "score", POSSIBLE),
    ("He turned left at the mill.", "He turned right at the mill.", "side", POSSIBLE),
]


def found(first: str, second: str) -> list[Conflict]:
    """Return the conflicts of two accounts of one event."""
    accounts = [Account(0, 0, 0, first), Account(1, 0, 1, second)]
    return list(detect(lambda: iter([accounts]), "en", find_parser("en")).conflicts)


@pytest.mark.skipif(find_parser("en") is None, reason="needs a parser of English")
@pytest.mark.parametrize(("first", "second", "kind", "expected"), PAIRS)
def test_pairs(first: str, second: str, kind: str, expected: str) -> None:
    tiers = {conflict.tier for conflict in found(first, second) if conflict.kind == kind}
    others = [conflict for conflict in found(first, second) if conflict.kind != kind]
    assert others == []
    assert bool(tiers) == bool(expected)
    if expected in (CONFIDENT, POSSIBLE):
        assert tiers == {expected}
