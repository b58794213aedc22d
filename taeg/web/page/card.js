// The card of a passage: the likely parallels in every other source, to be ticked, each shown in its document on demand.

import { $, ask, button, el, find, keyOf, model, notify, redraw, shade, sureness, words } from "./core.js";

const CONTEXT = 60;
const view = { key: null, focus: 0, ticks: new Map(), card: null, whole: null, outside: 0, cards: new Map(), revision: -1, asked: "" };

// ── Contents ───────────────────────────────────────────────────────────────────────────────────────────────────────

// Start with a passage: nothing is ticked by the reader yet.
export function reset(passage) {
  Object.assign(view, { key: passage ? keyOf(passage) : null, focus: 0, ticks: new Map() });
  renew();
  $("candidates").scrollTop = 0;
}

// Take the candidates anew: the passage itself or what is known of others was changed by a person. Ticks stay.
export function renew() {
  Object.assign(view, { card: null, whole: null });
}

// Candidates are taken once: while a card is in front of a person, a new draft changes nothing on it.
function settle() {
  if (view.outside !== model.outside) renew();
  view.outside = model.outside;
  const own = view.key && find(view.key);
  const found = own && view.cards.get(view.key);
  if (view.card || !found || found.end !== own.end) return;
  view.card = found.sources.map((some) => some.map(({ key, score }) => candidate(find(key), score)).filter(Boolean));
  for (const key of view.ticks.keys()) if (!listed(key) && find(key)) add(find(key));
}

const copy = (passage) => ({ ...passage });
const sameEvent = (passage) => passage.event >= 0 && passage.event === find(view.key)?.event;
const candidate = (passage, score) => passage && { key: keyOf(passage), passage: copy(passage), score, same: sameEvent(passage) };
const listed = (key) => view.card.flat().find((one) => one.key === key);

// Put any passage of another source on the card.
function add(passage) {
  view.card[passage.source].push(Object.assign(candidate(passage, 0), { added: true }));
}

const ticked = (candidate) => view.ticks.get(candidate.key) ?? candidate.same;
const rows = () => (view.card || []).map((some, source) => ({ source, some })).filter(({ some }) => some.length);

// The passages shown, ticked and not ticked; null while the card is not there yet.
export function answers() {
  if (!view.card) return null;
  const these = (wanted) => view.card.flat().filter((one) => ticked(one) === wanted).map((one) => one.passage);
  return { ticked: these(true), others: these(false) };
}

// Ask for the card and those that follow if they are missing, or if the draft has changed since.
export function load(passage) {
  const outdated = model.current && view.revision < model.revision;
  const asked = `${keyOf(passage)} ${passage.end} ${model.revision} ${model.current}`;
  if ((view.card && !outdated) || view.asked === asked) return;
  view.asked = asked;
  ask(`cards?document=${passage.document}&start=${passage.start}`)
    .then((found) => {
      if (found.revision < view.revision) return;
      if (view.revision !== found.revision) view.cards = new Map();
      view.revision = found.revision;
      for (const card of found.cards) view.cards.set(card.key, card);
      if (!view.card) draw();
    })
    .catch((error) => notify(error.message));
}

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

const note = (text) => el("p", { class: "fine" }, text);
const DONE = "All passages are settled";

export function draw() {
  const settled = model.passages.length > 0 && model.passages.every((passage) => passage.decided);
  settle();
  const waiting = Boolean(view.key) && !view.card;
  $("card").setAttribute("aria-busy", String(waiting));
  $("card-title").textContent = settled && !view.ticks.size ? DONE : "Who else describes this?";
  if (waiting) return redraw($("candidates"), note("Looking for similar passages …"));
  const shown = rows();
  view.focus = Math.max(0, Math.min(view.focus, shown.length - 1));
  if (view.whole) return drawWhole(view.whole);
  redraw(
    $("candidates"),
    settled ? note(`Select a passage to change a decision, or look at the grid. Then load the corpus: taeg ingest ${model.folder}`) : null,
    shown.map((row, number) => group(row, number)),
    shown.length ? null : note("No other source has a similar passage."),
  );
}

function group({ source, some }, number) {
  const focused = number === view.focus;
  return el(
    "fieldset",
    { class: focused ? "source focused" : "source", "data-testid": "source", on: { click: (event) => !event.target.closest("label, button") && focus(number) } },
    el("legend", { dir: "auto" }, model.sources[source]),
    some.map((candidate, index) => choice(candidate, index, number)),
    focused
      ? button([el("kbd", {}, "V"), " in the document"], () => show(number), { class: "quiet whole", "data-key": "v", "data-focus": `whole ${source}` })
      : null,
  );
}

