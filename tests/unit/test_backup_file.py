"""Backup files: round trips, older formats, and damaged files, which are refused with the line."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import InputError, TaegError
from taeg.build import build
from taeg.graph import backup as archive
from taeg.graph.backup import Dump, read_file, write_file
from taeg.model.corpus import PUBLISHED, Correction
from taeg.model.corpus_graph import CorpusGraph, Edges
from taeg.model.corrections import apply
from tests.fuzz.samples import resealed
from tests.unit import refusals
from tests.unit.builders import EVENTS, SOURCES, VERSIONS, edges, story, story_graph, story_run

AWKWARD = 'a\nb\rc\r\nd\x85e\u2028f\u2029g\x0bh\x0ci\x1cj\ttab "quoted" \\ back \u05d1 \U0001f6a2 e\u0301 \ufeff'


def story_dump(id: str = "voyage", text: str = "Waves as high as houses.") -> Dump:
    versions = [*VERSIONS[:3], replace(VERSIONS[3], text=text)]
    runs = (
        story_run("longest"),
        story_run("taeg,damping=0.5", chosen=(0,), titles=()),
        story_run("lexrank", chosen=(), titles=(), quoted=((1, 9, 33), (0, 0, 4))),
    )
    sources = [replace(SOURCES[0], text=f"We left. {text}"), SOURCES[1]]
    events = [replace(EVENTS[0], gold_text="They left."), *EVENTS[1:]]
    return Dump(id, story_graph(story(versions, sources, events, name=id)), runs)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of two corpora, each with three runs."""
    path = tmp_path / "voyage.taeg"
    write_file(path, [story_dump(), story_dump("other", AWKWARD)])
    return path


def assert_same_edges(found: Edges, expected: Edges) -> None:
    for name in ("a", "b", "weight"):
        one, other = getattr(found, name), getattr(expected, name)
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def assert_same(found: Dump, expected: Dump) -> None:
    assert found.id == expected.id
    assert found.graph.corpus == expected.graph.corpus
    assert found.graph.digest == expected.graph.digest
    assert_same_edges(found.graph.before, expected.graph.before)
    assert_same_edges(found.graph.same_event, expected.graph.same_event)
    assert len(found.runs) == len(expected.runs)
    for run, other in zip(found.runs, expected.runs, strict=True):
        assert run.same_result(other)
        for name in ("id", "strategy", "parameters", "signature", "created"):
            assert getattr(run, name) == getattr(other, name)


def refusal(path: Path) -> str:
    return refusals.refusal(lambda: read_file(path))


def refused_at(path: Path) -> int:
    """The line at which a file is refused."""
    message = refusal(path)
    assert message.startswith(f"{path}:")
    return int(message.removeprefix(f"{path}:").partition(":")[0])


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def put(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def test_round_trip(backup: Path) -> None:
    first, second = read_file(backup)
    assert_same(first, story_dump())
    assert_same(second, story_dump("other", AWKWARD))
    assert second.graph.corpus.versions[3].text == AWKWARD


def test_a_published_corpus_without_runs_or_edges(tmp_path: Path) -> None:
    bare = Dump("bare", story_graph(story(name="bare", profile=PUBLISHED, notes=(), language="")), ())
    bare = replace(bare, graph=replace(bare.graph, edges={}))
    write_file(tmp_path / "bare.taeg", [bare])
    [found] = read_file(tmp_path / "bare.taeg")
    assert_same(found, bare)


@given(text=st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])), weight=st.floats(0.01, 1))
def test_any_text_and_weight_round_trips(tmp_path_factory: pytest.TempPathFactory, text: str, weight: float) -> None:
    path = tmp_path_factory.getbasetemp() / "any.taeg"
    dump = story_dump(text=f"Waves as high as houses. {text}")  # the runs cover these words
    dump = replace(dump, graph=replace(dump.graph, edges={**dump.graph.edges, "before": edges((0, 2, weight))}))
    write_file(path, [dump])
    [found] = read_file(path)
    assert_same(found, dump)


