// Every statement whole, its passages coloured by event; text without an event stays plain.

import { $, el, hue, model, shade, sureness, watch, words } from "./core.js";

let onOpen = () => {};
export const opening = (open) => (onOpen = open);

export function draw() {
  $("view-documents").replaceChildren(
    ...model.documents.map((held, number) => {
      const passages = model.passages.filter((passage) => passage.document === number);
      const without = passages.filter((passage) => passage.event < 0).length;
      const parts = [];
      let at = 0;
      for (const passage of passages) {
        parts.push(document.createTextNode(held.text.slice(at, passage.start)), part(passage));
        at = passage.end;
      }
      parts.push(document.createTextNode(held.text.slice(at)));
      return el(
        "article",
        { class: "document" },
        el("h2", { dir: "auto" }, `${model.sources[held.source]} · ${held.name}`),
        el("p", { class: "fine" }, `${passages.length} passages, ${without} in no event (underlined with dots)`),
        el("div", { class: "text", dir: "auto" }, parts),
      );
    }),
  );
}

function part(passage) {
  const event = passage.event;
  return el(
    "span",
    {
      class: "part", "data-hue": event < 0 ? null : hue(event), "data-none": event < 0, "data-shade": shade(passage),
      title: `${event < 0 ? "no event" : `${event + 1}. ${model.events[event].title}`} · ${sureness(passage)}`,
      on: { click: () => onOpen(passage) },
    },
    event < 0 ? "" : el("sup", {}, String(event + 1)),
    words(passage),
  );
}

watch(() => {
  if (!$("view-documents").hidden) draw();
});
