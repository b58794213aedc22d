// What the others are made with: words for a person to read, and small helpers that make elements.

// ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Who says so, for a person; a reference that begins with its source (`Mark 14:3`, `1 Kings 3:4`) needs no more. */
function attribution(source, reference) {
  const who = source ? source.name : "";
  if (!reference || !who) return reference || who || "no account";
  const after = reference.replace(/^[0-9]+\s+/, "");
  const named = after.startsWith(who) && !/^[\p{L}\p{N}_]/u.test(after.slice(who.length));
  return named ? reference : `${who}, ${reference}`;
}

function citation(version) {
  const event = version.event;
  const parts = [
    attribution(version.source, version.reference) + (version.time ? ` (${version.time})` : ""),
    `in: ${book.title ? `${book.title} [${book.corpus}]` : book.corpus}`,
    `event ${event.id}${event.title && event.title !== event.id ? ` “${event.title}”` : ""}`,
    `version ${version.id}`,
    `${book.program}, digest ${book.digest.slice(0, 12)}`,
  ];
  return `${parts.join(", ")}.`;
}

function counted(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The day an event stands under: as the data calls it, else the date of its time. */
function dayOf(event) {
  if (event.day) return event.day;
  const date = event.time.split(/[Tt ]/)[0];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const moment = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? date : DAY.format(moment);
}

function clockOf(event) {
  const clock = event.time.split(/[Tt ]/)[1] || "";
  return clock.split("/")[0].replace(/^(\d{2}:\d{2}):00(?!\.)/, "$1");
}

// ── Making elements ────────────────────────────────────────────────────────────────────────────────────────────────

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function put(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== "") element.append(child);
  }
  return element;
}

const el = (name, attributes, ...children) => put(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) => put(document.createElementNS(SVG, name), attributes, children);
const unseen = (words) => el("span", { class: "unseen" }, words);

/** Attributes of what the sources say, in their language and direction. */
const spoken = (more) => ({ lang: book.language || undefined, dir: "auto", ...more });

function button(words, act, attributes) {
  const made = el("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

function hue(source) {
  return source ? { "data-hue": source.place % HUES, "data-ring": source.place >= HUES } : {};
}

const swatch = (source) => el("i", { class: "swatch", "aria-hidden": "true", ...hue(source) });

function signOf(name) {
  const [shape, words] = MARKS[name];
  return el(
    "span",
    { class: "sign", "data-mark": name, title: words },
    el("span", { "aria-hidden": "true" }, shape),
    unseen(words),
  );
}
