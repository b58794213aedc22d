"""Detection over the sets of the benchmark of contradictions, with time and memory."""

import hashlib
import resource
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from bench import conflict_generator, generator
from bench.conflict_matching import Outcome, Truth, judge, place, settled_right
from bench.conflict_sets import CONFLICT, TruthSet, batches
from taeg.conflicts import facts
from taeg.conflicts.detection import detect
from taeg.conflicts.parser import Parser
from taeg.conflicts.settling import settle
from taeg.conflicts.values import LATEST, TIERS, Account, Conflict, Fact, Findings, Side, Standing
from taeg.text.language import language
from taeg.text.vectors import Encoder

NUMERIC = ("count", "age", "measure", "clock", "date")
"""Kinds of facts with a value that a policy can prefer."""
NO_FINAL_NUMBER = ("w09", "w11", "w27")
"""Facts of news whose final value is no number that an earlier report contradicts."""
SENTENCES = (
    "It happened at {hour}:{minute:02}.",
    "The damage came to £{money}.",
    "It was on {day} March.",
    "The wall was {metres} metres long.",
    "The door was {colour}.",
)
"""Sentences with values, put into generated texts."""
COLOURS = ("white", "red", "blue", "green", "black")
DIFFERS = 0.1
"""Share of the accounts that give another value."""


@dataclass(frozen=True)
class Tools:
    """What detection may use."""

    parser: Parser | None = None
    encoder: Encoder | None = None


@dataclass(frozen=True)
class Run:
    """The findings in a set, judged, and their cost."""

    truth: TruthSet
    findings: Findings
    facts: tuple[Fact, ...]
    outcome: Outcome
    seconds: float
    cpu: float
    """Seconds of all processors."""

    def words(self, side: Side) -> str:
        """The words of a side."""
        return self.truth.accounts[side.version].text[side.start : side.end]


def run(truth: TruthSet, tools: Tools) -> Run:
    """Detect and judge."""
    started, cpu = time.perf_counter(), time.process_time()
    findings = detect(truth.batches(), truth.language, tools.parser, tools.encoder)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    joined = grouped(truth, findings.conflicts)
    return Run(truth, findings, joined, judge(truth, findings, joined), seconds, cpu)


def grouped(truth: TruthSet, conflicts: Sequence[Conflict]) -> tuple[Fact, ...]:
    """The conflicts of a set joined into facts."""
    texts = [account.text for account in truth.accounts]
    prints = [
        hashlib.sha256(f"{label}\0{text}".encode()).hexdigest() for label, text in zip(truth.labels, texts, strict=True)
    ]
    event_of = [account.event for account in truth.accounts]
    return facts.group(
        conflicts, event_of, lambda side: texts[side.version][side.start : side.end], prints, truth.events
    )


def latest(run: Run) -> dict[str, bool | None]:
    """For each numeric fact with a final value: whether `latest` without copies prefers it; None if nothing does."""
    standings = [
        Standing(account.source, account.time, rank)
        for account, rank in zip(run.truth.accounts, run.truth.ranks, strict=True)
    ]
    settled = settle(run.facts, LATEST, standings, run.findings.copies, run.findings.amendments)
    judged = {
        (conflict.kind, place(side)): judgement.fact
        for conflict, judgement in run.outcome.conflicts
        for side in (conflict.a, conflict.b)
        if judgement.fact
    }

    def fact_of(fact: Fact) -> str:
        return next((judged[fact.kind, place(s)] for s in fact.sides if (fact.kind, place(s)) in judged), "")

    found = settled_right(run.truth, settled, fact_of)
    return {
        name: right
        for name, right in found.items()
        if run.truth.contested.get(name) in NUMERIC and name not in NO_FINAL_NUMBER
    }


def corrected_alone(run: Run, settled: Mapping[str, bool | None]) -> list[str]:
    """The facts that no policy settles because they were found as corrections to the final value, not as conflicts."""
    final = {(name, at.version) for name, places in run.truth.finals for at in places}
    corrected = {(judgement.fact, amendment.version) for amendment, judgement in run.outcome.amendments}
    return [name for name, right in settled.items() if right is None and any(n == name for n, _ in final & corrected)]


@dataclass(frozen=True)
class Planted:
    """What was found among generated cases."""

    name: str
    tuned: bool
    planted: dict[str, int]
    """Contradictions by kind."""
    found: dict[str, dict[str, int]]
    """For each kind the number found in each tier."""
    controls: int
    alarms: dict[str, int]
    """Controls with a conflict, by highest tier."""
    others: int
    """Conflicts in planted cases that are not the planted ones."""
    seconds: float
    examples: tuple[tuple[str, conflict_generator.Case, tuple[str, ...]], ...] = field(repr=False, default=())
    """Missed contradictions and false alarms, for reading."""


