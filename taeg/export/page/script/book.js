// The book: the data that comes with the page, unpacked and tied together, and how to look things up in it.
// Everything on the page is made of it. Whatever the book says becomes text nodes and attributes, never markup.

const LATEST = 1;
const EXCLUDED = 2;
const MANY = 400; // events; from here on the browser lays out only what is visible
const ROLES = ["base", "inline", "note", "contested", "quote", "title"];
const HUES = 12; // as many as the style has colours; further sources get them again, as rings
const book = JSON.parse(document.getElementById("book").textContent);

const sources = book.sources.map(([id, title, author, date, files, cited], place) => ({
  id,
  title,
  author,
  date,
  files,
  cited,
  place,
  name: title || id,
  short: title && title.length <= 20 ? title : id,
  shown: true,
  accounts: 0,
}));
const versions = book.versions.map(
  ([id, source, reference, time, text, gaps, flags, movedFrom, stretches, sentences]) => ({
    id,
    source: sources[source],
    reference,
    time,
    text,
    gaps,
    movedFrom,
    stretches,
    sentences,
    latest: Boolean(flags & LATEST),
    excluded: Boolean(flags & EXCLUDED),
    event: null,
    chosenBy: [],
    quotedBy: new Map(),
  }),
);
const events = book.events.map(([id, title, day, clock, when, location, reference, choice, edits, count], place) => ({
  id,
  title,
  day,
  clock,
  when,
  location,
  reference,
  choice,
  edits,
  count,
  place,
  versions: [],
  marks: new Set(),
}));
const runs = book.runs.map((run) => ({
  ...run,
  // a score may have the name of what every object has
  scores: Object.assign(Object.create(null), run.scores),
  spread: Object.assign(Object.create(null), run.spread),
  superior: new Set(run.superior),
  passages: run.passages.map(unpacked).map((packed, index) => (run.fused ? withRole(packed, index, run) : packed)),
}));
const eventById = new Map(events.map((event) => [event.id, event]));

function unpacked(packed) {
  if (typeof packed === "number") return { version: packed, start: 0, end: -1, cuts: null, whole: true };
  if (Array.isArray(packed)) {
    const [version, start, end, cuts = [0, end - start], edits = []] = packed;
    return { version, start, end, cuts, edits, whole: false };
  }
  return { record: packed };
}

/** A passage of a fused run: its role, the marks of its sentences, and where its words are new. */
function withRole(packed, index, run) {
  const { roles, marks, new: stretches } = run.fused;
  run.marks ??= grouped(marks, (row) => row[0]);
  return { ...packed, role: ROLES[roles[index]], marks: run.marks.get(index) || [], fresh: stretches[index] || [] };
}

/** Whatever a passage of the data says, looked up only when it is needed. */
function passageOf(packed) {
  const { role = "", marks = [], fresh = [] } = packed;
  const rest = { role, marks, fresh };
  if (packed.record) {
    const { record } = packed;
    return {
      event: events[record.event] || null,
      version: versionById().get(record.version) || null,
      source: sources[record.source] || null,
      reference: record.reference,
      text: record.text,
      time: record.time,
      edits: record.edits,
      cuts: record.sentences,
      ...rest,
    };
  }
  const version = versions[packed.version];
  const { event, source, reference, time } = version;
  const text = packed.whole ? version.text : version.text.slice(packed.start, packed.end);
  const cuts = packed.whole ? version.sentences : packed.cuts;
  const shown = {
    event,
    version,
    source,
    reference,
    text,
    time,
    edits: packed.whole ? event.edits : packed.edits,
    cuts,
    start: packed.start,
    ...rest,
  };
  if (packed.whole) Object.defineProperty(shown, "plain", { get: () => plainOf(version) });
  return shown;
}

const versionById = once(() => new Map(versions.map((version) => [version.id, version])));

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

function once(make) {
  let made;
  return () => (made === undefined ? (made = make()) : made);
}

function tie() {
  let next = 0;
  for (const event of events) {
    event.versions = versions.slice(next, next + event.count);
    next += event.count;
    for (const version of event.versions) {
      version.event = event;
      version.source.accounts += 1;
    }
  }
  for (const run of runs) run.passages.forEach((packed) => note(run, packed));
  for (const event of events) mark(event);
}

/** A run chooses versions whole, or quotes parts of them; a fused one does both. */
function note(run, packed) {
  const version = packed.record ? versionById().get(packed.record.version) : versions[packed.version];
  if (!version || (packed.role === "base" && version.chosenBy.includes(run))) return;
  if (packed.role === "base" || chooses(run)) version.chosenBy.push(run);
  else version.quotedBy.set(run, (version.quotedBy.get(run) || 0) + 1);
}

/** Whether a run selects one passage per event; a run of quotes may repeat events or leave the timeline order. */
function chooses(run) {
  if (run.choosing === undefined) {
    const places = run.passages.map((p) => (p.record ? p.record.event : versions[p.version].event.place));
    run.choosing =
      places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])) &&
      run.passages.every((p) => p.record || p.whole);
  }
  return run.choosing;
}

// Signs, what they say in short and at length. What chance chooses differs always and says nothing of an event.
const MARKS = {
  once: ["1", "one source", "one source only"],
  none: ["∅", "no account", "no account"],
  gap: ["…", "gaps", "words are missing"],
  editor: ["✎", "edited", "changed by the editor"],
  contested: ["⇄", "contested", "accounts contradict each other"],
  differ: ["≠", "runs differ", "runs differ in the account they choose; runs by chance are not counted"],
};

if (!book.contested) delete MARKS.contested;

function mark(event) {
  const present = new Set(event.versions.filter((v) => v.text).map((v) => v.source));
  const chosen = event.versions.filter((v) => v.chosenBy.some((run) => run.strategy !== "random"));
  if (present.size === 1) event.marks.add("once");
  if (present.size === 0) event.marks.add("none");
  if (event.versions.some((v) => v.gaps.length || !v.text)) event.marks.add("gap");
  if (event.edits.length || event.versions.some((v) => v.excluded)) event.marks.add("editor");
  if (chosen.length > 1) event.marks.add("differ");
  if (clashesOf(event).length) event.marks.add("contested");
}
