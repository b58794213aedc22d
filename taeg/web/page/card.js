// The card of a passage: the likely parallels in every other source, to be ticked, each shown in its document on demand.

import { $, ask, button, el, find, keyOf, model, notify, redraw, shade, sureness, words } from "./core.js";

const CONTEXT = 60;
const view = { key: null, focus: 0, ticks: new Map(), whole: null, cards: new Map(), revision: -1, asked: "" };

// ── Contents ───────────────────────────────────────────────────────────────────────────────────────────────────────

// Start with a passage: nothing is ticked by the reader yet.
export function reset(passage) {
  Object.assign(view, { key: passage ? keyOf(passage) : null, focus: 0, ticks: new Map(), whole: null });
  $("candidates").scrollTop = 0;
}

const ticked = (candidate) => view.ticks.get(candidate.key) ?? candidate.same;
const sources = () => view.cards.get(view.key);
const rows = () =>
  (sources() || [])
    .map((some, source) => ({ source, some: some.filter((candidate) => find(candidate.key)) }))
    .filter(({ some }) => some.length);

// The passages shown, ticked and not ticked; null while the card is not there yet.
export function answers() {
  if (!sources()) return null;
  const shown = rows().flatMap(({ some }) => some);
  const these = (wanted) => shown.filter((candidate) => ticked(candidate) === wanted).map((candidate) => find(candidate.key));
  return { ticked: these(true), others: these(false) };
}

// Ask for the card if it is missing, or if the draft has changed since.
export function load(passage) {
  const outdated = model.current && view.revision < model.revision;
  const asked = `${keyOf(passage)} ${model.revision} ${model.current}`;
  if ((sources() && !outdated) || view.asked === asked) return;
  view.asked = asked;
  ask(`cards?document=${passage.document}&start=${passage.start}`)
    .then((found) => {
      if (found.revision < view.revision) return;
      if (view.revision !== found.revision) view.cards = new Map();
      view.revision = found.revision;
      for (const card of found.cards) view.cards.set(card.key, card.sources);
      draw();
    })
    .catch((error) => notify(error.message));
}

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

const note = (text) => el("p", { class: "fine" }, text);
const DONE = "All passages are settled";

export function draw() {
  const settled = model.passages.length > 0 && model.passages.every((passage) => passage.decided);
  const waiting = Boolean(view.key) && !sources();
  $("card").setAttribute("aria-busy", String(waiting));
  $("card-title").textContent = settled && !view.ticks.size ? DONE : "Who else describes this?";
  if (waiting) return redraw($("candidates"), note("Looking for similar passages …"));
  const shown = rows();
  view.focus = Math.max(0, Math.min(view.focus, shown.length - 1));
  if (view.whole && shown[view.focus]) return drawWhole(shown[view.focus]);
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
      ? button([el("kbd", {}, "V"), " in the document"], () => show(some[0].key), { class: "quiet whole", "data-key": "v", "data-focus": `whole ${source}` })
      : null,
  );
}

function choice(candidate, index, number) {
  const passage = find(candidate.key);
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
      box(candidate, number),
      el("kbd", {}, String(index + 1)),
      el(
        "span",
        { class: "quote", dir: "auto" },
        el("span", { class: "around" }, before),
        el("span", { class: "words" }, words(passage)),
        el("span", { class: "around" }, after),
      ),
    ),
    el("p", { class: "fine" }, [passage.reference, guessed ? "a guess" : "", own ? "decided" : ""].filter(Boolean).join(" · ")),
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

function box(candidate, number) {
  const made = el("input", { type: "checkbox", "data-focus": `box ${candidate.key}`, on: { change: () => tick(candidate.key, number) } });
  made.checked = ticked(candidate);
  return made;
}

// The whole statement of the source in focus, with its candidates marked.
function drawWhole({ source, some }) {
  const parts = [];
  for (const [number, held] of model.documents.entries()) {
    if (held.source !== source) continue;
    let at = 0;
    for (const candidate of some.filter((one) => find(one.key).document === number).sort((a, b) => find(a.key).start - find(b.key).start)) {
      const passage = find(candidate.key);
      parts.push(held.text.slice(at, passage.start), marked(candidate, some.indexOf(candidate)));
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

function marked(candidate, index) {
  const passage = find(candidate.key);
  return el(
    "label",
    { class: "found", "data-ticked": String(ticked(candidate)), "data-found": candidate.key, title: sureness(passage) },
    box(candidate, view.focus),
    el("kbd", {}, String(index + 1)),
    words(passage),
  );
}

// ── What the reader does ───────────────────────────────────────────────────────────────────────────────────────────

function tick(key, number) {
  const candidate = rows()[number].some.find((one) => one.key === key);
  view.focus = number;
  view.ticks.set(key, !ticked(candidate));
  draw();
}

export function tickNumber(number) {
  const candidate = rows()[view.focus]?.some[number - 1];
  if (candidate) tick(candidate.key, view.focus);
}

function focus(number) {
  if (number === view.focus) return;
  view.focus = number;
  draw();
}

export function moveFocus(by) {
  const whole = view.whole;
  focus(Math.max(0, Math.min(rows().length - 1, view.focus + by)));
  if (whole) show(rows()[view.focus].some[0].key);
  else $("candidates").querySelector(".focused")?.scrollIntoView({ block: "nearest" });
}

function show(key) {
  view.whole = key;
  draw();
  $("candidates").querySelector(`[data-found="${CSS.escape(key)}"]`)?.scrollIntoView({ block: "center" });
}

function hide() {
  view.whole = null;
  draw();
  $("candidates").querySelector(".focused")?.scrollIntoView({ block: "start" });
}

export function toggleWhole() {
  const first = rows()[view.focus]?.some[0];
  if (view.whole) hide();
  else if (first) show(first.key);
}
