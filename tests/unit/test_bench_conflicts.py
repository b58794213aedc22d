"""The benchmark of contradictions: readers of truth, and the comparison of what was found with what was planted."""

import json
from pathlib import Path

import pytest

from bench import (
    conflict_corpora,
    conflict_generator,
    conflict_matching,
    conflict_report,
    conflict_runs,
    conflict_sets,
    conflicts,
)
from bench.conflict_matching import AGREES, AMENDED, BY_FACT, BY_QUOTE, BY_WORDS, OPEN, RIGHT, UNKNOWN, WRONG, Truth
from bench.conflict_sets import Mention, Pair, Place, TruthSet
from taeg.base.errors import InputError
from taeg.conflicts import facts
from taeg.conflicts.values import CONFIDENT, POSSIBLE, Account, Amendment, Conflict, Copy, Findings, Side

TEXTS = (
    "Six men came. The van was grey. I say six.",
    "Two men came. The van was silver.",
    "Eight men came, they say. The van was red.",
    "We wrote six. It was eight. Then two left.",
)
"""Four accounts of one event."""


def at(version: int, words: str, last: bool = False) -> Place:
    start = TEXTS[version].rfind(words) if last else TEXTS[version].index(words)
    return Place(version, start, start + len(words))


PAIRS = (
    Pair("men", "count", "conflict", at(0, "Six men came"), at(1, "Two men came")),
    Pair("men", "count", "conflict", at(0, "Six men came"), at(2, "Eight men")),
    Pair("men", "count", "correction", at(0, "Six men"), at(3, "It was eight")),
    Pair("van", "colour", "no-conflict", at(0, "The van was grey"), at(1, "van was silver"), "near colours"),
    Pair("van", "colour", "conflict", at(0, "The van was grey"), at(2, "van was red")),
    Pair("left", "count", "update", at(2, "Eight men"), at(3, "two left")),
)


def truth(complete: bool = True) -> TruthSet:
    accounts = tuple(Account(number, 0, number, text) for number, text in enumerate(TEXTS))
    return TruthSet("set", accounts, ("e",), tuple("abcd"), PAIRS, complete=complete, copies=frozenset({(2, 0)}))


def conflict(a: Place, b: Place, kind: str = "count", tier: str = CONFIDENT) -> Conflict:
    first, second = sorted(Side(p.version, p.start, p.end, TEXTS[p.version][p.start : p.end].lower()) for p in (a, b))
    return Conflict(kind, "men", first, second, tier, 0.5, "count: same noun")


@pytest.mark.parametrize(
    ("a", "b", "kind", "verdict", "reason"),
    [
        (at(0, "Six"), at(1, "Two"), "count", RIGHT, BY_QUOTE),
        (at(1, "Two"), at(0, "Six"), "count", RIGHT, BY_QUOTE),
        (at(1, "Two"), at(2, "Eight"), "count", RIGHT, BY_FACT),
        (at(0, "six", last=True), at(1, "Two"), "count", RIGHT, BY_WORDS),
        (at(0, "six", last=True), at(1, "Two"), "age", WRONG, UNKNOWN),
        (at(0, "grey"), at(1, "silver"), "colour", WRONG, AGREES),
        (at(0, "grey"), at(2, "red"), "colour", RIGHT, BY_QUOTE),
        (at(1, "silver"), at(2, "red"), "colour", WRONG, UNKNOWN),
        (at(2, "Eight"), at(3, "two"), "count", WRONG, AGREES),
        (at(0, "Six"), at(2, "red"), "count", WRONG, UNKNOWN),
    ],
)
def test_a_found_pair_is_judged(a: Place, b: Place, kind: str, verdict: str, reason: str) -> None:
    judgement = Truth(truth()).judge(conflict(a, b, kind))
    assert (judgement.verdict, judgement.reason) == (verdict, reason)


def test_what_an_incomplete_truth_does_not_have_is_open() -> None:
    assert Truth(truth(complete=False)).judge(conflict(at(1, "silver"), at(2, "red"), "colour")).verdict == OPEN


@pytest.mark.parametrize(
    ("version", "sentence", "old", "verdict", "fact"),
    [
        (3, "It was eight.", at(0, "Six"), RIGHT, "men"),
        (3, "We wrote six.", at(0, "Six"), RIGHT, "men"),
        (3, "Then two left.", at(2, "Eight"), RIGHT, ""),
        (3, "We wrote six.", at(3, "six"), WRONG, ""),
        (1, "Two men came.", at(0, "Six"), WRONG, ""),
    ],
)
def test_a_found_correction_is_judged(version: int, sentence: str, old: Place, verdict: str, fact: str) -> None:
    span = at(version, sentence)
    found = Amendment(version, span.start, span.end, "not", old.version, old.start, old.end)
    judgement = Truth(truth()).judge_amendment(found)
    assert (judgement.verdict, judgement.fact) == (verdict, fact)


