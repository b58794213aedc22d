// What the grid can do with passages and events: each is shown at once and sent to be written.

import { act, eventOf, members, model, notify, numberOf, place, words } from "./core.js";

const first = (event) => members(event)[0];
const decided = (passage, event) => Object.assign(passage, { event, decided: true, confidence: 1 });

export function move(passage, id) {
  const event = numberOf(id);
  if (!passage || event < 0 || passage.event === event) return;
  act({ type: "move", place: place(passage), to: place(first(event)) }, () => decided(passage, event));
}

export function setApart(passages) {
  if (passages.length) act({ type: "none", places: passages.map(place) }, () => passages.forEach((passage) => decided(passage, -1)));
}

export function newEvent(passage) {
  act({ type: "own", place: place(passage) }, () => {
    if (passage.event >= 0 && members(passage.event).length === 1) return decided(passage, passage.event);
    const at = passage.event < 0 ? model.events.length : passage.event + 1;
    for (const one of model.passages) if (one.event >= at) one.event += 1;
    model.events.splice(at, 0, { id: "new", title: words(passage).slice(0, 50), time: "", place: "", confidence: 1 });
    return decided(passage, at);
  });
}

export function merge(id, into) {
  const [event, target] = [numberOf(id), numberOf(into)];
  if (event < 0 || target < 0 || event === target) return;
  act({ type: "merge", place: place(first(event)), to: place(first(target)) }, () => {
    for (const passage of [...members(event), ...members(target)]) decided(passage, target);
  });
}

export function reorder(id, neighbour, after) {
  const [event, next] = [numberOf(id), numberOf(neighbour)];
  if (event < 0 || next < 0 || event === next || next + (after ? 1 : -1) === event) return;
  act({ type: "order", place: place(first(event)), to: place(first(next)), after }, () => {
    const held = model.passages.map(eventOf);
    const [row] = model.events.splice(event, 1);
    model.events.splice(numberOf(neighbour) + (after ? 1 : 0), 0, row);
    model.passages.forEach((passage, number) => (passage.event = held[number] ? model.events.indexOf(held[number]) : -1));
  });
}

export function step(id, by) {
  const neighbour = model.events[numberOf(id) + by];
  if (neighbour) reorder(id, neighbour.id, by > 0);
}

export function describe(id, field, value) {
  const event = numberOf(id);
  if (event < 0 || value === model.events[event][field]) return;
  if (field === "title" && !value.trim()) return notify("An event needs a title.");
  act({ type: "describe", place: place(first(event)), field, value }, () => (model.events[event][field] = value));
}
