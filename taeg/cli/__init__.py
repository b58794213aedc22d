"""The command `taeg`: parses arguments, calls the library, prints results.

Exit codes: 0 success, 2 invalid input, 1 any other error. Commands import heavy modules themselves, so that
`taeg --help` is fast.
"""

import os
import sys

import click

from taeg.base.errors import TaegError, suggestion
from taeg.cli import (
    conflicts,
    corpora,
    correct,
    demo,
    doctor,
    draft,
    evaluation,
    export,
    init,
    model,
    narratives,
    server,
)
from taeg.cli.common import keep_options, printable, pseudonyms_option, redacted, use_pseudonyms
from taeg.cli.help import Group


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="taeg")
def cli() -> None:
    """Consolidate many accounts into one chronological narrative, with the source of every sentence.

    \b
    First steps:
      taeg demo                   run everything on the built-in gospels
      taeg init my-case           write an example corpus, to replace by yours
      taeg draft files --out case  draft one from raw documents, to be reviewed
      taeg ingest my-case         load it into ./taeg.db
      taeg consolidate --cite     print the narrative with its sources
    """


def _add_pseudonyms_option(command: click.Command) -> None:
    if isinstance(command, click.Group):
        for member in command.commands.values():
            _add_pseudonyms_option(member)
    else:
        pseudonyms_option(command)


cli.add_sections(
    {
        "Start": (demo.demo, doctor.doctor, export.completion),
        "Your corpus": (
            *(draft.draft, draft.review, init.init, init.check, corpora.ingest),
            *(correct.correct, correct.corrections, correct.remove),
        ),
        "Narrative": (narratives.consolidate, export.export, export.serve),
        "Look": (
            conflicts.conflicts,
            narratives.show,
            narratives.queries,
            narratives.run_query,
            corpora.list_corpora,
            corpora.stats,
        ),
        "Graph": (corpora.copy, corpora.backup, corpora.restore, corpora.delete, server.neo4j, model.model),
        "Benchmark": (evaluation.evaluate, evaluation.translations, evaluation.reproduce),
    }
)
_add_pseudonyms_option(cli)


def main() -> None:
    """Run the command line; every error is one line on standard error."""
    use_pseudonyms(None)
    suggestion.set(keep_options)
    try:
        if any("\ud800" <= character <= "\udfff" for argument in sys.argv for character in argument):
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
        # the reader of the output is gone (`taeg … | head`); Python must not flush to it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except TaegError as error:
        _fail(str(error), error.exit_code)
    except Exception as error:
        if os.environ.get("TAEG_DEBUG"):
            raise
        _fail(f"internal error ({type(error).__name__}: {error}); set TAEG_DEBUG=1 for a traceback, and report it", 1)


def _fail(message: str, code: int) -> None:
    click.echo(f"taeg: {printable(redacted(' '.join(message.split())))}", err=True)
    sys.exit(code)
