// The narrative of a fused run: a block per event with its spans, notes below it, marks of sentences, and the way from a
// sentence to its place in the account that it comes from.

// ── Blocks ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const isNote = ({ role }) => role === "note" || role === "contested";

function fusedRows(passages) {
  return [...grouped(passages, (passage) => passage.event)].map(([event, all]) => ({
    event,
    running: all.filter((passage) => !isNote(passage)),
    notes: all.filter(isNote),
  }));
}

function fusedBlock({ event, running, notes }) {
  const base = running[0] || notes[0];
  const words = el("div", spoken({ class: "words", "data-testid": "words" }), runningText(running));
  return el(
    "section",
    {
      class: "passage fused",
      "data-testid": "passage",
      "data-event": event ? event.id : "",
      "data-source": base.source ? base.source.id : "",
      "data-version": base.version ? base.version.id : "",
      ...hue(base.source),
    },
    el(
      "div",
      { class: "apparatus" },
      event ? eventHead(event) : null,
      el("p", { class: "attribution", "data-testid": "attribution" }, placeButton(base, attributionOf(base))),
      base.edits.map((edit) =>
        el("p", { class: "edit" }, el("span", { "aria-hidden": "true" }, "✎ "), el("span", { dir: "auto" }, edit)),
      ),
    ),
    words,
    el("p", { class: "folded" }, `${base.source ? base.source.name : ""} is switched off.`),
    notes.length ? notesBlock(notes) : null,
  );
}

const attributionOf = ({ source, reference }) =>
  source ? attribution(source, reference) : "no account: title only";

/** A source that leads to the place of a passage in its account. */
function placeButton(passage, label, more) {
  if (!passage.version) return el("cite", spoken(), label);
  return button(
    [swatch(passage.source), el("cite", spoken(), label)],
    () => showPlace(passage.version, passage.start, passage.start + passage.text.length),
    { class: "place", title: `Show this in its account: ${attributionOf(passage)}`, ...more },
  );
}

/** The running text: in testimony a line for each speaker, with the words quoted; else insertions with their source. */
function runningText(running) {
  if (state.run.fused.voice !== "quoted") return spaced(running, (passage) => spanOf(passage));
  const turns = [];
  for (const passage of running) {
    const turn = turns[turns.length - 1];
    if (turn && turn[0].version === passage.version) turn.push(passage);
    else turns.push([passage]);
  }
  const [opening, closing] = state.run.fused.quotes;
  return turns.map((turn) => {
    const [{ source, role }] = turn;
    const made = el("span", { class: `turn ${role}`, "data-testid": "turn", ...hue(source) });
    made.append(
      ...(source ? [speaker(turn[0]), ` ${opening}`] : []),
      ...spaced(trimmed(turn), (passage) => spanOf(passage, made)),
      source ? closing : "",
    );
    return made;
  });
}

/** Passages that are quoted together, without white space next to the quotation marks. */
function trimmed(passages) {
  const last = passages.length - 1;
  return passages.map((passage, i) => {
    const begin = i === 0 ? passage.text.length - passage.text.trimStart().length : 0;
    const end = i === last ? passage.text.trimEnd().length : passage.text.length;
    if (begin === 0 && end === passage.text.length) return passage;
    const { text, start, cuts } = passage;
    return { ...passage, text: text.slice(begin, end), start: start + begin, cuts: cuts.map((at) => at - begin) };
  });
}

const speaker = (passage) => el("b", { class: "speaker", dir: "auto" }, `${passage.source.name}:`);

/** Elements of passages with a space between them where the texts have none. */
function spaced(passages, make) {
  return passages.flatMap((passage, i) => {
    const before = i ? passages[i - 1] : null;
    const close = !before || /\s$/u.test(before.text) || /^\s/u.test(passage.text);
    const apart = before && isNote(passage) && passage.start > before.start + before.text.length + ADJACENT;
    return [apart ? " …" : "", close ? "" : " ", make(passage)];
  });
}

const ADJACENT = 2; // characters between two sentences that follow one another

/** A span of an account; `made` is the element that is hidden with its source, if not the span itself. */
function spanOf(passage, made) {
  const { role, source, version } = passage;
  const words = el("span", { class: "span-words" });
  const span = el(
    "span",
    {
      class: isNote(passage) ? "span" : `span ${role}`,
      "data-testid": "span",
      "data-role": role,
      "data-version": version ? version.id : "",
      ...hue(source),
    },
    words,
  );
  keep(passage, made || span, words);
  if (role === "inline" && state.run.fused.voice !== "quoted") {
    const label = [unseen("inserted from "), source.short];
    span.append(" ", placeButton(passage, label, { class: "source-tag", "data-testid": "source-tag" }));
  }
  return span;
}

