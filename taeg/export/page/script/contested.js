// The view of contested facts: a table of facts by sources, corrections of accounts, and copies.

const FACTS = 100; // rows that are added at once
const WORDS = 80; // characters of the words that are shown below a value
const factTable = { rows: [], shown: 0, elements: new Map(), body: null, event: null };

function buildContested() {
  const { amendments, copies } = book.contested;
  $("view-contested").replaceChildren(
    el(
      "div",
      { class: "sheet wide" },
      el("h2", { id: "contested-title" }, "Contested facts"),
      facts.length
        ? [
            el(
              "p",
              {},
              "What accounts of one event say differently, as far as it was found; not every difference is. A confident finding is seldom wrong; a possible one needs to be checked. Select a value to see its words in the account.",
            ),
            book.decide
              ? el(
                  "p",
                  {},
                  "Decisions are kept as corrections: ",
                  el("code", {}, "taeg corrections"),
                  " lists them, ",
                  el("code", {}, "taeg correct undo"),
                  " takes one back.",
                )
              : null,
            ...factsView(),
          ]
        : el("p", {}, "No contested facts were found."),
      amendments.length
        ? [el("h2", {}, "Corrections by the accounts themselves"), batched(amendments, amendmentRow)]
        : null,
      copies.length ? [el("h2", {}, "Accounts that repeat others"), batched(copies, copyRow)] : null,
    ),
  );
}

// ── The table ──────────────────────────────────────────────────────────────────────────────────────────────────────

function factsView() {
  const used = new Set(facts.flatMap((fact) => fact.sides.map((side) => side.version.source)));
  const columns = sources.filter((source) => used.has(source));
  const counts = (key) => [...grouped(facts, key)].sort(([a], [b]) => a - b);
  const kind = choice("Kind", "contested-kind", [
    ["", `all kinds (${facts.length.toLocaleString("en")})`],
    ...counts((fact) => fact.kind).map(([i, found]) => [i, `${kinds[i]} (${found.length})`]),
  ]);
  const tier = choice("Finding", "contested-tier", [
    ["", "confident or possible"],
    ...counts((fact) => fact.tier).map(([i, found]) => [i, `${tiers[i]} (${found.length})`]),
  ]);
  const count = el("p", { class: "fine", role: "status", "data-testid": "facts-count" });
  const more = button("Show more", () => addFacts(columns, true), {
    class: "more",
    id: "facts-more",
    "data-testid": "facts-more",
  });
  const table = el("table", { id: "facts-table", role: "table", "aria-labelledby": "contested-title" }, factsHead(columns));
  const sift = () => {
    const fits = ({ select }, value) => select.value === "" || Number(select.value) === value;
    factTable.rows = facts.filter((fact) => fits(kind, fact.kind) && fits(tier, fact.tier));
    Object.assign(factTable, { shown: 0, body: null, event: null });
    factTable.elements.clear();
    for (const body of [...table.tBodies]) body.remove();
    count.textContent = counted(factTable.rows.length, "fact", "facts");
    addFacts(columns, false);
  };
  Object.assign(factTable, { table, more, columns, sift, selects: [kind.select, tier.select] });
  // the next rows come when the end of the table is near
  new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && !more.hidden && addFacts(columns, false), {
    rootMargin: "50% 0px",
  }).observe(more);
  for (const select of factTable.selects) select.addEventListener("change", sift);
  sift();
  return [
    el("div", { class: "row filters" }, kind.field, tier.field),
    count,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of contested facts" }, table),
    more,
  ];
}

function factsHead(columns) {
  return el(
    "thead",
    { role: "rowgroup" },
    el(
      "tr",
      { role: "row" },
      el("th", { scope: "col", role: "columnheader" }, "fact"),
      columns.map((source) =>
        el("th", { scope: "col", role: "columnheader", title: source.name }, swatch(source), columnName(source)),
      ),
    ),
  );
}

const columnName = (source) => el("span", { dir: "auto" }, speakers[source.place]);

/** Append the next rows, those of an event under its title. */
function addFacts(columns, focus) {
  const next = factTable.rows.slice(factTable.shown, factTable.shown + FACTS);
  for (const fact of next) {
    if (fact.event !== factTable.event) {
      factTable.event = fact.event;
      factTable.body = el("tbody", { role: "rowgroup" }, eventRow(fact.event, columns.length + 1));
      factTable.table.append(factTable.body);
    }
    const row = factRow(fact, columns);
    factTable.elements.set(fact, row);
    factTable.body.append(row);
  }
  factTable.shown += next.length;
  factTable.more.hidden = factTable.shown >= factTable.rows.length;
  if (focus && next.length) factTable.elements.get(next[0]).querySelector("button").focus();
}

function eventRow(event, width) {
  const open = button(el("span", spoken(), event.title || event.id), () => openFrom(event), {
    class: "place",
    title: "Show the accounts of this event side by side",
  });
  return el(
    "tr",
    { class: "event-row", role: "row" },
    el("th", { scope: "rowgroup", colspan: width, role: "rowheader", "aria-colspan": width }, `${event.place + 1}. `, open),
  );
}

