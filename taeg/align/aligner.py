"""`Aligner`: computes the similarities of statements once, then drafts for any answers of a reviewer."""

from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array

from taeg.align import chronology, pairs
from taeg.align.answers import Answers
from taeg.align.assembly import assemble
from taeg.align.clustering import Links, average_link, masks
from taeg.align.constraints import Constraints, bind
from taeg.align.draft import Draft
from taeg.align.frame import frame
from taeg.align.large.model import LargePassageModel
from taeg.align.large.segments import segmented
from taeg.align.layout import Layout, layout
from taeg.align.passage_model import PassageCoefficients, PassageModel, Sentences, sentences_of
from taeg.align.relations import Relations, relations
from taeg.align.sentence_model import SentenceCoefficients, SentenceModel
from taeg.align.told_times import Times
from taeg.align.turns import turns
from taeg.align.values import BoolArray, Confidence, FloatArray, IntArray, Matrix, Settings, Span, Statements, Unit
from taeg.text.vectors import Encoder

SMALLEST = 0.005
"""Confidences below this are not used in clustering."""


EXACT_ROWS = 4_000
"""Most units whose pairs are all compared; of more only candidate pairs are (`taeg.align.large`)."""


class Model(Protocol):
    """What the alignment of sentences and of given passages have in common."""

    layout: Layout
    times: Times
    frame: BoolArray

    @property
    def grain(self) -> float:
        """Units per event and source."""

    @property
    def coefficients(self) -> PassageCoefficients | SentenceCoefficients:
        """Coefficients, with the threshold of clustering."""

    def own(self, confidence: Matrix) -> Links:
        """Similarities within a sequence, given the confidences across sequences."""

    def confidence(self, known: Relations | None = None) -> Matrix:
        """Confidences across sequences, given what is known about pairs."""


