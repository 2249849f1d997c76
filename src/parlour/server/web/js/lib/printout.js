/** A game to print: which paper, how much ink, and the file. */

import { asError, get } from "./api.js";
import { Problem } from "./page.js";
import { save } from "./saving.js";
import { html, useState } from "./ui.js";
import { language, say } from "./words.js";

const LETTER = /-(US|CA|MX|PH|CL|CO|VE|CR|GT)$/; // where sheets have that size

/** @param {{game: string, board?: string, players?: number, options?: Record<string, unknown>, open?: boolean}} props */
export function PrintOut({ game, board = "", players, options = {}, open = false }) {
  const [paper, choosePaper] = useState(LETTER.test(navigator.language) ? "letter" : "a4");
  const [ink, chooseInk] = useState("full");
  const [small, shrink] = useState(false);
  const [busy, wait] = useState(false);
  const [problem, trouble] = useState(/** @type {Error | null} */ (null));

  const make = async () => {
    if (busy) return;
    wait(true);
    trouble(null);
    const wish = new URLSearchParams({ paper, ink, language: language.peek() });
    if (small) wish.set("one_sheet", "yes");
    if (board) wish.set("board", board);
    if (players) wish.set("players", String(players));
    const house = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    if (house.length) wish.set("options", house.join(","));
    try {
      save(await get(`/api/games/${encodeURIComponent(game)}/print.pdf?${wish}`), `${game}-${paper}.pdf`);
    } catch (error) {
      trouble(asError(error));
    }
    wait(false);
  };

  return html`
    <details class="panel printout" id="print" open=${open}>
      <summary><h2>${say("Print and play")}</h2></summary>
      <p class="soft">${say("A file (PDF) with the board, everything to cut out, dice to fold and the rules, to be played on paper.")}</p>
      <label class="field">${say("Paper")}
        <select value=${paper} onChange=${(e) => choosePaper(e.target.value)}>
          <option value="a4" selected=${paper === "a4"}>A4</option>
          <option value="letter" selected=${paper === "letter"}>Letter</option>
        </select>
      </label>
      <label class="field">${say("Ink")}
        <select value=${ink} onChange=${(e) => chooseInk(e.target.value)}>
          <option value="full">${say("full colours")}</option>
          <option value="light">${say("outlines, to save ink")}</option>
        </select>
      </label>
      <label class="row"><input type="checkbox" checked=${small} onChange=${(e) => shrink(e.target.checked)} /><span>${say("The whole board on one sheet, with smaller pieces")}</span></label>
      <p><button type="button" onClick=${make} aria-disabled=${busy}>${busy ? say("One moment…") : say("Make the PDF")}</button></p>
      <${Problem} problem=${problem} />
      <p class="soft">${say("Playing on paper already?")} <a href=${`/paper/${game}`}>${say("Set the pieces up here, and let the table help.")}</a></p>
    </details>`;
}
