"""From a value that was found in a sentence to a claim: the words around it and how it is said."""

import re
from dataclasses import dataclass, field
from typing import Any

from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.claims.syntax import NOUNS, VERBS, clause_of, full_name, object_of, subject_of, top_of, verb_of
from taeg.conflicts.claims.values import Claim, Flags
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse, Token
from taeg.conflicts.values import CLOCK, COUNT, DURATION, MEASURE, MONEY
from taeg.text.language import ENGLISH, language

_COMPLEMENTS = ("acomp", "oprd", "prt", "xcomp", "attr", "agent")
_DIRECTED = ("prt", "prep", "advmod")
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV")
_MODIFIERS = ("amod", "compound", "poss", "nmod")
_WITH_UNITS = (MEASURE, DURATION, MONEY)
_STATE_WORD = re.compile(r"[A-Za-z]+")
_STATE_WORDS = 5
"""Most words from a number to the state of what it counts: 'two other people were killed'."""


@dataclass(frozen=True, slots=True)
class Found:
    """A value in a sentence; positions are those of the sentence."""

    kind: str
    start: int
    end: int
    value: str
    low: float = 0.0
    high: float = 0.0
    parts: frozenset[str] = frozenset()
    unit: str = ""
    about: bool = False
    bound: int = 0
    head: Token | None = None
    anchor: Token | None = None
    """The word whose clause is described; by default the one that governs the value."""
    adjective: str = ""
    denominator: float | None = None
    flags: dict[str, bool] = field(default_factory=dict)


def describe(sentence: Sentence, found: Found) -> Claim | None:
    """Return the claim; None if no parsed word is at the position."""
    parse = sentence.parse
    own = parse.within(found.start, found.end)
    if not own:
        return None
    return _Description(sentence, found, found.anchor or top_of(parse, own)).claim()


