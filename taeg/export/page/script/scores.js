// The view of scores: a table with the best of each column, and bars for each metric.

const scored = () => runs.filter((run) => Object.keys(run.scores).length);

function figure(value, name) {
  if (value === undefined) return "–";
  return name === "characters" ? value.toLocaleString("en") : value.toFixed(3);
}

/** The best value of a metric, where one is better than another. */
function best(name, better) {
  const values = scored()
    .map((run) => run.scores[name])
    .filter((value) => value !== undefined);
  if (!better || values.length < 2) return undefined;
  const found = better > 0 ? Math.max(...values) : Math.min(...values);
  return values.every((value) => value === found) ? undefined : found;
}

function buildScores() {
  const view = $("view-scores");
  if (!scored().length) {
    view.replaceChildren(
      el(
        "div",
        { class: "sheet" },
        el("h2", {}, "Scores"),
        el("p", {}, "This corpus has a reference, and no run has been scored against it yet. To score them: "),
        el("pre", { id: "scores-hint" }, el("code", {}, "taeg evaluate")),
        el("p", {}, "Then export the page again."),
      ),
    );
    return;
  }
  view.replaceChildren(
    el(
      "div",
      { class: "sheet wide" },
      el("h2", {}, "Scores"),
      el(
        "p",
        {},
        "How near each run comes to the reference consolidation, and what it keeps. ",
        el("span", { class: "best" }, "★ best"),
        " marks the best value of a column, where one is better than another.",
      ),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of scores" }, scoreTable()),
      el("h2", {}, "Metrics, one by one"),
      el("div", { class: "plots" }, book.metrics.map(plot)),
    ),
  );
}

function scoreTable() {
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "run"),
    book.metrics.map(([, label, , words]) => el("th", { scope: "col", title: words }, label)),
  );
  const bests = new Map(book.metrics.map(([name, , better]) => [name, best(name, better)]));
  const rows = scored().map((run) =>
    el(
      "tr",
      { class: run === state.run ? "now" : undefined },
      el("th", { scope: "row", dir: "auto" }, run.id),
      book.metrics.map(([name]) => {
        const value = run.scores[name];
        const top = value !== undefined && value === bests.get(name);
        return el(
          "td",
          { class: top ? "best" : undefined },
          top ? [el("span", { "aria-hidden": "true" }, "★ "), unseen("best: ")] : null,
          figure(value, name),
        );
      }),
    ),
  );
  return el(
    "table",
    { id: "scores-table", "data-testid": "scores-table" },
    el("thead", {}, head),
    el("tbody", {}, rows),
  );
}

/** Bars of one metric, the run with most on top. */
function plot([name, label, better, explained]) {
  const rows = scored()
    .filter((run) => run.scores[name] !== undefined)
    .sort((a, b) => (better < 0 ? 1 : -1) * (a.scores[name] - b.scores[name]));
  const most = Math.max(...rows.map((run) => Math.abs(run.scores[name])), name === "characters" ? 1 : 1e-9);
  const scale = name === "characters" ? most : Math.max(1, most);
  const top = best(name, better);
  const [bar, width] = [22, 220];
  const drawn = svg(
    "svg",
    {
      viewBox: `0 0 ${width + 210} ${rows.length * bar}`,
      role: "img",
      "aria-label": `${label}: ${rows.map((run) => `${run.id} ${figure(run.scores[name], name)}`).join(", ")}`,
    },
    rows.map((run, i) =>
      svg(
        "g",
        { class: run.scores[name] === top ? "top" : undefined, transform: `translate(0 ${i * bar})` },
        svg("text", { x: 138, y: 15, "text-anchor": "end" }, run.id.length > 20 ? `${run.id.slice(0, 19)}…` : run.id),
        svg("rect", {
          class: "bar",
          x: 146,
          y: 5,
          height: 12,
          rx: 2,
          width: Math.max(1, (Math.abs(run.scores[name]) / scale) * width),
        }),
        svg(
          "text",
          { class: "value", x: 152 + (Math.abs(run.scores[name]) / scale) * width, y: 15 },
          figure(run.scores[name], name),
        ),
      ),
    ),
  );
  return el("figure", { class: "plot" }, el("figcaption", {}, el("b", {}, label), " ", explained), drawn);
}
