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
    ["Language", languageName(book.language)],
    ["Profile", book.profile],
    ["Timeline", book.timeline],
    ["Digest", el("code", {}, book.digest)],
    ["Made by", book.program],
  ].filter(([, value]) => value);
  const signatures = new Set(runs.map((run) => run.signature));
  $("view-about").replaceChildren(
    el(
      "div",
      { class: "sheet about" },
      el("h2", {}, "This book"),
      el(
        "dl",
        {},
        facts.map(([name, value]) => [el("dt", {}, name), el("dd", { dir: "auto" }, value)]),
      ),
      el("h2", {}, "Where the texts come from"),
      table(
        ["source", "read from", "cited, e.g.", "author", "date", "accounts"],
        sources.map((s) => [
          [swatch(s), s.name, s.name === s.id ? null : [" ", el("span", { class: "run-id" }, s.id)]],
          s.files.join(", "),
          s.cited.length > 30 ? s.cited : s.cited && el("span", { class: "unbroken" }, s.cited),
          s.author,
          s.date && el("span", { class: "unbroken" }, s.date),
          String(s.accounts),
        ]),
      ),
      el("h2", {}, "Runs"),
      table(
        ["run", "parameters", "made", signatures.size > 1 ? "with" : ""],
        runs.map((run) => [
          [
            sameName(run) ? run.id : [run.title, " ", el("span", { class: "run-id" }, run.id)],
            run.others ? el("span", { class: "fine", "data-testid": "left-out" }, ` ${leftOut(run)}`) : null,
          ],
          parameters(run),
          el("span", { class: "unbroken" }, run.created),
          signatures.size > 1 ? el("span", { class: "fine" }, run.signature) : "",
        ]),
      ),
      signatures.size > 1 ? null : el("p", { class: "fine" }, `Signature of all runs: ${[...signatures][0]}.`),
      list("Order disagreements", book.contradictions, "None: every source has its events in the order of the timeline."),
      list("Corrections by the editor", book.corrections, "None."),
      book.misfits.length ? list("Corrections that do not fit", book.misfits, "") : null,
      book.notes.length ? list("Notes on the corpus", book.notes, "") : null,
    ),
  );
}

function languageName(code) {
  if (!code) return "not known";
  try {
    const name = new Intl.DisplayNames("en", { type: "language" }).of(code);
    return name === code ? code : `${name} (${code})`;
  } catch {
    return code; // not a code that the browser knows
  }
}

/** Runs by chance are many and say little one by one; the first stands for all. */
const leftOut = (run) => `and ${counted(run.others, "run with another seed", "runs with other seeds")}, left out here`;

const parameters = (run) =>
  Object.entries(run.parameters)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

/** A table without the columns that are empty in all rows. */
function table(head, rows) {
  const filled = head.map((_, i) => rows.some((row) => [row[i]].flat(Infinity).some(Boolean)));
  const kept = (cells) => cells.filter((_, i) => filled[i]);
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
          kept(head).map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(kept).map(([first, ...cells]) =>
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
