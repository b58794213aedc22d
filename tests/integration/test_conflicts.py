"""Contradictions in the graph: found once, replaced whole, decided by a person, and swept with their generation."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import cypher
import taeg
from taeg import InputError, TaegError
from taeg.base.progress import Progress
from taeg.conflicts.values import CLOCK, DISMISSED, SETTLED, Batches, Fact, Findings
from taeg.graph import conflicts, findings
from taeg.graph.contested import Contested, decision
from taeg.graph.findings import Recorded
from taeg.graph.graph import Graph
from taeg.model.corpus import Correction
from tests.integration import contested
from tests.integration.command_line import CommandLine
from tests.integration.contested import DETECTOR, corpus

CLOCKS = ["23:41", "23:44", "23:51"]
TYPES = ("CONFLICTS", "CORRECTS", "COPIES")


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Use the detector of the tests, and count its calls."""
    found: list[str] = []

    def counted(_: str, __: object, model: str | None = None, nli: Path | None = None) -> conflicts.Detector:
        parameters = {**DETECTOR.parameters, "model": model or "none", "nli": str(nli)}

        def detect(batches: Batches, language: str, *, progress: Progress) -> Findings:
            found.append(language)
            return contested.detect(batches, language, progress=progress)

        return conflicts.Detector(detect, parameters)

    monkeypatch.setattr(conflicts, "detector", counted)
    return found


@pytest.fixture
def graph(address: str) -> Iterator[Graph]:
    with taeg.open(address) as opened:
        opened.put(corpus())
        yield opened


def told(found: Contested) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """By event and kind, version and words of each side."""
    return {
        (found.events[fact.event].id, fact.kind): [
            (found.versions[side.version].id, found.words(side)) for side in fact.sides
        ]
        for fact in found.facts
    }


def relationships(graph: Graph) -> int:
    """All relationships of findings of the current generation, also of those that are not visible."""
    generation = graph.corpus().generation
    statements = [cypher.fill("read/relationship_count", "Version", (kind,)) for kind in TYPES]
    return sum(graph.store.read(name, generation=generation)[0]["count"] for name in statements)


def decide(graph: Graph, kind: str, prefer: str = "", why: str = "") -> None:
    found = graph.conflicts()
    [fact] = [fact for fact in found.facts if fact.kind == CLOCK]
    graph.correct(decision(found, kind, fact.id, prefer, why))


def the_clock(graph: Graph) -> Fact:
    [fact] = [fact for fact in graph.conflicts().facts if fact.kind == CLOCK]
    return fact


def test_facts(graph: Graph) -> None:
    found = graph.conflicts(policy="latest")
    assert told(found) == {
        ("fire", "clock"): [("ames:fire", "23:41"), ("reyes:fire", "23:44"), ("novak:fire", "23:51")],
        ("fire", "count"): [("ames:fire", "Two"), ("reyes:fire", "Three")],
    }
    clock, count = found.facts
    assert [(side.value, side.hedged, side.firsthand) for side in clock.sides] == [
        ("23:41", True, True),
        ("23:44", False, True),
        ("23:51", False, False),
    ]
    assert (clock.tier, count.tier, clock.preferred, clock.because) == ("confident", "possible", (2,), "latest")
    assert [found.cited(side.version) for side in count.sides] == [
        "Statement of Ames, page 4",
        "Statement of Reyes, page 5",
    ]
    assert [(a.old, a.new, found.versions[a.amended].id) for a in found.amendments] == [("two", "three", "ames:rescue")]
    assert [found.versions[copy.original].id for copy in found.copies] == ["ames:rescue"]
    assert graph.conflicts(event="rescue").facts == ()
    assert len(graph.conflicts(event="rescue").amendments) == 1
    assert [fact.kind for fact in graph.conflicts(event="fire", tier="possible").facts] == ["count"]


def test_found_once(graph: Graph, calls: list[str]) -> None:
    first = graph.conflicts()
    assert graph.conflicts() == first
    assert calls == ["en"]
    assert graph.conflicts(model="other").facts == first.facts
    assert graph.conflicts(model="any").facts == first.facts
    assert len(calls) == 2
    graph.conflicts(model="any")
    assert len(calls) == 2
    assert relationships(graph) == 6


