// State of the page, requests, and small helpers. Text enters the page through textContent only.

export const $ = (id) => document.getElementById(id);

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child != null));
  return made;
}

export const button = (label, act, attributes = {}) =>
  el("button", { type: "button", on: { click: act }, ...attributes }, label);

export const model = {
  title: "", sources: [], documents: [], // fixed
  version: "", passages: [], events: [], undoable: false, revision: -1, current: true,
};
export const pace = { seconds: [], settled: [], since: Date.now() };

const watchers = [];
export const watch = (draw) => watchers.push(draw);
export const changed = () => watchers.forEach((draw) => draw());

export const place = (passage) => ({ document: passage.document, start: passage.start, end: passage.end });
export const words = (passage) => model.documents[passage.document].text.slice(passage.start, passage.end);
export const keyOf = (passage) => `${passage.document}:${passage.start}`;
export const find = (key) => model.passages.find((passage) => keyOf(passage) === key);
export const members = (event) => model.passages.filter((passage) => passage.event === event);
export const hue = (event) => event % 12;
export const shade = (passage) =>
  passage.decided ? "decided" : passage.confidence >= 0.75 ? "high" : passage.confidence >= 0.4 ? "middle" : "low";
export const sureness = (passage) =>
  passage.decided ? "decided by a person" : `a guess, confidence ${Math.round(passage.confidence * 100)} %`;

export function notify(text, lasting = false) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  clearTimeout(notify.timer);
  if (text && !lasting) notify.timer = setTimeout(() => ($("notice").hidden = true), 12000);
}

// ── Requests ───────────────────────────────────────────────────────────────────────────────────────────────────────

const GONE = "The review is not running any more. What you decided is on disk; start it again with: taeg review";

export async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw Object.assign(new Error(GONE), { status: 0 });
  }
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.error), { status: answer.status });
  return value;
}

let queue = Promise.resolve();
let pending = 0;

// Show the effect at once, then write; the draft that follows from it replaces the page's own idea of it.
export function act(operation, locally) {
  if (locally) locally();
  pending += 1;
  model.current = false;
  changed();
  queue = queue.then(() => send(operation));
  return queue;
}

async function send(operation) {
  try {
    const answer = await ask("write", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: model.version, operation }),
    });
    model.version = answer.version;
  } catch (error) {
    notify(error.message, error.status === 0);
  } finally {
    pending -= 1;
  }
  if (!pending) await refresh(true);
}

export async function refresh(wait = false) {
  for (;;) {
    let state;
    try {
      state = await ask(wait ? "state?wait=1" : "state");
    } catch (error) {
      notify(error.message, true);
      return;
    }
    if (pending) return; // a newer answer is on its way
    if (state.notice) notify(state.notice);
    if (state.problem) notify(state.problem, true);
    if (state.current || !wait) {
      Object.assign(model, state);
      changed();
    }
    if (state.current) return;
    wait = true;
  }
}

// ── Progress ───────────────────────────────────────────────────────────────────────────────────────────────────────

const median = (list, otherwise) => (list.length ? [...list].sort((a, b) => a - b)[list.length >> 1] : otherwise);

export function progress() {
  const settled = model.passages.filter((passage) => passage.decided).length;
  const left = model.passages.length - settled;
  if (!left) return `All ${settled} passages are settled`;
  const each = pace.settled.reduce((sum, number) => sum + number, 0) / (pace.settled.length || 1);
  const minutes = Math.max(1, Math.round((left / Math.max(1, each) * median(pace.seconds.slice(-15), 20)) / 60));
  const doubtful = model.passages.filter((passage) => !passage.decided && passage.confidence < 0.5).length;
  return `${settled} of ${model.passages.length} settled · ${doubtful} in doubt · about ${minutes} minute${minutes === 1 ? "" : "s"} left${model.current ? "" : " · updating …"}`;
}
