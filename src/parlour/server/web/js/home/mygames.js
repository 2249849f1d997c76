/** The games of this browser: those that go on, those that are over, what came of them. Nobody else has this list. */

import { html, useState } from "../lib/ui.js";
import { language, say } from "../lib/words.js";
import { OwnData } from "./owndata.js";
import { goingOn, opponents, standing, useTables } from "./standing.js";
import { Statistics, resultOf } from "./statistics.js";

/** @typedef {import("../lib/known.js").Known} Known */
/** @typedef {import("../protocol.js").GameCard} GameCard */

const SHOWN = 12;

/** @param {number} when */
const date = (when) => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(when);

/** @param {{of: Known, game: GameCard | undefined, said: string, forget: () => void, link: string}} props */
const Row = ({ of, game, said, forget, link }) => html`
  <li class="panel">
    <a class="go" href=${link}>
      <strong>${game?.title ?? of.game}</strong> <span class=${of.asked && !of.over ? "turn" : "soft"}>${said}</span>
      <span class="soft">${[opponents(of, game), date(of.ended ?? of.when)].filter(Boolean).join(" · ")}</span>
    </a>
    <button class="small quiet" type="button" aria-label=${say("Forget this table of {game}", { game: game?.title ?? of.game })} title=${say("Forget this table")} onClick=${forget}>×</button>
  </li>`;

/** @param {{games: GameCard[]}} props */
export function MyGames({ games }) {
  const [tables, forget, refresh] = useTables();
  const [all, showAll] = useState(false);
  /** @param {Known} t */
  const gameOf = (t) => games.find((g) => g.id === t.game);
  const running = goingOn(tables);
  const finished = tables.filter((t) => t.over).sort((a, b) => (b.ended ?? b.when) - (a.ended ?? a.when));
  return html`
    <div class="my-games">
      <h1>${say("My games")}</h1>
      <p class="soft">${say("Only this browser knows this list; there is no account. On another device a table is found by its link.")}</p>
      <section aria-labelledby="running">
        <h2 id="running">${say("Games that go on")}</h2>
        ${!running.length && html`<p class="soft">${say("None at the moment.")} <a href="/#/">${say("All games")}</a></p>`}
        <ul>${running.map((t) => html`<${Row} key=${t.table} of=${t} game=${gameOf(t)} said=${standing(t)} forget=${() => forget(t.table)} link=${t.link} />`)}</ul>
      </section>
      ${
        finished.length > 0 &&
        html`<section aria-labelledby="finished">
        <h2 id="finished">${say("Finished games")}</h2>
        <ul>${(all ? finished : finished.slice(0, SHOWN)).map((t) => html`<${Row} key=${t.table} of=${t} game=${gameOf(t)} said=${resultOf(t).text} forget=${() => forget(t.table)} link=${`${t.link}&stay`} />`)}</ul>
        ${finished.length > SHOWN && !all && html`<button class="quiet small" type="button" onClick=${() => showAll(true)}>${say("Show all {n}", { n: finished.length })}</button>`}
      </section>`
      }
      <${Statistics} tables=${finished} games=${games} />
      <${OwnData} gone=${refresh} />
    </div>`;
}
