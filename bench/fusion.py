"""What fusion tells of a corpus and where it inserts: `python -m bench.fusion`.

Three tables. *Placement* takes a sentence out of a base account where a sibling clearly tells the same, and looks if
the sibling's sentence would be inserted at that very place. *Whole output* fuses each corpus around its longest
accounts and prints coverage, redundancy, insertions, notes, ROUGE-L of the running text beside that of the base alone,
how much of it repeats an earlier event, the seconds it took, with sentence vectors and without, and how much of each
source is told. Coverage and
redundancy are printed twice: as `taeg evaluate` measures them, and over content words alone, without function words.
*Padding* is the table of `bench.padding`: how often `ontopic` selects the best account if another was padded.

The confidence of a place was fitted on kings. How new a note must be was set by looking at night, news and the paper's
gospels, so these figures are no evidence for other corpora; kings and the built-in gospels were not looked at.
`--corpora` selects, `--notes N` prints N random notes and all insertions to read, `--without-vectors` leaves the runs
with vectors out, `--no-placement` the first table, `--no-padding` the last.
"""

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

import ingest
from bench import padding
from bench.alignment_cases import EXAMPLES, PUBLISHED
from eval.metrics import coverage
from eval.metrics.candidate import Subject
from eval.metrics.rouge import rouge_l
from taeg.base.files import cache_folder
from taeg.consolidate.arrays import Arrays, in_memory
from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.guards import PLACEMENT
from taeg.consolidate.fusion.placing import CERTAIN, Insertion, Placement, telling
from taeg.consolidate.fusion.settings import AUTO, FULLER, Settings
from taeg.consolidate.fusion.strategy import Centred, Survey, events, fused_spans, moments, read_versions
from taeg.consolidate.fusion.versions import Version
from taeg.consolidate.fusion.vocabulary import Vocabulary
from taeg.consolidate.omissions import COVERED, EXCLUDED, find_omissions
from taeg.consolidate.repeats import repeated_share
from taeg.consolidate.spans import INLINE, NOTE, Spans
from taeg.model.corpus import Corpus
from taeg.text.synonyms import find_synonyms
from taeg.text.vectors import CachedEncoder, Encoder, find_encoder

CORPORA = {"gospels": "gospels", **{name: str(EXAMPLES / name) for name in ("kings", "night", "news")}}
if PUBLISHED:
    CORPORA["gospels-niv"] = str(PUBLISHED)
SETTINGS = {"default": AUTO, "fuller": FULLER}
PARALLEL, MARGIN = 0.5, 0.08
"""Likeness of a sentence to its parallel, and by how much it exceeds any other."""
FEWEST_BASE, FEWEST_SIBLING = 3, 2


def longest(arrays: Arrays) -> np.ndarray:
    """Return the longest version of each event, or -1."""
    found = np.full(arrays.events, -1)
    for version in np.lexsort((-np.arange(len(arrays.chars)), arrays.chars)).tolist():
        if arrays.chars[version]:
            found[arrays.event[version]] = version
    return found


@dataclass(frozen=True, slots=True)
class Output:
    """What a setting tells of a corpus."""

    cov: float
    red: float
    content: coverage.Coverage
    """The same over content words alone, without function words."""
    inline: int
    notes: int
    rouge: float
    rouge_base: float
    again: float
    """Share of the running text in sentences that an earlier event has."""
    seconds: float
    spans: Spans


def gold(corpus: Corpus) -> str:
    """The reference without the numbers that mark its segments."""
    return " ".join(event.gold_text for event in corpus.events if event.gold_text)


def whole_output(corpus: Corpus, subject: Subject, arrays: Arrays, novelty: float, encoder: Encoder | None) -> Output:
    base = longest(arrays)
    started = time.perf_counter()
    score = arrays.chars.astype(np.float64)
    spans = fused_spans(arrays, base, score, Settings(novelty), corpus.language, encoder)
    seconds = time.perf_counter() - started
    passages: list[list[tuple[str, coverage.Sentences]]] = [[] for _ in corpus.events]
    running: list[str] = []
    of_event: list[int] = []
    for event, version, _, start, end, role, _ in spans.rows():
        text = corpus.versions[version].text[start:end]
        passages[event].append((corpus.versions[version].source, subject.tokens(text)))
        if role != NOTE:
            running.append(text)
            of_event.append(event)
    found = coverage.coverage(subject.available_words, passages)
    content = content_coverage(corpus, spans)
    alone = " ".join(corpus.versions[version].text for version in base.tolist() if version >= 0)
    reference = gold(corpus)
    return Output(
        found.kept,
        found.repeated,
        content,
        int((spans.role == INLINE).sum()),
        int((spans.role == NOTE).sum()),
        rouge_l(" ".join(running), reference, corpus.language).f1,
        rouge_l(alone, reference, corpus.language).f1,
        repeated_share(running, of_event, corpus.language),
        seconds,
        spans,
    )


