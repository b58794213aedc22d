"""The description of a drafted corpus, `corpus.yaml`, which a person may edit: it is then kept, and only extended."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ingest import plain_yaml
from ingest.drafts import folder as files
from ingest.drafts.folder import State
from ingest.files import decode, read_bytes
from taeg.base.errors import InputError
from taeg.text.ids import normal_id

NOTES = (
    "A draft made by taeg draft: alignment.csv says which passage describes which event,",
    "timeline.csv in which order the events happened.",
    "Review it with: taeg review FOLDER, or edit both tables in a spreadsheet.",
)
_SOURCES = re.compile(r"^sources:[ \t]*(?:#.*)?$", re.MULTILINE)
_TITLE = re.compile(r"^title:[^\r\n]*", re.MULTILINE)
_NEXT_KEY = re.compile(r"^[^\s#-]", re.MULTILINE)
_ITEM = re.compile(r"^([ \t]*)- ", re.MULTILINE)


def content(
    folder: Path, before: State | None, title: str, language: str, documents: Sequence[Mapping[str, str]]
) -> bytes:
    """Return the new `corpus.yaml`; if a person has edited the earlier one, it stays and gets the new sources.

    `documents` as in `State`. Raises InputError if the edited file cannot be read or extended.
    """
    sources = _sources(documents)
    new = files.manifest_bytes(title, language, sources, NOTES)
    path = folder / files.MANIFEST
    if before is None or not path.is_file():
        return new
    written = str(before.settings.get("title") or folder.resolve().name), str(before.settings.get("language", language))
    old = read_bytes(path)
    if old == files.manifest_bytes(*written, _sources(before.documents), NOTES):
        return new
    known = _described(decode(old, "utf-8-sig", path), path)
    text = old.decode("utf-8")
    if title != written[0]:  # a new title was asked for
        text = _TITLE.sub(lambda _: f"title: {json.dumps(title, ensure_ascii=False)}", text, count=1)
    return _extended(text, [source for source in sources if source["id"] not in known], path)


def _sources(documents: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Describe the sources of documents by the first title and the latest date."""
    found = []
    for id in sorted({document["source"] for document in documents}):
        own = [document for document in documents if document["source"] == id]
        name = next((document["title"] for document in own if document["title"]), "")
        found.append({"id": id, "title": name or id, "date": max(document["date"] for document in own)})
    return found


def _described(text: str, path: Path) -> set[str]:
    """The ids of the sources that a description lists."""
    node = plain_yaml.load(text, path)
    listed = node.values.get("sources") if isinstance(node, plain_yaml.Fields) else None
    items = listed.values if isinstance(listed, plain_yaml.Items) else ()
    ids = (item.values.get("id") for item in items if isinstance(item, plain_yaml.Fields))
    return {normal_id(id.value) for id in ids if isinstance(id, plain_yaml.Text)}


def _extended(text: str, sources: Sequence[Mapping[str, str]], path: Path) -> bytes:
    """Append sources to the list of a description; nothing else is changed."""
    if not sources:
        return text.encode()
    end = "\r\n" if "\r\n" in text else "\n"
    head = _SOURCES.search(text.replace("\r", " "))
    rest = text[head.end() :] if head else ""
    following = _NEXT_KEY.search(rest)
    at = head.end() + (following.start() if following else len(rest)) if head else len(text)
    item = _ITEM.search(rest[: following.start() if following else None])
    lines = files.source_lines(sources, item[1] if item else "  ")
    before = text[:at].rstrip() + end + ("" if head else f"sources:{end}")
    new = before + end.join(lines) + end + text[at:]
    try:
        complete = _described(new.removeprefix("\ufeff"), path) >= {source["id"] for source in sources}
    except InputError:
        complete = False
    if not complete:
        ids = ", ".join(source["id"] for source in sources)
        raise InputError(f"new sources cannot be added to this file; add them to its list of sources: {ids}", str(path))
    return new.encode()
