"""A YAML file with an editor's corrections: a list whose items begin with the kind of correction."""

from pathlib import Path

from ingest import plain_yaml
from ingest.files import decode, read_bytes
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model.corpus import Correction
from taeg.model.corrections import FILE, KINDS
from taeg.text.ids import normal_id

MOST = 10_000
"""Maximum number of corrections in a file; each is looked up among all events."""


def read(path: Path, problems: Problems) -> tuple[Correction, ...]:
    """Read the corrections of a file; whether they apply to the corpus is checked later."""
    node = plain_yaml.load(decode(read_bytes(path), "utf-8-sig", path), path)
    if node is None:
        return ()
    if not isinstance(node, plain_yaml.Items):
        raise InputError(f"corrections are a list; begin each with '- choose: …' ({', '.join(KINDS)})", node.origin)
    if len(node.values) > MOST:
        raise InputError(f"there are more than {MOST:,} corrections; correct the data itself", str(path))
    found = []
    for item in node.values:
        with problems.gather():
            found.append(_correction(item, problems))
    return tuple(found)


def _correction(item: plain_yaml.Node, problems: Problems) -> Correction:
    if not isinstance(item, plain_yaml.Fields):
        what = quoted(item.value, 60) if isinstance(item, plain_yaml.Text) else "a list"
        raise InputError(f"write what it does and to what, for instance 'rename: arrival'; it is {what}", item.origin)
    kinds = [key for key in item.values if key in KINDS]
    if len(kinds) != 1:
        near = (near for key in item.values if (near := nearest(key, KINDS)))
        hint = f"; it has {' and '.join(kinds)}" if kinds else next(near, "")
        raise InputError(f"a correction does one thing, of: {', '.join(KINDS)}{hint}", item.origin)
    [kind] = kinds
    known = KINDS[kind].fields
    given = plain_yaml.fields(item, f"a correction that is to {kind}", (kind, *known, "why"), problems).values
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for word, field in known.items():
        if word not in given:
            continue
        if field in ("versions", "words"):
            texts = tuple(text.value for text in plain_yaml.texts(given[word], word))
            lists[field] = tuple(map(normal_id, texts)) if field == "versions" else texts
            continue
        if field in values:
            raise InputError(f"give one of {' and '.join(known)}, not both", item.origins[word])
        value = plain_yaml.text(given[word], word).value
        values[field] = value.strip() if field == "title" else normal_id(value)
        if word in ("before", "after"):
            values["side"] = word
    complete = {**values, **lists}
    missing = [word for word, field in known.items() if not complete.get(field) and (kind, word) != ("split", "title")]
    if missing:
        raise InputError(f"to {kind} an event it must say {' or '.join(missing)}; write '{missing[0]}: …'", item.origin)
    target = normal_id(plain_yaml.text(given[kind], kind).value)
    if not target:
        raise InputError(f"it does not say what to {kind}", item.origin)
    why = plain_yaml.text(given["why"], "why").value.strip() if "why" in given else ""
    other, side, title = (values.get(field, "") for field in ("other", "side", "title"))
    versions, words = (lists.get(field, ()) for field in ("versions", "words"))
    return Correction(kind, target, other, side, versions, title, why, given_in=FILE, origin=item.origin, words=words)
