// Contested facts as data: sides of each fact, and where they stand in the accounts. Without findings there are none.

const HEDGED = 1;
const SECONDHAND = 2;
const PREFERRED = 4;
const { tiers = [], kinds = [], speakers = [] } = book.contested || {};

const facts = (book.contested ? book.contested.facts : []).map(
  ([id, event, kind, key, tier, rule, sides, because, decided, why], place) => {
    const fact = { id, event: events[event], kind, key, tier, rule, because, decided, why, place };
    fact.name = key ? `${kinds[kind]}: ${key}` : kinds[kind];
    fact.sides = sides.map(([version, start, end, value, flags]) => ({
      fact,
      version: versions[version],
      start,
      end,
      value,
      remarks: [flags & HEDGED ? "estimate" : "", flags & SECONDHAND ? "hearsay" : ""].filter(Boolean),
      preferred: Boolean(flags & PREFERRED),
    }));
    return fact;
  },
);

/** The contested words of each version, in order; places that overlap are one. */
const clashes = once(() => {
  const found = grouped(facts.flatMap((fact) => fact.sides), (side) => side.version);
  for (const [version, sides] of found) {
    const places = [];
    for (const side of [...sides].sort((a, b) => a.start - b.start || a.end - b.end)) {
      const last = places[places.length - 1];
      if (last && side.start < last.end) {
        last.end = Math.max(last.end, side.end);
        last.sides.push(side);
      } else places.push({ start: side.start, end: side.end, sides: [side] });
    }
    found.set(version, places);
  }
  return found;
});

/** The contested places in a part of a version, cut to it. */
function clashesIn(version, start, end) {
  return (clashes().get(version) || [])
    .filter((place) => place.start < end && place.end > start)
    .map((place) => ({ ...place, first: Math.max(place.start, start), last: Math.min(place.end, end) }));
}

const clashesOf = (event) => event.versions.flatMap((v) => (clashes().get(v) || []).flatMap((place) => place.sides));

const tierOf = (place) => tiers[Math.min(...place.sides.map((side) => side.fact.tier))];

/** What other accounts say, each with its speaker: `Adeyemi: 23:44 (estimate)`. */
function othersOf({ fact, value }) {
  return fact.sides.filter((side) => side.value !== value).map((side) => ({ side, words: sideWords(side) }));
}

function sideWords({ version, value, remarks }) {
  const speaker = speakers[version.source.place];
  return `${speaker}: ${value}${remarks.length ? ` (${remarks.join(", ")})` : ""}`;
}

/** What is preferred and why, and what the editor decided. */
function verdict(fact) {
  const chosen = [...new Set(fact.sides.filter((side) => side.preferred).map((side) => side.value))].join(", ");
  return [
    fact.decided === "confirmed" ? "confirmed by the editor" : "",
    chosen ? `preferred: ${chosen} (${fact.because})` : "",
    fact.why ? `reason: ${fact.why}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

// ── Marks in texts ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Says parts of an account one after another: contested words as links to the table, `kind` as the class of the rest. */
function accountSpeaker(version, made, hits) {
  const links = new Map();
  const link = (place) => {
    if (!links.has(place.start)) {
      links.set(
        place.start,
        el("a", {
          class: `clash ${tierOf(place)}`,
          "data-testid": "clash",
          href: `#fact=${encodeURIComponent(place.sides[0].fact.id)}`,
          title: place.sides.map(summary).join("\n"),
        }),
      );
      made.append(links.get(place.start));
    }
    return links.get(place.start);
  };
  const plain = (parent, start, end, kind) => {
    if (start >= end) return;
    if (kind) parent.append(sayPlace(version, el("span", { class: kind }), start, end, hits));
    else sayPlace(version, parent, start, end, hits);
  };
  return (start, end, kind) => {
    let at = start;
    for (const place of clashesIn(version, start, end)) {
      plain(made, at, place.first, kind);
      plain(link(place), place.first, place.last, kind);
      at = place.last;
    }
    plain(made, at, end, kind);
  };
}

function summary(side) {
  const { fact } = side;
  const others = othersOf(side).map(({ words }) => words);
  return [`${fact.name} (${tiers[fact.tier]})`, ...others, verdict(fact)].filter(Boolean).join("; ");
}

/** Append a part of a passage, with a mark behind contested words that says what others say. */
function sayContested(passage, parent, start, end, hits) {
  const { version, start: offset } = passage;
  let at = start;
  for (const place of version && offset >= 0 ? clashesIn(version, offset + start, offset + end) : []) {
    const [first, last] = [place.first - offset, place.last - offset];
    sayNew(passage, parent, at, first, hits);
    parent.append(sayNew(passage, el("span", { class: `clash ${tierOf(place)}` }), first, last, hits));
    if (place.end - offset <= end || end === passage.text.length) parent.append(clashMark(place));
    at = last;
  }
  return sayNew(passage, parent, at, end, hits);
}

function clashMark(place) {
  const { version, start, end } = othersOf(place.sides[0])[0]?.side || place.sides[0];
  const rows = place.sides.map((side) => [
    el("span", { class: "tip-head", dir: "auto" }, `${side.fact.name} (${tiers[side.fact.tier]})`),
    othersOf(side).map(({ side: other, words }) =>
      el("span", { dir: "auto" }, swatch(other.version.source), words, unseen(";")),
    ),
    verdict(side.fact) ? el("span", { class: "tip-foot", dir: "auto" }, verdict(side.fact)) : null,
  ]);
  const mark = button(
    [el("span", { "aria-hidden": "true" }, "⇄"), el("span", { class: "tip" }, unseen("Contested. "), rows)],
    (press) => {
      press.stopPropagation(); // the sentence leads to its own account
      showPlace(version, start, end);
    },
    { class: `tag clash-mark ${tierOf(place)}`, "data-testid": "clash-mark" },
  );
  return mark;
}
