"""A test with a known answer and without a reference to tune on: accounts padded with sentences from far events.

`python -m bench.padding [--seeds N] [--words]` prints the accuracy of four strategies on the corpora as they are, and
after one random version of each contested event was padded with random sentences of far events until it was the
longest. Padding is put at random places of the version, in all events at once. Accuracy is measured against the
reference of the corpus as it is: a padded version is right if it was before. `--words` uses no sentence vectors.

Settings were chosen on kings and the built-in gospels (ASV), the last also with a look at the paper's gospels (NIV).
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, pstdev

import platformdirs

import ingest
from bench.alignment_cases import EXAMPLES, PUBLISHED
from eval.metrics.selection import Selection, rate_versions
from taeg.consolidate import strategies
from taeg.consolidate.arrays import Arrays, in_memory
from taeg.model.corpus import Corpus
from taeg.text.language import language
from taeg.text.vectors import CachedEncoder, Encoder, find_encoder

SEEDS, FIRST = 5, 100
"""Random paddings of each corpus, and the seed of the first."""
FAR = 4
"""Padding comes from events at least this far away in the timeline."""
STRATEGIES = ("longest", "taeg", "random", "ontopic")


def corpora() -> dict[str, str]:
    """The corpora by name."""
    found = {"kings": str(EXAMPLES / "kings"), "gospels": "gospels"}
    return found | ({"gospels-niv": str(PUBLISHED)} if PUBLISHED else {})


def padded(corpus: Corpus, seed: int) -> Corpus:
    """Return the corpus with one version of each contested event padded until it is the longest."""
    chance = Random(seed)
    split = language(corpus.language).sentences
    index = {event.id: i for i, event in enumerate(corpus.events)}
    versions = list(corpus.versions)
    sentences = [tuple(split(v.text)) if v.usable else () for v in versions]
    donors = [(index[v.event], sentence) for v, found in zip(versions, sentences, strict=True) for sentence in found]
    by_event: dict[int, list[int]] = {}
    for number, version in enumerate(versions):
        if version.usable:
            by_event.setdefault(index[version.event], []).append(number)
    for event, numbers in sorted(by_event.items()):
        if len(numbers) < 2:
            continue
        chosen = chance.choice(numbers)
        longest = max(len(versions[number].text) for number in numbers if number != chosen)
        found = list(sentences[chosen])
        while len(" ".join(found)) <= longest:
            away, sentence = chance.choice(donors)
            if abs(away - event) >= FAR:
                found.insert(chance.randrange(len(found) + 1), sentence)
        if len(found) > len(sentences[chosen]):
            versions[chosen] = replace(versions[chosen], text=" ".join(found))
    return replace(corpus, versions=tuple(versions))


def accuracy(selection: Selection, arrays: Arrays, name: str, seed: int) -> float:
    """The share of contested events in which a strategy selects the best version."""
    strategy = strategies.STRATEGIES[name]
    spans, _ = strategies.apply(name, strategy, arrays, {"seed": seed} if name == "random" else {})
    return float(selection.is_best(spans.selected(arrays.events)).mean())


def arrays_of(corpus: Corpus, encoder: Encoder | None) -> Arrays:
    """What strategies see of a corpus."""
    return replace(in_memory(ingest.build(corpus)), encoder=encoder)


def encoder() -> Encoder | None:
    """The encoder for English with a cache, if there is one."""
    found = find_encoder()
    return CachedEncoder(found, Path(platformdirs.user_cache_dir("taeg")) / "bench-vectors") if found else None


def rows(name: str, path: str, seeds: Sequence[int], found: Encoder | None) -> list[str]:
    """A line for each strategy on one corpus."""
    corpus = ingest.read(path)
    selection = rate_versions(corpus)
    clean = arrays_of(corpus, found)
    stressed = [arrays_of(padded(corpus, seed), found) for seed in seeds]
    lines = []
    for strategy in STRATEGIES:
        tried = seeds if strategy == "random" else seeds[:1]
        before = mean(accuracy(selection, clean, strategy, seed) for seed in tried)
        after = [accuracy(selection, item, strategy, seed) for item, seed in zip(stressed, seeds, strict=True)]
        lines.append(f"{name:<12} {strategy:<8} {before:.3f}  {mean(after):.3f} ± {pstdev(after):.3f}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.padding", description="Accounts padded with strangers.")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--words", action="store_true", help="without sentence vectors")
    parser.add_argument("names", nargs="*", choices=[*corpora(), []])
    given = parser.parse_args()
    found = None if given.words else encoder()
    print(f"{'corpus':<12} {'strategy':<8} clean  padded ± sd, {given.seeds} seeds, {found.name if found else 'words'}")
    for name, path in corpora().items():
        if not given.names or name in given.names:
            print("\n".join(rows(name, path, range(given.first, given.first + given.seeds), found)), flush=True)


if __name__ == "__main__":
    main()
