"""Help texts: commands in sections, nothing cut off at 80 columns, shared options apart."""

import re
from collections.abc import Iterator

import click
import pytest

from taeg.cli import cli
from taeg.cli.server import LINE_BYTES, MEGABYTE, Steps
from tests.conftest import Taeg


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def leaves(command: click.Command, *words: str) -> Iterator[tuple[str, ...]]:
    """The words of every command that is no group."""
    if isinstance(command, click.Group):
        for name, member in command.commands.items():
            yield from leaves(member, *words, name)
    else:
        yield words


def test_commands_are_in_sections_of_one_line_each(taeg_command: Taeg) -> None:
    shown = taeg_command("--help").out
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert not re.search(r"…|\.\.\.$", "\n".join(lines[1:]), re.MULTILINE)
    sections = dict(re.findall(r"^(\w.*):\n((?:  .*\n?)+)", shown, re.MULTILINE))
    titles = ["Start", "Your corpus", "Narrative", "Look", "Graph", "Benchmark"]
    assert [title for title in sections if title in titles] == titles
    listed = [line.split(maxsplit=1) for title in titles for line in sections[title].splitlines()]
    assert sorted(name for name, _ in listed) == sorted(cli.commands)
    assert all(help.endswith(".") for _, help in listed)


@pytest.mark.parametrize("words", [*leaves(cli)], ids=" ".join)
def test_the_help_of_a_command(words: tuple[str, ...], taeg_command: Taeg) -> None:
    shown = taeg_command(*words, "--help").out
    assert max(map(len, shown.splitlines())) <= 80
    own, _, common = shown.partition("\nCommon options:\n")
    assert "--help" in common
    for option in ("--store", "--json", "--pseudonyms"):
        assert option not in own.partition("\nOptions:\n")[2]
    named = set(re.findall(r"^  (?:-h, )?(--\w+)", common, re.MULTILINE))
    assert named <= {"--corpus", "--store", "--json", "--pseudonyms", "--help"}


@pytest.mark.parametrize("group", ["correct", "neo4j"])
def test_the_help_of_a_group(group: str, taeg_command: Taeg) -> None:
    shown = taeg_command(group, "--help").out
    assert max(map(len, shown.splitlines())) <= 80
    commands = cli.commands[group]
    assert isinstance(commands, click.Group)
    listed = [line.split()[0] for line in shown.partition("\nCommands:\n")[2].splitlines()]
    assert listed == sorted(commands.commands)


def test_a_download_is_followed_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps()
    steps.stage("Downloading", 165 * MEGABYTE)
    for _ in range(5):
        steps.advance(LINE_BYTES // 2)
    steps.stage("Starting")
    steps.close()
    assert capsys.readouterr().err.splitlines() == [
        *("Downloading", "  20 of about 165 MB", "  40 of about 165 MB", "Starting")
    ]
