/** After the game: what a bot says about it, once the server has it. */

import { get } from "../lib/api.js";
import { signal } from "../lib/ui.js";
import { address, key } from "./time.js";

const DEAR = 0.02; // a mistake worth showing, in chances

/**
 * @typedef {{name: string, chairs: number[], luck: number, skill: number, others: number, hindsight: number}} Side
 * @typedef {{text: string, kind: string, seat: number | null, after: number[], luck: number[] | null, skill: number | null, best: {offer: string, reason: string} | null}} Entry
 */

/** @typedef {{sides: Side[], start: number[], entries: Entry[]}} Reviewed */

/** What a bot says about the game that is over: null before, and where there is none. */
export const review = signal(/** @type {Reviewed | null} */ (null));
/** Is it being made? */
export const reviewing = signal(false);
/** Does somebody want to see it, who must be led there? */
export const lookedFor = signal(false);
let asked = false;

/** Have the game reviewed, once. */
export async function askForReview() {
  if (asked) return;
  asked = true;
  reviewing.value = true;
  try {
    review.value = await get(address("/review"), { token: key() });
  } catch {
    // a game goes without one rather than with an error
  } finally {
    reviewing.value = false;
  }
}

/** The dearest mistakes of these chairs, or of all. @param {Reviewed} of @param {number[]} [chairs] */
export function mistakesOf({ entries }, chairs) {
  const dear = entries
    .map((e, ply) => ({ ...e, ply }))
    .filter((e) => !chairs || (e.seat !== null && chairs.includes(e.seat)))
    .flatMap((e) => (e.skill !== null && e.skill < -DEAR && e.best ? [{ ...e, skill: e.skill, best: e.best }] : []));
  return dear.sort((a, b) => a.skill - b.skill);
}

/** Hundredths of a win. @param {number} value */
export const points = (value) => `${value > 0 ? "+" : ""}${Math.round(value * 100)}`;
