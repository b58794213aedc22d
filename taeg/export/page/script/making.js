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
    `${book.program}, digest ${book.digest}`,
  ];
  return `${parts.join(", ")}.`;
}

function counted(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** The name of a run: its strategy in words, and its id unless that says the same. */
const sameName = (run) => run.id.startsWith(run.title);
const runName = (run) => (sameName(run) ? run.id : `${run.title} · ${run.id}`);

// ── Making elements ────────────────────────────────────────────────────────────────────────────────────────────────

const $ = (id) => document.getElementById(id);

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== "") element.append(child);
  }
  return element;
}

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
  const [shape, , words] = MARKS[name];
  return el(
    "span",
    { class: "sign", "data-mark": name, title: words },
    el("span", { "aria-hidden": "true" }, shape),
    unseen(words),
  );
}
