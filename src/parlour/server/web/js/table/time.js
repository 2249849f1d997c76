/** Going back in time: any past moment can be looked at, and played on from at a new table. */

import { asError, get, post } from "../lib/api.js";
import { Icon } from "../lib/icons.js";
import { later } from "../lib/later.js";
import { html, signal } from "../lib/ui.js";
import { say } from "../lib/words.js";
import { letGo, refuse } from "./hand.js";
import { perform, put } from "./stage.js";
import { eye, log, now, past, theFrame, theNow } from "./state.js";

const Replay = later(() => import("./replay.js").then((m) => m.Replay));

let table = "";
/** @type {string[]} */
let tokens = [];
/** @type {number[]} */
let chairs = [];
/** @param {string} id @param {string[]} keys @param {number[]} seats  the chair of each key, once known */
export function useTable(id, keys, seats = []) {
  [table, tokens, chairs] = [id, keys, seats];
}

/** The key of the one who looks. */
export const key = () => tokens[Math.max(0, chairs.indexOf(eye.value ?? -1))] ?? tokens[0];

/** Another table that the keys of this one open. @param {string} other */
export const linkTo = (other) => `/table/${encodeURIComponent(other)}#t=${tokens.join(",")}`;

/** @param {string} rest */
export const address = (rest) => `/api/tables/${encodeURIComponent(table)}${rest}`;

const wantedPly = signal(/** @type {number | null} */ (null));

/** The moment that is looked at. */
export const lookingAt = () => wantedPly.value ?? now.value?.ply ?? 0;

export function toNow() {
  wantedPly.value = null;
  past.value = null;
  put(now.value);
}

/** @param {number} ply */
export function toPly(ply) {
  letGo();
  if (ply >= theNow().ply) return toNow();
  wantedPly.value = Math.max(0, ply);
  return fetching ? undefined : fetchWanted();
}

let fetching = false;

/** One moment at a time: a slider that is drawn along asks for many, and only the last counts. */
async function fetchWanted() {
  fetching = true;
  try {
    while (wantedPly.value !== null && past.value?.ply !== wantedPly.value) {
      /** @type {import("./state.js").Frame} */
      const f = await get(address(`/at/${wantedPly.value}`), { token: key() });
      if (wantedPly.value === null) break; // back to now meanwhile
      past.value = { ...f, past: true };
      put(f);
    }
  } catch (problem) {
    toNow();
    refuse({ text: asError(problem).message }, null);
  } finally {
    fetching = false;
  }
}

/** A moment as it came about from the one before; without movement where it is to be quick. @param {number} ply @param {boolean} moving */
export async function show(ply, moving) {
  wantedPly.value = ply;
  /** @type {import("./state.js").Frame} */
  const f = await get(address(`/at/${ply}`), { token: key() });
  if (wantedPly.value !== ply) return; // led elsewhere by hand meanwhile
  const came = log.value.findLast((e) => e.ply === ply && (e.kind === "play" || e.kind === "roll"));
  past.value = { ...f, past: true };
  if (moving && came) await perform(f, [came]);
  else put(f);
}

/** @param {number} by */
export const step = (by) => toPly(lookingAt() + by);

/** Go on from this moment at a new table; everybody of this device comes along. */
async function branch() {
  try {
    /** @type {import("../protocol.js").Opened} */
    const opened = await post(address("/branch"), { ply: theFrame().ply }, { token: key() });
    const keys = opened.seats.filter((s) => s.token).map((s) => s.token);
    location.assign(`/table/${opened.table}#t=${[...keys, opened.host].filter(Boolean).join(",")}`);
  } catch (problem) {
    refuse({ text: asError(problem).message }, null);
  }
}

export function Time() {
  const last = theNow().ply;
  const at = lookingAt();
  if (!last) return null;
  return html`<section class="time" aria-label=${say("Look back")}>
    <button class="small quiet" aria-label=${say("To the beginning")} disabled=${at <= 0} onClick=${() => toPly(0)}><${Icon} name="first" /></button>
    <button class="small quiet" aria-label=${say("One step back")} disabled=${at <= 0} onClick=${() => step(-1)}><${Icon} name="back" /></button>
    <input type="range" min="0" max=${last} value=${at} aria-label=${say("Moment of the game")} aria-valuetext=${say("{ply} of {last}", { ply: at, last })} onInput=${(e) => toPly(Number(e.target.value))} />
    <button class="small quiet" aria-label=${say("One step ahead")} disabled=${at >= last} onClick=${() => step(1)}><${Icon} name="ahead" /></button>
    <${Replay} />
    <button class="small quiet" aria-label=${say("To now")} disabled=${at >= last} onClick=${toNow}><${Icon} name="last" /></button>
    ${past.value && theFrame().may.branch && html`<button class="small" onClick=${branch}>${say("Play on from here")}</button>`}
  </section>`;
}
