// The main view: the statement on the left, the card with the likely parallels on the right.

import { $, act, ask, button, el, find, hue, keyOf, model, notify, pace, place, progress, shade, sureness, watch, words } from "./core.js";

const CONTEXT = 60;
const view = { key: null, caret: 0, focus: 0, ticks: new Map(), touched: false, cards: new Map(), revision: -1, opened: new Set() };

export const current = () => (view.key && find(view.key)) || null;

// ── Where we are ───────────────────────────────────────────────────────────────────────────────────────────────────

function nextUnsettled(from) {
  const order = [...model.passages].sort((a, b) => a.turn - b.turn); // the account with most in common first
  const index = from ? order.indexOf(from) : -1;
  const waiting = (passage) => !passage.decided;
  return order.slice(index + 1).find(waiting) || order.slice(0, Math.max(0, index)).find(waiting) || null;
}

export function show(passage) {
  view.key = passage ? keyOf(passage) : null;
  view.ticks = new Map();
  view.touched = false;
  view.focus = 0;
  view.opened = new Set();
  view.caret = passage ? (passage.stops[0] ?? middle(passage)) : 0;
  pace.since = Date.now();
  draw();
}

const stopsOf = (passage) => {
  const text = words(passage);
  return [...text.matchAll(/\s+(?=\S)/g)].map((match) => passage.start + match.index + match[0].length);
};
const middle = (passage) => {
  const stops = stopsOf(passage);
  return stops[stops.length >> 1] ?? passage.start;
};

function loadCards(passage) {
  const revision = model.revision;
  ask(`cards?document=${passage.document}&start=${passage.start}`)
    .then((found) => {
      if (found.revision !== model.revision || revision !== model.revision) return;
      if (view.revision !== found.revision) view.cards = new Map();
      view.revision = found.revision;
      for (const card of found.cards) view.cards.set(keyOf(model.passages[card.passage]), card.sources.map((some) => some.map((c) => ({ ...c, key: keyOf(model.passages[c.passage]) }))));
      if (view.key === keyOf(passage)) drawCard();
    })
    .catch((error) => notify(error.message));
}

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function draw() {
  if (!current()) {
    const passage = nextUnsettled(view.key ? model.passages.filter((p) => keyOf(p) < view.key).pop() : null);
    if (passage) return show(passage);
    view.key = model.passages.length ? keyOf(model.passages[0]) : null;
  }
  drawStatement();
  drawCard();
  const passage = current();
  if (passage && (view.revision !== model.revision || !view.cards.has(view.key)) && model.current) loadCards(passage);
}

function drawStatement() {
  const passage = current();
  if (!passage) return;
  const held = model.documents[passage.document];
  const parts = [];
  let at = 0;
  for (const one of model.passages.filter((p) => p.document === passage.document)) {
    if (one.start > at) parts.push(document.createTextNode(held.text.slice(at, one.start)));
    parts.push(marked(one, one === passage));
    at = one.end;
  }
  parts.push(document.createTextNode(held.text.slice(at)));
  const several = model.documents.filter((d) => d.source === held.source).length > 1;
  $("statement").replaceChildren(
    el("h2", { dir: "auto" }, model.sources[held.source] + (several ? ` · ${held.name}` : "")),
    el("div", { class: "text", dir: "auto" }, parts),
  );
  $("statement").querySelector(".now")?.scrollIntoView({ block: "center" });
}

function marked(passage, now) {
  const attributes = {
    class: now ? "mark now" : "mark",
    "data-shade": shade(passage),
    "data-testid": "passage",
    "data-none": passage.event < 0,
    title: `${passage.event < 0 ? "no event" : model.events[passage.event].title} · ${sureness(passage)}`,
    on: { click: () => (now ? setCaret() : show(passage)) },
  };
  if (!now) return el("span", attributes, words(passage));
  const cut = Math.min(Math.max(view.caret, passage.start), passage.end);
  const text = model.documents[passage.document].text;
  return el(
    "span",
    { ...attributes, "aria-current": "true" },
    text.slice(passage.start, cut),
    el("span", { class: "caret", "aria-hidden": "true" }),
    text.slice(cut, passage.end),
  );
}