class _Description:
    """The words around a value."""

    def __init__(self, sentence: Sentence, found: Found, anchor: Token) -> None:
        self.sentence, self.found, self.anchor = sentence, found, anchor
        self.parse: Parse = sentence.parse
        self.lists = word_lists()
        self.clause = self.own_clause = clause_of(self.parse, anchor)
        verb = verb_of(self.parse, anchor)
        self.copular = found.kind == CLOCK and self._is_copular(verb)
        if found.kind == CLOCK and (described := self._moment(verb)) is not None:
            verb = described
            self.clause = self.clause + clause_of(self.parse, verb)
        self.verb = verb if verb.pos in VERBS else None
        self.subject = subject_of(self.parse, verb) if self.verb else None
        self.object = object_of(self.parse, verb) if self.verb else None
        self.auxiliaries = {child.lower for child in self.parse.children(verb, "aux")}

    def claim(self) -> Claim:
        found, sentence = self.found, self.sentence
        head = found.head
        predicates = self._predicates()
        content = [word for word in self.clause if not self._own(word)]
        stop, stem = self.lists.words("words", "stop"), language(ENGLISH).stem
        return Claim(
            found.kind,
            sentence.start + found.start,
            sentence.start + found.end,
            found.value,
            found.low,
            found.high,
            found.parts,
            found.unit,
            found.about,
            found.bound,
            sentence.firsthand,
            sentence.number,
            sentence.text,
            clause=" ".join(word.text for word in content) or sentence.text,
            masked=sentence.text[: found.start] + sentence.text[found.end :],
            head=head.lemma if head else "",
            name=full_name(self.parse, head) if head else "",
            verb=self.verb.lemma if self.verb else "",
            particle=self._particle(),
            subject=self.subject.lemma if self.subject else "",
            role=(head or self.anchor).dep,
            predicates=predicates,
            prepositions=frozenset({self.parse.head(head).lemma} if head and head.dep == "pobj" else ()),
            nouns=self._nouns(),
            antecedent=self._antecedent(),
            arguments=frozenset(
                stem(word.lemma)
                for word in content
                if word.pos in _CONTENT and word.lemma not in stop and word is not head and word.text.isalpha()
            ),
            modifiers=self._modifiers(),
            names=frozenset(word.lower for word in content if word.pos == "PROPN"),
            directions=self._directions(),
            state=self._state(predicates),
            adjective=found.adjective,
            denominator=found.denominator,
            flags=self._flags(),
        )

    def _is_copular(self, verb: Token) -> bool:
        subject = self.parse.child(verb, "nsubj")
        neuter = subject is not None and subject.lower in self.lists.words("words", "neuter")
        return verb.lemma == "be" and neuter

    def _moment(self, verb: Token) -> Token | None:
        """Return the verb of 'stopped' in 'it was ten when the music stopped'."""
        if not self.copular:
            return None
        own = self.parse.within(self.found.start, self.found.end)
        clauses = [
            *self.parse.children(verb, "advcl", "ccomp"),
            *(clause for word in own for clause in self.parse.children(word, "relcl")),
        ]
        markers = self.lists.words("verbs", "moment") - {"before", "after"}
        for clause in clauses:
            first = {child.lower for child in self.parse.children(clause, "advmod", "mark")}
            if clause.pos in VERBS and clause.start > self.found.end and first & markers:
                return clause
        return None

    def _own(self, word: Token) -> bool:
        return word.start < self.found.end and self.found.start < word.end

    def _predicates(self) -> frozenset[str]:
        predicates = set()
        if self.verb:
            if not self._perceived() and self.verb.lemma not in self.lists.words("verbs", "empty"):
                predicates.add(self.verb.lemma)
            for child in self.parse.children(self.verb, *_COMPLEMENTS):
                if not self._own(child) and child is not self.found.head:
                    predicates.add(child.lemma)
        if self.found.head:
            for child in self.parse.children(self.found.head, "acl", "relcl", "amod"):
                if not self._own(child):
                    predicates.add(child.lemma)
        return frozenset(predicates)

    def _perceived(self) -> bool:
        """Whether the verb says no more than that somebody saw it: 'I saw three men', 'we counted three'."""
        speaker = self.subject is not None and self.subject.lower in ("i", "we")
        verb = self.verb.lemma if self.verb else ""
        return speaker and self.found.kind == COUNT and verb in self.lists.words("verbs", "perceiving")

    def _particle(self) -> str:
        particle = self.parse.child(self.verb, "prt") if self.verb else None
        return particle.lower if particle else ""

    def _nouns(self) -> frozenset[str]:
        nouns = {
            word.lemma
            for word in (self.subject, self.object, self.found.head)
            if word is not None and not self._own(word) and word.pos in NOUNS
        }
        if self.found.kind in _WITH_UNITS:  # a unit of another value is no noun of the clause
            nouns = {noun for noun in nouns if noun not in self.lists.words("measures", "units")}
        return frozenset(nouns)

    def _antecedent(self) -> str:
        pronouns, context = self.lists.words("words", "pronouns"), self.sentence.context
        head = self.found.head
        if self.found.kind == COUNT and head is None:
            return "person" if self.found.flags.get("us") else context.plural
        pronoun = head if head is not None and head.lower in pronouns else self.subject
        if pronoun is None or pronoun.lower not in pronouns:
            return ""
        before = [
            word
            for word in self.parse.tokens[: pronoun.index]
            if word.dep in ("nsubj", "nsubjpass") and word.pos in NOUNS and word.head != (self.verb or pronoun).index
        ]
        return before[-1].lemma if before else context.meant_by(pronoun.lower)

    def _modifiers(self) -> frozenset[str]:
        head = self.found.head
        if head is None:
            return frozenset()
        words = [word for word in self.parse.children(head, *_MODIFIERS) if word.pos != "PRON"]
        for preposition in self.parse.children(head, "prep"):
            if preposition.lower == "of":
                words += self.parse.children(preposition, "pobj")
        stem = language(ENGLISH).stem
        return frozenset(stem(word.lemma) for word in words if not self._own(word))

    def _directions(self) -> frozenset[str]:
        if not self.verb:
            return frozenset()
        known, forms = self.lists.words("verbs", "directions"), self.lists.values("verbs", "direction_forms")
        lower = (forms.get(word.lower, word.lower) for word in self.parse.children(self.verb, *_DIRECTED))
        return frozenset(word for word in lower if word in known)

    def _state(self, predicates: frozenset[str]) -> str:
        states = self.lists.table("states")
        found = sorted(states[word] for word in predicates if word in states)
        if self.found.kind != COUNT:
            return found[0] if found else ""
        between = self.lists.words("counts", "between_number_and_state")
        for word in _STATE_WORD.findall(self.sentence.text[self.found.end :])[:_STATE_WORDS]:
            if word.lower() in states:
                return states[word.lower()]
            if word.lower() not in between:
                break
        head = states.get(self.found.head.lemma, "") if self.found.head else ""
        if self.found.head and self.found.head.lemma in self.lists.words("counts", "lives"):
            lost = self.verb is not None and self.verb.lemma in self.lists.words("counts", "losing")
            head = "dead" if lost else ""
        return (found[0] if found else head) or self._state_of_total()

    def _state_of_total(self) -> str:
        """Return the state in 'the death toll rose to five' and 'the number of injured was raised to 34'."""
        states = self.lists.table("states")
        for noun in (self.subject, self.object):
            if noun is None or self._own(noun) or noun.lemma not in self.lists.words("state_subjects", "of"):
                continue
            below = [states[word.lower] for word in self.parse.subtree(noun) if word.lower in states]
            return below[0] if below else states.get(noun.lemma, "")
        return ""

    def _flags(self) -> Flags:
        lists, sentence = self.lists, self.sentence
        text = "".join(
            word.text + (" " if sentence.text[word.end : word.end + 1].isspace() else "") for word in self.own_clause
        )
        modal = "clock_modal" if self.found.kind == CLOCK and self.verb and self.verb.lemma == "be" else "modal"
        able = bool(self.auxiliaries & {"can", "could"}) or (self.verb is not None and self.verb.tag == "VBZ")
        capacity = able and self.verb is not None and self.verb.lemma in lists.words("verbs", "capacity")
        first_person = self.subject is not None and self.subject.lower == "i"
        judging = first_person and self.verb is not None and self.verb.lemma in lists.words("verbs", "judging")
        modals = self.auxiliaries & (lists.words("verbs", modal) - {"can"})
        perceived = self.verb is not None and self.verb.lemma in lists.words("verbs", "perceiving")
        hypothetical = bool(modals - {"could"} if perceived else modals) and not judging
        before = sentence.text[: self.found.start]
        values: dict[str, Any] = {
            "first_person": first_person,
            "negated": self._negated(),
            "retrospective": sentence.retrospective,
            "hypothetical": hypothetical
            or capacity
            or (self.verb is not None and self.verb.lemma in lists.words("verbs", "planning"))
            or bool(lists.phrase("hypothetical").search(text)),
            "copular": self.copular,
            "conditional": bool(lists.phrase("conditional").search(lists.phrase("idioms").sub("", text))),
            "question": sentence.asks(self.found.end),
            "generic": bool(lists.phrase("generic_times" if self.found.kind == CLOCK else "generic").search(text)),
            "early": bool(lists.phrase("early").search(text)) or sentence.early,
            "late": bool(lists.phrase("late").search(text)) or "had" in self.auxiliaries,
            "quoted": before.count('"') % 2 == 1 or before.count("\u201c") > before.count("\u201d"),
            "restricted": self._restricted(),
        }
        own = {name: value for name, value in self.found.flags.items() if name != "us"}
        if self.found.bound > 0 and self.found.kind == CLOCK and {"until", "till"} & set(before[-12:].split()):
            values["negated"] = False  # 'it was not out until two'
        return Flags(**(values | own))

    def _restricted(self) -> bool:
        """Whether a clause restricts the noun; not one after a comma, or of its parts: 'six, of which two were ill'."""
        noun = self.found.head or self.anchor
        return any(
            self.sentence.before(below[0].start).rstrip()[-1:] != ","
            and not (len(below) > 1 and below[0].lower == "of" and below[1].tag in ("WDT", "WP"))
            for below in (self.parse.subtree(clause) for clause in self.parse.children(noun, "relcl", "acl"))
        )

    def _negated(self) -> bool:
        if self.verb is None:
            return False
        verb, belief = self.verb, self.lists.words("verbs", "belief")
        while not self._denied(verb):
            above = self.parse.head(verb)
            if verb.dep not in ("ccomp", "xcomp") or above.lemma not in belief or above.index == verb.index:
                return False
            verb = above  # 'I do not think it was blue'
        return True

    def _denied(self, verb: Token) -> bool:
        never = any(child.lower == "never" for child in self.parse.children(verb, "advmod", "neg"))
        return never or bool(self.parse.children(verb, "neg"))
