/** Asking the server, and hearing answers while they sharpen. What was lost on the way is asked again. */

import { ApiError, asError, get, post } from "../lib/api.js";
import { keep, kept } from "../lib/storage.js";
import { signal } from "../lib/ui.js";

/** @typedef {import("../protocol.js").LabAnswer} LabAnswer */

const KEY = "parlour.lab.person";
const PATIENCE = 20; // seconds that the server may take to have something new
const PAUSE = 2000; // milliseconds before a server that is away is asked again

export const told = signal(/** @type {LabAnswer | null} */ (null));
export const problem = signal(/** @type {Error | null} */ (null));
export const asking = signal(false);

/** Which of several loops is the one that counts. */
let turn = 0;
/** @type {AbortController | null} */
let line = null;

/** By this word the server knows that two tabs are one person. */
function person() {
  const known = kept(KEY);
  if (typeof known === "string" && known) return known;
  const word = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
  keep(KEY, word);
  return word;
}

/** @param {LabAnswer} answer */
const goesOn = (answer) => answer.state === "waiting" || answer.state === "playing";

/** Ask, and listen until it is answered. @param {string} link */
export async function ask(link) {
  const mine = ++turn;
  line?.abort();
  line = new AbortController();
  const aborted = line.signal;
  problem.value = null;
  asking.value = true;
  try {
    let answer = await post("/api/lab", { link, person: person() }, { signal: aborted });
    while (mine === turn) {
      told.value = /** @type {LabAnswer} */ (answer);
      if (!goesOn(answer)) break;
      answer = await next(/** @type {LabAnswer} */ (answer), link, aborted);
    }
  } catch (error) {
    if (mine === turn && !aborted.aborted) problem.value = asError(error);
  }
  if (mine === turn) asking.value = false;
}

/** @param {LabAnswer} last @param {string} link @param {AbortSignal} aborted @returns {Promise<LabAnswer>} */
async function next(last, link, aborted) {
  try {
    return await get(`/api/lab/${last.id}?after=${last.seq}&wait=${PATIENCE}`, { signal: aborted });
  } catch (error) {
    if (aborted.aborted) throw error;
    const fault = error instanceof ApiError ? error : null;
    if (fault?.status === 404) return post("/api/lab", { link, person: person() }, { signal: aborted }); // the server began anew
    if (fault?.kind !== "unreachable") throw error;
    await new Promise((done) => setTimeout(done, PAUSE));
    return { ...last };
  }
}

/** Put it aside; what is known stays. */
export async function stop() {
  if (!told.value) return;
  try {
    await post(`/api/lab/${told.value.id}/stop`, {});
  } catch (error) {
    problem.value = asError(error);
  }
}

/** The page is left: nobody listens any more. */
export function stopLooking() {
  turn += 1;
  line?.abort();
}
