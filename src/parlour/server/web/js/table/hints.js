/** What a bot would do: arrows on the board, best first, and why. */

import { settings } from "../lib/settings.js";
import { html, signal, useEffect, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { act, ask, faultOf, looking } from "./hand.js";
import { staged } from "./stage.js";
import { moves, now, past, theFrame } from "./state.js";

/** @typedef {import("../protocol.js").Candidate} Candidate */

const SHOWN = 3; // more arrows would be a tangle

/** What was advised at this moment, best first. */
export const advice = signal(/** @type {{seq: number, reason: string, best: Candidate[]} | null} */ (null));

/** The arrows to be drawn: one for each of the best moves that go somewhere. */
export function arrows() {
  if (!advice.value || advice.value.seq !== now.value?.seq || past.value) return [];
  return advice.value.best.flatMap((c, i) => {
    const gesture = moves.value.find((m) => m.code === c.code)?.gesture;
    if (!gesture) return [];
    return [{ from: isLaid(gesture) ? gesture.drop : gesture.pick, to: gesture.drop, rank: i + 1 }];
  });
}

/** The best of these moves, where it is one that is seen best by itself: how a tile would lie. */
export function bestTile() {
  const [best] = arrows().length ? (advice.value?.best ?? []) : [];
  return moves.value.find((m) => m.code === best?.code && m.gesture?.tile) ?? null;
}

/** Does a tile come from the hand? @param {import("../protocol.js").Gesture} gesture */
const isLaid = (gesture) => Boolean(gesture.tile) && staged()?.board.spaces.get(gesture.pick)?.kind === "hand";

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

export function HintButton() {
  const [thinking, think] = useState(false);
  if (!theFrame().may.hint || past.value) return null;
  const get = async () => {
    const seq = now.value?.seq ?? 0;
    think(true);
    const answer = await ask({ do: "hint" });
    think(false);
    const { reason, candidates } = answer.hint ?? { reason: faultOf(answer).text, candidates: [] };
    const best = [...candidates].sort((a, b) => (b.chance ?? 0) - (a.chance ?? 0)).slice(0, SHOWN);
    advice.value = { seq, reason, best };
  };
  return html`<button class="small" aria-disabled=${thinking} onClick=${thinking ? undefined : get}>${thinking ? say("Thinking …") : say("Hint")}</button>`;
}

/** The same in words, each to be played. */
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
