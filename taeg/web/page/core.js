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

// Replace the content of an element; the focus and the scroll position stay.
export function redraw(within, ...children) {
  const focused = within.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  const { scrollTop, scrollLeft } = within;
  within.replaceChildren(...children.flat(Infinity).filter((child) => child != null));
  Object.assign(within, { scrollTop, scrollLeft });
  if (focused) within.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

export const model = {
  title: "", sources: [], documents: [], // fixed
  version: "", tag: "", passages: [], events: [], undoable: false, revision: -1, notices: -1, problem: "", current: true,
  broken: "", // a fault of the page, which stays until it is loaded again
  outside: 0, // counts decisions that were not made on this page
};
export const pace = { seconds: [], settled: [], since: Date.now() };

const watchers = [];
export const watch = (draw) => watchers.push(draw);
export const changed = () => watchers.forEach(guarded);

const BROKEN = "The page has failed. Answers given so far are on disk; reload the page and repeat the last step if it is missing.";

// Report a fault of the page; requests go on.
export function failed(error) {
  console.error(error);
  model.broken = `${BROKEN} (${error?.message || error})`;
  notify(model.broken, true);
}

// Run a function; report what it throws, so that an answer is sent although it cannot be shown.
export function guarded(run) {
  try {
    run();
  } catch (error) {
    failed(error);
  }
}

export const place = (passage) => ({ document: passage.document, start: passage.start, end: passage.end });
export const words = (passage) => model.documents[passage.document].text.slice(passage.start, passage.end);
export const keyOf = (passage) => `${passage.document}:${passage.start}`;
export const find = (key) => model.passages.find((passage) => keyOf(passage) === key);
export const eventOf = (passage) => (passage && passage.event >= 0 ? model.events[passage.event] : null);
export const numberOf = (id) => model.events.findIndex((event) => event.id === id);
export const called = (event) => (event < 0 ? "no event" : `${event + 1}. ${model.events[event].title}`);
export const members = (event) => model.passages.filter((passage) => passage.event === event);
export const hue = (event) => event % 12;
export const shade = (passage) =>
  passage.decided ? "decided" : passage.confidence >= 0.75 ? "high" : passage.confidence >= 0.4 ? "middle" : "low";
export const sureness = (passage) =>
  passage.decided ? "decided by a person" : `a guess, confidence ${Math.round(passage.confidence * 100)} %`;

export function notify(text, lasting = false) {
  if (model.broken && text !== model.broken) [text, lasting] = [[text, model.broken].filter(Boolean).join(" "), true];
  if (lasting && text === $("notice").textContent && !$("notice").hidden) return; // read out once
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
  if (answer.status === 204) return null;
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.error), { status: answer.status });
  return value;
}

let queue = Promise.resolve();
let pending = 0;

const history = [];
const MOST = 30;
const copied = () => ({ passages: model.passages.map((one) => ({ ...one })), events: model.events.map((one) => ({ ...one })) });

// Show the effect at once, then write; the draft that follows from it replaces the page's own idea of it.
export function act(operation, locally, done) {
  if (operation.type === "undo") Object.assign(model, history.pop());
  else if (history.push(copied()) > MOST) history.shift();
  if (locally) guarded(locally);
  pending += 1;
  model.current = false;
  changed();
  queue = queue.then(() => send(operation, done));
  return queue;
}

async function send(operation, done) {
  try {
    const answer = await ask("write", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: model.version, operation }),
    });
    model.version = answer.version;
    if (done) guarded(() => done(answer));
  } catch (error) {
    history.length = 0;
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
    take(state, !wait);
    if (state.current) return;
    wait = true;
  }
}

function take(state, always) {
  if (model.notices >= 0 && state.notices > model.notices) notify(state.notice);
  if (state.problem !== model.problem) notify(state.problem, true);
  model.notices = state.notices;
  model.problem = state.problem;
  if (!state.current && !always) return;
  if (model.version && state.version !== model.version) model.outside += 1;
  Object.assign(model, state);
  changed();
}

const OTHER = "Changed in another window or program. This page shows it now.";
const EVERY = 3000;

// Ask now and then for what another window, or a spreadsheet, has changed meanwhile.
export async function lookAround() {
  if (pending || document.hidden || !model.current) return;
  try {
    const state = await ask(`state?seen=${encodeURIComponent(model.tag)}`);
    if (!state || pending) return;
    const news = state.version !== model.version && state.notices === model.notices;
    take(state, true);
    if (news) {
      history.length = 0;
      notify(OTHER);
    }
    if (!state.current) await refresh(true);
    if ($("notice").textContent === GONE) notify("");
  } catch (error) {
    notify(error.message, true);
  }
}
export function keepLooking() {
  setInterval(lookAround, EVERY);
  addEventListener("focus", lookAround);
  addEventListener("visibilitychange", lookAround);
}

// ── Progress ───────────────────────────────────────────────────────────────────────────────────────────────────────

const EXPECTED = { cards: 3, settled: 2, seconds: 12 }; // before this reader's own pace is known
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

// What is said of the progress, and the share that is settled.
export function progress() {
  const settled = model.passages.filter((passage) => passage.decided).length;
  const left = model.passages.length - settled;
  const share = model.passages.length ? settled / model.passages.length : 0;
  if (!left) return [`All ${settled} passages are settled`, share];
  const each = pace.settled.reduce((sum, number) => sum + number, EXPECTED.cards * EXPECTED.settled) / (pace.settled.length + EXPECTED.cards);
  const seconds = median([...Array(EXPECTED.cards).fill(EXPECTED.seconds), ...pace.seconds.slice(-15)]);
  const minutes = Math.max(1, Math.round(((left / Math.max(1, each)) * seconds) / 60));
  const doubtful = model.passages.filter((passage) => !passage.decided && passage.confidence < 0.5).length;
  const parts = [`${settled} of ${model.passages.length} settled`, `${doubtful} in doubt`, `about ${minutes} minute${minutes === 1 ? "" : "s"} left`];
  return [[...parts, ...(model.current ? [] : ["updating …"])].join(" · "), share];
}
