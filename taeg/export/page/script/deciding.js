// Decisions about contested facts, on a page that may write: confirm, dismiss, or prefer a value.

function decisions(fact) {
  const reason = el("input", { type: "text", maxlength: 2000, autocomplete: "off", placeholder: "reason, if any" });
  const notice = el("p", { class: "fine decide-notice", role: "alert" });
  const firsts = [...grouped(fact.sides, (side) => side.value).values()].map(([first]) => first);
  const act = (verdict, version) => (press) => {
    const why = reason.value.trim();
    decide({ digest: book.digest, fact: fact.id, verdict, version, why }, fact, notice, press.currentTarget);
  };
  return el(
    "details",
    { class: "decide", "data-testid": "decide" },
    el("summary", {}, fact.decided ? "Decide again" : "Decide"),
    el("label", {}, el("span", { class: "unseen" }, "Reason"), reason),
    el(
      "div",
      { class: "row" },
      firsts.map((side) =>
        button(["Prefer ", el("b", spoken(), side.value)], act("settle", versions.indexOf(side.version)), {
          "data-verdict": "settle",
        }),
      ),
      button("They contradict each other", act("confirm", -1), { "data-verdict": "confirm" }),
      button("No contradiction", act("dismiss", -1), { "data-verdict": "dismiss" }),
    ),
    notice,
  );
}

/** Write a decision, then show the page anew: a decision may change what is preferred and delete runs. */
async function decide(wanted, fact, notice, pressed) {
  const row = factTable.elements.get(fact);
  const buttons = row.querySelectorAll(".decide button");
  for (const one of buttons) one.disabled = true;
  notice.textContent = "Writing …";
  try {
    const answer = await fetch(book.decide, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error);
  } catch (error) {
    notice.textContent = `Nothing was written: ${error instanceof TypeError ? "the server does not answer" : error.message}`;
    for (const one of buttons) one.disabled = false;
    pressed.focus();
    return;
  }
  const next = wanted.verdict === "dismiss" ? facts[fact.place + 1] || facts[fact.place - 1] : fact;
  write(next ? `#fact=${encodeURIComponent(next.id)}` : address(null), true);
  location.reload();
}