function setCaret() {
  const passage = current();
  const selection = getSelection();
  const caret = $("statement").querySelector(".caret");
  const before = caret?.previousSibling;
  const inside = selection.anchorNode === before ? 0 : selection.anchorNode === caret?.nextSibling ? view.caret - passage.start : -1;
  if (inside < 0) return;
  const at = passage.start + inside + selection.anchorOffset;
  view.caret = [passage.start, ...stopsOf(passage)].reduce((best, stop) => (Math.abs(stop - at) < Math.abs(best - at) ? stop : best));
  drawStatement();
}

function drawCard() {
  const passage = current();
  const sources = passage && view.cards.get(view.key);
  $("card").toggleAttribute("aria-busy", !sources);
  drawActions(passage);
  if (!nextUnsettled(null) && passage?.decided && !view.touched) {
    $("card-title").textContent = "All passages are settled";
    $("candidates").replaceChildren(el("p", { class: "fine" }, "Click a passage to change a decision, or look at the grid. Load the corpus with: taeg ingest " + model.folder));
    if (!sources) return;
  } else $("card-title").textContent = "Who else describes this?";
  if (!sources) return void $("candidates").replaceChildren(el("p", { class: "fine" }, "Looking for similar passages …"));
  const shown = sources.map((some, source) => [source, some.filter((c) => find(c.key))]).filter(([, some]) => some.length);
  view.focus = Math.min(view.focus, Math.max(0, shown.length - 1));
  for (const [, some] of shown) for (const c of some) if (!view.ticks.has(c.key)) view.ticks.set(c.key, c.same);
  $("candidates").replaceChildren(
    ...shown.map(([source, some], place) =>
      el(
        "fieldset",
        { class: place === view.focus ? "source focused" : "source", "data-testid": "source" },
        el("legend", { dir: "auto" }, model.sources[source]),
        some.map((candidate, number) => choice(candidate, place, number)),
      ),
    ),
    shown.length ? "" : el("p", { class: "fine" }, "No other source has a similar passage."),
  );
}

function choice(candidate, focus, number) {
  const passage = find(candidate.key);
  const text = model.documents[passage.document].text;
  const open = view.opened.has(candidate.key);
  const from = open ? text.lastIndexOf("\n\n", Math.max(0, passage.start - 400)) + 1 : Math.max(0, passage.start - CONTEXT);
  const to = open ? Math.min(text.length, passage.end + 600) : Math.min(text.length, passage.end + CONTEXT);
  const ticked = view.ticks.get(candidate.key);
  const box = el("input", {
    type: "checkbox",
    on: {
      change: () => {
        view.focus = focus;
        tick(candidate.key);
      },
    },
  });
  box.checked = ticked;
  const guessed = ticked && candidate.same && !passage.decided && !view.touched;
  return el(
    "div",
    { class: open ? "choice open" : "choice", "data-shade": shade({ ...passage, decided: passage.decided && candidate.same, confidence: candidate.score }), "data-testid": "candidate" },
    el(
      "label",
      {},
      box,
      el("kbd", {}, String(number + 1)),
      el(
        "span",
        { class: "quote", dir: "auto" },
        el("span", { class: "around" }, (from ? "… " : "") + text.slice(from, passage.start)),
        el("span", { class: "words" }, words(passage)),
        el("span", { class: "around" }, text.slice(passage.end, to) + (to < text.length ? " …" : "")),
      ),
    ),
    el(
      "p",
      { class: "fine" },
      `${passage.reference} · `,
      guessed ? "guess · " : passage.decided && candidate.same ? "decided · " : "",
      button(open ? "less" : "more", () => (open ? view.opened.delete(candidate.key) : view.opened.add(candidate.key), drawCard()), { class: "quiet", "aria-expanded": String(open) }),
    ),
  );
}

