"""Coefficients fitted on some corpora and judged on another.

The weights of the confidence of passages are fitted by logistic regression, each corpus weighted equally. All other
coefficients are chosen by random search: of the settings drawn from broad ranges, the one with the largest mean F1 on
the corpora of the fit. Corpora made from the same texts belong to one group and are left out together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from sklearn.linear_model import LogisticRegression

from bench.alignment_cases import Case
from bench.alignment_measures import pair_scores
from taeg.align.aligner import Aligner
from taeg.align.answers import Answers
from taeg.align.constraints import bind
from taeg.align.passage_model import PassageCoefficients, PassageModel, confidence_features
from taeg.align.sentence_model import SentenceCoefficients
from taeg.align.values import BoolArray, FloatArray, IntArray
from taeg.text.vectors import Encoder

SETTINGS = 12
NEGATIVES = 4_000
"""Pairs of different events of a corpus in the regression."""
PASSAGE_RANGES = {"slope": (0.8, 3), "clock": (0.2, 1.2), "intercept": (-2, 0), "threshold": (0.2, 0.45)}
SENTENCE_RANGES = {
    "slope": (1, 3),
    "clock": (0.2, 1.2),
    "intercept": (-2, 0),
    "support": (1, 4),
    "odds": (0, 0.4),
    "steepness": (0.4, 1.4),
    "segments": (0.1, 0.7),
    "threshold": (0.2, 0.45),
}
"""Ranges from which settings are drawn."""
WEIGHTS = ("odds", "matched", "support", "unordered_support", "neighbours")
_Coefficients = TypeVar("_Coefficients", PassageCoefficients, SentenceCoefficients)


@dataclass(frozen=True)
class Prepared:
    """A corpus with its similarities."""

    case: Case
    aligner: Aligner

    @property
    def group(self) -> str:
        """The texts from which the corpus is made."""
        name = self.case.name.partition("-")[0]
        return "gospels" if name == "verses" else name

    @property
    def given(self) -> bool:
        """Whether it consists of passages."""
        return self.case.statements.given

    def f1(self, passages: PassageCoefficients, sentences: SentenceCoefficients | None = None) -> float:
        """F1 of the events found with these coefficients."""
        aligner = self.aligner.refitted(passages, sentences)
        statements, model = aligner._model(Answers())
        constraints = bind(Answers(), statements, model.layout)
        label = aligner._cluster(statements, model, aligner._confidence(model, constraints), constraints)
        gold = self.case.gold[model.layout.unit]
        judged = gold >= 0
        return pair_scores(label[judged], gold[judged], model.layout.source[judged])[2]

    def examples(self, setting: PassageCoefficients) -> tuple[FloatArray, BoolArray, FloatArray]:
        """Features of pairs of passages, whether they tell the same event, and weights with the sum 1."""
        model = self.aligner.refitted(setting)._model(Answers())[1]
        assert isinstance(model, PassageModel)
        a, b = np.nonzero(np.triu(model.layout.cross))
        gold: IntArray = self.case.gold[model.layout.unit]
        same = gold[a] == gold[b]
        some = np.random.default_rng(1).permutation(np.flatnonzero(~same))[:NEGATIVES]
        weight = np.where(same, 1.0, (~same).sum() / len(some))
        listed = np.append(np.flatnonzero(same), some)
        features = np.stack([f[a[listed], b[listed]] for f in confidence_features(model.layout, model.odds)], axis=1)
        return np.asarray(features, np.float64), same[listed], weight[listed] / len(same)


def prepare(case: Case, encoder: Encoder | None) -> Prepared:
    """Compute the similarities of a corpus."""
    aligner = Aligner(case.statements, encoder)
    aligner._model(Answers())
    return Prepared(case, aligner)


def drawn(start: _Coefficients, ranges: Mapping[str, tuple[float, float]]) -> list[_Coefficients]:
    """Return settings drawn from the ranges: evenly spread for each coefficient, combined by chance."""
    chance = np.random.default_rng(1)
    steps = (np.arange(SETTINGS) + 0.5) / SETTINGS
    columns = {name: low + (high - low) * chance.permutation(steps) for name, (low, high) in ranges.items()}
    return [replace(start, **{name: float(column[i]) for name, column in columns.items()}) for i in range(SETTINGS)]


def fitted_passages(corpora: Sequence[Prepared]) -> PassageCoefficients:
    """Fit the coefficients of passages on some corpora."""
    given = [corpus for corpus in corpora if corpus.given]
    settings = [regressed(setting, given) for setting in drawn(PassageCoefficients(), PASSAGE_RANGES)]
    return max(settings, key=lambda setting: np.mean([corpus.f1(setting) for corpus in given]))


def regressed(setting: PassageCoefficients, corpora: Sequence[Prepared]) -> PassageCoefficients:
    """Return the setting with the weights of its confidence fitted."""
    examples = [corpus.examples(setting) for corpus in corpora]
    features, same, weight = (np.concatenate(part) for part in zip(*examples, strict=True))
    model = LogisticRegression(C=1e4, max_iter=500).fit(features, same, sample_weight=weight * len(same) / len(corpora))
    weights = dict(zip(WEIGHTS, model.coef_[0].tolist(), strict=True))
    return replace(setting, **weights, constant=float(model.intercept_[0]))


def fitted_sentences(corpora: Sequence[Prepared], passages: PassageCoefficients) -> SentenceCoefficients:
    """Fit the coefficients of sentences on some corpora."""
    raw = [corpus for corpus in corpora if not corpus.given]
    settings = drawn(SentenceCoefficients(), SENTENCE_RANGES)
    return max(settings, key=lambda setting: np.mean([corpus.f1(passages, setting) for corpus in raw]))


def fitted(corpora: Sequence[Prepared], left_out: str) -> tuple[PassageCoefficients, SentenceCoefficients]:
    """Fit all coefficients without the corpora of one group."""
    others = [corpus for corpus in corpora if corpus.group != left_out]
    passages = fitted_passages(others)
    return passages, fitted_sentences(others, passages)