function choice(candidate, index, number) {
  const { passage } = candidate;
  const text = model.documents[passage.document].text;
  const [before, after] = around(text, passage);
  const own = passage.decided && candidate.same;
  const guessed = ticked(candidate) && candidate.same && !own && !view.ticks.has(candidate.key);
  return el(
    "div",
    { class: "choice", "data-shade": own ? "decided" : shade({ decided: false, confidence: candidate.score }), "data-testid": "candidate" },
    el(
      "label",
      {},
      box(candidate),
      el("kbd", {}, String(index + 1)),
      el(
        "span",
        { class: "quote", dir: "auto" },
        el("span", { class: "around" }, before),
        el("span", { class: "words" }, words(passage)),
        el("span", { class: "around" }, after),
      ),
    ),
    el("p", { class: "fine" }, [passage.reference, guessed ? "a guess" : "", own ? "decided" : "", candidate.added ? "added by you" : ""].filter(Boolean).join(" · ")),
  );
}

// A few whole words before and after a passage.
function around(text, passage) {
  const from = Math.max(0, passage.start - CONTEXT);
  const to = Math.min(text.length, passage.end + CONTEXT);
  const before = text.slice(from, passage.start);
  const after = text.slice(passage.end, to);
  return [from ? `… ${before.slice(before.search(/\s/) + 1).trimStart()}` : before, to < text.length ? `${after.replace(/\S*$/, "").trimEnd()} …` : after];
}

function box(candidate) {
  const made = el("input", { type: "checkbox", "data-focus": `box ${candidate.key}`, on: { change: () => tick(candidate.passage) } });
  made.checked = ticked(candidate);
  return made;
}

// The whole statement of the source in focus; each of its passages can be ticked.
function drawWhole({ source, passages }) {
  const parts = [];
  for (const [number, held] of model.documents.entries()) {
    if (held.source !== source) continue;
    let at = 0;
    for (const passage of passages.filter((one) => one.document === number)) {
      parts.push(held.text.slice(at, passage.start), marked(passage));
      at = passage.end;
    }
    parts.push(held.text.slice(at), "\n\n");
  }
  redraw(
    $("candidates"),
    el(
      "div",
      { class: "whole-head" },
      el("h3", { dir: "auto" }, model.sources[source]),
      button([el("kbd", {}, "V"), " back to the card"], hide, { class: "quiet", "data-key": "v", "data-focus": "whole back" }),
    ),
    el("div", { class: "text", dir: "auto", "data-testid": "whole" }, parts),
  );
}

function marked(passage) {
  const found = listed(keyOf(passage));
  const shown = found || candidate(passage, 0);
  return el(
    "label",
    { class: found ? "found" : "found other", "data-ticked": String(ticked(shown)), "data-found": shown.key, title: sureness(passage) },
    box(shown),
    found ? el("kbd", {}, String(view.card[passage.source].indexOf(found) + 1)) : null,
    words(passage),
  );
}

// ── What the reader does ───────────────────────────────────────────────────────────────────────────────────────────

function tick(passage) {
  const key = keyOf(passage);
  if (!listed(key)) add(passage);
  const found = listed(key);
  const group = view.card[passage.source];
  view.focus = rows().findIndex(({ source }) => source === passage.source);
  view.ticks.set(key, !ticked(found));
  if (found.added && !found.same && !ticked(found)) {
    group.splice(group.indexOf(found), 1);
    view.ticks.delete(key);
  }
  draw();
}

export function tickNumber(number) {
  const found = rows()[view.focus]?.some[number - 1];
  if (found) tick(found.passage);
}

function focus(number) {
  if (number === view.focus) return;
  view.focus = number;
  draw();
}

// On the card to another source; in a document to another passage, and past its ends to another source.
export function moveFocus(by) {
  const boxes = [...$("candidates").querySelectorAll(".found input")];
  const next = view.whole && boxes[boxes.indexOf(document.activeElement) + by];
  if (next) {
    next.focus({ preventScroll: true });
    return next.parentElement.scrollIntoView({ block: "nearest" });
  }
  const number = Math.max(0, Math.min(rows().length - 1, view.focus + by));
  if (!view.whole) {
    focus(number);
    $("candidates").querySelector(".focused")?.scrollIntoView({ block: "nearest" });
  } else if (number !== view.focus) show(number);
}

function show(number) {
  view.focus = number;
  const { source, some } = rows()[number];
  view.whole = { source, passages: wholeOf(source, some.map((one) => one.passage)) };
  draw();
  const first = $("candidates").querySelector(`[data-found="${CSS.escape(some[0].key)}"]`);
  first?.scrollIntoView({ block: "center" });
  first?.querySelector("input").focus({ preventScroll: true });
}

// All passages of a source, with those on the card as they are there, whatever a new draft has made of them.
function wholeOf(source, shown) {
  const apart = (one) => shown.every((other) => other.document !== one.document || other.end <= one.start || one.end <= other.start);
  const others = model.passages.filter((one) => one.source === source && apart(one)).map(copy);
  return [...shown, ...others].sort((a, b) => a.document - b.document || a.start - b.start);
}

function hide() {
  view.whole = null;
  draw();
  $("candidates").querySelector(".focused")?.scrollIntoView({ block: "start" });
}

export function toggleWhole() {
  if (view.whole) hide();
  else if (rows()[view.focus]) show(view.focus);
}