def planted(name: str, texts: Sequence[str], tuned: bool, tools: Tools, seed: int, size: tuple[int, int]) -> Planted:
    """Generate cases from texts and detect; `size` is the number of cases of a kind and of controls."""
    cases = list(conflict_generator.cases(texts, seed, *size))
    truth = conflict_generator.corpus(name, cases, tuned)
    result = run(truth, tools)
    lookup = Truth(truth)
    hits: dict[int, str] = {}
    alarms: dict[int, str] = {}
    heard: dict[int, list[str]] = {}
    others = 0
    for tier in reversed(TIERS):
        for conflict in result.findings.conflicts:
            if conflict.tier != tier:
                continue
            event = truth.accounts[conflict.a.version].event
            heard.setdefault(event, []).append(
                f"{tier} {conflict.kind}: {result.words(conflict.a)} | {result.words(conflict.b)} ({conflict.rule})"
            )
            if cases[event].change != CONFLICT:
                alarms[event] = tier
            elif lookup.judge(conflict).fact:
                hits[event] = tier
            else:
                others += 1
    count: dict[str, int] = {}
    found: dict[str, dict[str, int]] = {}
    examples = []
    for event, case in enumerate(cases):
        if case.change == CONFLICT:
            count[case.kind] = count.get(case.kind, 0) + 1
            tiers = found.setdefault(case.kind, dict.fromkeys(TIERS, 0))
            if event in hits:
                tiers[hits[event]] += 1
            else:
                examples.append(("missed", case, tuple(heard.get(event, ()))))
        elif event in alarms:
            examples.append((f"{alarms[event]} alarm", case, tuple(heard[event])))
    by_tier = {tier: sum(alarm == tier for alarm in alarms.values()) for tier in TIERS}
    controls = sum(case.change != CONFLICT for case in cases)
    return Planted(name, tuned, count, found, controls, by_tier, others, result.seconds, tuple(examples))


def halves(truth: TruthSet) -> TruthSet:
    """Odd against even sentences of each account: a corpus in which every conflict is false."""
    split = language(truth.language).sentences
    accounts: list[Account] = []
    labels: list[str] = []
    events: list[str] = []
    for account, label in zip(truth.accounts, truth.labels, strict=True):
        sentences = list(split(account.text))
        if len(sentences) < 2:
            continue
        for source in (0, 1):
            text = " ".join(sentences[source::2])
            accounts.append(Account(len(accounts), len(events), source, text, language=account.language))
            labels.append(f"{label}:{'odd' if source == 0 else 'even'}")
        events.append(label)
    ranks = tuple(account.source + 1 for account in accounts)
    return TruthSet(
        truth.name,
        tuple(accounts),
        tuple(events),
        tuple(labels),
        tuned=truth.tuned,
        ranks=ranks,
        language=truth.language,
    )


def large(versions: int, seed: int = 1) -> Iterator[Account]:
    """Generate accounts of a large corpus, each with a clock time, a sum, a date, a measure or a colour."""
    chance = Random(seed)
    sources: dict[str, int] = {}
    number = 0
    for index, event in enumerate(generator.events(versions, seed)):
        known = _values(chance)
        template = chance.choice(SENTENCES)
        for account in event.accounts:
            said = template.format(**(_values(chance) if chance.random() < DIFFERS else known))
            source = sources.setdefault(account.source, len(sources))
            yield Account(number, index, source, f"{account.text} {said}", float(account.order))
            number += 1


def _values(chance: Random) -> dict[str, object]:
    return {
        "hour": chance.randint(1, 23),
        "minute": chance.randint(0, 59),
        "money": chance.randint(20, 900),
        "day": chance.randint(1, 28),
        "metres": chance.randint(5, 60),
        "colour": chance.choice(COLOURS),
    }


@dataclass(frozen=True)
class Cost:
    """Time and memory of a large corpus."""

    versions: int
    seconds: float
    megabytes: float
    """Peak memory of the process."""
    conflicts: int


def cost(versions: int) -> Cost:
    """Detect in a large generated corpus without a parser."""
    accounts = list(large(versions))
    started = time.perf_counter()
    found = detect(batches(accounts), "en")
    seconds = time.perf_counter() - started
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return Cost(versions, seconds, memory, len(found.conflicts))
