// The help and the keyboard shortcuts.

// ── Help ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const KEYS = [
  [["j", "k"], "next, previous event; ↓ and ↑ too, in the timeline"],
  [["Enter", "o"], "open the accounts of the event side by side"],
  [["Esc"], "close them, or leave the find box"],
  [["/"], "find: the narrative moves to the first match; words in “quotes” are one phrase"],
  [["n", "p"], "next, previous match"],
  [["s", "S"], "next, previous sentence, with its source"],
  [["m"], "mark words of accounts, or not"],
  [["f"], "fold or unfold all notes of a fused narrative; Enter on a sentence leads to its account"],
  [["r"], "show the narrative of the next run"],
  [["?"], "this help"],
];

function buildHelp() {
  const keys = el("input", { type: "checkbox", id: "keys-on" });
  keys.checked = memory.get("keys") !== "off";
  keys.addEventListener("change", () => memory.set("keys", keys.checked ? "on" : "off"));
  $("help").replaceChildren(
    el("h2", { id: "help-title", tabindex: "-1" }, "How to read this page"),
    el(
      "p",
      {},
      "On the left are the events in order, on the right a narrative. Each passage has its source and citation; select an event to see all its accounts side by side. “Narrative” changes the run, that is, the rule by which an account is chosen for each event.",
    ),
    el(
      "dl",
      { class: "signs" },
      Object.values(MARKS).map(([shape, , words]) => [
        el("dt", {}, el("span", { class: "sign" }, shape)),
        el("dd", {}, words),
      ]),
    ),
    el("h3", {}, "Keys"),
    el(
      "dl",
      { class: "keys" },
      KEYS.map(([names, does]) => [
        el(
          "dt",
          {},
          names.map((name) => el("kbd", {}, name)),
        ),
        el("dd", {}, does),
      ]),
    ),
    el("p", {}, el("label", {}, keys, " Letters work as keys")),
    button("Close", () => $("help").close(), { id: "help-close" }),
  );
}

// ── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const ACTS = {
  j: () => goTo(neighbour(1)),
  k: () => goTo(neighbour(-1)),
  o: () => state.current && open(state.current),
  "/": () => {
    showTab("narrative");
    $("find").focus();
    $("find").select();
  },
  n: () => stepMatch(1),
  p: () => stepMatch(-1),
  s: () => stepSentence(1),
  S: () => stepSentence(-1),
  m: () => state.open && $("panel-marks").click(),
  f: () => !$("notes-toggle").hidden && $("notes-toggle").click(),
  r: () => chooseRun(runs[(runs.indexOf(state.run) + 1) % runs.length]),
  "?": () => $("help").showModal(),
};

function goTo(event) {
  if (!event) return;
  const inTimeline = $("timeline").contains(document.activeElement);
  choose(event);
  if (inTimeline && !state.open) entryOf(event).focus({ preventScroll: true });
}

const typing = (target) => target.matches("input:not([type=checkbox]), select, textarea");

function pressed(press) {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || $("help").open) return;
  if (press.key === "Escape") leave(press);
  else if (typing(press.target)) findKeys(press);
  else if ($("timeline").contains(press.target) && ["ArrowDown", "ArrowUp"].includes(press.key)) arrows(press);
  else if (press.key === "Enter" && state.run.fused && press.target.matches(".s")) showSentence(press.target);
  else if (press.key === "Enter" && opens(press.target)) open(state.current);
  else if ($("keys-on").checked && Object.hasOwn(ACTS, press.key)) act(press);
}

const opens = (target) => state.current && !$("view-narrative").hidden && !target.closest("a, button, summary");

/** Letters mean something in the narrative alone; two of them everywhere. */
function act(press) {
  if ($("view-narrative").hidden && !"/?".includes(press.key)) return;
  press.preventDefault();
  ACTS[press.key]();
}

function arrows(press) {
  press.preventDefault();
  if (press.target.dataset.place) markCurrent(events[press.target.dataset.place], false);
  goTo(neighbour(press.key === "ArrowDown" ? 1 : -1));
}

function leave(press) {
  if (press.target !== $("find")) return close();
  $("find").value = "";
  find.now();
  return $("find").blur();
}

function findKeys(press) {
  if (press.target !== $("find") || press.key !== "Enter") return;
  press.preventDefault();
  const fresh = find.now(); // the search itself goes to the first match
  if (!fresh || finding.waiting) stepMatch(press.shiftKey ? -1 : 1);
  $("find").focus();
}