function drawActions(passage) {
  if ($("actions").childElementCount) return;
  const key = (name, label, run) => button([el("kbd", {}, name), ` ${label}`], run, { "data-key": name });
  $("actions").replaceChildren(
    key("Enter", "next", answer), key("N", "nobody else", own), key("P", "no event", none),
    key("S", "split at the cursor", split), key("J", "join with next", join),
  );
}

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

function tick(key) {
  view.touched = true;
  view.ticks.set(key, !view.ticks.get(key));
  drawCard();
}

function timed(settled) {
  pace.seconds.push(Math.min(180, (Date.now() - pace.since) / 1000));
  pace.settled.push(settled);
}

function answer() {
  const passage = current();
  if (!passage || !view.cards.has(view.key)) return;
  const shown = view.cards.get(view.key).flat().map((c) => find(c.key)).filter(Boolean);
  const ticked = shown.filter((p) => view.ticks.get(keyOf(p)));
  const others = shown.filter((p) => !view.ticks.get(keyOf(p)));
  timed(new Set([passage, ...ticked].filter((p) => !p.decided)).size);
  go({ type: "answer", place: place(passage), ticked: ticked.map(place), others: others.map(place) }, () => {
    const event = ticked.find((p) => p.event >= 0)?.event ?? passage.event;
    for (const p of [passage, ...ticked]) Object.assign(p, { decided: true, confidence: 1, event });
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
    show(nextUnsettled(passage) || passage);
  });
}

function split() {
  const passage = current();
  if (!passage || view.caret <= passage.start || view.caret >= passage.end) return notify("Put the cursor inside the passage: click, or use ← and →.");
  const at = view.caret;
  act({ type: "split", place: { document: passage.document, start: at, end: at } }, () => {
    const second = { ...passage, start: at, stops: passage.stops.filter((stop) => stop > at) };
    model.passages.splice(model.passages.indexOf(passage) + 1, 0, second);
    Object.assign(passage, { end: at, stops: passage.stops.filter((stop) => stop < at) });
  });
}

function join() {
  const passage = current();
  const next = model.passages[model.passages.indexOf(passage) + 1];
  if (!next || next.document !== passage.document) return notify("No passage of this document follows.");
  act({ type: "join", place: place(passage) }, () => {
    Object.assign(passage, { end: next.end, stops: [...passage.stops, next.start, ...next.stops] });
    model.passages.splice(model.passages.indexOf(next), 1);
  });
}

// ── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function moveCaret(by, byWord) {
  const passage = current();
  const stops = byWord || !passage.stops.length ? stopsOf(passage) : passage.stops;
  const next = by > 0 ? stops.find((stop) => stop > view.caret) : stops.filter((stop) => stop < view.caret).pop();
  if (next !== undefined) view.caret = next;
  drawStatement();
}

function moveFocus(by) {
  const count = $("candidates").querySelectorAll("fieldset").length;
  view.focus = Math.max(0, Math.min(count - 1, view.focus + by));
  drawCard();
  $("candidates").querySelector(".focused")?.scrollIntoView({ block: "nearest" });
}

function neighbour(by) {
  const passage = model.passages[model.passages.indexOf(current()) + by];
  if (passage) show(passage);
}

const KEYS = {
  Enter: answer, n: own, p: none, s: split, j: join,
  ArrowDown: () => moveFocus(1), ArrowUp: () => moveFocus(-1),
  ArrowLeft: (event) => moveCaret(-1, event.shiftKey), ArrowRight: (event) => moveCaret(1, event.shiftKey),
  PageDown: () => neighbour(1), PageUp: () => neighbour(-1),
};

export function key(event) {
  if (/^[1-9]$/.test(event.key)) {
    const box = $("candidates").querySelectorAll(".focused input")[event.key - 1];
    if (box) box.click();
    return true;
  }
  const run = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (run) run(event);
  return Boolean(run);
}

watch(() => {
  $("progress").textContent = (current() ? `Reading: ${model.sources[current().source]} · ` : "") + progress();
  $("undo").disabled = !model.undoable && model.current;
  if (!$("view-reading").hidden) draw();
});