def test_precision_and_recall() -> None:
    found = (
        conflict(at(0, "Six"), at(1, "Two"), tier=POSSIBLE),
        conflict(at(0, "grey"), at(1, "silver"), "colour"),
        conflict(at(0, "grey"), at(2, "red"), "colour"),
    )
    span = at(3, "It was eight")
    amendment = Amendment(3, span.start, span.end, "not", 0, 0, 3)
    findings = Findings(found, (amendment,), (Copy(2, 0, 0.5), Copy(3, 0, 0.5)))
    prints = [str(number) for number in range(len(TEXTS))]
    joined = facts.group(found, [0] * len(TEXTS), lambda side: side.value, prints)
    outcome = conflict_matching.judge(truth(), findings, joined)
    colours = conflict_matching.of_tier(outcome, CONFIDENT)
    assert (colours.right, colours.wrong, colours.share) == (1, 1, 0.5)
    assert conflict_matching.of_tier(outcome, POSSIBLE).right == 1
    assert dict(outcome.found) == {"men": POSSIBLE, "van": CONFIDENT}
    assert conflict_matching.recall(truth(), outcome)["colour"].found == 1
    assert [right for _, right in outcome.copies] == [True, False]
    alone = conflict_matching.judge(truth(), Findings((), (amendment,)), ())
    assert dict(alone.found) == {"men": AMENDED}
    assert conflict_matching.missed(truth(), alone) == ["van"]


@pytest.mark.parametrize(
    ("one", "other", "verdict", "swapped"),
    [
        (("3", ""), ("2", ""), "conflict", False),
        (("3", ""), ("3", ""), "no-conflict", False),
        (("3", ""), ("*", ""), "no-conflict", False),
        (("3", ""), ("2", "3"), "correction", False),
        (("2", "3"), ("3", ""), "correction", True),
    ],
)
def test_pairs_of_sides(one: tuple[str, str], other: tuple[str, str], verdict: str, swapped: bool) -> None:
    sides = [Mention(Place(number, 0, 5), *side) for number, side in enumerate((one, other))]
    (pair,) = conflict_sets.pairs_of_sides("f", "count", sides)
    assert (pair.verdict, pair.a.version) == (verdict, int(swapped))


def test_two_updates_are_no_conflict() -> None:
    sides = [Mention(Place(0, 0, 5), "14", note="update"), Mention(Place(1, 0, 5), "6", "14", "update")]
    assert [pair.verdict for pair in conflict_sets.pairs_of_sides("f", "count", sides)] == ["update"]


@pytest.mark.parametrize(("name", "facts_planted", "copies", "finals"), [("night", 43, 0, 5), ("news", 30, 14, 29)])
def test_every_quote_of_the_tuned_sets_is_found(name: str, facts_planted: int, copies: int, finals: int) -> None:
    found = conflict_corpora.TUNED[name]()
    assert (len(found.contested), len(found.copies), len(found.finals)) == (facts_planted, copies, finals)


@pytest.mark.parametrize("name", {**conflict_corpora.SEEN, **conflict_corpora.HELD_OUT})
def test_every_quote_of_the_other_sets_is_found(name: str) -> None:
    found = {**conflict_corpora.SEEN, **conflict_corpora.HELD_OUT}[name]()
    assert not found.tuned
    assert [account.version for account in found.accounts] == list(range(len(found.accounts)))
    assert [account.event for account in found.accounts] == sorted(account.event for account in found.accounts)


def test_a_wrong_quote_is_an_error() -> None:
    locator = conflict_sets.Locator(truth().accounts, ("e",), [("a",), ("b",), ("c",), ("d",)])
    assert locator.find("e", "b", "van was\nsilver") == at(1, "van was silver")
    with pytest.raises(InputError, match="'b' does not have the words"):
        locator.find("e", "b", "van was red")
    with pytest.raises(InputError, match="the timeline does not have"):
        locator.find("f", "b", "van")


