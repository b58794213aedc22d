// The start: tabs and theme, what listens to what, and the first look at the address. Comes last.

// ── Tabs and theme ─────────────────────────────────────────────────────────────────────────────────────────────────

const TABS = ["narrative", "coverage", "contested", "scores", "about"];
const built = {
  narrative: () => {},
  coverage: () => buildCoverage(),
  contested: once(() => buildContested() || true),
  scores: () => buildScores(),
  about: once(() => buildAbout() || true),
};

const scrolled = {}; // where a narrow page was, by tab: there the page scrolls as a whole

function showTab(name, focus) {
  const before = TABS.find((tab) => $(`tab-${tab}`).getAttribute("aria-selected") === "true");
  scrolled[before] = [window.scrollY, $(`view-${before}`).scrollTop];
  built[name]();
  for (const tab of TABS) {
    const on = tab === name;
    $(`tab-${tab}`).setAttribute("aria-selected", String(on));
    $(`tab-${tab}`).tabIndex = on ? 0 : -1;
    $(`view-${tab}`).hidden = !on;
  }
  const [page, view] = scrolled[name] || [0, 0];
  if (before !== name) window.scrollTo(0, page);
  if (before !== name && name === "contested") $("view-contested").scrollTop = view;
  if (focus) $(`tab-${name}`).focus();
}

function tabKeys(press) {
  const shown = TABS.filter((name) => !$(`tab-${name}`).hidden);
  const at = shown.findIndex((name) => $(`tab-${name}`).getAttribute("aria-selected") === "true");
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[press.key];
  if (to === undefined) return;
  press.preventDefault();
  press.stopPropagation();
  showTab(shown[(to + shown.length) % shown.length], true);
}

const memory = {
  get(name) {
    try {
      return localStorage.getItem(`taeg-${name}`);
    } catch {
      return null; // not allowed here: the page then forgets
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`taeg-${name}`, value);
    } catch {
      // the same
    }
  },
};

function theme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-pressed", String(name === "dark"));
}

function startTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const wanted = () => memory.get("theme") || (dark.matches ? "dark" : "light");
  theme(wanted());
  dark.addEventListener("change", () => theme(wanted()));
  $("theme").addEventListener("click", () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    memory.set("theme", name);
    theme(name);
  });
}

// ── Start ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Search when typing pauses. */
function wireFind() {
  let waiting = 0;
  let sought = "";
  find.now = () => {
    clearTimeout(waiting);
    const fresh = $("find").value !== sought;
    if (fresh) find((sought = $("find").value));
    return fresh;
  };
  $("find").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find.now, 150);
  });
  $("find-next").addEventListener("click", () => stepMatch(1));
  $("find-previous").addEventListener("click", () => stepMatch(-1));
}

function wire() {
  $("run").replaceChildren(
    ...runs.map((run, place) =>
      el("option", { value: place }, run.fused || chooses(run) ? runName(run) : `${runName(run)} (quotes sentences)`),
    ),
  );
  $("run").addEventListener("change", () => chooseRun(runs[Number($("run").value)]));
  for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => showTab(name));
  $("tabs").addEventListener("keydown", tabKeys);
  $("tab-contested").hidden = !book.contested;
  $("tab-scores").hidden = !book.metrics.length && !events.some((event) => event.reference);
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("timeline-toggle").addEventListener("click", () => {
    const shown = $("timeline").classList.toggle("folded-up");
    $("timeline-toggle").setAttribute("aria-expanded", String(!shown));
  });
  $("skip").addEventListener("click", (press) => {
    press.preventDefault(); // the address keeps what is open
    ($("view-narrative").hidden ? $("views") : $("narrative")).focus();
  });
  document.addEventListener("click", followLink);
  document.addEventListener("keydown", pressed);
  for (const name of ["mouseover", "focusin", "click"])
    $("narrative").addEventListener(name, (e) => trace(e.target.closest(".s")));
  $("narrative").addEventListener("mouseleave", () => trace(null));
  wireFused();
  window.addEventListener("hashchange", follow);
  window.addEventListener("popstate", follow);
}

/** A link to an event opens it here, with focus coming back to the link. */
function followLink(press) {
  const link = press.target.closest && press.target.closest("a.entry, a.event-link");
  if (!link || press.ctrlKey || press.metaKey || press.shiftKey || press.button) return;
  press.preventDefault();
  if (document.activeElement !== link) link.focus({ preventScroll: true });
  if (!state.open) state.opener = link;
  open(eventById.get(asking(link.getAttribute("href")).event));
}

function begin() {
  tie();
  $("title").textContent = book.title || document.title;
  $("facts").textContent = [
    document.title === book.corpus ? "" : book.corpus,
    counted(events.length, "event", "events"),
    counted(sources.length, "source", "sources"),
    counted(versions.length, "account", "accounts"),
    counted(runs.length, "run", "runs"),
    book.licence,
  ]
    .filter(Boolean)
    .join(" · ");
  document.body.classList.toggle("many", events.length > MANY);
  startTheme();
  buildHelp();
  buildSources();
  buildTimeline();
  buildMarks();
  wire();
  wireFind();
  $("app").hidden = false;
  if (narrow()) $("timeline-toggle").click();
  follow();
  indexWhileIdle();
}

begin();
