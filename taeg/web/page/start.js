// Tabs, theme, help, keys, and the first request.

import { $, act, ask, button, changed, el, model, notify, refresh } from "./core.js";
import * as documents from "./documents.js";
import * as grid from "./grid.js";
import * as reading from "./reading.js";

const TABS = ["reading", "grid", "documents"];
const KEYS = [
  ["1–9", "tick a passage of the source in focus"],
  ["↑ ↓", "move the focus to another source"],
  ["Enter", "accept the ticks and go on"],
  ["N", "nobody else describes this: an event of its own"],
  ["P", "no event: an opening, an oath, a signature"],
  ["← →", "move the cursor by sentences, with Shift by words; or click"],
  ["S", "split the passage at the cursor"],
  ["J", "join the passage with the next one"],
  ["U", "undo"],
  ["PgUp PgDn", "previous, next passage"],
  ["G R D", "grid, reading, documents"],
  ["M", "in the grid: choose the event to which the selection goes"],
];

export function open(name) {
  for (const tab of TABS) {
    const selected = tab === name;
    $(`view-${tab}`).hidden = !selected;
    $(`tab-${tab}`).setAttribute("aria-selected", String(selected));
    $(`tab-${tab}`).tabIndex = selected ? 0 : -1;
  }
  changed();
}

const undo = () => model.undoable || !model.current ? act({ type: "undo" }) : notify("There is nothing to undo.");

function theme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-pressed", String(name === "dark"));
  try {
    localStorage.setItem("taeg-theme", name);
  } catch {} // storage may be off
}

function remembered() {
  try {
    return localStorage.getItem("taeg-theme");
  } catch {
    return null;
  }
}

function build() {
  $("help").append(
    el("h2", { id: "help-title", tabindex: "-1" }, "How to review a draft"),
    el("p", {}, "Read the statement on the left. On the right are passages of the other sources that may describe the same event: tick those that do. Ticks already set are guesses of the program. Everything you decide is on disk at once; you can stop at any time."),
    el("dl", { class: "keys" }, KEYS.map(([name, does]) => [el("dt", {}, el("kbd", {}, name)), el("dd", {}, does)])),
    button("Close", () => $("help").close(), { id: "help-close" }),
  );
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("undo").addEventListener("click", undo);
  $("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  theme(remembered() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  for (const tab of TABS) $(`tab-${tab}`).addEventListener("click", () => open(tab));
  $("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = TABS.findIndex((tab) => $(`tab-${tab}`) === event.target);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    open(next);
    $(`tab-${next}`).focus();
    event.stopPropagation();
    event.preventDefault();
  });
  documents.opening((passage) => {
    open("reading");
    reading.show(passage);
  });
}

const LETTERS = { u: undo, g: () => open("grid"), r: () => open("reading"), d: () => open("documents"), "?": () => $("help").showModal() };

addEventListener("keydown", (event) => {
  if ($("help").open || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=checkbox]), select, textarea")) return;
  // Enter and the space bar belong to a control that has the focus, except a tick
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const inReading = !$("view-reading").hidden;
  const done = inReading ? reading.key(event) : !$("view-grid").hidden && grid.key(event);
  const run = done || event.altKey ? null : LETTERS[event.key.toLowerCase()];
  if (run) run();
  if (done || run) event.preventDefault();
});

build();
try {
  Object.assign(model, await ask("documents"));
  $("title").textContent = model.title;
  document.title = `${model.title} – review`;
  await refresh();
  if (model.remarks.length) notify(model.remarks.join(" "));
} catch (error) {
  notify(error.message, true);
}
