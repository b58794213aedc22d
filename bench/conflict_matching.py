"""Compare found conflicts, corrections and copies with planted ones. Pure functions of values.

A found pair is right if its two sides stand in the two quotes of a pair that contradicts or corrects, or in quotes of
two contradicting sides of one fact. It is wrong if the truth says that the two agree, or, in a set whose truth is
complete, if the truth does not have it; in other sets it is open and somebody must read it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.conflict_sets import CONTESTED, CORRECTION, NO_CONFLICT, UPDATE, Pair, Place, TruthSet
from taeg.conflicts.values import CONFIDENT, POSSIBLE, TIERS, Amendment, Conflict, Copy, Fact, Findings, Side

RIGHT, WRONG, OPEN = "right", "wrong", "open"
BY_QUOTE, BY_FACT, BY_WORDS, AGREES, UNKNOWN = "quotes", "fact", "other mention", "agrees", "not in the truth"
"""Why a found pair was judged so."""
AMENDED = "amended"
"""How a fact was found, beside the tiers."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether something found is right, and the planted fact that it belongs to."""

    verdict: str
    reason: str
    fact: str = ""
    note: str = ""


class Truth:
    """The planted pairs of a set, for lookup."""

    def __init__(self, truth: TruthSet) -> None:
        self.truth = truth
        self._by_versions: dict[tuple[int, int], list[Pair]] = defaultdict(list)
        self._sides: dict[str, set[Place]] = defaultdict(set)
        self._corrections: dict[int, list[Pair]] = defaultdict(list)
        self._facts_of: dict[int, set[str]] = defaultdict(set)
        for pair in truth.pairs:
            self._by_versions[_versions(pair.a.version, pair.b.version)].append(pair)
            if pair.verdict in CONTESTED:
                self._sides[pair.fact] |= {pair.a, pair.b}
                self._facts_of[pair.a.version].add(pair.fact)
                self._facts_of[pair.b.version].add(pair.fact)
            if pair.verdict in {CORRECTION, UPDATE}:
                self._corrections[pair.b.version].append(pair)

    def judge(self, found: Conflict) -> Judgement:
        """Judge a found pair."""
        pairs = self._by_versions.get(_versions(found.a.version, found.b.version), [])
        for reason, fits in ((BY_QUOTE, self._quoted), (BY_WORDS, self._mentioned)):
            matches = [pair for pair in pairs if fits(found, pair)]
            if matches:
                best = min(matches, key=lambda pair: (pair.kind != found.kind, _length(pair), pair.verdict, pair.fact))
                if best.verdict in CONTESTED:
                    return Judgement(RIGHT, reason, best.fact, best.note)
                return Judgement(WRONG, AGREES, best.fact, best.note)
            if reason == BY_QUOTE and (fact := self._shared_fact(found)):
                return Judgement(RIGHT, BY_FACT, fact)
        return Judgement(WRONG if self.truth.complete else OPEN, UNKNOWN)

    def judge_amendment(self, found: Amendment) -> Judgement:
        """Judge a found correction."""
        best = max(self._corrections.get(found.version, ()), key=lambda pair: self._fit(found, pair), default=None)
        if best is None or not self._fit(found, best)[0]:
            return Judgement(WRONG if self.truth.complete else OPEN, UNKNOWN)
        return Judgement(RIGHT, BY_QUOTE, best.fact if best.verdict == CORRECTION else "", best.note)

    def _fit(self, found: Amendment, pair: Pair) -> tuple[bool, int]:
        """Whether a correction is that of a pair, and in how many ways it shows."""
        sentence = overlap(Place(found.version, found.start, found.end), pair.b)
        amended = overlap(Place(found.amended, found.amended_start, found.amended_end), pair.a)
        old, new = (
            bool(words) and words.casefold() in self.words(at).casefold()
            for words, at in ((found.old, pair.a), (found.new, pair.b))
        )
        return sentence or amended, 2 * amended + sentence + old + new + 2 * (old and new)

    def _quoted(self, found: Conflict, pair: Pair) -> bool:
        a, b = place(found.a), place(found.b)
        return (overlap(a, pair.a) and overlap(b, pair.b)) or (overlap(a, pair.b) and overlap(b, pair.a))

    def _mentioned(self, found: Conflict, pair: Pair) -> bool:
        """Whether the accounts have the found words in the quotes of a pair of the same kind."""
        if found.kind != pair.kind or found.a.version == found.b.version:
            return False
        quotes = {pair.a.version: pair.a, pair.b.version: pair.b}
        return all(self._has_words(quotes[side.version], place(side)) for side in (found.a, found.b))

    def _has_words(self, quote: Place, side: Place) -> bool:
        words = re.escape(self.words(side))
        return bool(words and re.search(rf"(?<!\w){words}(?!\w)", self.words(quote), re.IGNORECASE))

    def words(self, at: Place) -> str:
        """The words at a place."""
        return self.truth.accounts[at.version].text[at.start : at.end]

    def _shared_fact(self, found: Conflict) -> str:
        """The fact of which both sides are contradicting ones, if any."""
        a, b = place(found.a), place(found.b)
        for fact in sorted(self._facts_of.get(a.version, set()) & self._facts_of.get(b.version, set())):
            sides = sorted(self._sides[fact])
            first = {side for side in sides if overlap(a, side)}
            second = {side for side in sides if overlap(b, side)}
            if first and second and first != second:
                return fact
        return ""


def place(side: Side) -> Place:
    """The place of a found side."""
    return Place(side.version, side.start, side.end)


def overlap(one: Place, other: Place) -> bool:
    """Whether two places share characters."""
    return one.version == other.version >= 0 and one.start < other.end and other.start < one.end


