/** A table whose server is not to be reached: its board, as the browser keeps it, and a word about that. */

import { knownTables } from "../lib/known.js";
import { drawing } from "../lib/looks.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";

/** @param {{table: string}} props */
export function AwayTable({ table }) {
  const game = knownTables().find((k) => k.table === table)?.game;
  return html`
    <div class="unreached">
      <p>${say("The table itself is at the server, and playing needs it. As soon as it answers, the game goes on here.")}</p>
      ${game && html`<p><a href=${`/rules/${game}`}>${say("Rules")}</a> · <a href="/">${say("All games")}</a></p>`}
      ${game && html`<img src=${drawing(`/api/games/${game}/board.svg`)} alt=${say("The board, without its pieces")} />`}
    </div>`;
}
