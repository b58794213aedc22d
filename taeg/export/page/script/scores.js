// The view of scores: a table with a star where the significance tests say so, and bars for each metric.

const scored = () => runs.filter((run) => Object.keys(run.scores).length);

/** Ties go to the even digit, as in the report: 0.3125 is 0.312. */
const decimals = new Intl.NumberFormat("en", {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  roundingMode: "halfEven",
});

function figure(value, name) {
  if (value === undefined) return "–";
  return name === "characters" ? Math.round(value).toLocaleString("en") : decimals.format(value);
}

/** A run of a table: its name in words with its id below; a group of random runs has no seed. */
function runCell(run) {
  const id = run.others ? `${run.strategy}, mean of ${run.others + 1} seeds` : run.id;
  return sameName(run) && !run.others ? run.id : [run.title, " ", el("span", { class: "run-id" }, id)];
}

function buildScores() {
  const sheet = el("div", { class: "sheet wide" }, el("h2", {}, "Scores"));
  if (scored().length) {
    sheet.append(
      el("p", {}, "How near each run comes to the reference consolidation, and what it keeps."),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of scores" }, scoreTable()),
      el("ul", { class: "fine", "data-testid": "scores-notes" }, scoreNotes().map((words) => el("li", {}, words))),
      el("h2", {}, "Metrics, one by one"),
      el("div", { class: "plots" }, book.metrics.map(plot)),
    );
  } else {
    sheet.append(
      el("p", {}, "This corpus has a reference, and no run has been scored against it yet. To score them: "),
      el("pre", { id: "scores-hint" }, el("code", {}, "taeg evaluate")),
      el("p", {}, "Then export the page again."),
    );
  }
  $("view-scores").replaceChildren(sheet);
}

function scoreNotes() {
  return [
    scored().some((run) => run.superior.size) &&
      "★ significantly better than every baseline it was compared with (the longest account, a random account): paired tests over events, p < .05 after Holm’s correction.",
    scored().some((run) => run.others) && "± is the standard deviation over the random runs.",
    book.zeros.length && `Not shown, because it is 0 in every run: ${book.zeros.join(", ")}.`,
  ].filter(Boolean);
}

function scoreTable() {
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "run"),
    book.metrics.map(([, label, , words]) => el("th", { scope: "col", title: words }, label)),
  );
  const rows = scored().map((run) =>
    el(
      "tr",
      { class: run === state.run ? "now" : undefined },
      el("th", { scope: "row", dir: "auto" }, runCell(run), run === state.run ? unseen(" (the narrative shown)") : null),
      book.metrics.map(([name]) => el("td", {}, scoreCell(run, name))),
    ),
  );
  return el(
    "table",
    { id: "scores-table", "data-testid": "scores-table" },
    el("thead", {}, head),
    el("tbody", {}, rows),
  );
}

function scoreCell(run, name) {
  const star = run.superior.has(name);
  return [
    star ? el("span", { class: "star", "aria-hidden": "true" }, "★ ") : null,
    el("span", { class: star ? "superior" : undefined }, figure(run.scores[name], name)),
    star ? unseen(" significantly better than the baselines") : null,
    run.spread[name] === undefined ? null : el("span", { class: "spread" }, ` ± ${figure(run.spread[name], name)}`),
  ];
}

/** Bars of one metric, the best run on top; the narrative that is shown stands out. */
function plot([name, label, better, explained]) {
  const rows = scored()
    .filter((run) => run.scores[name] !== undefined)
    .sort((a, b) => (better < 0 ? 1 : -1) * (a.scores[name] - b.scores[name]));
  const most = Math.max(...rows.map((run) => Math.abs(run.scores[name])));
  const scale = name === "characters" ? most : Math.max(1, most);
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", {}, el("b", {}, label), " ", explained),
    el(
      "ol",
      { class: "bars" },
      rows.map((run) => {
        const bar = el("i", { class: "bar" });
        bar.style.inlineSize = `${(100 * Math.abs(run.scores[name])) / scale}%`;
        return el(
          "li",
          { class: run === state.run ? "now" : undefined },
          el("span", { class: "label", dir: "auto", title: run.id }, sameName(run) ? run.id : run.title),
          el("span", { class: "track", "aria-hidden": "true" }, bar),
          el("span", { class: "value" }, figure(run.scores[name], name)),
        );
      }),
    ),
  );
}
