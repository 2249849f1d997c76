/** The chairs of a table that is being set up: who takes each of them. */

import { html, useId } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { usualLevel } from "./opening.js";
import { Sign } from "./sign.js";

/**
 * @param {{game: import("../protocol.js").GameCard, seats: import("./opening.js").Wish[], chairs: number[], teams: number[][] | null,
 *   onChange: (seats: import("./opening.js").Wish[]) => void}} props
 */
export function Seats({ game, seats, chairs, teams, onChange }) {
  /** @param {number} i @param {import("./opening.js").Wish} wish */
  const set = (i, wish) => {
    const next = seats.map((s, k) => (k === i ? wish : s));
    // There is one of me: whoever was it before sits beside me.
    onChange(wish.kind === "me" ? next.map((s, k) => (k !== i && s.kind === "me" ? { ...s, kind: "device", name: "" } : s)) : next);
  };
  /** @param {number} i */
  const move = (i) => onChange(seats.map((s, k) => (k === i ? seats[i - 1] : k === i - 1 ? seats[i] : s)));
  return html`
    <ol class="seats">
      ${seats.map(
        (wish, i) => html`
        <${Chair} key=${i} game=${game} chair=${chairs[i]} wish=${wish} partners=${partnersOf(game, chairs[i], teams)}
          onChange=${(w) => set(i, w)} onUp=${i > 0 ? () => move(i) : null} />`,
      )}
    </ol>`;
}

/** @param {import("../protocol.js").GameCard} game @param {number} chair @param {number[][] | null} teams */
function partnersOf(game, chair, teams) {
  const team = teams?.find((side) => side.includes(chair)) ?? [];
  return team
    .filter((c) => c !== chair)
    .map((c) => game.colours[c])
    .join(", ");
}

/** @param {{game: import("../protocol.js").GameCard, chair: number, wish: import("./opening.js").Wish, partners: string, onChange: (wish: import("./opening.js").Wish) => void, onUp: (() => void) | null}} props */
function Chair({ game, chair, wish, partners, onChange, onUp }) {
  const id = useId();
  const colour = game.colours[chair];
  /** @param {import("./opening.js").Wish["kind"]} kind */
  const choose = (kind) =>
    onChange({ kind, name: kind === wish.kind || kind !== "bot" ? wish.name : "", level: wish.level || usualLevel(game) });
  return html`
    <li class="chair">
      <${Sign} look=${game.looks[chair]} />
      <div class="who">
        <span class="colour" id=${id}>${colour}${partners && html`<span class="soft"> ${say("with {partners}", { partners })}</span>`}</span>
        <select aria-label=${say("{colour}: who plays", { colour })} value=${wish.kind} onChange=${(e) => choose(e.target.value)}>
          <option value="me">${say("me")}</option>
          <option value="device">${say("somebody at this screen")}</option>
          <option value="person">${say("a friend, by link")}</option>
          <option value="bot">${say("a bot")}</option>
        </select>
        ${
          wish.kind === "bot"
            ? html`<${Level} game=${game} colour=${colour} level=${wish.level} onChange=${(level) => onChange({ ...wish, level })} />`
            : html`<input type="text" maxlength="40" autocomplete=${wish.kind === "me" ? "nickname" : "off"} placeholder=${say("name")} aria-label=${say("{colour}: name", { colour })}
              value=${wish.name ?? ""} onInput=${(e) => onChange({ ...wish, name: e.target.value })} />`
        }
      </div>
      ${onUp && html`<button type="button" class="small quiet" title=${say("Change places with the one above")} aria-label=${say("{colour}: change places with the one above", { colour })} onClick=${onUp}>↑</button>`}
    </li>`;
}

/** @param {{game: import("../protocol.js").GameCard, colour: string, level: string, onChange: (level: string) => void}} props */
function Level({ game, colour, level, onChange }) {
  if (game.levels.length < 2) return html`<span class="soft level">${game.levels[0]?.name}</span>`;
  return html`
    <select aria-label=${say("{colour}: how strong", { colour })} value=${level} onChange=${(e) => onChange(e.target.value)}>
      ${game.levels.map((l) => html`<option key=${l.level} value=${l.level} title=${l.words}>${l.name}</option>`)}
    </select>`;
}
