// What is shown: the selected run, the event that is open, the one that is current. The address holds what is
// open, so that it can be shared.

const state = { run: runs[0], open: null, current: null, marking: true, tall: false, opener: null, only: new Set(), folded: false, place: null };

function address(event, run = state.run) {
  const parts = [];
  if (event) parts.push(`event=${encodeURIComponent(event.id)}`);
  parts.push(`run=${encodeURIComponent(run.id)}`);
  return `#${parts.join("&")}`;
}

/** What an address asks for; null where it is somebody else's, as that of a skip link. */
function asking(hash) {
  const wanted = { event: null, run: null, fact: null };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [name, value = ""] = [part.split("=")[0], part.slice(part.indexOf("=") + 1)];
    if (name in wanted && part.includes("=")) wanted[name] = decoded(value);
  }
  return wanted;
}

function decoded(value) {
  try {
    return decodeURIComponent(value.replace(/\+/g, "%20"));
  } catch {
    return value;
  }
}

/** Show what the address says, at the start and whenever it changes. */
function follow() {
  const wanted = asking(location.hash);
  if (location.hash && Object.values(wanted).every((value) => value === null)) return tell(state.run);
  const run = wanted.run === null ? runs[0] : runs.find((r) => r.id === wanted.run);
  const event = wanted.event === null ? null : eventById.get(wanted.event);
  const fact = wanted.fact === null ? null : facts.find((one) => one.id === wanted.fact);
  const unknown = [
    fact === undefined && `contested fact “${wanted.fact}”`,
    run === undefined && `run “${wanted.run}”`,
    event === undefined && `event “${wanted.event}”`,
  ].filter(Boolean);
  notice(unknown.length ? `This book has no ${unknown.join(" and no ")}.` : "");
  tell(run || state.run);
  if (event) {
    showTab("narrative");
    show(event);
  } else hidePanel();
  if (fact) showFact(fact);
  return undefined;
}

function write(hash, replace) {
  if (hash === location.hash) return;
  try {
    history[replace ? "replaceState" : "pushState"](null, "", hash);
  } catch {
    // a page shown inside another may not have an address of its own; everything else works without
  }
}

function notice(words) {
  $("notice").textContent = words;
  $("notice").hidden = !words;
}

const narrow = () => window.matchMedia("(max-width: 52rem)").matches;

const announce = (words) => ($("live").textContent = words);

function tell(run) {
  if (state.run === run && $("passages").childElementCount) return;
  state.run = run;
  $("run").value = String(runs.indexOf(run));
  buildPassages();
  fit(run);
  for (const entry of $("days").querySelectorAll("a"))
    entry.setAttribute("href", address(events[entry.dataset.place]));
  dim();
  if (state.current) markCurrent(state.current, true);
  tellCount();
}

function chooseRun(run) {
  tell(run);
  write(address(state.open), true);
  if (state.open) showPanel(state.open);
  announce(`Narrative: ${runName(run)}, ${counted(run.passages.length, "passage", "passages")}`);
}

function open(event, { replace = false, focus = true } = {}) {
  if (!state.open) state.opener = document.activeElement;
  write(address(event), replace);
  show(event, focus);
}

function show(event, focus = true) {
  const news = state.open !== event;
  if (state.place && state.place.version.event !== event) state.place = null;
  state.open = event;
  showPanel(event);
  markCurrent(event, true);
  if (news && focus) $("panel-title").focus({ preventScroll: true });
}

function choose(event) {
  if (state.open) return open(event, { replace: true });
  markCurrent(event, true);
  announce(event.title || event.id);
  return undefined;
}

function close() {
  if (!state.open) return;
  const back =
    state.opener && state.opener.isConnected && state.opener !== document.body ? state.opener : entryOf(state.open);
  write(address(null), false);
  hidePanel();
  if (back && $("view-contested").contains(back)) showTab("contested");
  if (back) back.focus({ preventScroll: true });
}

function hidePanel() {
  state.open = state.place = null;
  $("panel").hidden = true;
  $("panel").replaceChildren();
  document.body.classList.remove("opened", "tall");
}

const entries = [];
const entryOf = (event) => entries[event.place];
const passageElement = (event) => placed.get(event) || null;

function markCurrent(event, scroll) {
  if (state.current) setCurrent(state.current, false);
  state.current = event;
  setCurrent(event, true);
  if (!scroll) return;
  entryOf(event).scrollIntoView({ block: "nearest" });
  const passage = passageElement(event);
  if (passage) passage.scrollIntoView({ block: "start" });
}

function setCurrent(event, on) {
  const entry = entryOf(event);
  if (on) entry.setAttribute("aria-current", "true");
  else entry.removeAttribute("aria-current");
  const passage = passageElement(event);
  if (passage) passage.classList.toggle("current", on);
}

/** The next event that the timeline shows. */
function neighbour(by) {
  const step = by > 0 ? 1 : -1;
  let place = state.current ? state.current.place + step : by > 0 ? 0 : events.length - 1;
  while (events[place] && entryOf(events[place]).parentElement.hidden) place += step;
  return events[place] || null;
}
