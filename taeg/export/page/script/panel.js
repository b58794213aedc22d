// The synopsis of an event: the panel with its head, its tools and its columns. What stands in a column: accounts.js.

const LEGEND = [
  ["shared-2", "matched in every account"],
  ["shared-1", "matched in some others"],
  ["shared-0", "matched in no other"], // shared-3, function words between others, has no style
];

function showPanel(event) {
  const focused =
    document.activeElement && $("panel").contains(document.activeElement) ? document.activeElement.id : "";
  const shown = event.versions.filter((v) => v.source.shown);
  const hidden = event.versions.length - shown.length;
  $("panel").replaceChildren(
    panelHead(event),
    el(
      "div",
      {
        class: "columns",
        id: "panel-columns",
        "data-testid": "columns",
        tabindex: "0",
        role: "group",
        "aria-label": "Accounts side by side",
      },
      shown.map((version) => account(version, event)),
      event.reference ? referenceColumn(event) : null,
      event.versions.length ? null : el("p", { class: "no-account" }, "No account of this event."),
    ),
    hidden
      ? el(
          "p",
          { class: "hidden-note" },
          `${counted(hidden, "account is", "accounts are")} left out, because the source is switched off.`,
        )
      : "",
  );
  plainly(event);
  $("panel").hidden = false;
  document.body.classList.add("opened");
  document.body.classList.toggle("tall", state.tall);
  if (focused && $(focused)) $(focused).focus({ preventScroll: true });
}

function panelHead(event) {
  const day = event.when.startsWith(event.day) ? "" : event.day;
  const where = [day, event.when, event.location].filter(Boolean).join(" · ");
  const previous = events[event.place - 1];
  const next = events[event.place + 1];
  return el(
    "header",
    { class: "panel-head" },
    el(
      "div",
      { class: "panel-bar" },
      el("h2", spoken({ id: "panel-title", tabindex: "-1" }), event.title || event.id),
      el(
        "div",
        { class: "panel-tools" },
        button("← Previous", () => previous && open(previous, { replace: true, focus: false }), {
          id: "panel-previous",
          disabled: !previous,
          title: "Previous event (k)",
        }),
        button("Next →", () => next && open(next, { replace: true, focus: false }), {
          id: "panel-next",
          disabled: !next,
          title: "Next event (j)",
        }),
        button("Copy link", (press) => copy(location.href.split("#")[0] + address(event), press.currentTarget), {
          id: "panel-link",
          title: "Copy the address of this event in this narrative",
        }),
        button(state.tall ? "Half height" : "Full height", toggleTall, {
          id: "panel-tall",
          "aria-pressed": String(state.tall),
        }),
        button("Close ✕", close, { id: "panel-close", title: "Close (Esc)" }),
      ),
    ),
    el(
      "div",
      { class: "panel-bar" },
      el(
        "div",
        {},
        el(
          "p",
          { class: "fine" },
          el("span", { dir: "auto" }, where),
          where ? " · " : "",
          `event ${event.place + 1} of ${events.length} · id `,
          el("code", { dir: "auto" }, event.id),
          [...event.marks].map((name) => el("span", { class: "badge" }, MARKS[name][1])),
        ),
        el("p", { class: "fine", dir: "auto" }, narratedHere(event)),
      ),
      el(
        "ul",
        { class: "legend", id: "legend", "data-testid": "legend", "aria-label": "How words are marked" },
        LEGEND.map(([kind, words]) => el("li", {}, el("span", { class: kind }, words))),
        tiers.filter((_, i) => clashesOf(event).some((side) => side.fact.tier === i)).map((tier) =>
          el("li", { class: "lasting" }, el("span", { class: `clash ${tier}` }, `contested, ${tier}`)),
        ),
        el(
          "li",
          {},
          button("Mark words", toggleMarking, {
            id: "panel-marks",
            "aria-pressed": String(state.marking),
            title: "Mark words that accounts share (m)",
          }),
        ),
      ),
    ),
    event.edits.map((edit) =>
      el("p", { class: "edit" }, el("span", { "aria-hidden": "true" }, "✎ "), el("span", { dir: "auto" }, edit)),
    ),
  );
}

/** How many tell the event, and whom of them this narrative follows: that column may be out of sight. */
function narratedHere(event) {
  const narrated = event.versions.filter((v) => v.chosenBy.includes(state.run) || v.quotedBy.has(state.run));
  const whom = narrated.map((v) => attribution(v.source, v.reference)).join("; ");
  return `${counted(event.versions.length, "account", "accounts")}${whom ? `; this narrative uses ${whom}` : ""}`;
}

function toggleMarking(press) {
  state.marking = !state.marking;
  press.currentTarget.setAttribute("aria-pressed", String(state.marking));
  plainly(state.open);
}

/** Words are not marked if marks are off or there is nothing to compare. */
function plainly(event) {
  const single = event.versions.filter((v) => v.text).length < 2;
  $("panel").classList.toggle("plainly", single || !state.marking);
  $("panel").classList.toggle("single", single);
}

function toggleTall() {
  state.tall = !state.tall;
  showPanel(state.open);
}
