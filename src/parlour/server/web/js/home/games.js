/** The games as pictures, each with a way to start it at once. */

import { asError } from "../lib/api.js";
import { drawing } from "../lib/looks.js";
import { Problem, range } from "../lib/page.js";
import { html, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { Choices, useChoice } from "./choices.js";
import { openTable, usualSeats } from "./opening.js";

/** @param {{games: import("../protocol.js").GameCard[]}} props */
export const Games = ({ games }) => html`
  <section aria-labelledby="games">
    <h2 id="games" class="visually-hidden">${say("Games")}</h2>
    <ul class="games">${games.map((game) => html`<${Card} key=${game.id} game=${game} />`)}</ul>
  </section>`;

/** @param {{game: import("../protocol.js").GameCard}} props */
function Card({ game }) {
  const [chosen, change] = useChoice(game);
  const [problem, trouble] = useState(/** @type {Error | null} */ (null));
  const [busy, wait] = useState(false);
  const play = async () => {
    if (busy) return;
    wait(true);
    trouble(null);
    try {
      const opened = await openTable(game, { seats: usualSeats(game, chosen.players, chosen.level) });
      location.assign(opened.link);
    } catch (error) {
      trouble(asError(error));
      wait(false);
    }
  };
  const title = `game-${game.id}`;
  return html`
    <li class="game panel" aria-labelledby=${title}>
      ${game.looks[0].shape && html`<img class="cover" src=${drawing(`/api/games/${game.id}/cover.svg`)} alt="" width="400" height="300" loading="lazy" />`}
      <div class="about">
        <h3 id=${title}>${game.title}</h3>
        <p>${game.blurb}</p>
        <${Facts} game=${game} />
        <${Choices} game=${game} chosen=${chosen} change=${change} />
        <div class="starts">
          <button class="main" type="button" onClick=${play} aria-disabled=${busy} aria-describedby=${title}>${busy ? say("Setting up…") : say("Play now")}</button>
          <a class="button" href=${`#/friends/${game.id}`} aria-describedby=${title}>${say("With friends…")}</a>
        </div>
        <p class="ways">
          ${game.lessons > 0 && html`<a href=${`/learn/${game.id}`} aria-describedby=${title}>${say("Learn by playing")}</a>`}
          <a href=${`/rules/${game.id}`} aria-describedby=${title}>${say("Rules")}</a>
          ${game.looks[0].shape && html`<a href=${`/rules/${game.id}#print`} aria-describedby=${title}>${say("Print")}</a>`}
          <a href=${`#/set-up/${game.id}`} aria-describedby=${title}>${say("Options")}</a>
        </p>
        <${Problem} problem=${problem} />
      </div>
    </li>`;
}

/** @param {{game: import("../protocol.js").GameCard}} props */
function Facts({ game }) {
  const facts = [say("{seats} players", { seats: range(game.seats) })];
  if (game.minutes) facts.push(say("{minutes} minutes", { minutes: range([...new Set(game.minutes), game.minutes[1]]) }));
  if (game.teams.length) facts.push(say("teams"));
  facts.push([say("learnt in a minute"), say("learnt in five minutes"), say("takes some learning")][game.learning - 1]);
  return html`<p class="facts soft">${facts.join("\u00a0· ")}</p>`;
}
