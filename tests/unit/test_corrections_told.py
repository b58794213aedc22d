"""An editor's corrections in what is told: excluded and chosen versions, which ones hold, and each in words."""

from dataclasses import replace

import pytest

from taeg.build import build
from taeg.consolidate.algorithm import narrate
from taeg.consolidate.arrays import in_memory
from taeg.consolidate.strategies import STRATEGIES, resolved
from taeg.consolidate.strategies import apply as apply_strategy
from taeg.model.arrange import UNNAMED, Material, arrange, spoken
from taeg.model.corpus import Corpus, Correction, Source, Version
from taeg.model.corrections import apply, kept, words
from tests.unit.voyage import CHOOSE, EXCLUDE, MERGE, MOVE, RENAME, SPLIT, VERSIONS, VOYAGE, corrected, version

# --- excluded and chosen versions in narratives ----------------------------------------------------------------------


def test_an_excluded_version_has_no_ties() -> None:
    graph = build(corrected(EXCLUDE))
    place = [v.id for v in graph.corpus.versions].index("a2")
    for edges in (graph.before, graph.same_event):
        assert len(edges) > 0
        assert place not in {*edges.a.tolist(), *edges.b.tolist()}
    bare = build(replace(VOYAGE, versions=tuple(v for v in VOYAGE.versions if v.id != "a2")))
    assert graph.same_event.weight.tolist() == bare.same_event.weight.tolist(), "as if it were not there"
    assert graph.before.weight.tolist() == bare.before.weight.tolist()


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("gone", ["a1", "a2", "c2", "c3"])
def test_an_excluded_version_is_never_told(name: str, gone: str) -> None:
    told_text = next(v.text for v in VERSIONS if v.id == gone)
    assert told_text in " ".join(s.text for s in spoken(VOYAGE.sources, VOYAGE.versions))
    for seed in range(5 if name == "random" else 1):
        given_parameters = {"seed": seed} if name == "random" else {}
        # so that there is always a latest one
        dated = replace(VOYAGE, sources=tuple(replace(s, date="1913") for s in VOYAGE.sources))
        made = narrate(build(apply(dated, [Correction("exclude", gone)])), name, given_parameters)
        assert made.passages
        assert gone not in {passage.version for passage in made.passages}
        assert told_text not in made.text


def test_an_excluded_version_is_not_quoted_out_of_its_source_either() -> None:
    own = replace(VOYAGE, sources=tuple(replace(s, text=f"{s.text}\n\nMore.") for s in VOYAGE.sources))
    made = narrate(build(apply(own, [EXCLUDE])), "lexrank", {})
    assert version(VOYAGE, "a2").text not in made.text


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "lexrank"])
@pytest.mark.parametrize("other", ["a1", "b1"])
def test_what_the_editor_chose_goes_before_what_a_strategy_chose(name: str, other: str) -> None:
    corpus = corrected(replace(CHOOSE, other=other))
    graph = build(corpus)
    place = [v.id for v in corpus.versions].index(other)
    choose = STRATEGIES[name]
    spans = apply_strategy(name, choose, in_memory(graph), resolved(name, choose, {}))
    assert (spans.event[0], spans.version[0]) == (0, place)


# --- which hold, and in words ----------------------------------------------------------------------------------------


def test_corrections_of_the_file_are_those_it_has_now_and_commands_stay() -> None:
    old, new = replace(CHOOSE, given_in="file"), replace(RENAME, origin="file")
    assert kept((old, MERGE, EXCLUDE), (new,)) == (new, MERGE, EXCLUDE)
    assert kept((old, MERGE), ()) == (MERGE,)
    assert kept((), (new, old)) == (new, old)


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        (CHOOSE, "choose sail version b1 (he stood at the rail)"),
        (EXCLUDE, "exclude a2"),
        (MERGE, "merge storm into sail"),
        (SPLIT, "split storm into masts with c2 title 'The masts break'"),
        (replace(SPLIT, versions=("a2", "c2"), title=""), "split storm into masts with a2, c2"),
        (MOVE, "move land before sail"),
        (RENAME, "rename sail title 'Departure'"),
    ],
)
def test_a_correction_in_one_line(wanted: Correction, line: str) -> None:
    assert words(wanted) == line


def test_a_correction_stays_with_the_words_it_meant() -> None:
    """A second account of the same source and event changes the id of the first, not who is excluded."""

    def told(*texts: str) -> Corpus:
        accounts = tuple(Version(UNNAMED, "sail", "ann", text) for text in texts)
        other = Version(UNNAMED, "sail", "bob", "Bob.")
        sources = (Source("ann", "Ann"), Source("bob", "Bob"))
        return arrange(Material("voyage", sources, (), (*accounts, other)))

    first = apply(told("Retracted."), [Correction("exclude", "ann:sail")])
    [excluded] = [v for v in first.versions if v.excluded]
    assert excluded.text == "Retracted."
    again = apply(told("Retracted.", "Second."), first.corrections)
    assert [v.text for v in again.versions if v.excluded] == ["Retracted."]
    assert not again.corrections[0].problem
    of_file = replace(first.corrections[0], given_in="file")
    assert kept([of_file], [Correction("exclude", "ann:sail", given_in="file")])[0].fingerprints == of_file.fingerprints
