// Events as rows in timeline order, sources as columns, passages in the cells.

import { $, act, button, el, find, hue, keyOf, members, model, notify, place, shade, sureness, watch, words } from "./core.js";

const NO_EVENT = -1;
const view = { passage: null, event: null, moving: false };
const chosen = () => view.passage && find(view.passage);
const first = (event) => members(event)[0];

// ── Operations ─────────────────────────────────────────────────────────────────────────────────────────────────────

function move(passage, event) {
  if (!passage || passage.event === event) return;
  const settle = () => Object.assign(passage, { event, decided: true, confidence: 1 });
  if (event === NO_EVENT) act({ type: "none", places: [place(passage)] }, settle);
  else act({ type: "move", place: place(passage), to: place(first(event)) }, settle);
}

function newEvent(passage) {
  act({ type: "own", place: place(passage) }, () => {
    const at = passage.event < 0 ? model.events.length : passage.event + 1;
    insertEvent(at, { title: words(passage).slice(0, 50), time: "", place: "", confidence: 1 });
    Object.assign(passage, { event: at, decided: true, confidence: 1 });
  });
}

function insertEvent(at, event) {
  model.events.splice(at, 0, event);
  for (const passage of model.passages) if (passage.event >= at) passage.event += 1;
}

function merge(event, into) {
  const places = { place: place(first(event)), to: place(first(into)) };
  act({ type: "merge", ...places }, () => members(event).forEach((p) => Object.assign(p, { event: into, decided: true, confidence: 1 })));
}

function reorder(event, neighbour, after) {
  if (event === neighbour || !model.events[neighbour]) return;
  const operation = { type: "order", place: place(first(event)), to: place(first(neighbour)), after };
  act(operation, () => {
    const rows = model.events.map((row, number) => [row, members(number)]);
    const [row] = rows.splice(event, 1);
    const at = neighbour + (after ? 1 : 0) - (event < neighbour ? 1 : 0);
    rows.splice(at, 0, row);
    model.events = rows.map(([one]) => one);
    rows.forEach(([, some], number) => some.forEach((p) => (p.event = number)));
    view.event = at;
  });
}

function describe(event, field, value) {
  if (value === model.events[event][field]) return;
  if (field === "title" && !value.trim()) return notify("An event needs a title.");
  act({ type: "describe", place: place(first(event)), field, value }, () => (model.events[event][field] = value));
}

const setApart = (event) =>
  act({ type: "none", places: members(event).map(place) }, () => members(event).forEach((p) => Object.assign(p, { event: NO_EVENT, decided: true })));

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function draw() {
  if (view.event !== null && !model.events[view.event]) view.event = null;
  drawBar();
  const shown = model.events.map((_, number) => number).filter((number) => first(number));
  const active = document.activeElement?.dataset?.focus;
  const cells = byCell();
  $("grid").replaceChildren(
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, "Events in timeline order, with the passages of each source"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Event"), model.sources.map((name) => el("th", { scope: "col", dir: "auto" }, name)))),
      el("tbody", {}, shown.map((event) => row(event, cells)), row(NO_EVENT, cells)),
    ),
  );
  if (active) $("grid").querySelector(`[data-focus="${CSS.escape(active)}"]`)?.focus();
}

function byCell() {
  const cells = new Map();
  for (const passage of model.passages) {
    const key = `${passage.event}:${passage.source}`;
    cells.set(key, [...(cells.get(key) || []), passage]);
  }
  return cells;
}

function row(event, cells) {
  const head = event === NO_EVENT ? [el("span", { class: "name" }, "No event"), el("p", { class: "fine" }, "openings, oaths, signatures")] : heading(event);
  return el(
    "tr",
    { "data-event": event, "data-hue": event === NO_EVENT ? null : hue(event), "data-testid": "event", class: view.event === event && event !== NO_EVENT ? "chosen" : null, on: drops(event) },
    el("th", { scope: "row", dir: "auto" }, head),
    model.sources.map((_, source) => el("td", {}, (cells.get(`${event}:${source}`) || []).map(chip))),
  );
}

function heading(event) {
  const { title, time, place: where } = model.events[event];
  return [
    button(`${event + 1}. ${title}`, () => pickEvent(event), {
      class: "event", draggable: "true", "data-focus": `event:${event}`, "aria-pressed": String(view.event === event),
      on: {
        click: () => pickEvent(event),
        dragstart: (drag) => drag.dataTransfer.setData("text/plain", `event:${event}`),
      },
    }),
    el("p", { class: "fine" }, [time, where].filter(Boolean).join(" · ")),
  ];
}

