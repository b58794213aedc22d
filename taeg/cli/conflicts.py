"""The command that lists contested facts."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taeg.base.errors import suggested
from taeg.cli.common import graph_options, open_graph, print_json, progress, say, warn_of_names
from taeg.cli.help import Command
from taeg.text.language import ENGLISH, base_code

if TYPE_CHECKING:
    from taeg.conflicts.values import Amendment, Copy, Fact, Side
    from taeg.graph.contested import Contested

LISTED = 20
"""Corrections and copies that are listed."""


@click.command(cls=Command)
@click.option("--event", metavar="EVENT", help="Only facts of this event.")
@click.option("--kind", metavar="KIND", help="Only this kind: count, clock, age, measure, colour, date …")
@click.option("--tier", metavar="TIER", help="Only confident or possible ones.")
@click.option(
    "--settle",
    "policy",
    default="none",
    metavar="POLICY",
    help="Say which side is preferred: none (default), latest, majority, priority, firsthand.",
)
@click.option("--all", "everything", is_flag=True, help="Also list facts that a person dismissed.")
@click.option("--model", metavar="NAME", help="Sentence vectors: a model's name or folder, or none.")
@click.option(
    "--nli",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A model of textual inference of yours (ONNX or transformers), for contradictory sentences.",
)
@graph_options
def conflicts(
    event: str | None,
    kind: str | None,
    tier: str | None,
    policy: str,
    everything: bool,
    model: str | None,
    nli: Path | None,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """List what accounts contradict each other about, by fact.

    The contradictions are found once and recorded in the graph; they are found again when the corpus or the model
    changes. Nothing is removed from the corpus or from a narrative: a person decides, with `taeg correct confirm`,
    `dismiss` or `settle` and the id of a fact.

    \b
    Examples:
      taeg conflicts
      taeg conflicts --event fire --tier confident
      taeg conflicts --settle latest --json
    """
    with open_graph(store) as graph:
        entry = graph.corpus(corpus)
        with progress(f"conflicts {entry.id}") as bar:
            found = graph.conflicts(
                entry.id, policy=policy, event=event, kind=kind, tier=tier, model=model, nli=nli, progress=bar
            )
    facts = found.facts if everything else found.open_facts
    if as_json:
        print_json([_row(found, fact) for fact in facts])
    else:
        _print(entry.id, found, facts)
    warn_of_names(found.source(side.version).title for fact in facts for side in fact.sides)
    if found.parameters.get("parser") == "none" and base_code(entry.language) == ENGLISH and not as_json:
        say(
            "no parser of English is installed; only kinds that need none were looked for (clock times, dates, money, "
            "measures, colours …); for all: pip install 'taeg[grammar]'",
            err=True,
        )
    misfits = sum(1 for correction in entry.corrections if correction.decides and correction.problem) + found.unmatched
    if misfits and not as_json:
        see = suggested("taeg corrections")
        say(f"decisions that fit no fact: {misfits} (see: {see})", err=True)


def _row(found: "Contested", fact: "Fact") -> dict[str, Any]:
    """A fact as JSON; `preferred` has the indices of sides."""
    return {
        "id": fact.id,
        "event": found.events[fact.event].id,
        "kind": fact.kind,
        "key": fact.key,
        "tier": fact.tier,
        "rule": fact.rule,
        "sides": [_side(found, side) for side in fact.sides],
        "preferred": list(fact.preferred),
        "because": fact.because,
        "decision": fact.decided,
    }


def _side(found: "Contested", side: "Side") -> dict[str, Any]:
    version = found.versions[side.version]
    return {
        "value": side.value,
        "text": found.words(side),
        "source": version.source,
        "version": version.id,
        "start": side.start,
        "end": side.end,
        "hedged": side.hedged,
        "firsthand": side.firsthand,
    }


def _print(corpus: str, found: "Contested", facts: Sequence["Fact"]) -> None:
    tiers = Counter(fact.tier for fact in facts)
    counts = ", ".join(f"{number} {tier}" for tier, number in sorted(tiers.items()))
    number = f"{len(facts)} contested fact{'' if len(facts) == 1 else 's'}"
    hidden = len(found.facts) - len(facts)
    more = f"; {hidden} dismissed (--all lists them)" if hidden else ""
    say(f"{corpus}, {number}{f' ({counts})' if counts else ''}{more}")
    parser, model = (found.parameters.get(name, "none") for name in ("parser", "model"))
    say(f"found with the parser {parser} and the sentence vectors {model}")
    for fact in facts:
        click.echo()
        _print_fact(found, fact)
    _print_list("Corrections by the accounts", [_amendment(found, amendment) for amendment in found.amendments])
    _print_list("Copies", [_copy(found, copy) for copy in found.copies])


def _print_fact(found: "Contested", fact: "Fact") -> None:
    from taeg.conflicts.facts import values

    decided = f", {fact.decided}{f' ({fact.why})' if fact.why else ''}" if fact.decided else ""
    say(f"{found.events[fact.event].name}  [{fact.id}]  {fact.kind}, {fact.tier}{decided}")
    shown = []
    for value, indices in values(fact):
        speakers = dict.fromkeys(_with_marks(found, fact.sides[i]) for i in indices)
        shown.append(f"{value} ({'; '.join(speakers)})")
    say(f"  {fact.key}: {', '.join(shown)}")
    for side in fact.sides:
        say(f'    "{_line(found.words(side))}"  {_cited(found, side.version)}')
    if fact.preferred:
        value = fact.sides[fact.preferred[0]].value
        say(f"  preferred: {value} ({fact.because})")


def _with_marks(found: "Contested", side: "Side") -> str:
    """The speaker, and whether the value is an estimate or hearsay."""
    marks = ["about"] if side.hedged else []
    marks += [] if side.firsthand else ["hearsay"]
    return ", ".join([_speaker(found, side.version), *marks])


def _speaker(found: "Contested", version: int) -> str:
    from taeg.consolidate.voices import person

    source = found.source(version)
    return person(source.title) or source.id


def _cited(found: "Contested", version: int) -> str:
    """The citation of an account, and when it was given, if that is known."""
    from taeg.text.dates import readable

    time = found.versions[version].time
    return ", ".join(part for part in (found.cited(version), readable(time, ENGLISH) if time else "") if part)


def _amendment(found: "Contested", amendment: "Amendment") -> str:
    old = amendment.old or found.versions[amendment.amended].text[amendment.amended_start : amendment.amended_end]
    who = _cited(found, amendment.version)
    does = f'corrects "{_line(old)}" to "{_line(amendment.new)}"' if amendment.new else f'withdraws "{_line(old)}"'
    cited = _cited(found, amendment.amended)
    return f"{who} {does}" + ("" if amendment.amended == amendment.version else f" of {cited}")


def _copy(found: "Contested", copy: "Copy") -> str:
    return f"{_cited(found, copy.version)} repeats {_cited(found, copy.original)} ({copy.share:.0%} of its words)"


def _print_list(title: str, lines: Sequence[str]) -> None:
    from taeg.cli.common import print_list

    if lines:
        say(f"\n{title}")
        print_list("  ", lines, LISTED)


def _line(text: str) -> str:
    return " ".join(text.split())
