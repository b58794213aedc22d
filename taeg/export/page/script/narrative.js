// The narrative on the right: passages under their events, and who said the sentence that is pointed at.

// ── Narrative ──────────────────────────────────────────────────────────────────────────────────────────────────────

let placed = new Map(); // the first passage of each event
let shownPassages = [];

function buildPassages() {
  placed = new Map();
  shownPassages = [];
  nearing.disconnect();
  const all = document.createDocumentFragment();
  const passages = state.run.passages.map(passageOf);
  const isFused = Boolean(state.run.fused);
  const dated = isFused || chooses(state.run);
  const rows = dated ? withSilent(isFused ? fusedRows(passages) : passages) : passages;
  let day = null;
  let before = null;
  for (const passage of rows) {
    const heading = passage.event && dated ? passage.event.day : day;
    if (heading && heading !== day) all.append(el("h2", { class: "day-head", dir: "auto" }, heading));
    day = heading;
    const block = passage.running ? fusedBlock : passageBlock;
    const made = passage.silent ? silentElement(passage.event) : block(passage, before);
    if (passage.event && !placed.has(passage.event)) placed.set(passage.event, made);
    all.append(made);
    before = passage;
  }
  $("passages").replaceChildren(all);
  $("narrative").scrollTop = 0;
}

/** Events of which the run says nothing get a line of their own, so that a gap is seen. */
function withSilent(passages) {
  const by = new Map(passages.map((passage) => [passage.event, passage]));
  return events.map((event) => by.get(event) || { event, silent: true });
}

function silentElement(event) {
  return el(
    "section",
    { class: "passage silent", "data-testid": "silent", "data-event": event.id },
    el("div", { class: "apparatus" }, eventHead(event)),
    el(
      "p",
      { class: "words" },
      event.versions.length ? "No account of this event has a usable text." : "No account of this event.",
    ),
  );
}

function eventHead(event) {
  const { clock } = event;
  return [
    el(
      "h3",
      {},
      el(
        "a",
        spoken({ href: address(event), class: "event-link", "data-testid": "event-link" }),
        event.title || event.id,
      ),
    ),
    clock || event.location
      ? el(
          "p",
          { class: "fine" },
          clock,
          clock && event.location ? " · " : "",
          event.location ? el("span", spoken(), event.location) : null,
        )
      : null,
  ];
}

function passageBlock(passage, before) {
  const { event, source, version } = passage;
  const again = before && before.event === event && event;
  const words = el("p", spoken({ class: "words", "data-testid": "words" }));
  const made = el(
    "section",
    {
      class: `passage${version ? "" : " no-account"}${again ? " again" : ""}`,
      "data-testid": "passage",
      "data-event": event ? event.id : "",
      "data-source": source ? source.id : "",
      "data-version": version ? version.id : "",
      ...hue(source),
    },
    el(
      "div",
      { class: "apparatus" },
      again ? null : event ? eventHead(event) : el("h3", { class: "loose" }, "Quoted from outside the events"),
      el(
        "p",
        { class: "attribution", "data-testid": "attribution" },
        source ? swatch(source) : null,
        el("cite", spoken(), source ? attribution(source, passage.reference) : "no account: title only"),
      ),
      passage.edits.map((edit) =>
        el(
          "p",
          { class: "edit", "data-testid": "edit" },
          el("span", { "aria-hidden": "true" }, "✎ "),
          el("span", { dir: "auto" }, edit),
        ),
      ),
    ),
    words,
    el("p", { class: "folded" }, `${source ? source.name : ""} is switched off.`),
  );
  return keep(passage, made, words);
}

/** Remember a passage that is shown, with the element of its words and the one that is hidden with its source. */
function keep(passage, made, words) {
  words.dataset.passage = shownPassages.length;
  shownPassages.push({ passage, made, words, near: false });
  if (events.length > MANY) {
    words.textContent = passage.text;
    nearing.observe(words);
  } else fill(shownPassages[shownPassages.length - 1]);
  return made;
}

