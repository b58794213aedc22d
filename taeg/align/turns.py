"""The order in which a reviewer reads the sources.

A card settles the passages that are ticked on it, so the account that has most in common with the others comes first:
the one with most of the words that others use too, where rare words count more.
"""

from collections import Counter
from math import log

from taeg.align.values import Statements
from taeg.text.language import language


def turns(statements: Statements) -> tuple[int, ...]:
    """Return the place of each source in the reading, from 0."""
    tongue, count = language(statements.language), len(statements.sources)
    stems: list[set[str]] = [set() for _ in range(count)]
    for unit in statements.units:
        stems[unit.source].update(tongue.rouge_tokens(unit.text))
    users = Counter(stem for own in stems for stem in own)
    weight = {stem: (number - 1) * log((count + 1) / number) for stem, number in users.items()}
    common = [round(sum(sorted(weight[stem] for stem in own)), 6) for own in stems]
    order = sorted(range(count), key=lambda source: (-common[source], statements.sources[source]))
    place = {source: number for number, source in enumerate(order)}
    return tuple(place[source] for source in range(count))
