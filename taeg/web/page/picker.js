// A dialog in which an event is chosen by its number or by words of its title.

import { $, called, el, members, model } from "./core.js";

export const NONE = "no event";
export const FRESH = "new event";
const view = { options: [], at: 0, chosen: null };

// Ask for an event other than `skip`; the answer is its id, NONE or FRESH. Nothing is answered if the dialog is left.
export function pick(title, skip, others, chosen) {
  const events = model.events
    .map((event, number) => ({ id: event.id, label: called(number), note: event.time, used: members(number).length }))
    .filter((event) => event.used && event.id !== skip);
  const special = others.map((id) => ({ id, label: id === FRESH ? "A new event" : "No event: set apart", note: "" }));
  view.all = [...special, ...events];
  view.near = model.events.slice(model.events.findIndex((event) => event.id === skip) + 1).find((event) => events.some(({ id }) => id === event.id))?.id;
  view.chosen = chosen;
  view.moved = false;
  $("picker-title").textContent = title;
  $("picker-find").value = "";
  $("picker").showModal();
  filter();
  $("picker-find").focus();
}

function filter() {
  const wanted = $("picker-find").value.trim().toLowerCase();
  const fits = (label) => (/^\d+$/.test(wanted) ? label.startsWith(wanted) : wanted.split(/\s+/).every((word) => label.includes(word)));
  view.options = view.all.filter((option) => fits(option.label.toLowerCase()));
  const near = wanted ? -1 : view.options.findIndex((option) => option.id === view.near);
  view.at = Math.max(0, near);
  draw();
}

function draw() {
  $("picker-list").replaceChildren(
    ...view.options.map((option, number) =>
      el(
        "li",
        { role: "option", id: `option-${number}`, dir: "auto", "aria-selected": String(number === view.at && isSelected()), on: { click: () => choose(option) } },
        option.label,
        option.note ? el("span", { class: "fine" }, ` ${option.note}`) : null,
      ),
    ),
  );
  $("picker-find").setAttribute("aria-activedescendant", view.options.length && isSelected() ? `option-${view.at}` : "");
  $("picker-list").children[view.at]?.scrollIntoView({ block: "nearest" });
}

// Nothing is selected before the person has typed something or moved.
function isSelected() {
  return view.moved || Boolean($("picker-find").value.trim());
}

function choose(option) {
  $("picker").close();
  view.chosen(option.id);
}

function key(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && view.options.length) {
    if (isSelected()) view.at = (view.at + by + view.options.length) % view.options.length;
    view.moved = true;
    draw();
  } else if (event.key === "Enter" && view.options[view.at] && isSelected()) choose(view.options[view.at]);
  else return;
  event.preventDefault();
}

$("picker-find").addEventListener("input", filter);
$("picker-find").addEventListener("keydown", key);
$("picker-close").addEventListener("click", () => $("picker").close());
