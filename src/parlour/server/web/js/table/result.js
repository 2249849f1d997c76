/** The end is an event: who won and how, over the board, and what comes next. */

import { later } from "../lib/later.js";
import { reading } from "../lib/motion.js";
import { html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { command } from "./hand.js";
import { eye, now, past, theNow } from "./state.js";
import { linkTo } from "./time.js";

const Card = later(() => import("./resultcard.js").then((m) => m.Card));

/** @typedef {import("./state.js").Frame} Frame */

const ADMIRE = 1500; // milliseconds in which the board is seen as it ended, before the card lies over it

/** Did the game end while this page looked on? Then it is celebrated. */
export const justEnded = signal(false);
/** The last moment is still looked at. */
const admired = signal(false);

/** The game ended just now. */
export function end() {
  justEnded.value = true;
  const stay = reading(ADMIRE);
  admired.value = stay > 0;
  if (stay) setTimeout(() => (admired.value = false), stay);
}
/** The card was put aside, to see the board. */
export const aside = signal(false);

/** The next game of the same people: the keys of this one open it. */
export const onward = () => linkTo(theNow().next);

/**
 * An old link leads to the game that is played now. Whoever wants to see the old one again says so behind the #.
 * @param {Frame} f  the first one that this page was shown
 */
export function followOn(f) {
  const staying = new URLSearchParams(location.hash.slice(1)).has("stay");
  if (f.over && f.next && !staying) location.replace(linkTo(f.next));
}

export async function again() {
  if (!theNow().next) await command({ do: "again" });
  if (theNow().next) location.assign(onward());
}

/** The card; or, once it was put aside, what brings it back. Records are looked at without it. */
export function Result() {
  const f = now.value;
  if (!f?.over || f.agreed.closed || past.value || admired.value) return null;
  if (aside.value) {
    return html`<div class="line after"><button class="small" onClick=${() => (aside.value = false)}>${say("Show the result")}</button>
      ${(f.next || f.may.again) && html`<button class="small main" onClick=${again}>${f.next ? say("To the next game") : say("Play again")}</button>`}
    </div>`;
  }
  return html`<${Card} f=${f} key=${eye.value} />`;
}
