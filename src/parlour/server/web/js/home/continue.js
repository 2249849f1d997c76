/** Tables this browser knows: go on, or forget them. */

import { forgetTable, knownTables } from "../lib/known.js";
import { html, useState } from "../lib/ui.js";
import { language, say } from "../lib/words.js";

const SHOWN = 4;

/** @param {{games: import("../protocol.js").GameCard[]}} props */
export function Continue({ games }) {
  const [tables, show] = useState(knownTables);
  const [all, showAll] = useState(false);
  if (!tables.length) return null;
  /** @param {string} table */
  const forget = (table) => {
    forgetTable(table);
    show(knownTables());
  };
  /** @param {string} id */
  const title = (id) => games.find((g) => g.id === id)?.title ?? id;
  const listed = all ? tables : tables.slice(0, SHOWN);
  return html`
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">${say("Go on playing")}</h2>
      <ul>
        ${listed.map(
          (t) => html`
          <li key=${t.table} class="panel">
            <a class="go" href=${t.link}>
              <strong>${title(t.game)}</strong>
              <span class="soft">${[t.over && say("finished"), t.note, ago(t.when)].filter(Boolean).join(" · ")}</span>
            </a>
            ${!!t.invites?.seats.length && html`<a class="button small quiet" href=${`#/invite/${t.table}`}>${say("Links")}</a>`}
            <button class="small quiet" type="button" aria-label=${say("Forget this table of {game}", { game: title(t.game) })} title=${say("Forget this table")} onClick=${() => forget(t.table)}>×</button>
          </li>`,
        )}
      </ul>
      ${tables.length > SHOWN && !all && html`<button class="quiet small" type="button" onClick=${() => showAll(true)}>${say("Show all {n}", { n: tables.length })}</button>`}
    </section>`;
}

/** How long ago, in the page's language. @param {number} when */
function ago(when) {
  const minutes = (when - Date.now()) / 60000;
  const named = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  if (minutes > -60) return named.format(Math.round(minutes), "minute");
  if (minutes > -1440) return named.format(Math.round(minutes / 60), "hour");
  return named.format(Math.round(minutes / 1440), "day");
}