def content_coverage(corpus: Corpus, spans: Spans) -> coverage.Coverage:
    """Coverage and redundancy over content words: the figures of METHODS' table leave function words out."""
    vocabulary = Vocabulary(corpus.language)
    index = {event.id: i for i, event in enumerate(corpus.events)}

    def stems(text: str) -> list[tuple[str, ...]]:
        return [tuple(map(str, sentence.stems)) for sentence in vocabulary.sentences(text)]

    versions: list[list[coverage.Sentences]] = [[] for _ in corpus.events]
    for version in corpus.versions:
        if version.usable:
            versions[index[version.event]].append(stems(version.text))
    sentences = [set(sentence) for event in versions for version in event for sentence in version]
    frequency = Counter(word for sentence in sentences for word in sentence)
    weights = {word: math.log((len(sentences) + 1) / (count + 1)) for word, count in frequency.items()}
    words = tuple(frozenset(w for version in event for s in version for w in s) for event in versions)
    passages: list[list[tuple[str, coverage.Sentences]]] = [[] for _ in corpus.events]
    for event, version, _, start, end, _, _ in spans.rows():
        passages[event].append((corpus.versions[version].source, stems(corpus.versions[version].text[start:end])))
    return coverage.coverage(coverage.AvailableWords(words, weights, 0.0), passages)


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence of a sibling whose parallel was taken out of the base: it belongs into the gap that is left."""

    accounts: tuple[Version, ...]
    """The base without the parallel, the sibling, and other accounts."""
    sentence: int
    gap: int


def items(versions: Sequence[Version], vocabulary: Vocabulary) -> Iterator[Item]:
    """Yield the clear parallels of all pairs of accounts of an event."""
    grammar = vocabulary.lexicon.grammar
    for base in versions:
        if len(base.sentences) < FEWEST_BASE:
            continue
        for sibling in versions:
            if sibling is base or len(sibling.sentences) < FEWEST_SIBLING:
                continue
            accounts = [Account(v.text, v.sentences, vocabulary, grammar) for v in (base, sibling)]
            tellings = [telling(a, v.vectors) for a, v in zip(accounts, (base, sibling), strict=True)]
            placement = Placement(accounts[0], tellings[0], accounts[1:], tellings[1:])
            likeness = placement.alignment(0).likeness
            others = tuple(v for v in versions if v is not base and v is not sibling)
            for i, j in enumerate(likeness.argmax(axis=1).tolist()):
                value = likeness[i, j]
                if len(sibling.sentences[i].stems) < 2 or value < PARALLEL or likeness[:, j].argmax() != i:
                    continue
                rest = [*np.delete(likeness[i], j), *np.delete(likeness[:, j], i)]
                if max(rest) > value - MARGIN:
                    continue
                keep = [row for row in range(len(base.sentences)) if row != j]
                vectors = None if base.vectors is None else base.vectors[keep]
                cut = Version(base.index, base.text, [base.sentences[row] for row in keep], vectors)
                yield Item((cut, sibling, *others), i, j)


def placed(item: Item, vocabulary: Vocabulary) -> int | None:
    """Return the gap in which a sentence is inserted; None if it is not."""
    grammar = vocabulary.lexicon.grammar
    accounts = [Account(v.text, v.sentences, vocabulary, grammar) for v in item.accounts]
    tellings = [telling(a, v.vectors) for a, v in zip(accounts, item.accounts, strict=True)]
    placement = Placement(accounts[0], tellings[0], accounts[1:], tellings[1:])
    i = item.sentence
    confidence, gap = placement.confidence(0, i, i)
    if confidence < CERTAIN:
        return None
    insertion = Insertion(0, i, i, gap, confidence)
    return None if placement.refusal(insertion, chained=False, rules=slice(PLACEMENT)) else gap


def split(corpus: Corpus, arrays: Arrays, encoder: Encoder | None) -> tuple[Vocabulary, list[list[Version]]]:
    """Return the versions of each contested event, as fusion sees them."""
    vocabulary = Vocabulary(corpus.language, find_synonyms(corpus.language))
    survey, batches = Survey(vocabulary), list(events(arrays))
    for batch in batches:
        for event in batch:
            survey.add(event)
    survey.finish()
    base, given = longest(arrays), moments(arrays)
    found = []
    for batch in batches:
        rows = [(event, read_versions(event, arrays, base, vocabulary, given)) for event in batch]
        vectors = Centred(encoder, survey.sample).batch(rows) if encoder else None
        found += [[vectors(v) for v in versions] if vectors else versions for _, versions in rows if len(versions) > 1]
    return vocabulary, found


def placement(corpus: Corpus, arrays: Arrays, encoder: Encoder | None) -> str:
    vocabulary, contested = split(corpus, arrays, encoder)
    found = [(item.gap, placed(item, vocabulary)) for versions in contested for item in items(versions, vocabulary)]
    answered = [gap == given for gap, given in found if given is not None]
    exact = np.mean(answered) if answered else float("nan")
    return f"{len(found):5} items  coverage {len(answered) / max(len(found), 1):.2f}  exact {exact:.3f}"


def kept(corpus: Corpus, spans: Spans) -> str:
    """How much of each source is told: the characters of its accounts but for sentences that are told nowhere."""
    total = Counter({source.id: 0 for source in corpus.sources})
    for version in corpus.versions:
        total[version.source] += len(version.text) if version.usable else 0
    lost: Counter[str] = Counter()
    for omission in find_omissions(corpus, spans):
        if omission.reason not in (EXCLUDED, COVERED):
            lost[corpus.versions[omission.version].source] += omission.end - omission.start
    return ", ".join(f"{name} {1 - lost[name] / count:.2f}" for name, count in total.items() if count)


def read(corpus: Corpus, spans: Spans, count: int) -> None:
    """Print all insertions with their neighbours, and some notes."""
    rows = list(spans.rows())
    for at, (event, version, _, start, end, role, score) in enumerate(rows):
        if role == INLINE:
            before, after = rows[at - 1], rows[at + 1] if at + 1 < len(rows) else rows[at]
            left = corpus.versions[before[1]].text[before[3] : before[4]][-250:]
            right = corpus.versions[after[1]].text[after[3] : after[4]][:250] if after[0] == event else ""
            text = corpus.versions[version].text[start:end]
            print(f"  INLINE {corpus.versions[version].id} {score:.3f}\n    … {left}\n    >>> {text}\n    {right} …")
    notes = [row for row in rows if row[5] == NOTE]
    for event, version, _, start, end, _, score in sorted(Random(1).sample(notes, min(count, len(notes)))):
        text = corpus.versions[version].text[start:end]
        print(f"  NOTE {corpus.events[event].id} {corpus.versions[version].source} {score:.1f}: {text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--notes", type=int, default=0)
    parser.add_argument("--without-vectors", action="store_true")
    parser.add_argument("--no-placement", action="store_true")
    parser.add_argument("--no-padding", action="store_true")
    parser.add_argument("--novelty", type=float)
    given = parser.parse_args()
    found = None if given.without_vectors else find_encoder()
    encoders = [None, *([CachedEncoder(found, cache_folder() / "vectors")] if found else [])]
    for name in given.corpora.split(","):
        corpus = ingest.read(CORPORA[name])
        arrays, subject = in_memory(ingest.build(corpus)), Subject(corpus)
        for encoder in encoders:
            label = f"{name:12} {'vectors' if encoder else 'words':8}"
            if not given.no_placement:
                print(label, "placement ", placement(corpus, arrays, encoder), flush=True)
            settings = SETTINGS if given.novelty is None else {"given": given.novelty}
            for setting, novelty in settings.items():
                o = whole_output(corpus, subject, arrays, novelty, encoder)
                print(
                    f"{label} {setting:10} COV {o.cov:.3f} RED {o.red:.3f}  "
                    f"content words {o.content.kept:.3f} {o.content.repeated:.3f}  {o.inline} + {o.notes}  "
                    f"ROUGE-L {o.rouge_base:.4f} -> {o.rouge:.4f}  again {o.again:.3f}  {o.seconds:.1f} s",
                    flush=True,
                )
                if setting == "default" and encoder is encoders[-1]:
                    print(f"{name:12} kept of each source: {kept(corpus, o.spans)}")
            if given.notes:
                read(corpus, whole_output(corpus, subject, arrays, AUTO, encoder).spans, given.notes)
    if not given.no_padding:
        seeds = range(padding.FIRST, padding.FIRST + padding.SEEDS)
        for name in filter(padding.corpora().__contains__, given.corpora.split(",")):
            print("\n".join(padding.rows(name, CORPORA[name], seeds, encoders[-1])), flush=True)


if __name__ == "__main__":
    main()
