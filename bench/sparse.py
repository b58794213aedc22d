"""How close scores stay where the ties of large events are thinned out: `python -m bench.sparse`.

Generated events of 65 to 1,000 versions stand among small ones, tied by BEFORE. LexRank over all pairs is compared with
LexRank over fewer ties, for the form in use (`taeg.build.large_events`) and for others that were considered. Of each
large event: whether the same version is chosen, or one in the same words; how far the chosen one's true score falls
behind the best true score; and how scores and ranks differ. The peer of a row is the simplest form, cosines of the
same pairs.

Events of odd make, where the fit of `taeg.build.large_events` may not arrive, stand alone and have bars of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.stats import spearmanr

from bench import generator, table, telling
from bench.table import Row
from taeg.build import edges as ties
from taeg.build import large_events as thinning
from taeg.build import pairs as relations
from taeg.build import weights
from taeg.build.centrality import lexrank
from taeg.model.corpus_graph import Edges, FloatArray, IntArray
from taeg.model.profile import AUDITED, FLOOR, PUBLISHED, Profile

SIZES = (65, 80, 100, 150, 200, 300, 500, 1000)
SEEDS = (1, 2, 3)
SMALL = 25
"""Small events between two large ones."""
SOURCES_OF = 20_000
"""As many sources tell as would tell a corpus of this size."""
BAR_MEAN, BAR_SHARE = 0.005, 0.95
"""Mean difference of scores, and how often the choice must be as good as the best to `AS_GOOD`."""
AS_GOOD = 0.001
FITTINGS = 30
ODD_SIZES = (100, 300, 1000, 1500)
BAR_BEHIND = 0.01
"""How far a choice may fall behind the best in an event of odd make."""

Form = Callable[[csr_array], Edges]


@dataclass(frozen=True, slots=True)
class Large:
    """What became of one large event."""

    same: float
    """1 where the same version is chosen."""
    same_words: float
    behind: float
    """By how much of it the true score of the chosen version is lower than the best."""
    furthest: float
    """Largest relative difference of a score."""
    mean: float
    ranks: float
    """Rank correlation."""
    heaviest: float


@dataclass(frozen=True, slots=True)
class Generated:
    """A corpus in arrays."""

    event: IntArray
    source: IntArray
    texts: list[str]
    large: IntArray


def proportional(rows: csr_array) -> Edges:
    """The same pairs, fitted to what all ties of a version weigh and to nothing else."""
    found, whole = thinning.inside(rows, FLOOR), _all_pairs(rows)
    size = rows.shape[0]
    wanted, weight = _sums(whole, size), weights.cosines(rows, found.a, found.b, FLOOR)
    for _ in range(FITTINGS):
        factor = np.sqrt(wanted / _sums(Edges(found.a, found.b, weight), size))
        weight = weight * factor[found.a] * factor[found.b]
    return Edges(found.a, found.b, weight)


def sampled(rows: csr_array) -> Edges:
    """The same pairs with their cosines."""
    found = thinning.inside(rows, FLOOR)
    return Edges(found.a, found.b, weights.cosines(rows, found.a, found.b, FLOOR))


def raised(rows: csr_array) -> Edges:
    """The same, each weight as many times as there are pairs for one."""
    found, size = sampled(rows), rows.shape[0]
    return Edges(found.a, found.b, found.weight * (size * (size - 1) / 2 / len(found)))


def nearest(rows: csr_array) -> Edges:
    """Each version with its nearest, about as many ties as the others have."""
    size = rows.shape[0]
    whole = np.asarray((rows @ rows.T).toarray())
    np.fill_diagonal(whole, -1.0)
    partners = np.argsort(-whole, axis=1, kind="stable")[:, : thinning.PARTNERS // 2].ravel()
    start = np.repeat(np.arange(size), thinning.PARTNERS // 2)
    pairs = np.unique(np.minimum(start, partners) * size + np.maximum(start, partners))
    a, b = pairs // size, pairs % size
    return Edges(a, b, weights.cosines(rows, a, b, FLOOR))


FORMS: dict[str, Form] = {
    "thinned (in use)": lambda rows: thinning.inside(rows, FLOOR),
    "sums alone": proportional,
    "cosines raised alike": raised,
    "cosines as they are": sampled,
    "nearest": nearest,
}


def alike(size: int) -> list[str]:
    """All in the same words but four, each in words of its own."""
    return [f"odd{i} own{i}" for i in range(4)] + ["one two three"] * (size - 4)


def wired(size: int) -> list[str]:
    """Copies of one report, cut at various lengths, and one in twenty that has nothing to do with it."""
    rng = np.random.default_rng((size, 5))
    report = [f"word{i}" for i in rng.integers(0, 400, 40)]
    return [
        " ".join(report[: rng.integers(20, 41)])
        if rng.random() < 0.95
        else " ".join(f"other{i}" for i in rng.integers(0, 4000, 30))
        for _ in range(size)
    ]


def hub(size: int) -> list[str]:
    """One says eight words, all others one of them each."""
    words = [f"word{i}" for i in range(8)]
    return [" ".join(words), *(words[i % 8] for i in range(1, size))]


@dataclass(frozen=True, slots=True)
class Odd:
    """Events of odd make."""

    texts: Callable[[int], list[str]]
    bar: float
    """Largest relative difference of a score."""


ODD = {
    "nearly all alike": Odd(alike, 0.02),
    # few of the ties of one in twenty lead to another such, and how many they are is chance
    "wire copies and others": Odd(wired, 0.1),
    "hub": Odd(hub, 0.02),
}


def alone(texts: list[str], form: Form) -> Large:
    """What becomes of an event that is tied to no other."""
    rows = weights.tfidf(texts)
    found = form(rows)
    return _large(lexrank(len(texts), _all_pairs(rows)), lexrank(len(texts), found), texts, found.weight)


def generated(sizes: Sequence[int], small: int, seed: int) -> Generated:
    """Large events of these sizes among small ones."""
    world = generator.World(SOURCES_OF, seed)
    rng = np.random.default_rng((seed, 3))
    share = world.habits["share"] / world.habits["share"].sum()
    most = round(0.6 * len(world.sources))
    tellers: list[IntArray] = []
    large = []
    for block, size in enumerate([*sizes, 0]):
        tellers += [group for _, group in zip(range(small), world.tellers(block), strict=False)]
        if size:
            first = rng.choice(len(world.sources), min(size, most), replace=False, p=share)
            large.append(len(tellers))
            tellers.append(np.concatenate([first, rng.choice(first, size - len(first))]))
    tellers = [np.sort(group) for group in tellers]
    tales = telling.tell(tellers, world.habits, np.random.default_rng((seed, 4)))
    return Generated(
        np.repeat(np.arange(len(tellers)), [len(group) for group in tellers]),
        np.concatenate(tellers),
        [text for tale in tales for text, _ in tale.told],
        np.array(large),
    )


def compared(corpus: Generated, profile: Profile, forms: dict[str, Form]) -> dict[str, list[Large]]:
    """What becomes of each large event under each form."""
    rows, nodes = weights.tfidf(corpus.texts), len(corpus.texts)
    before = ties.before(rows, corpus.event, corpus.source, profile, FLOOR)
    groups = [np.flatnonzero(corpus.event == event) for event in corpus.large]
    few = np.flatnonzero(~np.isin(corpus.event, corpus.large))
    small = _placed(ties.same_event(csr_array(rows[few]), corpus.event[few], FLOOR), few)

    def ranked(form: Form) -> tuple[FloatArray, list[Edges]]:
        found = [_placed(form(csr_array(rows[group])), group) for group in groups]
        return lexrank(nodes, before, small, *found), found

    true, _ = ranked(_all_pairs)
    result: dict[str, list[Large]] = {}
    for name, form in forms.items():
        scores, found = ranked(form)
        result[name] = [
            _large(true[group], scores[group], [corpus.texts[i] for i in group.tolist()], edges.weight)
            for group, edges in zip(groups, found, strict=True)
        ]
    return result


def measured() -> dict[str, dict[str, list[Large]]]:
    """All corpora under both profiles."""
    result: dict[str, dict[str, list[Large]]] = {}
    for profile in (AUDITED, PUBLISHED):
        parts = [compared(generated(SIZES, SMALL, seed), profile, FORMS) for seed in SEEDS]
        result[profile.name] = {form: [large for part in parts for large in part[form]] for form in FORMS}
    return result


def rows(found: dict[str, dict[str, list[Large]]] | None = None) -> list[Row]:
    """How far scores differ from those over all pairs, and how good the choices are."""
    result = []
    for profile, forms in (found or measured()).items():
        ours, theirs = (
            np.array([astuple(large) for large in forms[form]]) for form in (next(iter(FORMS)), "cosines as they are")
        )
        mean, good = ours[:, 4].mean(), (ours[:, 2] <= AS_GOOD).mean()
        where = f"events of {SIZES[0]} to {SIZES[-1]:,} versions, {profile}"
        note = (
            f"{len(ours)} events; largest difference {100 * ours[:, 3].max():.2g} %, rank correlation "
            f"{ours[:, 5].min():.4f} at least, same version {100 * ours[:, 0].mean():.0f} %, same words "
            f"{100 * ours[:, 1].mean():.0f} %, never more than {100 * ours[:, 2].max():.2g} % behind the best"
        )
        peer = "cosines of the same pairs"
        result.append(
            Row(
                f"thinned ties: mean difference of scores, {where}",
                100 * mean,
                "%",
                peer,
                100 * theirs[:, 4].mean(),
                theirs[:, 4].mean() / mean,
                f"≤ {100 * BAR_MEAN:g} %",
                bool(mean <= BAR_MEAN),
                note,
            )
        )
        result.append(
            Row(
                f"thinned ties: choices within {100 * AS_GOOD:g} % of the best, {where}",
                100 * good,
                "%",
                peer,
                100 * (theirs[:, 2] <= AS_GOOD).mean(),
                None,
                f"≥ {100 * BAR_SHARE:g} %",
                bool(good >= BAR_SHARE),
            )
        )
    return result + odd_rows()


def odd_rows() -> list[Row]:
    """How far the worst score differs in events of odd make, a row each."""
    result = []
    for name, odd in ODD.items():
        events = [odd.texts(size) for size in ODD_SIZES]
        ours, theirs = (
            [alone(event, FORMS[form]) for event in events] for form in (next(iter(FORMS)), "cosines as they are")
        )
        furthest, peer = (max(large.furthest for large in part) for part in (ours, theirs))
        behind = max(large.behind for large in ours)
        result.append(
            Row(
                f"thinned ties: largest difference of a score, {name}, {ODD_SIZES[0]} to {ODD_SIZES[-1]:,} versions",
                100 * furthest,
                "%",
                "cosines of the same pairs",
                100 * peer,
                peer / furthest,
                f"≤ {100 * odd.bar:g} %, choices ≤ {100 * BAR_BEHIND:g} % behind the best",
                furthest <= odd.bar and behind <= BAR_BEHIND,
                f"{len(ours)} events; mean difference {100 * max(large.mean for large in ours):.2g} % at most, never "
                f"more than {100 * behind:.2g} % behind the best",
            )
        )
    return result


def shown(found: dict[str, dict[str, list[Large]]]) -> str:
    """All forms, a line each."""
    lines = []
    for profile, forms in found.items():
        lines.append(
            f"{profile:<22} {'same':>6} {'words':>6} {'behind':>8} {'furthest':>9} {'mean':>8} {'ranks':>7} {'most':>7}"
        )
        for form, larges in forms.items():
            same, words, behind, furthest, mean, ranks, heaviest = np.array([astuple(large) for large in larges]).T
            lines.append(
                f"{form:<22} {same.mean():6.0%} {words.mean():6.0%} {behind.max():8.3%} {furthest.max():9.2%} "
                f"{mean.mean():8.3%} {ranks.min():7.4f} {heaviest.max():7.1f}"
            )
    return "\n".join(lines)


def main() -> None:
    found = measured()
    print(shown(found), end="\n\n")
    table.main("sparse", rows(found))


def _large(true: FloatArray, scores: FloatArray, texts: list[str], weight: FloatArray) -> Large:
    best, chosen = (int(np.argmax(np.round(part * len(part), 9))) for part in (true, scores))
    difference: npt.NDArray[np.float64] = np.abs(scores / true - 1.0)
    return Large(
        float(best == chosen),
        float(texts[best] == texts[chosen]),
        float(1.0 - true[chosen] / true[best]),
        float(difference.max()),
        float(difference.mean()),
        float(spearmanr(true, scores).statistic),
        float(weight.max()),
    )


def _all_pairs(rows: csr_array) -> Edges:
    a, b = relations.same_event(np.zeros(rows.shape[0], dtype=np.int64))
    return Edges(a, b, weights.cosines(rows, a, b, FLOOR))


def _placed(edges: Edges, places: IntArray) -> Edges:
    return Edges(places[edges.a], places[edges.b], edges.weight)


def _sums(edges: Edges, size: int) -> FloatArray:
    return np.asarray(np.bincount(edges.a, edges.weight, size) + np.bincount(edges.b, edges.weight, size))


if __name__ == "__main__":
    main()
