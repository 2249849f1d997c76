/** What a search found: the best compromises, with every figure's interval. */

import { html } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Files, State } from "./answer.js";

/** @typedef {import("../protocol.js").LabAnswer} LabAnswer */
/** @typedef {import("../protocol.js").LabFront} LabFront */

/** @param {{told: LabAnswer}} props */
export function Found({ told }) {
  const found = told.front ?? null;
  return html`
    <section class="lab-answer" aria-labelledby="answer">
      <h2 id="answer">${found ? found.heading : say("The answer")}</h2>
      <${State} told=${told} wanted=${0} />
      ${found && html`<p class="soft">${found.stage} · ${say("{sets:set of rules|sets of rules}, {games:game|games}", { sets: found.tried, games: found.played })}</p>`}
      ${found && found.entries.length > 0 && html`<${Best} found=${found} />`}
      ${found?.finished && found.entries.length < 2 && html`<p>${say("None of them is nearer to it than the rules you began with.")}</p>`}
      ${
        found?.finished &&
        html`
        <p class="soft">${say("These are the best compromises: each comes nearer to one wish than all others that do no worse by the rest. The figures come from games that took no part in the choosing.")}</p>
        ${found.compare && html`<p><a class="button" href=${found.compare}>${say("Compare the best of them in every measure")}</a></p>`}
        <${Files} told=${told} />`
      }
    </section>`;
}

/** @param {{found: LabFront}} props */
function Best({ found }) {
  const within = say("within the limits");
  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${say("The best compromises")}>
      <table>
        <thead><tr><th scope="col">${say("rules")}</th>${found.wishes.map((w) => html`<th key=${w} scope="col">${w}</th>`)}<th scope="col">${within}</th></tr></thead>
        <tbody>
          ${found.entries.map(
            (entry) => html`
            <tr key=${entry.rules}>
              <th scope="row">${entry.rules.split(",").map((rule, i) => html`${i ? html`,<br />` : ""}${rule}`)}</th>
              ${entry.figures.map((f, i) => {
                const apart = entry.differences[i];
                const moved = apart && apart.seen;
                return html`<td key=${i} data-head=${found.wishes[i]}>${f.text}${moved && html`<span class="soft seen">${apart.text}</span>`}</td>`;
              })}
              <td data-head=${within}>${entry.within ? say("yes") : say("no")}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
