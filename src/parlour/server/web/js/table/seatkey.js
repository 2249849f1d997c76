/**
 * The key of a seat. Whoever opened the table knows the links it was opened with, so a guest's page changes its
 * own for one that nobody else has, as soon as it sits down. The link that was sent goes on working here: this
 * browser knows what it was changed for.
 */

import { keepValue, keptValue } from "../lib/storage.js";

/** @typedef {import("./session.js").Session} Session */

const KEY = "parlour.keys";
const MOST = 300;

/** @type {Session | null} */
let session = null;
/** @param {Session} line */
export const useKeys = (line) => {
  session = line;
};
/** The line that this page's keys open. */
export const keys = () => session;

/** What a link's token was changed for, in this browser. @returns {Record<string, string>} */
const changed = () => keptValue(KEY, /** @type {Record<string, string>} */ ({}));

/** The tokens of a link as they are by now. @param {string[]} given */
export function current(given) {
  const known = changed();
  return given.map((token) => known[token] ?? token);
}

/** 192 random bits. */
function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/**
 * Change the key of the only seat of this page. It is kept before the server hears of it: whichever of the two
 * is there at the next visit opens the seat.
 * @param {Session} line @param {number} seat
 */
export async function changeKey(line, seat) {
  const { tokens, given } = line;
  const [old] = tokens;
  const token = fresh();
  const kept = Object.entries(changed()).map(([from, to]) => /** @type {[string, string]} */ ([from, to === old ? token : to]));
  keepValue(KEY, Object.fromEntries([.../** @type {[string, string][]} */ (kept), [old, token]].slice(-MOST)));
  const answer = await line.send({ do: "renew", seat, token });
  if (!answer.ok) return answer;
  tokens.splice(0, 1, token);
  given.splice(0, 1, token);
  history.replaceState(history.state, "", location.hash.replace(/t=[^&]*/, `t=${token}`));
  return answer;
}