def test_every_line_is_json_and_the_file_is_plain(backup: Path) -> None:
    content = backup.read_bytes()
    assert b"\r" not in content
    values = [json.loads(line) for line in lines_of(backup)]
    assert values[0] == {"taeg-backup": 4}
    assert all(isinstance(value, dict) for value in values)
    assert len(lines_of(backup)) == content.count(b"\n")


def test_the_same_content_gives_the_same_bytes(backup: Path) -> None:
    before = backup.read_bytes()
    write_file(backup, read_file(backup))
    assert backup.read_bytes() == before


def test_line_ends_of_another_system_do_no_harm(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes().replace(b"\n", b"\r\n"))
    assert_same(read_file(backup)[1], story_dump("other", AWKWARD))


FORMAT_1 = """{"taeg-backup": 1}
{"corpus": "voyage", "profile": "audited", "language": "en", "notes": ["written for tests"]}
{"source": "ann", "title": "Ann's diary", "text": "We left. Waves as high as houses."}
{"source": "bob", "title": "Bob's letter", "text": ""}
{"event": "sail", "title": "The ship sails", "day": "Monday", "location": "Harbour", "reference": "They left."}
{"event": "storm", "title": "A storm", "day": "Tuesday", "location": "Open sea", "reference": ""}
{"event": "calm", "title": "Nobody writes", "day": "", "location": "", "reference": ""}
{"version": "ann-1", "of": "sail", "by": "ann", "reference": "Diary 1:1-2", "gaps": [], "text": "We left the harbour at dawn."}
{"version": "bob-1", "of": "sail", "by": "bob", "reference": "Letter 1", "gaps": [], "text": "The harbour was behind us by dawn."}
{"version": "ann-2", "of": "storm", "by": "ann", "reference": "Diary 2:5", "gaps": ["Diary 2:5"], "text": ""}
{"version": "bob-2", "of": "storm", "by": "bob", "reference": "Letter 2", "gaps": [], "text": "Waves as high as houses."}
{"before": [[0, 1], [2, 3], [0.05, 0.25]]}
{"same_event": [[0, 2], [1, 3], [0.5, 0.05]]}
{"run": "longest", "strategy": "longest", "parameters": {"damping": 0.85, "max_steps": 1000}, "signature": "taeg 0, corpus d1ge57, profile audited", "created": "2030-01-02T03:04:05+00:00", "chosen": [[0, 1], [1, 3], [0.3333333333333333, 34.0]], "described": [2], "quoted": [[], [], [], []]}
{"end": "voyage", "digest": "7b2138d581f9da7c67a09bd35342c2b380463ae3248a4d9597d6e94d47863add"}
"""  # noqa: E501
"""A backup as TAEG 0.1 wrote it, but for its last line."""


def test_a_backup_of_format_1_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "old.taeg"
    checksum = hashlib.sha256(FORMAT_1.encode()).hexdigest()
    path.write_text(f'{FORMAT_1}{{"sha256": "{checksum}"}}\n', encoding="utf-8", newline="\n")
    expected = story_dump()
    [found] = read_file(path)
    assert_same(found, replace(expected, runs=expected.runs[:1]))
    write_file(path, [found])
    assert_same(read_file(path)[0], found)


def test_quotes_of_format_2_are_located_in_versions(tmp_path: Path) -> None:
    old = FORMAT_1.replace('"taeg-backup": 1', '"taeg-backup": 2').replace('"quoted": [[], [], [], []]', QUOTED_2)
    path = tmp_path / "old.taeg"
    checksum = hashlib.sha256(old.encode()).hexdigest()
    path.write_text(f'{old}{{"sha256": "{checksum}"}}\n', encoding="utf-8", newline="\n")
    [run] = read_file(path)[0].runs
    assert [row[:6] for row in run.spans.rows()] == [
        (0, 1, 1, 0, 34, "base"),
        (1, 3, 1, 0, 24, "base"),
        (2, -1, -1, 0, 14, "title"),
        (1, 3, 1, 0, 24, "quote"),
        (-1, -1, 0, 0, 8, "quote"),
    ]


