// The timeline on the left, and what sifts the page: marks of events, and sources switched on and off.

// ── Timeline ───────────────────────────────────────────────────────────────────────────────────────────────────────

function buildTimeline() {
  const days = document.createDocumentFragment();
  let list = null;
  let day = null;
  for (const event of events) {
    if (list === null || event.day !== day) {
      day = event.day;
      list = el("ol");
      const head = day ? el("h3", { dir: "auto" }, day) : null;
      days.append(el("section", { class: "day" }, head, list));
    }
    list.append(el("li", {}, (entries[event.place] = entryFor(event))));
  }
  $("days").replaceChildren(days);
}

function entryFor(event) {
  const title = event.title || event.id;
  return el(
    "a",
    {
      class: "entry",
      href: address(event),
      title: event.location ? `${title} (${event.location})` : title,
      "data-testid": "entry",
      "data-event": event.id,
      "data-place": event.place,
    },
    el("span", { class: "when" }, event.clock || String(event.place + 1)),
    el("span", spoken({ class: "name" }), title),
    el("span", { class: "signs" }, [...event.marks].filter((name) => name !== "differ").map(signOf)),
    sourceMarks(event),
    event.location ? el("span", spoken({ class: "where" }), event.location) : null,
  );
}

/** A column for each source, so that position as well as colour shows the source; a number if there are too many. */
function sourceMarks(event) {
  const present = new Set(event.versions.filter((v) => v.text && !v.excluded).map((v) => v.source));
  const words = present.size ? `accounts by ${[...present].map((s) => s.short).join(", ")}` : "no account";
  const shown = sources.length <= HUES ? sources : [...present].slice(0, HUES);
  return el(
    "span",
    { class: "source-marks", title: words },
    shown.map((s) => el("i", { "aria-hidden": "true", class: present.has(s) ? "there" : "absent", ...hue(s) })),
    shown.length < present.size ? el("span", { "aria-hidden": "true" }, `+${present.size - shown.length}`) : null,
    unseen(words),
  );
}

function buildMarks() {
  const counts = Object.keys(MARKS).map((name) => [name, events.filter((event) => event.marks.has(name)).length]);
  $("marks").replaceChildren(
    ...counts
      .filter(([, count]) => count)
      .map(([name, count]) =>
        button(
          [
            el("span", { class: "sign", "data-mark": name, "aria-hidden": "true" }, MARKS[name][0]),
            MARKS[name][1],
            el("span", { class: "count" }, String(count)),
          ],
          (press) => {
            const pressed = !state.only.has(name);
            state.only[pressed ? "add" : "delete"](name);
            press.currentTarget.setAttribute("aria-pressed", String(pressed));
            sift();
          },
          { class: "filter", "aria-pressed": "false", "data-mark": name, title: MARKS[name][2] },
        ),
      ),
  );
  $("marks").hidden = !$("marks").childElementCount;
}

/** Leave in the timeline what is asked for: words that were found, marks that were chosen. */
function sift() {
  let left = 0;
  for (const event of events) {
    const kept = (!finding.words.length || event.found) && [...state.only].every((name) => event.marks.has(name));
    entryOf(event).parentElement.hidden = !kept;
    left += kept ? 1 : 0;
  }
  for (const day of $("days").children) day.hidden = !day.querySelector("li:not([hidden])");
  $("timeline-empty").hidden = left > 0;
  $("timeline-toggle").textContent =
    left === events.length ? "Timeline" : `Timeline: ${left} of ${counted(events.length, "event", "events")}`;
}

// ── Sources ────────────────────────────────────────────────────────────────────────────────────────────────────────

function buildSources() {
  const chips = sources.map((source) =>
    button(
      [
        swatch(source),
        el("span", { class: "chip-name", dir: "auto" }, source.short),
        el("span", { class: "count" }, String(source.accounts)),
      ],
      () => {
        source.shown = !source.shown;
        filtered();
      },
      {
        class: "chip",
        "data-testid": "chip",
        "data-source": source.id,
        "aria-pressed": "true",
        title: `${source.name}: ${counted(source.accounts, "account", "accounts")}`,
        ...hue(source),
      },
    ),
  );
  const all = (shown) => () => {
    sources.forEach((source) => (source.shown = shown));
    filtered();
  };
  $("sources").replaceChildren(
    el(
      "span",
      {
        class: "label",
        title: "A source that is switched off is folded in the narrative and left out of the synopsis.",
      },
      "Sources",
    ),
    ...chips,
    ...(sources.length > 2
      ? [
          button("all", all(true), { id: "sources-all", class: "quiet" }),
          button("none", all(false), { id: "sources-none", class: "quiet" }),
        ]
      : []),
    el("span", { id: "sources-note", class: "note", role: "status" }),
  );
}

function filtered() {
  for (const chip of $("sources").querySelectorAll(".chip")) {
    const source = sources.find((s) => s.id === chip.dataset.source);
    chip.setAttribute("aria-pressed", String(source.shown));
  }
  const off = sources.filter((source) => !source.shown).length;
  $("sources-note").textContent = off ? `${off} switched off: folded in the narrative, left out of the synopsis` : "";
  dim();
  if (state.open) showPanel(state.open);
}
