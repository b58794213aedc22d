// Tabs, theme, help, keys, and the first request.

import { $, act, ask, button, changed, el, failed, keepLooking, model, notify, refresh } from "./core.js";
import * as documents from "./documents.js";
import * as grid from "./grid.js";
import * as inspector from "./inspector.js";
import * as reading from "./reading.js";

const TABS = ["reading", "grid", "documents"];
const KEYS = {
  "Reading": [
    [["1–9"], "tick a passage of the source in focus"],
    [["↑", "↓"], "move the focus to another source"],
    [["V"], "show the source in focus in its document: any passage of it can be ticked"],
    [["↑", "↓", "Space"], "in the document: move to another passage; tick it"],
    [["Enter"], "accept the ticks and go on"],
    [["N"], "nobody else describes this: an event of its own"],
    [["P"], "no event: an opening, an oath, a signature"],
    [["←", "→"], "move the cursor by sentences, with Shift by words; or click"],
    [["S"], "split the passage at the cursor"],
    [["J"], "join the passage with the next one"],
    [["PgUp", "PgDn"], "previous, next passage"],
  ],
  "Grid": [
    [["↑", "↓", "←", "→"], "move the selection; Enter: to its text or title"],
    [["M"], "move the passage to an event, merge the event with another"],
    [["N", "P"], "a new event for the passage; no event"],
    [["S", "J"], "split the passage at the cursor in its text; join it with the next one"],
    [["O"], "read the passage"],
    [["E", "T"], "edit the title of the event; set its time"],
    [["Alt ↑", "Alt ↓"], "move the event in the timeline"],
  ],
  "Everywhere": [
    [["U"], "undo"],
    [["R", "G", "D"], "reading, grid, documents; in the documents, arrow keys move and Enter reads"],
    [["?"], "this help"],
  ],
};

export function open(name) {
  for (const tab of TABS) {
    const selected = tab === name;
    $(`view-${tab}`).hidden = !selected;
    $(`tab-${tab}`).setAttribute("aria-selected", String(selected));
    $(`tab-${tab}`).tabIndex = selected ? 0 : -1;
  }
  if (name !== "reading") reading.left();
  changed();
}

function undo() {
  if (!model.undoable && model.current) return notify("There is nothing to undo.");
  return act({ type: "undo" }, null, (answer) => {
    if (answer.undone && !$("view-reading").hidden) reading.showAt(answer.undone);
  });
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-pressed", String(name === "dark"));
  remember("taeg-theme", name);
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {} // storage may be off
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const letters = el("input", { type: "checkbox", id: "keys-on", on: { change: () => remember("taeg-keys", letters.checked ? "on" : "off") } });

function build() {
  letters.checked = remembered("taeg-keys") !== "off";
  $("help").append(
    el("h2", { id: "help-title", tabindex: "-1" }, "How to review a draft"),
    el("p", {}, "Read the statement on the left. On the right are passages of the other sources that may describe the same event: tick those that do. Ticks already set are guesses of the program. Everything you decide is on disk at once; you can stop at any time."),
    ...Object.entries(KEYS).flatMap(([view, keys]) => [
      el("h3", {}, view),
      el("dl", { class: "keys" }, keys.map(([names, does]) => [el("dt", {}, names.map((name) => el("kbd", {}, name))), el("dd", {}, does)])),
    ]),
    el("p", {}, el("label", {}, letters, " Letters and digits work as keys")),
    button("Close", () => $("help").close(), { id: "help-close" }),
  );
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("undo").addEventListener("click", undo);
  $("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  theme(remembered("taeg-theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
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
  for (const view of [documents, inspector])
    view.opening((passage) => {
      open("reading");
      reading.show(passage);
    });
}

const LETTERS = { u: undo, g: () => open("grid"), r: () => open("reading"), d: () => open("documents"), "?": () => $("help").showModal() };
const VIEWS = { reading, grid, documents };
const shown = () => TABS.find((tab) => !$(`view-${tab}`).hidden);

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=checkbox]), select, textarea")) return;
  // Enter and the space bar belong to a control that has the focus, except a tick
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  if (!letters.checked && event.key.length === 1 && event.key !== " ") return;
  const done = VIEWS[shown()].key(event);
  const run = done || event.altKey ? null : LETTERS[event.key.toLowerCase()];
  if (run) run();
  if (done || run) event.preventDefault();
});

addEventListener("error", (event) => event.error && failed(event.error));
addEventListener("unhandledrejection", (event) => failed(event.reason));

build();
try {
  Object.assign(model, await ask("documents"));
  $("title").textContent = model.title;
  document.title = `${model.title} – review`;
  await refresh();
  keepLooking();
  if (model.remarks.length) notify(model.remarks.join(" "));
} catch (error) {
  notify(error.message, true);
}
