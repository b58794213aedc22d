"""Compares the claims of the accounts of each event.

Equal texts are compared once. In an event with many different texts, only some accounts of each value are compared, so
that the work grows with the number of accounts and not with its square.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from taeg.conflicts import gates
from taeg.conflicts.claims import Claim, claims
from taeg.conflicts.clash import clash
from taeg.conflicts.cosines import Cosines
from taeg.conflicts.gates import Pair
from taeg.conflicts.keys import key_of
from taeg.conflicts.parser import Parser
from taeg.conflicts.similarity import BROADER, SYNONYM, find_words
from taeg.conflicts.slots import BY_HEAD, Matcher, Slots
from taeg.conflicts.survey import Survey
from taeg.conflicts.tiers import Verdict, judge
from taeg.conflicts.values import CLOCK, COLOUR, COUNT, Account, Conflict
from taeg.text.vectors import Encoder

MANY = 40
"""Different texts of an event up to which every two are compared."""
VALUES, ACCOUNTS = 12, 3
"""In larger events: the values of a quantity that are compared, and the accounts of each of them."""
REPORTS = 3 * 86_400
"""Seconds within which two accounts report a developing situation."""
MOST_PAIRS = 4_000
"""Most pairs of texts of a larger event."""
LEAST_HEAD = {COUNT: BROADER, COLOUR: SYNONYM}
"""Least similarity of the nouns of a conflict; other kinds have their own rules."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A distinct text of an event with the accounts that have it, and its claims."""

    accounts: tuple[Account, ...]
    claims: tuple[Claim, ...]

    @property
    def first(self) -> Account:
        return self.accounts[0]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Two texts of an event, and the claims in them that clash."""

    a: _Text
    b: _Text
    clashing: tuple[tuple[Claim, Claim], ...]

    def rivals(self) -> list[Claim]:
        """Return the claims with which the clashing ones may match better."""
        blocks = {_block(claim) for claim, _ in self.clashing}
        return [claim for text in (self.a, self.b) for claim in text.claims if _block(claim) in blocks]


class Comparison:
    """Compares accounts; the facts about the corpus are computed before."""

    def __init__(self, survey: Survey, parser: Parser, encoder: Encoder | None) -> None:
        self._survey, self._parser = survey, parser
        self._words = find_words()
        self._matcher = Matcher(self._words, survey.weights)
        self._cosines = Cosines(survey, encoder)

    def conflicts(self, accounts: Sequence[Account]) -> list[Conflict]:
        """Return the conflicts of a batch of whole events."""
        events = [_by_text(group) for group in _by_event(accounts)]
        events = [texts for texts in events if sum(map(len, texts.values())) > 1 and len(texts) > 1]
        found = iter(claims([text for texts in events for text in texts], self._parser, self._words.is_person))
        candidates = [
            candidate
            for texts in events
            for candidate in self._candidates([_Text(tuple(own), tuple(next(found))) for own in texts.values()])
        ]
        needed = {text for candidate in candidates for claim in candidate.rivals() for text in _texts(claim)}
        cosine = self._cosines.of(needed)
        return [conflict for candidate in candidates for conflict in self._judged(candidate, cosine)]

    def _candidates(self, texts: list[_Text]) -> Iterator[_Candidate]:
        for a, b in _pairs(texts):
            same_source = a.first.source == b.first.source
            if same_source and a.first.time == b.first.time:
                continue  # passages of one statement
            fast = self._fast(a, b)
            clashing = tuple(
                (x, y)
                for x, y in _same_block(a.claims, b.claims)
                if clash(x, y, fast=fast)
                and not gates.excluded(x, y, same_source=same_source)
                and not (x.flags.article and y.flags.article)
                and self._matcher.head(x, y) >= LEAST_HEAD.get(x.kind, 0.0)
            )
            if clashing:
                yield _Candidate(a, b, clashing)

    def _fast(self, a: _Text, b: _Text) -> frozenset[int]:
        wrong = self._survey.wrong_clocks
        return wrong.get(a.first.source, frozenset()) | wrong.get(b.first.source, frozenset())

    def _judged(self, candidate: _Candidate, cosine: Callable[[str, str], float]) -> Iterator[Conflict]:
        a, b = candidate.a, candidate.b
        best_a, best_b, slots = self._best(candidate, cosine)
        single_a, single_b = (_single_values(text.claims) for text in (a, b))
        heads_a, heads_b = (Counter(_quantity(c) for c in text.claims if gates.competes(c)) for text in (a, b))
        order = _order(a.first.time, b.first.time)
        for x, y in candidate.clashing:
            features = slots[x, y]
            if gates.opposed_matters(x.kind) and self._matcher.opposed(x, y):
                continue
            fast = self._fast(a, b)
            pair = Pair(
                x,
                y,
                features,
                a.claims,
                b.claims,
                alone=heads_a[_quantity(x)] == 1 and heads_b[_quantity(y)] == 1,
                single=_block(x) in single_a and _block(y) in single_b,
                best=features.total >= max(best_a[x], best_b[y]) - 1e-9,
                apart=x.kind == CLOCK and gates.apart(x, y, a.claims, b.claims, fast),
                only=x.kind == COUNT and gates.only_large(x, y, a.claims, b.claims, self._matcher.head),
                order=order,
                same_source=a.first.source == b.first.source,
                strict=clash(x, y, strict=True, fast=fast),
            )
            if gates.different_quantities(pair) or gates.agrees_elsewhere(pair, self._matcher.head):
                continue
            verdict = judge(pair)
            if verdict is not None:
                yield from _conflicts(candidate, x, y, verdict)

    def _best(
        self, candidate: _Candidate, cosine: Callable[[str, str], float]
    ) -> tuple[dict[Claim, float], dict[Claim, float], dict[tuple[Claim, Claim], Slots]]:
        """Return how well each clashing claim matches at best, and the features of the pairs."""
        first = {x for x, _ in candidate.clashing}
        second = {y for _, y in candidate.clashing}
        clashing = set(candidate.clashing)
        best_a: dict[Claim, float] = defaultdict(lambda: float("-inf"))
        best_b: dict[Claim, float] = defaultdict(lambda: float("-inf"))
        slots = {}
        for x, y in _same_block(candidate.a.claims, candidate.b.claims):
            if (x, y) in clashing or ((x in first or y in second) and gates.competes(x) and gates.competes(y)):
                slots[x, y] = found = self._matcher.slots(x, y, cosine)
                best_a[x] = max(best_a[x], found.total)
                best_b[y] = max(best_b[y], found.total)
        return best_a, best_b, slots


def _order(a: float, b: float) -> int:
    """Which of two accounts was given first, if both are reports of about the same time; 1 for the first.

    Statements given long after one another look back at the same moment, so their order says nothing about a toll.
    """
    return 0 if float("-inf") in (a, b) or abs(a - b) > REPORTS else (a < b) - (a > b)


def _by_event(accounts: Sequence[Account]) -> Iterator[list[Account]]:
    ordered = sorted(accounts, key=lambda account: (account.event, account.version))
    for _, group in groupby(ordered, key=lambda account: account.event):
        yield list(group)


def _by_text(accounts: Sequence[Account]) -> dict[str, list[Account]]:
    """Return the accounts of an event by their text."""
    found: dict[str, list[Account]] = {}
    for account in accounts:
        if account.text.strip():
            found.setdefault(account.text, []).append(account)
    return found


def _block(claim: Claim) -> tuple[str, str]:
    """Return what two claims must share to be compared."""
    return claim.kind, claim.unit


def _quantity(claim: Claim) -> tuple[str, str, str]:
    return claim.kind, claim.unit, claim.head if claim.kind in BY_HEAD else ""


def _single_values(account: Sequence[Claim]) -> frozenset[tuple[str, str]]:
    """Return the kinds and units of which an account has one value."""
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for claim in account:
        if gates.competes(claim) and not claim.flags.article:
            values[_block(claim)].add(claim.value)
    return frozenset(block for block, found in values.items() if len(found) == 1)


def _texts(claim: Claim) -> tuple[str, str]:
    return claim.clause, claim.masked


def _same_block(a: Sequence[Claim], b: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    blocks: defaultdict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in b:
        blocks[_block(claim)].append(claim)
    for claim in a:
        for other in blocks.get(_block(claim), ()):
            yield claim, other


def _pairs(texts: list[_Text]) -> Iterator[tuple[_Text, _Text]]:
    """Yield the texts of an event that are compared."""
    if len(texts) <= MANY:
        yield from combinations(texts, 2)
        return
    blocks: defaultdict[tuple[str, str, str], defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, text in enumerate(texts):
        for claim in text.claims:
            blocks[_quantity(claim)][claim.value].append(number)
    pairs: dict[tuple[int, int], None] = {}
    for values in sorted(blocks.values(), key=lambda values: -sum(map(len, values.values()))):
        common = sorted(values.items(), key=lambda item: (-len(item[1]), item[0]))[:VALUES]
        for (_, first), (_, second) in combinations(common, 2):
            pairs.update(dict.fromkeys((min(i, j), max(i, j)) for i in first[:ACCOUNTS] for j in second[:ACCOUNTS]))
        if len(pairs) > MOST_PAIRS:
            break
    yield from ((texts[i], texts[j]) for i, j in list(pairs)[:MOST_PAIRS] if i != j)


def _conflicts(candidate: _Candidate, x: Claim, y: Claim, verdict: Verdict) -> Iterator[Conflict]:
    """Yield the conflict between the accounts of two texts; copies of a text are paired with the first of the other."""
    key = key_of(x, y)
    first, second = candidate.a.accounts, candidate.b.accounts
    for a, b in (*((account, second[0]) for account in first), *((first[0], account) for account in second[1:])):
        sides = sorted((x.side(a.version), y.side(b.version)))
        yield Conflict(x.kind, key, sides[0], sides[1], verdict.tier, verdict.score, verdict.rule)