class Aligner:
    """Aligns statements. The same statements give the same drafts, whatever the order of sources and files."""

    def __init__(
        self,
        statements: Statements,
        encoder: Encoder | None = None,
        settings: Settings | None = None,
        *,
        passages: PassageCoefficients | None = None,
        sentences: SentenceCoefficients | None = None,
        exact_rows: int = EXACT_ROWS,
    ) -> None:
        self.settings = settings or Settings()
        self.statements = by_paragraph(statements) if self.settings.passages == "paragraph" else statements
        self._large = len(self.statements.units) > exact_rows
        self._segment_grain = 1.0
        if self._large and not self.statements.given and self.settings.passages == "event":
            self.statements, self._segment_grain = segmented(statements, self.settings.grain)
        self._chronology = len(statements.events) if chronology.has_chronology(statements) else 0
        if self._chronology:
            self.statements = chronology.extended(self.statements)
        self.encoder = encoder
        self._passages, self._sentences = passages, sentences
        self._models: dict[tuple[Span, ...], tuple[Statements, Model | LargePassageModel]] = {}

    def draft(self, answers: Answers | None = None) -> Draft:
        """Return the draft that respects the answers of a reviewer.

        Similarities are computed at the first call and kept. A split inside a unit changes the units: the first draft
        with it computes them anew.
        """
        answers = answers or Answers()
        statements, model = self._model(answers)
        constraints = bind(answers, statements, model.layout)
        confidence = self._confidence(statements, model, constraints)
        label = self._cluster(statements, model, confidence, constraints)
        rows, times = model.layout, model.times
        if statements.events:
            label = chronology.events_of(rows, statements, label, confidence, constraints)
        if count := self._chronology:
            statements = chronology.without(statements)
            rows, times, confidence, constraints = chronology.trimmed(rows, times, confidence, constraints, count)
            label = label[: len(rows)]
        result = assemble(statements, rows, times, confidence, label, constraints, self.settings)
        return replace(
            result,
            grain=model.grain,
            grain_given=self.settings.grain is not None,
            encoder=self.encoder.name if self.encoder else "",
            turns=self._turns,
        )

    @cached_property
    def _turns(self) -> tuple[int, ...]:
        return turns(self.statements)

    def refitted(
        self, passages: PassageCoefficients | None = None, sentences: SentenceCoefficients | None = None
    ) -> "Aligner":
        """Return an aligner of the same statements with other coefficients; similarities are not computed again."""
        found = copy(self)
        found._passages, found._sentences, found._models = passages, sentences, {}
        for splits, (statements, model) in self._models.items():
            if isinstance(model, PassageModel):
                found._models[splits] = statements, model.refitted(passages)
            elif isinstance(model, SentenceModel):
                found._models[splits] = statements, model.refitted(sentences, passages)
        return found

    def _model(self, answers: Answers) -> tuple[Statements, Model | LargePassageModel]:
        """Return the model for the units as divided by the splits."""
        inside = {(u.document, at) for u in self.statements.units for at in (u.start, u.end)}
        splits = tuple(
            sorted(
                {
                    d.span
                    for d in answers.decisions
                    if d.kind == "split" and (d.span.document, d.span.start) not in inside
                }
            )
        )
        if splits not in self._models:
            statements = self.statements.divided(splits) if splits else self.statements
            self._models[splits] = statements, self._computed(statements)
        return self._models[splits]

    def _computed(self, statements: Statements) -> Model | LargePassageModel:
        rows = layout(statements)
        code = statements.language
        if not statements.given and not self._large:
            vectors = self._encoded(rows.texts)
            return SentenceModel(rows, code, vectors, self.settings.grain, self._sentences, self._passages)
        texts, owner = sentences_of(rows.texts, code)
        sentences = Sentences(code, texts, owner, self._encoded(texts))
        if self._large:
            outside = None if statements.given else frame(rows, code)
            return LargePassageModel(rows, sentences, self._passages, outside, self._segment_grain)
        return PassageModel(rows, sentences, self._passages, None, self.settings.repeats)

    def _encoded(self, texts: tuple[str, ...]) -> FloatArray | None:
        if self.encoder is None or not texts:
            return None
        return np.asarray(self.encoder.encode(texts), np.float64)

    def _confidence(
        self, statements: Statements, model: Model | LargePassageModel, constraints: Constraints
    ) -> Confidence:
        """Confidences with the answers: they are certain themselves and change what is likely around them."""
        given = chronology.given_confidence(model.layout, statements) if statements.membership else None
        if isinstance(model, LargePassageModel):
            return model.confidence(constraints) if given is None else given
        rows = model.layout
        if not len(rows):
            return np.zeros((0, 0), np.float32)
        known = relations(rows, constraints)
        confidence = model.confidence(known) if given is None else np.asarray(given.toarray(), np.float32)
        if known:
            confidence[known.same & rows.cross] = 1
            confidence[known.apart] = 0
        return confidence

    def _cluster(
        self,
        statements: Statements,
        model: Model | LargePassageModel,
        confidence: Confidence,
        constraints: Constraints,
    ) -> IntArray:
        """Return the cluster of each row, -1 for rows of no event."""
        rows = model.layout
        if not len(rows):
            return np.empty(0, np.int64)
        once = not self.settings.repeats if self._large else self.settings.repeats is False
        single = statements.given and once and not statements.membership
        if statements.membership:
            own = chronology.given_links(rows, statements)
        elif isinstance(confidence, csr_array):
            own = Links.none()
        else:
            own = model.own(confidence)
        keep = ~(constraints.alone[own.a] | constraints.alone[own.b]) & ~constraints.cuts_between(own.a, own.b)
        a, b, value = pairs.listed(confidence, SMALLEST)
        links = Links(np.append(a, own.a[keep]), np.append(b, own.b[keep]), np.append(value, own.value[keep]))
        exclusive = masks(rows.source if single else np.full(len(rows), -1))
        if single:  # rows that a reviewer has put together may share a source
            exclusive[np.bincount(constraints.component, minlength=len(rows))[constraints.component] > 1] = 0
        titles = chronology.apart(len(rows) - self._chronology, len(rows))
        forbidden = np.array([*constraints.apart, *titles], np.int64).reshape(-1, 2)
        barred = Links(forbidden[:, 0], forbidden[:, 1], np.ones(len(forbidden)))
        label = average_link(constraints.component, links, model.coefficients.threshold, exclusive, barred)
        unassigned = chronology.named(rows, statements) < 0 if statements.membership else model.frame
        none = constraints.none | (unassigned & ~constraints.decided)
        return np.where(none, -1, label)


def by_paragraph(statements: Statements) -> Statements:
    """Join the sentences of each paragraph to one given passage."""
    units: list[Unit] = []
    membership: list[int] = []
    for index, unit in enumerate(statements.units):
        last = units[-1] if units else None
        if last and (last.document, last.paragraph) == (unit.document, unit.paragraph):
            gap = " " * max(0, unit.start - last.end)
            units[-1] = replace(last, end=unit.end, text=last.text + gap + unit.text)
        else:
            units.append(unit)
            membership += statements.membership[index : index + 1]
    return replace(statements, units=tuple(units), membership=tuple(membership), given=True)
