/** Games that go on, before all others: against whom, and whose turn it is. */

import { drawing } from "../lib/looks.js";
import { MY_GAMES } from "../lib/page.js";
import { html } from "../lib/ui.js";
import { language, say } from "../lib/words.js";
import { goingOn, opponents, standing, useTables } from "./standing.js";

const SHOWN = 4;

/** @param {{games: import("../protocol.js").GameCard[]}} props */
export function Continue({ games }) {
  const [tables, forget] = useTables();
  const running = goingOn(tables);
  if (!running.length) return null;
  return html`
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">${say("Go on playing")}</h2>
      <ul>
        ${running.slice(0, SHOWN).map((t) => {
          const game = games.find((g) => g.id === t.game);
          const title = game?.title ?? t.game;
          return html`
          <li key=${t.table} class="panel">
            <a class="go" href=${t.link}>
              ${game?.looks[0].shape && html`<img src=${drawing(`/api/games/${game.id}/cover.svg`)} alt="" width="52" height="52" />`}
              <span class="told">
                <strong>${title}</strong> <span class=${t.asked ? "turn" : "soft"}>${standing(t)}</span>
                <span class="soft">${[opponents(t, game), ago(t.when)].filter(Boolean).join(" · ")}</span>
              </span>
            </a>
            ${!!t.invites?.seats.length && html`<a class="button small quiet" href=${`#/invite/${t.table}`}>${say("Links")}</a>`}
            <button class="small quiet" type="button" aria-label=${say("Forget this table of {game}", { game: title })} title=${say("Forget this table")} onClick=${() => forget(t.table)}>×</button>
          </li>`;
        })}
      </ul>
      ${tables.length > SHOWN && html`<p><a href=${MY_GAMES}>${say("All of my games ({n})", { n: tables.length })}</a></p>`}
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
