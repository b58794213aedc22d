"""A person's corrections as a small YAML file beside the corpus: a list, each item headed by what it does."""

from pathlib import Path

from ingest import plain_yaml as plainyaml
from ingest.files import decode, read_bytes
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model.corpus import Correction
from taeg.model.corrections import FILE, KINDS

MOST = 10_000
"""Corrections of a file, each of which is looked up among all events; no person writes so many."""


def read(path: Path, problems: Problems) -> tuple[Correction, ...]:
    """The corrections of a file; whether they fit is found when they are applied."""
    node = plainyaml.load(decode(read_bytes(path), "utf-8-sig", path), path)
    if node is None:
        return ()
    if not isinstance(node, plainyaml.Items):
        raise InputError(f"corrections are a list; begin each with '- choose: …' ({', '.join(KINDS)})", node.place)
    if len(node.values) > MOST:
        raise InputError(f"there are more than {MOST:,} corrections; correct the data itself", str(path))
    found = []
    for item in node.values:
        with problems.gather():
            found.append(_correction(item, problems))
    return tuple(found)


def _correction(item: plainyaml.Node, problems: Problems) -> Correction:
    if not isinstance(item, plainyaml.Fields):
        what = quoted(item.value, 60) if isinstance(item, plainyaml.Text) else "a list"
        raise InputError(f"write what it does and to what, for instance 'rename: arrival'; it is {what}", item.place)
    kinds = [key for key in item.values if key in KINDS]
    if len(kinds) != 1:
        near = (near for key in item.values if (near := nearest(key, KINDS)))
        hint = f"; it has {' and '.join(kinds)}" if kinds else next(near, "")
        raise InputError(f"a correction does one thing, of: {', '.join(KINDS)}{hint}", item.place)
    [kind] = kinds
    known = KINDS[kind].fields
    said = plainyaml.fields(item, f"a correction that is to {kind}", (kind, *known, "why"), problems).values
    values: dict[str, str] = {}
    versions: tuple[str, ...] = ()
    for word, field in known.items():
        if word not in said:
            continue
        if field == "versions":
            versions = tuple(t.value.strip() for t in plainyaml.texts(said[word], word))
            continue
        if field in values:
            raise InputError(f"give one of {' and '.join(known)}, not both", item.places[word])
        values[field] = plainyaml.text(said[word], word).value.strip()
        if word in ("before", "after"):
            values["side"] = word
    given = {**values, "versions": versions}
    missing = [word for word, field in known.items() if not given.get(field) and (kind, word) != ("split", "title")]
    if missing:
        raise InputError(f"to {kind} an event it must say {' or '.join(missing)}; write '{missing[0]}: …'", item.place)
    target = plainyaml.text(said[kind], kind).value.strip()
    if not target:
        raise InputError(f"it does not say what to {kind}", item.place)
    why = plainyaml.text(said["why"], "why").value.strip() if "why" in said else ""
    other, side, title = (values.get(field, "") for field in ("other", "side", "title"))
    return Correction(kind, target, other, side, versions, title, why, given_in=FILE, origin=item.place)
