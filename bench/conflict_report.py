"""Tables of the benchmark of contradictions, and the lists for reading."""

from collections.abc import Callable, Iterable, Sequence

from bench import conflict_runs
from bench.conflict_matching import (
    RIGHT,
    WRONG,
    Judgement,
    Precision,
    by_tier_and_kind,
    facts_of_tier,
    missed,
    of_tier,
    precision,
    recall,
)
from bench.conflict_runs import Cost, Planted, Run, Tools
from bench.conflict_sets import OTHER, Pair, Place, TruthSet
from taeg.conflicts.values import CONFIDENT, POSSIBLE, TIERS, Amendment, Conflict, Side

AROUND = 45
"""Characters printed before and after a value."""


def table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as columns of text."""
    lines = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in lines
    )


def sets(truths: Sequence[TruthSet], tools: Tools, read: bool = False) -> dict[str, object]:
    """Run all sets, print their tables and return the figures by set."""
    runs = [conflict_runs.run(truth, tools) for truth in truths]
    rows: list[Sequence[object]] = [
        (
            "set",
            "tuned",
            "confident",
            "facts",
            "possible",
            "facts",
            "corrections",
            "planted found",
            "reachable",
            "s",
            "CPU s",
        )
    ]
    rows += [_set_row(run) for run in runs]
    if len(runs) > 1:
        rows.append(_total_row(runs))
    print("right/found by pairs and by facts; +n were not judged; planted found: confident + possible + corrections;")
    print("reachable: planted facts of a kind that TAEG compares\n")
    print(table(rows))
    for run in runs:
        print(f"\n{run.truth.name}: by kind")
        print(table(_kind_rows(run)))
        if run.truth.copies or run.findings.copies:
            right = sum(ok for _, ok in run.outcome.copies)
            print(f"copies: right {right}/{len(run.outcome.copies)}, found {right} of {len(run.truth.copies)}")
        if settled := conflict_runs.latest(run) if run.truth.finals else {}:
            right = sum(value is True for value in settled.values())
            wrong = ", ".join(name for name, value in settled.items() if value is False)
            alone = ", ".join(conflict_runs.corrected_alone(run, settled))
            print(f"latest without copies: {right} of {len(settled)}; wrong: {wrong or 'none'}; ", end="")
            print(f"found as a correction without a conflict: {alone or 'none'}")
        if read:
            print(reading(run))
    return {run.truth.name: figures(run) for run in runs}


def _shown(found: Precision) -> str:
    return f"{found.right}/{found.right + found.wrong}" + (f" +{found.open}" if found.open else "")


def _set_row(run: Run) -> tuple[object, ...]:
    kinds = recall(run.truth, run.outcome)
    how = [sum(getattr(row, name) for row in kinds.values()) for name in ("confident", "possible", "amended")]
    planted = sum(row.planted for row in kinds.values())
    reachable = planted - (kinds[OTHER].planted if OTHER in kinds else 0)
    corrections = precision(judgement.verdict for _, judgement in run.outcome.amendments)
    return (
        run.truth.name,
        "yes" if run.truth.tuned else "no",
        *(_shown(count(run.outcome, tier)) for tier in TIERS for count in (of_tier, facts_of_tier)),
        _shown(corrections),
        f"{sum(how)} ({' + '.join(map(str, how))}) of {planted}",
        reachable,
        f"{run.seconds:.1f}",
        f"{run.cpu:.1f}",
    )


def _total_row(runs: Sequence[Run]) -> tuple[object, ...]:
    def added(count: Callable[[Run], Precision]) -> str:
        return _shown(sum(map(count, runs), Precision()))

    found = sum(len(run.outcome.found) for run in runs)
    planted = sum(len(run.truth.contested) for run in runs)
    return (
        "all",
        "",
        added(lambda run: of_tier(run.outcome, CONFIDENT)),
        added(lambda run: facts_of_tier(run.outcome, CONFIDENT)),
        added(lambda run: of_tier(run.outcome, POSSIBLE)),
        added(lambda run: facts_of_tier(run.outcome, POSSIBLE)),
        added(lambda run: precision(judgement.verdict for _, judgement in run.outcome.amendments)),
        f"{found} of {planted}",
        sum(kind != OTHER for run in runs for kind in run.truth.contested.values()),
        f"{sum(run.seconds for run in runs):.1f}",
        f"{sum(run.cpu for run in runs):.1f}",
    )


def _kind_rows(run: Run) -> list[Sequence[object]]:
    found = by_tier_and_kind(run.outcome)
    planted = recall(run.truth, run.outcome)
    rows: list[Sequence[object]] = [("kind", *TIERS, "planted", "found", *TIERS, "corrections")]
    for kind in sorted({kind for _, kind in found} | set(planted)):
        right = [_shown(found[tier, kind]) if (tier, kind) in found else "" for tier in TIERS]
        row = planted.get(kind)
        rows.append(
            (kind, *right, *((row.planted, row.found, row.confident, row.possible, row.amended) if row else [""] * 5))
        )
    return rows


def figures(run: Run) -> dict[str, object]:
    """The figures of a set for the record."""
    outcome = run.outcome
    kinds = recall(run.truth, outcome)
    known: dict[str, object] = {
        "tuned": run.truth.tuned,
        "seconds": round(run.seconds, 1),
        "cpu": round(run.cpu, 1),
        "planted": sum(row.planted for row in kinds.values()),
        "unreachable": kinds[OTHER].planted if OTHER in kinds else 0,
        "found": len(outcome.found),
        "kinds": {
            kind: {
                "planted": row.planted,
                "confident": row.confident,
                "possible": row.possible,
                "corrections": row.amended,
            }
            for kind, row in kinds.items()
        },
        "corrections": _counts(precision(judgement.verdict for _, judgement in outcome.amendments)),
        "missed": missed(run.truth, outcome),
    }
    for tier in TIERS:
        known[tier] = {"pairs": _counts(of_tier(outcome, tier)), "facts": _counts(facts_of_tier(outcome, tier))}
    known["precision"] = {f"{tier} {kind}": _counts(found) for (tier, kind), found in by_tier_and_kind(outcome).items()}
    if run.truth.copies or outcome.copies:
        known["copies"] = {
            "planted": len(run.truth.copies),
            "found": len(outcome.copies),
            "right": sum(right for _, right in outcome.copies),
        }
    if run.truth.finals and (settled := conflict_runs.latest(run)):
        known["latest"] = {
            "facts": len(settled),
            "right": sum(value is True for value in settled.values()),
            "wrong": sum(value is False for value in settled.values()),
            "correction_alone": len(conflict_runs.corrected_alone(run, settled)),
        }
    return known


def _counts(found: Precision) -> dict[str, int]:
    counts = {"right": found.right, "found": found.right + found.wrong}
    return counts | ({"open": found.open} if found.open else {})


def reading(run: Run) -> str:
    """Everything found, wrong and missed in a set, with words."""
    lines = []
    for verdict in (RIGHT, WRONG, "open"):
        lines += [f"\n{run.truth.name}: {verdict}"]
        lines += [_conflict_line(run, c, j) for c, j in run.outcome.conflicts if j.verdict == verdict]
        lines += [_amendment_line(run, a, j) for a, j in run.outcome.amendments if j.verdict == verdict]
    lines.append(f"\n{run.truth.name}: wrong copies, and copies missed")
    lines += [
        f"  {run.truth.labels[copy.version]} of {run.truth.labels[copy.original]} {copy.share:.2f}"
        for copy, right in run.outcome.copies
        if not right
    ]
    found = {(copy.version, copy.original) for copy, _ in run.outcome.copies}
    lines += [
        f"  missed: {run.truth.labels[version]} of {run.truth.labels[original]}"
        for version, original in sorted(run.truth.copies - found)
    ]
    lines.append(f"\n{run.truth.name}: missed")
    first: dict[str, Pair] = {}
    for pair in run.truth.pairs:
        if pair.fact in run.truth.contested and pair.verdict in {"conflict", "correction"}:
            first.setdefault(pair.fact, pair)
    for fact in missed(run.truth, run.outcome):
        pair = first[fact]
        note = "(no kind compares this)" if pair.kind == OTHER else pair.note
        lines.append(
            f"  {fact} {pair.kind} {pair.verdict}: {_quote(run, pair.a)} | {_quote(run, pair.b)} {note}".rstrip()
        )
    return "\n".join(lines)


def _conflict_line(run: Run, found: Conflict, judgement: Judgement) -> str:
    head = f"  {found.tier} {found.kind} [{found.key}] {found.score:.2f} {found.rule}"
    why = f"{judgement.fact} {judgement.reason}{': ' + judgement.note if judgement.note else ''}"
    return f"{head} -- {why.strip()}\n" + "\n".join(f"      {_side(run, side)}" for side in (found.a, found.b))


def _amendment_line(run: Run, found: Amendment, judgement: Judgement) -> str:
    text = run.truth.accounts[found.version].text[found.start : found.end]
    old = run.truth.accounts[found.amended].text[found.amended_start : found.amended_end]
    head = f"  correction {found.rule} {found.old!r} -> {found.new!r} -- {judgement.fact} {judgement.reason}"
    return f"{head}\n      {run.truth.labels[found.version]}: {text}\n      {run.truth.labels[found.amended]}: {old}"


def _side(run: Run, side: Side) -> str:
    return f"{run.truth.labels[side.version]} {side.value!r}: {_around(run.truth, side.version, side.start, side.end)}"


def _around(truth: TruthSet, version: int, start: int, end: int) -> str:
    text = truth.accounts[version].text
    words = f"{text[max(0, start - AROUND) : start]}[{text[start:end]}]{text[end : end + AROUND]}"
    return " ".join(words.split())


def _quote(run: Run, at: Place) -> str:
    if at.version < 0:
        return "(in no passage)"
    return f"{run.truth.labels[at.version]}: {run.truth.accounts[at.version].text[at.start : at.end]}"


def generated(
    truths: Sequence[TruthSet], tools: Tools, seed: int, size: tuple[int, int], read: bool = False
) -> dict[str, object]:
    """Plant contradictions into the texts of each set, print recall and false alarms, and return the figures."""
    runs = [
        conflict_runs.planted(truth.name, list(truth.sentences), truth.tuned, tools, seed, size)
        for truth in truths
        if truth.language == "en"
    ]
    kinds = sorted({kind for run in runs for kind in run.planted})
    rows: list[Sequence[object]] = [("text", "tuned", *kinds, "confident alarms", "all alarms", "others", "s")]
    rows += [_planted_row(run, kinds) for run in runs]
    rows.append(_planted_total(runs, kinds))
    print("planted contradictions: found (confident) of planted; alarms: paraphrases called a conflict\n")
    print(table(rows))
    if read:
        for run in runs:
            for what, case, heard in run.examples:
                values = case.first[slice(*case.first_value)], case.second[slice(*case.second_value)]
                print(f"\n{run.name} {what} {case.kind} {case.change}: {values[0]} | {values[1]}")
                print(f"    {case.first}\n    {case.second}", *heard, sep="\n      ")
    return {run.name: _planted_figures(run) for run in runs}


def _planted_row(run: Planted, kinds: Sequence[str]) -> tuple[object, ...]:
    cells = []
    for kind in kinds:
        tiers = run.found.get(kind, {})
        cells.append(f"{sum(tiers.values())} ({tiers.get(CONFIDENT, 0)})/{run.planted.get(kind, 0)}")
    alarms = sum(run.alarms.values())
    return (
        run.name,
        "yes" if run.tuned else "no",
        *cells,
        f"{run.alarms[CONFIDENT]}/{run.controls}",
        f"{alarms}/{run.controls}",
        run.others,
        f"{run.seconds:.1f}",
    )


def _planted_total(runs: Sequence[Planted], kinds: Sequence[str]) -> tuple[object, ...]:
    cells = []
    for kind in kinds:
        planted = sum(run.planted.get(kind, 0) for run in runs)
        found = sum(sum(run.found.get(kind, {}).values()) for run in runs)
        cells.append(f"{found / max(planted, 1):.2f}")
    controls = max(sum(run.controls for run in runs), 1)
    confident = sum(run.alarms[CONFIDENT] for run in runs)
    alarms = sum(sum(run.alarms.values()) for run in runs)
    return ("all", "", *cells, f"{confident / controls:.1%}", f"{alarms / controls:.1%}", "", "")


def _planted_figures(run: Planted) -> dict[str, object]:
    return {
        "tuned": run.tuned,
        "kinds": {kind: {"planted": count, **run.found[kind]} for kind, count in sorted(run.planted.items())},
        "paraphrases": run.controls,
        "alarms": run.alarms,
        "others": run.others,
        "seconds": round(run.seconds, 1),
    }


def selfcheck(truths: Sequence[TruthSet], tools: Tools, read: bool = False) -> dict[str, object]:
    """Compare odd with even sentences of each account; every hit is false."""
    rows: list[Sequence[object]] = [("odd against even", "accounts", *TIERS)]
    known: dict[str, object] = {}
    runs = [conflict_runs.run(conflict_runs.halves(truth), tools) for truth in truths]
    for run in runs:
        counts = {tier: sum(conflict.tier == tier for conflict in run.findings.conflicts) for tier in TIERS}
        rows.append((run.truth.name, len(run.truth.events), *counts.values()))
        known[run.truth.name] = {"accounts": len(run.truth.events), **counts}
    print(table(rows))
    for run in runs if read else ():
        print(*(_conflict_line(run, conflict, judgement) for conflict, judgement in run.outcome.conflicts), sep="\n")
    return known


def large(cost: Cost) -> dict[str, object]:
    """Print and return the cost of a large corpus."""
    print(f"{cost.versions:,} versions without a parser: {cost.seconds:.1f} s, {cost.conflicts:,} conflicts, ", end="")
    print(f"peak memory {cost.megabytes:,.0f} MB")
    return {
        str(cost.versions): {
            "seconds": round(cost.seconds, 1),
            "megabytes": round(cost.megabytes),
            "conflicts": cost.conflicts,
        }
    }
