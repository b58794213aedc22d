"""Corrections: the effect of each kind, misfits, the data under them, narratives, and their texts."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.build import build
from taeg.consolidate.algorithm import narrate
from taeg.consolidate.strategies import STRATEGIES
from taeg.model import corrections
from taeg.model.arrange import UNNAMED, Material, arrange, original, spoken
from taeg.model.corpus import Corpus, Correction, Source, Version
from taeg.model.corrections import apply, kept, words
from tests.unit.voyage import (
    CHOOSE,
    CONFIRM,
    DECISIONS,
    DISMISS,
    EXCLUDE,
    MERGE,
    MOVE,
    RENAME,
    SETTLE,
    SPLIT,
    VERSIONS,
    VOYAGE,
    corrected,
    event,
    misfits,
    order,
    version,
    versions_by_event,
)


def test_a_version_is_chosen() -> None:
    made = event(corrected(CHOOSE), "sail")
    assert (made.choice, made.edits) == ("b1", ("chosen by the editor: b1",))
    again = event(corrected(CHOOSE, RENAME, replace(CHOOSE, other="a1")), "sail")
    assert again.choice == "a1"
    assert again.edits == ("renamed by the editor, before: The ship sails", "chosen by the editor: a1")


def test_a_version_is_excluded() -> None:
    made = corrected(EXCLUDE)
    assert version(made, "a2").excluded
    assert event(made, "storm").edits == ("excluded by the editor: a2",)
    assert [v.id for v in made.versions] == [v.id for v in VOYAGE.versions], "it stays in the graph"


def test_an_event_is_merged_into_another() -> None:
    made = corrected(MERGE)
    assert versions_by_event(made) == {"sail": ["a2", "a1", "b1", "b2", "c2"], "land": ["c3"]}
    assert version(made, "a2").told_of == "storm"
    assert version(made, "a1").told_of == ""
    assert event(made, "sail").edits == ("merged by the editor: A storm",)
    assert event(made, "sail").gold_text == "They left. It stormed.", "in the order of the timeline"
    backwards = corrected(Correction("merge", "sail", "storm"))
    assert event(backwards, "storm").gold_text == "They left. It stormed."
    assert order(backwards) == ["storm", "land"]
    assert event(corrected(Correction("merge", "land", "sail")), "sail").gold_text == "They left."


def test_an_event_is_split() -> None:
    made = corrected(SPLIT)
    assert versions_by_event(made) == {"sail": ["a1", "b1"], "storm": ["a2", "b2"], "masts": ["c2"], "land": ["c3"]}
    new = event(made, "masts")
    assert (new.title, new.made, new.declared) == ("The masts break", True, False)
    assert (new.day, new.time) == ("Tuesday", "1912-04-12"), "it happened when the old one did"
    assert new.edits == ("made by the editor out of A storm",)
    assert event(made, "storm").edits == ("split by the editor: The masts break",)
    assert event(corrected(replace(SPLIT, title="")), "masts").title == "masts"


@pytest.mark.parametrize(
    ("target", "side", "other", "expected"),
    [
        ("land", "before", "sail", ["land", "sail", "storm"]),
        ("land", "after", "sail", ["sail", "land", "storm"]),
        ("sail", "before", "land", ["storm", "sail", "land"]),
        ("sail", "after", "land", ["storm", "land", "sail"]),
        ("sail", "before", "storm", ["sail", "storm", "land"]),
    ],
)
def test_an_event_is_moved(target: str, side: str, other: str, expected: list[str]) -> None:
    made = corrected(Correction("move", target, other, side=side))
    assert order(made) == expected
    assert event(made, target).edits == (f"moved by the editor: {side} {event(VOYAGE, other).title}",)
    assert [v.event for v in made.versions] == sorted((v.event for v in VOYAGE.versions), key=expected.index)


def test_corrections_are_applied_in_order() -> None:
    made = event(corrected(MERGE, RENAME, replace(CHOOSE, other="c2")), "sail")
    assert (made.title, made.choice) == ("Departure", "c2")
    assert made.edits == (
        "merged by the editor: A storm",
        "renamed by the editor, before: The ship sails",
        "chosen by the editor: c2",
    )
    twice = event(corrected(RENAME, replace(RENAME, title="Leaving")), "sail")
    assert twice.edits[-1] == "renamed by the editor, before: Departure"


def test_documents_name_events_by_their_titles() -> None:
    made = corrected(MERGE, Correction("move", "land", "sail", side="before"), CHOOSE)
    assert [words(c, corrections.names(made)) for c in made.corrections] == [
        "merge A storm into The ship sails",
        "move Land before The ship sails",
        "choose The ship sails version b1 (he stood at the rail)",
    ]


def test_a_split_event_can_be_corrected_further() -> None:
    made = corrected(
        SPLIT,
        Correction("rename", "masts", title="Broken masts"),
        Correction("move", "masts", "sail", side="before"),
        Correction("choose", "masts", "c2"),
        Correction("merge", "land", "masts"),
    )
    assert versions_by_event(made) == {"masts": ["c2", "c3"], "sail": ["a1", "b1"], "storm": ["a2", "b2"]}
    assert event(made, "masts").choice == "c2"


def test_merging_and_splitting_keeps_the_original_event() -> None:
    made = corrected(MERGE, Correction("split", "sail", "gale", versions=("a2", "b2", "c2")))
    assert {v.id: v.told_of for v in made.versions if v.told_of} == {"a2": "storm", "b2": "storm", "c2": "storm"}
    back = corrected(SPLIT, Correction("merge", "masts", "storm"))
    assert versions_by_event(back) == versions_by_event(VOYAGE)
    assert not any(v.told_of for v in back.versions)


def test_a_choice_is_removed_with_its_version() -> None:
    chosen = Correction("choose", "storm", "c2")
    assert event(corrected(chosen, SPLIT), "storm").choice == ""
    assert event(corrected(chosen, Correction("exclude", "c2")), "storm").choice == ""
    assert event(corrected(chosen, EXCLUDE), "storm").choice == "c2"
    assert event(corrected(chosen, Correction("split", "storm", "x", versions=("a2",))), "storm").choice == "c2"


TAKEN = "there is an event 'storm' already; give the new one another id"
ONE_SIDE = "to confirm a fact of 'storm', give two or more versions, each with words"
SOME = "a split of 'sail' must take some of its versions and leave some"


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (Correction("choose", "sial", "a1"), "there is no event 'sial'; did you mean 'sail'?"),
        (Correction("choose", "sail", "a9"), "there is no version 'a9'"),
        (Correction("choose", "sail", "Bob"), "there is no version 'Bob'; did you mean 'b1'?"),
        (Correction("choose", "sail", "c3"), "version 'c3' is an account of 'land', not of 'sail', which has: a1, b1"),
        (Correction("choose", "storm", "b2"), "version 'b2' has no text"),
        (Correction("exclude", "zz"), "there is no version 'zz'"),
        (Correction("merge", "sail", "sail"), "event 'sail' cannot be merged into itself"),
        (Correction("merge", "sail", "wreck"), "there is no event 'wreck'"),
        (Correction("split", "sail", "storm", versions=("a1",)), TAKEN),
        (
            Correction("split", "sail", " x", versions=("a1",)),
            "event id ' x' must be text on one line without spaces at either end or control characters",
        ),
        (Correction("split", "sail", "x", versions=("a1", "c3")), "event 'sail' has no version 'c3'"),
        (Correction("split", "sail", "x", versions=("a1", "b1")), SOME),
        (Correction("split", "sail", "x", versions=()), SOME),
        (Correction("move", "sail", "sail", side="after"), "event 'sail' cannot be moved next to itself"),
        (Correction("move", "sail", "wreck", side="after"), "there is no event 'wreck'"),
        (Correction("rename", "sail"), "event 'sail' needs a title"),
        (Correction("rename", "wreck", title="W"), "there is no event 'wreck'"),
        (replace(CONFIRM, target="wreck"), "there is no event 'wreck'"),
        (replace(CONFIRM, words=("Waves as high", "The waves.")), "the words 'The waves.' are gone from 'c2'"),
        (replace(CONFIRM, words=("Waves as high", "")), "the words '' are gone from 'c2'"),
        (replace(CONFIRM, words=("Waves as high",)), ONE_SIDE),
        (replace(CONFIRM, words=("Waves",), versions=("a2",)), ONE_SIDE),
        (replace(DISMISS, versions=("a2", "c9")), "there is no version 'c9'"),
        (replace(SETTLE, other="b2"), "version 'b2' is no side of the fact; prefer one of a2, c2"),
        (replace(SETTLE, other=""), "version '' is no side of the fact; prefer one of a2, c2"),
    ],
    ids=lambda value: words(value) if isinstance(value, Correction) else "",
)
def test_misfits_are_kept_with_the_reason(wanted: Correction, problem: str) -> None:
    made = apply(VOYAGE, [wanted, RENAME])
    assert made.corrections == (wanted, RENAME)
    assert [c.problem for c in made.corrections] == [problem, ""]
    assert made.events == corrected(RENAME).events, "it changes nothing"
    assert made.versions == VOYAGE.versions


def test_misfits_after_other_corrections() -> None:
    gone = "there is no event 'storm' (it was merged into another)"
    assert misfits(MERGE, replace(RENAME, target="storm")) == [gone]
    assert misfits(MERGE, SPLIT) == [gone]
    assert misfits(MERGE, Correction("split", "sail", "storm", versions=("a1",))) == [TAKEN]
    assert misfits(EXCLUDE, EXCLUDE) == ["version 'a2' is excluded already"]
    assert misfits(EXCLUDE, Correction("choose", "storm", "a2")) == ["version 'a2' is excluded"]


def test_a_correction_fits_again_when_its_target_is_back() -> None:
    without_storm = replace(VOYAGE, versions=tuple(v for v in VOYAGE.versions if v.event != "storm"))
    thin = apply(without_storm, [EXCLUDE])
    assert thin.corrections[0].problem == "there is no version 'a2'"
    again = apply(VOYAGE, thin.corrections)
    assert again.corrections[0].problem == ""
    assert again == corrected(EXCLUDE)


names = st.sampled_from(["sail", "storm", "land", "new", "newer"])
versions = st.sampled_from([v.id for v in VERSIONS])
any_correction = st.one_of(
    st.builds(Correction, st.just("choose"), names, versions),
    st.builds(Correction, st.just("exclude"), versions),
    st.builds(Correction, st.just("merge"), names, names),
    st.builds(
        lambda target, other, some: Correction("split", target, other, versions=tuple(some)),
        names,
        names,
        st.lists(versions, min_size=1, max_size=3),
    ),
    st.builds(
        lambda target, other, side: Correction("move", target, other, side=side),
        names,
        names,
        st.sampled_from(["before", "after"]),
    ),
    st.builds(lambda target, title: Correction("rename", target, title=title), names, st.sampled_from(["X", "Y"])),
)


@settings(max_examples=200)
@given(st.lists(any_correction, max_size=8))
def test_the_original_data_are_kept_under_any_corrections(wanted: list[Correction]) -> None:
    made = apply(VOYAGE, wanted)
    assert made.corrections == tuple(wanted)
    assert arrange(original(made)) == VOYAGE
    assert apply(arrange(original(made)), made.corrections) == made
    assert {v.id for v in made.versions} == {v.id for v in VERSIONS}
    chosen = {e.id: e.choice for e in made.events if e.choice}
    assert all(version(made, choice).usable and version(made, choice).event == e for e, choice in chosen.items())
    assert all(e.id in {v.event for v in made.versions} for e in made.events)


@settings(max_examples=50)
@given(st.lists(any_correction, max_size=6))
def test_corrections_change_the_digest(wanted: list[Correction]) -> None:
    made = apply(VOYAGE, wanted)
    assert (build(made).digest == build(VOYAGE).digest) == (not wanted)
    assert build(arrange(original(made))).digest == build(VOYAGE).digest


def test_the_digest_includes_the_reason_of_a_correction() -> None:
    digests = {build(apply(VOYAGE, [c])).digest for c in (CHOOSE, replace(CHOOSE, why=""), replace(CHOOSE, other="a1"))}
    assert len(digests) == 3


def test_running_texts_follow_the_corrections() -> None:
    own = replace(VOYAGE, sources=(replace(VOYAGE.sources[0], text="All that Ann wrote."), *VOYAGE.sources[1:]))
    made = apply(own, [EXCLUDE, Correction("move", "land", "sail", side="before")])
    texts = {s.id: s.text for s in spoken(made.sources, made.versions)}
    assert texts["ann"] == "All that Ann wrote."
    assert texts["cid"] == "Land at last.\n\nThe waves broke two masts."
    excluded = corrected(EXCLUDE)
    assert "Waves" not in next(s.text for s in spoken(excluded.sources, excluded.versions) if s.id == "ann")


def test_excluded_versions_have_no_edges() -> None:
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
def test_excluded_versions_are_in_no_narrative(name: str, gone: str) -> None:
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


def test_excluded_versions_are_not_quoted() -> None:
    own = replace(VOYAGE, sources=tuple(replace(s, text=f"{s.text}\n\nMore.") for s in VOYAGE.sources))
    made = narrate(build(apply(own, [EXCLUDE])), "lexrank", {})
    assert version(VOYAGE, "a2").text not in made.text


def test_corrections_of_a_file_are_replaced_and_those_by_command_kept() -> None:
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
        (DISMISS, "dismiss storm 'Waves as high' (a2), 'The waves' (c2) (two waves)"),
        (SETTLE, "settle storm 'Waves as high' (a2), 'The waves' (c2) prefer c2"),
    ],
)
def test_a_correction_in_one_line(wanted: Correction, line: str) -> None:
    assert words(wanted) == line


def test_a_correction_follows_the_text_of_its_version() -> None:
    """A second account of the same source and event changes the id of the first, not who is excluded."""

    def corpus_of(*texts: str) -> Corpus:
        accounts = tuple(Version(UNNAMED, "sail", "ann", text) for text in texts)
        other = Version(UNNAMED, "sail", "bob", "Bob.")
        sources = (Source("ann", "Ann"), Source("bob", "Bob"))
        return arrange(Material("voyage", sources, (), (*accounts, other)))

    first = apply(corpus_of("Retracted."), [Correction("exclude", "ann:sail")])
    [excluded] = [v for v in first.versions if v.excluded]
    assert excluded.text == "Retracted."
    again = apply(corpus_of("Retracted.", "Second."), first.corrections)
    assert [v.text for v in again.versions if v.excluded] == ["Retracted."]
    assert not again.corrections[0].problem
    of_file = replace(first.corrections[0], given_in="file")
    assert kept([of_file], [Correction("exclude", "ann:sail", given_in="file")])[0].fingerprints == of_file.fingerprints


def test_decisions_change_nothing_but_the_corrections() -> None:
    made = corrected(*DECISIONS)
    assert (made.events, made.versions, made.originals) == (VOYAGE.events, VOYAGE.versions, ())
    assert build(made).digest == build(VOYAGE).digest
    assert [len(correction.fingerprints) for correction in made.corrections] == [2, 2, 2]
    beside = corrected(RENAME, DISMISS)
    assert build(beside).digest == build(corrected(RENAME)).digest


def test_a_decision_follows_its_versions() -> None:
    decided = corrected(SETTLE).corrections
    other_ids = tuple(replace(v, id="x2") if v.id == "c2" else v for v in VOYAGE.versions)
    [followed] = apply(replace(VOYAGE, versions=other_ids), decided).corrections
    assert not followed.problem
    other_texts = tuple(replace(v, text=f"{v.text} So it was.") if v.text else v for v in VOYAGE.versions)
    [kept_on] = apply(replace(VOYAGE, versions=other_texts), decided).corrections
    assert not kept_on.problem
    assert kept_on.fingerprints != decided[0].fingerprints


def test_decisions_before_and_after_other_corrections() -> None:
    assert not misfits(DISMISS, MERGE)
    assert not misfits(MERGE, replace(DISMISS, target="sail"))
    assert misfits(MERGE, DISMISS) == ["there is no event 'storm' (it was merged into another)"]
    assert not misfits(DISMISS, EXCLUDE)