QUOTED_2 = '"quoted": [[1, 0], [36, 0], [60, 8], [2.0, 1.0]]'
"""A sentence of Bob's running text, which is made of his two accounts, and one of Ann's that no account has."""


def test_times_corrections_and_originals_round_trip(tmp_path: Path) -> None:
    versions = [
        replace(VERSIONS[0], time="1912-04-10", order_in_source=2, position="1.5", language="ga"),
        *VERSIONS[1:],
    ]
    sources = [replace(SOURCES[0], author="Ann B.", date="1912", rank=2), SOURCES[1]]
    events = [replace(EVENTS[0], time="1912-04-10"), replace(EVENTS[1], position="7"), EVENTS[2]]
    given_corpus = replace(story(versions, sources, events), title="A voyage", licence="CC0-1.0")
    wanted = (
        Correction("merge", "storm", "sail", why="one day"),
        Correction("split", "sail", "wind", versions=("bob-2",), title="Wind"),
        Correction("move", "sail", "calm", side="after", given_in="file"),
        Correction("exclude", "nobody"),
        Correction("choose", "sail", "ann-1"),
    )
    dump = Dump("voyage", build(apply(given_corpus, wanted)), ())
    write_file(tmp_path / "edited.taeg", [dump])
    [found] = read_file(tmp_path / "edited.taeg")
    assert_same(found, dump)
    assert [c.problem for c in found.graph.corpus.corrections] == ["", "", "", "there is no version 'nobody'", ""]
    assert {event.id for event in found.graph.corpus.originals} == {"sail", "storm"}


