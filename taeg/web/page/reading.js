// The main view: the statement on the left, the card with the likely parallels on the right.

import * as card from "./card.js";
import * as caret from "./caret.js";
import { $, act, button, called, el, find, keyOf, model, notify, pace, place, progress, shade, sureness, watch, words } from "./core.js";

const view = { key: null, at: 0, follow: true, document: -1, marks: [] };

export const current = () => (view.key && find(view.key)) || null;

// ── Where we are ───────────────────────────────────────────────────────────────────────────────────────────────────

function nextUnsettled(from) {
  const order = [...model.passages].sort((a, b) => a.turn - b.turn); // the account with most in common first
  const index = from ? order.indexOf(from) : -1;
  const waiting = (passage) => !passage.decided;
  return order.slice(index + 1).find(waiting) || order.slice(0, Math.max(0, index)).find(waiting) || null;
}

export function show(passage) {
  start(passage);
  draw();
}

function start(passage) {
  view.key = passage ? keyOf(passage) : null;
  view.at = passage ? caret.likely(passage) : 0;
  view.follow = true;
  card.reset(passage);
  pace.since = Date.now();
  if (passage) $("live").textContent = words(passage);
}

// Another view is opened: what is decided there may change the card.
export const left = () => card.renew();

// Show the passage at a place, which an undo has made undecided again.
export function showAt({ document: number, start, end }) {
  const passage = model.passages.find((one) => one.document === number && one.start < Math.max(end, start + 1) && start < one.end);
  if (passage) show(passage);
}

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function draw() {
  if (!current()) {
    const [number, start] = (view.key || "0:0").split(":").map(Number);
    const before = model.passages.findLast((one) => one.document < number || (one.document === number && one.start <= start));
    const passage = (view.key && before) || nextUnsettled(null) || model.passages[0];
    if (passage) return show(passage);
  }
  drawStatement();
  drawActions();
  card.draw();
  if (current()) card.load(current());
}

function drawStatement() {
  const passage = current();
  if (!passage) return;
  const passages = model.passages.filter((p) => p.document === passage.document);
  const marks = passages.map((one) => [keyOf(one), one.end, one.event, one.decided, shade(one), one === passage && view.at].join());
  const cuts = (list) => list.map((mark) => mark.split(",", 2).join()).join(" ");
  if (view.document === passage.document && cuts(marks) === cuts(view.marks)) {
    const nodes = [...$("statement").querySelectorAll(".mark")];
    marks.forEach((mark, n) => mark !== view.marks[n] && nodes[n].replaceWith(marked(passages[n], passages[n] === passage)));
  } else drawWhole(passage.document, passages, passage);
  Object.assign(view, { document: passage.document, marks });
  if (view.follow) $("statement").querySelector(".now")?.scrollIntoView({ block: "center" });
  view.follow = false;
}

function drawWhole(number, passages, now) {
  const held = model.documents[number];
  const parts = [];
  let at = 0;
  for (const one of passages) {
    parts.push(held.text.slice(at, one.start), marked(one, one === now));
    at = one.end;
  }
  parts.push(held.text.slice(at));
  const several = model.documents.filter((d) => d.source === held.source).length > 1;
  $("statement").replaceChildren(
    el("h2", { dir: "auto" }, model.sources[held.source] + (several ? ` · ${held.name}` : "")),
    el("div", { class: "text", dir: "auto" }, parts),
  );
}

function marked(passage, now) {
  return el(
    "span",
    {
      class: now ? "mark now" : "mark",
      "data-shade": shade(passage),
      "data-testid": "passage",
      "data-none": passage.event < 0,
      "aria-current": now ? "true" : null,
      title: `${called(passage.event)} · ${sureness(passage)}`,
      on: { click: () => clicked(keyOf(passage)) },
    },
    now ? caret.written(passage, view.at) : words(passage),
  );
}

