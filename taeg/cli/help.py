"""Help texts: commands in sections, one line each, and shared options in a section of their own."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

SHARED = frozenset({"--corpus", "--store", "--json", "--pseudonyms", "-h", "--help"})
"""Options that nearly every command has."""


class Command(click.Command):
    """A command whose help lists shared options after its own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of options."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": [], "Common options": []}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(ctx)):
                sections["Common options" if SHARED.issuperset(parameter.opts) else "Options"].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class Group(click.Group):
    """A group of commands whose help lists them in sections, without cutting their descriptions."""

    command_class = Command

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 (those of click)
        super().__init__(*args, **options)
        self.sections: dict[str, list[str]] = {}

    def add_sections(self, sections: Mapping[str, Sequence[click.Command]]) -> None:
        """Add commands, by the title of their section."""
        for title, commands in sections.items():
            self.sections[title] = [str(command.name) for command in commands]
            for command in commands:
                self.add_command(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, with descriptions in one column."""
        column = max(map(len, self.commands))
        for title, names in (self.sections or {"Commands": self.list_commands(ctx)}).items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(column), self._line(name)) for name in names])

    def _line(self, name: str) -> str:
        return self.commands[name].get_short_help_str(limit=1000)