function factRow(fact, columns) {
  const bySource = grouped(fact.sides, (side) => side.version.source);
  const said = verdict(fact);
  return el(
    "tr",
    { role: "row", "data-testid": "fact", "data-fact": fact.id, "data-tier": tiers[fact.tier] },
    el(
      "th",
      { scope: "row", role: "rowheader", tabindex: "-1" },
      el("span", { class: "fact-name", dir: "auto" }, fact.key || kinds[fact.kind]),
      el("span", { class: "fine" }, fact.key ? `${kinds[fact.kind]} · ` : "", tierBadge(fact)),
      said ? el("span", { class: "fine verdict", dir: "auto", "data-testid": "verdict" }, said) : null,
      deciding(fact),
    ),
    columns.map((source) => sidesCell(source, bySource.get(source) || [])),
  );
}

const tierBadge = (fact) => el("span", { class: `tier ${tiers[fact.tier]}`, title: fact.rule }, tiers[fact.tier]);

function sidesCell(source, sides) {
  return el(
    "td",
    { role: "cell", class: sides.length ? "" : "none" },
    sides.length ? el("span", { class: "cell-source", "aria-hidden": "true" }, swatch(source), columnName(source)) : null,
    sides.map(sideElement),
  );
}

/** A value that leads to its words, with remarks. */
function sideElement(side) {
  const { version, start, end, value, remarks, preferred } = side;
  const where = attribution(version.source, version.reference);
  const words = version.text.slice(start, end);
  const differ = fold(words) !== fold(value);
  return el(
    "span",
    { class: `said${preferred ? " preferred" : ""}`, "data-testid": "side", ...hue(version.source) },
    button(
      [preferred ? el("span", { "aria-hidden": "true" }, "★ ") : null, el("span", spoken(), value), preferred ? unseen(" (preferred)") : null],
      () => showPlace(version, start, end),
      { class: "place value", title: `“${words}”, ${where}` },
    ),
    remarks.map((name) => [" ", el("span", { class: `remark ${name}` }, name)]),
    differ ? el("span", spoken({ class: "fine" }), `“${words.length > WORDS ? `${words.slice(0, WORDS)}…` : words}”`) : null,
  );
}

// ── Below the table ────────────────────────────────────────────────────────────────────────────────────────────────

/** A list that shows its next items when they are asked for. */
function batched(rows, make) {
  const list = el("ol", { class: "omitted", "data-testid": "found-list" });
  let shown = 0;
  const add = (focus) => {
    const items = rows.slice(shown, shown + FACTS).map(make);
    list.append(...items);
    shown += items.length;
    more.hidden = shown >= rows.length;
    if (focus && items.length) items[0].querySelector("button").focus();
  };
  const more = button("Show more", () => add(true), { class: "more" });
  add(false);
  return [list, more];
}

function amendmentRow([place, start, end, amended, first, last, before, after]) {
  const [version, of] = [versions[place], versions[amended]];
  const old = before || of.text.slice(first, last);
  return el(
    "li",
    { "data-testid": "amendment", ...hue(version.source) },
    el("p", spoken({ class: "words" }), version.text.slice(start, end)),
    el(
      "p",
      { class: "fine" },
      placeLink(version, start, end),
      after ? " corrects " : " withdraws ",
      el("q", spoken(), old),
      after ? [" to ", el("q", spoken(), after)] : null,
      of === version ? null : [" of ", placeLink(of, first, last)],
    ),
  );
}

function copyRow([copied, original, share]) {
  const [version, from] = [versions[copied], versions[original]];
  return el(
    "li",
    { "data-testid": "repetition", ...hue(version.source) },
    el(
      "p",
      {},
      placeLink(version, 0, 0),
      `: ${Math.round(100 * share)} % of its wording is in `,
      placeLink(from, 0, 0),
      " · ",
      el("span", spoken(), version.event.title || version.event.id),
    ),
  );
}

// ── Ways to and from the table ─────────────────────────────────────────────────────────────────────────────────────

/** Show a fact in the table, with all filters off if they hide it. */
function showFact(fact) {
  showTab("contested");
  if (!factTable.rows.includes(fact)) {
    for (const select of factTable.selects) select.value = "";
    factTable.sift();
  }
  while (!factTable.elements.has(fact)) addFacts(factTable.columns, false);
  for (const row of factTable.table.querySelectorAll(".now")) row.classList.remove("now");
  const row = factTable.elements.get(fact);
  row.classList.add("now");
  row.scrollIntoView({ block: "center" });
  row.querySelector("th").focus({ preventScroll: true });
  announce(`Contested: ${fact.name}`);
}

function openFrom(event) {
  const from = document.activeElement;
  showTab("narrative");
  open(event, { replace: Boolean(state.open) });
  state.opener = from;
}

/** What a person can decide about a fact, where the page may write. */
const deciding = (fact) => (book.decide ? decisions(fact) : null);