def test_batches_keep_events_whole() -> None:
    accounts = [Account(number, number // 3, 0, "") for number in range(9)]
    found = list(conflict_sets.batches(accounts, size=4)())
    assert [len(batch) for batch in found] == [6, 3]


def test_raw_statements_lose_their_line_numbers() -> None:
    raw = "".join(f"  {number}  line {number} has\n" for number in range(1, 9))
    assert conflict_corpora.plain(raw).startswith("line 1 has line 2")
    assert conflict_corpora.plain("12  eggs\n\nand ham") == "12 eggs and ham"
    assert conflict_corpora.passage("a b c d e", "b c", "d") == (2, 7)
    with pytest.raises(InputError, match="no passage begins"):
        conflict_corpora.passage("a b c", "b", "x")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Findings:
    """What detection is made to find in the four accounts."""
    span = at(3, "It was eight")
    amendment = Amendment(3, span.start, span.end, "not", 0, 0, 3)
    conflicts = (conflict(at(0, "Six"), at(1, "Two")), conflict(at(0, "grey"), at(1, "silver"), "colour", POSSIBLE))
    findings = Findings(conflicts, (amendment,), (Copy(2, 0, 0.5),))
    monkeypatch.setattr(conflict_runs, "detect", lambda *_: findings)
    return findings


def test_sets_are_reported(found: Findings, capsys: pytest.CaptureFixture[str]) -> None:
    figures = conflict_report.sets([truth()], conflict_runs.Tools(), read=True)
    printed = capsys.readouterr().out
    assert "1 (1 + 0 + 0) of 2" in printed
    assert "set: wrong\n  possible colour [men] 0.50" in printed
    assert "copies: right 1/1, found 1 of 1" in printed
    known = figures["set"]
    assert isinstance(known, dict)
    assert known["confident"] == {"pairs": {"right": 1, "found": 1}, "facts": {"right": 1, "found": 1}}
    assert known["possible"] == {"pairs": {"right": 0, "found": 1}, "facts": {"right": 0, "found": 1}}
    assert known["missed"] == ["van"]
    assert known["corrections"] == {"right": 1, "found": 1}


def test_odd_and_even_sentences_are_two_accounts() -> None:
    split = conflict_runs.halves(truth())
    assert [account.text for account in split.accounts][:2] == ["Six men came. I say six.", "The van was grey."]
    assert (len(split.accounts), len(split.events), split.pairs) == (8, 4, ())


def test_generated_cases_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    case = conflict_generator.Case("count", "conflict", "Six men came.", "Two men came.", (0, 3), (0, 3))
    missed = conflict_generator.Case("count", "conflict", "Six cars came.", "Two cars came.", (0, 3), (0, 3))
    control = conflict_generator.Case("count", "paraphrase", "Six men came.", "Six men came in.", (0, 3), (0, 3))
    monkeypatch.setattr(conflict_generator, "cases", lambda *_: [case, missed, control, control])
    hits = tuple(
        Conflict("count", "men", Side(a, 0, 3, "6"), Side(a + 1, 0, 3, "2"), tier, 0.5, "count")
        for a, tier in ((0, CONFIDENT), (4, POSSIBLE))
    )
    monkeypatch.setattr(conflict_runs, "detect", lambda *_: Findings(hits))
    result = conflict_runs.planted("texts", [], False, conflict_runs.Tools(), 1, (5, 5))
    assert result.planted == {"count": 2}
    assert result.found == {"count": {CONFIDENT: 1, POSSIBLE: 0}}
    assert (result.controls, result.alarms) == (2, {CONFIDENT: 0, POSSIBLE: 1})
    assert [what for what, *_ in result.examples] == ["missed", "possible alarm"]


def test_large_accounts_are_whole_events_with_values() -> None:
    accounts = list(conflict_runs.large(200))
    assert [account.version for account in accounts] == list(range(200))
    assert accounts == list(conflict_runs.large(200))
    assert all(any(mark in a.text for mark in ("happened at", "came to", "March", "metres", "door")) for a in accounts)


def test_figures_are_added_to_those_recorded(tmp_path: Path) -> None:
    path = tmp_path / "conflicts.json"
    conflicts.record({"sets": {"night": {"found": 1}, "news": {"found": 2}}}, path)
    conflicts.record({"sets": {"news": {"found": 3}}, "large": {"9": {"seconds": 1.0}}}, path)
    known = json.loads(path.read_text("utf-8"))
    assert known["sets"] == {"night": {"found": 1}, "news": {"found": 3}}
    assert known["large"] == {"9": {"seconds": 1.0}}


def test_held_out_sets_need_a_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bench.conflicts", "--sets", "market"])
    with pytest.raises(SystemExit):
        conflicts.main()
    assert "add --unseen" in capsys.readouterr().err
