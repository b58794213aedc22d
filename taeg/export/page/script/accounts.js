// A column of the panel: an account with its words marked by who shares them, or the reference; and copying.

function account(version, event) {
  const now = version.chosenBy.includes(state.run);
  const others = version.chosenBy.filter((run) => run !== state.run).map((run) => run.title);
  const quoted = version.quotedBy.get(state.run);
  const { fused } = state.run;
  const badges = [
    now && ["chosen", fused ? "base of this narrative" : "used in this narrative"],
    quoted && ["chosen", `${counted(quoted, "passage", "passages")} ${fused ? "added to" : "quoted in"} this narrative`],
    event.choice === version.id && ["editor", "chosen by the editor"],
    version.excluded && ["excluded", "excluded by the editor"],
    several(event, version) &&
      (version.latest ? ["latest", "the latest of this source"] : ["earlier", "an earlier account"]),
  ].filter(Boolean);
  const facts = [version.time ? `given ${version.time}` : "", counted(wordCount(version.text), "word", "words")]
    .filter(Boolean)
    .join(" · ");
  return el(
    "article",
    {
      class: `account${now || quoted ? " in-narrative" : ""}${version.excluded ? " aside" : ""}`,
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
      el("p", { class: "fine" }, facts),
      el("p", { class: "fine" }, el("code", { dir: "auto" }, version.id)),
      others.length
        ? el("p", { class: "fine", dir: "auto" }, `${now ? "also chosen" : "chosen"} by ${others.join(", ")}`)
        : null,
      version.movedFrom
        ? el(
            "p",
            { class: "fine", dir: "auto" },
            `an account of event ${version.movedFrom} in the data, moved here by the editor`,
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
  const sayPart = accountSpeaker(version, made, hitsIn(text));
  let at = 0;
  for (let i = 0; i < stretches.length; i += 2) {
    const end = at + stretches[i];
    const bare = at + text.slice(at, end).trimEnd().length;
    sayPart(at, bare, `shared-${stretches[i + 1]}`);
    sayPart(bare, end, "");
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