def test_a_file_with_missing_repeated_or_incomplete_lines_is_refused(backup: Path) -> None:
    lines = lines_of(backup)
    for i, line in enumerate(lines):
        assert refused_at(put(backup, lines[:i])) == i + 1
        assert refused_at(put(backup, [*lines[:i], line[: len(line) // 2]])) == i + 1
        assert refused_at(put(backup, lines[: i + 1] + lines[i:])) > i
        refused_at(put(backup, lines[:i] + lines[i + 1 :]))


def changed(value: object) -> Iterator[object]:
    """The same JSON value with one leaf of it changed in value or in type."""
    match value:
        case dict():
            for key, inner in value.items():
                yield {k: v for k, v in value.items() if k != key}
                yield from ({**value, key: other} for other in changed(inner))
        case list():
            yield [*value, 0]
            for i, inner in enumerate(value):
                yield from ([*value[:i], other, *value[i + 1 :]] for other in changed(inner))
        case _:
            yield from (other for other in (f"{value}x", None, -1, 1 << 70, {}) if other != value)


def test_a_file_with_any_value_changed_is_refused(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a valid checksum and digest it is refused, or read as another corpus, and never another error."""
    write_file(backup, [story_dump()])
    lines = lines_of(backup)
    digest = story_dump().graph.digest
    for i, line in enumerate(lines[:-1]):
        for other in changed(json.loads(line)):
            refused_at(put(backup, [*lines[:i], json.dumps(other), *lines[i + 1 :]]))
            backup.write_bytes(resealed(backup.read_bytes()))
            with monkeypatch.context() as patch, suppress(InputError):
                patch.setattr(CorpusGraph, "digest", digest)
                assert len(read_file(backup)) == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            '"They left.',
            '"They leave.',
            17,
            "corpus 'voyage' does not have its recorded digest; it was changed",
        ),
        ('"Waves as', '"Ways as', 17, "corpus 'voyage' does not have its recorded digest"),
        ('{"version": {"id": "bob-1"', '{"version": {"id": "ann-1"', 17, "version 'ann-1' is given twice"),
        ('"profile": "audited"', '"profile": "audit"', 2, "unknown profile 'audit'"),
        ('"notes": ["written', '"notes": [1, "written', 2, "damaged here: Expected `str`, got `int` - at `$.notes[0]`"),
        ('"timeline": "given"', '"timeline": "taken"', 2, "corpus 'voyage' has an unknown kind of timeline: 'taken'"),
        ('"damping": 0.85', '"damping": null', 14, "damaged here: Expected `bool | int | float | str`, got `null`"),
        ('{"before": [[0, 1]', '{"before": [[0]', 12, "damaged here: columns have different lengths"),
        ('{"before": [[0, 1]', '{"before": [[0, 9]', 17, "edges of kind 'before' connect versions that corpus"),
        ('{"before": ', '{"after": ', 12, "damaged here: unknown kind of line"),
        ('{"event": {"id": "calm"', '{"event": {"id": " calm"', 7, "event id ' calm' must be text on one line"),
        (
            '{"source": {"id": "bob",',
            '{"source": {"id": bob,',
            4,
            "this line is not JSON; the backup is damaged, or this is no backup",
        ),
        ('{"source": {"id": "bob", "title": "Bob\'s letter"}}', '["bob"]', 4, "the backup is damaged here"),
        ('{"source": {"id": "bob", "title": "Bob\'s letter"}}', "{}", 4, "the backup is damaged here"),
        ('"reference": "Diary 2:5"', '"telling": "first"', 10, "the backup is damaged here"),
        ('"reference": "Diary 2:5"', '"telling": true', 10, "the backup is damaged here"),
        ('"gaps": ["Diary 2:5"]', '"gaps": "Diary 2:5"', 10, "the backup is damaged here"),
        ('"reference": "Diary 2:5"', '"time": "yesterday"', 10, "time 'yesterday' cannot be read"),
        ('"position": "1"', '"position": "first"', 5, "the order is 'first'; write a number such as 3 or 3.5"),
        ('"title": "A storm"', '"titel": "A storm"', 6, "the backup is damaged here"),
        ('{"taeg-backup": 4}', '{"taeg-backup": 5}', 1, "this is not a TAEG backup of format 1 to 4"),
    ],
)
def test_faults_are_reported_with_their_line(backup: Path, old: str, new: str, line: int, message: str) -> None:
    text = backup.read_text(encoding="utf-8")
    assert old in text
    backup.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
    assert message in refusal(backup)
    assert refused_at(backup) == line


@pytest.mark.parametrize(
    "content",
    ["", "\n\n", "id,title\n1,x\n", "<bible/>\n", '{"events": []}\n', "[1]\n", "1\n", "null\n", "[" * 100_000],
    ids=["empty", "blank", "csv", "xml", "json", "list", "number", "null", "nested"],
)
def test_files_of_other_kinds_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(content, encoding="utf-8")
    assert refused_at(path) >= 1
    path.write_bytes(bytes(range(256)))
    assert refusal(path) == f"{path} is not a TAEG backup: it is not UTF-8 text"


@pytest.mark.parametrize("limit", ["LONGEST", "LARGEST"])
def test_larger_backups_are_neither_read_nor_written(backup: Path, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content, whole = backup.read_bytes(), read_file(backup)
    text = content.decode()
    size = len(text) if limit == "LARGEST" else max(len(line) + 1 for line in lines_of(backup))
    monkeypatch.setattr(archive, limit, size)
    write_file(backup, read_file(backup))
    monkeypatch.setattr(archive, limit, size // 2)
    assert "the file is larger than any backup that TAEG writes" in refusal(backup)
    with pytest.raises(TaegError, match="the graph is too large for one backup; back up one corpus at a time"):
        write_file(backup, whole)
    assert backup.read_bytes() == content


@pytest.mark.parametrize(("name", "reason"), [("nothing.taeg", "No such file or directory"), (".", "Is a directory")])
def test_unreadable_files(tmp_path: Path, name: str, reason: str) -> None:
    path = tmp_path / name
    assert refusal(path) == f"cannot read {path}: {reason}"