def test_same_on_both_engines(graph: Graph, tmp_path: Path) -> None:
    with taeg.open(str(tmp_path / "other.db")) as other:
        other.put(corpus())
        assert other.conflicts().facts == graph.conflicts().facts
        recorded = [findings.read(each.store, each.corpus()) for each in (graph, other)]
        assert recorded[0] == recorded[1] is not None


def test_order_of_sources_is_irrelevant(graph: Graph, tmp_path: Path) -> None:
    first = graph.conflicts()
    given = corpus()
    with taeg.open(str(tmp_path / "other.db")) as other:
        other.put(replace(given, sources=given.sources[::-1], versions=given.versions[::-1]))
        found = other.conflicts()
    assert {fact.id for fact in found.facts} == {fact.id for fact in first.facts}
    assert {key: sorted(sides) for key, sides in told(found).items()} == {
        key: sorted(sides) for key, sides in told(first).items()
    }


def test_runs_are_not_touched(graph: Graph) -> None:
    before = graph.consolidate("longest")
    graph.conflicts()
    graph.conflicts(model="other")
    decide(graph, "dismiss")
    assert graph.narrative("longest") == before
    assert graph.problems() == []


def test_a_changed_corpus_has_no_old_findings(graph: Graph, calls: list[str]) -> None:
    graph.conflicts()
    assert relationships(graph) == 6
    old = graph.corpus().generation
    graph.put(corpus(fire_herald="The bin burned at 22:00."), replace=True)
    assert graph.corpus().generation != old
    assert findings.read_findings(graph.store, graph.corpus()) is None
    assert graph.store.read("read/findings", generation=old) == []
    assert relationships(graph) == 0
    sides = told(graph.conflicts())["fire", "clock"]
    assert ("herald:fire", "22:00") in sides
    assert len(sides) == 4
    assert len(calls) == 2
    graph.delete()
    assert graph.corpora() == []


def test_excluded_versions_take_no_part(graph: Graph) -> None:
    graph.correct(Correction("exclude", "novak:fire"))
    assert len(told(graph.conflicts())["fire", "clock"]) == 2


