/** What becomes of the board: it is played on, or saved with where its data come from. */

import { openTable, usualSeats } from "../home/opening.js";
import { asError } from "../lib/api.js";
import { ClauseLink, Problem } from "../lib/page.js";
import { save } from "../lib/saving.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { beginAnew, busy, changeField, changeText, game, now, past, picture, takeBack } from "./state.js";

/** All that is wrong, as soon as it is. */
export function Faults() {
  const found = now.value?.faults ?? [];
  const words =
    found.length === 0
      ? say("No faults: this board can be played on.")
      : found.length === 1
        ? say("One fault:")
        : say("{n} faults:", { n: found.length });
  return html`
    <section class=${`panel faults ${found.length ? "wrong" : "right"}`} aria-labelledby="faults">
      <h2 id="faults">${say("Is it a board?")}</h2>
      <div role="status">
        <p>${words}</p>
        ${found.length > 0 && html`<ul>${found.map((f) => html`<li key=${f.text}>${f.text} ${f.clause && html`<${ClauseLink} game=${game} id=${f.clause} />`}</li>`)}</ul>`}
        ${found.length > 0 && picture.value.picture && html`<p class="soft">${say("The drawing still shows the last board without faults.")}</p>`}
      </div>
      <p class="lab-go">
        <button type="button" disabled=${past.value.length === 0} onClick=${takeBack}>${say("Take back")}</button>
        <button type="button" onClick=${beginAnew}>${say("The board that comes with the game")}</button>
      </p>
    </section>`;
}

/** @param {{card: import("../protocol.js").GameCard}} props */
export function Use({ card }) {
  const [problem, tell] = useState(/** @type {Error | null} */ (null));
  const told = now.value;
  if (!told) return null;
  const { name = "", provenance = "", source = "" } = told.about;
  const wrong = told.faults.length > 0;
  const play = async () => {
    tell(null);
    try {
      const opened = await openTable(card, { own_board: told.text, seats: usualSeats(card) });
      location.assign(opened.link);
    } catch (error) {
      tell(asError(error));
    }
  };
  const keepFile = () => save(new Blob([told.text], { type: "application/toml" }), "board.toml");
  const read = async (/** @type {any} */ event) => {
    const file = event.target.files?.[0];
    if (file) await changeText(await file.text());
    event.target.value = "";
  };
  /** @type {[string, string][]} */
  const kinds = [
    ["printed", say("printed: read off the real board")],
    ["reconstructed", say("reconstructed: from rules, photos or memory")],
    ["house", say("house: made up for our own table")],
  ];
  return html`
    <section class="panel" aria-labelledby="use">
      <h2 id="use">${say("Play on it, or save it")}</h2>
      <p><button type="button" class="main" disabled=${wrong || busy.value} onClick=${play}>${say("Play on this board")}</button></p>
      <${Problem} problem=${problem} />
      <label class="field">${say("What the board is called")}
        <input type="text" value=${name} maxlength="60" onChange=${(/** @type {any} */ e) => changeField("name", e.target.value)} />
      </label>
      <label class="field">${say("Where its data come from")}
        <select value=${provenance} onChange=${(/** @type {any} */ e) => changeField("provenance", e.target.value)}>
          ${kinds.map(([value, words]) => html`<option key=${value} value=${value} selected=${value === provenance}>${words}</option>`)}
        </select>
      </label>
      <label class="field">${say("Which board this is: edition, year, who looked at it, and what was counted")}
        <textarea rows="4" maxlength="2000" value=${source} onChange=${(/** @type {any} */ e) => changeField("source", e.target.value)}></textarea>
      </label>
      <p class="lab-go">
        <button type="button" disabled=${wrong || busy.value || !source.trim()} onClick=${keepFile}>${say("Save board.toml")}</button>
        <label class="button filed">${say("Open a board file…")}<input type="file" accept=".toml,text/plain" class="visually-hidden" onChange=${read} /></label>
      </p>
      <p class="soft">${say("The file can be handed in to the project, played with --board, and printed. It is data only: nothing in it is ever run.")}</p>
    </section>`;
}
