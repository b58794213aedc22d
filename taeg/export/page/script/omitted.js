// The view of coverage: for a fused run, how much of each source is in the narrative, and what is not and why.

const PORTIONS = [
  ["base", "in the base accounts"],
  ["inline", "inserted"],
  ["note", "in notes"],
  ["contested", "in notes on contested facts"],
  ["told", "told already by others"],
  ["left", "left out"],
];
const TOLD = 0;
const REASONS = [
  ["told already", "What it says is told by the narrative, in this event or an earlier one."],
  ["excluded", "The editor has excluded the account."],
  ["not certain", "It has words that are nowhere in the narrative, but not enough to be certain that it adds something."],
  ["adds little", "What it adds is less than a note must add."],
];
const BATCH = 100; // rows that are added at once

const isShown = (kept) => PORTIONS.map(([kind], i) => kind !== "contested" || kept.some((lengths) => lengths[i]));

function buildCoverage() {
  const { kept, omitted } = state.run.fused;
  const shown = PORTIONS.filter((_, i) => isShown(kept)[i]);
  $("view-coverage").replaceChildren(
    el(
      "div",
      { class: "sheet about" },
      el("h2", {}, "How much of each source is in the narrative"),
      el("p", {}, `By length of text, in the narrative “${runName(state.run)}”.`),
      el(
        "ul",
        { class: "portions", "aria-label": "Colours of the bars" },
        shown.map(([kind, words]) => el("li", {}, el("i", { class: `portion ${kind}`, "aria-hidden": "true" }), words)),
      ),
      coverageTable(kept),
      el("h2", { id: "omitted-title" }, "What is not in it"),
      omitted.length ? omittedList(omitted) : el("p", {}, "Everything that the sources tell is in the narrative."),
    ),
  );
}

function coverageTable(kept) {
  const shown = isShown(kept);
  const rows = sources.map((source) => {
    const lengths = kept[source.place];
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const share = (length) => (total ? `${Math.round((100 * length) / total)} %` : "–");
    return el(
      "tr",
      { "data-testid": "coverage", "data-source": source.id, ...hue(source) },
      el("th", { scope: "row" }, swatch(source), el("span", { dir: "auto" }, source.name)),
      el("td", {}, coverageBar(lengths, total)),
      lengths.filter((_, i) => shown[i]).map((length) => el("td", { class: "number" }, share(length))),
    );
  });
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of coverage" },
    el(
      "table",
      { id: "coverage-table" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "source"),
          el("td", {}),
          PORTIONS.filter((_, i) => shown[i]).map(([, words]) => el("th", { scope: "col" }, words)),
        ),
      ),
      el("tbody", {}, rows),
    ),
  );
}

/** The figures stand beside it, so the drawing says nothing to those who do not see it. */
function coverageBar(lengths, total) {
  const bar = el("span", { class: "stack", "aria-hidden": "true" });
  PORTIONS.forEach(([kind], i) => {
    if (!lengths[i]) return;
    const portion = el("i", { class: `portion ${kind}` });
    portion.style.inlineSize = `${(100 * lengths[i]) / total}%`;
    bar.append(portion);
  });
  return bar;
}

// ── What is not in it ──────────────────────────────────────────────────────────────────────────────────────────────

function omittedList(omitted) {
  const list = el("ol", { class: "omitted", "data-testid": "omitted", "aria-labelledby": "omitted-title" });
  const count = el("p", { class: "fine", role: "status", "data-testid": "omitted-count" });
  const more = button("Show more", () => add(true), { class: "more", "data-testid": "omitted-more" });
  const bySource = grouped(omitted, (row) => versions[row[0]].source);
  const source = choice("Source", "omitted-source", [
    ["", `all sources (${omitted.length.toLocaleString("en")})`],
    ...sources.filter((s) => bySource.has(s)).map((s) => [s.place, `${s.name} (${bySource.get(s).length})`]),
  ]);
  const reason = choice("Reason", "omitted-reason", [
    ["", "any reason"],
    ...REASONS.map(([words], i) => [i, words]).filter(([i]) => omitted.some((row) => row[3] === i)),
  ]);
  let rows = [];
  let shown = 0;
  const add = (focus) => {
    const first = rows.slice(shown, shown + BATCH).map(omittedRow);
    list.append(...first);
    shown += first.length;
    more.hidden = shown >= rows.length;
    if (focus && first.length) first[0].querySelector("button").focus();
  };
  const sift = () => {
    const [place, kind] = [source.select.value, reason.select.value];
    rows = place === "" ? omitted : bySource.get(sources[Number(place)]) || [];
    if (kind !== "") rows = rows.filter((row) => row[3] === Number(kind));
    shown = 0;
    list.replaceChildren();
    count.textContent = `${counted(rows.length, "sentence or part of one", "sentences or parts of one")}`;
    add(false);
  };
  // the next rows come when the end of the list is near
  new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && !more.hidden && add(false), {
    rootMargin: "50% 0px",
  }).observe(more);
  for (const { select } of [source, reason]) select.addEventListener("change", sift);
  sift();
  return [el("div", { class: "row filters" }, source.field, reason.field), count, list, more];
}

function choice(label, id, options) {
  const select = el(
    "select",
    { id },
    options.map(([value, words]) => el("option", { value }, words)),
  );
  return { select, field: el("label", { class: "field", for: id }, el("span", {}, label), " ", select) };
}

function omittedRow([place, start, end, kind, teller, from, to]) {
  const version = versions[place];
  const [words, explanation] = REASONS[kind];
  const by = versions[teller];
  return el(
    "li",
    { "data-testid": "omitted-row", "data-version": version.id, "data-reason": words, ...hue(version.source) },
    el("p", spoken({ class: "words" }), version.text.slice(start, end)),
    el(
      "p",
      { class: "fine" },
      placeLink(version, start, end),
      " · ",
      el("span", spoken(), version.event.title || version.event.id),
      " · ",
      by
        ? [`${words} by `, placeLink(by, from, to)]
        : el("span", { title: explanation }, kind === TOLD ? `${words} in an earlier event` : words),
    ),
  );
}

/** The citation of a part of an account, which leads to it. */
function placeLink(version, start, end) {
  const { source, reference } = version;
  return button([swatch(source), el("cite", spoken(), attribution(source, reference))], () => showPlace(version, start, end), {
    class: "place",
  });
}
