"""`taeg model`: the models of sentence vectors, listed or downloaded."""

import click

from taeg.base.errors import InputError, nearest, quoted
from taeg.cli.common import json_option, print_json, say
from taeg.cli.help import Command
from taeg.cli.tables import print_rows


@click.group(invoke_without_command=True)
@click.pass_context
def model(context: click.Context) -> None:
    """List or download models of sentence vectors.

    \b
    Examples:
      taeg model list
      taeg model fetch
    """
    if context.invoked_subcommand is None:
        context.invoke(list_models, as_json=False)


@model.command("list", cls=Command)
@json_option
def list_models(as_json: bool) -> None:
    """List the known models and whether each is installed; the first one for a language is used by default."""
    from taeg.text.vectors.models import EXTRA, MODELS, has_extra

    rows = []
    for known in MODELS.values():
        found = known.find()
        digest = found.digest if found else ""
        advice = "" if found else known.remedy
        rows.append(
            {"model": known.name, "languages": known.languages, "installed": bool(found), "from": known.origin}
            | {"sha256": digest if as_json else digest[:12], "advice": advice}
        )
    if as_json:
        print_json(rows)
        return
    print_rows([row | {"installed": "yes" if row["installed"] else "no"} for row in rows])
    if not has_extra():
        say(f"The extra `semantic` is not installed: {EXTRA}")


@model.command(cls=Command)
@click.argument("name", required=False)
@json_option
def fetch(name: str | None, as_json: bool) -> None:
    """Download the model NAME (default: the one for English) once; after that no network is needed."""
    from taeg.text.vectors.models import E5_NAME, MODELS, fetch

    name = name or E5_NAME
    if name not in MODELS:
        raise InputError(f"there is no model {quoted(name, 80)} (models: {', '.join(MODELS)}){nearest(name, MODELS)}")
    path = fetch(name, lambda message: say(message, err=True))
    if path is None:
        raise InputError(f"the model {name} is a package: {MODELS[name].remedy}")
    if as_json:
        print_json({"model": name, "path": str(path)})
    else:
        say(f"{name}: {path}")