// In a long book a passage is one text until it comes near; only then is it divided into sentences and marked.
const nearing = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      const shown = shownPassages[target.dataset.passage];
      if (isIntersecting && shown && shown.words === target && !shown.near) fill(shown);
    }
  },
  { root: null, rootMargin: "100% 0px" },
);

/** The words of a passage, sentence by sentence. */
function fill(shown) {
  const { passage, words } = shown;
  const { text, cuts, marks } = passage;
  const hits = finding.words.length && occurrences(plainOf(passage)) ? hitsIn(text) : [];
  shown.near = true;
  words.replaceChildren();
  let at = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    if (cuts[i] > at) say(words, text, at, cuts[i], hits);
    const sentence = el("span", { class: "s", tabindex: "-1", "data-cut": i });
    words.append(sayContested(passage, sentence, cuts[i], cuts[i + 1], hits));
    words.append(...marks.filter((row) => row[1] === i / 2).map(markTag));
    at = cuts[i + 1];
  }
  if (at < text.length) say(words, text, at, text.length, hits);
}

/** Mark anew what has marks or should have; what is far off gets them when it comes near. */
function remark() {
  for (const shown of shownPassages) {
    if (shown.near && (shown.words.querySelector("mark") || occurrences(plainOf(shown.passage)))) refresh(shown);
  }
}

function refresh(shown) {
  if (events.length <= MANY) return fill(shown);
  shown.near = false;
  shown.words.textContent = shown.passage.text;
  nearing.unobserve(shown.words);
  nearing.observe(shown.words);
  return undefined;
}

/** Sources switched off: their passages fold to one line, their accounts leave the synopsis. */
function dim() {
  for (const { passage, made } of shownPassages)
    made.classList.toggle("off", Boolean(passage.source && !passage.source.shown));
  for (const block of $("passages").querySelectorAll(".fused"))
    block.classList.toggle("base-off", Boolean(block.querySelector(".base.off")));
  for (const event of events) {
    const off = event.versions.length > 0 && event.versions.every((v) => !v.source.shown);
    entryOf(event).classList.toggle("off", off);
  }
}

// ── Tracing a sentence ─────────────────────────────────────────────────────────────────────────────────────────────

let traced = null;

function trace(sentence) {
  if (traced) {
    traced.classList.remove("traced");
    traced.removeAttribute("aria-describedby");
  }
  traced = sentence;
  $("trace").hidden = !sentence;
  if (!sentence) return;
  const shown = shownPassages[sentence.parentElement.dataset.passage];
  const { version, source, reference, time } = shown.passage;
  const all = [...shown.words.querySelectorAll(".s")];
  sentence.classList.add("traced");
  sentence.setAttribute("aria-describedby", "trace");
  const parts = [
    `sentence ${all.indexOf(sentence) + 1} of ${all.length}`,
    version ? `version ${version.id}` : source ? "outside the events" : "no source: the title of the event",
    time ? `given ${time}` : "",
  ];
  $("trace").replaceChildren(
    ...[
      source ? swatch(source) : "",
      el("b", { dir: "auto" }, source ? attribution(source, reference) : ""),
      ` ${parts.filter(Boolean).join(" · ")}`,
    ].filter(Boolean),
  );
}

/** From sentence to sentence, also into the passages before and behind. */
function stepSentence(by) {
  const here = document.activeElement.closest(".s");
  const first = state.current ? shownPassages.findIndex((shown) => placed.get(state.current)?.contains(shown.made)) : 0;
  let place = here ? Number(here.parentElement.dataset.passage) : Math.max(first, 0);
  let at = here ? sentencesOf(place).indexOf(here) + by : 0;
  while (shownPassages[place] && !sentencesOf(place)[at]) {
    place += by;
    at = by > 0 ? 0 : sentencesOf(place).length - 1;
  }
  const next = sentencesOf(place)[at];
  if (next) next.focus();
}

function sentencesOf(place) {
  const shown = shownPassages[place];
  if (!shown || shown.made.classList.contains("off") || shown.made.closest("details:not([open])")) return [];
  if (!shown.near) fill(shown);
  return [...shown.words.querySelectorAll(".s")];
}
