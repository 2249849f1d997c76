/** What a bot would do, in words: the best moves, each to be played, and why. */

import { settings } from "../lib/settings.js";
import { html, useEffect } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { act, looking } from "./hand.js";
import { advice, isLaid } from "./hints.js";
import { moves, now } from "./state.js";

/** @typedef {import("../protocol.js").Candidate} Candidate */

/** What it means in a word, where the number on the board says the place. @param {Candidate} c */
function inShort(c) {
  const gesture = moves.value.find((m) => m.code === c.code)?.gesture;
  if (!gesture?.tile || settings.value.coordinates) return c.offer;
  if (isLaid(gesture)) return say("Set a tile here");
  return gesture.pick === gesture.drop ? say("Turn this tile") : say("Move this tile");
}

/** @param {number} chance */
const percent = (chance) => `${Math.round(chance * 100)} %`;

/** By how many hundredths of a win it is worse than the best. @param {number} worse */
const hundredths = (worse) => (worse < 0.0005 ? "" : ` −${(worse * 100).toFixed(1)}`);

export function Advice() {
  const seq = now.value?.seq;
  const told = advice.value?.seq === seq ? advice.value : null;
  useEffect(() => () => void (advice.value = null), [seq]);
  return html`<div class="hint" aria-live="polite">
    ${
      told &&
      html`<div class="note">
      ${!told.best.length && html`<p>${told.reason}</p>`}
      <ol class="entries">
        ${told.best.map(
          (c, i) => html`<li key=${c.code}>
          <button class="move" onClick=${() => act(moves.value.find((m) => m.code === c.code) ?? c, "list")}
            onMouseEnter=${() => (looking.value = { moves: moves.value.filter((m) => m.code === c.code) })}
            onMouseLeave=${() => (looking.value = null)}>
            <span class="number">${i + 1}</span>
            <span class="offer"><span aria-hidden="true">${inShort(c)}</span><span class="visually-hidden">${c.offer}</span>${c.reason && html` <span class="soft">${c.reason}</span>`}</span>
            ${c.chance != null && html`<span class="more"><meter min="0" max="1" value=${c.chance} aria-hidden="true"></meter> ${percent(c.chance)}${hundredths((told.best[0]?.chance ?? 0) - c.chance)}</span>`}
          </button>
        </li>`,
        )}
      </ol>
    </div>`
    }
  </div>`;
}
