/** A game that plays by itself: from the moment that is looked at to now, at a chosen speed. */

import { asError } from "../lib/api.js";
import { Icon } from "../lib/icons.js";
import { html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { refuse } from "./hand.js";
import { now, theNow } from "./state.js";
import { lookingAt, show, toNow, toPly } from "./time.js";

const PACES = [0.5, 1, 2, 4];
const REST = 900; // milliseconds between two moments

/** Does it play? */
export const playing = signal(false);
const pace = signal(1);

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function play() {
  playing.value = true;
  try {
    await playOn();
  } catch (problem) {
    toNow();
    refuse({ text: asError(problem).message }, null);
  } finally {
    playing.value = false;
  }
}

async function playOn() {
  if (lookingAt() >= theNow().ply) await toPly(0);
  while (playing.value && now.value && lookingAt() < now.value.ply) {
    const at = lookingAt();
    await wait(REST / pace.value);
    if (!playing.value || lookingAt() !== at) break; // stopped, or led elsewhere by hand
    await show(at + 1, pace.value <= 2);
  }
  if (playing.value && now.value && lookingAt() >= now.value.ply) toNow();
}

/** @param {number} n */
const speed = (n) => say("{speed} ×", { speed: n });

export function Replay() {
  const on = playing.value;
  return html`<button class="small quiet" aria-label=${on ? say("Stop") : say("Play it by itself")} aria-pressed=${on} onClick=${() => (on ? (playing.value = false) : play())}>
      <${Icon} name=${on ? "stop" : "play"} />
    </button>
    <select class="pace" aria-label=${say("Speed of the replay")} value=${String(pace.value)} onChange=${(e) => (pace.value = Number(e.target.value))}>
      ${PACES.map((n) => html`<option key=${n} value=${n}>${speed(n)}</option>`)}
    </select>`;
}
