/** How many play, and how strong the bots are: chosen on a game's card, and found there again the next time. */

import { keepValue, keptValue } from "../lib/storage.js";
import { html, useId, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { usualLevel } from "./opening.js";

/** @typedef {import("../protocol.js").GameCard} GameCard */
/** @typedef {{players: number, level: string}} Chosen */

const KEY = "parlour.choices";

/** What was chosen last, as far as the game still has it. @param {GameCard} game @returns {Chosen} */
export function lastChoice(game) {
  const { players, level } = keptValue(KEY, /** @type {Record<string, Partial<Chosen>>} */ ({}))[game.id] ?? {};
  return {
    players: players && game.seats.includes(players) ? players : game.seats[0],
    level: level && game.levels.some((l) => l.level === level) ? level : usualLevel(game),
  };
}

/** @param {GameCard} game @param {Chosen} chosen */
const keepChoice = (game, chosen) => keepValue(KEY, { ...keptValue(KEY, {}), [game.id]: chosen });

/** The choice on a card, and the way to change it. @param {GameCard} game @returns {[Chosen, (some: Partial<Chosen>) => void]} */
export function useChoice(game) {
  const [chosen, choose] = useState(() => lastChoice(game));
  return [
    chosen,
    (some) => {
      const now = { ...chosen, ...some };
      choose(now);
      keepChoice(game, now);
    },
  ];
}

/** @param {{game: GameCard, chosen: Chosen, change: (some: Partial<Chosen>) => void}} props */
export function Choices({ game, chosen, change }) {
  const id = useId();
  return html`
    <div class="choices">
      ${
        game.seats.length > 1 &&
        html`<fieldset class="players">
        <legend>${say("Players")}</legend>
        ${game.seats.map(
          (n) => html`
          <label key=${n}><input type="radio" name=${`${id}-players`} value=${n} checked=${n === chosen.players} onChange=${() => change({ players: n })} /><span>${n}</span></label>`,
        )}
      </fieldset>`
      }
      ${
        game.levels.length > 1 &&
        html`<label class="level"><span>${chosen.players === 2 ? say("Opponent") : say("Opponents")}</span>
        <select value=${chosen.level} onChange=${(e) => change({ level: e.target.value })}>
          ${game.levels.map((l) => html`<option key=${l.level} value=${l.level} title=${l.words} selected=${l.level === chosen.level}>${l.name}</option>`)}
        </select>
      </label>`
      }
    </div>`;
}
