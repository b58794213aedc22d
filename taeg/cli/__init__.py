"""The command `taeg`: words in, words out, exit codes. No logic of its own.

Exit codes: 0 done, 2 the user's input is wrong, 1 anything else. Heavy modules are imported by the commands that
need them, so that `taeg --help` stays quick.
"""

import os
import sys

import click

from taeg.base.errors import TaegError
from taeg.cli import corpora, doctor, evaluation, narratives, server
from taeg.cli import correct as editing
from taeg.cli import export as leaving
from taeg.cli import init as starting
from taeg.cli.common import forget_pseudonyms, printable, pseudonyms_option, redacted


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="taeg")
def cli() -> None:
    """One chronological narrative out of many accounts, every sentence traced to who said it.

    \b
    Try it:
      taeg ingest gospels                    load the built-in corpus into ./taeg.db
      taeg consolidate --strategy taeg       print the narrative
      taeg show 1                            one event, its accounts side by side

    \b
    With files of your own:
      taeg init my-case                      write a small commented example to start from
      taeg check my-case                     read it without loading: everything that is wrong, at once
      taeg ingest my-case                    load it
    """


def _with_pseudonyms(command: click.Command) -> None:
    if isinstance(command, click.Group):
        for member in command.commands.values():
            _with_pseudonyms(member)
    else:
        pseudonyms_option(command)


for module in (starting, corpora, editing, narratives, leaving, evaluation, server, doctor):
    for command in module.COMMANDS:
        _with_pseudonyms(command)
        cli.add_command(command)


def main() -> None:
    """Run the command line; every fault ends in one line on standard error."""
    forget_pseudonyms()
    try:
        if any(not argument.isascii() and _undecoded(argument) for argument in sys.argv):
            _fail("an argument is not UTF-8 text", 2)
        code = cli.main(prog_name="taeg", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.UsageError as error:
        help_of = f" (see: {error.ctx.command_path} --help)" if error.ctx else ""
        _fail(f"{error.format_message()}{help_of}", error.exit_code)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail("stopped; run the same command again to finish", 1)
    except BrokenPipeError:
        # the reader of our output has gone (`taeg … | head`); nothing left to say, and no traceback at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except TaegError as error:
        _fail(str(error), error.exit_code)
    except Exception as error:
        if os.environ.get("TAEG_DEBUG"):
            raise
        _fail(f"internal error ({type(error).__name__}: {error}); set TAEG_DEBUG=1 to see where, and report it", 1)


def _undecoded(argument: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in argument)


def _fail(message: str, code: int) -> None:
    click.echo(f"taeg: {printable(redacted(' '.join(message.split())))}", err=True)
    sys.exit(code)