function clicked(key) {
  const passage = find(key);
  if (passage && passage === current()) setCaret(passage);
  else if (passage) show(passage);
}

function setCaret(passage) {
  const at = caret.clicked(passage, view.at, $("statement"));
  if (at === null) return;
  view.at = at;
  drawStatement();
}

function drawActions() {
  if ($("actions").childElementCount) return;
  const key = (name, label, run, title, kind) => button([el("kbd", {}, name), ` ${label}`], run, { "data-key": name, class: kind, title });
  $("actions").replaceChildren(
    key("Enter", "next", answer, "Accept the ticks and go on", "main"), key("N", "nobody", own, "Nobody else describes this: an event of its own"),
    key("P", "no event", none, "An opening, an oath, a signature"), key("S", "split", split, "Split the passage at the cursor"),
    key("J", "join next", join, "Join the passage with the next one"),
  );
}

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

function timed(settled) {
  pace.seconds.push(Math.min(180, (Date.now() - pace.since) / 1000));
  pace.settled.push(settled);
}

function answer() {
  const passage = current();
  const given = passage && card.answers();
  if (!given) return;
  const { ticked, others } = given;
  const parallels = ticked.map((p) => find(keyOf(p))).filter(Boolean); // those of the card may be of an earlier draft
  const settled = [passage, ...parallels];
  timed(settled.filter((p) => !p.decided).length);
  go({ type: "answer", place: place(passage), ticked: ticked.map(place), others: others.map(place) }, () => {
    const event = parallels.find((p) => p.event >= 0)?.event ?? passage.event;
    for (const p of settled) Object.assign(p, { decided: true, confidence: 1, event });
  });
}

function own() {
  const passage = current();
  if (!passage) return;
  timed(1);
  go({ type: "own", place: place(passage) }, () => Object.assign(passage, { decided: true, confidence: 1 }));
}

function none() {
  const passage = current();
  if (!passage) return;
  timed(1);
  go({ type: "none", places: [place(passage)] }, () => Object.assign(passage, { decided: true, confidence: 1, event: -1 }));
}

function go(operation, locally) {
  const passage = current();
  act(operation, () => {
    locally();
    start(nextUnsettled(passage) || passage);
  });
}

function split() {
  const passage = current();
  if (!passage || !caret.inside(passage, view.at)) return notify("Put the cursor inside the passage: click, or use ← and →.");
  change(caret.split(passage, view.at));
}

function join() {
  const passage = current();
  if (!passage || !caret.following(passage)) return notify("No passage of this document follows.");
  change(caret.join(passage));
}

// Other bounds are another question.
function change([operation, locally]) {
  card.renew();
  act(operation, locally);
}

// ── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function moveCaret(by, byWord) {
  const passage = current();
  if (!passage) return;
  view.at = caret.moved(passage, view.at, by, byWord);
  drawStatement();
}

function neighbour(by) {
  const passage = model.passages[model.passages.indexOf(current()) + by];
  if (passage) show(passage);
}

const KEYS = {
  Enter: answer, n: own, p: none, s: split, j: join, v: card.toggleWhole,
  ArrowDown: () => card.moveFocus(1), ArrowUp: () => card.moveFocus(-1),
  ArrowLeft: (event) => moveCaret(-1, event.shiftKey), ArrowRight: (event) => moveCaret(1, event.shiftKey),
  PageDown: () => neighbour(1), PageUp: () => neighbour(-1),
};

export function key(event) {
  if (/^[1-9]$/.test(event.key)) card.tickNumber(Number(event.key));
  else {
    const run = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return false;
    run(event);
  }
  return true;
}

watch(() => {
  if (!$("view-reading").hidden) draw();
  const [text, share] = progress();
  $("progress").textContent = (current() ? `Reading: ${model.sources[current().source]} · ` : "") + text;
  $("bar").value = share;
  $("undo").disabled = !model.undoable && model.current;
});