function chip(passage) {
  const key = keyOf(passage);
  const text = words(passage);
  return el(
    "button",
    {
      type: "button", class: "passage-chip", draggable: "true", dir: "auto", "data-focus": key, "data-shade": shade(passage), "data-testid": "chip",
      "aria-pressed": String(view.passage === key), title: `${passage.reference} · ${sureness(passage)}`,
      on: {
        click: () => pickPassage(key),
        dragstart: (drag) => drag.dataTransfer.setData("text/plain", key),
      },
    },
    text.length > 140 && view.passage !== key ? `${text.slice(0, 140)} …` : text,
  );
}

const drops = (event) => ({
  dragover: (drag) => drag.preventDefault(),
  drop: (drag) => {
    drag.preventDefault();
    const data = drag.dataTransfer.getData("text/plain");
    if (data.startsWith("event:")) {
      const from = Number(data.slice(6));
      if (event !== NO_EVENT && model.events[from]) reorder(from, event, from < event);
    } else move(find(data), event);
  },
});

function pickPassage(key) {
  view.passage = view.passage === key ? null : key;
  view.event = null;
  draw();
}

function pickEvent(event) {
  view.passage = null;
  view.event = view.event === event ? null : event;
  draw();
}

const targets = (label, skip, withNone) =>
  el(
    "select",
    { "aria-label": label, id: "target" },
    el("option", { value: "" }, label),
    model.events.map((event, number) => (number === skip || !first(number) ? null : el("option", { value: number }, `${number + 1}. ${event.title}`))),
    withNone ? el("option", { value: NO_EVENT }, "no event") : null,
  );

function drawBar() {
  const passage = chosen();
  const bar = $("grid-bar");
  if (passage) {
    const select = targets("Move to event …", passage.event, passage.event !== NO_EVENT);
    select.addEventListener("change", () => select.value !== "" && move(passage, Number(select.value)));
    const next = model.passages[model.passages.indexOf(passage) + 1];
    bar.replaceChildren(
      el("span", { class: "label" }, `Passage of ${model.sources[passage.source]}, ${sureness(passage)}`), select,
      button("New event", () => newEvent(passage)),
      next?.document === passage.document ? button("Join with next", () => act({ type: "join", place: place(passage) })) : "",
      passage.stops.length ? button("Split after the first sentence", () => act({ type: "split", place: { document: passage.document, start: passage.stops[0], end: passage.stops[0] } })) : "",
    );
  } else if (view.event !== null && first(view.event)) {
    const event = view.event;
    const select = targets("Merge with event …", event, false);
    select.addEventListener("change", () => select.value !== "" && merge(event, Number(select.value)));
    bar.replaceChildren(
      ...["title", "time", "place"].map((field) => input(event, field)), select,
      button("↑ Earlier", () => reorder(event, event - 1, false), { disabled: event === 0 }),
      button("↓ Later", () => reorder(event, event + 1, true), { disabled: event + 1 >= model.events.length }),
      button("Set apart: no event", () => setApart(event)),
    );
  } else bar.replaceChildren(el("span", { class: "label" }, "Select a passage to move it, or an event to change it; or drag them. Pale and dashed: guesses. Solid: decided by a person."));
}

function input(event, field) {
  const made = el("input", { value: model.events[event][field], id: `set-${field}`, maxlength: "300", size: field === "title" ? 36 : 10 });
  made.addEventListener("change", () => describe(event, field, made.value));
  return el("label", { class: "field" }, el("span", {}, field[0].toUpperCase() + field.slice(1)), made);
}

export function key(event) {
  const active = event.target.dataset?.focus;
  if (event.key === "m" && (chosen() || view.event !== null)) {
    $("target")?.focus();
    return true;
  }
  if (event.altKey && view.event !== null && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    if (event.key === "ArrowUp") reorder(view.event, view.event - 1, false);
    else reorder(view.event, view.event + 1, true);
    return true;
  }
  if (event.key === "Escape" && active) {
    view.passage = view.event = null;
    draw();
    return true;
  }
  return false;
}

watch(() => {
  if (!$("view-grid").hidden) draw();
});
