"use strict";

// The synopsis page: the book comes in as data, and everything on the page is made of it here. Whatever the book
// says becomes text nodes and attributes, never markup. The address holds what is open, so that it can be shared.

(() => {
  // ── The book ──────────────────────────────────────────────────────────────────────────────────────────────────

  const LATEST = 1;
  const EXCLUDED = 2;
  const MANY = 400; // events; from here on the browser is told to lay out only what is in sight
  const HUES = 12; // as many as the style has colours; further sources get them again, as rings
  const book = JSON.parse(document.getElementById("book").textContent);

  const sources = book.sources.map(([id, title, author, date], place) => ({
    id,
    title,
    author,
    date,
    place,
    name: title || id,
    short: title && title.length <= 20 ? title : id,
    shown: true,
    told: 0,
  }));
  const versions = book.versions.map(
    ([id, source, reference, time, text, gaps, flags, toldOf, stretches, sentences]) => ({
      id,
      source: sources[source],
      reference,
      time,
      text,
      gaps,
      toldOf,
      stretches,
      sentences,
      latest: Boolean(flags & LATEST),
      excluded: Boolean(flags & EXCLUDED),
      event: null,
      chosenBy: [],
      quotedBy: new Map(),
    }),
  );
  const events = book.events.map(([id, title, day, time, location, reference, choice, edits, count], place) => ({
    id,
    title,
    day,
    time,
    location,
    reference,
    choice,
    edits,
    count,
    place,
    versions: [],
    marks: new Set(),
  }));
  const runs = book.runs.map((run) => ({ ...run, passages: run.passages.map(unpacked) }));
  const eventById = new Map(events.map((event) => [event.id, event]));

  function unpacked(packed) {
    if (typeof packed === "number") return { version: packed, start: 0, end: -1, cuts: null, whole: true };
    if (Array.isArray(packed)) {
      const [version, start, end, cuts = [0, end - start], edits = []] = packed;
      return { version, start, end, cuts, edits, whole: false };
    }
    return { record: packed };
  }

  /** Whatever a passage of the data says, looked up only when it is needed. */
  function passageOf(packed) {
    if (packed.record) {
      const { record } = packed;
      return {
        event: events[record.event] || null,
        version: versionById().get(record.version) || null,
        source: sources[record.source] || null,
        reference: record.reference,
        text: record.text,
        time: record.time,
        edits: record.edits,
        cuts: record.sentences,
      };
    }
    const version = versions[packed.version];
    const { event, source, reference, time } = version;
    const text = packed.whole ? version.text : version.text.slice(packed.start, packed.end);
    const cuts = packed.whole ? version.sentences : packed.cuts;
    const told = {
      event,
      version,
      source,
      reference,
      text,
      time,
      edits: packed.whole ? event.edits : packed.edits,
      cuts,
    };
    if (packed.whole) Object.defineProperty(told, "plain", { get: () => plainOf(version) });
    return told;
  }

  const versionById = once(() => new Map(versions.map((version) => [version.id, version])));

  function once(make) {
    let made;
    return () => (made === undefined ? (made = make()) : made);
  }

  function tie() {
    let next = 0;
    for (const event of events) {
      event.versions = versions.slice(next, next + event.count);
      next += event.count;
      for (const version of event.versions) {
        version.event = event;
        version.source.told += 1;
      }
    }
    for (const run of runs) run.passages.forEach((packed) => note(run, packed));
    for (const event of events) mark(event);
  }

  /** A run chooses versions whole, or quotes parts of them. */
  function note(run, packed) {
    const version = packed.record ? versionById().get(packed.record.version) : versions[packed.version];
    if (!version) return;
    if (chooses(run)) version.chosenBy.push(run);
    else version.quotedBy.set(run, (version.quotedBy.get(run) || 0) + 1);
  }

  /** Whether a run tells one passage for an event; one that quotes tells some twice, or leaves the order. */
  function chooses(run) {
    if (run.choosing === undefined) {
      const places = run.passages.map((p) => (p.record ? p.record.event : versions[p.version].event.place));
      run.choosing =
        places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])) &&
        run.passages.every((p) => p.record || p.whole);
    }
    return run.choosing;
  }

  // Signs, and what they say. What chance chooses differs always and says nothing of an event.
  const MARKS = {
    once: ["1", "told by one source alone"],
    nobody: ["∅", "told by nobody"],
    gap: ["…", "words are missing"],
    editor: ["✎", "the editor’s hand"],
    differ: ["≠", "runs differ"],
  };

  function mark(event) {
    const told = new Set(event.versions.filter((v) => v.text).map((v) => v.source));
    const chosen = event.versions.filter((v) => v.chosenBy.some((run) => run.strategy !== "random"));
    if (told.size === 1) event.marks.add("once");
    if (told.size === 0) event.marks.add("nobody");
    if (event.versions.some((v) => v.gaps.length || !v.text)) event.marks.add("gap");
    if (event.edits.length || event.versions.some((v) => v.excluded)) event.marks.add("editor");
    if (chosen.length > 1) event.marks.add("differ");
  }

  // ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Who says so, for a person; a reference that names its source needs no more. */
  function teller(source, reference) {
    const who = source ? source.name : "";
    if (!reference || (who && reference.includes(who))) return reference || who || "told by nobody";
    return who ? `${who}, ${reference}` : reference;
  }

  function citation(version) {
    const event = version.event;
    const parts = [
      teller(version.source, version.reference) + (version.time ? ` (${version.time})` : ""),
      `in: ${book.title ? `${book.title} [${book.corpus}]` : book.corpus}`,
      `event ${event.id}${event.title && event.title !== event.id ? ` “${event.title}”` : ""}`,
      `version ${version.id}`,
    ];
    return `${parts.join(", ")}.`;
  }

  function counted(number, one, many) {
    return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  }

  const DAY = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

  /** The day an event stands under: as the data calls it, else the date of its time. */
  function dayOf(event) {
    if (event.day) return event.day;
    const date = event.time.split(/[Tt ]/)[0];
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
    const moment = new Date(`${date}T00:00:00Z`);
    return Number.isNaN(moment.getTime()) ? date : DAY.format(moment);
  }

  function clockOf(event) {
    const clock = event.time.split(/[Tt ]/)[1] || "";
    return clock.split("/")[0].replace(/^(\d{2}:\d{2}):00(?!\.)/, "$1");
  }

  // ── Making elements ───────────────────────────────────────────────────────────────────────────────────────────

  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";

  function put(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null || value === false) continue;
      element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== "") element.append(child);
    }
    return element;
  }

  const el = (name, attributes, ...children) => put(document.createElement(name), attributes, children);
  const svg = (name, attributes, ...children) => put(document.createElementNS(SVG, name), attributes, children);
  const unseen = (words) => el("span", { class: "unseen" }, words);

  /** Attributes of what the sources say, in their language and direction. */
  const spoken = (more) => ({ lang: book.language || undefined, dir: "auto", ...more });

  function button(words, act, attributes) {
    const made = el("button", { type: "button", ...attributes }, words);
    made.addEventListener("click", act);
    return made;
  }

  function hue(source) {
    return source ? { "data-hue": source.place % HUES, "data-ring": source.place >= HUES } : {};
  }

  const swatch = (source) => el("i", { class: "swatch", "aria-hidden": "true", ...hue(source) });

  function signOf(name) {
    const [shape, words] = MARKS[name];
    return el(
      "span",
      { class: "sign", "data-mark": name, title: words },
      el("span", { "aria-hidden": "true" }, shape),
      unseen(words),
    );
  }

  // ── Finding ───────────────────────────────────────────────────────────────────────────────────────────────────

  // Accents, Hebrew points and Arabic vowels; not the vowel signs of Indian scripts, which are letters to a reader.
  const ACCENTS =
    /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;

  function fold(words) {
    return words
      .toLowerCase()
      .normalize("NFD")
      .replace(ACCENTS, "")
      .replace(/ς/g, "σ")
      .replace(/[’‘]/g, "'")
      .replace(/[“”]/g, '"');
  }

  /** For each unit of the folded text where it stands in the text as it is. */
  function folded(text) {
    let plain = "";
    const places = [];
    let at = 0;
    for (const sign of text) {
      const simple = fold(sign);
      for (let i = 0; i < simple.length; i += 1) places.push(at);
      plain += simple;
      at += sign.length;
    }
    places.push(at);
    return { plain, places };
  }

  const finding = { words: [], hits: [], at: -1, done: 0 };

  /** Words that must all occur; words in double quotes are one. */
  function asked(query) {
    return [...fold(query).matchAll(/"([^"]+)"?|[^\s"]+/g)]
      .map((found) => (found[1] || found[0]).trim())
      .filter(Boolean);
  }

  /** What an event's head and accounts say, folded; made once. */
  function indexed(event) {
    if (!event.plain) {
      event.plain = fold([event.title, event.id, event.location].join("\n"));
      for (const version of event.versions) plainOf(version);
    }
    return event;
  }

  function plainOf(thing) {
    if (thing.plain === undefined) thing.plain = fold(thing.text);
    return thing.plain;
  }

  /** Make the index while nobody waits. */
  function indexWhileIdle() {
    const later = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 50));
    later(function work(deadline) {
      while (finding.done < events.length && deadline.timeRemaining() > 2) indexed(events[finding.done++]);
      if (finding.done < events.length) later(work);
    });
  }

  function within(event) {
    const { plain, versions: told } = indexed(event);
    return finding.words.every((word) => plain.includes(word) || told.some((version) => version.plain.includes(word)));
  }

  function occurrences(plain) {
    let count = 0;
    for (const word of finding.words) {
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) count += 1;
    }
    return count;
  }

  /** Stretches of a text to be marked, in order, none within another. */
  function hitsIn(text) {
    if (!finding.words.length || !text) return [];
    const { plain, places } = folded(text);
    const found = [];
    for (const word of finding.words) {
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
        let end = at + word.length;
        while (end < plain.length && places[end] === places[end - 1]) end += 1; // never half a letter
        found.push([places[at], places[end]]);
      }
    }
    return merged(found.sort((a, b) => a[0] - b[0]));
  }

  function merged(spans) {
    const whole = [];
    for (const [start, end] of spans) {
      const last = whole[whole.length - 1];
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else whole.push([start, end]);
    }
    return whole;
  }

  /** Append a part of a text, what was found in marks. */
  function say(parent, text, start, end, hits) {
    let at = start;
    for (const [from, to] of hits) {
      const [first, last] = [Math.max(from, at), Math.min(to, end)];
      if (first >= last) continue;
      if (first > at) parent.append(text.slice(at, first));
      parent.append(el("mark", {}, text.slice(first, last)));
      at = last;
    }
    if (at < end) parent.append(text.slice(at, end));
    return parent;
  }

  const said = (name, attributes, text) => say(el(name, attributes), text, 0, text.length, hitsIn(text));

  function find(query) {
    finding.words = asked(query);
    finding.hits = finding.words.length ? events.filter(within) : [];
    finding.at = -1;
    const found = new Set(finding.hits);
    for (const event of events) event.found = found.has(event);
    remark();
    sift();
    if (state.open) showPanel(state.open);
    tellCount();
  }

  function tellCount() {
    const some = finding.hits.length > 0;
    $("find-previous").disabled = $("find-next").disabled = !some;
    if (!finding.words.length) {
      $("find-count").textContent = "";
      return;
    }
    const marked = shownPassages.reduce((sum, { passage }) => sum + occurrences(plainOf(passage)), 0);
    $("find-count").textContent =
      some || marked
        ? `${finding.at >= 0 ? `${finding.at + 1} of ` : ""}${counted(finding.hits.length, "event", "events")}, ${counted(marked, "place", "places")} in this narrative`
        : "nothing found";
  }

  /** To the next event in which the words occur; its accounts are opened where the narrative has other words. */
  function stepMatch(by) {
    if (!finding.hits.length) return;
    const count = finding.hits.length;
    finding.at = finding.at < 0 ? (by > 0 ? 0 : count - 1) : (finding.at + by + count) % count;
    const event = finding.hits[finding.at];
    const here = firstMark(event);
    if (state.open || !here) open(event, { replace: Boolean(state.open) });
    else choose(event);
    if (here) here.scrollIntoView({ block: "center" });
    tellCount();
  }

  function firstMark(event) {
    const shown = shownPassages.find(({ passage }) => passage.event === event && occurrences(plainOf(passage)));
    if (!shown) return null;
    fill(shown);
    return shown.words.querySelector("mark");
  }

  // ── What is shown ─────────────────────────────────────────────────────────────────────────────────────────────

  const state = { run: runs[0], open: null, current: null, marking: true, tall: false, opener: null, only: new Set() };

  function address(event, run = state.run) {
    const parts = [];
    if (event) parts.push(`event=${encodeURIComponent(event.id)}`);
    parts.push(`run=${encodeURIComponent(run.id)}`);
    return `#${parts.join("&")}`;
  }

  /** What an address asks for; null where it is somebody else's, as that of a skip link. */
  function asking(hash) {
    const wanted = { event: null, run: null };
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
    if (location.hash && wanted.event === null && wanted.run === null) return tell(state.run);
    const run = wanted.run === null ? runs[0] : runs.find((r) => r.id === wanted.run);
    const event = wanted.event === null ? null : eventById.get(wanted.event);
    const unknown = [
      run === undefined && `run “${wanted.run}”`,
      event === undefined && `event “${wanted.event}”`,
    ].filter(Boolean);
    notice(unknown.length ? `This book has no ${unknown.join(" and no ")}.` : "");
    tell(run || state.run);
    if (event) {
      showTab("narrative");
      show(event);
    } else hidePanel();
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

  const announce = (words) => ($("live").textContent = words);

  function tell(run) {
    if (state.run === run && $("passages").childElementCount) return;
    state.run = run;
    $("run").value = String(runs.indexOf(run));
    buildPassages();
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
    announce(`Told by ${run.id}, ${counted(run.passages.length, "passage", "passages")}`);
  }

  function open(event, { replace = false, focus = true } = {}) {
    if (!state.open) state.opener = document.activeElement;
    write(address(event), replace);
    show(event, focus);
  }

  function show(event, focus = true) {
    const news = state.open !== event;
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
    if (back) back.focus({ preventScroll: true });
  }

  function hidePanel() {
    state.open = null;
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

  // ── Timeline ──────────────────────────────────────────────────────────────────────────────────────────────────

  function buildTimeline() {
    const days = document.createDocumentFragment();
    let list = null;
    let day = null;
    for (const event of events) {
      if (list === null || dayOf(event) !== day) {
        day = dayOf(event);
        list = el("ol");
        const head = day ? el("h3", { dir: "auto" }, day) : null;
        days.append(el("section", { class: "day" }, head, list));
      }
      list.append(el("li", {}, (entries[event.place] = entryFor(event))));
    }
    $("days").replaceChildren(days);
  }

  function entryFor(event) {
    const clock = clockOf(event);
    return el(
      "a",
      {
        class: "entry",
        href: address(event),
        "data-testid": "entry",
        "data-event": event.id,
        "data-place": event.place,
      },
      el("span", { class: "when" }, clock || el("span", { class: "number" }, String(event.place + 1))),
      el(
        "span",
        { class: "what" },
        el("span", spoken({ class: "name" }), event.title || event.id),
        event.location ? el("span", spoken({ class: "where" }), event.location) : null,
        el("span", { class: "told" }, tellers(event), [...event.marks].map(signOf)),
      ),
    );
  }

  /** A column for each source, so that place as well as colour says who tells; a number where there are too many. */
  function tellers(event) {
    const told = new Set(event.versions.filter((v) => v.text && !v.excluded).map((v) => v.source));
    const words = told.size ? `told by ${[...told].map((s) => s.short).join(", ")}` : "told by nobody";
    const shown = sources.length <= HUES ? sources : [...told].slice(0, HUES);
    return el(
      "span",
      { class: "tellers", title: words },
      shown.map((s) => el("i", { "aria-hidden": "true", class: told.has(s) ? "there" : "absent", ...hue(s) })),
      shown.length < told.size ? el("span", { "aria-hidden": "true" }, `+${told.size - shown.length}`) : null,
      unseen(words),
    );
  }

  function buildMarks() {
    const counts = Object.keys(MARKS).map((name) => [name, events.filter((event) => event.marks.has(name)).length]);
    $("marks").replaceChildren(
      ...counts
        .filter(([, count]) => count)
        .map(([name, count]) =>
          button(
            [
              el("span", { class: "sign", "data-mark": name, "aria-hidden": "true" }, MARKS[name][0]),
              MARKS[name][1],
              el("span", { class: "count" }, String(count)),
            ],
            (press) => {
              const pressed = !state.only.has(name);
              state.only[pressed ? "add" : "delete"](name);
              press.currentTarget.setAttribute("aria-pressed", String(pressed));
              sift();
            },
            { class: "filter", "aria-pressed": "false", "data-mark": name },
          ),
        ),
    );
    $("marks").hidden = !$("marks").childElementCount;
  }

  /** Leave in the timeline what is asked for: words that were found, marks that were chosen. */
  function sift() {
    let left = 0;
    for (const event of events) {
      const kept = (!finding.words.length || event.found) && [...state.only].every((name) => event.marks.has(name));
      entryOf(event).parentElement.hidden = !kept;
      left += kept ? 1 : 0;
    }
    for (const day of $("days").children) day.hidden = !day.querySelector("li:not([hidden])");
    $("timeline-empty").hidden = left > 0;
    $("timeline-toggle").textContent =
      left === events.length ? "Timeline" : `Timeline: ${left} of ${counted(events.length, "event", "events")}`;
  }

  // ── Narrative ─────────────────────────────────────────────────────────────────────────────────────────────────

  let placed = new Map(); // the first passage of each event
  let shownPassages = [];

  function buildPassages() {
    placed = new Map();
    shownPassages = [];
    nearing.disconnect();
    const all = document.createDocumentFragment();
    const told = state.run.passages.map(passageOf);
    const rows = chooses(state.run) ? withSilent(told) : told;
    let day = null;
    let before = null;
    for (const passage of rows) {
      const heading = passage.event && chooses(state.run) ? dayOf(passage.event) : day;
      if (heading && heading !== day) all.append(el("h2", { class: "day-head", dir: "auto" }, heading));
      day = heading;
      const made = passage.silent ? silentElement(passage.event) : passageBlock(passage, before);
      if (passage.event && !placed.has(passage.event)) placed.set(passage.event, made);
      all.append(made);
      before = passage;
    }
    $("passages").replaceChildren(all);
    $("narrative").scrollTop = 0;
  }

  /** Events of which the run says nothing get a line of their own, so that a gap is seen. */
  function withSilent(told) {
    const by = new Map(told.map((passage) => [passage.event, passage]));
    return events.map((event) => by.get(event) || { event, silent: true });
  }

  function silentElement(event) {
    return el(
      "section",
      { class: "passage silent", "data-testid": "silent", "data-event": event.id },
      el("div", { class: "apparatus" }, eventHead(event)),
      el(
        "p",
        { class: "words" },
        event.versions.length ? "No account of this event has words that could be told." : "Nobody tells this event.",
      ),
    );
  }

  function eventHead(event) {
    const clock = clockOf(event);
    return [
      el(
        "h3",
        {},
        el(
          "a",
          spoken({ href: address(event), class: "event-link", "data-testid": "event-link" }),
          event.title || event.id,
        ),
      ),
      clock || event.location
        ? el(
            "p",
            { class: "fine" },
            clock,
            clock && event.location ? " · " : "",
            event.location ? el("span", spoken(), event.location) : null,
          )
        : null,
    ];
  }

  function passageBlock(passage, before) {
    const { event, source, version } = passage;
    const again = before && before.event === event && event;
    const words = el("p", spoken({ class: "words", "data-testid": "words", "data-passage": shownPassages.length }));
    const made = el(
      "section",
      {
        class: `passage${version ? "" : " untold"}${again ? " again" : ""}`,
        "data-testid": "passage",
        "data-event": event ? event.id : "",
        "data-source": source ? source.id : "",
        "data-version": version ? version.id : "",
        ...hue(source),
      },
      el(
        "div",
        { class: "apparatus" },
        again ? null : event ? eventHead(event) : el("h3", { class: "loose" }, "Quoted from outside the events"),
        el(
          "p",
          { class: "teller", "data-testid": "teller" },
          source ? swatch(source) : null,
          el("cite", spoken(), source ? teller(source, passage.reference) : "told by nobody: its title only"),
        ),
        passage.edits.map((edit) =>
          el(
            "p",
            { class: "edit", "data-testid": "edit" },
            el("span", { "aria-hidden": "true" }, "✎ "),
            el("span", { dir: "auto" }, edit),
          ),
        ),
      ),
      words,
      el("p", { class: "folded" }, `${source ? source.name : ""} is switched off.`),
    );
    shownPassages.push({ passage, made, words, near: false });
    if (events.length > MANY) {
      words.textContent = passage.text;
      nearing.observe(words);
    } else fill(shownPassages[shownPassages.length - 1]);
    return made;
  }

  // In a long book a passage is one text until it comes near; only then is it divided into sentences and marked.
  const nearing = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const shown = shownPassages[target.dataset.passage];
        if (isIntersecting && shown && shown.words === target && !shown.near) fill(shown);
      }
    },
    { root: null, rootMargin: "100% 0px" },
  );

  /** The words of a passage, sentence by sentence. */
  function fill(shown) {
    const { passage, words } = shown;
    const { text, cuts } = passage;
    const hits = finding.words.length && occurrences(plainOf(passage)) ? hitsIn(text) : [];
    shown.near = true;
    words.replaceChildren();
    let at = 0;
    for (let i = 0; i < cuts.length; i += 2) {
      if (cuts[i] > at) say(words, text, at, cuts[i], hits);
      words.append(say(el("span", { class: "s", tabindex: "-1" }), text, cuts[i], cuts[i + 1], hits));
      at = cuts[i + 1];
    }
    if (at < text.length) say(words, text, at, text.length, hits);
  }

  /** Mark anew what has marks or should have; what is far off gets them when it comes near. */
  function remark() {
    for (const shown of shownPassages) {
      if (shown.near && (shown.words.querySelector("mark") || occurrences(plainOf(shown.passage)))) refresh(shown);
    }
  }

  function refresh(shown) {
    if (events.length <= MANY) return fill(shown);
    shown.near = false;
    shown.words.textContent = shown.passage.text;
    nearing.unobserve(shown.words);
    nearing.observe(shown.words);
    return undefined;
  }

  /** Sources switched off: their passages fold to one line, their accounts leave the synopsis. */
  function dim() {
    for (const { passage, made } of shownPassages)
      made.classList.toggle("off", Boolean(passage.source && !passage.source.shown));
    for (const event of events) {
      const off = event.versions.length > 0 && event.versions.every((v) => !v.source.shown);
      entryOf(event).classList.toggle("off", off);
    }
  }

  // ── Tracing a sentence ────────────────────────────────────────────────────────────────────────────────────────

  let traced = null;

  function trace(sentence) {
    if (traced) {
      traced.classList.remove("traced");
      traced.removeAttribute("aria-describedby");
    }
    traced = sentence;
    $("trace").hidden = !sentence;
    if (!sentence) return;
    const shown = shownPassages[sentence.parentElement.dataset.passage];
    const { version, source, reference, time } = shown.passage;
    const all = [...shown.words.querySelectorAll(".s")];
    sentence.classList.add("traced");
    sentence.setAttribute("aria-describedby", "trace");
    const parts = [
      `sentence ${all.indexOf(sentence) + 1} of ${all.length}`,
      version ? `version ${version.id}` : source ? "outside the events" : "nobody’s words: the title of the event",
      time ? `given ${time}` : "",
    ];
    $("trace").replaceChildren(
      ...[
        source ? swatch(source) : "",
        el("b", { dir: "auto" }, source ? teller(source, reference) : ""),
        ` ${parts.filter(Boolean).join(" · ")}`,
      ].filter(Boolean),
    );
  }

  /** From sentence to sentence, also into the passages before and behind. */
  function stepSentence(by) {
    const here = document.activeElement.closest(".s");
    const first = state.current ? shownPassages.findIndex((shown) => shown.made === placed.get(state.current)) : 0;
    let place = here ? Number(here.parentElement.dataset.passage) : Math.max(first, 0);
    let at = here ? sentencesOf(place).indexOf(here) + by : 0;
    while (shownPassages[place] && !sentencesOf(place)[at]) {
      place += by;
      at = by > 0 ? 0 : sentencesOf(place).length - 1;
    }
    const next = sentencesOf(place)[at];
    if (next) next.focus();
  }

  function sentencesOf(place) {
    const shown = shownPassages[place];
    if (!shown || shown.made.classList.contains("off")) return [];
    if (!shown.near) fill(shown);
    return [...shown.words.querySelectorAll(".s")];
  }

  // ── Synopsis of an event ──────────────────────────────────────────────────────────────────────────────────────

  const LEGEND = [
    ["shared-2", "in every account"],
    ["shared-1", "in some others"],
    ["shared-0", "in this one alone"],
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
        event.versions.length ? null : el("p", { class: "nobody" }, "Nobody tells this event."),
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
    const where = [dayOf(event), clockOf(event), event.location].filter(Boolean).join(" · ");
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
          el(
            "a",
            {
              id: "panel-link",
              class: "button",
              href: address(event),
              title: "Permanent link to this event in this run",
            },
            "Link",
          ),
          button("Copy link", (press) => copy(location.href.split("#")[0] + address(event), press.currentTarget), {
            id: "panel-copy-link",
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
          el("p", { class: "fine", dir: "auto" }, toldHere(event)),
        ),
        el(
          "ul",
          { class: "legend", id: "legend", "data-testid": "legend", "aria-label": "How words are marked" },
          LEGEND.map(([kind, words]) => el("li", {}, el("span", { class: kind }, words))),
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
  function toldHere(event) {
    const told = event.versions.filter((v) => v.chosenBy.includes(state.run) || v.quotedBy.has(state.run));
    const whom = told.map((v) => teller(v.source, v.reference)).join("; ");
    return `${counted(event.versions.length, "account", "accounts")}${whom ? `; this narrative tells ${whom}` : ""}`;
  }

  function toggleMarking(press) {
    state.marking = !state.marking;
    press.currentTarget.setAttribute("aria-pressed", String(state.marking));
    plainly(state.open);
  }

  /** Words stand unmarked where nobody wants marks, and where there is nothing to compare. */
  function plainly(event) {
    const single = event.versions.filter((v) => v.text).length < 2;
    $("panel").classList.toggle("plainly", single || !state.marking);
    $("panel").classList.toggle("single", single);
  }

  function toggleTall() {
    state.tall = !state.tall;
    showPanel(state.open);
  }

  function account(version, event) {
    const now = version.chosenBy.includes(state.run);
    const others = version.chosenBy.filter((run) => run !== state.run).map((run) => run.id);
    const quoted = version.quotedBy.get(state.run);
    const badges = [
      now && ["chosen", "told in this narrative"],
      quoted && ["chosen", `${counted(quoted, "passage", "passages")} quoted in this narrative`],
      event.choice === version.id && ["editor", "chosen by the editor"],
      version.excluded && ["excluded", "excluded by the editor"],
      several(event, version) &&
        (version.latest ? ["latest", "this source’s latest"] : ["earlier", "earlier, said anew later"]),
    ].filter(Boolean);
    const facts = [version.time ? `given ${version.time}` : "", counted(wordCount(version.text), "word", "words")]
      .filter(Boolean)
      .join(" · ");
    return el(
      "article",
      {
        class: `account${now || quoted ? " told-here" : ""}${version.excluded ? " aside" : ""}`,
        "data-testid": "account",
        "data-version": version.id,
        "data-source": version.source.id,
        ...hue(version.source),
      },
      el(
        "header",
        {},
        el("h3", {}, swatch(version.source), el("span", spoken(), version.source.name)),
        version.reference ? el("p", spoken({ class: "reference" }), version.reference) : null,
        badges.length
          ? el(
              "p",
              { class: "badges" },
              badges.map(([kind, label]) => el("span", { class: `badge ${kind}` }, label)),
            )
          : null,
      ),
      wordsOf(version),
      el(
        "footer",
        {},
        el("p", { class: "fine" }, facts, " · ", el("code", { dir: "auto" }, version.id)),
        others.length
          ? el("p", { class: "fine", dir: "auto" }, `${now ? "also chosen" : "chosen"} by ${others.join(", ")}`)
          : null,
        version.toldOf
          ? el(
              "p",
              { class: "fine", dir: "auto" },
              `told of event ${version.toldOf} in the data, put here by the editor`,
            )
          : null,
        button("Copy citation", (press) => copy(citation(version), press.currentTarget), {
          class: "cite-button",
          "data-testid": "copy-citation",
        }),
      ),
    );
  }

  const several = (event, version) => event.versions.filter((v) => v.source === version.source).length > 1;
  const wordCount = (text) => (text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) || []).length;

  /** The words of an account in stretches; the space behind a stretch is left unmarked. */
  function wordsOf(version) {
    const { text, stretches } = version;
    const made = el("div", spoken({ class: "words", "data-testid": "account-words" }));
    const hits = hitsIn(text);
    let at = 0;
    for (let i = 0; i < stretches.length; i += 2) {
      const end = at + stretches[i];
      const bare = at + text.slice(at, end).trimEnd().length;
      made.append(say(el("span", { class: `shared-${stretches[i + 1]}` }), text, at, bare, hits));
      if (bare < end) say(made, text, bare, end, hits);
      at = end;
    }
    if (!text) made.append(el("em", { class: "missing" }, "The words could not be read."));
    if (version.gaps.length)
      made.append(el("p", { class: "gaps", dir: "auto" }, `Missing: ${version.gaps.join(", ")}`));
    return made;
  }

  function referenceColumn(event) {
    return el(
      "article",
      { class: "account reference-text", "data-testid": "reference" },
      el(
        "header",
        {},
        el("h3", {}, "Reference"),
        el("p", { class: "reference" }, "what the reference consolidation says; no source, used for scores only"),
      ),
      said("div", spoken({ class: "words" }), event.reference),
    );
  }

  async function copy(words, pressed) {
    const label = pressed.textContent;
    let done = true;
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      done = copyOldWay(words);
    }
    pressed.textContent = done ? "Copied" : "Could not copy";
    announce(done ? `Copied: ${words}` : "The browser did not let the page copy.");
    setTimeout(() => (pressed.textContent = label), 1600);
  }

  /** For pages that may not use the clipboard, as those from a server without encryption. */
  function copyOldWay(words) {
    const area = el("textarea", { class: "unseen", "aria-hidden": "true" });
    const focused = document.activeElement;
    area.value = words;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused) focused.focus();
    return done;
  }

  // ── Sources ───────────────────────────────────────────────────────────────────────────────────────────────────

  function buildSources() {
    const chips = sources.map((source) =>
      button(
        [
          swatch(source),
          el("span", { class: "chip-name", dir: "auto" }, source.short),
          el("span", { class: "count" }, String(source.told)),
        ],
        () => {
          source.shown = !source.shown;
          filtered();
        },
        {
          class: "chip",
          "data-testid": "chip",
          "data-source": source.id,
          "aria-pressed": "true",
          title: `${source.name}: ${counted(source.told, "account", "accounts")}`,
          ...hue(source),
        },
      ),
    );
    const all = (shown) => () => {
      sources.forEach((source) => (source.shown = shown));
      filtered();
    };
    $("sources").replaceChildren(
      el(
        "span",
        {
          class: "label",
          title: "A source that is switched off is folded in the narrative and left out of the synopsis.",
        },
        "Sources",
      ),
      ...chips,
      ...(sources.length > 2
        ? [
            button("all", all(true), { id: "sources-all", class: "quiet" }),
            button("none", all(false), { id: "sources-none", class: "quiet" }),
          ]
        : []),
      el("span", { id: "sources-note", class: "note", role: "status" }),
    );
  }

  function filtered() {
    for (const chip of $("sources").querySelectorAll(".chip")) {
      const source = sources.find((s) => s.id === chip.dataset.source);
      chip.setAttribute("aria-pressed", String(source.shown));
    }
    const off = sources.filter((source) => !source.shown).length;
    $("sources-note").textContent = off ? `${off} switched off: folded in the narrative, left out of the synopsis` : "";
    dim();
    if (state.open) showPanel(state.open);
  }

  // ── Scores ────────────────────────────────────────────────────────────────────────────────────────────────────

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

  // ── About ─────────────────────────────────────────────────────────────────────────────────────────────────────

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
            String(s.told),
          ]),
        ),
        el("h2", {}, "Runs"),
        table(
          ["run", "strategy", "parameters", "made"],
          runs.map((run) => [
            run.id,
            run.strategy,
            parameters(run),
            [run.created, " ", el("span", { class: "fine" }, run.signature)],
          ]),
        ),
        list("Contradictions", book.contradictions, "None: every source tells things in the order of the timeline."),
        list("Corrections by the editor", book.corrections, "None."),
        book.misfits.length ? list("Corrections that do not fit", book.misfits, "") : null,
        book.notes.length ? list("Notes of the reader", book.notes, "") : null,
      ),
    );
  }

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

  // ── Tabs, theme, help ─────────────────────────────────────────────────────────────────────────────────────────

  const TABS = ["narrative", "scores", "about"];
  const built = {
    narrative: () => {},
    scores: once(() => buildScores() || true),
    about: once(() => buildAbout() || true),
  };

  function showTab(name, focus) {
    built[name]();
    for (const tab of TABS) {
      const on = tab === name;
      $(`tab-${tab}`).setAttribute("aria-selected", String(on));
      $(`tab-${tab}`).tabIndex = on ? 0 : -1;
      $(`view-${tab}`).hidden = !on;
    }
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

  const KEYS = [
    [["j", "k"], "next, previous event; ↓ and ↑ too, in the timeline"],
    [["Enter", "o"], "open the accounts of the event side by side"],
    [["Esc"], "close them, or leave the find box"],
    [["/"], "find; words in “quotes” are looked for as they stand"],
    [["n", "p"], "next, previous match"],
    [["s", "S"], "next, previous sentence, with who said it"],
    [["m"], "mark words of accounts, or not"],
    [["r"], "tell the next run"],
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
        "On the left stand the events in order, on the right one narrative. Each passage names who tells it and where; choose an event to see all its accounts side by side. “Told by” changes the run, that is, the rule by which an account is chosen for each event.",
      ),
      el(
        "dl",
        { class: "signs" },
        Object.values(MARKS).map(([shape, words]) => [
          el("dt", {}, el("span", { class: "sign" }, shape)),
          el(
            "dd",
            {},
            words === "runs differ" ? "runs differ in the account they choose; runs by chance are not counted" : words,
          ),
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

  // ── Keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
    else if (press.key === "Enter" && state.current && !press.target.closest("a, button")) open(state.current);
    else if ($("keys-on").checked && Object.hasOwn(ACTS, press.key)) act(press);
  }

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
    find.now();
    stepMatch(press.shiftKey ? -1 : 1);
    $("find").focus();
  }

  // ── Start ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Look for what is in the box when nobody has typed for a moment. */
  function wireFind() {
    let waiting = 0;
    let sought = "";
    find.now = () => {
      clearTimeout(waiting);
      if ($("find").value !== sought) find((sought = $("find").value));
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
        el("option", { value: place }, chooses(run) ? run.id : `${run.id} (quotes sentences)`),
      ),
    );
    $("run").addEventListener("change", () => chooseRun(runs[Number($("run").value)]));
    for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => showTab(name));
    $("tabs").addEventListener("keydown", tabKeys);
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
    $("title").textContent = book.title || book.corpus;
    $("facts").textContent = [
      book.title ? book.corpus : "",
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
    if (window.matchMedia("(max-width: 52rem)").matches) $("timeline-toggle").click();
    follow();
    indexWhileIdle();
  }

  begin();
})();