// ── Notes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function notesBlock(notes) {
  const kinds = [...grouped(notes, (passage) => passage.role).values()];
  const groups = kinds.flatMap((kind) => [...grouped(kind, (passage) => passage.version).values()]);
  return el(
    "details",
    { class: "notes", "data-testid": "notes", open: !state.folded },
    el(
      "summary",
      {},
      `${counted(notes.length, "note", "notes")} from ${counted(groups.length, "other account", "other accounts")}`,
    ),
    groups.map((group) => {
      const { addition, opposition, quotes } = state.run.fused;
      const [before, after] = group[0].role === "contested" ? opposition : addition;
      const [opening, closing] = quotes;
      const made = el("div", { class: "addition", "data-testid": "note", ...hue(group[0].source) });
      made.append(
        el("p", spoken({ class: "addition-lead" }), before, placeButton(group[0], group[0].source.name), after),
        el("p", spoken({ class: "words" }), opening, spaced(group, (passage) => spanOf(passage, made)), closing),
      );
      return made;
    }),
  );
}

/** Fold or unfold all notes at once. */
function foldNotes(folded) {
  state.folded = folded;
  for (const notes of $("passages").querySelectorAll("details.notes")) notes.open = !folded;
  $("notes-toggle").setAttribute("aria-pressed", String(folded));
}

const unfold = (element) => element.closest("details")?.setAttribute("open", "");

/** Append a part of a passage, with its new words emphasised where the passage is a note. */
function sayNew({ text, fresh }, parent, start, end, hits) {
  let at = start;
  for (let i = 0; i < fresh.length; i += 2) {
    const [first, last] = [Math.max(fresh[i], at), Math.min(fresh[i + 1], end)];
    if (first >= last) continue;
    say(parent, text, at, first, hits);
    parent.append(say(el("b", { class: "new" }), text, first, last, hits));
    at = last;
  }
  return say(parent, text, at, end, hits);
}

// ── Marks of sentences ─────────────────────────────────────────────────────────────────────────────────────────────

const [HEARSAY] = [0];

/** A small label behind a sentence, with its explanation when it is pointed at or focused. */
function markTag([, , kind, ...values]) {
  if (kind === HEARSAY)
    return tag("hearsay", `The speaker has this from somebody else: “${values[0]}”.`, "hearsay", () => {});
  const [version, start, end] = [versions[values[0]], values[1], values[2]];
  const event = version.event.title || version.event.id;
  const words = `The narrative says this already in “${event}” (${attribution(version.source, version.reference)}). Select to see it there.`;
  return tag("told before", words, "repeated", () => showPlace(version, start, end));
}

function tag(label, words, kind, act) {
  return button([label, el("span", { class: "tip" }, ` ${words}`)], act, {
    class: `tag ${kind}`,
    "data-testid": "tag",
    "data-kind": kind,
  });
}

// ── From a sentence to its account ─────────────────────────────────────────────────────────────────────────────────

function showSentence(sentence) {
  const { passage } = shownPassages[sentence.parentElement.dataset.passage];
  const cut = Number(sentence.dataset.cut);
  if (passage.version)
    showPlace(passage.version, passage.start + passage.cuts[cut], passage.start + passage.cuts[cut + 1]);
  if (!narrow()) sentence.scrollIntoView({ block: "center" });
}

/** Open the accounts of an event at a place in one of them. */
function showPlace(version, start, end) {
  const from = document.activeElement;
  if (!version.source.shown) {
    version.source.shown = true;
    filtered();
  }
  showTab("narrative");
  state.place = Number.isInteger(start) ? { version, start, end } : null;
  open(version.event, { replace: Boolean(state.open), focus: false });
  if ($("view-contested").contains(from)) state.opener = from; // closing leads back to the table
  const here = $("here");
  if (here) {
    here.scrollIntoView({ block: "center" });
    here.focus({ preventScroll: true });
  }
  announce(`In the account: ${attribution(version.source, version.reference)}`);
}

/** Append a part of an account, highlighted where a sentence of the narrative comes from. */
function sayPlace(version, parent, start, end, hits) {
  const { text } = version;
  const place = state.place && state.place.version === version ? state.place : { start: end, end };
  const [first, last] = [Math.max(start, place.start), Math.min(end, place.end)];
  if (first >= last) return say(parent, text, start, end, hits);
  say(parent, text, start, first, hits);
  const lead = first === place.start ? { id: "here", tabindex: "-1" } : {};
  parent.append(say(el("mark", { class: "here", "data-testid": "here", ...lead }), text, first, last, hits));
  return say(parent, text, last, end, hits);
}

// ── Start ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Show what belongs to fused runs if the run is one. */
function fit(run) {
  document.body.classList.toggle("fusion", Boolean(run.fused));
  $("tab-coverage").hidden = !run.fused;
  if (!run.fused && $("tab-coverage").getAttribute("aria-selected") === "true") showTab("narrative");
  $("notes-toggle").hidden = !run.fused || !run.passages.some(isNote);
}

function wireFused() {
  $("notes-toggle").addEventListener("click", () => foldNotes(!state.folded));
  $("narrative").addEventListener("click", (press) => {
    const sentence = press.target.closest(".s");
    if (sentence && state.run.fused && getSelection().isCollapsed) showSentence(sentence);
  });
  window.addEventListener("beforeprint", () => foldNotes(false));
}
