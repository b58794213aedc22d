"""Conditions that an insertion must meet besides a certain place, so that the text reads as one account.

`RULES` is a table of conditions; `refusal` returns the name of the first that is not met. Each rule sees a `Place`: a
run of sentences of a sibling, a gap of the base, and the alignment of both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.alignment import Alignment, Evidence
from taeg.consolidate.fusion.phrases import Phrases, conflict
from taeg.consolidate.fusion.sentence_spans import is_complete

NEXT_LEFT, NEXT_RIGHT = 0.6, 0.8
"""Probability that the sentence before or after in the sibling is matched at the edge of the gap."""
WRONG_SIDE = 0.2
"""Largest share of the neighbours that the sibling tells on the wrong side."""
UNMATCHED = 0.5
"""Smallest probability that an inserted sentence matches nothing in the base."""
SAID_EDGE = 0.34
"""Smallest share of the neighbouring clauses that the sibling tells, if the insertion opens with a pronoun."""
REPEATED_CLAUSE = 0.8
"""Share of a clause that counts as repeated."""
SAME_TENSE = 0.25
"""Smallest share of the base in the tense of the insertion."""


@dataclass(frozen=True, slots=True)
class Place:
    """Sentences `first` to `last` of a sibling in a gap of the base."""

    base: Account
    sibling: Account
    alignment: Alignment
    first: int
    last: int
    gap: int
    chained: bool
    """Whether the sibling's sentence before was inserted just before."""
    evidence: Evidence

    @property
    def opening(self) -> Phrases:
        """The first sentence of the insertion."""
        return self.sibling.phrases(self.first)

    @property
    def inserted(self) -> list[Phrases]:
        """All sentences of the insertion."""
        return [self.sibling.phrases(i) for i in range(self.first, self.last + 1)]

    @property
    def left(self) -> Phrases:
        """The base sentence before the gap."""
        return self.base.phrases(self.gap - 1)

    @property
    def right(self) -> Phrases | None:
        """The base sentence after the gap."""
        return self.base.phrases(self.gap) if self.gap < len(self.base.sentences) else None

    @property
    def anchored(self) -> float:
        """Probability that the sibling's sentence before the insertion is the left one of the base."""
        return 1.0 if self.chained else self.evidence.left


def _is_whole(place: Place) -> bool:
    return all(is_complete(phrases.text) for phrases in place.inserted) and place.opening.has_verb


def _is_next_to_anchor(place: Place) -> bool:
    opening = place.opening
    free = not (opening.head or opening.anaphor or opening.connective or any(p.speakers for p in place.inserted))
    right = place.alignment.right_match(place.last + 1, place.gap)
    return place.anchored >= NEXT_LEFT or (right >= NEXT_RIGHT and free)


def _is_on_one_side(place: Place) -> bool:
    return place.evidence.wrong <= WRONG_SIDE


def _is_unmatched(place: Place) -> bool:
    return bool(place.alignment.in_gap[place.first : place.last + 1].min() >= UNMATCHED)


def _has_several_base_sentences(place: Place) -> bool:
    return len(place.base.sentences) > 1 or not place.evidence.at_end


def _anchors_agree(place: Place) -> bool:
    if place.chained or not place.first:
        return True
    return not conflict(place.sibling.phrases(place.first - 1).amounts, place.left.amounts)


def _edges_are_covered(place: Place) -> bool:
    """A pronoun needs neighbours that both accounts tell to their ends."""
    if not place.opening.head or place.chained:
        return True
    near = place.alignment.evidence(place.first, place.last, place.gap)
    mass = place.base.vocabulary.mass
    included = {stem for i in range(max(0, place.first - 3), place.first) for stem in place.sibling.sentences[i].stems}
    clause = next((c for c in reversed(place.base.clauses(place.gap - 1)) if len(c) > 1), ())
    return not clause or mass(s for s in clause if s in included) >= SAID_EDGE * mass(clause) or near.left >= 0.95


def _nobody_speaks_twice(place: Place) -> bool:
    speakers = frozenset().union(*(p.speakers for p in place.inserted if p.quotes))
    pronouns = frozenset(place.base.grammar.pronouns)
    if place.right and speakers and (speakers & place.right.speakers or place.right.speakers & pronouns):
        return False
    if any(p.speakers for p in place.inserted) and place.right and place.right.speakers:
        return False
    return place.chained or not (place.left.speakers and any(p.speakers for p in place.inserted))


def _retells_no_clause(place: Place) -> bool:
    mass = place.base.vocabulary.mass
    said = {s for i in range(place.first, place.last + 1) for s in place.sibling.sentences[i].stems}
    neighbours = [place.gap - 1, *([place.gap] if place.right else [])]
    clauses = [clause for j in neighbours for clause in place.base.clauses(j) if len(clause) > 1]
    shares = [mass(s for s in clause if s in said) / mass(clause) for clause in clauses if mass(clause)]
    return all(share < REPEATED_CLAUSE for share in shares)


def _is_outside_speech(place: Place) -> bool:
    if place.base.quoting[place.gap - 1][1] or place.sibling.quoting[place.first][0]:
        return False
    if any(p.spoken for p in place.inserted if not p.quotes):
        return False
    return not (place.right and place.right.spoken and not place.right.quotes)


