// Finding words: accents and case folded away, hits marked where they stand, and steps from match to match.

// Accents, Hebrew points and Arabic vowels; not the vowel signs of Indian scripts, which are letters to a reader.
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;

function fold(words) {
  return words
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTS, "")
    .replace(/ς/g, "σ")
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"');
}

/** For each unit of the folded text where it stands in the text as it is. */
function folded(text) {
  let plain = "";
  const places = [];
  let at = 0;
  for (const sign of text) {
    const simple = fold(sign);
    for (let i = 0; i < simple.length; i += 1) places.push(at);
    plain += simple;
    at += sign.length;
  }
  places.push(at);
  return { plain, places };
}

// `at` is the match the page is at; `waiting` is whether that match has not been shown yet.
const finding = { words: [], hits: [], at: -1, waiting: false, done: 0 };

/** Words that must all occur; words in double quotes are one. */
function asked(query) {
  return [...fold(query).matchAll(/"([^"]+)"?|[^\s"]+/g)]
    .map((found) => (found[1] || found[0]).trim())
    .filter(Boolean);
}

/** What an event's head and accounts say, folded; made once. */
function indexed(event) {
  if (!event.plain) {
    event.plain = fold([event.title, event.id, event.location].join("\n"));
    for (const version of event.versions) plainOf(version);
  }
  return event;
}

function plainOf(thing) {
  if (thing.plain === undefined) thing.plain = fold(thing.text);
  return thing.plain;
}

/** Build the index while the page is idle. */
function indexWhileIdle() {
  const later = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 50));
  later(function work(deadline) {
    while (finding.done < events.length && deadline.timeRemaining() > 2) indexed(events[finding.done++]);
    if (finding.done < events.length) later(work);
  });
}

function within(event) {
  const { plain, versions } = indexed(event);
  return finding.words.every((word) => plain.includes(word) || versions.some((version) => version.plain.includes(word)));
}

function occurrences(plain) {
  let count = 0;
  for (const word of finding.words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) count += 1;
  }
  return count;
}

/** Stretches of a text to be marked, in order, none within another. */
function hitsIn(text) {
  if (!finding.words.length || !text) return [];
  const { plain, places } = folded(text);
  const found = [];
  for (const word of finding.words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      let end = at + word.length;
      while (end < plain.length && places[end] === places[end - 1]) end += 1; // never half a letter
      found.push([places[at], places[end]]);
    }
  }
  return merged(found.sort((a, b) => a[0] - b[0]));
}

function merged(spans) {
  const whole = [];
  for (const [start, end] of spans) {
    const last = whole[whole.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else whole.push([start, end]);
  }
  return whole;
}

/** Append a part of a text, what was found in marks. */
function say(parent, text, start, end, hits) {
  let at = start;
  for (const [from, to] of hits) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    if (first > at) parent.append(text.slice(at, first));
    parent.append(el("mark", {}, text.slice(first, last)));
    at = last;
  }
  if (at < end) parent.append(text.slice(at, end));
  return parent;
}

const said = (name, attributes, text) => say(el(name, attributes), text, 0, text.length, hitsIn(text));

function find(query) {
  finding.words = asked(query);
  finding.hits = finding.words.length ? events.filter(within) : [];
  const found = new Set(finding.hits);
  for (const event of events) event.found = found.has(event);
  remark();
  sift();
  if (state.open) showPanel(state.open);
  toFirstMatch();
  tellCount();
}

/** Move the narrative to the first match in it. On a narrow screen the find box would scroll away: Enter moves there. */
function toFirstMatch() {
  const first = shownPassages.find(({ passage }) => passage.event?.found && occurrences(plainOf(passage)));
  const event = first ? first.passage.event : finding.hits[0];
  finding.at = event ? finding.hits.indexOf(event) : -1;
  finding.waiting = Boolean(event) && (!first || narrow());
  if (!event || narrow()) return;
  if (!state.open) markCurrent(event, true);
  if (first) firstMark(event).scrollIntoView({ block: "center" });
}

function tellCount() {
  const some = finding.hits.length > 0;
  $("find-previous").disabled = $("find-next").disabled = !some;
  if (!finding.words.length) {
    $("find-count").textContent = "";
    return;
  }
  const marked = shownPassages.reduce((sum, { passage }) => sum + occurrences(plainOf(passage)), 0);
  $("find-count").textContent =
    some || marked
      ? `${finding.at >= 0 ? `${finding.at + 1} of ` : ""}${counted(finding.hits.length, "event", "events")}, ${counted(marked, "place", "places")} in this narrative`
      : "nothing found";
}

/** To the next event in which the words occur; its accounts are opened where the narrative has other words. */
function stepMatch(by) {
  if (!finding.hits.length) return;
  const count = finding.hits.length;
  if (!finding.waiting) finding.at = (finding.at + by + count) % count;
  finding.waiting = false;
  const event = finding.hits[finding.at];
  const here = firstMark(event);
  if (state.open || !here) open(event, { replace: Boolean(state.open) });
  else choose(event);
  if (here) here.scrollIntoView({ block: "center" });
  tellCount();
}

function firstMark(event) {
  const shown = shownPassages.find(({ passage }) => passage.event === event && occurrences(plainOf(passage)));
  if (!shown) return null;
  fill(shown);
  unfold(shown.made);
  return shown.words.querySelector("mark");
}