def _versions(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _length(pair: Pair) -> int:
    return pair.a.end - pair.a.start + pair.b.end - pair.b.start


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything found in a set, judged."""

    conflicts: tuple[tuple[Conflict, Judgement], ...]
    amendments: tuple[tuple[Amendment, Judgement], ...]
    facts: tuple[tuple[Fact, str], ...]
    """Found facts with `right` (at least half of their judged pairs are), `wrong` or `open`."""
    found: Mapping[str, str]
    """For each planted fact that was found: the highest tier, or `amended`."""
    copies: tuple[tuple[Copy, bool], ...]


def judge(truth: TruthSet, findings: Findings, facts: Sequence[Fact]) -> Outcome:
    """Judge the findings in a set; `facts` are its conflicts joined."""
    lookup = Truth(truth)
    conflicts = tuple((conflict, lookup.judge(conflict)) for conflict in findings.conflicts)
    amendments = tuple((amendment, lookup.judge_amendment(amendment)) for amendment in findings.amendments)
    found: dict[str, str] = {}
    for _, judgement in amendments:
        if judgement.verdict == RIGHT and judgement.fact:
            found[judgement.fact] = AMENDED
    for tier in reversed(TIERS):
        found |= {j.fact: tier for conflict, j in conflicts if j.verdict == RIGHT and conflict.tier == tier}
    copies = tuple((copy, (copy.version, copy.original) in truth.copies) for copy in findings.copies)
    return Outcome(conflicts, amendments, tuple(_judged_facts(facts, conflicts)), found, copies)


def _judged_facts(facts: Iterable[Fact], conflicts: Sequence[tuple[Conflict, Judgement]]) -> Iterator[tuple[Fact, str]]:
    by_side: dict[tuple[str, Place], list[str]] = defaultdict(list)
    for conflict, judgement in conflicts:
        by_side[conflict.kind, place(conflict.a)].append(judgement.verdict)
    for fact in facts:
        verdicts = [verdict for side in fact.sides for verdict in by_side[fact.kind, place(side)]]
        right, wrong = verdicts.count(RIGHT), verdicts.count(WRONG)
        yield fact, OPEN if not right + wrong else RIGHT if right >= wrong else WRONG


@dataclass(frozen=True, slots=True)
class Precision:
    """How many of the found are right; those that somebody must read are counted apart."""

    right: int = 0
    wrong: int = 0
    open: int = 0

    @property
    def share(self) -> float:
        """Right of those judged; 1 if there are none."""
        return self.right / max(self.right + self.wrong, 1) if self.right + self.wrong else 1.0

    def __add__(self, other: "Precision") -> "Precision":
        return Precision(self.right + other.right, self.wrong + other.wrong, self.open + other.open)


def precision(verdicts: Iterable[str]) -> Precision:
    """Count verdicts."""
    found = list(verdicts)
    return Precision(found.count(RIGHT), found.count(WRONG), found.count(OPEN))


def by_tier_and_kind(outcome: Outcome) -> dict[tuple[str, str], Precision]:
    """The precision of the pairs of each tier and kind."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for conflict, judgement in outcome.conflicts:
        groups[conflict.tier, conflict.kind].append(judgement.verdict)

    return {group: precision(groups[group]) for group in sorted(groups, key=_tier_first)}


def _tier_first(group: tuple[str, str]) -> tuple[int, str]:
    return TIERS.index(group[0]), group[1]


def of_tier(outcome: Outcome, tier: str) -> Precision:
    """The precision of the pairs of a tier."""
    return precision(judgement.verdict for conflict, judgement in outcome.conflicts if conflict.tier == tier)


def facts_of_tier(outcome: Outcome, tier: str) -> Precision:
    """The precision of the facts of a tier."""
    return precision(verdict for fact, verdict in outcome.facts if fact.tier == tier)


@dataclass(frozen=True, slots=True)
class Recall:
    """How the planted facts of a kind were found."""

    planted: int
    confident: int
    possible: int
    amended: int

    @property
    def found(self) -> int:
        """All that were found in some way."""
        return self.confident + self.possible + self.amended


def recall(truth: TruthSet, outcome: Outcome) -> dict[str, Recall]:
    """The recall of the planted facts of each kind."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for fact, kind in truth.contested.items():
        kinds[kind].append(outcome.found.get(fact, ""))
    return {
        kind: Recall(len(how), how.count(CONFIDENT), how.count(POSSIBLE), how.count(AMENDED))
        for kind, how in sorted(kinds.items())
    }


def settled_right(truth: TruthSet, facts: Sequence[Fact], fact_of: Callable[[Fact], str]) -> dict[str, bool | None]:
    """For each planted fact with a final value: whether a policy prefers it; None if no found fact is settled.

    `fact_of` names the planted fact of a found one.
    """
    preferred: dict[str, list[bool]] = defaultdict(list)
    finals = dict(truth.finals)
    lookup = Truth(truth)
    for found in facts:
        name = fact_of(found)
        if name in finals and found.preferred:
            sides = [place(found.sides[index]) for index in found.preferred]
            preferred[name].append(all(any(_same(lookup, side, final) for final in finals[name]) for side in sides))
    return {name: all(preferred[name]) if preferred[name] else None for name in finals}


def _same(lookup: Truth, side: Place, final: Place) -> bool:
    return overlap(side, final) or (
        side.version == final.version and lookup.words(side).casefold() in lookup.words(final).casefold().split()
    )


def missed(truth: TruthSet, outcome: Outcome) -> list[str]:
    """The planted facts that were not found."""
    return [fact for fact in truth.contested if fact not in outcome.found]


def agreeing(truth: TruthSet) -> int:
    """How many pairs of the truth look like a contradiction and are none."""
    return sum(pair.verdict == NO_CONFLICT for pair in truth.pairs)