def _is_in_third_person(place: Place) -> bool:
    near = [place.left, *place.inserted, *([place.right] if place.right else [])]
    return not any(phrases.first_person for phrases in near)


def _keeps_antecedent(place: Place) -> bool:
    """A pronoun of the insertion refers to what the left sentence offers."""
    opening = place.opening
    if place.chained or not (opening.head or opening.anaphor):
        return True
    same = place.anchored >= NEXT_RIGHT and place.first > 0
    same = same and bool(place.sibling.phrases(place.first - 1).names & place.left.names)
    if (opening.anaphor or opening.head & {"d", "n"}) and not same:
        return False
    return opening.head - {"d", "n"} <= place.left.offered


def _connective_has_anchor(place: Place) -> bool:
    return not place.opening.connective or place.anchored >= NEXT_RIGHT


def _next_keeps_antecedent(place: Place) -> bool:
    """The pronoun that opens the next base sentence still refers to the same."""
    if not place.right:
        return True
    if place.right.anaphor:
        return False
    head = place.right.head
    if not head:
        return True
    following = place.last + 1
    after = place.sibling.phrases(following).head if following < len(place.sibling.sentences) else frozenset()
    return head <= after and head <= place.inserted[-1].offered


def _tense_fits(place: Place) -> bool:
    tense = place.opening.tense
    tenses = [place.base.phrases(j).tense for j in range(len(place.base.sentences)) if not place.base.quoting[j][0]]
    tenses = [found for found in tenses if found]
    return not tense or not tenses or tenses.count(tense) >= SAME_TENSE * len(tenses)


def _goes_forward(place: Place) -> bool:
    return not any(phrases.back for phrases in place.inserted)


def _clocks_agree(place: Place) -> bool:
    own = [minute for phrases in place.inserted for minute in phrases.clocks]
    before, after = place.left.clocks, place.right.clocks if place.right else ()
    return not own or ((not before or max(before) <= min(own)) and (not after or max(own) <= min(after)))


def _numbers_agree(place: Place) -> bool:
    own = frozenset().union(*(phrases.amounts for phrases in place.inserted))
    if not own:
        return True
    base = [place.base.phrases(j).amounts for j in range(len(place.base.sentences))]
    return not conflict(own, frozenset().union(*base))


def _things_are_known(place: Place) -> bool:
    """What the insertion names with 'the' as known from its own account has been named by the base, too."""
    before = {s for i in range(place.first) for s in place.sibling.sentences[i].stems}
    included = {s for j in range(place.gap) for s in place.base.sentences[j].stems}
    vocabulary = place.base.vocabulary
    definite = {word for phrases in place.inserted for word in phrases.definite}
    return not (before - included).intersection(vocabulary.stems(vocabulary.content(" ".join(sorted(definite)))))


def _names_agree(place: Place) -> bool:
    """The accounts do not call somebody by different names: each has a name again and again that the other lacks."""
    own, other = place.sibling.names, place.base.names
    strange = {name for phrases in place.inserted for name in phrases.proper if own[name] > 1 and not other[name]}
    return not strange or not any(count > 1 and not own[name] for name, count in other.items())


def _openings_differ(place: Place) -> bool:
    """Two sentences in a row do not both open with 'but'."""
    return not (place.right and place.opening.adversative and place.right.adversative)


def _colours_agree(place: Place) -> bool:
    own = frozenset().union(*(phrases.colours for phrases in place.inserted))
    near = place.left.colours | (place.right.colours if place.right else frozenset())
    return not own or not near or bool(own & near)


RULES: tuple[tuple[str, Callable[[Place], bool]], ...] = (
    ("said on the other side", _is_on_one_side),
    ("not beside its anchor", _is_next_to_anchor),
    ("said by the base", _is_unmatched),
    ("base of one sentence", _has_several_base_sentences),
    ("inside speech", _is_outside_speech),
    ("no complete sentence", _is_whole),
    ("first person", _is_in_third_person),
    ("anchors differ in a number", _anchors_agree),
    ("end of an anchor missing", _edges_are_covered),
    ("speaker speaks twice", _nobody_speaks_twice),
    ("retells a clause", _retells_no_clause),
    ("pronoun without antecedent", _keeps_antecedent),
    ("connective without anchor", _connective_has_anchor),
    ("next pronoun loses its antecedent", _next_keeps_antecedent),
    ("tense", _tense_fits),
    ("points back in time", _goes_forward),
    ("clock times conflict", _clocks_agree),
    ("numbers conflict", _numbers_agree),
    ("a thing that the base has not named", _things_are_known),
    ("other names", _names_agree),
    ("opens like the next sentence", _openings_differ),
    ("colours conflict", _colours_agree),
)
PLACEMENT = 1
"""The first rule is about the place alone; the others are about the text that results."""


def refusal(place: Place, rules: Sequence[tuple[str, Callable[[Place], bool]]] = RULES) -> str:
    """Return the name of the first rule that an insertion does not meet; empty if it meets all."""
    return next((name for name, holds in rules if not holds(place)), "")
