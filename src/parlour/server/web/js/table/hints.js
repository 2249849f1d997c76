/** What a bot would do: arrows on the board, best first, and why. */

import { html, signal, useState } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { ask, faultOf } from "./hand.js";
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
export const isLaid = (gesture) => Boolean(gesture.tile) && staged()?.board.spaces.get(gesture.pick)?.kind === "hand";

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
