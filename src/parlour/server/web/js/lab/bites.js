/** Which house rules matter: how often each changes something, and what games become by it. */

import { ClauseLink } from "../lib/page.js";
import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { State } from "./answer.js";

/** @param {{told: import("../protocol.js").LabAnswer, game: string}} props */
export function Bites({ told, game }) {
  const found = told.bites ?? [];
  const heads = [
    say("house rule"),
    say("clause"),
    say("games in which it bit"),
    say("steps: something else was legal"),
    say("steps: something else happened"),
    say("what games become by it"),
  ];
  return html`
    <section class="lab-answer" aria-labelledby="answer">
      <h2 id="answer">${say("How often a house rule bites")}</h2>
      <${State} told=${told} wanted=${0} />
      <p class="soft">${say("Random games, in which every step is also tried by every other house rule. A rule bites where something else would be legal, or the same move would lead elsewhere.")}</p>
      ${
        found.length > 0 &&
        html`
        <div class="wide" tabindex="0" role="region" aria-label=${say("House rules")}>
          <table>
            <thead><tr>${heads.map((h) => html`<th key=${h} scope="col">${h}</th>`)}</tr></thead>
            <tbody>
              ${found.map(
                (b) => html`
                <tr key=${b.rules}>
                  <th scope="row" title=${b.words}>${b.rules}${b.sets_up && html` <span class="soft">(${say("another beginning")})</span>`}</th>
                  <td data-head=${heads[1]}>${b.clause && html`<${ClauseLink} game=${game} id=${b.clause} />`}</td>
                  <td data-head=${heads[2]}>${b.games}</td>
                  <td data-head=${heads[3]}>${b.legal}</td>
                  <td data-head=${heads[4]}>${b.happened}</td>
                  <td data-head=${heads[5]}>${b.changes}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`
      }
    </section>`;
}