def test_an_unfinished_write_is_not_visible(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a kill: old findings or none; the next call deletes the leftovers."""
    store = type(graph.store)
    write = store.write

    def dies(self: object, name: str, **parameters: object) -> list[dict[str, object]]:
        if name == "write/complete_findings":
            raise KeyboardInterrupt
        return write(self, name, **parameters)  # type: ignore[arg-type]

    for model, left in ((None, None), ("other", 6)):
        with monkeypatch.context() as patch:
            patch.setattr(store, "write", dies)
            with pytest.raises(KeyboardInterrupt):
                graph.conflicts(model=model)
        entry = graph.corpus()
        if left is None:
            assert findings.read(graph.store, entry) is None
            graph.conflicts()
        else:
            recorded = findings.read(graph.store, entry)
            assert recorded is not None
            assert recorded.parameters["model"] == "none"
    monkeypatch.setattr(findings, "INTERRUPTED_AFTER", findings.INTERRUPTED_AFTER * 0)
    assert graph.conflicts(model="third").facts
    assert relationships(graph) == 6


def test_a_deleted_relationship_is_damage(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    graph.conflicts()
    entry = graph.corpus()
    key = graph.store.read("read/findings", generation=entry.generation)[0]["key"]
    which = {"generation": entry.generation, "findings": key}
    graph.store.write(cypher.fill("write/sweep_found", "CONFLICTS"), **which, batch=1)
    with pytest.raises(TaegError, match="3 CONFLICTS instead of 4; find them again with: taeg conflicts"):
        findings.read(graph.store, entry)
    assert any("3 CONFLICTS instead of 4" in problem for problem in graph.problems())
    assert len(graph.conflicts().facts) == 2
    assert graph.problems() == []


def test_no_findings_are_recorded_too(graph: Graph, calls: list[str]) -> None:
    graph.put(
        corpus(fire_ames="Smoke.", fire_reyes="Smoke.", fire_novak="Smoke.", rescue_herald="Quiet."), replace=True
    )
    assert graph.conflicts().facts == graph.conflicts().facts == ()
    assert calls == ["en"]


def test_a_decision_is_quick_and_kept(graph: Graph, calls: list[str]) -> None:
    before = graph.corpus()
    decide(graph, "dismiss", why="two bins")
    assert graph.corpus().generation == before.generation
    assert graph.corpus().digest == before.digest == graph.stats().digest
    fact = the_clock(graph)
    assert (fact.decided, fact.why) == (DISMISSED, "two bins")
    assert fact not in graph.conflicts().open_facts
    assert calls == ["en"]
    [kept] = graph.corrections()
    assert (kept.target, kept.versions, kept.words) == (
        "fire",
        ("ames:fire", "reyes:fire", "novak:fire"),
        tuple(CLOCKS),
    )
    graph.undo(1)
    assert the_clock(graph).decided == ""
    assert graph.corrections() == ()


def test_a_settled_fact(graph: Graph) -> None:
    decide(graph, "settle", "reyes", "she had a watch")
    for policy in ("none", "latest"):
        [fact, _] = graph.conflicts(policy=policy).facts
        assert (fact.decided, fact.because, fact.preferred) == (SETTLED, "person", (1,))
    decide(graph, "settle", "novak:fire")
    assert the_clock(graph).preferred == (2,)
    graph.undo("settle fire '23:41' (ames:fire), '23:44' (reyes:fire), '23:51' (novak:fire) prefer novak:fire")
    assert the_clock(graph).preferred == (1,)


def test_decisions_survive_an_ingest(graph: Graph) -> None:
    decide(graph, "settle", "reyes")
    graph.put(corpus(fire_herald="The bin burned at 22:00."), replace=True)
    assert [fact.decided for fact in graph.conflicts().facts if fact.kind == CLOCK] == [SETTLED]
    graph.put(corpus(fire_reyes="The bin burned. Three men ran away."), replace=True)
    [kept] = graph.corrections()
    assert kept.problem == "the words '23:44' are gone from 'reyes:fire'"
    assert any("are gone from 'reyes:fire'" in misfit for misfit in graph.stats().misfits)
    assert the_clock(graph).decided == ""
    graph.put(corpus(), replace=True)
    assert the_clock(graph).decided == SETTLED
    assert graph.corrections()[0].problem == ""


def test_an_ingest_with_other_decisions_replaces_them(graph: Graph) -> None:
    given = Correction("dismiss", "fire", versions=("ames:fire", "reyes:fire"), words=("Two", "Three"), given_in="file")
    assert not graph.put(replace(corpus(), corrections=(given,))).changed
    assert [fact.decided for fact in graph.conflicts().facts if fact.kind != CLOCK] == [DISMISSED]
    decide(graph, "confirm")
    graph.put(corpus())
    assert [correction.kind for correction in graph.corrections()] == ["confirm"]


def test_decisions_follow_versions_with_new_ids(graph: Graph) -> None:
    decide(graph, "dismiss")
    renamed = corpus()
    versions = tuple(replace(v, id=f"{v.id}@1") if v.source == "ames" else v for v in renamed.versions)
    graph.put(replace(renamed, versions=versions), replace=True)
    assert the_clock(graph).decided == DISMISSED


def test_decisions_beside_other_corrections(graph: Graph) -> None:
    decide(graph, "confirm")
    graph.correct(Correction("rename", "fire", title="The fire"), Correction("merge", "rescue", other="fire"))
    assert the_clock(graph).decided == "confirmed"
    assert [correction.problem for correction in graph.corrections()] == ["", "", ""]
    graph.undo(2)
    assert the_clock(graph).decided == "confirmed"


def test_decisions_in_backups_and_copies(graph: Graph, tmp_path: Path) -> None:
    decide(graph, "settle", "ames")
    with taeg.open(str(tmp_path / "copy.db")) as copy:
        copy.restore(graph.dump())
        assert findings.read_findings(copy.store, copy.corpus()) is None
        assert the_clock(copy).preferred == (0,)
        copy.undo(1)
        copy.restore(graph.dump())
        assert the_clock(copy).preferred == (0,)


@pytest.mark.parametrize(
    ("correction", "says"),
    [
        (Correction("dismiss", "fire", versions=("ames:fire", "reyes:fire"), words=("a", "never")), "'never' are gone"),
        (Correction("dismiss", "fire", versions=("ames:fire",), words=("23:41",)), "two or more versions"),
        (Correction("dismiss", "fire"), "has none of these versions: none"),
        (Correction("confirm", "fire", versions=("x", "y"), words=("a", "b")), "has none of these versions: x, y"),
        (
            Correction("confirm", "fires", versions=("x", "y"), words=("a", "b")),
            "no event 'fires'; did you mean 'fire'",
        ),
        (
            Correction("settle", "fire", "novak:fire", versions=("ames:fire", "reyes:fire"), words=("Two", "Three")),
            "'novak:fire' is no side",
        ),
    ],
)
def test_decisions_that_do_not_fit(graph: Graph, correction: Correction, says: str) -> None:
    with pytest.raises(InputError, match=says):
        graph.correct(correction)
    assert graph.corrections() == ()


def test_a_decision_twice(graph: Graph) -> None:
    decide(graph, "confirm")
    with pytest.raises(InputError, match="already exists, as number 1"):
        decide(graph, "confirm")


def test_a_decision_during_a_load_is_not_lost(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """The load loses its claim, or is repeated with the decision."""
    graph.conflicts()
    read_from: list[str] = []
    write = type(graph.store).write

    def watched(self: object, name: str, **parameters: object) -> list[dict[str, object]]:
        if name == "write/claim" and not read_from:
            read_from.append(name)
            decide(graph, "dismiss")
        return write(self, name, **parameters)  # type: ignore[arg-type]

    monkeypatch.setattr(type(graph.store), "write", watched)
    graph.put(corpus(fire_herald="The bin burned at 22:00."), replace=True)
    assert read_from
    assert [correction.kind for correction in graph.corrections()] == ["dismiss"]


def test_runs_that_settle_are_deleted_with_a_decision(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    from taeg.graph import runs

    graph.consolidate("longest")
    [plain] = graph.runs()
    runs.save(graph.store, graph.corpus(), replace(plain, id="settled", parameters={"settle": "latest"}))
    assert [run.id for run in graph.runs()] == ["longest", "settled"]
    decide(graph, "dismiss")
    assert [run.id for run in graph.runs()] == ["longest"]
    assert graph.problems() == []


def test_many_conflicts_of_two_versions(graph: Graph) -> None:
    """They are not merged into one."""
    entry = graph.corpus()
    [first, *_] = graph.conflicts() and findings.read_findings(graph.store, entry).conflicts  # type: ignore[union-attr]
    several = (*(replace(first, key=f"key {number}") for number in range(5)), first, first)
    made = Recorded({}, "several", Findings(several))
    findings.save(graph.store, entry, made)
    assert findings.read(graph.store, entry) == made
    assert relationships(graph) == 7


@pytest.fixture
def loaded(cli: CommandLine) -> CommandLine:
    with taeg.open(cli.store) as graph:
        graph.put(corpus())
    return cli


TABLE = """\
night-audited, 2 contested facts (1 confident, 1 possible)
found with the parser none and the sentence vectors none

Fire in the bin  [5669b9eb]  clock, confident
  bin, burn: 23:41 (Ames, about), 23:44 (Reyes), 23:51 (Novak, hearsay)
    "23:41"  Statement of Ames, page 4
    "23:44"  Statement of Reyes, page 5
    "23:51"  Statement of Novak, page 5
  preferred: 23:51 (latest)

Fire in the bin  [1cf7503c]  count, possible
  men, run: 2 (Ames), 3 (Reyes)
    "Two"  Statement of Ames, page 4
    "Three"  Statement of Reyes, page 5
  preferred: 3 (latest)

Corrections by the accounts
  Statement of Herald, page 6 corrects "two" to "three" of Statement of Ames, page 4

Copies
  Statement of Reyes, page 5 repeats Statement of Ames, page 4 (50% of its words)
"""


def test_command(loaded: CommandLine) -> None:
    assert loaded.ok("conflicts", "--settle", "latest") == TABLE
    count = loaded.ok("conflicts", "--kind", "count")
    assert count.splitlines()[0] == "night-audited, 1 contested fact (1 possible)"
    assert "preferred" not in count
    assert loaded.ok("conflicts", "--event", "rescue").startswith("night-audited, 0 contested facts\n")


def test_json(loaded: CommandLine) -> None:
    clock, count = loaded.facts("conflicts", "--settle", "majority")
    assert clock == {
        "id": "5669b9eb",
        "event": "fire",
        "kind": "clock",
        "key": "bin, burn",
        "tier": "confident",
        "rule": "clock: test",
        "sides": [
            {
                "value": value,
                "text": value,
                "source": source,
                "version": f"{source}:fire",
                "start": start,
                "end": start + 5,
                "hedged": source == "ames",
                "firsthand": source != "novak",
            }
            for value, source, start in zip(CLOCKS, ("ames", "reyes", "novak"), (24, 18, 39), strict=True)
        ],
        "preferred": [],
        "because": "",
        "decision": "",
    }
    assert [side["text"] for side in count["sides"]] == ["Two", "Three"]
    assert loaded.facts("conflicts", "--tier", "possible") == [count]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--event", "fyre"), "no event 'fyre'; did you mean 'fire'"),
        (("--kind", "clocks"), "unknown kind 'clocks'; did you mean 'clock'"),
        (("--tier", "confidant"), "unknown tier 'confidant'; did you mean 'confident'"),
        (("--settle", "later"), "unknown policy 'later'; did you mean 'latest'"),
    ],
)
def test_unknown_names(loaded: CommandLine, words: tuple[str, ...], says: str) -> None:
    assert says in loaded.refused("conflicts", *words)


def test_deciding(loaded: CommandLine) -> None:
    done = loaded.ok("correct", "dismiss", "5669", "--why", "two bins")
    assert "night-audited: decided" in done
    assert "dismiss fire '23:41' (ames:fire), '23:44' (reyes:fire), '23:51' (novak:fire) (two bins)" in done
    assert [fact["kind"] for fact in loaded.facts("conflicts")] == ["count"]
    assert "1 contested fact (1 possible); 1 dismissed (--all lists them)" in loaded.ok("conflicts")
    assert "clock, confident, dismissed (two bins)" in loaded.ok("conflicts", "--all")
    loaded.ok("correct", "settle", "1cf7503c", "--prefer", "reyes")
    [count] = loaded.facts("conflicts")
    assert (count["decision"], count["preferred"], count["because"]) == ("settled", [1], "person")
    loaded.ok("correct", "confirm", "5669b9eb")
    assert [fact["decision"] for fact in loaded.facts("conflicts")] == ["confirmed", "settled"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("dismiss", "5669b9ec"), "there is no fact '5669b9ec'; did you mean '5669b9eb'?"),
        (("confirm", "566"), "or its first 4 digits: 5669b9eb, 1cf7503c"),
        (("settle", "5669b9eb", "--prefer", "herald"), "fact 5669b9eb has no side of 'herald'"),
        (("settle", "5669b9eb"), "Missing option '--prefer'"),
    ],
)
def test_unknown_facts(loaded: CommandLine, words: tuple[str, ...], says: str) -> None:
    assert says in loaded.refused("correct", *words)


def test_pseudonyms(loaded: CommandLine, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,pseudonym\nAmes,A.\n")
    for words in (("conflicts",), ("conflicts", "--json"), ("correct", "confirm", "5669b9eb")):
        done = loaded.taeg(*words, "--pseudonyms", names, "--store", loaded.store)
        assert done.code == 0
        assert "ames" not in done.out.casefold()


def test_queries(graph: Graph) -> None:
    names = ("contradictions", "copies", "corrections_of_accounts")
    assert [graph.query(name) for name in names] == [[], [], []]
    graph.conflicts()
    graph.conflicts(model="other")
    assert graph.query("contradictions") == [
        {"source": "ames", "other_source": "reyes", "conflicts": 2, "confident": 1},
        {"source": "ames", "other_source": "novak", "conflicts": 1, "confident": 1},
        {"source": "reyes", "other_source": "novak", "conflicts": 1, "confident": 1},
    ]
    assert graph.query("copies") == [{"source": "reyes", "original": "ames", "copies": 1, "share": 0.5}]
    [row] = graph.query("corrections_of_accounts")
    assert (row["event"], row["source"], row["old"], row["new"], row["corrected_source"]) == (
        *("rescue", "herald", "two", "three", "ames"),
    )
    rows = graph.query("contested_facts", event="fire")
    assert [(row["source"], row["value"], row["other_source"], row["other_value"]) for row in rows] == [
        ("ames", "23:41", "reyes", "23:44"),
        ("ames", "23:41", "novak", "23:51"),
        ("reyes", "23:44", "novak", "23:51"),
        ("ames", "2", "reyes", "3"),
    ]
    assert graph.query("contested_facts", event="rescue") == []


@pytest.mark.parametrize(("event", "number"), [("fire", 4), ("rescue", 2)])
def test_picture(graph: Graph, event: str, number: int) -> None:
    def found() -> list[object]:
        rows = graph.store.read("browse/contested_facts", corpus=graph.corpus().id, event=event)
        assert all(row["v"] is not None for row in rows)
        return [row["found"] for row in rows if row["found"] is not None]

    assert found() == []
    graph.conflicts()
    assert len(found()) == number
