// The view about the book itself: contents, sources, runs and corrections.

function buildAbout() {
  const list = (title, lines, empty) => [
    el("h2", {}, title),
    lines.length
      ? el(
          "ul",
          {},
          lines.map((line) => el("li", { dir: "auto" }, line)),
        )
      : el("p", { class: "fine" }, empty),
  ];
  const facts = [
    ["Title", book.title],
    ["Corpus", book.corpus],
    ["Licence", book.licence || "not given"],
    ["Language", book.language || "not known"],
    ["Profile", book.profile],
    ["Digest", el("code", {}, book.digest)],
    ["Timeline", book.timeline],
    ["Made by", book.program],
    [
      "Holds",
      `${counted(events.length, "event", "events")}, ${counted(sources.length, "source", "sources")}, ${counted(versions.length, "account", "accounts")}, ${counted(runs.length, "run", "runs")}`,
    ],
  ].filter(([, value]) => value);
  $("view-about").replaceChildren(
    el(
      "div",
      { class: "sheet" },
      el("h2", {}, "This book"),
      el(
        "dl",
        {},
        facts.map(([name, value]) => [el("dt", {}, name), el("dd", { dir: "auto" }, value)]),
      ),
      el("h2", {}, "Sources"),
      table(
        ["source", "author", "date", "accounts"],
        sources.map((s) => [
          [swatch(s), s.name, s.name === s.id ? "" : el("code", {}, ` ${s.id}`)],
          s.author || "–",
          el("span", { class: "date" }, s.date || "–"),
          String(s.accounts),
        ]),
      ),
      el("h2", {}, "Runs"),
      table(
        ["run", "strategy", "parameters", "made"],
        runs.map((run) => [
          [run.id, run.others ? el("span", { class: "fine", "data-testid": "left-out" }, ` ${leftOut(run)}`) : null],
          run.strategy,
          parameters(run),
          [run.created, " ", el("span", { class: "fine" }, run.signature)],
        ]),
      ),
      list("Order disagreements", book.contradictions, "None: every source has its events in the order of the timeline."),
      list("Corrections by the editor", book.corrections, "None."),
      book.misfits.length ? list("Corrections that do not fit", book.misfits, "") : null,
      book.notes.length ? list("Notes of the reader", book.notes, "") : null,
    ),
  );
}

/** Runs by chance are many and say little one by one; the first stands for all. */
const leftOut = (run) => `and ${counted(run.others, "run with another seed", "runs with other seeds")}, left out here`;

const parameters = (run) =>
  Object.entries(run.parameters)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name} ${value}`)
    .join(", ") || "–";

function table(head, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${head[0]}` },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(([first, ...cells]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", dir: "auto" }, first),
            cells.map((cell) => el("td", { dir: "auto" }, cell)),
          ),
        ),
      ),
    ),
  );
}
