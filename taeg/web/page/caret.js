// A cursor in a passage, at which it can be split: between sentences, or between words.

import { el, model, words } from "./core.js";

const wordStops = (passage) =>
  [...words(passage).matchAll(/\s+(?=\S)/g)].map((match) => passage.start + match.index + match[0].length);

// Where a passage is split most likely: at a sentence near its middle, or at a word if it is one sentence.
export function likely(passage) {
  const stops = passage.stops.length ? passage.stops : wordStops(passage);
  return stops[stops.length >> 1] ?? passage.start;
}

export function moved(passage, at, by, byWord) {
  const stops = byWord || !passage.stops.length ? wordStops(passage) : passage.stops;
  return (by > 0 ? stops.find((stop) => stop > at) : stops.filter((stop) => stop < at).pop()) ?? at;
}

// The words of a passage with the cursor in them.
export function written(passage, at) {
  const text = model.documents[passage.document].text;
  const cut = Math.min(Math.max(at, passage.start), passage.end);
  return [text.slice(passage.start, cut), el("span", { class: "caret", "aria-hidden": "true" }), text.slice(cut, passage.end)];
}

// The word next to which a person has clicked; null if outside the words.
export function clicked(passage, at, within) {
  const selection = getSelection();
  const caret = within.querySelector(".caret");
  if (!caret || !selection.anchorNode) return null;
  const before = selection.anchorNode === caret.previousSibling;
  if (!before && selection.anchorNode !== caret.nextSibling) return null;
  const place = (before ? passage.start : at) + selection.anchorOffset;
  return wordStops(passage).reduce((best, stop) => (Math.abs(stop - place) < Math.abs(best - place) ? stop : best), passage.start);
}

// What the page shows until the draft is computed again. Both return the operation.
export function split(passage, at) {
  const locally = () => {
    const second = { ...passage, start: at, stops: passage.stops.filter((stop) => stop > at) };
    model.passages.splice(model.passages.indexOf(passage) + 1, 0, second);
    Object.assign(passage, { end: at, stops: passage.stops.filter((stop) => stop < at) });
  };
  return [{ type: "split", place: { document: passage.document, start: at, end: at } }, locally];
}

export function join(passage) {
  const next = following(passage);
  const locally = () => {
    Object.assign(passage, { end: next.end, stops: [...passage.stops, next.start, ...next.stops] });
    model.passages.splice(model.passages.indexOf(next), 1);
  };
  return [{ type: "join", place: { document: passage.document, start: passage.start, end: passage.end } }, locally];
}

export function following(passage) {
  const next = model.passages[model.passages.indexOf(passage) + 1];
  return next && next.document === passage.document ? next : null;
}

export const inside = (passage, at) => at > passage.start && at < passage.end;
