// Events as rows in timeline order, sources as columns, passages in the cells.

import { $, called, el, find, hue, keyOf, members, model, numberOf, shade, sureness, watch, words } from "./core.js";
import * as inspector from "./inspector.js";
import * as moves from "./moves.js";

const NO_EVENT = "none";
const LENGTH = 140;
const view = { passage: null, event: null, rows: new Map(), dragged: null };
const chosen = () => (view.passage && find(view.passage)) || null;

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function draw() {
  if (view.event && numberOf(view.event) < 0) view.event = null;
  if (view.passage && !chosen()) view.passage = null;
  const cells = byCell();
  const ids = model.events.map((event) => event.id).filter((_, number) => cells.has(number));
  const kept = new Map();
  for (const [place, id] of [...ids, NO_EVENT].entries()) {
    const number = id === NO_EVENT ? -1 : numberOf(id);
    const held = cells.get(number) || new Map();
    const event = model.events[number];
    const signature = JSON.stringify([number, event?.title, event?.time, event?.place, [...held].map(([source, some]) => [source, some.map((p) => [keyOf(p), p.end, p.decided, p.confidence])])]);
    const before = view.rows.get(id);
    const made = before?.signature === signature ? before : { signature, row: row(id, number, held) };
    made.row.dataset.place = place;
    kept.set(id, made);
  }
  const focused = $("grid").contains(document.activeElement) || document.activeElement === document.body;
  const rows = [...kept.values()].map(({ row }) => row);
  const body = table();
  if (rows.length !== body.rows.length || rows.some((row, at) => row !== body.rows[at])) body.replaceChildren(...rows);
  view.rows = kept;
  mark(focused);
  inspector.draw(chosen(), view.event);
}

function table() {
  const names = JSON.stringify(model.sources);
  if ($("grid").dataset.sources !== names) {
    $("grid").dataset.sources = names;
    // the roles are said, since the style of the rows takes them away in some browsers
    const title = (name) => el("th", { scope: "col", role: "columnheader", dir: "auto" }, name);
    const head = el("tr", { role: "row" }, ["Event", ...model.sources].map(title));
    $("grid").style.setProperty("--sources", model.sources.length);
    $("grid").replaceChildren(el("table", { role: "table" }, el("caption", { class: "unseen" }, "Events in timeline order, with the passages of each source"), el("thead", { role: "rowgroup" }, head), el("tbody", { role: "rowgroup" })));
  }
  return $("grid").querySelector("tbody");
}

function byCell() {
  const cells = new Map();
  for (const passage of model.passages) {
    if (!cells.has(passage.event)) cells.set(passage.event, new Map());
    const held = cells.get(passage.event);
    held.set(passage.source, [...(held.get(passage.source) || []), passage]);
  }
  return cells;
}

function row(id, number, held) {
  const head = number < 0 ? [el("span", { class: "name" }, "No event"), el("p", { class: "fine" }, "openings, oaths, signatures")] : heading(id, number);
  return el(
    "tr",
    { role: "row", "data-event": id, "data-hue": number < 0 ? null : hue(number), "data-testid": "event" },
    el("th", { scope: "row", role: "rowheader", dir: "auto" }, head),
    model.sources.map((_, source) => el("td", { role: "cell" }, (held.get(source) || []).map(chip))),
  );
}

function heading(id, number) {
  const { time, place } = model.events[number];
  return [
    el("button", { type: "button", class: "event", draggable: "true", tabindex: "-1", "data-item": `event ${id}`, "aria-pressed": "false" }, called(number)),
    el("p", { class: "fine" }, [time, place].filter(Boolean).join(" · ")),
  ];
}

function chip(passage) {
  const text = words(passage);
  const made = el(
    "button",
    {
      type: "button", class: "passage-chip", draggable: "true", dir: "auto", tabindex: "-1", "data-item": `passage ${keyOf(passage)}`, "data-shade": shade(passage),
      "data-testid": "chip", "aria-pressed": "false", title: `${passage.reference} · ${sureness(passage)}`,
    },
    el("span", { class: "sure" }, passage.decided ? "✓" : `${Math.round(passage.confidence * 100)} %`),
    text.length > LENGTH ? `${text.slice(0, LENGTH).trim()} …` : text,
  );
  made.style.setProperty("--sure", passage.confidence);
  return made;
}

// ── Selection ──────────────────────────────────────────────────────────────────────────────────────────────────────

const itemOf = () => (view.passage ? `passage ${view.passage}` : view.event ? `event ${view.event}` : null);
const nodeOf = (item) => item && $("grid").querySelector(`[data-item="${CSS.escape(item)}"]`);

