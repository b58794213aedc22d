// Every statement whole, its passages coloured by event; text without an event stays plain.

import { $, button, called, el, hue, keyOf, model, redraw, shade, sureness, watch, words } from "./core.js";

const view = { onOpen: () => {}, now: null };
export const opening = (open) => (view.onOpen = open);

export function draw() {
  redraw(
    $("view-documents"),
    el("p", { class: "fine legend" }, "Colours and numbers are events. Solid line: decided by a person. Dashed: a guess. Dotted, without colour: no event. Enter or a click reads the passage."),
    model.documents.map((held, number) => article(held, number)),
  );
  const first = $("view-documents").querySelector(`[data-focus="${CSS.escape(view.now || "")}"]`) || $("view-documents").querySelector(".part");
  first?.setAttribute("tabindex", "0");
}

function article(held, number) {
  const passages = model.passages.filter((passage) => passage.document === number);
  const without = passages.filter((passage) => passage.event < 0).length;
  const parts = [];
  let at = 0;
  for (const passage of passages) {
    parts.push(between(held.text.slice(at, passage.start)), part(passage));
    at = passage.end;
  }
  parts.push(between(held.text.slice(at)));
  return el(
    "article",
    { class: "document" },
    el("h2", { dir: "auto" }, model.sources[held.source]),
    el(
      "p",
      { class: "fine" },
      `${held.name} · ${passages.length} passages · ${without} in no event `,
      without ? button("next in no event", () => next(number), { class: "quiet", "data-focus": `next ${number}` }) : null,
    ),
    el("div", { class: "text", dir: "auto" }, parts),
  );
}

// Text outside all passages: white space as it is, words plain to see.
const between = (text) => (text.trim() ? el("span", { class: "outside", title: "in no passage" }, text) : text);

function part(passage) {
  const event = passage.event;
  return el(
    "span",
    {
      class: "part", role: "button", tabindex: "-1", "data-focus": keyOf(passage), "data-event": event, "data-hue": event < 0 ? null : hue(event),
      "data-none": event < 0, "data-shade": shade(passage), "data-testid": "part", title: `${called(event)} · ${sureness(passage)}`,
      on: { click: () => view.onOpen(passage), focus: (focus) => mark(focus.target) },
    },
    event < 0 ? "" : el("sup", {}, String(event + 1)),
    words(passage),
  );
}

// Show where else the event of a passage is described.
function mark(node) {
  view.now = node.dataset.focus;
  for (const old of $("view-documents").querySelectorAll(".part.same, .part[tabindex='0']")) {
    old.classList.remove("same");
    old.tabIndex = -1;
  }
  node.tabIndex = 0;
  const { event } = node.dataset;
  if (Number(event) >= 0) for (const one of $("view-documents").querySelectorAll(`[data-event="${event}"]`)) one.classList.add("same");
}

function focus(node) {
  node?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: "center" });
}

function next(number) {
  const all = [...$("view-documents").querySelectorAll(".document")[number].querySelectorAll(".part[data-none]")];
  const now = all.findIndex((node) => node.dataset.focus === view.now);
  focus(all[now + 1] || all[0]);
}

export function key(event) {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const active = event.target.closest?.(".part");
  if (active && (event.key === "Enter" || event.key === " ")) {
    active.click();
    return true;
  }
  if (!by || event.altKey) return false;
  const all = [...$("view-documents").querySelectorAll(".part")];
  const at = all.indexOf(active || $("view-documents").querySelector(".part[tabindex='0']"));
  focus(all[active ? at + by : at]);
  return true;
}

watch(() => {
  if (!$("view-documents").hidden) draw();
});
