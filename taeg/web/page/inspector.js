// Below the grid: the selected passage whole, with a cursor to split it, or the selected event with its fields.

import * as caret from "./caret.js";
import { $, act, button, called, el, eventOf, keyOf, members, model, notify, numberOf, redraw, sureness } from "./core.js";
import * as moves from "./moves.js";
import { FRESH, NONE, pick } from "./picker.js";

const FIELDS = ["title", "time", "place"];
const view = { shown: null, at: 0, onOpen: () => {} };
export const opening = (open) => (view.onOpen = open);

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function draw(passage, id) {
  const shown = passage ? keyOf(passage) : id;
  const editing = document.activeElement?.matches("#inspector input");
  if (editing && shown === view.shown) return; // what is being written stays
  if (shown !== view.shown) view.at = passage ? caret.likely(passage) : 0;
  view.shown = shown;
  if (passage) drawPassage(passage);
  else if (id) drawEvent(id);
  else redraw($("inspector"), el("p", { class: "fine" }, "Select a passage or an event, or drag it. Arrow keys move the selection. Dashed: a guess. Solid: decided by a person."));
}

const tool = (name, label, run, off = false) => button([el("kbd", {}, name), ` ${label}`], run, { "data-key": name, "data-focus": name, disabled: off });

function drawPassage(passage) {
  const text = el(
    "div",
    {
      class: "text", dir: "auto", tabindex: "0", role: "group", id: "inspected", "data-focus": "text", "aria-label": "Passage; left and right arrow keys move the cursor",
      on: { click: () => setCaret(passage) },
    },
    caret.written(passage, view.at),
  );
  redraw(
    $("inspector"),
    el("p", { class: "fine", dir: "auto" }, [model.sources[passage.source], passage.reference, called(passage.event), sureness(passage)].join(" · ")),
    text,
    el(
      "div",
      { class: "row" },
      tool("M", "move to …", () => choose(passage)),
      tool("N", "new event", () => moves.newEvent(passage)),
      tool("P", "no event", () => moves.setApart([passage]), passage.event < 0),
      tool("S", "split at the cursor", () => split(passage)),
      tool("J", "join with next", () => join(passage), !caret.following(passage)),
      tool("O", "read", () => view.onOpen(passage)),
    ),
  );
}

function drawEvent(id) {
  const number = numberOf(id);
  redraw(
    $("inspector"),
    el("div", { class: "row" }, FIELDS.map((field) => input(id, number, field))),
    el(
      "div",
      { class: "row" },
      tool("M", "merge with …", () => chooseMerge(id)),
      tool("Alt ↑", "earlier", () => moves.step(id, -1), number === 0),
      tool("Alt ↓", "later", () => moves.step(id, 1), number + 1 >= model.events.length),
      tool("P", "no event", () => moves.setApart(members(number))),
    ),
  );
}

function input(id, number, field) {
  const made = el("input", { value: model.events[number][field], id: `set-${field}`, dir: "auto", maxlength: "300", size: field === "title" ? 40 : 12, autocomplete: "off", "data-focus": field });
  // later, when the focus is where it goes: what is drawn again must not take it back
  made.addEventListener("change", () => setTimeout(() => moves.describe(id, field, made.value)));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") made.value = model.events[numberOf(id)]?.[field] ?? "";
    if (event.key === "Enter" || event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault(); // Enter would press the item of the grid
      made.blur();
      $("grid").querySelector('[tabindex="0"]')?.focus();
    }
  });
  return el("label", { class: "field" }, el("span", {}, field[0].toUpperCase() + field.slice(1)), made);
}

// ── What a person does ─────────────────────────────────────────────────────────────────────────────────────────────

function choose(passage) {
  const others = passage.event < 0 ? [FRESH] : [FRESH, NONE];
  pick("Move the passage to", eventOf(passage)?.id, others, (id) => {
    if (id === FRESH) moves.newEvent(passage);
    else if (id === NONE) moves.setApart([passage]);
    else moves.move(passage, id);
  });
}

const chooseMerge = (id) => pick(`Merge “${model.events[numberOf(id)].title}” with`, id, [], (into) => moves.merge(id, into));

function setCaret(passage) {
  const at = caret.clicked(passage, view.at, $("inspected"));
  if (at === null) return;
  view.at = at;
  drawPassage(passage);
}

function split(passage) {
  if (!caret.inside(passage, view.at)) return notify("Put the cursor inside the passage: click, or use ← and → in its text.");
  act(...caret.split(passage, view.at));
}

function join(passage) {
  if (!caret.following(passage)) return notify("No passage of this document follows.");
  act(...caret.join(passage));
}

const ofPassage = {
  m: choose, n: moves.newEvent, p: (passage) => moves.setApart([passage]), s: split, j: join, o: (passage) => view.onOpen(passage),
};
const ofEvent = {
  m: chooseMerge, p: (id) => moves.setApart(members(numberOf(id))),
  e: () => edit("title"), f2: () => edit("title"), t: () => edit("time"),
};

// Put the focus on the text of the passage, or on the title of the event.
export function enter() {
  if ($("inspected")) $("inspected").focus();
  else edit("title");
}

function edit(field) {
  $(`set-${field}`)?.focus();
  $(`set-${field}`)?.select();
}

export function key(event, passage, id) {
  const name = event.key.toLowerCase();
  if (passage && event.target.id === "inspected" && ["arrowleft", "arrowright"].includes(name)) {
    view.at = caret.moved(passage, view.at, name === "arrowright" ? 1 : -1, event.shiftKey);
    drawPassage(passage);
    return true;
  }
  if (id && event.altKey && ["arrowup", "arrowdown"].includes(name)) {
    moves.step(id, name === "arrowup" ? -1 : 1);
    return true;
  }
  const run = event.altKey ? null : passage ? ofPassage[name] : id ? ofEvent[name] : null;
  if (run) run(passage || id);
  return Boolean(run);
}
