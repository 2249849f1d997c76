/** The board that is being corrected: its text is all that counts, and the server says what it is worth. */

import { asError, post } from "../lib/api.js";
import { keepValue, keptValue } from "../lib/storage.js";
import { signal } from "../lib/ui.js";

/** @typedef {import("../protocol.js").Edited} Edited */

const MOST_STEPS = 60; // that can be taken back

export const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const KEY = `parlour.board.${game}`;

export const now = signal(/** @type {Edited | null} */ (null));
/** The last drawing of a board without faults. */
export const picture = signal(/** @type {Pick<Edited, "picture" | "spaces">} */ ({ picture: "", spaces: [] }));
export const chosen = signal(""); // the space that was touched
export const answered = signal(""); // the space whose offers are known
export const problem = signal(/** @type {Error | null} */ (null));
export const busy = signal(false);
export const past = signal(/** @type {string[]} */ ([]));

let waiting = 0;
let line = Promise.resolve();

/** Ask about the board as it would be then, once all that was asked before is answered: no change is lost. @param {Record<string, unknown>} wish @param {boolean} [step]  can it be taken back? */
function ask(wish, step = true) {
  waiting += 1;
  busy.value = true;
  line = line
    .then(() => asked(wish, step))
    .then(() => {
      waiting -= 1;
      busy.value = waiting > 0;
    });
  return line;
}

/** @param {Record<string, unknown>} wish @param {boolean} step */
async function asked(wish, step) {
  const before = now.peek()?.text ?? "";
  try {
    const whole = { space: chosen.peek(), text: before, ...wish };
    const found = /** @type {Edited} */ (await post(`/api/games/${encodeURIComponent(game)}/edit`, whole));
    if (step && before && found.text !== before) past.value = [...past.peek(), before].slice(-MOST_STEPS);
    now.value = found;
    answered.value = whole.space;
    if (found.picture) picture.value = found;
    keepValue(KEY, found.text);
    problem.value = null;
  } catch (error) {
    problem.value = asError(error);
  }
}

/** What was handed over in the address, was left unfinished here, or comes with the game. */
export function begin() {
  const given = location.hash.startsWith("#text=") ? fromAddress(location.hash.slice(6)) : null;
  if (given !== null) history.replaceState(null, "", location.pathname + location.search); // it is kept now, and may be changed
  const asked = new URLSearchParams(location.search).get("board") ?? "";
  return ask(given === null && asked ? { text: "", board: asked } : { text: given ?? keptValue(KEY, "") });
}

/** @param {string} code  base64 for addresses @returns {string | null} */
function fromAddress(code) {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

/** Look at a space. @param {string} space */
export function choose(space) {
  chosen.value = space;
  return ask({ space }, false);
}

/** @param {string} name @param {unknown} value */
export const changeSpace = (name, value) => ask({ name, value });

/** A number or text of the file. @param {string} name @param {unknown} value */
export async function changeField(name, value) {
  await ask({ space: "", name, value });
  if (chosen.peek()) await ask({}, false);
}

/** @param {string} text */
export const changeText = (text) => ask({ text });

export function takeBack() {
  const last = past.peek().at(-1);
  if (last === undefined) return;
  past.value = past.peek().slice(0, -1);
  ask({ text: last }, false);
}

/** The board that comes with the game. */
export const beginAnew = () => ask({ text: "" });