// Show which item is selected; it is the one that the tab key reaches.
function mark(focused) {
  for (const old of $("grid").querySelectorAll('[data-item][tabindex="0"]')) {
    old.tabIndex = -1;
    old.setAttribute("aria-pressed", "false");
  }
  const node = nodeOf(itemOf());
  (node || $("grid").querySelector("[data-item]"))?.setAttribute("tabindex", "0");
  node?.setAttribute("aria-pressed", "true");
  if (node && focused && node !== document.activeElement) node.focus({ preventScroll: true });
}

function select(item) {
  const [kind, name] = item ? item.split(" ") : [null, null];
  view.passage = kind === "passage" ? name : null;
  view.event = kind === "event" ? name : null;
  mark(true);
  nodeOf(item)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  inspector.draw(chosen(), view.event);
}

// The next item in a direction: within the cell first, then the nearest cell that is not empty.
function neighbour(from, key) {
  const cell = from.closest("th, td");
  const inCell = [...cell.querySelectorAll("[data-item]")];
  const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[key];
  if (key === "ArrowUp" || key === "ArrowDown") {
    const near = inCell[inCell.indexOf(from) + by];
    if (near) return near;
    for (let row = cell.parentElement; (row = by > 0 ? row.nextElementSibling : row.previousElementSibling); ) {
      const items = row.cells[cell.cellIndex].querySelectorAll("[data-item]");
      if (items.length) return items[by > 0 ? 0 : items.length - 1];
    }
    return null;
  }
  for (let next = cell; (next = by > 0 ? next.nextElementSibling : next.previousElementSibling); ) {
    const item = next.querySelector("[data-item]");
    if (item) return item;
  }
  return null;
}

export function key(event) {
  const item = event.target.closest?.("[data-item]") || nodeOf(itemOf());
  if (!event.altKey && event.key.startsWith("Arrow") && event.target.id !== "inspected") {
    const next = item ? neighbour(item, event.key) : $("grid").querySelector("[data-item]");
    if (next) select(next.dataset.item);
    return true;
  }
  if (event.key === "Escape" && itemOf()) {
    if ($("inspector").contains(event.target)) nodeOf(itemOf())?.focus();
    else select(null);
    return true;
  }
  return inspector.key(event, chosen(), view.event);
}

// ── Dragging ───────────────────────────────────────────────────────────────────────────────────────────────────────

const targetOf = (event) => event.target.closest("[data-event], [data-drop]");

function over(event) {
  const target = targetOf(event);
  for (const old of $("view-grid").querySelectorAll(".over, .above, .below")) old.classList.remove("over", "above", "below");
  if (!target || !view.dragged) return null;
  const passage = view.dragged.startsWith("passage");
  const box = target.getBoundingClientRect();
  const below = event.clientY > box.top + box.height / 2;
  if (!passage && target.dataset.event === undefined) return { target };
  target.classList.add(passage || target.dataset.event === NO_EVENT ? "over" : below ? "below" : "above");
  event.preventDefault();
  return { target, below };
}

function drop(event) {
  const found = over(event);
  const [kind, name] = (view.dragged || "").split(" ");
  end();
  if (!found) return;
  event.preventDefault();
  const to = found.target.dataset.event ?? found.target.dataset.drop;
  if (kind === "passage") {
    const passage = find(name);
    if (!passage) return;
    if (to === "fresh") moves.newEvent(passage);
    else if (to === NO_EVENT) moves.setApart([passage]);
    else moves.move(passage, to);
  } else if (to === NO_EVENT) moves.setApart(members(numberOf(name)));
  else if (numberOf(to) >= 0) moves.reorder(name, to, found.below);
}

function end() {
  view.dragged = null;
  $("view-grid").classList.remove("dragging");
  for (const old of $("view-grid").querySelectorAll(".over, .above, .below")) old.classList.remove("over", "above", "below");
}

$("view-grid").addEventListener("dragstart", (event) => {
  const item = event.target.closest?.("[data-item]")?.dataset.item;
  if (!item) return;
  view.dragged = item;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", item);
  if (item.startsWith("passage")) setTimeout(() => view.dragged && $("view-grid").classList.add("dragging"));
});
$("view-grid").addEventListener("dragover", over);
$("view-grid").addEventListener("drop", drop);
$("view-grid").addEventListener("dragend", end);
$("grid").addEventListener("click", (event) => {
  const item = event.target.closest("[data-item]")?.dataset.item;
  if (!item) return;
  if (item !== itemOf()) select(item);
  else if (event.detail === 0) inspector.enter(); // by keyboard: on to what can be done
  else select(null);
});

watch(() => {
  if (!$("view-grid").hidden) draw();
});
