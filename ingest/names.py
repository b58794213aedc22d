"""Names of sources and events in the files of a corpus: their normal form, and those that may be misspelt."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.tables.table import Records
from taeg.base.errors import Problems, quoted
from taeg.model.arrange import check_case
from taeg.text.ids import is_normal, normal_id

SHORTEST, LONGEST = 4, 40
"""Lengths of names that are checked for misspellings."""


def folded(name: str) -> str:
    """Normalise an id or title for comparison."""
    return normal_id(name).casefold()


def with_normal_ids(records: Records, *names: str) -> Records:
    """Return rows with ids in their normal form; one without a visible character is kept, to be reported."""
    columns = dict(records.columns)
    for name in names:
        distinct = dict.fromkeys(columns.get(name, ()))
        if not is_normal(distinct):
            normal = {id: normal_id(id) or id for id in distinct}
            columns[name] = [normal[id] for id in columns[name]]
    return replace(records, columns=columns)


def check_names(kind: str, names: Sequence[tuple[str, str]], problems: Problems) -> None:
    """Report names that differ in case only, and names used once that may be misspellings of others."""
    often = Counter(name for name, _ in names)
    first = dict(reversed(names))
    check_case(kind, {name: first[name] for name in often}, problems)
    variants: dict[str, str] = {}
    for name, count in often.items():
        if count > 1:
            variants.update(dict.fromkeys(_deletions(name), name))
    for name, count in often.items():
        if count == 1 and (near := next((variants[part] for part in _deletions(name) if part in variants), None)):
            problems.remark(
                f"{kind} {quoted(name, 80)} is named once only; did you mean {quoted(near, 80)}?", first[name]
            )


def _deletions(name: str) -> Iterator[str]:
    """The name, and the name without one of its letters; names that share one of these are an edit apart.

    Comparing all names with each other would take minutes for some thousand names. Digits are no misspellings.
    """
    if SHORTEST <= len(name) <= LONGEST:
        yield name
        for at, letter in enumerate(name):
            if not letter.isdigit():
                yield name[:at] + name[at + 1 :]
