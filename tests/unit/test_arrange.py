"""Material: arranged to the same corpus in any order and in any number of steps, ids, titles, and conflicts."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.build import build
from taeg.model.arrange import UNNAMED, Material, arrange, merge, only, original, running_texts, spoken, without
from taeg.model.corpus import BY_ORDER, BY_ROW, BY_TIME, GIVEN, PUBLISHED, Corpus, Event, Source, Version
from tests.unit.builders import SOURCES, VERSIONS, story
from tests.unit.material_builders import account, material, timeline
from tests.unit.refusals import refusal


def digest(*parts: Material) -> str:
    """The digest of the parts, added one after the other to an arranged corpus."""
    whole = parts[0]
    for part in parts[1:]:
        whole = merge(original(arrange(whole)), part)
    return build(arrange(whole)).digest


NAMES = ["ann", "bob", "cid", "dot"]
HAPPENED = ["e1", "e2", "e10", "storm"]
WORDS = ["We left the harbour.", "The harbour was behind us.", "Waves as high as houses.", "Nobody slept.", ""]
DAYS = ["", "1912-04-10", "1912-04-11", "1912-04-11T08:00Z"]


@st.composite
def accounts_of(draw: st.DrawFn, by: str) -> list[Version]:
    """Accounts, several of one source about one event among them, with and without time and id, no two alike."""
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from(NAMES), st.sampled_from(HAPPENED), st.sampled_from(WORDS), st.sampled_from(DAYS)),
            min_size=1,
            max_size=12,
            unique=True,
        )
    )
    own = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    places = {event: str(float(i)) for i, event in enumerate(draw(st.permutations(HAPPENED)))}
    called = st.sampled_from(["", "The storm", "A storm"])
    return [
        Version(
            f"v{i}" if own[i] else UNNAMED,
            event,
            source,
            text,
            citation=f"page {len(text)}",
            time=time or ("1912-04-12" if by == BY_TIME else ""),
            title=draw(called),
            position=places[event] if by == BY_ORDER else "",
            order_in_source=i,
        )
        for i, (source, event, text, time) in enumerate(rows)
    ]


@st.composite
def materials(draw: st.DrawFn) -> tuple[Material, str]:
    by = draw(st.sampled_from([GIVEN, BY_ORDER, BY_TIME]))
    written = draw(accounts_of(by))
    sources = [Source(s, draw(st.sampled_from(["", s.title()])), rank=draw(st.integers(0, 2))) for s in NAMES]
    events = timeline(draw(st.permutations(HAPPENED))) if by == GIVEN else []
    return material(*written, sources=sources, events=events, language="en", title="A voyage"), by


@settings(max_examples=60)
@given(materials(), st.data())
def test_the_order_of_the_material_is_irrelevant(made: tuple[Material, str], data: st.DataObject) -> None:
    given_material, by = made
    shuffled = replace(
        given_material,
        sources=tuple(data.draw(st.permutations(given_material.sources))),
        events=tuple(data.draw(st.permutations(given_material.events))),
        accounts=tuple(data.draw(st.permutations(given_material.accounts))),
    )
    assert digest(shuffled) == digest(given_material)
    assert arrange(given_material).timeline == by


@settings(max_examples=60)
@given(materials(), st.data())
def test_adding_parts_in_any_order_gives_the_same_corpus(made: tuple[Material, str], data: st.DataObject) -> None:
    whole, _ = made
    step = data.draw(st.lists(st.integers(0, 3), min_size=len(whole.accounts), max_size=len(whole.accounts)))
    parts = []
    for number in data.draw(st.permutations(sorted(set(step)))):
        written = tuple(a for a, i in zip(whole.accounts, step, strict=True) if i == number)
        present = {a.source for a in written}
        parts.append(replace(whole, accounts=written, sources=tuple(s for s in whole.sources if s.id in present)))
    assert digest(*parts) == digest(whole)
    assert digest(*parts, parts[0]) == digest(whole), "the same again changes nothing"
    assert digest(whole, *parts) == digest(whole)


@settings(max_examples=60)
@given(materials(), st.data())
def test_adding_and_removing_a_source_restores_the_corpus(made: tuple[Material, str], data: st.DataObject) -> None:
    whole, _ = made
    if len(whole.sources) < 2:
        return
    gone = data.draw(st.sampled_from([source.id for source in whole.sources]))
    left = without(whole, gone)
    assert build(arrange(without(original(arrange(whole)), gone))).digest == digest(left)
    assert digest(left, only(whole, [gone])) == digest(whole)


@settings(max_examples=60)
@given(materials())
def test_arranging_the_original_material_gives_the_same_corpus(made: tuple[Material, str]) -> None:
    corpus = arrange(made[0])
    assert arrange(original(corpus)) == corpus
    again = merge(original(corpus), original(corpus))
    assert arrange(again) == corpus


@given(st.permutations(SOURCES), st.permutations(range(3)))
def test_a_corpus_made_by_hand_keeps_its_order(sources: list[Source], order: list[int]) -> None:
    corpus = story(sources=[replace(s, text="All.") for s in sources], events=[story().events[i] for i in order])
    corpus = replace(corpus, events=tuple(replace(e, position="") for e in corpus.events))
    assert arrange(original(corpus)) == corpus


def test_sources_keep_their_rank_when_removed_and_added() -> None:
    gospels = [Source(i, i.title(), "All.") for i in ("matthew", "mark", "luke", "john")]
    written = [account(s.id, "e1", f"{s.title} says.", id=s.id) for s in gospels]
    corpus = Corpus("gospels", tuple(gospels), (Event("e1", "E"),), tuple(written))
    assert arrange(original(corpus)) == corpus
    three = arrange(without(original(corpus), "mark"))
    assert [s.id for s in three.sources] == ["matthew", "luke", "john"]
    assert arrange(merge(original(three), only(original(corpus), ["mark"]))).sources == corpus.sources


def test_ranks_go_before_names() -> None:
    ranks = {"ann": 0, "bob": 2, "cid": 1, "s10": 0, "s9": 0}
    made = arrange(
        material(*(account(s, "e") for s in ranks), sources=[Source(s, s, rank=r) for s, r in ranks.items()])
    )
    assert [s.id for s in made.sources] == ["cid", "bob", "ann", "s9", "s10"]


def test_a_cyclic_order_of_rows_keeps_the_first_order() -> None:
    rows = [
        replace(account("ann", e, f"{e}."), order_in_source=i) for i, e in enumerate(("sail", "storm", "land"), start=1)
    ]
    corpus = arrange(material(*rows))
    assert corpus.timeline == BY_ROW
    added = material(account("bob", "land", "Bob lands."), account("bob", "sail", "Bob sails."))
    grown = arrange(merge(original(corpus), original(arrange(added))))
    assert [e.id for e in grown.events] == ["sail", "storm", "land"]
    assert grown.timeline == BY_ROW
    assert arrange(without(original(grown), "bob")) == corpus


def ids(*accounts: Version) -> list[str]:
    return sorted(version.id for version in arrange(material(*accounts, events=timeline(["sail", "storm"]))).versions)


def test_default_ids() -> None:
    written = [account("ann", "sail", id="a1"), account("bob", "sail"), account("bob", "storm", time="1912-04-10")]
    assert ids(*written) == ["a1", "bob:sail", "bob:storm@1912-04-10"]


def test_equal_ids_get_a_fingerprint() -> None:
    first, second = account("ann", "sail", "One."), account("ann", "sail", "Two.")
    found = ids(first, second, account("ann", "sail", "Three.", time="1912"))
    assert [name.partition("#")[0] for name in found] == ["ann:sail", "ann:sail", "ann:sail@1912"]
    assert all(len(name.partition("#")[2]) == 8 for name in found[:2])
    assert found == ids(account("ann", "sail", "Three.", time="1912"), second, first)
    beside = ids(first, account("cid", "storm", id="ann:sail"))
    assert beside[0] == "ann:sail"
    assert beside[1] in found, "it says the same, whoever takes the short id"


def test_titles_of_events() -> None:
    called = [account(s, "e1", title=t) for s, t in zip(NAMES, ["b", "a", "", "a"], strict=True)]
    assert arrange(material(*called)).events[0].title == "a"
    assert arrange(material(*called[:2])).events[0].title == "a", "of two as frequent the first by name"
    assert arrange(material(called[2])).events[0].title == "e1"
    assert arrange(material(*called, events=[Event("e1", "T", position="1")])).events[0].title == "T"
    assert arrange(material(*called, events=[Event("e1", "", position="1")])).events[0].title == "e1"
    assert arrange(material(account("ann", "e1"))).sources[0].title == "ann"


def test_declared_events_remain_without_accounts() -> None:
    written = [account("ann", "sail", time="1912"), account("bob", "storm", time="1913")]
    declared = arrange(material(*written, events=timeline(["sail", "storm", "calm"])))
    assert [e.id for e in arrange(without(original(declared), "bob")).events] == ["sail", "storm", "calm"]
    untimed = arrange(material(*written, events=[Event("storm", "", gold_text="It stormed.", declared=False)]))
    assert [e.gold_text for e in untimed.events] == ["", "It stormed."]
    assert [e.id for e in arrange(without(original(untimed), "bob")).events] == ["sail"]


def test_sources_are_removed_or_selected() -> None:
    both = original(story())
    left = without(both, "ann")
    assert [s.id for s in left.sources] == ["bob"]
    assert {a.source for a in left.accounts} == {"bob"}
    assert left.events == both.events
    assert only(both, ["bob"]) == left
    assert only(both, ["bob", "ann"]) == both
    assert refusal(lambda: only(both, ["ann", "cid"])) == "there is no source 'cid'; there are: ann, bob"
    assert refusal(lambda: without(both, "bobb")) == (
        "there is no source 'bobb'; did you mean 'bob'?; there are: ann, bob"
    )
    assert refusal(lambda: without(left, "bob")) == (
        "'bob' is the only source; to remove the whole corpus use: taeg delete"
    )


def test_running_texts_follow_the_timeline() -> None:
    written = [account("ann", "storm", "Waves."), account("ann", "sail", "We left."), account("bob", "sail", "Bob.")]
    sources = [Source("bob", "Bob", text="All that Bob ever wrote.")]
    made = arrange(material(*written, events=timeline(["sail", "storm"]), sources=sources))
    assert {s.id: s.text for s in made.sources} == {"ann": "", "bob": "All that Bob ever wrote."}
    said = {"ann": "We left.\n\nWaves.", "bob": "All that Bob ever wrote."}
    heard = spoken(made.sources, made.versions)
    assert {s.id: s.text for s in heard} == said
    assert {s.id: s.text for s in original(replace(made, sources=heard)).sources} == said | {"ann": ""}


def test_running_texts_omit_excluded_versions() -> None:
    versions = [replace(VERSIONS[0], excluded=True), *VERSIONS[1:]]
    written = story(versions)
    assert running_texts(written.sources, written.versions) == {
        "ann": "",
        "bob": "The harbour was behind us by dawn.\n\nWaves as high as houses.",
    }


def test_the_same_account_twice_is_refused() -> None:
    twice = [account("ann", "sail", place="a.csv:2"), account("ann", "sail", place="a.csv:7")]
    expected = "a.csv:7: the same account is given twice (first: a.csv:2); remove one"
    assert refusal(lambda: arrange(material(*twice))) == expected
    named = [replace(twice[0], id="a1"), replace(twice[1], id="a2")]
    assert len(arrange(material(*named)).versions) == 2, "who gives each an id of its own means it"
    assert refusal(lambda: arrange(material(named[0], twice[1]))) == expected


def test_a_new_event_ordered_only_by_rows_cannot_be_placed() -> None:
    base = original(arrange(material(account("ann", "sail"), account("ann", "storm"))))
    added = original(arrange(material(account("bob", "sail", "Bob."), account("bob", "wreck", "Bob."))))
    assert refusal(lambda: arrange(merge(base, added))) == (
        "the position of 'wreck' among the other events is unknown; give an order or a time, or a timeline"
    )
    known = replace(added, accounts=added.accounts[:1])
    assert arrange(merge(base, known)).timeline == BY_ROW


def test_a_timeline_replaces_the_order_of_rows() -> None:
    base = original(arrange(material(account("ann", "sail"), account("ann", "storm"))))
    added = material(account("bob", "sail", "Bob."), events=timeline(["storm", "sail"]))
    made = arrange(merge(base, added))
    assert (made.timeline, [e.id for e in made.events]) == (GIVEN, ["storm", "sail"])
    assert [e.title for e in made.events] == ["Storm", "Sail"]


BASE = material(
    account("ann", "sail", "One.", id="a1"),
    account("ann", "storm", "Two."),
    sources=[Source("ann", "Ann", author="A. B.", date="1912", rank=1, text="All.")],
    events=[Event("sail", "Sail", "Monday", "Harbour", "Left.", "1912", "1"), Event("storm", "Storm", position="2")],
    language="en",
    title="A voyage",
    licence="CC0",
)


def test_equal_texts_with_two_ids_can_be_added_again() -> None:
    twice = [replace(account("ann", "sail"), id=name) for name in ("a1", "a2")]
    assert len(merge(material(*twice), material(*twice)).accounts) == 2


WHOLE = "the corpus in the graph has"
ANEW = "what is added; make them agree, or ingest the whole corpus again"


def with_first(field: str, **change: object) -> Material:
    """The base with a change of its first source, event or account."""
    first, *rest = getattr(BASE, field)
    return replace(BASE, **{field: (replace(first, **change), *rest)})


@pytest.mark.parametrize(
    ("added", "message"),
    [
        (replace(BASE, title="Other"), f"{WHOLE} the title 'A voyage', what is added 'Other'; make them agree"),
        (replace(BASE, licence="MIT"), f"{WHOLE} the licence 'CC0', what is added 'MIT'; make them agree"),
        (replace(BASE, language="de"), f"{WHOLE} the language 'en', what is added 'de'; make them agree"),
        (
            replace(BASE, profile=PUBLISHED),
            f"{WHOLE} profile 'audited', what is added 'published'; give --profile audited",
        ),
        *(
            (
                with_first("sources", origin="corpus.yaml:3", **{field: other}),
                f"corpus.yaml:3: source 'ann' has the {field} {ours!r} in the graph and {str(other)!r} in " + ANEW,
            )
            for field, ours, other in (
                *(("title", "Ann", "X"), ("text", "All.", "X"), ("author", "A. B.", "X")),
                *(("date", "1912", "1913"), ("rank", "1", 2)),
            )
        ),
        *(
            (
                with_first("events", **{field: other}),
                f"event 'sail' has the {field.replace('_', ' ')} {ours!r} in the graph and {other!r} in " + ANEW,
            )
            for field, ours, other in (
                *(("title", "Sail", "X"), ("day", "Monday", "X"), ("location", "Harbour", "X")),
                *(("gold_text", "Left.", "X"), ("time", "1912", "1913")),
            )
        ),
        (with_first("events", position="3"), "do not agree in which place events have"),
        (with_first("events", id="calm"), "do not agree in which place events have"),
        (with_first("accounts", position="2"), "is in the graph with another position"),
        (with_first("sources", id="Ann"), "source 'Ann' differs from 'ann' only in case; write both alike"),
        (
            with_first("accounts", text="Another.", origin="a.csv:2"),
            "a.csv:2: version 'a1' is in the graph with other words; give the new one an id of its own, or ingest the "
            "whole corpus again without --add",
        ),
    ],
)
def test_conflicts_with_the_graph_are_refused(added: Material, message: str) -> None:
    assert message in refusal(lambda: merge(BASE, added))


def test_further_conflicts_are_counted() -> None:
    other = replace(BASE, title="Another", licence="MIT", sources=(replace(BASE.sources[0], author="X"),))
    assert "(2 more: run `taeg check` for the full list)" in refusal(lambda: merge(BASE, other))


def test_fields_given_once_are_kept() -> None:
    silent = material(*BASE.accounts, sources=[Source("ann", "")], events=[Event("sail", "", declared=False)])
    for whole in (merge(BASE, silent), merge(silent, BASE)):
        assert arrange(whole) == arrange(BASE)


def test_an_account_without_id_matches_one_with_id() -> None:
    named = BASE.accounts[0]
    for one, other in ((named, replace(named, id=UNNAMED)), (replace(named, id=UNNAMED), named)):
        whole = merge(replace(BASE, accounts=(one,)), replace(BASE, accounts=(other,)))
        assert whole.accounts == (one,)
    another = merge(BASE, replace(BASE, accounts=(replace(named, id="a2"),)))
    assert [a.id for a in another.accounts] == ["a1", UNNAMED, "a2"], "another id is another account"


def test_row_numbers_are_kept() -> None:
    rows = [replace(account("ann", "sail", f"{i}."), order_in_source=i) for i in (1, 2)]
    more = [replace(account("ann", "sail", "3."), order_in_source=1), account("ann", "sail", "4.")]
    whole = merge(material(*rows), material(*more, replace(account("bob", "sail"), order_in_source=1)))
    assert [a.order_in_source for a in whole.accounts] == [1, 2, 1, 0, 1]


def test_a_numbered_row_is_inserted_into_a_numbered_timeline() -> None:
    base = original(arrange(material(account("ann", "sail"), events=timeline(["sail", "storm"]))))
    wreck = replace(account("bob", "wreck"), position="1.5")
    added = original(arrange(material(wreck, account("bob", "sail", "b.")), part=True))
    whole = arrange(merge(base, added))
    assert [event.id for event in whole.events] == ["sail", "wreck", "storm"]
    assert [event.id for event in arrange(without(original(whole), "bob")).events] == ["sail", "storm"]


def test_a_part_need_not_place_its_events() -> None:
    accounts = [replace(account("ann", "sail"), position="1"), account("ann", "storm")]
    assert "position of 'storm'" in refusal(lambda: arrange(material(*accounts)))
    assert [event.id for event in arrange(material(*accounts), part=True).events] == ["sail", "storm"]
